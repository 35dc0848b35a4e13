"""What `review` says of lines, against plain exploration of everything that could be had at each decision."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.agreement.test_best_line import ends
from tests.agreement.test_find_order import LATE
from verifier.analysis import answer
from verifier.instance import Instance, load_instance
from verifier.run.reference import Position
from verifier.search.explore import explore


def late(folder: Path, seed: int) -> Path:
    path = folder / f"late-{seed}.toml"
    path.write_text(LATE.format(seed=seed).replace("time = 18", "time = 17").replace("ammo = 0", "ammo = 1"))
    return path


def random_line(instance: Instance, seed: int) -> list[tuple[str, Position, Position]]:
    """Each decision of a random line, the position before it and the one after it."""
    random, reference, found = Random(seed), instance.reference, []
    position = reference.settled(instance.start)
    while legal := reference.legal(position):
        event = random.choice(legal)
        after = reference.apply(position, event).after
        found.append((event.text, position, after))
        position = reference.settled(after)
    return found


def best(instance: Instance, position: Position) -> tuple[int, ...]:
    """The best grade of all ends, each met by exploring without a bound."""
    native = instance.native("native")
    explored = explore(native, instance.setting, position)
    assert explored.closed
    return native.grade_fields(max(ends(explored)))


def judged(path: Path, seed: int, daybreak: Callable[..., Any]) -> Counter[str]:
    instance = load_instance(path)
    played = random_line(instance, seed)
    line = path.with_suffix(".line.txt")
    line.write_text("".join(f"{event}\n" for event, _, _ in played))
    ran = daybreak("review", path, "--line", line, "--json")
    found = json.loads(ran.out)
    assert ran.code == 0 and found["over"] and [each["event"] for each in found["decisions"]] == [event for event, _, _ in played]
    for each, (_, before, after) in zip(found["decisions"], played, strict=True):
        one, other = best(instance, before), best(instance, after)
        expected = "best" if one == other else "lost" if one[0] > other[0] == 0 else "worse"
        grades = [dict(answer.grade(instance, fields) or {}) for fields in (one, other)]
        assert (each["verdict"], each["before"], each["after"]) == (expected, *grades)
        severity = next((name for name in grades[0] if grades[0][name] != grades[1][name]), None)
        assert each["cost"] == severity
        if expected != "best":
            better = next(event for event in instance.reference.legal(before) if event.text == each["better"])
            assert best(instance, instance.reference.apply(before, better).after) == one
            assert grades[0][each["cost"]] != grades[1][each["cost"]]
    return Counter(each["verdict"] for each in found["decisions"])


def test_random_lines_are_judged_as_exploring_everything_says(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    met = sum((judged(late(tmp_path, seed), seed, daybreak) for seed in range(1, 9)), Counter[str]())
    assert set(met) >= {"best", "worse"}, met


@pytest.mark.long
def test_more_random_lines(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    met = sum((judged(late(tmp_path, seed), seed, daybreak) for seed in range(100, 200)), Counter[str]())
    assert set(met) == {"best", "worse", "lost"}, met


def test_what_a_limit_leaves_open_is_not_known(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_text("barricade 0\nbarricade 0\n")
    ran = daybreak("review", "scenarios/until-dawn/full-lost.toml", "--line", path, "--states", "1", "--json")
    found = json.loads(ran.out)
    assert ran.code == 124 and {each["verdict"] for each in found["decisions"]} == {"unknown"} and not found["over"]


def test_what_the_deal_does_not_say_is_not_known(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path, line = tmp_path / "short.toml", tmp_path / "line.txt"
    path.write_text(LATE.replace("seed = {seed}", 'deck = ["scratcher"]'))
    line.write_text("pass\n")
    ran = daybreak("review", path, "--line", line, "--json")
    found = json.loads(ran.out)
    assert ran.code == 124 and [each["verdict"] for each in found["decisions"]] == ["unknown"]


def test_what_cannot_be_reviewed(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path, line = tmp_path / "open.toml", tmp_path / "line.txt"
    path.write_text('schema = 1\ngame = "until-dawn"\n')
    line.write_text("fly\n")
    assert "DB593" in daybreak("review", path, "--line", line).err
    ran = daybreak("review", late(tmp_path, 1), "--line", line)
    assert ran.code == 150 and "DB512" in ran.err
