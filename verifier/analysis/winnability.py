"""What share of seeded deals can be won, how difficult that is, and what players win of them who see the table alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer, play_out
from verifier.analysis.batches.answering import measured, searched, solved_deal
from verifier.analysis.batches.question import asked
from verifier.analysis.batches.store import Store, kept_in
from verifier.analysis.deal import rulings_of
from verifier.analysis.defaults import BESIDE_SIMULATIONS, DEAL_GAMES, DECISION_STATES
from verifier.analysis.engine import NO_GRADE, say_compiling
from verifier.analysis.players_beside import FIRST, Beside, beside, learned, who_plays
from verifier.analysis.progress import Meter
from verifier.analysis.solved_deal import SEEDS_SHOWN, OfLine, SolvedDeal, by_difficulty, line_measured
from verifier.analysis.unweighed import refuse_unweighed
from verifier.analysis.varied import with_field
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.instance import Dealer, instance_of
from verifier.lang.types import IntType
from verifier.registry import installed
from verifier.results.share import share
from verifier.results.winnable import DealRow, GradeShare, Winnability, WinnabilityPoint
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import LimitReached, Limits
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.scenarios.loader import Scenario

SOLVING = 0.8  # of the seconds that there are; the rest is for those who play


@frozen
class Request:
    """What the options say: which deals are solved, and who plays them, and the `played` first ones, without knowing them.

    With 0 `simulations` nobody plays; without `policies` those of `who_plays`; without `played` as many as are solved.  Who is
    `shipped` knows of what was learned only what the game's package brings, so that everybody gets the same answer.
    """

    game: str
    deals: int
    seed: int
    edition: str | None
    vary: str | None
    rulings: list[str]
    states: int
    seconds: float | None
    games: int = DEAL_GAMES
    memory: int | None = None
    decision_states: int = DECISION_STATES
    store: Path | None = None
    policies: tuple[str, ...] = ()
    simulations: int = BESIDE_SIMULATIONS
    played: int | None = None
    threads: int = 1
    shipped: bool = False


def solved_deals(request: Request) -> Winnability:
    """The deals that are asked for, solved one after the other."""
    program = installed().program(request.game)
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no deal is won or lost", hint=NO_GRADE))
    scenario = new_scenario(program.game, title=program.game.title, edition=request.edition, rulings=rulings_of(request.rulings))
    refuse_unweighed(program, scenario.edition.record, "the share of deals that can be won", "winnability")
    field, values = _varied(scenario, request.vary)
    instance = instance_of(scenario, program)
    steps = [(value, scenario if field is None else with_field(scenario, field, value)) for value in values]
    points: list[WinnabilityPoint] = []
    ending, began = "done", clock.seconds()
    limits = Limits(request.states, request.seconds, request.memory).running()
    tables = [instance_of(own, program) for _, own in steps]
    solving, players = limits, _players(request, tables, limits)
    if field is not None and players is not None:
        lacking = [f"{field} {value}" for value, own in zip(values, tables, strict=True)
                   if learned(own, shipped=request.shipped) is None]
        play_out.refuse_learners(players.policies, ", ".join(lacking), f"run `daybreak difficulty {request.game} --vary ... "
                                 "--train`, which learns what is missing, or leave")
    if players is not None and limits.seconds_left is not None:
        solving = limits.within(SOLVING * limits.seconds_left)
    is_proved = True
    with Meter("solving deals") as meter, kept_in(request.store, request.seed + request.deals - 1) as store:
        for value, own in steps:
            named = "" if field is None else f"{field} {value}, "
            here = instance_of(own, program)
            is_proved = is_proved and here.bound_is_proved
            looked: list[SolvedDeal] = []
            played: Beside | None = None
            try:
                for deal in _deals(own, request, solving, meter, store):
                    looked.append(deal)
                    meter.step(f"{named}{len(looked)} of {request.deals}")
            except LimitReached as reached:
                ending = reached.ending
            except KeyboardInterrupt:
                ending = "interrupted"
            if players is not None and looked and ending != "interrupted":
                asked_of = players if ending == "done" else evolve(players, deals=min(players.deals, len(looked)))
                played = beside(here, asked_of, looked, f"{named}playing deals", shipped=request.shipped)
                ending = ending if ending != "done" else played.ending
            of_line = partial(line_measured, own, program, request.decision_states, limits, meter)
            named_value = value if field is not None else None
            try:
                points.append(_point(instance, named_value, looked, of_line, played))
            except KeyboardInterrupt:
                ending = "interrupted"
                points.append(_point(instance, named_value, looked, None, played))
            if ending != "done":
                break
    return Winnability(program.game.name, answer.edition(scenario), scenario.rulings, request.seed, request.deals, request.states,
                       field, tuple(points), ending, round(clock.seconds() - began, 3),
                       None if program.game.only("bound") is None else "proved" if is_proved else "taken",
                       program.game.grade_order, request.games)


def instances_of(request: Request) -> list[Instance]:
    """The tables whose deals are asked for, one for each value; BadInput as of `solved_deals`."""
    program = installed().program(request.game)
    scenario = new_scenario(program.game, title=program.game.title, edition=request.edition, rulings=rulings_of(request.rulings))
    field, values = _varied(scenario, request.vary)
    return [instance_of(scenario if field is None else with_field(scenario, field, value), program) for value in values]


def _varied(scenario: Scenario, text: str | None) -> tuple[str | None, list[int]]:
    """The number of the component data to vary, and its values."""
    if text is None:
        return None, [0]
    name, _, span = text.partition("=")
    fields = {each: kind for each, kind in scenario.game.edition_type.fields if isinstance(kind, IntType)}
    if name not in fields:
        raise BadInput(Problem("DB594", f"the component data has no number {shown(name)}", "--vary", did_you_mean(name, fields)))
    kind, given = fields[name], span.split("..")
    if len(given) > 3 or not all(each.isascii() and each.isdigit() and len(each) < 10 for each in given) or given[2:] == ["0"]:
        raise BadInput(Problem("DB594", f"expected {name}=LOW..HIGH or {name}=LOW..HIGH..STEP, got {shown(text)}", "--vary",
                               f"{name}={kind.low}..{kind.high}"))
    low, high, step = int(given[0]), int(given[min(1, len(given) - 1)]), int(given[2]) if len(given) == 3 else 1
    values = range(low, high + 1, step)
    if not values or values[0] < kind.low or values[-1] > kind.high:
        raise BadInput(Problem("DB594", f"{name} goes from {kind.low} to {kind.high}, got {shown(span)}", "--vary"))
    return name, list(values)


def _deals(scenario: Scenario, request: Request, limits: Limits, meter: Meter, store: Store | None) -> Iterator[SolvedDeal]:
    """The deals one by one, solved or as they are kept; raises LimitReached when the time is up, or the memory that was asked for
    is used up."""
    program = installed().program(request.game)
    dealer, last = Dealer(scenario, program), request.seed + request.deals - 1
    kept = None if store is None else (store, asked(scenario, program, "solve", states=request.states, games=request.games))
    known = {} if kept is None else kept[0].of(kept[1], request.seed, last)
    looked = {} if kept is None else kept[0].of(evolve(kept[1], games=0), request.seed, last)  # and perhaps not measured
    for seed in range(request.seed, last + 1):
        instance = dealer.instance(seed)
        if seed in known:
            yield solved_deal(known[seed], instance, request.games)
            continue
        if limits.seconds_left == 0.0 or limits.memory is not None:
            limits.check()
        say_compiling(program, meter)
        if seed not in looked:
            row = searched(instance, seed, limits, request.games, bound_is_proved=instance.bound_is_proved,
                           dominance=instance.dominance)
        else:
            row = measured(looked[seed], instance, request.games, limits) if looked[seed].won else looked[seed]
        if row.ending == "seconds" or (row.ending == "memory" and limits.memory is not None):
            raise LimitReached("seconds" if row.ending == "seconds" else "memory")
        if kept is not None and (row.random_won is not None or not row.won):  # what is half measured is not kept
            kept[0].add(kept[1], [row])
        yield solved_deal(row, instance, request.games)


def _players(request: Request, instances: list[Instance], limits: Limits) -> play_out.Request | None:
    """What players are asked at each step; None where nobody plays."""
    if not request.simulations:
        return None
    names = request.policies or who_plays(instances, shipped=request.shipped)
    return play_out.Request(names, request.seed, request.played or request.deals, (request.simulations,), FIRST, request.threads,
                            evolve(limits, states=None))


def _point(instance: Instance, value: int | None, looked: list[SolvedDeal], of_line: OfLine | None = None,
           played: Beside | None = None) -> WinnabilityPoint:
    """What the deals at one value say together."""
    looked = looked if played is None else played.deals
    won_by = {} if played is None else played.won_by
    fields = instance.native("native").grade_fields
    won, lost = ([deal for deal in looked if deal.won is which] for which in (True, False))
    stuck = [deal for deal in looked if deal.why]
    grades = Counter(deal.grade for deal in looked if deal.grade is not None)
    difficult = by_difficulty(won, of_line)
    return WinnabilityPoint(
        value, share(len(won), len(looked) - len(won) - len(lost), len(looked)),
        tuple(GradeShare(answer.grade(instance, fields(grade)) or {}, share(count, len(looked) - grades.total(), len(looked)))
              for grade, count in sorted(grades.items(), reverse=True)),
        tuple(deal.seed for deal in difficult[:SEEDS_SHOWN]),
        tuple(deal.seed for deal in difficult[::-1][:SEEDS_SHOWN]), tuple(deal.seed for deal in lost[:SEEDS_SHOWN]),
        len(stuck), tuple(deal.seed for deal in stuck[:SEEDS_SHOWN]), stuck[0].why if stuck else "", tuple(difficult),
        tuple(DealRow(deal.seed, deal.won, None if deal.grade is None else answer.grade(instance, fields(deal.grade)),
                      deal.states, deal.why, won_by.get(deal.seed, {})) for deal in looked),
        () if played is None else played.players)
