"""What `check` says of a proof that is missing, and what to do about it."""

from __future__ import annotations

import pytest

from verifier.report.text.check import _mined, _row, failed_step
from verifier.report.text.rendered import rendered
from verifier.results.checked import FailedStep, Lemma, Mined, PropertyRow, SoFar
from verifier.verdict import Verdict

NOBODY = "if no game gets there, say why in an @game.invariant or a @game.lemma, or try --mine"


@pytest.mark.parametrize(("reachable", "within", "advised"), [("reached", None, False), ("not-within", 5, True),
                                                              ("unknown", None, True)])
def test_a_table_that_no_game_may_reach_comes_with_what_to_do(reachable: str, within: int | None, advised: bool) -> None:
    step = FailedStep({}, {"points": 30}, None, "unload", failure="DB401", reachable=reachable, within=within)
    text = " ".join(rendered(failed_step("ranges", step, {}), width=200).split())
    assert (NOBODY in text) is advised and "Reachable: " in text


@pytest.mark.parametrize(("so_far", "words"), [
    (SoFar(3, 4, ("fire",), ()), "time limit was reached; --seconds raises it; kept by 3 of 4 rules, the start as one; "
                                 "not known of fire)"),
    (SoFar(0, 6, tuple("abcdef"), ()), "kept by 0 of 6 rules, the start as one; not known of a, b, c, d and 2 more)"),
    (SoFar(4, 4, (), ("low", "tidy")), "kept by 4 of 4 rules, the start as one; if these hold, which are not proved: low, tidy)"),
])
def test_how_far_induction_got(so_far: SoFar, words: str) -> None:
    row = PropertyRow("low", "invariant", (), "It is low.", Verdict.UNKNOWN, "seconds", so_far=so_far)
    assert words in _row(row, by_both=False)[1]


def test_a_sample_without_lemmas_promises_no_file_and_says_what_to_write() -> None:
    none = rendered(_mined(Mined(100, 5, 2, 3, (), "")), width=200)
    assert "no file is written" in none and "write one under @game.lemma" in none and "--lemmas FILE" not in none
    some = rendered(_mined(Mined(100, 5, 2, 3, (Lemma("red", "It is red.", "True"),), "")), width=200)
    assert "--lemmas FILE" in some and "It is red." in some and "write one" not in some
