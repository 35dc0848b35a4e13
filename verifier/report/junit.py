"""`coverage` as JUnit XML, for viewers of test results: a test case for each clause of the rulebook, and for each arm counted.

A clause passes when it was exercised or refused a move.  A rule that was not seen, or that nothing names, is a failure; what is
dead is skipped, as is what only properties name and what is no rule.  Arms are a suite of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from xml.etree import ElementTree

from verifier.results.covered import ArmRow, ClauseRow, Covered

FAILED = ("not-seen", "unnamed")


def junit(found: Covered) -> str:
    """The document; its text holds no control characters, since those of the results were made visible where they entered."""
    failures = sum(_failed(row) for row in found.clauses)
    skipped = sum(row.status != "exercised" for row in found.clauses) - failures
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", {
        "name": f"{found.game} rulebook", "tests": str(len(found.clauses)), "failures": str(failures), "errors": "0",
        "skipped": str(skipped), "time": f"{found.seconds:.3f}"})
    for row in found.clauses:
        _case(suite, found, row)
    if found.arms is not None:
        _arms(suites, found, found.arms)
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _failed(row: ClauseRow) -> bool:
    return row.kind == "rule" and row.status in FAILED


def _case(suite: ElementTree.Element, found: Covered, row: ClauseRow) -> None:
    case = ElementTree.SubElement(suite, "testcase", {"classname": f"{found.game}.{row.place}", "name": row.id, "time": "0"})
    if row.status != "exercised":
        what = "failure" if _failed(row) else "skipped"
        ElementTree.SubElement(case, what, {"message": format_row(found, row)}).text = row.text
    else:
        out = ElementTree.SubElement(case, "system-out")
        out.text = f"exercised {row.exercised}, refused {row.refused}: {row.text}"


def _arms(suites: ElementTree.Element, found: Covered, arms: Sequence[ArmRow]) -> None:
    """The suite of arms: one fails that was not seen to be taken, and one that is proved dead is skipped."""
    count = Counter(arm.status for arm in arms)
    suite = ElementTree.SubElement(suites, "testsuite", {
        "name": f"{found.game} branches", "tests": str(len(arms)), "failures": str(count["not-seen"]), "errors": "0",
        "skipped": str(count["dead"]), "time": "0"})
    for arm in arms:
        name = f"{PurePath(arm.file).name}:{arm.line} {arm.kind} {arm.branch}, {'holds' if arm.holds else 'does not'}"
        case = ElementTree.SubElement(suite, "testcase", {"classname": f"{found.game}.{arm.rule}", "name": name, "time": "0"})
        if arm.status != "taken":
            what, message = ("skipped", "dead, which is proved") if arm.status == "dead" else ("failure", "not seen")
            ElementTree.SubElement(case, what, {"message": message}).text = ", ".join(arm.clauses)


def format_row(found: Covered, row: ClauseRow) -> str:
    """In words, why a clause was not exercised."""
    if row.proved_dead:
        return "dead, which is proved"
    if row.status == "dead":
        return "dead from " + "; ".join(found.sources[index].name for index in row.dead_from)
    return {"not-seen": "not seen", "property": "only properties name it", "unnamed": "no rule names it"}[row.status]
