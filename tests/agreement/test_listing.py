"""Legal events as emitted code lists them, loop by loop, against the guards asked one by one; on guards of every shape."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from tests.rule_modules import written
from verifier.program.program import load
from verifier.run.listing import groups_of
from verifier.run.native import Native
from verifier.testing import disagreements, random_setting, random_typed

# The guard of `act(table, colour, number, flag)`, and how many arguments its parts need in turn; None: it is asked whole.
GUARDS: dict[str, tuple[str, list[int] | None]] = {
    "nothing": ("pass", [0]),
    "from the outside in": ("""
        require(table.n > 3, "C-01")
        require(table.heats[colour] > 0, "C-02")
        require(number != table.m, "C-01")
        require(flag or table.n > 5, "C-02")
        """, [0, 1, 2, 3]),
    "a conjunction of both": ("""
        require(table.n > 3 and table.heats[colour] > 1 and number > table.m, "C-01")
        require(flag, "C-02")
        """, [0, 1, 2, 3]),
    "the last argument first": ("""
        require(flag, "C-01")
        require(table.n > 3, "C-02")
        """, [3]),
    "a local from outside": ("""
        wanted = table.n % 3
        require(colour == wanted, "C-01")
        require(number > wanted, "C-02")
        """, [0, 1, 2]),
    "a local that is set again further in": ("""
        total = table.n
        total += number
        require(total > 6, "C-01")
        require(colour > 0, "C-02")
        """, [2]),
    "a branch": ("""
        if colour == Colour.RED:
            require(table.m > 2, "C-01")
        else:
            require(table.n > number, "C-02")
        """, [2]),
    "one that can fail outside": ("""
        require(table.cards[0] == Colour.RED, "C-01")
        require(number == 1, "C-02")
        """, [0, 2]),
    "one that can fail inside": ("""
        require(table.m > 2, "C-01")
        require(table.cards[number] == colour and flag, "C-02")
        """, [0, 2, 3]),
    "a fold": ("""
        require(any(count == number for count in table.numbers), "C-01")
        require(sum(1 for count in table.numbers if count > number) < 2, "C-02")
        """, [2]),
}


@pytest.mark.parametrize("shape", GUARDS)
def test_the_listing_is_what_the_guards_say(shape: str, tmp_path: Path) -> None:
    body, needs = GUARDS[shape]
    lines = "\n".join(line[8:] if line.startswith(" " * 8) else line for line in body.strip("\n").splitlines())
    act = "def act(table: Table, colour: Colour, number: Annotated[int, Range(0, 2)], flag: bool) -> None:"
    program = load(written(tmp_path, f"""
@game.decision(Phase.ACT, clause="C-01")
def wait(table: Table) -> None:
    require(table.n != 4, "C-02")
    table.phase = Phase.OVER


@game.decision(Phase.ACT, clause="C-01")
{act}
{indent(lines.rstrip(), "    ")}
    table.phase = Phase.OVER
""").game)
    groups = groups_of(program.bodies["act"])
    assert (None if groups is None else [need for need, _ in groups] or [0]) == needs
    found = disagreements(program, random_setting(program, seed=1), random_typed(program, seed=1, count=150), ["interpreted"],
                          most=1)
    assert not found, found[0]


def test_a_guard_that_is_asked_whole_is_listed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be taken apart is asked event by event: the same list."""
    program = load(written(tmp_path, """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table, colour: Colour, flag: bool) -> None:
    require(table.heats[colour] > 1 and flag, "C-01")
    require(table.cards[0] == colour, "C-02")
    table.phase = Phase.OVER
""").game)
    monkeypatch.setattr("verifier.run.listing.groups_of", lambda body: None)
    native = Native(program, "interpreted")
    found = disagreements(program, random_setting(program, seed=1), random_typed(program, seed=1, count=150), [native], most=1)
    assert not found, found[0]
