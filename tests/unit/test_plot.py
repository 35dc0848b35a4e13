"""Plots of shares: marks and bars stand where the data say, in the picture and in letters."""

from __future__ import annotations

import re

import pytest

from verifier.lang.picture import Circle, Label, Picture, Rect, Stroke
from verifier.report.html.report import report
from verifier.report.plot import BARS_LEFT, BARS_RIGHT, LEFT, PLOT_HEIGHT, RIGHT, ROWS_MOST, TOP, Series, bars, curve, lettered
from verifier.report.text.winnability import winnability
from verifier.results.edition import EditionNote
from verifier.results.share import Share, share
from verifier.results.winnable import GradeShare, Winnability, WinnabilityPoint

BOTTOM = TOP + PLOT_HEIGHT
NONE_LOOKED_AT = Share(0, 0, 0, 0.0, 1.0)


def texts(picture: Picture) -> list[str]:
    return [each.text for each in picture.shapes if isinstance(each, Label)]


def marks(picture: Picture) -> list[tuple[int, int]]:
    """Where the discs are, but for the one of the legend."""
    return [(each.x, each.y) for each in picture.shapes if isinstance(each, Circle) and each.y <= BOTTOM]


def test_a_mark_stands_at_the_known_share_and_its_bar_spans_the_interval() -> None:
    shares = (share(0, 0, 10), share(5, 0, 10), share(10, 0, 10))
    picture = curve("length", [10, 12, 20], [Series("won", shares)])
    found = marks(picture)
    assert [y for _, y in found] == [BOTTOM, (TOP + BOTTOM) // 2, TOP]
    for (x, _), each in zip(found, shares, strict=True):
        ends = {BOTTOM - round(PLOT_HEIGHT * end) for end in (each.low, each.high)}
        bar = [stroke for stroke in picture.shapes if isinstance(stroke, Stroke) and stroke.x == stroke.to_x == x
               and "blue" in stroke.paint]
        assert [{stroke.y, stroke.to_y} for stroke in bar] == [ends]


def test_the_numbers_are_on_a_true_scale() -> None:
    (first, _), (second, _), (third, _) = marks(curve("length", [10, 12, 20], [Series("won", (share(1, 0, 2),) * 3)]))
    assert 4 * (second - first) == pytest.approx(third - second, abs=4) and LEFT < first < third < RIGHT
    assert marks(curve("length", [10], [Series("won", (share(1, 0, 2),))]))[0][0] == (LEFT + RIGHT) // 2


def test_factors_are_as_wide_as_each_other() -> None:
    picture = curve("games", [10, 100, 1_000, 10_000], [Series("won", (share(1, 0, 2),) * 4)], by_factors=True)
    at = [x for x, _ in marks(picture)][:4]
    assert [to - x for x, to in zip(at, at[1:], strict=False)] == pytest.approx([(at[3] - at[0]) / 3] * 3, abs=1)


def test_two_series_differ_by_shape_and_stand_beside_each_other() -> None:
    picture = curve("length", [1, 2], [Series("won", (share(1, 0, 2),) * 2), Series("best", (share(1, 0, 2),) * 2)])
    squares = [each.x + 4 for each in picture.shapes if isinstance(each, Rect) and each.y <= BOTTOM]
    assert len(squares) == 2 and not set(squares) & {x for x, _ in marks(picture)}
    assert {"won", "best", "length", "0 %", "100 %"} <= set(texts(picture))
    assert "won: 1 50%, 2 50%" in picture.description and "best: 1 50%, 2 50%" in picture.description


def test_each_of_five_series_has_a_mark_of_its_own() -> None:
    names = ["a", "b", "c", "d", "e"]
    picture = curve("known", [0, 8], [Series(name, (share(1, 0, 2),) * 2) for name in names])
    shapes = [(type(each), each.radius if isinstance(each, Circle) else (each.width, each.height), each.paint.endswith("-line"))
              for each in picture.shapes if isinstance(each, Circle | Rect)]
    assert len(shapes) == 15 and len(set(shapes)) == 5
    assert set(names) <= set(texts(picture)) and all(each.y <= picture.height for each in picture.shapes)


def test_long_names_go_on_below() -> None:
    name = "won by learned-uct, 2,000 games a decision, who sees the table alone"
    picture = curve("length", [1, 2], [Series(name, (share(1, 0, 2),) * 2), Series("best", (share(1, 0, 2),) * 2)])
    legend = [(each.y, each.text) for each in picture.shapes if isinstance(each, Label) and each.x == LEFT + 14]
    assert " ".join(text for _, text in legend) == f"{name} best" and all(len(text) <= 46 for _, text in legend)
    assert len({y for y, _ in legend}) == 3 and all(y < picture.height for y, _ in legend)


def test_what_was_not_looked_at_has_no_mark() -> None:
    picture = curve("length", [1, 2], [Series("won", (share(1, 0, 2), NONE_LOOKED_AT))])
    assert len(marks(picture)) == 1 and "2 not known" in picture.description
    assert lettered(["1"], [NONE_LOOKED_AT]).endswith("|         |         |         |         |")
    assert not any(isinstance(each, Circle) for each in bars("share", ["a"], Series("", (NONE_LOOKED_AT,))).shapes)


def test_many_numbers_are_not_all_named() -> None:
    picture = curve("length", list(range(61)), [Series("won", (share(1, 0, 2),) * 61)])
    named = [text for text in texts(picture) if text.isdigit()]
    assert 2 <= len(named) <= 12 and named[0] == "0" and len(marks(picture)) == 61 and len(picture.description) <= 1500


def test_bars_are_under_their_names_and_long_lists_end() -> None:
    picture = bars("share of the deals", ["x" * 90, *map(str, range(40))], Series("", (share(3, 0, 4),) * 41))
    discs = [each for each in picture.shapes if isinstance(each, Circle)]
    assert len(discs) == ROWS_MOST and len({each.y for each in discs}) == ROWS_MOST
    assert {each.x for each in discs} == {BARS_LEFT + round((BARS_RIGHT - BARS_LEFT) * 0.75)}
    assert all(len(text) <= 52 for text in texts(picture)) and all(0 <= each.y <= picture.height for each in discs)


def test_letters_show_the_share_and_its_interval() -> None:
    head, none, half, all_ = lettered(["0", "half", "all"], [share(0, 0, 10), share(5, 0, 10), share(10, 0, 10)]).split("\n")
    assert head.index("0 %") == none.index("o") and head.index("50 %") == half.index("o")
    assert all_.endswith("o") and all_.index("o") == head.index("100 %")
    low, high = share(5, 0, 10).low, share(5, 0, 10).high
    assert half.index("-") == half.index("o") - round(40 * (0.5 - low)) and half.rindex("-") == half.index("o") + round(
        40 * (high - 0.5))


@pytest.mark.parametrize("field", [None, "spaces"])
def test_the_page_of_winnability_has_one_plot_with_a_text_alternative(field: str | None) -> None:
    points = tuple(WinnabilityPoint(value if field else None, share(won, 1, 20),
                                    (GradeShare({"survived": True}, share(won, 4, 20)),), (1,), (2,), (3,))
                   for value, won in ((10, 15), (11, 5))[:2 if field else 1])
    plain = EditionNote("probe", "plain", "Plain", 1, 3)
    page = report(winnability(Winnability("probe", plain, {}, 1, 20, 1000, field, points, "done", 0.0)))
    told = re.findall(r'role="img" aria-label="([^"]*)"', page)
    assert len(told) == 1 and ("10 75%, 11 25%" in told[0] if field else "can be won 75%" in told[0])
    assert "<table>" in page and "75.0%" in page and "<pre" not in page


@pytest.mark.parametrize("known", [0, 1, 2])
def test_where_no_best_grade_is_known_none_is_drawn(known: int) -> None:
    points = tuple(WinnabilityPoint(value, share(15, 1, 20), (GradeShare({"survived": True}, share(12, 4, 20)),)
                                    if value <= known else (), (), (), ()) for value in (1, 2))
    plain = EditionNote("probe", "plain", "Plain", 1, 3)
    found = Winnability("probe", plain, {}, 1, 20, 1000, "spaces", points, "done", 0.0)
    page = report(winnability(found))
    assert ("reaches the highest grade" in page) == bool(known) and "Seeds worth a look" not in page
    assert page.count("not known") >= 2 - known
