"""Play that never comes to a decision or an end, and dead ends, where every state is kept; and what `check` says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import networkx as nx
import numpy as np
import pytest

from tests.games.corridor import game
from tests.games.corridor.drawn import explored, native
from verifier.analysis.built_in import BUILT_IN
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.search.endless import Round, chance_cycle, endless_round, first_dead_end
from verifier.search.explore import Explored
from verifier.search.limits import Limits

EVERYTHING: dict[str, Any] = {"compress": False}
INTERPRETED = ("--engine", "interpreted")
ALONE = """
phase = "next-attacker"
time = 16
zombie_time = 15
[[start.entrances]]
breached_by = "sneaker"
[[start.entrances]]
breached_by = "sneaker"
[[start.entrances]]
stack = ["screamer", "scratcher!"]
[[start.entrances]]
breached_by = "sneaker"
"""


def texts(found: Round | None) -> list[str]:
    assert found is not None
    return [event.text for event in found.events]


@pytest.mark.parametrize("open_chance", [True, False])
def test_steps_that_go_round_are_found_and_luck_that_ends_it_is_not(open_chance: bool) -> None:
    """The carousel (state 7 and 10 under open chance) can always let go; the maze cannot."""
    found = endless_round(explored(open_chance=open_chance, **EVERYTHING))
    assert found is not None and found.repeats == 2
    assert texts(found)[-3:] == ["enter maze", "wander", "wander"]


def test_a_round_that_nothing_ends_is_one_of_luck_too() -> None:
    whole = explored(open_chance=True, **EVERYTHING)
    assert chance_cycle(whole) == endless_round(whole)


def test_a_chance_cycle_is_none_where_only_decisions_repeat() -> None:
    assert chance_cycle(explored(Limits(depth=2), open_chance=True, **EVERYTHING)) is None


@pytest.mark.parametrize("seed", range(60))
def test_chance_cycles_are_those_that_networkx_finds(seed: int) -> None:
    """Random graphs of automatic states, decisions and ends, some states not expanded."""
    random = Random(seed)
    count = random.randint(2, 7)  # no more edges than the corridor has events
    node = [random.choice((STEP, CHANCE, CHANCE, DECISION, END)) for _ in range(count)]
    sources = random.choices(range(count), k=2 * count)
    edges = sorted((source, random.randrange(count), event) for event, source in enumerate(sources) if node[source] != END)
    events = native().program.events
    made = cast(Explored, SimpleNamespace(
        states=count, edge_count=len(edges), ending="closed", backend=native(), events_to=lambda number: [],
        tables=SimpleNamespace(node=np.array(node), edges=np.array(edges or np.zeros((0, 3)), dtype=np.int64).reshape(-1, 3))))
    free = nx.MultiDiGraph([(source, target) for source, target, _ in edges if {node[source], node[target]} <= {STEP, CHANCE}])
    rounds = list(nx.simple_cycles(nx.DiGraph(free)))
    found = chance_cycle(made)
    assert (found is not None) == bool(rounds)
    if found is not None:
        lasts = [events.index(event) for event in found.events[-found.repeats:]]
        way = {event: (source, target) for source, target, event in edges}
        cycle = [way[event][0] for event in lasts]
        assert [way[event][1] for event in lasts] == [*cycle[1:], cycle[0]]
        assert len(cycle) == min(len(each) for each in rounds if cycle[0] in each)


def test_a_walk_without_the_maze_never_goes_round() -> None:
    """Before the door, only decisions can repeat, and those are somebody's choice."""
    assert endless_round(explored(Limits(depth=2), open_chance=True, **EVERYTHING)) is None


def test_nothing_is_claimed_of_what_was_not_expanded() -> None:
    whole = explored(open_chance=True, **EVERYTHING)
    found = endless_round(whole)
    depth = len(texts(found)) - 2  # the maze is reached, and not gone through
    assert endless_round(explored(Limits(depth=depth), open_chance=True, **EVERYTHING)) is None


def test_the_first_dead_end() -> None:
    whole = explored(open_chance=True, **EVERYTHING)
    number = first_dead_end(whole)
    assert number is not None and whole.events_to(number)[-1].text == "enter closet"
    assert first_dead_end(explored(Limits(depth=2), open_chance=True, **EVERYTHING)) is None


def test_no_rule_can_have_the_name_of_a_demand() -> None:
    assert set(BUILT_IN) == {"ranges", "no-endless-loop", "no-dead-end", "chance-has-an-outcome", "no-chance-cycle",
                             "never-worse"}
    assert not any(name.isidentifier() for name in set(BUILT_IN) - {"ranges"})  # z3 refuses a game that has a rule of that name
    assert all(name.isidentifier() for name in game.rules)


def scenario(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.toml"
    path.write_text(f'schema = 1\ngame = "until-dawn"\n{text}')
    return str(path)


@pytest.mark.parametrize("chance", ["deal", "open"])
def test_check_refutes_a_reading_that_never_ends(chance: str, daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path = scenario(tmp_path, f'[rulings]\n"UD-18" = "attacks-again"\n[deal]\nseed = 1\n[start]{ALONE}')
    ran = daybreak("check", path, "--chance", chance, "--json", *INTERPRETED)
    rows = {row["name"]: row for row in json.loads(ran.out)["properties"]}
    assert ran.code == 12
    assert rows["no-endless-loop"]["verdict"] == "refuted" and rows["no-dead-end"]["verdict"] == "proved"
    row = rows["no-endless-loop"]
    assert [each["event"] for each in row["events"]][-row["repeats"]:] == ["next-attacker", "scratcher-attacks"]
    assert "for ever" in daybreak("check", path, "--property", "no-endless-loop", "--chance", chance, *INTERPRETED).out


def test_check_proves_what_ends(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path = scenario(tmp_path, '[deal]\nseed = 3\n[start]\ntime = 19\nzombie_time = 19\n')
    ran = daybreak("check", path, "--property", "no-endless-loop", "--property", "no-dead-end", "--json", *INTERPRETED)
    assert ran.code == 0
    assert [row["verdict"] for row in json.loads(ran.out)["properties"]] == ["proved", "proved"]


def test_a_deal_that_runs_out_proves_nothing(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    """A deck of one card: what would be drawn next, nobody knows."""
    path = scenario(tmp_path, '[deal]\ndeck = ["sneaker"]\n[start]\ntime = 18\nzombie_time = 17\n')
    ran = daybreak("check", path, "--json", *INTERPRETED)
    document = json.loads(ran.out)
    assert ran.code == 124 and document["ending"] == "uncovered"
    assert {row["verdict"] for row in document["properties"]} == {"unknown"}
    assert "the deal does not say" in daybreak("check", path, *INTERPRETED).out


@pytest.mark.parametrize("command", [["solve"], ["solve", "--goal", "lose"], ["explore"]])
def test_an_answer_that_the_deal_leaves_open_is_never_0(command: list[str], daybreak: Callable[..., Any], tmp_path: Path) -> None:
    path = scenario(tmp_path, '[deal]\ndeck = ["sneaker"]\n[start]\ntime = 18\nzombie_time = 17\n')
    ran = daybreak(command[0], path, *command[1:], "--json", *INTERPRETED)
    assert ran.code == 124
    told = json.loads(ran.out)
    assert (told["results"][0] if command[0] == "solve" else told)["ending"] == "uncovered"
    text = daybreak(command[0], path, *command[1:], *INTERPRETED).out
    assert "the deal does not say what chance brings" in " ".join(text.split())
