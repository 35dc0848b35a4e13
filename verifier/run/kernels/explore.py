"""Exhaustive exploration: successors of states, in batches, entered in the order of discovery."""

from verifier.run.control import Asked, Batch, Exploring, Status, Together, Wanted, Why
from verifier.run.kernels.chains import automatic_event, possible_outcomes, settle
from verifier.run.kernels.contract import (
    BATCH,
    ERROR,
    EVENT_ROOM,
    INVARIANTS,
    KIND_OF_PHASE,
    LOWEST_STEP,
    PHASE,
    RULE_OF_EVENT,
    STEP_PROPERTIES,
    apply,
    bound,
    canonical,
    compiled,
    copy,
    goal,
    grade,
    invariant,
    keeps_foresight,
    kernel,
    kind_of,
    legal_events,
    pack,
    pointer,
    prefetch,
    progress,
    step_property,
    uncounted,
)
from verifier.run.kernels.dominance import enter_chain, is_worse
from verifier.run.kernels.together import enter_note, look_up, note_nothing, put_back, take
from verifier.run.kernels.visited import (
    add_state,
    begin_row,
    end_row,
    find,
    has_room_for_parts,
    home_of,
    likely_place,
    number_at,
    number_bits,
    number_parts,
    read_state,
    seek_parts,
)


@compiled
def is_wanted(s, x, status, wanted):
    """Whether a state is what the search looks for: a goal of the game, or an end with the worst first grade field."""
    if wanted == Wanted.WORST_END:
        return status == Status.END and grade(s, x) < LOWEST_STEP
    return wanted >= 0 and goal(s, x, wanted)


@compiled
def first_violated(before, s, x, event, checking):
    """The first property that a transition or its state breaks: 1 + index, step properties behind the invariants; 0 if none.

    Behind them all comes that the bound holds.  `checking[k]` switches properties off.
    """
    for k in range(INVARIANTS):
        if checking[k] and not invariant(s, x, k):
            return 1 + k
    if event >= 0:
        for k in range(STEP_PROPERTIES):
            if checking[INVARIANTS + k] and not step_property(before, s, x, RULE_OF_EVENT[event], k):
                return 1 + INVARIANTS + k
    if checking[INVARIANTS + STEP_PROPERTIES] and not (
            keeps_bound(before, s, x) and (event < 0 or keeps_foresight(before, s, x, event))):
        return 1 + INVARIANTS + STEP_PROPERTIES
    return 0


@compiled
def keeps_bound(before, s, x):
    """Whether the bound of a state is no greater than before, and no smaller than the grade if it is an end."""
    most = bound(s, x)
    return most <= bound(before, x) and (KIND_OF_PHASE[s[PHASE]] != Status.END or grade(s, x) <= most)


@compiled
def node_events(s, x, tapes, lengths, open_chance, out, weights):
    """The events that leave a node: legal decisions, possible outcomes, or the one automatic event; how many.

    Below 0, minus a Status, when the deal does not say what happens, or cannot.  For dealt chance the tape counter of `s` moves.
    """
    kind = kind_of(s, x)
    if kind == Status.DECISION:
        return legal_events(s, x, out)
    if kind == Status.CHANCE and open_chance:
        return possible_outcomes(s, x, out, weights)
    event = automatic_event(s, x, tapes, lengths)
    if event < 0:
        return event
    out[0] = event
    return 1


@compiled
def next_number(options, queue, control):
    """The next state to expand: in the order of discovery, or that of a list; or the last one found (depth-first)."""
    if options[Asked.DEPTH_FIRST] == 0:
        control[Exploring.NEXT] += 1
        return queue[control[Exploring.NEXT] - 1] if options[Asked.PICKED] == 1 else control[Exploring.NEXT] - 1
    control[Exploring.QUEUED] -= 1
    return queue[control[Exploring.QUEUED]]


@compiled
def has_room(options, store, table, parts, places, counts, edges, queue, control):
    """Whether one more batch of expansions fits the arrays."""
    count = control[Exploring.STATES] + BATCH * EVENT_ROOM
    if count > len(store) or count * 5 > len(table) * 4:
        return False
    if not has_room_for_parts(parts, places, counts, BATCH * EVENT_ROOM):
        return False
    if options[Asked.DEPTH_FIRST] == 1 and control[Exploring.QUEUED] + EVENT_ROOM > len(queue):
        return False
    return not (options[Asked.EDGES] == 1 and control[Exploring.EDGES] + BATCH * EVENT_ROOM >= len(edges))


@compiled
def batch_size(options, control, expanded):
    """How many states to expand together: as many as may be in this call, and as surely leave no state behind that is too many.

    Once there are as many states as may be, none; before, at least one, whose successors may be too many.
    """
    if options[Asked.DEPTH_FIRST] == 1 or options[Asked.DOMINANCE] == 1:  # the next one may be worse than what this one leads to
        batch = 1
    else:
        batch = min(BATCH, min(control[Exploring.STATES], options[Asked.UP_TO]) - control[Exploring.NEXT])
    if options[Asked.STATES] >= 0:
        batch = min(batch, (options[Asked.STATES] - control[Exploring.STATES] + EVENT_ROOM - 1) // EVENT_ROOM)
    return min(batch, options[Asked.MOST] - expanded)


@compiled
def is_hopeless(s, x, status, least):
    """Whether no line through a state can be worth so much, as its grade or the game's bound says; False where that fails."""
    most = grade(s, x) if status == Status.END else bound(s, x) if status < Status.END else least
    return x[ERROR] == 0 and most < least


@compiled
def status_of_stage(s, x, status, stage):
    """What a state is to somebody who expands one stage of the game alone."""
    come = progress(s, x) if status < Status.END else stage
    return Status.LATER if come > stage else Status.EARLIER if come < stage else status


@compiled
def successors(number, x, tapes, lengths, options, checking, store, parts, places, control, scratch, out, weights, packed, found,
               hashes, facts, count):
    """Write the successors of a state behind the `count` that are there: packed, as rows that are begun, and as facts (from,
    event, status, broken property, place in the table); how many there are now.  A state that nothing follows has one fact, with
    event -1 and what it is instead.  When a rule fails, control says where.
    """
    s, t, mark, known = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2]), pointer(scratch[3])
    read_state(store, number, parts, known, s)
    events = node_events(s, x, tapes, lengths, options[Asked.OPEN_CHANCE] == 1, out, weights)
    if x[ERROR] != 0:
        control[Exploring.WHY], control[Exploring.AT] = Why.FAILED, number
        control[Exploring.WHAT] = out[events - 1] if events > 0 else -1
        return count
    if events <= 0:
        status = -events if events < 0 else Status.DEAD_END
        facts[count, 0], facts[count, 1], facts[count, 2], facts[count, 3] = number, -1, status, 0
        return count + 1
    for index in range(events):
        copy(s, t)
        apply(t, x, out[index])
        status = kind_of(t, x)
        if options[Asked.COMPRESS] == 1 and x[ERROR] == 0:
            status = settle(t, x, tapes, lengths, options[Asked.OPEN_CHANCE] == 1, mark)
        if x[ERROR] != 0:
            control[Exploring.WHY], control[Exploring.AT], control[Exploring.WHAT] = Why.FAILED, number, out[index]
            return count
        if options[Asked.LEAST] > 0 and is_hopeless(t, x, status, options[Asked.LEAST]):
            continue
        if options[Asked.TOTAL] > 0:  # before the properties, which nobody asks for with it, and before its stage
            t[options[Asked.TOTAL] - 1] = options[Asked.TOTAL_AT]
        if options[Asked.STAGED] == 1:
            status = status_of_stage(t, x, status, options[Asked.STAGE])
        if x[ERROR] != 0:  # its grade, its bound or its progress
            control[Exploring.WHY], control[Exploring.AT], control[Exploring.WHAT] = Why.FAILED, number, out[index]
            return count
        facts[count, 0], facts[count, 1], facts[count, 2], facts[count, 3] = number, out[index], status, 0
        if options[Asked.CHECK] == 1:
            facts[count, 3] = first_violated(s, t, x, -1 if options[Asked.COMPRESS] == 1 else out[index], checking)
            if x[ERROR] != 0:
                control[Exploring.WHY], control[Exploring.AT], control[Exploring.WHAT] = Why.FAILED, number, out[index]
                return count
        if options[Asked.INTERCHANGE] == 1:
            canonical(t)
        pack(t, pointer(packed[count]))
        begin_row(packed, count, known, number, store, found, hashes, places)
        count += 1
    return count


@compiled
def end_rows(count, store, table, bits, parts, places, place_bits, counts, packed, found, hashes, facts):
    """Look up what a batch of rows needs, one thing for all of them before the next: memory is read for many at once."""
    for at in range(count):
        if facts[at, 1] >= 0:
            seek_parts(at, found, hashes, parts, places, place_bits)
    for at in range(count):
        if facts[at, 1] >= 0:
            number_parts(packed, at, found, hashes, parts, places, place_bits, counts)
            end_row(at, found, hashes, table)
    for at in range(count):
        if facts[at, 1] >= 0:
            h = hashes[at, 0]
            place = likely_place(table, bits, h, home_of(table, h))
            facts[at, 4] = place
            if table[place] != 0:
                prefetch(store[number_at(table, bits, place), 0])


@compiled
def enter(at, x, options, store, parent, via, node, table, bits, parts, heads, chain, beaten, queue, depth, edges, control,
          scratch, packed, found, hashes, facts):
    """Enter one successor.  Depth-first, what is new, or found again nearer to the start, is queued.

    Returns True when the search stops here: a property is broken or the goal is reached.  Everything is then as if states were
    expanded one by one, however many there are in a batch.
    """
    known, number, event, status = control[Exploring.STATES], facts[at, 0], facts[at, 1], facts[at, 2]
    if event < 0:
        node[number] = status
        return False
    control[Exploring.TRANSITIONS] += 1
    compares = options[Asked.DOMINANCE] == 1 and status == Status.DECISION
    words, other = pointer(packed[at]), pointer(scratch[4])
    if compares and find(store, table, bits, found, at, hashes[at, 0], facts[at, 4]) < 0 and is_worse(
            words, other, store, parts, heads, chain):
        control[Exploring.DOMINATED] += 1
        return False
    state = add_state(found, at, hashes[at, 0], facts[at, 4], status, number, event, store, parent, via, node, table, bits,
                      control)
    if options[Asked.DOMINANCE] == 1 and state == known:
        beaten[state], chain[state] = 0, 0
        if compares:
            enter_chain(state, words, other, store, parts, heads, chain, beaten)
    if options[Asked.DEPTH_FIRST] == 1:
        away = depth[number] + 1
        if state == known or (options[Asked.DEPTH] >= 0 and away < depth[state]):
            depth[state], parent[state], via[state] = away, number, event
            queue[control[Exploring.QUEUED]] = state
            control[Exploring.QUEUED] += 1
    if options[Asked.EDGES] == 1:
        edge = control[Exploring.EDGES]
        edges[edge, 0], edges[edge, 1], edges[edge, 2] = number, state, event
        control[Exploring.EDGES] += 1
    if facts[at, 3] > 0:
        control[Exploring.WHY], control[Exploring.AT], control[Exploring.WHAT] = Why.PROPERTY, state, facts[at, 3]
        edges[len(edges) - 1, 0], edges[len(edges) - 1, 1], edges[len(edges) - 1, 2] = number, state, event
        return True
    if state == known and options[Asked.GOAL] != Wanted.NOTHING:
        failed = x[ERROR] != 0  # the rule that stopped this batch, behind the states that are entered here
        s = pointer(scratch[1])
        read_state(found, at, parts, pointer(scratch[3]), s)
        if is_wanted(s, x, status, options[Asked.GOAL]):
            control[Exploring.WHY], control[Exploring.AT] = Why.GOAL, state
            return True
        if x[ERROR] != 0 and not failed:
            control[Exploring.WHY], control[Exploring.AT], control[Exploring.WHAT] = Why.FAILED, number, event
            return True
    return False


@compiled
def share(count, x, options, store, table, bits, parts, places, place_bits, counts, control, scratch, packed, found, hashes,
          facts, noted, notes, holds, batches, together):
    """Note what was found of a batch that a thread took; True when a search stops at something in it."""
    batch, first = (control[Exploring.NEXT] - 1 - together[Together.FIRST]) // options[Asked.TAKE], control[Exploring.NOTES]
    events = 0
    look_up(count, store, table, bits, parts, places, place_bits, counts, control, packed, found, hashes, facts)
    for at in range(count):
        if facts[at, 1] < 0:
            note_nothing(at, control, facts, notes, holds)
            continue
        events += 1
        is_new = enter_note(at, options, store, table, bits, control, found, hashes, facts, noted, notes, holds)
        if facts[at, 3] > 0:
            return True
        if is_new and options[Asked.GOAL] != Wanted.NOTHING:
            s = pointer(scratch[1])
            read_state(found, at, parts, pointer(scratch[3]), s)
            if is_wanted(s, x, facts[at, 2], options[Asked.GOAL]) or x[ERROR] != 0:
                return True
    batches[batch, Batch.NOTES], batches[batch, Batch.NOTES_END] = first, control[Exploring.NOTES]
    batches[batch, Batch.EDGES] = events if options[Asked.EDGES] == 1 else 0
    control[Exploring.TRANSITIONS] += events
    return False


@uncounted
def explore(context, tapes, lengths, options, checking, store, parent, via, node, table, parts, places, counts, heads, chain,
            beaten, queue, depth, edges, control, scratch, outcomes, chances, packed, found, hashes, facts, noted, notes, holds,
            batches, together):
    """Expand states until the work runs out, a limit is reached or something is found.

    `options` are the numbers of Asked, `control` those of Exploring; scratch: three states and two packed ones.  `node` gets the
    Status of each state: what `settle` says, or a dead end for a decision with no legal move.

    Breadth-first, states are expanded in batches (`end_rows` says what for).  The order of discovery is the same as one by one.
    With Asked.THREADS this is one of several calls at a time, which `together.py` tells about; `control` is its own then.
    """
    x, out, weights = pointer(context), pointer(outcomes), pointer(chances)
    bits, place_bits, control[Exploring.EXPANDED] = number_bits(table), number_bits(places), 0
    while (options[Asked.DEPTH_FIRST] == 0 and control[Exploring.NEXT] < control[Exploring.STATES]) or (
            options[Asked.DEPTH_FIRST] == 1 and control[Exploring.QUEUED] > 0):
        if options[Asked.THREADS] > 0:
            waiting = take(options, control, parts, places, counts, together)
        else:
            waiting = batch_size(options, control, control[Exploring.EXPANDED])
        if waiting <= 0:
            control[Exploring.WHY] = Why.PAUSE
            put_back(parts, control)
            return
        if options[Asked.THREADS] == 0 and not has_room(options, store, table, parts, places, counts, edges, queue, control):
            control[Exploring.WHY] = Why.ROOM
            return
        count = 0
        for _ in range(waiting):
            number = next_number(options, queue, control)
            control[Exploring.EXPANDED] += 1
            if node[number] >= Status.END:
                continue
            if options[Asked.DOMINANCE] == 1 and beaten[number] == 1:
                control[Exploring.DOMINATED] += 1
                continue
            if options[Asked.DEPTH] >= 0 and depth[number] >= options[Asked.DEPTH]:
                control[Exploring.CUT] = 1
                continue
            count = successors(number, x, tapes, lengths, options, checking, store, parts, places, control, scratch, out, weights,
                               packed, found, hashes, facts, count)
            if x[ERROR] != 0:
                break
        if options[Asked.THREADS] > 0:
            if x[ERROR] != 0 or share(count, x, options, store, table, bits, parts, places, place_bits, counts, control, scratch,
                                      packed, found, hashes, facts, noted, notes, holds, batches, together):
                control[Exploring.WHY], together[Together.STOP] = Why.FAILED, 1
                put_back(parts, control)
                return
            continue
        end_rows(count, store, table, bits, parts, places, place_bits, counts, packed, found, hashes, facts)
        for at in range(count):
            if enter(at, x, options, store, parent, via, node, table, bits, parts, heads, chain, beaten, queue, depth, edges,
                     control, scratch, packed, found, hashes, facts):
                if options[Asked.DEPTH_FIRST] == 0:
                    control[Exploring.NEXT] = facts[at, 0] + 1
                return
        if x[ERROR] != 0:
            return
    control[Exploring.WHY] = Why.DONE
    put_back(parts, control)


@kernel
def grade_states(context, store, parts, numbers, begin, end, scratch, grades):
    """The grades of the stored states `numbers` from `begin` up to `end`; how many were given one before a rule failed."""
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[3])
    for at in range(begin, end):
        read_state(store, numbers[at], parts, words, s)
        grades[at] = grade(s, x)
        if x[ERROR] != 0:
            return at
    return end
