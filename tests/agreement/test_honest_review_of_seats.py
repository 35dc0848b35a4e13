"""Mistakes that a seat could have known: by what it has seen, where a game hides things, and by what the end is worth to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import isclose
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from attrs import evolve

import verifier as daybreak
from tests.agreement.test_information_sets import Drawn, dealt_by, drawn, setting_of
from tests.altered_games import altered_game
from tests.contract.test_games_with_sides import program
from tests.games import cups, noughts
from tests.games.fog import NOWHERE, PLACES, WAYS, Phase, Seat
from tests.games.fog import game as fog
from verifier.analysis.choices import EngineChoice
from verifier.analysis.luck import Request, judged
from verifier.errors import BadInput
from verifier.instance import Instance, instance_of
from verifier.lang.phases import DECISION
from verifier.line import Line, replay
from verifier.program.program import load
from verifier.results.luck import Chances, Luck
from verifier.results.solved import Reviewed
from verifier.run.reference import Applied, Reference
from verifier.run.setting import Setting
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

SEEDS = {"left": 1, "right": 3}  # where the coin falls
SIDES = ("left", "right")


def cups_of(edition: str, seed: int = 1) -> Instance:
    scenario = new_scenario(cups.game, title="Cups", edition=edition)
    return instance_of(evolve(scenario, deal=Deal(seed, {})), program(cups))


@cache
def sought(edition: str, line: tuple[str, ...], seed: int = 1, *, by_seat: bool = False, engine: str = "native") -> Reviewed:
    return daybreak.review(cups_of(edition, seed), list(line), honest=True, policy="uct", simulations=100, by_seat=by_seat,
                           engine=engine)


def luck_of(found: Reviewed) -> Luck:
    assert found.luck is not None
    return found.luck


@pytest.mark.parametrize("by_seat", [False, True])
@pytest.mark.parametrize("lifted", SIDES)
@pytest.mark.parametrize("coin", SIDES)
def test_who_cannot_see_the_coin_makes_no_mistake(coin: str, lifted: str, by_seat: bool) -> None:
    found = sought("dropped", (f"lift {lifted}",), SEEDS[coin], by_seat=by_seat)
    [decision] = found.decisions
    assert decision.verdict == ("best" if coin == lifted else "lost")  # with open cards
    chances = decision.chances
    assert chances is not None and chances.seat == "seeker" and not chances.is_mistake
    assert abs(chances.after - 0.5) < 0.1
    assert chances.luck is not None and isclose(chances.after + chances.luck, float(coin == lifted), abs_tol=1e-5)
    [course] = luck_of(found).courses
    assert course.seat == ("seeker" if by_seat else "") and course.end == float(coin == lifted)


@pytest.mark.parametrize("lifted", SIDES)
def test_where_the_coin_is_changes_luck_alone(lifted: str) -> None:
    instance = cups_of("dropped", SEEDS["left"])
    behind = cups_of("dropped", SEEDS["right"])
    twin = evolve(instance, setting=behind.setting, reference=behind.reference)  # another deal of the same name
    found = [daybreak.review(each, [f"lift {lifted}"], honest=True, policy="uct", simulations=100) for each in (instance, twin)]
    one, other = (each.decisions[0].chances for each in found)
    assert one is not None and other is not None and one != other
    assert evolve(one, luck=0.0) == evolve(other, luck=0.0)


def test_seats_imagine_by_other_lots_in_each_game() -> None:
    """Or all games would be judged with the same error."""
    found = [sought("dropped", ("lift left",), seed).decisions[0].chances for seed in range(1, 25)]
    worths = [each.after for each in found if each is not None]
    assert len(set(worths)) > 15 and abs(fmean(worths) - 0.5) < 0.02


def test_errors_are_as_large_as_what_differs_from_game_to_game() -> None:
    found = [sought("dropped", ("lift left",), seed).decisions[0].chances for seed in range(1, 25)]
    worths, errors = [each.after for each in found if each is not None], [each.after_error for each in found if each is not None]
    assert 0.6 < stdev(worths) / fmean(errors) < 1.6


def test_an_open_end_and_an_empty_line_are_told() -> None:
    text = sought("plain", ("hide left",), by_seat=True).to_text()
    assert "hider: " in text and "how it ends for that seat is open" in " ".join(text.split())
    assert "Nobody decided anything" in sought("plain", (), by_seat=True).to_text()


def test_not_to_look_through_the_glass_is_a_mistake() -> None:
    chances = sought("dropped-glass", ("lift left",)).decisions[0].chances
    assert chances is not None and chances.is_mistake and chances.best == "look"
    assert chances.before == 1.0 and abs(chances.mistake - 0.5) < 0.1


def test_who_has_looked_and_lifts_the_other_cup_makes_one() -> None:
    rows = [each.chances for each in sought("dropped-glass", ("look", "lift right"), SEEDS["left"]).decisions]
    assert rows[0] is not None and not rows[0].is_mistake and rows[0].after == 1.0
    assert rows[1] is not None and rows[1].is_mistake and (rows[1].best, rows[1].mistake) == ("lift left", 1.0)


def test_by_seat_the_hider_is_glad_where_the_seeker_is_not() -> None:
    """Who hides the coin is judged, too: between two cups neither is a mistake."""
    found = sought("plain", ("hide left", "lift right"), by_seat=True)
    courses = {each.seat: each for each in luck_of(found).courses}
    assert {seat: each.end for seat, each in courses.items()} == {"hider": 1.0, "seeker": 0.0}
    assert all(abs(each.start - 0.5) < 0.15 for each in courses.values()), "nobody sees through the hider"
    assert all(each.wrong == 0 and each.decisions == 1 for each in courses.values())
    assert all(isclose(each.start - each.mistakes + each.luck, each.end or 0.0, abs_tol=1e-5) for each in courses.values())


def test_both_executions_judge_alike() -> None:
    line = ("look", "lift right")
    native, interpreted = (sought("dropped-glass", line, engine=engine, by_seat=True) for engine in ("native", "interpreted"))
    assert (native.luck, native.decisions) == (interpreted.luck, interpreted.decisions)


OUTCOME = """@game.outcome
def has_won(table: Table, side: Side) -> bool:
    \"\"\"The seeker, if the coin was found.\"\"\"
    return table.found == (side == Side.SEEKER)


"""


def test_seats_have_names_where_ends_are_worth_nothing_to_them(tmp_path: Path) -> None:
    game = altered_game("tests.games.cups", tmp_path, {"__init__.py": (OUTCOME, "")})
    instance = instance_of(new_scenario(game, title="Cups", edition="plain"), load(game))
    events = list(replay(instance.reference, instance.start, Line(("hide left", "lift right"))))
    rows, luck, _ = judged(instance, EngineChoice.INTERPRETED, events, Request("uct", 20))
    assert [row.seat for row in rows if row is not None] == ["hider", "seeker"] and len(luck.courses) == 1


# -- by hand, in the fog --------------------------------------------------------------------------------------------------

Judged = tuple[float, float, Chances]  # what the best decision and the one taken are worth by hand, and what was found


def walked(chart: Drawn, setting: Setting, seed: int) -> tuple[Instance, list[Applied]]:
    """A walk through a chart, any way as likely, whatever is seen."""
    base = instance_of(new_scenario(fog, title="Fog", deal=Deal(seed)), load(fog))
    reference, random = Reference(base.program, setting), Random(seed)
    instance, line = evolve(base, setting=setting, reference=reference, start=reference.set_up()), list[str]()
    while True:
        events = list(replay(reference, instance.start, Line(tuple(line))))
        last = events[-1].after if events else instance.start
        if reference.kind(last) != DECISION:
            return instance, events
        line.append(random.choice(list(reference.legal(last))).text)


def by_hand(chart: Drawn, events: Sequence[Applied]) -> Iterator[tuple[float, float]]:
    """What the best decision and the one taken are worth, by what is seen up to each: all places are gone through."""
    group, place = {0: 1.0}, 0
    for applied in events:
        way, mine = int(applied.event.arguments[0]), applied.kind == DECISION
        if mine:
            whole = sum(group.values())
            seen = {each: share / whole for each, share in group.items()}
            worths = [sum(chart.best(each, 0) for each in chart.groups(chart.after(seen, [one]), 0)) / 2 for one in range(WAYS)]
            yield max(worths), worths[way]
        parted = [chart.after({each: share}, [way] if mine else range(WAYS)) for each, share in group.items()
                  if mine == (chart.kinds[each] is Phase.CHOOSE)]
        place = chart.leads[place][way]
        group = dict(next(each for each in chart.groups(sum(parted, Counter[int]()), 0) if place in each))


def in_the_fog(charts: range, simulations: int) -> list[Judged]:
    found = list[Judged]()
    for seed in charts:
        chart = drawn(seed, seats=1)
        instance, events = walked(chart, dealt_by(setting_of(chart), seed), seed)
        rows, _, _ = judged(instance, EngineChoice.NATIVE, events, Request("uct", simulations))
        found += [(*values, row) for values, row in zip(by_hand(chart, events), rows, strict=True) if row is not None]
    return found


def test_who_searches_knows_that_seats_remember_what_they_see_in_passing() -> None:
    """Chance brings one of two places, which the first seat tells apart as the other one decides, and no more as it decides."""
    kinds = [Phase.CHOOSE, Phase.DRAW, *[Phase.CHOOSE] * 4, *[Phase.OUT] * (PLACES - 6)]
    won, lost = 6, 7
    leads = [[1] * WAYS, [2 + way % 2 for way in range(WAYS)], [4] * WAYS, [5] * WAYS,
             [won, *[lost] * (WAYS - 1)], [lost, won, *[lost] * (WAYS - 2)], *[[NOWHERE] * WAYS] * (PLACES - 6)]
    chart = Drawn(kinds, [0, 0, 1, 1, *[0] * (PLACES - 4)], leads, [2 * (place == won) for place in range(PLACES)],
                  [(4 if place == 5 else place, place) for place in range(PLACES)])
    instance, events = walked(chart, dealt_by(setting_of(chart), 1), 1)
    rows, _, _ = judged(instance, EngineChoice.NATIVE, events, Request("uct", 400))
    assert rows[0] is not None and rows[0].seat == Seat.NORTH.name.lower() and rows[0].before > 0.95


def compare(found: list[Judged]) -> None:
    for best, taken, row in found:
        assert abs(row.after - taken) <= 4 * row.after_error + 0.03 and row.before <= best + 4 * row.before_error + 0.03
    wrong = [row for best, taken, row in found if best - taken > 0.05]
    right = [row for best, taken, row in found if best - taken < 1e-9]
    assert len(wrong) > len(found) / 8 and sum(row.is_mistake for row in wrong) >= 0.9 * len(wrong)
    assert len(right) > len(found) / 4 and sum(row.is_mistake for row in right) <= 0.01 * len(right)


def test_decisions_are_worth_what_they_are_by_what_is_seen() -> None:
    """Of charts with one seat, in which places look alike: nearly all mistakes are found, and none where there is none."""
    compare(in_the_fog(range(100), 400))


@pytest.mark.long
def test_decisions_of_many_charts_are_worth_what_they_are_by_what_is_seen() -> None:
    compare(in_the_fog(range(100, 2_000), 400))


# -- where all is seen ----------------------------------------------------------------------------------------------------

def test_each_seat_has_its_own_course() -> None:
    """Cross leaves the third place of a row free, and nought takes it."""
    instance = instance_of(new_scenario(noughts.game, title="Noughts"), program(noughts))
    marks = [event.text for event in instance.program.events]
    line = Line(tuple(marks[at] for at in (0, 3, 1, 4, 8, 5)))
    events = list(replay(instance.reference, instance.start, line))
    rows, luck, _ = judged(instance, EngineChoice.NATIVE, events, Request("uct", 300, by_seat=True))
    assert [row.seat for row in rows if row is not None] == ["cross", "nought"] * 3
    wrong = rows[4]
    assert wrong is not None and wrong.is_mistake and wrong.best in (marks[2], marks[5]) and wrong.before > 0.9
    assert {each.seat: each.end for each in luck.courses} == {"cross": 0.0, "nought": 1.0}
    assert all(isclose(each.start - each.mistakes + each.luck, each.end or 0.0, abs_tol=1e-5) for each in luck.courses)


# -- asking ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "asked", "code"), [
    ("cups", {"by_seat": True}, "DB505"), ("cups", {"honest": True, "by_seat": True, "policy": "learned-uct"}, "DB505"),
    ("until-dawn", {"honest": True, "by_seat": True}, "DB586")])
def test_what_makes_no_sense_is_refused(game: str, asked: dict[str, object], code: str) -> None:
    instance = cups_of("dropped") if game == "cups" else daybreak.deal("until-dawn", 1)
    with pytest.raises(BadInput) as refused:
        daybreak.review(instance, [], **asked)  # type: ignore[arg-type]
    assert [problem.code for problem in refused.value.problems] == [code]


def test_it_is_said_by_what_decisions_were_judged() -> None:
    found = sought("plain", ("hide left", "lift right"), by_seat=True)
    text = " ".join(found.to_text().split())
    assert "Each seat plays for itself. The chance of its best end:" in text
    assert "by what its seat had seen" in text and "what others and chance did" in text
    assert "No seat draws conclusions from what others decided" in text
    assert daybreak.load_result(found.to_json()) == found
    assert "that is in the luck" in " ".join(sought("plain", ("hide left", "lift right")).to_text().split())
