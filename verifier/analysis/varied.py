"""One thing that is varied step by step: a field of the component data, a reading of the rulebook, or the edition itself.

    shells=2..8        every number from 2 to 8          shells=2..8..3     2, 5 and 8
    shells=2,4,8       these numbers                     UD-43=deck,discard these choices of a reading
    edition=short,full these editions of the game, by name or by file

Each value is read and checked as if an edition of the user's gave it, or a scenario: nothing can be varied to what a file may not
say.  Numbers are put in order; words stay in theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from verifier.document.complaints import Complaints
from verifier.document.typed import described
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.instance import Instance, instance_of
from verifier.lang.types import FlagType, IntType, Scalar, Type
from verifier.ledger.editions import load_edition, with_value
from verifier.ledger.readings import Readings, load_readings
from verifier.scenarios.loader import Scenario, read_rulings
from verifier.visible import one_line, shown, visible

OPTION = "--vary"
EDITION = "edition"  # in place of the name of a field
STEPS_MOST = 50
WORD_MOST = 60  # characters of a value that messages quote
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_SPAN = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?:\.\.([0-9]{1,9}))?")
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_WHY = f"Varied by {OPTION}."


@frozen(eq=False)
class Step:
    """What is varied at one value: `word` is how the value is written, `number` what it is, if it is one."""

    word: str
    number: int | None
    instance: Instance


@frozen(eq=False)
class Varied:
    """What is varied, a "field", a "reading" or the "edition", its value otherwise, what is said of that, and each step."""

    name: str
    kind: str
    in_force: str
    note: str
    steps: tuple[Step, ...]


def varied(instance: Instance, text: str) -> Varied:
    """The steps of NAME=VALUES, each with everything else as an instance has it.

    A field that is called "edition" goes before the editions.

    BadInput for a name that is none of these (DB631), a field of several values (DB632), values that are none, or fewer than two
    (DB633), a reading that a ruling settles besides (DB634), and, with every problem of every step, for an edition that there is
    not, a value that an edition or a scenario may not give, or with which the position is impossible.
    """
    scenario = instance.scenario
    name, _, span = (part.strip() for part in text.partition("="))
    if not name or not span:
        raise BadInput(Problem("DB633", f"expected NAME=LOW..HIGH or NAME=V1,V2, got {shown(text)}", OPTION))
    readings = load_readings(scenario.game.folder)
    fields = dict(scenario.game.edition_type.fields)
    if name in fields:
        values = _values(name, _one(name, fields), span)
        made = _made(instance, values, partial(_with_field, scenario, name), name)
        value = scenario.edition.values[name]
        return Varied(name, "field", _word(value.value), visible(value.why), made)
    if name == EDITION:
        made = _made(instance, _several(name, _listed(span)), partial(_with_edition, scenario), name)
        return Varied(name, "edition", scenario.edition.name, visible(scenario.edition.title), made)
    if name not in readings.switches and name not in readings.recorded:
        names = [*(each for each, kind in fields.items() if isinstance(kind, Scalar)), *readings.switches, EDITION]
        raise BadInput(Problem("DB631", f"expected a field of the component data, a reading or {EDITION}, got {shown(name)}",
                               OPTION, did_you_mean(name, names)))
    if name in scenario.chosen:
        raise BadInput(Problem("DB634", f"{name} is varied, and a ruling settles it", OPTION, f"leave the ruling of {name} out"))
    made = _made(instance, _several(name, _listed(span)), partial(_with_choice, scenario, readings, name), name)
    return Varied(name, "reading", scenario.rulings[name], visible(readings.switches[name].question), made)


def not_varied(instance: Instance) -> Varied:
    """An instance alone, as one step: for work that is the same whether something is varied or not."""
    return Varied("the game", "", "as it is", "", (Step("as it is", None, instance),))


def _with_field(scenario: Scenario, name: str, raw: Any) -> Scenario:
    """The scenario with another value of a field of its component data; BadInput where no edition may have it."""
    return evolve(scenario, edition=with_value(scenario.game, scenario.edition, name, raw, _prefix(name, raw), _WHY))


def _with_choice(scenario: Scenario, readings: Readings, name: str, choice: str) -> Scenario:
    complaints = Complaints(_prefix(name, choice))
    chosen = read_rulings(readings, {name: choice}, complaints)
    complaints.refuse_if_any()
    return evolve(scenario, rulings=scenario.rulings | chosen, chosen=scenario.chosen | chosen)


def _with_edition(scenario: Scenario, given: str) -> Scenario:
    try:
        return evolve(scenario, edition=load_edition(scenario.game, given, Path()), edition_given=given)
    except BadInput as error:
        raise BadInput([evolve(each, path=_prefix(EDITION, given) + each.path) for each in error.problems]) from None


def _one(name: str, fields: Mapping[str, Type]) -> Scalar:
    """The type of a field that has one value."""
    kind = fields[name]
    if isinstance(kind, Scalar):
        return kind
    scalars = ", ".join(each for each, of in fields.items() if isinstance(of, Scalar)) or "no field"
    raise BadInput(Problem("DB632", f"{name} is {described(kind)}, and only one number, flag or word can be varied", OPTION,
                           f"vary {scalars}; to compare other boxes, give each an edition of its own"))


def _values(name: str, kind: Scalar, span: str) -> list[Any]:
    """The values as an edition's file would give them; what cannot be read is left to the reader of editions."""
    if isinstance(kind, IntType):
        return _numbers(name, kind, span)
    given = _listed(span)
    return _several(name, [_FLAGS.get(each, each) for each in given] if isinstance(kind, FlagType) else given)


def _numbers(name: str, kind: IntType, span: str) -> list[Any]:
    """Numbers, from the lowest up; each once."""
    spanned = _SPAN.fullmatch(span.replace(" ", ""))
    if spanned is None and ".." not in span:
        given = [int(each) if _NUMBER.fullmatch(each) else each for each in _listed(span)]
        numbers = sorted(each for each in given if isinstance(each, int))
        return _several(name, [*numbers, *(each for each in given if isinstance(each, str))])
    low, high, step = (0, 0, 0) if spanned is None else (int(each or 1) for each in spanned.groups())
    if low > high or step == 0:
        raise BadInput(Problem("DB633", f"expected {name}=LOW..HIGH or {name}=LOW..HIGH..STEP, upwards, got {shown(span)}",
                               OPTION, f"the whole range is {name}={kind.low}..{kind.high}"))
    return _several(name, range(low, high + 1, step))


def _several(name: str, values: Sequence[Any]) -> list[Any]:
    """The values, each once, if there is something to compare and not too much."""
    once = list(dict.fromkeys(values[:STEPS_MOST + 1]))
    if 2 <= len(once) <= STEPS_MOST:
        return once
    same = f", {len(once):,} of them different" if len(once) < len(values) <= STEPS_MOST else ""
    raise BadInput(Problem("DB633", f"expected 2 to {STEPS_MOST} different values of {name}, got {len(values):,}{same}", OPTION,
                           f"as in {name}=V1,V2"))


def _listed(span: str) -> list[str]:
    return [each.strip() for each in span.split(",") if each.strip()]


def _made(instance: Instance, values: Sequence[Any], vary: Callable[[Any], Scenario], name: str) -> tuple[Step, ...]:
    """A step for each value; BadInput with the problems of all that cannot be."""
    steps, problems = list[Step](), list[Problem]()
    for raw in values:
        try:
            scenario = vary(raw)
        except BadInput as error:
            problems += error.problems
            continue
        number = raw if isinstance(raw, int) and not isinstance(raw, bool) else None
        try:
            steps.append(Step(_word(raw), number, instance_of(scenario, instance.program)))
        except BadInput as error:
            problems += [evolve(each, path=_prefix(name, raw) + each.path) for each in error.problems]
    if problems:
        raise BadInput(problems)
    return tuple(steps)


def _prefix(name: str, raw: Any) -> str:
    """What goes before the paths of a value's problems."""
    return f"{OPTION} {name}={_word(raw)}: "


def _word(raw: Any) -> str:
    return ("yes" if raw else "no") if isinstance(raw, bool) else one_line(str(raw)[:WORD_MOST])
