"""`daybreak check`: proves or refutes a game's properties, here by exploring every state."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import evolve

from verifier.cli.options import ChanceChoice, Engine, EngineChoice, Json, Memory, Seconds, States, limits_of
from verifier.cli.terminal import put_out, put_page
from verifier.errors import EXIT_INTERRUPTED, BadInput, EngineBug, Problem, did_you_mean
from verifier.scenario.visible import shown
from verifier.verdict import Verdict, gravest

if TYPE_CHECKING:
    from verifier.lang.game import Rule
    from verifier.prepared import Prepared
    from verifier.report.results import Checked, PropertyRow
    from verifier.search.explore import Explored
    from verifier.search.limits import Limits

# The whole game from its set-up never closes: unless a limit is given, this is how long it is looked at.
GAME_SECONDS = 30.0


class Method(StrEnum):
    """How properties are checked."""

    EXPLICIT = "explicit"
    Z3 = "z3"
    BOTH = "both"


def check(
    what: Annotated[str, typer.Argument(metavar="GAME|SCENARIO", help="A game, from its set-up, or a scenario file.")],
    names: Annotated[list[str] | None, typer.Option("--property", metavar="P", help="Only this property; repeatable.")] = None,
    method: Annotated[Method, typer.Option("--with", help="By exploring every state; z3 is not there yet.")] = Method.EXPLICIT,
    chance: Annotated[ChanceChoice | None, typer.Option(
        help="What the deal says, or everything that can come (unless told: the deal, if there is one).")] = None,
    depth: Annotated[int | None, typer.Option(metavar="N", min=0, help="So many transitions from the start.")] = None,
    seconds: Seconds = None,
    states: States = None,
    memory: Memory = None,
    engine: Engine = EngineChoice.AUTO,
    json: Json = False,
) -> int:
    """Prove or refute the properties of a game: invariants, step properties, goals that can be reached.

    Every state counts, not only decisions.  A property that no state breaks is proved when the search closes; otherwise it
    holds within so many transitions (exit code 124).
    """
    from verifier.report import json as as_json

    if method is not Method.EXPLICIT:
        raise BadInput(Problem("DB509", f"--with {method} is not there yet", "--with", "take --with explicit"))
    prepared, is_game = _prepared(what)
    if is_game and seconds is None and states is None and depth is None:
        seconds = GAME_SECONDS
    rules = _rules(prepared, names)
    found = checked(prepared, rules, engine, limits_of(seconds, states, memory, depth), chance)
    if json:
        put_out(as_json.text(as_json.checked(found)))
    else:
        from verifier.report.text.check import checked as as_text

        put_page(as_text(found))
    return EXIT_INTERRUPTED if found.ending == "interrupted" else gravest(row.verdict.exit_code for row in found.rows)


def _prepared(what: str) -> tuple[Prepared, bool]:
    """A game from its set-up, or a scenario; a file that is there is a scenario."""
    from verifier.prepared import prepare, prepare_scenario
    from verifier.registry import installed
    from verifier.scenario.loader import new_scenario

    looks_like_file = what.endswith(".toml") or "/" in what or Path(what).exists()
    if looks_like_file and what not in installed():
        return prepare(Path(what)), False
    program = installed().program(what)
    return prepare_scenario(new_scenario(program.game, title=f"{program.game.title} from its set-up"), program), True


def _rules(prepared: Prepared, names: list[str] | None) -> list[Rule]:
    """The properties asked for, in the game's order; all of them unless some are named."""
    known = {rule.name: rule for rule in prepared.program.game.of_kind("invariant", "step_property", "goal")}
    wanted = [name.replace("-", "_") for name in names or known]
    unknown = [Problem("DB530", f"{prepared.program.game.title} has no property {shown(name)}", "--property",
                       did_you_mean(name, known)) for name in wanted if name not in known]
    if unknown:
        raise BadInput(unknown)
    return [rule for name, rule in known.items() if name in wanted]


def checked(prepared: Prepared, rules: list[Rule], engine: EngineChoice, limits: Limits, chance: ChanceChoice | None) -> Checked:
    """Explore until every property is refuted or nothing is left; each property that breaks is taken out and told."""
    from verifier.cli import answer
    from verifier.cli.explore import is_open, raise_failure, run
    from verifier.report.results import Checked
    from verifier.search.explore import Wish

    open_chance = is_open(prepared, chance)
    waiting = {rule.name for rule in rules if rule.kind != "goal"}
    rows: dict[str, PropertyRow] = {}
    wish = Wish(compress=False, open_chance=open_chance)
    while True:
        explored = run(prepared, engine, limits, evolve(wish, properties=frozenset(waiting)), "checking")
        raise_failure(prepared, explored)
        if explored.ending != "property" or explored.property_name is None:
            break
        name = explored.property_name
        rows[name] = _refuted(prepared, explored, prepared.program.game.rules[name])
        waiting.discard(name)
    for rule in rules:
        if rule.kind == "goal":
            rows[rule.name] = _goal(prepared, rule, engine, limits, wish)
        elif rule.name in waiting:
            rows[rule.name] = _unbroken(rule, explored)
    ordered = tuple(rows[rule.name] for rule in rules)
    used = [clauses for row in ordered for clauses in (row.clauses, *(each.clauses for each in row.events))]
    return Checked(
        answer.about(prepared), "explicit", "open" if open_chance else "deal", explored.states, explored.transitions,
        depth_of(explored), explored.ending, ordered, answer.texts(prepared, chain.from_iterable(used)), explored.seconds)


def depth_of(explored: Explored) -> int:
    """Up to how many transitions from the start every state was looked at."""
    return max(0, len(explored.layers) - 1)


def _row(rule: Rule, verdict: Verdict, reason: str = "", within: int | None = None) -> PropertyRow:
    from verifier.report.results import PropertyRow

    text = (rule.function.__doc__ or "").strip().partition("\n")[0]
    return PropertyRow(rule.name, rule.kind.replace("_", " "), rule.clauses, text, verdict, reason, within)


def _unbroken(rule: Rule, explored: Explored) -> PropertyRow:
    if explored.closed and explored.numbers(5):
        return _row(rule, Verdict.UNKNOWN, "the deal runs out: what follows is not known")
    if explored.closed and explored.numbers(6):
        return _row(rule, Verdict.UNKNOWN, "the deal names what cannot happen: what follows is not known")
    if explored.closed:
        return _row(rule, Verdict.PROVED)
    return _row(rule, Verdict.HOLDS_WITHIN, explored.ending, depth_of(explored))


def _goal(prepared: Prepared, rule: Rule, engine: EngineChoice, limits: Limits, wish: object) -> PropertyRow:
    """Whether a goal can be reached: a line to it is the proof."""
    from verifier.cli.explore import raise_failure, run
    from verifier.search.explore import Wish

    assert isinstance(wish, Wish)
    index = prepared.program.game.of_kind("goal").index(rule)
    explored = run(prepared, engine, limits, evolve(wish, goal=index), f"looking for {rule.name}")
    raise_failure(prepared, explored)
    if explored.ending == "goal" and explored.found is not None:
        return _with_line(prepared, explored, _row(rule, Verdict.PROVED, "reached"), explored.found, None)
    if explored.closed and not (explored.numbers(5) or explored.numbers(6)):
        return _row(rule, Verdict.REFUTED, "no line reaches it")
    return _row(rule, Verdict.UNKNOWN, explored.ending if not explored.closed else "the deal runs out")


def _refuted(prepared: Prepared, explored: Explored, rule: Rule) -> PropertyRow:
    """A broken property with the shortest line that breaks it, which the reference must agree with."""
    number, event = int(explored.tables.edges[-1][0]), explored.found_event
    return _with_line(prepared, explored, _row(rule, Verdict.REFUTED), number, event)


def _with_line(prepared: Prepared, explored: Explored, row: PropertyRow, number: int, event: int | None) -> PropertyRow:
    """A row with its line, replayed by the reference; EngineBug when it does not show there what it shows here."""
    from verifier.cli import answer
    from verifier.run.reference import Reference

    program = prepared.program
    setting = evolve(prepared.setting, tapes=()) if explored.wish.open_chance else prepared.setting
    reference = Reference(program, setting)
    events = [*explored.events_to(number), *([] if event is None else [program.events[event]])]
    before = position = prepared.start
    applied = []
    for each in events:
        before = position
        applied.append(reference.apply(position, each))
        position = applied[-1].after
    rule = program.game.rules[row.name]
    states = (before.state, position.state) if rule.kind == "step_property" else (position.state,)
    if reference.holds(rule, *states, event=events[-1] if events else None) != (rule.kind == "goal"):
        raise EngineBug(Problem("DB905", f"the line that was found for {row.name} does not show it on the reference: "
                                f"{' / '.join(each.text for each in events)}"))
    # What the rules and the deal decide follows by itself; open chance has to be said.
    told = [each.event.text for each in applied
            if each.event.rule.kind == "decision" or (explored.wish.open_chance and each.event.rule.kind == "chance")]
    happened = tuple(answer.happening(prepared, each, index + 1 == len(applied)) for index, each in enumerate(applied))
    return evolve(row, line=tuple(told), events=happened)
