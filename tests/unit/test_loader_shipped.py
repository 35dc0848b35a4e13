"""Every scenario that is shipped loads, starts from a possible position, and has a deal that fits it."""

from pathlib import Path

import pytest

from daybreak_games.until_dawn import game
from daybreak_games.until_dawn.state import Card, Entrance, Jasper, Phase
from verifier.document.limits import parse_document
from verifier.errors import BadInput
from verifier.scenarios.deal import TAPE_NUMBERS, Deal, tapes
from verifier.scenarios.loader import load_scenario, new_scenario, scenario_of
from verifier.scenarios.start import start_state
from verifier.scenarios.writer import write_scenario

FOLDER = Path(__file__).parent.parent.parent / "scenarios" / "until-dawn"
SHIPPED = sorted(FOLDER.glob("*.toml"))
GAMES = {game.name: game}

WHAT_TO_DO = "; give other values, or more fields: what a start leaves out is as the set-up leaves it"


def test_the_worked_examples_are_there() -> None:
    names = {path.stem for path in SHIPPED}
    assert names >= {"e1-as-printed", "e1-corrected", *(f"e{number}" for number in range(2, 9)), "reshuffle", "demo"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_scenario(path: Path) -> None:
    scenario = load_scenario(path, GAMES)
    assert scenario.name == path.stem
    found = tapes(game, scenario.deal, start_state(scenario))
    assert set(found) == {"deck", "bite-pile"}
    again = scenario_of(parse_document(write_scenario(scenario).encode(), "again"), GAMES, path)
    assert (again.start, again.deal, again.rulings, again.expect) == (
        scenario.start, scenario.deal, scenario.rulings, scenario.expect)


def test_the_demo_spells_out_what_its_seed_means() -> None:
    demo = load_scenario(FOLDER / "demo.toml", GAMES)
    state = start_state(demo)
    assert demo.deal.given
    assert tapes(game, demo.deal, state) == tapes(game, Deal(demo.deal.seed), state)


def test_a_whole_deck_and_then_numbers() -> None:
    scenario = new_scenario(game, title="x", deal=Deal(7))
    state = start_state(scenario)
    deck = tapes(game, scenario.deal, state)["deck"]
    assert len(deck) == TAPE_NUMBERS
    order = [-entry - 1 for entry in deck if entry < 0]
    assert all(entry < 0 for entry in deck[:35]) and len(order) == 35
    assert [order.count(card) for card in Card] == [state.deck[card] for card in Card]


START = {"entrances": [{"barricades": 2, "stack": ["sneaker!", "scratcher+"]}, {"breached_by": "sneaker"}, {}, {}],
         "time": 9, "ammo": 5, "jasper": "rug"}


def test_the_position_of_the_format_s_description() -> None:
    document = {"schema": 1, "game": "until-dawn", "rulings": {"UD-06": "underneath"}, "start": START}
    state = start_state(scenario_of(document, GAMES, Path("x.toml")))
    assert (state.phase, state.time, state.ammo, state.jasper) == (Phase.ACT, 9, 5, Jasper.RUG)
    front, second, *_ = state.entrances
    assert [(zombie.card, zombie.attacking) for zombie in front.stack] == [(Card.SNEAKER, True), (Card.SCRATCHER_AGAIN, False)]
    assert (front.barricades, second.breached_by, state.supply) == (2, Card.SNEAKER, 6)
    assert state.deck.total == 38 - 3 - 3
    assert state.entrances[Entrance.LAST].stack.size == 0


@pytest.mark.parametrize(("start", "deal", "told"), [
    ({"discard": {"scratcher": 5}}, {}, "DB221 impossible position: it breaks cards_are_conserved: Every card of the box is in "
                                        "exactly one place [UD-C01] @ $.start"),
    ({"supply": 5, "entrances": [{"barricades": 4}, {}, {}, {}]}, {},
     "DB221 impossible position: it breaks barricades_are_conserved: The barricades on the board and beside it are all there "
     "are; fewer once some are gone (UD-03) [UD-C05] @ $.start"),
    ({"entrances": [{"barricades": 9}, {}, {}, {}]}, {},
     "DB205 expected an integer 0..8, got 9 @ $.start.entrances[0].barricades"),
    ({"entrances": [{}, {}]}, {},
     "DB206 expected 4 tables, each for a door, got 2 @ $.start.entrances; an empty table is a blank one"),
    ({"jasper": 4}, {}, "DB204 expected an entrance or a jasper, got 4 @ $.start.jasper; known: 0, 1, 2, 3, dead, rug"),
    ({}, {"deck": ["sneaker", "bite-red+", "move-cw", "scratchr"]},
     'DB204 expected a card, got "scratchr" @ $.deal.deck[3]; did you mean "scratcher"?'),
    ({}, {"deck": ["bite-red+", "bite-red+"]},
     'DB222 deck holds 1 of "bite-red+", and here is one more @ $.deal.deck[1]; '
     'take it out, or give deck more of them'),
])
def test_what_is_refused(start: dict[str, object], deal: dict[str, object], told: str) -> None:
    document = {"schema": 1, "game": "until-dawn", "start": start, "deal": deal}
    with pytest.raises(BadInput) as caught:
        scenario = scenario_of(document, GAMES, Path("x.toml"))
        tapes(game, scenario.deal, start_state(scenario))
    assert str(caught.value).replace(WHAT_TO_DO, "") == told and (WHAT_TO_DO in str(caught.value)) is ("DB221" in told)
