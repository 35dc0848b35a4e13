"""What a player could have known, for people: where a game went by mistakes and by chance, in points, and a graph of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from verifier.lang.picture import Picture
from verifier.report.plot import Series, curve, lettered
from verifier.report.text.page import Page, heading, line, pairs, pictured
from verifier.results.luck import Chances, Course, Luck
from verifier.results.share import Share
from verifier.results.solved import ReviewedDecision

NAMED_MOST = 3  # mistakes, and strokes of luck of either kind
POINT = 0.005  # less luck than this is not named
OF = 10_000  # units of a share
T_95 = 2.365  # standard errors of a 95 % interval by the means of eight searches (Student's t with seven degrees of freedom)
ROWS_MOST, STEP = 24, 0.02  # of a graph in letters; of a longer one, tables that are worth so much more or less than the last
BAD, GOOD = "Bad luck", "Good luck"
WORSE, BETTER = "Turn for the worse", "Turn for the better"  # where others decide, too: what they give away is no luck
STYLES = {"Mistake": "bold red", BAD: "yellow", WORSE: "yellow", GOOD: "green", BETTER: "green"}
CAPTION = ("A mark is what the table was worth before a decision, the last what the game came to, or what the last table is "
           "worth where the line breaks off; its bar is the 95 % interval, by the noise of sampling alone.")
KEY = "o: worth before the decision; -: its 95 % interval"
HIDDEN = "The game hides things from seats: each decision is judged over tables that may lie there, by what its seat had seen."
NEXT = " Where the next seat had seen something else, that is in the luck."
OTHERS = (" No seat draws conclusions from what others decided: neither the one that is judged, so that what is right by such "
          "a conclusion may be called a mistake, nor the others, so that whoever is seen through is worse off than is said here.")


def lucky(luck: Luck, decisions: Sequence[ReviewedDecision]) -> Page:
    """What it comes to, the gravest mistakes and the strongest strokes of chance, and the graph."""
    yield heading("What could be known", "by what the seat that decides had seen" if luck.hides else
                  "by seats that see the table and not the deal" if luck.by_seat else
                  "by somebody who sees the table and not the deal")
    for text in account(luck, decisions):
        yield line(text)
    yield line("")
    named = strokes(luck, decisions)
    if named:
        yield pairs([(Text(title, style=STYLES[title]), text) for title, _, text in named])
        yield line("")
    for each in luck.courses:
        names, shares = _turns(*points(luck, each, decisions))
        if luck.by_seat:
            yield line((each.seat, "bold"))
        yield pictured(graph(luck, each, decisions), f"{lettered(names, shares)}\n  {KEY}", CAPTION)
    if luck.courses:
        yield line((who_thought(luck), "dim"))


def account(luck: Luck, decisions: Sequence[ReviewedDecision]) -> list[str]:
    """How the game went from what its start was worth to what it came to, in sentences."""
    if luck.unthought and not luck.courses:
        return ["Interrupted before any decision was judged by what could be known."]
    texts = [text for each in luck.courses for text in _went(luck, each)] if any(each.chances for each in decisions) else [
        "Nobody decided anything." if not decisions else "No decision could be judged."]
    if luck.by_seat and luck.courses:
        texts.insert(0, f"Each seat plays for itself. {measure(luck)}:")
    still = 0.0 if luck.by_seat else sum(each.still for each in luck.courses)
    if abs(still) >= POINT:
        texts.append(f"Of the luck, {signed(still)} are from where chance brought nothing: so far the estimates are off.")
    if not luck.learned and luck.by_seat:
        texts.append(f"{luck.policy} judges tables by games that end at random: to good players, early ones may be worth more or "
                     "less than it says. It judges better with more --simulations.")
    elif not luck.learned:
        texts.append(f"{luck.policy} judges tables by games that end at random, so that to good players they are worth more than "
                     "it says, above all early ones, and luck looks better than it was. It judges better with more "
                     "--simulations, and by what `daybreak train` has learned.")
    if luck.hides:
        texts.append(f"{HIDDEN}{OTHERS if luck.by_seat else NEXT}")
    if luck.lost:
        texts.append(f"{luck.lost} decision{' was' if luck.lost == 1 else 's were'} not judged: no table that the seat imagined "
                     "explained what it saw. What they gave away is in none of the numbers.")
    if luck.unthought:
        texts.append(f"Interrupted: the last {f'{luck.unthought} decisions were' if luck.unthought > 1 else 'decision was'} not "
                     "judged, and what happened after the one before is open.")
    return texts


def _went(luck: Luck, found: Course) -> Iterator[str]:
    """How it went for everybody, or for one seat."""
    wrong = f"{found.wrong or 'none'} of {found.decisions} {'is a mistake' if found.wrong < 2 else 'are mistakes'}"
    if luck.by_seat:
        end = "; how it ends for that seat is open" if found.end is None else f", {_percent(found.end)} {_at_the_last(luck)}"
        still = f" ({signed(found.still)} of that where nothing happened: so far the estimates are off)"
        luck_of = f"what others and chance did: {signed(found.luck)}{still if abs(found.still) >= POINT else ''}"
        yield (f"{found.seat}: {_percent(found.start)} before its first decision{end}. Its decisions gave away {_given(found)}, "
               f"{wrong} that could be known; {luck_of}.")
        return
    end = "; what follows the last one is open" if found.end is None else f", {_percent(found.end)} {_at_the_last(luck)}"
    yield f"{measure(luck)}: {_percent(found.start)} before the first decision{end}."
    yield f"Decisions gave away {_given(found)}, {wrong} that could be known; luck: {signed(found.luck)}."


def _at_the_last(luck: Luck) -> str:
    return "at the end" if luck.over else "where the line breaks off"


def _given(found: Course) -> str:
    """What decisions gave away, if that can be told from noise."""
    if found.mistakes > 2 * found.mistakes_error or found.mistakes_error == 0.0:
        return f"{_points(found.mistakes)} {_within(found.mistakes_error)}"
    return f"nothing that can be told ({signed(found.mistakes)} {_within(found.mistakes_error)[1:]}"


def strokes(luck: Luck, decisions: Sequence[ReviewedDecision]) -> list[tuple[str, ReviewedDecision, str]]:
    """The gravest mistakes that could be known, then what did most harm and most good besides: what, where, in words."""
    judged = [(each, each.chances) for each in decisions if each.chances is not None]
    mistakes = sorted((pair for pair in judged if pair[1].is_mistake), key=lambda pair: -pair[1].mistake)
    drawn = sorted(((each.luck or 0.0, at, each) for at, each in judged if each.has_chance and is_told(each)),
                   key=lambda one: one[0])
    bad, good = [one for one in drawn if one[0] < 0], [one for one in reversed(drawn) if one[0] > 0]
    worse, better, whose = (WORSE, BETTER, " by what others and chance did") if luck.by_seat else (BAD, GOOD, "")
    return [*(("Mistake", at, f"{_place(at)}: {known(each)}") for at, each in mistakes[:NAMED_MOST]),
            *((worse if brought < 0 else better, at, f"after {_place(at)}: {signed(brought)}{whose}")
              for brought, at, _ in (*bad[:NAMED_MOST], *good[:NAMED_MOST]))]


def is_told(chances: Chances) -> bool:
    """Whether what happened after a decision is more than noise, and worth naming."""
    return abs(chances.luck or 0.0) >= max(POINT, 2 * (chances.luck_error or 0.0))


def known(chances: Chances) -> str:
    """What a decision gave away by what could be known."""
    if chances.is_mistake:
        given = f"{_points(chances.mistake)} {_within(chances.mistake_error)}"
        return f"gave away {given} that could be known; better: {chances.best}"
    return "no mistake by what could be known" + ("" if chances.mistake_error == 0.0 else f" {_within(chances.mistake_error)}")


def told(chances: Chances, *, by_seat: bool) -> str:
    """A decision by what could be known, with what happened after it."""
    is_named = chances.luck is not None and chances.has_chance and is_told(chances)
    what = "what others and chance did next" if by_seat else "luck after it"
    then = f"; {what}: {signed(chances.luck or 0.0)}" if is_named else ""
    return f"Worth {_percent(chances.after)} after it; {known(chances)}{then}"


def measure(luck: Luck) -> str:
    """What worth is, in words."""
    if luck.by_seat:
        return "The chance of its best end" if luck.is_chance else "What the end is worth to it, of the most"
    if not luck.field:
        return "The whole grade, from 0 to 1: a half is what nearly all random games stay below"
    name = luck.field.replace("_", " ")
    return f'The chance of "{name}"' if luck.is_chance else f'The mean of "{name}", of its highest value'


def who_thought(luck: Luck) -> str:
    """Who thought, and how much."""
    sure = "three and a half" if luck.hides or luck.by_seat else "three"
    again = f", and as many of {luck.deeper:,} for what looked like a mistake" if luck.deeper else ""
    return (f"By {luck.policy}, {luck.searches} searches of {luck.simulations:,} games for each decision{again}: samples, no "
            f"proof. After ± stand two standard errors; what is more than {sure}, and than half a point, is called a mistake. "
            "That is the noise of sampling alone: what all searches get wrong is not in it, and so mistakes can be missed.")


def points(luck: Luck, found: Course, decisions: Sequence[ReviewedDecision]) -> tuple[list[str], tuple[Share, ...]]:
    """What each table was worth before its decision, and the last one: names, and worth as a share with its interval."""
    judged = [(str(each.number), each.chances.before, each.chances.before_error) for each in decisions
              if each.chances is not None and found.seat in ("", each.chances.seat)]
    if found.end is not None:
        judged.append(("end" if luck.over else "last", found.end, found.end_error or 0.0))
    return [name for name, _, _ in judged], tuple(_share(worth, error) for _, worth, error in judged)


def _turns(names: list[str], shares: Sequence[Share]) -> tuple[list[str], list[Share]]:
    """The same without tables that are worth much the same as the last one that is kept, where there are many."""
    kept = list[int]()
    for at, each in enumerate(shares):
        last = at in (0, len(shares) - 1) or len(shares) <= ROWS_MOST
        if last or abs(each.count - shares[kept[-1]].count) >= OF * STEP:
            kept.append(at)
    return [names[at] for at in kept], [shares[at] for at in kept]


def graph(luck: Luck, found: Course, decisions: Sequence[ReviewedDecision]) -> Picture | None:
    """The course of a game as a picture; None where nobody decided."""
    names, shares = points(luck, found, decisions)
    if len(shares) < 2:
        return None
    last = "" if found.end is None else f" (the last mark: {'the end' if luck.over else 'where the line breaks off'})"
    axis = f"before decision of {found.seat}{last}" if luck.by_seat else f"before decision{last}"
    numbers = [int(name) if name.isdecimal() else len(decisions) + 1 for name in names]
    return curve(axis, numbers, [Series(measure(luck), shares)])


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
    who = f" of {each.chances.seat}" if each.chances is not None and each.chances.seat else ""
    return f"decision {each.number}{who} (event {each.at}), {each.event}"


def _share(worth: float, error: float) -> Share:
    return Share(round(OF * worth), 0, OF, max(0.0, worth - T_95 * error), min(1.0, worth + T_95 * error))
