"""A line as the steps of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis import answer
from verifier.instance import Instance
from verifier.lang.events import Event
from verifier.lang.phases import DECISION
from verifier.lang.picture import Label, Picture
from verifier.results.played import BrokenProperty
from verifier.results.solved import Solved
from verifier.results.stepped import Moment, PropertyKept, Stepped
from verifier.run.reference import Applied, Position
from verifier.visible import one_line, visible

if TYPE_CHECKING:
    from verifier.analysis.review import Judged


def stepped(instance: Instance, events: Sequence[Applied], broken: Sequence[BrokenProperty], solved: Solved | None = None,
            judged: Judged | None = None) -> Stepped:
    """A line that was played, as data for a page; `judged` where the game has grades."""
    reach = judged.reach if judged is not None else (None,) * (len(events) + 1)
    others = judged.alternatives if judged is not None else {}
    played = answer.replayed(instance, events, boards=instance.program.game.painting is None)
    moments: list[Moment] = []
    decisions = 0
    for index, (applied, happening) in enumerate(zip(events, played.events, strict=True)):
        decisions += applied.kind == DECISION
        moments.append(Moment(
            happening, words(applied.event), decisions if applied.kind == DECISION else None, picture(instance, applied.after),
            tuple(each.text for each in broken if each.number == index + 1), others.get(index, ()),
            reach[index + 1]))
    return Stepped(played.about, played, picture(instance, instance.start), tuple(moments), _kept(instance, broken), solved,
                   reach[0], () if judged is None else judged.decisions, None if judged is None else judged.luck)


def words(event: Event) -> str:
    """An event in plain words: what its rule says of itself, and its arguments by name."""
    named = ", ".join(f"{name.replace('_', ' ')} {kind.word(number)}"
                      for (name, kind), number in zip(event.rule.arguments, event.arguments, strict=True))
    return visible(f"{event.rule.summary} ({named})." if named else f"{event.rule.summary}.")


def picture(instance: Instance, position: Position) -> Picture | None:
    """The table as the game pictures it, its texts made visible; RuleFailed (DB406) for a game that cannot."""
    drawn = instance.picture(position)
    if drawn is None:
        return None
    shapes = [evolve(shape, text=one_line(shape.text)) if isinstance(shape, Label) else shape for shape in drawn.shapes]
    return evolve(drawn, shapes=shapes, description=one_line(drawn.description))


def _kept(instance: Instance, broken: Sequence[BrokenProperty]) -> tuple[PropertyKept, ...]:
    return tuple(PropertyKept(rule.name, rule.kind.replace("_", " "), rule.summary, rule.clauses,
                              tuple(each.number for each in broken if each.property == rule.name))
                 for rule in instance.program.game.of_kind("invariant", "step_property"))
