"""Editions that inherit: the same records as editions that give everything, and every mistake told with its place."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from daybreak_games.dawn_of_the_zeds import game as dawn
from tests.games.duel import BladeCard, game
from verifier.errors import BadInput
from verifier.lang.game import Game
from verifier.lang.layout import encode
from verifier.ledger.editions import Edition, load_edition

PLAIN = (game.folder / "edition-plain.toml").read_text()
HEAD = 'schema = 1\ngame = "duel"\nname = "mine"\ntitle = "My box"\n'
HEIR = HEAD + 'inherits = "plain"\n[values]\n'
STATED = 'status = "stated", why = "My copy."'


def twin(folder: Path) -> Game[Any, Any]:
    """The duel with another folder for its editions."""
    other: Game[Any, Any] = object.__new__(Game)
    other.__dict__.update(game.__dict__)
    other.folder = folder
    return other


def loaded(folder: Path, text: str) -> Edition:
    (folder / "mine.toml").write_text(text)
    return load_edition(game, "mine.toml", folder)


def problems(folder: Path, text: str, of: Game[Any, Any] = game) -> list[str]:
    (folder / "mine.toml").write_text(text)
    with pytest.raises(BadInput) as caught:
        load_edition(of, "mine.toml", folder)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


def numbers(edition: Edition) -> list[int]:
    return encode(game.edition_type, edition.record)


# -- what is inherited --------------------------------------------------------------------------------------------------------


def test_an_heir_that_changes_nothing_is_as_its_base(tmp_path: Path) -> None:
    base, heir = load_edition(game, "plain", Path()), loaded(tmp_path, HEIR)
    assert (heir.name, heir.title, heir.file) == ("mine", "My box", "mine.toml")
    assert (heir.values, numbers(heir)) == (base.values, numbers(base))
    assert heir.record is not base.record and [path for path, _ in heir.bases] == [game.folder / "edition-plain.toml"]
    assert {value.given_by for value in heir.values.values()} == {"plain"}


def test_whole_values_are_replaced(tmp_path: Path) -> None:
    heir = loaded(tmp_path, HEIR + f"lives = {{ value = 5, {STATED} }}\n"
                  f"worth = {{ value = {{ foil = 9, rapier = 9, sabre = 9, fool = 9 }}, {STATED} }}")
    whole = loaded(tmp_path, PLAIN.replace("value = 3", "value = 5").replace(
        "{ foil = 1, rapier = 2, sabre = 3, fool = 0 }", "{ foil = 9, rapier = 9, sabre = 9, fool = 9 }"))
    assert numbers(heir) == numbers(whole)
    assert list(heir.values) == list(whole.values)
    lives = heir.values["lives"]
    assert (lives.given_by, lives.why, heir.values["rainy"].given_by) == ("mine", "My copy.", "plain")
    assert load_edition(game, "plain", Path()).record.lives == 3


def test_tables_are_changed_in_part(tmp_path: Path) -> None:
    heir = loaded(tmp_path, HEIR + f"worth = {{ change.sabre = 8, {STATED} }}\n"
                  f"cards = {{ change = {{ foil = 6, fool = 0 }}, {STATED} }}\n"
                  f"spare = {{ change.gone.gold = 4, {STATED} }}\n"
                  f"prize = {{ change.silver = 1, {STATED} }}")
    text = PLAIN
    for old, new in (("sabre = 3", "sabre = 8"), ("foil = 5", "foil = 6"), ("fool = 1", "fool = 0"),
                     ("silver = -1", "silver = 1"), ("gone = { silver = 7 }", "gone = { silver = 7, gold = 4 }")):
        text = text.replace(old, new)
    whole = loaded(tmp_path, text)
    assert numbers(heir) == numbers(whole)
    assert [value.value for value in heir.values.values()] == [value.value for value in whole.values.values()]


def test_what_is_changed_in_part_is_stated_only_if_all_of_it_is(tmp_path: Path) -> None:
    heir = loaded(tmp_path, HEIR + f"worth = {{ change.sabre = 8, {STATED} }}\n"
                  "cards = { change.foil = 6, status = 'assumed', why = 'A guess.' }\n"
                  f"spare = {{ change.gone.gold = 4, {STATED} }}")
    assert [(heir.values[name].status, heir.values[name].why) for name in ("worth", "cards", "spare")] == [
        ("stated", "sabre: My copy. The rest, stated in plain: Start"),
        ("assumed", "foil: A guess. The rest, stated in plain: Components"),
        ("assumed", "gone: My copy. The rest, assumed in plain: Hardly anybody brings money.")]
    assert (load_edition(game, "plain", Path()).assumed, heir.assumed) == (3, 4)


def test_heirs_of_heirs(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "first.toml").write_text(
        HEIR.replace('"mine"', '"first"') + f"worth = {{ change.sabre = 8, {STATED} }}\nlives = {{ value = 7, {STATED} }}")
    heir = loaded(tmp_path, HEIR.replace('"plain"', '"below/first.toml"') + f"worth = {{ change.foil = 5, {STATED} }}")
    record = heir.record
    assert [record.worth[card] for card in BladeCard] == [5, 2, 8, 0] and record.lives == 7
    assert heir.values["worth"].why == \
        "foil: My copy. The rest, stated in first: sabre: My copy. The rest, stated in plain: Start"
    assert [path.name for path, _ in heir.bases] == ["first.toml", "edition-plain.toml"]


def test_the_games_own_editions_inherit(tmp_path: Path) -> None:
    (tmp_path / "edition-plain.toml").write_text(PLAIN)
    (tmp_path / "edition-mine.toml").write_text(HEIR + f"lives = {{ value = 5, {STATED} }}")
    other = twin(tmp_path)
    heir = load_edition(other, "mine", tmp_path)
    assert (heir.record.lives, heir.file) == (5, "")
    assert load_edition(other, "mine", tmp_path) is heir


def test_a_base_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    for name, text in (("plain", PLAIN), ("next", HEIR.replace('"mine"', '"next"')), ("mine", HEIR.replace('"plain"', '"next"'))):
        (tmp_path / f"edition-{name}.toml").write_text(text)
    other = twin(tmp_path)
    assert load_edition(other, "mine", tmp_path).record.lives == 3
    (tmp_path / "edition-plain.toml").write_text(PLAIN.replace("value = 3", "value = 4") + "\n")
    assert load_edition(other, "mine", tmp_path).record.lives == 4
    os.remove(tmp_path / "edition-plain.toml")
    with pytest.raises(BadInput, match="DB208"):
        load_edition(other, "mine", tmp_path)


# -- mistakes -----------------------------------------------------------------------------------------------------------------

CHANGES = {
    "a key that the base lacks": (
        f"worth = {{ change.sabr = 1, {STATED} }}",
        'DB227 expected a key of worth in the edition plain, got "sabr" @ mine.toml:$.values.worth.change.sabr; '
        'did you mean "sabre"?'),
    "a row that the base lacks": (
        f"spare = {{ change.bench.silver = 1, {STATED} }}",
        'DB227 expected a key of spare in the edition plain, got "bench" @ mine.toml:$.values.spare.change.bench; known: gone'),
    "a field that no record has": (
        f"spare = {{ change.gone.copper = 1, {STATED} }}",
        'DB202 expected a known key, got "copper" @ mine.toml:$.values.spare.change.gone.copper; known: gold, silver'),
    "a number out of its range": (
        f"worth = {{ change.sabre = 10, {STATED} }}",
        "DB205 expected an integer 0..9, got 10 @ mine.toml:$.values.worth.change.sabre"),
    "a row that is no table": (
        f"spare = {{ change.gone = 7, {STATED} }}",
        "DB203 expected a table for a purse, got 7 @ mine.toml:$.values.spare.change.gone"),
    "what is no table": (
        f"lives = {{ change.x = 3, {STATED} }}",
        "DB227 only a table is changed in part, and in the edition plain this is 3 @ mine.toml:$.values.lives.change; "
        "write value = ..."),
    "a list": (
        f"tracks = {{ change = {{ 0 = 3 }}, {STATED} }}",
        "DB227 only a table is changed in part, and in the edition plain this is a list of 3 @ mine.toml:$.values.tracks.change; "
        "write value = ..."),
    "a change that is no table": (
        f"worth = {{ change = 3, {STATED} }}", "DB203 expected a table, got 3 @ mine.toml:$.values.worth.change"),
    "an empty change": (
        f"worth = {{ change = {{}}, {STATED} }}",
        "DB206 expected at least one key to change, got a table @ mine.toml:$.values.worth.change"),
    "a value and a change": (
        f"worth = {{ change.sabre = 1, value = {{ foil = 9, rapier = 9, sabre = 9, fool = 9 }}, {STATED} }}",
        'DB202 expected a known key, got "change" @ mine.toml:$.values.worth.change; known: status, value, why'),
    "no reason": ("worth = { change.sabre = 1, status = 'stated' }",
                  "DB201 the key why is missing @ mine.toml:$.values.worth; add why = ..."),
    "a value that no edition has": (
        f"wroth = {{ change.sabre = 1, {STATED} }}",
        'DB202 expected a known key, got "wroth" @ mine.toml:$.values.wroth; did you mean "worth"?'),
    "a value that is no table": (
        "lives = 3", "DB203 expected { value = ..., status = ..., why = ... }, got 3 @ mine.toml:$.values.lives"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_change_that_cannot_be(tmp_path: Path, case: str) -> None:
    text, problem = CHANGES[case]
    assert problems(tmp_path, HEIR + text) == [problem]


def test_a_change_without_a_base(tmp_path: Path) -> None:
    text = PLAIN.replace("worth = { value = { foil = 1, rapier = 2, sabre = 3, fool = 0 }", "worth = { change = { foil = 2 }")
    assert problems(tmp_path, text) == [
        "DB227 there is nothing to change: this edition inherits from none @ mine.toml:$.values.worth.change; "
        'write value = ..., or at the top inherits = "NAME"']


def test_everything_wrong_with_an_heir_is_told_at_once(tmp_path: Path) -> None:
    text = HEIR.replace('"duel"', '"chess"') + f"worth = {{ change.sabr = 1, {STATED} }}\nlives = {{ value = 0, {STATED} }}"
    assert [each[:5] for each in problems(tmp_path, text)] == ["DB215", "DB227", "DB205"]


@pytest.mark.parametrize(("base", "problem"), [
    ("plian", 'DB208 expected an edition of duel, got "plian" @ mine.toml:$.inherits; did you mean "plain"? '
              "(a file of your own ends in .toml)"),
    ("../plain", 'DB208 expected an edition of duel, got "../plain" @ mine.toml:$.inherits; did you mean "plain"? '
                 "(a file of your own ends in .toml)"),
    ("none.toml", "DB101 there is no such file @ none.toml"),
    (".toml", "DB103 expected a regular file, this is a folder @ .toml"),
    ("pipe.toml", "DB103 expected a regular file, this is a FIFO @ pipe.toml"),
    ("mine.toml", "DB226 editions inherit in a circle: mine.toml, mine.toml @ mine.toml:$.inherits; "
                  "let one of them give every value itself"),
    ("x\\u0000.toml", "DB101 there is no such file @ x\\u{0}.toml"),
    ("", 'DB211 expected a text on one line, got "" @ mine.toml:$.inherits'),
])
def test_a_base_that_cannot_be_had(tmp_path: Path, base: str, problem: str) -> None:
    (tmp_path / ".toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    assert problems(tmp_path, HEIR.replace('"plain"', f'"{base}"')) == [problem]


def test_what_is_wrong_with_a_base_is_told_as_its_own(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(PLAIN.replace("value = 3", "value = 30"))
    assert problems(tmp_path, HEIR.replace('"plain"', '"base.toml"')) == [
        "DB205 expected an integer 1..9, got 30 @ base.toml:$.values.lives.value"]
    (tmp_path / "base.toml").write_text(PLAIN.replace('"duel"', '"chess"'))
    assert problems(tmp_path, HEIR.replace('"plain"', '"base.toml"')) == [
        'DB215 expected an edition of "duel", got "chess" @ base.toml:$.game']


def test_a_base_is_read_within_the_limits_of_scenarios(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(PLAIN + f'x = "{"y" * 257}"')
    assert problems(tmp_path, HEIR.replace('"plain"', '"base.toml"')) == [
        "DB114 257 characters; at most 256 are allowed in a text or key @ base.toml:$.values.cards.x"]


def test_editions_that_inherit_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "one.toml").write_text(HEIR.replace('"plain"', '"../two.toml"'))
    os.symlink(tmp_path / "mine.toml", tmp_path / "two.toml")
    assert problems(tmp_path, HEIR.replace('"plain"', '"below/one.toml"')) == [
        "DB226 editions inherit in a circle: mine.toml, one.toml, two.toml @ mine.toml:$.inherits; "
        "let one of them give every value itself"]
    for name, base in (("a", "b"), ("b", "a")):
        (tmp_path / f"edition-{name}.toml").write_text(HEIR.replace('"mine"', f'"{name}"').replace('"plain"', f'"{base}"'))
    for _ in range(2):
        with pytest.raises(BadInput, match=r"DB226 .*: edition-a\.toml, edition-b\.toml, edition-a\.toml @ edition-a\.toml:"):
            load_edition(twin(tmp_path), "a", tmp_path)


def test_a_chain_that_is_too_long(tmp_path: Path) -> None:
    (tmp_path / "edition-plain.toml").write_text(PLAIN)
    names = ["plain", *(f"heir-{number}" for number in range(8))]
    for base, name in zip(names, names[1:], strict=False):
        (tmp_path / f"edition-{name}.toml").write_text(HEIR.replace('"mine"', f'"{name}"').replace('"plain"', f'"{base}"'))
    other, text = twin(tmp_path), HEIR.replace('"plain"', '"heir-7"')
    told = ["DB226 more than 8 editions are inherited from, one by way of another @ mine.toml:$.inherits; "
            "inherit from a nearer one, or give every value"]
    assert problems(tmp_path, text, other) == told
    assert len(load_edition(other, "heir-7", tmp_path).bases) == 8
    assert problems(tmp_path, text, other) == told  # its bases are kept now


def test_a_flaw_is_told_where_the_heir_can_mend_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'schema = 1\ngame = "dawn-of-the-zeds"\nname = "mine"\ntitle = "x"\ninherits = "third-party-data"\n[values]\n'
        f"normals = {{ value = [3, 7, 4, 3], {STATED} }}\nevents = {{ change.brains-two.act = 3, {STATED} }}\n"
        f'map = {{ change.forest-4.ahead = "forest-2", {STATED} }}')
    with pytest.raises(BadInput) as caught:
        load_edition(dawn, "mine.toml", tmp_path)
    told = [str(problem).partition(" @ mine.toml:$.values.")[2].partition(";")[0] for problem in caught.value.problems]
    assert told == ["map.change.forest-4.ahead", "normals.value[1]", "specials.value[3]"]
    assert str(caught.value.problems[2]).endswith("(the value is inherited)")


def test_the_example_of_the_documents(tmp_path: Path) -> None:
    formats = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    (text,) = (part for part in re.findall(r"^```toml\n(.*?)^```$", formats, re.MULTILINE | re.DOTALL) if "inherits" in part)
    (tmp_path / "mine.toml").write_text(text)
    edition = load_edition(dawn, "mine.toml", tmp_path)
    assert edition.record.players == 3 and edition.values["events"].value["withdrawal"]["actions"] == 2
    assert edition.assumed == load_edition(dawn, "third-party-data", tmp_path).assumed - 1
