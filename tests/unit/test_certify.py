"""Certificates as files: written by `solve`, checked again by `certify`, and never believed."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.only_games import install_only
from verifier.analysis import certificate_file
from verifier.analysis.certificate_file import read
from verifier.analysis.certify import attested
from verifier.errors import BadInput
from verifier.instance import load_instance
from verifier.registry import Games
from verifier.verdict import Verdict

Run = Callable[..., Any]
INTERPRETED = ("--engine", "interpreted")
MUTATIONS = 400


@pytest.fixture
def crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    install_only(monkeypatch, Games([EntryPoint("crossing", "tests.games.crossing:game", "daybreak.games")]))
    return scenario(tmp_path, 'deck = ["storm", "calm", "rough"]')


def scenario(folder: Path, deal: str, name: str = "own.toml", more: str = "") -> Path:
    path = folder / name
    path.write_text(f'schema = 1\ngame = "crossing"\ntitle = "Rough"\n{more}[deal]\n{deal}\n')
    return path


@pytest.fixture(params=["best", "lose"])
def certificate(request: pytest.FixtureRequest, daybreak: Run, crossing: Path, tmp_path: Path) -> Path:
    path = tmp_path / "certificate.json"
    ran = daybreak("solve", crossing, *INTERPRETED, "--goal", request.param, "--certificate", path)
    assert ran.code == 0 and f"Certificate: {path}" in ran.out.replace("\n", "")
    return path


def test_what_was_written_is_checked_again_without_a_search(
    daybreak: Run, crossing: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def searched(*arguments: Any) -> Any:
        raise AssertionError("nothing is to be searched")
    for search in ("best.solve_best", "loss.quickest_loss", "explore.explore", "members.members"):
        monkeypatch.setattr(f"verifier.search.{search}", searched)
    ran = daybreak("certify", crossing, certificate)
    assert ran.code == 0 and "Verdict: proved, the certificate holds" in ran.out
    found = json.loads(daybreak("certify", crossing, certificate, "--json").out)
    document = json.loads(certificate.read_text())
    assert found["verdict"] == "proved" and found["line"] == document["line"]
    assert found["rests_on"]["positions"] == len(document["positions"]) and found["rests_on"]["complete"]


@pytest.mark.parametrize(("deal", "more", "what"), [
    ('deck = ["calm", "storm", "rough"]', "", "deal"), ("seed = 1", "", "deal"),
    ('deck = ["storm", "calm", "rough"]', '[rulings]\n"FE-Q1" = "half"\n', "rulings"),
    ('deck = ["storm", "calm", "rough"]', '[start]\ngold = 1\ndeck = ["storm", "calm", "rough"]\n', "start"),
])
def test_a_certificate_is_of_one_deal_under_one_set_of_rules(
    deal: str, more: str, what: str, daybreak: Run, certificate: Path, tmp_path: Path,
) -> None:
    ran = daybreak("certify", scenario(tmp_path, deal, "other.toml", more), certificate)
    assert ran.code == 150 and "DB522" in ran.err and f"its {what} differs" in ran.err


def test_other_rules_are_noticed(daybreak: Run, crossing: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = certificate_file.module_source
    monkeypatch.setattr(certificate_file, "module_source", lambda program: source(program).replace("3", "4", 1))
    ran = daybreak("certify", crossing, certificate)
    assert ran.code == 150 and "its rules differs" in ran.err


def test_a_certificate_without_positions_leaves_something_to_believe(daybreak: Run, crossing: Path, certificate: Path) -> None:
    document = json.loads(certificate.read_text())
    certificate.write_text(json.dumps({**document, "positions": None, "distances": None}))
    ran = daybreak("certify", crossing, certificate)
    assert ran.code == 124 and "Verdict: unknown" in ran.out
    assert "closed by the certificate, not re-checked" in " ".join(ran.out.split())


def test_a_certificate_says_no_more_than_the_answer(daybreak: Run, crossing: Path, tmp_path: Path) -> None:
    path = tmp_path / "partial.json"
    ran = daybreak("solve", crossing, *INTERPRETED, "--certificate", path, "--states", 2)
    assert ran.code == 124
    if path.exists():
        assert json.loads(path.read_text())["proof"] is None
        assert daybreak("certify", crossing, path).code == 124


@pytest.mark.parametrize("change", ["grade", "line", "member", "cell", "nearer", "further", "proof"])
def test_a_certificate_that_was_altered_does_not_hold(change: str, daybreak: Run, crossing: Path, certificate: Path) -> None:
    document = json.loads(certificate.read_text())
    losing = document["goal"] == "lose"
    if change == "grade":
        document["grade"][-1] += 1
        document["upper_bound"] = None if losing else document["grade"]
    elif change == "line":
        document["line"] = document["line"][:-1]
    elif change == "member":
        at = document["positions"].index(document["start"])
        del document["positions"][at]
        document["distances"] = document["distances"] and document["distances"][:at] + document["distances"][at + 1:]
    elif change == "cell":
        document["positions"][0][1] = 99
    elif losing and change in ("nearer", "further"):
        first = document["positions"].index(document["start"])
        document["distances"][first] += 1 if change == "further" else -1
        document["distances"] = [each + 1 for each in document["distances"]] if change == "further" else document["distances"]
    else:
        document["proof"], document["line"] = "believe-me", document["line"] if not losing else None
    certificate.write_text(json.dumps(document))
    ran = daybreak("certify", crossing, certificate)
    assert ran.code == 12, (ran.out, ran.err)
    assert "Verdict: refuted, the certificate does not hold:" in ran.out and "rests on" not in ran.out


@pytest.mark.parametrize(("text", "code"), [
    ("", "DB521"), ("[]", "DB521"), ("{}", "DB521"), ("{" * 100_000, "DB521"), ("[" * 100_000, "DB521"),
    ('{"a": 1, "a": 2}', "DB521"),
    ('{"schema": 1, "kind": "daybreak-certificate"}', "DB522"), ('{"schema": 2, "kind": "daybreak-certificate"}', "DB521"),
    ('{"kind": NaN}', "DB521"), ('{"kind": ' + "9" * 5000 + "}", "DB521"), ("\ud800", "DB521"),
])
def test_what_is_no_certificate_is_told(text: str, code: str, daybreak: Run, crossing: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    ran = daybreak("certify", crossing, path)
    assert (ran.code, ran.out) == (150, "") and code in ran.err


@pytest.mark.parametrize(("key", "values"), [
    ("line", [7, [7], ["x" * 129], 5000 * ["cross"]]), ("grade", ["high", [1.5, 0], [True, 0], [2**70, 0]]),
    ("goal", ["draw", None, 3]), ("proof", [7, []]), ("upper_bound", [{}, [None]]),
    ("positions", [7, [7], [[]], [[1, 2]], [["a"]], {"0": 1}, "twice"]), ("distances", [7, [], "NaN", [1.5]]),
])
def test_every_part_of_a_certificate_may_be_anything(
    key: str, values: list[Any], daybreak: Run, crossing: Path, certificate: Path,
) -> None:
    document = json.loads(certificate.read_text())
    unread = {"best": ("distances",), "lose": ("proof", "upper_bound")}[document["goal"]]
    for value in values:
        value = [document["start"], document["start"]] if value == "twice" else value
        certificate.write_text(json.dumps({**document, key: value}))
        ran = daybreak("certify", crossing, certificate)
        assert ran.code == (0 if key in unread else 150), (value, ran.out, ran.err)
        assert key in unread or "DB521" in ran.err


def test_mutated_bytes_end_in_a_verdict_or_a_coded_error(crossing: Path, certificate: Path) -> None:
    source, data, instance = random.Random(9), certificate.read_bytes(), load_instance(crossing)
    good = read(certificate, instance)
    found: Counter[str] = Counter()
    for _ in range(MUTATIONS):
        changed = bytearray(data)
        for _ in range(source.choice([1, 1, 2, 5])):
            place = source.randrange(len(changed))
            new = source.choices(b'0123456789-,[]{}":nulx\x00\xff', k=source.choice([0, 1, 2]))
            changed[place:place + source.choice([0, 1, 1, 3])] = bytes(new)
        certificate.write_bytes(bytes(changed))
        try:
            claim = read(certificate, instance)
        except BadInput as error:
            found["refused"] += 1
            assert error.code in ("DB521", "DB522")
            continue
        verdict = attested(instance, claim).verdict
        found[str(verdict)] += 1
        if verdict is Verdict.PROVED:  # then it says the same, with more positions than are needed, or nearer ones
            assert (claim.line, claim.grade) == (good.line, good.grade)
    assert found["refused"] > 50 and found["refuted"] > 10, found


def test_a_certificate_that_could_not_be_read_back_is_not_written(
    daybreak: Run, crossing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certificate_file, "BYTES_MOST", 1000)
    path = tmp_path / "large.json"
    ran = daybreak("solve", crossing, *INTERPRETED, "--certificate", path)
    assert ran.code == 150 and "DB523" in ran.err and not path.exists() and "(proved)" in ran.out
    path.write_text(" " * 1001)
    assert "DB104" in daybreak("certify", crossing, path).err


@pytest.mark.parametrize("more", [["--no-certify"], ["SCENARIO"]])
def test_a_certificate_is_for_one_re_checked_answer(more: list[str], daybreak: Run, crossing: Path, tmp_path: Path) -> None:
    more = [str(crossing) if each == "SCENARIO" else each for each in more]
    ran = daybreak("solve", crossing, *more, "--certificate", tmp_path / "c.json")
    assert ran.code == 150 and "DB524" in ran.err and not (tmp_path / "c.json").exists()
    assert "DB583" in daybreak("solve", crossing, "--certificate", crossing).err
    there = tmp_path / "there.json"
    there.write_text("mine")
    assert "DB516" in daybreak("solve", crossing, "--certificate", there).err and there.read_text() == "mine"
