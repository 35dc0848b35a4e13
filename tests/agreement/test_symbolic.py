"""Reference and symbolic run agree: on Until Dawn, on the games of the tests, and on small rules made to be awkward.

Each is asked in three ways: rules lifted once from nothing but unknowns, from partly known positions, and from known ones.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.agreement.until_dawn_bulk import ASSUMED, PROGRAM, bulk
from tests.games import corridor, sliding
from tests.rule_modules import READINGS, SWITCH, random_value, written
from verifier.lang.layout import encode
from verifier.ledger.editions import default_edition, load_edition
from verifier.program.program import Program, load
from verifier.registry import installed
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.symbolic.lift.evaluate import Assignment, Packed
from verifier.symbolic.lift.frame import Failure, Noted
from verifier.symbolic.lift.ghosts import Ghosts
from verifier.symbolic.lift.rules import Fired, Lifted, Truth
from verifier.symbolic.lift.table import Table
from verifier.symbolic.lift.terms import Num, all_of, negation
from verifier.testing import Symbolic, compare, disagreements, random_disturbed, random_reachable, random_setting, random_typed
from verifier.testing.agreement import Compared
from verifier.testing.emitted import EmittedFacts
from verifier.testing.facts import Facts
from verifier.testing.symbolic import SymbolicFacts

GAMES = {"corridor": corridor, "sliding": sliding}
MEANINGS = Path(__file__).parents[1] / "unit" / "language_meanings.toml"
CASES = tomllib.loads(MEANINGS.read_text(encoding="utf-8"))["meaning"]
KNOWN = [0.0, 0.5, 1.0]


def agreed(done: Compared) -> None:
    assert not done.disagreements, "\n\n".join(map(str, done.disagreements[:3]))


# -- Until Dawn -----------------------------------------------------------------------------------------------------------


def test_until_dawn_agrees() -> None:
    symbolic = Symbolic(PROGRAM)
    done = bulk(135, engines=[symbolic], settles=False, batch=15)
    agreed(done)
    assert done.positions == 135 and done.facts > 50 * 135 and symbolic.opened > 50_000 and not symbolic.declined


@pytest.mark.parametrize(("known", "positions"), [(0.5, 9), (0.9, 9), (1.0, 45)])
def test_until_dawn_agrees_from_known_cells(known: float, positions: int) -> None:
    symbolic = Symbolic(PROGRAM, known)
    agreed(bulk(positions, seed=1, engines=[symbolic], settles=False, batch=positions // 9))
    assert (symbolic.opened == 0) == (known == 1) and not symbolic.declined


@pytest.mark.parametrize(("known", "positions"), [(0.0, 45), (1.0, 45)])
def test_ghost_counters_are_what_they_count(known: float, positions: int) -> None:
    symbolic = Symbolic(PROGRAM, known, counters=True)
    agreed(bulk(positions, seed=3, engines=[symbolic], settles=False, batch=positions // 9))
    assert not symbolic.declined


@pytest.mark.parametrize("seeds", [1, pytest.param(2, marks=pytest.mark.long)])
def test_counters_of_rows_are_what_they_count(seeds: int) -> None:
    """Dawn of the Zeds adds up Zeds by kind, and units by their space: that is, over a field of the records of a row."""
    program = installed().program("dawn-of-the-zeds")
    symbolic = Symbolic(program, 1.0, counters=True)
    assert symbolic.ghosts is not None and {each.step for each in symbolic.ghosts.tallies} >= {1, 3}
    for seed in range(seeds):
        setting = random_setting(program, seed=seed)
        met = list(random_reachable(program, setting, seed=seed, count=400))[::80]
        agreed(compare(program, setting, [*met, *random_disturbed(program, met, seed=seed)], [symbolic], settles=False))
    assert not symbolic.declined


@pytest.mark.long
def test_until_dawn_agrees_on_10_000_random_states() -> None:
    symbolic, done = Symbolic(PROGRAM), Compared()
    for seed in range(100):
        edition = None if seed % 2 else ASSUMED
        setting = random_setting(PROGRAM, seed=seed, edition=edition, default=1.0 if seed % 3 == 0 else 0.5)
        done += compare(PROGRAM, setting, random_typed(PROGRAM, seed=seed, count=100), [symbolic], settles=False)
    agreed(done)
    assert done.positions == 10_000 and not symbolic.declined


@pytest.mark.long
@pytest.mark.parametrize(("known", "positions"), [(0.0, 4500), (0.1, 180), (0.5, 450), (0.9, 900), (1.0, 4500)])
def test_until_dawn_agrees_on_more(known: float, positions: int) -> None:
    agreed(bulk(positions, seed=2, engines=[Symbolic(PROGRAM, known)], settles=False, batch=positions // 18))


# -- small games and rules --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_the_tests_agree(name: str, known: float) -> None:
    program = load(GAMES[name].game)
    edition = load_edition(program.game, default_edition(program.game), Path(__file__).parent).record
    symbolic, count = Symbolic(program, known), {0.0: 30, 0.5: 3, 1.0: 15}[known]
    for seed in range(4):
        setting = random_setting(program, seed=seed, edition=edition if seed % 2 else None)
        met = list(random_reachable(program, random_setting(program, seed=seed, edition=edition), seed=seed, count=count))
        positions = [*met, *random_typed(program, seed=seed, count=count), *random_disturbed(program, met, seed=seed)]
        agreed(compare(program, setting, positions, [symbolic], settles=False))
    assert (symbolic.opened == 0) == (known == 1) and not symbolic.declined


def on_random_tables(folder: Path, rules: str, known: float, count: int) -> tuple[Program, Symbolic, Compared]:
    """Rules of the table of the tests, compared in its first phase under two settings."""
    module = written(folder, rules, readings=READINGS + SWITCH if "ruling(" in rules else READINGS)
    program, random = load(module.game), Random(7)
    symbolic, done = Symbolic(program, known), Compared()
    engines = [symbolic, Native(program, "interpreted")]
    for seed in range(2):
        setting = evolve(random_setting(program, seed=seed), edition=random_value(program.game.edition_type, random))
        states = [random_value(program.game.state_type, random) for _ in range(count)]
        for state in states:
            state.phase = module.Phase.ACT
        positions = [Position(state, (0,) * len(program.tapes)) for state in states]
        done += compare(program, setting, positions, engines, settles=False)
    return program, symbolic, done


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_constructs_of_the_language_agree(case: dict[str, str], tmp_path: Path) -> None:
    body = "\n".join(f"    {line}" for line in case["body"].strip("\n").splitlines())
    stop = "@game.decision(Phase.ACT)\ndef stop(table: Table) -> None:\n    table.phase = Phase.OVER"
    rules = f"{case.get('before', '')}\n\n\n@game.decision(Phase.ACT)\ndef act(table: Table) -> None:\n{body}\n\n\n{stop}"
    for known, count in ((0.0, 20), (0.5, 4), (1.0, 10)):
        _, symbolic, done = on_random_tables(tmp_path, rules, known, count)
        agreed(done)
        assert not symbolic.declined


SETTLE = """
@game.rule
def settle(table: Table, spot: Spot, k: int) -> int:
    for p in spot.pieces:
        if p.worth == k:
            p.marked = not p.marked
            return p.worth - table.m
        if p.marked:
            clause("C-04")
            continue
        spot.number = spot.number + 1
    return spot.pieces.size
"""
FILLED = """
@game.rule
def filled(spot: Spot, k: int) -> bool:
    if spot.open:
        clause("C-05")
    return spot.number + k > 5


@game.rule
def first_filled(table: Table, k: int) -> int:
    for i in range(2):
        if filled(table.spots[i], k):
            clause("C-03")
            return i
    return max(0, table.numbers[table.m])
"""
AWKWARD = {
    "a pile of the component data": """
        for p in box.spot.pieces:
            table.n += p.worth
            if p.marked:
                clause("C-02")
        table.colour = box.spot.pieces[table.m].colour
        """,
    "a bag of a part of the colours": """
        table.warms[table.warm] = table.m
        if table.flag or table.colour == Colour.GREEN and table.warms[table.colour] < 3:
            table.warms.add(table.colour)
        elif all(table.warms[c] < 2 for c in Colour if 0 < c < 3):
            table.warms.add_all(table.warms)
        table.n = table.warms[table.warm] * 5 - table.warms[Colour(table.m % 2 + 1)] - table.warms.total
        """,
    "a called rule that returns in a loop": """
        x = settle(table, table.spots[table.m % 2], abs(table.n) % 6)
        y = settle(table, table.spots[x % 2], x)
        table.n = x * y
        """,
    "a rule asked again, before and behind a change of what it reads": """
        x = first_filled(table, table.m)
        if table.flag:
            table.spots[table.m % 2].number = 5
        y = first_filled(table, table.m)
        table.spots[0].open = not table.spots[0].open
        table.numbers[1] = first_filled(table, table.m)
        table.n = x * 2 - y + first_filled(table, 2) + first_filled(table, table.m)
        """,
    "elements of piles found by terms": """
        if table.flag or table.piles[table.m % 3].size > table.m:
            c = table.piles[table.m % 3].take_at(table.m)
            if table.cards.size > 0:
                table.piles[min(2, c)].put_bottom(table.cards.take_bottom())
        if table.flag or table.pieces.size > table.m:
            z = table.pieces.take_at(table.m)
            z.worth = min(5, z.worth + table.m)
            table.spots[z.worth // 3].pieces.put_top(z)
        """,
    "two failures in a line and more behind": """
        if table.flag:
            table.numbers[table.n] = 9
        table.grid[table.m][table.m] = table.n
        table.cards[table.m] = Colour(table.n)
        table.piles[0].clear()
        table.n = table.piles[0][0]
        """,
    "folds that stop before they fail": """
        table.flag = any(table.numbers[x] > 2 for x in range(table.n))
        table.n = sum(1 for s in table.spots for p in s.pieces if p.worth > s.number if table.cards[p.colour] == Colour.RED)
        table.flags[0] = all(table.numbers[p.worth] != p.colour or p.marked for p in table.pieces if p.worth < 5)
        table.flags[table.m % 2] = 0 <= table.numbers[table.m] < table.numbers[table.n % 5] or table.cards[3] == table.colour
        """,
    "loops that are left": """
        for i in range(table.m, 4):
            for p in table.pieces:
                if p.worth == i:
                    break
                if p.marked:
                    continue
                p.worth = p.worth + 1
                table.n += i
            if table.n > 15:
                return
            hops = bound(3)
            while hops(table.numbers[i] < table.m):
                table.numbers[i] += 1
                if table.numbers[i] == 0:
                    break
        table.flag = True
        """,
    "arithmetic on both sides of zero": """
        a = table.n * table.n * table.numbers[0] - 7
        b = a // (table.m + 1) - a % (abs(table.n) + 1) + min(a, table.n, -table.numbers[1]) // 3
        table.n = max(-20, min(20, b % 41 - 20 + table.n // 4 * table.numbers[2]))
        table.numbers[3] = (a - b) % 11 - 5
        """,
    "piles emptied and filled by turns": """
        for c in Colour:
            if table.bag[c] > table.m:
                table.piles[table.m % 3].put_top(c)
            elif table.cards.size > 1:
                table.bag.add(table.cards.take_at(1))
        if table.flag:
            table.pieces.clear()
        table.pieces.put_top(Piece(worth=table.m + 2, colour=table.colour))
        table.pieces[0].worth = table.pieces[table.pieces.size - 1].worth
        table.other.clear()
        table.bag.add_all(table.other)
        """,
}


@pytest.mark.parametrize("what", AWKWARD)
def test_awkward_rules_agree(what: str, tmp_path: Path) -> None:
    lines = [line[8:] for line in AWKWARD[what].strip("\n").splitlines()]
    body = "\n".join(f"    {line}" for line in lines).rstrip()
    before = SETTLE if "settle(" in body else FILLED if "filled(" in body else ""
    rules = before + '\n\n@game.decision(Phase.ACT, clause="C-01")\n' \
        f"def act(table: Table) -> None:\n{body}\n    table.phase = Phase.OVER"
    for known, count in ((0.0, 40), (0.3, 6), (0.7, 6), (1.0, 20)):
        _, symbolic, done = on_random_tables(tmp_path, rules, known, count)
        agreed(done)
        assert not symbolic.declined


QUESTIONS = """
@game.rule
def high(spot: Spot) -> bool:
    return spot.number > 4 and any(p.marked for p in spot.pieces)


@game.chance(Phase.ACT, tape="dice", clause="C-01")
def roll(table: Table, k: Annotated[int, Range(-1, 3)], up: bool) -> None:
    odds = table.m - k
    if k == 3:
        weight(table.bag[table.cards[table.m]])
    elif ruling("R-01") == "top":
        weight(odds * (2 if up else 1))
    else:
        weight(box.stock[table.colour] - table.n // 4)
    table.n += k
    if up:
        clause("C-02")
        table.pieces.put_bottom(Piece(worth=k + 1, marked=table.flag))
        table.spots[k].open = high(table.spots[0])
    table.phase = Phase.OVER


@game.invariant(clause="C-02")
def first_card(table: Table) -> bool:
    if table.flag:
        return table.cards[0] != Colour.RED
    return table.bag.total > 3 or box.spot.open


@game.goal
def in_sight(table: Table) -> bool:
    for spot in table.spots:
        if spot.pieces.size > 1 and spot.pieces[1].worth == table.numbers[table.n]:
            return True
    return high(table.spots[1])


@game.step_property(clause="C-03")
def onward(before: Table, after: Table) -> bool:
    was = before.spots[0]
    now = after.spots[0]
    if before.flag and not happened(roll):
        return before.cards[1] == after.cards[0]
    return high(was) == high(now) and any(x > y for x in before.numbers for y in after.numbers) or was.number > now.number


@game.step_property()
def moved(before: Table, after: Table) -> bool:
    return before.numbers[after.n - before.n] <= after.pieces.size


@game.grade
def result(table: Table) -> Grade:
    if table.flag:
        return Grade(
            points=table.n,
            won=table.pieces[0].marked)
    return Grade(won=table.m > 1, points=table.bag.total - 1)


@game.bound
def best(table: Table) -> Grade:
    return Grade(won=True, points=abs(table.n) + table.m * 2 - 1)


@game.progress
def come(table: Table) -> int:
    low = min((p.worth for p in table.pieces if p.marked), default=table.m)
    return table.bag.total + low + next((n for n in range(5) if table.numbers[n] == table.n), -1) \
        + max((card for card in table.cards), default=Colour.RED)


@game.estimate
def promise(table: Table) -> int:
    return sum(x * table.m for x in table.numbers) - VALUES[table.colour] + table.numbers[table.n % 5]
"""


@pytest.mark.parametrize(("known", "count"), [
    (0.0, 30), (0.5, 6), (1.0, 30),
    pytest.param(0.0, 200, marks=pytest.mark.long), pytest.param(0.5, 30, marks=pytest.mark.long)])
def test_every_question_agrees(known: float, count: int, tmp_path: Path) -> None:
    _, symbolic, done = on_random_tables(tmp_path, QUESTIONS, known, count)
    agreed(done)
    assert done.events == 2 * 10 * count and not symbolic.declined


def test_unknown_readings_and_component_data_can_be_any_setting() -> None:
    lifted, kept = Lifted.unknown(PROGRAM)
    packed, given, box = Packed([all_of(kept)]), Assignment(), Table(PROGRAM.game.edition_type)
    for seed in range(20):
        setting = random_setting(PROGRAM, seed=seed)
        numbers = [list(PROGRAM.readings.switches[id_].choices).index(setting.rulings[id_]) for id_ in lifted.readings]
        given.give(list(lifted.readings.values()), numbers)
        given.give(lifted.edition, box.turned(encode(PROGRAM.game.edition_type, setting.edition)))
        assert packed.numbers(given) == [True]
    assert len(lifted.readings) > 20 and all(isinstance(each, Num) for each in lifted.readings.values())


def test_what_the_lifter_declines_is_counted_and_left_out(tmp_path: Path) -> None:
    _, symbolic, done = on_random_tables(tmp_path, """
@game.decision(Phase.ACT, clause="C-01")
def act(table: Table) -> None:
    for i in range(600):
        table.m = i % 4


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
""", 0.0, 5)
    agreed(done)
    (reason, count), = symbolic.declined.items()
    assert count == 10 and "act: DB602" in reason and "more than 512 passes" in reason


# -- a comparison that cannot fail says nothing -----------------------------------------------------------------------------


def lies(monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[Any], Any]) -> None:
    """Whatever a question of the lifter answers is changed."""
    honest = getattr(Lifted, name)
    monkeypatch.setattr(Lifted, name, lambda self, *arguments: change(honest(self, *arguments)))


def last_cell(fired: Fired) -> Fired:
    return evolve(fired, after=[*fired.after[:-1], 3])


def other_lines(failures: tuple[Failure, ...]) -> tuple[Failure, ...]:
    return tuple(evolve(each, node=next(node for node, place in PROGRAM.lines.items() if place[1] > 20 and node != each.node))
                 for each in failures)


LIES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "effect": ("fire", last_cell), "legality": ("fire", lambda fired: evolve(fired, refusals=fired.refusals[1:])),
    "clause that forbids": ("fire", lambda fired: evolve(fired, refusals=tuple(
        Noted(each.when, "UD-X01") for each in fired.refusals))),
    "clause count": ("fire", lambda fired: evolve(fired, clauses=(*fired.clauses, *fired.clauses[-1:]))),
    "place of a failure": ("fire", lambda fired: evolve(fired, failures=other_lines(fired.failures))),
    "failure": ("fire", lambda fired: evolve(fired, failures=())),
    "weight": ("weight", lambda weighed: (2, weighed[1])), "truth": ("truth", lambda truth: Truth(
        negation(truth.holds), truth.fails, truth.failures)),
    "value": ("valued", lambda valued: ([0, *valued[0][1:]], valued[1])),
}


@pytest.mark.parametrize("what", LIES)
def test_a_lie_of_the_symbolic_run_is_seen(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lies(monkeypatch, *LIES[what])
    setting = random_setting(PROGRAM, seed=1, edition=ASSUMED)
    met = list(random_reachable(PROGRAM, setting, seed=2, count=40))
    positions = [*met, *random_typed(PROGRAM, seed=2, count=40), *random_disturbed(PROGRAM, met, seed=2)]
    found = disagreements(PROGRAM, setting, positions, [Symbolic(PROGRAM, 1.0)], settles=False, most=1)
    assert found and found[0].engine == "symbolic, 100% known" and found[0].expected != found[0].got


def test_a_counter_of_a_row_that_does_not_follow_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ghosts, "replaced", lambda *arguments: True)
    program = installed().program("dawn-of-the-zeds")
    setting = random_setting(program, seed=1)
    met = list(random_reachable(program, setting, seed=1, count=60))[::4]
    found = disagreements(program, setting, met, [Symbolic(program, 1.0, counters=True)], settles=False, most=1)
    assert "counters" in {each.what for each in found}


@pytest.mark.parametrize("effect", ["put", "taken", "cleared", "changed"])
def test_a_counter_that_does_not_follow_is_seen(effect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ghosts, effect, lambda *arguments: True)
    setting = random_setting(PROGRAM, seed=1, edition=ASSUMED)
    met = list(random_reachable(PROGRAM, setting, seed=2, count=200))
    found = disagreements(PROGRAM, setting, met, [Symbolic(PROGRAM, 1.0, counters=True)], settles=False, most=1)
    assert "counters" in {each.what for each in found}


@pytest.mark.parametrize(("facts", "engine"), [(EmittedFacts, "interpreted"), (SymbolicFacts, "symbolic")])
@pytest.mark.parametrize("what", ["invariant ammo_within_track", "grade", "packed and unpacked"])
def test_a_fact_that_is_missing_is_a_disagreement(facts: Any, engine: Any, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = facts.of

    def silent(self: Any, position: Position) -> Facts:
        return {key: fact for key, fact in honest(self, position).items() if key[0] != what}

    monkeypatch.setattr(facts, "of", silent)
    setting = Setting(PROGRAM.default_rulings, ASSUMED)
    found = disagreements(PROGRAM, setting, random_reachable(PROGRAM, setting, seed=1, count=1), [engine], settles=False)
    unasked = engine == "symbolic" and what == "packed and unpacked"
    assert [(each.what, each.got) for each in found] == ([] if unasked else [(what, "nothing")])
