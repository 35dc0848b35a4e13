"""`above` for people: the bounds by scale, and what they rest on."""

from __future__ import annotations

from verifier.report.text.page import Page, counts, edition, heading, line, order_fact, pairs
from verifier.report.text.played_out import AIMS
from verifier.report.text.solve import ended
from verifier.results.above import Above, BoundAtScale


def above(found: Above) -> Page:
    """The mean of the bounds at each scale, how many deals were cut off, and what is to be read from it."""
    yield heading(f"What players of {found.game_title or found.game} can win at most who do not know the deck")
    yield edition(found.edition)
    done = len(found.scales[0].games)
    yield pairs([("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}" +
                  ("" if done == found.deals else f", of which {done:,} were bounded")),
                 ("from", found.start), ("worth", AIMS[found.objective]),
                 ("level", "none" if found.level is None else f"{found.level:g}: no deal counts less where penalties count"),
                 *([("penalties", f"by what was learned from {found.positions:,} positions; {found.samples:,} samples a mean")]
                   if found.positions else []),
                 ("ended", ended("played" if found.ending == "done" else found.ending, found.seconds)),
                 ("rests on", "a proof for each deal that was followed; the mean over deals is a sample"),
                 *order_fact(found.grade_order)])
    yield line("")
    if not done:
        return
    yield counts(["penalties count", "bound", "95 % interval", "cut off", "at the level", "states a deal"],
                 [_row(each) for each in found.scales])
    if any(each.cut for each in found.scales if each.scale):
        yield line(("Cut off: ", "bold"), f"of a deal with more than {found.states:,} states nothing is known but the most that "
                   "any deal can count; --states raises the limit, --level leaves out more.")
    if found.unended:
        yield line(("Stuck: ", "bold red"), f"in {found.unended:,} deals play can stop without an end, which counts as the best.")
    yield line("Each line is a bound by itself; to pick the smallest, take fresh deals.")
    if found.hides:
        yield line("The game hides things from seats; this bounds players who see all that lies on the table, and so those "
                   "who do not.")


def _row(each: BoundAtScale) -> list[str]:
    games = each.games
    states = sum(game.states for game in games) / len(games)
    name = "nothing: who knows the deal" if not each.scale else "in full" if each.scale == 1 else f"{each.scale:g}"
    bound = (f"{each.mean:.3f}", f"{each.low:.3f} to {each.high:.3f}") if each.says_something else ("says nothing", "-")
    return [name, *bound, f"{each.cut:,} of {len(games):,}", f"{each.at_level:,}", f"{states:,.0f}" if states else "-"]
