"""`solve` for people: the verdict, its proof in words, the line, and where a lost deal was lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.report.text.difficulty import counted, legend, marks, rows
from verifier.report.text.endings import ENDINGS, LIMITS
from verifier.report.text.page import Page, about, grade_text, line, order_fact, pairs
from verifier.report.text.play import decisions
from verifier.results.solved import Grounds, Lost, NoReturn, Settled, Shortest, Solved
from verifier.verdict import Verdict

PROOFS = {
    "bound-attained": "its grade equals a bound that no line of this deal can exceed",
    "exhausted": "the search closed: every line of this deal was followed, or shown to be no better",
    "shortest": "every line with fewer decisions was followed, and none loses",
}
STOPS = {
    **ENDINGS, **LIMITS, "unasked": "--no-certify", "positions": "--certify does it", "work": "--certify does it",
    "dead-end": "somewhere nothing can follow", "no-end": "not every line comes to an end",
    "failed": "a rule fails where the search did not look",
}
SEARCHES = {"closed": "search closed", "z3": "z3 followed every line", "certificate": "closed by the certificate"}
BOUNDS = {"highest": "no grade is higher", "proved": "bound proved by z3", "taken": "bound taken from the game, not proved"}
COUNTS = {"cut": "pruned by the bound", "width": "beam width", "playouts": "random games",
          "uncovered": "lines that the deal does not cover", "without_grade": "lines that loop",
          "deferred": "states with a safe decision", "dominated": "states worse than another",
          "without_bound": "states searched without the bound"}
WAYS = {"beam": "a beam", "best-first": "best-first search", "playouts": "random games", "exhaustive": "exploring every state",
        "repair": "searching around another line", "rollouts": "random games that learn", "z3": "z3"}
FEWEST = "none_with_fewer"  # decisions: among the numbers of a search for a loss, where the loss is not proved shortest
STYLES = {Verdict.OPTIMAL: "bold green", Verdict.PROVED: "bold green", Verdict.BEST_FOUND: "bold yellow",
          Verdict.REFUTED: "bold red", Verdict.UNKNOWN: "bold yellow", Verdict.HOLDS_WITHIN: "bold yellow"}


def ended(ending: str, seconds: float) -> str:
    """How a run ended, and after how long, if the time is known."""
    return "; ".join([ENDINGS.get(ending, ending), *([f"{seconds:.0f} s"] if seconds else [])])


def took(seconds: float) -> str:
    """How long something took, to follow what it did; nothing where times are left out."""
    return f"; {seconds:.2f} s" if seconds else ""


def solved(found: Solved) -> Page:
    """The verdict first, then the line with the clauses of each event, then what was expected and where it was lost."""
    yield from about(found.about)
    yield line("")
    if found.lost is not None:
        yield line((lost(found.lost), "bold red" if found.lost.proved else "bold yellow"))
    if is_lost(found):
        yield line(("Proof: ", "bold"), why(found))
    else:
        yield line(("Verdict: ", "bold"), (str(found.verdict), STYLES.get(found.verdict, "bold")), f", {why(found)}")
    if (text := stuck(found)) is not None:
        yield line(text)
    apart_from = apart(found)
    if apart_from is not None:
        yield line(apart_from)
    yield pairs(_facts(found))
    if found.played is not None:
        yield line("")
        yield line((title(found), "bold"), f" ({_decisions(len(found.line))})")
        yield line("")
        yield from decisions(found.played, marks(found.difficulty))
        yield line("")
        if marks(found.difficulty):
            yield pairs(legend(marks(found.difficulty)))
            yield line("")
        yield line(("The game is over: ", "bold"), grade_text(found.played.grade))
    if found.expected is not None:
        yield line(("Expected: ", "bold"), f"{found.expected.text}: {MET[found.expected.met]}")
    if found.no_return is not None:
        yield line(("Point of no return: ", "bold"), no_return(found.no_return))


MET = {True: "met", False: "not met", None: "not known"}


def title(found: Solved) -> str:
    """What the line of an answer is."""
    if found.goal == "lose":
        return "The quickest loss" if found.verdict is Verdict.OPTIMAL else "The quickest loss so far"
    best = {Verdict.OPTIMAL: "The best line", Verdict.PROVED: "The best line that comes to an end"}
    return best.get(found.verdict, "The best line so far")


def why(found: Solved) -> str:
    """The proof in words, or why there is none."""
    if found.verdict is Verdict.PROVED:
        if found.goal == "lose":
            return "no line of this deal loses: the search closed"
        what = "no line of this deal comes to an end" if found.grade is None else "no line that comes to an end is better"
        return f"{what}: the search closed"
    if found.proof is not None:
        return PROOFS[found.proof]
    if (fewest := found.search.get(FEWEST, 0)) > 1:
        text = "shorter losses may exist; none" if found.verdict is Verdict.BEST_FOUND else "no loss"
        return f"{text} with fewer than {fewest} decisions: {ENDINGS.get(found.ending, found.ending)}"
    text = f"; daybreak check {found.about.game} --with z3 --property bound-holds --record" if found.ending == "bound" else ""
    return f"no proof: {ENDINGS.get(found.ending, found.ending)}{text}"


def stuck(found: Solved) -> str | None:
    """What becomes of lines that come to no end: stuck or going round; None where that makes no difference."""
    ends, no_end = found.dead_ends, found.verdict is Verdict.PROVED and found.goal != "lose" and found.grade is None
    if ends is None:
        return "Every line goes round for ever." if no_end else None
    many = f"{ends.positions:,} position{'s' if ends.positions != 1 else ''}"
    after = f"after {' / '.join(ends.line)}" if ends.line else "at the start"
    text = f"Nothing is legal, and the rules name no end, at {many}; {after}, {ends.why}."
    return f"{text} Every line that does not get stuck goes round for ever." if no_end else text


def counts(search: Mapping[str, Any]) -> str:
    """What a search did, in numbers, but for its time; zeros are left out, and so is what stands beside the verdict.

    So are the states that were looked at to make the line shorter: they are no part of what was found out.
    """
    return ", ".join(f"{COUNTS.get(name, name)} {count:,}" for name, count in search.items()
                     if name not in ("seconds", FEWEST, "around") and count) or "states 0"


def _facts(found: Solved) -> list[tuple[str, str]]:
    text, seconds = counts(found.search), found.search.get("seconds", 0.0)
    facts = [("grade", grade_text(found.grade))] if found.goal == "best" or found.grade is not None else []
    if found.upper_bound is not None:
        facts.append(("bound", grade_text(found.upper_bound)))
    facts += order_fact(found.about.grade_order) if facts else []
    if found.short_deal:
        facts.append(("deal", found.short_deal))
    if found.cross_check:
        facts.append(("second", found.cross_check))
    if found.found_by:
        facts.append(("found by", WAYS.get(found.found_by, found.found_by)))
    return [*facts, ("rests on", rests_on(found.rests_on)), ("search", f"{text}{took(seconds)}"), *besides(found)]


def shortest(found: Shortest) -> str:
    """How short the line is among those that are as good, in words."""
    count = _decisions(found.decisions)
    if not found.proved:
        return f"{count}, best found; no line as good has fewer than {found.at_least}: {ENDINGS.get(found.ending, found.ending)}"
    text = f"{count}, proved: every line with fewer was followed, and none ends so well"
    if found.positions is not None:
        return f"{text}; re-checked position by position ({found.positions:,})"
    return f"{text}; not re-checked" + (f" ({STOPS[found.not_re_checked]})" if found.not_re_checked is not None else "")


def _decisions(count: int) -> str:
    return f"{count} decision{'s' if count != 1 else ''}"


def besides(found: Solved) -> list[tuple[str, str]]:
    """What is reported besides the best line: how short it is, how difficult the deal, and how many best lines there are."""
    facts = [] if found.shortest is None else [("shortest", shortest(found.shortest))]
    facts += [] if found.difficulty is None else rows(found.difficulty)
    return facts if found.best_lines is None else [*facts, ("lines", counted(found.best_lines))]


def rests_on(grounds: Grounds) -> str:
    """What an answer rests on, in words."""
    parts = ["line replayed by the plain rules"] if grounds.line else []
    if grounds.search is not None:
        parts.append(SEARCHES[grounds.search])
    if grounds.interchangeable and grounds.positions is None:
        parts[-1] += f", up to the order of {' and of '.join(grounds.interchangeable)}"
    if grounds.never_worse and grounds.positions is None:
        parts[-1] += f", without states that others are never worse than ({grounds.never_worse}: proved by z3)"
    if grounds.positions is not None:
        parts[-1] += f", re-checked position by position ({grounds.positions:,})"
    elif grounds.search is not None or grounds.not_re_checked is not None:
        parts[-1] += ", not re-checked" + (f" ({STOPS[grounds.not_re_checked]})" if grounds.not_re_checked is not None else "")
    if grounds.bound is not None and grounds.positions is None:
        parts.append(BOUNDS[grounds.bound])
    if grounds.asked and grounds.search is grounds.bound is None:
        parts.append("not re-checked: nothing was proved")
    return "; ".join(parts) or "nothing: no line was found"


def apart(found: Solved) -> str | None:
    """What is proved of an answer, said apart from what is not; None where all is, or nothing."""
    if found.goal == "lose" and found.verdict is Verdict.BEST_FOUND:
        return "proved: the deal can be lost; not proved: no line loses sooner"
    if found.settled is None:
        return None
    rest = "grade: no line found" if found.grade is None else "grade: best found"
    most = "" if found.upper_bound is None else f", at most {grade_text(found.upper_bound)}"
    return f"{settled(found.settled)}; {rest}{most}"


def settled(found: Settled) -> str:
    """The fields that are proved."""
    return f"{grade_text(found.fields)}: proved" + ("" if found.by == "line" else ", if the game's bound holds")


def is_lost(found: Solved) -> bool:
    """Whether the proof says that the deal is lost: nobody would call that optimal."""
    return found.lost is not None and found.lost.proved and found.verdict.is_proof


def lost(found: Lost) -> str:
    """The head of the answer for a deal that no line found wins."""
    if found.proved:
        return f"Lost: no line of this deal {found.wins} (proved)"
    return f"Not won so far: no line found {found.wins}, but it is not proved that none does"


def no_return(found: NoReturn) -> str:
    """Where the line lost its goal, in words."""
    goal = f'"{found.goal.replace("_", " ")}"'
    if not found.known:
        return f"unknown: {found.reason}"
    if found.number == 0:
        return f"before the first decision: no line of this deal reaches {goal}"
    return f'decision {found.number}, "{found.event}": {goal} was within reach before it, and is out of reach after it'
