"""The best line of a deal, or its quickest loss: asked most often, so that little else is loaded for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from verifier import line as lines
from verifier.analysis.certificate_file import write_certificate
from verifier.analysis.choices import Goal, Method
from verifier.analysis.defaults import DECISIONS_MOST
from verifier.analysis.progress import Watcher, watched_by
from verifier.analysis.solve import Request, certified
from verifier.analysis.solve import refuse as refuse_together
from verifier.api.parameters import (
    engine_of,
    instance_from,
    limits_of,
    one_of,
    path_of,
    refuse_line_page,
    refuse_numbers,
    threads_of,
)
from verifier.errors import BadInput, Problem
from verifier.files import refuse_page
from verifier.instance import Instance
from verifier.line import Line
from verifier.results.solved import Solved
from verifier.search.limits import Limits
from verifier.search.strategies import DEFAULT


def solve(instance: Instance, *, goal: str = "best", limits: Limits | None = None, engine: str = "auto",
          certify: bool | None = None, with_: str = "explicit", decisions: int | None = None, difficulty: bool = False,
          count: bool = False, shortest: bool = False, strategy: str = DEFAULT, threads: int | None = None, boards: bool = False,
          certificate: str | Path | None = None, html: str | Path | None = None, alternatives: bool = False,
          store: str | Path | None = None, force: bool = False, on_answer: Callable[[Solved], None] | None = None,
          on_progress: Watcher | None = None) -> Solved:
    """Find the best line of a deal with the proof that none is better, or with `goal="lose"` its quickest loss.

    `certify` re-checks the proof position by position, however long that takes (None: only if it takes seconds).
    `with_` is "explicit", "z3" (lines of at most `decisions`) or "both", compared.  `difficulty` and `count` add the numbers of
    `daybreak solve --difficulty` and `--count`.  With `shortest` the line has as few decisions as can be among those to the best
    grade, and the answer's `shortest` says whether that number is proved; the search for the grade has half of the limits.
    `strategy` is "portfolio", "beam" or "best-first", all guided and pruned by the game's own bound, or "exhaustive", every state
    of the deal; what they prove agrees.  "rollouts" plays at random and learns from the best games, until a limit, for puzzles
    where no estimate guides; it proves nothing but that a grade is the highest that can be.  Where every state is explored, so
    many `threads` do it (1 to 64; default: one for each core); answers do not depend on it.  `boards` draws the table after each
    event, for `to_text`.

    With `difficulty`, an answer that the folder `store` has is not searched for again, but replayed and re-checked as ever, and a
    new one is added to it; a folder of `daybreak.batch` is one.

    What was re-checked is written to the file `certificate`, for `certify`; nothing is written if nothing was re-checked.  A page
    to step through the line is written to the file `html`, with `alternatives` also what each other decision would still reach.
    An existing file is replaced only with `force`.  `on_answer` is called with the answer before any file is written, so that
    nothing is lost if one cannot be.

    >>> import verifier as daybreak
    >>> answer = daybreak.solve(daybreak.deal("until-dawn", seed=7), limits=daybreak.Limits(states=20_000))
    >>> answer.verdict in ("optimal", "best-found")
    True
    """
    asked = solve_request(goal=goal, limits=limits, engine=engine, certify=certify, with_=with_, decisions=decisions,
                          difficulty=difficulty, count=count, shortest=shortest, strategy=strategy, threads=threads,
                          boards=boards, certificate=certificate, html=html, alternatives=alternatives, store=store)
    page, proof = path_of(html), path_of(certificate)
    inputs = instance_from(instance).files
    refuse_page(page, inputs, force)
    refuse_page(proof, inputs, force, page)
    with watched_by(on_progress):
        found, claim = certified(instance, asked)
        if on_answer is not None:
            on_answer(found)
        if page is not None:
            from verifier.analysis.line_page import write_line_page

            events = [] if found.played is None else list(lines.replay(instance.reference, instance.start, Line(found.line)))
            write_line_page(page, instance, events, engine=asked.engine, compare=alternatives, force=force, solved=found)
    if proof is not None:
        write_certificate(proof, instance, claim, force=force)
    return found


def solve_request(*, goal: str = "best", limits: Limits | None = None, engine: str = "auto", certify: bool | None = None,
                  with_: str = "explicit", decisions: int | None = None, difficulty: bool = False, count: bool = False,
                  shortest: bool = False, strategy: str = DEFAULT, threads: int | None = None, boards: bool = False,
                  certificate: str | Path | None = None, html: str | Path | None = None, alternatives: bool = False,
                  store: str | Path | None = None) -> Request:
    """What `solve` asks of a deal; BadInput for what it would refuse of every deal.

    Not a public name: the command asks this once, before it loads the first of several scenarios.
    """
    refuse_numbers(decisions=(decisions, 0, DECISIONS_MOST))
    refuse_line_page(html, alternatives)
    if certificate is not None and certify is False:
        raise BadInput(Problem("DB524", "a certificate is for what was re-checked", "--certificate", "leave out --no-certify"))
    asked = Request(one_of(Goal, goal, "goal"), engine_of(engine), limits_of(limits), certify if certificate is None else True,
                    boards, one_of(Method, with_, "with_"), decisions, difficulty, count, strategy, threads_of(threads), shortest,
                    path_of(store))
    refuse_together(asked)
    return asked
