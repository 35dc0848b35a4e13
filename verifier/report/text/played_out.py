"""`play-out` for people: the share that each policy wins, what tells two of them apart, and seeds worth a look.

Where players are told what comes next, the shares are shown against how much that is, a series for each policy.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.report.plot import Series, bars, curve, lettered
from verifier.report.text.page import Page, counts, edition, heading, line, order_fact, pairs, pictured
from verifier.report.text.solve import ended
from verifier.report.text.winnability import mean_text, percent
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyPair, PolicyRow

SEEDS_SHOWN = 8
AIMS = {"first": "the first field of the grade", "grade": "the whole grade"}
CAPTION = "A mark is the share of the deals that a policy won; its bar is the 95 % interval."
KEY = "o: the share won; -: its 95 % interval"
KNOWN_AXIS = "outcomes known of each stream of chance"


def played_out(found: PlayedOut) -> Page:
    """The shares with a plot of them, the policies compared deal by deal, and deals that only some of them won."""
    is_told = any(found.knows)
    who = "who know what comes next" if is_told else "who do not know the deck"
    yield heading(f"What players {who} make of {found.game}")
    yield edition(found.edition)
    played = len(found.policies[0].games)
    yield pairs([("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}" +
                  ("" if played == found.deals else f", of which {played:,} were played")),
                 ("from", found.start), ("players aim at", AIMS[found.objective]), *_told(found),
                 ("ended", ended(found.ending, found.seconds)),
                 ("rests on", "games that were played: a sample, no proof"), *order_fact(found.grade_order)])
    yield line("")
    if not played:
        return
    names, won = [_name(row) for row in found.policies], tuple(row.won for row in found.policies)
    series = list(_series(found)) if len(found.knows) > 1 else []
    picture = curve(KNOWN_AXIS, found.knows, series) if series else bars("share of the deals", names, Series("won", won))
    yield pictured(picture, f"{lettered(names, won)}\n  {KEY}", CAPTION)
    yield line("")
    yield counts(["policy", *(["known"] if is_told else []), "won", "of", "did not end", "decisions a game"],
                 [[_thinks(row), *([row.knows] if is_told else []), percent(row.won), row.won.of, row.unended,
                   f"{row.decisions:.1f}"] for row in found.policies])
    for row in found.policies:
        if row.unended:
            seeds = _listed([game for game in row.games if game.grade is None])
            yield line((f"Stuck, {_who(row.policy, row.knows)}: ", "bold red"),
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
                     [[_compared(each), each.only_policy, each.only_other, _points(each)] for each in found.pairs])
    if is_told:
        yield line(f"`daybreak winnability {found.game}` says what share of deals somebody can win who knows the whole of each.")
    yield line("")
    yield heading("Seeds worth a look")
    yield pairs(_seeds(found))
    if any(game.line for row in found.policies for game in row.games):
        yield line("")
        yield heading("Games", "`daybreak replay` steps through the decisions of one")
        yield pairs([(f"seed {game.seed}, {_who(row.policy, row.knows)}, {'' if game.won else 'not '}won", " / ".join(game.line))
                     for row in found.policies for game in row.games])
    if found.hides:
        yield line("")
        yield line("The game hides things from seats; these players see all that lies on the table.")


def _points(pair: PolicyPair) -> str:
    return f"{100 * pair.gain:+.1f} points ({100 * pair.low:+.1f} to {100 * pair.high:+.1f})"


def _compared(pair: PolicyPair) -> str:
    if pair.policy == pair.other:
        return f"{pair.policy}, {pair.knows:,} known, {pair.other_knows:,} known"
    return f"{_who(pair.policy, pair.knows)}, {_who(pair.other, pair.other_knows)}"


def _name(row: PolicyRow) -> str:
    return f"{_who(row.policy, row.knows)}{_thinks(row)[len(row.policy):]}"


def _thinks(row: PolicyRow) -> str:
    return f"{row.policy}, {row.simulations:,} games a decision" if row.simulations else row.policy


def _who(policy: str, knows: int) -> str:
    return f"{policy}, {knows:,} known" if knows else policy


def _told(found: PlayedOut) -> list[tuple[str, str]]:
    """What players are told, where that is anything."""
    if not any(found.knows):
        return []
    numbers = [f"{knows:,}" for knows in found.knows]
    most = " or ".join([", ".join(numbers[:-1]), numbers[-1]] if len(numbers) > 1 else numbers)
    return [("known", f"at each decision the next {most} outcomes of each stream of chance; what lies behind them players weigh "
             "as the table has it")]


def _series(found: PlayedOut) -> Iterator[Series]:
    """The shares against what is known, for each policy that thinks about chance."""
    for policy in dict.fromkeys(row.policy for row in found.policies):
        rows = [row for row in found.policies if row.policy == policy]
        if len(rows) == len(found.knows):
            yield Series(_thinks(rows[0]), tuple(row.won for row in rows))


def _seeds(found: PlayedOut) -> list[tuple[str, str]]:
    """Deals by who won them."""
    deals = list(zip(*(row.games for row in found.policies), strict=True))
    kinds = [("won by every policy", [games for games in deals if all(game.won for game in games)]),
             ("won by none", [games for games in deals if not any(game.won for game in games)])]
    if len(found.policies) > 1:
        last = [games for games in deals if games[-1].won and not any(game.won for game in games[:-1])]
        kinds.append((f"won by {_who(found.policies[-1].policy, found.policies[-1].knows)} alone", last))
    return [(name, _listed([games[0] for games in some]) or "none") for name, some in kinds]


def _listed(games: list[PlayedDeal]) -> str:
    """The seeds of the first games."""
    return ", ".join(str(game.seed) for game in games[:SEEDS_SHOWN]) + (", ..." if len(games) > SEEDS_SHOWN else "")
