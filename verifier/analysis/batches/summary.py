"""What is known of all deals of a store together: the work is the database's, so that a million rows take a second."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verifier.analysis.batches.run import asking
from verifier.analysis.batches.store import Kept, Store, fields_of
from verifier.registry import installed
from verifier.results.batched import BatchShown, Compared, Tally
from verifier.results.share import share, share_of_games
from verifier.results.winnable import GradeShare
from verifier.search.state_words import scalar_words
from verifier.visible import one_line

SEEDS_SHOWN = 5
GRADES_SHOWN = 20
PERCENTILES = (0.05, 0.5, 0.95)
# In this order: how many deals, won, lost, failed, states, seconds, games of players, and what these won and left open.
_SUMS = """
SELECT count(*), total(won = 1), total(won = 0), total(why <> ''), total(states), total(seconds),
       count(random_won), total(random_won), total(random_open), total(greedy_won), total(greedy_open)
FROM deals WHERE question = ?"""
_GRADES = "SELECT grade, count(*) FROM deals WHERE question = ? AND verdict = 'optimal' GROUP BY grade"
_HARDEST = """
SELECT seed FROM deals WHERE question = ? AND won = 1 AND random_won IS NOT NULL ORDER BY random_won, greedy_won, seed LIMIT ?"""
_LOST = "SELECT seed FROM deals WHERE question = ? AND won = 0 ORDER BY seed LIMIT ?"
_SECONDS = "SELECT seconds FROM deals WHERE question = ? ORDER BY seconds LIMIT 1 OFFSET ?"
# Grades are texts of numbers; two of one deal are compared in Python where they differ, which is seldom.
_PAIRS = """
SELECT a.verdict = 'optimal' AND b.verdict = 'optimal', a.grade, b.grade, a.won, b.won, count(*)
FROM deals AS a JOIN deals AS b ON a.seed = b.seed WHERE a.question = ? AND b.question = ?
GROUP BY 1, 2, 3, 4, 5"""


def shown(folder: Path) -> BatchShown:
    """What a store holds, question by question; those that differ from the first in edition or rulings are compared with it."""
    with Store.opened(folder) as store:
        questions = store.questions()
        tallies = [_tally(store, each) for each in questions]
        pairs = [(questions[0], each) for each in questions[1:] if _alike(questions[0], each)]
        compared = [_compared(store, first, second) for first, second in pairs]
    games = sorted({each.question.game for each in questions})
    orders = {installed().program(game).game.grade_order for game in games}
    return BatchShown(one_line(str(folder)), ", ".join(games), ", ".join(sorted(orders)), tuple(tallies), tuple(compared))


def _alike(first: Kept, second: Kept) -> bool:
    """Whether the same is asked, of deals under another edition or other rulings."""
    one, other = ((each.game, each.ask, each.states, each.seconds, each.start) for each in (first.question, second.question))
    return one == other


def _tally(store: Store, kept: Kept) -> Tally:
    def ask(query: str, *more: Any) -> list[Sequence[Any]]:
        with store.faults():
            return store.connection.execute(query, (kept.number, *more)).fetchall()

    sums = ask(_SUMS)[0]
    deals, won, lost, failed, states = map(int, sums[:5])
    played, random_won, random_open, greedy_won, greedy_open = map(int, sums[6:])
    games = kept.question.games
    seconds = [float(ask(_SECONDS, min(deals - 1, int(part * deals)))[0][0]) if deals else 0.0 for part in PERCENTILES]
    grades = [(tuple(map(int, text.split())), int(count)) for text, count in ask(_GRADES)]
    open_ = deals - sum(count for _, count in grades)
    return Tally(asking(kept.question), deals, None if kept.question.ask == "policy" else share(won, deals - won - lost, deals),
                 share_of_games(random_won, random_open, games, played) if played else None,
                 share_of_games(greedy_won, greedy_open, games, played) if played else None,
                 tuple(GradeShare(_words(kept, grade), share(count, open_, deals))
                       for grade, count in sorted(grades, reverse=True)[:GRADES_SHOWN]),
                 tuple(int(seed) for seed, in ask(_HARDEST, SEEDS_SHOWN)), tuple(int(seed) for seed, in ask(_LOST, SEEDS_SHOWN)),
                 failed, states, round(float(sums[5]), 3), (seconds[0], seconds[1], seconds[2]))


def _words(kept: Kept, grade: Sequence[int]) -> dict[str, Any]:
    fields = fields_of(kept.question.game)
    return {name: scalar_words(kind, number) for (name, kind), number in zip(fields, grade, strict=True)}


def _compared(store: Store, first: Kept, second: Kept) -> Compared:
    better = worse = same = open_ = first_only = second_only = 0
    with store.faults():
        found = store.connection.execute(_PAIRS, (first.number, second.number)).fetchall()
    for proved, one, other, won, other_won, count in found:
        first_only += count * (won == 1 and other_won == 0)
        second_only += count * (won == 0 and other_won == 1)
        if not proved:
            open_ += count
        elif one == other:
            same += count
        elif tuple(map(int, other.split())) > tuple(map(int, one.split())):
            better += count
        else:
            worse += count
    return Compared(first.question.key, second.question.key, _differs(first, second), better, worse, same, open_,
                    (first_only, second_only))


def _differs(first: Kept, second: Kept) -> str:
    """What the second question has that the first has not."""
    one, other = first.question, second.question
    rulings = [f"{id_}={choice}" for id_, choice in sorted(other.rulings.items()) if one.rulings.get(id_) != choice]
    edition = [] if one.edition == other.edition else [other.edition]
    return ", ".join([*edition, *rulings]) or asking(other).name
