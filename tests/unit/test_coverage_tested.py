"""`coverage --tested` on a copy of the ferry: the statuses of clauses, what shows them, and the record, void when stale."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import define

from tests.games import ferry
from tests.only_games import install_only
from verifier.registry import Games

Run = Callable[..., Any]
ENGINE = ("--engine", "interpreted")
CALM = 'schema = 1\ngame = "ferry"\n[deal]\nweather = ["calm", "calm", "calm"]\n'
STORMY = 'schema = 1\ngame = "ferry"\n[deal]\nweather = ["storm", "calm", "calm"]\n'
NO_TICKET = 'schema = 1\ngame = "ferry"\n[start]\ntickets = 0\n'
REFUNDED = STORMY + '[rulings]\n"FE-Q1" = "refunded"\n'
LEFT_OUT = ('text = "Dogs travel free."', 'text = "Dogs travel free."\nnot_modelled = "Nobody has a dog."')

_packages = count()


@define
class Package:
    """A copy of the ferry that a test may change, before anybody asks for it."""

    folder: Path
    daybreak: Run

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def scenario(self, text: str = CALM, name: str = "calm") -> Path:
        path = self.folder.parent / f"{name}.toml"
        path.write_text(text)
        return path

    def asked(self, *arguments: Any, code: int = 0) -> dict[str, Any]:
        ran = self.daybreak("coverage", "ferry", *arguments, *ENGINE, "--json")
        assert (ran.code, ran.err) == (code, "")
        document: dict[str, Any] = json.loads(ran.out)
        return document

    def statuses(self, *arguments: Any, code: int = 12) -> dict[str, dict[str, Any]]:
        return {row["id"]: row for row in self.asked(*arguments, "--tested", code=code)["tested"]["clauses"]}

    @property
    def known(self) -> str:
        """What `games` says is tested."""
        [told] = [line for line in self.daybreak("games").out.splitlines() if line.startswith("  tested")]
        return str(told.split(maxsplit=1)[1])


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daybreak: Run) -> Package:
    name = f"ferry_copy_{next(_packages)}"
    shutil.copytree(Path(ferry.__file__).parent, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    install_only(monkeypatch, Games([EntryPoint("ferry", f"{name}:game", "daybreak.games")]))
    return Package(tmp_path / name, daybreak)


def told(rows: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {id_: row["status"] for id_, row in rows.items()}


# -- statuses -----------------------------------------------------------------------------------------------------------------


def test_each_clause_has_its_status_and_what_shows_it(package: Package) -> None:
    found = package.statuses(package.scenario(), package.scenario(STORMY, "stormy"), package.scenario(NO_TICKET, "no-ticket"))
    assert told(found) == {"FE-02": "tested", "FE-03": "tested", "FE-04": "tested", "FE-05": "tested", "FE-06": "named",
                           "FE-07": "named", "FE-08": "unnamed", "FE-09": "named", "FE-10": "named"}
    assert [found[id_]["by"] for id_ in ("FE-02", "FE-03", "FE-04", "FE-05", "FE-06")] == ["set-up", "line", "line", "line", None]
    assert found["FE-04"]["scenario"] == "no-ticket" and found["FE-04"]["what"] == "event 1: other events are possible"
    assert found["FE-05"]["scenario"] == "stormy" and found["FE-05"]["what"].endswith("meet storm leads elsewhere")
    assert found["FE-06"]["what"] == "no scenario uses it"
    assert found["FE-09"]["what"] == "nobody has written down the rules without it"


def test_the_set_up_shows_nothing_where_a_scenario_starts_from_a_position(package: Package) -> None:
    assert told(package.statuses(package.scenario(NO_TICKET)))["FE-02"] == "named"


def test_a_clause_that_another_reading_uses_is_tested_under_it(package: Package) -> None:
    found = package.statuses(package.scenario(REFUNDED))["FE-06"]
    assert (found["status"], found["by"]) == ("tested", "line")


def test_z3_proves_dead_what_nothing_uses_or_what_makes_no_difference(package: Package) -> None:
    package.edit("without.toml", 'old = "traveller.tickets = fare.tickets"', 'old = "clause(\\"FE-02\\")"')
    package.edit("without.toml", 'new = "traveller.tickets = 0"', 'new = "pass"')
    scenario = package.scenario()
    assert told(package.statuses(scenario))["FE-02"] == "named"
    found = package.statuses(scenario, "--prove")
    assert (found["FE-06"]["status"], found["FE-06"]["by"]) == ("dead", "use")
    assert found["FE-06"]["what"] == "nothing ever uses it, while FE-Q1 = paid"
    assert (found["FE-02"]["status"], found["FE-02"]["by"]) == ("dead", "equivalence")
    assert found["FE-05"]["status"] == "named" and found["FE-05"]["what"].endswith("from some position meet storm would show it")


def test_a_property_that_names_the_clause_tests_it(package: Package) -> None:
    package.edit("without.toml", 'id = "FE-06"', 'id = "FE-07"')
    package.edit("without.toml", 'old = "traveller.tickets += 1"\nnew = "traveller.tickets += 0"',
                 'old = "traveller.across = not traveller.across"\nnew = "traveller.tickets = 3"')
    package.edit("edition-plain.toml", "value = 3", "value = 2")
    found = package.statuses(package.scenario())["FE-07"]
    assert (found["status"], found["by"], found["scenario"]) == ("tested", "property", "calm")
    assert found["what"] == "meet calm breaks no_more_than_bought"


def test_a_changed_rule_that_fails_is_told_from_the_game(package: Package) -> None:
    package.edit("without.toml", 'new = "traveller.tickets = 0"', 'new = "traveller.tickets = 0 - fare.tickets"')
    found = package.statuses(package.scenario())["FE-02"]
    assert (found["status"], found["by"]) == ("tested", "set-up")


def test_what_is_not_modelled_counts_for_nothing_and_mends_what_is_unnamed(package: Package) -> None:
    scenario = package.scenario(STORMY)
    assert package.asked(scenario, "--tested", code=12)["tested"]["counts"]["unnamed"] == 1
    package.edit("rulebook.toml", *LEFT_OUT)
    install_again(package)
    document = package.asked(scenario, "--tested")["tested"]
    assert document["counts"] == {
        "tested": 3, "named": 5, "dead": 0, "not_modelled": 1, "unnamed": 0, "modelled": 8, "percent": 37.5}
    assert {row["id"]: row["what"] for row in document["clauses"]}["FE-08"] == "Nobody has a dog."


def install_again(package: Package) -> None:
    """Forget what was loaded of the ledgers, which a process reads once."""
    from verifier import registry

    found = registry.installed()
    found._programs.clear()


# -- what must not count ------------------------------------------------------------------------------------------------------


def test_a_change_that_does_nothing_tests_nothing(package: Package) -> None:
    package.edit("without.toml", 'new = "traveller.tickets = 0"', 'new = "traveller.tickets = fare.tickets + 0"')
    row = package.statuses(package.scenario())["FE-02"]
    assert (row["status"], row["what"]) == ("named", "the rules without it do the same in the one scenario that uses it")


def test_a_scenario_that_does_not_use_the_clause_tests_nothing_of_it(package: Package) -> None:
    # Every crossing is altered, and the calm scenario sees it; but no scenario meets a storm.
    package.edit("without.toml", 'old = "if weather == Weather.STORM:"', 'old = "traveller.phase = Phase.LANDING"')
    package.edit("without.toml", 'new = "if weather == Weather.STORM and traveller.across:"',
                 'new = "traveller.phase = Phase.HOME"')
    row = package.statuses(package.scenario())["FE-05"]
    assert (row["status"], row["what"]) == ("named", "no scenario uses it")
    assert package.statuses(package.scenario(STORMY, "stormy"))["FE-05"]["status"] == "tested"


def test_being_used_is_no_percentage(package: Package) -> None:
    ran = package.daybreak("coverage", "ferry", package.scenario(), "--random", 50, *ENGINE)
    assert "Tested: not recorded for these rules\nUsed in play: 6 of 8 rule clauses\n" in ran.out and "%" not in ran.out


# -- what is demanded, and refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("percent", "code"), [("0", 0), ("37.5", 0), ("37.51", 12), ("100", 12)])
def test_fail_under_counts_what_is_tested(percent: str, code: int, package: Package) -> None:
    package.edit("rulebook.toml", *LEFT_OUT)
    ran = package.daybreak("coverage", "ferry", package.scenario(STORMY), "--tested", "--fail-under", percent, *ENGINE)
    assert ran.code == code and f"Required: {float(percent):g} %: {'met' if code == 0 else 'not met'}\n" in ran.out


def test_dead_clauses_are_no_tested_ones(package: Package) -> None:
    package.edit("rulebook.toml", *LEFT_OUT)
    package.edit("without.toml", 'new = "traveller.tickets = 0"', 'new = "traveller.tickets = fare.tickets + 0"')  # so it is dead
    asked = ("coverage", "ferry", package.scenario(STORMY), "--tested", "--prove", *ENGINE)
    assert "Tested: 2 of 8 modelled clauses, 25.0 %; named 4, dead 2, not modelled 1\n" in package.daybreak(*asked).out
    assert [package.daybreak(*asked, "--fail-under", percent).code for percent in ("25", "25.1")] == [0, 12]


@pytest.mark.parametrize("options", [["--fail-under", "5"], ["--record"], ["--tested"]])
def test_what_is_about_tested_clauses_needs_them(options: list[str], package: Package) -> None:
    ran = package.daybreak("coverage", "ferry", *options)
    assert ran.code == 150 and ran.err.startswith("DB567 ")


def test_nothing_is_recorded_of_a_part(package: Package) -> None:
    ran = package.daybreak("coverage", "ferry", package.scenario(), "--tested", "--record", "--seconds", "0.000001", *ENGINE)
    assert ran.code == 150 and "DB568" in ran.err and not (package.folder / "tested.toml").exists()


# -- the record ---------------------------------------------------------------------------------------------------------------


def test_what_is_recorded_is_told_until_something_changes(package: Package) -> None:
    calm, stormy = package.scenario(), package.scenario(STORMY, "stormy")
    assert package.known == "not recorded for these rules"
    package.asked(calm, stormy, "--tested", "--record", code=12)
    counted = "3 of 9 modelled clauses, 33.3 %; named 5, dead 0, not modelled 0, unnamed 1"
    assert package.known == counted
    ran = package.daybreak("coverage", "ferry", "--random", 5, *ENGINE)
    assert f"Tested: {counted}\n" in ran.out


@pytest.mark.parametrize(("file", "old", "new"), [
    ("../stormy.toml", "schema = 1", "schema = 1\n# another"),
    ("without.toml", 'new = "traveller.tickets += 0"', 'new = "traveller.tickets += 0 + 0"'),
    ("edition-plain.toml", "value = 3", "value = 2"),
    ("readings.toml", 'default = "paid"', 'default = "refunded"'),
    ("rulebook.toml", *LEFT_OUT),
    ("tested.toml", 'status = "named"', 'status = "tested"'),
])
def test_a_stale_record_is_not_told(file: str, old: str, new: str, package: Package) -> None:
    package.asked(package.scenario(), package.scenario(STORMY, "stormy"), "--tested", "--record", code=12)
    package.edit(file, old, new)
    install_again(package)
    assert package.known.startswith("not recorded for these rules: ")
    assert "%" not in package.daybreak("coverage", "ferry", "--random", 5, *ENGINE).out


def test_a_record_whose_scenario_is_gone_is_not_told(package: Package) -> None:
    stormy = package.scenario(STORMY, "stormy")
    package.asked(package.scenario(), stormy, "--tested", "--record", code=12)
    stormy.unlink()
    assert package.known == "not recorded for these rules: what was kept of 1 clause is out of date"


@pytest.mark.parametrize(("old", "new"), [
    ("weight(2 if", "weight(3 if"), ('clause="FE-10"', 'clause="FE-05"'),
    ("traveller.tickets <= fare.tickets", "traveller.tickets < 4"), ("tickets=traveller.tickets)", "tickets=0)")])
def test_a_record_is_of_the_rules_and_the_properties(old: str, new: str, package: Package, tmp_path: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    package.asked(package.scenario(), package.scenario(STORMY, "stormy"), "--tested", "--record", code=12)
    other = Package(tmp_path / f"ferry_copy_{next(_packages)}", package.daybreak)
    shutil.copytree(package.folder, other.folder, ignore=shutil.ignore_patterns("__pycache__"))
    other.edit("__init__.py", old, new)
    install_only(monkeypatch, Games([EntryPoint("ferry", f"{other.folder.name}:game", "daybreak.games")]))
    assert other.known.startswith("not recorded for these rules: what was kept of 9 clauses ")


# -- positions and reports ----------------------------------------------------------------------------------------------------


def test_a_position_tests_clauses_and_is_no_source_of_use(package: Package) -> None:
    document = package.asked(package.scenario(), "--position", package.scenario(NO_TICKET, "no-ticket"), "--tested", code=12)
    assert [source["name"] for source in document["sources"]] == ["calm"] and document["tested"]["scenarios"] == 2
    assert {row["id"]: row["scenario"] for row in document["tested"]["clauses"]}["FE-04"] == "no-ticket"
    assert {row["id"]: row["refused"] for row in document["clauses"]}["FE-04"] == 0


def test_a_position_of_another_game_is_refused_with_everything_else(package: Package) -> None:
    bad = package.scenario("schema = 1\n", "bad")
    ran = package.daybreak("coverage", "ferry", package.scenario(STORMY, "stormy"), "--position", bad, "--tested", *ENGINE)
    assert ran.code == 150 and "bad.toml" in ran.err


def test_the_report_has_the_statuses_of_a_game_that_says_what_its_rules_are_without(package: Package, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    ask = ("reports", "ferry", folder, package.scenario(), "--position", package.scenario(NO_TICKET, "no-ticket"), "--games", 20,
           "--only", "coverage")
    assert package.daybreak(*ask).code == 0
    assert "**Tested:** 3 of 9 modelled clauses, 33.3 %" in (folder / "coverage.md").read_text()
    assert "Tested: what shows that the rules without them differ" in (folder / "coverage.html").read_text()
    package.edit("without.toml", 'new = "traveller.tickets = 0"', 'new = "traveller.tickets = fare.tickets + 0"')
    assert "there already" not in package.daybreak(*ask).err
    assert "**Tested:** 2 of 9" in (folder / "coverage.md").read_text()
    assert "there already" in package.daybreak(*ask).err
