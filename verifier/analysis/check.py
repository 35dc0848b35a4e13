"""Whether the properties of a game hold: by exploring every state, by z3 (`proof.py`), or by both."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.built_in import (
    BUILT_IN,
    CHANCE_HAS_AN_OUTCOME,
    NO_CHANCE_CYCLE,
    NO_DEAD_END,
    NO_ENDLESS_LOOP,
    RANGES,
    played,
    refutation,
)
from verifier.analysis.choices import ChanceChoice, EngineChoice, Method
from verifier.analysis.explore import ending_of, is_open, raise_failure, run
from verifier.errors import BadInput, EngineBug, Problem, did_you_mean
from verifier.program.conservation import conservations, with_conservation
from verifier.results.checked import Checked, PropertyRow
from verifier.run.control import Status
from verifier.run.reference import Reference
from verifier.verdict import Verdict
from verifier.visible import shown, visible

if TYPE_CHECKING:
    from verifier.analysis.built_in import BuiltInProperty
    from verifier.instance import Instance
    from verifier.lang.game import Rule
    from verifier.search.explore import Explored, ExploreOptions
    from verifier.search.limits import Limits

# The whole game from its set-up never closes: unless a limit is given, this is how long it is looked at.
GAME_SECONDS = 30.0
EXPLORING = 0.75  # the share of the seconds: loops are looked for in what was found in the others


def with_offered(instance: Instance, names: Iterable[str]) -> Instance:
    """The instance with those of the properties on offer for its game that are named (`verifier.program.conservation`)."""
    program = with_conservation(instance.program, [name.replace("-", "_") for name in names])
    if program is instance.program:
        return instance
    return evolve(instance, program=program, reference=Reference(program, instance.setting))


def wanted(instance: Instance, names: list[str] | None, method: Method) -> tuple[list[Rule], list[BuiltInProperty]]:
    """The properties asked for, in the game's order, and the built-in ones; unless some are named, all the method answers."""
    program = instance.program
    known = {rule.name: rule for rule in program.game.of_kind("invariant", "step_property", "goal")}
    if program.bound_property is not None:
        known[program.bound_property.name] = program.bound_property
    built_ins = {name: built_in for name, built_in in BUILT_IN.items() if name not in known}
    if method is not Method.EXPLICIT and RANGES.name not in built_ins:
        raise BadInput(Problem("DB509", f"{instance.program.game.title} has a property {RANGES.name}, which is what z3 calls one "
                               "of every game", "--with", "rename it, or take --with explicit"))
    unasked = {Method.EXPLICIT: (RANGES, CHANCE_HAS_AN_OUTCOME), Method.Z3: (NO_ENDLESS_LOOP,)}.get(method, ())
    everything = (*known, *(name for name, built_in in built_ins.items() if built_in.unless_named and built_in not in unasked))
    wanted = [name if name in built_ins or name in known else name.replace("-", "_") for name in names or everything]
    unknown = [Problem("DB530", f"{instance.program.game.title} has no property {shown(name)}", "--property",
                       did_you_mean(name, [*known, *built_ins, *conservations(program)]))
               for name in wanted if name not in known and name not in built_ins]
    if unknown:
        raise BadInput(unknown)
    return ([rule for name, rule in known.items() if name in wanted],
            [built_in for name, built_in in built_ins.items() if name in wanted])


@frozen
class Question:
    """What to check and how; `states` says whether the states along the lines are wanted as data.

    `is_game` if it is a game that was asked about, not a scenario; `k` is how many states z3's induction takes together, and
    `close` how many it may look at one by one.  Rules are asked in `jobs` processes; with `mine`, lemmas are looked for where
    the game's are not enough; `again` asks what was proved before, too; `threads` is how many explore.
    Of the properties in `explain` it is wanted why they hold.
    """

    rules: list[Rule]
    built_ins: list[BuiltInProperty]
    chance: ChanceChoice | None
    engine: EngineChoice
    limits: Limits
    states: bool = False
    is_game: bool = False
    k: int = 1
    close: int | None = None
    jobs: int = 1
    mine: bool = False
    again: bool = False
    explain: tuple[str, ...] = ()
    threads: int = 1

    @property
    def explored(self) -> Question:
        """The question as explicit search takes it: the whole game never closes, so it is not looked at for ever."""
        limits = self.limits
        if self.is_game and limits.seconds is None and limits.states is None and limits.depth is None:
            limits = evolve(limits, seconds=GAME_SECONDS)
        return evolve(self, limits=limits.running())


def checked(instance: Instance, question: Question) -> Checked:
    """Explore until every property is refuted or nothing is left; each property that breaks is taken out and told."""
    with clock.stopped():  # loading numpy is not counted
        from verifier.search.explore import ExploreOptions
    question = question.explored
    open_chance = is_open(instance, question.chance)
    if NO_CHANCE_CYCLE in question.built_ins and not open_chance:
        raise BadInput(Problem("DB509", f"{NO_CHANCE_CYCLE.name} asks what luck can do, and here the deal says what it does",
                               "--property", "take --chance open"))
    waiting = {rule.name for rule in question.rules if rule.kind != "goal"}
    rows: dict[str, PropertyRow] = {}
    options = ExploreOptions(compress=False, open_chance=open_chance, edges=bool(question.built_ins),
                             threads=question.threads)
    while True:
        left = question.limits.seconds_left
        limits = question.limits if left is None or not question.built_ins else question.limits.within(left * EXPLORING)
        explored = run(instance, question.engine, limits, evolve(options, properties=frozenset(waiting)), "checking")
        raise_failure(instance, explored)
        if explored.ending != "property" or explored.property_name is None:
            break
        name = explored.property_name
        rows[name] = _refuted(instance, question, explored, instance.program.property_named(name))
        waiting.discard(name)
    for rule in question.rules:
        if rule.kind == "goal":
            rows[rule.name] = _goal(instance, question, rule, evolve(options, edges=False))
        elif rule.name in waiting:
            rows[rule.name] = row_of(rule, *_unrefuted(explored))
    # A dead end is told whatever was asked: nothing else can be proved then.
    built_ins = [*question.built_ins, *([NO_DEAD_END] if explored.dead_ends and NO_DEAD_END not in question.built_ins else [])]
    for built_in in built_ins:
        rows[built_in.name] = _demanded(instance, question, explored, built_in)
    ordered = tuple(rows[name] for name in [rule.name for rule in question.rules] + [each.name for each in built_ins])
    used = clauses_of(ordered)
    return Checked(
        answer.about(instance), "explicit", "open" if open_chance else "deal", explored.states, explored.transitions,
        depth_of(explored), ending_of(explored), ordered, answer.texts(instance, used), explored.seconds)


def clauses_of(rows: Iterable[PropertyRow]) -> list[str]:
    """The clauses that rows name."""
    return list(chain.from_iterable(clauses for row in rows for clauses in (row.clauses, *(each.clauses for each in row.events))))


def depth_of(explored: Explored) -> int:
    """Up to how many transitions from the start every state was looked at."""
    return max(0, len(explored.layers) - 1)


def row_of(rule: Rule, verdict: Verdict, reason: str = "", within: int | None = None) -> PropertyRow:
    """What is known of a property of the game."""
    text = visible((rule.function.__doc__ or "").strip().partition("\n")[0])
    return PropertyRow(rule.name, rule.kind.replace("_", " "), rule.clauses, text, verdict, reason, within, methods=("explicit",))


def _unrefuted(explored: Explored) -> tuple[Verdict, str, int | None]:
    """What a search says of a property that it did not see broken: verdict, reason, depth.

    Behind chance that the deal is silent about, and behind a dead end, lies what nobody has seen: then nothing is proved.
    """
    if not explored.closed:
        return Verdict.HOLDS_WITHIN, explored.ending, depth_of(explored)
    if explored.numbers(Status.RAN_OUT):
        return Verdict.UNKNOWN, "the deal runs out: what follows is not known", None
    if explored.dead_ends:
        return Verdict.UNKNOWN, "play gets stuck at a dead end of the rules: what should follow is not known", None
    if explored.numbers(Status.IMPOSSIBLE):
        return Verdict.UNKNOWN, "the deal names what cannot happen: what follows is not known", None
    return Verdict.PROVED, "", None


def _demanded(instance: Instance, question: Question, explored: Explored, built_in: BuiltInProperty) -> PropertyRow:
    """A built-in property: refuted with a line that gets stuck, or what the search says without one."""
    found = refutation(instance, explored, built_in)
    if found is None:
        return built_in.row(*_unrefuted(explored))
    row = built_in.row(Verdict.REFUTED, "" if found.applied else "at the start itself")
    with_line = answer.with_line(instance, row, found.applied, open_chance=explored.options.open_chance, states=question.states)
    return evolve(with_line, repeats=found.repeats)


def _goal(instance: Instance, question: Question, rule: Rule, options: ExploreOptions) -> PropertyRow:
    """Whether a goal can be reached: a line to it is the proof."""
    index = instance.program.game.of_kind("goal").index(rule)
    explored = run(instance, question.engine, question.limits, evolve(options, goal=index), f"looking for {rule.name}")
    raise_failure(instance, explored)
    if explored.ending == "goal" and explored.found is not None:
        return _with_line(instance, question, explored, row_of(rule, Verdict.PROVED, "reached"), explored.found, None)
    verdict, reason, _ = _unrefuted(explored)
    if verdict is Verdict.PROVED:
        return row_of(rule, Verdict.REFUTED, "no line reaches it")
    return row_of(rule, Verdict.UNKNOWN, reason)


def _refuted(instance: Instance, question: Question, explored: Explored, rule: Rule) -> PropertyRow:
    """A broken property with the shortest line that breaks it, which the reference must agree with."""
    number, event = int(explored.tables.edges[-1][0]), explored.found_event
    return _with_line(instance, question, explored, row_of(rule, Verdict.REFUTED), number, event)


def _with_line(instance: Instance, question: Question, explored: Explored, row: PropertyRow, number: int,
               event: int | None) -> PropertyRow:
    """A row with its line, replayed by the reference; EngineBug when it does not show there what it shows here."""
    program = instance.program
    events = [*explored.events_to(number), *([] if event is None else [program.events[event]])]
    reference, applied = played(instance, explored, events)
    positions = [instance.start, *(each.after for each in applied)]
    rule = program.property_named(row.name)
    states = [each.state for each in (positions[-2:] if rule.kind == "step_property" else positions[-1:])]
    if reference.holds(rule, *states, event=events[-1] if events else None) != (rule.kind == "goal"):
        raise EngineBug(Problem("DB905", f"the line that was found for {row.name} does not show it on the reference: "
                                f"{' / '.join(each.text for each in events)}"))
    if rule is program.bound_property:
        row = evolve(row, reason=answer.passing(instance, applied))
    return answer.with_line(instance, row, applied, open_chance=explored.options.open_chance, states=question.states)
