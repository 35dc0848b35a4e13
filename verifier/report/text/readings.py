"""`readings` for people: a table of all choices, largest effects first, then each reading with what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verifier.report.results.effects import (
    Changed,
    ChoiceEffect,
    Contradiction,
    MeasuredReadings,
    PairEffect,
    ReadingEffect,
    StuckPlay,
)
from verifier.report.text import parting
from verifier.report.text.page import Page, counts, drawing, grade_text, heading, line, pairs
from verifier.report.text.solve import ENDINGS, took

UNKNOWN = "unknown"


def measured_readings(found: MeasuredReadings, *, is_report: bool = False) -> Page:
    """The whole answer; a single reading, and each one in a report, with the position at which its choices part, drawn."""
    yield heading(f"Readings of {found.game_title}", found.edition)
    if found.chosen:
        yield line(("Rulings: ", "dim"), ", ".join(f"{name} = {choice}" for name, choice in sorted(found.chosen.items())))
    yield pairs(_facts(found))
    if found.ending != "done":
        yield line(("Not everything was measured: ", "bold yellow"), ENDINGS[found.ending])
    for stuck in found.stuck:
        yield from _stuck("the rulings in force", stuck)
    measures = _measures(found)
    yield line("")
    yield from _table(found.readings, measures)
    yield from _pairs(found.pairs, measures)
    yield from _contradictions(found.contradictions)
    is_whole = len(found.readings) == 1
    for reading in found.readings:
        yield line("")
        yield from _reading(reading, measures, found.texts if is_whole else None, draws=is_whole or is_report)


def _measures(found: MeasuredReadings) -> dict[str, str]:
    """What deals are measured by, with its heading; what was decided for no deal under any reading is left out."""
    decided = {changed.measure for reading in found.readings for effect in reading.effects for changed in effect.changed
               if changed.share.decided}
    measures = {"best": "best grade", "first": f"best \"{found.first.replace('_', ' ')}\"", "random": "random player",
                "greedy": "greedy player"}
    return {measure: told for measure, told in measures.items() if measure in decided or not decided}


def _facts(found: MeasuredReadings) -> Iterable[tuple[str, str]]:
    seeds = f"seeds {found.seed}-{found.seed + found.deals - 1}" if found.deals > 1 else f"seed {found.seed}"
    yield "deals", f"{found.deals:,} from the set-up ({seeds}), the same for every reading{took(found.seconds)}"
    within = f"within {found.states:,} state{'' if found.states == 1 else 's'} each"
    if found.best_known is None:
        yield "proved", "nothing"
    elif found.best_known or found.first_known:
        yield "proved", (f"under the rulings in force {found.best_known:,} best grades, and {found.first_known:,} times their "
                         f'"{found.first.replace("_", " ")}", {within}')
    else:
        yield "proved", f"no best grade {within}: deals are told apart by what the players reach"
    yield "without choices", f"{found.recorded:,} more: recorded, and settled"
    yield "z3", f"looks for the smallest position where a choice differs in one event, with up to {found.size} to lay out"


def _table(readings: Iterable[ReadingEffect], measures: Mapping[str, str]) -> Page:
    yield heading("Deals that end otherwise", "in %, with the 95 % interval; undecided deals may be either")
    yield counts(("reading", "choice", *measures.values(), ""),
                 [(reading.id, effect.choice, *_cells(effect, measures), "broken" if effect.stuck else "")
                  for reading in readings for effect in reading.effects])


def _cells(effect: ChoiceEffect, measures: Mapping[str, str]) -> list[str]:
    if not effect.measured:
        return [UNKNOWN] * len(measures)
    shares = [changed.share for changed in effect.changed if changed.measure in measures]
    return [f"{_short(each.count / each.of)} ({_short(each.low)}-{_short(each.high)})" if each.decided else "undecided"
            for each in shares]


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _short(value: float) -> str:
    return f"{100 * value:.{1 if value < 0.0995 else 0}f}"


def _pairs(found: tuple[PairEffect, ...], measures: Mapping[str, str]) -> Page:
    """Interactions, where something was changed at all."""
    rows = [(" + ".join(f"{id_} {choice}" for id_, choice in each.choices), measures[changed.measure],
             changed.one, changed.other, changed.both, changed.only_together, changed.undone)
            for each in found for changed in each.changed
            if changed.measure in measures and (changed.one or changed.other or changed.both)]
    if not rows:
        return
    yield line("")
    yield heading("Two readings together", "deals that end otherwise: with one alone, with both, only with both, not with both")
    yield counts(("readings", "measure", "first", "second", "both", "only both", "undone"), rows)
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
        yield pairs([(each.id, each.told), ("", f"Taken: {each.ruling} {each.reason}"),
                     ("", f"{' '.join(each.clauses)}; {effect}")])


# -- one reading --------------------------------------------------------------------------------------------------------------


def _reading(reading: ReadingEffect, measures: Mapping[str, str], texts: Mapping[str, str] | None, *, draws: bool) -> Page:
    """With the texts of clauses, everything is told that there is."""
    yield heading(f"{reading.id}: {reading.question}", f"impact {reading.impact}, {' '.join(reading.clauses)}")
    yield pairs([(f"{choice}{' (in force)' if choice == reading.in_force else ''}", meaning)
                 for choice, meaning in reading.choices.items()])
    if texts is not None:
        yield pairs([(id_, texts[id_]) for id_ in reading.clauses if id_ in texts], style="dim")
    if reading.scope != "rules":
        yield line(("Note: ", "dim"), f"it is about {reading.scope}, not about what happens: neither the search, which sees the "
                   "whole deal, nor these players can tell")
    for effect in reading.effects:
        yield line(("With ", "dim"), (effect.choice, "bold"), ("" if effect.measured else f": {UNKNOWN}", "bold yellow"))
        if effect.measured:
            yield from _effect(effect, measures)
            if draws:
                yield from _drawn(reading, effect, is_whole=texts is not None)


def _effect(effect: ChoiceEffect, measures: Mapping[str, str]) -> Page:
    rows = [*((measures[changed.measure], _told(changed)) for changed in effect.changed if changed.measure in measures),
            ("legal play", parting.met(effect))]
    if effect.witness is not None:
        rows.append(("smallest position", parting.witnessed(effect.witness)))
    yield pairs(rows, indent=4)
    for stuck in effect.stuck:
        yield from _stuck(effect.choice, stuck)


def _drawn(reading: ReadingEffect, effect: ChoiceEffect, *, is_whole: bool) -> Page:
    """Where the choices part: at the position that z3 laid out; if there is none, at one that play came to."""
    position = effect.witness.position if effect.witness is not None and effect.witness.position is not None else effect.example
    if position is None:
        return
    yield line("")
    yield from parting.shown(position, reading.in_force)
    if is_whole:
        yield line("")
        yield drawing(position.scenario)


def _told(changed: Changed) -> str:
    share = changed.share
    lost = f", {changed.lost:,} of them only with this choice" if changed.lost else ""
    undecided = f"; {share.undecided:,} undecided{lost}" if share.undecided else ""
    if not share.decided:
        return f"not decided in any of {share.of:,} deals"
    if not share.count:
        return f"no effect in {share.decided:,} deals (at most {_percent(share.high)} % at 95 %){undecided}"
    stuck = share.count - changed.better - changed.worse
    ways = [f"{changed.better:,} better", f"{changed.worse:,} worse", *([f"{stuck:,} stuck on one side"] if stuck else [])]
    before, after, deals = changed.changes[0]
    percent = f"{_percent(share.count / share.of)} % ({_percent(share.low)}-{_percent(share.high)} at 95 %)"
    return (f"{share.count:,} of {share.of:,} deals: {percent}; {', '.join(ways)}; {deals:,} from {_result(before)} to "
            f"{_result(after)}{undecided}")


def _result(result: Mapping[str, Any] | str) -> str:
    return f"stuck ({result})" if isinstance(result, str) else f'"{grade_text(result)}"'


def _stuck(choice: str, stuck: StuckPlay) -> Page:
    yield line("    ", (f"Broken under {choice}: ", "bold red"), f"{stuck.demand}: {stuck.why}")
    rows = [(f"seed {stuck.seed}", " / ".join(stuck.line) or "no decision is needed")]
    if stuck.repeats:
        rows.append(("for ever", " / ".join(stuck.repeats)))
    yield pairs(rows, indent=6)
