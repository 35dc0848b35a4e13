"""Editions: component data by name or from a file of the user's, every value checked against the edition record."""

import re
from pathlib import Path

import pytest

from daybreak_games.until_dawn import game as until_dawn
from tests.games.duel import BladeCard, Place, game
from verifier.errors import BadInput
from verifier.lang.game import Game
from verifier.ledger.editions import default_edition, editions_of, load_edition

PLAIN = (game.folder / "edition-plain.toml").read_text()


def problems(at: Path, text: str) -> list[str]:
    (at / "mine.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        load_edition(game, "mine.toml", at)
    return [str(problem) for problem in caught.value.problems]


def other_game(folder: Path) -> Game[object, object]:
    twin: Game[object, object] = object.__new__(Game)
    twin.__dict__.update(game.__dict__)
    twin.folder = folder
    return twin


def test_the_editions_of_a_game() -> None:
    assert editions_of(game) == ["large", "plain"]
    assert default_edition(game) == "large"


def test_a_game_without_editions(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"DB208 duel has no edition @ .*; add edition-NAME\.toml"):
        default_edition(other_game(tmp_path))


def test_an_edition_by_name() -> None:
    edition = load_edition(game, "plain", Path("nowhere"))
    assert (edition.name, edition.title) == ("plain", "Plain box")
    assert list(edition.values) == ["lives", "rainy", "second", "tracks", "prize", "worth", "spare", "cards"]
    assert (edition.values["second"].value, edition.values["second"].status) == ("bench", "assumed")
    assert edition.values["cards"].why == "Components"
    record = edition.record
    assert isinstance(record, game.edition_record)
    assert (record.lives, record.rainy, record.second) == (3, False, Place.BENCH)
    assert list(record.tracks) == [0, 4, 9]
    assert [record.cards[card] for card in BladeCard] == [5, 4, 2, 1]
    assert (record.prize.gold, record.prize.silver) == (2, -1)
    assert [record.worth[card] for card in BladeCard] == [1, 2, 3, 0]
    assert [record.spare[place].silver for place in (Place.RIGHT, Place.BENCH, Place.GONE)] == [-3, -3, 7]
    assert load_edition(game, "plain", Path()) is edition


def test_a_file_of_the_users(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(PLAIN.replace('"plain"', '"mine"').replace("foil = 5", "foil = 6"))
    edition = load_edition(game, "mine.toml", tmp_path)
    assert (edition.name, edition.record.cards[BladeCard.FOIL]) == ("mine", 6)


@pytest.mark.parametrize("name", ["plian", "", "../plain", "edition-plain", "plain.tom", "/etc/passwd", "PLAIN"])
def test_an_unknown_name(name: str) -> None:
    with pytest.raises(BadInput, match=r"DB208 expected an edition of duel, got .* @ \$\.edition"):
        load_edition(game, name, Path())


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"DB101 .*mine\.toml"):
        load_edition(game, "mine.toml", tmp_path)


def test_a_users_file_is_read_within_the_limits_of_scenarios(tmp_path: Path) -> None:
    assert problems(tmp_path, PLAIN + f'x = "{"y" * 257}"') == [
        "DB114 257 characters; at most 256 are allowed in a text or key @ mine.toml:$.values.cards.x"]
    assert problems(tmp_path, "a = 1.5") == [
        "DB116 a number with a fraction, or not a number @ mine.toml:$.a; only whole numbers are used here"]


def test_an_edition_of_another_name_than_its_file(tmp_path: Path) -> None:
    (tmp_path / "edition-small.toml").write_text(PLAIN)
    with pytest.raises(BadInput, match='DB211 expected the name of the file, "small", got "plain" @ edition-small.toml'):
        load_edition(other_game(tmp_path), "small", tmp_path)


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = """
schema = 1
game = "until-dawn"
name = "My Copy"
title = "x"
[values]
lives = { value = 10, status = "stated", why = "Start" }
rainy = { value = 0, status = "guessed", why = "Start" }
second = { value = "bensh", status = "assumed", why = "" }
tracks = { value = [0, 4], status = "stated" }
prise = { value = 1, status = "stated", why = "Start" }
prize = 3
worth = { value = { foil = 10, sabr = 1 }, status = "stated", why = "Start" }
spare = { value = { bench = { gold = -1 }, 0 = {} }, status = "stated", why = "Start" }
[values.cards]
value = { foil = 13, "fool+" = 1, sabre = "2", rapier = -1 }
status = "stated"
why = "Components"
"""
    assert problems(tmp_path, text) == [
        'DB215 expected an edition of "duel", got "until-dawn" @ mine.toml:$.game',
        'DB211 expected a name in small letters, digits and dashes, got "My Copy" @ mine.toml:$.name',
        'DB202 expected a known key, got "prise" @ mine.toml:$.values.prise; did you mean "prize"?',
        "DB205 expected an integer 1..9, got 10 @ mine.toml:$.values.lives.value",
        "DB203 expected true or false, got 0 @ mine.toml:$.values.rainy.value",
        'DB204 expected one of stated, assumed, got "guessed" @ mine.toml:$.values.rainy.status; known: assumed, stated',
        'DB204 expected a place, got "bensh" @ mine.toml:$.values.second.value; did you mean "bench"?',
        'DB211 expected a text, got "" @ mine.toml:$.values.second.why',
        "DB201 the key why is missing @ mine.toml:$.values.tracks; add why = ...",
        "DB206 expected 3 entries, got 2 @ mine.toml:$.values.tracks.value",
        "DB203 expected { value = ..., status = ..., why = ... }, got 3 @ mine.toml:$.values.prize",
        "DB205 expected an integer 0..9, got 10 @ mine.toml:$.values.worth.value.foil",
        'DB204 expected a blade card, got "sabr" @ mine.toml:$.values.worth.value.sabr; did you mean "sabre"?',
        "DB201 nothing is given for rapier, sabre, fool @ mine.toml:$.values.worth.value; give every blade card its own",
        "DB205 expected an integer 0..9, got -1 @ mine.toml:$.values.spare.value.bench.gold",
        "DB201 the key silver is missing, and left out it would be -3 @ mine.toml:$.values.spare.value.bench; write silver = 0",
        'DB204 expected a place, got "0" @ mine.toml:$.values.spare.value.0; known: 1, bench, gone',
        'DB204 expected a blade card, got "fool+" @ mine.toml:$.values.cards.value."fool+"; did you mean "fool"?',
        "DB205 expected an integer 0..12, got 13 @ mine.toml:$.values.cards.value.foil",
        'DB203 expected an integer 0..12, got "2" @ mine.toml:$.values.cards.value.sabre',
        "DB205 expected an integer 0..12, got -1 @ mine.toml:$.values.cards.value.rapier",
    ]


def test_every_field_must_be_given(tmp_path: Path) -> None:
    told = problems(tmp_path, "schema = 1\ngame = 'duel'\nname = 'x'\ntitle = 'x'\n[values]\n")
    assert told == [f"DB201 the key {key} is missing @ mine.toml:$.values; add a table [values.{key}]"
                    for key in ("lives", "rainy", "second", "tracks", "cards", "prize", "worth", "spare")]
    assert problems(tmp_path, "values = 3")[-1] == "DB203 expected a table, got 3 @ mine.toml:$.values"
    assert "DB201 the key values is missing @ mine.toml:$; add values = ..." in problems(tmp_path, "schema = 1")


def test_a_deck_without_what_the_set_up_of_until_dawn_lays_out(tmp_path: Path) -> None:
    text = (until_dawn.folder / "edition-assumed-20.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace("\nsneaker = 4", "\nsneaker = 0").replace("\nscreamer = 4\n", "\n"))
    with pytest.raises(BadInput) as caught:
        load_edition(until_dawn, "mine.toml", tmp_path)
    assert [str(problem) for problem in caught.value.problems] == [
        f"DB216 the set-up lays one on the bite pile, and the deck has none @ mine.toml:$.values.cards.value.{card}; "
        "give the deck one" for card in ("sneaker", "screamer")]


@pytest.mark.parametrize(("counts", "told"), [
    ({"move-cw": 0, "move-ccw": 0}, [
        "DB216 all movement cards say to draw again, so that a chain of cards may never end @ mine.toml:$.values.cards.value."
        f'"{card}"; give the deck a movement card without the symbol' for card in ("move-cw+", "move-ccw+")]),
    ({"move-cw": 0, "move-ccw": 0, '"move-cw+"': 0, '"move-ccw+"': 0}, []),
    ({"scratcher": 7}, []),
    ({"scratcher": 8, "bite-red": 0}, [
        "DB216 there are 25 zombie cards, and one entrance has room for 24 @ mine.toml:$.values.cards.value; "
        "take 1 or more out"]),
])
def test_a_deck_that_until_dawn_cannot_be_played_with(tmp_path: Path, counts: dict[str, int], told: list[str]) -> None:
    text = (until_dawn.folder / "edition-assumed-20.toml").read_text()
    for card, count in counts.items():
        text = re.sub(rf"(?m)^{re.escape(card)} = \d+$", f"{card} = {count}", text)
    (tmp_path / "mine.toml").write_text(text)
    found = []
    try:
        load_edition(until_dawn, "mine.toml", tmp_path)
    except BadInput as refused:
        found = [str(problem) for problem in refused.problems]
    assert found == told
