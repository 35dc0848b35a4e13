"""Lines: events as text, read from a file within limits, and replayed by the reference run.

A line holds the decisions.  What the deal or the rules decide may be written too (a printed replay is a line): it must then
be what happens.  Where the deal says nothing about a chance event, the line has to say it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from verifier.document.limits import read_bytes
from verifier.errors import BadInput, Problem, RuleFailed, did_you_mean
from verifier.lang.events import Event
from verifier.lang.phases import DECISION, END, KIND_NAMES
from verifier.run.reference import Applied, Loops, Position, RanOut, Reference
from verifier.visible import shown, visible

STDIN = "-"
BYTES_MOST = 2**20
EVENTS_MOST = 4096
EVENT_CHARACTERS_MOST = 128
TOLD_MOST = 24


@frozen
class Line:
    """Events as they are written, and what messages call the line (a file name).

    `rows` are the lines of the file that the events stand in, where each has one of its own.
    """

    events: tuple[str, ...]
    name: str = "the line"
    rows: tuple[int, ...] = ()

    def where(self, number: int) -> str:
        """The place of an event, counted from 0."""
        return f"{self.name}:{self.rows[number]}" if number < len(self.rows) else f"{self.name}, event {number + 1}"


def read_line(source: str) -> Line:
    """The line of a file, or of standard input for `-`; BadInput (DB1xx, DB51x) for anything that is none."""
    if source == STDIN:
        return parse_line(sys.stdin.buffer.read(BYTES_MOST + 1), "standard input")
    return parse_line(read_bytes(Path(source), BYTES_MOST), visible(source))


def parse_line(data: bytes, name: str = "the line") -> Line:
    """A line from text with an event on each row (`#` starts a comment), a JSON list, or what `solve --json` prints."""
    if len(data) > BYTES_MOST:
        raise BadInput(Problem("DB104", f"the file is larger than {BYTES_MOST} bytes", name))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(Problem("DB105", f"the file is not UTF-8: byte {error.start} is {data[error.start]:#04x}", name,
                               "save it as UTF-8")) from error
    rows: tuple[int, ...] = ()
    if text.lstrip()[:1] in ("[", "{"):
        events = _from_json(text, name)
    else:
        numbered = [(number, row.strip()) for number, row in enumerate(text.splitlines(), 1)]
        numbered = [(number, row) for number, row in numbered if row and not row.startswith("#")]
        rows, events = tuple(number for number, _ in numbered), [row for _, row in numbered]
    _check(events, Line((), name, rows))
    return Line(tuple(visible(" ".join(event.split())) for event in events), name, rows)


def _from_json(text: str, name: str) -> list[Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else visible(str(error))
        raise BadInput(Problem("DB510", f"neither a row for each event nor JSON: {why}", name)) from error
    if isinstance(document, dict):
        document = _only_result(document, name).get("line")
    if not isinstance(document, list):
        raise BadInput(Problem("DB510", "expected a list of events, or an object with the list `line`", name,
                               "take what `daybreak solve SCENARIO --json` prints"))
    return document


def _only_result(document: dict[str, Any], name: str) -> dict[str, Any]:
    """The object that holds the line: the document, or its only entry when `solve` was asked about several scenarios."""
    results = document.get("results")
    if "line" in document or not isinstance(results, list):
        return document
    if len(results) != 1 or not isinstance(results[0], dict):
        raise BadInput(Problem("DB510", f"expected the answer for one scenario, got {len(results)}", name,
                               "solve one scenario at a time"))
    return results[0]


def _check(events: list[Any], line: Line) -> None:
    if len(events) > EVENTS_MOST:
        raise BadInput(Problem("DB511", f"{len(events)} events; at most {EVENTS_MOST} are allowed", line.name))
    problems = [Problem("DB511", f"expected an event of at most {EVENT_CHARACTERS_MOST} characters, got {shown(event)}",
                        line.where(number))
                for number, event in enumerate(events)
                if not isinstance(event, str) or not event.strip() or len(event) > EVENT_CHARACTERS_MOST]
    if problems:
        raise BadInput(problems[:10])


class BrokeOff(RuleFailed):
    """A rule that failed during a replay, with the events that led there."""

    def __init__(self, cause: RuleFailed, events: list[str]) -> None:
        self.cause, self.events = cause, tuple(events)
        words = ["...", *events[-TOLD_MOST:]] if len(events) > TOLD_MOST else events
        super().__init__([*cause.problems, Problem("DB405", f"the line there: {' / '.join(words) or 'nothing yet'}")])


def replay(reference: Reference, start: Position, line: Line, begun: int = 0, told: Sequence[str] = ()) -> Iterator[Applied]:
    """Every transition of a line, the automatic ones included, up to the next decision after it.

    So many events of the line lie before `start` already, and what was `told` up to there goes before it in messages.  Raises
    BadInput (DB512 to DB515) at an event that cannot happen: which it is, the clause that forbids it, and what would
    be legal there; BrokeOff when a rule fails.
    """
    words = list(told)
    try:
        for applied in _replay(reference, start, line, begun):
            words.append(applied.event.text)
            yield applied
    except BrokeOff:
        raise
    except RuleFailed as error:
        raise BrokeOff(error, words) from error


def evaluated(reference: Reference, start: Position, events: Sequence[str]) -> None:
    """Play events that a search came by, asking bound, estimate, progress and grade on the way; BrokeOff when one fails."""
    words: list[str] = []
    try:
        reference.evaluate(start)
        for applied in replay(reference, start, Line(tuple(events), "the search")):
            words.append(applied.event.text)
            reference.evaluate(applied.after)
    except BrokeOff:
        raise
    except RuleFailed as error:
        raise BrokeOff(error, words) from error


def _replay(reference: Reference, position: Position, line: Line, number: int) -> Iterator[Applied]:
    wanted = {at: _event(reference, line, at) for at in range(number, len(line.events))}
    chain: list[str] = []
    seen = {reference.key(position): 0}
    while True:
        event = wanted.get(number)
        applied = _automatic(reference, position, event)
        if applied is None:
            if event is None:
                return
            applied = _decided(reference, position, line, number, event)
        elif applied.event is not event and event is not None and event.rule is applied.event.rule:
            raise BadInput(Problem("DB514", f'"{event.text}" is not what happens here: it is "{applied.event.text}"',
                                   line.where(number), "leave out what the deal and the rules decide"))
        number += applied.event is event
        yield applied
        position = applied.after
        if applied.kind == DECISION:
            chain, seen = [], {}
        else:
            chain.append(applied.event.text)
        key = reference.key(position)
        if key in seen:
            raise Loops(chain[seen[key]:])
        seen[key] = len(chain)


def _automatic(reference: Reference, position: Position, event: Event | None) -> Applied | None:
    """What happens by itself, or, where the deal has run out, by the line; None when that has nothing to say either."""
    try:
        return reference.automatic(position)
    except RanOut:
        if event is None:
            return None
        if event.rule.phase == position.state.phase and reference.weight(position.state, event) > 0:
            return reference.apply(position, event)
        raise


def _event(reference: Reference, line: Line, number: int) -> Event:
    known = reference.program.event_by_text
    text = line.events[number]
    if text not in known:
        message = f"unknown event {shown(text)}: {reference.program.game.title} has no event of that name"
        raise BadInput(Problem("DB512", message, line.where(number), did_you_mean(text, known)))
    return known[text]


def _decided(reference: Reference, position: Position, line: Line, number: int, event: Event) -> Applied:
    """A decision of the line, or BadInput with the reason why it is illegal."""
    where = line.where(number)
    if reference.kind(position) == END:
        raise BadInput(Problem("DB515", f'the game is over before "{event.text}"', where, "end the line there"))
    clause = reference.forbidden_by(position, event)
    if clause is None:
        return reference.apply(position, event)
    legal = reference.legal(position)
    options = ", ".join(each.text for each in legal) or "nothing: it is a dead end"
    if clause == "phase":
        if event.rule.phase == position.state.phase:
            raise BadInput(Problem("DB514", f'"{event.text}" happens by itself where no decision is legal, and here some are',
                                   where, f"legal here: {options}"))
        kind = event.rule.kind if event.rule.kind == KIND_NAMES[DECISION] else f"{event.happens_as} event"
        reason = f'the {kind} "{event.text}" belongs to {_phase(event)}, and this is {position.state.phase.name}'
        raise BadInput(Problem("DB514", reason, where, f"legal here: {options}"))
    paraphrase = reference.program.rulebook[clause].text if clause in reference.program.rulebook else ""
    raise BadInput(Problem("DB513", f'"{event.text}" is illegal: {clause} forbids it ({paraphrase})', where,
                           f"legal here: {options}"))


def _phase(event: Event) -> str:
    return event.rule.phase.name if event.rule.phase is not None else "no phase"
