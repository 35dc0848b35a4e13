"""What players who see the table, and not the deal, make of a game: seeded deals, each played by every policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, pairwise
from math import sqrt
from typing import TYPE_CHECKING

from attrs import frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import EngineChoice
from verifier.analysis.deal import rulings_of
from verifier.analysis.defaults import GAME_DECISIONS
from verifier.analysis.engine import NO_GRADE
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.instance import Dealer, Instance, instance_of
from verifier.policy.players import POLICIES, player
from verifier.policy.table import Played, Table, play
from verifier.registry import installed
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyPair, PolicyRow
from verifier.results.share import DIGITS, Z_95, share
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import LimitReached, Limits

if TYPE_CHECKING:
    from verifier.policy.table import Player
    from verifier.run.backend import Backend

Games = tuple[Played, ...]  # of one deal, one of each policy


@frozen
class Request:
    """What the options say."""

    policies: tuple[str, ...]
    seed: int
    deals: int
    simulations: int
    objective: str
    threads: int
    limits: Limits
    engine: EngineChoice = EngineChoice.AUTO


def table_of(game: str | Instance, edition: str | None, rulings: list[str]) -> Instance:
    """The table that deals are played from: a game's set-up, or that of an instance, whose edition and rulings it keeps."""
    if isinstance(game, Instance):
        if edition is not None or rulings:
            raise BadInput(Problem("DB594", "a scenario says its edition and its rulings", "rulings" if rulings else "edition",
                                   "name a game, or change the scenario"))
        return game
    program = installed().program(game)
    scenario = new_scenario(program.game, title=program.game.title, edition=edition, rulings=rulings_of(rulings))
    return instance_of(scenario, program)


def played_out(instance: Instance, request: Request) -> PlayedOut:
    """The deals of the seeds, on the table of an instance, played by each policy.

    BadInput where the game has no grade (DB520), or chance brings what nobody weighs (DB597).
    """
    program, scenario = instance.program, instance.scenario
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=NO_GRADE))
    refuse_unweighed(program, scenario.edition.record, "what players make of the game", "play-out")
    limits, ending = request.limits.running(), "played"
    played: list[tuple[int, Games]] = []
    with Meter("playing deals") as meter:
        backend = _backend(instance, request.engine, meter)
        clock_began = clock.seconds()
        try:
            for seed, games in _played(instance, backend, request, limits):
                played.append((seed, games))
                meter.step(f"{len(played)} of {request.deals}")
                if len(played) < request.deals:
                    limits.check()
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    rows = tuple(_row(instance, backend, request, number, played) for number in range(len(request.policies)))
    return PlayedOut(program.game.name, answer.edition(scenario), scenario.rulings, scenario.title, request.seed, request.deals,
                     request.objective, program.game.only("hidden") is not None, rows,
                     tuple(_pair(one, two) for one, two in pairwise(rows)), ending, round(clock.seconds() - clock_began, 3),
                     program.game.grade_order)


def _backend(instance: Instance, choice: EngineChoice, meter: Meter) -> Backend:
    """Compiled rules, unless they are asked for as they stand: every game is worth them."""
    if choice is EngineChoice.INTERPRETED:
        return instance.native("interpreted")
    backend = instance.native("native")
    if not backend.warm:
        meter.say(f"compiling the rules of {instance.program.game.title} (once per machine and version)...")
    return backend


def _played(instance: Instance, backend: Backend, request: Request, limits: Limits) -> Iterator[tuple[int, Games]]:
    """The seeds in their order, each with its games; so many deals at a time are played as there are threads."""
    dealer, seeds = Dealer(instance.scenario, instance.program), iter(range(request.seed, request.seed + request.deals))
    threads = request.threads if backend.is_machine_code else 1
    tables = [[player(policy, backend, instance.setting, simulations=request.simulations, objective=request.objective)
               for policy in request.policies] for _ in range(threads)]

    def games(asked: tuple[int, list[Player]]) -> tuple[int, Games]:
        seed, players = asked
        dealt = dealer.instance(seed)
        start = backend.state(dealt.start)
        return seed, tuple(play(Table.of(backend, dealt.setting, start), each, seed, GAME_DECISIONS) for each in players)

    yield from _in_order(games, ((seed, tables[at % threads]) for at, seed in enumerate(seeds)), threads)


def _in_order(games: Callable[[tuple[int, list[Player]]], tuple[int, Games]], asked: Iterable[tuple[int, list[Player]]],
              threads: int) -> Iterator[tuple[int, Games]]:
    """What is asked answered in its order, so many at a time: of those that share players one is done before the next begins."""
    if threads == 1:
        yield from map(games, asked)
        return
    waiting = iter(asked)
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(waiting, threads)):
            yield from pool.map(games, some)


def _row(instance: Instance, backend: Backend, request: Request, number: int, played: list[tuple[int, Games]]) -> PolicyRow:
    name, step = request.policies[number], backend.constant("LOWEST_STEP")
    deals = list[PlayedDeal]()
    for seed, games in played:
        game = games[number]
        grade = None if game.grade is None else answer.grade(instance, backend.grade_fields(game.grade))
        deals.append(PlayedDeal(seed, game.ending, game.grade is not None and game.grade >= step, grade, len(game.decisions)))
    won = sum(deal.won for deal in deals)
    simulations = request.simulations if POLICIES[name].thinks else 0
    return PolicyRow(name, simulations, share(won, 0, len(deals)), sum(deal.grade is None for deal in deals),
                     round(sum(deal.decisions for deal in deals) / max(1, len(deals)), 2), tuple(deals))


def _pair(one: PolicyRow, two: PolicyRow) -> PolicyPair:
    """Two policies on the same deals, with Wald's interval for paired shares and Agresti and Min's correction (2005).

    Half a deal is added to each of the four kinds of deals, so that the interval says something where no deal tells two apart.
    """
    pairs = [(first.won, second.won) for first, second in zip(one.games, two.games, strict=True)]
    only_one, only_two = pairs.count((True, False)), pairs.count((False, True))
    first, second, count = only_one + 0.5, only_two + 0.5, len(pairs) + 2
    middle = (second - first) / count
    half = Z_95 * sqrt(first + second - (second - first) ** 2 / count) / count
    gain = (only_two - only_one) / len(pairs) if pairs else 0.0
    return PolicyPair(one.policy, two.policy, only_one, only_two, round(gain, DIGITS), round(max(-1.0, middle - half), DIGITS),
                      round(min(1.0, middle + half), DIGITS))
