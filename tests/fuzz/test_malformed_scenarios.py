"""Malformed scenario files end in coded errors: never a traceback, whatever the bytes."""

import importlib.util
import unicodedata
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from tests.fuzz.malformed import mutated_bytes, mutated_structure
from tests.games.duel import game as duel
from tests.unit.test_loader import FULL
from verifier.document.limits import parse_document
from verifier.errors import EXIT_BAD_INPUT, BadInput
from verifier.lang.game import Game
from verifier.scenarios.deal import tapes
from verifier.scenarios.loader import Scenario, load_scenario, scenario_of
from verifier.scenarios.start import start_state
from verifier.scenarios.writer import toml_text, write_scenario

ROOT = Path(__file__).parent.parent.parent
FILES = 5_000


def games() -> dict[str, Game[Any, Any]]:
    found: dict[str, Game[Any, Any]] = {"duel": duel}
    if importlib.util.find_spec("daybreak_games.until_dawn"):
        from daybreak_games.until_dawn import game

        found[game.name] = game
    return found


def seeds() -> list[bytes]:
    """Real files: the test game's and every scenario that is shipped."""
    shipped = [path.read_bytes() for path in sorted((ROOT / "scenarios").glob("*/*.toml"))]
    return [FULL.encode(), *shipped]


def loaded(data: bytes, path: Path, known: Mapping[str, Game[Any, Any]]) -> str:
    """Load a file all the way; the code of the error that it ends in, or "" for a good one."""
    path.write_bytes(data)
    try:
        scenario = load_scenario(path, known)
        tapes(scenario.game, scenario.deal, start_state(scenario))
    except BadInput as error:
        assert error.exit_code == EXIT_BAD_INPUT
        harmless(error)
        return error.code
    return_trip(scenario, known)
    return ""


def harmless(error: BadInput) -> None:
    """Every problem has a code and can be printed as it is, on one line of sensible length."""
    assert 1 <= len(error.problems) <= 102
    for problem in error.problems:
        text = str(problem)
        assert problem.code.startswith(("DB1", "DB2")) and len(problem.code) == 5
        assert len(text) < 2_000
        assert not hidden_in(text), repr(text)


def hidden_in(text: str) -> list[str]:
    """The characters that are not seen, or that change how others are seen, judged by Unicode's own tables."""
    return [each for each in text if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"}
            or unicodedata.bidirectional(each) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}]


def return_trip(scenario: Scenario, known: Mapping[str, Game[Any, Any]]) -> None:
    """What loads can be written and loads as the same again."""
    assert scenario.path is not None
    text = write_scenario(scenario)
    again = scenario_of(parse_document(text.encode(), "again"), known, scenario.path)
    assert (again.rulings, again.deal, again.start, again.expect) == (
        scenario.rulings, scenario.deal, scenario.start, scenario.expect)


USES_EDITION = FULL.replace('"plain"', '"mine.toml"').encode()
EDITION = (duel.folder / "edition-plain.toml").read_bytes()


def fuzzed(count: int, seed: int, path: Path) -> Counter[str]:
    """Load as many malformed files as told; how often each code came up."""
    random, real, known = Random(seed), seeds(), games()
    codes: Counter[str] = Counter()
    for number in range(count):
        mutate = mutated_structure if number % 3 else mutated_bytes
        data = mutate(random.choice(real), random)
        if number % 10 == 0:  # a good scenario with a malformed edition of the user's
            data = mutate(EDITION, random)
            path.with_name("mine.toml").write_bytes(data)
        try:
            codes[loaded(data if number % 10 else USES_EDITION, path, known)] += 1
        except BaseException as error:
            error.add_note(f"file {number} of seed {seed}: {data!r}")
            raise
    return codes


def test_malformed_files_end_in_coded_errors(tmp_path: Path) -> None:
    codes = fuzzed(FILES, 1, tmp_path / "x.toml")
    print(f"\n{FILES} files: {dict(sorted(codes.items()))}")
    assert sum(codes.values()) == FILES
    assert len(codes) >= 20, "the mutations no longer reach most checks"
    assert codes[""] < FILES // 5, "the mutations hardly break anything"


@pytest.mark.long
def test_a_million_malformed_files_end_in_coded_errors(tmp_path: Path) -> None:
    codes = fuzzed(1_000_000, 2, tmp_path / "x.toml")
    assert sum(codes.values()) == 1_000_000


def ends_in_coded_errors(data: bytes) -> None:
    try:
        scenario = scenario_of(parse_document(data, "x.toml"), games(), Path("x.toml"))
        tapes(scenario.game, scenario.deal, start_state(scenario))
    except BadInput as error:
        harmless(error)
    else:
        return_trip(scenario, games())


@given(some.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    ends_in_coded_errors(data)


@given(some.lists(some.sampled_from([*FULL.splitlines(), "[", "]]", '"""', "a.b.c = {}", "[[start.sides]]", "x = 'é\u202e'"])))
def test_any_lines(lines: list[str]) -> None:
    ends_in_coded_errors("\n".join(lines).encode())


WORDS = some.sampled_from(["choose", "foil", "foil~", "fool", "bench", "1", "6 yes", "plain", "duel", "DU-Q1", "runs", "optimal"])
KEYS = some.sampled_from([
    "schema", "game", "title", "edition", "rulings", "deal", "start", "expect", "seed", "deck", "two-dice", "phase", "turn",
    "second", "rain", "sides", "tracks", "marks", "prize", "shown", "discard", "blades", "lives", "hand", "purse", "armed",
    "guests", "racks", "bench", "1", "gold", "silver", "verdict", "grade", "won", "DU-Q1", "foil", "fool",
]) | some.text(max_size=4)
VALUES = some.recursive(
    some.booleans() | some.integers(-5, 40) | some.integers(-(2**31), 2**31 - 1) | WORDS | some.text(max_size=6),
    lambda inner: some.lists(inner, max_size=5) | some.dictionaries(KEYS, inner, max_size=5), max_leaves=25)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(some.fixed_dictionaries({"schema": some.just(1), "game": some.just("duel")}, optional={
    "title": VALUES, "edition": VALUES, "rulings": VALUES, "expect": VALUES,
    "deal": some.dictionaries(KEYS, VALUES) | VALUES, "start": some.dictionaries(KEYS, VALUES) | VALUES}))
def test_any_document(document: dict[str, Any]) -> None:
    lines = [f"{toml_text(key)} = {toml_text(value)}" for key, value in document.items()]
    ends_in_coded_errors("\n".join(lines).encode())
