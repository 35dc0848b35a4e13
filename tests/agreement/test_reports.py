"""`reports`: every file is what the manifest says, the same bytes in another folder and locale, and what is there is kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import blake2b
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.files import write_file
from verifier.registry import Games

FERRY = 'schema = 1\ngame = "ferry"\ntitle = "Over"\n[deal]\nseed = 3\n'
NAMES = ("coverage", "mutants")
KINDS = ("json", "md", "html")
PLAYERS = {"players": "random, greedy, uct", "simulations": 200}  # the ferry's package brings nothing that was learned
MAIN = "import sys; from verifier.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    games = Games([EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games")])
    install_only(monkeypatch, games)
    path = tmp_path / "over.toml"
    path.write_text(FERRY)
    return path


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


def test_reports_are_what_the_manifest_says_and_are_kept(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    folder = tmp_path / "out"
    only = [word for name in NAMES for word in ("--only", name)]
    ran = daybreak("reports", "ferry", folder, ferry, "--games", 50, *only)
    assert ran.code == 0, ran.err
    files = written(folder)
    assert set(files) == {"manifest.json", *(f"{name}.{kind}" for name in NAMES for kind in KINDS)}
    manifest = json.loads(files["manifest.json"])
    assert {name: entry["files"] for name, entry in manifest["reports"].items()} == {
        name: {f"{name}.{kind}": digest(files[f"{name}.{kind}"]) for kind in KINDS} for name in NAMES}
    assert manifest["reports"]["coverage"]["scenarios"] == {"over.toml": digest(FERRY.encode())}
    assert b'"seconds":0.0' in files["mutants.json"] and b"\x1b" not in b"".join(files.values())

    again = daybreak("reports", "ferry", folder, ferry, "--games", 50, *only)
    assert again.err.count("there already") == 2 and again.out == "" and written(folder) == files
    (folder / "mutants.md").write_text("something else")
    refused = daybreak("reports", "ferry", folder, ferry, "--games", 50, *only)
    assert refused.code == 150 and refused.err.startswith("DB516") and "mutants.md" in refused.err
    assert (folder / "mutants.md").read_text() == "something else"
    mended = daybreak("reports", "ferry", folder, ferry, "--games", 50, *only, "--force")
    assert mended.err.count("there already") == 1 and written(folder) == files
    for _ in range(1):  # z3's answers are the same whatever it was asked before
        daybreak("reports", "ferry", folder, ferry, "--games", 50, *only, "--again")
        assert written(folder) == files
    more = daybreak("reports", "ferry", folder, ferry, "--games", 60, *only)
    assert more.err.count("there already") == 1 and written(folder) != files


def test_a_report_that_was_interrupted_is_taken_up_again(
        ferry: Path, tmp_path: Path, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.analysis import reports

    folder, ask = tmp_path / "out", ("reports", "ferry", tmp_path / "out", ferry, "--games", 50, "--only", "coverage")
    whole = daybreak("reports", "ferry", tmp_path / "whole", ferry, "--games", 50, "--only", "coverage")
    assert whole.code == 0

    def stops(path: Path, text: str, *, force: bool) -> None:
        if path.suffix == ".md":
            raise KeyboardInterrupt
        write_file(path, text, force=force)

    monkeypatch.setattr(reports, "write_file", stops)
    assert daybreak(*ask).code == 130 and set(written(folder)) == {"manifest.json", "coverage.json"}
    monkeypatch.setattr(reports, "write_file", write_file)
    assert daybreak(*ask).code == 0 and written(folder) == written(tmp_path / "whole")


@pytest.mark.parametrize("name", ["manifest.json", "coverage.html"])
def test_files_of_others_stay(name: str, ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).symlink_to("nowhere")
    ask = ("reports", "ferry", folder, ferry, "--games", 50, "--only", "coverage")
    ran = daybreak(*ask)
    assert (ran.code, ran.out) == (150, "") and ran.err.startswith("DB516") and list(folder.iterdir()) == [folder / name]
    (folder / name).unlink()
    (folder / name).write_text("{}")
    assert daybreak(*ask).code == 150 and daybreak(*ask, "--force").code == 0 and len(written(folder)) == 4


def test_files_of_one_name_are_told_apart_by_their_folders(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    other = tmp_path / "deep" / ferry.name
    other.parent.mkdir()
    other.write_text(FERRY)
    ask = ("reports", "ferry", tmp_path / "out", ferry, other, "--games", 50, "--only", "coverage")
    assert daybreak(*ask).code == 0 and "there already" in daybreak(*ask).err
    for path, seed in ((ferry, 4), (other, 5)):
        path.write_text(FERRY.replace("seed = 3", f"seed = {seed}"))
        assert "there already" not in daybreak(*ask).err
    held = json.loads((tmp_path / "out" / "manifest.json").read_text())["reports"]["coverage"]["scenarios"]
    assert set(held) == {f"{tmp_path.name}/over.toml", "deep/over.toml"}


def test_reports_are_made_of_what_an_edition_inherits_too(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    head = 'schema = 1\ngame = "ferry"\nname = "{}"\ntitle = "x"\ninherits = "{}"\n[values]\n'
    (tmp_path / "mine.toml").write_text(head.format("mine", "base.toml"))
    (tmp_path / "base.toml").write_text(head.format("base", "plain"))
    ferry.write_text(FERRY.replace("[deal]", 'edition = "mine.toml"\n[deal]'))
    ask = ("reports", "ferry", tmp_path / "out", ferry, "--games", 20, "--only", "coverage")
    assert daybreak(*ask).code == 0 and "there already" in daybreak(*ask).err
    held = json.loads((tmp_path / "out" / "manifest.json").read_text())["reports"]["coverage"]["scenarios"]
    assert set(held) == {"over.toml", "mine.toml", "base.toml", "edition-plain.toml"}
    with (tmp_path / "base.toml").open("a") as file:
        file.write("tickets = { value = 2, status = 'stated', why = 'x' }")
    assert "there already" not in daybreak(*ask).err


def test_what_cannot_be_reported(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("reports", "ferry", tmp_path / "out", "--only", "weather")
    assert ran.code == 150 and "DB595" in ran.err and not (tmp_path / "out").exists()
    assert daybreak("reports", "ferry", ferry).code == 150
    for option in ((), ("--position",)):
        missing = daybreak("reports", "ferry", tmp_path / "out", ferry, *option, tmp_path / "nowhere.toml")
        assert missing.code == 150 and missing.err.startswith("DB101") and not (tmp_path / "out").exists()


def test_winnability_by_a_number_is_a_report_of_its_own(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    given = ("reports", "ferry", tmp_path / "out", "--deals", 2, "--only", "winnability-varied")
    assert daybreak(*given).code == 150  # no number was named
    assert daybreak(*given, "--vary", "tickets=1..3").code == 0
    files = written(tmp_path / "out")
    assert json.loads(files["manifest.json"])["reports"]["winnability-varied"]["sizes"] == {
        "deals": 2, "seed": 1, "states": 200_000, "games": 0, "vary": "tickets=1..3", **PLAYERS}
    assert [point["value"] for point in json.loads(files["winnability-varied.json"])["points"]] == [1, 2, 3]
    assert not any(point["measured"] for point in json.loads(files["winnability-varied.json"])["points"])
    assert b"<svg" in files["winnability-varied.html"] and b"```" in files["winnability-varied.md"]
    assert b"How won deals differ" not in files["winnability-varied.html"]  # which takes long
    assert "there already" in daybreak(*given, "--vary", "tickets=1..3").err
    assert "there already" not in daybreak(*given, "--vary", "tickets=1..2").err


def test_players_play_as_many_deals_as_they_are_to_and_learn_nothing_from_this_user(
        ferry: Path, tmp_path: Path, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.analysis import learned_steps, players_beside

    def ours(*_: Any) -> Any:
        raise AssertionError("what this user has learned is no part of a report")

    for module in (learned_steps, players_beside):
        monkeypatch.setattr(module, "kept_weights", ours)
    given = ("reports", "ferry", tmp_path / "out", "--deals", 2, "--only", "winnability", "--only", "winnability-varied",
             "--vary", "tickets=1..2", "--play-deals", 6, "--simulations", 4)
    assert daybreak(*given).code == 0
    files = written(tmp_path / "out")
    for name in ("winnability", "winnability-varied"):
        sizes = json.loads(files["manifest.json"])["reports"][name]["sizes"]
        assert (sizes["play_deals"], sizes["simulations"], sizes["players"]) == (6, 4, "random, greedy, uct")
        for point in json.loads(files[f"{name}.json"])["points"]:
            assert [(each["policy"], each["won"]["of"], each["gap"]["of"]) for each in point["players"]] == [
                ("random", 6, 2), ("greedy", 6, 2), ("uct", 6, 2)]
    assert daybreak(*given).err.count("there already") == 2
    assert "there already" not in daybreak(*given[:7], "--play-deals", 5, "--simulations", 4).err
    nobody = daybreak(*given[:7], "--simulations", 0)
    assert nobody.code == 0 and b'"players":[]' in written(tmp_path / "out")["winnability.json"]


def test_what_readings_do_to_a_good_player_is_a_report_that_is_asked_for(
        ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    given = ("reports", "ferry", tmp_path / "out", "--only", "readings-played")
    assert daybreak(*given).code == 150  # it takes hours
    # Steps of fewer positions would be too small for whole numbers, in which weights are kept.
    few = ("--readings-played", 3, "--readings-simulations", 3, "--rounds", 2, "--rounds-again", 1, "--round-positions", 8_000)
    ran = daybreak(*given, *few)
    assert ran.code == 0, ran.err
    files = written(tmp_path / "out")
    found, made_of = json.loads(files["readings-played.json"]), json.loads(files["manifest.json"])["reports"]["readings-played"]
    assert made_of["sizes"] == {"deals": 3, "seed": 1, "player": "learned-uct", "simulations": 3, "rounds": 2, "again": 1,
                                "positions": 8_000, "in_force": 4, "trial": 200}
    assert found["ending"] == "played" and not found["left"] and found["weights"]
    assert {each["weights"] for each in found["choices"]}.isdisjoint({*found["weights"].split(), ""})  # each learned its own
    assert "there already" in daybreak(*given, *few).err and "there already" not in daybreak(*given, *few[:-1], 8_001).err


def test_values_that_the_package_brings_nothing_for_are_learned_where_that_is_asked_for(
        ferry: Path, tmp_path: Path, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.analysis import learned_steps, players_beside

    def ours(program: Any, setting: Any, aim: str, how: str = "") -> Any:
        assert how, "what this user has learned is no part of a report"
        return kept(program, setting, aim, how)

    kept = learned_steps.kept_weights
    for module in (learned_steps, players_beside):
        monkeypatch.setattr(module, "kept_weights", ours)
    given = ("reports", "ferry", tmp_path / "out", "--deals", 2, "--only", "winnability-varied", "--simulations", 3)
    few = ("--train-varied", "--rounds", 2, "--rounds-again", 1, "--round-positions", 8_000)
    refused = daybreak(*given, *few)
    assert refused.code == 150 and refused.err.startswith("DB505") and "add --vary" in refused.err
    varied = (*given, "--vary", "tickets=1..2")
    refused = daybreak(*varied, "--player", "learned-uct")
    assert refused.code == 150 and refused.err.splitlines()[-1].startswith("DB630") and "add --train-varied" in refused.err
    assert daybreak(*varied, *few, "--player", "uct").err.startswith("DB505")
    ran = daybreak(*varied, *few)
    assert ran.code == 0, ran.err
    files = written(tmp_path / "out")
    sizes = json.loads(files["manifest.json"])["reports"]["winnability-varied"]["sizes"]
    assert sizes == {"deals": 2, "seed": 1, "states": 200_000, "games": 0, "vary": "tickets=1..2", "simulations": 3,
                     "weights": "", "base": "", "players": "random, greedy, uct, learned-uct", "rounds": 2, "again": 1,
                     "positions": 8_000}
    points = json.loads(files["winnability-varied.json"])["points"]
    assert [point["went_on_from"] for point in points] == [None, "1"] and all(point["weights"] for point in points)
    assert b"1 and 2 (on from 1)" in files["winnability-varied.md"]
    assert "there already" in daybreak(*varied, *few).err
    assert all("there already" not in daybreak(*varied, *more).err for more in ((*few[:-1], 8_001), ()))


def test_values_go_on_from_what_the_package_brings(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("reports", "until-dawn", tmp_path / "out", "--deals", 1, "--deal-states", 500, "--only", "winnability-varied",
                   "--vary", "shells=6,7", "--simulations", 2, "--player", "learned", "--train-varied", "--rounds-again", 1,
                   "--round-positions", 2_000)
    assert ran.code == 0, ran.err
    files = written(tmp_path / "out")
    sizes = json.loads(files["manifest.json"])["reports"]["winnability-varied"]["sizes"]
    assert sizes["base"] and not sizes["weights"] and "rounds" not in sizes
    assert [point["went_on_from"] for point in json.loads(files["winnability-varied.json"])["points"]] == ["7", "8"]


def test_what_thinking_longer_is_worth_is_a_report_that_is_asked_for(
        ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    given = ("reports", "ferry", tmp_path / "out", "--only", "players")
    assert daybreak(*given).code == 150
    few = ("--budget-deals", 5, "--simulations", 32, "--player", "random", "--player", "flat")
    ran = daybreak(*given, *few)
    assert ran.code == 0, ran.err
    files = written(tmp_path / "out")
    found, made_of = json.loads(files["players.json"]), json.loads(files["manifest.json"])["reports"]["players"]
    assert made_of["sizes"] == {"deals": 5, "seed": 1, "players": "random, flat, uct", "simulations": 32}
    assert [(each["policy"], each["simulations"], each["won"]["of"]) for each in found["policies"]] == [
        ("random", 0, 5), *((policy, games, 5) for policy in ("flat", "uct") for games in (2, 8, 32))]
    assert b"thinking longer still helps uct" in files["players.md"]
    assert "there already" in daybreak(*given, *few).err and "there already" not in daybreak(*given, *few[2:], *few[:1], 6).err


def test_players_of_a_game_that_one_seat_wins_play_for_themselves_where_that_is_asked_for(
        tmp_path: Path, daybreak: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    install_only(monkeypatch, Games([EntryPoint("cups", "tests.games.cups:game", "daybreak.games")]))
    given = ("reports", "cups", tmp_path / "out", "--only", "players", "--budget-deals", 6, "--simulations", 32)
    players = ("--player", "greedy", "--player", "flat")  # who is greedy plays for all seats, and is left out
    ran = daybreak(*given, "--by-seat", *players)
    assert ran.code == 0, ran.err
    files = written(tmp_path / "out")
    found, made_of = json.loads(files["players.json"]), json.loads(files["manifest.json"])["reports"]["players"]
    assert made_of["sizes"] == {"deals": 6, "seed": 1, "objective": "seat", "players": "flat", "simulations": 32}
    assert found["objective"] == "seat"
    assert [(each["policy"], each["simulations"]) for each in found["policies"]] == [("flat", 2), ("flat", 8), ("flat", 32)]
    assert all(each["seats"] for each in found["policies"])
    assert "there already" in daybreak(*given, "--by-seat", *players).err
    assert daybreak(*given, "--by-seat").code == 0
    assert json.loads(written(tmp_path / "out")["players.json"])["policies"][0]["policy"] == "random"


def test_where_no_seat_wins_none_plays_for_itself(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    ran = daybreak("reports", "ferry", tmp_path / "out", "--by-seat", "--budget-deals", 2)
    assert ran.code == 150 and "DB586" in ran.err and not (tmp_path / "out").exists()
    ran = daybreak("reports", "ferry", tmp_path / "out", "--by-seat", "--only", "coverage")
    assert ran.code == 150 and "add --budget-deals N" in ran.err


def test_deals_are_of_the_edition_that_is_asked_for(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    given = ("reports", "ferry", tmp_path / "out", "--deals", 2, "--only", "winnability", "--edition")
    assert daybreak(*given, "plain").code == 0
    sizes = json.loads(written(tmp_path / "out")["manifest.json"])["reports"]["winnability"]["sizes"]
    assert sizes == {"deals": 2, "seed": 1, "states": 200_000, "edition": "plain", **PLAYERS}
    unknown = daybreak(*given, "plane", "--again")
    assert unknown.code == 150 and unknown.err.startswith("DB208") and 'did you mean "plain"?' in unknown.err
    assert daybreak(*given, "mine.toml").err.startswith("DB595")  # whose changes no manifest would notice
    varied = daybreak(*given[:-1], "--vary", "edition=plain,mine.toml")
    assert varied.code == 150 and varied.err.startswith("DB595") and "--vary" in varied.err


def test_readings_are_measured_from_further_starts_too(ferry: Path, tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    given = ("reports", "ferry", tmp_path / "out", "--only", "readings", "--reading-deals", 2, "--reading-states", 10)
    assert daybreak(*given).code == 0
    alone = json.loads(written(tmp_path / "out")["readings.json"])
    assert "there already" in daybreak(*given).err and "there already" not in daybreak(*given, "--readings-from", ferry).err
    files = written(tmp_path / "out")
    manifest, found = json.loads(files["manifest.json"])["reports"]["readings"], json.loads(files["readings.json"])
    assert manifest["scenarios"] == {"over.toml": digest(FERRY.encode())}
    assert found["starts"][0] == alone["starts"][0]
    assert [start["scenario"] for start in found["starts"][1:]] == ["over"] * any(
        not effect["is_exercised"] for reading in alone["readings"] for effect in reading["starts"][0]["effects"])


@pytest.mark.parametrize("names", [
    ("winnability", "winnability-varied"),
    pytest.param(("coverage",), marks=pytest.mark.long),  # z3 lifts every rule, twice
], ids=" ".join)
def test_the_same_bytes_wherever(names: tuple[str, ...], tmp_path: Path) -> None:
    environments = [{"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC", "COLUMNS": "60"},
                    {"PYTHONHASHSEED": "77", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "FORCE_COLOR": "1"}]
    folders = [tmp_path / "one", tmp_path / "another" / "place"]
    folders[1].parent.mkdir()
    for folder, environment in zip(folders, environments, strict=True):
        command = [sys.executable, "-c", MAIN,
                   "reports", "until-dawn", str(folder), "scenarios/until-dawn/e6.toml", "--games", "60", "--deals", "1",
                   "--decision-states", "30", "--work", "1000", "--vary", "shells=1..3..2",
                   *(word for name in names for word in ("--only", name))]
        done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert written(folders[0]) == written(folders[1])


@pytest.mark.parametrize("arguments", [
    pytest.param(("readings", "until-dawn", "UD-07", "--deals", "1", "--states", "500", "--engine", "interpreted"),
                 marks=pytest.mark.long),
    ("find", "readings", "until-dawn", "UD-20", "--from", "scratcher", "--size", "1"),
])
def test_what_z3_lays_out_does_not_depend_on_the_order_of_sets(arguments: tuple[str, ...]) -> None:
    told = []
    for seed in ("0", "1"):
        command = [sys.executable, "-c", MAIN, *arguments, "--json"]
        done = subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        told.append(timeless(json.loads(done.stdout)))
    assert told[0] == told[1] and "stack" in json.dumps(told[0])


def timeless(document: Any) -> Any:
    """A document without what it says of time."""
    if isinstance(document, dict):
        return {name: timeless(value) for name, value in document.items() if name != "seconds"}
    return [timeless(each) for each in document] if isinstance(document, list) else document
