"""Chains of automatic transitions, and the choices at the node they end in."""

from verifier.run.control import Status
from verifier.run.kernels.contract import (
    CELLS,
    ERROR,
    EVENT_FROM,
    EVENT_LIST,
    KIND_OF_PHASE,
    PHASE,
    SLOTS,
    STEP_OF_PHASE,
    TAPE_OF_PHASE,
    advance,
    compiled,
    copy,
    kind_of,
    outcome_at,
    total_weight,
    weigh,
)


@compiled
def possible_outcomes(s, x, out, weights):
    """Write the chance outcomes with weight to `out` and their weights; how many there are.  A weight that fails comes last."""
    phase, count = s[PHASE], 0
    for index in range(EVENT_FROM[phase], EVENT_FROM[phase + 1]):
        event = EVENT_LIST[index]
        weight = weigh(s, x, event)
        if weight > 0 or x[ERROR] != 0:
            out[count] = event
            weights[count] = weight
            count += 1
        if x[ERROR] != 0:
            break
    return count


@compiled
def dealt_event(s, x, tapes, lengths):
    """The outcome that the deal fixes: its event.

    Otherwise minus a Status: the tape ran out, it names something impossible, a weight failed, or, whatever the tape says, a
    dead end: no outcome has weight, which is no fault of the deal's.
    """
    phase = s[PHASE]
    tape = TAPE_OF_PHASE[phase]
    used = s[SLOTS + tape]
    entry = tapes[tape, used] if used < lengths[tape] else 0
    if entry < 0:
        event = EVENT_LIST[EVENT_FROM[phase] - entry - 1]
        weight = weigh(s, x, event)
        if x[ERROR] != 0:
            return -Status.FAILED
        if weight > 0:
            return event
    total = total_weight(s, x)
    if x[ERROR] != 0:
        return -Status.FAILED
    if total == 0:
        return -Status.DEAD_END
    if used >= lengths[tape]:
        return -Status.RAN_OUT
    if entry < 0:
        return -Status.IMPOSSIBLE
    return outcome_at(s, x, entry % total)


@compiled
def automatic_event(s, x, tapes, lengths):
    """The event of a step, or of dealt chance (its tape counter moves); below 0 as `dealt_event`.

    In a phase of decisions it is what happens where none is legal: whoever asks knows that none is.
    """
    phase = s[PHASE]
    if KIND_OF_PHASE[phase] != Status.CHANCE:
        return STEP_OF_PHASE[phase]
    event = dealt_event(s, x, tapes, lengths)
    if event >= 0:
        s[SLOTS + TAPE_OF_PHASE[phase]] += 1
    return event


@compiled
def settle(s, x, tapes, lengths, open_chance, mark):
    """Run automatic transitions in place up to a node.

    Returns what the node is, a Status: chance only when it is open, a dead end where chance can bring nothing.  Loops are found
    by Brent's method: a state that equals the marked one means that the chain repeats; `mark` is scratch space.
    """
    steps, next_mark = 0, 64
    while True:
        kind = kind_of(s, x)
        if kind == Status.DECISION or kind == Status.END or (kind == Status.CHANCE and open_chance):
            return kind
        event = automatic_event(s, x, tapes, lengths)
        if event < 0:
            return -event
        steps += advance(s, x, event, max(1, 64 - steps))
        if x[ERROR] != 0:
            return Status.FAILED
        if steps > 64:
            same = True
            for cell in range(CELLS):
                if s[cell] != mark[cell]:
                    same = False
                    break
            if same:
                return Status.LOOP
        if steps == next_mark:
            copy(s, mark)
            next_mark *= 2
