"""Expansion for best-line searches: successors are stored with their promise, hopeless ones are cut by what they can be worth."""

from verifier.run.control import Searching, Status, Why
from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    ERROR,
    EVENT_ROOM,
    LOWEST_STEP,
    apply,
    bound,
    canonical,
    compiled,
    copy,
    estimate,
    grade,
    legal_events,
    pack,
    pointer,
    progress,
    safe,
    uncounted,
)
from verifier.run.kernels.dominance import enter_chain, is_worse
from verifier.run.kernels.visited import (
    add_state,
    begin_row,
    end_row,
    find,
    has_room_for_parts,
    home_of,
    number_bits,
    number_parts,
    read_state,
)


@compiled
def worth(s, x, status, decisions, soon, least, prune):
    """The most that a line through a state can be worth: its grade at an end, elsewhere its bound.

    To whom `soon` is above 0, an end is worth what is left of it after so many decisions if it is wanted (-1 if it is not): if
    its grade is at least `least` or, with a `least` below 0, if the game is lost there.  Whatever is no end could come to one
    with the next decision, if `prune` is 0 or the bound does not say otherwise.
    """
    if soon == 0:
        return grade(s, x) if status == Status.END else bound(s, x)
    if status == Status.END:
        value = grade(s, x)
        wanted = value >= least if least >= 0 else value < LOWEST_STEP
        return soon - decisions if wanted else -1
    if prune != 0 and bound(s, x) < least:
        return -1
    return soon - decisions - 1


@compiled
def note_dead_end(most, number, event, control):
    """Keep the dead end that could be worth most; of equal ones the first."""
    if most > control[Searching.STUCK_MOST]:
        control[Searching.STUCK_MOST], control[Searching.STUCK_AT], control[Searching.STUCK_EVENT] = most, number, event


@compiled
def note_failure(number, event, control):
    """Say at which state a rule failed, and with which event."""
    control[Searching.WHY], control[Searching.AT], control[Searching.EVENT] = Why.FAILED, number, event


@compiled
def only_safe(s, x, out, count):
    """Of the legal decisions in `out` leave the first that is safe, or all if none is; how many are left.

    Where the rule that says so fails, the decision that it fails for comes last.
    """
    for index in range(count):
        if safe(s, x, out[index]):
            out[0] = out[index]
            return 1
        if x[ERROR] != 0:
            return index + 1
    return count


@compiled
def decisions_to_make(s, x, out, number, limit, deferred, control):
    """The decisions to make at a state, in `out`: all that are legal, or a safe one, and the others are deferred; how many."""
    legal = legal_events(s, x, out)
    if control[Searching.SAFE] == 0 or x[ERROR] != 0:
        return legal
    count = only_safe(s, x, out, legal)
    if count < legal:
        deferred[number] = 1
        control[Searching.DEFERRED] += 1
        control[Searching.DEFERRED_MOST] = max(control[Searching.DEFERRED_MOST], limit)
    return count


@compiled
def note_without_grade(t, x, status, number, event, taken, soon, control):
    """Note that an event leads to no decision and no end: round for ever, to where the deal is silent, or to a dead end."""
    if status == Status.DEAD_END:
        most = bound(t, x) if soon == 0 else soon - taken
        if x[ERROR] == 0:
            control[Searching.EMPTY_CHANCE] += 1
            note_dead_end(most, number, event, control)
    elif status == Status.LOOP:
        control[Searching.LOOPS] += 1
    else:
        control[Searching.UNCOVERED] += 1
        if soon > 0:
            control[Searching.UNCOVERED_MOST] = max(control[Searching.UNCOVERED_MOST], soon - taken)


@compiled
def is_set_aside(number, limit, beaten, deferred, control):
    """Whether a state that waits is not expanded, since a better one was found after it: it is deferred, or left out for good."""
    if control[Searching.DOMINANCE] == 0 or beaten[number] == 0:
        return False
    set_aside(number, limit, deferred, control)
    return True


@compiled
def set_aside(number, limit, deferred, control):
    """Defer a state that is worse than another, unless all that it can be worth besides is no better than what was found."""
    control[Searching.DOMINATED] += 1
    limit[number] = min(limit[number], control[Searching.DOMINATED_MOST])
    if limit[number] > control[Searching.BEST]:
        deferred[number] = 1
        control[Searching.DEFERRED_MOST] = max(control[Searching.DEFERRED_MOST], limit[number])


@compiled
def is_dominated(h, at, words, other, store, table, bits, parts, heads, chain, found):
    """Whether a state is new, `found[0]` being its row, and worse than one that is stored."""
    return find(store, table, bits, found, 0, h, at) < 0 and is_worse(words, other, store, parts, heads, chain)


@uncounted
def expand(context, tapes, lengths, picks, store, parent, via, node, table, parts, places, counts, score, limit, stage,
           deferred, heads, chain, beaten, edges, control, scratch, outcomes, packed, found, hashes):
    """Expand the picked states; what is new is stored behind the others.

    `score` gets the estimate, `limit` what the state can be worth and `stage` the progress of each state; where an end is wanted
    soon, the decisions taken, and the estimate is turned round where that is one that loses.  `deferred` is set where a safe
    decision is all that was made, or where a better state is stored: `heads`, `chain` and `beaten` find it (`dominance.py`).
    `control` are the numbers of Searching.  It stops at once when an end is worth enough, and before the next state when there
    are as many as may be, or no room for its successors' parts.  If transitions are to be noted, `edges` gets from, to and event
    of each, and no end makes others worthless.
    """
    x, out, known, other = pointer(context), pointer(outcomes), pointer(scratch[3]), pointer(scratch[4])
    bits, place_bits = number_bits(table), number_bits(places)
    s, t, mark = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2])
    soon, least, prune = control[Searching.SOON], control[Searching.LEAST], control[Searching.PRUNE]
    sign = -1 if soon > 0 and least < 0 else 1
    control[Searching.DONE] = 0
    for number in picks:
        if control[Searching.STATES] >= control[Searching.STATES_MOST]:
            return
        if not has_room_for_parts(parts, places, counts, EVENT_ROOM):
            return
        control[Searching.DONE] += 1
        taken = stage[number] + 1
        if limit[number] <= control[Searching.BEST]:
            control[Searching.CUT] += 1
            continue
        if is_set_aside(number, limit, beaten, deferred, control):
            continue
        read_state(store, number, parts, known, s)
        count = decisions_to_make(s, x, out, number, limit[number], deferred, control)
        if x[ERROR] != 0:
            note_failure(number, out[count - 1], control)
            return
        if count == 0:
            control[Searching.DEAD_ENDS] += 1
            if soon == 0 or least < 0:
                note_dead_end(limit[number], number, -1, control)
        for index in range(count):
            event = out[index]
            copy(s, t)
            apply(t, x, event)
            control[Searching.TRANSITIONS] += 1
            status = settle(t, x, tapes, lengths, False, mark) if x[ERROR] == 0 else Status.FAILED
            if x[ERROR] == 0 and status > Status.END:
                note_without_grade(t, x, status, number, event, taken, soon, control)
            if x[ERROR] != 0:
                note_failure(number, event, control)
                return
            if status > Status.END:
                continue
            most = worth(t, x, status, taken, soon, least, prune)
            if x[ERROR] != 0:
                note_failure(number, event, control)
                return
            if most <= control[Searching.BEST]:
                control[Searching.CUT] += 1
                continue
            promise = estimate(t, x) if status != Status.END else 0
            come = progress(t, x) if status != Status.END and soon == 0 else taken
            if x[ERROR] != 0:
                note_failure(number, event, control)
                return
            canonical(t)
            pack(t, pointer(packed[0]))
            begin_row(packed, 0, known, number, store, found, hashes, places)
            number_parts(packed, 0, found, hashes, parts, places, place_bits, counts)
            end_row(0, found, hashes, table)
            before, at = control[Searching.STATES], home_of(table, hashes[0, 0])
            worse, compares = False, status == Status.DECISION and control[Searching.DOMINANCE] == 1
            if compares:
                worse = is_dominated(hashes[0, 0], at, pointer(packed[0]), other, store, table, bits, parts, heads, chain, found)
            if worse and control[Searching.DOMINATED_MOST] <= control[Searching.BEST]:
                control[Searching.DOMINATED] += 1
                continue
            state = add_state(found, 0, hashes[0, 0], at, status, number, event, store, parent, via, node, table, bits, control)
            if state == before:
                score[state], limit[state], stage[state], deferred[state] = sign * promise, most, come, 0
                if control[Searching.DOMINANCE] == 1:
                    beaten[state], chain[state] = 0, 0
                if worse:
                    set_aside(state, limit, deferred, control)
                elif compares:
                    enter_chain(state, pointer(packed[0]), other, store, parts, heads, chain, beaten)
            if control[Searching.EDGES] >= 0:
                edge = control[Searching.EDGES]
                edges[edge, 0], edges[edge, 1], edges[edge, 2] = number, state, event
                control[Searching.EDGES] += 1
            elif status == Status.END:
                control[Searching.BEST], control[Searching.AT] = most, state
                if most >= control[Searching.ENOUGH]:
                    return
