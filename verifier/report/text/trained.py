"""`train` for people: how the share of games that are won rose by rounds, or what games came to, and what to do next."""

from __future__ import annotations

from math import hypot

from attrs import frozen

from verifier.report.plot import Series, curve, lettered
from verifier.report.text.page import Page, counts, edition, heading, line, pairs, pictured
from verifier.report.text.played_out import AIMS, KEY
from verifier.report.text.solve import ended
from verifier.report.text.winnability import percent
from verifier.results.share import Mean, Share, share
from verifier.results.trained import Trained, TrainedRound

TOGETHER = ", each by itself; who plays takes the mean of what they say"
ROWS = 12  # of the table: the first round, the last, and some between
UNLEARNED, LEARNED = ("estimate-uct", "uct"), ("learned", "learned-uct")
LAST = 4  # rounds
SHOWN = 15  # things that matter
GRADE_KEY = "o: what games came to, on a scale from what few games at random are worse than; -: its 95 % interval"
GRADE_CAPTION = ("A mark is what a round's games came to on average: 0 is worse than nearly all games at random, and 1 better "
                 "than nearly all games of any round.  Its bar is the 95 % interval.")
CAPTION = ("A mark is the share of a round's games that was won, by what each learner knew before that round; its bar is the "
           "95 % interval.")


def trained(found: Trained) -> Page:
    """The share won by round with a plot of it, and what to do next."""
    yield heading(f"What is learned about {found.game_title or found.game}")
    yield edition(found.edition)
    yield pairs([("players aim at", AIMS[found.objective]),
                 ("ended", ended(found.ending, found.seconds)),
                 ("learners", f"{found.learners}{TOGETHER if found.learners > 1 else ''}"),
                 ("rounds", f"{len(found.rounds)} of {found.learners * found.asked}"),
                 *([("model", "linear: so much for each thing that counts")] if found.model == "linear" else []),
                 ("weights", _kept(found)), ("rests on", "games that were played: a sample, no proof")])
    if not found.rounds:
        return
    yield line("")
    rounds = _together(found)
    numbers, won = list(range(1, len(rounds) + 1)), tuple(share(each.won, 0, each.games) for each in rounds)
    shown = sorted({round(at * (len(rounds) - 1) / max(1, ROWS - 1)) for at in range(ROWS)})
    names = [f"round {number + 1}" for number in shown]
    is_won = all("grade" not in each.aims for each in rounds)
    marks: tuple[Share | Mean, ...] = won if is_won else tuple(each.came_to for each in rounds)
    text = lettered(names, tuple(marks[number] for number in shown))
    yield pictured(curve("round", numbers, [Series("won" if is_won else "came to", marks)]),
                   f"{text}\n  {KEY if is_won else GRADE_KEY}", CAPTION if is_won else GRADE_CAPTION)
    yield line("")
    is_linear = found.model == "linear"
    yield counts(["round", "played by", "won", "of", "came to", "states", "aim", "spread" if is_linear else "loss"],
                 [[number + 1, rounds[number].policy, percent(won[number]), rounds[number].games,
                   f"{rounds[number].came_to.at:.2f}", f"{rounds[number].states:,}",
                   " or ".join(AIMS[aim] for aim in rounds[number].aims), f"{rounds[number].loss:.3f}"] for number in shown])
    if found.learners > 1:
        yield line("")
        yield counts(["learner", "rounds", "won of the last"], [[name, len(of), percent(of[-1].won)]
                                                                for name, of in _by_learner(found).items()])
    if found.matters:
        yield line("")
        yield heading("What matters", "by one more of it, and by as much as it varies in games at random; the most is 1")
        yield counts(["what", "one more", "as it varies"],
                     [[each.name, f"{each.by_one:+.3g}", f"{each.as_it_varies:+.2f}"] for each in found.matters[:SHOWN]])
        yield line("Things that vary together share what they are worth: read them together, and see whether another --seed "
                   "agrees.")
    yield line("")
    if not any(each.states for each in found.rounds):
        yield line(("Nothing was learned: ", "bold"), "no game that came to its end had a decision in it. "
                   f"`daybreak check {found.game}` looks for play that stops without an end.")
    if found.kept:
        policy = "linear" if is_linear else "learned-uct"
        yield line(f"`daybreak play-out {found.game} --policy {policy}` plays by it, with the same edition and rulings.")
    if better := _is_ahead(rounds):
        yield line(f"Rounds by {better} came to more than the last ones by what was learned: `daybreak play-out {found.game} "
                   f"--policy {better}` plays so, and nothing has to be learned for it.  More --rounds may learn more.")


@frozen
class _Round:
    """A round of all learners who have played it."""

    policy: str
    games: int
    won: int
    states: int
    aims: tuple[str, ...]
    loss: float
    came_to: Mean


def _by_learner(found: Trained) -> dict[int, list[TrainedRound]]:
    by_learner = dict[int, list[TrainedRound]]()
    for each in found.rounds:
        by_learner.setdefault(each.learner, []).append(each)
    return by_learner


def _together(found: Trained) -> list[_Round]:
    each_learner, together = _by_learner(found).values(), list[_Round]()
    widest = max((each.width for each in found.rounds if each.aim == "grade"), default=1)
    for number in range(max(len(rounds) for rounds in each_learner)):
        played = [rounds[number] for rounds in each_learner if number < len(rounds)]
        together.append(_Round(played[0].policy, sum(each.games for each in played), sum(each.won.count for each in played),
                               sum(each.states for each in played), tuple(sorted({each.aim for each in played})),
                               sum(each.loss for each in played) / len(played), _mean(played, widest)))
    return together


def _mean(played: list[TrainedRound], widest: int) -> Mean:
    """What a round of several learners came to, as if all had played as many games, on the widest scale of any round."""
    each = [(found.came_to, found.width / widest if found.aim == "grade" else 1) for found in played]
    at = sum(mean.at * part for mean, part in each) / len(each)
    half = hypot(*((mean.high - mean.low) / 2 * part for mean, part in each)) / len(each)
    return Mean(at, max(0.0, at - half), min(1.0, at + half))


def _is_ahead(rounds: list[_Round]) -> str:
    """Who has learned nothing, and still came to more than the last rounds by what was learned, aiming at the same; or nobody."""
    alike = [each for each in rounds if each.aims == rounds[-1].aims]
    last = [each for each in alike if each.policy in LEARNED][-LAST:]
    first = [each for each in alike if each.policy in UNLEARNED]
    is_ahead = last and first and max(each.came_to.high for each in last) < sum(each.came_to.at for each in first) / len(first)
    return first[0].policy if is_ahead else ""


def _kept(found: Trained) -> str:
    if found.outdone_by:
        return f"not kept: players go on by those that were learned from more states, {found.outdone_by:,}"
    if not found.kept:
        return "none: nothing was learned"
    package = "" if found.kept == "cache" else f", and in the game's package as learned/{found.kept}"
    return f"kept in the cache{package}"
