"""Where two choices of a reading differ, for people: the position, the event, and the table that each choice leaves."""

from __future__ import annotations

from verifier.report.text.page import Compared, Page, drawing, format_value, line
from verifier.results.effects import ChoiceEffect, DistinguishingPosition, DistinguishingSide, Witness

FIELDS = 3  # of those that differ, in text
EVENTS = 6  # that follow by themselves
PLAYED = {"best": "best line", "random": "random player", "greedy": "peeking player"}


def met(effect: ChoiceEffect) -> str:
    """Whether play came to positions where the choices differ, in a line."""
    if not effect.differing or effect.example is None or effect.example.met is None:
        return f"no difference at any of {effect.positions:,} positions met"
    at = effect.example.met
    played = PLAYED[at.policy]
    play = f"{played} under {at.under}" if at.under == effect.choice else played
    legal = ", where different events are possible" if effect.example.only != ((), ()) else ""
    return (f"differs at {effect.differing:,} of {effect.positions:,} positions met; the first of the smallest: seed "
            f"{at.seed}, {play}, after {at.number} transition{'s' if at.number != 1 else ''}{legal}")


def exists(witness: Witness) -> str:
    """Whether any position differs, in a few words."""
    if witness.none_below is None:
        return "there is none: proved by z3"
    if witness.position is not None:
        return f"there is one, of size {witness.position.laid_out}"
    return "not known" if witness.reason else f"there is none up to size {witness.size}"


def witnessed(witness: Witness) -> str:
    """What z3 says of the smallest position, in a line."""
    if witness.none_below is None:
        return f"none of any size: no position differs in any event ({_proved(witness)})"
    smaller = f"; no smaller one differs in any event ({_proved(witness)})" if witness.smallest and witness.none_below else ""
    hidden = f", under {witness.hidden_by[0]} = {witness.hidden_by[1]} only (under the rulings in force there is none of any " \
        "size)" if witness.hidden_by else ""
    if witness.position is not None:
        return f"size {witness.position.laid_out} on the table{hidden}{smaller or _no_smallest(witness, witness.position)}"
    if witness.reason:
        return f"unknown: {witness.reason}"
    return f"none up to size {witness.size} ({_proved(witness)})"


def _no_smallest(witness: Witness, position: DistinguishingPosition) -> str:
    """Why a position is not called a smallest one."""
    if witness.smallest:
        return ""
    if position.laid_out > witness.size:
        return f"; above size {witness.size}, where the smallest is not searched for"
    return "; in smaller ones no difference was found that is still there after all that follows by itself"


def _proved(witness: Witness) -> str:
    """What a claim rests on."""
    return f"proved by z3 from {', '.join(witness.lemmas)}" if witness.lemmas else "proved by z3"


def shown(position: DistinguishingPosition, in_force: str) -> Page:
    """The position, drawn, and what comes of its event under either choice."""
    tables = [] if position.board is None else [("The position", position.picture, position.board)]
    impossible = []
    for side in position.sides:
        under = f"Under {side.choice}{' (in force)' if side.choice == in_force else ''}: {_follows(position, side)}"
        if side.events and side.board is not None:
            tables.append((under, side.picture, side.board))
        else:
            impossible.append(under)
    if tables:
        yield Compared(tuple(tables))
    else:
        yield drawing(position.scenario)
    for each in impossible:
        yield line(f"    {each}")
    fields = differing(position)
    if fields:
        yield line(("    What differs: ", "dim"), fields)


def _follows(position: DistinguishingPosition, side: DistinguishingSide) -> str:
    """The events of a side in a row."""
    if not side.events:
        return f"{position.event} is not possible{f' ({side.why_not})' if side.why_not else ''}"
    events = [each.event for each in side.events]
    row = " / ".join(events[:EVENTS]) + (f" / ... ({len(events)} in all)" if len(events) > EVENTS else "")
    return f"{row}; then: {side.why_not}" if side.why_not else row


def differing(position: DistinguishingPosition) -> str:
    """The first fields that differ in the end, with both values."""
    fields = ", ".join(f"{each.field} {_value(each.one)} or {_value(each.other)}" for each in position.differs[:FIELDS])
    return f"{fields}{', ...' if len(position.differs) > FIELDS else ''}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"({' '.join(format_value(each) for each in value)})"
    return format_value(value)
