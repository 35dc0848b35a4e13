"""Games that are played by learned weights to learn from: the states in which somebody decided, and what is known of them."""

from verifier.run.control import Edge, Node, Playing, Status
from verifier.run.kernels.contract import ERROR, SLOTS, apply, compiled, copy, grade, legal_events, pointer, uncounted
from verifier.run.kernels.judged import best_judged, judged, said_of
from verifier.run.kernels.lots import settle_by_lot
from verifier.run.kernels.play import next_random
from verifier.run.kernels.tree import think, value_of_node, value_tree


@compiled
def note_seen(s, x, worth, game, strays, at, seen, worths):
    """Write down a state to learn from: what was expected there, the game, whether its decision is a random one, the estimate."""
    for slot in range(SLOTS):
        seen[at, slot] = s[slot]
    worths[at, 0], worths[at, 1], worths[at, 2], worths[at, 3] = worth, game, strays, said_of(s, x, 0)


@compiled
def after_decision(s, x, known, lengths, event, notes):
    """Play a decision, and what happens by itself after it; the Status of what comes then."""
    apply(s, x, event)
    return settle_by_lot(s, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED


@compiled
def end_game(s, x, status, game, ends, notes):
    """Write down what a game came to."""
    ends[game] = grade(s, x) if status == Status.END and x[ERROR] == 0 else -1
    x[ERROR], notes[Playing.GAMES] = 0, game + 1


@uncounted
def learn_by_lot(start, state, scratch, context, known, lengths, legal, stray, seen, worths, ends, notes, cells, piles,
                 estimates, rows, heads, curve, sums):
    """Play games by learned weights, one decision in `stray` at random, until there is no more room, for what there is to learn.

    `seen` gets the states in which somebody decided; `worths` for each of them what the weights say, the game, whether the
    decision was a random one, and the estimate; `ends` the grade of each game, -1 where it stopped without one.  How many states
    are of games that were played to the end; the notes say how many games.  All decisions are random ones where `stray` is 1.
    """
    s, t, x, events, count, whole = pointer(state), pointer(scratch), pointer(context), pointer(legal), 0, 0
    notes[Playing.GAMES] = 0
    for game in range(len(ends)):
        copy(pointer(start), s)
        status = settle_by_lot(s, x, known, lengths, notes)
        for _ in range(notes[Playing.MOST]):
            if status != Status.DECISION:
                break
            many = legal_events(s, x, events)
            if many == 0 or x[ERROR] != 0:
                status = Status.DEAD_END
                break
            if count == len(seen):
                return whole
            notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
            strays, event, worth = (notes[Playing.RANDOM] >> 4) % stray == 0, events[0], 0
            if stray > 1:
                worth = judged(s, x, cells, piles, estimates, rows, heads, curve, sums)
                coming = notes[Playing.RANDOM]
                notes[Playing.RANDOM] = (coming * 69621 + 1283) % 2147483646 + 1  # or samples would be of what is to come
                event = best_judged(s, t, x, known, lengths, events, many, notes, cells, piles, estimates, rows, heads, curve,
                                    sums)
                notes[Playing.RANDOM] = coming
            if strays:
                notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
                event = events[(notes[Playing.RANDOM] >> 4) % many]
            note_seen(s, x, worth, game, strays, count, seen, worths)
            count += 1
            status = after_decision(s, x, known, lengths, event, notes)
        end_game(s, x, status, game, ends, notes)
        whole = count
    return whole


@uncounted
def learn_by_tree(start, state, scratch, context, known, lengths, games, few, often, legal, outcomes, states, nodes, edges, way,
                  paces, stray, seen, worths, ends, notes, cells, piles, estimates, rows, heads, curve, sums):
    """Play games by searches as `search_by_lot` does, one decision in `stray` at random, until there is no more room.

    As `learn_by_lot`, but what is noted of a state in which somebody decided is what it is worth by the search there; and the
    states that at least `often` games of a search came to are noted, too, before it, as of game -1.
    """
    s, t, x, events, count, whole = pointer(state), pointer(scratch), pointer(context), pointer(legal), 0, 0
    notes[Playing.GAMES] = 0
    for game in range(len(ends)):
        copy(pointer(start), s)
        status = settle_by_lot(s, x, known, lengths, notes)
        for _ in range(notes[Playing.MOST]):
            if status != Status.DECISION:
                break
            best = think(s, t, x, known, lengths, legal_events(s, x, events), games, events, pointer(outcomes), states, nodes,
                         edges, way, paces, notes, cells, piles, estimates, rows, heads, curve, sums)
            if best < 0:
                status = Status.DEAD_END
                break
            value_tree(nodes, edges, few, notes)
            worth = value_of_node(0, nodes, edges, few)
            if nodes[0, Node.VISITS] == 0:
                worth = judged(s, x, cells, piles, estimates, rows, heads, curve, sums)
            room = len(seen) - notes[Playing.MOST]  # and so much is left for the game itself
            for node in range(1, notes[Playing.NODES]):
                if nodes[node, Node.VISITS] >= often and nodes[node, Node.STATUS] == Status.DECISION and count < room:
                    note_seen(pointer(states[node]), x, nodes[node, Node.VALUE], -1, 0, count, seen, worths)
                    count += 1
            if count == len(seen):
                return whole
            notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
            strays, event = (notes[Playing.RANDOM] >> 4) % stray == 0, edges[best, Edge.EVENT]
            if strays:
                notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
                event = edges[(notes[Playing.RANDOM] >> 4) % nodes[0, Node.COUNT], Edge.EVENT]
            note_seen(s, x, worth, game, strays, count, seen, worths)
            count += 1
            status = after_decision(s, x, known, lengths, event, notes)
        end_game(s, x, status, game, ends, notes)
        whole = count
    return whole
