"""What seats can know of a table that looks as it does to them, and searches for somebody who does not see all of it.

**What may lie there.**  A seat holds many tables possible, its `worlds`, each as likely.  Each transition takes every one of them
on as the rules have it: a decision of the seat's own as it was made, and what chance brings, or others decide, so that the seat
would see what it has seen.  A world in which that is unlikely counts for less (a particle filter, as in D. Silver and J. Veness,
Monte-Carlo planning in large POMDPs, 2010; outcomes are drawn by what was seen, so that rare sights leave worlds, too).

Before that, things of a kind change places where the seat sees no difference and no invariant breaks: without it all worlds would
soon be a few that agree on what was dealt long ago (resample and move: W. Gilks and C. Berzuini, 2001).  So a world forgets what
the way of a card told, if it is not seen any more.

**Search.**  A game in the mind begins with one of the worlds.  A node of the tree is how the table looks to the seat, by way of
what it saw before; so the seat decides alike in all worlds that look alike (information set search: P. Cowling, E. Powley and
D. Whitehouse, 2012, with one observer).  Of the decisions that are legal in a world the one of the highest upper confidence bound
is taken; one that was seldom legal is not held to have been tried seldom.

All seats aim at the same, or (BY_SEAT) each at what the end is worth to it: then a game adds to each decision on its way what it
came to for whoever made it.  Nobody is held to know more than the seat that searches.
"""

from verifier.run.control import Branch, Look, Playing, Spot, Status, Worth
from verifier.run.kernels.contract import (
    CELLS,
    ERROR,
    INVARIANTS,
    OUTCOMES,
    SLOTS,
    apply,
    bound,
    compiled,
    copy,
    estimate,
    grade,
    guard,
    hide,
    invariant,
    kind_of,
    legal_events,
    outcome,
    pointer,
    uncounted,
    whose,
)
from verifier.run.kernels.judged import judged
from verifier.run.kernels.lots import play_by_lot, settle_by_lot, worth_of_end
from verifier.run.kernels.play import next_random
from verifier.run.kernels.policy import choices_at
from verifier.run.kernels.tree import begin_games, digest_of_cells, note_worth


@compiled
def look_of(s, u, x, seat):
    """Make `u` what a seat sees of a table: no counter of what chance has brought is on it."""
    copy(s, u)
    hide(u, x, seat)
    for cell in range(SLOTS, CELLS):
        u[cell] = 0


@uncounted
def look_at(state, looks, context, first):
    """What seats see of a table: a look for each of them, from the seat `first` on."""
    for at in range(len(looks)):
        look_of(pointer(state), pointer(looks[at]), pointer(context), first + at)


@compiled
def looks_as(t, u, x, seat, look):
    """Whether a table looks to a seat as `look` does."""
    look_of(t, u, x, seat)
    for cell in range(SLOTS):
        if u[cell] != look[cell]:
            return False
    return x[ERROR] == 0


@uncounted
def where_legal(worlds, context, choices, legal, found):
    """In which tables just these decisions are legal, in the game's order."""
    x, out = pointer(context), pointer(legal)
    for at in range(len(worlds)):
        s = pointer(worlds[at])
        found[at] = kind_of(s, x) == Status.DECISION and legal_events(s, x, out) == len(choices)
        for index in range(len(choices)):
            if found[at] and out[index] != choices[index]:
                found[at] = False
        if x[ERROR] != 0:
            found[at] = False
            x[ERROR] = 0


@compiled
def events_before(s, x, seat, event, out, weights):
    """What may have happened in a world: the seat's own decision `event`; or (-1) what others decide, or chance, or the step.

    The seat knows whether it has decided.  What is everybody's decision is the first seat's.
    """
    kind = kind_of(s, x)
    is_own = kind == Status.DECISION and max(0, whose(s, x)) == seat
    if kind == Status.END or is_own != (event >= 0):
        return 0
    if event < 0:
        return max(0, choices_at(s, x, out, weights))
    out[0] = event
    count = 1 if guard(s, x, event) == 0 else 0
    x[ERROR] = 0
    return count


@compiled
def things_at(s, spots, spot):
    """How many things lie at a spot."""
    cell = s[spots[spot, Spot.CELL]]
    if spots[spot, Spot.MEMBER] >= 0:
        return cell
    if spots[spot, Spot.SIZE] >= 0:
        return 1 if spots[spot, Spot.INDEX] < s[spots[spot, Spot.SIZE]] else 0
    return 1 if cell >= spots[spot, Spot.FIRST] else 0


@compiled
def drawn_spot(s, spots, first, end, notes):
    """Where one of the things of a kind lies, each as likely; -1 where there is none."""
    total = 0
    for spot in range(first, end):
        total += things_at(s, spots, spot)
    if total == 0:
        return -1
    notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
    left, spot = (notes[Playing.RANDOM] >> 4) % total, first
    while left >= things_at(s, spots, spot):
        left -= things_at(s, spots, spot)
        spot += 1
    return spot


@compiled
def replace(s, spots, spot, old, new):
    """Put a thing in place of another at a spot; whether there is room for it."""
    if spots[spot, Spot.MEMBER] < 0:
        number = new + spots[spot, Spot.FIRST]
        s[spots[spot, Spot.CELL]] = number
        return spots[spot, Spot.LEAST] <= number <= spots[spot, Spot.MOST]
    bag = spots[spot, Spot.CELL] - old
    s[bag + old] -= 1
    s[bag + new] += 1
    return s[bag + new] <= spots[spot, Spot.MOST]


@compiled
def exchanged(s, t, x, spots, first, end, notes):
    """Make `t` a state with two things of a kind in each other's place; whether that is another state."""
    one, other = drawn_spot(s, spots, first, end, notes), drawn_spot(s, spots, first, end, notes)
    if one < 0 or spots[one, Spot.HOLDER] == spots[other, Spot.HOLDER]:
        return False
    thing = spots[one, Spot.MEMBER] if spots[one, Spot.MEMBER] >= 0 else s[spots[one, Spot.CELL]] - spots[one, Spot.FIRST]
    another = spots[other, Spot.MEMBER] if spots[other, Spot.MEMBER] >= 0 else \
        s[spots[other, Spot.CELL]] - spots[other, Spot.FIRST]
    if thing == another:
        return False
    copy(s, t)
    return replace(t, spots, one, thing, another) and replace(t, spots, other, another, thing)


@compiled
def is_possible(s, x):
    """Whether every invariant holds."""
    for k in range(INVARIANTS):
        if not invariant(s, x, k) or x[ERROR] != 0:
            x[ERROR] = 0
            return False
    return True


@uncounted
def exchange(worlds, moves, look, seat, spots, kinds, context, scratch, notes):
    """Try so many exchanges in each world; those count by which the table looks as before to the seat, and is possible.

    `spots` from `kinds[k]` on are those of the k-th kind of things.
    """
    x, looked, t, u = pointer(context), pointer(look), pointer(scratch[0]), pointer(scratch[1])
    for number in range(len(worlds)):
        s = pointer(worlds[number])
        for _ in range(moves):
            notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
            kind = (notes[Playing.RANDOM] >> 4) % (len(kinds) - 1)
            if exchanged(s, t, x, spots, kinds[kind], kinds[kind + 1], notes) and looks_as(t, u, x, seat, looked) \
                    and is_possible(t, x):
                copy(t, s)
            x[ERROR] = 0


@compiled
def unlike(t, u, x, seat, look):
    """In how many cells a table looks other to a seat than `look` does; in all of them where a rule fails."""
    if x[ERROR] == 0:
        look_of(t, u, x, seat)
    if x[ERROR] != 0:
        x[ERROR] = 0
        return CELLS
    count = 0
    for cell in range(SLOTS):
        count += 1 if u[cell] != look[cell] else 0
    return count


@compiled
def distance(s, t, u, x, seat, event, out, weights, look):
    """In how many cells what was seen differs from what a world comes to at best by a transition."""
    least = CELLS
    for index in range(events_before(s, x, seat, event, out, weights)):
        copy(s, t)
        apply(t, x, out[index])
        least = min(least, unlike(t, u, x, seat, look))
    return least


@uncounted
def approach(worlds, moves, look, following, seat, event, spots, kinds, context, scratch, outcomes, weights, notes):
    """Try so many exchanges in each world: those count behind which what follows is at least as like `following` as before.

    Up to there the table looks as `look` does.  A whole hand that is laid open is found so, card by card.
    """
    x, out, w = pointer(context), pointer(outcomes), pointer(weights)
    before, behind = pointer(look), pointer(following)
    t, u, other = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2])
    for number in range(len(worlds)):
        s = pointer(worlds[number])
        least = distance(s, t, u, x, seat, event, out, w, behind)
        for _ in range(moves):
            if least == 0:
                break
            notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
            kind = (notes[Playing.RANDOM] >> 4) % (len(kinds) - 1)
            if exchanged(s, other, x, spots, kinds[kind], kinds[kind + 1], notes) and looks_as(other, u, x, seat, before) \
                    and is_possible(other, x):
                found = distance(other, t, u, x, seat, event, out, w, behind)
                if found <= least:
                    least = found
                    copy(other, s)
            x[ERROR] = 0


@uncounted
def believe(worlds, following, shares, look, seat, event, context, scratch, outcomes, weights, notes):
    """Take the worlds of a seat on by one transition, behind which the table looks as `look` does to it.

    `event` is the seat's own decision, -1 where it made none.  In `following` is what each world comes to; `shares` says how
    likely the sight was there, in units of Worth.SURE, 0 where it cannot be.
    """
    x, out, w, looked = pointer(context), pointer(outcomes), pointer(weights), pointer(look)
    t, u = pointer(scratch[0]), pointer(scratch[1])
    for number in range(len(worlds)):
        s, total, fitting = pointer(worlds[number]), 0, 0
        count, is_chance = events_before(s, x, seat, event, out, w), kind_of(s, x) == Status.CHANCE
        for index in range(count):
            weight = w[index] if is_chance else 1
            total += weight
            copy(s, t)
            apply(t, x, out[index])
            if x[ERROR] == 0 and looks_as(t, u, x, seat, looked):
                fitting += weight
                notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
                if (notes[Playing.RANDOM] >> 4) % fitting < weight:
                    copy(t, pointer(following[number]))
            x[ERROR] = 0
        shares[number] = max(1, Worth.SURE * fitting // total) if fitting > 0 else 0


@uncounted
def promising_blind(worlds, scratch, context, known, lengths, seat, choices, notes):
    """Of the decisions in `choices` the one after which the game promises most on the average of some worlds.

    Each world has one sample of what chance brings.  What promises most is as in `promising_by_lot`.
    """
    t, x, best, most, most_promise = pointer(scratch[0]), pointer(context), -1, -1, 0
    lot = notes[Playing.RANDOM]
    for index in range(len(choices)):
        event = choices[index]
        total, promise, notes[Playing.RANDOM] = 0, 0, lot
        for sample in range(notes[Playing.SAMPLES]):
            copy(pointer(worlds[sample % len(worlds)]), t)
            apply(t, x, event)
            status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
            if status == Status.END and x[ERROR] == 0:
                total, promise = total + grade(t, x), promise + 1099511627776
            elif status == Status.DECISION:
                total, promise = total + bound(t, x), promise + estimate(t, x)
            x[ERROR] = 0
        if total > most or (total == most and promise > most_promise):
            best, most, most_promise = event, total, promise
    return best


@uncounted
def judging_blind(worlds, scratch, context, known, lengths, seat, choices, notes, cells, piles, estimates, rows, heads, curve,
                  sums):
    """Of the decisions in `choices` the one that is worth most on the average of some worlds, by learned weights."""
    t, x, best, most, lot = pointer(scratch[0]), pointer(context), -1, -1, notes[Playing.RANDOM]
    for index in range(len(choices)):
        event = choices[index]
        total, notes[Playing.RANDOM] = 0, lot
        for sample in range(notes[Playing.SAMPLES]):
            copy(pointer(worlds[sample % len(worlds)]), t)
            apply(t, x, event)
            status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
            if status == Status.DECISION and x[ERROR] == 0:
                total += judged(t, x, cells, piles, estimates, rows, heads, curve, sums)
            else:
                total += worth_of_end(t, x, status, notes)
        if total > most:
            best, most = event, total
    return best


@compiled
def new_look(digest, looks, notes):
    """Keep a look; its number."""
    number = notes[Playing.NODES]
    looks[number, Look.DIGEST], looks[number, Look.FIRST], looks[number, Look.NEXT] = digest, -1, -1
    notes[Playing.NODES] += 1
    return number


@compiled
def branch_of(look, event, looks, branches, notes):
    """The branch of a decision at a look, a new one where it was not legal so far; -1 where there is no room for it."""
    branch = looks[look, Look.FIRST]
    while branch >= 0:
        if branches[branch, Branch.EVENT] == event:
            return branch
        branch = branches[branch, Branch.NEXT]
    branch = notes[Playing.EDGES]
    if branch == len(branches):
        return -1
    notes[Playing.EDGES] += 1
    branches[branch, Branch.EVENT], branches[branch, Branch.TRIES], branches[branch, Branch.SUM] = event, 0, 0
    branches[branch, Branch.LEGAL], branches[branch, Branch.LOOK], branches[branch, Branch.MEAN] = 0, -1, 0
    branches[branch, Branch.NEXT], looks[look, Look.FIRST] = looks[look, Look.FIRST], branch
    return branch


@compiled
def chosen_branch(look, out, count, looks, branches, paces, notes):
    """Of the decisions in `out` the one of the highest upper confidence bound, an untried one first; -1 without room."""
    best, most = -1, -1
    for index in range(count):
        branch = branch_of(look, out[index], looks, branches, notes)
        if branch < 0 or branches[branch, Branch.TRIES] == 0:
            return branch
        branches[branch, Branch.LEGAL] += 1
        pace = paces[min(branches[branch, Branch.LEGAL], len(paces) - 1), 0]
        tries = min(branches[branch, Branch.TRIES], len(paces) - 1)
        worth = branches[branch, Branch.MEAN] + (notes[Playing.BONUS] * pace * paces[tries, 1] >> 26)
        if worth > most:
            best, most = branch, worth
    return best


@compiled
def look_after(branch, digest, looks, branches):
    """The look that a decision has led to; -1 where it is a new one.  Looks of one digest are taken for the same."""
    number = branches[branch, Branch.LOOK]
    while number >= 0 and looks[number, Look.DIGEST] != digest:
        number = looks[number, Look.NEXT]
    return number


@compiled
def worth_to(t, x, seat):
    """What an end is worth to a seat, and anything else nothing.  Clears the error slot."""
    worth = Worth.SURE * outcome(t, x, seat) // max(1, OUTCOMES - 1) if kind_of(t, x) == Status.END and x[ERROR] == 0 else 0
    x[ERROR] = 0
    return worth


@compiled
def play_blind(t, u, x, known, lengths, seat, choices, count, legal, out, looks, branches, way, paces, notes, cells, piles,
               estimates, rows, heads, curve, sums):
    """Play one game from a world in place, and add what it comes to to every decision on its way."""
    look, depth, status = 0, 0, Status.DECISION
    while depth < notes[Playing.DEPTH]:
        if depth > 0:
            count = legal_events(t, x, legal)
            if count == 0 or x[ERROR] != 0:
                status = Status.DEAD_END
                break
        branch = chosen_branch(look, choices if depth == 0 else legal, count, looks, branches, paces, notes)
        if branch < 0:
            break
        way[depth, 0], way[depth, 1] = branch, max(0, whose(t, x))
        depth += 1
        apply(t, x, branches[branch, Branch.EVENT])
        status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        if status != Status.DECISION:
            break
        look_of(t, u, x, seat)
        digest = digest_of_cells(u)
        look = look_after(branch, digest, looks, branches)
        if look < 0:
            look = new_look(digest, looks, notes)
            looks[look, Look.NEXT], branches[branch, Branch.LOOK] = branches[branch, Branch.LOOK], look
            break
    if status == Status.DECISION and x[ERROR] == 0:
        worth = judged(t, x, cells, piles, estimates, rows, heads, curve, sums) if len(heads) > 0 else \
            play_by_lot(t, x, known, lengths, out, notes)
        x[ERROR] = 0
    else:
        worth = worth_of_end(t, x, status, notes)
    if notes[Playing.BY_SEAT] != 0:
        worth = worth_to(t, x, seat)
    note_worth(worth, notes)
    for at in range(depth):
        branch = way[at, 0]
        if notes[Playing.BY_SEAT] != 0:
            worth = worth_to(t, x, way[at, 1])
        branches[branch, Branch.TRIES] += 1
        branches[branch, Branch.SUM] += worth
        branches[branch, Branch.MEAN] = branches[branch, Branch.SUM] // branches[branch, Branch.TRIES]


@uncounted
def search_blind(worlds, scratch, context, known, lengths, seat, choices, games, legal, outcomes, looks, branches, way, paces,
                 notes, cells, piles, estimates, rows, heads, curve, sums):
    """Play games in the mind; of the decisions in `choices` the one that was tried most often then.

    Of those tried as often it is the one that came to most, and of these the first.  Where seats play for themselves, it is one
    by lot of those that were tried nearly as often: whoever hides a coin in the same place each time is seen through.
    """
    t, u, x, first = pointer(scratch[0]), pointer(scratch[1]), pointer(context), pointer(choices)
    begin_games(notes)
    new_look(0, looks, notes)
    for game in range(games if len(choices) > 1 else 0):
        copy(pointer(worlds[game % len(worlds)]), t)
        play_blind(t, u, x, known, lengths, seat, first, len(choices), pointer(legal), pointer(outcomes), looks, branches, way,
                   paces, notes, cells, piles, estimates, rows, heads, curve, sums)
    best, tried, total = choices[0], -1, -1
    for index in range(len(choices)):
        event = choices[index]
        branch = branch_of(0, event, looks, branches, notes)
        tries = branches[branch, Branch.TRIES]
        if tries > tried or (tries == tried and branches[branch, Branch.SUM] > total):
            best, tried, total = event, tries, branches[branch, Branch.SUM]
    if notes[Playing.BY_SEAT] == 0:
        return best
    count = 0
    for index in range(len(choices)):
        event = choices[index]
        if 10 * branches[branch_of(0, event, looks, branches, notes), Branch.TRIES] >= 9 * tried:
            count += 1
            notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
            if (notes[Playing.RANDOM] >> 4) % count == 0:
                best = event
    return best


@uncounted
def worth_blind(worlds, scratch, context, known, lengths, seat, choices, games, legal, outcomes, looks, branches, way, paces,
                notes, cells, piles, estimates, rows, heads, curve, sums):
    """What one decision, the only one of `choices`, is worth: all games begin with it, and the later half of them counts.

    Before that curiosity takes games to decisions that are bad; then each follows what has done best.
    """
    t, u, x, first = pointer(scratch[0]), pointer(scratch[1]), pointer(context), pointer(choices)
    begin_games(notes)
    new_look(0, looks, notes)
    branch, curiosity = branch_of(0, choices[0], looks, branches, notes), notes[Playing.CURIOSITY]
    tries, total = 0, 0
    for game in range(games):
        if game == games // 2:
            tries, total, notes[Playing.CURIOSITY], notes[Playing.BONUS] = (
                branches[branch, Branch.TRIES], branches[branch, Branch.SUM], 0, 0)
        copy(pointer(worlds[game % len(worlds)]), t)
        play_blind(t, u, x, known, lengths, seat, first, 1, pointer(legal), pointer(outcomes), looks, branches, way, paces, notes,
                   cells, piles, estimates, rows, heads, curve, sums)
    notes[Playing.CURIOSITY] = curiosity
    return (branches[branch, Branch.SUM] - total) // max(1, branches[branch, Branch.TRIES] - tries)
