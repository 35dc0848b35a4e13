"""What a player could have known, for people: where a game went by mistakes and by chance, in points, and a graph of it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from verifier.lang.picture import Picture
from verifier.report.plot import Series, curve, lettered
from verifier.report.text.page import Page, heading, line, pairs, pictured
from verifier.results.luck import Chances, Luck
from verifier.results.share import Z_95, Share
from verifier.results.solved import ReviewedDecision

NAMED_MOST = 3  # mistakes, and strokes of luck of either kind
POINT = 0.005  # less luck than this is not named
OF = 10_000  # units of a share
STYLES = {"Mistake": "bold red", "Bad luck": "yellow", "Good luck": "green"}
CAPTION = "A mark is what the table was worth before a decision, the last what the game came to; its bar is the 95 % interval."
KEY = "o: worth before the decision; -: its 95 % interval"


def lucky(luck: Luck, decisions: Sequence[ReviewedDecision]) -> Page:
    """What it comes to, the gravest mistakes and the strongest strokes of chance, and the graph."""
    yield heading("What could be known", "by somebody who sees the table and not the deal")
    for text in account(luck, decisions):
        yield line(text)
    yield line("")
    named = strokes(decisions)
    if named:
        yield pairs([(Text(title, style=STYLES[title]), text) for title, _, text in named])
        yield line("")
    names, shares = course(luck, decisions)
    yield pictured(graph(luck, decisions), f"{lettered(names, shares)}\n  {KEY}", CAPTION)
    yield line((who_thought(luck), "dim"))


def account(luck: Luck, decisions: Sequence[ReviewedDecision]) -> list[str]:
    """How the game went from what its start was worth to what it came to, in sentences."""
    found = [each.chances for each in decisions if each.chances is not None]
    if not found:
        return ["Nobody decided anything."]
    end = "; what follows the last one is open" if luck.end is None else f", {_percent(luck.end)} at the end"
    count = sum(each.is_mistake for each in found)
    texts = [f"{measure(luck)}: {_percent(luck.start)} before the first decision{end}.",
             f"Decisions gave away {_points(luck.mistakes)} {_within(luck.mistakes_error)}, "
             f"{count or 'none'} of {len(found)} {'is a mistake' if count == 1 else 'are mistakes'} that could be known; "
             f"luck: {signed(luck.luck)}."]
    if abs(luck.still) >= POINT:
        texts.append(f"Of the luck, {signed(luck.still)} are from where chance brought nothing: so far the estimates are off.")
    if not luck.learned:
        texts.append(f"{luck.policy} judges tables by games that end at random, so that to good players they are worth more than "
                     "it says, above all early ones, and luck looks better than it was. It judges better with more "
                     "--simulations, and by what `daybreak train` has learned.")
    if luck.hides:
        texts.append("The game hides things from seats; the player who thinks sees all that lies on the table.")
    return texts


def strokes(decisions: Sequence[ReviewedDecision]) -> list[tuple[str, ReviewedDecision, str]]:
    """The gravest mistakes that could be known, then the strongest strokes of bad and of good luck: what, where, in words."""
    judged = [(each, each.chances) for each in decisions if each.chances is not None]
    mistakes = sorted((pair for pair in judged if pair[1].is_mistake), key=lambda pair: -pair[1].mistake)
    drawn = sorted(((each.luck or 0.0, at, each) for at, each in judged if each.has_chance and abs(each.luck or 0.0) >= POINT),
                   key=lambda one: one[0])
    bad, good = [one for one in drawn if one[0] < 0], [one for one in reversed(drawn) if one[0] > 0]
    return [*(("Mistake", at, f"{_place(at)}: {known(each)}") for at, each in mistakes[:NAMED_MOST]),
            *(("Bad luck" if brought < 0 else "Good luck", at, f"after {_place(at)}: {signed(brought)}")
              for brought, at, _ in (*bad[:NAMED_MOST], *good[:NAMED_MOST]))]


def known(chances: Chances) -> str:
    """What a decision gave away by what could be known."""
    if chances.is_mistake:
        given = f"{_points(chances.mistake)} {_within(chances.mistake_error)}"
        return f"gave away {given} that could be known; better: {chances.best}"
    return "no mistake by what could be known" + ("" if chances.mistake_error == 0.0 else f" {_within(chances.mistake_error)}")


def told(chances: Chances) -> str:
    """A decision by what could be known, with the luck after it."""
    luck = f"; luck after it: {signed(chances.luck)}" if chances.luck is not None and chances.has_chance else ""
    return f"Worth {_percent(chances.after)}; {known(chances)}{luck}"


def measure(luck: Luck) -> str:
    """What worth is, in words."""
    if not luck.field:
        return "The whole grade, from 0 to 1: a half is what nearly all random games stay below"
    name = luck.field.replace("_", " ")
    return f'The chance of "{name}"' if luck.is_chance else f'The mean of "{name}", of its highest value'


def who_thought(luck: Luck) -> str:
    """Who thought, and how much."""
    return (f"By {luck.policy}, {luck.searches} searches of {luck.simulations:,} games for each decision: samples, no proof. "
            "After ± stand two standard errors; what is more than three, and than half a point, is called a mistake.")


def course(luck: Luck, decisions: Sequence[ReviewedDecision]) -> tuple[list[str], tuple[Share, ...]]:
    """What each table was worth before its decision, and the last one: names, and worth as a share with its interval."""
    found = [(str(each.number), each.chances.before, each.chances.before_error) for each in decisions if each.chances is not None]
    if luck.end is not None:
        found.append(("end", luck.end, luck.end_error or 0.0))
    return [name for name, _, _ in found], tuple(_share(worth, error) for _, worth, error in found)


def graph(luck: Luck, decisions: Sequence[ReviewedDecision]) -> Picture | None:
    """The course of a game as a picture; None where nobody decided."""
    names, shares = course(luck, decisions)
    if len(shares) < 2:
        return None
    return curve("before decision (the last mark: the end)" if names[-1] == "end" else "before decision",
                 range(1, len(names) + 1), [Series(measure(luck), shares)])


def signed(worth: float) -> str:
    """Points with their sign."""
    return f"{100 * worth:+.1f} points"


def _points(worth: float) -> str:
    return f"{100 * worth:.1f} points"


def _within(error: float) -> str:
    return f"(± {200 * error:.1f})"


def _percent(worth: float) -> str:
    return f"{100 * worth:.1f} %"


def _place(each: ReviewedDecision) -> str:
    return f"decision {each.number} (event {each.at}), {each.event}"


def _share(worth: float, error: float) -> Share:
    return Share(round(OF * worth), 0, OF, max(0.0, worth - Z_95 * error), min(1.0, worth + Z_95 * error))
