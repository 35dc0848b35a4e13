"""What share of seeded deals can be won, how difficult that is, and what players win of them who see the table alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
from verifier.analysis.learned_steps import HINT, Learning, StepWeights, learned_for_steps
from verifier.analysis.players_beside import FIRST, Beside, beside, who_plays
from verifier.analysis.progress import Meter
from verifier.analysis.solved_deal import SEEDS_SHOWN, OfLine, SolvedDeal, by_difficulty, line_measured
from verifier.analysis.unweighed import refuse_unweighed
from verifier.analysis.varied import Step, Varied, not_varied, varied
from verifier.errors import BadInput, Problem
from verifier.instance import Dealer, instance_of
from verifier.policy.players import POLICIES
from verifier.registry import installed
from verifier.results.share import share
from verifier.results.winnable import DealRow, GradeShare, Winnability, WinnabilityPoint
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import LimitReached, Limits

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.policy.network import Weights

SOLVING = 0.8  # of the seconds that there are; the rest is for those who play


@frozen
class Request:
    """What the options say: which deals are solved, and who plays them, and the `played` first ones, without knowing them.

    With 0 `simulations` nobody plays, and with 0 `games` how won deals differ is not measured.  Without `policies` those of
    `who_plays` play; without `played` as many deals as are solved.  Who is `shipped` knows of what was learned only what the
    game's package brings, so that everybody gets the same answer.  With `learning`, steps for which nothing was learned are
    learned first.
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
    learning: Learning | None = None

    @property
    def hint(self) -> str:
        """What to do where nothing was learned for a step."""
        if not self.shipped:
            return HINT
        if self.vary is None:
            return f"run `daybreak train {self.game} --record`, or leave"
        return "add --train-varied, which takes what it learned before and learns what is missing, or leave"


def solved_deals(request: Request) -> Winnability:
    """The deals that are asked for, solved one after the other.

    What is to be learned is learned first, and if that is not done in time, nothing else is.  BadInput where the game has no
    grade (DB520), chance brings what nobody weighs (DB597), nothing can be varied so, a policy lacks what it goes by (DB630,
    DB640), or nobody plays who goes by what is to be learned (DB505).
    """
    instance = _table(request)
    program = instance.program
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no deal is won or lost", hint=NO_GRADE))
    what = _varied(instance, request.vary)
    for step in what.steps:
        refuse_unweighed(program, step.instance.scenario.edition.record, "the share of deals that can be won", "winnability")
    limits, began = Limits(request.states, request.seconds, request.memory).running(), clock.seconds()
    players = _players(request, what, limits)
    learned, ending = _learned(instance, what, request, players, limits)
    solving = limits
    if players is not None and limits.seconds_left is not None:
        solving = limits.within(SOLVING * limits.seconds_left)
    points, is_done, is_proved = list[WinnabilityPoint](), ending == "done", True
    with Meter("solving deals") as meter, kept_in(request.store, request.seed + request.deals - 1) as store:
        work = _Work(request, what, limits, solving, players, meter, store)
        for step, own in zip(what.steps, learned, strict=True):
            is_proved = is_proved and step.instance.bound_is_proved
            if is_done:
                point, ending = work.point(step, own.weights)
            else:
                point = _point(step.instance, work.value(step), [])
            points.append(evolve(point, weights=own.digest, went_on_from=own.went_on_from))
            if is_done and ending != "done":
                break
    return Winnability(program.game.name, answer.edition(instance.scenario), instance.scenario.rulings, request.seed,
                       request.deals, request.states, None if request.vary is None else what.name, tuple(points), ending,
                       round(clock.seconds() - began, 3),
                       None if program.game.only("bound") is None else "proved" if is_proved else "taken",
                       program.game.grade_order, request.games, request.learning is not None, program.game.title)


def instances_of(request: Request) -> list[Instance]:
    """The tables whose deals are asked for, one for each value; BadInput for what cannot be varied."""
    return [step.instance for step in _varied(_table(request), request.vary).steps]


def _table(request: Request) -> Instance:
    """The game as it is, in the edition and under the rulings that are asked for."""
    program = installed().program(request.game)
    return instance_of(new_scenario(program.game, title=program.game.title, edition=request.edition,
                                    rulings=rulings_of(request.rulings)), program)


def _varied(instance: Instance, text: str | None) -> Varied:
    return not_varied(instance) if text is None else varied(instance, text)


@frozen(eq=False)
class _Work:
    """What is to be done at each step, within which limits, and where answers are kept; nobody plays without `players`."""

    request: Request
    what: Varied
    limits: Limits
    solving: Limits
    players: play_out.Request | None
    meter: Meter
    store: Store | None

    def value(self, step: Step) -> int | str | None:
        """The number, or else the word, of a step; None where nothing is varied."""
        return None if self.request.vary is None else step.word if step.number is None else step.number

    def point(self, step: Step, weights: Weights | None) -> tuple[WinnabilityPoint, str]:
        """What the deals of a step say together, and how the work on them ended; who learned something plays by `weights`."""
        here, named = step.instance, "" if self.request.vary is None else f"{self.what.name} {step.word}, "
        looked, played, ending = list[SolvedDeal](), None, "done"
        try:
            for deal in _deals(here, self.request, self.solving, self.meter, self.store):
                looked.append(deal)
                self.meter.step(f"{named}{len(looked)} of {self.request.deals}")
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
        if self.players is not None and looked and ending != "interrupted":
            asked_of = self.players if ending == "done" else evolve(self.players, deals=min(self.players.deals, len(looked)))
            played = beside(here, asked_of, looked, f"{named}playing deals", weights)
            ending = ending if ending != "done" else played.ending
        of_line = partial(line_measured, here.scenario, here.program, self.request.decision_states, self.limits, self.meter)
        try:
            return _point(here, self.value(step), looked, of_line, played), ending
        except KeyboardInterrupt:
            return _point(here, self.value(step), looked, None, played), "interrupted"


def _deals(table: Instance, request: Request, limits: Limits, meter: Meter, store: Store | None) -> Iterator[SolvedDeal]:
    """The deals one by one, solved or as they are kept; raises LimitReached when the time is up, or the memory that was asked for
    is used up."""
    scenario, program = table.scenario, table.program
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
            row = measured(looked[seed], instance, request.games, limits) if looked[seed].won and request.games else looked[seed]
        if row.ending == "seconds" or (row.ending == "memory" and limits.memory is not None):
            raise LimitReached("seconds" if row.ending == "seconds" else "memory")
        if kept is not None and (row.random_won is not None or not row.won or not request.games):  # not what is half measured
            kept[0].add(kept[1], [row])
        yield solved_deal(row, instance, request.games)


def players_of(request: Request, instances: Sequence[Instance]) -> tuple[str, ...]:
    """The policies that play, if any do; BadInput (DB505) where none of them goes by what is to be learned."""
    names = request.policies or who_plays(instances, shipped=request.shipped, learning=request.learning is not None)
    names = names if request.simulations else ()
    if request.learning is not None and not any(POLICIES[name].learns for name in names):
        raise BadInput(Problem("DB505", "nobody plays who goes by what would be learned",
                               "--train-varied" if request.shipped else "--train", "leave it out, or let learned-uct play"))
    return names


def _players(request: Request, what: Varied, limits: Limits) -> play_out.Request | None:
    """What players are asked at each step; None where nobody plays."""
    names = players_of(request, [step.instance for step in what.steps])
    return play_out.Request(names, request.seed, request.played or request.deals, (request.simulations,), FIRST, request.threads,
                            evolve(limits, states=None)) if names else None


def _learned(instance: Instance, what: Varied, request: Request, players: play_out.Request | None,
             limits: Limits) -> tuple[list[StepWeights], str]:
    """What players go by at each step, and how learning ended; nothing where nobody goes by what was learned."""
    names = () if players is None else players.policies
    found, ending = learned_for_steps(instance, what, names, FIRST, request.learning, limits, shipped=request.shipped,
                                      hint=request.hint)
    return (found if any(POLICIES[name].learns for name in names) else [StepWeights(None)] * len(found)), ending


def _point(instance: Instance, value: int | str | None, looked: list[SolvedDeal], of_line: OfLine | None = None,
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
