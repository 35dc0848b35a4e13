"""Until Dawn plays as its rulebook says: the worked examples, in every execution.

Each example is a scenario that ships with the game; what is asserted here was worked out by hand from the rulebook's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from daybreak_games.until_dawn.state import Barred, Card, Entrance, Jasper, Night, Phase, Rebecca
from tests.agreement.until_dawn_starts import instance
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import word_of, words_of
from verifier.run.native import Engine
from verifier.run.reference import Applied, Loops

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
EXAMPLES = ("e1-as-printed", "e1-corrected", "e2", "e3", "e4", "e5", "e6", "e7", "e8")
ENGINES: tuple[Engine, ...] = ("interpreted", "native")
ROUND_ONE, ROUND_TWO = {Phase.ACT, Phase.CHECK_SETS}, {
    Phase.NEXT_ATTACKER, Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER, Phase.SUMMON, Phase.SWEEP, Phase.RELOCATE}


@cache
def example(name: str) -> Instance:
    return load_instance(SCENARIOS / f"{name}.toml")


def line(start: Instance, *decisions: str) -> Iterator[Applied]:
    """The transitions of some decisions and of all that follows from them by itself, as dealt."""
    position, left = start.start, list(decisions)
    while True:
        kind = start.reference.kind(position)
        if kind == END or (kind == DECISION and not left):
            return
        event = start.program.event_by_text[left.pop(0)] if kind == DECISION else \
            start.reference.dealt(position) if kind == CHANCE else start.reference.events(position)[0]
        applied = start.reference.apply(position, event)
        yield applied
        position = applied.after


def after(start: Instance, phases: set[Phase], *decisions: str) -> Night:
    """The table when play first leaves the given phases."""
    if start.start.state.phase not in phases:
        return start.start.state
    return next(applied.after.state for applied in line(start, *decisions) if applied.after.state.phase not in phases)


def stacks(night: Night) -> list[str]:
    """Every stack in words, the top first."""
    return [" ".join(words_of(Card)[zombie.card] + "!" * zombie.attacking for zombie in door.stack) for door in night.entrances]


def bars(night: Night) -> list[int]:
    return [door.barricades for door in night.entrances]


def covers(night: Night) -> list[str]:
    return ["none" if door.breached_by is None else word_of(door.breached_by) for door in night.entrances]


def cards(bag: Any) -> dict[str, int]:
    return {word: bag[card] for card, word in zip(Card, words_of(Card), strict=True) if bag[card]}


def events(start: Instance, *decisions: str) -> list[str]:
    return [applied.event.text for applied in line(start, *decisions)]


# -- the two figures ----------------------------------------------------------------------------------------------------


def test_e1_as_printed_the_rule_turns_scratchers_everywhere() -> None:
    night = after(example("e1-as-printed"), ROUND_ONE, "end-turn")
    assert stacks(night) == ["scratcher! scratcher+! scratcher!", "sneaker! screamer! scratcher+! sneaker+!",
                             "screamer sneaker!", "scratcher! scratcher+! sneaker sneaker+"]
    assert bars(night) == [2, 2, 1, 1]


def test_e1_as_printed_the_figure_leaves_the_last_entrance_upright() -> None:
    start = example("e1-as-printed").scenario.start
    assert start is not None
    night = after(instance(start, seed=1, rulings={"UD-14": "figure"}), ROUND_ONE, "end-turn")
    assert stacks(night)[3] == "scratcher scratcher+ sneaker sneaker+" and stacks(night)[0].count("!") == 3


def test_e1_corrected_caption_and_rule_agree() -> None:
    for reading in ("rule-text", "figure"):
        start = example("e1-corrected").scenario.start
        assert start is not None
        night = after(instance(start, seed=1, rulings={"UD-14": reading}), ROUND_ONE, "end-turn")
        assert stacks(night) == ["scratcher! scratcher+! scratcher!", "sneaker! screamer! scratcher+! sneaker+!",
                                 "screamer sneaker!", "screamer screamer+ sneaker sneaker+"]


def test_e2_the_attacks_of_the_second_figure() -> None:
    night = after(example("e2"), ROUND_TWO)
    assert stacks(night) == ["", "", "screamer screamer scratcher+", "screamer screamer+ sneaker sneaker+"]
    assert bars(night) == [0, 0, 0, 1] and night.supply == 7
    assert covers(night) == ["none", "sneaker", "none", "none"]
    assert cards(night.discard) == {"scratcher": 2, "scratcher+": 1, "sneaker": 1, "sneaker+": 1}


def test_e1_played_on_is_e2() -> None:
    figures = [after(example("e1-corrected"), ROUND_ONE, "end-turn"), after(example("e2"), set())]
    assert figures[0] == figures[1]


@pytest.mark.parametrize(("barricades", "first", "left"), [(0, "scratcher+! scratcher!", 0), (1, "scratcher+!", 0), (2, "", 0)])
def test_e2_as_printed_depends_on_the_last_barricades(barricades: int, first: str, left: int) -> None:
    start: Any = example("e1-as-printed").scenario.start
    entrances = [*start["entrances"][:3], start["entrances"][3] | {"barricades": barricades}]
    night = after(instance(start | {"entrances": entrances}, seed=1), ROUND_ONE | ROUND_TWO, "end-turn")
    assert stacks(night)[0] == first and bars(night)[3] == left and stacks(night)[3] == "sneaker sneaker+"


# -- set-up, the first turn, chains -----------------------------------------------------------------------------------------


def test_e3_set_up() -> None:
    night = example("e3").start.state
    assert (night.phase, night.time, night.zombie_time, night.ammo, night.supply) == (Phase.ACT, 0, 0, 8, 8)
    assert (night.jasper, night.rebecca, night.barred) == (Jasper.RUG, Rebecca.ASIDE, Barred.NONE)
    assert cards(night.bite_pile) == {"scratcher": 1, "sneaker": 1, "screamer": 1}
    assert night.deck.total == 35 and night.discard.total == 0 and stacks(night) == [""] * 4 and bars(night) == [0] * 4


def test_e4_the_first_attack_is_nothing() -> None:
    assert events(example("e4"), "end-turn") == ["end-turn", "advance", "draw scratcher"]


def test_e5_as_many_chains_as_actions() -> None:
    told = events(example("e5"), "end-turn")
    chains = " ".join("|" if text == "advance" else "." for text in told if text == "advance" or text.startswith("draw"))
    assert chains == "| . . | . | . . ." and told[-1] == "end-zombie-turn"


# -- zombies ---------------------------------------------------------------------------------------------------------------


def test_e6_sneakers() -> None:
    night = after(example("e6"), ROUND_TWO)
    assert covers(night) == ["none", "sneaker", "none", "sneaker"] and bars(night) == [0] * 4 and stacks(night) == [""] * 4
    assert cards(night.discard) == {"sneaker": 1, "sneaker+": 1} and night.supply == 8


@pytest.mark.parametrize(("rebecca", "sneakers", "barricades", "breached", "left"), [
    ("aside", 2, 1, True, 0), ("aside", 1, 1, False, 0), (0, 1, 1, True, 0), (0, 1, 2, False, 1), ("aside", 1, 3, False, 2),
    ("aside", 2, 2, False, 1), (0, 2, 2, True, 0), (1, 1, 1, False, 0), ("aside", 1, 0, True, 0),
])
def test_e6_sneakers_against_barricades(rebecca: str | int, sneakers: int, barricades: int, breached: bool, left: int) -> None:
    first = {"barricades": barricades, "stack": ["sneaker!"] * sneakers}
    start = instance({"phase": "next-attacker", "time": 16, "zombie_time": 15, "rebecca": rebecca,
                      "entrances": [first, {}, {}, {}]}, seed=6)
    night = after(start, ROUND_TWO)
    assert (night.entrances[0].breached_by is not None) == breached and bars(night) == [left, 0, 0, 0]
    assert stacks(night) == [""] * 4 and night.supply == 8 - left


def test_e7_screamers() -> None:
    told = [text for text in events(example("e7")) if text.startswith("summon")]
    assert told == ["summon scratcher+", "summon bite-red", "summon sneaker", "summon move-cw", "summon bite-green+"]
    night = after(example("e7"), ROUND_TWO)
    assert covers(night) == ["screamer", "none", "none", "none"]
    # The upright Scratcher that moved on lies above the one that was called, and stays when that one has acted.
    assert stacks(night) == ["", "scratcher", "", ""] and bars(night) == [0, 1, 1, 0]
    assert cards(night.bite_pile) == {"scratcher": 1, "sneaker": 1, "screamer": 1, "bite-red": 1, "bite-green+": 1}
    assert cards(night.discard) == {"screamer": 1, "screamer+": 1, "scratcher+": 1, "sneaker": 1, "move-cw": 1}


def test_e8_scratchers() -> None:
    night = after(example("e8"), ROUND_TWO)
    assert covers(night) == ["scratcher", "none", "none", "none"] and night.rebecca == Entrance.FRONT
    assert stacks(night) == ["", "screamer screamer sneaker", "", ""] and bars(night) == [0, 1, 0, 0]
    assert cards(night.discard) == {"scratcher+": 1} and night.at == Entrance.FRONT


# -- all executions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_the_same_in_every_execution(name: str, engine: Engine) -> None:
    start = example(name)
    native, state = start.native(engine), start.native(engine).state(start.start)
    context, slots = native.context(start.setting), native.constant("SLOTS")
    decisions = ["end-turn"] if start.start.state.phase == Phase.ACT and start.start.state.time > 0 else []
    for applied in line(start, *decisions):
        native.clear(context)
        assert applied.kind != DECISION or native.call("guard", state, context, applied.event.number) == 0
        native.call("apply", state, context, applied.event.number)
        after = native.state(applied.after)
        assert (state[:slots] == after[:slots]).all() and native.failed(context) is None, applied.event.text
        exercised, _ = native.counters(context)
        assert {start.program.clauses[index]: int(exercised[index]) for index in np.flatnonzero(exercised)} == \
            {clause: applied.clauses.count(clause) for clause in applied.clauses}
        state = after


# -- a reading that never ends -----------------------------------------------------------------------------------------------

ALONE = {"phase": "next-attacker", "time": 16, "zombie_time": 15, "entrances": [
    {"breached_by": "sneaker"}, {"breached_by": "sneaker"}, {"stack": ["screamer", "scratcher!"]}, {"breached_by": "sneaker"}]}


def test_a_scratcher_alone_attacks_for_ever_under_one_reading() -> None:
    start = instance(ALONE, seed=1, rulings={"UD-18": "attacks-again"})
    with pytest.raises(Loops, match="scratcher-attacks") as loops:
        start.reference.settled(start.start)
    assert set(loops.value.events) == {"scratcher-attacks", "next-attacker"}


@pytest.mark.parametrize("engine", ENGINES)
def test_emitted_code_sees_the_loop(engine: Engine) -> None:
    codes = []
    for reading in ("attacks-again", "wraps-to-top", "stays"):
        start = instance(ALONE, seed=1, rulings={"UD-18": reading})
        native = start.native(engine)
        state, context = native.state(start.start), native.context(start.setting)
        codes.append(int(native.call("settle", state, context, *native.tapes(start.setting), False, native.blank())))
    assert codes[0] == 4 and 4 not in codes[1:]


@pytest.mark.parametrize(("reading", "stack"), [("wraps-to-top", "scratcher! screamer"), ("stays", "screamer scratcher!")])
def test_other_readings_go_on(reading: str, stack: str) -> None:
    assert stacks(after(instance(ALONE, seed=1, rulings={"UD-18": reading}), ROUND_TWO))[2] == stack
