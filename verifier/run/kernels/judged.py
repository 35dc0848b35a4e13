"""What a table is worth by weights that were learned: a small network, in whole numbers, the same on every machine.

Each number of a state picks a row of weights by its value, and each item of a pile one for each of its numbers; the sums of these
rows, each cut at 0 and at ONE, are weighed again, and a curve makes a worth of that.
"""

from verifier.run.control import Judge, Playing, Status
from verifier.run.kernels.contract import ERROR, SLOTS, apply, compiled, copy, grade, legal_events, pointer, uncounted
from verifier.run.kernels.lots import settle_by_lot, worth_of_end
from verifier.run.kernels.play import next_random


@compiled
def add_row(rows, row, sums):
    """Add a row of weights to the sums."""
    for unit in range(len(sums)):
        sums[unit] += rows[row, unit]


@compiled
def row_of(value, low, most, first, step):
    """The row that a number of a state picks; so many values share one."""
    at = value - low if step == 1 else (value - low) // step
    return first + max(0, min(at, most))


@compiled
def judged(s, cells, piles, rows, heads, curve, sums):
    """What a state is worth in which somebody decides."""
    for unit in range(len(sums)):
        sums[unit] = rows[0, unit]
    for cell in range(len(cells)):
        add_row(rows, row_of(s[cells[cell, 0]], cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4]), sums)
    for pile in range(len(piles)):
        first, step = piles[pile, 1], piles[pile, 2]
        for item in range(s[piles[pile, 0]]):
            value = s[first + item * step]
            add_row(rows, row_of(value, piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6]), sums)
    total = heads[0]
    for unit in range(len(sums)):
        total += heads[1 + unit] * max(0, min(sums[unit], Judge.ONE))
    return curve[max(0, min((total >> Judge.FINE) + len(curve) // 2, len(curve) - 1))]


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
def count_row(row, first, is_ordered, columns, counts, at):
    """Count a row, and of a number in an order those below it; what has no column is not counted."""
    last = columns[row]
    for column in range(columns[first] if is_ordered else last, last + 1):
        if column >= 0:
            counts[at, column] += 1


@uncounted
def count_rows(states, numbers, cells, piles, columns, counts):
    """How often each of some states picks each row, one up to there where its values are in an order; `counts` come as zeros."""
    for at in range(len(numbers)):
        number = numbers[at]
        counts[at, 0] = 1
        for cell in range(len(cells)):
            row = row_of(states[number, cells[cell, 0]], cells[cell, 1], cells[cell, 2], cells[cell, 3], cells[cell, 4])
            count_row(row, cells[cell, 3], cells[cell, 5], columns, counts, at)
        for pile in range(len(piles)):
            first, apart = piles[pile, 1], piles[pile, 2]
            for item in range(states[number, piles[pile, 0]]):
                row = row_of(states[number, first + item * apart], piles[pile, 3], piles[pile, 4], piles[pile, 5], piles[pile, 6])
                count_row(row, piles[pile, 5], piles[pile, 7], columns, counts, at)


@uncounted
def call_judged(state, cells, piles, rows, heads, curve, sums):
    """What one state is worth."""
    return judged(pointer(state), cells, piles, rows, heads, curve, sums)


@compiled
def worth_after(s, t, x, known, lengths, event, lot, notes, cells, piles, rows, heads, curve, sums):
    """What a decision is worth: the average over samples of what chance brings after it."""
    total, notes[Playing.RANDOM] = 0, lot
    samples = notes[Playing.SAMPLES]
    for sample in range(samples):
        copy(s, t)
        apply(t, x, event)
        status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        if status == Status.DECISION and x[ERROR] == 0:
            total += judged(t, cells, piles, rows, heads, curve, sums)
        else:
            total += worth_of_end(t, x, status, notes)
        if sample == 0 and notes[Playing.RANDOM] == lot:
            return total
    return total // samples


@compiled
def best_judged(s, t, x, known, lengths, out, count, notes, cells, piles, rows, heads, curve, sums):
    """Of the events in `out` the one that is worth most, the first of equal ones."""
    best, most, lot = out[0], -1, notes[Playing.RANDOM]
    for index in range(count):
        worth = worth_after(s, t, x, known, lengths, out[index], lot, notes, cells, piles, rows, heads, curve, sums)
        if worth > most:
            best, most = out[index], worth
    return best


@uncounted
def judging_by_lot(state, scratch, context, known, lengths, legal, notes, cells, piles, rows, heads, curve, sums):
    """The decision after which the game is worth most, by learned weights; -1 where none is legal."""
    s, t, x, events = pointer(state), pointer(scratch), pointer(context), pointer(legal)
    count = legal_events(s, x, events)
    if count == 0 or x[ERROR] != 0:
        return events[count - 1] if count > 0 else -1
    return best_judged(s, t, x, known, lengths, events, count, notes, cells, piles, rows, heads, curve, sums)


@uncounted
def learn_by_lot(start, state, scratch, context, known, lengths, legal, stray, seen, worths, ends, notes, cells, piles, rows,
                 heads, curve, sums):
    """Play games by learned weights, one decision in `stray` at random, until there is no more room, for what there is to learn.

    `seen` gets the states in which somebody decided; `worths` for each of them what the weights say, the game, and
    whether the decision was a random one; `ends` the grade of each game, -1 where it stopped without one.  How many states
    are of games that were played to the end; the notes say how many games.  All decisions are random ones where `stray` is 1.
    """
    s, t, x, events, count, whole = pointer(state), pointer(scratch), pointer(context), pointer(legal), 0, 0
    notes[Playing.GAMES] = 0
    for game in range(len(ends)):
        copy(pointer(start), s)
        status = settle_by_lot(s, x, known, lengths, notes)
        for _ in range(notes[Playing.MOST]):
            if status != Status.DECISION:
                break
            many = legal_events(s, x, events)
            if many == 0 or x[ERROR] != 0:
                status = Status.DEAD_END
                break
            if count == len(seen):
                return whole
            notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
            strays, event, worths[count, 0] = (notes[Playing.RANDOM] >> 4) % stray == 0, events[0], 0
            if stray > 1:
                worths[count, 0] = judged(s, cells, piles, rows, heads, curve, sums)
                coming = notes[Playing.RANDOM]
                notes[Playing.RANDOM] = (coming * 69621 + 1283) % 2147483646 + 1  # or samples would be of what is to come
                event = best_judged(s, t, x, known, lengths, events, many, notes, cells, piles, rows, heads, curve, sums)
                notes[Playing.RANDOM] = coming
            if strays:
                notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
                event = events[(notes[Playing.RANDOM] >> 4) % many]
            for slot in range(SLOTS):
                seen[count, slot] = s[slot]
            worths[count, 1], worths[count, 2] = game, strays
            count += 1
            apply(s, x, event)
            status = settle_by_lot(s, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        ends[game] = grade(s, x) if status == Status.END and x[ERROR] == 0 else -1
        x[ERROR], whole = 0, count
        notes[Playing.GAMES] = game + 1
    return whole
