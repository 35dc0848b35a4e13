"""What `find order` says, against every order there is, each explored to all of its ends."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from verifier.analysis.difficulty import difficulty
from verifier.analysis.find_difficult_order import is_met, short_of
from verifier.instance import Instance, load_instance
from verifier.results.difficult import Difficulty, Kept, LinePoint
from verifier.results.found import Aim
from verifier.results.share import share
from verifier.scenarios.deal import dealt_outcomes, tapes_of
from verifier.search.best import solve_best
from verifier.search.explore import explore
from verifier.symbolic.find.order import Fate, Judged, Orders, OrderSearch, Proposals

# Two steps before dawn, with little left: what comes decides.
LATE = """schema = 1
game = "until-dawn"
[deal]
seed = {seed}
[start]
time = 18
zombie_time = 18
ammo = 0
[[start.entrances]]
breached_by = "sneaker"
[[start.entrances]]
stack = ["sneaker", "scratcher"]
[[start.entrances]]
stack = ["screamer", "screamer"]
[[start.entrances]]
breached_by = "scratcher"
"""


@pytest.fixture
def late(tmp_path: Path) -> Callable[[int], Path]:
    def write(seed: int) -> Path:
        path = tmp_path / f"late-{seed}.toml"
        path.write_text(LATE.format(seed=seed))
        return path

    return write


def can_be_won(instance: Instance, order: tuple[int, ...], count: int) -> bool:
    """Whether some line wins with an order in the place of the next so many cards, by following all of them."""
    tapes = list(instance.setting.tapes)
    at = instance.program.tapes.index("deck")
    tapes[at] = (*(-outcome - 1 for outcome in order), *tapes[at][count:])
    setting = evolve(instance.setting, tapes=tuple(tapes))
    native = instance.native("native")
    explored = explore(native, setting, instance.start)
    assert explored.closed and not explored.numbers(5) and not explored.numbers(6)
    context = native.context(setting)
    return any(native.call("grade", explored.tables.state(number), context) >= native.constant("LOWEST_STEP")
               for number in explored.numbers(3))


def orders_of(instance: Instance, count: int) -> list[tuple[int, ...]]:
    """Every arrangement of the next so many cards."""
    program = instance.program
    tape, at = tapes_of(program.game)["deck"], program.tapes.index("deck")
    _, own = dealt_outcomes(tape, instance.setting.tapes[at], instance.start.state.deck)
    return sorted(set(permutations(own[:count])))


def agrees(path: Path, count: int, daybreak: Callable[..., Any]) -> str:
    """What the command says of a deal, compared with every order; which of both kinds there are."""
    instance = load_instance(path)
    fates = {order: can_be_won(instance, order, count) for order in orders_of(instance, count)}
    for option, wanted in (("--wins", True), ("--loses", False)):
        ran = daybreak("find", "order", path, f"deck:{count}", option, "--json", "--force", "-o",
                       path.with_suffix(f".{option[2:]}.toml"))
        found = json.loads(ran.out)
        assert ran.code == (0 if wanted in fates.values() else 12), found
        assert found["undecided"] == 0 and found["tried"] <= len(fates)
        if ran.code == 0:
            order = tuple(tapes_of(instance.program.game)["deck"].outcomes.index(word) for word in found["order"])
            alike = [fate for other, fate in fates.items() if other[:found["entries"]] == order[:found["entries"]]]
            assert fates[order] is wanted and set(alike) == {wanted}
            again = json.loads(daybreak("solve", found["file"], "--json").out)["results"][0]
            assert again["verdict"] == "optimal" and again["grade"]["survived"] is wanted
    return "/".join(sorted({"won" if fate else "lost" for fate in fates.values()}))


def test_every_order_of_late_deals(late: Callable[[int], Path], daybreak: Callable[..., Any]) -> None:
    met = Counter(agrees(late(seed), 3, daybreak) for seed in (3, 4))
    assert met["lost/won"] >= 1, met


@pytest.mark.long
def test_every_order_of_more_deals(late: Callable[[int], Path], daybreak: Callable[..., Any]) -> None:
    met = Counter(agrees(late(seed), 4, daybreak) for seed in range(10, 40))
    assert len(met) == 3, met


# -- with a difficulty to aim at -----------------------------------------------------------------------------------------------


def hardness(path: Path, order: tuple[int, ...], stream: tuple[str, ...]) -> Difficulty | None:
    """The difficulty of a deal with an order in front of the other cards, measured by itself; None where it is lost."""
    own, dealt = path.with_suffix(".own.toml"), load_instance(path)
    rest = [-entry - 1 for entry in dealt.setting.tapes[dealt.program.tapes.index("deck")][len(order):] if entry < 0]
    words = json.dumps([stream[outcome] for outcome in (*order, *rest)])
    own.write_text(path.read_text().replace("[start]", f"deck = {words}\n[start]", 1))
    instance = load_instance(own)
    native = instance.native("native")
    best = solve_best(native, instance.reference, instance.setting, instance.start)
    assert best.verdict == "optimal"
    line = [event.text for event in best.line]
    return difficulty(instance, native, line) if native.grade_fields(best.grade or 0)[0] else None


@pytest.mark.parametrize(("aim", "met"), [
    (Aim(1, 40.0), None), *(pytest.param(*each, marks=pytest.mark.long) for each in (
        (Aim(None, 60.0), None), (Aim(1, None), None), (Aim(9, None), False)))])
def test_the_order_that_comes_nearest(aim: Aim, met: bool | None, late: Callable[[int], Path],
                                      daybreak: Callable[..., Any]) -> None:
    """Against every order, each measured: one that is as hard is found if there is one, else the one that comes nearest."""
    options = [] if aim.only_moves is None else ["--only-moves", aim.only_moves]
    options += [] if aim.random_wins is None else ["--random-wins", aim.random_wins]
    verdicts = set()
    for seed in (1, 4):
        path = late(seed)
        instance = load_instance(path)
        stream = tapes_of(instance.program.game)["deck"].outcomes
        measured = {order: hardness(path, order, stream) for order in orders_of(instance, 3)}
        won = {order: found for order, found in measured.items() if found is not None}
        ran = daybreak("find", "order", path, "deck:3", "--wins", *options, "--json")
        found = json.loads(ran.out)
        assert found["undecided"] == 0 and found["aim"] == {"only_moves": aim.only_moves, "random_wins": aim.random_wins}
        fits = {order for order, each in won.items() if is_met(aim, each)}
        verdicts.add(found["verdict"])
        assert found["verdict"] == ("proved" if fits else "refuted") and found["is_nearest"] == bool(won and not fits)
        if not won:
            assert found["order"] == [] and found["difficulty"] is None
            continue
        order = tuple(stream.index(word) for word in found["order"])
        own, told = won[order], found["difficulty"]
        assert told["random"]["count"] == own.random.count and told["greedy"]["count"] == own.greedy.count
        assert own.only_moves is not None and told["only_moves"]["count"] == own.only_moves.count
        least = min((*short_of(aim, each), each.order) for each in won.values())
        assert order in fits if fits else (*short_of(aim, own), own.order) == least
    assert met is None or verdicts == ({"proved"} if met else {"refuted"})


@pytest.mark.parametrize(("only", "unknown", "won", "undecided", "met"), [
    (2, 0, 10, 0, True), (1, 0, 10, 0, False), (1, 1, 10, 0, None), (2, 0, 31, 0, False), (2, 0, 25, 10, None),
    (1, 1, 40, 0, False),
])
def test_what_is_not_known_is_not_as_hard(only: int, unknown: int, won: int, undecided: int, met: bool | None) -> None:
    points = tuple(LinePoint(at, "go", Kept(3, 1, int(at > only)), None) for at in range(1, only + unknown + 1))
    found = Difficulty(100, share(won, undecided, 100), share(0, 0, 100), None, points, 1)
    assert is_met(Aim(2, 30.0), found) is met


# -- by themselves ------------------------------------------------------------------------------------------------------------


def all_proposed(orders: Orders) -> list[tuple[int, ...]]:
    proposals, found = Proposals(orders), []
    while (order := proposals.propose()[0]) is not None:
        found.append(order)
        proposals.exclude(order)
    return found


@pytest.mark.parametrize(("orders", "expected"), [
    (Orders(3, 2), set(product(range(3), repeat=2))),
    (Orders(3, 3, (1, 2, 0)), set(permutations((0, 1, 1)))),
    (Orders(2, 2, (1, 5)), {(0, 1), (1, 0), (1, 1)}),
    (Orders(2, 3, (1, 1)), set()),
])
def test_every_order_is_proposed_once(orders: Orders, expected: set[tuple[int, ...]]) -> None:
    found = all_proposed(orders)
    assert len(found) == len(set(found)) and set(found) == expected


def test_what_begins_alike_is_proposed_no_more() -> None:
    asked: list[tuple[int, ...]] = []

    def judge(order: tuple[int, ...]) -> Judged:
        asked.append(order)
        return Judged(Fate.WON, 1) if order[0] else Judged(Fate.OPEN, 3, "why")

    search = OrderSearch(Orders(3, 3), Fate.LOST, judge)
    search.run()
    assert search.found is None and not search.none and set(search.undecided) == {"why"} and search.reason == "why"
    assert sum(order[0] > 0 for order in asked) == 2 and sum(order[0] == 0 for order in asked) == 9


def test_a_deal_that_says_nothing_proves_what_holds_whatever_follows(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    path = tmp_path / "open.toml"
    path.write_text(LATE.replace("[deal]\nseed = {seed}\n", ""))
    found = json.loads(daybreak("find", "order", path, "deck:6", "--wins", "--seconds", "20", "--json").out)
    assert (found["verdict"], found["rearranged"]) == ("proved", False) and found["entries"] <= 6
    line = tmp_path / "line.txt"
    line.write_text("".join(f"{event}\n" for event in found["line"]))
    for seed in range(3):  # decides whatever follows
        path.write_text(LATE.format(seed=seed).replace("[start]", f"deck = {json.dumps(found['order'])}\n[start]"))
        ran = daybreak("replay", path, "--line", line, "--json")
        assert ran.code == 0, (found, ran.err)
        played = json.loads(ran.out)
        assert played["over"] and played["grade"]["survived"]


@pytest.mark.parametrize(("arguments", "code"), [
    (("deck:3",), "DB550"), (("deck:3", "--wins", "--loses"), "DB550"),
    (("dock:3", "--wins"), "DB555"), (("deck:x", "--wins"), "DB555"),
    (("deck:2", "--loses", "--only-moves", "2"), "DB556"), (("deck:2", "--only-moves", "2"), "DB550"),
    (("deck:2", "--loses", "--random-wins", "2"), "DB556"), (("deck:2", "--wins", "--random-wins", "200"), "DB500"),
    (("deck:0", "--wins"), "DB555"), (("deck:60", "--wins"), "DB555"), (("deck:3", "--wins", "--size", "3"), "DB500"),
])
def test_what_cannot_be_asked(arguments: tuple[str, ...], code: str, late: Callable[[int], Path],
                              daybreak: Callable[..., Any]) -> None:
    ran = daybreak("find", "order", late(1), *arguments)
    assert ran.code == 150 and code in ran.err and ran.out == ""
