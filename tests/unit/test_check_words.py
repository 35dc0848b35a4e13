"""What `check` says of a proof that is missing, and what to do about it."""

from __future__ import annotations

import pytest

from verifier.report.text.check import _mined, _row, checked, failed_step
from verifier.report.text.rendered import rendered
from verifier.results.checked import Checked, FailedStep, Lemma, Mined, PropertyRow, SoFar
from verifier.results.edition import EditionNote
from verifier.results.played import About
from verifier.verdict import Verdict

NOBODY = "if no game gets there, say why in an @game.invariant or a @game.lemma, or try --mine"


@pytest.mark.parametrize(("reachable", "within", "advised"), [("reached", None, False), ("not-within", 5, True),
                                                              ("unknown", None, True)])
def test_a_table_that_no_game_may_reach_comes_with_what_to_do(reachable: str, within: int | None, advised: bool) -> None:
    step = FailedStep({}, {"points": 30}, None, "unload", failure="DB401", reachable=reachable, within=within)
    text = " ".join(rendered(failed_step("ranges", step, {}), width=200).split())
    assert (NOBODY in text) is advised and "Reachable: " in text


@pytest.mark.parametrize(("so_far", "words"), [
    (SoFar(3, 4, ("fire",), ()), "time limit was reached; --seconds raises it; kept by 3 of 4 rules, counting the start; "
                                 "not known of fire)"),
    (SoFar(0, 6, tuple("abcdef"), ()), "kept by 0 of 6 rules, counting the start; not known of a, b, c, d and 2 more)"),
    (SoFar(4, 4, (), ("low", "tidy")), "kept by 4 of 4 rules, counting the start; assuming low, tidy, not proved either)"),
    (SoFar(4, 4, (), tuple("abcde")), "kept by 4 of 4 rules, counting the start; assuming 5 others, not proved either)"),
])
def test_how_far_induction_got(so_far: SoFar, words: str) -> None:
    row = PropertyRow("low", "invariant", (), "It is low.", Verdict.UNKNOWN, "seconds", so_far=so_far)
    assert words in _row(row, by_both=False)[1]


@pytest.mark.parametrize("same", [2, 3])
def test_rules_that_are_open_for_many_properties_are_named_once(same: int) -> None:
    so_far = [SoFar(3, 5, ("fire", "reload"), ())] * same + [SoFar(4, 5, ("fire",), ())]
    rows = [PropertyRow(f"low_{number}", "invariant", (), "It is low.", Verdict.UNKNOWN, "seconds", so_far=each)
            for number, each in enumerate(so_far)]
    about = About("dice", "Dice", "", "Dice", EditionNote("dice", "", "", 0, 0), {}, {}, {})
    found = Checked(about, "z3", "open", None, None, None, "seconds", tuple(rows))
    text = " ".join(rendered(checked(found), width=200).split())
    assert text.count("not known of fire, reload") == (2 if same == 2 else 1)
    assert ("not known of fire, reload, for 3 of 4 properties" in text) is (same == 3)
    assert text.count("not known of fire)") == 1


def test_a_sample_without_lemmas_promises_no_file_and_says_what_to_write() -> None:
    none = rendered(_mined(Mined(100, 5, 2, 3, (), "")), width=200)
    assert "no file is written" in none and "write one under @game.lemma" in none and "--lemmas FILE" not in none
    some = rendered(_mined(Mined(100, 5, 2, 3, (Lemma("red", "It is red.", "True"),), "")), width=200)
    assert "--lemmas FILE" in some and "It is red." in some and "write one" not in some
