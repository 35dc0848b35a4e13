"""`readings` for people: a table of all choices, largest effects first, then each reading with what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verifier.report.results import (
    Changed,
    ChoiceEffect,
    MeasuredReadings,
    PartingPosition,
    ReadingEffect,
    StuckPlay,
)
from verifier.report.share import Share
from verifier.report.text.find import found_readings
from verifier.report.text.page import Page, counts, drawing, grade_text, heading, line, pairs
from verifier.report.text.solve import ENDINGS

MEASURES = {"best": "best grade", "random": "random player", "greedy": "greedy player"}
UNKNOWN = "unknown"


def measured_readings(found: MeasuredReadings) -> Page:
    """The whole answer; a single reading is told with the position at which its choices part, drawn."""
    last = found.seed + found.deals - 1
    deals = f"seed {found.seed}" if found.deals == 1 else f"seeds {found.seed}-{last}"
    yield heading(f"Readings of {found.game_title}", found.edition)
    if found.chosen:
        yield line(("Rulings: ", "dim"), ", ".join(f"{name} = {choice}" for name, choice in sorted(found.chosen.items())))
    yield pairs([
        ("deals", f"{found.deals:,} from the set-up ({deals}), the same for every reading; {found.seconds:.2f} s"),
        ("best grades", "not known" if found.best is None else
         f"{found.best.count:,} proved under the rulings in force, within {found.states:,} states each; the others are undecided"),
        ("without choices", f"{found.recorded:,} more readings are recorded, and settled"),
        ("z3", "not asked for smallest disagreements (--size K)" if found.size is None
         else f"asked for smallest disagreements, up to {found.size} to lay out"),
    ])
    if found.ending != "done":
        yield line(("Not everything was measured: ", "bold yellow"), ENDINGS[found.ending])
    for stuck in found.stuck:
        yield from _stuck("the rulings in force", stuck)
    yield line("")
    yield from _table(found.readings)
    for reading in found.readings:
        yield line("")
        yield from _reading(reading, found.texts, boards=len(found.readings) == 1)


def _table(readings: Iterable[ReadingEffect]) -> Page:
    yield heading("Deals that end otherwise", "share of those decided on both sides, 95 % interval")
    rows = [(reading.id, effect.choice, *(_cell(effect, index) for index in range(len(MEASURES))), _remark(effect))
            for reading in readings for effect in reading.effects]
    yield counts(("reading", "choice", *MEASURES.values(), ""), rows)


def _cell(effect: ChoiceEffect, index: int) -> str:
    if not effect.measured:
        return UNKNOWN
    changed = effect.changed[index].share
    return f"{_percent(changed.value)} ({_percent(changed.low)}-{_percent(changed.high)})" if changed.of else "undecided"


def _remark(effect: ChoiceEffect) -> str:
    return "broken" if effect.stuck else ""


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


# -- one reading --------------------------------------------------------------------------------------------------------------


def _reading(reading: ReadingEffect, texts: Mapping[str, str], *, boards: bool) -> Page:
    yield heading(f"{reading.id}: {reading.question}", f"impact {reading.impact}, {' '.join(reading.clauses)}")
    yield pairs([(f"{choice}{' (in force)' if choice == reading.in_force else ''}", meaning)
                 for choice, meaning in reading.choices.items()])
    if boards:
        yield pairs([(id_, texts[id_]) for id_ in reading.clauses if id_ in texts], style="dim")
    if reading.scope != "rules":
        yield line(("Note: ", "dim"), f"it is about {reading.scope}, not about what the rules do: players who see the deal, and "
                   "players who remember nothing, cannot tell")
    for effect in reading.effects:
        yield line(("with ", "dim"), (effect.choice, "bold"), ("" if effect.measured else f": {UNKNOWN}", "bold yellow"))
        if effect.measured:
            yield from _effect(effect, boards=boards)


def _effect(effect: ChoiceEffect, *, boards: bool) -> Page:
    yield pairs([(MEASURES[changed.measure], _told(changed)) for changed in effect.changed], indent=4)
    for stuck in effect.stuck:
        yield from _stuck(effect.choice, stuck)
    yield pairs([("legal play", _parting(effect))], indent=4)
    if boards and effect.example is not None:
        if effect.example.board is not None:
            yield drawing(effect.example.board)
        yield line(("The position as a scenario:", "dim"))
        yield drawing(effect.example.scenario.rstrip("\n"))
    if effect.smallest is not None:
        yield line("")
        yield from found_readings(effect.smallest)


def _told(changed: Changed) -> str:
    share, undecided = changed.share, f"; {changed.undecided:,} undecided" if changed.undecided else ""
    if not share.of:
        return f"not decided in any deal{undecided}"
    if not share.count:
        return f"no effect in {share.of:,} deals (at most {_percent(share.high)} % at 95 %){undecided}"
    became = "".join(f"; {deals:,}: {_result(before)} -> {_result(after)}" for before, after, deals in changed.changes[:1])
    return f"{_share(share)}: {changed.better:,} better, {changed.worse:,} worse{_others(changed)}{undecided}{became}"


def _others(changed: Changed) -> str:
    others = changed.share.count - changed.better - changed.worse
    return f", {others:,} stuck on one side" if others else ""


def _share(share: Share) -> str:
    return (f"changed in {share.count:,} of {share.of:,} deals, {_percent(share.value)} % "
            f"({_percent(share.low)}-{_percent(share.high)} at 95 %)")


def _result(result: Mapping[str, Any] | str) -> str:
    return f"stuck ({result})" if isinstance(result, str) else grade_text(result)


def _stuck(choice: str, stuck: StuckPlay) -> Page:
    yield line("    ", (f"Broken under {choice}: ", "bold red"), f"{stuck.demand}: {stuck.why}")
    rows = [("line", f"seed {stuck.seed}: {' / '.join(stuck.line) or 'no decision is needed'}")]
    if stuck.repeats:
        rows.append(("for ever", " / ".join(stuck.repeats)))
    yield pairs(rows, indent=6)


def _parting(effect: ChoiceEffect) -> str:
    if effect.example is None:
        return f"alike at all of the {effect.positions:,} positions met"
    return (f"differs at {effect.parted:,} of the {effect.positions:,} positions met; "
            f"with the least in piles ({effect.example.in_piles}), {_example(effect.example)}")


def _example(example: PartingPosition) -> str:
    where = f"seed {example.seed}, {example.policy} player, after {example.number} transitions"
    told = [f"only {which} has {', '.join(events)}" for which, events in zip(("the ruling in force", "the other"), example.only,
                                                                            strict=True) if events]
    told += [f"{example.event} leads to" if example.event is not None else ""] if example.differs else []
    told = [" and ".join(told)] if told else []
    cells = ", ".join(f"{name} {one} or {two}" for name, one, two in example.differs[:3])
    more = ", ..." if len(example.differs) > 3 else ""
    return f"{where}: {' '.join([*told, cells]).strip()}{more}"
