"""Counting by clause: random games, and the states of an exploration, with the shortest line that moved each counter.

The counters of the context are one row, clauses exercised first, clauses that refused a decision behind them; `seen`,
`shortest` and `where` have an entry for each.  `seen` is the counter as it was when it was last looked at, `shortest` the
least length of a line that moved it (-1 when none did) and `where` what finds that line again.
"""

from verifier.run.control import Status, Totals
from verifier.run.kernels.contract import (
    CLAUSES,
    ERROR,
    KIND_OF_PHASE,
    PHASE,
    apply,
    compiled,
    copy,
    kernel,
    pointer,
)
from verifier.run.kernels.explore import node_events
from verifier.run.kernels.play import next_random, random_event
from verifier.run.kernels.visited import read_state


@compiled
def note(x, seen, shortest, where, first, length, found):
    """Look at the CLAUSES counters from `first` on: those that moved did so in a line of this length."""
    for k in range(first, first + CLAUSES):
        count = x[ERROR + 2 + k]
        if count != seen[k]:
            seen[k] = count
            if shortest[k] < 0 or length < shortest[k]:
                shortest[k] = length
                where[k] = found


@kernel
def count_games(start, state, context, games, seed, moves_most, outcomes, chances, events, seen, shortest, where, totals):
    """Play random games as `play_games` does, and find each one again by the seed that it began with.

    `events` gets the events of the last game (at least `moves_most` entries), `totals` the numbers of Totals.  Returns the games
    played, fewer when a rule failed (the error slot says which; its event, if it was an event, is the last one).
    """
    first, s, x, out, weights = pointer(start), pointer(state), pointer(context), pointer(outcomes), pointer(chances)
    known, least, found = pointer(seen), pointer(shortest), pointer(where)
    for game in range(games):
        copy(first, s)
        began, over = seed, False
        totals[Totals.EVENTS] = 0
        for move in range(moves_most):
            if KIND_OF_PHASE[s[PHASE]] == Status.END:
                over = True
                break
            seed = next_random(seed)
            event = random_event(s, x, seed, out, weights)
            note(x, known, least, found, CLAUSES, move, began)
            if x[ERROR] != 0:
                return game
            if event < 0:
                totals[Totals.DEAD_ENDS] += 1
                over = True
                break
            apply(s, x, event)
            events[move] = event
            totals[Totals.TRANSITIONS] += 1
            totals[Totals.EVENTS] = move + 1
            note(x, known, least, found, 0, move + 1, began)
            if x[ERROR] != 0:
                return game
        if not over and KIND_OF_PHASE[s[PHASE]] != Status.END:
            totals[Totals.UNFINISHED] += 1
    totals[Totals.SEED] = seed
    return games


@kernel
def count_states(context, tapes, lengths, open_chance, store, parts, node, begin, end, scratch, outcomes, chances, seen,
                 shortest, where):
    """Count every event that leaves the stored states from `begin` up to `end`, and every move that is forbidden in them.

    The states are those of a breadth-first exploration that kept each one, so the first that moves a counter is at the end
    of a shortest line: `shortest` gets its number, and `where` the event (-1 for a forbidden move).  Stops when a rule fails.
    """
    x, out, weights = pointer(context), pointer(outcomes), pointer(chances)
    s, t, words = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[3])
    known, least, found = pointer(seen), pointer(shortest), pointer(where)
    for number in range(begin, end):
        if node[number] == Status.END:
            continue
        read_state(store, number, parts, words, s)
        events = node_events(s, x, tapes, lengths, open_chance == 1, out, weights)
        note(x, known, least, found, CLAUSES, number, -1)
        for index in range(events):
            if x[ERROR] != 0:
                return
            copy(s, t)
            apply(t, x, out[index])
            note(x, known, least, found, 0, number, out[index])
