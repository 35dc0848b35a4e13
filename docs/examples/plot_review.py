"""Judges a line that was played, and plots what was still possible after each decision: the entrances that can be held."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import verifier as daybreak

HERE = Path(__file__).parent
DEAL = HERE.parents[1] / "scenarios" / "until-dawn" / "small-perfect.toml"


def rows() -> list[dict[str, Any]]:
    """A plain dict for each decision of the line: ready for a data frame, a spreadsheet or, as here, for print."""
    review = daybreak.review(daybreak.scenario(DEAL), (HERE / "played.txt").read_text(encoding="utf-8"), engine="interpreted")
    return [{"decision": each["event"], **each["after"], "cost": each["cost"], "better": each["better"]}
            for each in review.to_dict()["decisions"]]


def main() -> None:
    """One bar for each decision, and what would have been better."""
    for number, row in enumerate(rows(), 1):
        bar = "#" * row["unbreached"] + "." * (4 - row["unbreached"])
        note = f"  costs {row['cost']}, better was {row['better']}" if row["cost"] else ""
        print(f"{number:2}  {bar}  alive {row['alive']}  {row['decision']}{note}")


if __name__ == "__main__":
    main()
