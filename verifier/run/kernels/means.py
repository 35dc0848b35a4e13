"""What a table is worth on the mean of what chance can bring: outcome by outcome where few can come, else by samples."""

from verifier.run.control import Playing, Status
from verifier.run.kernels.chains import possible_outcomes
from verifier.run.kernels.contract import ERROR, PHASE, STEP_OF_PHASE, apply, compiled, copy, kind_of, pointer
from verifier.run.kernels.judged import judged, sum_changes, sum_rows, worth_by_sums
from verifier.run.kernels.lots import settle_by_lot, worth_of_end


@compiled
def to_chance(s, x):
    """Run what happens by itself, up to chance, a decision or an end: the Status there."""
    for _ in range(8192):
        kind = kind_of(s, x)
        if x[ERROR] != 0:
            return Status.FAILED
        if kind != Status.STEP:
            return kind
        apply(s, x, STEP_OF_PHASE[s[PHASE]])
        if x[ERROR] != 0:
            return Status.FAILED
    return Status.LOOP


@compiled
def worth_there(s, x, status, notes, cells, piles, estimates, rows, heads, curve, sums):
    """What is expected of a table on which somebody decides; of any other what `worth_of_end` says.  Clears the error slot."""
    if status == Status.DECISION and x[ERROR] == 0:
        return judged(s, x, cells, piles, estimates, rows, heads, curve, sums)
    return worth_of_end(s, x, status, notes)


@compiled
def worth_near(s, base, x, status, notes, cells, piles, estimates, rows, heads, curve, sums):
    """The same of a table that is much like another, whose sums are the second ones."""
    if status == Status.DECISION and x[ERROR] == 0:
        sum_changes(s, base, cells, piles, rows, sums, 0, 1)
        return worth_by_sums(s, x, estimates, heads, curve, sums, 0)
    return worth_of_end(s, x, status, notes)


@compiled
def open_chance(level, x, stages, outs, weights, tally):
    """Begin to weigh what chance brings at a level: the number of outcomes, 0 where nothing can come."""
    count = possible_outcomes(pointer(stages[level]), x, pointer(outs[level]), pointer(weights[level]))
    if x[ERROR] != 0:
        x[ERROR], count = 0, 0
    tally[level, 0], tally[level, 1], tally[level, 2], tally[level, 3] = 0, count, 0, 0
    for index in range(count):
        tally[level, 2] += weights[level, index]
    return count


@compiled
def weighed_mean(x, leaves_most, stages, outs, weights, tally, notes, cells, piles, estimates, rows, heads, curve, sums):
    """The mean of what chance can bring from `stages[0]` on, outcome by outcome, rounded up; -1 where too much can come.

    A row of `tally` has the next outcome of a level, how many there are, their weights together, and the sum so far.
    """
    level, leaves, worth = 0, 0, -1
    status = to_chance(pointer(stages[0]), x)
    if status != Status.CHANCE:
        return worth_there(pointer(stages[0]), x, status, notes, cells, piles, estimates, rows, heads, curve, sums)
    if open_chance(0, x, stages, outs, weights, tally) == 0:
        return 0
    sum_rows(pointer(stages[0]), cells, piles, rows, sums, 1)
    while True:
        if tally[level, 0] == tally[level, 1]:
            worth = -(-tally[level, 3] // tally[level, 2])
            if level == 0:
                return worth
            level -= 1
        else:
            index = tally[level, 0]
            copy(pointer(stages[level]), pointer(stages[level + 1]))
            apply(pointer(stages[level + 1]), x, outs[level, index])
            status = to_chance(pointer(stages[level + 1]), x) if x[ERROR] == 0 else Status.FAILED
            if status == Status.CHANCE and x[ERROR] == 0:
                if level + 2 == len(stages):
                    return -1
                if open_chance(level + 1, x, stages, outs, weights, tally) > 0:
                    level += 1
                    continue
                status = Status.DEAD_END
            leaves += 1
            if leaves > leaves_most:
                x[ERROR] = 0
                return -1
            worth = worth_near(pointer(stages[level + 1]), pointer(stages[0]), x, status, notes, cells, piles, estimates, rows,
                               heads, curve, sums)
        tally[level, 3] += weights[level, tally[level, 0]] * worth
        tally[level, 0] += 1


@compiled
def sampled_mean(s, t, x, event, lot, notes, known, lengths, cells, piles, estimates, rows, heads, curve, sums):
    """The mean over samples of what chance brings after a decision (-1: none), rounded up; of those of a lot, not of a deal."""
    total, notes[Playing.RANDOM] = 0, lot
    for _ in range(notes[Playing.SAMPLES]):
        copy(s, t)
        if event >= 0:
            apply(t, x, event)
        status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        total += worth_there(t, x, status, notes, cells, piles, estimates, rows, heads, curve, sums)
    return -(-total // notes[Playing.SAMPLES])
