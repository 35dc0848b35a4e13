"""`new` and `reports` for people."""

from __future__ import annotations

from shlex import quote

from verifier.report.text.page import Page, pairs, unwrapped
from verifier.results.written import Laid, ReportsMade


def laid(found: Laid) -> Page:
    """What was laid, and what to do next."""
    yield unwrapped(f"Created {found.title} in {found.folder}. Next:")
    yield unwrapped(f"  cd {quote(found.folder)}")
    yield unwrapped("  pip install -e '.[dev]'")
    yield unwrapped("  daybreak solve scenarios/first.toml --board")
    yield unwrapped("Then read README.md there.")


def reports_made(found: ReportsMade) -> Page:
    """Each report and what became of it."""
    yield pairs([(each.name, each.state) for each in found.reports])
