"""Answers as tables: a list of plain dicts with the same names in each, as `pandas.DataFrame` takes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.report.json import document
from verifier.results.result import Result

# What there is a row of, by the command; of the other answers there is one row.
LISTED = {"batch-show": "tallies", "check": "properties", "coverage": "clauses", "explore": "ends", "games": "games",
          "mutants": "mutants", "odds": "choices", "readings-played": "choices", "replay": "events", "review": "decisions",
          "train": "rounds"}
UNLISTED = ("deal", "rulings", "search", "clauses")  # what would only swell the row of an answer as a whole


def rows(found: Result) -> list[dict[str, Any]]:
    """The rows of an answer; values are numbers, texts, flags, None, and lists of these."""
    document_ = document(found)
    if found.command == "readings":
        table = list(_readings(document_))
    elif found.command == "winnability":
        table = [{"value": point["value"], **deal} for point in document_["points"] for deal in point["deals"]]
    elif found.command == "play-out":
        table = [{"policy": row["policy"], "simulations": row["simulations"], "knows": row["knows"], **game}
                 for row in document_["policies"] for game in row["games"]]
    elif found.command == "above":
        table = [{"scale": row["scale"], **game} for row in document_["scales"] for game in row["games"]]
    elif found.command == "difficulty":
        table = [{"value": step["value"], "number": step["number"],
                  **{name: value for name, value in player.items() if not name.endswith("_seeds")}}
                 for step in document_["steps"] for player in step["players"]]
    elif found.command == "moves":
        table = [*({"event": event, "legal": True, "clause": None} for event in document_["legal"]),
                 *({"event": each["event"], "legal": False, "clause": each["clause"]} for each in document_["illegal"])]
    elif found.command in LISTED:
        table = document_[LISTED[found.command]]
    else:
        table = [{name: value for name, value in document_.items() if name not in UNLISTED}]
    flattened = [dict(_flat(row)) for row in table]
    names = list(dict.fromkeys(name for row in flattened for name in row))
    return [{name: row.get(name) for name in names} for row in flattened]


def _readings(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row for each choice of each reading, by each start and measure."""
    for reading in answer["readings"]:
        for start in reading["starts"]:
            for effect in start["effects"]:
                for changed in effect["changed"]:
                    yield {"reading": reading["id"], "question": reading["question"], "start": start["start"],
                           "in_force": start["in_force"], "choice": effect["choice"], "exercised": effect["is_exercised"],
                           "measure": changed["measure"], **changed["share"], "lost": changed["lost"],
                           "better": changed["better"], "worse": changed["worse"], "same_grade": changed["same_grade"]}


def _flat(row: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """`{"grade": {"turns": 3}}` as `("grade.turns", 3)`; lists of objects are left out."""
    for name, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        elif not isinstance(value, list | tuple) or not any(isinstance(each, dict | list | tuple) for each in value):
            yield f"{before}{name}", value
