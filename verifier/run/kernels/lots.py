"""Games in which chance goes by lot, for whoever decides without knowing what it will bring, or knowing a little of it.

Nothing here is given a deal.  What chance brings is drawn by its weights on the table as it is, which is all that anybody at the
table knows of it.  Who knows what a stream of chance brings next is given those entries of its tape (`known`, `lengths` of each):
they come first, and lots behind them; both are empty where nothing is known.  The tape counters of a state say how many of them
have come on the line that led to it.
"""

from verifier.run.control import Playing, Status, Worth
from verifier.run.kernels.chains import automatic_event
from verifier.run.kernels.contract import (
    ERROR,
    PHASE,
    SLOTS,
    STEP_OF_PHASE,
    TAPE_OF_PHASE,
    apply,
    bound,
    compiled,
    copy,
    estimate,
    grade,
    kind_of,
    legal_events,
    outcome_at,
    pointer,
    seldom,
    total_weight,
    uncounted,
)
from verifier.run.kernels.play import next_random


@seldom
def known_event(s, x, known, lengths):
    """The outcome that comes for certain, as the deal has it there; minus a Status where it cannot come."""
    return automatic_event(s, x, known, lengths)


@compiled
def drawn_event(s, x, known, lengths, notes):
    """A chance outcome, by lot where it is not known; minus a Status where none has weight, or a weight fails."""
    if len(lengths) > 0 and s[SLOTS + TAPE_OF_PHASE[s[PHASE]]] < lengths[TAPE_OF_PHASE[s[PHASE]]]:
        return known_event(s, x, known, lengths)
    total = total_weight(s, x)
    if x[ERROR] != 0:
        return -Status.FAILED
    if total == 0:
        return -Status.DEAD_END
    notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
    return outcome_at(s, x, (notes[Playing.RANDOM] >> 4) % total)


@compiled
def settle_by_lot(s, x, known, lengths, notes):
    """Run what happens by itself, chance as known or else by lot, up to a decision or an end.

    The Status of the node, or of why there is none.
    """
    for _ in range(8192):
        kind = kind_of(s, x)
        if kind == Status.DECISION or kind == Status.END:
            return kind
        event = drawn_event(s, x, known, lengths, notes) if kind == Status.CHANCE else STEP_OF_PHASE[s[PHASE]]
        if event < 0:
            return -event
        apply(s, x, event)
        if x[ERROR] != 0:
            return Status.FAILED
    return Status.LOOP


@compiled
def worth_of_grade(number, notes):
    """What an end is worth by its grade (`verifier.policy.scale`)."""
    low, high = notes[Playing.LOWEST], notes[Playing.HIGHEST]
    at = max(low, min(number // notes[Playing.DIVISOR], high))
    return (at - low) * Worth.SURE // (high - low)


@compiled
def worth_of_end(s, x, status, notes):
    """What a game is worth that has stopped: an end by its grade, anything else nothing.  Clears the error slot."""
    worth = worth_of_grade(grade(s, x), notes) if status == Status.END and x[ERROR] == 0 else 0
    x[ERROR] = 0
    return worth


@compiled
def play_by_lot(s, x, known, lengths, out, notes):
    """Play on in place from a decision to the end, every legal decision equally likely; what the game is worth."""
    status = Status.DECISION
    for _ in range(notes[Playing.MOST]):
        count = legal_events(s, x, out)
        if count == 0 or x[ERROR] != 0:
            status = Status.DEAD_END
            break
        notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
        apply(s, x, out[(notes[Playing.RANDOM] >> 4) % count])
        status = settle_by_lot(s, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        if status != Status.DECISION:
            break
    return worth_of_end(s, x, status, notes)


@compiled
def decisions_left(s, x, choices, out):
    """Write the decisions that are left to a player to `out`: `choices`, or all that are legal if it is empty; how many."""
    if len(choices) == 0:
        return legal_events(s, x, out)
    for index in range(len(choices)):
        out[index] = choices[index]
    return len(choices)


@uncounted
def promising_by_lot(state, scratch, context, known, lengths, choices, legal, notes):
    """The decision after which the game promises most on the average of samples of what chance brings; -1 where none is legal.

    First counts what the game's bound says of the states that follow, an end being its grade, then its estimate.  A decision
    after which chance brings nothing needs one sample; of equal ones the first is taken.
    """
    s, t, x, events = pointer(state), pointer(scratch), pointer(context), pointer(legal)
    count = decisions_left(s, x, choices, events)
    if count == 0 or x[ERROR] != 0:
        return events[count - 1] if count > 0 else -1
    best, most, most_promise, lot = events[0], -1, 0, notes[Playing.RANDOM]
    for index in range(count):
        total, promise, notes[Playing.RANDOM] = 0, 0, lot
        for sample in range(notes[Playing.SAMPLES]):
            copy(s, t)
            apply(t, x, events[index])
            status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
            if status == Status.END and x[ERROR] == 0:
                total, promise = total + grade(t, x), promise + 1099511627776
            elif status == Status.DECISION:
                total, promise = total + bound(t, x), promise + estimate(t, x)
            x[ERROR] = 0
            if sample == 0 and notes[Playing.RANDOM] == lot:
                total, promise = total * notes[Playing.SAMPLES], promise * notes[Playing.SAMPLES]
                break
        if total > most or (total == most and promise > most_promise):
            best, most, most_promise = events[index], total, promise
    return best


@uncounted
def step_by_lot(state, context, known, lengths, event, notes):
    """Make a decision in place, and go on to the next one or to where play stops; -1 where chance has brought something.

    Else the Status there.  Clears the error slot.
    """
    s, x, lot = pointer(state), pointer(context), notes[Playing.RANDOM]
    apply(s, x, event)
    status = settle_by_lot(s, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
    x[ERROR] = 0
    return status if notes[Playing.RANDOM] == lot else -1
