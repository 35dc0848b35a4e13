"""`coverage` as an lcov trace, for viewers of code coverage.

The lines of a file are those that name clauses: a `clause` or `require`, or the first line of a decorated rule for the clauses
of its decorator.  A line's count is the highest of the clauses it names, uses and refusals together.  A clause that several
lines name counts for each of them, since uses are counted by clause: a line with a count may itself never have run.  A
`require` is a branch besides: branch 0 exercised (by whatever names its clause), branch 1 refused.  Lines of properties, and
lines that name no clause, are not in it.
"""

from __future__ import annotations

import os
from pathlib import Path

from verifier.report.results.covered import ClauseRow, Covered


def lcov(found: Covered, base: Path) -> str:
    """The trace; files below the folder `base` are named from there, others in full."""
    files: dict[str, dict[int, list[ClauseRow]]] = {}
    guards: dict[str, list[tuple[int, ClauseRow]]] = {}
    for row in found.rows:
        for place in row.places:
            if place.by_play:
                files.setdefault(place.file, {}).setdefault(place.line, []).append(row)
                if place.guard:
                    guards.setdefault(place.file, []).append((place.line, row))
    return "".join(_record(_name(file, base), files[file], guards.get(file, [])) for file in sorted(files))


def _name(file: str, base: Path) -> str:
    path = Path(file)
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else os.fspath(path)


def _record(name: str, lines: dict[int, list[ClauseRow]], guards: list[tuple[int, ClauseRow]]) -> str:
    rows = ["TN:", f"SF:{name}"]
    taken = 0
    guards.sort(key=lambda each: (each[0], each[1].id))
    for number, (line, row) in enumerate(guards):
        for branch, count in enumerate((row.exercised, row.refused)):
            rows.append(f"BRDA:{line},{number},{branch},{count if row.uses else '-'}")
            taken += count > 0
    if guards:
        rows += [f"BRF:{2 * len(guards)}", f"BRH:{taken}"]
    counts = {line: max(row.exercised + row.refused for row in lines[line]) for line in sorted(lines)}
    rows += [f"DA:{line},{count}" for line, count in counts.items()]
    rows += [f"LF:{len(counts)}", f"LH:{sum(count > 0 for count in counts.values())}", "end_of_record"]
    return "\n".join(rows) + "\n"
