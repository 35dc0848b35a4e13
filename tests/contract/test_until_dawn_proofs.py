"""Until Dawn at full size, proved by z3: every invariant and step property, whatever the deal and under every reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]
QUICK = ("jasper_dies_of_movement",)  # the tour asks for another, ammo_within_track


def proofs(daybreak: Run, *arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and the rows by name."""
    ran = daybreak("check", "until-dawn", "--with", "z3", *arguments, "--json")
    assert ran.err == ""
    return ran.code, {row["name"]: row for row in json.loads(ran.out)["properties"]}


def test_some_properties_are_proved(daybreak: Run) -> None:
    # Which lemmas z3 names depends on what it was asked before: a core is not the smallest there is.
    code, rows = proofs(daybreak, *(word for name in QUICK for word in ("--property", name)))
    assert code == 0
    assert {name: (row["verdict"], row["readings"]) for name, row in rows.items()} == dict.fromkeys(QUICK, ("proved", "every"))
    assert all(set(row["lemmas"]) <= {"markers_in_order"} for row in rows.values())


@pytest.mark.long
def test_everything_is_proved(daybreak: Run) -> None:
    code, rows = proofs(daybreak)
    assert code == 0
    assert {name for name, row in rows.items() if (row["verdict"], row["readings"]) != ("proved", "every")} == set()
