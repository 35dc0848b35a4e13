"""`find order`: an order of what chance brings next with which a deal is won, or lost whatever one does.

z3 proposes orders (`verifier.symbolic.find.order`); what becomes of each is for the search to say, run on that very deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer, engine
from verifier.analysis.choices import EngineChoice
from verifier.analysis.engine import NO_GRADE
from verifier.analysis.find_scenario import SEED
from verifier.analysis.progress import Meter
from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.instance import instance_of
from verifier.judge import lowest_first
from verifier.lang.phases import END
from verifier.line import Line, replay
from verifier.results.found import FoundOrder
from verifier.run.reference import DeadEnd, Impossible, RanOut, Reference
from verifier.scenarios.deal import Deal, dealt_outcomes, tapes_of
from verifier.scenarios.writer import write_scenario
from verifier.search.limits import Limits
from verifier.search.strategies import best_line
from verifier.verdict import Verdict
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.analysis.find_difficult_order import Measured
    from verifier.instance import Instance
    from verifier.results.found import Aim
    from verifier.run.backend import Backend
    from verifier.run.setting import Setting
    from verifier.search.best import Best
    from verifier.symbolic.find.order import Fate, Judged, Orders, OrderSearch

ORDER_SECONDS = 20.0  # a deal that takes longer stays undecided
COUNT_MOST, COUNT_USUAL = 60, 4
FAILS = "a rule fails on some lines: solve them to see how"
LARGE = "some deals take more states or memory than allowed; --states and --memory raise that"
LONG = f"some deals take longer than {ORDER_SECONDS:g} s"
STUCK = "on some lines play gets stuck at a dead end of the rules: solve them to see where"
SILENT = "on some lines the deal does not say what chance brings"


@frozen
class Request:
    """What the options say: the stream with how many of its next outcomes, whether the deal shall be won or lost, how hard."""

    instance: Instance
    order: str
    won: bool
    engine: EngineChoice
    aim: Aim | None = None


@frozen(eq=False)
class Stream:
    """The stream in question: its number, its words, its next outcomes (None: open), and what follows them."""

    tape: int
    name: str
    words: tuple[str, ...]
    orders: Orders
    rearranged: bool
    tail: tuple[int, ...] = ()


def order_found(request: Request, limits: Limits) -> FoundOrder:
    """The answer for one stream of a scenario."""
    from verifier.symbolic.find.order import Fate, OrderSearch
    from verifier.symbolic.solver import Effort

    instance = request.instance
    if instance.program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{instance.program.game.title} has no grade: no line is better than another",
                               hint=NO_GRADE))
    if request.aim is not None and not request.won:
        raise BadInput(Problem("DB556", "a deal that is lost has no difficulty",
                               "--random-wins" if request.aim.only_moves is None else "--only-moves", "take --wins"))
    stream = _stream(instance, request.order)
    began = clock.seconds()
    until = None if limits.seconds is None else began + limits.seconds
    limits = evolve(limits, seconds=None, until=until)
    with Meter("looking") as meter:
        judge = _OrderJudge(instance, stream, request.engine, limits, meter)
        ending = "done"
        aimed = _aimed(request, instance, stream, judge, limits, meter)
        search = OrderSearch(stream.orders, Fate.WON if request.won else Fate.LOST, judge.judge if aimed is None else aimed.judge,
                             Effort(until=until), meter.step)
        try:
            search.run()
        except KeyboardInterrupt:
            ending = "interrupted"
        return _to_result(instance, request, stream, judge, search, ending, clock.seconds() - began, aimed)


def _aimed(request: Request, instance: Instance, stream: Stream, judge: _OrderJudge, limits: Limits, meter: Meter
           ) -> Measured | None:
    """What judges orders by the difficulty of their deals, if one is aimed at."""
    from verifier.analysis.find_difficult_order import Measured
    if request.aim is None:
        return None
    return Measured(request.aim, judge.judge, lambda order: _deal(instance, stream, order, won=True), request.engine,
                    limits, ORDER_SECONDS, meter)


def _stream(instance: Instance, text: str) -> Stream:
    """The stream that the option names.

    Where the scenario has a deal, its next outcomes are rearranged (those of an order of a bag) and what follows them stays.
    Otherwise they can be any that the bag holds, or any at all, and nothing follows them.
    """
    from verifier.symbolic.find.order import Orders

    program = instance.program
    name, _, number = text.partition(":")
    if name not in program.tapes:
        raise BadInput(Problem("DB555", f"{program.game.title} has no stream of chance {shown(name)}", "--order",
                               did_you_mean(name, program.tapes)))
    if number and not (number.isascii() and number.isdigit() and 0 < int(number) <= COUNT_MOST):
        raise BadInput(Problem("DB555", f"expected a number 1..{COUNT_MOST} behind {name}:, got {shown(number)}", "--order",
                               f"{name}:4 are the next four"))
    tape, at = tapes_of(program.game)[name], program.tapes.index(name)
    entries = instance.setting.tapes[at] if instance.setting.tapes else ()
    if tape.order_of is None:
        count = int(number) if number else COUNT_USUAL
        return Stream(at, name, tape.outcomes, Orders(len(tape.outcomes), count), False, entries[count:])
    bag = getattr(instance.start.state, tape.order_of)
    held, own = dealt_outcomes(tape, entries, bag)
    count = int(number) if number else sum(held)
    if count > sum(held):
        raise BadInput(Problem("DB555", f"{tape.order_of} holds {sum(held)}, not {count}", "--order",
                               f"take at most {name}:{sum(held)}"))
    if 0 < len(own) < count:
        raise BadInput(Problem("DB555", f"the deal says only {len(own)} of the next {count} of {name}", "--order",
                               f"take {name}:{len(own)}, or give the deal a seed"))
    if not own:
        return Stream(at, name, tape.outcomes, Orders(len(tape.outcomes), count, tuple(held)), False)
    own_held = tuple(own[:count].count(outcome) for outcome in range(len(tape.outcomes)))
    return Stream(at, name, tape.outcomes, Orders(len(tape.outcomes), count, own_held), True, entries[count:])


class _OrderJudge:
    """What becomes of a deal under an order, by the search."""

    def __init__(self, instance: Instance, stream: Stream, choice: EngineChoice, limits: Limits, meter: Meter) -> None:
        self.instance, self.stream, self.choice, self.limits, self.meter = instance, stream, choice, limits, meter

    def setting(self, order: tuple[int, ...], tail: tuple[int, ...]) -> Setting:
        """The setting with an order in the place of the next outcomes."""
        tapes = list(self.instance.setting.tapes or [()] * len(self.instance.program.tapes))
        tapes[self.stream.tape] = (*(-outcome - 1 for outcome in order), *tail)
        return evolve(self.instance.setting, tapes=tuple(tapes))

    def judge(self, order: tuple[int, ...]) -> Judged:
        """Won if some line is, replayed by the reference; lost if a search of all lines finds none; otherwise open."""
        from verifier.symbolic.find.order import Fate, Judged

        try:
            best = self.best_of(self.setting(order, self.stream.tail), ORDER_SECONDS)
        except DeadEnd:  # before the first decision
            return Judged(Fate.OPEN, len(order), STUCK)
        fate = self.fate(best)
        if best is not None and fate is Fate.WON:
            line = tuple(event.text for event in best.line)
            return Judged(fate, min(len(order), self._used(order, line)), line=line)
        if fate is Fate.LOST:
            return Judged(fate, self._decisive(order))
        if best is not None and best.stuck_line is not None:
            return Judged(Fate.OPEN, len(order), STUCK)
        if best is None or best.search.get("uncovered"):
            return Judged(Fate.OPEN, len(order), SILENT)
        reasons = {"failed": FAILS, "states": LARGE, "memory": LARGE}
        return Judged(Fate.OPEN, len(order), reasons.get(best.ending, LONG))

    def _decisive(self, order: tuple[int, ...]) -> int:
        """How many entries the loss rests on: so many that it is one even if the deal said nothing of the others."""
        from verifier.symbolic.find.order import Fate

        def is_lost(count: int) -> bool:
            return self.fate(self.best_of(self.setting(order[:count], ()), ORDER_SECONDS)) is Fate.LOST

        low, high = 0, len(order)
        if not is_lost(high):
            return high
        while low < high:
            middle = (low + high) // 2
            if is_lost(middle):
                high = middle
            else:
                low = middle + 1
        return high

    def best_of(self, setting: Setting, seconds: float | None = None) -> Best | None:
        """The best line, or the first that wins; None where the deal says nothing before the first decision."""
        reference = Reference(self.instance.program, setting)

        def search(backend: Backend, limits: Limits) -> Best:
            return best_line(backend, reference, setting, self.instance.start, limits,
                              bound_is_proved=self.instance.bound_is_proved, enough=backend.constant("LOWEST_STEP"),
                              dominance=self.instance.dominance)

        try:
            limits = Limits() if seconds is None else self.limits.within(seconds)
            best = engine.searched(self.instance, self.choice, limits, self.meter, search)
        except (RanOut, Impossible):
            return None
        if best.ending == "interrupted":
            raise KeyboardInterrupt
        return best

    def fate(self, best: Best | None) -> Fate:
        """What a search says of a deal: open where it did not settle whether it can be won, or the deal says too little."""
        from verifier.search.best import can_be_won
        from verifier.symbolic.find.order import Fate

        won = None if best is None else can_be_won(self.instance.native("interpreted"), best)
        return Fate.OPEN if won is None else Fate.WON if won else Fate.LOST

    def _used(self, order: tuple[int, ...], line: tuple[str, ...]) -> int:
        """How far a line that wins, replayed by the reference, draws from the stream."""
        position = self.instance.start
        reference = Reference(self.instance.program, self.setting(order, self.stream.tail))
        for applied in replay(reference, position, Line(line, "the line found")):
            position = applied.after
        return position.used[self.stream.tape]


# -- the answer ---------------------------------------------------------------------------------------------------------------


def _to_result(instance: Instance, request: Request, stream: Stream, judge: _OrderJudge, search: OrderSearch, ending: str,
          seconds: float, aimed: Measured | None) -> FoundOrder:
    """The answer as data: refuted where there is no such order at all."""
    verdict = Verdict.PROVED if search.found else Verdict.REFUTED if search.none else Verdict.UNKNOWN
    reason = "interrupted" if ending == "interrupted" else search.reason
    result = FoundOrder(answer.about(instance), stream.name, stream.orders.count, stream.rearranged, request.won, verdict,
                      reason, ending, search.tried, len(search.undecided), round(seconds, 3), aim=request.aim)
    if aimed is not None and aimed.nearest is not None:
        result = evolve(result, is_nearest=search.found is None, difficulty=aimed.nearest.difficulty)
        return _with_order(instance, stream, judge, result, aimed.nearest.order, aimed.nearest.judged)
    return result if search.found is None else _with_order(instance, stream, judge, result, *search.found)


def _deal(instance: Instance, stream: Stream, order: tuple[int, ...], *, won: bool) -> Instance:
    """The deal with an order, as the scenario that is written of it."""
    words = tuple(stream.words[outcome] for outcome in order)
    scenario = instance.scenario
    # What follows is spelled out as far as the scenario spelled it, and cards always: a seed would shuffle what is left anew.
    forced = next((place for place in range(len(stream.tail), 0, -1) if stream.tail[place - 1] < 0), 0)
    spelled = max(forced, len(scenario.deal.given.get(stream.name, ())) - len(order))
    tail = tuple(entry if entry >= 0 else stream.words[-entry - 1] for entry in stream.tail[:spelled])
    deal = Deal(SEED if scenario.deal.seed is None and not stream.tail else scenario.deal.seed,
                {**scenario.deal.given, stream.name: (*words, *tail)})
    fate = "won" if won else "lost whatever one does"
    return instance_of(evolve(scenario, title=f"{scenario.title}: {fate}", deal=deal, expect=None), instance.program)


def _with_order(instance: Instance, stream: Stream, judge: _OrderJudge, result: FoundOrder, order: tuple[int, ...],
                judged: Judged) -> FoundOrder:
    """The deal as a scenario, and what the search says of it as it is then; EngineBug when that is something else."""
    words = tuple(stream.words[outcome] for outcome in order)
    own = _deal(instance, stream, order, won=result.won)
    line = judged.line if result.won else _best_of_lost(judge, own, words)
    position = own.start
    for applied in replay(own.reference, own.start, Line(line, "the line found")):
        position = applied.after
    grade = own.grade(position) if own.reference.kind(position) == END else None
    if result.won and (grade is None or grade[0] == lowest_first(own)):
        raise EngineBug(Problem("DB918", f"the line found does not win with {', '.join(words)}: {' / '.join(line)}"))
    return evolve(result, about=answer.about(own), order=words, entries=judged.entries, grade=answer.grade(own, grade), line=line,
                  scenario_text=write_scenario(own.scenario))


def _best_of_lost(judge: _OrderJudge, own: Instance, words: tuple[str, ...]) -> tuple[str, ...]:
    """The best line of a deal that was judged lost, which is searched again as it is written; EngineBug where it can be won."""
    from verifier.symbolic.find.order import Fate

    best = judge.best_of(own.setting)
    if best is None or judge.fate(best) is not Fate.LOST:
        raise EngineBug(Problem("DB918", f"with the order that was found the deal is not lost: {', '.join(words)}"))
    return tuple(event.text for event in best.line)
