"""What can be done behind a line, and what each refused event breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.analysis import answer
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.lang.phases import CHANCE, DECISION, END, KIND_NAMES
from verifier.results.played import Illegal, Moves, Outcome
from verifier.visible import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verifier.instance import Instance
    from verifier.lang.events import Event
    from verifier.run.reference import Applied


def moves_after(instance: Instance, events: list[Applied], only: Sequence[str] = ()) -> Moves:
    """What can be done after some events, which end at a decision, an end, or chance that the deal leaves open.

    Of a decision, only the moves that start with the words of `only`; BadInput where none does.
    """
    reference = instance.reference
    position = events[-1].after if events else instance.start
    kind = reference.kind(position)
    events_here = _starting(reference.events(position), only) if kind == DECISION else []
    reasons = [(event, reference.forbidden_by(position, event)) for event in events_here]
    illegal = tuple(Illegal(event.text, clause) for event, clause in reasons if clause is not None)
    outcomes = reference.outcomes(position) if kind == CHANCE else []
    return Moves(
        answer.about(instance), tuple(applied.event.text for applied in events), answer.state(instance, position),
        answer.board(instance, position), KIND_NAMES[kind], tuple(event.text for event, clause in reasons if clause is None),
        illegal, tuple(Outcome(event.text, weight) for event, weight in outcomes),
        answer.grade(instance, instance.grade(position)) if kind == END else None,
        answer.texts(instance, (each.clause for each in illegal)), " ".join(only),
        tuple(reference.seat(position, event.rule) for event, clause in reasons if clause is None))


def _starting(events: Sequence[Event], words: Sequence[str]) -> list[Event]:
    left = [(event, event.text.split()) for event in events]
    for number, word in enumerate(words):
        known = {spelled[number] for _, spelled in left if len(spelled) > number}
        left = [(event, spelled) for event, spelled in left if spelled[number:number + 1] == [word]]
        if not left:
            message = f"no move of this phase starts with {shown(' '.join(words[:number + 1]))}"
            hint = did_you_mean(word, known) if known else f"leave {shown(word)} out: the move ends before it"
            raise BadInput(Problem("DB592", message, "--only", hint))
    return [event for event, _ in left]
