"""Games played at random on a deal, of which the best line and the quickest loss are kept; every other one starts like those."""

from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    ERROR,
    LOWEST_STEP,
    PHASE,
    SLOTS,
    TAPE_OF_PHASE,
    apply,
    compiled,
    copy,
    grade,
    kernel,
    legal_events,
    pointer,
)
from verifier.run.kernels.play import next_random


@compiled
def copy_line(line, count, kept):
    """Keep the first `count` decisions of a line."""
    for at in range(count):
        kept[at] = line[at]


@compiled
def note_end(value, line, best, loss, notes):
    """Keep the line of a game that ended, if it is the best so far or the quickest loss; of equal ones the last."""
    notes[5] += 1
    if value > notes[6] or (value == notes[6] and notes[2] <= notes[7]):
        notes[6], notes[7] = value, notes[2]
        copy_line(line, notes[2], best)
    if value < LOWEST_STEP and (notes[8] < 0 or notes[2] <= notes[8]):
        notes[8], notes[9] = notes[2], value
        copy_line(line, notes[2], loss)


@compiled
def decisions_to_repeat(notes):
    """How many decisions of the line in hand the next game starts with: every other game with a random part of it."""
    known = notes[7] if notes[11] == 0 else notes[8]
    notes[0] = next_random(notes[0])
    return (notes[0] >> 4) % known if known > 0 and notes[4] % 2 == 1 else 0


@kernel
def play_on(start, state, context, tapes, lengths, most, outcomes, scratch, line, best, loss, stops, notes):
    """Go on playing games for about `most` decisions, or until there is no game left to play.

    notes: [0] the random number, [1] games to play, [2] decisions of the game that is on (-1 none), [3] decisions after which
    a game is given up, [4] games played, [5] of them ended, [6] the best grade (-1 none), [7] decisions of its line (`best`),
    [8] decisions of the quickest loss (`loss`; -1 none), [9] its grade, [10] decisions to take: no game begins when there are
    none left, [11] which line games start like: 0 the best, 1 the quickest loss, [12] how many of its decisions this game
    repeats.  `stops` gets, for each game as far as there is room,
    how it stopped (as `settle`; 8 no legal decision, 9 given up), and for 5 and 6 the tape and the entry that it stopped at.
    A rule that fails ends its game and no more: a search that needs the rule will say so.
    """
    s, x, out, mark = pointer(state), pointer(context), pointer(outcomes), pointer(scratch)
    for _ in range(most):
        if notes[2] < 0:
            if notes[1] <= 0 or notes[10] <= 0:
                return
            copy(pointer(start), s)
            notes[1] -= 1
            notes[2], notes[12] = 0, decisions_to_repeat(notes)
            status = settle(s, x, tapes, lengths, False, mark)
        elif notes[2] >= notes[3]:
            status = 9
        else:
            event = best[notes[2]] if notes[11] == 0 else loss[notes[2]]
            count, status = 1, 8
            if notes[2] >= notes[12]:
                count = legal_events(s, x, out)
                notes[0] = next_random(notes[0])
                event = out[(notes[0] >> 4) % max(1, count)]
            if x[ERROR] != 0:
                status = 7
            elif count > 0:
                line[notes[2]] = event
                notes[2] += 1
                notes[10] -= 1
                apply(s, x, event)
                status = settle(s, x, tapes, lengths, False, mark) if x[ERROR] == 0 else 7
        value = grade(s, x) if status == 3 else -1
        if x[ERROR] != 0:
            status, x[ERROR] = 7, 0
        if status == 0:
            continue
        if status == 3:
            note_end(value, line, best, loss, notes)
        if notes[4] < len(stops):
            tape = TAPE_OF_PHASE[s[PHASE]] if status == 5 or status == 6 else 0
            stops[notes[4], 0], stops[notes[4], 1] = status, tape
            stops[notes[4], 2] = s[SLOTS + tape] if status == 5 or status == 6 else 0
        notes[4] += 1
        notes[2] = -1
