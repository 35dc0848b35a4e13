"""What comparing a model with its naive twin takes in every game: both played side by side, and how a difference is told.

`Pair` leads both to their next real question: the model through its steps and through everything that has one outcome only, the
twin by itself.  There the questions must be the same: what may be answered, for chance with which weights, and the whole table.
Then one answer is given to both.  A game says how the model's questions, events and tables are written as the twin's are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from attrs import define, field, frozen

from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, END, STEP
from verifier.program.program import Program
from verifier.run.reference import Reference
from verifier.run.setting import Setting

Option = Any  # as the twin writes its answers
Weighted = list[tuple[Event, int]]  # events of the model, for chance with weights
View = dict[str, Any]  # what lies on a table
TRANSITIONS_MOST = 20_000


class Differs(AssertionError):
    """The model and its twin differ: in what, and the events that led there."""


@define
class Followed:
    """What was compared."""

    games: int = 0
    transitions: int = 0
    questions: int = 0
    decisions: int = 0
    ends: Counter[str] = field(factory=Counter)
    asked: Counter[str] = field(factory=Counter)

    def __add__(self, other: Followed) -> Followed:
        return Followed(self.games + other.games, self.transitions + other.transitions, self.questions + other.questions,
                        self.decisions + other.decisions, self.ends + other.ends, self.asked + other.asked)


def unlike(model: Mapping[str, Any], twin: Mapping[str, Any]) -> list[str]:
    """What the two say otherwise of a table, of what the model's view has."""
    return [f"{key}: model {_part(told, twin[key])}, twin {_part(twin[key], told)}"
            for key, told in model.items() if told != twin[key]]


def _part(one: Any, other: Any) -> Any:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one
    return {key: one.get(key) for key in {*one, *other} if one.get(key) != other.get(key)}


# -- one game -----------------------------------------------------------------------------------------------------------------


class Pair(ABC):
    """A game of both; what is abstract here differs from game to game."""

    program: ClassVar[Program]
    twin_type: ClassVar[Callable[..., Any]]
    weights: ClassVar[Mapping[str, float]] = {}  # how often a kind of decision is made, if not as often as others

    def __init__(self, box: Any, table: dict[str, Any], rng: Random, rulings: dict[str, str] | None = None) -> None:
        self.box, self.rng = box, rng
        self.reference = Reference(self.program, Setting(self.program.default_rulings | (rulings or {}), box))
        self.position = self.reference.set_up()
        self.twin = self.twin_type(table, rulings=rulings)
        self.told: list[str] = []
        self.done = Followed(games=1)

    @abstractmethod
    def option(self, rule: str, values: tuple[Any, ...]) -> Option:
        """An event of the model as the twin writes the answer."""

    @abstractmethod
    def question(self, event: Event) -> tuple[Any, ...]:
        """What the model asks, as the twin's request begins; `event` is one of the answers."""

    @abstractmethod
    def views(self) -> tuple[View, View]:
        """What lies on the model's table and on the twin's."""

    def play(self) -> Followed:
        """The whole game."""
        while found := self.settle():
            asked = self.question(next(iter(found.values()))[0][0])
            if self.twin.request is None or tuple(self.twin.request[:len(asked)]) != asked:
                self.differ(f"the question: model {asked} {sorted(map(str, found))}, "
                            f"twin {self.twin.request} {self.twin.options()}")
            self.same_table()
            if self.reference.kind(self.position) == CHANCE:
                answer = self.same_chances(found)
            else:
                self.same_options(found)
                answer = self.decide(list(found))
                self.done.decisions += 1
            self.done.questions += 1
            self.done.asked[asked[0]] += 1
            self.fire(self.of(found[answer]))
            self.twin.take(answer)
        self.done.ends[self.same_end()] += 1
        return self.done

    def settle(self) -> dict[Option, Weighted]:
        """The model's next real question, with the events that come to each answer; empty at the end."""
        while (kind := self.reference.kind(self.position)) != END:
            if self.done.transitions > TRANSITIONS_MOST:
                raise Differs("no end")
            if kind == STEP:
                self.fire(self.reference.events(self.position)[0])
                continue
            if kind == DECISION:
                weighted = [(event, 1) for event in self.reference.legal(self.position)]
            else:
                weighted = self.reference.outcomes(self.position)
            found: dict[Option, Weighted] = {}
            for event, weight in weighted:
                found.setdefault(self.option(event.rule.name, event.values), []).append((event, weight))
            if not found:
                self.differ("the model knows no answer")
            if self.is_real(found):
                return found
            self.fire(self.of(next(iter(found.values()))))
        return {}

    def is_real(self, found: Mapping[Option, Weighted]) -> bool:
        """Whether the twin asks this too: there is more than one answer."""
        return len(found) > 1

    def of(self, events: Weighted) -> Event:
        """The event that comes to an answer: the only one."""
        if len(events) > 1:
            self.differ(f"the twin has one answer for {[event.text for event, _ in events]}")
        return events[0][0]

    def fire(self, event: Event) -> None:
        """The model goes on."""
        self.done.transitions += 1
        if self.reference.kind(self.position) != STEP:
            self.told.append(event.text)
        self.position = self.reference.apply(self.position, event).after

    def decide(self, options: list[Option]) -> Option:
        """A random decision."""
        return by_kind(self.rng, options, self.weights)

    def differ(self, what: str) -> None:
        """Stop here."""
        raise Differs(f"{what}\nthe model in {self.position.state.phase.name}, the twin asks {self.twin.request}\nafter "
                      + " / ".join(self.told[-60:]))

    def same_table(self) -> None:
        """Compare the tables."""
        wrong = unlike(*self.views())
        if wrong:
            self.differ("the table: " + "; ".join(wrong))

    def same_options(self, found: Mapping[Option, Weighted]) -> None:
        """Compare what may be decided."""
        expected, got = set(found), set(self.twin.options())
        if expected != got:
            self.differ(f"may be decided: only by the model {sorted(map(str, expected - got))}, "
                        f"only by the twin {sorted(map(str, got - expected))}")

    def same_chances(self, found: Mapping[Option, Weighted]) -> Option:
        """Compare the chances, and let one of the outcomes come true."""
        expected = {answer: Fraction(sum(weight for _, weight in events)) for answer, events in found.items()}
        got = {answer: Fraction(weight) for answer, weight in zip(self.twin.options(), self.twin.weights() or (), strict=True)}
        if not self.are_alike(expected, got):
            self.differ(f"the chances: model {expected}, twin {got}")
        return self.rng.choices(list(expected), [float(weight) for weight in expected.values()])[0]

    def are_alike(self, model: Mapping[Option, Fraction], twin: Mapping[Option, Fraction]) -> bool:
        """Whether weights say the same of all outcomes."""
        first, second = sum(model.values()), sum(twin.values())
        return {answer: weight / first for answer, weight in model.items()} == \
            {answer: weight / second for answer, weight in twin.items()}

    def same_end(self) -> str:
        """Compare how the game ended, and name it: it is won or lost."""
        phase, outcome = self.position.state.phase.name, self.twin.outcome
        if self.twin.request is not None or (phase == "WON") != (outcome == "won"):
            self.differ(f"the model's game is over ({phase}), the twin's is not ({outcome})")
        return str(outcome)


def by_kind(rng: Random, options: list[Option], weights: Mapping[str, float]) -> Option:
    """A random decision: first what kind, then which of it; the kinds that have a weight more or less often."""
    kinds: dict[Any, list[Option]] = {}
    for each in options:
        kinds.setdefault(each[0] if isinstance(each, tuple) else "", []).append(each)
    return rng.choice(kinds[rng.choices(list(kinds), [weights.get(kind, 1.0) for kind in kinds])[0]])


# -- many games ---------------------------------------------------------------------------------------------------------------


def some_readings(rng: Random, readings: Mapping[str, tuple[str, ...]], shares: tuple[float, ...],
                  often: Collection[str] = ()) -> dict[str, str]:
    """Rulings at random; a share of them is not the default one, of those in `often` one half."""
    share = rng.choice(shares)
    return {reading: rng.choice(choices[1:]) for reading, choices in readings.items()
            if rng.random() < (0.5 if reading in often else share)}


@frozen
class Games:
    """Games of both, one for every seed: what editions and readings they are played with, and how."""

    name: str
    editions: Callable[[Random], tuple[Any, dict[str, Any]]]
    readings_for: Callable[[Random], dict[str, str]]
    play_with: Callable[[Any, dict[str, Any], Random, dict[str, str]], Followed]

    def play(self, seed: int, readings: bool = False) -> Followed:
        """One game, by the default readings or by random ones."""
        rng = Random(f"{self.name} {seed}")
        box, table = self.editions(rng)
        rulings = self.readings_for(rng) if readings else {}
        try:
            return self.play_with(box, table, rng, rulings)
        except Differs as differs:
            raise Differs(f"seed {seed}, {box.players} players, {rulings}: {differs}") from differs

    def play_many(self, seeds: range, readings: bool = False) -> Followed:
        """Many games; stops at the first difference."""
        done = Followed()
        for seed in seeds:
            done += self.play(seed, readings)
        return done
