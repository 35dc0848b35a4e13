"""`readings-played` for people: the readings that change much for a good player first, then those that change little."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.report.plot import Series, bars, lettered
from verifier.report.text.page import Page, counts, edition, heading, line, pairs, pictured
from verifier.report.text.played_out import AIMS, KEY, signed
from verifier.report.text.solve import ended
from verifier.report.text.winnability import percent
from verifier.results.readings_played import LITTLE, MUCH, SELDOM, ChoicePlayed, ReadingsPlayed, Rival
from verifier.results.share import Mean

EFFECTS = {
    "much": f"Changes the player's share by more than {MUCH:.0%} of the deals",
    "some": "Changes it, by more or less than that",
    "little": f"Changes it by less than {LITTLE:.0%} of the deals",
    "less": f"Changes it by less than {MUCH:.0%} of the deals, if at all",
    "open": "These deals do not tell whether it changes anything",
}
MISSING = 20  # one of so many intervals does not hold what is true
ONE_SIDED = ("This bounds losses alone: whoever plays on as before loses by each of them at most that share of the games.  What "
             "somebody may gain who aims for it, and so brings it up more often, was not measured.")
CAPTION = "A mark is the share of the deals that the player won under the choice; its bar is the 95 % interval."


def readings_played(found: ReadingsPlayed) -> Page:
    """Findings by how much changes, then each choice with its shares, and how they were measured."""
    yield heading(f"What readings of {found.game_title or found.game} do to a player who does not know the deck")
    yield edition(found.edition)
    least, most = ((f"{number / found.deals:.1%}" for number in (min(found.won_by), max(found.won_by)))
                   if found.won_by else ("", ""))
    several = f", by {found.players} players who each played all deals, and won {least} to {most}" if found.players > 1 else ""
    own = [("under the rulings in force", f"{percent(found.in_force)} won{several}; by random players {percent(found.random)}")] \
        if found.in_force is not None and found.random is not None else []
    if found.best_outcome:
        own = [("under the rulings in force", _to_seats(found))]
    learned = [("learned", _learning(found))] if found.rounds else []
    if found.rival is not None:
        learned.append(("who learned nothing", f"under the rulings in force {_beside(found.rival)}"))
    thinks = f", {found.simulations:,} games a decision" if found.simulations else ""
    yield pairs([("player", f"{found.policy}{thinks}, aiming at {AIMS[found.objective]}"),
                 *learned,
                 ("deals", f"seeds {found.seed} to {found.seed + found.deals - 1}, the same under each choice"), *own,
                 ("ended", ended(found.ending, found.seconds)), ("rests on", "games that were played: a sample, no proof"),
                 ("intervals", _intervals(found))])
    if found.best_outcome:
        yield from _by_seat(found)
    else:
        yield from _by_share(found) if found.measure is None else _by_mean(found, found.measure)
    if close := [each for each in found.choices if each.rival is not None and each.rival.is_close]:
        yield line("")
        yield line(("Learned hardly better play than a search that learned nothing: ", "bold"),
                   "; ".join(f"{each.reading} {each.choice} ({_beside(each.rival)})" for each in close if each.rival is not None),
                   ".  More may be won there than this player wins, so that the change may be smaller.")
    if found.seldom:
        yield line("")
        yield line(("Not played, since they come up in at most one of "
                    f"{round(1 / SELDOM)} games that were played under the rulings in force: ", "bold"),
                   "; ".join(f"{each.reading} {each.choice}, in {percent(each.came_up)}" for each in found.seldom),
                   f".  {ONE_SIDED}  `daybreak readings-played {found.game} {found.seldom[0].reading}` plays that reading all "
                   "the same.")
    for name, unended, why in [("under the rulings in force", found.unended, found.why),
                               *((f"{each.reading} {each.choice}", each.unended, each.why) for each in found.choices)]:
        if unended:
            yield line("")
            yield line((f"Stuck, {name}: ", "bold red"), f"{unended:,} game{'s' if unended > 1 else ''} did not end; the first: "
                       f"{why}. `daybreak check {found.game}` looks for such play.")
    if found.left:
        yield line("")
        yield line(("Not played yet: ", "bold"), ", ".join(found.left), ".  The same command goes on where this one ended.")
    if not found.choices:
        return
    yield line("")
    yield from _for_seats(found) if found.best_outcome else _shares(found)
    if fields := list(dict.fromkeys(name for each in found.choices for name in each.came_to)):
        yield line("")
        yield heading("What ends came to",
                      "how much larger the mean of each number of the grade is than under the rulings in force")
        yield counts(["reading", "choice", *fields], [[each.reading, each.choice, *(
            _signed(each.came_to.get(name)) for name in fields)] for each in found.choices if each.came_to])
    yield line("")
    yield pairs(list(found.readings.items()))


def _shares(found: ReadingsPlayed) -> Page:
    """The share that is won under each choice, and how much that is more."""
    yield from _plot(found.choices)
    yield line("")
    rivals = any(each.rival is not None for each in found.choices)
    yield counts(["reading", "choice", "comes up", "won", "more often by", *(["who learned nothing"] if rivals else []),
                  "random players"],
                 [[each.reading, each.choice, _comes_up(each), percent(each.won), _points(each),
                   *([_rival(each.rival)] if rivals else []), percent(each.random)] for each in found.choices])


def _for_seats(found: ReadingsPlayed) -> Page:
    """What each choice changes for each seat."""
    yield heading("What each choice changes for each seat", "how many more of the games it wins, in points"
                  if found.best_outcome == 1 else f"how much more the end is worth to it, of {found.best_outcome}")
    yield counts(["reading", "choice", "comes up", *found.seats], [[each.reading, each.choice, _comes_up(each), *(
        "" if seat not in each.seats else _for_seat(found, each.seats[seat]) for seat in found.seats)] for each in found.choices])


def _for_seat(found: ReadingsPlayed, more: Mean) -> str:
    if found.best_outcome > 1:
        return signed(more)
    return f"{100 * more.at:+.1f} ({100 * more.low:+.1f} to {100 * more.high:+.1f})"


def _to_seats(found: ReadingsPlayed) -> str:
    """What ends are worth to each seat under the rulings in force."""
    worths = (f"{seat} {each.at:.1%} ({each.low:.1%} to {each.high:.1%})" if found.best_outcome == 1
              else f"{seat} {each.at:.2f} ({each.low:.2f} to {each.high:.2f})" for seat, each in found.seats.items())
    won = "won by" if found.best_outcome == 1 else f"worth, of {found.best_outcome}, to"
    return f"{won} {', '.join(worths)}; all deals played {f'{found.players} times' if found.players > 1 else 'once'}"


def _by_seat(found: ReadingsPlayed) -> Page:
    """The choices that change for certain what some seat wins, and those that change it little for every seat, if at all."""
    told = [each for each in found.choices if each.seats]
    surely = [(each, some) for each in told
              if (some := {seat: more for seat, more in each.seats.items() if more.low > 0 or more.high < 0})]
    little = [each for each in told if all(max(abs(more.low), abs(more.high)) < MUCH * found.best_outcome
                                           for more in each.seats.values())]
    most = f"{MUCH:.0%} of the games" if found.best_outcome == 1 else f"{MUCH * found.best_outcome:.2g}"
    changed = [f"{each.reading} {each.choice}, "
               + " and ".join(f"{seat} by {_for_seat(found, more)}" for seat, more in seats.items()) for each, seats in surely]
    unchanged = [f"{each.reading} {each.choice}" for each in little if each not in [one for one, _ in surely]]
    untold = [f"{each.reading} {each.choice}" for each in told if each not in [*little, *(one for one, _ in surely)]]
    changes = "Changes how often a seat wins, in points" if found.best_outcome == 1 else "Changes what ends are worth to a seat"
    for title, named in ((changes, changed), (f"Changes it by less than {most} for every seat, if at all", unchanged),
                         ("These deals do not tell whether it changes anything for a seat", untold)):
        if named:
            yield line("")
            yield line((f"{title}: ", "bold"), "; ".join(named) + ".")


def _comes_up(each: ChoicePlayed) -> str:
    return "" if each.came_up is None else percent(each.came_up)


def _learning(found: ReadingsPlayed) -> str:
    """How long the players have learned."""
    anew = ", ".join(f"{each.reading} {each.choice}" for each in found.choices if each.anew)
    return (f"in {found.rounds} rounds under the rulings in force, unless that was learned before, and from there in "
            f"{found.again} more under these and under each choice"
            + (f"; under {anew} from the beginning, since that was no better than a search that learned nothing" if anew else ""))


def _beside(rival: Rival) -> str:
    return f"{rival.policy} wins {percent(rival.won)} of {rival.own.of} other deals, and the player {percent(rival.own)}"


def _rival(rival: Rival | None) -> str:
    return "" if rival is None else f"{rival.policy} {percent(rival.won)}"


def _intervals(found: ReadingsPlayed) -> str:
    """What they say, and that some of many are wrong."""
    luck = "; they allow for luck in learning, by how far the players under the rulings in force lie apart" \
        if found.rounds and found.players > 1 else ""
    shown = len(found.choices) * max(1, len(found.seats))
    missing = round(shown / MISSING)
    return f"95 %{luck}" + (f"; about {missing} of these {shown} may miss by chance" if missing else "")


def _by_share(found: ReadingsPlayed) -> Page:
    """The choices by how much they change the share of deals that are won."""
    for effect, title in EFFECTS.items():
        some = [each for each in found.choices if each.effect == effect]
        if some:
            yield line("")
            yield line((f"{title}: ", "bold"), "; ".join(_named(each) for each in some) + ".")


def _by_mean(found: ReadingsPlayed, name: str) -> Page:
    """The choices by how much they change a number of the grade, where hardly any deal is won, or lost."""
    known = sorted(((each, each.came_to[name]) for each in found.choices if name in each.came_to),
                   key=lambda pair: -abs(pair[1].at))
    surely = [pair for pair in known if pair[1].low > 0 or pair[1].high < 0]
    never = [pair for pair in known if pair[1].at == pair[1].low == pair[1].high == 0.0]
    told = {f"Hardly any deal is {found.hardly}, and so choices are told apart by {name}.  Changes its mean": surely,
            f"Leaves {name} as it is in every game": never,
            f"These deals do not tell whether it changes the mean of {name}":
                [pair for pair in known if pair not in surely and pair not in never]}
    for title, some in told.items():
        if some:
            yield line("")
            yield line((f"{title}: ", "bold"), "; ".join(
                f"{each.reading} {each.choice}" + (f", by {_signed(more)}" if some is not never else "")
                for each, more in some), ".")


def _signed(more: Mean | None) -> str:
    return "" if more is None else signed(more)


def _plot(choices: Sequence[ChoicePlayed]) -> Page:
    names, shares = [f"{each.reading} {each.choice}" for each in choices], tuple(each.won for each in choices)
    yield pictured(bars("share of the deals", names, Series("won", shares)), f"{lettered(names, shares)}\n  {KEY}", CAPTION)


def _named(each: ChoicePlayed) -> str:
    return f"{each.reading} {each.choice}, by {_points(each)}"


def _points(each: ChoicePlayed) -> str:
    return f"{100 * each.gain:+.1f} points ({100 * each.low:+.1f} to {100 * each.high:+.1f})"
