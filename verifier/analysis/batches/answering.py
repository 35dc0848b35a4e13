"""A question answered for some deals, one after the other: what a worker does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import process_time
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve

from verifier.analysis.batches.row import Row, more_of
from verifier.analysis.difficulty import Measures, difficulty
from verifier.analysis.solved_deal import SolvedDeal, why_not
from verifier.errors import RuleFailed
from verifier.results.difficult import Difficulty, Kept
from verifier.results.share import share
from verifier.run.control import Dominance
from verifier.search.best import Best, can_be_won
from verifier.search.limits import Limits
from verifier.search.strategies import best_line

if TYPE_CHECKING:
    from verifier.analysis.batches.question import Asked
    from verifier.instance import Instance
    from verifier.run.backend import Backend


def answers(asked: Asked, seeds: Iterable[int]) -> Iterator[Row]:
    """The row of each seed; KeyboardInterrupt where Ctrl-C ends it."""
    for seed in seeds:
        began = process_time()
        instance = asked.instance(seed)
        row = _searched(asked, instance, seed) if asked.question.ask == "solve" else _played(asked, instance, seed)
        yield evolve(row, seconds=round(process_time() - began, 6))


def _searched(asked: Asked, instance: Instance, seed: int) -> Row:
    question = asked.question
    return searched(instance, seed, Limits(question.states, question.seconds).running(), question.games,
                    bound_is_proved=question.bound_is_proved, dominance=Dominance(question.dominance))


def searched(instance: Instance, seed: int, limits: Limits, games: int, *, bound_is_proved: bool, dominance: Dominance) -> Row:
    """What can be reached on a deal, and, of one that is won, how difficult that is, if games are asked for.

    Nothing is known of the difficulty where the time was up before that was measured.  KeyboardInterrupt where Ctrl-C ends it.
    """
    backend = instance.native("native")
    try:
        best = best_line(backend, instance.reference, instance.setting, instance.start, limits, bound_is_proved=bound_is_proved,
                         dominance=dominance)
    except RuleFailed as error:  # before the first decision, or a line passes the bound
        return Row(seed, "failed", why=error.problems[0].message)
    if best.ending == "interrupted":
        raise KeyboardInterrupt
    row = row_of(backend, instance, seed, best)
    if not row.won or not games:
        return row
    return measured(row, instance, games, limits)


def row_of(backend: Backend, instance: Instance, seed: int, best: Best) -> Row:
    """What a search says of a deal, as a row."""
    won = can_be_won(backend, best)
    grade, bound = (None if number is None or number < 0 else backend.grade_fields(number)
                    for number in (best.grade, best.upper_bound))
    failed, stuck = (None if line is None else [event.number for event in line] for line in (best.failed_line, best.stuck_line))
    more = "" if failed is None and stuck is None else more_of(
        **{} if failed is None else {"failed": [failed]}, **{} if stuck is None else {"stuck": [stuck]},
        uncovered=int(best.search.get("uncovered", 0)))
    return Row(seed, str(best.verdict), best.proof, best.ending, won, grade, bound, len(best.line) if best.line else None,
               int(best.search["states"]), why=why_not(instance, best) if won is None else "",
               line=tuple(event.number for event in best.line), more=more)


def best_of(row: Row, backend: Backend) -> Best:
    """The inverse of `row_of`, but for what a search did."""
    events, more = backend.program.events, row.known_more
    failed, stuck = ([events[number] for number in more[name][0]] if name in more else None for name in ("failed", "stuck"))
    grade, bound = (-1 if fields is None else backend.grade_number(fields) for fields in (row.grade, row.bound))
    return Best(cast(Any, row.verdict), cast(Any, row.proof), None if grade < 0 else grade, bound,
                [events[number] for number in row.line], cast(Any, row.ending),
                {"states": row.states, "uncovered": more.get("uncovered", 0)}, failed, stuck)


def measured(row: Row, instance: Instance, games: int, limits: Limits) -> Row:
    """A row of a deal that is won, with how difficult that is; as it is where the time was up."""
    line = [instance.program.events[number].text for number in row.line]
    return _with(row, difficulty(instance, instance.native("native"), line, Measures(games, line=False), limits))


def solved_deal(row: Row, instance: Instance, games: int) -> SolvedDeal:
    """A row as what `winnability` and reports know of a deal."""
    difficult = None
    if row.random_won is not None and row.random_open is not None and row.greedy_won is not None and row.greedy_open is not None:
        difficult = Difficulty(
            games, share(row.random_won, row.random_open, games), share(row.greedy_won, row.greedy_open, games),
            None if row.first is None else Kept(*row.first), (), Measures().states_max)
    grade = instance.native("native").grade_number(row.grade) if row.verdict == "optimal" and row.grade is not None else None
    return SolvedDeal(row.seed, row.won, grade, row.states, row.why,
                      tuple(instance.program.events[number].text for number in row.line), difficult)


def _played(asked: Asked, instance: Instance, seed: int) -> Row:
    """What players win who see no further than a decision ahead."""
    measures = Measures(asked.question.games, first=False, line=False)
    found = difficulty(instance, instance.native("native"), (), measures, Limits(seconds=asked.question.seconds))
    return _with(Row(seed, "played", ending=found.ending), found)


def _with(row: Row, found: Difficulty) -> Row:
    if found.ending == "interrupted":
        raise KeyboardInterrupt
    if found.ending != "done":
        return row
    first = None if found.first is None else (found.first.legal, found.first.keep, found.first.unknown)
    return evolve(row, random_won=found.random.count, random_open=found.random.undecided, greedy_won=found.greedy.count,
                  greedy_open=found.greedy.undecided, first=first)


