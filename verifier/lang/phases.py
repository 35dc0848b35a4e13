"""What each phase of a game is - decisions, chance, a step, or an end - and which events belong to it.

A phase of decisions may have one event more, which happens by itself where no decision is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from attrs import frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang.declared import phase_place
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Game, Kind, Rule

DECISION, CHANCE, STEP, END = range(4)
KIND_NAMES = ("decision", "chance", "step", "end")


@frozen
class PhaseRules:
    """One phase: its kind, the numbers of its events in the game's order, and the index of its tape (-1 without chance).

    `stuck` is the event that happens by itself where none of its decisions is legal; -1 where the game has none, and there
    play gets stuck.
    """

    phase: IntEnum
    kind: int
    events: tuple[int, ...]
    tape: int = -1
    stuck: int = -1

    @property
    def by_itself(self) -> int:
        """The event that the rules bring about by themselves: the step, or what happens where play would be stuck; else -1."""
        return self.events[0] if self.kind == STEP else self.stuck


def tape_names(game: Game[Any, Any]) -> tuple[str, ...]:
    """The named streams a deal fixes, in the order chance rules first name them."""
    return tuple(dict.fromkeys(rule.tape for rule in game.of_kind("chance") if rule.tape is not None))


def phases_of(game: Game[Any, Any], events: tuple[Event, ...]) -> tuple[PhaseRules, ...]:
    """The phases in order; refuses phases with mixed kinds, with two chance or step rules, or without any rule."""
    problems = list(_refused(game))
    if problems:
        raise RuleRefused(problems)
    tapes = tape_names(game)
    found = []
    for phase in game.phases:
        rules = _rules_of(game, phase)
        if phase in game.ends:
            found.append(PhaseRules(phase, END, ()))
        elif rules:  # a phase has none only where its rule is lost by a misused decorator, for which the game is refused
            kind = {"decision": DECISION, "chance": CHANCE, "step": STEP}[rules[0].kind]
            tape = tapes.index(rules[0].tape) if rules[0].tape is not None else -1
            here = [event for event in events if event.rule.phase is phase]
            stuck = next((event.number for event in here if event.rule.kind == "stuck"), -1)
            found.append(PhaseRules(phase, kind, tuple(event.number for event in here if event.number != stuck), tape, stuck))
    return tuple(found)


def _rules_of(game: Game[Any, Any], phase: IntEnum) -> list[Rule]:
    """The rules that make a phase what it is: all but one for where no decision is legal, which comes last."""
    rules = [rule for rule in game.of_kind(*TRANSITIONS) if rule.phase is phase]
    return sorted(rules, key=lambda rule: rule.kind == "stuck")


def _refused(game: Game[Any, Any]) -> Iterator[Problem]:
    lost = bool(game.misused)  # whether rules or ends belong to no phase: they may be what another phase lacks
    for rule in game.of_kind(*TRANSITIONS):
        if not isinstance(rule.phase, game.phases):
            lost = True
            yield Problem("DB314", f"{rule.name} belongs to {rule.phase!r}, which is not a phase of {game.name}",
                          rule.where, f"name a member of {game.phases.__name__}")
    for end in game.ends:
        if not isinstance(end, game.phases):
            lost = True
            yield Problem("DB314", f"the end {end!r} is not a phase of {game.name}", game.name,
                          f"name members of {game.phases.__name__}")
    for phase in game.phases:
        rules = _rules_of(game, phase)
        kinds, stuck = {rule.kind for rule in rules} - {"stuck"}, [rule for rule in rules if rule.kind == "stuck"]
        if phase in game.ends:
            if rules:
                yield Problem("DB310", f"{phase.name} is an end of the game but {rules[0].name} leaves it", rules[0].where,
                              "delete the rule, or the phase in Game(ends=...)")
        elif not rules:
            if not lost and not any(rule.phase is phase for rule in game.twice):
                yield Problem("DB311", f"no rule leaves the phase {phase.name}", phase_place(phase),
                              "write a decision, chance or step for it, or name it in Game(ends=...)")
        elif stuck and (kinds != {"decision"} or len(stuck) > 1):
            yield _stuck_elsewhere(phase, stuck, kinds)
        elif len(kinds) > 1 or (kinds != {"decision"} and len(rules) > 1):
            names = ", ".join(rule.name for rule in rules)
            yield Problem("DB312", f"the phase {phase.name} has {names}: a phase has decisions, or one chance rule, or one step",
                          rules[0].where, "give one of them a phase of its own")


def _stuck_elsewhere(phase: IntEnum, stuck: list[Rule], kinds: set[Kind]) -> Problem:
    """What is wrong with the rules for where no decision of a phase is legal, besides decisions of these kinds."""
    if kinds == {"decision"}:
        return Problem("DB309", f"{stuck[0].name} and {stuck[1].name} both say what happens in the phase {phase.name} where no "
                       "decision is legal", stuck[1].where, "keep one")
    return Problem("DB309", f"{stuck[0].name} is for where no decision is legal, and the phase {phase.name} is not one of "
                   "decisions alone", stuck[0].where, "name a phase of decisions, or decorate the rule with @game.step")
