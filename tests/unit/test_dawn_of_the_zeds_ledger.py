"""The ledgers and component data of Dawn of the Zeds: complete, and in agreement with each other.

The rulebook's text is not part of the project, so its lines stand here as numbers: each is in a clause, or no statement.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds.cards import Effect
from daybreak_games.dawn_of_the_zeds.pieces import (
    FACES,
    KINDS,
    ZED_HITS,
    ZED_KIND,
    ZED_REDUCED,
    ZED_STRENGTH,
    Post,
    UnitKind,
    Zed,
)
from daybreak_games.dawn_of_the_zeds.places import Finds, Ground, Site
from daybreak_games.dawn_of_the_zeds.state import Box, game
from verifier.lang.layout import width
from verifier.lang.types import words_of
from verifier.ledger.clauses import load_clauses
from verifier.ledger.editions import load_edition
from verifier.ledger.readings import load_readings

LINES = 369
# Lines of the rulebook that state nothing: list marks without text, headings, words that only lead over, and colour.
MARKS = {
    62, 64, 68, 70, 72, 74, 77, 78, 95, 97, 99, 101, 103, 105, 107, 112, 114, 123, 125, 127, 132, 133, 135, 169, 171, 173, 175,
    183, 184, 211, 213, 218, 257, 259, 261, 263, 265, 271, 273, 277, 278, 279, 289, 292, 294, 298, 299, 301, 314, 319, 338, 341,
    343, 345, 350, 354}
HEADINGS = {
    1, 15, 31, 40, 46, 54, 60, 80, 89, 108, 118, 121, 139, 141, 144, 148, 152, 163, 168, 187, 192, 199, 206, 210, 214, 219, 222,
    226, 232, 236, 239, 246, 255, 266, 274, 303, 311, 313, 315, 329, 334, 336, 346, 351, 355, 357, 360, 364}
LEADING_OVER = {26, 94, 98, 111, 115, 204, 365}
COLOUR = {150, 151, 167, 369}
NO_STATEMENT = MARKS | HEADINGS | LEADING_OVER | COLOUR


@pytest.fixture(scope="module")
def box() -> Box:
    record: Box = load_edition(game, "third-party-data", Path()).record
    return record


def table(rows: Any) -> list[list[int]]:
    return [list(row) for row in rows]


def test_every_line_of_the_rulebook_is_in_a_clause_or_states_nothing() -> None:
    told = {line for clause in load_clauses(game.folder).values() for line in clause.lines}
    assert told | NO_STATEMENT == set(range(1, LINES + 1))
    assert not told & NO_STATEMENT


def test_the_clauses_by_kind() -> None:
    clauses = load_clauses(game.folder)
    assert Counter(clause.kind for clause in clauses.values()) == {"rule": 177, "definition": 23, "component": 12, "advice": 3}


def test_clauses_are_numbered_in_their_order_by_section() -> None:
    ids = list(load_clauses(game.folder))  # a clause that was merged into another leaves its number unused
    for section in {id_[3] for id_ in ids}:
        numbers = [int(id_[4:]) for id_ in ids if id_[3] == section]
        assert numbers == sorted(set(numbers))


def test_no_two_clauses_say_the_same() -> None:
    texts = Counter(clause.text for clause in load_clauses(game.folder).values())
    assert texts.most_common(1)[0][1] == 1


def test_every_ambiguity_is_a_switch_or_recorded() -> None:
    readings = load_readings(game.folder)
    assert sorted({*readings.switches, *readings.recorded}) == [f"DZ-{number:02d}" for number in range(1, 97)]
    assert Counter(each.impact for each in readings.switches.values()) == {"H": 12, "M": 28, "L": 1}
    assert Counter(each.impact for each in readings.recorded.values()) == {"H": 1, "M": 9, "L": 30, "moot": 15}


def test_the_words_of_the_pieces() -> None:
    assert words_of(Zed)[:8] == ("none", "2/1", "2/1'", "2/1''", "2/1-", "2/1-'", "2/1-''", "3/1")
    assert len(ZED_KIND) == len(ZED_REDUCED) == len(ZED_HITS) == len(ZED_STRENGTH) == len(Zed) == 1 + FACES * len(KINDS)
    for zed in list(Zed)[1:]:
        word = words_of(Zed)[zed]
        full, reduced = word.rstrip("'-").split("/")
        assert KINDS[ZED_KIND[zed]] == f"{full}/{reduced}"
        assert ZED_STRENGTH[zed] == int(reduced if ZED_REDUCED[zed] else full)
        assert word.count("'") == ZED_HITS[zed]
        assert ("-" in word) == ZED_REDUCED[zed]


def test_the_state_is_small() -> None:
    assert width(game.state_type) < 250


# -- the edition of third-party data ---------------------------------------------------------------------------------------


def test_the_grounds_and_sites_of_the_map(box: Box) -> None:
    assert Counter(sheet.ground for sheet in box.map) == {
        Ground.START: 4, Ground.PLAIN: 13, Ground.NAMED: 6, Ground.VILLAGE: 5, Ground.TOWN: 4, Ground.TOWN_CENTER: 1}
    assert sorted(sheet.site for sheet in box.map if sheet.site != Site.NONE) == list(Site)[1:]
    for sheet in box.map:
        named = sheet.ground in (Ground.NAMED, Ground.VILLAGE, Ground.TOWN, Ground.TOWN_CENTER)
        assert (sheet.site != Site.NONE) == (sheet.finds != Finds.NOTHING) == named


def test_the_counters(box: Box) -> None:
    assert box.zeds.total == 34
    drawn = [sheet for sheet in box.units if sheet.post == Post.DRAWN]
    villages = sum(sheet.ground == Ground.VILLAGE for sheet in box.map)
    assert len(drawn) == 7 >= villages + box.reserve
    assert all(sheet.kind == UnitKind.CIVILIANS for sheet in drawn)
    assert all(sheet.full > sheet.reduced for sheet in box.units)


def test_the_combat_tables_are_sound(box: Box) -> None:
    zeds, unit, lose, gunfire = (table(rows) for rows in (box.melee_zeds, box.melee_unit, box.melee_zeds_lose, box.gunfire))
    assert zeds == gunfire
    for rows, better in ((zeds, 1), (lose, 1), (unit, -1)):
        for line in (*rows, *zip(*rows, strict=True)):
            assert all((after - before) * better >= 0 for before, after in pairwise(line))
    ways = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    wins = [sum(ways[total] for total in ways if lose[box.dice_row[total - 2]][column]) for column in range(7)]
    assert wins == [1, 6, 15, 21, 30, 35, 36]
    assert not any(any(row) for row in [box.forage[Finds.FARM]])


def test_the_event_deck_can_be_made(box: Box) -> None:
    kinds = Counter((sheet.act, sheet.special) for sheet in box.events)
    assert all(kinds[act, True] >= box.specials[act - 1] and kinds[act, False] >= box.normals[act - 1] for act in range(1, 5))
    assert sum(box.specials) + sum(box.normals) + 1 == 20
    assert all((sheet.act == 5) == (sheet.effect == Effect.WIN) for sheet in box.events)
    assert all(sheet.zeds.size > 0 for sheet in box.events)
