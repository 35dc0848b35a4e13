"""What a deal is worth at most to somebody who knows all of it, and pays for what knowing it brings: an information relaxation.

Whoever knows the deal picks the line that is worth most; from it is taken, decision by decision, how much better what chance
brings is than what it was to bring (D. Brown, J. Smith and P. Sun, Information Relaxations and Duality in Stochastic Dynamic
Programs, Operations Research 58, 2010).  What tables are worth is judged by learned weights, and whatever these say, such a
penalty has mean zero for everybody who does not know the deal.

States of the deal are stored once, with the most that penalties have brought on a way there; where another way brings more, what
follows is looked at again.  Means are rounded up, so that rounding never takes from what a line is worth.
"""

from verifier.run.control import Gain, Relaxing, Status, Why, Worth
from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    CELLS,
    ERROR,
    EVENT_ROOM,
    apply,
    bound,
    compiled,
    copy,
    legal_events,
    pack,
    pointer,
    uncounted,
)
from verifier.run.kernels.lots import worth_of_grade
from verifier.run.kernels.means import sampled_mean, weighed_mean, worth_there
from verifier.run.kernels.play import next_random
from verifier.run.kernels.visited import (
    add_state,
    begin_row,
    end_row,
    has_room_for_parts,
    home_of,
    mixed,
    number_bits,
    number_parts,
    read_state,
)


@compiled
def lot_of(s, lot):
    """The lot of a table: by what lies there and by the deal's number, but by nothing of what the deal holds.

    It is the same for every decision there, so that where samples err, they err alike for decisions that are much alike.
    """
    h = mixed(lot)
    for cell in range(CELLS):
        h = mixed(h ^ (s[cell] & 2147483647))
    return next_random(next_random(mixed(h) % 2147483646 + 1))


@compiled
def expected_after(s, t, x, event, lot, leaves_most, stages, outs, weights, tally, notes, known, lengths, cells, piles,
                   estimates, rows, heads, curve, sums):
    """What a table was to be worth after a decision (-1: none), before chance has brought anything."""
    copy(s, pointer(stages[0]))
    if event >= 0:
        apply(pointer(stages[0]), x, event)
    worth = -1
    if x[ERROR] == 0:
        worth = weighed_mean(x, leaves_most, stages, outs, weights, tally, notes, cells, piles, estimates, rows, heads, curve,
                             sums)
    x[ERROR] = 0
    if worth < 0:
        worth = sampled_mean(s, t, x, event, lot, notes, known, lengths, cells, piles, estimates, rows, heads, curve, sums)
    return worth


@uncounted
def call_expected_after(state, scratch, context, event, deal_lot, leaves_most, stages, outs, weights, tally, notes, known,
                        lengths, cells, piles, estimates, rows, heads, curve, sums):
    """The same for Python, with the lot of the table."""
    s, t, x = pointer(state), pointer(scratch), pointer(context)
    lot = lot_of(s, deal_lot)
    return expected_after(s, t, x, event, lot, leaves_most, stages, outs, weights, tally, notes, known, lengths, cells, piles,
                          estimates, rows, heads, curve, sums)


@uncounted
def call_worth_there(state, context, status, notes, cells, piles, estimates, rows, heads, curve, sums):
    """The same for Python."""
    return worth_there(pointer(state), pointer(context), status, notes, cells, piles, estimates, rows, heads, curve, sums)


@compiled
def most_to_come(s, x, by_bound, notes):
    """The most that an end can be worth from here, by the game's bound if it is proved, by what anybody knows of the table."""
    if by_bound == 0:
        return Worth.SURE
    most = worth_of_grade(bound(s, x), notes)
    if x[ERROR] != 0:
        x[ERROR], most = 0, Worth.SURE
    return most


@compiled
def reach(after, value, values, waiting, control):
    """Penalties have brought so much on a way to a state: look at it, if no other way brought as much; False at the cap."""
    if values[after] >= value:
        return True
    values[after], waiting[after] = value, 1
    return value < control[Relaxing.CAP]


@compiled
def follow(number, edges, first, many, values, waiting, control):
    """Go on from an expanded state along its edges; False where the deal is given up."""
    scale, parts = control[Relaxing.SCALE], control[Relaxing.PARTS]
    for edge in range(first[number] - 1, first[number] - 1 + many[number]):
        value = values[number] + scale * edges[edge, Gain.PENALTY]
        if edges[edge, Gain.AFTER] < 0:
            control[Relaxing.BEST] = max(control[Relaxing.BEST], value + parts * edges[edge, Gain.WORTH])
        elif not reach(edges[edge, Gain.AFTER], value, values, waiting, control):
            return False
    return True


@uncounted
def relax(context, tapes, lengths, unknown, nothing, picks, store, parent, via, node, table, parts, places, counts, edges, first,
          many, most, values, waiting, control, notes, scratch, outcomes, packed, found, hashes, stages, outs, weights, tally,
          cells, piles, estimates, rows, heads, curve, sums):
    """Go on from the picked states, those of which a way there has brought more than when they were looked at last.

    What is new is stored behind the others; `first` gets the number of a state's first edge plus 1, `many` how many it has,
    `most` the most that can come of it, `values` the most that penalties bring on a way there, and `waiting` whether it is to be
    looked at.  `unknown` and `nothing` are empty: whoever expects something knows nothing of what comes.
    """
    x, out, before = pointer(context), pointer(outcomes), pointer(scratch[3])
    bits, place_bits = number_bits(table), number_bits(places)
    s, t, mark = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2])
    control[Relaxing.DONE], control[Relaxing.WHY] = 0, Why.DONE
    for number in picks:
        if (control[Relaxing.STATES] + EVENT_ROOM > len(node) or control[Relaxing.EDGES] + EVENT_ROOM > len(edges)
                or not has_room_for_parts(parts, places, counts, EVENT_ROOM)):
            control[Relaxing.WHY] = Why.ROOM
            return
        control[Relaxing.DONE] += 1
        if waiting[number] == 0:
            continue
        waiting[number] = 0
        if values[number] + control[Relaxing.PARTS] * most[number] <= control[Relaxing.LEVEL]:
            control[Relaxing.STOPPED] = 1
            continue
        if first[number] == 0:
            read_state(store, number, parts, before, s)
            count, first[number] = legal_events(s, x, out), control[Relaxing.EDGES] + 1
            if count == 0 or x[ERROR] != 0:
                x[ERROR], count = 0, 0
                control[Relaxing.UNENDED] += 1
                edge = control[Relaxing.EDGES]
                edges[edge, Gain.AFTER], edges[edge, Gain.EVENT], edges[edge, Gain.PENALTY] = -1, -1, 0
                edges[edge, Gain.WORTH], many[number] = Worth.SURE, 1
                control[Relaxing.EDGES] += 1
            lot = lot_of(s, control[Relaxing.LOT])
            for index in range(count):
                event, edge = out[index], control[Relaxing.EDGES]
                expected = expected_after(s, t, x, event, lot, control[Relaxing.LEAVES_MOST], stages, outs, weights, tally, notes,
                                          unknown, nothing, cells, piles, estimates, rows, heads, curve, sums)
                copy(s, t)
                apply(t, x, event)
                status = settle(t, x, tapes, lengths, False, mark) if x[ERROR] == 0 else Status.FAILED
                if x[ERROR] != 0:
                    status = Status.FAILED
                worth = worth_there(t, x, status, notes, cells, piles, estimates, rows, heads, curve, sums)
                edges[edge, Gain.EVENT], edges[edge, Gain.PENALTY] = event, expected - worth
                edges[edge, Gain.AFTER], edges[edge, Gain.WORTH] = -1, worth
                if status == Status.DECISION:
                    pack(t, pointer(packed[0]))
                    begin_row(packed, 0, before, number, store, found, hashes, places)
                    number_parts(packed, 0, found, hashes, parts, places, place_bits, counts)
                    end_row(0, found, hashes, table)
                    known, at = control[Relaxing.STATES], home_of(table, hashes[0, 0])
                    state = add_state(found, 0, hashes[0, 0], at, status, number, event, store, parent, via, node, table, bits,
                                      control)
                    if state == known:
                        first[state], many[state], waiting[state], values[state] = 0, 0, 0, -1152921504606846976
                        most[state] = most_to_come(t, x, control[Relaxing.BY_BOUND], notes)
                    edges[edge, Gain.AFTER] = state
                elif status != Status.END:
                    edges[edge, Gain.WORTH] = Worth.SURE
                    control[Relaxing.UNENDED] += 1
                many[number] += 1
                control[Relaxing.EDGES] += 1
        if not follow(number, edges, first, many, values, waiting, control):
            control[Relaxing.WHY] = Why.GOAL
            return
