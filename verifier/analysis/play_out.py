"""What players who see the table, and not the deal, make of a game: seeded deals, each played by every policy.

Between them and the clairvoyant, who knows the whole deal, are players who are told what each stream of chance brings next.  How
much thinking longer is worth is seen in players with several budgets.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, groupby, islice, pairwise
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import EngineChoice
from verifier.analysis.defaults import GAME_DECISIONS
from verifier.analysis.engine import NO_GRADE, compiled
from verifier.analysis.outcomes import seats_named
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.instance import Dealer, Instance, OpenDealer
from verifier.judge import Ranges, ranges_of_grade
from verifier.policy.kept import LINEAR, kept_weights
from verifier.policy.players import POLICIES, player
from verifier.policy.policies.expectimax import Expectimax
from verifier.policy.policies.hindsight import Hindsight
from verifier.policy.policies.learned import Learned
from verifier.policy.policies.sampling import Sampling
from verifier.policy.scale import Scale
from verifier.policy.table import Played, Player, Table, play, seen_in
from verifier.program.program import Program
from verifier.results.played import Grade
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyPair, PolicyRow
from verifier.results.share import MEAN_LEAST, Mean, mean, mean_worth, paired, share
from verifier.search.limits import LimitReached, Limits
from verifier.search.stuck import stuck

if TYPE_CHECKING:
    from verifier.policy.network import Weights
    from verifier.run.backend import Backend

SIMPLE_POLICIES, LEARNING_POLICIES = ("random", "greedy"), ("learned-uct",)
Games = tuple[Played, ...]  # of one deal, one of each seat
Players = dict[tuple[str, int], Player]  # by policy, and how many games they simulate
_APART = 1_000_000_007  # seeds of lots
# Where the reference finds nothing that gets stuck.
STOPPED = {"loop": "the rules go round without a decision", "ran-out": "the deal does not say what comes next",
           "impossible": "the deal names what is not possible", "failed": "a rule failed", "dead-end": "no decision is legal",
           "unfinished": f"the game took more than {GAME_DECISIONS:,} decisions"}


@frozen
class Seat:
    """A policy, how many games it simulates before each decision (0: none), how many outcomes of each stream it is told."""

    policy: str
    simulations: int
    knows: int


@frozen
class Request:
    """What the options say; where no policies are named, `policies_of` says who plays."""

    policies: tuple[str, ...]
    seed: int
    deals: int
    simulations: tuple[int, ...]  # in ascending order
    objective: str
    threads: int
    limits: Limits
    engine: EngineChoice = EngineChoice.AUTO
    knows: tuple[int, ...] = (0,)  # in ascending order
    number: int = 0  # another one: the same deals and players, and other lots for what they try
    lines: bool = False  # whether the answer has the decisions of each game
    least: tuple[int, ...] = ()  # the first fields of a grade that counts as won, and is aimed at; none: by the objective

    @property
    def by_seat(self) -> bool:
        """Whether each seat aims at what the end is worth to it."""
        return self.objective == "seat"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, how long they think, with what foreknowledge; who does not think, or not about chance, plays once."""
        return tuple(Seat(policy, simulations, knows) for policy in self.policies
                     for simulations in (self.simulations if POLICIES[policy].thinks else (0,))
                     for knows in (self.knows if POLICIES[policy].foresees else (0,)))


def played_out(instance: Instance, request: Request, title: str = "playing deals", weights: Weights | None = None,
               dealer: Dealer | OpenDealer | None = None) -> PlayedOut:
    """The deals of the seeds, on the table of an instance, played by each policy; `title` is what progress calls it.

    Policies that play by what was learned play by `weights`, or else by those that are kept.  A `dealer` deals otherwise than the
    scenario says.

    BadInput where the game has no grade (DB520), chance brings what nobody weighs (DB597), or a policy plays by what was learned
    and nothing was (DB630), or by an estimate that there is not (DB640).  Where each seat plays for itself no grade is needed:
    BadInput where the game has no outcomes (DB586), or a policy does not play so (DB505).
    """
    program, scenario = instance.program, instance.scenario
    if request.by_seat:
        refuse_for_seats(instance, request.policies)
    elif program.game.only("grade") is None:
        hint = "add --objective seat, since its ends are worth something to each seat" if instance.seats else NO_GRADE
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=hint))
    refuse_unweighed(program, scenario.edition.record, "what players make of the game", "play-out")
    request = evolve(request, policies=request.policies or policies_of(instance, request.objective))
    refuse_without_estimate(instance, request.policies)
    by_model = weights or weights_for(instance, request.policies, request.objective), linear_weights(instance, request)
    limits, ending, dealer = request.limits.running(), "played", dealer or Dealer(instance.scenario, program)
    played: list[tuple[int, Games]] = []
    with Meter(title) as meter:
        backend = compiled(instance, request.engine, meter)
        began, threads = clock.seconds(), request.threads if backend.is_machine_code else 1
        everybody = [_players(instance, backend, request, *by_model) for _ in range(threads)]
        try:
            for each in _played(dealer, backend, request, everybody, limits):
                played.append(each)
                meter.step(f"{len(played)} of {request.deals}")
                if len(played) < request.deals:
                    limits.check()
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    rows = tuple(_row(instance, dealer, backend, everybody[0], request, number, played) for number in range(len(request.seats)))
    return PlayedOut(program.game.name, answer.edition(scenario), scenario.rulings, scenario.title, request.seed, request.deals,
                     request.objective, program.game.only("hidden") is not None, rows,
                     tuple(_pairs(ranges_of_grade(instance), rows)), ending, round(clock.seconds() - began, 3),
                     program.game.grade_order, request.knows, request.simulations,
                     backend.constant("OUTCOMES") - 1 if request.by_seat else 0, program.game.title)


def refuse_for_seats(instance: Instance, policies: Sequence[str], option: str = "--objective") -> None:
    """BadInput where seats cannot play for themselves (DB586), or one of the policies does not (DB505); `option` asked for it."""
    title = instance.program.game.title
    if not instance.seats:
        raise BadInput(Problem("DB586", f"{title} does not say what its ends are worth to whom", option,
                               "write @game.outcome, which says it of each seat"))
    seats_named(instance, instance.seats)
    for_all = [name for name in policies if not POLICIES[name].plays_for_itself]
    if for_all:
        named = ", ".join(name for name, way in POLICIES.items() if way.plays_for_itself)
        raise BadInput(Problem("DB505", f"{for_all[0]} aims at what is good for all seats", "--policy", f"name some of {named}"))


def policies_of(instance: Instance, objective: str) -> tuple[str, ...]:
    """Who plays where nobody is named: those that learn, too, if something was learned."""
    if objective == "seat":
        return "random", "uct"
    learned = kept_weights(instance.program, instance.setting, objective) is not None
    return (*SIMPLE_POLICIES, *thinking_policies(instance.program), *(LEARNING_POLICIES if learned else ()))


def thinking_policies(program: Program) -> tuple[str, ...]:
    """Who plays without having learned anything, as well as a search makes them: by an estimate, too, if the game has one."""
    return ("uct",) if program.game.only("estimate") is None else ("uct", "estimate-uct")


def weights_for(instance: Instance, policies: Sequence[str], objective: str) -> Weights | None:
    """What policies play by that learn; None where none does.

    BadInput where nothing was learned (DB630), and where there is no estimate to go by (DB640).
    """
    refuse_without_estimate(instance, policies)
    learning = [name for name in policies if POLICIES[name].learns]
    found = kept_weights(instance.program, instance.setting, objective) if learning else None
    if learning and found is None:
        raise _nothing_learned(instance, learning[0], objective, "")
    return found


def refuse_learners(policies: Sequence[str], lacking: str, hint: str) -> None:
    """BadInput (DB630) where a policy plays by what was learned, and for something `lacking` nothing was (empty: nothing lacks).

    `hint` says what to do in place of the policy, whose name and "out" follow it.
    """
    name = next((each for each in policies if POLICIES[each].learns), None)
    if name is not None and lacking:
        raise BadInput(Problem("DB630", f"{name} plays by what was learned, and nothing was learned for {lacking}", "--policy",
                               f"{hint} {name} out"))


def refuse_without_estimate(instance: Instance, policies: Sequence[str]) -> None:
    """BadInput (DB640) where a policy goes by the game's estimate, and there is none."""
    guessing = [name for name in policies if POLICIES[name].estimates]
    if guessing and instance.program.game.only("estimate") is None:
        raise BadInput(Problem("DB640", f"{guessing[0]} goes by the game's estimate, and {instance.program.game.title} has none",
                               "--policy", "name uct, or write a rule with @game.estimate"))


def linear_weights(instance: Instance, request: Request) -> Weights | None:
    """What is kept for who plays by linear weights; None where nobody does.  BadInput where nothing is (DB630)."""
    wanted = [name for name in request.policies if POLICIES[name].linear]
    found = kept_weights(instance.program, instance.setting, request.objective, LINEAR) if wanted else None
    if wanted and found is None:
        raise _nothing_learned(instance, wanted[0], request.objective, f" --model {LINEAR}")
    return found


def _nothing_learned(instance: Instance, policy: str, objective: str, model: str) -> BadInput:
    game, aim = instance.program.game, " --objective grade" if objective == "grade" else ""
    return BadInput(Problem("DB630", f"{policy} plays by what was learned, and nothing was learned about {game.title} with this "
                            "edition and these rulings", "--policy",
                            f"run `daybreak train {game.name}{model}{aim}` first, with the same edition and rulings"))


def _players(instance: Instance, backend: Backend, request: Request, weights: Weights | None, linear: Weights | None) -> Players:
    """Everybody who plays, each with arrays of their own."""
    start, whole_grade = seen_in(backend, backend.state(instance.start)).state, request.objective == "grade"
    return {who: player(who[0], backend, instance.setting.in_force, who[1], start=start, whole_grade=whole_grade,
                        weights=linear if POLICIES[who[0]].linear else weights, by_seat=request.by_seat,
                        aim=_aim(backend, request))
            for who in dict.fromkeys((seat.policy, seat.simulations) for seat in request.seats)}


def _aim(backend: Backend, request: Request) -> Scale:
    """What ends are worth to players."""
    return Scale.at_least(backend, request.least) if request.least else Scale.plain(
        backend, whole_grade=request.objective == "grade")


def _played(dealer: Dealer | OpenDealer, backend: Backend, request: Request, everybody: Sequence[Players],
            limits: Limits) -> Iterator[tuple[int, Games]]:
    """The seeds in their order, each with its games; as many deals at a time are played as there are players of each kind.

    Raises LimitReached for time that is over within a game; what is unfinished is left out.
    """
    is_over, threads = threading.Event(), len(everybody)

    def go_on() -> None:
        if is_over.is_set() or limits.seconds_left == 0.0:
            raise LimitReached("seconds")

    def games(seed: int) -> tuple[int, Games]:
        dealt, lots = dealer.instance(seed), seed + request.number * _APART
        start, players = backend.state(dealt.start), everybody[(seed - request.seed) % threads]
        return seed, tuple(play(Table.of(backend, dealt.setting, start, seat.knows, by_seat=request.by_seat, seed=lots),
                                players[seat.policy, seat.simulations], lots, GAME_DECISIONS, go_on) for seat in request.seats)

    seeds = iter(range(request.seed, request.seed + request.deals))
    if threads == 1:
        yield from map(games, seeds)
        return
    yield from map(games, islice(seeds, 1))  # what it has to compile it compiles on all cores, which no thread can
    with ThreadPoolExecutor(threads) as pool:
        try:
            while some := list(islice(seeds, threads)):  # those that share players are never played at the same time
                yield from pool.map(games, some)
        finally:
            is_over.set()


def _row(instance: Instance, dealer: Dealer | OpenDealer, backend: Backend, players: Players, request: Request, number: int,
         played: list[tuple[int, Games]]) -> PolicyRow:
    seat, words, aim = request.seats[number], list(instance.seats), _aim(backend, request)
    least = aim.highest * aim.divisor if request.least else backend.constant("LOWEST_STEP")  # above the lowest first field
    deals = list[PlayedDeal]()
    for seed, games in played:
        game = games[number]
        has_grade = game.grade is not None and instance.program.game.only("grade") is not None
        grade = answer.grade(instance, backend.grade_fields(game.grade or 0)) if has_grade else None
        line = tuple(instance.program.events[event].text for event in game.decisions) if request.lines else ()
        won = has_grade and (game.grade or 0) >= least
        outcomes = {words[seat_number]: outcome for seat_number, outcome in game.outcomes.items()}
        deals.append(PlayedDeal(seed, game.ending, won, grade, len(game.decisions), line, outcomes))
    return PolicyRow(seat.policy, seat.simulations, share(sum(deal.won for deal in deals), 0, len(deals)),
                     sum(deal.ending != "end" for deal in deals), _why(instance, dealer, number, played),
                     round(sum(deal.decisions for deal in deals) / max(1, len(deals)), 2), tuple(deals), seat.knows,
                     _came_to(ranges_of_grade(instance), [deal.grade for deal in deals if deal.grade is not None]),
                     _aims_wider(players[seat.policy, seat.simulations], aim),
                     sum(games[number].lost for _, games in played),
                     _came_to_seats([deal.outcomes for deal in deals], backend.constant("OUTCOMES") - 1))


def _aims_wider(who: Player, aim: Scale) -> bool:
    """Whether somebody judges ends by more than what players are to aim at, since the games that it goes by would not tell."""
    return isinstance(who, Sampling | Expectimax | Learned | Hindsight) and who.desk.scale != aim


def _came_to(ranges: Ranges, grades: Sequence[Grade]) -> dict[str, Mean]:
    """The mean of each number of some grades; nothing of too few."""
    names = [name for name, value in grades[0].items() if type(value) is int] if len(grades) >= MEAN_LEAST else []
    return {name: mean([grade[name] for grade in grades], *ranges[name]) for name in names}


def _came_to_seats(outcomes: Sequence[Mapping[str, int]], best: int) -> dict[str, Mean]:
    """What ends are worth to each seat on average, from 0 to `best`; nothing of few games, unless it is just won or lost."""
    names = dict.fromkeys(name for each in outcomes for name in each)
    found = {name: mean_worth([each[name] for each in outcomes if name in each], best) for name in names}
    return {name: each for name, each in found.items() if each is not None}


def _why(instance: Instance, dealer: Dealer | OpenDealer, number: int, played: list[tuple[int, Games]]) -> str:
    """Why the first game that did not end stopped, as the reference says; empty where all ended."""
    seed, game = next(((seed, games[number]) for seed, games in played if games[number].grade is None), (0, None))
    if game is None:
        return ""
    dealt = dealer.instance(seed)
    found = stuck(dealt.reference, dealt.start, [instance.program.events[event] for event in game.decisions])
    return STOPPED[game.ending] if found is None else found.why


def _pairs(ranges: Ranges, rows: tuple[PolicyRow, ...]) -> Iterator[PolicyPair]:
    """Each policy against the one before, both as they think longest and are told least; each against itself with less.

    That is with fewer games to think, told as much, or told less, thinking as long.
    """
    before: PolicyRow | None = None
    for _, several in groupby(rows, lambda row: row.policy):
        some = list(several)
        told_least = [row for row in some if row.knows == some[0].knows]
        if before is not None:
            yield _pair(ranges, before, told_least[-1])
        for one, two in combinations(some, 2):
            same_time = [row for row in some if row.simulations == one.simulations]
            same_news = [row for row in some if row.knows == one.knows]
            if any((one, two) in pairwise(same) for same in (same_time, same_news)):
                yield _pair(ranges, one, two)
        before = told_least[-1]


def _pair(ranges: Ranges, one: PolicyRow, two: PolicyRow) -> PolicyPair:
    """Two rows on the same deals."""
    found = paired([(first.won, second.won) for first, second in zip(one.games, two.games, strict=True)])
    grades = [(first.grade, second.grade) for first, second in zip(one.games, two.games, strict=True)]
    both = [(first, second) for first, second in grades if first is not None and second is not None]
    names = one.came_to if len(both) >= MEAN_LEAST else ()
    widths = {name: high - low for name, (low, high) in ranges.items()}
    came_to = {name: mean([int(second[name]) - int(first[name]) for first, second in both], -widths[name], widths[name])
               for name in names}
    return PolicyPair(one.policy, two.policy, found.only_first, found.only_second, found.gain, found.low, found.high,
                      one.knows, two.knows, one.simulations, two.simulations, came_to)
