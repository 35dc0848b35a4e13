"""Why a property holds: which rules need which lemmas, and why those hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import verifier as daybreak
from tests.unit.test_lemmas import LEMMA, WRONG, induced, program_of
from verifier.errors import BadInput
from verifier.instance import instance_of
from verifier.report.text.check import checked as page
from verifier.report.text.rendered import rendered
from verifier.scenarios.loader import new_scenario


def asked(folder: Path, more: str, **options: Any) -> daybreak.Checked:
    program = program_of(folder, more)
    return daybreak.check(instance_of(new_scenario(program.game, title="Probe"), program), engine="interpreted", again=True,
                          jobs=1, limits=daybreak.Limits(depth=3), **options)


def test_a_proof_is_explained_with_all_it_rests_on(tmp_path: Path) -> None:
    found = asked(tmp_path, LEMMA.format(condition="table.m <= 1 or not table.flag"), with_="z3", explain=["at-most-two"])
    assert [row.name for row in found.properties] == ["at_most_two"]
    why = {each.name: each for each in found.explained}
    assert list(why) == ["at_most_two", "dark_above"]
    # Only climbing needs that the lamp is dark above; that it is, light and climb keep from nothing else.
    assert dict(why["at_most_two"].needs) == {"dark_above": ("climb",)} and dict(why["dark_above"].needs) == {}
    assert why["at_most_two"].rules == why["dark_above"].rules == 4 and why["dark_above"].text == "The lamp burns below two only"
    text = rendered(page(found))
    assert "Why it holds" in text and "because of dark_above: climb" in text and "3 of 4 keep it by themselves" in text


def test_what_is_not_proved_is_not_explained(tmp_path: Path) -> None:
    found = asked(tmp_path, WRONG, with_="z3", properties=["at_most_two"], explain=["at_most_one"])
    assert {row.name for row in found.properties} == {"at_most_two", "at_most_one"} and [
        (each.name, each.rules, dict(each.needs)) for each in found.explained] == [("at_most_one", 0, {})]
    assert "at_most_one: not proved rule by rule" in rendered(page(found))
    step = next(row for row in found.properties if row.name == "at_most_one").step
    assert step is not None and "Changed: m 1 -> 2, flag True -> False" in rendered(page(found))


def test_a_lemma_that_nothing_needs_is_not_asked(tmp_path: Path) -> None:
    """What excludes a counterexample is assumed, and no more: another lemma, true or not, needs no proof."""
    lemmas = LEMMA.format(condition="table.m <= 1 or not table.flag") + LEMMA.format(condition="table.n == 7").replace(
        "dark_above", "of_no_use")
    settled = induced(program_of(tmp_path, lemmas), "at_most_two").settled()
    assert settled["at_most_two"].proved and settled["at_most_two"].lemmas == ("dark_above",)
    assert not settled["of_no_use"].proved and not settled["of_no_use"].steps


def test_only_proofs_by_z3_are_explained(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="DB509"):
        asked(tmp_path, "", explain=["at_most_two"])
    with pytest.raises(BadInput, match="DB530"):
        asked(tmp_path, "", with_="z3", explain=["at_most_too"])
