"""`play-out` for people: the share that each policy wins, what tells two of them apart, and seeds worth a look.

Where players are told what comes next, or think for longer, the shares are shown against how much that is, a series for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verifier.lang.picture import Picture
from verifier.report.plot import SERIES_MOST, Series, bars, curve, lettered
from verifier.report.text.page import Page, counts, edition, heading, line, order_fact, pairs, pictured
from verifier.report.text.solve import ended
from verifier.report.text.winnability import mean_text, percent
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyPair, PolicyRow
from verifier.results.readings_played import LITTLE, RARE
from verifier.results.share import Mean, Share, share

SEEDS_SHOWN = 8
AIMS = {"first": "the first field of the grade", "grade": "the whole grade",
        "seat": "what the end is worth to the seat that decides"}
CAPTION = "A mark is the share of the deals that a policy won; its bar is the 95 % interval."
BY_SEAT = "A mark is the share of the games that a seat won; its bar is the 95 % interval."
KEY = "o: the share won; -: its 95 % interval"
KNOWN_AXIS = "outcomes known of each stream of chance"
GAMES_AXIS = "games simulated before each decision"


def played_out(found: PlayedOut) -> Page:
    """The shares with a plot of them, the policies compared deal by deal, and deals that only some of them won."""
    is_told = any(found.knows)
    who = "who know what comes next" if is_told else "who do not know the deck"
    yield heading(f"What players make of {found.game_title or found.game}, each seat for itself" if found.objective == "seat" else
                  f"What players {who} make of {found.game_title or found.game}")
    yield edition(found.edition)
    played = len(found.policies[0].games)
    yield pairs([("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}" +
                  ("" if played == found.deals else f", of which {played:,} were played")),
                 ("from", found.start), ("players aim at", _aim(found)), *_told(found),
                 ("ended", ended(found.ending, found.seconds)),
                 ("rests on", "games that were played: a sample, no proof"), *order_fact(found.grade_order)])
    yield line("")
    if not played:
        return
    if found.objective == "seat":
        yield from _by_seat(found)
        return
    names, won = [_name(row) for row in found.policies], _won(found.policies)
    yield pictured(_picture(found, names), f"{lettered(names, won)}\n  {KEY}", CAPTION)
    yield line("")
    yield from _thinking_longer(found)
    yield counts(["policy", *(["known"] if is_told else []), "won", "of", "did not end", "decisions a game"],
                 [[_thinks(row), *([row.knows] if is_told else []), percent(row.won), row.won.of, row.unended,
                   f"{row.decisions:.1f}"] for row in found.policies])
    for row in found.policies:
        if row.unended:
            seeds = _listed([game for game in row.games if game.grade is None])
            yield line((f"Stuck, {_who(found, row)}: ", "bold red"),
                       f"{row.unended:,} games did not end (seeds {seeds}); the first: {row.why}. "
                       f"`daybreak check {found.game}` looks for such play.")
    if fields := list(dict.fromkeys(name for row in found.policies for name in row.came_to)):
        yield line("")
        yield heading("What ends came to", "the mean of each number of the grade, with its 95 % interval")
        yield counts(["policy", *(["known"] if is_told else []), *fields],
                     [[_thinks(row), *([row.knows] if is_told else []), *(mean_text(row.came_to.get(name)) for name in fields)]
                      for row in found.policies])
    if found.pairs:
        yield line("")
        yield heading("One policy against the next", "on the same deals")
        yield counts(["policies", "only the first won", "only the second won", "the second wins more often by"],
                     [[_compared(found, each), each.only_policy, each.only_other, _points(each)] for each in found.pairs])
    if is_told:
        yield line(f"`daybreak winnability {found.game}` says what share of deals somebody can win who knows the whole of each.")
    yield line("")
    yield heading("Seeds worth a look")
    yield pairs(_seeds(found))
    if any(game.line for row in found.policies for game in row.games):
        yield line("")
        yield heading("Games", "`daybreak replay` steps through the decisions of one")
        yield pairs([(f"seed {game.seed}, {_who(found, row)}, {'' if game.won else 'not '}won", " / ".join(game.line))
                     for row in found.policies for game in row.games])
    yield from _hidden(found)


def _by_seat(found: PlayedOut) -> Page:
    """What ends are worth to each seat, under each policy, which all seats play."""
    is_won = found.best_outcome == 1
    rows = [(f"{seat}, {_name(row)}", row, seat) for row in found.policies for seat in row.seats]
    yield heading("What each seat wins" if is_won else "What the end is worth to each seat",
                  "all seats play the same policy, each for itself; 95 % intervals" + (
                      "" if is_won else f", from 0, the worst, to {found.best_outcome:,}"))
    if is_won and rows:
        names, won = [name for name, *_ in rows], tuple(_won_by(row, seat) for _, row, seat in rows)
        yield pictured(bars("share of the games", names, Series("won", won)), f"{lettered(names, won)}\n  {KEY}", BY_SEAT)
        yield line("")
    yield counts(["policy", "seat", "won" if is_won else "worth", "games"],
                 [[_name(row), seat, percent(_won_by(row, seat)) if is_won else mean_text(row.seats[seat]),
                   sum(seat in game.outcomes for game in row.games)] for _, row, seat in rows])
    yield line("")
    yield counts(["policy", "did not end", "decisions a game"],
                 [[_name(row), row.unended, f"{row.decisions:.1f}"] for row in found.policies])
    for row in found.policies:
        if row.unended:
            yield line((f"Stuck, {_who(found, row)}: ", "bold red"), f"{row.unended:,} games did not end; the first: {row.why}.")
    yield line("")
    yield line("How good a seat is depends on how well all of them play: between players who think longer it may be another.")
    yield from _hidden(found)


def _won_by(row: PolicyRow, seat: str) -> Share:
    worths = [game.outcomes[seat] for game in row.games if seat in game.outcomes]
    return share(sum(worths), 0, len(worths))


def _hidden(found: PlayedOut) -> Page:
    if not found.hides:
        return
    yield line("")
    yield line("The game hides things from seats: each decision rests on what its seat has seen.")
    if lost := sum(row.lost for row in found.policies):
        yield line(f"{lost:,} decisions were made at random, as the seat could explain no more what it had seen.")


def _aim(found: PlayedOut) -> str:
    wider = " and ".join(dict.fromkeys(row.policy for row in found.policies if row.aims_wider))
    return AIMS[found.objective] + (f"; {wider} at {AIMS['grade']}, as won games are too rare to go by" if wider else "")


def _points(pair: PolicyPair) -> str:
    return f"{100 * pair.gain:+.1f} points ({100 * pair.low:+.1f} to {100 * pair.high:+.1f})"


def signed(more: Mean) -> str:
    """A difference of means with its interval."""
    return f"{more.at:+.2f} in every game" if more.low == more.high else f"{more.at:+.2f} ({more.low:+.2f} to {more.high:+.2f})"


def _compared(found: PlayedOut, pair: PolicyPair) -> str:
    if pair.is_longer:
        unit = _unit(pair.policy)
        return f"{_named(pair.policy, pair.knows)}, {pair.simulations:,} {unit}, {pair.other_simulations:,} {unit}"
    has_budgets = len(found.simulations) > 1
    if pair.policy == pair.other:
        alike = _named(pair.policy, 0, pair.simulations if has_budgets else 0)
        return f"{alike}, {pair.knows:,} known, {pair.other_knows:,} known"
    return ", ".join(_named(policy, knows, simulations if has_budgets else 0) for policy, knows, simulations in (
        (pair.policy, pair.knows, pair.simulations), (pair.other, pair.other_knows, pair.other_simulations)))


def _picture(found: PlayedOut, names: Sequence[str]) -> Picture:
    """The shares against what is known, or else against how long players think, or else one below the other.

    Of more series than a plot can tell apart it has the last ones, which are those of players who think longest.
    """
    rows = found.policies
    known = _series(rows, lambda row: (row.policy, row.simulations), len(found.knows))
    if len(found.knows) > 1 and known:
        return curve(KNOWN_AXIS, found.knows, [Series(_thinks(some[0]), _won(some)) for some in known[-SERIES_MOST:]])
    longer = _series(rows, lambda row: (row.policy, row.knows), len(found.simulations))
    if len(found.simulations) > 1 and longer:
        return curve(GAMES_AXIS, found.simulations, [Series(_named(some[0].policy, some[0].knows), _won(some))
                                                     for some in longer[-SERIES_MOST:]], by_factors=True)
    return bars("share of the deals", names, Series("won", _won(rows)))


def _series(rows: Sequence[PolicyRow], by: Callable[[PolicyRow], tuple[str, int]], length: int) -> list[list[PolicyRow]]:
    """The rows that have the same name, in their order, where there are so many of them."""
    kinds = dict[tuple[str, int], list[PolicyRow]]()
    for row in rows:
        kinds.setdefault(by(row), []).append(row)
    return [some for some in kinds.values() if len(some) == length]


def _won(rows: Sequence[PolicyRow]) -> tuple[Share, ...]:
    return tuple(row.won for row in rows)


def _thinking_longer(found: PlayedOut) -> Page:
    """Whether those who think longest win more than when they think a step less long.

    Where they win hardly any deal, that is told by the first number of the grade.
    """
    most = [pair for pair in found.pairs if pair.is_longer and pair.other_simulations == found.simulations[-1]]
    for pair in most:
        who, name = _named(pair.policy, pair.knows), next(iter(pair.came_to), "")
        own = [row.won for row in found.policies if (row.policy, row.knows) == (pair.policy, pair.knows)]
        if all(won.count == won.of for won in own):
            yield line((f"There is no more to win for {who}: ", "bold"),
                       f"it wins every deal with {found.simulations[0]:,} {_unit(pair.policy)}.")
            continue
        is_won = any(won.count > RARE * won.of for won in own)
        more = Mean(pair.gain, pair.low, pair.high) if is_won or not name else pair.came_to[name]
        if more.low > 0:
            title = f"Thinking longer still helps {who}"
        elif is_won and more.high < LITTLE:
            title = f"Thinking longer helps {who} no more"
        else:
            title = f"These deals do not tell whether thinking longer still helps {who}"
        by = f"wins more often by {_points(pair)}" if is_won or not name else f"has more {name} by {signed(more)}"
        yield line((f"{title}: ", "bold"),
                   f"with {pair.other_simulations:,} {_unit(pair.policy)} instead of {pair.simulations:,} it {by}.")
    if most:
        yield line("")


def _name(row: PolicyRow) -> str:
    return f"{_named(row.policy, row.knows)}{_thinks(row)[len(row.policy):]}"


def _thinks(row: PolicyRow) -> str:
    return f"{row.policy}, {row.simulations:,} {_unit(row.policy)} a decision" if row.simulations else row.policy


def _unit(policy: str) -> str:
    """What somebody has so many of, before each decision."""
    return "positions" if policy.endswith("expectimax") else "games"


def _who(found: PlayedOut, row: PolicyRow) -> str:
    return _named(row.policy, row.knows, row.simulations if len(found.simulations) > 1 else 0)


def _named(policy: str, knows: int, simulations: int = 0) -> str:
    """A policy, with what it knows and how long it thinks if that is to be told."""
    return ", ".join([policy, *([f"{knows:,} known"] if knows else []),
                      *([f"{simulations:,} {_unit(policy)}"] if simulations else [])])


def _told(found: PlayedOut) -> list[tuple[str, str]]:
    """What players are told, where that is anything."""
    if not any(found.knows):
        return []
    numbers = [f"{knows:,}" for knows in found.knows]
    most = " or ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)
    return [("known", f"at each decision the next {most} outcomes of each stream of chance; what lies behind them players weigh "
             "as the table has it")]


def _seeds(found: PlayedOut) -> list[tuple[str, str]]:
    """Deals by who won them."""
    deals = list(zip(*(row.games for row in found.policies), strict=True))
    kinds = [("won by every policy", [games for games in deals if all(game.won for game in games)]),
             ("won by none", [games for games in deals if not any(game.won for game in games)])]
    if len(found.policies) > 1:
        last = [games for games in deals if games[-1].won and not any(game.won for game in games[:-1])]
        kinds.append((f"won by {_who(found, found.policies[-1])} alone", last))
    return [(name, _listed([games[0] for games in some]) or "none") for name, some in kinds]


def _listed(games: list[PlayedDeal]) -> str:
    """The seeds of the first games."""
    return ", ".join(str(game.seed) for game in games[:SEEDS_SHOWN]) + (", ..." if len(games) > SEEDS_SHOWN else "")
