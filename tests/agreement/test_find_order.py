"""What `find --order` says, against every order there is, each explored to all of its ends."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from verifier.prepared import Prepared, prepare
from verifier.scenario.deal import dealt_outcomes, tapes_of
from verifier.search.explore import explore
from verifier.symbolic.find_order import Fate, Judged, Orders, OrderSearch, Proposals

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


def can_be_won(prepared: Prepared, order: tuple[int, ...], count: int) -> bool:
    """Whether some line wins with an order in the place of the next so many cards, by following all of them."""
    tapes = list(prepared.setting.tapes)
    at = prepared.program.tapes.index("deck")
    tapes[at] = (*(-outcome - 1 for outcome in order), *tapes[at][count:])
    setting = evolve(prepared.setting, tapes=tuple(tapes))
    native = prepared.native("native")
    explored = explore(native, setting, prepared.start)
    assert explored.closed and not explored.numbers(5) and not explored.numbers(6)
    context = native.context(setting)
    return any(native.call("grade", explored.tables.state(number), context) >= native.constant("LOWEST_STEP")
               for number in explored.numbers(3))


def orders_of(prepared: Prepared, count: int) -> list[tuple[int, ...]]:
    """Every arrangement of the next so many cards."""
    program = prepared.program
    tape, at = tapes_of(program.game)["deck"], program.tapes.index("deck")
    _, own = dealt_outcomes(tape, prepared.setting.tapes[at], prepared.start.state.deck)
    return sorted(set(permutations(own[:count])))


def agrees(path: Path, count: int, daybreak: Callable[..., Any]) -> str:
    """What the command says of a deal, held against every order; which of both kinds there are."""
    prepared = prepare(path)
    fates = {order: can_be_won(prepared, order, count) for order in orders_of(prepared, count)}
    for option, wanted in (("--wins", True), ("--loses", False)):
        ran = daybreak("find", path, "--order", f"deck:{count}", option, "--json", "--force", "-o",
                       path.with_suffix(f".{option[2:]}.toml"))
        found = json.loads(ran.out)
        assert ran.code == (0 if wanted in fates.values() else 12), found
        assert found["undecided"] == 0 and found["tried"] <= len(fates)
        if ran.code == 0:
            order = tuple(tapes_of(prepared.program.game)["deck"].outcomes.index(word) for word in found["order"])
            alike = [fate for other, fate in fates.items() if other[:found["entries"]] == order[:found["entries"]]]
            assert fates[order] is wanted and set(alike) == {wanted}
            again = json.loads(daybreak("solve", found["file"], "--json").out)
            assert again["verdict"] == "optimal" and again["grade"]["survived"] is wanted
    return "/".join(sorted({"won" if fate else "lost" for fate in fates.values()}))


def test_every_order_of_late_deals(late: Callable[[int], Path], daybreak: Callable[..., Any]) -> None:
    met = Counter(agrees(late(seed), 3, daybreak) for seed in range(1, 5))
    assert met["lost/won"] >= 1, met


@pytest.mark.long
def test_every_order_of_more_deals(late: Callable[[int], Path], daybreak: Callable[..., Any]) -> None:
    met = Counter(agrees(late(seed), 4, daybreak) for seed in range(10, 40))
    assert len(met) == 3, met


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
    found = json.loads(daybreak("find", path, "--order", "deck:6", "--wins", "--seconds", "20", "--json").out)
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
    (("--order", "deck:3"), "DB550"), (("--order", "deck:3", "--wins", "--loses"), "DB550"),
    (("--order", "dock:3", "--wins"), "DB555"), (("--order", "deck:x", "--wins"), "DB555"),
    (("--order", "deck:0", "--wins"), "DB555"), (("--order", "deck:60", "--wins"), "DB555"),
    (("--order", "deck:3", "--wins", "--size", "3"), "DB550"), (("--readings", "UD-06", "--order", "deck"), "DB550"),
])
def test_what_cannot_be_asked(arguments: tuple[str, ...], code: str, late: Callable[[int], Path],
                              daybreak: Callable[..., Any]) -> None:
    ran = daybreak("find", late(1), *arguments)
    assert ran.code == 150 and code in ran.err and ran.out == ""
