"""Searches for a seat that does not see all of the table, or where seats play for themselves.

A game in the mind begins with a table that may lie there.  Each seat has a tree of its own: a node is how the table looks to that
seat when it decides, by way of what it saw before and decided; so it decides alike in all worlds that look alike to it
(information set search with as many observers as seats: P. Cowling, E. Powley and D. Whitehouse, Information set Monte Carlo tree
search, 2012).  Of the decisions that are legal in a world the one of the highest upper confidence bound is taken; one that was
seldom legal is not held to have been tried seldom.

**Who knows what.**  In all worlds that the seat holds possible it holds the same cards: others who learned from these games would
learn which.  So every other game begins with a world that is possible by what everybody has seen, and others learn what to expect
from those; in the seat's own games they decide as often as they did, wherever they have come by different ways (Look.BEHIND).
When the worth of one decision is asked for, that is how they do not learn that it is made in each game.

All seats aim at the same, or (BY_SEAT) each at what the end is worth to it: then a game adds to each decision on its way what it
came to for whoever made it.  What others decided before the search began tells nothing about what they hold.
"""

from verifier.run.control import Branch, Look, Playing, Status, Worth
from verifier.run.kernels.contract import (
    ERROR,
    OUTCOMES,
    apply,
    bound,
    compiled,
    copy,
    estimate,
    grade,
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
from verifier.run.kernels.sights import look_of
from verifier.run.kernels.tree import begin_games, digest_of_cells, note_worth


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
def usual_branch(look, out, count, looks, branches, notes):
    """Of the decisions in `out` one by lot, as likely as it was tried often; -1 where none was tried, or without room."""
    total = 0
    for index in range(count):
        branch = branch_of(look, out[index], looks, branches, notes)
        if branch < 0:
            return branch
        total += branches[branch, Branch.TRIES]
    if total == 0:
        return -1
    notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
    left, found = (notes[Playing.RANDOM] >> 4) % total, -1
    for index in range(count):
        branch = branch_of(look, out[index], looks, branches, notes)
        branches[branch, Branch.LEGAL] += 1
        if left >= 0:
            found = branch
        left -= branches[branch, Branch.TRIES]
    return found


@compiled
def look_around(t, u, x, whom, branch, minds):
    """Let all seats see the table, behind the decision `branch` of one of them (-1: as the game begins).

    Each adds it to what it has seen since its own last decision.  Where nothing is hidden, one mind stands for all seats.
    """
    for mind in range(len(minds)):
        if len(minds) > 1 or branch >= 0:
            look_of(t, u, x, mind)
            digest = digest_of_cells(u)
        else:
            digest = 0
        if branch < 0:
            minds[mind, 0], minds[mind, 1] = mind, digest
        elif len(minds) == 1 or mind == whom:
            minds[mind, 0], minds[mind, 1] = branch, digest
        else:
            minds[mind, 1] = (minds[mind, 1] * 1000003 + digest) & 1099511627775


@compiled
def node_of(mind, first, minds, looks, branches, notes):
    """The look of a mind, a new one if need be; `first` is of what the game began with."""
    behind, digest = minds[mind, 0], minds[mind, 1]
    look = look_after(behind, digest, looks, branches)
    if look < 0:
        look = new_look(digest, looks, notes)
        looks[look, Look.NEXT], looks[look, Look.BEHIND] = branches[behind, Branch.LOOK], first
        branches[behind, Branch.LOOK] = look
    return look


@compiled
def play_blind(t, u, x, known, lengths, seat, choices, count, is_common, minds, legal, out, looks, branches, way, paces, notes,
               cells, piles, estimates, rows, heads, curve, sums):
    """Play one game from a world in place, and add what it comes to to every decision on its way.

    `choices` are what may be decided first (`count` is 0: all that is legal).  Unless the world `is_common`, others learn only
    where all games have come by that one first decision, on a table that looked like this to the seat.
    """
    own = seat if len(minds) > 1 else 0
    depth, status, first = 0, Status.DECISION, 0
    look_around(t, u, x, seat, -1, minds)
    begun = minds[own, 1]
    while depth < notes[Playing.DEPTH]:
        whom = max(0, whose(t, x))
        mind, nodes = whom if len(minds) > 1 else 0, notes[Playing.NODES]
        look = node_of(mind, first, minds, looks, branches, notes)
        if depth > 0 and look == nodes:
            break
        if looks[look, Look.BEHIND] != first:
            looks[look, Look.BEHIND] = -1
        options, number = choices, count
        if depth > 0 or count == 0:
            options, number = legal, legal_events(t, x, legal)
            if number == 0 or x[ERROR] != 0:
                status = Status.DEAD_END
                break
        learns = is_common or mind == own or looks[look, Look.BEHIND] >= 0
        branch = -1 if learns else usual_branch(look, options, number, looks, branches, notes)
        if branch < 0:
            branch = chosen_branch(look, options, number, looks, branches, paces, notes)
        if branch < 0:
            break
        if depth == 0:
            first = (begun * 1000003 + branches[branch, Branch.EVENT] + 1) & 1099511627775
        way[depth, 0], way[depth, 1], way[depth, 2] = branch, whom, 1 if learns else 0
        depth += 1
        apply(t, x, branches[branch, Branch.EVENT])
        status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
        if status != Status.DECISION:
            break
        look_around(t, u, x, whom, branch, minds)
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
        if way[at, 2] != 0:
            branches[branch, Branch.TRIES] += 1
            branches[branch, Branch.SUM] += worth
            branches[branch, Branch.MEAN] = branches[branch, Branch.SUM] // branches[branch, Branch.TRIES]


@compiled
def learn_blind(worlds, common, t, u, x, known, lengths, seat, choices, count, games, minds, legal, outcomes, looks, branches,
                way, paces, notes, cells, piles, estimates, rows, heads, curve, sums):
    """Begin a search, with so many games from the seat's own worlds and, in turn with them, from those possible for everybody.

    The first look is the one that the seat decides at.
    """
    begin_games(notes)
    notes[Playing.EDGES] = len(minds)
    for mind in range(len(minds)):
        branches[mind, Branch.LOOK] = -1
    copy(pointer(worlds[0]), t)
    look_around(t, u, x, seat, -1, minds)
    node_of(seat if len(minds) > 1 else 0, 0, minds, looks, branches, notes)
    for game in range(games):
        turn, is_common = game, False
        if len(minds) > 1:
            turn, is_common = game // 2, game % 2 == 1
        options = count
        if is_common and len(common) > 0:
            copy(pointer(common[turn % len(common)]), t)
            options = 0
        else:
            copy(pointer(worlds[turn % len(worlds)]), t)
        play_blind(t, u, x, known, lengths, seat, choices, options, is_common, minds, legal, outcomes, looks, branches, way,
                   paces, notes, cells, piles, estimates, rows, heads, curve, sums)


@uncounted
def search_blind(worlds, scratch, context, known, lengths, seat, choices, common, games, minds, legal, outcomes, looks,
                 branches, way, paces, notes, cells, piles, estimates, rows, heads, curve, sums):
    """Play games in the mind; of the decisions in `choices` the one that was tried most often then.

    Of those tried as often it is the one that came to most, and of these the first.  Where seats play for themselves, it is one
    by lot of those that were tried nearly as often: whoever hides a coin in the same place each time is seen through.
    """
    t, u, x = pointer(scratch[0]), pointer(scratch[1]), pointer(context)
    learn_blind(worlds, common, t, u, x, known, lengths, seat, pointer(choices), len(choices), games if len(choices) > 1 else 0,
                minds, pointer(legal), pointer(outcomes), looks, branches, way, paces, notes, cells, piles, estimates, rows,
                heads, curve, sums)
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
def worth_blind(worlds, scratch, context, known, lengths, seat, choices, common, taken, games, minds, legal, outcomes, looks,
                branches, way, paces, notes, cells, piles, estimates, rows, heads, curve, sums):
    """What one decision of `choices`, the only one of `taken`, is worth: of games that all begin with it the later half counts.

    Before that curiosity takes games to decisions that are bad; then each follows what has done best.  Where others see other
    things than the seat, a search as for a decision comes first: in it they learn what to expect.
    """
    t, u, x, curiosity = pointer(scratch[0]), pointer(scratch[1]), pointer(context), notes[Playing.CURIOSITY]
    learn_blind(worlds, common, t, u, x, known, lengths, seat, pointer(choices), len(choices), games if len(minds) > 1 else 0,
                minds, pointer(legal), pointer(outcomes), looks, branches, way, paces, notes, cells, piles, estimates, rows,
                heads, curve, sums)
    branch, tries, total = branch_of(0, taken[0], looks, branches, notes), 0, 0
    for game in range(games):
        if game == games // 2:
            tries, total, notes[Playing.CURIOSITY], notes[Playing.BONUS] = (
                branches[branch, Branch.TRIES], branches[branch, Branch.SUM], 0, 0)
        copy(pointer(worlds[game % len(worlds)]), t)
        play_blind(t, u, x, known, lengths, seat, pointer(taken), 1, False, minds, pointer(legal), pointer(outcomes), looks,
                   branches, way, paces, notes, cells, piles, estimates, rows, heads, curve, sums)
    notes[Playing.CURIOSITY] = curiosity
    return (branches[branch, Branch.SUM] - total) // max(1, branches[branch, Branch.TRIES] - tries)
