"""Random play: whole games from a state, for measurements and for finding what random players would find."""

from verifier.run.control import Status, Totals
from verifier.run.kernels.chains import possible_outcomes
from verifier.run.kernels.contract import (
    ERROR,
    KIND_OF_PHASE,
    PHASE,
    STEP_OF_PHASE,
    apply,
    compiled,
    copy,
    grade,
    kernel,
    kind_of,
    legal_events,
    pointer,
)


@compiled
def next_random(seed):
    """Lehmer's generator modulo 2**31 - 1: small, portable, the same in every execution."""
    return (seed * 48271) % 2147483647


@compiled
def random_event(s, x, seed, out, weights):
    """A random legal decision, a random outcome by weight, or the step of the phase; -1 when nothing is possible."""
    kind = kind_of(s, x)
    if kind == Status.STEP:
        return STEP_OF_PHASE[s[PHASE]]
    if kind == Status.DECISION:
        count = legal_events(s, x, out)
        return out[(seed >> 4) % count] if count > 0 else -1
    count = possible_outcomes(s, x, out, weights)
    total = 0
    for index in range(count):
        total += weights[index]
    if total == 0:
        return -1
    left = (seed >> 4) % total
    for index in range(count):
        left -= weights[index]
        if left < 0:
            return out[index]
    return -1


@kernel
def play_games(start, state, context, games, seed, moves_most, outcomes, chances, ended, totals):
    """Play random games; `ended[k]` gets the grade of the k-th, -1 when it did not end within `moves_most` transitions.

    `totals` gets the first numbers of Totals.  Stops at the first rule that fails (the error slot is set, `state` is what it
    left).  Returns the games played.
    """
    first, s, x, out, weights = pointer(start), pointer(state), pointer(context), pointer(outcomes), pointer(chances)
    for game in range(games):
        copy(first, s)
        ended[game] = -1
        for _ in range(moves_most):
            if KIND_OF_PHASE[s[PHASE]] == Status.END:
                ended[game] = grade(s, x)
                break
            seed = next_random(seed)
            event = random_event(s, x, seed, out, weights)
            if x[ERROR] != 0:
                return game
            if event < 0:
                totals[Totals.DEAD_ENDS] += 1
                break
            apply(s, x, event)
            totals[Totals.TRANSITIONS] += 1
            if x[ERROR] != 0:
                return game
    totals[Totals.SEED] = seed
    return games
