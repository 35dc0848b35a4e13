"""Component data of Dawn of the Zeds that cannot be played with are refused by name; what can be is replaced by a user's file."""

from __future__ import annotations

import re
from pathlib import Path

import networkx as nx
import pytest

from daybreak_games.dawn_of_the_zeds import game
from daybreak_games.dawn_of_the_zeds.box import Box
from daybreak_games.dawn_of_the_zeds.map_graph import adjacency, line_of, map_graph, spaces_of
from daybreak_games.dawn_of_the_zeds.pieces import Unit
from daybreak_games.dawn_of_the_zeds.places import SPACES, STEPS, TRACK_OF, ZED_SPACES, Ground, Place, Track
from verifier.errors import BadInput
from verifier.lang.layout import encode
from verifier.ledger.editions import load_edition

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "dawn-of-the-zeds"
FULL, TINY = ((game.folder / f"edition-{name}.toml").read_text() for name in ("third-party-data", "tiny-skirmish"))


def told(folder: Path, text: str) -> list[str]:
    """The problems of a user's edition, without its file's name; none when it loads."""
    (folder / "mine.toml").write_text(text)
    try:
        load_edition(game, "mine.toml", folder)
    except BadInput as error:
        return [str(problem).replace("mine.toml:$.values.", "") for problem in error.problems]
    return []


def changed(text: str, *changes: tuple[str, str]) -> str:
    """An edition with some texts put in the place of others, which it has once each."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def without(word: str) -> tuple[str, str]:
    """The change that takes a space's row out of the map."""
    row = re.search(rf"^{word} = .*\n", FULL, re.MULTILINE)
    assert row is not None
    return row[0], ""


# -- the map ------------------------------------------------------------------------------------------------------------------

WAY_5 = "forest-4 leads to {}, and the next space of its track is forest-3 @ map.value.forest-4.ahead; write ahead = \"forest-3\""
F4 = ('ahead = "forest-3", behind = "forest-5"', 'ahead = "{}", behind = "forest-5"')


def cut_off(*spaces: str) -> list[str]:
    """What is told of a track whose first spaces lead nowhere."""
    start = spaces[0]
    return [f"the map is not connected: no way leads from Town Center to {', '.join(spaces)} @ map.value.{start}.ahead; "
            "let the spaces of a track lead to one another, and the last to Town Center",
            f"Zeds do not come from {start} to Town Center @ map.value.{start}.ahead; "
            "follow ahead from space to space, and mend where it stops"]


MAPS = {
    "a space that leads nowhere": ([(F4[0], F4[1].format("forest-4"))], [
        WAY_5.format("forest-4"),
        *cut_off("forest-start", "forest-6", "forest-5", "forest-4")]),
    "a space passed over": ([(F4[0], F4[1].format("forest-2"))], [WAY_5.format("forest-2")]),
    "a way to another track": ([(F4[0], F4[1].format("mountain-3"))], [WAY_5.format("mountain-3")]),
    "a loop": ([(F4[0], F4[1].format("forest-6"))], [
        WAY_5.format("forest-6"),
        "going ahead leads round: forest-6, forest-5, forest-4 @ map.value.forest-6.ahead; "
        "let every space lead nearer to Town Center",
        *cut_off("forest-start", "forest-6", "forest-5", "forest-4")]),
    "another way back": ([('ahead = "highway-2", behind = "highway-4"', 'ahead = "highway-2", behind = "highway-5"')], [
        "behind highway-3 is highway-5, and the way back along its track is highway-4 @ map.value.highway-3.behind; "
        'write behind = "highway-4"']),
    "a gap": ([without("suburbs-4")], [
        "suburbs-5 leads to suburbs-4, and the next space of its track is suburbs-3 @ map.value.suburbs-5.ahead; "
        'write ahead = "suburbs-3"',
        "behind suburbs-3 is suburbs-4, and the way back along its track is suburbs-5 @ map.value.suburbs-3.behind; "
        'write behind = "suburbs-5"',
        *cut_off("suburbs-start", "suburbs-6", "suburbs-5")]),
    "a track without its Start space": ([without("mountain-start"), ('behind = "mountain-start"', 'behind = "mountain-6"')], [
        "the track has spaces and no Start space: mountain-6, mountain-5, mountain-4, mountain-3, mountain-2, mountain-1, "
        'mountain-0 @ map.value.mountain-start; give it one: ground = "start"',
        "a Zed comes to mountain-start, which the map lacks @ events.value.night-mountain.track; name a track of the map",
        "a Zed comes to mountain-start, which the map lacks @ events.value.tough-zeds.track; name a track of the map"]),
    "a Start space in the middle": ([('forest-2 = { ground = "plain"', 'forest-2 = { ground = "start"')], [
        "forest-2 is the Start space of a track by its name or by its ground, and not by both @ map.value.forest-2.ground; "
        'forest-start, mountain-start, highway-start, suburbs-start are ground = "start", others are not']),
    "a second Town Center": ([('forest-2 = { ground = "plain"', 'forest-2 = { ground = "town-center"')], [
        "forest-2 is a second Town Center @ map.value.forest-2.ground; give it a ground of its own"]),
    "Town Center that leads on": ([('town-center = { ground = "town-center", ahead = "town-center", behind = "town-center"',
                                    'town-center = { ground = "town-center", ahead = "forest-0", behind = "town-center"')], [
        "Town Center leads to forest-0, and every track ends in it @ map.value.town-center.ahead; write ahead = \"town-center\"",
        "going ahead leads round: forest-0, town-center @ map.value.forest-0.ahead; let every space lead nearer to Town Center"]),
    "no Town Center": ([without("town-center")], [
        'the map has no Town Center @ map.value.town-center.ground; write ground = "town-center"',
        *(f"the map has no Town Center for it to start in @ units.value.{unit}.post; put Town Center on the map"
          for unit in ("piazza", "hernandez", "schmidt", "hunt", "furies"))]),
    "a name on two spaces": ([('site = "farm"', 'site = "mine"')], [
        "forest-3 has this name too @ map.value.mountain-4.site; leave it to one of them"]),
}


@pytest.mark.parametrize("case", MAPS)
def test_a_broken_map_is_refused_by_name(tmp_path: Path, case: str) -> None:
    changes, expected = MAPS[case]
    assert told(tmp_path, changed(FULL, *changes)) == [f"DB216 {problem}" for problem in expected]


def test_a_map_without_tracks(tmp_path: Path) -> None:
    rows = [(row, "") for row in re.findall(r"^mountain-\w+ = .*\n", TINY, re.MULTILINE)]
    assert told(tmp_path, changed(TINY, *rows))[0] == \
        "DB216 the map has no track @ map.value; give it at least one, with its Start space"


# -- tables, counters and cards -----------------------------------------------------------------------------------------------

TABLES = {
    "a row of a combat table without its last cell": (
        "melee_unit", "[4, 3, 3, 2, 2, 1, 1]", "[4, 3, 3, 2, 2, 1]", "DB206 expected 7 entries, got 6 @ melee_unit.value[2]"),
    "a combat table without its last row": (
        "melee_zeds", "    [2, 2, 2, 3, 4, 4, 5],\n", "", "DB206 expected 7 entries, got 6 @ melee_zeds.value"),
    "who loses left out": (
        "melee_zeds_lose", "[true, true, true, true, true, true, true]", "[true, true, true, true, true, true]",
        "DB206 expected 7 entries, got 6 @ melee_zeds_lose.value[6]"),
    "gunfire without a cell": (
        "gunfire", "[0, 0, 1, 2, 2, 3, 3]", "[0, 0, 1, 2, 2, 3]", "DB206 expected 7 entries, got 6 @ gunfire.value[3]"),
    "a row that the tables lack": (
        "dice_row", "5, 6]", "5, 7]", "DB205 expected an integer 0..6, got 7 @ dice_row.value[10]"),
    "a sum of 13": ("dice_row", "5, 6]", "5, 6, 6]", "DB206 expected 11 entries, got 12 @ dice_row.value"),
    "a die of 7 in the forage table": (
        "forage", "mine = [0, 0, 0, 1, 1, 2]", "mine = [0, 0, 0, 1, 1, 2, 3]",
        "DB206 expected 6 entries, got 7 @ forage.value.mine"),
    "a forage row left out": (
        "forage", "mine = [0, 0, 0, 1, 1, 2]\n", "", "DB201 nothing is given for mine @ forage.value; give every finds its own"),
    "a unit left out": ("units", re.findall(r"\nhunt = .*", FULL)[0], "",
                        "DB201 nothing is given for hunt @ units.value; give every unit its own"),
    "an event card left out": ("events", re.findall(r"\nunderfoot = .*", FULL)[0], "",
                               "DB201 nothing is given for underfoot @ events.value; give every event card its own"),
    "a Hit cancelled by a die that there is not": (
        "units", "fire_loss = [0, 1, 0], resists = 3", "fire_loss = [0, 1, 0], resists = 7",
        "DB205 expected an integer 0..6, got 7 @ units.value.hunt.resists"),
    "fewer Zeds than the set-up draws": (
        "zeds", re.findall(r"value = \{ \"2/1\".*", FULL)[0], 'value = { "6/3" = 3 }',
        "DB216 the Cup has 3 Zeds, and the set-up draws 4: 1 for each of 4 Start spaces @ zeds.value; "
        "add counters, or let fewer start on the map"),
    "fewer Civilians than Villages": (
        "reserve", "value = 1", "value = 3",
        "DB216 the set-up draws 8 units, and only 7 are to be drawn: one for each of 5 Villages, 3 for the reserve @ "
        'units.value; give more Civilians post = "drawn"'),
    "a Hero drawn for a Village": (
        "units", 'ammo = 3, post = "aside"', 'ammo = 3, post = "drawn"',
        "DB216 only counters of regular Civilians are drawn for Villages @ units.value.johnson.post; "
        'write post = "town-center" or post = "aside"'),
    "more ammunition than its track counts": (
        "ammo_most", "value = 20", "value = 3",
        "DB216 the players start with 4 ammunition, and its track ends at 3 @ ammo.value; start with less"),
    "a deck with more cards than an act has": (
        "normals", "value = [3, 6, 4, 3]", "value = [3, 7, 4, 3]",
        "DB216 the deck has 7 normal cards of act 2, and there are 6 @ normals.value[1]; "
        "let the deck have fewer, or move cards to this act"),
    "a deck with more special cards than an act has": (
        "specials", "value = [0, 1, 1, 1]", "value = [1, 1, 1, 1]",
        "DB216 the deck has 1 special cards of act 1, and there are 0 @ specials.value[0]; "
        "let the deck have fewer, or move cards to this act"),
}


def in_value(text: str, name: str, old: str, new: str) -> str:
    """An edition with a change in one of its values."""
    before, head, rest = text.partition(f"[values.{name}]\n")
    end = re.search(rf"^\[values\.(?!{name}[.\]])", rest, re.MULTILINE)
    part, behind = (rest[:end.start()], rest[end.start():]) if end else (rest, "")
    assert part.count(old) == 1, old
    return before + head + part.replace(old, new) + behind


@pytest.mark.parametrize("case", TABLES)
def test_a_broken_table_is_refused_by_name(tmp_path: Path, case: str) -> None:
    name, old, new, problem = TABLES[case]
    assert told(tmp_path, in_value(FULL, name, old, new)) == [problem]


def test_more_zeds_on_a_start_space_than_it_takes(tmp_path: Path) -> None:
    text = in_value(in_value(FULL, "zeds_on_a_space", "value = 2", "value = 1"), "zeds_on_starts", "value = 1", "value = 2")
    assert told(tmp_path, text) == ["DB216 the set-up puts 2 Zeds on a Start space, and a space takes 1 @ zeds_on_starts.value; "
                                    "let fewer start there"]


def test_a_deck_whose_last_cards_do_not_end_the_game(tmp_path: Path) -> None:
    text = changed(FULL, *((f'"{zeds}"], actions = 0, moment = "action-phase-start", effect = "win"',
                            f'"{zeds}"], actions = 0, moment = "action-phase-start", effect = "calm"')
                           for zeds in ("highway\", \"highway", "fated-twice")))
    assert told(tmp_path, text) == [
        f'DB216 a card of the last act does not end the game @ events.value.{card}.effect; write effect = "win"'
        for card in ("end-four", "end-fated")]


def test_cards_that_cannot_come_may_name_tracks_that_the_map_lacks(tmp_path: Path) -> None:
    assert told(tmp_path, TINY) == []  # its act 2 has such cards, and none of act 2 is in the deck
    assert told(tmp_path, in_value(TINY, "normals", "[2, 0, 0, 0]", "[2, 1, 0, 0]")) == [
        f"DB216 a Zed comes to {track}-start, which the map lacks @ events.value.night-{track}.track; name a track of the map"
        for track in ("suburbs", "forest", "highway")]


# -- what can be played with --------------------------------------------------------------------------------------------------


def test_a_shorter_track_of_the_users(tmp_path: Path) -> None:
    shorter = changed(FULL, without("forest-2"),
                      ('ahead = "forest-2", behind = "forest-4"', 'ahead = "forest-1", behind = "forest-4"'),
                      ('ahead = "forest-0", behind = "forest-2"', 'ahead = "forest-0", behind = "forest-3"'))
    assert told(tmp_path, shorter) == []


def differing(name_or_path: str) -> set[str]:
    """The values in which an edition differs from the one with everything."""
    one, other = (load_edition(game, name, SCENARIOS).record for name in ("third-party-data", name_or_path))
    return {name for name, kind in game.edition_type.fields
            if encode(kind, getattr(one, name)) != encode(kind, getattr(other, name))}


def test_the_edition_for_three_players_differs_by_its_players_its_symbols_and_the_furies() -> None:
    assert differing("editions/three-players.toml") == {"players", "events", "units"}
    box: Box = load_edition(game, "editions/three-players.toml", SCENARIOS).record
    assert (box.players, box.units[Unit.FURIES].move, box.units[Unit.PIAZZA].move) == (3, 0, 5)


def test_the_shorter_deck() -> None:
    assert differing("third-party-data-16") == {"normals"}
    cards = {name: sum(box.specials) + sum(box.normals) + 1
             for name in ("third-party-data", "third-party-data-16") for box in [load_edition(game, name, Path()).record]}
    assert cards == {"third-party-data": 20, "third-party-data-16": 16}


# -- the graph ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "tracks"), [("third-party-data", list(Track)), ("tiny-skirmish", [Track.MOUNTAIN])])
def test_the_graph_of_the_map(name: str, tracks: list[Track]) -> None:
    box: Box = load_edition(game, name, Path()).record
    ways, beside = map_graph(box), adjacency(box)
    assert list(ways) == spaces_of(box) and nx.is_tree(beside)
    assert sorted(beside[Place.TOWN_CENTER]) == [line_of(box, track)[-1] for track in tracks]
    assert [track for track in Track if line_of(box, track)] == tracks
    for track in tracks:
        line = line_of(box, track)
        assert nx.shortest_path(ways, line[0], Place.TOWN_CENTER) == [*line, Place.TOWN_CENTER]
        assert all(ways.nodes[space]["track"] == track for space in line) and ways.nodes[line[0]]["ground"] == Ground.START
    assert ways.nodes[Place.TOWN_CENTER]["track"] is None


def test_the_full_map_is_as_the_words_of_its_spaces_say() -> None:
    ways = map_graph(load_edition(game, "third-party-data", Path()).record)
    assert list(ways) == list(SPACES)
    assert nx.shortest_path_length(ways, target=Place.TOWN_CENTER) == {space: STEPS[space] for space in SPACES}
    assert all(ways.nodes[space]["track"] == TRACK_OF[space] for space in ZED_SPACES)


def test_a_deck_without_a_last_card(tmp_path: Path) -> None:
    text = changed(FULL, ("end-four = { act = 5", "end-four = { act = 4"), ("end-fated = { act = 5", "end-fated = { act = 4"))
    assert told(tmp_path, text) == ["DB216 no last card wins the game, so that it does not end @ events.value; "
                                    'give one act = 5 and effect = "win"']
