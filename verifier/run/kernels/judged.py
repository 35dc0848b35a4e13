"""What a table is worth by weights that were learned: a small network, in whole numbers, the same on every machine.

Each number of a state picks a row of weights by its value, and each item of a pile one for each of its numbers; the sums of these
rows, each cut at 0 and at ONE, are weighed again.  What the game's own estimate says is added, and a curve makes a worth of all
that.

A decision changes few numbers.  So the sums of a state are those of the one before it, and rows for what has changed: `sums` has
a row of them for each state of which they are kept.
"""

from verifier.run.control import Judge, Playing, Status
from verifier.run.kernels.contract import ERROR, apply, compiled, copy, pointer, said, uncounted
from verifier.run.kernels.lots import decisions_left, settle_by_lot, worth_of_end


@compiled
def add_row(rows, row, sums, at):
    """Add a row of weights to sums."""
    for unit in range(len(sums[0])):
        sums[at, unit] += rows[row, unit]


@compiled
def take_row(rows, row, sums, at):
    """Take a row of weights from sums."""
    for unit in range(len(sums[0])):
        sums[at, unit] -= rows[row, unit]


@compiled
def swap_rows(rows, row, other, sums, at):
    """Add one row of weights in place of another."""
    for unit in range(len(sums[0])):
        sums[at, unit] += rows[row, unit] - rows[other, unit]


@compiled
def row_of(value, low, most, first, step):
    """The row that a number of a state picks; so many values share one, or it comes again after as many where that is below 0."""
    at = value - low if step == 1 else (value - low) // step if step > 0 else (value - low) % -step
    return first + max(0, min(at, most))


@compiled
def said_of(s, x, k):
    """What the game's estimate (0) or another function says of a state; 0 where it fails."""
    number = said(s, x, k)
    if x[ERROR] != 0:
        x[ERROR], number = 0, 0
    return number


@compiled
def read_off(value, places, low, high):
    """What belongs to a value: `places` has values, in their order, and what belongs to them; it is in proportion between two.

    It is read off between those at `low` and at `high`.
    """
    value = max(places[low, 1], min(value, places[high, 1]))
    while high - low > 1:
        middle = (low + high) // 2
        if places[middle, 1] <= value:
            low = middle
        else:
            high = middle
    step = places[high, 1] - places[low, 1]
    return places[low, 2] + (places[high, 2] - places[low, 2]) * (value - places[low, 1]) // step


@compiled
def added_by(s, x, places):
    """What the estimate and other functions of a state add: `places` has the rows of each together.

    A row has the function's number, a value, what is added there, and the last row of the same function.
    """
    total, first = 0, 0
    while first < len(places):
        last = places[first, 3]
        total += read_off(said_of(s, x, places[first, 0]), places, first, last)
        first = last + 1
    return total


@compiled
def sum_rows(s, cells, piles, rows, sums, at):
    """Add up the rows that a state picks."""
    for unit in range(len(sums[0])):
        sums[at, unit] = rows[0, unit]
    for cell in range(len(cells)):
        add_row(rows, row_of(s[cells[cell, 0]], cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4]), sums, at)
    for pile in range(len(piles)):
        first, step = piles[pile, 1], piles[pile, 2]
        for item in range(s[piles[pile, 0]]):
            row = row_of(s[first + item * step], piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6])
            add_row(rows, row, sums, at)


@compiled
def sum_changes(s, other, cells, piles, rows, sums, at, known):
    """Add up the rows that a state picks, from the sums `known` of another one, which is mostly the same."""
    for unit in range(len(sums[0])):
        sums[at, unit] = sums[known, unit]
    for cell in range(len(cells)):
        value, before = s[cells[cell, 0]], other[cells[cell, 0]]
        if value != before:
            low, most, first, step = cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4]
            swap_rows(rows, row_of(value, low, most, first, step), row_of(before, low, most, first, step), sums, at)
    for pile in range(len(piles)):
        size, size_before, begin, apart = s[piles[pile, 0]], other[piles[pile, 0]], piles[pile, 1], piles[pile, 2]
        low, most, first, step = piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6]
        for item in range(min(size, size_before)):
            value, before = s[begin + item * apart], other[begin + item * apart]
            if value != before:
                swap_rows(rows, row_of(value, low, most, first, step), row_of(before, low, most, first, step), sums, at)
        for item in range(size_before, size):
            add_row(rows, row_of(s[begin + item * apart], low, most, first, step), sums, at)
        for item in range(size, size_before):
            take_row(rows, row_of(other[begin + item * apart], low, most, first, step), sums, at)


@compiled
def worth_by_sums(s, x, estimates, heads, curve, sums, at):
    """What a state is worth in which somebody decides, by the sums of the rows that it picks."""
    total = heads[0]
    for unit in range(len(sums[0])):
        total += heads[1 + unit] * max(0, min(sums[at, unit], Judge.ONE))
    total += added_by(s, x, estimates)
    place = max(0, min((total >> Judge.FINE) + len(curve) // 2, len(curve) - 2))
    part = max(0, min(total - ((place - len(curve) // 2) << Judge.FINE), 1 << Judge.FINE))
    return curve[place] + ((curve[place + 1] - curve[place]) * part >> Judge.FINE)


@compiled
def judged(s, x, cells, piles, estimates, rows, heads, curve, sums):
    """What a state is worth in which somebody decides; its sums come first."""
    sum_rows(s, cells, piles, rows, sums, 0)
    return worth_by_sums(s, x, estimates, heads, curve, sums, 0)


@uncounted
def meet_rows(states, cells, piles, met):
    """Mark the rows that states pick."""
    for number in range(len(states)):
        for cell in range(len(cells)):
            met[row_of(states[number, cells[cell, 0]], cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4])] = 1
        for pile in range(len(piles)):
            first, apart = piles[pile, 1], piles[pile, 2]
            for item in range(states[number, piles[pile, 0]]):
                value = states[number, first + item * apart]
                met[row_of(value, piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6])] = 1


@compiled
def count_row(row, first, is_ordered, counts, at):
    """Count a row, and of a number in an order those below it."""
    for each in range(first if is_ordered else row, row + 1):
        counts[at, each] += 1


@uncounted
def count_rows(states, numbers, cells, piles, counts):
    """How often each of some states picks each row, one up to there where its values are in an order; `counts` come as zeros."""
    for at in range(len(numbers)):
        number = numbers[at]
        counts[at, 0] = 1
        for cell in range(len(cells)):
            row = row_of(states[number, cells[cell, 0]], cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4])
            count_row(row, cells[cell, 3], cells[cell, 5], counts, at)
        for pile in range(len(piles)):
            first, apart = piles[pile, 1], piles[pile, 2]
            for item in range(states[number, piles[pile, 0]]):
                row = row_of(states[number, first + item * apart], piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6])
                count_row(row, piles[pile, 5], piles[pile, 7], counts, at)


@compiled
def pass_row(rows, row, sums, at, is_back):
    """Add a row of weights to sums, or these sums to the row."""
    if is_back:
        add_row(sums, at, rows, row)
    else:
        add_row(rows, row, sums, at)


@uncounted
def pass_rows(states, numbers, cells, piles, rows, sums, is_back):
    """Add the rows that each of some states picks to its sums, or (`is_back`) its sums to each of these rows."""
    for at in range(len(numbers)):
        number = numbers[at]
        pass_row(rows, 0, sums, at, is_back)
        for cell in range(len(cells)):
            row = row_of(states[number, cells[cell, 0]], cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4])
            pass_row(rows, row, sums, at, is_back)
        for pile in range(len(piles)):
            first, apart = piles[pile, 1], piles[pile, 2]
            for item in range(states[number, piles[pile, 0]]):
                row = row_of(states[number, first + item * apart], piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6])
                pass_row(rows, row, sums, at, is_back)


@uncounted
def ask_functions(states, numbers, context, count, told):
    """What the estimate, and so many functions with it, say of some states: a state a row."""
    x = pointer(context)
    for at in range(len(numbers)):
        s = pointer(states[numbers[at]])
        for k in range(count):
            told[at, k] = said_of(s, x, k)


@uncounted
def call_judged(state, context, cells, piles, estimates, rows, heads, curve, sums):
    """What one state is worth."""
    return judged(pointer(state), pointer(context), cells, piles, estimates, rows, heads, curve, sums)


@compiled
def worth_after(s, t, x, known, lengths, event, lot, notes, cells, piles, estimates, rows, heads, curve, sums):
    """What a decision is worth: the average over samples of what chance brings after it; the second sums are the state's."""
    total, notes[Playing.RANDOM] = 0, lot
    samples = notes[Playing.SAMPLES]
    for sample in range(samples):
        copy(s, t)
        apply(t, x, event)
        status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        if status == Status.DECISION and x[ERROR] == 0:
            sum_changes(t, s, cells, piles, rows, sums, 0, 1)
            total += worth_by_sums(t, x, estimates, heads, curve, sums, 0)
        else:
            total += worth_of_end(t, x, status, notes)
        if sample == 0 and notes[Playing.RANDOM] == lot:
            return total
    return total // samples


@compiled
def best_judged(s, t, x, known, lengths, out, count, notes, cells, piles, estimates, rows, heads, curve, sums):
    """Of the events in `out` the one that is worth most, the first of equal ones."""
    best, most, lot = out[0], -1, notes[Playing.RANDOM]
    sum_rows(s, cells, piles, rows, sums, 1)
    for index in range(count):
        worth = worth_after(s, t, x, known, lengths, out[index], lot, notes, cells, piles, estimates, rows, heads, curve, sums)
        if worth > most:
            best, most = out[index], worth
    return best


@uncounted
def judging_by_lot(state, scratch, context, known, lengths, choices, legal, notes, cells, piles, estimates, rows, heads, curve,
                   sums):
    """The decision after which the game is worth most, by learned weights; -1 where none is legal."""
    s, t, x, events = pointer(state), pointer(scratch), pointer(context), pointer(legal)
    count = decisions_left(s, x, choices, events)
    if count == 0 or x[ERROR] != 0:
        return events[count - 1] if count > 0 else -1
    return best_judged(s, t, x, known, lengths, events, count, notes, cells, piles, estimates, rows, heads, curve, sums)
