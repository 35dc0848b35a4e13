"""`readings` for people: a table of choices, largest effects first, then each reading with what it changes.

Readings that no deal exercised come last, in a section of their own, without any share: such deals say nothing of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from textwrap import shorten
from typing import Any

from verifier.report.text import distinguishing
from verifier.report.text.difficulty import PEEKING
from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import (
    Page,
    counts,
    drawing,
    edition,
    edition_text,
    folded,
    grade_text,
    heading,
    line,
    order_fact,
    pairs,
    rulings,
)
from verifier.report.text.solve import took
from verifier.results.effects import (
    Changed,
    ChoiceEffect,
    Contradiction,
    EffectsFrom,
    MeasuredReadings,
    PairEffect,
    ReadingEffect,
    Start,
    StuckPlay,
)
from verifier.results.share import Share

UNKNOWN = "unknown"
IDLE = "not exercised"
LARGE = 0.3  # of the deals that a choice changes
BY_SEARCH, BY_PLAY = ("best", "first"), ("random", "greedy")
QUESTION_MOST = 48  # characters in tables; the whole question stands with the details


def measured_readings(found: MeasuredReadings, *, is_report: bool = False) -> Page:
    """The whole answer; a single reading, and each one in a report, with a drawing of the position where its choices differ."""
    alone = found.starts[0] if len(found.starts) == 1 else None
    yield heading(f"Readings of {found.game_title}")
    if alone is not None:
        yield edition(alone.edition)
        yield from rulings(alone.chosen)
    yield line(("Found: ", "bold"), summary(found))
    yield pairs(_facts(found))
    if found.ending != "done":
        yield line(("Not everything was measured: ", "bold yellow"), ENDINGS[found.ending])
    if alone is None:
        yield from _starts(found)
    for start in found.starts:
        for stuck in start.stuck:
            yield from _stuck(f"the rulings in force{'' if alone else f', from {_place(start)}'}", stuck)
    measures, places = _measures(found), [] if alone is not None else [_place(start) for start in found.starts]
    game = found.starts[0].edition.game
    exercised, idle = ([each for each in found.readings if each.is_idle is wanted] for wanted in (False, True))
    if exercised:
        yield line("")
        yield from _table(exercised, measures, places, game)
    yield from _pairs(found.pairs, measures, places)
    yield from _contradictions(found.contradictions)
    texts = found.clauses if len(found.readings) == 1 else None
    for reading in exercised:
        yield line("")
        yield from _reading(reading, measures, places, texts, draws=texts is not None or is_report)
    if idle:
        yield line("")
        yield from _not_exercised(idle, places)
    for reading in idle:
        yield line("")
        yield from _reading(reading, measures, places, texts, draws=texts is not None or is_report)


def summary(found: MeasuredReadings) -> str:
    """What was found, in a sentence: choices that break play, that change what can be won, and that come up in many games.

    That random and peeking players' games end otherwise says that a choice comes up, and not what it does to a good player.
    """
    choices: dict[tuple[str, str], list[ChoiceEffect]] = {}
    for reading in found.readings:
        for each in reading.starts:
            for effect in each.effects:
                choices.setdefault((reading.id, effect.choice), []).append(effect)
    shares = {name: [(changed.measure, changed.share) for effect in effects for changed in effect.changed]
              for name, effects in choices.items()}
    broken = sum(any(effect.stuck for effect in effects) for effects in choices.values())
    large, often = (sum(any(measure in measures and share.decided and share.count > LARGE * share.of for measure, share in each)
                        for each in shares.values()) for measures in (BY_SEARCH, BY_PLAY))
    won = {name for name, each in shares.items() if any(measure == "first" and share.count for measure, share in each)}
    undecided = sum(name not in won and any(measure == "first" and share.undecided for measure, share in each)
                    for name, each in shares.items())
    idle = sum(all(effect.is_idle for effect in effects) for effects in choices.values())
    unmeasured = sum(not any(effect.measured for effect in effects) for effects in choices.values())
    more = [f"; {undecided:,} undecided" if undecided else "", f"; {idle:,} not exercised" if idle else "",
            f"; {unmeasured:,} not measured" if unmeasured else ""]
    of = f"of {len(choices):,} choice{'' if len(choices) == 1 else 's'}"
    can_be = f'the best "{_first(found)}"' if _is_sided(found.readings, BY_PLAY) else "what can be won"
    return (f"{of} {_verb(broken, 'breaks', 'break')} play; {_verb(len(won), 'is', 'are')} shown to change {can_be}; "
            f"{_verb(large, 'changes', 'change')} the best result of more than {100 * LARGE:.0f} % of deals{''.join(more)}. "
            f"With {often or 'none'} of them more than {100 * LARGE:.0f} % of the games of a random or a peeking player end "
            "otherwise.")


def _is_sided(readings: Iterable[ReadingEffect], measures: Collection[str]) -> bool:
    """Whether games are known that come to the same grade and that another seat wins, by one of these measures."""
    return any(changed.same_grade for reading in readings for each in reading.starts for effect in each.effects
               for changed in effect.changed if changed.measure in measures)


def _first(found: MeasuredReadings) -> str:
    """The first field of the grade, in words."""
    return found.first.replace("_", " ")


def _verb(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}" if count else f"none {one}"


def _measures(found: MeasuredReadings) -> dict[str, str]:
    """What deals are measured by, with its heading; what was decided for no deal under any reading is left out."""
    decided = {changed.measure for reading in found.readings for each in reading.starts for effect in each.effects
               for changed in effect.changed if changed.share.decided}
    measures = {"best": "best grade", "first": f'best "{_first(found)}"', "random": "random player's game",
                "greedy": "peeking player's game"}
    return {measure: text for measure, text in measures.items() if measure in decided or not decided}


def _place(start: Start) -> str:
    return start.scenario or "set-up"


def _facts(found: MeasuredReadings) -> Iterable[tuple[str, str]]:
    seeds = f"seeds {found.seed}-{found.seed + found.deals - 1}" if found.deals > 1 else f"seed {found.seed}"
    start = found.starts[0]
    origin = "each start" if len(found.starts) > 1 else f"the position of {start.scenario}" if start.scenario else "the set-up"
    yield "deals", f"{found.deals:,} from {origin} ({seeds}), the same for every reading{took(found.seconds)}"
    if len(found.starts) == 1:
        yield "proved", _proved(found, start)
    yield "without choices", f"{found.recorded:,} more, recorded as settled"
    yield "z3", (f"looks for the smallest position where a choice differs in one event, up to size {found.size} on the table "
                 "(chance not counted); it keeps the game's invariants, and whether a game can get there is not claimed")
    yield from order_fact(found.grade_order)


def _proved(found: MeasuredReadings, start: Start) -> str:
    within = f"within {found.states:,} state{'' if found.states == 1 else 's'} each"
    if start.best_known is None:
        return "nothing"
    if start.best_known or start.first_known:
        return (f"under the rulings in force {start.best_known:,} best grades, and {start.first_known:,} times their "
                f'"{found.first.replace("_", " ")}", {within}')
    return f"no best grade {within}: deals are compared by the results of the two players"


def _starts(found: MeasuredReadings) -> Page:
    """Where plays begin, if that is not one place."""
    yield line("")
    further = any(start.further for start in found.starts)
    yield heading("Starts", "the seeds replace the deals of scenarios" + (
        "; from those marked + only the choices that the starts before them hardly exercise" if further else ""))
    rows = []
    for start in found.starts:
        title = f"{start.title}, " if start.scenario else ""
        chosen = "".join(f", {name} = {choice}" for name, choice in sorted(start.chosen.items()))
        rows += [(f"{'+ ' if start.further else ''}{_place(start)}", f"{title}{edition_text(start.edition)}{chosen}"),
                 ("", f"proved: {_proved(found, start)}")]
    yield pairs(rows)


def _table(readings: Sequence[ReadingEffect], measures: Mapping[str, str], places: Sequence[str], game: str) -> Page:
    """From each start that exercises a reading, the one that does so most first."""
    yield heading("Deals that end otherwise", "by who plays them; those with most changes first")
    yield line("Cells: the share of deals whose result changes, for better or worse, with its 95 % interval, undecided deals "
               "counted as either. Undecided: no deal was settled. Broken: play gets stuck under this choice.")
    if _is_sided(readings, measures):
        yield line("A player's game ends otherwise, too, if it comes to the same grade and is worth something else to a seat.")
    if any(measure in measures for measure in BY_PLAY):
        yield line("That a random or a peeking player's game ends otherwise says that the choice comes up in play, and not what "
                   f"it does to a good player: `daybreak readings-played {game}` measures that. {PEEKING}")
    yield counts(("reading", "question", "choice", *(["from"] if places else []), *measures.values(), ""),
                 [(reading.id, _brief(reading), effect.choice, *places[each.start:each.start + 1], *_cells(effect, measures),
                   "broken" if effect.stuck else "")
                  for reading in readings for each in reading.starts if each is reading.most_exercised or each.is_exercised
                  for effect in each.effects])


def _not_exercised(readings: Iterable[ReadingEffect], places: Sequence[str]) -> Page:
    """The readings that these deals say nothing of, and whether any position would."""
    yield folded("Not exercised by these deals", "no game reached a position where a choice differs, so its effect is not known")
    yield counts(("reading", "question", "choice", *(["deals from"] if places else []), "a position that differs"),
                 [(reading.id, _brief(reading), effect.choice,
                   *([", ".join(places[each.start] for each in reading.starts)] if places else []),
                   "" if effect.witness is None else distinguishing.exists(effect.witness))
                  for reading in readings for effect in reading.most_exercised.effects])


def _cells(effect: ChoiceEffect, measures: Mapping[str, str]) -> list[str]:
    if not effect.measured or effect.is_idle:
        return [IDLE if effect.measured else UNKNOWN] * len(measures)
    shares = [changed.share for changed in effect.changed if changed.measure in measures]
    return [_cell(each) for each in shares]


def _cell(share: Share) -> str:
    if not share.decided:
        return "undecided"
    if not share.count:
        return f"none; at most {_short(share.high)} %"
    return f"{_short(share.count / share.of)} % ({_short(share.low)}-{_short(share.high)})"


def _brief(reading: ReadingEffect) -> str:
    """A question for a table."""
    return shorten(reading.question, QUESTION_MOST, placeholder="...")


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _short(value: float) -> str:
    return f"{100 * value:.{1 if value < 0.0995 else 0}f}"


def _pairs(found: tuple[PairEffect, ...], measures: Mapping[str, str], places: Sequence[str]) -> Page:
    """Interactions, where something was changed at all."""
    rows = [(" + ".join(f"{id_} {choice}" for id_, choice in each.choices), *places[each.start:each.start + 1],
             measures[changed.measure],
             changed.one, changed.other, changed.both, changed.only_together, changed.undone)
            for each in found for changed in each.changed
            if changed.measure in measures and (changed.one or changed.other or changed.both)]
    if not rows:
        return
    yield line("")
    yield folded("Two readings together",
                 "deals whose result changes: with one alone, with both, only with both, with one but not with both")
    yield counts(("readings", *(["from"] if places else []), "measure", "first", "second", "both", "only both", "undone"), rows)
    for each in found:
        for stuck in each.stuck:
            yield from _stuck(" and ".join(f"{id_} = {choice}" for id_, choice in each.choices), stuck)


def _contradictions(found: tuple[Contradiction, ...]) -> Page:
    """Findings of their own: no reading makes both places right."""
    if not found:
        return
    yield line("")
    yield heading("Contradictions in the rulebook", "places that cannot both be right")
    for each in found:
        effect = "both are switches below" if each.switch else "it makes no difference, and is only recorded"
        yield pairs([(each.id, each.contradiction), ("", f"Taken: {each.ruling} {each.reason}"),
                     ("", f"{' '.join(each.clauses)}; {effect}")])


# -- one reading --------------------------------------------------------------------------------------------------------------


def _reading(reading: ReadingEffect, measures: Mapping[str, str], places: Sequence[str], texts: Mapping[str, str] | None, *,
             draws: bool) -> Page:
    """With the texts of clauses, everything that there is."""
    yield folded(f"{reading.id}: {reading.question}", f"impact {reading.impact}, {' '.join(reading.clauses)}")
    in_force = reading.most_exercised.in_force
    yield pairs([(f"{choice}{' (in force)' if choice == in_force else ''}", meaning)
                 for choice, meaning in reading.choices.items()])
    if texts is not None:
        yield pairs([(id_, texts[id_]) for id_ in reading.clauses if id_ in texts], style="dim")
    if reading.scope != "rules":
        yield line(("Note: ", "dim"), f"it is about {reading.scope}, not about what happens: neither the search, which sees the "
                   "whole deal, nor these players can tell")
    for each in reading.starts:
        for effect in each.effects if each is reading.most_exercised or each.is_exercised is not False else ():
            yield from _choice(effect, each, measures, places)
            if draws and effect.measured and each is reading.most_exercised:
                yield from _drawn(each, effect, is_whole=texts is not None)
    idle = [f"{places[each.start]} ({max((effect.positions for effect in each.effects), default=0):,} positions met)"
            for each in reading.starts[1:] if each.is_exercised is False]
    if idle:
        yield line(("Not exercised by the deals from ", "dim"), ", ".join(idle))


def _choice(effect: ChoiceEffect, where: EffectsFrom, measures: Mapping[str, str], places: Sequence[str]) -> Page:
    """A choice, from one start."""
    place = f" from {places[where.start]}, where {where.in_force} is in force" if places else ""
    yield line(("With ", "dim"), (effect.choice, "bold"), place, ("" if effect.measured else f": {UNKNOWN}", "bold yellow"))
    if not effect.measured:
        return
    rows = [*((measures[changed.measure], _format_change(changed)) for changed in effect.changed if changed.measure in measures),
            (f"{IDLE} by these deals" if effect.is_idle else "legal play", distinguishing.met(effect))]
    if effect.witness is not None:
        rows.append(("smallest position", distinguishing.witnessed(effect.witness)))
    yield pairs(rows, indent=4)
    for stuck in effect.stuck:
        yield from _stuck(effect.choice, stuck)


def _drawn(where: EffectsFrom, effect: ChoiceEffect, *, is_whole: bool) -> Page:
    """Where the choices differ: at the position that z3 laid out; if there is none, at one that play came to."""
    position = effect.witness.position if effect.witness is not None and effect.witness.position is not None else effect.example
    if position is None:
        return
    yield line("")
    yield from distinguishing.shown(position, where.in_force)
    if is_whole:
        yield line("")
        yield drawing(position.scenario)


def _format_change(changed: Changed) -> str:
    share = changed.share
    lost = f", {changed.lost:,} of them only with this choice" if changed.lost else ""
    undecided = f"; {share.undecided:,} undecided{lost}" if share.undecided else ""
    if not share.decided:
        return f"not decided in any of {share.of:,} deals"
    if not share.count:
        return f"no effect in {share.decided:,} deals (at most {_percent(share.high)} % at 95 %){undecided}"
    stuck = share.count - changed.better - changed.worse - changed.same_grade
    ways = [f"{changed.better:,} better", f"{changed.worse:,} worse",
            *([f"{changed.same_grade:,} of the same grade, worth something else to a seat"] if changed.same_grade else []),
            *([f"{stuck:,} stuck on one side"] if stuck else [])]
    commonest = changed.changes[0]
    percent = f"{_percent(share.count / share.of)} % ({_percent(share.low)}-{_percent(share.high)} at 95 %)"
    return (f"{share.count:,} of {share.of:,} deals: {percent}; {', '.join(ways)}; {commonest.deals:,} from "
            f"{_result(commonest.before, commonest.after)} to {_result(commonest.after, commonest.before)}{undecided}")


def _result(result: Mapping[str, Any] | str, other: Mapping[str, Any] | str) -> str:
    """A result in words; of what an end is worth to seats, what is another on the other side."""
    if isinstance(result, str):
        return f"stuck ({result})"
    kept = {name: value for name, value in result.items()
            if not name.startswith("to ") or isinstance(other, str) or other[name] != value}
    return f'"{grade_text(kept)}"'


def _stuck(choice: str, stuck: StuckPlay) -> Page:
    yield line("    ", (f"Broken under {choice}: ", "bold red"), f"{stuck.property}: {stuck.why}")
    rows = [(f"seed {stuck.seed}", " / ".join(stuck.line) or "no decision is needed")]
    if stuck.repeats:
        rows.append(("for ever", " / ".join(stuck.repeats)))
    yield pairs(rows, indent=6)
