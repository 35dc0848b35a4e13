"""`above`: what is refused, what a limit leaves, what is shown, and that the clairvoyant is the one of `winnability`."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import verifier as daybreak
from tests.only_games import install_only
from verifier.registry import Games
from verifier.results.above import Above

Daybreak = Callable[..., Any]


def bounded(**options: Any) -> Above:
    return daybreak.above("until-dawn", **({"seeds": range(1, 4), "states": 200} | options))


def test_both_engines_and_any_other_scale_beside_it_find_the_same() -> None:
    one = bounded(scales=[1], level=0.9)
    assert bounded(scales=[0.5, 1], level=0.9).scales[1] == one.scales[0]
    assert bounded(scales=[1], level=0.9, seeds=range(2, 3), engine="interpreted").scales[0].games == one.scales[0].games[1:2]


def test_a_deal_that_is_cut_off_counts_the_most_that_any_can() -> None:
    found = bounded(scales="0.5, 1", level=0.9)
    assert [(each.scale, each.mean, each.low, each.high, each.cut) for each in found.scales] == [
        (0.5, 2.5, 2.5, 2.5, 3), (1.0, 3.0, 3.0, 3.0, 3)]
    assert all(game.ending == "states" and game.states > 200 for each in found.scales for game in each.games)


def test_at_a_level_that_anything_comes_to_every_deal_counts_it() -> None:
    found = bounded(scales=[0.25], level=1.0)
    [row] = found.scales
    assert (row.mean, row.cut, row.at_level) == (pytest.approx(1.0, abs=0.2), 0, 3)


def test_who_pays_nothing_is_the_clairvoyant() -> None:
    found = bounded(scales=[0], seeds=range(1, 11), states=100_000)
    known = daybreak.winnability("until-dawn", seeds=range(1, 11), states=100_000, games=1)
    won = known.points[0].won
    assert found.scales[0].mean == (won.count + won.undecided) / 10 and found.positions == 0


def test_the_interval_of_a_share_is_wilsons() -> None:
    """Of three deals that can all be won it is not said that every deal can."""
    [row] = bounded(scales=[0], states=100_000).scales
    assert row.mean == 1.0 and row.low == pytest.approx(0.4385, abs=1e-3) and row.high == 1.0
    [few] = bounded(scales=[1], seeds=range(1, 2), level=1.0, states=20_000).scales
    assert (few.low, few.high) == (0.0, max(1.0, few.mean))


def test_a_limit_leaves_the_deals_that_were_bounded(daybreak: Daybreak) -> None:
    ran = daybreak("above", "until-dawn", "--deals", 100_000, "--states", 100, "--scales", 1, "--seconds", 1, "--json")
    document = json.loads(ran.out)
    assert ran.code == 124 and document["ending"] == "seconds"
    assert 0 <= len(document["scales"][0]["games"]) < 100_000


@pytest.mark.parametrize(("arguments", "code"), [
    (("until-dawn", "--scales", "0,0.3"), "DB505"), (("until-dawn", "--scales", ""), "DB505"),
    (("until-dawn", "--scales", "1,x"), "DB505"), (("until-dawn", "--level", 2), "--level"),
    (("scenarios/until-dawn/demo.toml",), "DB635"), (("dead-til-dawn", "--deals", 2), "DB630"),
])
def test_what_makes_no_sense_is_refused(arguments: tuple[Any, ...], code: str, daybreak: Daybreak) -> None:
    ran = daybreak("above", *arguments)
    assert ran.code == 150 and code in ran.err and ran.out == ""


def test_a_game_without_a_grade_is_refused(daybreak: Daybreak, monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("noughts", "tests.games.noughts:game", "daybreak.games")]))
    ran = daybreak("above", "noughts")
    assert ran.code == 150 and "DB520" in ran.err


def test_the_page_says_what_it_rests_on(daybreak: Daybreak, tmp_path: Path) -> None:
    page = tmp_path / "above.html"
    ran = daybreak("above", "until-dawn", "--deals", 2, "--states", 50, "--html", page)
    assert ran.code == 0
    assert all(text in ran.out for text in ("2 of 2", "says nothing", "Cut off", "a proof for each deal"))
    assert "Cut off" in page.read_text(encoding="utf-8")
    rows = bounded(scales=[0.5, 1]).to_rows()
    assert [(row["scale"], row["seed"]) for row in rows] == [(scale, seed) for scale in (0.5, 1.0) for seed in (1, 2, 3)]
