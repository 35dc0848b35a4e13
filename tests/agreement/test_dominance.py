"""What a game declares never worse: searches that use it find what those without it find, and what is wrong is not believed.

The truth is a dynamic program of the caravan's own (`tests/games/caravan/drawn.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from attrs import evolve

from tests.agreement.language_programs import program as written_program
from tests.games.caravan import game
from tests.games.caravan.drawn import Drawn, drawn
from tests.rule_modules import READINGS, SWITCH, random_value, written
from verifier.analysis.check import Question, wanted
from verifier.analysis.check_methods import answered
from verifier.analysis.choices import EngineChoice, Goal, Method
from verifier.analysis.solve import Request, solution
from verifier.errors import BadInput, RuleRefused
from verifier.instance import Instance, instance_of
from verifier.lang.dominance import Better, NeverWorse
from verifier.program.program import Program, load
from verifier.run.control import Dominance, Status
from verifier.run.native import Native
from verifier.run.positions import random_reachable
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.search.best import Best, solve_best
from verifier.search.exhaustive import solve_exhaustively
from verifier.search.limits import Limits
from verifier.search.strategies import CLOSING, best_line
from verifier.symbolic.product.dominance import Dominance as Proving
from verifier.symbolic.solver import Effort, Outcome
from verifier.testing import dominance

PROGRAM = load(game)
NATIVE = Native(PROGRAM, "native")
FALSE = NeverWorse(("gold", "food", "wounds"), ("day",), "here")


def grade_of(worth: tuple[bool, int]) -> int:
    """A grade as searches number it."""
    return NATIVE.grade_number((int(worth[0]), worth[1]))


def solved(native: Native, country: Drawn, known: Dominance, *, exhaustively: bool = False) -> Best:
    setting = country.setting
    search = solve_exhaustively if exhaustively else solve_best
    return search(native, Reference(native.program, setting), setting, country.start, Limits(states=1_000_000), dominance=known)


def plain_country(days: int) -> Drawn:
    """One that can be crossed, with food at all prices."""
    return Drawn((1, 2, 1, 3, 2), (2, 3, 1, 4, 2), (2, 3, 1, 2, 4), days, 6, (False, True, False, False, True))


# -- the same answers, sooner ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 200), marks=pytest.mark.long)], ids=len)
def test_the_best_grade_is_that_of_a_dynamic_program(seeds: range) -> None:
    for seed in seeds:
        country = drawn(seed, 9)
        best = grade_of(country.best())
        for known in Dominance:
            for exhaustively in (False, True):
                found = solved(NATIVE, country, known, exhaustively=exhaustively)
                assert (found.verdict, found.grade) == ("optimal", best), (seed, known, exhaustively)


def test_what_is_proved_takes_a_fraction_of_the_states() -> None:
    """Best-first and beams less than a fifth, exhaustive search a ninth; where nothing is proved, everything is looked at."""
    country = plain_country(12)
    sums = {(known, exhaustively): solved(NATIVE, country, known, exhaustively=exhaustively).search
            for known in Dominance for exhaustively in (False, True)}
    for (known, exhaustively), search in sums.items():
        assert (search["dominated"] > 0) == (known != Dominance.OFF and not (exhaustively and known == Dominance.DECLARED))
    for known in (Dominance.WINS, Dominance.PROVED):
        assert 5 * sums[known, False]["states"] < sums[Dominance.OFF, False]["states"]
        assert 9 * sums[known, True]["states"] < sums[Dominance.OFF, True]["states"]


def test_executions_agree() -> None:
    """Every number of a search, compiled and interpreted."""
    interpreted, country = Native(PROGRAM, "interpreted"), drawn(1, 7)
    for known in Dominance:
        for exhaustively in (False, True):
            one, two = (solved(native, country, known, exhaustively=exhaustively) for native in (NATIVE, interpreted))
            assert {**one.search, "seconds": 0} == {**two.search, "seconds": 0}
            assert (one.verdict, one.grade, one.line) == (two.verdict, two.grade, two.line)


def naive_search(native: Native, setting: Setting, start: Position) -> tuple[int, int]:
    """Breadth-first search by lists, which compares each new state with all that it can be: how many it stores and leaves out.

    A state that is worse than one that was found is left out, and so is one that waits when a better one has been found; but
    nothing is compared with the start.
    """
    better, context, tapes, mark = native.program.better, native.context(setting), native.tapes(setting), native.blank()
    room = np.zeros(native.constant("EVENT_ROOM"), dtype=np.int64)
    found, left_out = [tuple(native.state(start).tolist())], 0
    statuses, worse = {found[0]: Status.DECISION}, set[tuple[int, ...]]()
    alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for state in found:  # which grows meanwhile
        if statuses[state] != Status.DECISION:
            continue
        if state in worse:
            left_out += 1
            continue
        here = native.blank()
        here[:] = state
        for event in room[:native.call("legal_events", here, context, room)].tolist():
            there = here.copy()
            native.call("apply", there, context, event)
            status, after = Status(native.call("settle", there, context, *tapes, False, mark)), tuple(there.tolist())
            if after in statuses:
                continue
            others = alike.setdefault(tuple(number for cell, number in enumerate(after) if cell not in better.cells), [])
            if status == Status.DECISION and any(better.is_at_least(each, after) for each in others):
                left_out += 1
                continue
            found.append(after)
            statuses[after] = status
            if status == Status.DECISION:
                worse.update(each for each in others if better.is_at_least(after, each))
                others.append(after)
    return len(found), left_out


@pytest.mark.parametrize("declared", [NeverWorse(("gold", "food"), ("wounds", "day"), ""), NeverWorse(("gold",), (), "")],
                         ids=str)
def test_states_left_out_are_those_that_a_naive_search_leaves_out(declared: NeverWorse,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """With few keys, each of many states, and with many."""
    monkeypatch.setattr(game, "comparisons", [declared])
    program = load(game)
    native, interpreted = Native(program, "native"), Native(program, "interpreted")
    for country in (drawn(1, 6), plain_country(9)):
        search = solved(native, country, Dominance.PROVED, exhaustively=True).search
        counts = search["states"], search["dominated"]
        assert counts == naive_search(interpreted, country.setting, country.start) and counts[1] > 0


def test_a_lost_deal_is_lost() -> None:
    """Of lines that win alone a proof says nothing of a deal that is lost: all of it is looked at."""
    country = evolve(drawn(0, 7), gold=0, wages=(0,) * 5, days=7)
    assert country.best() == (False, 0)
    for known in Dominance:
        for exhaustively in (False, True):
            found = solved(NATIVE, country, known, exhaustively=exhaustively)
            assert (found.verdict, found.grade) == ("optimal", 0)


def test_every_strategy_takes_it() -> None:
    country = plain_country(9)
    setting = country.setting
    for strategy in CLOSING:
        found = best_line(NATIVE, Reference(PROGRAM, setting), setting, country.start, bound_is_proved=True, strategy=strategy,
                          dominance=Dominance.WINS)
        assert (found.verdict, found.grade) == ("optimal", grade_of(country.best()))


# -- what z3 says -------------------------------------------------------------------------------------------------------------


def plain() -> Instance:
    return instance_of(new_scenario(game, title="Caravan", edition="plain"), PROGRAM)


def asked(instance: Instance, method: Method = Method.Z3, *names: str) -> Question:
    rules, built_ins = wanted(instance, ["never-worse", *names], method)
    return Question(rules, built_ins, None, EngineChoice.INTERPRETED, Limits())


def test_z3_proves_the_caravan_for_every_edition() -> None:
    """Whoever has less can be lost where another is not; a day less is no worse as long as nobody travels too long."""
    found = Proving(PROGRAM, plain().setting, any_edition=True).proved()
    assert (found.outcome, found.wins_only, found.lemmas) == (Outcome.UNSAT, True, ("it_is_on_the_way",))


def test_a_proof_is_kept_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    country = plain_country(12)

    def dealt() -> Instance:
        return evolve(plain(), setting=country.setting, reference=Reference(PROGRAM, country.setting), start=country.start)

    request = Request(Goal.BEST, EngineChoice.NATIVE, Limits(states=1_000_000), certify=False, strategy="exhaustive")
    before = dealt()
    assert before.dominance is Dominance.DECLARED
    one = solution(before, request)
    said = answered(plain(), asked(plain()), Method.Z3, record=True)
    assert said.properties[0].verdict == "proved" and "of lines that win" in said.properties[0].reason
    after = dealt()
    assert after.dominance is Dominance.WINS
    two = solution(after, request)
    assert one.verdict == two.verdict == "optimal" and one.grade == two.grade
    assert one.rests_on.never_worse == "" and two.rests_on.never_worse.startswith("more gold and food")
    assert 5 * two.search["states"] < one.search["states"]


def test_a_proof_is_void_once_something_else_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path))
    answered(plain(), asked(plain()), Method.Z3, record=True)
    assert plain().dominance is Dominance.WINS
    monkeypatch.setattr(game, "comparisons", [FALSE])
    assert instance_of(new_scenario(game, title="Caravan", edition="plain"), load(game)).dominance is Dominance.DECLARED


@pytest.mark.parametrize(("method", "names", "code"), [
    (Method.EXPLICIT, (), "DB509"), (Method.BOTH, (), "DB509"), (Method.Z3, ("no-dead-end",), "DB509")])
def test_it_is_asked_of_z3_by_itself(method: Method, names: tuple[str, ...], code: str) -> None:
    with pytest.raises(BadInput, match=code):
        answered(plain(), asked(plain(), method, *names), method)


def test_nothing_is_asked_of_a_game_that_declares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "comparisons", [])
    with pytest.raises(BadInput, match="DB530"):
        answered(plain(), asked(plain()), Method.Z3)


GUARDED = """
@game.decision(Phase.ACT)
def spend(table: Table) -> None:
    require(table.m {guard}, "C-01")
    table.numbers[0] = min(5, table.numbers[0] + 1)


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER


@game.grade
def result(table: Table) -> Grade:
    return Grade(won=True, points=table.m)


game.never_worse(more=("m",))
"""


def said_of(folder: Path, text: str) -> Outcome:
    """What z3 says of the declaration of a module."""
    module = written(folder, text)
    return Proving(load(module.game), Setting({}, random_value(module.game.edition_type, Random(1)))).proved().outcome


@pytest.mark.parametrize(("guard", "outcome"), [(">= 2", Outcome.UNSAT), ("<= 2", Outcome.SAT)])
def test_z3_asks_whether_the_better_state_may_do_it(guard: str, outcome: Outcome, tmp_path: Path) -> None:
    assert said_of(tmp_path, GUARDED.format(guard=guard)) is outcome


@pytest.mark.parametrize(("done", "outcome"), [
    ("table.n = min(20, table.n + table.m)", Outcome.UNSAT), ("table.n += table.m", Outcome.SAT),
    ("table.flag = table.m > 1", Outcome.SAT), ("table.m = 3 - table.m", Outcome.SAT), ("table.m = 0", Outcome.UNSAT)])
def test_z3_asks_where_it_leads(done: str, outcome: Outcome, tmp_path: Path) -> None:
    """One that leaves its range in the better state alone is not matched: nothing follows it."""
    declared = 'game.never_worse(more=("m", "n"))'
    text = GUARDED.format(guard=">= 0").replace("table.numbers[0] = min(5, table.numbers[0] + 1)", done)
    assert said_of(tmp_path, text.replace('game.never_worse(more=("m",))', declared)) is outcome


def test_z3_asks_of_ends_and_of_dead_ends(tmp_path: Path) -> None:
    lower = GUARDED.format(guard=">= 2").replace("points=table.m", "points=3 - table.m")
    assert said_of(tmp_path, lower) is Outcome.SAT
    stuck = GUARDED.format(guard=">= 2").replace("def stop(table: Table) -> None:", """def stop(table: Table) -> None:
    require(table.m >= 1, "C-02")""")
    assert said_of(tmp_path, stuck) is Outcome.SAT  # with more there is something to do, and nobody knows what a rule would say


CHANCE = """
class Coin(IntEnum):
    HEADS = 0
    TAILS = 1


class Stage(IntEnum):
    TOSS = 0
    OVER = 1


@record
class Purse:
    phase: Stage
    coins: Annotated[int, Range(0, 3)]
    luck: Annotated[int, Range(0, 3)]


purse = Game(name="probe", title="Probe", state=Purse, edition=Box, folder=Path(__file__).parent, ends=(Stage.OVER,))


@purse.rule
def odds(of: Purse) -> Annotated[int, Range(0, 9)]:
    return 1 + {luck}


@purse.chance(Stage.TOSS, tape="coins")
def toss(of: Purse, coin: Coin) -> None:
    weight(odds(of) if coin == Coin.HEADS else 2)
    of.phase = Stage.OVER


@purse.grade
def worth(of: Purse) -> Grade:
    return Grade(won=True, points=of.coins)


purse.never_worse(more=("coins",))
"""


def test_z3_asks_whether_chance_is_the_same(tmp_path: Path) -> None:
    """A weight that reads what is named is refused; where the front end would not see it, z3 does."""
    module = written(tmp_path, CHANCE.format(luck="of.luck"))
    setting = Setting({}, random_value(module.purse.edition_type, Random(1)))
    assert Proving(load(module.purse), setting).proved().outcome is Outcome.UNSAT
    with pytest.raises(RuleRefused, match="DB345"):
        load(written(tmp_path, CHANCE.format(luck="of.coins")).purse)
    program = load(module.purse)
    program.better = Better((2,))  # luck, which is what chance is weighed by
    found = Proving(program, setting).proved()
    assert found.outcome is Outcome.SAT and found.pair is not None and "its weight is" in str(found.pair.found)


# -- a false declaration --------------------------------------------------------------------------------------------------------


@cache
def mistaken() -> Native:
    """The caravan, as if more wounds were never worse."""
    before, game.comparisons = game.comparisons, [FALSE]
    try:
        native = Native(load(game), "native")
        assert native.program.better  # worked out while the declaration is there
        return native
    finally:
        game.comparisons = before


def test_z3_finds_states_that_speak_against_a_false_declaration() -> None:
    found = Proving(mistaken().program, plain().setting).proved()
    assert found.outcome is Outcome.SAT and found.pair is not None
    encode, better = mistaken().program.encode, mistaken().program.better
    assert better.is_at_least(encode(found.pair.better), encode(found.pair.worse))


def test_the_kit_finds_that_a_false_declaration_hurts() -> None:
    """And nothing against the true one; each position is one that play comes to."""
    for native, expected in ((mistaken(), True), (NATIVE, False)):
        found = Counter[str]()
        for seed in range(4):
            setting = drawn(seed, 8).setting
            setting = evolve(setting, tapes=(setting.tapes[0] * 4,))
            positions = random_reachable(native.program, setting, seed=seed, count=40, start=drawn(seed, 8).start)
            found.update(each.found for each in dominance(native, setting, positions, seed=seed))
        assert (found["hurts"] > 0) == expected, found
        assert found["matched"] > 0


def test_a_false_declaration_that_nobody_proved_changes_no_answer() -> None:
    """It would, were it believed: that is what a proof is for."""
    believed = Counter[bool]()
    for seed in range(20):
        country = drawn(seed, 8)
        best = grade_of(country.best())
        found = solved(mistaken(), country, Dominance.DECLARED)
        assert (found.verdict, found.grade) == ("optimal", best), seed
        assert solved(mistaken(), country, Dominance.DECLARED, exhaustively=True).grade == best
        believed[solved(mistaken(), country, Dominance.PROVED, exhaustively=True).grade == best] += 1
    assert believed[False]


def test_within_limits_nothing_false_is_proved() -> None:
    for seed in range(10):
        country = drawn(seed, 8)
        best, setting = grade_of(country.best()), country.setting
        for states in (50, 400, 3_000):
            found = solve_best(mistaken(), Reference(mistaken().program, setting), setting, country.start, Limits(states=states),
                               dominance=Dominance.DECLARED)
            assert found.verdict == "best-found" and (found.grade or -1) <= best <= found.upper_bound or found.grade == best


# -- random games ---------------------------------------------------------------------------------------------------------------

NAMED = ("m", "n", "numbers")
CELLS = {"table.m": (0, 3), "table.n": (-8, 8), "table.numbers[0]": (-5, 5), "table.numbers[1]": (-5, 5)}
ENDS = """
@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER


@game.grade
def result(table: Table) -> Grade:
    if table.n < {least}:
        return Grade(won=False, points=0)
    return Grade(won=True, points=min(20, max(0, table.m {sign} table.numbers[0] + 5)))
"""


def counting_rules(rng: Random) -> str:
    """Random decisions that count up and down, each at its time, with guards, branches and ends by themselves."""
    parts = []
    for number in range(4):
        cell, other = (rng.choice(list(CELLS)) for _ in range(2))
        lines = ["    require(table.heats[Colour.RED] < 5, \"C-01\")", "    table.heats[Colour.RED] += 1"]
        if rng.random() < 0.6:
            lines.insert(0, f"    require({cell} {rng.choice(('>=', '<='))} {rng.randint(-1, 2)}, \"C-02\")")
        lines += [f"    {line}" for line in (_counted(rng, cell), _counted(rng, other))]
        if rng.random() < 0.4:
            lines += [f"    if {other} {rng.choice(('>', '<'))} {rng.randint(0, 2)}:", f"        {_counted(rng, cell)}"]
        if rng.random() < 0.3:
            lines += [f"    if {cell} < {rng.randint(-6, 0)}:", "        table.phase = Phase.OVER"]
        parts.append("\n".join(["@game.decision(Phase.ACT)", f"def act_{number}(table: Table) -> None:", *lines]))
    return "\n\n\n".join([*parts, ENDS.format(least=rng.randint(-3, 1), sign=rng.choice("+-")).strip()])


def _counted(rng: Random, cell: str) -> str:
    low, high = CELLS[cell]
    return f"{cell} = min({high}, max({low}, {cell} {rng.choice('+-')} {rng.randint(1, 3)}))"


def random_games(folder: Path, seeds: range) -> Iterator[tuple[int, Program, Setting, Position]]:
    """Random rules with a random declaration from a random state: half of them count, the others have all of the language."""
    for seed in seeds:
        rng = Random(f"never worse {seed}")
        text = counting_rules(rng) if seed % 4 else written_program(seed, 4)
        named = {name: rng.choice(("more", "fewer", "")) for name in NAMED}
        named["m"] = named["m"] or "more"
        more, fewer = (tuple(name for name in NAMED if named[name] == how) for how in ("more", "fewer"))
        module = written(folder, f"{text}\n\n\ngame.never_worse(more={more!r}, fewer={fewer!r})\n", readings=READINGS + SWITCH
                         if not seed % 4 else READINGS)
        state = random_value(module.game.state_type, rng)
        state.phase = module.Phase.ACT
        state.n, state.heats[module.Colour.RED] = state.n % 9, 0
        rulings = {} if seed % 4 else {"R-01": "top"}
        yield seed, load(module.game), Setting(rulings, random_value(module.game.edition_type, rng)), Position(state, ())


def checked_random_games(folder: Path, seeds: range) -> Counter[str]:
    """How many games were solved and what z3 said of their declarations, each solved with what is known of it then."""
    found = Counter[str]()
    for seed, program, setting, start in random_games(folder, seeds):
        native, reference, limits = Native(program, "interpreted"), Reference(program, setting), Limits(states=4_000)
        plainly = solve_exhaustively(native, reference, setting, start, limits)
        if plainly.verdict != "optimal" or plainly.failed_line is not None:
            found["failed" if plainly.failed_line is not None else plainly.verdict] += 1
            continue
        said = Proving(program, setting).proved(Effort(work=2_000_000))
        known = [Dominance.DECLARED]
        if said.outcome is Outcome.UNSAT:  # from no invariants: these games have none
            known.append(Dominance.WINS if said.wins_only else Dominance.PROVED)
        found[f"z3: {said.outcome}{', of lines that win' if said.wins_only else ''}"] += 1
        for each in known:
            for search in (solve_exhaustively, solve_best):
                again = search(native, reference, setting, start, limits, dominance=each)
                if again.ending != "states":
                    assert (again.verdict, again.grade) == ("optimal", plainly.grade), (seed, each)
                found[f"left out {each.name}"] += int(again.search["dominated"])
        if said.outcome is Outcome.SAT:  # what is false is found out where it would be believed
            wrong = solve_exhaustively(native, reference, setting, start, limits, dominance=Dominance.PROVED)
            found["would be wrong"] += wrong.grade != plainly.grade
    return found


def test_random_rules_have_the_same_best_grade(tmp_path: Path) -> None:
    found = checked_random_games(tmp_path, range(40))
    assert min(found[each] for each in ("z3: sat", "z3: unsat", "left out DECLARED", "left out PROVED")) > 0, found


@pytest.mark.long
def test_many_random_rules_have_the_same_best_grade(tmp_path: Path) -> None:
    found = checked_random_games(tmp_path, range(40, 800))
    assert min(found[each] for each in ("z3: sat", "z3: unsat", "left out DECLARED", "left out PROVED", "would be wrong",
                                        "z3: unsat, of lines that win")) > 0, found
