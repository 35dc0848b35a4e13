"""What emitted code says of a position, compiled or interpreted: the counterpart of `ReferenceFacts`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, STEP
from verifier.run.native import Native
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.testing.facts import SETTLED, TRUTHS, VALUES, After, Facts, Failed, Forbidden, Key, Numbers, Settled, counted


class EmittedFacts:
    """What emitted code says under a setting: one context array, cleared before each question."""

    def __init__(self, native: Native, setting: Setting, *, settles: bool = True) -> None:
        self.native, self.settles, self.program = native, settles, native.program
        self.context = native.context(setting)
        self.parameters = self.context[:native.names.counters - 2].copy()
        self.tapes = native.tapes(setting)
        self.start, self.state, self.mark, self.unpacked, self.copy = (native.blank() for _ in range(5))
        self.listed = np.zeros(native.constant("EVENT_ROOM"), dtype=np.int64)
        self.weights = np.zeros(native.constant("EVENT_ROOM"), dtype=np.int64)
        self.words = np.zeros(native.constant("WORDS"), dtype=np.int64)
        self.slots = native.constant("SLOTS")
        self.step_properties = list(enumerate(self.program.game.of_kind("step_property")))
        self.files = {name: Path(body.rule.function.__code__.co_filename).name for name, body in self.program.bodies.items()}

    def leaves_out(self, key: Key) -> bool:
        """Emitted code has to speak of everything."""
        return False

    def of(self, position: Position) -> Facts:
        """Every fact of a position."""
        self.start[:] = self.native.state(position)
        facts, phase = Facts(), self.program.phases[position.state.phase]
        events = [self.program.events[number] for number in phase.events]
        if phase.kind == CHANCE:
            facts["weights", None] = self._weights(events)
        for event in events:
            facts["effect", event.text] = self._effect(event, facts, phase.kind)
        if phase.stuck >= 0:
            stuck = self.program.events[phase.stuck]
            facts["effect", stuck.text] = self._effect(stuck, facts, STEP)
        if phase.kind == DECISION:
            self._listing(events, facts)
        facts["kind", None] = self._ask("kind_of")
        facts["stuck", None] = self._is_stuck(facts["kind", None])
        self._properties(facts)
        if self.settles:
            facts["settled", None] = self._settled(open_chance=False)
            facts["settled with open chance", None] = self._settled(open_chance=True)
        facts["packed and unpacked", None], facts["copied", None] = self._repacked(), self._copied()
        if (self.context[:len(self.parameters)] != self.parameters).any():
            facts["rulings or edition changed", None] = True
        return facts

    def _weights(self, events: list[Event]) -> Any:
        weights = [(event.outcome, self._ask("weigh", event.number)) for event in events]
        failed = [weight for _, weight in weights if isinstance(weight, Failed)]
        return failed[0] if failed else [(outcome, weight) for outcome, weight in weights if weight > 0]

    def _is_stuck(self, kind: int) -> Any:
        """Whether nothing is listed that could follow, in a phase that is no end."""
        self.native.clear(self.context)
        count = 1
        if kind == DECISION:
            count = int(self.native.call("legal_events", self.start, self.context, self.listed))
            self.native.clear(self.context)  # a guard that fails refuses nothing
        elif kind == CHANCE:
            count = int(self.native.call("possible_outcomes", self.start, self.context, self.listed, self.weights))
        return self._failure() or count == 0

    def _listing(self, events: list[Event], facts: Facts) -> None:
        """Legal events are listed, and refusals counted, as the guards say one by one; a guard that fails ends the list."""
        legal: list[int] = []
        refused: Counter[str] = Counter()
        for event in events:
            effect = facts["effect", event.text]
            if isinstance(effect, Forbidden):
                refused[effect.clause] += 1
            else:
                legal.append(event.number)
        self.native.clear(self.context)
        count = int(self.native.call("legal_events", self.start, self.context, self.listed))
        failed, listed = self._failure(), self.listed[:count].tolist()
        if failed is not None:
            legal = legal[:legal.index(listed[-1]) + 1] if listed and listed[-1] in legal else legal
            if facts["effect", self.program.events[listed[-1]].text] != failed:
                facts["another guard fails in the listing", None] = True
        elif counted(self._counts(1)) != counted(refused):
            facts["the listing counts something else", None] = True
        if listed != legal:
            facts["the listing differs from the guards", None] = True

    def _counts(self, which: int) -> list[tuple[str, int]]:
        """The clauses that were counted, exercised (0) or refusing (1)."""
        counts = self.native.counters(self.context)[which]
        return [(self.program.clauses[index], int(counts[index])) for index in np.flatnonzero(counts)]

    def _properties(self, facts: Facts) -> None:
        game = self.program.game
        self.state[:] = self.start
        for each in TRUTHS:
            for index, rule in enumerate(game.of_kind(each)):
                facts[f"{each} {rule.name}", None] = self._truth(each, index)
        for each in VALUES:
            value = game.only(each)
            if value is not None:
                number = self._ask(each)
                record = value.returned_record is not None and not isinstance(number, Failed)
                facts[each, None] = self.native.grade_fields(number) if record else number
        facts["properties leave the position alone", None] = bool((self.state == self.start).all())

    def _ask(self, name: str, *arguments: int) -> Any:
        """Call something that must not change the state."""
        self.native.clear(self.context)
        answer = int(self.native.call(name, self.start, self.context, *arguments))
        return self._failure() or answer

    def _truth(self, name: str, index: int) -> Any:
        self.native.clear(self.context)
        answer = bool(self.native.call(name, self.state, self.context, index))
        return self._failure() or answer

    def _failure(self) -> Failed | None:
        failed = self.native.failed(self.context)
        return None if failed is None else Failed(self.files[failed[0]], failed[1])

    def _effect(self, event: Event, facts: Facts, kind: int) -> Any:
        self.state[:] = self.start
        self.native.clear(self.context)
        if kind == DECISION:
            refusal = int(self.native.call("guard", self.state, self.context, event.number))
            if (self.state != self.start).any():
                facts["the guard changed the state", event.text] = True
            if (failed := self._failure()) is not None:
                return failed
            exercised, refused = self.native.counters(self.context)
            if exercised.any() or refused.sum() != (refusal > 0) or (refusal > 0 and refused[refusal - 1] != 1):
                facts["the guard counted something else", event.text] = True
            if refusal:
                return Forbidden(self.program.clauses[refusal - 1])
            self.native.clear(self.context)
        elif kind == CHANCE:  # it is weighed first, as the reference does; its effect alone could fail elsewhere
            weight = self._ask("weigh", event.number)
            if isinstance(weight, Failed):
                return weight
            self.native.clear(self.context)
        self.native.call("apply", self.state, self.context, event.number)
        if (failed := self._failure()) is not None:
            return failed
        after = After(self._numbers(self.state[:self.slots]), counted(self._counts(0)))
        before, rule = self.start.copy(), self.native.names.rules[event.rule.name]
        for index, each in self.step_properties:
            self.native.clear(self.context)
            truth = bool(self.native.call("step_property", before, self.state, self.context, rule, index))
            facts[f"step property {each.name}", event.text] = self._failure() or truth
        return after

    def _settled(self, *, open_chance: bool) -> Any:
        self.state[:] = self.start
        self.native.clear(self.context)
        code = int(self.native.call("settle", self.state, self.context, *self.tapes, open_chance, self.mark))
        if (failed := self._failure()) is not None:
            return failed
        return Settled(SETTLED.get(code, f"code {code}"), self._numbers(self.state) if code < 4 else ())

    def _repacked(self) -> Numbers:
        """The state after packing and unpacking.  The words hold rubbish before, the array the position asked about last."""
        self.words[:] = -1
        self.native.call("pack", self.start, self.words)
        self.native.call("unpack", self.words, self.unpacked)
        return self._numbers(self.unpacked)

    def _copied(self) -> Numbers:
        """The state after copying it over the one asked about last."""
        self.native.call("copy", self.start, self.copy)
        return self._numbers(self.copy)

    def _numbers(self, array: Any) -> Numbers:
        return tuple(array.tolist())
