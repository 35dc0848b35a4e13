"""Whether the properties of a game hold: by exploring every state, by z3 (`proof.py`), or by both."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis.choices import ChanceChoice, EngineChoice, Method
from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.verdict import Verdict
from verifier.visible import shown, visible

if TYPE_CHECKING:
    from verifier.analysis.stuck import Demand
    from verifier.lang.game import Rule
    from verifier.prepared import Prepared
    from verifier.report.results.checked import Checked, PropertyRow
    from verifier.search.explore import Explored, Wish
    from verifier.search.limits import Limits

# The whole game from its set-up never closes: unless a limit is given, this is how long it is looked at.
GAME_SECONDS = 30.0
EXPLORING = 0.75  # the share of the seconds: loops are looked for in what was found in the others


def subject(what: str) -> tuple[Prepared, bool]:
    """A game from its set-up, or a scenario, and whether it is a game; a file that is there is a scenario."""
    from verifier.prepared import prepare, prepare_scenario
    from verifier.registry import installed
    from verifier.scenarios.loader import new_scenario

    looks_like_file = what.endswith(".toml") or "/" in what or Path(what).exists()
    if looks_like_file and what not in installed():
        return prepare(Path(what)), False
    program = installed().program(what)
    return prepare_scenario(new_scenario(program.game, title=f"{program.game.title} from its set-up"), program), True


def wanted(prepared: Prepared, names: list[str] | None, method: Method) -> tuple[list[Rule], list[Demand]]:
    """The properties asked for, in the game's order, and the demands; all that the method can answer unless some are named."""
    from verifier.analysis.stuck import CHANCE_HAS_AN_OUTCOME, DEMANDS, NO_ENDLESS_LOOP, RANGES

    program = prepared.program
    known = {rule.name: rule for rule in program.game.of_kind("invariant", "step_property", "goal")}
    if program.bound_property is not None:
        known[program.bound_property.name] = program.bound_property
    demands = {name: demand for name, demand in DEMANDS.items() if name not in known}
    if method is not Method.EXPLICIT and RANGES.name not in demands:
        raise BadInput(Problem("DB509", f"{prepared.program.game.title} has a property {RANGES.name}, which is what z3 calls one "
                               "of every game", "--with", "rename it, or take --with explicit"))
    unasked = {Method.EXPLICIT: (RANGES, CHANCE_HAS_AN_OUTCOME), Method.Z3: (NO_ENDLESS_LOOP,)}.get(method, ())
    everything = (*known, *(name for name, demand in demands.items() if demand.unless_named and demand not in unasked))
    wanted = [name if name in demands or name in known else name.replace("-", "_") for name in names or everything]
    unknown = [Problem("DB530", f"{prepared.program.game.title} has no property {shown(name)}", "--property",
                       did_you_mean(name, [*known, *demands])) for name in wanted if name not in known and name not in demands]
    if unknown:
        raise BadInput(unknown)
    return ([rule for name, rule in known.items() if name in wanted],
            [demand for name, demand in demands.items() if name in wanted])


@frozen
class Question:
    """What to check and how; `states` says whether the states along the lines are wanted as data.

    `is_game` if it is a game that was asked about, not a scenario; `k` is how many states z3's induction takes together, and
    `close` how many it may look at one by one.
    """

    rules: list[Rule]
    demands: list[Demand]
    chance: ChanceChoice | None
    engine: EngineChoice
    limits: Limits
    states: bool = False
    is_game: bool = False
    k: int = 1
    close: int | None = None

    @property
    def explored(self) -> Question:
        """The question as explicit search takes it: the whole game never closes, so it is not looked at for ever."""
        limits = self.limits
        if self.is_game and limits.seconds is None and limits.states is None and limits.depth is None:
            limits = evolve(limits, seconds=GAME_SECONDS)
        return evolve(self, limits=limits.running())


def checked(prepared: Prepared, question: Question) -> Checked:
    """Explore until every property is refuted or nothing is left; each property that breaks is taken out and told."""
    from verifier.analysis import answer
    from verifier.analysis.explore import ending_of, is_open, raise_failure, run
    from verifier.analysis.stuck import NO_DEAD_END, NO_ROUND_OF_LUCK
    from verifier.report.results.checked import Checked

    with clock.stopped():  # loading numpy is not counted
        from verifier.search.explore import Wish
    question = question.explored
    open_chance = is_open(prepared, question.chance)
    if NO_ROUND_OF_LUCK in question.demands and not open_chance:
        raise BadInput(Problem("DB509", f"{NO_ROUND_OF_LUCK.name} asks what luck can do, and here the deal says what it does",
                               "--property", "take --chance open"))
    waiting = {rule.name for rule in question.rules if rule.kind != "goal"}
    rows: dict[str, PropertyRow] = {}
    wish = Wish(compress=False, open_chance=open_chance, edges=bool(question.demands))
    while True:
        left = question.limits.seconds_left
        limits = question.limits if left is None or not question.demands else question.limits.within(left * EXPLORING)
        explored = run(prepared, question.engine, limits, evolve(wish, properties=frozenset(waiting)), "checking")
        raise_failure(prepared, explored)
        if explored.ending != "property" or explored.property_name is None:
            break
        name = explored.property_name
        rows[name] = _refuted(prepared, question, explored, prepared.program.property_named(name))
        waiting.discard(name)
    for rule in question.rules:
        if rule.kind == "goal":
            rows[rule.name] = _goal(prepared, question, rule, evolve(wish, edges=False))
        elif rule.name in waiting:
            rows[rule.name] = row_of(rule, *_unrefuted(explored))
    # A dead end is told whatever was asked: nothing else can be proved then.
    demands = [*question.demands, *([NO_DEAD_END] if explored.dead_ends and NO_DEAD_END not in question.demands else [])]
    for demand in demands:
        rows[demand.name] = _demanded(prepared, question, explored, demand)
    ordered = tuple(rows[name] for name in [rule.name for rule in question.rules] + [each.name for each in demands])
    used = clauses_of(ordered)
    return Checked(
        answer.about(prepared), "explicit", "open" if open_chance else "deal", explored.states, explored.transitions,
        depth_of(explored), ending_of(explored), ordered, answer.texts(prepared, used), explored.seconds)


def clauses_of(rows: Iterable[PropertyRow]) -> list[str]:
    """The clauses that rows name."""
    return list(chain.from_iterable(clauses for row in rows for clauses in (row.clauses, *(each.clauses for each in row.events))))


def depth_of(explored: Explored) -> int:
    """Up to how many transitions from the start every state was looked at."""
    return max(0, len(explored.layers) - 1)


def row_of(rule: Rule, verdict: Verdict, reason: str = "", within: int | None = None) -> PropertyRow:
    """What is known of a property of the game."""
    from verifier.report.results.checked import PropertyRow

    text = visible((rule.function.__doc__ or "").strip().partition("\n")[0])
    return PropertyRow(rule.name, rule.kind.replace("_", " "), rule.clauses, text, verdict, reason, within, methods=("explicit",))


def _unrefuted(explored: Explored) -> tuple[Verdict, str, int | None]:
    """What a search says of a property that it did not see broken: verdict, reason, depth.

    Behind chance that the deal is silent about, and behind a dead end, lies what nobody has seen: then nothing is proved.
    """
    if not explored.closed:
        return Verdict.HOLDS_WITHIN, explored.ending, depth_of(explored)
    if explored.numbers(5):
        return Verdict.UNKNOWN, "the deal runs out: what follows is not known", None
    if explored.dead_ends:
        return Verdict.UNKNOWN, "play gets stuck at a dead end of the rules: what should follow is not known", None
    if explored.numbers(6):
        return Verdict.UNKNOWN, "the deal names what cannot happen: what follows is not known", None
    return Verdict.PROVED, "", None


def _demanded(prepared: Prepared, question: Question, explored: Explored, demand: Demand) -> PropertyRow:
    """A demand on every game: refuted with a line that gets stuck, or what the search says without one."""
    from verifier.analysis import answer
    from verifier.analysis.stuck import refutation

    found = refutation(prepared, explored, demand)
    if found is None:
        return demand.row(*_unrefuted(explored))
    row = demand.row(Verdict.REFUTED, "" if found.applied else "at the start itself")
    told = answer.told(prepared, row, found.applied, open_chance=explored.wish.open_chance, states=question.states)
    return evolve(told, repeats=found.repeats)


def _goal(prepared: Prepared, question: Question, rule: Rule, wish: Wish) -> PropertyRow:
    """Whether a goal can be reached: a line to it is the proof."""
    from verifier.analysis.explore import raise_failure, run

    index = prepared.program.game.of_kind("goal").index(rule)
    explored = run(prepared, question.engine, question.limits, evolve(wish, goal=index), f"looking for {rule.name}")
    raise_failure(prepared, explored)
    if explored.ending == "goal" and explored.found is not None:
        return _with_line(prepared, question, explored, row_of(rule, Verdict.PROVED, "reached"), explored.found, None)
    verdict, reason, _ = _unrefuted(explored)
    if verdict is Verdict.PROVED:
        return row_of(rule, Verdict.REFUTED, "no line reaches it")
    return row_of(rule, Verdict.UNKNOWN, reason)


def _refuted(prepared: Prepared, question: Question, explored: Explored, rule: Rule) -> PropertyRow:
    """A broken property with the shortest line that breaks it, which the reference must agree with."""
    number, event = int(explored.tables.edges[-1][0]), explored.found_event
    return _with_line(prepared, question, explored, row_of(rule, Verdict.REFUTED), number, event)


def _with_line(prepared: Prepared, question: Question, explored: Explored, row: PropertyRow, number: int,
               event: int | None) -> PropertyRow:
    """A row with its line, replayed by the reference; EngineBug when it does not show there what it shows here."""
    from verifier.analysis import answer
    from verifier.analysis.stuck import played

    program = prepared.program
    events = [*explored.events_to(number), *([] if event is None else [program.events[event]])]
    reference, applied = played(prepared, explored, events)
    positions = [prepared.start, *(each.after for each in applied)]
    rule = program.property_named(row.name)
    states = [each.state for each in (positions[-2:] if rule.kind == "step_property" else positions[-1:])]
    if reference.holds(rule, *states, event=events[-1] if events else None) != (rule.kind == "goal"):
        raise EngineBug(Problem("DB905", f"the line that was found for {row.name} does not show it on the reference: "
                                f"{' / '.join(each.text for each in events)}"))
    if rule is program.bound_property:
        row = evolve(row, reason=answer.passing(prepared, applied))
    return answer.told(prepared, row, applied, open_chance=explored.wish.open_chance, states=question.states)
