"""Proof-number search on a stored graph: the state whose expansion may settle the start with the least work is expanded next.

One side, the prover, wants to come to an end that is good enough for it; where it decides, one event is enough, elsewhere all of
them have to do.  The proof number of a state is the least number of states that have to turn out well for it to be proved, its
disproof number that of those that have to turn out badly (L. V. Allis, Searching for Solutions in Games and Artificial
Intelligence, 1994).  They only say what is expanded next: what is proved is worked out from the whole graph (`sides.py`).

A graph is no tree.  Numbers are worked out anew along the way that led to a state, and nowhere else, as a depth-first search
does it (df-pn: A. Nagai, 2002): of three rows of Kayles, where nearly all states lie on nearly all ways, passing them on to
every state before took six times as long.  What is settled is passed on to all.  An event that leads back to a state of the way
on which it was looked at is barred: it counts as no way to a proof.  That is so on this way, and may be wrong on another (the
graph-history-interaction problem), so that a start which is disproved by barred events is looked at anew.
"""

from verifier.run.control import Asked, Exploring, Known, Link, Proving, Status, Why
from verifier.run.kernels.contract import (
    ERROR,
    _wide,
    compiled,
    goal,
    invariant,
    kernel,
    outcome,
    pointer,
    uncounted,
    whose,
)
from verifier.run.kernels.explore import end_rows, enter, has_room, successors
from verifier.run.kernels.visited import number_bits, read_state


@compiled
def worth_of(s, x, status, coalition, asked):
    """What a state is worth to the coalition where play is over for it; -1 where it goes on, or nobody knows."""
    if asked[Proving.KIND] != 0:
        there = goal(s, x, asked[Proving.RULE]) if asked[Proving.KIND] == 1 else not invariant(s, x, asked[Proving.RULE])
        if there or status == Status.END:
            return 1 if there == (asked[Proving.KIND] == 1) else 0
        return -1
    if status != Status.END:
        return -1
    least = outcome(s, x, coalition[0])
    for at in range(1, len(coalition)):
        least = min(least, outcome(s, x, coalition[at]))
    return least


@compiled
def settle_by_worth(number, known, asked):
    """Whether an end, or where play goes round for ever, is a proof: a prover has to come to an end that is good enough."""
    worth, attacks = known[number, Known.WORTH], asked[Proving.ATTACKS] != 0
    if worth >= 0:
        known[number, Known.STATE] = 1 if (worth >= asked[Proving.AIM]) == attacks else 2


@compiled
def set_numbers(number, proof, disproof, known):
    """Give a state its numbers."""
    known[number, Known.PROOF], known[number, Known.DISPROOF] = proof, disproof


@compiled
def set_settled(number, known, asked):
    """The numbers of a state that is settled, or of one that nothing follows."""
    if known[number, Known.STATE] == 1:
        set_numbers(number, 0, asked[Proving.MOST], known)
    else:
        set_numbers(number, asked[Proving.MOST], 0, known)


@compiled
def note_state(number, x, s, words, store, parts, node, depth, coalition, known, links, asked):
    """What is known of a state when it is found."""
    status = node[number]
    read_state(store, number, parts, words, s)
    known[number, Known.STATE], known[number, Known.DEPTH], known[number, Known.COUNT] = 0, depth, 0
    known[number, Known.WALK], known[number, Known.QUEUED], known[number, Known.OURS] = 0, 0, 0
    links[number, Link.FIRST], links[number, Link.INTO] = -1, -1
    known[number, Known.WORTH] = worth_of(s, x, status, coalition, asked)
    set_numbers(number, 1, 1, known)
    if known[number, Known.WORTH] >= 0:
        settle_by_worth(number, known, asked)
        set_settled(number, known, asked)
    elif status >= Status.LOOP:
        known[number, Known.STATE] = 2 if status == Status.LOOP else 0
        set_settled(number, known, asked)
    elif status == Status.DECISION:
        seat = whose(s, x)
        for at in range(len(coalition)):
            if coalition[at] == seat:
                known[number, Known.OURS] = 1


@compiled
def evaluate(number, edges, known, links, barred, asked):
    """Work out the numbers of an expanded state from those of the states behind it; whether it is settled now.

    What lies no deeper is not added up, so that a sum does not go round.
    """
    proves = (known[number, Known.OURS] != 0) == (asked[Proving.ATTACKS] != 0)
    most, first, depth = asked[Proving.MOST], links[number, Link.FIRST], known[number, Known.DEPTH]
    least, total, back, proved, disproved = most, 0, 0, 0, 0
    for edge in range(first, first + known[number, Known.COUNT]):
        after = edges[edge, 1]
        state = known[after, Known.STATE]
        proved += 1 if state == 1 else 0
        disproved += 1 if state == 2 else 0
        proof, disproof = _wide(known[after, Known.PROOF]), _wide(known[after, Known.DISPROOF])
        if state == 0 and barred[edge] != 0:
            proof, disproof = most, 0
        all_of = disproof if proves else proof
        least = min(least, proof if proves else disproof)
        if known[after, Known.DEPTH] > depth and total < most and all_of < most:
            total = min(total + all_of, most - 1)
        else:
            back = max(back, all_of)
    total = max(total, back)
    count = known[number, Known.COUNT]
    if (proved > 0 and proves) or proved == count:
        known[number, Known.STATE] = 1
    elif (disproved > 0 and not proves) or disproved == count:
        known[number, Known.STATE] = 2
    if known[number, Known.STATE] != 0:
        set_settled(number, known, asked)
        return True
    set_numbers(number, least if proves else total, total if proves else least, known)
    return False


@compiled
def tell(number, edges, known, links, before, ring, asked):
    """Have the states before a state wait to be evaluated."""
    edge = links[number, Link.INTO]
    while edge >= 0:
        source = edges[edge, 0]
        if known[source, Known.QUEUED] == 0 and known[source, Known.STATE] == 0:
            known[source, Known.QUEUED] = 1
            ring[asked[Proving.LAST] % len(ring)] = source
            asked[Proving.LAST] += 1
        edge = before[edge]


@compiled
def pass_on(number, edges, known, links, before, barred, ring, asked):
    """Evaluate a state; if it is settled by that, those before it, and so on."""
    asked[Proving.NEXT], asked[Proving.LAST] = 0, 0
    if known[number, Known.STATE] != 0:
        return
    known[number, Known.QUEUED], ring[0], asked[Proving.LAST] = 1, number, 1
    while asked[Proving.NEXT] < asked[Proving.LAST]:
        waiting = ring[asked[Proving.NEXT] % len(ring)]
        asked[Proving.NEXT] += 1
        known[waiting, Known.QUEUED] = 0
        if known[waiting, Known.STATE] == 0 and evaluate(waiting, edges, known, links, barred, asked):
            tell(waiting, edges, known, links, before, ring, asked)


@compiled
def most_proving_edge(number, edges, known, links, barred, asked):
    """The event of a state to go on with; -1 where its numbers are not those of now and it has none."""
    proves = (known[number, Known.OURS] != 0) == (asked[Proving.ATTACKS] != 0)
    first, best, best_one, best_other = links[number, Link.FIRST], -1, 0, 0
    for edge in range(first, first + known[number, Known.COUNT]):
        after = edges[edge, 1]
        if known[after, Known.STATE] != 0:
            continue
        proof, disproof = known[after, Known.PROOF], known[after, Known.DISPROOF]
        if disproof == 0 or barred[edge] != 0:
            if proves:
                continue
            return -1
        one = proof if proves else disproof
        other = disproof if proves else proof
        if best < 0 or one < best_one or (one == best_one and other < best_other):
            best, best_one, best_other = edge, one, other
    return best


@compiled
def walk(edges, known, links, barred, way, asked):
    """Go from the start to the state to expand next; `way` gets the states on it, asked[LENGTH] how many there are.

    Returns -1 where it leads to none: an event that led back is barred now, or the last state's numbers are not those of now.
    """
    number, asked[Proving.LENGTH] = 0, 0
    asked[Proving.WALK] += 1
    while True:
        known[number, Known.WALK] = asked[Proving.WALK]
        way[asked[Proving.LENGTH]] = number
        asked[Proving.LENGTH] += 1
        if links[number, Link.FIRST] < 0:
            return number
        edge = most_proving_edge(number, edges, known, links, barred, asked)
        if edge < 0:
            return -1
        number = edges[edge, 1]
        if known[number, Known.WALK] == asked[Proving.WALK]:
            barred[edge] = 1
            return -1


@compiled
def expand_state(number, x, tapes, lengths, options, checking, store, parent, via, node, table, bits, parts, places, place_bits,
                 counts, heads, chain, beaten, queue, depth, edges, control, scratch, out, weights, packed, found, hashes, facts,
                 coalition, known, links, before, barred, asked):
    """Store what follows a state, and note what is known of what is new; False where a rule fails."""
    first, last = control[Exploring.EDGES], control[Exploring.STATES]
    count = successors(number, x, tapes, lengths, options, checking, store, parts, places, control, scratch, out, weights, packed,
                       found, hashes, facts, 0)
    if x[ERROR] != 0:
        return False
    end_rows(count, store, table, bits, parts, places, place_bits, counts, packed, found, hashes, facts)
    for at in range(count):
        enter(at, x, options, store, parent, via, node, table, bits, parts, heads, chain, beaten, queue, depth, edges, control,
              scratch, packed, found, hashes, facts)
    asked[Proving.EXPANDED] += 1
    links[number, Link.FIRST], known[number, Known.COUNT] = first, control[Exploring.EDGES] - first
    deeper = known[number, Known.DEPTH] + 1
    for each in range(last, control[Exploring.STATES]):
        note_state(each, x, pointer(scratch[0]), pointer(scratch[3]), store, parts, node, deeper, coalition, known, links, asked)
    for edge in range(first, control[Exploring.EDGES]):
        after = edges[edge, 1]
        before[edge], links[after, Link.INTO], barred[edge] = links[after, Link.INTO], edge, 0
    if known[number, Known.COUNT] == 0:  # nobody knows what follows
        set_settled(number, known, asked)
    return x[ERROR] == 0


@compiled
def looks_in_vain(asked):
    """Whether too many walks one after the other have led nowhere."""
    return asked[Proving.IN_VAIN] > asked[Proving.IN_VAIN_MOST]


@uncounted
def prove(context, tapes, lengths, options, checking, store, parent, via, node, table, parts, places, counts, heads, chain,
          beaten, queue, depth, edges, control, scratch, outcomes, chances, packed, found, hashes, facts, coalition, known, links,
          before, barred, way, ring, picks, asked):
    """Expand one most proving state after the other until the start is settled, or looks disproved; or `picks`, if there are any.

    `asked` are the numbers of Proving, the columns of `known` those of Known and of `links` those of Link.  control[WHY] is DONE
    when there is nothing more to do or too many walks led nowhere, PAUSE after asked[WALKS] walks, at the limit of states or at
    asked[UNTIL], ROOM when arrays are full, FAILED when a rule fails on a transition, and PROPERTY when one fails that says whose
    a state is or what it is worth.
    """
    x, out, weights = pointer(context), pointer(outcomes), pointer(chances)
    bits, place_bits, control[Exploring.EXPANDED] = number_bits(table), number_bits(places), 0
    while control[Exploring.EXPANDED] < asked[Proving.WALKS] and (options[Asked.STATES] < 0 or
                                                                 control[Exploring.STATES] < options[Asked.STATES]):
        if not has_room(options, store, table, parts, places, counts, edges, queue, control):
            control[Exploring.WHY] = Why.ROOM
            return
        if len(picks) > 0:
            if asked[Proving.PICKED] == len(picks):
                control[Exploring.WHY] = Why.DONE
                return
            number = picks[asked[Proving.PICKED]]
            asked[Proving.PICKED] += 1
        else:
            if known[0, Known.STATE] != 0 or known[0, Known.DISPROOF] == 0 or looks_in_vain(asked):
                control[Exploring.WHY] = Why.DONE
                return
            if control[Exploring.STATES] >= asked[Proving.UNTIL]:
                break
            number = walk(edges, known, links, barred, way, asked)
            asked[Proving.IN_VAIN] = asked[Proving.IN_VAIN] + 1 if number < 0 else 0
        control[Exploring.EXPANDED] += 1
        if number >= 0 and not expand_state(
                number, x, tapes, lengths, options, checking, store, parent, via, node, table, bits, parts, places, place_bits,
                counts, heads, chain, beaten, queue, depth, edges, control, scratch, out, weights, packed, found, hashes, facts,
                coalition, known, links, before, barred, asked):
            if control[Exploring.WHY] != Why.FAILED:
                control[Exploring.WHY] = Why.PROPERTY
            return
        if len(picks) == 0:
            for at in range(asked[Proving.LENGTH]):
                back = way[asked[Proving.LENGTH] - 1 - at]
                if known[back, Known.COUNT] > 0:
                    pass_on(back, edges, known, links, before, barred, ring, asked)
    control[Exploring.WHY] = Why.PAUSE


@kernel
def note_start(context, store, parts, node, scratch, coalition, known, links, asked):
    """What is known of the first state."""
    s, words = pointer(scratch[0]), pointer(scratch[3])
    note_state(0, pointer(context), s, words, store, parts, node, 0, coalition, known, links, asked)


@kernel
def renumber(order, edges, edge_count, node, least, most, known, links, barred, asked):
    """Give every state the numbers for another aim; `order` has the deepest first, `least` and `most` are what each is worth."""
    for edge in range(edge_count):
        barred[edge] = 0
    for at in range(len(order)):
        number = order[at]
        sure, refuted = least[number] >= asked[Proving.AIM], most[number] < asked[Proving.AIM]
        if asked[Proving.ATTACKS] == 0:
            sure, refuted = refuted, sure
        known[number, Known.STATE] = 1 if sure else 2 if refuted else 0
        set_numbers(number, 1, 1, known)
        if known[number, Known.STATE] != 0 or node[number] > Status.STEP:
            set_settled(number, known, asked)
    for at in range(len(order)):
        number = order[at]
        if known[number, Known.STATE] == 0 and known[number, Known.COUNT] > 0:
            evaluate(number, edges, known, links, barred, asked)


@kernel
def nearest_open(edges, least, most, node, known, links, way, seen_states, picks):
    """Write the states that are not expanded and may matter to `picks`, the nearest to the start first, as far as there is room.

    A state may matter where only states lie on some way to it of which it is not known what they are worth.  Returns how many.
    """
    waiting, at, count = 1, 0, 0
    way[0], seen_states[0] = 0, 1
    while at < waiting and count < len(picks):
        number = way[at]
        at += 1
        if least[number] == most[number]:
            continue
        if links[number, Link.FIRST] < 0:
            if known[number, Known.WORTH] < 0 and node[number] <= Status.STEP:
                picks[count] = number
                count += 1
            continue
        for edge in range(links[number, Link.FIRST], links[number, Link.FIRST] + known[number, Known.COUNT]):
            after = edges[edge, 1]
            if seen_states[after] == 0:
                seen_states[after] = 1
                way[waiting] = after
                waiting += 1
    return count
