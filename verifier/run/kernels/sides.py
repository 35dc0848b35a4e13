"""Games with sides: whose decision each state is, what ends are worth to a seat, and what a coalition can force."""

from verifier.run.control import Status
from verifier.run.kernels.contract import ERROR, compiled, goal, invariant, kernel, outcome, pointer, whose
from verifier.run.kernels.visited import read_state


@kernel
def seats_of_states(context, store, parts, node, begin, end, scratch, seats):
    """Whose decision each stored state is, from `begin` up to `end`; how many were asked before a rule failed."""
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[3])
    for number in range(begin, end):
        seats[number] = -1
        if node[number] == Status.DECISION:
            read_state(store, number, parts, words, s)
            seats[number] = whose(s, x)
            if x[ERROR] != 0:
                return number
    return end


@kernel
def states_where(context, store, parts, begin, end, is_goal, k, scratch, found):
    """Where the k-th goal is reached, or the k-th invariant broken; how many states were asked before a rule failed."""
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[3])
    for number in range(begin, end):
        read_state(store, number, parts, words, s)
        found[number] = goal(s, x, k) if is_goal else not invariant(s, x, k)
        if x[ERROR] != 0:
            return number
    return end


@kernel
def outcomes_of_states(context, store, parts, numbers, begin, end, seat, scratch, outcomes):
    """What the stored ends `numbers` are worth to a seat; how many were asked before a rule failed."""
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[3])
    for at in range(begin, end):
        read_state(store, numbers[at], parts, words, s)
        outcomes[at] = outcome(s, x, seat)
        if x[ERROR] != 0:
            return at
    return end


@kernel
def link_back(edges, count, states, first, leaving, back):
    """The edges by where they lead: those to state n are `back[first[n]:first[n + 1]]`; `leaving` counts those that leave it."""
    for number in range(states + 1):
        first[number] = 0
    for at in range(count):
        first[edges[at, 1] + 1] += 1
        leaving[edges[at, 0]] += 1
    for number in range(states):
        first[number + 1] += first[number]
    for at in range(count):
        target = edges[at, 1]
        back[first[target]] = at
        first[target] += 1
    for number in range(states):
        first[states - number] = first[states - number - 1]
    first[0] = 0


@compiled
def settled(number, worth, way, value, via, is_settled, queue, filled):
    """Note what a state is worth, by which edge, and that it is the next in the queue."""
    value[number], via[number], is_settled[number] = worth, way, True
    queue[filled] = number
    return filled + 1


@kernel
def force(edges, first, back, waiting, ours, ends, worths, value, via, is_settled, queue):
    """What each state is worth to a side whatever the other one does; how many states were settled.

    `ours` says which states that side decides.  `ends` come in the order of their `worths`, from the best for it on.  A state is
    settled once whoever decides there can be sure of it: the side as soon as one event leads to so much, the other when no event
    is left that does not; `waiting` counts those down.  What is never settled is where the other side can keep play from ending.
    A state is settled after the one that its edge in `via` leads to: whoever follows these gets nearer to an end each time.
    """
    filled, at = 0, 0
    while at < len(ends):
        worth, begun = worths[at], filled
        while at < len(ends) and worths[at] == worth:
            filled = settled(ends[at], worth, -1, value, via, is_settled, queue, filled)
            at += 1
        while begun < filled:
            reached = queue[begun]
            begun += 1
            for place in range(first[reached], first[reached + 1]):
                edge = back[place]
                number = edges[edge, 0]
                waiting[number] -= 1
                if not is_settled[number] and (ours[number] or waiting[number] == 0):
                    filled = settled(number, worth, edge, value, via, is_settled, queue, filled)
    return filled
