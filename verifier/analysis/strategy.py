"""Strategies as files: what some seats do wherever play can come to, to be checked again and to be played against.

One JSON object, `schema` first:

| key | holds |
|---|---|
| `schema`, `kind`, `versions` | 1, "daybreak-strategy", who wrote it (of Daybreak and Python; nothing depends on it) |
| `game`, `rules`, `edition`, `rulings`, `deal`, `start` | of what it is, as in a certificate |
| `seats`, `worth` | whose it is, and what they are sure of: an outcome as integers, the one that matters most first |
| `to`, `open_chance`, `may_go_on` | the goal or invariant, or null; whether chance is against them; whether play need not end |
| `blind` | whether each choice rests only on what the game does not hide from the seat; without the key it does not |
| `positions`, `choices` | each position at which they decide, as integers, and the event that they choose there |

A file is nobody's word: whatever it says is checked by the rules of the scenario that is given with it.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from verifier import __version__
from verifier.analysis.certificate_file import (
    BYTES_MOST,
    SCHEMA,
    STRATEGY,
    are_integers,
    document_of,
    question_of,
    rows_of,
)
from verifier.analysis.sides_judge import SidesJudge
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.forced_certificate import ForceClaim
from verifier.line import EVENT_CHARACTERS_MOST, Line
from verifier.visible import one_line, shown

if TYPE_CHECKING:
    from verifier.instance import Instance

NO_END = (2**62,)  # more than any end is worth: whoever is sure of so much keeps play from ending


@frozen
class Strategy:
    """What some seats do, and what that is for: a goal or invariant by its name (None: an outcome), open chance or a deal."""

    claim: ForceClaim
    to: str | None
    open_chance: bool


def write_strategy(path: Path, instance: Instance, strategy: Strategy, *, force: bool = False) -> None:
    """Write a strategy; BadInput (DB523) when it would be longer than one that can be read."""
    claim, positions = strategy.claim, sorted(strategy.claim.choices)
    document = {
        "schema": SCHEMA, "kind": STRATEGY, "versions": {"daybreak": __version__, "python": platform.python_version()},
        **question_of(instance), "seats": claim.seats, "worth": claim.worth, "to": strategy.to,
        "open_chance": strategy.open_chance, "may_go_on": claim.may_go_on, "blind": claim.blind,
        "positions": positions, "choices": [claim.choices[key] for key in positions]}
    rows = [f"{json.dumps(name)}: {rows_of(positions) if name == 'positions' and positions else json.dumps(value)}"
            for name, value in document.items()]
    text = "{" + ",\n ".join(rows) + "}\n"
    if len(text) > BYTES_MOST:
        raise BadInput(Problem("DB523", f"the strategy would take {len(text)} bytes; at most {BYTES_MOST} can be read back",
                               "--certificate", "ask about a position further on"))
    write_file(path, text, force=force)


def read_strategy(path: Path, instance: Instance) -> Strategy:
    """The strategy of a file, its shape checked and nothing else; BadInput (DB521, DB522) for a file that is none."""
    return strategy_of(document_of(path, instance, STRATEGY), one_line(str(path)), instance)


def strategy_of(document: Mapping[str, Any], name: str, instance: Instance) -> Strategy:
    """The strategy of a document, its shape checked and nothing else; `name` is its file's."""
    def taken(key: str, expected: str, fits: Any) -> Any:
        value = document.get(key)
        if not fits(value):
            raise BadInput(Problem("DB521", f"expected {expected}, got {shown(value)}", f"{name}, $.{key}"))
        return value

    width = len(instance.reference.key(instance.start))
    seats = taken("seats", f"seats of {', '.join(instance.seats)}",
                  lambda value: isinstance(value, list) and value and all(each in instance.seats for each in value))
    to = taken("to", "null, or a goal or an invariant of the game",
               lambda value: value is None or value in {rule.name for rule in instance.program.game.of_kind("goal", "invariant")})
    worth = taken("worth", "[1]" if to else "a list of integers", (lambda value: value == [1]) if to else are_integers)
    is_open, may_go_on = (taken(key, "true or false", lambda value: isinstance(value, bool))
                          for key in ("open_chance", "may_go_on"))
    blind = "blind" in document and taken("blind", "true or false", lambda value: isinstance(value, bool))
    if blind and (instance.program.game.only("hidden") is None or instance.program.tapes and not is_open):
        raise BadInput(Problem("DB521", "its choices rest on what is seen, and nothing is hidden in the game, or a deal fixes "
                               "chance", f"{name}, $.blind"))
    positions = taken("positions", f"a list of {width} integers for each position", lambda value: isinstance(value, list) and all(
        are_integers(each) and len(each) == width for each in value))
    choices = taken("choices", "an event for each position", lambda value: isinstance(value, list)
                    and len(value) == len(positions)
                    and all(isinstance(each, str) and len(each) <= EVENT_CHARACTERS_MOST for each in value))
    named = dict(zip(map(tuple, positions), choices, strict=True))
    return Strategy(ForceClaim(tuple(seats), tuple(worth), named, False, may_go_on, blind), to, is_open)


def against(instance: Instance, strategy: Strategy, line: Line) -> Line:
    """The whole line when somebody plays these events against a strategy, as far as they go.

    An event that is not legal stays in it, for whoever replays it to say why.
    """
    judge, position = SidesJudge(instance, strategy.to, strategy.open_chance), instance.start
    events, theirs = list[str](), list(line.events)
    while not judge.over(position):
        moves = judge.moves(position)
        if not moves:
            following = judge.automatic(position)
            if following is None:
                break
            position = following
            continue
        if judge.seat(position) in strategy.claim.seats:
            chosen = strategy.claim.choices.get(instance.reference.key(position))
            if chosen not in moves:
                raise BadInput(Problem("DB588", "the strategy does not say what to do here", line.name,
                                       "check it: daybreak certify SCENARIO FILE"))
        elif theirs:
            chosen = theirs.pop(0)
        else:
            break
        assert chosen is not None
        events.append(chosen)
        if chosen not in moves:
            break
        position = moves[chosen]
    return Line((*events, *theirs), line.name)
