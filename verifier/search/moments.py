"""What the rules say at one state: which events are possible there and what they lead to, and which rules say so.

An answer can only change with a rule that ran for it.  So an altered rule is compared with the answers that it had a part in,
and against no others.  Everything here runs as interpreted code on plain lists of numbers, which is several times as fast as
on arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from attrs import frozen

from verifier.lang.phases import CHANCE, DECISION, PhaseRules
from verifier.lang.values import blank
from verifier.run.backend import Backend
from verifier.run.setting import Setting

FAILS = -1  # in the place of whether an event is possible: working that out fails
Numbers = tuple[int, ...]
FAILED: Numbers = (FAILS,)  # in the place of what an event leads to
Rules = frozenset[str]
Answer = TypeVar("Answer")


class Asked:
    """A program's interpreted code, to be asked under one setting."""

    def __init__(self, backend: Backend, setting: Setting) -> None:
        self.backend, self.setting, self.program = backend, setting, backend.program
        self.context: list[int] = backend.context(setting).tolist()
        self._slots, self._error = backend.constant("SLOTS"), backend.constant("ERROR")
        self._phase = backend.constant("PHASE")

    def phase(self, state: list[int]) -> PhaseRules:
        """The phase that a state is in."""
        return self.program.phases[state[self._phase]]

    def possible(self, state: list[int], event: int) -> int:
        """Whether a decision is legal (1 or 0), or the weight of an outcome; FAILS when that cannot be worked out."""
        decision = self.program.events[event].rule.kind == "decision"
        self.context[self._error] = 0
        answer = int(self.backend.call("guard" if decision else "weigh", state[:], self.context, event))
        if self.context[self._error]:
            return FAILS
        return int(answer == 0) if decision else answer

    def after(self, state: list[int], event: int) -> list[int] | None:
        """The state that an event leads to, whether it is possible or not; None when a rule fails."""
        after = state[:]
        self.context[self._error] = 0
        self.backend.call("apply", after, self.context, event)
        return None if self.context[self._error] else after

    def leads(self, state: list[int], event: int) -> Numbers:
        """The cells that an event leads to; FAILED when a rule fails.  What a tape counts is no part of a rule."""
        after = self.after(state, event)
        return FAILED if after is None else tuple(after[:self._slots])

    def laid_out(self) -> Numbers:
        """The cells of the table that the set-up lays out; FAILED when it fails."""
        game = self.program.game
        state = [*self.program.encode(blank(game.state_type)), *([0] * len(self.program.tapes))]
        rule = game.only("setup")
        self.context[self._error] = 0
        if rule is not None:
            self.backend.call(f"r_{rule.name}", state, self.context)
        return FAILED if self.context[self._error] else tuple(state[:self._slots])


@frozen(eq=False)
class Moment:
    """A state with what is possible there, and what some events lead to: by the rules that ran, (event, answer) each."""

    state: list[int]
    possible: Mapping[Rules, tuple[tuple[int, int], ...]]
    leads: Mapping[Rules, tuple[tuple[int, Numbers], ...]]

    def otherwise(self, asked: Asked, rules: Rules | None = None) -> str | None:
        """What other rules say otherwise, of what some rules had a part in (of everything if None); None if nothing."""
        for event, answer in _of(self.possible, rules):
            if asked.possible(self.state, event) != answer:
                return "other events are possible"
        for event, after in _of(self.leads, rules):
            found = asked.leads(self.state, event)
            if found != after:
                return f"{asked.program.events[event].text} {'fails' if found == FAILED else 'leads elsewhere'}"
        return None

    def elsewhere(self, asked: Asked, rules: Rules) -> Iterator[tuple[int, Numbers]]:
        """The events that lead elsewhere by other rules, or are possible only by them; each with what it leads to by them."""
        for event, answer in _of(self.possible, rules):
            if answer <= 0 < asked.possible(self.state, event):
                yield event, asked.leads(self.state, event)
        for event, after in _of(self.leads, rules):
            found = asked.leads(self.state, event)
            if found != after:
                yield event, found


def _of(answers: Mapping[Rules, tuple[Answer, ...]], altered: Rules | None) -> Iterator[Answer]:
    for rules, each in answers.items():
        if altered is None or not altered.isdisjoint(rules):
            yield from each


class Recorder:
    """Records moments of one program; `heard` is the set of `Native.overheard`, in whose context all of it happens."""

    def __init__(self, asked: Asked, heard: set[str]) -> None:
        self.asked, self.heard = asked, heard

    def moment(self, state: list[int], considered: Iterable[int], tried: Iterable[int]) -> Moment:
        """A state, whether some events are possible there, and what some lead to."""
        possible: dict[Rules, list[tuple[int, int]]] = {}
        leads: dict[Rules, list[tuple[int, Numbers]]] = {}
        for event in considered:
            self.heard.clear()
            answer = self.asked.possible(state, event)
            possible.setdefault(frozenset(self.heard), []).append((event, answer))
        for event in tried:
            self.heard.clear()
            after = self.asked.leads(state, event)
            leads.setdefault(frozenset(self.heard), []).append((event, after))
        return Moment(state, {rules: tuple(each) for rules, each in possible.items()},
                      {rules: tuple(each) for rules, each in leads.items()})

    def whole(self, state: list[int], event: int | None = None) -> Moment:
        """A state with all that its phase considers, and what each legal decision leads to; of chance and steps, one event.

        Without an event, every outcome that has weight, or the step.
        """
        asked = self.asked
        phase = asked.phase(state)
        tried = [] if event is None else [event]
        if phase.kind == DECISION or event is None:
            tried = [number for number in phase.events
                     if phase.kind not in (DECISION, CHANCE) or asked.possible(state, number) > 0]
            tried += [phase.stuck] if phase.stuck >= 0 and not tried else []
        return self.moment(state, phase.events if phase.kind in (DECISION, CHANCE) else (), tried)
