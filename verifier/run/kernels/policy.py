"""Games that a policy plays on a deal, lines followed, and the positions of a line at which two readings part."""

from verifier.run.control import Followed, Policy, Status
from verifier.run.kernels.chains import automatic_event, possible_outcomes, settle
from verifier.run.kernels.contract import (
    CELLS,
    ERROR,
    KIND_OF_PHASE,
    PHASE,
    SEATS,
    STEP_OF_PHASE,
    apply,
    bound,
    compiled,
    copy,
    estimate,
    grade,
    kernel,
    kind_of,
    legal_events,
    outcome,
    pointer,
)


@compiled
def draw_of(number, event):
    """What an event draws from a number below 2**31: no two events the same, for every step is one to one on 31 bits."""
    h = (number ^ (event * 668265263)) & 2147483647
    h = ((h ^ (h >> 15)) * 739982445) & 2147483647
    h = ((h ^ (h >> 12)) * 695872825) & 2147483647
    return h ^ (h >> 15)


@compiled
def lowest_draw(number, out, count):
    """Of the events in `out` the one that draws lowest."""
    best = 0
    for index in range(1, count):
        if draw_of(number, out[index]) < draw_of(number, out[best]):
            best = index
    return out[best]


@compiled
def most_promising(s, t, mark, x, tapes, lengths, out, count, decisions, lot, notes):
    """Of the events in `out` the one whose next decision has the best bound, then the best estimate; an end is certain.

    Of equal ones the first, or the one that draws lowest from `lot` (-1: nothing is drawn).  An event that does not lead to a
    decision or an end comes last; the first that leads into a loop goes to `notes`.  One whose rules fail is returned at once.
    """
    best, best_most, best_promise = out[0], -2, 0
    for index in range(count):
        copy(s, t)
        apply(t, x, out[index])
        status = settle(t, x, tapes, lengths, False, mark) if x[ERROR] == 0 else Status.FAILED
        most, promise = -1, 0
        if status == Status.LOOP and notes[Policy.LOOP_AT] < 0:
            notes[Policy.LOOP_AT], notes[Policy.LOOP_EVENT] = decisions, out[index]
        if status == Status.END:
            most, promise = grade(t, x), 4611686018427387903
        elif status == Status.DECISION:
            most, promise = bound(t, x), estimate(t, x)
        if x[ERROR] != 0:
            return out[index]
        is_equal = most == best_most and promise == best_promise
        if most > best_most or (most == best_most and promise > best_promise) or (
                is_equal and lot >= 0 and draw_of(lot, out[index]) < draw_of(lot, best)):
            best, best_most, best_promise = out[index], most, promise
    return best


@kernel
def play_policy(start, state, context, tapes, lengths, draws, is_greedy, outcomes, scratch, line, worth, notes):
    """Play a game on a deal; the decisions go to `line`.  `is_greedy` is 2 where lots decide between what promises the same.

    `worth` gets what an end is worth to each seat; `notes` are the numbers of Policy.  Returns the Status with which the game
    stopped: after FAILED the last of the line is the event that failed; GIVEN_UP where `draws` are not enough decisions.
    """
    s, x, out = pointer(state), pointer(context), pointer(outcomes)
    t, mark = pointer(scratch[0]), pointer(scratch[1])
    copy(pointer(start), s)
    notes[Policy.DECISIONS], notes[Policy.GRADE], notes[Policy.LOOP_AT] = 0, -1, -1
    status = settle(s, x, tapes, lengths, False, mark)
    while status == Status.DECISION:
        if notes[Policy.DECISIONS] == len(draws):
            return Status.GIVEN_UP
        count = legal_events(s, x, out)
        if count == 0:
            return Status.DEAD_END
        if x[ERROR] != 0:
            event = out[count - 1]
        elif is_greedy:
            lot = draws[notes[Policy.DECISIONS]] if is_greedy == 2 else -1
            event = most_promising(s, t, mark, x, tapes, lengths, out, count, notes[Policy.DECISIONS], lot, notes)
        else:
            event = lowest_draw(draws[notes[Policy.DECISIONS]], out, count)
        line[notes[Policy.DECISIONS]] = event
        notes[Policy.DECISIONS] += 1
        if x[ERROR] == 0:
            apply(s, x, event)
        status = settle(s, x, tapes, lengths, False, mark) if x[ERROR] == 0 else Status.FAILED
    if status == Status.END:
        notes[Policy.GRADE] = grade(s, x)
        for seat in range(SEATS):
            worth[seat] = outcome(s, x, seat)
    return Status.FAILED if x[ERROR] != 0 else status


@kernel
def follow_line(start, state, context, tapes, lengths, line, count, outcomes, scratch, notes):
    """Follow decisions on a deal: the grade of the end they lead to, -1 when one is illegal or they lead to no end.

    `notes` are the numbers of Followed.
    """
    s, x, out, mark = pointer(state), pointer(context), pointer(outcomes), pointer(scratch[0])
    copy(pointer(start), s)
    status = settle(s, x, tapes, lengths, False, mark)
    notes[Followed.BOUND] = bound(s, x) if status == Status.DECISION or status == Status.END else -1
    for at in range(count):
        legal, is_legal = legal_events(s, x, out) if status == Status.DECISION else 0, False
        for index in range(legal):
            if out[index] == line[at]:
                is_legal = True
        if not is_legal or x[ERROR] != 0:
            return -1
        apply(s, x, line[at])
        status = settle(s, x, tapes, lengths, False, mark) if x[ERROR] == 0 else Status.FAILED
    return grade(s, x) if status == Status.END and x[ERROR] == 0 else -1


@kernel
def trace_line(start, context, tapes, lengths, line, count, positions):
    """Store the positions of a line, transition by transition, as far as there is room; how many."""
    x, number, at = pointer(context), 0, 0
    copy(pointer(start), pointer(positions[0]))
    while number + 1 < len(positions):
        t = pointer(positions[number + 1])
        copy(pointer(positions[number]), t)
        kind = kind_of(t, x)
        if kind == Status.END or (kind == Status.DECISION and at == count):
            break
        event = line[at] if kind == Status.DECISION else automatic_event(t, x, tapes, lengths)
        at += 1 if kind == Status.DECISION else 0
        if event < 0:
            break
        apply(t, x, event)
        if x[ERROR] != 0:
            break
        number += 1
    return number + 1


@compiled
def are_same(s, t):
    """Whether two states are the same."""
    for cell in range(CELLS):
        if s[cell] != t[cell]:
            return False
    return True


@compiled
def results_differ(s, t, u, x, y, event):
    """Whether an event does something else under another context; the error slots are clear afterwards."""
    copy(s, t)
    copy(s, u)
    apply(t, x, event)
    apply(u, y, event)
    failed, other_failed = x[ERROR], y[ERROR]
    x[ERROR] = y[ERROR] = 0
    return failed != other_failed or (failed == 0 and not are_same(t, u))


@compiled
def choices_at(s, x, out, weights):
    """The legal decisions, or the possible outcomes with their weights, or the step; how many.  Clears the error slot."""
    kind = kind_of(s, x)
    if kind == Status.DECISION:
        count = legal_events(s, x, out)
    elif kind == Status.CHANCE:
        count = possible_outcomes(s, x, out, weights)
    else:
        out[0], count = STEP_OF_PHASE[s[PHASE]], 1
    if x[ERROR] != 0:
        x[ERROR] = 0
        count = -1
    return count


@kernel
def part_positions(positions, count, context, other, scratch, outcomes, weights, found):
    """What differs at positions under two contexts: found[k] gets 0 nothing, 1 what is possible, 2 + the event whose result does.

    At an end, 1 is that the grade differs, or what the end is worth to a seat.
    """
    x, y = pointer(context), pointer(other)
    out, out_other = pointer(outcomes[0]), pointer(outcomes[1])
    w, w_other = pointer(weights[0]), pointer(weights[1])
    t, u = pointer(scratch[0]), pointer(scratch[1])
    for number in range(count):
        s = pointer(positions[number])
        found[number] = 0
        kind = KIND_OF_PHASE[s[PHASE]]
        if kind == Status.END:
            found[number] = 1 if grade(s, x) != grade(s, y) else 0
            for seat in range(SEATS):
                if outcome(s, x, seat) != outcome(s, y, seat):
                    found[number] = 1
            continue
        possible = choices_at(s, x, out, w)
        if possible != choices_at(s, y, out_other, w_other):
            found[number] = 1
            continue
        for index in range(possible):
            if out[index] != out_other[index] or (kind == Status.CHANCE and w[index] != w_other[index]):
                found[number] = 1
        for index in range(possible):
            if found[number] == 0 and results_differ(s, t, u, x, y, out[index]):
                found[number] = 2 + out[index]
