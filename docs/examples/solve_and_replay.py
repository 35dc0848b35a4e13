"""Solves a small position of Until Dawn, plays the line that was found, and says what the answer rests on."""

from __future__ import annotations

from pathlib import Path

import verifier as daybreak

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"


def main() -> None:
    """Solve, then play the line to its end."""
    deal = daybreak.scenario(SCENARIOS / "e2.toml")
    answer = daybreak.solve(deal, engine="interpreted")
    print(f"{answer.verdict}: {answer.grade}")
    print(f"{len(answer.line)} decisions: {', '.join(answer.line)}")
    print(daybreak.start(deal).after(*answer.line).board)
    print("rests on:", {name: what for name, what in answer.to_dict()["rests_on"].items() if what})


if __name__ == "__main__":
    main()
