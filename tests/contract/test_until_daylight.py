"""The worked examples of Until Daylight as scenarios: each loads, and its line comes out as the rulebook says.

UDL-E1 to UDL-E26 of the rules notes; E14, the roll for the first player, is not part of the model.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from attrs import frozen

from daybreak_games.until_daylight.cards import Horde, Rubble
from daybreak_games.until_daylight.state import Phase, Table
from tests.contract.until_daylight_tables import CODES, told, told_horde
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.registry import Games
from verifier.run.reference import Position

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-daylight"
EXAMPLES = sorted(path.stem for path in SCENARIOS.glob("e*.toml"))
GAMES = Games([EntryPoint("until-daylight", "daybreak_games.until_daylight:game", "daybreak.games")])  # read once
PASS = "pass-on"


@pytest.fixture(autouse=True)
def this_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.registry._found", lambda: GAMES)


@frozen
class Played:
    """A position of a scenario, and what happened on the way to it."""

    start: Instance
    position: Position
    events: tuple[str, ...]
    clauses: frozenset[str]

    @property
    def table(self) -> Table:
        """Everything on the table."""
        state: Table = self.position.state
        return state

    @property
    def legal(self) -> set[str]:
        """The decisions that are legal there."""
        return {event.text for event in self.start.reference.legal(self.position)}

    @property
    def health(self) -> list[int]:
        """The Health of the players."""
        return [person.health for person in self.table.people if person.health > 0]

    @property
    def leader(self) -> int | None:
        """The player with the Leader token."""
        return None if self.table.leader is None else self.table.leader + 1

    def hand(self, player: int) -> str:
        """What a player holds."""
        return told(self.table.people[player - 1].items)

    def area(self, player: int) -> str:
        """The Horde cards before a player, from the left, a letter each."""
        return " ".join(CODES[each.card] for each in self.table.line if each.area == player - 1)

    def dice(self) -> int:
        """How many dice the player in turn has just rolled."""
        return self.table.misses + self.table.bodies + self.table.heads


def played(name: str, *decisions: str) -> Played:
    """A scenario after some decisions and all that follows from them, as dealt: the next decision, or the end."""
    start = load_instance(SCENARIOS / f"{name}.toml")
    position, left, events, clauses = start.start, list(decisions), [], set[str]()
    while True:
        kind = start.reference.kind(position)
        if kind == END or kind == DECISION and not left:
            return Played(start, position, tuple(events), frozenset(clauses))
        event = start.program.event_by_text[left.pop(0)] if kind == DECISION else \
            start.reference.dealt(position) if kind == CHANCE else start.reference.events(position)[0]
        applied = start.reference.apply(position, event)
        position = applied.after
        events.append(event.text)
        clauses |= set(applied.clauses)


def rolls(after: Played) -> list[str]:
    """What the enemies rolled."""
    return [event.removeprefix("show-enemies ") for event in after.events if event.startswith("show-enemies")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_comes_to_a_decision(name: str) -> None:
    after = played(name)
    assert after.start.reference.kind(after.position) == DECISION and after.start.scenario.title


# -- experience and inventories -----------------------------------------------------------------------------------------------


def test_e1_the_psycho_leads_and_has_two_more_dice() -> None:
    assert played("e1").leader == 2
    after = played("e1", "draw", "attack chainsaw", "aim player-1", "roll")
    assert after.leader == 1 and "UDL-X05" in after.clauses
    chainsaw = after.start.scenario.edition.record.weapons[Rubble.CHAINSAW].dice
    assert after.dice() == chainsaw + 2


def test_e2_gun_ammo_is_one_place_and_arrows_another() -> None:
    ammo = played("e2", "draw")
    assert ammo.hand(1).startswith("gun-ammo*5 ") and ammo.table.phase == Phase.ACT
    arrows = played("e2-arrow", "draw")
    assert arrows.hand(1).startswith("gun-ammo*4 arrow ") and arrows.table.phase == Phase.LOSE


def test_e21_as_much_as_the_leader_is_not_enough_and_more_is() -> None:
    assert played("e21").leader == 1
    after = played("e21", "draw", "discard symbol")
    assert after.leader == 2 and [person.items[Rubble.SYMBOL] for person in after.table.people][:3] == [1, 2, 1]


def test_e22_two_tokens_are_enough() -> None:
    assert not any(event.startswith("craft") for event in played("e22").legal)


def test_e23_a_stack_of_ammo_is_given_at_once() -> None:
    assert played("e23", "give player-2 gun-ammo").legal == {f"hand-over {number}" for number in (1, 2, 3)}
    after = played("e23", "give player-2 gun-ammo", "hand-over 3")
    assert after.hand(1) == "chainsaw" and after.hand(2) == "gun-ammo*4 planks*3 nails*3 wires*2 pistol"
    assert after.table.phase == Phase.ACT and after.table.turn == 1 and "UDL-I08" in after.clauses


# -- the Horde ----------------------------------------------------------------------------------------------------------------


def test_e3_ten_horde_cards_and_a_heal() -> None:
    after = played("e3")
    assert after.table.line.size == 10 and all(each.area == 0 for each in after.table.line)
    assert after.area(1).startswith("W R B S W M") and after.health[0] == 4
    assert {"UDL-H01", "UDL-H03", "UDL-Y05"} <= after.clauses


def test_e3_one_card_more_in_round_3() -> None:
    after = played("e3-more")
    assert after.table.line.size == 10 and "UDL-Y02" in after.clauses


# -- attacks ------------------------------------------------------------------------------------------------------------------


def shot(name: str, ammo: int, *hits: str, area: int = 3) -> Played:
    """A scenario in which player 3 fires the Gun; the dice go to the front enemy, `B` or `H`."""
    words = {"B": "hit body", "H": "hit head"}
    return played(name, "attack gun", f"aim player-{area}", f"load {ammo}", "roll", "stand", *(words[hit] for hit in hits))


def test_e4_seven_ammo_give_six_dice() -> None:
    rolled = played("e4", "attack gun", "aim player-3", "load 7", "roll")
    assert rolled.dice() == 6
    after = shot("e4", 7)
    assert after.hand(3) == "gun crowbar" and told(after.table.discard) == "gun-ammo*7" and "UDL-C13" in after.clauses


@pytest.mark.parametrize("hits", ["BBHHB", "HBBHB", "HHBBB"])
def test_e5_three_kills_and_a_body_for_the_monster(hits: str) -> None:
    after = shot("e5", 6, *hits)
    assert after.area(3) == "M" and after.hand(3) == "vest gun crowbar"
    assert told(after.table.discard) == "gun-ammo*6" and told_horde(after.table.horde_discard) == "W*2 R"


def test_e5_the_same_with_three_heads_and_two_bodies() -> None:
    assert shot("e5-heads", 6, *"BBHHH").area(3) == "M"
    assert shot("e5-heads", 6, *"HBBHH").area(3) == "M"


def test_e6_three_bodies_do_not_kill_the_brute() -> None:
    after = shot("e6", 5, *"BBBBB")
    assert after.area(3) == "B W W M R R W M B" and after.hand(3) == "vest gun crowbar"
    assert shot("e6", 5, *"BB").legal == {"hit body"}


def test_e7_damage_is_not_kept_for_a_second_attack() -> None:
    first = shot("e7", 3, "H")
    assert first.area(3) == "" and first.area(4) == "W"
    after = played("e7", "attack gun", "aim player-3", "load 3", "roll", "stand", "hit head", "play-energy-shot",
                   "attack gun", "aim player-4", "load 1", "roll", "stand", "hit body")
    assert after.area(4) == "W" and after.hand(3) == "gun crowbar" and after.health == [5, 5, 5, 5]


def test_e8_two_infected_follow_the_noise() -> None:
    after = shot("e8", 2, "H", "H", area=1)
    assert (after.area(1), after.area(3)) == ("M W", "B W") and after.health == [5, 5, 5] and "UDL-M01" in after.clauses


def test_e13_no_melee_in_another_area() -> None:
    assert played("e13", "attack chainsaw").legal == {"aim player-1"}


def test_e16_a_brute_and_a_monster() -> None:
    after = shot("e16", 3, "H", "H", "H")
    assert after.hand(3) == "planks nails vest gun crowbar" and after.leader == 3
    assert after.table.people[2].monsters == 1 and told_horde(after.table.horde_discard) == "B"


def test_e17_an_ally_is_wounded_and_infected_follow() -> None:
    after = shot("e17", 6, *"BBBB", area=4)
    assert (after.area(4), after.area(3)) == ("", "B W") and after.health == [5, 5, 5, 3]


def test_e18_the_brute_follows_and_the_raider_stays() -> None:
    after = played("e18", "attack chainsaw", "aim player-2", "roll", "stand", "hit head")
    assert (after.area(2), after.area(1)) == ("R", "B") and after.health == [5, 5, 5, 5] and "UDL-M06" in after.clauses


# -- the enemies' attack ------------------------------------------------------------------------------------------------------


def test_e9_a_trap_kills_the_brute() -> None:
    after = played("e9", PASS)
    assert after.area(1) == "W W W W" and rolls(after) == ["4 miss"] and "UDL-P04" in after.clauses
    assert after.table.people[0].traps == 0 and after.table.traps == 6 and after.hand(1) == "vest chainsaw"


def test_e9_a_monster_survives_the_trap() -> None:
    after = played("e9-monster", PASS)
    assert after.area(1) == "M W W W W" and after.table.people[0].traps == 0 and rolls(after) == ["6 miss", "1 miss"]


def test_e9_two_traps_kill_a_monster() -> None:
    after = played("e9-two-traps", PASS)
    assert after.area(1) == "W W W W" and after.table.people[0].monsters == 1 and after.leader == 1
    assert after.table.traps == 6 and after.hand(1) == "planks vest chainsaw"


def test_e10_two_barricades_take_four_bodies() -> None:
    after = played("e10", PASS, "absorb body", "absorb body")
    assert rolls(after) == ["4 body 1 miss"] and after.health == [5, 5, 5, 5]
    assert after.table.people[0].barricades == 0 and after.table.barricades == 12 and "UDL-P10" in after.clauses


def test_e11_four_raiders_and_three_survivors() -> None:
    once = played("e11", PASS)
    assert once.table.phase == Phase.LOSE and once.area(1) == "R R R R" and once.health == [4, 5, 5, 5]
    after = played("e11", PASS, "discard planks", "discard nails")
    assert after.health == [3, 5, 5, 5] and after.hand(1) == "chainsaw" and told_horde(after.table.horde_discard) == "S*3"


def test_e11_two_survivors_in_the_tutorial() -> None:
    after = played("e11-tutorial", PASS, "discard planks", "discard nails")
    assert after.health == [3, 5, 5, 5] and after.area(1) == "R R R R" and told_horde(after.table.horde_discard) == "S*2"


def test_e12_thirteen_dice() -> None:
    after = played("e12", PASS, "absorb head", "absorb head")
    assert rolls(after) == ["2 head 2 body 2 miss", "4 body 2 miss", "1 miss"]
    assert after.health == [5 - 1 - 2, 5, 5, 5] and after.area(1) == "W W W W W W M B B"
    assert told_horde(after.table.horde_discard) == "S*2"


def test_e15_a_barricade_takes_one_of_two_heads() -> None:
    after = played("e15", PASS, "absorb head", "discard planks")
    assert after.health == [4, 5, 5, 5] and after.hand(1) == "chainsaw" and after.table.people[0].barricades == 0


def test_e19_a_body_leaves_a_barricade_whole() -> None:
    after = played("e19", PASS)
    assert after.health == [5, 5, 5, 5] and after.table.people[0].barricades == 1 and after.table.round == 3


def test_e20_a_survivor_for_the_last_health() -> None:
    assert played("e20", PASS, "endure").table.phase == Phase.LOST
    after = played("e20", PASS, "give-up player-1")
    assert after.health == [1, 5, 5, 5] and after.table.people[0].saved == 0 and after.leader == 2
    assert told_horde(after.table.horde_discard) == "S"


def test_e26_three_misses_kill_three_survivors() -> None:
    after = played("e26", PASS)
    assert after.area(1) == "R R" and after.health == [5, 5, 5, 5] and after.table.horde_discard[Horde.SURVIVOR] == 3


# -- rounds -------------------------------------------------------------------------------------------------------------------


def test_e24_the_player_after_the_last_active_one_begins() -> None:
    after = played("e24", PASS)
    assert (after.table.round, after.table.searching, after.table.turn) == (4, True, 2) and after.area(3) == "B"
    assert "draw" in after.legal


def test_e25_the_last_fight_goes_on() -> None:
    after = played("e25", PASS)
    assert (after.table.round, after.table.phase, after.table.turn) == (10, Phase.ACT, 0) and not after.table.searching
    assert (after.area(1), after.area(3)) == ("B", "W") and "UDL-F05" in after.clauses


# -- positions ----------------------------------------------------------------------------------------------------------------


def test_a_start_that_leaves_the_people_out_has_each_basic_weapon_once(tmp_path: Path) -> None:
    """Line 87: what a start leaves out is as the set-up leaves it."""
    path = tmp_path / "start.toml"
    path.write_text('schema = 1\ngame = "until-daylight"\ntitle = "Round 4"\n\n[deal]\nseed = 1\n\n'
                    '[start]\nphase = "begin-round"\nround = 4\n')
    people = load_instance(path).start.state.people
    assert [told(person.items) for person in people][:4] == ["chainsaw", "pistol", "crowbar", "longbow"]
