"""`certify` for people: what a certificate claims, whether it holds, and what that rests on."""

from __future__ import annotations

from verifier.report.text.forced import CARDS_ARE_HIDDEN, together, worth
from verifier.report.text.page import Page, about, grade_text, line, order_fact, pairs
from verifier.report.text.solve import STYLES, rests_on
from verifier.results.attested import Attested
from verifier.verdict import Verdict


def attested(found: Attested) -> Page:
    """The verdict, the claim, and what it rests on."""
    yield from about(found.about)
    yield line("")
    yield line(("Verdict: ", "bold"), (str(found.verdict), STYLES.get(found.verdict, "bold")), f", {why(found)}")
    facts = [("claim", claim(found)), *(order_fact(found.about.grade_order) if found.line is not None else [])]
    if found.blind:
        facts.append(("cards", CARDS_ARE_HIDDEN))
    if found.verdict is not Verdict.REFUTED:
        facts.append(("rests on", rests_on(found.rests_on)))
    yield pairs(facts)


def claim(found: Attested) -> str:
    """What the certificate says."""
    if found.goal == "force":
        outcome = worth(found.worth, len(found.seats))
        what = f'be sure of "{found.to.replace("_", " ")}"' if found.to else f"force {outcome} at least"
        or_never = ", or that play never ends" if found.may_go_on and found.worth is not None else ""
        return f"{together(found.seats)} can {what}{or_never}"
    if found.line is None:
        return "no line of this deal loses"
    decisions = f"{len(found.line)} decision{'s' if len(found.line) != 1 else ''}"
    if found.goal == "lose":
        return f"the quickest loss takes {decisions}"
    return f"no line is better than {grade_text(found.grade)}, which takes {decisions}"


def why(found: Attested) -> str:
    """Whether the certificate holds, in words."""
    if found.verdict is Verdict.PROVED:
        return "the certificate holds"
    return f"the certificate does not {'hold' if found.verdict is Verdict.REFUTED else 'prove everything'}: {found.reason}"
