"""`solve --for --blind`: what is said, what is refused, and what the checker of strategies wants."""

from __future__ import annotations

import importlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import verifier as daybreak
from tests.only_games import install_only
from verifier.analysis.sides_judge import SidesJudge
from verifier.analysis.strategy import read_strategy
from verifier.certificate import Rejected
from verifier.errors import BadInput
from verifier.forced_certificate import ForceClaim, check_force
from verifier.instance import Instance
from verifier.program.digest import rules_digest
from verifier.program.program import load
from verifier.program.tested import Digests
from verifier.registry import Games
from verifier.results.forced import Forced
from verifier.run.emit import module_source
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import LimitReached
from verifier.testing.walk import Fault, Walk, WalkOptions

NAMES = ("cups", "heaps")
INTERPRETED = ("--engine", "interpreted")
ASKED = ("--for", "seeker", "--against", "rest", *INTERPRETED)
Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint(name, f"tests.games.{name}:game", "daybreak.games") for name in NAMES]))


@pytest.fixture
def cups(tmp_path: Path) -> Callable[..., Path]:
    def written(edition: str, more: str = "") -> Path:
        file = tmp_path / f"{edition}.toml"
        file.write_text(f'schema = 1\ngame = "cups"\ntitle = "Cups"\nedition = "{edition}"\n{more}')
        return file

    return written


def forced(file: Path, seats: str = "seeker", **options: Any) -> Forced:
    return daybreak.force(daybreak.scenario(file), seats.split(","), against="rest", engine="interpreted", **options)


# -- what is found -----------------------------------------------------------------------------------------------------------


def test_a_guess_wins_with_open_cards_and_is_not_settled_blind(cups: Callable[..., Path], daybreak: Run) -> None:
    ran = daybreak("solve", cups("plain"), *ASKED)
    assert ran.code == 0 and "seeker can force a win\n" in ran.out
    ran = daybreak("solve", cups("plain"), *ASKED, "--blind")
    assert ran.code == 124 and "It is not known whether seeker can force a win by what it sees alone\n" in ran.out
    for text in ("hidden: each decision rests only on what its player sees then; the start is known", "with open cards they can",
                 "no strategy without memory does it", "Played as well as can be by both sides, with open cards"):
        assert text in " ".join(ran.out.split()), text


@pytest.mark.parametrize(("edition", "line"), [
    ("both", ["hide right", "lift-both"]), ("twins", ["hide right", "lift left"]),
    ("glass", ["hide right", "look", "lift right"]),
    ("dropped-glass", ["drop right", "look", "lift right"])])
def test_what_can_be_forced_by_what_is_seen(edition: str, line: list[str], cups: Callable[..., Path], daybreak: Run) -> None:
    ran = daybreak("solve", cups(edition), *ASKED, "--blind", "--json")
    (found,) = json.loads(ran.out)["results"]
    assert ran.code == 0 and found["blind"] and found["exact"] and found["least"] is True and found["line"] == line
    assert found["strategy"]["positions"] > 2
    out = daybreak("solve", cups(edition), *ASKED, "--blind").out
    assert "seeker can force a win by what it sees alone\n" in out and "strategy re-checked position by position" in out


def test_no_strategy_is_written_where_nothing_is_known(cups: Callable[..., Path], daybreak: Run, tmp_path: Path) -> None:
    file = tmp_path / "seeker.strategy"
    ran = daybreak("solve", cups("plain"), *ASKED, "--blind", "--certificate", file)
    assert ran.code == 124 and "Strategy: none, since nothing is known to be forced" in ran.out and not file.exists()


def test_nobody_can_blind_what_he_cannot_with_open_cards(cups: Callable[..., Path], daybreak: Run) -> None:
    ran = daybreak("solve", cups("plain"), "--for", "hider", "--against", "rest", "--blind", *INTERPRETED)
    assert ran.code == 0 and "hider can force nothing better than a loss, not even with open cards\n" in ran.out


def test_a_coalition_of_which_each_decides_by_what_it_sees(cups: Callable[..., Path]) -> None:
    """The hider may hide where the seeker will lift: they come to the goal together, and both see no more than their own."""
    found = forced(cups("plain"), "hider,seeker", to="the-coin-is-found", blind=True)
    assert found.exact and found.least is True and found.line[0].split()[1] == found.line[1].split()[1]
    assert not forced(cups("dropped"), "hider,seeker", to="the-coin-is-found", blind=True).exact


@pytest.mark.parametrize(("stop", "ending"), [(LimitReached("seconds"), "seconds"), (KeyboardInterrupt(), "interrupted")])
def test_what_ends_the_search_leaves_it_unsettled(stop: BaseException, ending: str, cups: Callable[..., Path],
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    def sees(*_: object) -> None:
        raise stop

    monkeypatch.setattr(Instance, "sees", sees)
    found = forced(cups("glass"), blind=True)
    assert not found.exact and found.ending == ending and "is not settled" in found.reason


# -- what is refused ---------------------------------------------------------------------------------------------------------


def test_what_cannot_be_asked_blind(cups: Callable[..., Path], daybreak: Run, tmp_path: Path) -> None:
    nim = tmp_path / "nim.toml"
    nim.write_text('schema = 1\ngame = "heaps"\ntitle = "Three heaps"\nedition = "nim"\n')
    ran = daybreak("solve", nim, "--for", "first", "--against", "rest", "--blind", *INTERPRETED)
    assert ran.code == 150 and "DB587 nothing is hidden in Heaps" in ran.err and "ask without it" in ran.err
    ran = daybreak("solve", cups("plain"), "--for", "seeker", "--blind", *INTERPRETED)
    assert ran.code == 150 and "DB587 whoever has everybody's help" in ran.err and "--against rest" in ran.err
    dealt = cups("dropped", "[deal]\nseed = 1\n")
    ran = daybreak("solve", dealt, *ASKED, "--blind")
    assert ran.code == 150 and "DB587 the deal says what chance will bring" in ran.err and "--chance open" in ran.err
    assert daybreak("solve", dealt, *ASKED, "--blind", "--chance", "open").code == 124
    assert "--blind are for games with sides" in daybreak("solve", nim, "--blind").err


# -- the checker -------------------------------------------------------------------------------------------------------------


def claimed(file: Path, *, blind: bool, tmp_path: Path) -> tuple[Instance, ForceClaim]:
    start, strategy = daybreak.scenario(file), tmp_path / "seeker.strategy"
    forced(file, blind=blind, certificate=strategy, force=True)
    return start, read_strategy(strategy, start).claim


def test_choices_that_differ_where_it_looks_the_same_are_rejected(cups: Callable[..., Path], tmp_path: Path) -> None:
    """The strategy of open cards lifts the cup that has the coin."""
    start, claim = claimed(cups("plain"), blind=False, tmp_path=tmp_path)
    judge = SidesJudge(start, None, True)
    assert not claim.blind and check_force(judge, start.start, claim).positions == 5
    with pytest.raises(Rejected, match="'lift left' and 'lift right' are chosen at positions that look the same to seeker"):
        check_force(judge, start.start, replace(claim, blind=True))


def test_choices_that_differ_after_a_look_stand(cups: Callable[..., Path], tmp_path: Path) -> None:
    start, claim = claimed(cups("glass"), blind=True, tmp_path=tmp_path)
    assert claim.blind and len(set(claim.choices.values())) == 3
    assert check_force(SidesJudge(start, None, True), start.start, claim).positions == 7


def test_what_nobody_decides_is_chosen_by_nobody(cups: Callable[..., Path], tmp_path: Path) -> None:
    start = daybreak.scenario(cups("dropped"))
    choices = {start.reference.key(start.start): "drop left"}
    with pytest.raises(Rejected, match="nobody's decision"):
        check_force(SidesJudge(start, None, True), start.start, ForceClaim(("seeker",), (0,), choices, True, False, True))


def test_a_blind_strategy_is_certified_with_the_same_condition(cups: Callable[..., Path], daybreak: Run, tmp_path: Path) -> None:
    file, scenario = tmp_path / "seeker.strategy", cups("plain")
    daybreak("solve", scenario, *ASKED, "--certificate", file)
    document = json.loads(file.read_text())
    assert document["blind"] is False and daybreak("certify", scenario, file).code == 0
    file.write_text(json.dumps(document | {"blind": True}))
    ran = daybreak("certify", scenario, file)
    assert ran.code == 12 and "look the same to seeker" in ran.out and "hidden: each decision rests only" in ran.out
    file.write_text(json.dumps({key: value for key, value in document.items() if key != "blind"}))
    assert daybreak("certify", scenario, file).code == 0
    file.write_text(json.dumps(document | {"blind": 1}))
    assert "expected true or false" in daybreak("certify", scenario, file).err
    daybreak("solve", cups("glass"), *ASKED, "--blind", "--certificate", file, "--force")
    ran = daybreak("certify", cups("glass"), file)
    assert ran.code == 0 and "seeker can force a win at least" in ran.out and "the start is known" in ran.out


def test_no_blind_strategy_goes_by_a_deal(cups: Callable[..., Path], tmp_path: Path) -> None:
    start, file = daybreak.scenario(cups("dropped-glass")), tmp_path / "seeker.strategy"
    forced(cups("dropped-glass"), blind=True, certificate=file)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"open_chance": False}))
    with pytest.raises(BadInput, match="rest on what is seen"):
        read_strategy(file, start)


# -- what it changes, and does not -------------------------------------------------------------------------------------------


def test_what_hides_is_beside_play() -> None:
    from tests.games.cups import game

    program = load(game)
    assert program.beside_play == {"under_the_cups"} and "under_the_cups" not in program.played


def altered_cups(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str]) -> Any:
    """The game with its source changed."""
    shutil.copytree("tests/games/cups", folder / name)
    source = (folder / name / "__init__.py").read_text()
    (folder / name / "__init__.py").write_text(change(source))
    monkeypatch.syspath_prepend(folder)
    return importlib.import_module(name).game


def test_what_is_kept_does_not_depend_on_what_hides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_cards(source: str) -> str:
        begin, end = source.index("@game.hidden"), source.index("@game.goal")
        return source[:begin] + source[end:]

    plain = load(importlib.import_module("tests.games.cups").game)
    other = load(altered_cups(tmp_path, "open_cups", monkeypatch, open_cards))
    assert "under_the_cups" not in other.bodies and "def r_under" in module_source(plain)  # for players, who go by what they see
    kinds = ("goal", "outcome")
    assert rules_digest(plain, kinds) == rules_digest(other, kinds)
    kept, same = (Digests(each).kept("CU-01", "tested", "", "") for each in (plain, other))
    assert kept is not None and kept == same


def test_what_hides_may_not_fail_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of the rule altered: the conformance kit sees it."""
    def failing(source: str) -> str:
        source = source.replace("        table.coin = Cup.LEFT", "        table.coin = following(table.coin)")
        return source.replace("import Game, ", "import Game, following, ")

    game = altered_cups(tmp_path, "failing_cups", monkeypatch, failing)
    walk = Walk(WalkOptions(load(game), []), new_scenario(game, title="altered", edition="plain"))
    walk.begin()
    with pytest.raises(Fault, match="what seeker sees fails: .* under_the_cups"):
        for _ in range(2):
            walk.play(walk.options[0][-1])
