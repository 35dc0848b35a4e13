"""What the public functions take: lines, names of choices, numbers within their ranges, limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from numbers import Integral, Real
from pathlib import Path
from typing import Any, TypeVar

from verifier.analysis.choices import ChanceChoice, EngineChoice, Policy
from verifier.analysis.defaults import JOBS_MOST, KNOWS_MOST, SIMULATIONS_MOST, THREADS_MOST, WORK_LEAST
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.instance import Instance
from verifier.line import Line, parse_line
from verifier.run.address_space import refuse_too_little
from verifier.run.cores import cores
from verifier.scenarios.deal import refuse_past_the_last_seed
from verifier.search.limits import Limits
from verifier.visible import shown

Played = Line | str | Sequence[str]  # a text has an event on each row
Texts = Mapping[str, Any] | Iterable[str]  # by their names, or each as NAME=VALUE
Files = Iterable[str | Path]
C = TypeVar("C", bound=StrEnum)


def instance_from(what: Instance) -> Instance:
    """What a question is about; BadInput (DB505) for the name of a game or file in its place."""
    if not isinstance(what, Instance):
        raise BadInput(Problem("DB505", f"expected a scenario or a deal, got {shown(str(what))}", "instance",
                               "daybreak.scenario(FILE) and daybreak.deal(GAME) make one"))
    return what


def line_of(line: Played) -> Line:
    """The events of a line; BadInput for a text that is none."""
    if isinstance(line, Line):
        return line
    return parse_line((line if isinstance(line, str) else "\n".join(line)).encode())


def one_of(kind: type[C], value: str, name: str) -> C:
    """The choice of a name; BadInput (DB505) if there is none of it."""
    if value not in list(kind):
        raise BadInput(Problem("DB505", f"expected {', '.join(kind)}, got {shown(value)}", name, did_you_mean(value, kind)))
    return kind(value)


def several(values: Iterable[str] | None) -> list[str]:
    """Several texts; a text alone is one of them, and no row of letters."""
    return [values] if isinstance(values, str) else list(values or ())


def policies_of(names: Iterable[str] | None, parameter: str = "policies") -> tuple[str, ...]:
    """Who plays, each once; BadInput (DB505) for names of nobody."""
    return tuple(dict.fromkeys(one_of(Policy, name, parameter).value for name in several(names)))


def engine_of(name: str) -> EngineChoice:
    """How rules are run."""
    return one_of(EngineChoice, name, "engine")


def chance_of(name: str | None) -> ChanceChoice | None:
    """What is followed of chance; None is for what the scenario says."""
    return None if name is None else one_of(ChanceChoice, name, "chance")


def texts_of(values: Texts | None) -> list[str]:
    """Rulings, or fields with their values, each as NAME=VALUE."""
    if isinstance(values, Mapping):
        return [f"{name}={_word(value)}" for name, value in values.items()]
    return several(values)


def paths_of(files: Files | None) -> tuple[Path, ...]:
    """Files by their names."""
    return tuple(map(Path, files or ()))


def path_of(file: str | Path | None) -> Path | None:
    """A file, if one is named."""
    return None if file is None else Path(file)


def refuse_line_page(html: str | Path | None, alternatives: bool) -> None:
    """BadInput (DB580) for alternatives that no page is to show."""
    if html is None and alternatives:
        raise BadInput(Problem("DB580", "--alternatives is for the page", "--alternatives", "add --html FILE"))


def refuse_numbers(**numbers: tuple[float | None, float, float | None]) -> None:
    """BadInput (DB505) for each number, of a name, that is not from a least to a most (None: however much); None is none."""
    problems = [problem for name, (value, least, most) in numbers.items() if value is not None
                for problem in _out_of_range(name, value, least, most)]
    if problems:
        raise BadInput(problems)


def foreknowledge_of(knows: str | Iterable[int]) -> tuple[int, ...]:
    """How many outcomes players are told in advance, in ascending order; BadInput (DB505) for what is no such number, or none."""
    return _numbers("knows", knows, 0, KNOWS_MOST)


def budgets_of(simulations: str | int | Iterable[int]) -> tuple[int, ...]:
    """How many games players simulate, in ascending order; BadInput (DB505) for what is no such number, or none."""
    return _numbers("simulations", simulations if isinstance(simulations, Iterable) else (simulations,), 1, SIMULATIONS_MOST)


def _numbers(name: str, given: str | Iterable[int], least: int, most: int) -> tuple[int, ...]:
    numbers: list[Any] = list(given)
    if isinstance(given, str):
        numbers = [int(each) if each.isascii() and each.isdigit() and len(each) <= 9 else each
                   for each in map(str.strip, given.split(","))]
    if not numbers:
        raise BadInput(Problem("DB505", f"expected whole numbers from {least} to {most}, got none", name))
    if problems := [problem for each in numbers for problem in _out_of_range(name, each, least, most)]:
        raise BadInput(problems)
    return tuple(sorted(set(map(int, numbers))))


def scales_of(scales: str | Iterable[float]) -> tuple[int, ...]:
    """How much of penalties counts, in quarters, in ascending order; BadInput (DB505) for what is no such number, or none."""
    given = [each.strip() for each in scales.split(",")] if isinstance(scales, str) else list(scales)
    known = {number / 4: number for number in range(9)}
    numbers = {known.get(_number(each)) for each in given}
    if None in numbers or not numbers:
        raise BadInput(Problem("DB505", f"expected quarters from 0 to 2, as 0,0.5,1, got {shown(str(scales))}", "scales"))
    return tuple(sorted(number for number in numbers if number is not None))


def _number(text: object) -> float:
    try:
        return float(str(text))
    except ValueError:
        return -1.0


def refuse_seeds(seeds: range, most: int) -> None:
    """BadInput for what is no range of seeds from one on (DB594), more than `most` (DB505), or past the last seed (DB572)."""
    if not isinstance(seeds, range) or seeds.step != 1 or not seeds or seeds.start < 0:
        raise BadInput(Problem("DB594", f"expected a range of seeds from 0 up, got {shown(str(seeds))}", "seeds"))
    count = seeds.stop - seeds.start  # which may be more than `len` can say
    refuse_numbers(seeds=(count, 1, most))
    refuse_past_the_last_seed(seeds.start, count)


def threads_of(threads: int | None) -> int:
    """How many threads explore: so many, else one for each core; BadInput (DB505) for a number that is none."""
    refuse_numbers(threads=(threads, 1, THREADS_MOST))
    return min(cores(), THREADS_MOST) if threads is None else threads


def refuse_work(work: int, jobs: int = 1) -> None:
    """BadInput (DB505) for less work than z3 can do anything with, and for more processes than are of use."""
    refuse_numbers(work=(work, WORK_LEAST, None), jobs=(jobs, 1, JOBS_MOST))


def limits_of(limits: Limits | None, default: Limits | None = None) -> Limits:
    """The limits that are asked for.

    BadInput (DB505) for one that nothing can be found within; OutOfMemory (DB508) where `ulimit -v` leaves too little to search.
    """
    limits = limits or default or Limits()
    refuse_numbers(states=(limits.states, 1, None), memory=(limits.memory, 1, None), depth=(limits.depth, 0, None))
    if limits.seconds is not None and not (_is_number(limits.seconds, Real) and limits.seconds > 0):
        raise BadInput(Problem("DB505", f"expected a number of seconds above 0, got {shown(str(limits.seconds))}", "seconds"))
    refuse_too_little()
    return limits


def _out_of_range(name: str, value: float, least: float, most: float | None) -> list[Problem]:
    kind = Integral if isinstance(least, int) else Real
    if _is_number(value, kind) and value >= least and (most is None or value <= most):
        return []
    numbers = "a whole number" if kind is Integral else "a number"
    expected = f"{numbers} from {least} up" if most is None else f"{numbers} from {least} to {most}"
    return [Problem("DB505", f"expected {expected}, got {shown(str(value))}", name)]


def seats_of(seats: str | Iterable[str]) -> tuple[str, ...]:
    """Seats by their words or numbers, several in a text with commas between them."""
    texts = [seats] if isinstance(seats, str) else seats
    return tuple(each.strip() for text in texts for each in text.split(",") if each.strip())


def _is_number(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool) and math.isfinite(value)  # type: ignore[arg-type]


def _word(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
