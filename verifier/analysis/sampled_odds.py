"""What players win of a position between whose proved odds there is doubt: games that are played from it, a sample and no proof.

Players see the table and not what chance will bring, as in `play-out`, and each game has a chance of its own.  What they come to
stands beside the bounds and changes neither.  But the two check each other: no policy comes to more than the upper bound on
average, and one that does by more than luck explains is a fault of ours.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis.choices import EngineChoice, Objective
from verifier.analysis.defaults import BEGINNING_SECONDS, SAMPLED_GAMES, THREADS_MOST
from verifier.analysis.play_out import LEARNING_POLICIES, Request, played_out, thinking_policies
from verifier.errors import EngineBug, OutOfMemory, Problem
from verifier.instance import OpenDealer
from verifier.policy.kept import kept_weights
from verifier.policy.players import POLICIES
from verifier.report.text.endings import ENDINGS, LIMITS
from verifier.results.likely import Sampled
from verifier.results.share import MEAN_LEAST, mean, share
from verifier.run.cores import cores
from verifier.search.limits import LimitReached
from verifier.search.memory import allows_compiling

if TYPE_CHECKING:
    from verifier.analysis.odds import Aimed, Players
    from verifier.instance import Instance
    from verifier.results.likely import Likely
    from verifier.results.played_out import PolicyRow
    from verifier.search.limits import Limits

FIRST_SEED = 1
GAMES_LEAST, DECISIONS = 10, 2_000  # of a policy: some seconds, or a minute in the largest games
LOOKED_AT, LOOKED_AT_SEED = 16, 1_000_001  # random games that say how long games are: others than those of the sample
LUCK = 1e-6  # how often luck alone may lift a policy so far above the bound; the games are the same for everybody


def with_sample(found: Likely, instance: Instance, aimed: Aimed, players: Players, limits: Limits,
                engine: EngineChoice) -> Likely:
    """An answer with what the best policies that there are come to from the same position, or with why none was played.

    EngineBug (DB905) where one comes to more than is proved to be possible, and luck does not explain it.
    """
    if found.ending in ("interrupted", "memory"):
        return evolve(found, unplayed=_words(found.ending))
    is_ready = engine is EngineChoice.INTERPRETED or instance.native("native").warm
    if not (is_ready or allows_compiling(limits.memory)):
        return evolve(found, unplayed=_words("memory"))
    dealer = OpenDealer(instance)
    request = Request(_policies(instance, aimed), FIRST_SEED, players.games or 0, (players.simulations,), Objective.FIRST.value,
                      min(cores(), THREADS_MOST), evolve(limits, states=None), engine, least=aimed.least)
    try:
        _refuse_late(limits)
        if players.games is None:
            request = evolve(request, deals=_games(instance, request, dealer))
            _refuse_late(limits)
        played = played_out(instance, request, "playing games", dealer=dealer)
    except LimitReached as reached:
        return evolve(found, unplayed=_words(reached.ending))
    except KeyboardInterrupt:  # before the first game; the bounds are known
        return evolve(found, unplayed=_words("interrupted"))
    except OutOfMemory:
        return evolve(found, unplayed=_words("memory"))
    rows = tuple(_sampled(row, found, played.ending) for row in played.policies if row.games)
    for row in rows:
        _refuse_above(row, found)
    return evolve(found, sampled=rows, unplayed="" if rows else _words(played.ending))


def _refuse_late(limits: Limits) -> None:
    """LimitReached where it is too late for players to begin."""
    limits.check()
    if limits.seconds_left is not None and limits.seconds_left < BEGINNING_SECONDS:
        raise LimitReached("seconds")


def _games(instance: Instance, request: Request, dealer: OpenDealer) -> int:
    """How many games are played where nobody says it: fewer of long ones, the same on every machine."""
    looked = evolve(request, policies=("random",), seed=LOOKED_AT_SEED, deals=LOOKED_AT)
    found = played_out(instance, looked, "playing games", dealer=dealer)
    if found.ending == "interrupted":
        raise KeyboardInterrupt
    return max(GAMES_LEAST, min(SAMPLED_GAMES, int(DECISIONS / max(1.0, found.policies[0].decisions))))


def _policies(instance: Instance, aimed: Aimed) -> tuple[str, ...]:
    """Who plays best: by what was learned, if that fits the aim; else who only thinks, and by the estimate, if there is one.

    Which of these is better differs from game to game and from aim to aim, and to show only the one that did better would flatter
    it.  What was learned is to get the first field of the grade; for more than that, who thinks for just that plays as well.
    """
    learned = kept_weights(instance.program, instance.setting, Objective.FIRST.value) is not None
    thinking = thinking_policies(instance.program) if aimed.least or not learned else ()
    return (*(LEARNING_POLICIES if learned else ()), *thinking)


def _words(ending: str) -> str:
    return LIMITS.get(ending) or ENDINGS.get(ending, ending)


def _sampled(row: PolicyRow, found: Likely, ending: str) -> Sampled:
    won = share(row.won.count, row.unended, row.won.of)
    count, at, low, high = won.count, won.count / won.of, won.low, won.high
    if found.expected:
        worths = [found.lowest if game.grade is None else int(game.grade[found.expected]) for game in row.games]
        at, low, high = sum(worths) / len(worths), found.lowest, found.highest
        if len(worths) >= MEAN_LEAST:
            interval = mean(worths, found.lowest, found.highest)
            low, high = interval.low, interval.high
    wider = "what was learned" if POLICIES[row.policy].learns else "the whole grade, as good ends are too rare to go by"
    return Sampled(row.policy, row.simulations, len(row.games), None if found.expected else count, at, float(low), float(high),
                   row.unended, row.why, ending, wider if row.aims_wider else "", row.lost)


def _refuse_above(row: Sampled, found: Likely) -> None:
    if found.high is None:
        return
    span = found.highest - found.lowest
    at, bound = (row.at - found.lowest) / span, float((found.high - found.lowest) / span)
    if at > bound and exp(-row.games * _apart(at, bound)) < LUCK:
        raise EngineBug(Problem("DB905", f"{row.policy} comes to {row.at:.6g} on average of {row.games:,} games, and a search "
                                f"says that nobody comes to more than {float(found.high):.6g}"))


def _apart(at: float, bound: float) -> float:
    """The relative entropy of two shares, `at` the larger one.

    That the mean of n numbers of 0 to 1 comes to `at`, where `bound` or less is expected of each, has a probability of at most
    exp(-n times this): W. Hoeffding, Probability Inequalities for Sums of Bounded Random Variables, Journal of the American
    Statistical Association 58 (1963), theorem 1.
    """
    if bound <= 0:
        return inf
    return at * log(at / bound) + ((1 - at) * log((1 - at) / (1 - bound)) if at < 1 else 0.0)
