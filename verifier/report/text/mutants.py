"""`mutants` for people: how many were killed and by what, which scenarios are missing, which mutants are equivalent."""

from __future__ import annotations

from collections import Counter

from verifier.report.text.page import Page, counts, edition, heading, line, pairs
from verifier.report.text.solve import ended
from verifier.results.mutated import MutantRow, Mutated

STYLES = {"killed": "bold green", "equivalent": "dim", "missing-scenario": "bold red", "undecided": "bold yellow"}
WORDS = {"killed": "killed", "equivalent": "equivalent to the game (proved)", "missing-scenario": "killed by no scenario",
         "undecided": "undecided"}


def mutated(found: Mutated) -> Page:
    """Counts first, then everything that was not killed."""
    yield heading(f"Mutants of {found.game_title or found.game}", "its rules, altered one thing at a time")
    yield edition(found.edition)
    yield pairs([("compared on", ", ".join(found.scenarios) or "the set-up alone"),
                 ("ended", ended(found.ending, found.seconds))])
    yield line("")
    verdicts = Counter(row.verdict for row in found.mutants)
    yield line((f"{len(found.mutants):,} mutants: ", "bold"), ", ".join(
        f"{verdicts[verdict]:,} {word}" for verdict, word in WORDS.items() if verdicts[verdict]))
    kinds = Counter((row.kind, row.verdict) for row in found.mutants)
    names = dict.fromkeys(row.kind for row in found.mutants)
    yield counts(["what is altered", *WORDS], [[kind, *(kinds[kind, verdict] for verdict in WORDS)] for kind in names])
    killers = Counter((row.by, row.scenario) for row in found.mutants if row.verdict == "killed")
    if killers:
        yield line("")
        yield line(("Killed by", "bold"))
        yield counts(["", "scenario", "mutants"], [[by, scenario, count] for (by, scenario), count in killers.most_common()])
    for verdict, title in (("missing-scenario", "Killed by no scenario"), ("undecided", "Undecided"),
                           ("equivalent", "Equivalent")):
        rows = [row for row in found.mutants if row.verdict == verdict]
        if rows:
            yield line("")
            yield line((f"{title} ({len(rows):,})", STYLES[verdict]))
            yield pairs([(f"{row.number}", _format_mutant(row)) for row in rows])


def _format_mutant(row: MutantRow) -> str:
    clauses = f" [{', '.join(row.clauses)}]" if row.clauses else ""
    words = f"{row.kind} in {row.rule}, {row.file}:{row.line}: {row.text}{clauses}"
    if row.verdict == "equivalent":
        return f"{words}; from {', '.join(row.lemmas) if row.lemmas else 'any position at all'}"
    more = f"; {row.what}" if row.what else ""
    return f"{words}{more}" + (f"; written to {row.written}" if row.written else "")
