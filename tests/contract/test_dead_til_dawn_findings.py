"""What `docs/findings.md` says of the rules of Dead 'til Dawn, each by a position or a deal."""

from __future__ import annotations

from pathlib import Path

import pytest

import verifier as daybreak

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dead-til-dawn"


@pytest.mark.parametrize(("choice", "cycles"), [("lap-ends", 0), ("must-take", 0), ("until-taken", 5)])
def test_looting_ends_but_by_the_letter(choice: str, cycles: int, tmp_path: Path) -> None:
    text = (SCENARIOS / "last-loot.toml").read_text(encoding="utf-8")
    file = tmp_path / "loot.toml"
    file.write_text(text.replace("[start]", f'[rulings]\nDTD-30 = "{choice}"\n\n[start]', 1), encoding="utf-8")
    assert daybreak.explore(daybreak.scenario(file), engine="interpreted").loops == cycles


def test_refusing_to_help_wins_and_helping_does_not(tmp_path: Path) -> None:
    refusing = daybreak.force(daybreak.scenario(SCENARIOS / "refusing-to-help.toml"), "player-1", against="rest")
    assert refusing.exact and refusing.least and refusing.line[0] == "hold" and refusing.strategy.positions
    text = (SCENARIOS / "refusing-to-help.toml").read_text(encoding="utf-8")
    file = tmp_path / "helped.toml"
    helped = text.replace("{ needs = 1 }", "{ needs = 1, has = 1 }").replace("items = { bat = 1 }", "aside = { bat = 1 }")
    assert helped.count("has = 1") == helped.count("aside") == 1
    file.write_text(helped, encoding="utf-8")
    helping = daybreak.force(daybreak.scenario(file), "player-1", against="rest")
    assert helping.exact and not helping.least and helping.replies.positions


def test_the_last_group_cannot_always_avoid_losing() -> None:
    seats = ("player-1", "player-2", "player-3")
    found = [daybreak.force(daybreak.deal("dead-til-dawn", seed, edition="tiny"), seats, against="rest", certify=False)
             for seed in (5, 6)]
    assert all(each.exact for each in found) and {bool(each.least) for each in found} == {False, True}
