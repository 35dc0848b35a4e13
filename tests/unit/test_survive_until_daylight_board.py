"""What the table of Survive Until Daylight looks like in a terminal: all that lies there, signs explained, nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.survive_until_daylight import game
from daybreak_games.survive_until_daylight.board import MARKS, NOW, WIDTH, draw, now
from daybreak_games.survive_until_daylight.box import Seat
from daybreak_games.survive_until_daylight.cards import CombatCard, Horde, Rubble
from daybreak_games.survive_until_daylight.state import Cause, Enemy, Phase, Table
from verifier.instance import Instance, load_instance
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.positions import random_reachable, random_setting, random_typed
from verifier.run.setting import Setting

FIGHT = """
schema = 1
game = "survive-until-daylight"
title = "An attack in the third Round"

[deal]
seed = 1

[start]
phase = "strike"
round = 3
first = "player-2"
turn = "player-1"
turns = 2
wave = "player-2"
cause = "attack"
weapon = "shotgun"
target = 3
focus = true
rage = 1
attacks = 1
drawn = { plus-1 = 2, reckless = 1 }
combat_discard = { zero = 2 }
packed = { food-2 = 1, lucky = 1 }
discard = { gun-ammo = 2, blood-lust = 1, focus = 1 }
weapons_left = {}
active = 9
assaults = { vanguard = true, fourth = true, sixth = true }
line = ["raider-a00", "monster-b32", "survivor00", "brute-b10", "wanderer-c00~", "raider-c00~"]

[start.people]
player-2 = { health = 5, items = { trigger-weapon = 1, knife = 1, cheer = 1, planks = 2 }, traps = 2 }
player-3 = { health = 2, items = { hipster-bow = 1, bow = 1, arrow = 4 } }

[start.people.player-1]
health = 4
items = { pillar-weapon = 1, shotgun = 1, gun-ammo = 3, backpack = 1, food-1 = 1 }
started = { pillar-weapon = true }
barricades = 1
"""

BOARD = """\
ROUND 3 OF 6   FIRST PLAYER player-2   WAVE! player-2
PILES Active Rubble 9, Rubble pile 51, Rubble discards 4
      Combat deck 30, Combat discards 2, Horde cards 52, Horde discards 0
ASSAULT 3 left, turned over: brutal, over-the-top, fifth; this Round's is one of
      them
SUPPLY Barricades 5, Spears 1, Traps 4, Grenades 6

player-1  pillar   Health 4/10   slots 5/8   1 Barricade
      pillar-weapon*, shotgun, gun-ammo x3, food-1, backpack
      in the Backpack: food-2, lucky
player-2  trigger  Health 5/8    slots 4/8   2 Traps, First Player, WAVE!
      trigger-weapon, knife, planks x2, cheer
player-3  hipster  Health 2/8    slots 3/8
      hipster-bow, bow, arrow x4

LINE
 0 raider-a      1 monster-b     2 survivor      3 brute-b       4 wanderer-c~
   0/3             3/8 ^^          0/1             1/4             0/2
   1+0c+1m         2+2c                            1+1c+1m         0+2c+1m
 5 raider-c~
   0/3
   0+2c+1m
ACTIONS player-1, third of 3 to act: 1 for an attack
ATTACK player-1 with shotgun (2 Damage, splash 1, gun-ammo) on 3 brute-b, focus,
      blood-lust
COMBAT CARDS plus-1 (+1) x2, reckless (+2, 1 to whoever drew it)
NOW   player-1 attacks: apply a Combat card, or play cards first?
SIGNS * a weapon of the start; ~ removed by a Grenade; ^ a Spear; 1/4 has taken
      1 of the 4 Damage that defeat it; 2+1c attacks with Damage 2 and 1 Combat
      card; +1m 1 more by Monsters"""


@pytest.fixture(scope="module")
def program() -> Program:
    return load(game)


@pytest.fixture
def fight(tmp_path: Path) -> Instance:
    (tmp_path / "fight.toml").write_text(FIGHT, encoding="utf-8")
    return load_instance(tmp_path / "fight.toml")


def board_of(instance: Instance) -> str:
    board = instance.board(instance.start)
    assert board is not None
    return board


def positions(program: Program, players: int) -> Iterator[tuple[Setting, Table]]:
    """Some of random games with that many players, and two that no game meets."""
    box: Any = copied(load_edition(game, "printed-and-assumed", Path()).record)
    box.players = players
    setting = random_setting(program, seed=players, edition=box, default=0.7)
    for position in random_reachable(program, setting, seed=players, count=10, thin=12):
        yield setting, position.state
    for position in random_typed(program, seed=players, count=2):
        yield setting, position.state


def drawn(setting: Setting, table: Table) -> str:
    with running(Run(setting.rulings, setting.edition)):
        return draw(table)


def test_a_fight(fight: Instance) -> None:
    assert board_of(fight) == BOARD


def test_drawing_changes_nothing(fight: Instance) -> None:
    key = fight.reference.key(fight.start)
    board_of(fight)
    assert fight.reference.key(fight.start) == key


def test_every_phase_has_a_sentence(fight: Instance) -> None:
    assert set(NOW) == set(Phase)
    sentences = set()
    with running(Run(fight.setting.rulings, fight.setting.edition)):
        for table in (Table(), fight.start.state):
            for phase in Phase:
                table.phase = phase
                sentences.add(now(table))
                assert draw(table)
    assert len(sentences) >= len(Phase)


@pytest.mark.parametrize("players", range(1, 7))
def test_boards_fit_and_explain_their_signs(program: Program, players: int) -> None:
    for setting, table in positions(program, players):
        board = drawn(setting, table)
        assert max(map(len, board.split("\n"))) <= WIDTH, board
        assert [int(number) for number in re.findall(r"^player-(\d) ", board, re.MULTILINE)] == list(range(1, players + 1))
        body, _, said = board.partition("\nSIGNS ")
        words = " ".join(said.split())
        used = {sign: bool(re.search(rf"[a-z][!]?{re.escape(sign)}", body.replace("WAVE!", ""))) for sign in "*!~"}
        used["^"] = "^" in body
        assert {sign: f"{sign} {meaning}" in words for sign, meaning in MARKS.items()} == used, board
        assert ("+1m 1 more" in words) == bool(re.search(r"c\+\d+m", body))


def test_places_are_those_that_can_be_aimed_at(fight: Instance) -> None:
    start = fight.start.state
    start.phase = Phase.AIM
    start.drawn.clear()
    cards = re.findall(r"^ *(\d) ([a-z-]+)(!?~?)|   (\d) ([a-z-]+)(!?~?)", board_of(fight), re.MULTILINE)
    shown = {int(one or other) for one, _, marks, other, _, others in cards if "~" not in marks + others}
    aims = [event.text for event in fight.reference.legal(fight.reference.position(start)) if event.text.startswith("aim ")]
    assert {int(text.split()[-1]) for text in aims} == shown == {0, 1, 2, 3}


def test_no_pile_can_be_looked_into(fight: Instance) -> None:
    """Other cards in the piles, as many as before, leave the board as it is."""
    before, table = board_of(fight), fight.start.state
    for pile, one, other in ((table.unseen, Rubble.GUN_AMMO, Rubble.RODENT), (table.combat, CombatCard.ZERO, CombatCard.MINUS_2),
                             (table.horde, Horde.RAIDER_A, Horde.BRUTE_C), (table.discard, Rubble.GUN_AMMO, Rubble.JUNK)):
        pile.take(one)
        pile.add(other)
    assert board_of(fight) == before


def test_the_backpack_is_shown_while_it_is_given_away(fight: Instance) -> None:
    table = fight.start.state
    table.people[0].items.take(Rubble.BACKPACK)
    table.phase, table.cause, table.found = Phase.RECEIVE, Cause.NOTHING, Rubble.BACKPACK
    board = board_of(fight)
    assert "IN HAND backpack with food-2, lucky\n" in board and "in the Backpack" not in board


def test_an_enemy_that_left_the_line_is_not_named(fight: Instance) -> None:
    """Where cards have left the line, the place of the target is another's."""
    assert " on 3 brute-b" in board_of(fight)
    fight.start.state.phase = Phase.CLEAR
    assert "ATTACK player-1 with shotgun (2 Damage, splash 1, gun-ammo), focus, blood-lust\n" in board_of(fight)


def test_who_is_attacked(fight: Instance) -> None:
    table = fight.start.state
    table.phase, table.cause, table.enemy, table.aimed = Phase.HIT, Cause.ENEMY, 3, Seat.PLAYER_3
    assert "ATTACK 3 brute-b on player-3\n" in board_of(fight)
    table.shielded, table.target, table.blocked = True, 2, True
    assert "ATTACK 3 brute-b on 2 survivor, who stands before player-3; a Barricade stops it\n" in board_of(fight)


def test_what_a_player_did_in_the_round(fight: Instance) -> None:
    person = fight.start.state.people[2]
    person.gave, person.tired = True, 1
    assert "slots 3/8   has given, Perk used\n" in board_of(fight)
    person.tired = 2
    assert "slots 3/8   has given, Perk used x2\n" in board_of(fight)


@pytest.mark.parametrize(("fields", "said"), [
    ({"round": 7}, "AFTER THE LAST ROUND (6)   FIRST PLAYER player-2   WAVE! player-2\n"),
    ({"wave": None, "phase": Phase.SEARCH}, "WAVE! in the Active Rubble pile\nPILES Active Rubble 9 and WAVE!, "),
    ({"wave": None, "on_top": True, "phase": Phase.SEARCH}, "WAVE! on top of the Active Rubble pile\n"),
    ({"wave": None, "phase": Phase.BEGIN_ROUND}, "WAVE! aside\nPILES Active Rubble 9, "),
    ({"wave": None, "cause": Cause.DELAY, "phase": Phase.FOUND}, "WAVE! aside\nPILES Active Rubble 9, "),
    ({"revealed": False}, "fifth; this Round's not yet\n"),
])
def test_the_head(fight: Instance, fields: dict[str, Any], said: str) -> None:
    for field, value in fields.items():
        setattr(fight.start.state, field, value)
    assert said in board_of(fight)


def test_a_full_line_stays_narrow(fight: Instance) -> None:
    table = fight.start.state
    while table.line.size < 48:
        table.line.put_bottom(Enemy(card=Horde.WANDERER_A, damage=1, spears=3, away=True, acted=True))
    table.to_come[0] = 12
    board = board_of(fight)
    assert max(map(len, board.split("\n"))) <= WIDTH
    assert "! has attacked, or as a Survivor was attacked;" in board
    assert "47 wanderer-a!~\n" in board and "\nTO COME 12 wanderer\n" in board
