"""What the options of `daybreak find` name: phases, fields with a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier.errors import BadInput, Problem, did_you_mean
from verifier.lang.layout import offset_of
from verifier.lang.types import FlagType, Scalar, scalar_values
from verifier.search.state_words import scalar_words
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.program.program import Program


def given_cell(program: Program, text: str) -> tuple[int, int | bool]:
    """A field with its value, as a cell and what it holds."""
    name, _, value = text.partition("=")
    fields = dict(program.game.state_type.fields)
    if name not in fields:
        raise BadInput(Problem("DB553", f"the state has no field {shown(name)}", "--given", did_you_mean(name, fields)))
    kind = fields[name]
    if not isinstance(kind, Scalar) or name == "phase":
        raise BadInput(Problem("DB553", f"{name} cannot be given here", "--given",
                               "give a number, a word or a flag of the state"))
    words = {str(scalar_words(kind, int(each))).lower(): int(each) for each in scalar_values(kind)}
    if value.strip().lower() not in words:
        raise BadInput(Problem("DB553", f"{shown(value)} is no value of {name}", "--given", did_you_mean(value, words)))
    number = words[value.strip().lower()]
    return offset_of(program.game.state_type, name), bool(number) if isinstance(kind, FlagType) else number


def phases_named(program: Program, text: str | None, option: str) -> list[int]:
    """The phases that an option lists; none when it is not given."""
    known = {phase.name: int(phase) for phase in program.game.phases}
    names = [name.strip().upper().replace("-", "_") for name in text.split(",")] if text else []
    unknown = [Problem("DB552", f"{program.game.title} has no phase {shown(name)}", option, did_you_mean(name, known))
               for name in names if name not in known]
    if unknown:
        raise BadInput(unknown)
    return [known[name] for name in names]
