"""A line to step through, as a page: every event with the table after it; the answer first, if there is one."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any

from verifier.report.html.gallery import gallery
from verifier.report.html.page import page
from verifier.report.reach_plot import reach_plot
from verifier.report.text.difficulty import LEGEND, legend, marks
from verifier.report.text.luck import CAPTION, account, graph, strokes, told, who_thought
from verifier.report.text.page import edition_text, labelled, result_text
from verifier.report.text.review import LEGEND as LEGEND_OF_MISTAKES
from verifier.report.text.review import MARKS, headline, judgement
from verifier.report.text.solve import MET, apart, besides, counts, is_lost, lost, no_return, rests_on, stuck, title, why
from verifier.results.played import About
from verifier.results.solved import UNGRADED, NoReturn, Solved
from verifier.results.stepped import Stepped
from verifier.verdict import Verdict


def stepped(found: Stepped) -> str:
    """The page.  It holds no times and nothing of the machine: the same answer gives the same bytes."""
    solved = found.solved
    is_best = not found.decisions or solved is not None and solved.goal == "best" and solved.verdict is Verdict.OPTIMAL
    return page("line.html", ("page.css", "picture.css"), "stepper.js", {
        "found": found, "about": found.about, "played": found.played, "deal": deal_of(found.about),
        "edition": edition_text(found.about.edition), "clauses": _clauses(found),
        "gallery": gallery([found.start_picture, *(moment.picture for moment in found.moments)]),
        "answer": None if found.solved is None else _answer(found, found.solved),
        "judgements": found.decisions, "mistakes": [each for each in found.decisions if each.severity is not None],
        "headline": None if is_best else headline(found.decisions), "signs": MARKS, "signs_legend": LEGEND_OF_MISTAKES,
        "graph": reach_plot([found.start_reach, *(moment.reach for moment in found.moments)], found.decisions),
        "known": None if found.luck is None else {
            "account": account(found.luck, found.decisions), "strokes": strokes(found.luck, found.decisions),
            "graphs": [graph(found.luck, each, found.decisions) for each in found.luck.courses], "caption": CAPTION,
            "who": who_thought(found.luck) if found.luck.courses else "", "ungraded": UNGRADED},
    }, filters={"told": partial(told, by_seat=found.luck is not None and found.luck.by_seat), "judgement": judgement,
                "label": labelled, "result": result_text})


def _clauses(found: Stepped) -> dict[str, int]:
    """The clauses that the line uses, each with its number on the page, in the order of the rulebook."""
    used = dict.fromkeys(chain.from_iterable(moment.happening.clauses for moment in found.moments))
    known = [id_ for id_ in found.played.clauses if id_ in used]
    return {id_: number for number, id_ in enumerate(dict.fromkeys((*known, *used)))}


def deal_of(about: About) -> list[tuple[str, str]]:
    """What is fixed of chance, each stream as one text."""
    return [(name, ", ".join(str(entry) for entry in fixed) if isinstance(fixed, list) else str(fixed))
            for name, fixed in about.deal.items()]


def _answer(found: Stepped, solved: Solved) -> dict[str, Any]:
    """What the page says of the answer, in words.  Times are left out: the search's, and the z3 cross-check."""
    where, marked = solved.no_return, marks(solved.difficulty)
    return {
        "verdict": str(solved.verdict), "is_lost": is_lost(solved), "why": why(solved), "title": title(solved),
        "grade": solved.grade, "bound": solved.upper_bound, "rests_on": rests_on(solved.rests_on),
        "search": counts(solved.search),
        "stuck": stuck(solved), "apart": apart(solved), "besides": besides(solved), "legend": legend(marked),
        "marks": {number: (mark, LEGEND[mark]) for number, mark in marked.items()},
        "expected": None if solved.expected is None else f"{solved.expected.text}: {MET[solved.expected.met]}",
        "head": None if solved.lost is None else lost(solved.lost),
        "lost": None if where is None else no_return(where), "lost_at": None if where is None else _event_of(found, where),
    }


def _event_of(found: Stepped, lost: NoReturn) -> int | None:
    """The number of the event that is the decision at which the line was lost."""
    return next((number for number, moment in enumerate(found.moments, 1)
                 if moment.decision is not None and moment.decision == lost.number), None)
