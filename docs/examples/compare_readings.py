"""Solves the same positions under both choices of a reading: does it matter to the result how the sentence is understood?

UD-28 asks whether attackers that wait below a zombie that breaches act first, or stand down.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import verifier as daybreak

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
READING, CHOICES = "UD-28", ("stand-down", "attack-first")


def rows(names: tuple[str, ...] = ("small-lost", "e2")) -> list[dict[str, Any]]:
    """A plain dict for each position and choice."""
    found = []
    for name in names:
        tables = tomllib.loads((SCENARIOS / f"{name}.toml").read_text(encoding="utf-8"))
        tables.pop("expect", None)  # it holds for the default reading
        for choice in CHOICES:
            answer = daybreak.solve(daybreak.scenario({**tables, "rulings": {READING: choice}}), engine="interpreted")
            found.append({"position": name, "choice": choice, "verdict": str(answer.verdict), **(answer.grade or {})})
    return found


def main() -> None:
    """A line for each row, and whether the choices differ."""
    table = rows()
    for row in table:
        print(f"{row['position']:12}{row['choice']:14}{row['verdict']:10}survived {row['survived']!s:7}"
              f"unbreached {row['unbreached']}  shells {row['shells']}")
    for first, second in zip(table[::2], table[1::2], strict=True):
        differs = [name for name in first if first[name] != second[name] and name != "choice"]
        print(f"{first['position']}: {', '.join(differs) or 'nothing'} differs")


if __name__ == "__main__":
    main()
