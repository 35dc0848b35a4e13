"""Every alteration of a search, kernel, packing or certificate is noticed by the default tests, or changes no answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.altered_searches import (
    ROOT,
    Alteration,
    Misplaced,
    alterations,
    altered,
    altered_text,
    answered,
    copied,
    killed,
)

AT_LEAST = 60
PROOFS = ("optimal", "proved")
every = pytest.mark.parametrize("alteration", alterations(), ids=[each.name.replace(" ", "-") for each in alterations()])


def test_there_are_enough_and_each_fits() -> None:
    assert len([each for each in alterations() if not each.equivalent]) >= AT_LEAST
    assert len({(each.file, each.text, each.altered) for each in alterations()}) == len(alterations())
    for each in alterations():
        altered_text(each, (ROOT / "verifier" / each.file).read_text(encoding="utf-8"))


def test_one_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Misplaced):
        altered_text(Alteration("", "line.py", "no such text", "anything"), "some text")


@pytest.mark.long
def test_unaltered_the_same_tests_pass(tmp_path: Path) -> None:
    tests = {test for each in alterations() for test in each.tests}
    assert not killed(copied(tmp_path), tuple(sorted(tests)))


@pytest.mark.long
@every
def test_it_is_killed_or_equivalent(alteration: Alteration, tmp_path: Path) -> None:
    assert killed(altered(alteration, tmp_path), alteration.tests) != bool(alteration.equivalent)


@pytest.mark.long
def test_how_many_the_check_at_run_time_catches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prints the share; that no alteration makes the checked answers wrong in silence is not promised."""
    right = answered(copied(tmp_path / "unaltered"))
    assert right and "fault" not in right.values()
    caught, wrong = [], []
    for number, each in enumerate(alterations()):
        answers = answered(altered(each, tmp_path / str(number)))
        if any(answers.get(name, "fault") == "fault" for name in right):
            caught.append(each.name)
        elif any(answers[name] != right[name] and answers[name][0] in PROOFS for name in right):
            wrong.append(each.name)
    with capsys.disabled():
        print(f"\n{len(alterations())} alterations: {len(caught)} caught at run time, {len(wrong)} prove something wrong "
              f"unnoticed: {', '.join(wrong) or 'none'}")
    assert caught
