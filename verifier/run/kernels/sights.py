"""What seats can know of a table that looks as it does to them: tables that may lie there.

A seat holds many tables possible, its `worlds`, each as likely.  Each transition takes every one of them on as the rules have
it: a decision of its own as it was made, and what chance brings, or others decide, so that the seat would see what it has
seen.  A world in which that is unlikely counts for less (a particle filter, as in D. Silver and J. Veness, Monte-Carlo planning
in large POMDPs, 2010; outcomes are drawn by what was seen, so that rare sights leave worlds, too).

Before that, things of a kind change places where the seat sees no difference and no invariant breaks: without it all worlds would
soon be a few that agree on what was dealt long ago (resample and move: W. Gilks and C. Berzuini, 2001).  So a world forgets what
the way of a card told, if it is not seen any more.

The seat -1 is somebody who sees what all seats see, and decides nothing.
"""

from verifier.run.control import Playing, Spot, Status, Worth
from verifier.run.kernels.contract import (
    CELLS,
    ERROR,
    INVARIANTS,
    OBSERVERS,
    SLOTS,
    apply,
    compiled,
    copy,
    guard,
    hide,
    invariant,
    kind_of,
    legal_events,
    pointer,
    uncounted,
    whose,
)
from verifier.run.kernels.play import next_random
from verifier.run.kernels.policy import choices_at


@compiled
def look_of(s, u, x, seat):
    """Make `u` what a seat sees of a table, or (-1) what all of them see: no counter of what chance has brought is on it."""
    copy(s, u)
    for each in range(OBSERVERS):
        if seat < 0 or each == seat:
            hide(u, x, each)
    for cell in range(SLOTS, CELLS):
        u[cell] = 0


@uncounted
def look_at(state, looks, context, first):
    """What seats see of a table: a look for each of them, from the seat `first` on, and behind the last one what all see."""
    for at in range(len(looks)):
        look_of(pointer(state), pointer(looks[at]), pointer(context), first + at if first + at < OBSERVERS else -1)


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
