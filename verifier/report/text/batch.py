"""`batch` for people: what a run did, what is known of all deals together, and where questions differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.report.plot import Series, bars, lettered
from verifier.report.text.difficulty import PEEKING
from verifier.report.text.page import Page, counts, edition, grade_text, heading, line, order_fact, pairs, pictured
from verifier.report.text.solve import ended
from verifier.report.text.winnability import CAPTION, KEY, RESTS_ON, percent
from verifier.results.batched import Asking, Batched, BatchExported, BatchShown, Compared, Tally

ASKED = {"solve": "what can be reached", "policy": "what random and peeking players win"}


def batched(found: Batched) -> Page:
    """What was asked, how much was there, how much is done, and what to do next."""
    job = f", job {found.shard}" if found.shard else ""
    yield heading(f"A batch of deals of {found.game}", found.folder + job)
    first, several = found.questions[0], len(found.questions)
    yield from _editions(found.questions)
    under = f"; under {several} editions or rulings" if several > 1 else ""
    yield pairs([("asked", f"{ASKED[first.ask]}, {_limits(first)}{under}"),
                 ("deals", f"seeds {found.first} to {found.last}"
                  + (f", {found.deals:,} answers in all" if several > 1 or found.shard else "")),
                 ("there", f"{found.known:,} before, {found.answered:,} answered now, {found.left:,} left"),
                 ("ended", ended(found.ending, found.seconds) + _rate(found))])
    yield line("")
    if found.ending == "interrupted":
        yield line("The same command goes on from here.")
    elif found.shard:
        yield line("When every job is done, the same command without --shard gathers their files.")
    else:
        yield line(f"See `daybreak batch show {found.folder}`.")


def _editions(questions: Sequence[Asking]) -> Page:
    """The editions that are asked about, each once."""
    for note in dict.fromkeys(each.edition for each in questions):
        yield edition(note)


def _rate(found: Batched) -> str:
    if not found.seconds or not found.answered:
        return ""
    workers = "" if found.workers == 1 else f" by {found.workers} workers"
    return f"; {found.answered / found.seconds:,.1f} deals a second{workers}"


def _limits(asking: Asking) -> str:
    games = f", {asking.games} games of each player" if asking.games else ""
    if asking.ask == "policy":
        return games.removeprefix(", ")
    seconds = "" if asking.seconds_most is None else f" or {asking.seconds_most:g} s"
    return f"at most {asking.states:,} states{seconds} a deal{games}"


def shown(found: BatchShown) -> Page:
    """Each question with its shares, the questions side by side, best grades, seeds worth a look, and what it took."""
    yield heading(f"Deals of {found.game or 'no game yet'}", found.folder)
    if not found.tallies:
        yield line("Nothing was answered yet.")
        return
    yield from _editions([tally.asking for tally in found.tallies])
    asked = sorted({_limits(tally.asking) for tally in found.tallies})
    rests_on = dict.fromkeys(RESTS_ON[tally.asking.bound] for tally in found.tallies if tally.asking.ask != "policy")
    yield pairs([*(("asked", each) for each in asked), *(("rests on", each) for each in rests_on),
                 *order_fact(found.grade_order)])
    yield line("")
    yield from _plot(found)
    yield from _shares(found)
    yield from _compared(found)
    yield heading("Best grades")
    yield counts(["edition and rulings", "best grade", "share", "deals", "not proved"],
                 [[tally.asking.name, grade_text(each.grade), percent(each.share), f"{each.share.count:,}",
                   f"{each.share.undecided:,}"] for tally in found.tallies for each in tally.grades]
                 or [["none is proved", "", "", "", ""]])
    yield line("")
    yield heading("Seeds worth a look", "by the games that random players win, then peeking ones")
    yield counts(["edition and rulings", "hardest for random players", "lost", "failed"],
                 [[tally.asking.name, _seeds(tally.hardest), _seeds(tally.lost), tally.failed] for tally in found.tallies])
    if timed := [(tally, tally.seconds_a_deal) for tally in found.tallies if tally.seconds_a_deal is not None]:
        yield line("")
        yield heading("What it took")
        yield counts(["edition and rulings", "states", "CPU time", "5 % of the deals below", "half below", "95 % below"],
                     [[tally.asking.name, f"{tally.states:,}", f"{tally.seconds:,.0f} s",
                       *(f"{seconds * 1000:,.1f} ms" for seconds in each)] for tally, each in timed])


def _plot(found: BatchShown) -> Page:
    rows = [(tally.asking.name, tally.won) for tally in found.tallies if tally.won is not None and tally.won.of]
    if rows:
        names, shares = [name for name, _ in rows], tuple(share for _, share in rows)
        picture = bars("share of the deals that can be won", names, Series("can be won", shares))
        yield pictured(picture, f"  deals that can be won\n{lettered(names, shares)}\n  {KEY}", CAPTION)
        yield line("")


def _shares(found: BatchShown) -> Page:
    players = any(tally.random is not None and tally.won is not None for tally in found.tallies)
    if players:
        yield line("Games were played on the deals that can be won.")
    if any(tally.random is not None for tally in found.tallies):
        yield line(PEEKING)
    yield counts(["edition and rulings", "deals", "can be won", "not settled", "random games won", "peeking games won"],
                 [[tally.asking.name, f"{tally.deals:,}", *_cells(tally)] for tally in found.tallies])
    yield line("")


def _cells(tally: Tally) -> Iterator[str]:
    yield "not asked" if tally.won is None else percent(tally.won)
    yield "" if tally.won is None else f"{tally.won.undecided:,}"
    for share in (tally.random, tally.greedy):
        yield "" if share is None else percent(share)


def _compared(found: BatchShown) -> Page:
    if not found.compared:
        return
    yield heading("Deal by deal", f"against {found.tallies[0].asking.name}, by best grades that are proved")
    yield counts(["with", "better", "worse", "the same", "not proved", "won only before", "won only with it"],
                 [[each.differs, *_pair(each)] for each in found.compared])
    yield line("")


def _pair(each: Compared) -> Iterator[str]:
    for number in (each.better, each.worse, each.same, each.open, *each.won_only):
        yield f"{number:,}"


def _seeds(seeds: tuple[int, ...]) -> str:
    return ", ".join(map(str, seeds)) or "none"


def exported(found: BatchExported) -> Page:
    """What was written where."""
    yield line(f"{found.rows:,} rows written: {found.file} ({found.format})")
