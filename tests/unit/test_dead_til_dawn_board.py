"""What the table of Dead 'til Dawn looks like in a terminal: all that lies there, signs explained, Events in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dead_til_dawn import game
from daybreak_games.dead_til_dawn.board import (
    ACTS,
    AIMS,
    CLOSING,
    CRAVINGS,
    EFFECTS,
    ENDS,
    FATES,
    GOES_ON,
    KEYWORDS,
    NOW,
    QUIRKS,
    SIGNS,
    STAGES,
    WIDTH,
    WINDOWS,
    decides,
    draw,
    event_word,
    item_word,
    now,
    signs,
)
from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import Act, Aim, Character, Craving, Effect, Event, Horror, Item, Keyword, Kind, Quirk
from daybreak_games.dead_til_dawn.state import Fate, Phase, Stage, Table, Window
from verifier.instance import Instance, load_instance
from verifier.lang.phases import DECISION
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.positions import random_disturbed, random_reachable, random_setting, random_typed
from verifier.run.setting import Setting

FIGHT = """
schema = 1
game = "dead-til-dawn"
title = "A fight with zombies in the third round"
edition = "illustrative-5"

[deal]
seed = 3

[start]
phase = "join"
round = 3
turns = 2
turn = "player-2"
stage = "event"
event = "horde"
actor = "player-4"
hideout = "attic"

[start.people.player-1]
characters = ["hunter", "none"]
items = { bat = 2, revolver-2 = 1, axe = 1 }
wounds = 2
bites = 1
fighting = true
attacks = [{ needs = 1 }, { needs = 1, by = "player-5" }, {}]

[start.people.player-2]
characters = ["sheriff", "none"]
shown = true
spent = [true, true]
items = { bottle = 1, rope = 1, dog = 1 }
aside = { carver = 1 }
wounds = 1
quirk = "clumsy"
fighting = true
attacks = [{ needs = 2, has = 2 }, {}, {}]

[start.people.player-3]
characters = ["nurse", "none"]
items = { bandage = 1, shotgun = 1, torch = 1 }
kept = "stash"
fighting = true
attacks = [{ needs = 1 }, {}, {}]

[start.people.player-4]
zombie = true
characters = ["gambler", "none"]
shown = true
spent = [true, true]
hand = { claw = 2, drag = 1, gnaw = 1 }
powers = { rage = 1 }
last = true

[start.people.player-5]
zombie = true
characters = ["butcher", "none"]
shown = true
spent = [true, true]
hand = { rush = 1, awakening = 1 }
"""

BOARD = """\
ROUND 3 OF 5, 2 OF 5 TURNS BEGUN   TURN player-2, an Event
HIDEOUT attic (fights of Events need 1 Weapon less)
DECKS (discards) Equipment 29 (0), Events 40 (0), Zombie cards 43 (0)

player-1  alive   Wounds 2/3  hunter (fighter), 1 Bite
      Equipment 4/5: bat (1) x2, axe (2, tool), revolver-2 2/3
player-2  alive   Wounds 1/3  sheriff (hero, spent), shown, clumsy
      Equipment 3/5: bottle (1, breaks), rope (breaks), dog (1, pet); aside
      carver (2, tool)
player-3  alive   Wounds 0/3  nurse (medic)
      Equipment 3/5: torch (light), bandage (heals 1), shotgun 2/2
      keeps a secret Event until the next turn: stash (finds 2 Equipment cards)
player-4  Zombie              gambler (craves 2 dead: yes so far), of the last
      group to die
      Zombie cards claw (+1) x2, drag (-1), gnaw (bite)
      Power-Ups rage (power-up 1)
player-5  Zombie              butcher (craves 3 dead: not yet)
      Zombie cards rush (fight 2), awakening (life)

EVENT horde: a fight with zombies; each Survivor needs 1 Weapon, or gets a Wound
FIGHT Zombie players may join
      player-1: attack 0 needs 1 Weapon, has 0; attack 1 by player-5 needs
      1 Weapon, has 0
      player-2: attack 0 needs 2 Weapons, has 2
      player-3: attack 0 needs 1 Weapon, has 0
NOW   a fight with zombies: does player-4 join it, and against whom?
SIGNS (1) counts as 1 Weapon; breaks: discarded when used; 2/3 has 2 of 3 Ammo,
      each 1 Weapon; pet: cannot be given away; aside: not to be used now;
      fighter: is 1 Weapon, once in an Event; hero: is 2 Weapons, once in a
      game; medic: heals 1 Wound, once in a game; spent: used up for good;
      clumsy: each attack needs 1 Weapon more; (+1) in a fight: an attack needs
      1 Weapon more; (-1) in a fight: a Weapon that was played does not count;
      (fight 2) in the own turn: a fight, for which a neighbour needs 2 Weapons;
      (bite) in the own turn: a neighbour is Bitten; (power-up 1) laid out: its
      player's attacks by joining need 1 Weapon more; (life) in the own turn:
      its player returns to life"""


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


def positions(program: Program, edition: str, count: int = 18) -> Iterator[tuple[Setting, Table]]:
    """Some of random games, a third of them once more disturbed, and three that no game meets."""
    box: Any = load_edition(game, edition, Path()).record
    setting = random_setting(program, seed=box.players, edition=box, default=0.7)
    met = list(random_reachable(program, setting, seed=box.players, count=count, thin=12))
    odd = [*random_disturbed(program, met[::3], seed=box.players), *random_typed(program, seed=box.players, count=3)]
    yield from ((setting, position.state) for position in (*met, *odd))


def inside(instance: Instance, rulings: dict[str, str] | None = None) -> Any:
    return running(Run({**instance.setting.rulings, **(rulings or {})}, instance.setting.edition))


def test_a_fight(fight: Instance) -> None:
    assert board_of(fight) == BOARD


def test_drawing_changes_nothing(fight: Instance) -> None:
    key = fight.reference.key(fight.start)
    board_of(fight)
    assert fight.reference.key(fight.start) == key


def test_everything_that_can_happen_has_words(fight: Instance) -> None:
    kinds: list[tuple[dict[Any, str], Any]] = [
        (NOW, Phase), (STAGES, Stage), (GOES_ON, Stage), (WINDOWS, Window), (CLOSING, Window), (FATES, Fate), (AIMS, Aim),
        (CRAVINGS, Craving), (KEYWORDS, Keyword), (EFFECTS, Effect), (ACTS, Act), (QUIRKS, Quirk)]
    for words, kind in kinds:
        assert set(words) == set(kind)
    sentences = set()
    with inside(fight):
        for table in (Table(), fight.start.state):
            for phase in Phase:
                table.phase = phase
                sentences.add(now(table))
                assert draw(table)
    assert len(sentences) >= len(Phase)


def test_whoever_decides_is_named(program: Program) -> None:
    """In every decision that random games meet, the player who is asked, and nobody in other phases."""
    asked = set()
    for setting, table in positions(program, "illustrative", 80):
        with running(Run(setting.rulings, setting.edition)):
            phase = program.phases[table.phase]
            assert (decides(table) is None) == (phase.kind != DECISION), table.phase
            seat = decides(table)
            if seat is not None:
                assert f"player-{seat + 1}" in now(table), now(table)
                asked.add(table.phase)
    assert len(asked) > 5


@pytest.mark.parametrize("edition", ["tiny", "illustrative", *(f"illustrative-{players}" for players in (3, 5, 6, 7, 8))])
def test_boards_fit_and_explain_their_signs(program: Program, edition: str) -> None:
    box: Any = load_edition(game, edition, Path()).record
    players = box.players
    for setting, table in positions(program, edition):
        with running(Run(setting.rulings, setting.edition)):
            board, told = draw(table), signs(table)
        assert max(map(len, board.split("\n"))) <= WIDTH, board
        assert [int(number) for number in re.findall(r"^player-(\d) ", board, re.MULTILINE)] == list(range(1, players + 1))
        assert row_of(board, "NOW  ")
        assert row_of(board, "SIGNS") == "; ".join(told)
        used = "\n".join(row_of(board, rf"player-{seat} ") for seat in range(1, players + 1))
        for sign in (r"\(\+\d", r"\(-1", r"\(fight \d", r"\bbreaks\b", r", clumsy\b", r"\bhero\b"):
            assert not re.search(sign, used) or SIGNS[sign] in told, board


def test_a_crowded_table_stays_narrow(fight: Instance) -> None:
    for person in fight.start.state.people:
        for item in Item:
            person.items[item] = person.aside[item] = 40
        for horror in Horror:
            person.hand[horror] = person.powers[horror] = 40
        for attack in person.attacks:
            attack.needs = attack.has = 40
        person.bites, person.hits, person.times, person.due = 9, 99, 9, Effect.FIND
    assert max(map(len, board_of(fight).split("\n"))) <= WIDTH


def test_no_deck_can_be_looked_into(fight: Instance) -> None:
    """Other cards in the decks, as many as before, leave the board as it is."""
    before, table = board_of(fight), fight.start.state
    for deck, one, other in ((table.equipment, Item.BAT, Item.BOOK), (table.events, Event.CALM, Event.FIRE),
                             (table.zombies, Horror.MOAN, Horror.RAGE)):
        deck.take(one)
        deck.add(other)
    assert board_of(fight) == before


@pytest.mark.parametrize(("event", "said"), [
    (Event.CALM, "calm: nothing happens"),
    (Event.LONE_FIGHT, "lone-fight: a fight with zombies; each Survivor needs 2 Weapons alone, or gets a Wound"),
    (Event.BRAWL, "brawl: a fight with zombies; player-2 needs 2 Weapons, or gets a Wound"),
    (Event.SIEGE, "siege: a fight with zombies; all Survivors together need 4 Weapons, or each gets a Wound"),
    (Event.LOOTERS, "looters: a fight; player-2 needs 1 Weapon, or discards 2 Equipment cards"),
    (Event.DARKNESS, "darkness: player-2 needs 1 Light, or gets a Wound"),
    (Event.LOCKED_ROOM, "locked-room: player-2 needs 1 Tool, and then finds 2 Equipment cards"),
    (Event.SHAFT, "shaft: player-2 needs 1 Rope, and then finds an Equipment card, or discards an Equipment card"),
    (Event.TEETH, "teeth: player-2 gets a Bite"),
    (Event.FEVER, "fever: a Flip for each Survivor: heads, nothing; tails, gets a Wound"),
    (Event.WINDFALL, "windfall: a Flip for player-2: heads, finds 2 Equipment cards; tails, gets 2 Wounds"),
    (Event.RATIONS, "rations: a Vote led by player-2, about each Survivor: carried, discards an Equipment card;"
                    " not carried, gets a Wound"),
    (Event.CELLAR, "cellar: a Vote led by player-2, on a Hideout (fights of Events need 2 Weapons less)"),
    (Event.FIRE, "fire: player-2 drives all out of the Hideout"),
    (Event.REST, "rest: each Survivor is healed of a Wound"),
    (Event.MADNESS, "madness: player-2 becomes clumsy"),
    (Event.DREAD, "dread: secret, player-2 gets a Wound"),
    (Event.MIRACLE, "miracle: player-2 brings the next Zombie player on the left back to life"),
    (Event.MIX_UP, "mix-up: player-2 swaps all Equipment with the next Survivor on the left"),
    (Event.UNMASKED, "unmasked: player-2 shows the Character"),
])
def test_events_in_words(fight: Instance, event: Event, said: str) -> None:
    with inside(fight):
        assert event_word(fight.start.state, event) == said


def test_an_event_says_how_many_wounds(fight: Instance) -> None:
    with inside(fight, {"DTD-21": "each-missing"}):
        assert event_word(fight.start.state, Event.BRAWL).endswith("or gets a Wound for each one missing")


def test_every_kind_of_event_with_every_effect_has_words(fight: Instance) -> None:
    record: Any = copied(fight.setting.edition)
    sheet = record.says[Event.CALM]
    with running(Run(fight.setting.rulings, record)):
        for sheet.kind in Kind:
            for sheet.first in Effect:
                for sheet.second in Effect:
                    assert re.fullmatch(r"calm: [^{}]+", event_word(fight.start.state, Event.CALM))


@pytest.mark.parametrize(("item", "said"), [
    (Item.BAT, "bat (1)"), (Item.BOTTLE, "bottle (1, breaks)"), (Item.AXE, "axe (2, tool)"), (Item.TORCH, "torch (light)"),
    (Item.ROPE, "rope (breaks)"), (Item.BANDAGE, "bandage (heals 1)"), (Item.BOOK, "book (cures a Quirk)"),
    (Item.DOG, "dog (1, pet)"), (Item.REVOLVER, "revolver 3/3"), (Item.REVOLVER_2, "revolver-2 2/3"),
    (Item.SHOTGUN_0, "shotgun-0 0/2"),
])
def test_equipment(fight: Instance, item: Item, said: str) -> None:
    with inside(fight):
        assert item_word(item) == said


def test_a_firearm_without_ammo_is_a_weapon_like_others(fight: Instance) -> None:
    record: Any = copied(fight.setting.edition)
    record.ammo[Item.SHOTGUN] = 0
    with running(Run(fight.setting.rulings, record)):
        assert item_word(Item.SHOTGUN) == "shotgun (2)"


@pytest.mark.parametrize(("fields", "heading", "said"), [
    ({"phase": Phase.PLAY, "window": Window.LAST, "actor": Seat.PLAYER_1}, "NOW  ",
     "what does player-1 play in the fight for the last time?"),
    ({"phase": Phase.PLAY, "event": Event.DARKNESS}, "NOW  ", "what does player-4 play where Light is asked for?"),
    ({"phase": Phase.PLAY, "event": Event.DARKNESS, "window": Window.FIRST}, "CALL",
     "Survivors play first player-1: attack 0 needs 1 Light, has 0; attack 1 by player-5 needs 1 Weapon, has 0"
     " player-2: attack 0 needs 2 Light, has 2 player-3: attack 0 needs 1 Light, has 0"),
    ({"phase": Phase.CLOSE, "window": Window.FIRST}, "NOW  ", "nobody plays any more: now Zombie players may"),
    ({"phase": Phase.VOTE, "event": Event.RATIONS, "yes": 1, "no": 2, "abstained": True}, "VOTE",
     "1 for it, 2 against it; the leader abstains"),
    ({"phase": Phase.SETTLE}, "NOW  ", "the votes are tied: player-2, who leads the Vote, decides"),
    ({"phase": Phase.CONSENT, "gift": Item.AXE, "actor": Seat.PLAYER_1, "receiver": Seat.PLAYER_3}, "GIFT",
     "axe (2, tool) from player-1 for player-3"),
    ({"phase": Phase.PICK_UP, "dropped": Item.REVOLVER_1, "victim": Seat.PLAYER_2, "actor": Seat.PLAYER_3}, "DISCARDED",
     "revolver-1 1/3 by player-2"),
    ({"phase": Phase.PICK_UP, "dropped": Item.BAT, "victim": Seat.PLAYER_2, "actor": Seat.PLAYER_3}, "NOW  ",
     "player-2 discards bat: does player-3 pick it up?"),
    ({"phase": Phase.RESOLVE}, "NOW  ", "the Event is over"),
    ({"phase": Phase.RESOLVE, "stage": Stage.START}, "NOW  ", "the turn of player-2 goes on to the Event"),
    ({"phase": Phase.FLIP, "actor": Seat.PLAYER_1}, "NOW  ", "player-1 Flips for a Bite: tails kills"),
    ({"phase": Phase.RECEIVE, "victim": Seat.PLAYER_5, "to_draw": 2}, "NOW  ", "player-5 draws a Zombie card, 2 to draw"),
    ({"phase": Phase.PROWL, "turn": Seat.PLAYER_4, "stage": Stage.PROWL}, "NOW  ",
     "the dead player-4 plays a Zombie card, or ends the turn"),
    ({"phase": Phase.TRADE, "turn": Seat.PLAYER_4, "stage": Stage.PROWL, "actor": Seat.PLAYER_1}, "NOW  ",
     "in the turn of player-4, who is dead: what does player-1 give away, use or show?"),
    ({"phase": Phase.LOOT, "victim": Seat.PLAYER_5, "actor": Seat.PLAYER_1}, "NOW  ",
     "player-1 loots player-5: which card, or none?"),
    ({"hideout": None}, "HIDEOUT", "none"),
])
def test_what_goes_on(fight: Instance, fields: dict[str, Any], heading: str, said: str) -> None:
    for field, value in fields.items():
        setattr(fight.start.state, field, value)
    assert row_of(board_of(fight), heading) == said


def test_what_is_to_come(fight: Instance) -> None:
    table = fight.start.state
    table.phase = Phase.RESOLVE
    table.people[0].hits = 2
    table.people[1].due, table.people[1].times = Effect.LOSE, 2
    table.people[2].hits = 2
    board = board_of(fight)
    assert row_of(board, "TO COME") == ("2 Wounds for each of player-1 and player-3;"
                                        " 2 Equipment cards to discard for player-2")
    assert row_of(board, "NOW  ") == "player-2 gets what is to come"
    for seat in (0, 1, 2):
        table.people[seat].hits, table.people[seat].due, table.people[seat].fate = 0, Effect.NOTHING, Fate.LIVES
    table.people[0].fate, table.people[2].fate = Fate.DEAD, Fate.FALLING
    assert row_of(board_of(fight), "NOW  ") == "player-3 has the last Wound: can anybody heal it?"
    table.people[2].fate = Fate.LIVES
    board = board_of(fight)
    assert row_of(board, "NOW  ") == "player-1 is dead and becomes a Zombie player"
    assert row_of(board, "player-1 ").startswith("dead Wounds 2/3")


def test_loot_is_shown_with_its_signs(fight: Instance) -> None:
    table = fight.start.state
    for person in table.people:
        person.items.clear()
        person.aside.clear()
    assert "breaks" not in row_of(board_of(fight), "SIGNS")
    table.loot.add(Item.BOTTLE)
    board = board_of(fight)
    assert row_of(board, "LOOT") == "bottle (1, breaks)" and "breaks: discarded when used" in row_of(board, "SIGNS")


def test_who_came_back_still_has_a_craving(fight: Instance) -> None:
    person = fight.start.state.people[0]
    person.returned, person.sated[0], person.acted[0] = True, True, True
    assert row_of(board_of(fight), "player-1 ").startswith(
        "alive Wounds 2/3 hunter (fighter, used, craves a Wound by an own attack: satisfied), 1 Bite, back from the dead")


def test_two_characters(fight: Instance) -> None:
    person = fight.start.state.people[1]
    person.characters[1], person.spent[0] = Character.WAITRESS, False
    assert "sheriff (hero) and waitress (medic, spent), shown, clumsy" in row_of(board_of(fight), "player-2 ")


@pytest.mark.parametrize(("phase", "living", "said"), [
    (Phase.DAWN, True, "the sun rises: player-1, player-2, player-3 and player-4 win, player-5 does not"),
    (Phase.ALL_DEAD, False, "everybody is dead: player-5 wins, player-1, player-2, player-3 and player-4 do not"),
])
def test_an_end_says_who_has_won(fight: Instance, phase: Phase, living: bool, said: str) -> None:
    table = fight.start.state
    table.phase = phase
    if not living:
        for seat in range(3):
            table.people[seat].zombie = table.people[seat].last = True
    board = board_of(fight)
    assert row_of(board, "NOW  ") == said
    assert phase in ENDS and "TURN player" not in board and not row_of(board, "EVENT") and not row_of(board, "FIGHT")
