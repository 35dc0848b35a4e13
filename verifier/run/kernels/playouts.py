"""Games played at random on a deal, of which the best line and the quickest loss are kept; every other one starts like those."""

from verifier.run.control import Playout, Status
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
    legal_events,
    pointer,
    uncounted,
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
    notes[Playout.ENDED] += 1
    if value > notes[Playout.BEST] or (
            value == notes[Playout.BEST] and notes[Playout.DECISIONS] <= notes[Playout.BEST_DECISIONS]):
        notes[Playout.BEST], notes[Playout.BEST_DECISIONS] = value, notes[Playout.DECISIONS]
        copy_line(line, notes[Playout.DECISIONS], best)
    if value < LOWEST_STEP and (notes[Playout.LOSS_DECISIONS] < 0 or notes[Playout.DECISIONS] <= notes[Playout.LOSS_DECISIONS]):
        notes[Playout.LOSS_DECISIONS], notes[Playout.LOSS] = notes[Playout.DECISIONS], value
        copy_line(line, notes[Playout.DECISIONS], loss)


@compiled
def decisions_to_repeat(notes):
    """How many decisions of the line in hand the next game starts with: every other game with a random part of it."""
    known = notes[Playout.BEST_DECISIONS] if notes[Playout.LIKE_LOSS] == 0 else notes[Playout.LOSS_DECISIONS]
    notes[Playout.RANDOM] = next_random(notes[Playout.RANDOM])
    return (notes[Playout.RANDOM] >> 4) % known if known > 0 and notes[Playout.GAMES] % 2 == 1 else 0


@uncounted
def play_on(start, state, context, tapes, lengths, most, outcomes, scratch, line, best, loss, stops, notes):
    """Go on playing games for about `most` decisions, or until there is no game left to play.

    `notes` are the numbers of Playout.  `stops` gets, for each game as far as there is room, the Status with which it stopped,
    and for those that the deal stopped the tape and the entry.
    A rule that fails ends its game and no more: a search that needs the rule will say so.
    """
    s, x, out, mark = pointer(state), pointer(context), pointer(outcomes), pointer(scratch)
    for _ in range(most):
        if notes[Playout.DECISIONS] < 0:
            if notes[Playout.GAMES_LEFT] <= 0 or notes[Playout.DECISIONS_LEFT] <= 0:
                return
            copy(pointer(start), s)
            notes[Playout.GAMES_LEFT] -= 1
            notes[Playout.DECISIONS], notes[Playout.REPEATED] = 0, decisions_to_repeat(notes)
            status = settle(s, x, tapes, lengths, False, mark)
        elif notes[Playout.DECISIONS] >= notes[Playout.DECISIONS_MOST]:
            status = Status.GIVEN_UP
        else:
            event = best[notes[Playout.DECISIONS]] if notes[Playout.LIKE_LOSS] == 0 else loss[notes[Playout.DECISIONS]]
            count, status = 1, Status.DEAD_END
            if notes[Playout.DECISIONS] >= notes[Playout.REPEATED]:
                count = legal_events(s, x, out)
                notes[Playout.RANDOM] = next_random(notes[Playout.RANDOM])
                event = out[(notes[Playout.RANDOM] >> 4) % max(1, count)]
            if x[ERROR] != 0:
                status = Status.FAILED
            elif count > 0:
                line[notes[Playout.DECISIONS]] = event
                notes[Playout.DECISIONS] += 1
                notes[Playout.DECISIONS_LEFT] -= 1
                apply(s, x, event)
                status = settle(s, x, tapes, lengths, False, mark) if x[ERROR] == 0 else Status.FAILED
        value = grade(s, x) if status == Status.END else -1
        if x[ERROR] != 0:
            status, x[ERROR] = Status.FAILED, 0
        if status == Status.DECISION:
            continue
        if status == Status.END:
            note_end(value, line, best, loss, notes)
        if notes[Playout.GAMES] < len(stops):
            tape = TAPE_OF_PHASE[s[PHASE]] if status == Status.RAN_OUT or status == Status.IMPOSSIBLE else 0
            stops[notes[Playout.GAMES], 0], stops[notes[Playout.GAMES], 1] = status, tape
            stops[notes[Playout.GAMES], 2] = s[SLOTS + tape] if status == Status.RAN_OUT or status == Status.IMPOSSIBLE else 0
        notes[Playout.GAMES] += 1
        notes[Playout.DECISIONS] = -1
