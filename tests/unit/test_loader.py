"""Loading scenarios: what a good file becomes, and every problem of a bad one with its path."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.games.duel import game
from verifier.document.complaints import Complaints
from verifier.errors import BadInput
from verifier.lang.game import Game
from verifier.scenarios.loader import Scenario, load_scenario, new_scenario, scenario_of

GAMES = {"duel": game}

FULL = """
schema = 1
game = "duel"
title = "First blood"
edition = "plain"
[rulings]
"DU-Q1" = "runs"
[deal]
seed = 7
deck = ["foil", "sabre", 7]
two-dice = ["6 yes", "1 no", 5]
[start]
phase = "choose"
second = 0
rain = true
turn = 2
tracks = [1, 2, 3]
marks = ["bench", 1]
prize = { gold = 1 }
shown = ["fool", "foil"]
discard = ["fool", "foil", "foil"]
blades = { foil = 2 }
racks = { bench = ["foil"], 1 = [] }
[[start.sides]]
lives = 2
hand = ["foil~", "sabre"]
armed = true
purse.silver = -3
[[start.sides]]
[start.guests.rapier]
gold = 3
[expect]
verdict = "optimal"
grade = { won = true, lives = 2 }
"""


def loaded(text: str, at: Path, name: str = "x.toml") -> Scenario:
    path = at / name
    path.write_text(text)
    return load_scenario(path, GAMES)


def problems(text: str, at: Path) -> list[str]:
    with pytest.raises(BadInput) as caught:
        loaded(text, at)
    return [str(problem) for problem in caught.value.problems]


def refused(lines: str, at: Path) -> list[str]:
    """The problems of a scenario that says nothing but its game and these lines."""
    return problems('schema = 1\ngame = "duel"\n' + lines, at)


def test_a_scenario_with_everything(tmp_path: Path) -> None:
    scenario = loaded(FULL, tmp_path, "First Blood!.toml")
    assert scenario.game is game
    assert (scenario.name, scenario.title) == ("first-blood", "First blood")
    assert (scenario.edition.name, scenario.edition_given) == ("plain", "plain")
    assert scenario.rulings == {"DU-Q1": "runs", "DU-Q2": "no"}
    assert scenario.chosen == {"DU-Q1": "runs"}
    assert scenario.deal.seed == 7
    assert scenario.deal.given == {"deck": ("foil", "sabre", 7), "two-dice": ("6 yes", "1 no", 5)}
    assert scenario.start is not None and scenario.start["sides"][0]["hand"] == ["foil~", "sabre"]
    assert scenario.expect is not None
    assert (scenario.expect.verdict, scenario.expect.grade) == ("optimal", {"won": True, "lives": 2})
    assert scenario.path == tmp_path / "First Blood!.toml"


def test_the_least_scenario(tmp_path: Path) -> None:
    scenario = loaded('schema = 1\ngame = "duel"\n', tmp_path, "least.toml")
    assert (scenario.name, scenario.title, scenario.edition.name) == ("least", "least", "large")
    assert (scenario.edition_given, scenario.start, scenario.expect, scenario.chosen) == (None, None, None, {})
    assert scenario.rulings == {"DU-Q1": "waits", "DU-Q2": "no"}
    assert (scenario.deal.seed, scenario.deal.given) == (None, {})


def test_an_empty_start_is_a_start(tmp_path: Path) -> None:
    assert loaded('schema = 1\ngame = "duel"\n[start]\n', tmp_path).start == {}


def test_a_path_as_text(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('schema = 1\ngame = "duel"\n')
    assert load_scenario(str(tmp_path / "x.toml"), GAMES).path == tmp_path / "x.toml"  # type: ignore[arg-type]


@pytest.mark.parametrize(("file", "name"), [
    ("x.toml", "x"), ("É 3_b--.toml", "3-b"), ("....toml", "scenario"), ("A" * 90 + ".toml", "a" * 64), ("-x-.toml", "x"),
])
def test_names_are_safe_for_file_names(tmp_path: Path, file: str, name: str) -> None:
    assert loaded('schema = 1\ngame = "duel"\n', tmp_path, file).name == name


def test_a_title_from_a_hostile_file_name() -> None:
    assert scenario_of({"schema": 1, "game": "duel"}, GAMES, Path("a\u202e\nb.toml")).title == "a\\u{202e}\\nb"


def test_an_edition_beside_the_scenario(tmp_path: Path) -> None:
    text = (game.folder / "edition-plain.toml").read_text()
    (tmp_path / "mine.toml").write_text(text)
    scenario = loaded('schema = 1\ngame = "duel"\nedition = "mine.toml"\n', tmp_path)
    assert (scenario.edition.name, scenario.edition_given) == ("plain", "mine.toml")
    (tmp_path / "mine.toml").write_text(text.replace("foil = 5", "foil = 500"))
    assert refused('edition = "mine.toml"\ntitel = "x"', tmp_path) == [
        'DB202 expected a known key, got "titel" @ $.titel; did you mean "title"?',
        "DB205 expected an integer 0..12, got 500 @ mine.toml:$.values.cards.value.foil"]


def test_files_beyond_the_limits_are_refused(tmp_path: Path) -> None:
    assert problems("a = 1.0", tmp_path)[0].startswith("DB116")
    with pytest.raises(BadInput, match="DB101"):
        load_scenario(tmp_path / "none.toml", GAMES)


@pytest.mark.parametrize(("text", "told"), [
    ("", ["DB201 the key schema is missing @ $; add schema = 1", "DB201 the key game is missing @ $; add game = ..."]),
    ('schema = 2\ngame = "duel"', ["DB210 expected schema = 1, got 2 @ $.schema; this version of Daybreak reads schema 1 only"]),
    ('schema = "1"\ngame = "duel"',
     ['DB210 expected schema = 1, got "1" @ $.schema; this version of Daybreak reads schema 1 only']),
    ('schema = 1\ngame = "dual"', ['DB207 expected a game, got "dual" @ $.game; did you mean "duel"?']),
    ('schema = 1\ngame = "os.system"', ['DB207 expected a game, got "os.system" @ $.game; known: duel']),
    ('schema = 1\ngame = ["duel"]', ["DB203 expected a text, got a list of 1 @ $.game"]),
    ('schema = 1\ngame = ""', ['DB211 expected a text on one line, got "" @ $.game']),
])
def test_without_a_game_nothing_else_is_checked(tmp_path: Path, text: str, told: list[str]) -> None:
    assert problems(text, tmp_path) == told


@pytest.mark.parametrize(("lines", "told"), [
    ("title = 3", ["DB203 expected a text, got 3 @ $.title"]),
    ('title = """a\nb"""', ['DB211 expected a text on one line, got "a\\nb" @ $.title']),
    ("edition = 3", ["DB203 expected a text, got 3 @ $.edition"]),
    ('edition = "plian"', ['DB208 expected an edition of duel, got "plian" @ $.edition; did you mean "plain"? '
                           "(a file of your own ends in .toml)"]),
    ("rulings = 1", ["DB203 expected a table, got 1 @ $.rulings"]),
    ('rulings.DU-Q1 = "run"', ['DB209 expected a choice of DU-Q1, got "run" @ $.rulings.DU-Q1; did you mean "runs"?']),
    ("rulings.DU-Q1 = 1", ["DB203 expected a choice, as a text, got 1 @ $.rulings.DU-Q1"]),
    ('rulings.DU-Q3 = "x"', ['DB209 expected a reading with choices, got "DU-Q3" @ $.rulings.DU-Q3; DU-Q3 is settled: Either.']),
    ('rulings.DUQ2 = "x"', ['DB209 expected a reading with choices, got "DUQ2" @ $.rulings.DUQ2; did you mean "DU-Q2"?']),
    ("deal = []", ["DB203 expected a table, got a list of 0 @ $.deal"]),
    ("start = 3", ["DB203 expected a table, got 3 @ $.start"]),
    ("expect = 3", ["DB203 expected a table, got 3 @ $.expect"]),
    ('expect.verdict = "optimum"', ['DB204 expected one of optimal, best-found, proved, holds-within, refuted, '
                                    'unknown, declined, got "optimum" @ $.expect.verdict; did you mean "optimal"?']),
    ("expect.grade = 1", ["DB203 expected a table, got 1 @ $.expect.grade"]),
    ("expect.grade.wun = true", ['DB202 expected a known key, got "wun" @ $.expect.grade.wun; did you mean "won"?']),
    ("expect.grade.won = 1", ["DB203 expected true or false, got 1 @ $.expect.grade.won"]),
    ("expect.grade.lives = 6", ["DB205 expected an integer 0..5, got 6 @ $.expect.grade.lives"]),
    ('expect.garde = "x"', ['DB202 expected a known key, got "garde" @ $.expect.garde; did you mean "grade"?']),
])
def test_what_is_wrong_at_the_top(tmp_path: Path, lines: str, told: list[str]) -> None:
    assert refused(lines, tmp_path) == told


@pytest.mark.parametrize(("lines", "told"), [
    ('phase = "chose"', 'DB204 expected a phase, got "chose" @ $.start.phase; did you mean "choose"?'),
    ("phase = 0", "DB204 expected a phase, got 0 @ $.start.phase; known: choose, draw, draw-again, over, roll, settle"),
    ("phase = true", "DB203 expected a phase, got true @ $.start.phase"),
    ("phase = []", "DB203 expected a phase, got a list of 0 @ $.start.phase"),
    ("fase = 1", 'DB202 expected a known key, got "fase" @ $.start.fase; did you mean "phase"?'),
    ("turn = 31", "DB205 expected an integer 0..30, got 31 @ $.start.turn"),
    ("turn = -1", "DB205 expected an integer 0..30, got -1 @ $.start.turn"),
    ("turn = true", "DB203 expected an integer 0..30, got true @ $.start.turn"),
    ('turn = "3"', 'DB203 expected an integer 0..30, got "3" @ $.start.turn'),
    ("second = 2", "DB204 expected a place, got 2 @ $.start.second; known: 0, 1, bench, gone"),
    ("rain = 1", "DB203 expected true or false, got 1 @ $.start.rain"),
    ("sides = 3", "DB203 expected a list of 2, got 3 @ $.start.sides"),
    ("sides = [{}]", "DB206 expected 2 tables, each for a duellist, got 1 @ $.start.sides; an empty table is a blank one"),
    ("sides = [{}, {}, {}]",
     "DB206 expected 2 tables, each for a duellist, got 3 @ $.start.sides; an empty table is a blank one"),
    ("sides = [{}, 1]", "DB203 expected a table for a duellist, got 1 @ $.start.sides[1]"),
    ("sides = [{}, {lifes = 1}]", 'DB202 expected a known key, got "lifes" @ $.start.sides[1].lifes; did you mean "lives"?'),
    ("sides = [{hand = 1}, {}]", "DB203 expected a list of at most 4, the top first, got 1 @ $.start.sides[0].hand"),
    ('sides = [{hand = ["foil", "foil~", "foil", "foil", "foil"]}, {}]',
     "DB206 expected at most 4 entries, got 5 @ $.start.sides[0].hand"),
    ('sides = [{hand = ["foil", "foyl~"]}, {}]',
     'DB204 expected a held, got "foyl~" @ $.start.sides[0].hand[1]; did you mean "foil~"?'),
    ('sides = [{hand = ["fool"]}, {}]', 'DB204 expected a held, got "fool" @ $.start.sides[0].hand[0]; did you mean "foil"?'),
    ("sides = [{hand = [[]]}, {}]", "DB203 expected a held, got a list of 0 @ $.start.sides[0].hand[0]"),
    ("sides = [{purse = {gold = 10}}, {}]", "DB205 expected an integer 0..9, got 10 @ $.start.sides[0].purse.gold"),
    ("sides = [{purse = 1}, {}]", "DB203 expected a table for a purse, got 1 @ $.start.sides[0].purse"),
    ("tracks = [1, 2]", "DB206 expected 3 entries, got 2 @ $.start.tracks"),
    ("tracks = [1, 2, 3, 4]", "DB206 expected 3 entries, got 4 @ $.start.tracks"),
    ("tracks = [1, 2, 10]", "DB205 expected an integer 0..9, got 10 @ $.start.tracks[2]"),
    ("tracks = {a = 1}", "DB203 expected a list of 3, got a table @ $.start.tracks"),
    ('marks = ["bench", "banch"]', 'DB204 expected a place, got "banch" @ $.start.marks[1]; did you mean "bench"?'),
    ("prize = []", "DB203 expected a table for a purse, got a list of 0 @ $.start.prize"),
    ('shown = ["foi"]', 'DB204 expected a blade card, got "foi" @ $.start.shown[0]; did you mean "foil"?'),
    ("shown = [true]", "DB203 expected a blade card, got true @ $.start.shown[0]"),
    ("deck = 3", "DB203 expected a table of counts, or a list of words, got 3 @ $.start.deck"),
    ("deck = {foi = 1}", 'DB204 expected a blade card, got "foi" @ $.start.deck.foi; did you mean "foil"?'),
    ("deck = {foil = 13}", "DB205 expected an integer 0..12, got 13 @ $.start.deck.foil"),
    ('deck = {foil = "1"}', 'DB203 expected an integer 0..12, got "1" @ $.start.deck.foil'),
    ("deck = [3]", "DB204 expected a blade card, got 3 @ $.start.deck[0]; known: foil, fool, rapier, sabre"),
    ('blades = ["foil", "foil", "foil", "foil"]', "DB205 expected an integer 0..3, got 4 @ $.start.blades[3]"),
    ('blades = ["fool"]', 'DB204 expected a blade card, got "fool" @ $.start.blades[0]; did you mean "foil"?'),
])
def test_what_is_wrong_in_a_start(tmp_path: Path, lines: str, told: str) -> None:
    assert refused("[start]\n" + lines, tmp_path) == [told]


@pytest.mark.parametrize(("lines", "told"), [
    ("dek = []", 'DB202 expected a known key, got "dek" @ $.deal.dek; did you mean "deck"?'),
    ('deck = "foil"', 'DB203 expected a list of outcomes, the first one first, got "foil" @ $.deal.deck'),
    ('deck = ["foil", "foi"]', 'DB204 expected a blade card, got "foi" @ $.deal.deck[1]; did you mean "foil"?'),
    ("deck = [true]", "DB203 expected a blade card, or a number, got true @ $.deal.deck[0]"),
    ("deck = [-1]", "DB205 expected a number 0..232792559, got -1 @ $.deal.deck[0]"),
    ("deck = [232792560]", "DB205 expected a number 0..232792559, got 232792560 @ $.deal.deck[0]"),
    ('two-dice = ["6 yas"]', 'DB204 expected an outcome, got "6 yas" @ $.deal.two-dice[0]; did you mean "6 yes"?'),
    ("two-dice = [[]]", "DB203 expected an outcome, or a number, got a list of 0 @ $.deal.two-dice[0]"),
])
def test_what_is_wrong_in_a_deal(tmp_path: Path, lines: str, told: str) -> None:
    assert refused("[deal]\n" + lines, tmp_path) == [told]


def test_the_smallest_and_largest_number_of_a_tape(tmp_path: Path) -> None:
    scenario = loaded('schema = 1\ngame = "duel"\ndeal.deck = [0, 232792559]', tmp_path)
    assert scenario.deal.given == {"deck": (0, 232792559)}


@pytest.mark.parametrize(("seed", "value"), [
    ("0", 0), ("2147483647", 2**31 - 1), ('"0"', 0), ('"2147483648"', 2**31), ('"18446744073709551615"', 2**64 - 1), ('"007"', 7),
])
def test_seeds(tmp_path: Path, seed: str, value: int) -> None:
    assert loaded(f'schema = 1\ngame = "duel"\ndeal.seed = {seed}', tmp_path).deal.seed == value


@pytest.mark.parametrize("seed", ["-1", '"18446744073709551616"', '"-1"', '""', '" 1"', '"1_0"', '"٣"', '"²"', "true", "[]",
                                  '"' + "1" * 21 + '"', '"0x10"'])
def test_what_is_no_seed(tmp_path: Path, seed: str) -> None:
    (told,) = refused(f"deal.seed = {seed}", tmp_path)
    assert told.startswith("DB205 expected a seed 0..18446744073709551615, got ")
    assert told.endswith("@ $.deal.seed; seeds from 2147483648 up are written in quotes")


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = FULL.replace("title", "titel").replace('"plain"', '"plian"').replace('"runs"', '"run"').replace(
        '"foil", "sabre", 7', '"foli", "sabre", -7').replace("turn = 2", "turn = 99").replace("lives = 2 }", "lives = 20 }")
    assert [told.split(" @ ")[1].split(";")[0] for told in problems(text, tmp_path)] == [
        "$.titel", "$.edition", "$.rulings.DU-Q1", "$.deal.deck[0]", "$.deal.deck[2]", "$.start.turn", "$.expect.grade.lives"]


def test_hostile_words_are_shown_harmless_and_short(tmp_path: Path) -> None:
    (told,) = refused('start.phase = "\\u001b[2J\u202e' + "x" * 100 + '"', tmp_path)
    assert told.startswith('DB204 expected a phase, got "\\u{1b}[2J\\u{202e}xxx')
    assert '..." @ $.start.phase' in told
    (told,) = refused('["' + "\\n" * 100 + '"]', tmp_path)
    assert "\n" not in told


def test_a_thousand_mistakes_are_counted(tmp_path: Path) -> None:
    told = refused("deal.deck = [" + "\n".join('"foyl",' for _ in range(1_000)) + "]", tmp_path)
    assert len(told) == 51
    assert told[-1] == "DB299 and 950 more @ $"
    (tmp_path / "mine.toml").write_text("\n".join(f"k{index} = 1" for index in range(100)))
    told = refused('edition = "mine.toml"\ndeal.deck = 1', tmp_path)
    assert told[50] == "DB299 and 55 more @ mine.toml:$"
    assert told[51] == "DB299 and 1 more @ $"


def test_hints_end_when_they_would_take_too_long() -> None:
    complaints = Complaints()
    known = [f"word-{index}" for index in range(9_000)]
    hints = [complaints.nearest("word-x", known) for _ in range(4)]
    assert [bool(hint) for hint in hints] == [True, True, False, False]


def test_a_scenario_without_a_file() -> None:
    scenario = new_scenario(game, title="New", edition="plain", rulings={"DU-Q2": "yes"})
    assert (scenario.name, scenario.title, scenario.edition.name, scenario.path) == ("duel", "New", "plain", None)
    assert scenario.rulings == {"DU-Q1": "waits", "DU-Q2": "yes"}
    assert new_scenario(game, title="New").edition.name == "large"
    with pytest.raises(BadInput, match="DB208(?s:.*)DB209"):
        new_scenario(game, title="New", edition="plian", rulings={"DU-Q2": "maybe"})


def test_a_game_without_grades_expects_none() -> None:
    without: Game[Any, Any] = object.__new__(Game)
    without.__dict__.update(game.__dict__)
    without.rules = {name: rule for name, rule in game.rules.items() if rule.kind != "grade"}
    document = {"schema": 1, "game": "duel", "expect": {"grade": {"won": True}}}
    with pytest.raises(BadInput, match=r'DB202 expected a known key, got "won" @ \$\.expect\.grade\.won; none is known here'):
        scenario_of(document, {"duel": without}, Path("x.toml"))


def test_a_game_in_the_place_of_a_scenario_is_told_how_to_get_one(daybreak: Callable[..., Any]) -> None:
    ran = daybreak("solve", "until-dawn")
    assert ran.code == 150 and ran.err.strip().endswith("daybreak deal until-dawn -o FILE.toml")
