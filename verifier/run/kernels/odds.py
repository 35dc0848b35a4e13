"""Odds of states between two whole numbers, worked out from the ends backwards, where play comes back to no state.

A probability is a number of units, of which so many are 1 that sums of them, times weights, stay below 2**62.  The lower bound of
a mean is rounded down, the upper one up, so that what is between them is never lost.

Where states are stored without a total that only adds up, each edge has its `gains`, and what a state is worth is what is still
to come.  `unit` is what a gain of 1 is then, and 0 elsewhere; nothing is worth more than `most`.
"""

from verifier.run.control import Backwards, Decided, Status
from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    ERROR,
    WORDS,
    _wide,
    apply,
    compiled,
    copy,
    kernel,
    pointer,
    progress,
    uncounted,
    weigh,
)
from verifier.run.kernels.judged import judged
from verifier.run.kernels.visited import read_state


@kernel
def note_edges(context, store, parts, node, edges, begin, end, scratch, begins, ends, weights):
    """Note which edges, of those from `begin` up to `end`, are whose, and the weights of what chance brings (1 elsewhere).

    Those of a state stand together.  Returns the largest sum of weights, or -1 minus the first state where a weight fails.
    """
    x, s, words, most, total, last = pointer(context), pointer(scratch[0]), pointer(scratch[3]), 1, 0, -1
    for edge in range(begin, end):
        number = edges[edge, 0]
        is_chance = node[number] == Status.CHANCE
        if number != last:
            begins[number], total, last = edge, 0, number
            if is_chance:
                read_state(store, number, parts, words, s)
        ends[number] = edge + 1
        weights[edge] = weigh(s, x, edges[edge, 2]) if is_chance else 1
        total += weights[edge]
        if x[ERROR] != 0:
            return -1 - number
        most = max(most, total)
    return most


@uncounted
def gain_edges(context, tapes, lengths, slot, store, parts, first, edges, begin, end, scratch, gains):
    """What the edges of states from `begin` up to `end` add to a total, in chains that are run through.

    Returns -1, or the first state where a rule fails or something is taken away.
    """
    x, s, t = pointer(context), pointer(scratch[0]), pointer(scratch[1])
    mark, words = pointer(scratch[2]), pointer(scratch[3])
    for number in range(begin, end):
        read_state(store, number, parts, words, s)
        for edge in range(first[number], first[number + 1]):
            copy(s, t)
            apply(t, x, edges[edge, 2])
            if x[ERROR] == 0:
                settle(t, x, tapes, lengths, True, mark)
            if x[ERROR] != 0 or t[slot] < s[slot]:
                return number
            gains[edge] = t[slot] - s[slot]
    return -1


@kernel
def read_stages(context, store, parts, numbers, scratch, rows, stages):
    """Write stored states as packed ones, and how far the game has come in each."""
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[3])
    for at in range(len(numbers)):
        read_state(store, numbers[at], parts, words, s)
        for k in range(WORDS):
            rows[at, k] = words[k]
        stages[at] = progress(s, x)


@kernel
def farthest_totals(numbers, begin, end, first, edges, gains, farthest):
    """The most that can be added up behind each of `numbers`, which come behind all that follow them."""
    for at in range(begin, end):
        number, most = numbers[at], 0
        for edge in range(first[number], first[number + 1]):
            most = max(most, gains[edge] + farthest[edges[edge, 1]])
        farthest[number] = most


@compiled
def bound_by(bound, edge, gains, unit, most):
    """A bound of where an edge leads to, with what it adds."""
    return bound if unit == 0 else min(bound + _wide(gains[edge]) * unit, most)


@compiled
def work_out(number, begins, ends, edges, weights, decides, gains, unit, whole, low, high, best):
    """The bounds of a state by those of what follows it, and for a decision the edge that makes them."""
    begin, end = begins[number], ends[number]
    if decides[number] == Decided.BY_CHANCE:
        total, least, most = 0, 0, 0
        for edge in range(begin, end):
            weight, target = weights[edge], edges[edge, 1]
            total += weight
            least += weight * bound_by(low[target], edge, gains, unit, whole)
            most += weight * bound_by(high[target], edge, gains, unit, whole)
        low[number], high[number] = least // total, (most + total - 1) // total
        return
    chosen, ours = begin, decides[number] == Decided.BY_US
    least = bound_by(low[edges[begin, 1]], begin, gains, unit, whole)
    most = bound_by(high[edges[begin, 1]], begin, gains, unit, whole)
    for edge in range(begin + 1, end):
        target = edges[edge, 1]
        lower, upper = bound_by(low[target], edge, gains, unit, whole), bound_by(high[target], edge, gains, unit, whole)
        if ours:
            if lower > least:
                chosen = edge
            least, most = max(least, lower), max(most, upper)
        else:
            if upper < most:
                chosen = edge
            least, most = min(least, lower), min(most, upper)
    low[number], high[number], best[number] = least, most, chosen


@kernel
def odds_backwards(begins, ends, edges, weights, decides, gains, unit, whole, low, high, best, order, stack, place, more, notes):
    """Work out the bounds of at most `more` states that the start leads to, each behind all that follow it.

    The edges of state n are those from `begins[n]` up to `ends[n]`.  `low` is 0 or more where a state is known beforehand,
    -1 where it is not, and -2 while it is on the stack.  `order` counts states as they are worked out, from 1 on.  `notes` are
    the numbers of Backwards, between calls too; they say when play comes back to a state, and nothing more is done then.
    """
    depth, done = notes[Backwards.DEPTH], notes[Backwards.DONE]
    until = done + more
    while depth > 0 and done < until:
        number = stack[depth - 1]
        if place[depth - 1] == ends[number]:
            work_out(number, begins, ends, edges, weights, decides, gains, unit, whole, low, high, best)
            done += 1
            order[number] = done
            depth -= 1
            continue
        target = edges[place[depth - 1], 1]
        place[depth - 1] += 1
        if low[target] == -2:
            notes[Backwards.CIRCLE] = 1
            break
        if low[target] == -1:
            low[target], stack[depth], place[depth] = -2, target, begins[target]
            depth += 1
    notes[Backwards.DEPTH], notes[Backwards.DONE] = depth, done


@uncounted
def guess_states(context, store, parts, begin, end, scratch, guesses, cells, piles, estimates, rows, heads, curve, sums):
    """What the stored states from `begin` up to `end` are worth by learned weights, of Worth.SURE."""
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[3])
    for number in range(begin, end):
        read_state(store, number, parts, words, s)
        guesses[number - begin] = judged(s, x, cells, piles, estimates, rows, heads, curve, sums)
        x[ERROR] = 0


@kernel
def guess_backwards(sequence, count, begins, ends, edges, weights, decides, low, high, guesses):
    """Guess what states are worth by what is guessed of those that follow, and never beyond their bounds.

    `sequence` has the states, each behind all that follow it; of those without edges `guesses` are there.
    """
    for at in range(count):
        number = sequence[at]
        begin, end = begins[number], ends[number]
        if begin == end:
            continue
        total, mean, best = 0, 0, guesses[edges[begin, 1]]
        for edge in range(begin, end):
            guess = guesses[edges[edge, 1]]
            total, mean = total + weights[edge], mean + weights[edge] * guess
            best = max(best, guess) if decides[number] == Decided.BY_US else min(best, guess)
        if decides[number] == Decided.BY_CHANCE:
            best = mean // total
        guesses[number] = max(low[number], min(high[number], best))


@compiled
def is_more(target, other, ours, low, high, guesses):
    """Whether a state looks better than another to whoever decides: by what is guessed of it, then by the nearer bound."""
    if guesses[target] == guesses[other]:
        return low[target] > low[other] if ours else high[target] < high[other]
    return guesses[target] > guesses[other] if ours else guesses[target] < guesses[other]


@compiled
def pass_doubt(number, begins, ends, edges, ours, low, high, guesses, near, narrow, one, shares):
    """Have what rests on a decision rest on what may be decided: on all that could be best or, `narrow`, on what looks best.

    Where what looks best is known, on all that could be better.
    """
    begin, end, chosen = begins[number], ends[number], edges[begins[number], 1]
    if narrow:
        for edge in range(begin, end):
            if is_more(edges[edge, 1], chosen, ours, low, high, guesses):
                chosen = edges[edge, 1]
        if high[chosen] - low[chosen] > near:
            shares[chosen] = min(one, shares[chosen] + shares[number])
            return
    for edge in range(begin, end):
        target = edges[edge, 1]
        if high[target] - low[target] > near and (high[target] > low[number] if ours else low[target] < high[number]):
            shares[target] = max(shares[target], shares[number])


@kernel
def spread_doubt(sequence, count, begins, ends, edges, weights, decides, low, high, guesses, near, narrow, one, shares):
    """How much of the doubt about some states rests on each that play leads to from there, at most `one`.

    `sequence` has the states, each behind all that follow it; `shares` what rests on those in question, and 0 elsewhere.  Bounds
    that are `near` to each other leave no doubt.
    """
    for at in range(count - 1, -1, -1):
        number = sequence[at]
        if shares[number] == 0 or high[number] - low[number] <= near:
            continue
        if decides[number] != Decided.BY_CHANCE:
            pass_doubt(number, begins, ends, edges, decides[number] == Decided.BY_US, low, high, guesses, near, narrow, one,
                       shares)
            continue
        total = 0
        for edge in range(begins[number], ends[number]):
            total += weights[edge]
        for edge in range(begins[number], ends[number]):
            target = edges[edge, 1]
            if high[target] - low[target] > near:
                shares[target] = min(one, shares[target] + max(1, shares[number] * weights[edge] // total))
