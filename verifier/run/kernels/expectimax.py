"""What decisions are worth by looking ahead in a graph: the best of what can be decided, the mean of what chance can bring.

A state is stored once, however play comes there.  It is judged at first sight, by learned weights: one in which somebody decides
as it is, one in which chance comes by the mean of what it can bring.  Then states are opened, some at a time: all decisions
there, or all outcomes with their weights.  What is known goes back to the root, so that a graph which is opened to all its ends
is worth what best play is.

First are opened the states to which play is likeliest to come.  The root has the whole share of likelihood.  Of a state where
chance comes each outcome gets its part; where somebody decides the best decision gets all of it, and any other less, the further
it lies behind.  A state where chance comes counts as often as its outcomes do on the average: many outcomes cost as many states.
"""

from verifier.run.control import Lead, Outlook, Playing, Status
from verifier.run.kernels.chains import possible_outcomes
from verifier.run.kernels.contract import (
    CELLS,
    ERROR,
    PHASE,
    SLOTS,
    TAPE_OF_PHASE,
    apply,
    compiled,
    copy,
    legal_events,
    pointer,
    uncounted,
)
from verifier.run.kernels.judged import sum_changes, sum_rows, worth_by_sums
from verifier.run.kernels.lots import known_event, worth_of_end
from verifier.run.kernels.means import sampled_mean, to_chance, weighed_mean
from verifier.run.kernels.tree import digest_of_cells
from verifier.run.kernels.visited import home_of, mixed


@compiled
def is_known(s, lengths):
    """Whether it is known what chance brings next."""
    return len(lengths) > 0 and s[SLOTS + TAPE_OF_PHASE[s[PHASE]]] < lengths[TAPE_OF_PHASE[s[PHASE]]]


@compiled
def place_of(t, digest, states, nodes, places):
    """The number of a state, or minus the free place for it minus 1."""
    at = home_of(places, digest)
    while places[at] != 0:
        number = places[at] - 1
        if nodes[number, Outlook.DIGEST] == digest:
            s, same = pointer(states[number]), True
            for cell in range(CELLS):
                if s[cell] != t[cell]:
                    same = False
                    break
            if same:
                return number
        at += 1
        if at == len(places):
            at = 0
    return -at - 1


@compiled
def judge_chance(s, t, x, lot, leaves, known, lengths, stages, outs, weights, tally, notes, cells, piles, estimates, rows, heads,
                 curve, sums):
    """What a state is worth at first sight in which chance comes."""
    worth = -1
    if not is_known(s, lengths):
        copy(s, pointer(stages[0]))
        worth = weighed_mean(x, leaves, stages, outs, weights, tally, notes, cells, piles, estimates, rows, heads, curve, sums)
        x[ERROR] = 0
    if worth < 0:
        worth = sampled_mean(s, t, x, -1, lot, notes, known, lengths, cells, piles, estimates, rows, heads, curve, sums)
    return worth


@compiled
def number_of(t, u, x, status, lot, leaves, known, lengths, states, nodes, places, stages, outs, weights, tally, notes, cells,
              piles, estimates, rows, heads, curve, sums):
    """The number of a state, which is stored and judged if it is new; its Status comes with it.  Clears the error slot."""
    digest = mixed(digest_of_cells(t))
    number = place_of(t, digest, states, nodes, places)
    if number >= 0 and x[ERROR] == 0:
        return number
    at, number = -number - 1, notes[Playing.NODES]
    if x[ERROR] != 0:
        status = Status.FAILED
    else:
        places[at] = number + 1
    copy(t, pointer(states[number]))
    notes[Playing.NODES] += 1
    nodes[number, Outlook.STATUS], nodes[number, Outlook.DIGEST] = status, digest
    nodes[number, Outlook.FIRST], nodes[number, Outlook.COUNT], nodes[number, Outlook.OUTCOMES] = -1, 0, 0
    if status == Status.DECISION:
        sum_changes(t, pointer(states[0]), cells, piles, rows, sums, 0, 2)
        worth = worth_by_sums(t, x, estimates, heads, curve, sums, 0)
        nodes[number, Outlook.OUTCOMES] = 1
    elif status == Status.CHANCE:
        worth = judge_chance(t, u, x, lot, leaves, known, lengths, stages, outs, weights, tally, notes, cells, piles, estimates,
                             rows, heads, curve, sums)
        nodes[number, Outlook.OUTCOMES] = 1 if is_known(t, lengths) else max(1, tally[0, 1])
    else:
        worth = worth_of_end(t, x, status, notes)
    nodes[number, Outlook.JUDGED] = nodes[number, Outlook.VALUE] = worth
    return number


@compiled
def open_state(number, t, u, x, legal, chances, lot, leaves, known, lengths, states, nodes, edges, places, stages, outs, weights,
               tally, notes, cells, piles, estimates, rows, heads, curve, sums):
    """Write down what can come after a state; whether there was room for it."""
    s, count, comes = pointer(states[number]), 1, nodes[number, Outlook.STATUS] == Status.CHANCE
    if not comes:
        count = legal_events(s, x, legal)
    elif is_known(s, lengths):
        copy(s, t)
        legal[0], chances[0] = known_event(t, x, known, lengths), 1
        if legal[0] < 0:
            count = 0
    else:
        count = possible_outcomes(s, x, legal, chances)
    if x[ERROR] != 0:
        x[ERROR], count = 0, 0
    if notes[Playing.NODES] + count > len(states) or notes[Playing.EDGES] + count > len(edges):
        return False
    nodes[number, Outlook.FIRST], nodes[number, Outlook.COUNT] = notes[Playing.EDGES], count
    notes[Playing.EDGES] += count
    for at in range(count):
        copy(s, t)
        event, weight, edge = legal[at], 1, nodes[number, Outlook.FIRST] + at
        if comes:
            weight = chances[at]
            if is_known(s, lengths):
                known_event(t, x, known, lengths)
        apply(t, x, event)
        status = to_chance(t, x) if x[ERROR] == 0 else Status.FAILED
        edges[edge, Lead.EVENT], edges[edge, Lead.WEIGHT] = event, weight
        edges[edge, Lead.TARGET] = number_of(t, u, x, status, lot, leaves, known, lengths, states, nodes, places, stages, outs,
                                             weights, tally, notes, cells, piles, estimates, rows, heads, curve, sums)
    return True


@compiled
def put_in_order(nodes, edges, order, notes):
    """Write down all states, each behind those that come after it, unless play comes back to it from there."""
    for number in range(notes[Playing.NODES]):
        nodes[number, Outlook.PLACE] = -1
    depth, done, count = 1, 0, notes[Playing.NODES]
    order[count - 1], nodes[0, Outlook.PLACE] = 0, 0  # the stack is at the end, which what is done never reaches before it
    while depth > 0:
        number = order[count - depth]
        place = nodes[number, Outlook.PLACE]
        if place == nodes[number, Outlook.COUNT]:
            depth -= 1
            order[done] = number
            done += 1
            continue
        nodes[number, Outlook.PLACE] += 1
        target = edges[nodes[number, Outlook.FIRST] + place, Lead.TARGET]
        if nodes[target, Outlook.PLACE] < 0:
            depth += 1
            order[count - depth], nodes[target, Outlook.PLACE] = target, 0


@compiled
def value_by_edges(number, nodes, edges):
    """What a state is worth by what can come after it, where that is written down."""
    first, count = nodes[number, Outlook.FIRST], nodes[number, Outlook.COUNT]
    if first < 0:
        return nodes[number, Outlook.JUDGED]
    total, parts, best = 0, 0, 0
    for edge in range(first, first + count):
        value = nodes[edges[edge, Lead.TARGET], Outlook.VALUE]
        total += edges[edge, Lead.WEIGHT] * value
        parts += edges[edge, Lead.WEIGHT]
        best = max(best, value)
    if nodes[number, Outlook.STATUS] != Status.CHANCE:
        return best
    return total // parts if parts > 0 else 0


@compiled
def share_out(nodes, edges, order, notes):
    """Work out how likely play comes to each state."""
    for number in range(notes[Playing.NODES]):
        nodes[number, Outlook.SHARE] = 0
    nodes[0, Outlook.SHARE] = 1099511627776
    for at in range(notes[Playing.NODES] - 1, -1, -1):
        number = order[at]
        first, count, share = nodes[number, Outlook.FIRST], nodes[number, Outlook.COUNT], nodes[number, Outlook.SHARE]
        comes, total, best = nodes[number, Outlook.STATUS] == Status.CHANCE, 0, nodes[number, Outlook.VALUE]
        for edge in range(first, first + count):
            total += edges[edge, Lead.WEIGHT] if comes else nodes[edges[edge, Lead.TARGET], Outlook.VALUE]
        behind = best - total // max(1, count) if not comes else 0  # how far decisions lie behind the best on the average
        for edge in range(first, first + count):
            target = edges[edge, Lead.TARGET]
            if comes:
                part = (edges[edge, Lead.WEIGHT] << 16) // total
            else:
                gap = best - nodes[target, Outlook.VALUE]
                part = 65536 if gap <= 0 else behind * behind * 65536 // (behind * behind + 16 * gap * gap)
            nodes[target, Outlook.SHARE] = min(1099511627776, nodes[target, Outlook.SHARE] + (share * part >> 16))


@compiled
def urgency(number, nodes):
    """How urgent it is to open a state, as a number of bits: 0 where there is nothing to open."""
    if nodes[number, Outlook.FIRST] >= 0 or nodes[number, Outlook.OUTCOMES] == 0:
        return 0
    share, bits = nodes[number, Outlook.SHARE] // nodes[number, Outlook.OUTCOMES], 1
    while share > 0:
        share >>= 1
        bits += 1
    return bits


@compiled
def look_ahead(root, t, u, x, known, lengths, leaves, legal, chances, states, nodes, edges, places, order, stages, outs, weights,
               tally, notes, cells, piles, estimates, rows, heads, curve, sums):
    """Open states from a root on as long as there is room; the edge of the best decision, -1 where none is legal.

    Of equal ones it is the first.
    """
    lot = notes[Playing.RANDOM]
    notes[Playing.NODES] = notes[Playing.EDGES] = 0
    for at in range(len(places)):
        places[at] = 0
    sum_rows(root, cells, piles, rows, sums, 2)
    copy(root, pointer(states[0]))
    number_of(root, u, x, Status.DECISION, lot, leaves, known, lengths, states, nodes, places, stages, outs, weights, tally,
              notes, cells, piles, estimates, rows, heads, curve, sums)
    has_room = open_state(0, t, u, x, legal, chances, lot, leaves, known, lengths, states, nodes, edges, places, stages, outs,
                          weights, tally, notes, cells, piles, estimates, rows, heads, curve, sums)
    if nodes[0, Outlook.COUNT] == 0:
        return -1
    while True:
        count, most = notes[Playing.NODES], 0
        put_in_order(nodes, edges, order, notes)
        for at in range(count):
            nodes[order[at], Outlook.VALUE] = value_by_edges(order[at], nodes, edges)
        if not has_room or nodes[0, Outlook.COUNT] == 1:
            break
        share_out(nodes, edges, order, notes)
        for number in range(count):
            nodes[number, Outlook.URGENCY] = urgency(number, nodes)
            most = max(most, nodes[number, Outlook.URGENCY])
        if most == 0:
            break
        some = max(1, count // 8)
        while some > 0 and most > 0 and has_room:
            for number in range(count):
                if some > 0 and has_room and nodes[number, Outlook.URGENCY] == most:
                    has_room = open_state(number, t, u, x, legal, chances, lot, leaves, known, lengths, states, nodes, edges,
                                          places, stages, outs, weights, tally, notes, cells, piles, estimates, rows, heads,
                                          curve, sums)
                    some -= 1
            most -= 1
    best = nodes[0, Outlook.FIRST]
    for edge in range(best + 1, best + nodes[0, Outlook.COUNT]):
        if nodes[edges[edge, Lead.TARGET], Outlook.VALUE] > nodes[edges[best, Lead.TARGET], Outlook.VALUE]:
            best = edge
    return best


@uncounted
def expectimax_by_lot(root, scratch, context, known, lengths, leaves, legal, other, chances, states, nodes, edges, places, order,
                      stages, outs, weights, tally, notes, cells, piles, estimates, rows, heads, curve, sums):
    """The decision that is worth most by looking ahead; -1 where none is legal."""
    best = look_ahead(pointer(root), pointer(scratch), pointer(other), pointer(context), known, lengths, leaves, pointer(legal),
                      pointer(chances), states, nodes, edges, places, order, stages, outs, weights, tally, notes, cells, piles,
                      estimates, rows, heads, curve, sums)
    return edges[best, Lead.EVENT] if best >= 0 else -1
