"""`coverage` as an lcov trace, for viewers of code coverage.

The lines of a file are those that name clauses: a `clause` or `require`, or the first line of a decorated rule for the clauses
of its decorator.  A line's count is the highest of the clauses it names, uses and refusals together.  A clause that several
lines name counts for each of them, since uses are counted by clause: a line with a count may itself never have run.  Lines of
properties, and lines that name no clause, are not in it.

Branches are those of the rules when their arms were counted: branch 0 where the condition holds or the loop runs, branch 1
where not; the lines they stand in are then in it, too, with how often rules came there.  Otherwise they are the `require`s:
branch 0 exercised (by whatever names its clause), branch 1 refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from verifier.results.covered import Covered


@frozen
class _Branch:
    """A branch in a line of a file: its name among the others there, and how often each arm was taken, if it was reached."""

    line: int
    name: str
    counts: tuple[int, int]
    reached: bool


def lcov(found: Covered, base: Path) -> str:
    """The trace; files below the folder `base` are named from there, others in full."""
    lines: dict[str, dict[int, int]] = {}
    branches: dict[str, list[_Branch]] = {}
    for file, branch in _branches(found):
        branches.setdefault(file, []).append(branch)
        if found.arms is not None:
            counts = lines.setdefault(file, {})
            counts[branch.line] = max(counts.get(branch.line, 0), sum(branch.counts))
    for row in found.clauses:
        for place in (each for each in row.named if each.by_play):
            counts = lines.setdefault(place.file, {})
            counts[place.line] = max(counts.get(place.line, 0), row.exercised + row.refused)
    return "".join(_record(_name(file, base), lines[file], branches.get(file, [])) for file in sorted(lines))


def _branches(found: Covered) -> Iterator[tuple[str, _Branch]]:
    """Each branch with its file."""
    if found.arms is None:
        for row in found.clauses:
            for place in row.named:
                if place.by_play and place.guard:
                    yield place.file, _Branch(place.line, row.id, (row.exercised, row.refused), bool(row.uses))
        return
    arms = {(arm.branch, arm.holds): arm for arm in found.arms}
    for (branch, holds), arm in arms.items():
        if holds:
            counts = arm.taken, arms[branch, False].taken
            yield arm.file, _Branch(arm.line, f"{branch:06}", counts, any(counts))


def _name(file: str, base: Path) -> str:
    path = Path(file)
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else os.fspath(path)


def _record(name: str, lines: dict[int, int], branches: list[_Branch]) -> str:
    rows = ["TN:", f"SF:{name}"]
    for number, branch in enumerate(sorted(branches, key=lambda each: (each.line, each.name))):
        for arm, count in enumerate(branch.counts):
            rows.append(f"BRDA:{branch.line},{number},{arm},{count if branch.reached else '-'}")
    if branches:
        taken = sum(count > 0 for branch in branches for count in branch.counts)
        rows += [f"BRF:{2 * len(branches)}", f"BRH:{taken}"]
    rows += [f"DA:{line},{lines[line]}" for line in sorted(lines)]
    rows += [f"LF:{len(lines)}", f"LH:{sum(count > 0 for count in lines.values())}", "end_of_record"]
    return "\n".join(rows) + "\n"
