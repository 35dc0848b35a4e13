"""What coverage counts equals a naive count: the same games and states, played by the reference with none of its counters."""

from __future__ import annotations

from collections import Counter, deque
from pathlib import Path
from types import ModuleType

import pytest
from attrs import evolve

from tests.games import corridor, ferry, staircase
from verifier.instance import load_instance
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.line import Line, replay
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.run.native import Native
from verifier.run.reference import Impossible, Position, RanOut, Reference
from verifier.run.setting import Setting
from verifier.search.clause_counts import GAME_TRANSITIONS_MAX, Counted, Events, count_games, count_line, count_states
from verifier.search.limits import Limits

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
PLAYED = {"ferry": (ferry, ferry.Fare(tickets=3)), "staircase": (staircase, staircase.House(stairs=5)),
          "corridor": (corridor, corridor.Box(stubborn=3))}


class Naive:
    """Uses and refusals, and the least number of events to each."""

    def __init__(self) -> None:
        self.exercised: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.exercised_by: dict[str, int] = {}
        self.refused_after: dict[str, int] = {}

    def apply(self, reference: Reference, position: Position, event: Event, events: int) -> Position:
        applied = reference.apply(position, event)
        for id_ in applied.clauses:
            self.exercised[id_] += 1
            self.exercised_by[id_] = min(self.exercised_by.get(id_, events), events)
        return applied.after

    def refuse(self, reference: Reference, position: Position, events: int) -> None:
        for event in reference.events(position):
            if (id_ := reference.forbidden_by(position, event)) is not None:
                self.refused[id_] += 1
                self.refused_after[id_] = min(self.refused_after.get(id_, events), events)


def program_of(module: ModuleType) -> Program:
    return load(module.game)


def setting_of(name: str, program: Program, rulings: dict[str, str] | None = None) -> Setting:
    return Setting({**program.default_rulings, **(rulings or {})}, PLAYED[name][1], ())


def agree(counted: Counted, naive: Naive) -> None:
    assert +counted.exercised == +naive.exercised and +counted.refused == +naive.refused
    assert {id_: len(events) for id_, events in counted.exercised_by.items()} == naive.exercised_by
    assert {id_: len(events) for id_, events in counted.refused_after.items()} == naive.refused_after


# -- random games -----------------------------------------------------------------------------------------------------------


def naive_games(reference: Reference, start: Position, games: int, seed: int) -> Naive:
    """The games that a seed stands for: Lehmer's generator modulo 2**31 - 1, without its four lowest bits."""
    naive, number = Naive(), 1 + seed
    for _ in range(games):
        position, events = start, 0
        while reference.kind(position) != END and events < GAME_TRANSITIONS_MAX:
            number = number * 48271 % (2**31 - 1)
            if reference.kind(position) == DECISION:
                naive.refuse(reference, position, events)
                possible = reference.legal(position)
            elif reference.kind(position) == CHANCE:
                possible = [event for event, weight in reference.outcomes(position) for _ in range(weight)]
            else:
                possible = reference.events(position)
            if not possible:
                break
            events += 1
            position = naive.apply(reference, position, possible[(number >> 4) % len(possible)], events)
    return naive


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("name", ["ferry", "staircase"])
def test_random_games(name: str, seed: int) -> None:
    program = program_of(PLAYED[name][0])
    setting = setting_of(name, program)
    reference = Reference(program, setting)
    start = reference.set_up()
    counted = count_games(Native(program, "interpreted"), setting, start, games=40, seed=seed)
    assert counted.ending == "done" and counted.looked["games"] == 40
    agree(counted, naive_games(reference, start, 40, seed))


def test_random_games_of_until_dawn() -> None:
    instance = load_instance(SCENARIOS / "reshuffle.toml")
    reference = Reference(instance.program, evolve(instance.setting, tapes=()))
    counted = count_games(instance.native("interpreted"), instance.setting, instance.start, games=12, seed=3)
    agree(counted, naive_games(reference, instance.start, 12, 3))


def test_games_that_do_not_end_are_counted_and_left() -> None:
    program = program_of(corridor)
    setting = setting_of("corridor", program)
    counted = count_games(Native(program, "interpreted"), setting, Reference(program, setting).set_up(), games=12)
    assert counted.looked["unfinished"] > 0 and counted.looked["dead_ends"] > 0
    assert counted.looked["transitions"] >= counted.looked["unfinished"] * GAME_TRANSITIONS_MAX


def test_compiled_and_interpreted_games_are_the_same() -> None:
    program = program_of(ferry)
    setting = setting_of("ferry", program)
    start = Reference(program, setting).set_up()
    same(*(count_games(Native(program, engine), setting, start, games=300, seed=2) for engine in ("native", "interpreted")))


@pytest.mark.long
def test_compiled_and_interpreted_states_are_the_same() -> None:
    program = program_of(ferry)
    setting = setting_of("ferry", program)
    start = Reference(program, setting).set_up()
    same(*(count_states(Native(program, engine), setting, start, open_chance=True) for engine in ("native", "interpreted")))


def same(native: Counted, interpreted: Counted) -> None:
    assert (native.exercised, native.refused, native.looked) == (interpreted.exercised, interpreted.refused, interpreted.looked)
    for lines, others in ((native.exercised_by, interpreted.exercised_by), (native.refused_after, interpreted.refused_after)):
        assert texts(lines) == texts(others) != {}


def texts(lines: dict[str, Events]) -> dict[str, list[str]]:
    return {id_: [event.text for event in events] for id_, events in lines.items()}


# -- every state ------------------------------------------------------------------------------------------------------------


def naive_states(reference: Reference, start: Position, open_chance: bool) -> tuple[Naive, int]:
    """Every state once, nearest first; how many there are."""
    naive = Naive()

    def key(position: Position) -> tuple[int, ...]:
        state = tuple(reference.program.encode(position.state))
        return state if open_chance else (*state, *position.used)

    known = {key(start): 0}
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        depth, kind = known[key(position)], reference.kind(position)
        if kind == DECISION:
            naive.refuse(reference, position, depth)
            following = reference.legal(position)
        elif kind == CHANCE and not open_chance:
            try:
                following = [reference.dealt(position)]
            except (RanOut, Impossible):
                following = []
        elif kind == CHANCE:
            following = [event for event, _ in reference.outcomes(position)]
        else:
            following = reference.events(position) if kind != END else []
        for event in following:
            after = naive.apply(reference, position, event, depth + 1)
            if key(after) not in known:
                known[key(after)] = depth + 1
                waiting.append(after)
    return naive, len(known)


@pytest.mark.parametrize("open_chance", [True, False])
@pytest.mark.parametrize(("name", "tapes"), [
    ("ferry", ((-2, -1, -1),)), ("ferry", ((-1,),)), ("corridor", ((-2, -1), (-1, -2))), ("corridor", ((-2,), ())),
])
def test_every_state(name: str, tapes: tuple[tuple[int, ...], ...], open_chance: bool) -> None:
    program = program_of(PLAYED[name][0])
    setting = evolve(setting_of(name, program), tapes=tapes)
    reference = Reference(program, setting)
    start = reference.set_up()
    counted = count_states(Native(program, "interpreted"), setting, start, open_chance=open_chance)
    naive, states = naive_states(reference, start, open_chance)
    assert counted.looked["states"] == states
    agree(counted, naive)
    assert counted.explored is not None
    native = counted.explored.backend
    assert [list(part) for part in native.counters(counted.explored.context)] == [
        [counts[id_] for id_ in program.clauses] for counts in (counted.exercised, counted.refused)]


def test_behind_a_limit_what_was_expanded_is_counted() -> None:
    instance = load_instance(SCENARIOS / "small-lost.toml")
    counted = count_states(instance.native("interpreted"), instance.setting, instance.start, limits=Limits(states=500))
    explored = counted.explored
    assert explored is not None and counted.ending == "states" and 0 < explored.expanded < explored.states
    found = [list(part) for part in explored.backend.counters(explored.context)]
    assert found == [[counts[id_] for id_ in instance.program.clauses] for counts in (counted.exercised, counted.refused)]


@pytest.mark.long
def test_every_state_of_a_small_deal() -> None:
    instance = load_instance(SCENARIOS / "small-lost.toml")
    counted = count_states(instance.native("native"), instance.setting, instance.start)
    naive, states = naive_states(instance.reference, instance.start, False)
    assert counted.looked["states"] == states
    agree(counted, naive)


# -- lines, and the set-up --------------------------------------------------------------------------------------------------


def test_a_line_and_the_moves_beside_it() -> None:
    instance = load_instance(SCENARIOS / "reshuffle.toml")
    reference = instance.reference
    applied = list(replay(reference, instance.start, Line(("fire 0", "pass", "end-turn"))))
    counted = count_line(reference, instance.start, applied)
    naive, position = Naive(), instance.start
    for number, each in enumerate((*applied, None)):
        if reference.kind(position) == DECISION:
            naive.refuse(reference, position, number)
            for event in reference.legal(position):
                naive.apply(reference, position, event, number + 1)
        elif each is not None:
            naive.apply(reference, position, each.event, number + 1)
        position = position if each is None else each.after
    agree(counted, naive)
    assert counted.looked["transitions"] == len(applied) > 3


def test_the_reference_keeps_what_the_set_up_exercises() -> None:
    program = program_of(ferry)
    reference = Reference(program, setting_of("ferry", program))
    position, clauses = reference.laid_out()
    assert clauses == ("FE-02",) and reference.key(position) == reference.key(reference.set_up())
    until_dawn = installed().program("until-dawn")
    instance = load_instance(SCENARIOS / "demo.toml")
    assert [id_ for id_ in until_dawn.clauses if id_.startswith("UD-S") and until_dawn.rulebook[id_].kind == "rule"] == list(
        instance.reference.laid_out()[1])
