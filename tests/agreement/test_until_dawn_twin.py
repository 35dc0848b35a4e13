"""The naive twin of Until Dawn: the worked examples UD-E1..UD-E8, single rulings, and a thousand random games."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from tests.agreement import until_dawn_twin as twin
from tests.agreement.until_dawn_twin import Entrance, Spot, Table

COUNTS = {
    "scratcher": 5, "scratcher+": 3, "sneaker": 5, "sneaker+": 3, "screamer": 5, "screamer+": 3,
    "bite-red": 2, "bite-green": 2, "bite-blue": 1, "bite-blue+": 1, "bite-red+": 1, "bite-green+": 1,
    "move-cw": 2, "move-cw+": 1, "move-ccw": 2, "move-ccw+": 1,
}


@dataclass
class Script:
    """A nature and player that answer from lists, and complain when asked more."""

    deck: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    blocks: list[bool] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    offered: list[list[Spot]] = field(default_factory=list)

    def draw_from_deck(self, deck: list[str]) -> str:
        return self.deck.pop(0)

    def draw_from_bite_pile(self, pile: list[str]) -> str:
        return self.pile.pop(0)

    def place(self, table: Table, card: str, options: list[Spot]) -> Spot:
        self.offered.append(options)
        return self.spots.pop(0)

    place_called = place

    def block(self, table: Table, entrance: int, options: list[bool]) -> bool:
        return self.blocks.pop(0)

    def send_on(self, table: Table, e: int) -> int:
        return self.sent.pop(0)

    def spent(self) -> bool:
        return not (self.deck or self.pile or self.spots or self.blocks or self.sent)


def board(*stacks: str, bars: tuple[int, ...] = (0, 0, 0, 0), breached: tuple[int, ...] = ()) -> Table:
    """A table whose stacks are given as words, top first; the remaining cards of COUNTS are the deck."""
    table = twin.set_up(COUNTS)
    table.deck += table.bite_pile
    table.bite_pile = []
    for e, words in enumerate(stacks):
        table.entrances[e] = Entrance(None, bars[e], words.split())
        for card in words.split():
            table.deck.remove(twin.upright(card))
    for e in breached:
        table.deck.remove("scratcher")
        table.entrances[e] = Entrance("scratcher")
    table.supply = 8 - sum(bars)
    return table


def stacks(table: Table) -> list[str]:
    return [" ".join(entrance.stack) for entrance in table.entrances]


def bars(table: Table) -> list[int]:
    return [entrance.barricades for entrance in table.entrances]


def family(table: Table) -> tuple[object, object, object]:
    return table.jasper, table.rebecca, table.jasper_locked


def cards(table: Table) -> Counter[str]:
    lying = [twin.upright(card) for entrance in table.entrances for card in entrance.stack]
    covers = [entrance.breached_by for entrance in table.entrances if entrance.breached_by is not None]
    return Counter(table.deck + table.discard + table.bite_pile + lying + covers)


# The worked examples

E1_CORRECTED = ("scratcher scratcher scratcher", "sneaker screamer scratcher sneaker", "screamer sneaker!",
                "screamer screamer sneaker sneaker")
E1_PRINTED = (*E1_CORRECTED[:3], "scratcher scratcher sneaker sneaker")
E1_MARKED = ["scratcher! scratcher! scratcher!", "sneaker! screamer! scratcher! sneaker!", "screamer sneaker!"]
# The deck of the figures needs more Sneakers and Scratchers without the symbol than COUNTS has.
FIGURE_COUNTS = {**COUNTS, "scratcher": 8, "scratcher+": 0, "sneaker": 8, "sneaker+": 0}


def figure(*words: str, bars: tuple[int, ...] = (2, 2, 1, 0)) -> Table:
    table = twin.set_up(FIGURE_COUNTS)
    for e, stack in enumerate(words):
        table.entrances[e] = Entrance(None, bars[e], stack.split())
    table.supply = 8 - sum(bars)
    return table


def test_e1_as_printed_rule() -> None:
    table = figure(*E1_PRINTED)
    twin.mark_attackers(table)
    assert stacks(table) == [*E1_MARKED, "scratcher! scratcher! sneaker sneaker"]
    assert bars(table) == [2, 2, 1, 0]


def test_e1_corrected_figure() -> None:
    table = figure(*E1_CORRECTED)
    twin.mark_attackers(table)
    assert stacks(table) == [*E1_MARKED, E1_CORRECTED[3]]


@pytest.mark.parametrize(
    "lower", ["screamer scratcher sneaker", "screamer sneaker scratcher", "sneaker screamer scratcher"]
)
def test_e2_corrected_figure(lower: str) -> None:
    table = figure(E1_CORRECTED[0], "sneaker " + lower, *E1_CORRECTED[2:])
    twin.attack_phase(table, Script(), Script())
    assert stacks(table) == ["", "", "screamer screamer scratcher", E1_CORRECTED[3]]
    assert bars(table) == [0, 0, 0, 0] and table.supply == 8
    assert [entrance.breached_by for entrance in table.entrances] == [None, "sneaker", None, None]
    assert Counter(table.discard) == Counter({"scratcher": 3, "sneaker": 2})


@pytest.mark.parametrize(
    ("last_bars", "first", "last", "left"),
    [
        (0, "scratcher! scratcher!", "sneaker sneaker", 0),
        (1, "scratcher!", "sneaker sneaker", 0),
        (2, "", "sneaker sneaker", 0),
        (3, "", "sneaker sneaker", 1),
    ],
)
def test_e2_as_printed_rule(last_bars: int, first: str, last: str, left: int) -> None:
    table = figure(*E1_PRINTED, bars=(2, 2, 1, last_bars))
    twin.attack_phase(table, Script(), Script())
    assert stacks(table) == [first, "", "screamer screamer scratcher", last]
    assert bars(table) == [0, 0, 0, left]


def test_e3_set_up() -> None:
    table = twin.set_up(COUNTS, 20, 8, 8)
    assert (table.time, table.zombie_time, table.last_space, table.ammo, table.supply) == (0, 0, 20, 8, 8)
    assert (table.jasper, table.rebecca, table.jasper_locked, table.outcome) == ("rug", "aside", None, None)
    assert Counter(table.bite_pile) == Counter(["scratcher", "screamer", "sneaker"])
    assert len(table.deck) == 35 and table.discard == [] and table.entrances == [Entrance()] * 4


def test_e4_first_attack_is_nothing() -> None:
    table, untouched = twin.set_up(COUNTS), twin.set_up(COUNTS)
    twin.attack_phase(table, Script(), Script())
    assert table == untouched


def test_e5_as_many_chains_as_actions() -> None:
    table = twin.set_up(COUNTS)
    for _ in range(3):
        twin.pass_(table)
    script = Script(deck=["sneaker+", "move-cw", "screamer", "bite-red+", "sneaker"], pile=["sneaker"], spots=[0, 1, 1])
    twin.zombie_turn(table, script, script)
    assert script.spent() and (table.time, table.zombie_time) == (3, 3)
    assert stacks(table) == ["", "sneaker screamer sneaker+!", "", ""]
    assert Counter(table.bite_pile) == Counter(["bite-red+", "scratcher", "screamer", "sneaker"])


@pytest.mark.parametrize(
    ("rebecca", "sneakers", "bar", "breached", "left"),
    [
        (False, 2, 1, True, 0),
        (False, 1, 1, False, 0),
        (True, 1, 1, True, 0),
        (True, 1, 2, False, 1),
        (False, 1, 3, False, 2),
    ],
)
def test_e6_sneakers(rebecca: bool, sneakers: int, bar: int, breached: bool, left: int) -> None:
    table = board(" ".join(["sneaker!"] * sneakers), "", "", "", bars=(bar, 0, 0, 0))
    table.rebecca = 0 if rebecca else "aside"
    twin.resolve_entrance(table, 0, Script(), Script())
    assert (table.entrances[0].breached_by is not None) == breached
    assert bars(table) == [left, 0, 0, 0] and table.supply == 8 - left and stacks(table) == [""] * 4


def test_e7_screamer_breaches() -> None:
    table = board("scratcher screamer+! sneaker! scratcher!", "screamer", "", "")
    twin.resolve_entrance(table, 0, Script(), Script())
    assert stacks(table) == ["", "screamer scratcher sneaker scratcher", "", ""]
    assert table.entrances[0].breached_by == "screamer+"


@pytest.mark.parametrize("rebecca", [False, True])
def test_e7_screamer_calls(rebecca: bool) -> None:
    table = board("screamer! sneaker", "", "", "", bars=(2, 0, 0, 0))
    table.rebecca = 0 if rebecca else 1
    script = Script(deck=["scratcher+", "bite-red+", *(["scratcher"] if rebecca else [])])
    twin.resolve_entrance(table, 0, script, script)
    assert script.spent() and stacks(table) == ["sneaker", "", "", ""]
    assert bars(table)[0] == (0 if rebecca else 1) and table.bite_pile == ["bite-red+"]


def test_e8_rebecca_scratcher_breaches() -> None:
    table = board("sneaker scratcher! screamer!", "scratcher", "", "")
    table.rebecca, table.jasper = 0, 0
    twin.resolve_entrance(table, 0, Script(), Script())
    assert stacks(table) == ["", "scratcher sneaker screamer", "", ""]
    assert table.entrances[0].breached_by == "scratcher" and family(table) == ("rug", 0, None)


# Single rulings


def test_shotgun_shoves_past_a_breach_onto_the_top() -> None:
    table = board("", "sneaker screamer! scratcher", "", "sneaker", breached=(2,))
    twin.fire(table, 1)
    assert stacks(table) == ["", "scratcher", "", "screamer! sneaker"] and table.discard == ["sneaker"]
    assert (table.ammo, table.time) == (7, 1)


def test_shotgun_with_one_entrance_left_keeps_the_next_zombie_on_top() -> None:
    table = board("", "", "sneaker screamer! scratcher", "", breached=(0, 1, 3))
    twin.fire(table, 2)
    assert stacks(table) == ["", "", "screamer! scratcher", ""]


def test_a_later_set_marks_earlier_entrances_and_nobody_stands_down() -> None:
    table = board("screamer sneaker!", "", "", "screamer+ scratcher screamer screamer sneaker")
    twin.mark_attackers(table)
    assert stacks(table) == ["screamer! sneaker!", "", "", "screamer+! scratcher! screamer! screamer! sneaker!"]


def test_all_sneakers_go_but_only_attackers_count() -> None:
    table = board("sneaker+ sneaker! scratcher sneaker", "", "", "", bars=(1, 0, 0, 0))
    twin.resolve_entrance(table, 0, Script(), Script())
    assert stacks(table)[0] == "scratcher" and bars(table)[0] == 0 and table.entrances[0].breached_by is None
    table = board("sneaker+ sneaker! scratcher! sneaker", "", "", "")
    twin.resolve_entrance(table, 0, Script(), Script())
    assert stacks(table) == ["", "scratcher", "", ""] and table.entrances[0].breached_by == "sneaker+"


def test_illegal_actions_are_refused() -> None:
    table = board("", "sneaker", "", "", breached=(2,))
    table.ammo = table.supply = 0
    table.jasper = "dead"
    assert twin.legal_actions(table) == [("pass",)]
    refused: list[Callable[[Table, int], None]] = [twin.fire, twin.barricade, twin.command_jasper]
    for action in refused:
        with pytest.raises(ValueError, match="not legal now"):
            action(table, 1)
    with pytest.raises(ValueError, match="not acted yet"):
        twin.zombie_turn(table, Script(), Script())


def test_scratchers_with_one_entrance_left_act_once() -> None:
    table = board("", "", "sneaker scratcher+! scratcher!", "", breached=(0, 1, 3))
    twin.attack_phase(table, Script(), Script())
    assert stacks(table) == ["", "", "scratcher! scratcher+! sneaker", ""] and table.outcome is None


def test_fourth_breach_loses_at_once() -> None:
    table = board("", "", "screamer! sneaker!", "", breached=(0, 1, 3))
    twin.attack_phase(table, Script(), Script())
    assert table.outcome == "lost" and twin.grade(table) == "lost"


def test_movement_is_simultaneous_and_kills_jasper_first() -> None:
    table = board("sneaker scratcher", "screamer", "", "", breached=(2,))
    table.jasper, table.time = 3, 1
    twin.cards_phase(table, Script(deck=["move-ccw"]), Script())
    assert stacks(table) == ["screamer! scratcher", "", "", "sneaker!"] and family(table) == (3, "aside", None)
    table.time = 2
    twin.cards_phase(table, Script(deck=["move-cw"]), Script())
    assert stacks(table) == ["sneaker! scratcher", "screamer!", "", ""] and family(table) == ("dead", "aside", None)


def test_jasper_blocks_once_and_locks() -> None:
    table = board("", "", "", "")
    table.time, table.jasper = 2, 1
    drawn = ["sneaker+", "screamer+", "scratcher+", "scratcher"]
    script = Script(deck=drawn, spots=[1, 1, 0, "bite"], blocks=[False, True])
    twin.zombie_turn(table, script, script)
    assert script.spent() and stacks(table) == ["scratcher+", "screamer+ sneaker+", "", ""]
    assert script.offered == [[0, 1, 2, 3, "bite"]] * 2 + [[0, 2, 3, "bite"]] * 2
    assert family(table) == ("rug", "aside", None)


def test_lock_is_waived_when_nothing_else_is_legal() -> None:
    table = board("", "", "", "", breached=(0, 1, 3))
    table.jasper_locked = table.jasper = 2
    table.bite_pile = ["sneaker"] * 5
    assert twin.placements(table) == [2]
    table.bite_pile.pop()
    assert twin.placements(table) == ["bite"]


def test_bite_match_turns_rebecca_then_john() -> None:
    table = twin.set_up(COUNTS)
    table.entrances[0].barricades, table.supply = 2, 6
    table.time = 2
    script = Script(deck=["bite-red+", "bite-green", "bite-green"], pile=["scratcher", "bite-green"])
    twin.cards_phase(table, script, script)
    assert script.spent() and (table.rebecca, table.outcome, table.supply) == (2, "lost", 8)
    assert cards(table) == Counter(COUNTS)


def test_empty_pile_takes_the_bite_card() -> None:
    table = board("", "", "", "")
    table.time, table.rebecca = 1, 3
    twin.cards_phase(table, Script(deck=["bite-red"]), Script())
    assert table.bite_pile == ["bite-red"] and family(table) == ("rug", 0, None)


def test_reshuffle_is_lazy_and_takes_the_screamer_in() -> None:
    table = board("screamer!", "", "", "", bars=(1, 0, 0, 0))
    table.deck = ["move-cw"]
    script = Script(deck=["move-cw", "move-cw"])
    twin.resolve_entrance(table, 0, script, script)
    assert script.spent() and (table.deck, table.discard) == (["screamer"], ["move-cw"])
    assert table.log == ["draw move-cw", "reshuffle", "draw move-cw"]


def test_endless_howls_are_reported() -> None:
    table = board("screamer!", "", "", "", bars=(1, 0, 0, 0))
    table.deck = []

    class Only:
        def draw_from_deck(self, deck: list[str]) -> str:
            return deck[0]

        draw_from_bite_pile = draw_from_deck

    with pytest.raises(RuntimeError, match="Screamers draw each other"):
        twin.resolve_entrance(table, 0, Only(), Only())


def test_nothing_to_draw_ends_the_step() -> None:
    table = board("", "", "", "")
    table.time, table.deck = 2, []
    twin.cards_phase(table, Script(), Script())
    assert table.zombie_time == 2


def test_final_assault_goes_round_twice() -> None:
    table = board("", "sneaker screamer", "scratcher", "scratcher", bars=(1, 0, 0, 0))
    twin.final_assault(table, Script(), Script())
    # Round 1: the Sneaker breaches 1; the Screamer goes under 2, attacking; the Scratcher there leaves for 3 and the
    # Screamer breaches; both Scratchers at 3 leave for 0. Round 2: one takes the barricade of 0, the other moves to 3,
    # where it acts in its turn and comes back.
    assert [entrance.breached_by for entrance in table.entrances] == [None, "sneaker", "screamer", None]
    assert stacks(table) == ["scratcher!", "", "", ""] and bars(table) == [0, 0, 0, 0]
    assert table.outcome == "won" and twin.grade(table) == "perfect"


# Single rulings that are not the default


@pytest.mark.parametrize(("changed", "refused"), [
    ({"move-cw": 0, "move-ccw": 0}, "none without"),  # two with the symbol are left
    ({"move-cw": 0, "move-ccw": 0, "move-cw+": 0, "move-ccw+": 0}, None),
    ({"move-cw": 0}, None),
    ({"scratcher": 6}, "do not fit"),
    ({"scratcher": 4, "bite-red": 0, "bite-red+": 0}, None),
    ({"screamer": 0}, "no scratcher, screamer, sneaker"),
])
def test_refused_decks(changed: dict[str, int], refused: str | None) -> None:
    if refused is None:
        twin.set_up(COUNTS | changed)
        return
    with pytest.raises(ValueError, match=refused):
        twin.set_up(COUNTS | changed)


def test_a_called_zombie_may_go_on_the_bite_pile() -> None:
    table = board("screamer! screamer!", "", "", "", bars=(2, 0, 0, 0))
    table.rulings, table.bite_pile = {"UD-53": "bite-pile-too"}, ["bite-red"] * 4
    script = Script(deck=["scratcher+", "sneaker+", "bite-blue", "move-cw"], spots=["bite"])
    twin.resolve_entrance(table, 0, script, script)
    # The pile is full after the first, so the Sneaker is not asked for; a bite card goes there still.
    assert script.spent() and script.offered == [[0, "bite"]] and bars(table)[0] == 1
    assert Counter(table.bite_pile) == Counter({"bite-red": 4, "scratcher+": 1, "bite-blue": 1})
    assert stacks(table) == ["", "", "", ""]  # the Sneaker attacked a barricade and went with it


def test_a_called_zombie_goes_nowhere_else() -> None:
    table = board("screamer!", "", "", "", bars=(1, 0, 0, 0))
    table.rulings = {"UD-53": "bite-pile-too"}
    script = Script(deck=["scratcher"], spots=[1])
    with pytest.raises(ValueError, match="cannot go to 1"):
        twin.resolve_entrance(table, 0, script, script)


@pytest.mark.parametrize(("rulings", "offered"), [({}, [0, 1, 3, "bite"]), ({"UD-54": "while-he-lives"}, [0, 1, 2, 3, "bite"])])
def test_the_bar_and_the_death_of_jasper(rulings: dict[str, str], offered: list[Spot]) -> None:
    table = board("", "", "", "")
    table.jasper, table.time, table.rulings = 2, 3, rulings
    script = Script(deck=["sneaker+", "move-cw", "sneaker"], spots=[2, 3], blocks=[True])
    twin.zombie_turn(table, script, script)
    assert script.spent() and script.offered == [[0, 1, 2, 3, "bite"], offered] and table.jasper == "dead"
    assert stacks(table) == ["", "", "", "sneaker sneaker+!"] and table.jasper_locked is None


def test_the_topmost_attacking_sneaker_covers() -> None:
    table = board("sneaker+ scratcher sneaker! sneaker+!", "screamer", "", "")
    table.rulings = {"UD-21": "attacking"}
    twin.resolve_entrance(table, 0, Script(), Script())
    assert table.entrances[0].breached_by == "sneaker" and table.discard == ["sneaker+"]
    assert stacks(table) == ["", "screamer sneaker+ scratcher", "", ""]


def test_a_choice_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="UD-53 has no choice"):
        twin.ruled(board("", "", "", ""), "UD-53", "bite")


# Random play


@dataclass
class Dice:
    """A nature and player that answer at random."""

    rng: random.Random

    def draw_from_deck(self, deck: list[str]) -> str:
        return self.rng.choice(deck)

    def draw_from_bite_pile(self, pile: list[str]) -> str:
        return self.rng.choice(pile)

    def place(self, table: Table, card: str, options: list[Spot]) -> Spot:
        return self.rng.choice(options)

    place_called = place

    def block(self, table: Table, entrance: int, options: list[bool]) -> bool:
        return self.rng.random() < 0.7 and True in options

    def send_on(self, table: Table, e: int) -> int:
        return self.rng.randrange(len(table.entrances[e].stack))


def check(table: Table) -> None:
    """The invariants of the notes that need no history."""
    assert cards(table) == Counter(COUNTS)
    assert table.supply + sum(bars(table)) == 8 and min([table.supply, *bars(table)]) >= 0
    assert 0 <= table.zombie_time <= table.time <= table.last_space and 0 <= table.ammo <= 8
    assert all(twin.is_zombie(card) for entrance in table.entrances for card in entrance.stack)
    assert not any("!" in card for card in table.deck + table.discard + table.bite_pile)
    assert (table.outcome == "lost") or twin.unbreached(table)
    for e, entrance in enumerate(table.entrances):
        if entrance.breached_by is not None and table.outcome != "lost":
            assert not entrance.stack and not entrance.barricades and table.jasper != e


def play(seed: int) -> Table:
    table, dice = twin.set_up(COUNTS), Dice(random.Random(seed))
    while table.outcome is None:
        while not twin.may_stop(table) or (twin.legal_actions(table) and dice.rng.random() < 0.5):
            assert table.jasper in ("rug", "dead", 0, 1, 2, 3) and table.jasper_locked is None
            twin.act(table, dice, dice.rng.choice(twin.legal_actions(table)))
            check(table)
        play_zombies(table, dice)
    return table


def play_zombies(table: Table, dice: Dice) -> None:
    twin.attack_phase(table, dice, dice)
    check(table)
    twin.cards_phase(table, dice, dice)
    check(table)
    if table.outcome is None:
        assert table.zombie_time == table.time
        twin.end_zombie_turn(table)
        if table.time == table.last_space:
            twin.final_assault(table, dice, dice)
            check(table)


def test_a_thousand_random_games() -> None:
    grades = Counter(twin.grade(play(seed)) for seed in range(1000))
    assert "unfinished" not in grades and grades["lost"] > 0 and len(grades) >= 4, grades


def test_whole_turns_agree_with_their_parts() -> None:
    for seed in range(50):
        parts, table, dice = play(seed), twin.set_up(COUNTS), Dice(random.Random(seed))
        while table.outcome is None:
            while not twin.may_stop(table) or (twin.legal_actions(table) and dice.rng.random() < 0.5):
                twin.act(table, dice, dice.rng.choice(twin.legal_actions(table)))
            twin.zombie_turn(table, dice, dice)
        assert table == parts
