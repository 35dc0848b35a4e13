"""`new` and `reports` for people."""

from __future__ import annotations

from verifier.report.text.page import Page, pairs, unwrapped
from verifier.results.written import Laid, ReportsMade


def laid(found: Laid) -> Page:
    """What was laid, and what to do next."""
    yield unwrapped(f"Created {found.title} in {found.folder}. Next:")
    yield unwrapped(f"  pip install -e {found.folder}")
    yield unwrapped(f"  daybreak solve {found.folder}/scenarios/first.toml --board")
    yield unwrapped(f"Then read {found.folder}/README.md.")


def reports_made(found: ReportsMade) -> Page:
    """Each report and what became of it."""
    yield pairs([(each.name, each.state) for each in found.reports])
