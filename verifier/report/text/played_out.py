"""`play-out` for people: the share that each policy wins, what tells two of them apart, and seeds worth a look."""

from __future__ import annotations

from verifier.report.plot import Series, bars, lettered
from verifier.report.text.page import Page, counts, edition, heading, line, order_fact, pairs, pictured
from verifier.report.text.solve import ended
from verifier.report.text.winnability import percent
from verifier.results.played_out import PlayedDeal, PlayedOut, PolicyPair, PolicyRow

SEEDS_SHOWN = 8
AIMS = {"first": "the first field of the grade", "grade": "the whole grade"}
CAPTION = "A mark is the share of the deals that a policy won; its bar is the 95 % interval."
KEY = "o: the share won; -: its 95 % interval"


def played_out(found: PlayedOut) -> Page:
    """The shares with a plot of them, the policies compared deal by deal, and deals that only some of them won."""
    yield heading(f"What players who do not know the deck make of {found.game}")
    yield edition(found.edition)
    played = len(found.policies[0].games)
    yield pairs([("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}" +
                  ("" if played == found.deals else f", of which {played:,} were played")),
                 ("from", found.start), ("players aim at", AIMS[found.objective]), ("ended", ended(found.ending, found.seconds)),
                 ("rests on", "games that were played: a sample, no proof"), *order_fact(found.grade_order)])
    yield line("")
    if not played:
        return
    names, won = [_name(row) for row in found.policies], tuple(row.won for row in found.policies)
    yield pictured(bars("share of the deals", names, Series("won", won)), f"{lettered(names, won)}\n  {KEY}", CAPTION)
    yield line("")
    yield counts(["policy", "won", "of", "did not end", "decisions a game"],
                 [[_name(row), percent(row.won), row.won.of, row.unended, f"{row.decisions:.1f}"] for row in found.policies])
    for row in found.policies:
        if row.unended:
            seeds = _listed([game for game in row.games if game.grade is None])
            yield line((f"Stuck, {row.policy}: ", "bold red"), f"{row.unended:,} games did not end (seeds {seeds}); the first: "
                       f"{row.why}. `daybreak check {found.game}` looks for such play.")
    if found.pairs:
        yield line("")
        yield heading("One policy against the next", "on the same deals")
        yield counts(["policies", "only the first won", "only the second won", "the second wins more often by"],
                     [[f"{each.policy}, {each.other}", each.only_policy, each.only_other, _points(each)] for each in found.pairs])
    yield line("")
    yield heading("Seeds worth a look")
    yield pairs(_seeds(found))
    if found.hides:
        yield line("")
        yield line("The game hides things from seats; these players see all that lies on the table.")


def _points(pair: PolicyPair) -> str:
    return f"{100 * pair.gain:+.1f} points ({100 * pair.low:+.1f} to {100 * pair.high:+.1f})"


def _name(row: PolicyRow) -> str:
    return f"{row.policy}, {row.simulations:,} games a decision" if row.simulations else row.policy


def _seeds(found: PlayedOut) -> list[tuple[str, str]]:
    """Deals by who won them."""
    deals = list(zip(*(row.games for row in found.policies), strict=True))
    kinds = [("won by every policy", [games for games in deals if all(game.won for game in games)]),
             ("won by none", [games for games in deals if not any(game.won for game in games)])]
    if len(found.policies) > 1:
        last = [games for games in deals if games[-1].won and not any(game.won for game in games[:-1])]
        kinds.append((f"won by {found.policies[-1].policy} alone", last))
    return [(name, _listed([games[0] for games in some]) or "none") for name, some in kinds]


def _listed(games: list[PlayedDeal]) -> str:
    """The seeds of the first games."""
    return ", ".join(str(game.seed) for game in games[:SEEDS_SHOWN]) + (", ..." if len(games) > SEEDS_SHOWN else "")
