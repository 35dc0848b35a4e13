"""Whether chance can be entered without an outcome: z3 on small games, on Until Dawn, and on a mistake that a model once had."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import verifier.registry
from tests.agreement.until_dawn_bulk import ASSUMED
from tests.agreement.until_dawn_bulk import PROGRAM as UNTIL_DAWN
from tests.altered_games import altered_game
from tests.only_games import install_only
from tests.rule_modules import READINGS, written
from verifier import clock
from verifier.errors import EngineBug
from verifier.lang.values import blank
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.registry import Games
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario
from verifier.symbolic.prove import cases, dead_ends, fields
from verifier.symbolic.prove.entries import Entries, Entry
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.step_proofs import StepProofs
from verifier.symbolic.solver import Outcome

Run = Callable[..., Any]

GAME = '''"""A game that draws from a bag."""
from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated

from verifier.lang import Bag, Game, Range, record, require, weight


class Phase(IntEnum):
    ACT = 0
    DRAW = 1
    OVER = 2


class Card(IntEnum):
    LOW = 0
    HIGH = 1


@record
class Table:
    phase: Phase
    left: Annotated[int, Range(0, 2)]
    deck: Annotated[Bag[Card], Range(0, 2)]


@record
class Box:
    limit: Annotated[int, Range(0, 9)]


game = Game(name="probe", title="Probe", state=Table, edition=Box, folder=Path(__file__).parent, ends=(Phase.OVER,))
box = game.edition


@game.setup
def set_up(table: Table) -> None:
    """Two cards."""
    table.left = 2
    for card in Card:
        table.deck.add(card)


@game.decision(Phase.ACT)
def draw(table: Table) -> None:
    """Draw."""
    require(GUARD, "C-01")
    table.phase = Phase.DRAW


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    """Stop."""
    table.phase = Phase.OVER


@game.chance(Phase.DRAW, tape="deck")
def turn(table: Table, card: Card) -> None:
    """A card."""
    weight(table.deck[card])
    table.deck.take(card)
    table.left -= 1
    table.phase = Phase.ACT


@game.invariant()
def left_are_in_the_deck(table: Table) -> bool:
    """A number for what lies there."""
    return table.left == table.deck.total
'''


def entries_of(program: Program, edition: Any) -> Entries:
    """The ways into chance of a game, under every reading."""
    return Entries(Induction(program, Setting(program.default_rulings, edition), free=tuple(program.readings.switches)))


def answer(daybreak: Run, *arguments: Any) -> tuple[int, dict[str, dict[str, Any]]]:
    ran = daybreak("check", "probe", *arguments, "--json", "--engine", "interpreted")
    assert ran.err == ""
    return ran.code, {row["name"]: row for row in json.loads(ran.out)["properties"]}


@pytest.fixture
def probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """The game with a guard of the draw, installed."""
    edition = 'schema = 1\ngame = "probe"\nname = "plain"\ntitle = "Plain"\n[values]\n' \
              'limit = { value = 1, status = "assumed", why = "None." }\n'

    def install(guard: str) -> None:
        module = written(tmp_path, "", declarations=GAME.replace("GUARD", guard), readings=READINGS)
        (tmp_path / "edition-plain.toml").write_text(edition, encoding="utf-8")
        install_only(monkeypatch, Games([EntryPoint("probe", f"{module.__name__}:game", "daybreak.games")]))
        monkeypatch.chdir(tmp_path)

    return install


@pytest.mark.parametrize(("guard", "lemmas"), [("table.deck.total > 0", []), ("table.left > 0", ["left_are_in_the_deck"])])
def test_chance_that_has_an_outcome_is_proved(guard: str, lemmas: list[str], probe: Callable[[str], None], daybreak: Run) -> None:
    probe(guard)
    code, rows = answer(daybreak, "--with", "z3", "--property", "chance-has-an-outcome", "--property", "no-dead-end")
    row = rows["chance-has-an-outcome"]
    assert (code, row["verdict"], row["lemmas"]) == (0, "proved", lemmas)
    assert row["reason"] == "induction: 1 way into 1 phase of chance" and rows["no-dead-end"]["verdict"] == "proved"


@pytest.mark.parametrize("method", ["z3", "explicit", "both"])
def test_chance_without_an_outcome_is_refuted_with_the_line(method: str, probe: Callable[[str], None], daybreak: Run) -> None:
    probe("table.left >= 0")
    code, rows = answer(daybreak, "--with", method, "--property", "chance-has-an-outcome")
    row = rows["chance-has-an-outcome"]
    assert (code, row["verdict"]) == (12, "refuted")
    assert [each["event"].split()[0] for each in row["events"]] == ["draw", "turn", "draw", "turn", "draw"]


@pytest.mark.parametrize(("guard", "outcome", "lemmas"), [
    ("table.deck.total > 0", Outcome.UNSAT, ()), ("table.left > 0", Outcome.UNSAT, ("left_are_in_the_deck",)),
    ("table.left > 1", Outcome.UNSAT, ("left_are_in_the_deck",)), ("table.left >= 0", Outcome.SAT, ()),
    ("table.left != 2", Outcome.SAT, ())])
@pytest.mark.parametrize("case_work", [cases.CASE_WORK, 1])
def test_case_by_case_the_answer_is_the_same(guard: str, outcome: Outcome, lemmas: tuple[str, ...], case_work: int,
                                             probe: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if z3 knew nothing at once, nor of any case that can be split further."""
    probe(guard)
    program = verifier.registry.installed().program("probe")
    entries = entries_of(program, new_scenario(program.game, title="Probe").edition.record)
    whole = list(entries.behind(program.game.rules["draw"]))
    monkeypatch.setattr(cases, "CASE_WORK", case_work)
    monkeypatch.setattr(Entries, "_entry", lambda self, step, phase, goal: Entry(phase, step.rule.name, Outcome.UNKNOWN))
    entries = entries_of(program, new_scenario(program.game, title="Probe").edition.record)
    split = list(entries.behind(program.game.rules["draw"]))
    for found in (whole, split):
        assert [(each.outcome, each.lemmas) for each in found] == [(outcome, lemmas)]
    assert [each.breach is not None for each in split] == [outcome is Outcome.SAT]


def test_cases_that_leave_one_out_are_found_out(probe: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the cases say together is compared with the reference, as all that is lifted is."""
    probe("table.left != 2")
    program = verifier.registry.installed().program("probe")
    monkeypatch.setattr(cases, "CASE_WORK", 1)
    monkeypatch.setattr(Entries, "_entry", lambda self, step, phase, goal: Entry(phase, step.rule.name, Outcome.UNKNOWN))
    asked_about = fields.fields_asked_about
    monkeypatch.setattr("verifier.symbolic.prove.entries.fields_asked_about", lambda *given: [
        evolve(each, values=each.values[1:]) for each in asked_about(*given)])
    entries = entries_of(program, new_scenario(program.game, title="Probe").edition.record)
    with pytest.raises(EngineBug, match="DB9"):
        list(entries.behind(program.game.rules["draw"]))


def test_what_is_not_proved_is_named_by_phase_and_rule(probe: Callable[[str], None], daybreak: Run) -> None:
    probe("table.left >= 0")
    code, rows = answer(daybreak, "--with", "z3", "--depth", "2", "--property", "chance-has-an-outcome")
    row = rows["chance-has-an-outcome"]
    assert (code, row["verdict"], row["within"]) == (124, "holds-within", 2)
    assert row["reason"] == "induction: not proved of the ways into chance: DRAW by draw"
    assert row["step"]["event"] == "draw" and row["step"]["after"]["phase"] == "draw"


def test_without_time_nothing_is_said(probe: Callable[[str], None], daybreak: Run) -> None:
    probe("table.deck.total > 0")
    code, rows = answer(daybreak, "--with", "z3", "--seconds", "0.000001", "--property", "chance-has-an-outcome")
    assert (code, rows["chance-has-an-outcome"]["verdict"]) == (124, "unknown")


def test_whenever_the_time_is_up_nothing_wrong_is_said(probe: Callable[[str], None], daybreak: Run,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on a little each time somebody looks: between questions, statements and samples."""
    probe("table.left > 0")
    monkeypatch.setattr("verifier.api.rulebooks.cores", lambda: 0)  # all in this process, which is the one that has the clock
    looks = count()
    monkeypatch.setattr(clock, "monotonic", lambda: float(next(looks)))
    full = answer(daybreak, "--with", "z3", "--again", "--seconds", 1_000_000)[1]
    assert {row["verdict"] for row in full.values()} == {"proved"}
    needed, verdicts = next(looks), set()
    for part in range(1, 65):
        _, rows = answer(daybreak, "--with", "z3", "--again", "--seconds", needed * part // 64)
        assert rows.keys() == full.keys()
        assert {row["verdict"] for row in rows.values()} <= {"proved", "unknown", "holds-within"}
        verdicts.add(tuple(row["verdict"] for row in rows.values()))
    assert len(verdicts) > 2


@pytest.mark.parametrize("rule", ["screamer_attacks", "treat"])
def test_ways_into_chance_of_until_dawn(rule: str) -> None:
    entries = list(entries_of(UNTIL_DAWN, ASSUMED).behind(UNTIL_DAWN.game.rules[rule]))
    assert [entry.outcome for entry in entries] == [Outcome.UNSAT] and entries[0].breach is None


# -- the mistake of Dawn of the Zeds: a fate card is drawn where there is none -----------------------------------------------

ASKED = "    if fate_can_be_drawn(town):\n        clause(\"DZ-Z17\""
NOT_ASKED = "    if fate_can_be_drawn(town) or town.ammo >= 0:\n        clause(\"DZ-Z17\""


@pytest.mark.parametrize("mended", [True, False])
def test_a_fate_card_is_drawn_only_where_there_is_one(mended: bool, tmp_path: Path) -> None:
    altered = {} if mended else {"activation.py": (ASKED, NOT_ASKED)}
    program = load(altered_game("daybreak_games.dawn_of_the_zeds", tmp_path, altered))
    edition = load_edition(program.game, "tiny-skirmish", tmp_path).record
    entry, = entries_of(program, edition).behind(program.game.rules["next_symbol"])
    assert entry.phase == "DRAW_FATE" and entry.outcome is (Outcome.UNSAT if mended else Outcome.SAT)
    if entry.breach is not None:
        assert entry.breach.event.text == "next-symbol" and all(pile.name != "DECK" for pile in entry.breach.after.fates)


@pytest.mark.long
@pytest.mark.parametrize("game", ["until-dawn", "dawn-of-the-zeds"])
def test_chance_always_has_an_outcome(game: str, daybreak: Run) -> None:
    ran = daybreak("check", game, "--with", "z3", "--property", "chance-has-an-outcome", "--json")
    row = json.loads(ran.out)["properties"][0]
    assert (ran.code, row["verdict"], row["readings"]) == (0, "proved", "every")


def asked_again(folder: Path, text: str, asked: list[str]) -> tuple[bool, Outcome]:
    """Whether all entries into chance are proved, and what is known of dead ends, in a run of its own; what z3 is asked of."""
    asked.clear()
    folder.mkdir()
    program = load(written(folder, text, declarations="", readings=READINGS).game)
    setting = Setting(program.default_rulings, blank(program.game.edition_type))
    steps = StepProofs(program, setting, ())
    induction = Induction(program, setting, steps=steps)
    entries = Entries(induction)
    entries.ask(lambda text: None)
    induction.prove(entries.lemmas)
    stuck = dead_ends.dead_ends(induction, induction.at_hand)
    steps.save()
    return entries.is_proved, stuck.outcome


def test_what_is_kept_of_chance_and_dead_ends_is_asked_again_when_a_rule_of_the_phase_changes(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    asked: list[str] = []
    behind, in_phase = Entries.behind, dead_ends._in_phase
    monkeypatch.setattr(Entries, "behind", lambda self, rule: (asked.append(rule.name), behind(self, rule))[1])
    monkeypatch.setattr(dead_ends, "_in_phase", lambda induction, phase, lemmas: (
        asked.append(phase.phase.name), in_phase(induction, phase, lemmas))[1])
    good = GAME.replace("GUARD", "table.left > 0")
    assert asked_again(tmp_path / "first", good, asked) == (True, Outcome.UNSAT) and set(asked) == {"draw", "ACT"}
    assert asked_again(tmp_path / "second", good, asked) == (True, Outcome.UNSAT) and asked == []
    for number, (old, new, known, about) in enumerate((
            ("weight(table.deck[card])", "weight(table.deck[card] if table.left > 1 else 0)", (False, Outcome.UNSAT), {"draw"}),
            ("table.left > 0", "table.left >= 0", (False, Outcome.UNSAT), {"draw", "ACT"}),
            ('"""Stop."""', '"""Stop."""\n    require(table.left < 2, "C-01")', (True, Outcome.UNSAT), {"ACT"}),
            ('"""Stop."""', '"""Stop."""\n    require(table.left == 1, "C-01")', (True, Outcome.SAT), {"ACT"}))):
        assert old in good
        assert asked_again(tmp_path / f"edit {number}", good.replace(old, new), asked) == known, new
        assert set(asked) == about, new
