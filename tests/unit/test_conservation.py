"""Conservation of cards, on offer for every game: counted as a naive count has it, and asked like any property."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any

import pytest

import verifier as daybreak
from tests.rule_modules import EDITION, random_value, written
from verifier.errors import BadInput
from verifier.instance import Instance, instance_of
from verifier.lang.values import Bag, Pile, Row, blank
from verifier.program.conservation import conservations, with_conservation
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.verdict import Verdict

PLAYED = '''
@game.decision(Phase.ACT)
def put(table: Table, colour: Colour) -> None:
    """A card goes from the bag upon a pile."""
    require(table.bag[colour] > 0 and table.piles[0].size < 3, "C-01")
    table.bag.take(colour)
    table.piles[0].put_top({put})


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    """Stop."""
    table.phase = Phase.OVER


@game.setup
def lay_out(table: Table) -> None:
    """Two cards."""
    table.bag[Colour.RED] = 1
    table.bag[Colour.BLUE] = 1
'''
NAME = "colour_is_conserved"
TAKEN = '''

@game.invariant()
def colour_is_conserved(table: Table) -> bool:
    """A property of the game's own."""
    return True
'''


def program_of(folder: Path, put: str = "colour", more: str = "") -> Program:
    folder.mkdir(exist_ok=True)
    (folder / "edition-plain.toml").write_text(EDITION)
    return load(written(folder, PLAYED.replace("{put}", put) + more).game)


def instance_with(program: Program) -> Instance:
    return instance_of(new_scenario(program.game, title="Probe"), program)


def cards_in(value: Any, kind: type[IntEnum]) -> Counter[Any]:
    """How many there are of each card, counted by going through everything that there is."""
    if isinstance(value, Bag):
        held = value._kind.kind
        return Counter({card: value._counts[card] for card in kind if held.enum is kind and card <= held.high})
    if isinstance(value, (Pile, Row)):
        return sum((cards_in(each, kind) for each in value), Counter())
    if type(value) is kind:
        return Counter([value])
    return sum((cards_in(each, kind) for each in getattr(value, "__dict__", {}).values()), Counter()) \
        if not isinstance(value, IntEnum) else Counter()


@pytest.mark.parametrize("name", ["probe", *installed()])
def test_it_counts_what_a_walk_through_the_state_counts(name: str, tmp_path: Path) -> None:
    program = program_of(tmp_path) if name == "probe" else installed().program(name)
    offered, random, state = conservations(program), Random(7), program.game.state_type
    more = with_conservation(program, offered)
    reference = Reference(more, Setting(more.default_rulings, blank(program.game.edition_type)))
    assert offered
    for each in offered.values():
        agreed = Counter[bool]()
        for _ in range(20):
            one, other = random_value(state, random), random_value(state, random)
            for before, after in ((one, other), (one, one)):
                expected = +cards_in(before, each.cards) == +cards_in(after, each.cards)
                assert reference.holds(more.game.rules[each.name], before, after) == expected
                agreed[expected] += 1
        assert set(agreed) == {True, False}


@pytest.mark.parametrize(("put", "verdict"), [
    ("colour", Verdict.PROVED), ("Colour.GREEN if colour == Colour.RED else colour", Verdict.REFUTED)])
@pytest.mark.parametrize("method", ["explicit", "z3"])
def test_a_card_that_becomes_another_is_found(put: str, verdict: Verdict, method: str, tmp_path: Path) -> None:
    [row] = daybreak.check(instance_with(program_of(tmp_path, put)), properties=["colour-is-conserved"], with_=method,
                           **({"engine": "interpreted"} if method == "explicit" else {"again": True, "jobs": 1})).properties
    assert (row.name, row.kind, row.verdict) == (NAME, "step property", verdict)


def test_the_game_stays_as_it_is_and_has_names_of_its_own(tmp_path: Path) -> None:
    program = program_of(tmp_path / "plain")
    assert NAME not in program.game.rules and NAME in conservations(program)
    assert with_conservation(program, ["no_such"]) is program
    with_conservation(program, [NAME])
    assert NAME not in program.game.rules
    assert NAME not in conservations(program_of(tmp_path / "taken", more=TAKEN))


def test_it_is_asked_by_name_alone_and_suggested(tmp_path: Path) -> None:
    instance = instance_with(program_of(tmp_path))
    assert NAME not in [row.name for row in daybreak.check(instance, engine="interpreted").properties]
    with pytest.raises(BadInput, match=NAME):
        daybreak.check(instance, properties=["color-is-conserved"], engine="interpreted")
