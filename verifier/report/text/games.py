"""`games` for people."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.report.results.played import GameRow
from verifier.report.text.page import Page, heading, line, pairs


def games(rows: Sequence[GameRow]) -> Page:
    """Each installed game with its editions and how complete it is, or what is wrong with it."""
    if not rows:
        yield line("No games are installed: a game is a package with an entry point of the group daybreak.games.")
    for index, row in enumerate(rows):
        if index:
            yield line("")
        yield heading(row.name, f"{row.title}, from {row.package}" if row.title else f"from {row.package}")
        if row.problems:
            for problem in row.problems:
                yield line(("  cannot be used: ", "bold red"), problem)
            continue
        yield pairs([
            ("editions", "; ".join(f"{name} ({title})" for name, title in row.editions) or "none"),
            ("rules", f"{row.events} events in {row.phases} phases"),
            ("rulebook", f"{row.clauses_named} of {row.clauses_ruled} rule clauses are named by a rule or property; "
                         f"{row.clauses} clauses in all"),
            ("ambiguities", f"{row.readings} readings to choose from, {row.recorded} settled"),
            ("properties", f"{row.properties}"),
        ])
