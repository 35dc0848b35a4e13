"""`daybreak moves`: what is legal in a position, and the clause that forbids each other move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.options import Json, ScenarioFile
from verifier.cli.terminal import put_out, put_page
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.scenario.visible import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verifier.lang.events import Event
    from verifier.prepared import Prepared
    from verifier.report.results.played import Moves
    from verifier.run.reference import Applied


def moves(
    scenario: ScenarioFile,
    line: Annotated[str | None, typer.Option("--line", metavar="FILE", help="Events to play first, as for `replay`.")] = None,
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only moves that start so, as \"move hunt\".")] = "",
    json: Json = False,
) -> int:
    """List the legal moves of a position; for each other move of the phase, the clause that forbids it."""
    from verifier import line as lines
    from verifier.prepared import prepare
    from verifier.report import json as as_json

    prepared = prepare(scenario)
    played = lines.read_line(line) if line is not None else lines.Line(())
    found = moves_after(prepared, list(lines.replay(prepared.reference, prepared.start, played)), only.split())
    if json:
        put_out(as_json.text(as_json.moves(found)))
    else:
        from verifier.report.text.play import moves as as_text

        put_page(as_text(found))
    return 0


def moves_after(prepared: Prepared, events: list[Applied], only: Sequence[str] = ()) -> Moves:
    """What can be done after some events, which end at a decision, an end, or chance that the deal leaves open.

    Of a decision, only the moves that start with the words of `only`; BadInput where none does.
    """
    from verifier.cli import answer
    from verifier.lang.phases import CHANCE, DECISION, END, KIND_NAMES
    from verifier.report.results.played import Illegal, Moves

    reference = prepared.reference
    position = events[-1].after if events else prepared.start
    kind = reference.kind(position)
    events_here = _starting(reference.events(position), only) if kind == DECISION else []
    reasons = [(event, reference.forbidden_by(position, event)) for event in events_here]
    illegal = tuple(Illegal(event.text, clause) for event, clause in reasons if clause is not None)
    outcomes = reference.outcomes(position) if kind == CHANCE else []
    return Moves(
        answer.about(prepared), tuple(applied.event.text for applied in events), answer.state(prepared, position),
        answer.board(prepared, position), KIND_NAMES[kind], tuple(event.text for event, clause in reasons if clause is None),
        illegal, tuple((event.text, weight) for event, weight in outcomes),
        answer.grade(prepared, prepared.grade(position)) if kind == END else None,
        answer.texts(prepared, (each.clause for each in illegal)), " ".join(only))


def _starting(events: Sequence[Event], words: Sequence[str]) -> list[Event]:
    left = [(event, event.text.split()) for event in events]
    for number, word in enumerate(words):
        known = {spelled[number] for _, spelled in left if len(spelled) > number}
        left = [(event, spelled) for event, spelled in left if spelled[number:number + 1] == [word]]
        if not left:
            told = f"no move of this phase starts with {shown(' '.join(words[:number + 1]))}"
            hint = did_you_mean(word, known) if known else f"leave {shown(word)} out: the move ends before it"
            raise BadInput(Problem("DB592", told, "--only", hint))
    return [event for event, _ in left]
