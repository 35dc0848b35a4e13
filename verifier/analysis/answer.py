"""Turns what the runs give (positions, transitions, numbers) into the frozen data of `verifier.results`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from attrs import evolve

from verifier.errors import RuleFailed
from verifier.instance import Instance
from verifier.lang.phases import CHANCE, DECISION, END, KIND_NAMES
from verifier.lang.types import Scalar
from verifier.ledger.editions import Edition
from verifier.results.checked import PropertyRow
from verifier.results.edition import EditionNote
from verifier.results.played import About, BrokenProperty, Happening, Replayed
from verifier.run.broken import broken_by, broken_in
from verifier.run.broken_part import broken_part
from verifier.run.reference import Applied, Position
from verifier.scenarios.loader import Scenario
from verifier.search.state_words import scalar_words, state_words
from verifier.visible import visible


def about(instance: Instance) -> About:
    """Which question an answer belongs to."""
    scenario = instance.scenario
    seed = {} if scenario.deal.seed is None else {"seed": scenario.deal.seed}
    given = {name: list(entries) for name, entries in scenario.deal.given.items()}
    return About(scenario.game.name, scenario.game.title, scenario.name, scenario.title, edition(scenario),
                 dict(sorted(scenario.rulings.items())), scenario.chosen, {**seed, **given}, scenario.game.grade_order)


def edition(scenario: Scenario) -> EditionNote:
    """What every answer says of the component data that it holds for."""
    return edition_note(scenario.game.name, scenario.edition)


def edition_note(game: str, found: Edition) -> EditionNote:
    """What is said of an edition in short."""
    return EditionNote(game, found.name, found.title, found.assumed, len(found.values), bool(found.file))


def state(instance: Instance, position: Position) -> dict[str, Any]:
    """A position's state as plain data."""
    return state_words(instance.program.game.state_type, position.state)


def grade(instance: Instance, fields: tuple[int, ...] | None) -> dict[str, Any] | None:
    """A grade from its fields, by name."""
    rule = instance.program.game.only("grade")
    kind = rule.returned_record if rule is not None else None
    if kind is None or fields is None:
        return None
    return {name: scalar_words(field, number) for (name, field), number in zip(kind.fields, fields, strict=True)
            if isinstance(field, Scalar)}


def board(instance: Instance, position: Position, wanted: bool = True) -> str | None:
    """The table as the game draws it, if it is wanted and the game can."""
    return instance.board(position) if wanted else None


def board_if_any(instance: Instance, position: Position) -> str | None:
    """The table as the game draws it; a state that no line leads to may be one that it cannot draw."""
    try:
        return board(instance, position)
    except RuleFailed:
        return None


def happening(instance: Instance, applied: Applied, *, boards: bool, states: bool) -> Happening:
    """One transition as data; the state and the board after it only if they are wanted, for they take long to put in words."""
    return Happening(applied.event.text, KIND_NAMES[applied.kind], applied.clauses,
                     state(instance, applied.after) if states else None, board(instance, applied.after, boards),
                     instance.reference.seat(applied.before, applied.event.rule))


def with_line(instance: Instance, row: PropertyRow, applied: Sequence[Applied], *, open_chance: bool, states: bool
              ) -> PropertyRow:
    """A row with its line as data, and the board behind the last event."""
    # What the rules and the deal decide follows by itself; open chance has to be said.
    line = [each.event.text for each in applied
            if each.kind == DECISION or (open_chance and each.kind == CHANCE)]
    happened = tuple(happening(instance, each, boards=index + 1 == len(applied), states=states)
                     for index, each in enumerate(applied))
    return evolve(row, line=tuple(line), events=happened)


def passing(instance: Instance, applied: Sequence[Applied]) -> str:
    """How the last of some transitions passes the game's bound: the rule, the field, the values, and where each is written."""
    before = applied[-2].after if len(applied) > 1 else instance.start
    event, rule = applied[-1].event, instance.program.bound_property
    part = None if rule is None else broken_part(instance.reference, rule, before.state, applied[-1].after.state, event=event)
    return "" if part is None else f"{part.text} ({event.rule.name}, {event.rule.where}; the bound, {part.file}:{part.line})"


def texts(instance: Instance, ids: Iterable[str]) -> dict[str, str]:
    """The paraphrases of clauses, in the order of the rulebook."""
    wanted = set(ids)
    return {id_: clause.text for id_, clause in instance.program.rulebook.items() if id_ in wanted}


def replayed(instance: Instance, events: Sequence[Applied], *, boards: bool, states: bool = False) -> Replayed:
    """A line that was played, as data, with the boards and the states if they are wanted."""
    last = events[-1].after if events else instance.start
    over = instance.reference.kind(last) == END
    return Replayed(
        about(instance), state(instance, instance.start) if states else None, board(instance, instance.start, boards),
        tuple(happening(instance, applied, boards=boards, states=states) for applied in events), over,
        grade(instance, instance.grade(last)) if over else None, next_of(instance, last),
        texts(instance, (id_ for applied in events for id_ in applied.clauses)))


def broken(instance: Instance, events: Sequence[Applied]) -> tuple[BrokenProperty, ...]:
    """The properties that a line breaks on its way; its start was checked when the scenario was loaded."""
    found: list[BrokenProperty] = []
    before = instance.start
    for number, applied in enumerate(events, 1):
        broken = chain(broken_by(instance.reference, before, applied), broken_in(instance.reference, applied.after))
        found += [BrokenProperty(number, each.rule.name, visible(str(each))) for each in broken]
        before = applied.after
    return tuple(found)


def next_of(instance: Instance, position: Position) -> str:
    """What comes next in a position, in words."""
    kind = instance.reference.kind(position)
    if kind == END:
        return "the game is over"
    if kind == CHANCE:
        possible = ", ".join(event.text for event, _ in instance.reference.outcomes(position))
        return f"chance, and the deal does not say what: {possible}"
    if kind != DECISION:
        return instance.reference.events(position)[0].text
    return ", ".join(event.text for event in instance.reference.legal(position)) or "nothing is legal: a dead end"
