"""`review` for people: where the line was lost, then every decision with what it gave up, and what would have been better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from verifier.report.text.luck import known, lucky, told
from verifier.report.text.page import Page, about, line, order_fact, pairs, result_text
from verifier.report.text.solve import settled
from verifier.results.luck import Luck
from verifier.results.solved import UNGRADED, Reviewed, ReviewedDecision

STYLES = {"best": "green", "worse": "yellow", "lost": "bold red", "unknown": "dim"}
MARKS = {"lost": "▼▼", "worse": "▼"}
LEGEND = (("▼▼", "loses the game"), ("▼", "mistake: gives up a better result"))
OPEN = {"limit": "Undecided: the search limit was reached", "deal": "Undecided: the deal does not say what follows",
        UNGRADED: "Not judged: there is no grade"}


def reviewed(found: Reviewed) -> Page:
    """Where it was lost, the decisions in order, then how many were mistakes."""
    yield from about(found.about)
    yield line("")
    yield line((headline(found.decisions), "bold"))
    if found.best is not None or found.decisions and not is_ungraded(found.decisions):
        best = result_text(found.best) if found.best is not None else OPEN["limit"] if found.settled is None \
            else f"{settled(found.settled)}; the rest undecided: the search limit was reached"
        yield pairs([("Best possible result", f"at the start: {best}"), *order_fact(found.about.grade_order)])
    yield line("")
    yield pairs([(Text(f"{each.number}. {each.event} (event {each.at}) {MARKS.get(each.verdict, '')}".rstrip(),
                       style=STYLES[each.verdict]), _row(each, found.luck)) for each in found.decisions])
    yield line("")
    yield line((f"{len(found.decisions)} decision{'s' if len(found.decisions) != 1 else ''}: ", "bold"), counted(found.decisions))
    if found.luck is not None:
        yield line("")
        yield from lucky(found.luck, found.decisions)
        yield line("")
    if found.over and not is_ungraded(found.decisions):
        yield line(("The game is over: ", "bold"), result_text(found.grade))


def is_ungraded(decisions: Sequence[ReviewedDecision]) -> bool:
    """Whether decisions are of a game without a grade: then they are judged by what could be known alone."""
    return any(each.open == UNGRADED for each in decisions)


def headline(decisions: Sequence[ReviewedDecision]) -> str:
    """What matters most of a line, in one or two sentences."""
    if is_ungraded(decisions):
        return _gravest_known(decisions)
    worst = gravest(decisions)
    if worst is not None and worst.verdict == "lost":
        return f"Lost at {place(worst)}: {worst.event}.{f' {worst.better} still won.' if worst.better else ''}"
    if worst is not None:
        return (f"Mistake at {place(worst)}: {worst.event} gives up a better result ({_cost(worst)})."
                f"{f' {worst.better} kept it.' if worst.better else ''}")
    undecided = sum(each.verdict == "unknown" for each in decisions)
    if undecided:
        return f"No mistake is known; {undecided} of {_decisions(len(decisions))} undecided."
    return "No mistake: every decision keeps the best possible result." if decisions else "No decision was taken."


def _gravest_known(decisions: Sequence[ReviewedDecision]) -> str:
    """Of a game without a grade, the decision that gave away most."""
    mistakes = [(each, each.chances) for each in decisions if each.chances is not None and each.chances.is_mistake]
    if not any(each.chances is not None for each in decisions):
        return "No decision was judged."
    if not mistakes:
        return "No decision is a mistake by what could be known."
    worst, chances = max(mistakes, key=lambda pair: pair[1].mistake)
    return f"The gravest mistake: {place(worst)} of {chances.seat}, {worst.event}, {known(chances)}."


def place(each: ReviewedDecision) -> str:
    """Where a decision is, by both numbers: `decision 47 (event 262)`."""
    return f"decision {each.number} (event {each.at})"


def gravest(decisions: Sequence[ReviewedDecision]) -> ReviewedDecision | None:
    """The mistake that costs what matters most; of equal ones the first."""
    mistakes = [each for each in decisions if each.severity is not None]
    return min(mistakes, key=lambda each: (each.verdict != "lost", each.severity), default=None)


def judgement(each: ReviewedDecision) -> str:
    """A decision in words: what it keeps or gives up, and what was better."""
    if each.verdict == "best":
        return f"Best possible result: {result_text(each.after)}"
    if each.verdict == "unknown":
        return OPEN[each.open or "limit"] + ("" if each.kept is None else f"; it keeps {settled(each.kept)}")
    text = "Loses the game" if each.verdict == "lost" else f"Mistake: gives up a better result ({_cost(each)})"
    if each.before is not None:
        text += f". Before: {result_text(each.before)}"
        text += f"; after: {result_text(each.after)}" if each.after is not None else ""
    return text + (f"; better: {each.better}" if each.better else "")


def counted(decisions: Sequence[ReviewedDecision]) -> str:
    """How many decisions were best, mistakes, undecided."""
    if is_ungraded(decisions):
        judged = [each.chances for each in decisions if each.chances is not None]
        wrong, unjudged = sum(each.is_mistake for each in judged), len(decisions) - len(judged)
        not_judged = f", {unjudged} not judged" if unjudged else ""
        return f"{wrong or 'no'} mistake{'s' if wrong != 1 else ''} by what could be known{not_judged}"
    found = Counter(each.verdict for each in decisions)
    mistakes = found["worse"] + found["lost"]
    parts = [f"{found['best']} best" if found["best"] else "",
            f"{mistakes} mistake{'s' if mistakes != 1 else ''}" + (f" ({found['lost']} loses the game)" if found["lost"] else "")
            if mistakes else "", f"{found['unknown']} undecided" if found["unknown"] else ""]
    return ", ".join(filter(None, parts)) or "none"


def _row(each: ReviewedDecision, luck: Luck | None) -> str:
    """What is said beside a decision: by the whole deal, and by what could be known."""
    if luck is None or each.chances is None:
        return judgement(each)
    text = told(each.chances, by_seat=luck.by_seat)
    return text if each.open == UNGRADED else f"{judgement(each)}.\nWithout the deal: {text[:1].lower()}{text[1:]}"


def _cost(each: ReviewedDecision) -> str:
    return (each.cost or "").replace("_", " ")


def _decisions(count: int) -> str:
    return f"{count} decision{'s' if count != 1 else ''}"
