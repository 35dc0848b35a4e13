"""Seats and outcomes of games with sides: which there are, and how they are said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from verifier.errors import BadInput, Problem, did_you_mean
from verifier.lang.expressions import returned
from verifier.lang.layout import number_of, values_of
from verifier.lang.types import FlagType, Scalar, scalar_values
from verifier.search.state_words import scalar_words
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.instance import Instance


def seats_named(instance: Instance, asked: Iterable[str]) -> tuple[str, ...]:
    """The seats that are asked about, by their words or numbers; BadInput (DB586) where the game or the question has none."""
    game, known = instance.program.game, list(instance.seats)
    if not known:
        raise BadInput(Problem("DB586", f"{game.title} does not say what its ends are worth to whom", "--for",
                               "write @game.outcome, which says it of each seat"))
    for number, phase in enumerate(instance.program.phases):
        if len(instance.program.seat_rules(number)) > 1:
            raise BadInput(Problem("DB586", f"the decisions of {phase.phase.name} are several seats', and no rule says who comes "
                                   "first", game.name, "give them one seat=, or a phase of their own"))
    words = [known[int(each)] if each not in known and each.isdecimal() and int(each) < len(known) else each for each in asked]
    unknown = [each for each in words if each not in known]
    if unknown:
        hint = did_you_mean(unknown[0], known)
        raise BadInput(Problem("DB586", f"{game.title} has no seat {shown(unknown[0])}", "--for", hint))
    if not words:
        raise BadInput(Problem("DB586", "expected a seat", "--for", f"name one or more of {', '.join(known)}"))
    return tuple(each for each in known if each in words)


def fields_of_outcome(instance: Instance, number: int) -> tuple[int, ...]:
    """An outcome as integers, the one that matters most first, from its number: 0 is the worst that there can be."""
    return values_of(list(_kinds(instance).values()), number)


def highest_outcome(instance: Instance) -> int:
    """The number of the best outcome that there can be."""
    kinds = list(_kinds(instance).values())
    return number_of(kinds, (kind.high for kind in kinds))


def outcome_in_words(instance: Instance, number: int) -> Any:
    """An outcome as a flag, a number or the fields of a record."""
    return outcome_of_fields(instance, fields_of_outcome(instance, number))


def outcome_of_fields(instance: Instance, fields: Sequence[int]) -> Any:
    """An outcome in words, from its integers; BadInput (DB521) for integers that are none."""
    kinds = _kinds(instance)
    ranges = [range(kind.low, kind.high + 1) for kind in kinds.values()]
    if len(fields) != len(ranges) or not all(each in known for each, known in zip(fields, ranges, strict=True)):
        raise BadInput(Problem("DB521", f"{shown(list(fields))} is no outcome of {instance.program.game.title}", "$.worth"))
    found = {name: scalar_words(kind, value) for (name, kind), value in zip(kinds.items(), fields, strict=True)}
    return found.get("", found)


def outcome_wanted(instance: Instance, at_least: list[str]) -> tuple[str, int]:
    """An outcome that is wanted, in words and as the number of the least that will do; by default the best there can be.

    BadInput (DB598) for one that there is not.  Of a record the first fields are named.
    """
    kinds = _kinds(instance)
    single = kinds.get("")
    words, values = first_fields(kinds, at_least if single is None else [f"={each}" for each in at_least], "outcome")
    number = number_of(list(kinds.values()), [*values, *(kind.low for kind in list(kinds.values())[len(values):])])
    if isinstance(single, FlagType):
        return "a win" if number else "any end", number
    return ", ".join(words) if single is None else f"an outcome of{words[0]} at least", number


def first_fields(kinds: Mapping[str, Scalar], at_least: Iterable[str], what: str) -> tuple[list[str], list[int]]:
    """The first fields of a grade or an outcome that are wanted (`FIELD=VALUE`), in words and as integers.

    By default the first at its best.  BadInput (DB598) for other fields and for values that there are not.
    """
    from verifier.report.text.page import format_value

    given = dict(each.partition("=")[::2] for each in at_least)
    unknown = [name for name in given if name not in kinds]
    if unknown:
        raise BadInput(Problem("DB598", f"the {what} has no field {shown(unknown[0])}", "--at-least",
                               did_you_mean(unknown[0], kinds)))
    first = list(kinds)[:max(1, len(given))]
    if given and set(given) != set(first):
        raise BadInput(Problem("DB598", f"a{'n' if what[0] in 'aeiou' else ''} {what} is compared field by field: "
                               f"{', '.join(kinds)}", "--at-least", "name the first ones"))
    words, values = list[str](), list[int]()
    for name in first:
        known = {format_value(scalar_words(kinds[name], int(each))): int(each) for each in scalar_values(kinds[name])}
        value = given.get(name, list(known)[-1]).strip()
        if value not in known:
            raise BadInput(Problem("DB598", f"{shown(value)} is no value of {name or f'an {what}'}", "--at-least",
                                   did_you_mean(value, known)))
        values.append(known[value])
        words.append(f"{name.replace('_', ' ')} {value}")
    return words, values


def _kinds(instance: Instance) -> dict[str, Scalar]:
    """The fields of an outcome; a single one without a name."""
    rule = instance.program.game.only("outcome")
    assert rule is not None
    single, record = returned(rule), rule.returned_record
    if record is None:
        assert single is not None
        return {"": single}
    return {name: kind for name, kind in record.fields if isinstance(kind, Scalar)}
