"""`difficulty` for people: what changes from step to step first, then a row and a picture for each step, and what lies behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, log10

from verifier.lang.picture import Picture
from verifier.report.plot import Series, bars, curve, lettered
from verifier.report.text.learned import learned_for, listed
from verifier.report.text.page import (
    Compared,
    Page,
    counts,
    edition,
    folded,
    heading,
    line,
    order_fact,
    pairs,
    pictured,
)
from verifier.report.text.played_out import AIMS
from verifier.report.text.solve import ended
from verifier.report.text.winnability import mean_text
from verifier.results.above import BoundAtScale
from verifier.results.readings_played import RARE
from verifier.results.share import Mean, Paired, Share
from verifier.results.varied import CLAIRVOYANT, LARGE, StepChange, StepPlayer, VariedDifficulty, VariedStep

CAPTION = "A mark is the share of the deals that is won; its bar is the 95 % interval, in which undecided deals count as either."
KEY = "o: the share won; -: its 95 % interval, in which undecided deals count as either"
BOUND = "what honest players win at most, on average"
MORE_MOST = 1_000_000  # deals that a report suggests
LEAST_MARGIN = 0.002  # of a share: what is nearer than this to a threshold, no reasonable number of deals tells
SIZES = {"large": "changes by more than 5 points", "small": "changes by less than 2 points",
         "moderate": "changes by less than 5 points", "open": "not settled"}
KINDS = {"field": "the field of the component data {}", "reading": "the reading {}", "edition": "the edition"}
ALWAYS = ("large", "small")  # findings that are given even if they are of no step


def varied(found: VariedDifficulty, *, is_report: bool = False) -> Page:
    """The findings, the shares of every player at every step, the changes from step to step, and how it was measured.

    A report has a picture for each step; a terminal, where numbers are varied, only that of all steps.
    """
    yield heading(f"How difficult {found.game_title or found.game} is, by {found.varied}")
    yield edition(found.edition)
    yield line("")
    yield heading("Findings", f"{found.deals:,} {'deals' if found.deals > 1 else 'deal'} at each step; each finding at 95 %")
    yield pairs(_findings(found))
    yield from _stuck(found)
    yield line("")
    yield heading("Step by step", "share of the deals that each player wins")
    yield _table(found)
    yield line("")
    yield from _pictures(found, is_report)
    if fields := list(dict.fromkeys(name for step in found.steps for each in step.players for name in each.came_to)):
        yield line("")
        yield heading("What ends came to", "the mean of each number of the grade, with its 95 % interval")
        yield counts([found.varied, "player", *fields],
                     [[_value(found, step), each.player, *(mean_text(each.came_to.get(name)) for name in fields)]
                      for step in found.steps for each in step.players if each.came_to])
    if found.solved:
        yield line("")
        yield heading("What it is worth to know the deal", f"{CLAIRVOYANT} and {found.best}, on the same deals")
        yield counts([found.varied, "deals", f"won by the {CLAIRVOYANT} alone", "undecided", "the gap"],
                     [[_value(found, step), step.gap.of, step.gap.only_second, step.gap.undecided, _points(step.gap, "")]
                      for step in found.steps if step.gap is not None])
    yield line("")
    if found.bounded:
        yield from _above(found)
        yield line("")
    yield heading("From step to step", f"{found.best}, on the same seeds")
    yield _changes(found, [each for each in found.changes if each.player == found.best])
    if others := [each for each in found.changes if each.player != found.best]:
        yield line("")
        yield folded("From step to step: the others", "on the same seeds")
        yield _changes(found, others, named=True)
    yield line("")
    yield heading("How it was measured")
    yield pairs(_measured(found))


def _above(found: VariedDifficulty) -> Page:
    """What nobody honest can win more than, beside the best honest player."""
    yield heading("What honest players can win at most", "bounds of deals that pay for their luck, as by `daybreak above`")
    rows, says_nothing = [], False
    for step in found.steps:
        bound = step.bound
        best = next(each for each in step.players if each.player == found.best)
        if bound is None or not bound.games:
            rows.append([_value(found, step), 0, 0, "not known", _percent(best.won)])
            continue
        says_nothing |= not bound.says_something
        said = _mean(bound) if bound.says_something else "says nothing"
        rows.append([_value(found, step), len(bound.games), bound.cut, said, _percent(best.won)])
    yield counts([found.varied, "deals", "cut off", "at most", found.best], rows)
    if says_nothing:
        yield line(("Says nothing: ", "bold"), f"too many deals have more than {found.states:,} states, and of these nothing is "
                   "known; --states allows more.")


def _findings(found: VariedDifficulty) -> Iterator[tuple[str, str]]:
    """What the steps say of the best honest player, where knowing the deal is worth most, and what is left open."""
    policies = [each.player for each in found.steps[0].players if each.player != CLAIRVOYANT]
    own_shares = [each.won for step in found.steps for each in step.players if each.player == found.best]
    if not any(each.of for each in own_shares):
        yield "best honest player", "not known: no deal was played"
        yield from _open(found)
        return
    has_won = any(each.count for each in own_shares)
    most = "wins most deals over all steps" if has_won else "comes to most over all steps, and nobody wins"
    others = f": of {listed(policies)} it {most}" if len(policies) > 1 else ""
    yield "best honest player", found.best + others
    own = [each for each in found.changes if each.player == found.best]
    for size, term in SIZES.items():
        some = [each for each in own if each.size == size]
        if some or size in ALWAYS:
            yield from zip([term, *[""] * len(some)], [_change(found, each) for each in some] or ["no step"], strict=False)
    if told := _told_by_ends(found):
        yield "hardly any deal is won", told
    gaps = [(step, step.gap) for step in found.steps if step.gap is not None and step.gap.of]
    if gaps and all(gap.gain <= 0 for _, gap in gaps):
        yield "largest gap", f"none: nobody wins more for knowing the deal than {found.best}"
    elif gaps:
        step, gap = max(gaps, key=lambda each: each[1].gain)
        where = f"{found.varied} {step.value}: the {CLAIRVOYANT} wins"
        as_large = [other.value for other, its in gaps if other is not step and its.high > gap.low]
        more = f"; it may be as large at {listed(as_large)}" if as_large else ""
        yield "largest gap", f"{where} {_points(gap, '')} more often than {found.best}{more}"
    for term, text in _open(found):
        yield term, text


def _told_by_ends(found: VariedDifficulty) -> str:
    """What the games of the best honest player came to at each step, where shares say nothing since it hardly ever wins."""
    own = [(step, each) for step in found.steps for each in step.players if each.player == found.best]
    name = next((name for _, each in own for name in each.came_to), "")
    if not name or any(each.won.count > RARE * each.won.of for _, each in own):
        return ""
    means = "; ".join(f"{step.value}: {mean_text(each.came_to[name])}" for step, each in own if each.came_to)
    return f"so steps are told apart by what ends come to, in {name.replace('_', ' ')} on average; {found.varied} {means}"


def _open(found: VariedDifficulty) -> Iterator[tuple[str, str]]:
    """What was not finished, and what the search left undecided."""
    foreseen = [(step.value, each) for step in found.steps for each in step.players if each.player == CLAIRVOYANT]
    for what, asked, done in (("played", found.deals, {step.value: _deals(step) for step in found.steps}),
                              ("solved", found.solved, {value: each.won.of for value, each in foreseen}),
                              ("bounded", found.bounded, {step.value: len(step.bound.games) for step in found.steps
                                                          if step.bound is not None})):
        if fewer := {value: count for value, count in done.items() if count < asked}:
            yield "unfinished", f"of {asked:,} deals were {what}: {_at(fewer)}"
    if missing := [step.value for step in found.steps if not step.weights] if _learns(found) else []:
        yield "unfinished", f"nothing is learned yet for {listed(missing)}, and nothing is played before: --train goes on there"
    if undecided := {value: count for value, each in foreseen if (count := each.won.undecided - each.unended) > 0}:
        yield "undecided", (f"{_at(undecided)}: a search of at most {found.states:,} states leaves open whether these deals can "
                            "be won; --states allows more")


def _change(found: VariedDifficulty, change: StepChange) -> str:
    """A change in words; of one that is not settled, about how many deals might settle it."""
    text = f"{found.varied} {change.value} to {change.next}: {_points(change.by)}"
    deals = _needed(change.by) if change.size == "open" else None
    return f"{text}; about {deals:,} deals would tell, if the shares stay" if deals else text


def _needed(by: Paired) -> int | None:
    """How many deals make an interval around the same gain that is above or below 5 points, to two digits; None: far too many."""
    margin = abs(abs(by.gain) - LARGE)
    if not by.of or margin < LEAST_MARGIN or by.undecided:
        return None
    deals = by.of * ((by.high - by.low) / 2 / margin) ** 2
    digit = 10 ** max(0, ceil(log10(deals)) - 2)
    rounded = ceil(deals / digit) * digit
    return rounded if by.of < rounded <= MORE_MOST else None


def _table(found: VariedDifficulty) -> object:
    """A row for each step."""
    names = [f"{each.player} (best)" if each.player == found.best else each.player for each in found.steps[0].players]
    return counts([found.varied, *names, "deals"],
                  [[_value(found, step), *(_percent(each.won) for each in step.players), _deals(step)] for step in found.steps])


def _pictures(found: VariedDifficulty, is_report: bool) -> Page:
    """The best honest player and the clairvoyant against the number that is varied, and the players of each step."""
    numbers = [step.number for step in found.steps if step.number is not None]
    if len(numbers) == len(found.steps):
        shown = [name for name in (CLAIRVOYANT, found.best) if name in [each.player for each in found.steps[0].players]]
        shares = {name: tuple(each.won for step in found.steps for each in step.players if each.player == name) for name in shown}
        series = [Series(_legend(found, name), shares[name]) for name in shown]
        letters = "\n".join(f"  {name}, by {found.varied}\n{lettered(list(map(str, numbers)), shares[name])}" for name in shown)
        yield pictured(curve(found.varied.replace("_", " "), numbers, series), f"{letters}\n  {KEY}", CAPTION)
        if is_report:
            yield line("")
            yield Compared(tuple(_compared(found, step) for step in found.steps))
        return
    yield Compared(tuple(_compared(found, step) for step in found.steps))
    yield line(CAPTION if is_report else f"  {KEY}")


def _compared(found: VariedDifficulty, step: VariedStep) -> tuple[str, Picture, str]:
    rows: list[tuple[str, str, Share | Mean]] = [(_name(each), each.player, each.won) for each in step.players]
    bound = step.bound
    if bound is not None and bound.games and bound.says_something:  # below the clairvoyant, who comes last
        at = len(rows) - (rows[-1][1] == CLAIRVOYANT)
        rows.insert(at, (BOUND, "at most", Mean(min(1.0, bound.mean), max(0.0, bound.low), min(1.0, bound.high))))
    shares = tuple(share for *_, share in rows)
    picture = bars("share of the deals", [name for name, *_ in rows], Series("won", shares))
    return f"{found.varied} {_value(found, step)}", picture, lettered([name for _, name, _ in rows], shares)


def _changes(found: VariedDifficulty, changes: Sequence[StepChange], *, named: bool = False) -> object:
    order = {each.player: number for number, each in enumerate(found.steps[0].players)}
    is_open = any(each.by.undecided for each in changes)
    return counts([*(["player"] if named else []), found.varied, "deals", "no longer won", "newly won",
                   *(["undecided"] if is_open else []), "the share changes by"],
                  [[*([each.player] if named else []), f"{each.value} to {each.next}", each.by.of, each.by.only_first,
                    each.by.only_second, *([each.by.undecided] if is_open else []), _points(each.by)]
                   for each in sorted(changes, key=lambda each: order[each.player])])


def _measured(found: VariedDifficulty) -> Iterator[tuple[str, str]]:
    yield "deals", f"seeds {found.seed} to {found.seed + found.deals - 1}, the same at every step"
    yield "from", found.start
    what = KINDS[found.kind].format(found.varied)
    yield "varied", f"{what}, which is {found.in_force} otherwise: {found.note}"
    yield "honest players", f"see the table and never the deal; they aim at {AIMS[found.objective]}"
    if _learns(found):
        yield "learned", learned_for((step.value, step.weights, step.went_on_from) for step in found.steps)
    if found.solved:
        of = "each deal" if found.solved == found.deals else f"each of the first {found.solved:,} deals"
        yield CLAIRVOYANT, (f"knows the whole of {of}, and wins it if some line does: a search of at most {found.states:,} "
                            "states says so, or a player who has won it; an undecided deal counts as lost for the lower end "
                            "of an interval, and as won for the upper end")
    if found.bounded:
        yield "at most", (f"the first {found.bounded:,} deals, each played by one who knows it and pays for its luck by what was "
                          "learned; of one that was cut off nothing is known")
    yield "intervals", "95 %, each by itself: Wilson's for a share, for a change that of paired shares"
    if found.hides:
        yield "hidden", "the game hides things from seats: each decision rests on what its seat has seen, and all aim at the same"
    yield "ended", ended(found.ending, found.seconds)
    yield "rests on", "games that were played and deals that were searched: a sample, no proof"
    yield from order_fact(found.grade_order)


def _learns(found: VariedDifficulty) -> bool:
    """Whether somebody plays by what was learned."""
    return any(each.player.startswith("learned") for each in found.steps[0].players)


def _stuck(found: VariedDifficulty) -> Page:
    for step in found.steps:
        for each in step.players:
            if each.unended:
                what = "deals have no answer" if each.player == CLAIRVOYANT else "games did not end"
                yield line((f"Stuck, {found.varied} {step.value}, {each.player}: ", "bold red"),
                           f"{each.unended:,} {what}; the first: {each.why}. `daybreak check {found.game}` looks for such play.")


def _value(found: VariedDifficulty, step: VariedStep) -> str:
    return f"{step.value} (as it is)" if step.value == found.in_force else step.value


def _name(each: StepPlayer) -> str:
    return f"{each.player}, {each.simulations:,} games a decision" if each.simulations else each.player


def _legend(found: VariedDifficulty, name: str) -> str:
    return f"{name}, who knows the whole deal" if name == CLAIRVOYANT else f"{name}, the best honest player"


def _deals(step: VariedStep) -> int:
    """How many deals every policy has played."""
    return min(each.won.of for each in step.players if each.player != CLAIRVOYANT)


def _at(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} at {value}" for value, count in counts.items())


def _percent(won: Share) -> str:
    """A share in whole per cent, with its 95 % interval: a row has many."""
    return f"{won.count / won.of:.0%} ({100 * won.low:.0f} to {100 * won.high:.0f})" if won.of else "not known"


def _mean(bound: BoundAtScale) -> str:
    return f"{min(1.0, bound.mean):.1%} ({100 * bound.low:.1f} to {100 * min(1.0, bound.high):.1f})"


def _points(by: Paired, sign: str = "+") -> str:
    gain, low, high = (f"{100 * each:{sign}.1f}" for each in (by.gain, by.low, by.high))
    return f"{gain} points ({low} to {high})" if by.of else "not known"
