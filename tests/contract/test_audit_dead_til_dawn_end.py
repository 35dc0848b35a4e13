"""How Dead 'til Dawn ends and who wins, sentence by sentence; `L107` is a line of its rulebook."""

from __future__ import annotations

import pytest

from daybreak_games.dead_til_dawn.cards import Whom
from daybreak_games.dead_til_dawn.state import Phase
from tests.contract.dead_til_dawn_tables import Scene, box, table

CALM = "calm*40"
LAST = {3: 8, 4: 5, 7: 4}


def last_turn(*hands: str, players: int = 4, **rest: object) -> Scene:
    """The last turn of all, of the last player."""
    return table(*hands, players=players, turn=players, round=LAST[players], **rest)


# -- dawn ---------------------------------------------------------------------------------------------------------------------


def test_the_game_ends_after_the_last_turn_of_the_last_round() -> None:
    """L232-L236: DTD-D03."""
    assert table(turn=3, round=5, events=CALM).turn_over().phase == Phase.BEGIN_TURN
    assert last_turn(events=CALM).turn_over().phase == Phase.DAWN
    assert table(turn=4, round=4, events=CALM).turn_over().phase == Phase.BEGIN_TURN


def test_the_living_win() -> None:
    """L240: DTD-D05; however many Wounds; Zombie players with no satisfied craving do not (L242)."""
    after = last_turn(events=CALM, dead=(2,), wounds={3: 2}).turn_over()
    assert after.phase == Phase.DAWN and after.winners == [1, 3, 4]


def test_a_satisfied_craving_wins_too() -> None:
    """L242: DTD-D06."""
    after = last_turn(events=CALM, dead=(2, 3), craving={2: "always", 1: "always"}).turn_over()
    assert after.winners == [1, 2, 4]


def test_a_craving_of_the_living_does_not_matter() -> None:
    """L72 L242: DTD-Z05: after one has died."""
    assert last_turn(events=CALM, aim={1: "alone"}, craving={1: "always"}).turn_over().winners == [2, 3, 4]


def test_a_zombie_players_turn_may_be_the_last() -> None:
    """L212 L232."""
    assert last_turn(events=CALM, dead=(4,)).turn_over().winners == [1, 2, 3]


def test_somebody_may_live_without_winning() -> None:
    """L93: DTD-S01; DTD-07: what his Character asks for must hold, and its alive-is-enough."""
    made = {"events": CALM, "dead": (2,), "aim": {1: "all-alive", 3: "alone"}}
    assert last_turn(**made).turn_over().winners == [4]
    assert last_turn(**made, DTD_07="alive-is-enough").turn_over().winners == [1, 3, 4]


@pytest.mark.parametrize(("dead", "winners"), [((), [1, 2, 4]), ((1, 2), [4]), ((1, 2, 4), [3])])
def test_aims(dead: tuple[int, ...], winners: list[int]) -> None:
    """L67-L70: DTD-S01: all are alive, or nobody else is."""
    made = {"dead": dead, "events": CALM, "aim": {1: "all-alive", 3: "alone"}}
    assert last_turn(**made).turn_over().winners == winners


@pytest.mark.parametrize(("second", "both", "either"), [("none", [1, 2, 3], [1, 2, 3]), ("alone", [2, 3], [1, 2, 3])])
def test_two_characters_and_their_aims(second: str, both: list[int], either: list[int]) -> None:
    """L92 L93: DTD-S10; DTD-05: both, and its either."""
    made = {"players": 3, "events": CALM, "aim": {1: f"none {second}"}}
    assert last_turn(**made).turn_over().winners == both
    assert last_turn(**made, DTD_05="either").turn_over().winners == either


def test_two_characters_and_their_cravings() -> None:
    """L93 L185: DTD-S10 DTD-D06; DTD-06: both, and its either."""
    made = {"players": 3, "events": CALM, "dead": (1, 2), "craving": {1: "always survivor", 2: "always never"}}
    assert last_turn(**made).turn_over().winners == [1, 3]
    assert last_turn(**made, DTD_06="either").turn_over().winners == [1, 2, 3]


# -- everybody dies -----------------------------------------------------------------------------------------------------------


def test_the_example_of_the_rulebook() -> None:
    """L250-L256: DTD-D07 DTD-D08 DTD-D09 DTD-D10; DTD-E2: Casey, Suri and Lew; two die in one turn, and Lew wins."""
    craves = {1: "everyone-dead always", 2: "always always", 3: "everyone-dead always"}
    after = table(players=3, dead=(3,), wounds={1: 2, 2: 2}, craving=craves, round=4).turn_over("draw lone-fight")
    assert after.phase == Phase.ALL_DEAD and after.winners == [3]


def test_the_game_is_over_when_everybody_is_dead() -> None:
    """L232 L246: DTD-D01; DTD-10: at once, and its finish-round."""
    made = {"dead": (2, 3, 4), "wounds": {1: 2}, "craving": {2: "always"}}
    assert table(**made).turn_over("draw darkness").phase == Phase.ALL_DEAD
    assert table(**made, DTD_10="finish-round").turn_over("draw darkness").phase == Phase.BEGIN_TURN


def test_the_round_in_which_all_died_may_be_the_last() -> None:
    """DTD-10 finish-round: it is played to its end, and nobody returned."""
    scene = table(dead=(2, 3, 4), wounds={1: 2}, craving={2: "everyone-dead"}, DTD_10="finish-round").turn_over("draw darkness")
    for _ in range(3):
        scene = scene.turn_over()
    assert scene.phase == Phase.ALL_DEAD and scene.winners == [2]


def test_somebody_may_return_before_the_round_is_over() -> None:
    """DTD-10 finish-round."""
    after = table("", "awakening", dead=(2, 3, 4), wounds={1: 2}, DTD_10="finish-round").turn_over("draw darkness").turn_over(
        "2:awake awakening")
    assert after.phase == Phase.BEGIN_TURN and after.dead == [1, 3, 4]


def test_the_last_to_die_lose_even_alone() -> None:
    """L246-L249: DTD-D07 DTD-D08."""
    made = {"dead": (2, 3, 4), "wounds": {1: 2}, "craving": {1: "everyone-dead", 2: "everyone-dead", 3: "survivor"}}
    after = table(**made).turn_over("draw darkness")
    assert after.winners == [2]


def test_who_died_a_turn_earlier_is_not_of_the_last_group() -> None:
    """L246 L252: DTD-D07; DTD-08: the group is of one turn."""
    craves = {1: "always", 2: "always", 3: "always"}
    first = table(dead=(3, 4), wounds={1: 2, 2: 2}, craving=craves).turn_over("draw darkness")
    assert first.dead == [1, 3, 4]
    assert first.turn_over("draw darkness").winners == [1, 3]


def test_two_deaths_of_one_turn_are_one_group() -> None:
    """L252: DTD-D09; DTD-08: whatever the causes, and its event: by different Zombie cards; its moment."""
    made = {"turn": 3, "dead": (3, 4), "wounds": {1: 2, 2: 2}, "craving": {1: "always", 2: "always", 3: "always"}}
    line = ("receive moan", "receive moan", "ambush lurk no", "3:ambush lurk no")
    assert table("", "", "lurk*2", **made).turn_over(*line).winners == [3]
    assert table("", "", "lurk*2", **made, DTD_08="event").turn_over(*line).winners == [1, 3]


def test_deaths_of_one_event_may_be_of_two_moments() -> None:
    """DTD-08 moment: before anything else came to anybody; two Flips are not, a fight lost by both is."""
    made = {"dead": (3, 4), "wounds": {1: 2, 2: 2}, "craving": {1: "always", 2: "always"},
            "edition": box(accident={"whom": Whom.EVERYBODY})}
    for ruling, winners in (("turn", []), ("event", []), ("moment", [1])):
        assert table(**made, DTD_08=ruling).turn_over("draw accident", "flip shuffle", "flip shuffle").winners == winners
        assert table(**made, DTD_08=ruling).turn_over("draw lone-fight").winners == []


def test_a_death_before_the_event_and_one_by_it() -> None:
    """L252: DTD-08: a Zombie player's turn has only one of them; a Bite that kills the last ends it."""
    after = table(dead=(2, 3, 4), bites={1: 1}, craving={1: "always", 4: "everyone-dead"}).turn_over("flip shuffle")
    assert after.phase == Phase.ALL_DEAD and after.winners == [4]


def test_deaths_in_the_last_turn_of_all() -> None:
    """L246: DTD-E13; DTD-09: they lose, and its last-turn-is-over: they are judged by their craving."""
    made = {"dead": (1, 2, 3), "wounds": {4: 2}, "craving": {4: "always", 1: "everyone-dead", 2: "survivor"}}
    after = last_turn(**made).turn_over("draw darkness")
    assert after.phase == Phase.ALL_DEAD and after.winners == [1]
    assert last_turn(**made, DTD_09="last-turn-is-over").turn_over("draw darkness").winners == [1, 4]


def test_a_death_in_the_last_turn_with_others_alive() -> None:
    """L240-L246: DTD-D06: somebody is alive, so that he is judged by his craving."""
    after = last_turn(wounds={4: 2}, craving={4: "always"}).turn_over("draw darkness")
    assert after.phase == Phase.DAWN and after.winners == [1, 2, 3, 4]


def test_nobody_may_win() -> None:
    """L246: all are dead, and no earlier craving is satisfied."""
    assert table(dead=(2, 3, 4), wounds={1: 2}).turn_over("draw darkness").winners == []


def test_a_heal_at_the_last_wound_of_the_last_survivor() -> None:
    """L411: DTD-V25: the game goes on."""
    assert table("bandage", dead=(2, 3, 4), wounds={1: 2}).turn_over("draw darkness", "bind bandage").phase == Phase.BEGIN_TURN


def test_nobody_loots_the_last_survivor() -> None:
    """L193: there is no Survivor to the left."""
    after = table("bat", dead=(2, 3, 4), wounds={1: 2}).turn_over("draw darkness")
    assert after.phase == Phase.ALL_DEAD and not [event for event in after.events if event.startswith(("loot", "decline"))]


def test_dying_first_may_be_better() -> None:
    """L246: one who died earlier, and whose craving the last deaths satisfy, wins."""
    made = {"craving": {1: "everyone-dead", 2: "everyone-dead"}, "dead": (3, 4)}
    first = table(**made, wounds={1: 2, 2: 2}).turn_over("draw darkness")
    assert first.turn_over("draw darkness").winners == [1]
    assert table(**made, wounds={1: 2, 2: 2}).turn_over("draw lone-fight").winners == []


# -- cravings -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("company", "wins"), [(1, True), (2, True), (3, False)])
def test_company(company: int, wins: bool) -> None:
    """L242: DTD-Z05: so many players are dead, whoever it is."""
    after = last_turn(events=CALM, dead=(2, 3), craving={2: "company"}, company={2: company}).turn_over()
    assert (2 in after.winners) == wins


def test_everyone_dead_is_not_satisfied_while_somebody_lives() -> None:
    """L252."""
    assert 2 not in last_turn(events=CALM, dead=(1, 2, 3), craving={2: "everyone-dead"}).turn_over().winners


def test_a_craving_for_a_survivor() -> None:
    """L242: what the card says: somebody is alive at the end."""
    assert 2 in last_turn(events=CALM, dead=(2,), craving={2: "survivor"}).turn_over().winners
    assert table(dead=(2, 3, 4), wounds={1: 2}, craving={2: "survivor"}).turn_over("draw darkness").winners == []


@pytest.mark.parametrize("join", [True, False])
def test_a_craving_for_a_wound(join: bool) -> None:
    """L242: what the card says: by an attack of his own, in joining or by a card."""
    start = last_turn("", "moan", dead=(2,), craving={2: "wound"}).play("draw brawl")
    after = start.turn_over("2:join player-4" if join else "2:stay-out")
    assert after.winners == ([1, 2, 3, 4] if join else [1, 3, 4])


def test_a_wound_that_was_warded_off_satisfies_nobody() -> None:
    """L223: a Weapon more was played."""
    after = last_turn("", "moan", "", "bat*3", dead=(2,), craving={2: "wound"}).turn_over(
        "draw brawl", "2:join player-4", "4:play bat player-4 1")
    assert after.wounds == (0, 0, 0, 1) and after.winners == [1, 3, 4]


def test_a_craving_that_was_satisfied_once() -> None:
    """DTD-57: one for an event stays so, one for a state of the table does not; and its once."""
    made = {"dead": (2,), "turn": 2, "round": 5, "craving": {2: "wound"}}
    hurt = table("", "lurk", **made).turn_over("receive moan", "receive moan", "ambush lurk no")
    after = hurt.turn_over("draw rest").turn_over("draw calm")
    assert hurt.wounds == (0, 0, 1, 0) and after.wounds == (0, 0, 0, 0)
    assert after.winners == [1, 2, 3, 4]
    state = {"dead": (1,), "turn": 2, "round": 5, "wounds": {4: 2}, "craving": {1: "company"}, "company": {1: 2}}
    line = (["draw lone-fight"], ["draw miracle"], ["draw calm"])
    for ruling, winners in (("by-kind", [2, 3, 4]), ("once", [1, 2, 3, 4])):
        scene = table(**state, DTD_57=ruling)
        for events in line:
            scene = scene.turn_over(*events)
        assert scene.winners == winners


def test_one_who_returned_is_judged_as_a_survivor() -> None:
    """L240: DTD-D05; DTD-58, and its craving-too."""
    made = {"dead": (1,), "craving": {1: "always"}, "aim": {1: "alone"}}
    assert last_turn(**made).turn_over("draw miracle").winners == [2, 3, 4]
    assert last_turn(**made, DTD_58="craving-too").turn_over("draw miracle").winners == [1, 2, 3, 4]


def test_one_who_returned_and_died_again() -> None:
    """L246: DTD-58: by the last of his deaths."""
    made = {"dead": (2, 3, 4), "wounds": {1: 2}, "craving": {1: "always", 2: "everyone-dead"}}
    back = table(**made).turn_over("draw miracle")
    assert back.dead == [3, 4]
    after = back.turn_over("draw accident", "flip shuffle")
    assert after.dead == [2, 3, 4] and after.phase == Phase.BEGIN_TURN
    assert after.turn_over().turn_over().turn_over("draw darkness").winners == [2]


def test_the_order_of_rounds_after_deaths() -> None:
    """L176: DTD-66: a round begins with the first player to the end."""
    scene = table(events=CALM, dead=(1,), turn=4, round=4).turn_over()
    assert (scene.turn, scene.state.round) == (1, 5)


def test_fewer_living_do_not_change_the_length() -> None:
    """DTD-02."""
    assert table(players=7, dead=(1, 2, 3, 4), turn=7, round=3, events=CALM).turn_over().phase == Phase.BEGIN_TURN
    assert last_turn(players=7, dead=(1, 2, 3, 4), events=CALM).turn_over().phase == Phase.DAWN
