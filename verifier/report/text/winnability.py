"""`winnability` for people: the share of deals that can be won, and what players win of them who do not know the deal.

Then come the best grades, how won deals differ, and seeds worth a look; where something is varied, all of it value by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from verifier.report.plot import Series, bars, curve, lettered
from verifier.report.text.difficulty import PEEKING
from verifier.report.text.learned import learned_for, listed
from verifier.report.text.page import (
    Page,
    counts,
    edition,
    grade_text,
    heading,
    line,
    order_fact,
    pairs,
    pictured,
)
from verifier.report.text.solve import ended
from verifier.results.difficult import Difficulty
from verifier.results.likely import Sampled
from verifier.results.share import Mean, Share, share
from verifier.results.winnable import MeasuredDeal, PlayerShare, Winnability, WinnabilityPoint

CAPTION = "A mark is the share that is known; its bar is the 95 % interval, in which undecided deals count as either."
RESTS_ON = {
    None: "searches, not re-checked", "proved": "searches, not re-checked; bound proved by z3",
    "taken": "searches, not re-checked; nothing rests on the game's bound, which is not proved"}
KEY = "o: the share that is known; -: its 95 % interval, in which undecided deals count as either"
KNOWS_ALL = "can be won, knowing the deal"
NOTHING_KNOWN = share(0, 0, 0)
WHO = {"random": "decide by lot", "greedy": "look one decision ahead"}


def winnability(found: Winnability) -> Page:
    """The shares with a plot of them, who wins how much of them, the best grades, seeds; all of it value by value."""
    yield heading(f"How many deals of {found.game_title or found.game} can be won")
    yield edition(found.edition)
    yield pairs([("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}, at most {found.states:,} states each"),
                 *_learned(found), ("ended", ended(found.ending, found.seconds)), ("rests on", RESTS_ON[found.bound]),
                 *order_fact(found.grade_order)])
    yield line("")
    first = [] if found.varied is None else [found.varied]
    yield from _plot(found)
    yield line("")
    yield counts([*first, "won", "of", "undecided"],
                 [[*_value(point), percent(point.won), point.won.of, point.won.undecided] for point in found.points])
    yield line("")
    yield from _players(found)
    yield heading("Best grades")
    yield counts([*first, "best grade", "share", "deals", "undecided"],
                 [[*_value(point), *row] for point in found.points for row in _grades(point)])
    yield line("")
    yield from _difficulty(found)
    yield from _seeds(found)


def _learned(found: Winnability) -> Iterator[tuple[str, str]]:
    """For which values players have learned something, and for which they still have to."""
    values = [(str(point.value), point.weights, point.went_on_from) for point in found.points]
    if found.varied is not None and any(weights for _, weights, _ in values):
        yield "learned", learned_for(values)
    if missing := [value for value, weights, _ in values if not weights] if found.train and _is_unplayed(found) else []:
        of = "" if found.varied is None else f" for {listed(missing)}"
        yield "unfinished", f"nothing is learned yet{of}, and nothing is solved or played before: --train goes on there"


def _is_unplayed(found: Winnability) -> bool:
    return not any(point.won.of for point in found.points)


def percent(share: Share) -> str:
    """A share in per cent, with its 95 % interval."""
    return f"{share.count / share.of:.1%} ({share.low:.1%} to {share.high:.1%})" if share.decided else "not known"


def mean_text(each: Mean | None) -> str:
    """A mean with its 95 % interval; nothing where there is none, and no interval where all games came to the same."""
    if each is None:
        return ""
    at, low, high = (round(number, 2) + 0.0 for number in (each.at, each.low, each.high))  # which makes no -0.00
    return f"{at:.2f} in every game" if each.low == each.high else f"{at:.2f} ({low:.2f} to {high:.2f})"


def _value(point: WinnabilityPoint) -> list[str]:
    return [] if point.value is None else [str(point.value)]


def _plot(found: Winnability) -> Page:
    """Won and best grade against the number that is varied; of words, or where nothing is varied, one below the other."""
    best, rows = _best_player(found), list[tuple[str, Share]]()
    if found.varied is None:
        point = found.points[0]
        rows = [(KNOWS_ALL if point.players else "can be won", point.won),
                *((f"won by {thinks(each)}", each.won) for each in point.players[::-1]),
                *((grade_text(each.grade), each.share) for each in point.grades)]
    elif any(isinstance(point.value, str) for point in found.points):
        for number, point in enumerate(found.points):
            rows.append((f"{point.value}: can be won", point.won))
            rows += [(f"{point.value}: won by {thinks(each)}", each.won) for each in best[number:number + 1]]
    if rows:
        names, values = [name for name, _ in rows], tuple(share for _, share in rows)
        picture = bars("share of the deals", names, Series("share of the deals", values))
        yield pictured(picture, f"{lettered(names, values)}\n  {KEY}", CAPTION)
        return
    yield _against_numbers(found, best)


def _against_numbers(found: Winnability, best: Sequence[PlayerShare]) -> object:
    axis, numbers = str(found.varied), [point.value for point in found.points if isinstance(point.value, int)]
    shown = [Series("can be won", tuple(point.won for point in found.points))]
    if best:
        shown.append(Series(f"won by {thinks(best[0])}, who sees the table alone", tuple(each.won for each in best)))
    drawn = [*shown]
    if any(point.grades for point in found.points):
        highest = tuple(point.grades[0].share if point.grades else NOTHING_KNOWN for point in found.points)
        drawn.append(Series("reaches the highest grade known for that value", highest))
    picture = curve(axis.replace("_", " "), numbers, drawn)
    told = "\n".join(f"  {each.name}, by {axis}\n{lettered(list(map(str, numbers)), each.shares)}" for each in shown)
    return pictured(picture, f"{told}\n  {KEY}", CAPTION)


def _best_player(found: Winnability) -> Sequence[PlayerShare]:
    """What the player makes of each value who wins most of all values together; nothing where a value was not played."""
    if not all(point.players for point in found.points):
        return ()
    rows = zip(*(point.players for point in found.points), strict=True)
    return max(rows, key=lambda row: sum(each.won.count for each in row))


def thinks(player: PlayerShare | Sampled) -> str:
    """A player in words."""
    return f"{player.policy}, {player.simulations:,} games a decision" if player.simulations else player.policy


def _players(found: Winnability) -> Page:
    """What those win who see the table alone, and what more somebody could win who knows the deal."""
    if not any(point.players for point in found.points):
        return
    first = [] if found.varied is None else [found.varied]
    yield heading("What players win who see the table alone", "the same deals, none of them known to the player")
    yield counts([*first, "player", "won", "of", f"lost, but can be won{'' if _all_solved(found) else ' (of those solved)'}",
                  "points short"], [[*_value(point), *row] for point in found.points for row in _player_rows(point)])
    names = {each.policy for point in found.points for each in point.players}
    simple = [f"{name} players {WHO[name]}" for name in WHO if name in names]
    told = f"{' and '.join(simple)}: what they win is theirs, and no measure of the game. ".capitalize() if simple else ""
    yield line(told, "A better player may win more than the best one here.")
    for point in found.points:
        for each in point.players:
            if each.unended:
                at = "" if point.value is None else f" at {found.varied} {point.value}"
                yield line((f"Stuck, {each.policy}{at}: ", "bold red"),
                           f"{each.unended:,} of the games did not end; the first: {each.why}")
    if fields := list(dict.fromkeys(name for point in found.points for each in point.players for name in each.came_to)):
        yield line("")
        yield heading("What their games came to", "the mean of each number of the grade over the games that ended")
        yield counts([*first, "player", *fields],
                     [[*_value(point), thinks(each), *(mean_text(each.came_to.get(name)) for name in fields)]
                      for point in found.points for each in point.players])
    yield line("")


def _all_solved(found: Winnability) -> bool:
    return all(each.won.of <= point.won.of for point in found.points for each in point.players)


def _player_rows(point: WinnabilityPoint) -> Iterator[list[object]]:
    for each in point.players:
        gap = each.gap
        only = f"{gap.only_second:,}" + (f", {gap.undecided:,} not known" if gap.undecided else "")
        yield [thinks(each), percent(each.won), each.won.of, only,
               f"{100 * gap.gain:.1f} ({100 * gap.low:.1f} to {100 * gap.high:.1f})" if gap.of else "not known"]
    if point.players:
        yield ["who knows the deal", percent(point.won), point.won.of, "", ""]


def _grades(point: WinnabilityPoint) -> Iterator[list[object]]:
    for each in point.grades:
        yield [grade_text(each.grade), percent(each.share), each.share.count, each.share.undecided]
    if not point.grades:
        yield ["none is known", "not known", 0, point.won.of]


def _difficulty(found: Winnability) -> Page:
    """How won deals differ: by what random and peeking players win of them, together, and each of those that are listed."""
    if not any(point.measured for point in found.points):
        return
    first = [] if found.varied is None else [found.varied]
    yield heading("How won deals differ", f"{found.games} games of a random player, {found.games} of a peeking one on each: what "
                  "these win, not how difficult a deal is for a good player")
    yield line(PEEKING)
    yield counts([*first, "measure", "hardest", "median", "easiest"],
                 [[*_value(point), name, *map(_percent, spread(values))] for point in found.points if point.measured
                  for name, values in _measures([deal.difficulty for deal in point.measured])])
    yield line("")
    yield heading("The hardest and the easiest for random players",
                  "by random games won, then peeking games, then first decisions")
    yield counts([*first, "seed", "random games won", "peeking games won", "first decisions", "only moves"],
                 [[*_value(point), str(deal.seed), *_cells(deal.difficulty)]
                  for point in found.points for deal in _listed(point)])
    yield line("")


def _measures(found: list[Difficulty]) -> list[tuple[str, list[float]]]:
    """The values of each measure that every won deal has."""
    orders = [each.order for each in found]
    names = ("random games won", "peeking games won", "first decisions that may still win")
    return [(name, [order[at] for order in orders]) for at, name in enumerate(names)]


def spread(values: list[float]) -> tuple[float, float, float]:
    """The least, the median and the greatest."""
    return min(values), median(values), max(values)


def _percent(value: float) -> str:
    return f"{value:.1%}"


def _listed(point: WinnabilityPoint) -> list[MeasuredDeal]:
    """The deals of the seeds listed, the hardest first, each once."""
    shown = {*point.hardest, *point.easiest}
    return [deal for deal in point.measured if deal.seed in shown]


def _cells(found: Difficulty) -> list[str]:
    first, only = found.first, found.only_moves
    return [percent(found.random), percent(found.greedy),
            "none" if first is None else _of(first.keep, first.unknown, first.legal),
            "not known" if only is None else _of(only.count, only.unknown, only.of)]


def _of(count: int, unknown: int, of: int) -> str:
    return f"at least {count} of {of}, {unknown} not known" if unknown else f"{count} of {of}"


def _seeds(found: Winnability) -> Page:
    """The seeds of the deals that are hardest, easiest, lost and stuck; nothing where none is known."""
    if not any(point.hardest or point.easiest or point.lost or point.stuck for point in found.points):
        return
    yield heading("Seeds worth a look")
    kinds = ("hardest for random players", "easiest for random players", "lost")
    rows = [[", ".join(map(str, seeds)) or "none" for seeds in (point.hardest, point.easiest, point.lost)]
            for point in found.points]
    if found.varied is None:
        yield pairs(zip(kinds, rows[0], strict=True))
    else:
        yield counts([found.varied, *kinds], [[*_value(point), *row] for point, row in zip(found.points, rows, strict=True)])
    for point in found.points:
        if point.stuck:
            at = "" if point.value is None else f" at {found.varied} {point.value}"
            seeds = ", ".join(map(str, point.stuck_seeds))
            yield line((f"Stuck{at}: ", "bold red"), f"{point.stuck:,} of the undecided deals (seeds {seeds}): {point.why}")
