"""Lines: read from text and JSON within limits, and replayed by the reference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import BadInput
from verifier.instance import Instance, load_instance
from verifier.line import BYTES_MOST, EVENTS_MOST, BrokeOff, Line, parse_line, read_line, replay
from verifier.run.reference import RanOut

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"


@pytest.fixture(scope="module")
def instance() -> Instance:
    return load_instance(SCENARIOS / "reshuffle.toml")


def play(instance: Instance, *events: str) -> list[str]:
    return [applied.event.text for applied in replay(instance.reference, instance.start, Line(events))]


def refusal(instance: Instance, *events: str) -> str:
    with pytest.raises(BadInput) as caught:
        play(instance, *events)
    return str(caught.value)


@pytest.mark.parametrize("text", [
    "fire 2\npass\n",
    "\ufeff# a comment\n\n  fire   2 \r\npass",
    '["fire 2", "pass"]',
    '{"schema": 1, "verdict": "optimal", "line": ["fire 2", "pass"]}',
    '{"schema": 1, "results": [{"line": ["fire 2", "pass"]}]}',
])
def test_every_form_means_the_same_events(text: str) -> None:
    assert parse_line(text.encode()).events == ("fire 2", "pass")


@pytest.mark.parametrize(("data", "code"), [
    (b"x" * (BYTES_MOST + 1), "DB104"),
    (b"fire \xff", "DB105"),
    (b"[1, 2", "DB510"),
    (b"[" * 5000, "DB510"),
    (b'{"line": "fire 2"}', "DB510"),
    (b'{"results": []}', "DB510"),
    (b'{"results": [{"line": []}, {"line": []}]}', "DB510"),
    (b'[["fire 2"]]', "DB511"),
    (b"[NaN]", "DB511"),
    (b'[""]', "DB511"),
    (b"x" * 129, "DB511"),
    (json.dumps(["pass"] * (EVENTS_MOST + 1)).encode(), "DB511"),
    (b"[" + b"9" * 5000 + b"]", "DB510"),
])
def test_what_is_no_line_is_refused_with_a_code(data: bytes, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_line(data)
    assert caught.value.code == code


def test_limits_are_the_most_that_is_accepted() -> None:
    assert len(parse_line(json.dumps(["pass"] * EVENTS_MOST).encode()).events) == EVENTS_MOST
    assert parse_line(b"x" * 128).events == ("x" * 128,)


def test_hidden_characters_are_made_visible() -> None:
    assert parse_line("fire\u202e2".encode()).events == ("fire\\u{202e}2",)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="DB101"):
        read_line(str(tmp_path / "none"))
    with pytest.raises(BadInput, match="DB103"):
        read_line(str(tmp_path))


@given(st.binary(max_size=200))
def test_bytes_are_a_line_or_bad_input(data: bytes) -> None:
    try:
        events = parse_line(data).events
    except BadInput:
        return
    assert all(isinstance(event, str) and event for event in events)


def test_automatic_events_follow_by_themselves(instance: Instance) -> None:
    assert play(instance, "treat") == ["treat", "discard-from-pile scratcher"]


def test_a_whole_replay_is_a_line_too(instance: Instance) -> None:
    events = play(instance, "treat", "pass", "end-turn")
    assert len(events) > 5
    assert play(instance, *events) == events


def test_an_unknown_event_is_told_with_its_place(instance: Instance) -> None:
    message = refusal(instance, "pass", "fire 9")
    assert 'DB512 unknown event "fire 9": Until Dawn has no event' in message
    assert "event 2" in message and 'did you mean "fire' in message


@pytest.mark.parametrize(("text", "place"), [
    ("# played by hand\n\npass\nfire 9\n", "played.txt:4"), ('["pass", "fire 9"]', "played.txt, event 2"),
])
def test_the_place_of_an_event_is_its_row_in_the_file_where_it_has_one(text: str, place: str, instance: Instance) -> None:
    with pytest.raises(BadInput) as caught:
        list(replay(instance.reference, instance.start, parse_line(text.encode(), "played.txt")))
    assert caught.value.problems[0].path == place


def test_an_event_that_is_too_long_is_told_with_its_row() -> None:
    with pytest.raises(BadInput) as caught:
        parse_line(b"pass\n# a note\n" + b"x" * 200 + b"\n", "played.txt")
    assert [problem.path for problem in caught.value.problems] == ["played.txt:3"]


def test_an_illegal_event_is_told_with_its_clause_and_what_would_be_legal(instance: Instance) -> None:
    message = refusal(instance, "pass", "fire 2")
    assert "DB513" in message and "event 2" in message and "UD-X02 forbids it (A breached entrance" in message
    assert "legal here: barricade 0" in message


def test_a_decision_of_another_phase_is_told(instance: Instance) -> None:
    message = refusal(instance, "place 0")
    assert "DB514" in message and "PLACE" in message and "ACT" in message


def test_another_outcome_than_the_deals_is_told(instance: Instance) -> None:
    message = refusal(instance, "treat", "discard-from-pile sneaker")
    assert "DB514" in message and 'it is "discard-from-pile scratcher"' in message


def test_a_line_beyond_the_end_is_told(instance: Instance) -> None:
    events: list[str] = []
    legal = instance.reference.legal(instance.start)
    while legal:
        events.append(legal[0].text)
        applied = list(replay(instance.reference, instance.start, Line(tuple(events))))
        legal = instance.reference.legal(applied[-1].after)
    assert "DB515" in refusal(instance, *events, "pass")


def test_without_a_deal_the_line_says_what_chance_brings(tmp_path: Path) -> None:
    path = tmp_path / "open.toml"
    path.write_text('schema = 1\ngame = "until-dawn"\n')
    opened = load_instance(path)
    assert play(opened, "pass", "end-turn") == ["pass", "end-turn", "advance"]
    assert play(opened, "pass", "end-turn", "draw sneaker")[-1] == "draw sneaker"
    with pytest.raises(BrokeOff) as caught:
        play(opened, "pass", "end-turn", "place 0")
    assert isinstance(caught.value.cause, RanOut)
    assert caught.value.events == ("pass", "end-turn", "advance")
    assert caught.value.exit_code == 75
