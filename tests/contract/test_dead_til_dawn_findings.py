"""What `docs/findings.md` says of the rules of Dead 'til Dawn, each by a position or a deal."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import verifier as daybreak
from tests.sampling import one_in
from verifier.results.forced import Forced

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dead-til-dawn"
SEATS = ("player-1", "player-2", "player-3")
SAVIOURS = {2: ["player-3"], 3: []}  # who can do it alone, by the seed of the deal


@pytest.mark.parametrize(("choice", "cycles"), [("lap-ends", 0), ("must-take", 0), ("until-taken", 5)])
def test_looting_ends_but_by_the_letter(choice: str, cycles: int, tmp_path: Path) -> None:
    text = (SCENARIOS / "last-loot.toml").read_text(encoding="utf-8")
    file = tmp_path / "loot.toml"
    file.write_text(text.replace("[start]", f'[rulings]\nDTD-30 = "{choice}"\n\n[start]', 1), encoding="utf-8")
    assert daybreak.explore(daybreak.scenario(file), engine="interpreted").loops == cycles


REFUSING = SCENARIOS / "refusing-to-help.toml"


def helped(text: str) -> str:
    """The same position after player 1 has helped: his Weapon counts for player 3, and is discarded."""
    after = text.replace("{ needs = 1 }", "{ needs = 1, has = 1 }").replace("items = { bat = 1 }", "aside = { bat = 1 }")
    assert after.count("has = 1") == after.count("aside") == 1
    return after


def forced(text: str, folder: Path) -> Forced:
    """What player 1 can force in a scenario."""
    file = folder / "scenario.toml"
    file.write_text(text, encoding="utf-8")
    found = daybreak.force(daybreak.scenario(file), "player-1", against="rest")
    assert found.exact
    return found


def test_refusing_to_help_wins_and_helping_does_not(tmp_path: Path) -> None:
    text = REFUSING.read_text(encoding="utf-8")
    refusing, helping = forced(text, tmp_path), forced(helped(text), tmp_path)
    assert refusing.least and refusing.line[0] == "hold" and refusing.strategy.positions
    assert not helping.least and helping.replies.positions


def test_the_doomed_loses_either_way_if_nobody_dies_later(tmp_path: Path) -> None:
    text = REFUSING.read_text(encoding="utf-8").replace("[start.people.player-2]\nbites = 1\n\n", "")
    assert text.count("bites") == 1
    for played in (text, helped(text)):
        found = forced(played, tmp_path)
        assert not found.least and found.replies.positions


def can_save_the_night(seed: int, seats: tuple[str, ...]) -> bool:
    """Whether these players of a seeded deal can see to it that somebody lives, and nobody is of a last group that loses."""
    deal = daybreak.deal("dead-til-dawn", seed, edition="tiny")
    found = daybreak.force(deal, seats, against="rest", to="somebody-sees-the-dawn", certify=False)
    assert found.exact
    return bool(found.least)


@pytest.mark.parametrize("seed", one_in(2, sorted(SAVIOURS, reverse=True)))
def test_two_can_keep_the_last_group_from_losing_and_one_cannot_always(seed: int) -> None:
    assert all(can_save_the_night(seed, pair) for pair in combinations(SEATS, 2))
    assert [seat for seat in SEATS if can_save_the_night(seed, (seat,))] == SAVIOURS[seed]


@pytest.mark.long
def test_all_can_keep_the_last_group_from_losing_whatever_the_cards_bring_and_two_cannot() -> None:
    tiny = daybreak.scenario(SCENARIOS / "tiny.toml")
    for seats, can in ((SEATS, True), *((pair, False) for pair in combinations(SEATS, 2))):
        found = daybreak.force(tiny, seats, against="rest", to="somebody-sees-the-dawn", chance="open", certify=False)
        assert found.exact and found.least == found.most == can
