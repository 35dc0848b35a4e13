"""Writes a scenario as a TOML file that people can read and edit; loading the file gives the same scenario again.

The text depends on the scenario alone: no dates, no machine, keys in the order of the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.document.complaints import key_text
from verifier.lang.types import INT_MAX
from verifier.scenarios.deal import Deal, Tape, tapes_of
from verifier.scenarios.loader import Expectation, Scenario
from verifier.scenarios.shuffle import NAME, NUMBER_RANGE

WIDTH = 100


def write_scenario(scenario: Scenario) -> str:
    """The scenario as the text of a file: what it names, the rulings and the deal that it gives, its start, what it expects.

    To spell a seeded deal out, give it a `Deal` with the entries of `verifier.scenarios.deal.spelled_out`.  Lists that are
    longer than a file may hold are written as they are: only loading checks limits.
    """
    lines = [f"# A scenario of {scenario.game.title}: solve it with `daybreak solve`, step through it with `daybreak replay`.",
             "", "schema = 1", f"game = {toml_text(scenario.game.name)}", f"title = {toml_text(scenario.title)}",
             f"edition = {toml_text(scenario.edition_given or scenario.edition.name)}"]
    if scenario.chosen:
        lines += ["", "# Readings in force instead of the defaults.", "[rulings]"]
        lines += [f"{key_text(name)} = {toml_text(choice)}" for name, choice in sorted(scenario.chosen.items())]
    if scenario.deal.seed is not None or scenario.deal.given:
        lines += ["", *_deal(scenario.deal, tapes_of(scenario.game))]
    if scenario.start is not None:
        lines += ["", "# A position instead of the set-up.", *_table("start", scenario.start)]
    if scenario.expect is not None:
        lines += ["", *_expectation(scenario.expect)]
    return "\n".join(lines) + "\n"


def _deal(deal: Deal, known: Mapping[str, Tape]) -> Iterator[str]:
    yield "# What chance decides."
    if any(isinstance(entry, int) for entries in deal.given.values() for entry in entries):
        yield f"# A number 0..{NUMBER_RANGE - 1} picks from what there is then: its remainder by their total, in declared order."
    yield "[deal]"
    if deal.seed is not None:
        seed = str(deal.seed) if deal.seed <= INT_MAX else toml_text(str(deal.seed))
        yield f"seed = {seed}  # {NAME}; decides whatever is not spelled out"
    for name, entries in deal.given.items():
        tape = known[name]
        order = f"# The order of {tape.order_of}, top first; then what follows it."
        yield order if tape.order_of else "# The first outcome first."
        yield from _assigned(name, list(entries))


def _expectation(expect: Expectation) -> Iterator[str]:
    yield "# What comes out; a command that finds something else ends with exit code 12."
    yield "[expect]"
    if expect.verdict is not None:
        yield f"verdict = {toml_text(expect.verdict)}"
    if expect.grade:
        yield from _assigned("grade", expect.grade)


def _table(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    """A table under its header: plain values first, as TOML wants it, then tables and lists of tables."""
    yield f"[{path}]"
    yield from _body(path, table)


def _body(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    below: list[tuple[str, Any]] = []
    for key, value in table.items():
        if isinstance(value, dict) or _all_tables(value):
            below.append((f"{path}.{key_text(key)}", value))
        else:
            yield from _assigned(key, value)
    for where, value in below:
        if isinstance(value, dict):
            yield ""
            yield from _table(where, value)
        for item in value if isinstance(value, list) else ():
            yield ""
            yield f"[[{where}]]"
            yield from _body(where, item)


def _all_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _assigned(key: str, value: Any) -> Iterator[str]:
    """`key = value`, a list that is too long for one line with its entries side by side on several."""
    line = f"{key_text(key)} = {toml_text(value)}"
    if len(line) <= WIDTH or not isinstance(value, list):
        yield line
        return
    yield f"{key_text(key)} = ["
    yield from _rows(value)
    yield "]"


def _rows(entries: Sequence[Any]) -> Iterator[str]:
    row = ""
    for entry in entries:
        text = f"{toml_text(entry)},"
        if row and len(row) + 1 + len(text) > WIDTH:
            yield row
            row = ""
        row = f"{row} {text}" if row else f"    {text}"
    if row:
        yield row


def toml_text(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(toml_text(item) for item in value)}]"
    return "{ " + ", ".join(f"{key_text(key)} = {toml_text(item)}" for key, item in value.items()) + " }" if value else "{}"
