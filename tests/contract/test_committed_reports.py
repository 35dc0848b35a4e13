"""The reports that are committed: as their manifests say, read by `load_result`, true to their schemas, and not too large.

What players win is played again for a few deals, by what a game's package brings that was learned: where rules, deals, players or
weights have changed since, `make played` makes these reports anew.
"""

from __future__ import annotations

import json
import re
import runpy
from hashlib import blake2b
from pathlib import Path

import jsonschema
import pytest

import verifier
from verifier.analysis import play_out
from verifier.analysis.deal import subject
from verifier.analysis.players_beside import identity, learned
from verifier.analysis.varied import varied
from verifier.instance import Instance
from verifier.policy.players import POLICIES
from verifier.report.concise import concise
from verifier.results.readings_played import ReadingsPlayed
from verifier.results.result import Result
from verifier.results.winnable import Winnability
from verifier.search.limits import Limits

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "reports"
BYTES_MOST = 4_000_000  # of a game's reports: people look at them, and each change of a rule changes much of them
FOLDERS = sorted(path.parent for path in REPORTS.glob("*/manifest.json"))
DATA = [folder / name for folder in FOLDERS for entry in json.loads((folder / "manifest.json").read_text())["reports"].values()
        for name in entry["files"] if name.endswith(".json")]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_is_small(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) <= BYTES_MOST


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_file_is_as_its_manifest_says(folder: Path) -> None:
    for entry in json.loads((folder / "manifest.json").read_text())["reports"].values():
        for name, digest in entry["files"].items():
            assert blake2b((folder / name).read_bytes(), digest_size=16).hexdigest() == digest, name


@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_data_are_read_back_and_written_alike_and_keep_their_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = verifier.load_result(text)
    assert concise(found) == text
    schema = json.loads((ROOT / "docs" / "schemas" / f"{found.command}.json").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(json.loads(text))


def rows_of_readme() -> dict[str, str]:
    """What the README of the reports says of each report, by its folder and name."""
    found = dict[str, str]()
    for row in (REPORTS / "README.md").read_text(encoding="utf-8").splitlines():
        files, _, says = row.strip("| ").partition(" | ")
        folder = files.strip("`").partition("/")[0]
        found |= {f"{folder}/{name.rpartition('/')[2].rpartition('.')[0]}": says for name in re.findall(r"`([^`]+)`", files)}
    return found


def test_the_readme_has_each_report_and_says_of_players_where_there_are_some() -> None:
    rows = rows_of_readme()
    for folder in FOLDERS:
        names = {path.stem for path in folder.iterdir()} - {"manifest", "rules"}
        assert {f"{folder.name}/{name}" for name in names} <= rows.keys()
    played = {f"{path.parent.name}/{path.stem}" for path in PLAYED if path.stem == "winnability"}
    assert played == {name for name in rows if name.endswith("/winnability") and "players win who" in rows[name]}


def test_the_index_is_that_of_what_is_there() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "reports_index.py"))["index"]()
    assert (REPORTS / "index.html").read_text(encoding="utf-8") == written


AGAIN = 3  # deals that are played again
FOUND = {path: verifier.load_result(path.read_text(encoding="utf-8")) for path in DATA
         if path.stem in ("winnability", "winnability-varied", "readings-played")}
PLAYED = [path for path, found in FOUND.items()
          if isinstance(found, ReadingsPlayed) or isinstance(found, Winnability) and any(point.players for point in found.points)]


def wins(instance: Instance, policy: str, simulations: int, seeds: range) -> list[bool]:
    """The deals that a policy wins, by what the game's package brings."""
    request = play_out.Request((policy,), seeds.start, len(seeds), (simulations or 1,), "first", 1, Limits())
    weights = learned(instance, shipped=True) if POLICIES[policy].takes_weights else None
    return [game.won for game in play_out.played_out(instance, request, weights=weights).policies[0].games]


def table(found: Winnability | ReadingsPlayed, rulings: dict[str, str] | None = None) -> Instance:
    """From where deals were played."""
    return subject(found.game, found.edition.name, [f"{name}={choice}" for name, choice in (rulings or found.rulings).items()])[0]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_few_of_the_deals_are_played_again(path: Path) -> None:
    found: Result = FOUND[path]
    if isinstance(found, ReadingsPlayed):  # of who learned under each choice the manifest has the digest alone
        seeds = range(found.seed, found.seed + found.deals)
        assert found.random is not None and sum(wins(table(found), "random", 0, seeds)) == found.random.count
        for choice in found.choices[::len(found.choices) - 1 or 1]:
            other = table(found, {**found.rulings, choice.reading: choice.choice})
            assert sum(wins(other, "random", 0, seeds)) == choice.random.count, choice.reading
        return
    assert isinstance(found, Winnability)
    point, here = found.points[0], stepped(found) if found.varied else table(found)
    from_package = learned(here, shipped=True)
    for player in point.players:
        if POLICIES[player.policy].learns and (from_package is None or from_package.digest != point.weights):
            continue  # it was learned for the report, of which there is the digest alone
        again = wins(here, player.policy, player.simulations, range(found.seed, found.seed + AGAIN))
        assert again == [deal.players[player.policy] for deal in point.deals[:AGAIN]], player.policy


def stepped(found: Winnability) -> Instance:
    """The table at the first value of what is varied."""
    return varied(table(found), f"{found.varied}={found.points[0].value},{found.points[1].value}").steps[0].instance


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_players_have_learned_what_packages_bring_now(path: Path) -> None:
    found, entry = FOUND[path], json.loads((path.parent / "manifest.json").read_text())["reports"][path.stem]
    if isinstance(found, Winnability):
        field = found.varied
        tables = varied(table(found), f"{field}={','.join(str(point.value) for point in found.points)}").steps if field else ()
        shown = found.points[0].players
        players = identity([step.instance for step in tables] or [table(found)], shown[-1].simulations,
                           [each.policy for each in shown])
        assert players.items() <= entry["sizes"].items()
    if isinstance(found, ReadingsPlayed):
        weights = learned(table(found), shipped=True) if POLICIES[found.policy].learns else None
        assert entry["sizes"].get("weights") == (None if weights is None else weights.digest)


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nobody_wins_what_cannot_be_won(path: Path) -> None:
    """Shares and pairs are what the rows of the deals say."""
    found = FOUND[path]
    for point in found.points if isinstance(found, Winnability) else ():
        for player in point.players:
            rows = [(deal.players[player.policy], deal.won) for deal in point.deals if deal.players]
            assert all(can for does, can in rows if does) and player.gap.of == len(rows) and player.gap.only_first == 0
            assert player.gap.only_second == sum(can is True and not does for does, can in rows)
            assert sum(does for does, _ in rows) <= player.won.count <= player.won.of
    if isinstance(found, ReadingsPlayed) and found.in_force is not None:
        for choice in found.choices:
            shares = [each.count / each.of for each in (choice.won, found.in_force)]
            assert shares[0] - shares[1] == pytest.approx(choice.gain, abs=1e-6)
            assert choice.low <= choice.gain <= choice.high
