"""What rules can do to a state they can do to its pattern: every game, random declarations, every kind of sample transition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.contract.test_games_with_sides import program as program_of
from verifier.errors import DaybreakError
from verifier.instance import instance_of
from verifier.lang.patterns import Patterns, problems_of
from verifier.lang.types import EnumType, IntType, RowType
from verifier.program.patterns import pattern_problems
from verifier.program.program import Program
from verifier.registry import installed
from verifier.run.control import Why, Widening
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.samples import Samples
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search.derived import context_of

QUICK = ("corridor", "crossing", "ferry", "network", "sokoban", "tiles", "urn")
SLOW = ("cells", "fifteen", "klondike", "pegs")  # the other games of the tests have no grade
SAMPLES_MOST = 12
ROOM = 1 << 14
Ways = dict[int, int]


def drawn(program: Program, random: Random) -> Patterns | None:
    """A declaration that fits the state: some fields, perhaps a row of which values are told apart, perhaps what counts."""
    state = program.game.state_type
    names = [name for name, _ in state.fields if name != "phase"]
    random.shuffle(names)
    row, groups = "", list[tuple[int, ...]]()
    for name in names:
        kind = state.field(name)
        if isinstance(kind, RowType) and isinstance(kind.item, IntType | EnumType) and random.random() < 0.8:
            values = list(range(kind.item.low, min(kind.item.high, 15) + 1))
            random.shuffle(values)
            first, last = sorted((random.randint(1, 3), random.randint(1, 6)))
            row, groups = name, [each for each in (tuple(values[:first]), tuple(values[first:last])) if each]
    counts = next((name for name in names if name != row and is_counted(program, name)), "")
    found = Patterns(counts, (), row, tuple(groups), "here")
    for name in names:
        more = Patterns(counts, (*found.keeps, name), row, found.groups, "here")
        if random.random() < 0.7 and not problems_of(more, state, has_grade=True):
            found = more
    return None if problems_of(found, state, has_grade=True) else found


def is_counted(program: Program, name: str) -> bool:
    """Whether rules only add to a field."""
    if not isinstance(program.game.state_type.field(name), IntType):
        return False
    return not list(pattern_problems(program.game, program.bodies, program.played, [Patterns(name, (), "", (), "here")]))


def transitions(program: Program, random: Random) -> Iterator[tuple[Setting, Position, Position]]:
    """Legal transitions from states met in play, altered, and anywhere in the ranges."""
    instance = instance_of(new_scenario(program.game, title="patterns"), program)
    samples = Samples(program, instance.setting)
    drawn = [sample for rule in program.game.of_kind("decision", "chance", "step") for sample in samples.of(rule)]
    random.shuffle(drawn)
    for sample in drawn[:SAMPLES_MOST]:
        reference = samples.reference(sample.rulings)
        before = reference.position(sample.state)
        try:
            if reference.forbidden_by(before, sample.event) is None:
                yield reference.setting, before, reference.apply(before, sample.event).after
        except DaybreakError:
            continue  # what fails leads nowhere


def ways_on(native: Native, context: Any, key: int, *, owned_only: bool) -> Ways | None:
    """What can follow a pattern, and the least that it costs; None where that is too much."""
    found, keys, numbers = np.zeros(ROOM, np.int64), np.zeros(2 * ROOM, np.int64), np.zeros(2 * ROOM, np.int32)
    firsts, targets, costs = np.zeros(ROOM + 1, np.int64), np.zeros(ROOM, np.int32), np.zeros(ROOM, np.uint8)
    control, scratch = np.zeros(len(Widening), np.int64), np.zeros((2, native.constant("CELLS")), np.int64)
    native.call("enter_first", key, found, keys, numbers, control)
    control[Widening.MOST] = 1
    native.call("widen", context, found, keys, numbers, firsts, targets, costs, owned_only, control, scratch)
    if control[Widening.WHY] != Why.DONE:
        return None
    ways: Ways = {}
    for edge in range(firsts[1]):
        to = int(found[targets[edge]])
        ways[to] = min(int(costs[edge]), ways.get(to, 255))
    return ways


def check(program: Program, seed: int) -> Counter[str]:
    """Compare transitions of a game with those of its patterns, for a random declaration; how many there were of which kind."""
    random, counts = Random(f"{program.game.name} {seed}"), Counter[str]()
    patterns = drawn(program, random)
    if patterns is None or program.game.only("grade") is None:
        return counts
    native = Native(program, "interpreted").projected(patterns)
    counted = [name for name, _ in program.game.state_type.fields].index(patterns.counts) if patterns.counts else -1
    several = len(patterns.groups) > 1
    for setting, before, after in transitions(program, random):
        spent = 0 if counted < 0 else getattr(after.state, patterns.counts) - getattr(before.state, patterns.counts)
        total = 0
        for values in patterns.groups or ((),):
            context = context_of(native, patterns, setting, values)
            key, to = (int(native.call("key_of", native.state(each), context)) for each in (before, after))
            ways = ways_on(native, context, key, owned_only=several)
            if ways is None:
                counts["too many"] += 1
                break
            assert to in ways, (program.game.name, seed, patterns, before.state, after.state)
            assert several or ways[to] <= spent
            total += ways[to]
            counts["followed"] += 1
            counts["alone"] += len(ways) == 1
            counts["costs"] += ways[to] > 0
        assert total <= max(spent, 0), (program.game.name, seed, patterns, before.state, after.state)
    return counts


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.long) for name in SLOW)])
def test_every_transition_is_one_of_the_pattern(name: str) -> None:
    program = program_of(import_module(f"tests.games.{name}"))
    counts = sum((check(program, seed) for seed in range(3)), Counter[str]())
    assert counts["followed"] > counts["alone"] and counts["followed"] > counts["too many"] / 2


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(installed()))
def test_every_transition_of_large_games_is_one_of_the_pattern(name: str) -> None:
    counts = sum((check(installed().program(name), seed) for seed in range(8)), Counter[str]())
    assert sum(counts.values()) > 0
