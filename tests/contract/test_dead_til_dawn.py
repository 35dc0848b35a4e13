"""The worked examples of Dead 'til Dawn as scenarios: each loads, and its line comes out as the rulebook says.

DTD-E1 to DTD-E16 of the rules notes.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from attrs import frozen

from daybreak_games.dead_til_dawn.cards import Event, Horror, Item
from daybreak_games.dead_til_dawn.state import Phase, Table
from tests.contract.dead_til_dawn_tables import told
from verifier.instance import Instance, load_instance
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.values import copied
from verifier.registry import Games
from verifier.run.reference import Position

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dead-til-dawn"
EXAMPLES = sorted(path.stem for path in SCENARIOS.glob("e[1-9]*.toml"))
GAMES = Games([EntryPoint("dead-til-dawn", "daybreak_games.dead_til_dawn:game", "daybreak.games")])  # read once
ENDED = ("e13", "e13-round-over")


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
    def wounds(self) -> list[int]:
        """The Wounds of the players."""
        return [person.wounds for person in self.table.people][:self.start.scenario.edition.record.players]

    @property
    def asked(self) -> int:
        """The player who is asked."""
        return self.table.actor + 1

    @property
    def winners(self) -> list[int]:
        """Who wins, of an ended game."""
        outcome = self.start.program.game.only("outcome")
        return [seat + 1 for seat in range(self.start.scenario.edition.record.players)
                if self.start.reference.said(outcome, copied(self.table), seat)]

    def can(self, rule: str) -> set[str]:
        """The legal decisions by one rule."""
        return {event for event in self.legal if event.split()[0] == rule}

    def hand(self, player: int) -> str:
        """The Equipment of a player, what was used in the Event included."""
        person = self.table.people[player - 1]
        items = copied(person.items)
        items.add_all(person.aside)
        return told(items)

    def horrors(self, player: int) -> str:
        """The Zombie cards of a player."""
        return told(self.table.people[player - 1].hand, Horror)


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


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_comes_to_a_decision_or_the_end(name: str) -> None:
    after = played(name)
    assert after.start.reference.kind(after.position) == (END if name in ENDED else DECISION) and after.start.scenario.title


# -- fights -------------------------------------------------------------------------------------------------------------------


def test_e1_two_weapons_alone_or_a_wound() -> None:
    axe = played("e1")
    assert axe.asked == 1 and axe.legal == {"play axe player-1 0", "hold"}
    bat = played("e1", "play axe player-1 0")
    assert bat.asked == 2 and bat.legal == {"play bat player-2 0", "hold"}
    after = played("e1", "play axe player-1 0", "play bat player-2 0", "play bat player-3 0", "play bat player-3 0")
    assert after.wounds == [0, 1, 0, 1] and after.table.turn == 1 and {"DTD-T04", "DTD-T06", "DTD-T07"} <= after.clauses
    assert [after.hand(player) for player in (1, 2, 3, 4)] == ["axe", "bat", "bat*2", ""]


def test_e3_he_names_the_attack() -> None:
    start = played("e3", "join player-1")
    assert start.legal == {"play bat player-1 0", "play bat player-1 1", "hold"}
    for attack in (0, 1):
        after = played("e3", "join player-1", f"play bat player-1 {attack}")
        assert after.wounds == [1, 0, 0, 0] and after.hand(1) == "bat"
    assert played("e3", "join player-1", "hold", "hold").wounds == [2, 0, 0, 0]


def test_e4_a_weapon_more_against_who_joins() -> None:
    start = played("e4", "join player-1", "stay-out")
    assert [start.table.people[0].attacks[slot].needs for slot in range(3)] == [2, 1, 0]
    after = played("e4", "join player-1", "stay-out", "play bat player-1 0", "play bat player-1 0")
    assert after.wounds == [1, 0, 1, 1] and {"DTD-Z21", "DTD-Z22"} <= after.clauses


# -- the dead -----------------------------------------------------------------------------------------------------------------


def test_e2_casey_and_suri_lose_and_lew_wins() -> None:
    after = played("e2", "stay-out")
    assert after.table.phase == Phase.ALL_DEAD and after.winners == [3]
    assert {"DTD-D01", "DTD-D07", "DTD-D08", "DTD-D09", "DTD-D10"} <= after.clauses


def test_e5_three_loot_in_turn_and_the_first_again() -> None:
    assert played("e5").asked == 3
    assert [played("e5", *["decline"] * number).asked for number in (1, 2)] == [4, 5]
    after = played("e5", "loot bat", "decline", "loot torch")
    assert after.asked == 3 and after.legal == {"loot axe", "decline"}
    done = played("e5", "loot bat", "decline", "loot torch", "loot axe")
    assert [done.hand(player) for player in (3, 4, 5)] == ["bat axe", "", "torch"]


def test_e6_nothing_is_looted() -> None:
    after = played("e6")
    assert not any(event.startswith(("loot", "decline")) for event in after.events)
    assert after.events[2:5] == tuple(event for event in after.events if event.startswith("receive"))[:3]


def test_e11_a_bite_kills_before_the_event() -> None:
    after = played("e11", "done")
    assert after.horrors(2) == "moan*2 claw*2 lurk" and not any(event.startswith("draw") for event in after.events)
    assert after.table.turn == 2 and {"DTD-V14", "DTD-Z13"} <= after.clauses


def test_e12_three_cards_and_two_in_the_own_turn() -> None:
    after = played("e12")
    assert after.table.phase == Phase.PROWL and after.table.turn == 1 and after.horrors(2) == "moan*2 claw*2 lurk"
    received = [number for number, event in enumerate(after.events) if event.startswith("receive")]
    passed = after.events.index("pass-on-the-turn")
    assert [number < passed for number in received] == [True, True, True, False, False]


def test_e14_healed_at_the_last_wound() -> None:
    start = played("e14")
    assert start.table.phase == Phase.SAVE and start.asked == 1 and start.legal == {"bind bandage", "let-go"}
    after = played("e14", "bind bandage")
    assert after.wounds == [2, 0, 0, 0] and not after.table.people[0].zombie and after.horrors(1) == ""
    assert played("e14", "let-go").table.people[0].zombie


# -- Equipment ----------------------------------------------------------------------------------------------------------------


def test_e7_six_cards_in_the_turn_of_another() -> None:
    start = played("e7")
    assert start.table.phase == Phase.SHED and start.asked == 2
    assert start.legal == {"drop bat", *(f"hand-over player-{player} bat" for player in (1, 3, 4))}
    free = played("e7-own-turn")
    assert free.table.phase == Phase.TRADE and free.table.turn == 1 and free.hand(2) == "bat*6"


def test_e8_one_ammo_is_left_when_the_firearm_is_given() -> None:
    shot = played("e8", "play shotgun player-1 0", "hold", "hold")
    assert shot.hand(1) == "shotgun-1" and shot.wounds == [1, 0, 0, 0]
    after = played("e8", "play shotgun player-1 0", "hold", "hold", "give player-2 shotgun-1", "answer yes")
    assert after.hand(2) == "shotgun-1" and after.hand(1) == ""


def test_e8_one_ammo_is_left_when_the_firearm_is_picked_up() -> None:
    after = played("e8-picked-up", "drop shotgun-1", "pick-up yes")
    assert after.hand(2) == "shotgun-1" and after.hand(1) == "bat*5" and "DTD-Q12" in after.clauses


def test_e8_a_firearm_that_is_dug_out_is_a_fresh_one() -> None:
    after = played("e8-dug-out")
    assert after.table.people[1].items[Item.SHOTGUN] == 1 and after.table.people[1].items[Item.SHOTGUN_1] == 0
    assert "DTD-Q13" in after.clauses


# -- Events -------------------------------------------------------------------------------------------------------------------


def test_e9_the_leader_decides_a_tie() -> None:
    after = played("e9", "vote up", "vote down")
    assert after.table.phase == Phase.SETTLE and after.table.turn == 0 and after.legal == {"settle yes", "settle no"}
    assert played("e9", "vote up", "vote down", "settle no").wounds == [1, 1, 0, 0]


def test_e9_nobody_votes_and_the_leader_decides() -> None:
    after = played("e9-nobody-votes", *["vote neither"] * 3)
    assert after.table.phase == Phase.SETTLE and after.legal == {"settle yes", "settle no"}


def test_e10_another_event_in_the_same_turn() -> None:
    after = played("e10", *["vote down"] * 4)
    assert after.table.turn == 0 and after.table.event == Event.BRAWL and after.table.hideout is None
    assert after.table.event_discard[Event.ATTIC] == 1 and "DTD-V10" in after.clauses


def test_e15_the_next_survivor_and_the_next_player() -> None:
    after = played("e15")
    assert (after.hand(1), after.hand(3)) == ("axe", "bat") and after.table.turn == 1


def test_e16_two_secret_events_are_discarded() -> None:
    after = played("e16")
    assert [event for event in after.events if event.startswith("draw")][:3] == ["draw stash", "draw dread", "draw calm"]
    assert after.table.turn == 2 and told(after.table.event_discard, Event) == "calm stash dread"


# -- the end ------------------------------------------------------------------------------------------------------------------


def test_e13_the_only_survivor_dies_in_the_last_turn() -> None:
    after = played("e13")
    assert after.table.phase == Phase.ALL_DEAD and after.winners == [1, 3]
    assert played("e13-round-over").winners == [1, 3, 4]
