"""What the table of Until Daylight looks like in a terminal: all that lies there, signs explained, nothing hidden told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.board import AFTER, COVERS, MARKS, MOMENTS, NOW, SOURCES, WIDTH, draw, now
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import Horde, Objective, Rubble
from daybreak_games.until_daylight.state import After, Cover, Moment, Phase, Source, Standing, Table
from verifier.instance import Instance, load_instance
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.positions import random_disturbed, random_reachable, random_setting, random_typed
from verifier.run.setting import Setting

FIGHT = """
schema = 1
game = "until-daylight"
title = "An attack in the third Round"

[rulings]
UDL-43 = "accumulates"
UDL-56 = "attacker"

[deal]
seed = 1

[start]
phase = "assign"
round = 3
leader = "player-2"
turn = "player-1"
turns = 2
active = "player-3"
weapon = "longbow"
area = "player-3"
used = { arrow = 3, focus = 1 }
bodies = 2
heads = 1
bodies_on = 1
killed = 1
earned = 1
traps = 4
discard = { gun-ammo = 2 }
horde_discard = { wanderer = 4, brute = 1 }
line = ["survivor player-3", "raider player-3", "raider player-1", "wanderer player-3", "wanderer player-3", "brute player-1",
        "monster player-3", "survivor player-4"]
cleared = { player-4 = "player-2" }

[start.people]
player-3 = { health = 2, items = { crowbar = 1, planks = 3, nails = 1, food-1 = 2, vest = 1 }, barricades = 2, cracked = true }
player-4 = { health = 4, items = { pistol = 1, machete = 1, arrow = 4, lucky = 1 } }

[start.people.player-1]
health = 3
items = { chainsaw = 1, longbow = 1, arrow = 1, food-2 = 1, energy-drink = 2 }

[start.people.player-2]
health = 5
items = { gun = 1, gun-ammo = 7, symbol = 2 }
monsters = 1
saved = 1
traps = 2
secondary = "ninth"
achieved = [false, false, false, true]
points = 1
feats = { survivors = 1, wanderers = 4 }
"""

BOARD = """\
ROUND 3 OF 10, COMBAT   LEADER player-2   ACTIVE player-3   SAVED 1
PILES Rubble pile 148, Rubble discards 2, Horde pile 80, Horde discards 5
SUPPLY 4 Traps, 10 Barricades

player-1  psycho   Health 3/9  places 6/10  experience 0
      chainsaw*, longbow, arrow, food-2, energy-drink x2
      Objectives wanderers 0/5, monsters 0/2, wanderers 0/10
player-2  trigger  Health 5/9  places 4/10  experience 5  leader, 1 Monster,
      1 Survivor, 2 Traps
      gun, gun-ammo x7, symbol x2
      Objectives wanderers 4/5, raiders 0/3, wanderers 4/10, survivors 1/1+^
player-3  haggler  Health 2/9  places 8/12  experience 0  2 Barricades
      (1 cracked)
      crowbar*, planks x3, nails, food-1 x2, vest
      Objectives tokens 0/3, raiders 0/3, survivors 0/1
player-4  hipster  Health 4/9  places 4/10  experience 0
      machete, pistol, arrow x4, lucky
      Objectives brutes 0/3, monsters 0/1, wanderers 0/5

AREAS from left to right
 player-1  (2+2)   raider, brute
 player-2          empty
 player-3  (2+5)   survivor, raider, wanderer x2, monster
 player-4          survivor; player-2 killed the last enemy
ATTACK player-1 with longbow (1 die for each arrow) in the area of player-3;
      plays arrow x3, focus; 2 bodies, 1 head left; on the raider in front
      1 body; 1 Infected killed; 1 Rubble card earned
NOW   player-1 assigns 2 bodies, 1 head: which die comes next?
SIGNS * the basic weapon of the character; + achieved; ^ the Secondary
      Objective; wanderers 2/5 an Objective, 2 of 5 done; (2+5) Raiders attack
      with 2 dice, Infected with 5"""


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


def row_of(board: str, heading: str) -> str:
    """What a heading says, in one line; nothing if there is none."""
    found = re.search(rf"^{heading} (.*(?:\n {{6}}.*)*)", board, re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


def positions(program: Program, players: int) -> Iterator[tuple[Setting, Table]]:
    """Some of random games with that many players, each once more disturbed, and three that no game meets."""
    box: Any = copied(load_edition(game, "printed-and-assumed", Path()).record)
    box.players = players
    setting = random_setting(program, seed=players, edition=box, default=0.7)
    met = list(random_reachable(program, setting, seed=players, count=25, thin=12))
    odd = [*random_disturbed(program, met, seed=players), *random_typed(program, seed=players, count=3)]
    yield from ((setting, position.state) for position in (*met, *odd))


def drawn(setting: Setting, table: Table) -> str:
    with running(Run(setting.rulings, setting.edition)):
        return draw(table)


def test_a_fight(fight: Instance) -> None:
    assert board_of(fight) == BOARD


def test_drawing_changes_nothing(fight: Instance) -> None:
    key = fight.reference.key(fight.start)
    board_of(fight)
    assert fight.reference.key(fight.start) == key


def test_everything_that_can_happen_has_words(fight: Instance) -> None:
    for words, kind in ((NOW, Phase), (AFTER, After), (MOMENTS, Moment), (SOURCES, Source), (COVERS, Cover)):
        assert set(words) == set(kind)
    sentences = set()
    with running(Run(fight.setting.rulings, fight.setting.edition)):
        for table in (Table(), fight.start.state):
            for phase in Phase:
                table.phase = phase
                sentences.add(now(table))
                assert draw(table)
    assert len(sentences) >= len(Phase)


def test_who_decides_is_named(fight: Instance) -> None:
    """Who makes the decision of each phase is in its sentence."""
    table = fight.start.state
    table.people[1].saved, table.victim, table.pain, table.source = 1, Seat.PLAYER_2, 1, Source.RAIDERS
    table.giver, table.taker, table.moved, table.drawer = Seat.PLAYER_1, Seat.PLAYER_2, Rubble.ARROW, Seat.PLAYER_4
    turn = (Phase.CHOOSE, Phase.ACT, Phase.NUMBER, Phase.WHOM, Phase.AIM, Phase.LOAD, Phase.PREPARE, Phase.RESULT, Phase.ASSIGN)
    with running(Run(fight.setting.rulings, fight.setting.edition)):
        for phases, who in ((turn, "player-1"), ((Phase.SPRING, Phase.ABSORB), "player-3"), ((Phase.GIVE_UP,), "player-2")):
            for table.phase in phases:
                assert who in now(table), now(table)


@pytest.mark.parametrize("players", range(3, 7))
def test_boards_fit_and_explain_their_signs(program: Program, players: int) -> None:
    for setting, table in positions(program, players):
        board = drawn(setting, table)
        assert max(map(len, board.split("\n"))) <= WIDTH, board
        assert [int(number) for number in re.findall(r"^player-(\d) ", board, re.MULTILINE)] == list(range(1, players + 1))
        areas = [int(number) for number in re.findall(r"^ player-(\d) ", board, re.MULTILINE)]
        assert areas == sorted({*range(1, players + 1), *(each.area + 1 for each in table.line)})
        body, said = board.partition("\nSIGNS ")[0], row_of(board, "SIGNS")
        used = {"*": bool(re.search(r"[a-z]\*", body)), "+": bool(re.search(r"/\d+\+", body)), "^": "^" in body}
        assert {sign: f"{sign} {meaning}" in said for sign, meaning in MARKS.items()} == used, board
        assert ("(2+5) Raiders" in said) == bool(re.search(r"\(\d+\+\d+\)", body))


def test_every_horde_card_is_in_its_area_in_order(program: Program) -> None:
    for setting, table in positions(program, 4):
        board = drawn(setting, table)
        for area in {each.area for each in table.line}:
            told = row_of(board, f" player-{area + 1}").partition(";")[0]
            runs = re.findall(r"([a-z]+)(?: x(\d+))?(?:,|$)", told)
            cards = [name for name, number in runs for _ in range(int(number or 1))]
            assert cards == [each.card.name.lower() for each in table.line if each.area == area], board


def test_no_pile_can_be_looked_into(fight: Instance) -> None:
    """Other cards in the piles, as many as before, leave the board as it is."""
    before, table = board_of(fight), fight.start.state
    for pile, one, other in ((table.rubble, Rubble.GUN_AMMO, Rubble.NOISE), (table.horde, Horde.WANDERER, Horde.RAIDER),
                             (table.horde_discard, Horde.WANDERER, Horde.RAIDER), (table.discard, Rubble.GUN_AMMO, Rubble.RATS),
                             (table.secondary, Objective.FIRST, Objective.SECOND)):
        pile.take(one)
        pile.add(other)
    assert board_of(fight) == before


@pytest.mark.parametrize(("fields", "said"), [
    ({"phase": Phase.AIM}, "player-1 with longbow (1 die for each arrow); plays arrow x3, focus; "),
    ({"phase": Phase.PREPARE}, "; 2 dice to roll; 1 miss will count as body; "),
    ({"phase": Phase.ROLL, "pool": 4}, "; 4 dice to roll; 1 miss will count as body; "),
    ({"phase": Phase.RESULT, "astray": True, "misses": 2}, "; 2 misses, 2 bodies, 1 head left; "),
    ({"phase": Phase.COME, "coming": 2}, "; 1 Infected killed; 2 Infected to come; 1 Rubble card earned"),
    ({"weapon": Rubble.GUN}, "player-1 with gun (1 die for each gun-ammo, noisy) in the area of player-3; "),
    ({"weapon": Rubble.MACHETE}, "player-1 with machete (4 dice) in the area of player-3; "),
    ({"unarmed": True}, "player-1 with bare hands (1 die) in the area of player-3; "),
    ({"phase": Phase.ACT}, ""),
    ({"phase": Phase.LOST, "after": After.ASSIGN}, ""),
    ({"phase": Phase.SAVE, "after": After.ASSIGN}, "player-1 with longbow (1 die for each arrow) in the area of player-3; "),
])
def test_the_attack(fight: Instance, fields: dict[str, Any], said: str) -> None:
    for field, value in fields.items():
        setattr(fight.start.state, field, value)
    attack = row_of(board_of(fight), "ATTACK")
    assert said in attack and bool(said) == bool(attack)


def test_what_lies_on_the_front_enemy(fight: Instance) -> None:
    assert "on the raider in front 1 body" in row_of(board_of(fight), "ATTACK")
    table = fight.start.state
    table.area, table.bodies_on, table.heads_on = Seat.PLAYER_2, 0, 1
    assert "on the card in front 1 head" in row_of(board_of(fight), "ATTACK")


@pytest.mark.parametrize(("fields", "said"), [
    ({"phase": Phase.AREA}, "area of player-3, third of 4"),
    ({"phase": Phase.TRAP, "heads_on": 1}, "area of player-3, third of 4; 1 head of Traps on the Monster"),
    ({"phase": Phase.ENEMY_ROLL, "raiders": True, "pool": 6, "dice_left": 8, "spare": 4},
     "area of player-3, third of 4; Raiders roll 6 dice; 2 dice of Raiders to roll later;"
     " 4 dice of Infected fill the last roll up"),
    ({"phase": Phase.ABSORB, "bodies": 3, "heads": 1, "dice_left": 2},
     "area of player-3, third of 4; 3 bodies, 1 head of Infected left; 2 dice of Infected to roll later"),
    ({"phase": Phase.SUFFER, "after": After.ROLLS, "carried": True}, "area of player-3, third of 4; 1 body left over"),
])
def test_the_enemies(fight: Instance, fields: dict[str, Any], said: str) -> None:
    table = fight.start.state
    table.bodies = table.heads = table.bodies_on = 0
    for field, value in fields.items():
        setattr(table, field, value)
    assert row_of(board_of(fight), "ENEMIES") == said


@pytest.mark.parametrize(("fields", "heading", "said"), [
    ({"phase": Phase.SUFFER, "pain": 2, "losses": 1, "victim": Seat.PLAYER_3, "source": Source.RAIDERS, "after": After.ROLLS},
     "PENDING", "2 damage by Raiders for player-3; player-3 loses 1 card; then the enemies in the area of player-3 roll on"),
    ({"phase": Phase.DRAW, "drawer": Seat.PLAYER_4, "to_draw": 2, "after": After.ATTACKED},
     "PENDING", "player-4 draws 2 Rubble cards; then the attack may draw Infected by its noise"),
    ({"phase": Phase.LAY, "to_lay": 5, "fewer": True},
     "WAVE", "5 Horde cards for player-3 to lay, then the last Infected of it is taken out"),
    ({"phase": Phase.FATE}, "WAVE", "7 Horde cards for player-3, changed by the Die of Fate"),
    ({"phase": Phase.ACT, "actions": 1, "attacks": 1}, "TURN", "player-1, third of 4: 1 action and 1 attack by a card left"),
    ({"phase": Phase.ACT}, "TURN", "player-1, third of 4: no action left"),
    ({"phase": Phase.TICK, "searching": True, "tick": 20}, "SEARCH", "moment 21; the gong comes from moment 41 to 61"),
    ({"phase": Phase.EVENT, "searching": True, "rang": True, "event": Rubble.RATS},
     "SEARCH", "moment 1; the gong comes from moment 41 to 61; it has come, and combat follows"),
    ({"phase": Phase.EVENT, "event": Rubble.RATS, "drawer": Seat.PLAYER_2}, "PENDING", "the Event rats of player-2"),
    ({"phase": Phase.RESUME, "after": After.ROUND}, "NOW", "play goes on: the next Round begins"),
    ({"phase": Phase.RESUME, "after": After.ROUND, "round": 10}, "NOW", "play goes on: the last fight goes on"),
    ({"phase": Phase.LOST}, "NOW", "lost: no Survivor was saved"),
    ({"phase": Phase.DEAL}, "PILES",
     "Rubble pile 148, Rubble discards 2, Horde pile 80, Horde discards 5, Secondary Objectives 28"),
])
def test_what_goes_on(fight: Instance, fields: dict[str, Any], heading: str, said: str) -> None:
    for field, value in fields.items():
        setattr(fight.start.state, field, value)
    assert row_of(board_of(fight), heading) == said


@pytest.mark.parametrize(("fields", "said"), [
    ({"round": 10}, "ROUND 10 OF 10, THE LAST FIGHT   LEADER player-2   ACTIVE player-3   SAVED 1\n"),
    ({"searching": True, "leader": None}, "ROUND 3 OF 10, THE SEARCH   LEADER none   SAVED 1\n"),
    ({"phase": Phase.BEGIN_ROUND}, "ROUND 3 OF 10, THE SEARCH   LEADER player-2   SAVED 1\n"),
    ({"phase": Phase.CHOOSE}, "ROUND 3 OF 10, SET-UP   LEADER player-2   SAVED 1\n"),
])
def test_the_head(fight: Instance, fields: dict[str, Any], said: str) -> None:
    for field, value in fields.items():
        setattr(fight.start.state, field, value)
    assert said in board_of(fight)


def test_too_many_cards(fight: Instance) -> None:
    table = fight.start.state
    table.people[3].items[Rubble.PLANKS] += 8
    table.phase, table.losses = Phase.LOSE, 0
    board = board_of(fight)
    assert row_of(board, "NOW") == "player-4 has too many cards: which card is discarded?"
    assert row_of(board, "PENDING") == "player-4 has too many cards" and "places 12/10" in board
    table.losses, table.victim = 2, Seat.PLAYER_3
    assert row_of(board_of(fight), "NOW") == "player-3 loses a card: which card is discarded?"


def test_a_crowded_table_stays_narrow(fight: Instance) -> None:
    table = fight.start.state
    while table.line.size < 95:
        table.line.put_bottom(Standing(card=Horde.WANDERER if table.line.size % 2 else Horde.MONSTER, area=Seat.PLAYER_6))
    for person in table.people:
        for card in Rubble:
            person.items[card] = 40
        person.monsters = person.saved = 60
    board = board_of(fight)
    assert max(map(len, board.split("\n"))) <= WIDTH
    assert " player-6  (0+175) " in board and "\nplayer-6" not in board
