"""The conformance kit itself: its positions are what it says, it is deterministic, and it sees small lies of emitted code."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM
from tests.games import corridor, sliding, urn
from tests.sampling import one_in
from verifier.errors import BadInput
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.program import Program, load
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.testing import (
    disagreements,
    random_disturbed,
    random_games,
    random_reachable,
    random_setting,
    random_typed,
    reproduced,
)
from verifier.testing.symbolic import Symbolic

GAMES = {"corridor": corridor, "sliding": sliding, "urn": urn}


@cache
def loaded(name: str) -> tuple[Program, Any]:
    game = GAMES[name].game
    return load(game), load_edition(game, default_edition(game), Path(__file__).parent).record


@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_the_tests_agree(name: str) -> None:
    program, edition = loaded(name)
    interpreted = Native(program, "interpreted")
    for seed in range(2):
        setting = random_setting(program, seed=seed, edition=edition)
        met = list(random_reachable(program, setting, seed=seed, count=100))
        positions = [*met, *random_typed(program, seed=seed, count=200), *random_disturbed(program, met, seed=seed)]
        assert not disagreements(program, setting, positions, [interpreted])


def test_dead_ends_are_among_what_is_compared() -> None:
    """Chance that can bring nothing, and a decision with nothing legal, whatever the deal: all executions call both stuck."""
    program, edition = loaded("urn")
    engines = [Native(program, "interpreted"), Symbolic(program), Symbolic(program, 1.0)]
    stuck = {urn.Phase.DRAW: 0, urn.Phase.HIDDEN: 0}
    for seed in range(4):
        setting = random_setting(program, seed=seed, edition=edition, tape_length=seed)
        positions = list(random_typed(program, seed=seed, count=120, tape_length=2))
        reference = Reference(program, setting)
        for position in positions[::2]:
            position.state.urn[urn.Marble.RED] = position.state.urn[urn.Marble.WHITE] = 0
        for position in positions:
            if position.state.phase in stuck:
                stuck[position.state.phase] += reference.is_stuck(position)
        assert not disagreements(program, setting, positions, engines)
    assert all(count > 10 for count in stuck.values())


def numbers(program: Program, positions: Iterator[Position]) -> list[tuple[list[int], tuple[int, ...]]]:
    return [(program.encode(position.state), position.used) for position in positions]


def test_the_same_seed_gives_the_same_positions() -> None:
    setting = random_setting(PROGRAM, seed=3, edition=ASSUMED)
    assert setting == random_setting(PROGRAM, seed=3, edition=ASSUMED) != random_setting(PROGRAM, seed=4, edition=ASSUMED)
    makers: list[Callable[[int], Iterator[Position]]] = [
        lambda seed: random_reachable(PROGRAM, setting, seed=seed, count=30),
        lambda seed: random_typed(PROGRAM, seed=seed, count=30),
        lambda seed: random_disturbed(PROGRAM, random_reachable(PROGRAM, setting, seed=1, count=30), seed=seed),
    ]
    for make in makers:
        random.random()  # nobody else's dice matter
        assert numbers(PROGRAM, make(1)) == numbers(PROGRAM, make(1)) != numbers(PROGRAM, make(2))


def test_random_positions_are_within_their_ranges() -> None:
    setting = random_setting(PROGRAM, seed=1, edition=ASSUMED)
    met = list(random_reachable(PROGRAM, setting, seed=1, count=200))
    for position in [*met, *random_typed(PROGRAM, seed=1, count=500), *random_disturbed(PROGRAM, met, seed=1)]:
        flat = PROGRAM.encode(position.state)
        assert all(slot.low <= number <= slot.high for slot, number in zip(PROGRAM.slots, flat, strict=True))
        assert PROGRAM.encode(PROGRAM.decode(flat)) == flat  # and nothing lies above the top of a pile


def test_random_typed_positions_reach_both_ends_of_every_range() -> None:
    states = [PROGRAM.encode(position.state) for position in random_typed(PROGRAM, seed=5, count=1000)]
    for index, slot in enumerate(PROGRAM.slots):
        assert {slot.low, slot.high} <= {state[index] for state in states}, slot


# A comparison that cannot fail says nothing: each small lie must be seen.


FIRE, PASS = (PROGRAM.event_by_text[text].number for text in ("fire 1", "pass"))


def _apply(module: ModuleType) -> Callable[..., Any]:
    honest = module.apply

    def lie(s: Any, x: Any, event: int) -> None:
        honest(s, x, event)
        if event == PASS:
            s[1] = s[1] + 1 if s[1] < 60 else 0

    return lie


def _guard(module: ModuleType) -> Callable[..., Any]:
    honest = module.guard
    return lambda s, x, event: honest(s, x, event) if event != FIRE else 0


def _listing(module: ModuleType) -> Callable[..., Any]:
    honest = module.legal_events
    return lambda s, x, out: max(0, honest(s, x, out) - 1)


def _refusals_counted(module: ModuleType) -> Callable[..., Any]:
    honest = module.legal_events

    def lie(s: Any, x: Any, out: Any) -> int:
        x[module.ERROR + 2 + module.CLAUSES] += 1
        count: int = honest(s, x, out)
        return count

    return lie


def _clause(module: ModuleType) -> Callable[..., Any]:
    honest = module.guard
    return lambda s, x, event: max(0, honest(s, x, event) - 1)


def _weigh(module: ModuleType) -> Callable[..., Any]:
    honest = module.weigh
    return lambda s, x, event: min(1, honest(s, x, event))


def _counts_twice(module: ModuleType) -> Callable[..., Any]:
    honest = module.apply

    def lie(s: Any, x: Any, event: int) -> None:
        honest(s, x, event)
        x[module.ERROR + 2] += 1

    return lie


def _changes_the_ruling(module: ModuleType) -> Callable[..., Any]:
    honest = module.apply

    def lie(s: Any, x: Any, event: int) -> None:
        honest(s, x, event)
        x[0] = 1 - x[0]

    return lie


def _one(name: str, number: int) -> Callable[[ModuleType], Callable[..., Any]]:
    """The truth of the property with a number is told the other way round."""

    def liar(module: ModuleType) -> Callable[..., Any]:
        honest = getattr(module, name)
        return lambda *arguments: honest(*arguments) != (arguments[-1] == number)

    return liar


def _more(name: str) -> Callable[[ModuleType], Callable[..., Any]]:
    def liar(module: ModuleType) -> Callable[..., Any]:
        honest = getattr(module, name)
        return lambda *arguments: honest(*arguments) + 1

    return liar


def _settle(module: ModuleType) -> Callable[..., Any]:
    honest = module.settle

    def lie(s: Any, x: Any, tapes: Any, lengths: Any, open_chance: bool, mark: Any) -> int:
        code = honest(s, x, tapes, lengths, open_chance, mark)
        return 5 if code == 6 else code

    return lie


def _unpack(module: ModuleType) -> Callable[..., Any]:
    honest = module.unpack

    def lie(words: Any, s: Any) -> None:
        honest(words, s)
        s[2] &= 7

    return lie


def _copy(module: ModuleType) -> Callable[..., Any]:
    return lambda s, t: t.__setitem__(slice(0, 40), s[:40])


def _fails_elsewhere(module: ModuleType) -> Callable[..., Any]:
    honest = module.apply

    def lie(s: Any, x: Any, event: int) -> None:
        honest(s, x, event)
        if x[module.ERROR]:
            x[module.ERROR] = next(node for node, place in PROGRAM.lines.items() if place[1] > 20 and node != x[module.ERROR])

    return lie


LIES = {
    "effect": ("apply", _apply), "legality": ("guard", _guard), "clause that forbids": ("guard", _clause),
    "listing": ("legal_events", _listing), "refusals counted": ("legal_events", _refusals_counted),
    "weight": ("weigh", _weigh), "clause count": ("apply", _counts_twice), "rulings": ("apply", _changes_the_ruling),
    "invariant": ("invariant", _one("invariant", 3)), "step property": ("step_property", _one("step_property", 5)),
    "grade": ("grade", _more("grade")), "bound": ("bound", _more("bound")), "estimate": ("estimate", _more("estimate")),
    "settle": ("settle", _settle), "copy": ("copy", _copy), "unpack": ("unpack", _unpack),
    "place of a failure": ("apply", _fails_elsewhere),
}


def lying(what: str) -> Native:
    native = Native(PROGRAM, "interpreted")
    name, liar = LIES[what]
    setattr(native.module, name, liar(native.module))
    return native


@pytest.mark.parametrize("what", one_in(2, LIES))
def test_a_lie_of_emitted_code_is_seen(what: str) -> None:
    setting = random_setting(PROGRAM, seed=1, edition=ASSUMED)
    met = list(random_reachable(PROGRAM, setting, seed=2, count=120))
    positions = [*met, *random_typed(PROGRAM, seed=2, count=120), *random_disturbed(PROGRAM, met, seed=2)]
    found = disagreements(PROGRAM, setting, positions, [lying(what)], most=5)
    assert found and found[0].engine == "interpreted"
    assert found[0].expected != found[0].got and "reference: " in str(found[0])


def test_a_disagreement_is_saved_and_comes_back(tmp_path: Path) -> None:
    setting = Setting(PROGRAM.default_rulings | {"UD-18": "stays"}, ASSUMED, ((5, -2), (7,)))
    positions = list(random_reachable(PROGRAM, setting, seed=2, count=20))
    found = disagreements(PROGRAM, setting, positions, [lying("invariant")], most=1)[0]
    assert "invariant" in found.what and "'UD-18': 'stays'" in str(found) and "Night(" in str(found)
    found.save(tmp_path / "found.json")
    again = reproduced(PROGRAM, tmp_path / "found.json", [lying("invariant")])
    assert [each.what for each in again if each.what == found.what] and str(again[0]) == str(found)
    assert reproduced(PROGRAM, tmp_path / "found.json", ["interpreted"]) == []
    with pytest.raises(BadInput, match="expected a disagreement of corridor"):
        reproduced(loaded("corridor")[0], tmp_path / "found.json", ["interpreted"])


def test_random_games_tell_what_broke_and_how_they_got_there() -> None:
    setting = Setting(PROGRAM.default_rulings, ASSUMED)
    honest = random_games(Native(PROGRAM, "interpreted"), setting, seed=1, games=3)
    assert not honest.broken and honest.games == 3 and honest.ends.total() == 3 and honest.exercised["UD-T02"] > 0
    for what in ("invariant", "step property"):
        broken = random_games(lying(what), setting, seed=1, games=1).broken
        assert broken and " after " in str(broken[0])
    low = Native(PROGRAM, "interpreted")
    low.module.bound = lambda s, x: 0  # type: ignore[attr-defined]
    assert any("the bound" in each.what for each in random_games(low, setting, seed=1, games=20).broken)
