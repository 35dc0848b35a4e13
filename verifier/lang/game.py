"""A game: its state, its edition, and the rule functions that its modules register with decorators."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, cast, overload

from attrs import evolve, field, frozen

from verifier.errors import Problem, RuleRefused
from verifier.lang.annotations import RESULT, annotation, declared, result_of
from verifier.lang.authored import where
from verifier.lang.decorators import caller, written_as
from verifier.lang.dominance import NeverWorse
from verifier.lang.flaw import Check
from verifier.lang.foresight import Foreseen, Foresight, foresight_of
from verifier.lang.patterns import Patterns
from verifier.lang.picture import Picture
from verifier.lang.types import INT_MAX, INT_MIN, EnumType, IntType, RecordType, RowType, Scalar, Type, record_type
from verifier.lang.values import checked
from verifier.lang.words import current
from verifier.visible import one_line, visible

S = TypeVar("S")
B = TypeVar("B")
F = TypeVar("F", bound=Callable[..., Any])

Kind = Literal["decision", "chance", "step", "stuck", "rule", "setup", "completion", "invariant", "lemma", "step_property",
               "goal", "grade", "bound", "estimate", "progress", "outcome", "hidden"]
TRANSITIONS: tuple[Kind, ...] = ("decision", "chance", "step", "stuck")


@frozen(eq=False)
class Rule:
    """A registered rule function: what kind it is, the phase it belongs to, the clauses it always exercises.

    `refused` is what is wrong with its declaration, and `unknown` names the parameters without a type by that (and RESULT, if
    what it returns has none): nothing is refused before the game is loaded, so that all mistakes are named together.
    """

    name: str
    kind: Kind
    function: Callable[..., Any]
    phase: IntEnum | None = None
    clauses: tuple[str, ...] = ()
    tape: str | None = None
    order_of: str | None = None
    given_unless: str | None = None
    seat: Callable[..., Any] | None = None
    safe: Callable[..., Any] | None = None
    parameters: tuple[tuple[str, Type], ...] = field(factory=tuple)
    unknown: frozenset[str] = frozenset()
    refused: tuple[Problem, ...] = ()

    @property
    def where(self) -> str:
        """`file:line` of the function, for messages."""
        return where(self.function)

    @property
    def summary(self) -> str:
        """What the rule says of itself: the first line of its docstring, without a full stop; its name if it has none."""
        return visible(((self.function.__doc__ or "").strip() or self.event_name).split("\n")[0].strip().rstrip("."))

    @property
    def event_name(self) -> str:
        """How the rule is named in events."""
        return self.name.strip("_").replace("_", "-")

    @cached_property
    def returned(self) -> Type | None:
        """The type of what the rule returns, by its annotation; None if that is nothing, or nobody knows."""
        return None if RESULT in self.unknown else result_of(self.function)

    @cached_property
    def returned_record(self) -> RecordType | None:
        """The record that a grade, a bound or an outcome returns."""
        hint = None if RESULT in self.unknown else annotation(self.function, RESULT, extras=False)
        return record_type(hint) if isinstance(hint, type) and hasattr(hint, "__daybreak__") else None

    @cached_property
    def arguments(self) -> tuple[tuple[str, Scalar], ...]:
        """The parameters behind the state: what a decision chooses or chance decides."""
        return tuple((name, kind) for name, kind in self.parameters[1:] if isinstance(kind, Scalar))


class _Edition:
    """Reads the component data of the run under way, so that rules can write `box.last_space`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(current().edition, name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise TypeError(f"component data cannot change during play: {name}")


class Game(Generic[S, B]):
    """What a game's modules fill in: declarations first, rules by decorators, then `verifier.lang.load(game)` checks it all.

    `folder` holds `rulebook.toml`, `readings.toml` and `edition-*.toml`; `ends` are the phases in which the game is over.
    `wins` is the verb of a line whose grade has its first field above the lowest: "no line of this deal survives".
    """

    def __init__(self, *, name: str, title: str, state: type[S], edition: type[B], folder: Path,
                 ends: tuple[IntEnum, ...], wins: str = "") -> None:
        if isinstance(ends, IntEnum):  # somebody forgot the comma
            end = f"{type(ends).__name__}.{ends.name}"
            raise RuleRefused(Problem("DB301", f"ends is one phase, {end}, where a tuple of phases is needed", caller(),
                                      f"write ends=({end},), with the comma"))
        self.name, self.title, self.folder, self.ends = name, one_line(title), folder, ends
        self.wins = one_line(wins)
        self.state, self.edition_record = state, edition
        self.state_type: RecordType = record_type(state)
        self.edition_type: RecordType = record_type(edition)
        self.edition: B = cast(B, _Edition())
        self.misused: list[Problem] = []  # decorators that register nothing as they are written: refused when the game is loaded
        self.unregistered: list[Callable[..., Any]] = []  # the functions below them
        self.rules: dict[str, Rule] = {}
        self.twice: list[Rule] = []  # rules whose names others had before: refused when the game is loaded
        self.edition_checks: list[Check[B]] = []
        self.pattern_sets: list[Patterns] = []
        self.comparisons: list[NeverWorse] = []  # one: more are refused when the game is loaded
        self.foreseen: list[Foreseen] = []  # one: more are refused when the game is loaded
        self.grade_order = ""
        self.drawing: Callable[[S], str] | None = None
        self.painting: Callable[[S], Picture] | None = None
        phase = self.state_type.field("phase")
        if not isinstance(phase, EnumType) or phase.more is not None or phase.none is not None:
            raise RuleRefused(Problem("DB302", f"{state.__name__} needs a field `phase` that is an enum", name,
                                      "declare phase: Phase"))
        self.phases: type[IntEnum] = phase.enum

    def _register(self, function: Callable[..., Any], kind: Kind, *, phase: IntEnum | None = None,
                  clause: str | tuple[str, ...] = (), tape: str | None = None, order_of: str | None = None,
                  given_unless: str | None = None, seat: Callable[..., Any] | None = None,
                  safe: Callable[..., Any] | None = None) -> Rule:
        name = function.__name__
        clauses = (clause,) if isinstance(clause, str) else clause
        said = declared(function, numbers=kind == "rule", returns=kind != "completion")
        problems = said.problems
        if not isinstance(clauses, tuple) or not all(isinstance(each, str) for each in clauses):
            problems += (Problem("DB331", f"{name}: a clause is named by its id, and this is {visible(repr(clause))}",
                                 where(function), 'write clause="UD-T04", or a tuple of ids'),)
            clauses = ()
        rule = Rule(name, kind, function, phase, clauses, tape, order_of, given_unless, seat, safe, said.parameters,
                    said.unknown, problems)
        if name in self.rules:
            places = f"{self.rules[name].where} and {where(function)}"
            twice = Problem("DB303", f"two rules are named {name}", places, "rename one")
            rule = evolve(rule, refused=(twice, *rule.refused))
            self.twice.append(rule)
        else:
            self.rules[name] = rule
        return rule

    @written_as
    def decision(self, phase: IntEnum, *, seat: Callable[[S], IntEnum | None] | None = None,
                 safe: Callable[..., bool] | None = None, clause: str | tuple[str, ...] = ()) -> Callable[[F], F]:
        """A transition that somebody chooses; the `require` lines at its start are its guard.

        `seat` is a rule of the state that says whose decision it is, by a member of an enum; None where it is everybody's.
        `safe` is a rule of the state and of what is chosen that says whether the decision, where it is legal, never hurts: the
        best grade behind it is as good as any other's.  Searches try it first, and prove nothing by it.
        """
        return self._decorator("decision", phase=phase, clause=clause, seat=seat, safe=safe)

    @written_as
    def chance(self, phase: IntEnum, *, tape: str, order_of: str | None = None, given_unless: str | None = None,
               clause: str | tuple[str, ...] = ()) -> Callable[[F], F]:
        """A transition that nature chooses; a deal fixes its outcomes through the named tape.

        `order_of` names the bag of the state whose order that tape is: a deal then spells it out as a shuffled order.
        `given_unless` names a flag of the component data: where it is not set, nobody knows how likely the outcomes are, as of
        when a clock rings.  A weight then says only whether there can be such an outcome: a deal gives it, proofs are for any,
        and no odds and no shares of deals are worked out.
        """
        return self._decorator("chance", phase=phase, clause=clause, tape=tape, order_of=order_of, given_unless=given_unless)

    @written_as
    def step(self, phase: IntEnum, *, clause: str | tuple[str, ...] = ()) -> Callable[[F], F]:
        """A transition that the rules leave no choice about."""
        return self._decorator("step", phase=phase, clause=clause)

    @written_as
    def when_stuck(self, phase: IntEnum, *, clause: str | tuple[str, ...] = ()) -> Callable[[F], F]:
        """What happens by itself in a phase of decisions where none of them is legal, as when play is over then: without it,
        play gets stuck there.  Nobody chooses it, whoever's decision it would be, and it is in no line of decisions.
        """
        return self._decorator("stuck", phase=phase, clause=clause)

    @overload
    def rule(self, function: F) -> F: ...
    @overload
    def rule(self, *, clause: str | tuple[str, ...] = ()) -> Callable[[F], F]: ...
    @written_as
    def rule(self, function: F | None = None, *, clause: str | tuple[str, ...] = ()) -> F | Callable[[F], F]:
        """A part of rules, called by others."""
        if function is not None:
            return _checking(function, self._register(function, "rule"))
        return self._decorator("rule", clause=clause)

    @written_as
    def setup(self, function: F) -> F:
        """Sets up the table from a blank state."""
        self._register(function, "setup")
        return function

    @written_as
    def completion(self, function: F) -> F:
        """Fills in what follows from a scenario's `[start]` keys (what is nowhere else is in the deck)."""
        self._register(function, "completion")
        return function

    @overload
    def invariant(self, function: F) -> F: ...
    @overload
    def invariant(self, *, clause: str | tuple[str, ...] = ()) -> Callable[[F], F]: ...
    @written_as
    def invariant(self, function: F | None = None, *, clause: str | tuple[str, ...] = ()) -> F | Callable[[F], F]:
        """A property of every reachable state."""
        register: Callable[[F], F] = self._decorator("invariant", clause=clause)
        return register if function is None else register(function)

    @written_as
    def lemma(self, function: F) -> F:
        """An invariant that serves proofs alone: `check --with z3` may rest on it, and proves it then.

        No play and no search asks for it, and nothing that was kept about the game depends on it.  `check --mine` finds such.
        """
        self._register(function, "lemma")
        return function

    @overload
    def step_property(self, function: F) -> F: ...
    @overload
    def step_property(self, *, clause: str | tuple[str, ...] = ()) -> Callable[[F], F]: ...
    @written_as
    def step_property(self, function: F | None = None, *, clause: str | tuple[str, ...] = ()) -> F | Callable[[F], F]:
        """A property of every transition: of the state before, the event (`happened`) and the state after."""
        register: Callable[[F], F] = self._decorator("step_property", clause=clause)
        return register if function is None else register(function)

    @written_as
    def goal(self, function: F) -> F:
        """A statement about a state that one may want to reach."""
        self._register(function, "goal")
        return function

    @overload
    def grade(self, function: F) -> F: ...
    @overload
    def grade(self, *, order: str) -> Callable[[F], F]: ...
    @written_as
    def grade(self, function: F | None = None, *, order: str = "") -> F | Callable[[F], F]:
        """The value of a finished game: a record of scalars, the field that matters most first, bigger is better.

        `order` says whose order that is, for people: the rulebook's, or yours where the rulebook does not rank ends.
        """
        self.grade_order = one_line(order)
        if function is None:
            return self._decorator("grade")
        self._register(function, "grade")
        return function

    @written_as
    def bound(self, function: F) -> F:
        """A grade that no line from the state can pass (admissible; checked against searches without it)."""
        self._register(function, "bound")
        return function

    def patterns(self, *, counts: str = "", keeps: tuple[str, ...] = (), row: str = "",
                 groups: tuple[tuple[Any, ...], ...] = ()) -> None:
        """Have a bound derived from the rules, by pattern databases: see `verifier.lang.patterns.Patterns`.

        Each pattern keeps the phase, the fields of `keeps`, and where in `row` the values of a group are.  Bounds of the groups
        of one declaration are added up; of several declarations the best counts.
        """
        kind = self.state_type.field(row) if row else None
        first = kind.item.first if isinstance(kind, RowType) and isinstance(kind.item, EnumType) else 0
        numbers = tuple(tuple(int(value) + first for value in group) for group in groups)
        self.pattern_sets.append(Patterns(counts, tuple(keeps), row, numbers, caller()))

    def never_worse(self, *, more: tuple[str, ...] = (), fewer: tuple[str, ...] = ()) -> None:
        """Say that more of some fields of the state, and fewer of others, all else being equal, is never worse.

        Wherever the worse state can come to an end, the better one can come to an end that is as good, on the same deal.  `check
        --with z3 --property never-worse --record` proves it; searches then leave the worse states out, and without a proof they
        only come to them last.  A game says so once, of all its fields together.
        """
        for names in (more, fewer):
            if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
                self.misused.append(Problem("DB344", "never_worse: fields are named by a tuple of their names", caller(),
                                            'write game.never_worse(more=("ammo",)), with the comma'))
                return
        self.comparisons.append(NeverWorse(more, fewer, caller()))

    @property
    def dominance(self) -> NeverWorse | None:
        """What the game declares never worse, if it does."""
        return self.comparisons[0] if self.comparisons else None

    def foresight(self, draw: Callable[..., Any], which: Callable[..., bool], left: Callable[[S], int]) -> None:
        """Let the bound ask a deal whether certain outcomes of `draw` can still come, by `may_happen(which)`.

        `draw` is a chance rule that draws from a deck without replacement, `which` a rule that says of an outcome whether it is
        one of those, and `left` a rule that says of the state how many draws can still matter, at the most.  Believed is what
        `bound-holds` proves of them: see `verifier.lang.foresight`.
        """
        names = [getattr(each, "__name__", "") for each in (draw, which, left)]
        self.foreseen.append(Foreseen((names[0], names[1], names[2]), caller()))

    @property
    def looks_ahead(self) -> Foresight | None:
        """What the game says of what can be foreseen, if it does."""
        return foresight_of(self)

    @written_as
    def estimate(self, function: F) -> F:
        """How promising a state is, as an integer; guides searches and proves nothing."""
        self._register(function, "estimate")
        return function

    @written_as
    def progress(self, function: F) -> F:
        """How far the game has come, as an integer that never falls along a line (turns, hours): best-line searches hold a state
        against others as far, so that whoever hurries does not win by it, and odds of very many states are worked out stage by
        stage.  It guides them and proves nothing.
        """
        self._register(function, "progress")
        return function

    @written_as
    def outcome(self, function: F) -> F:
        """What the end of a game is worth to a seat: a function of the state and the seat, a member of the enum that decisions
        name theirs by.  It returns whether that seat has won, a number, or a record as a grade is one; bigger is better.
        """
        self._register(function, "outcome")
        return function

    @written_as
    def hidden(self, function: F) -> F:
        """What a seat does not see: a procedure of the state and the seat that writes a fixed value over it.

        Two states that come out the same look the same to the seat.  Where too much is hidden, less is found that can be forced;
        where too little is, what is found is wrong.  No play runs it, and nothing that was kept about the game depends on it.
        """
        self._register(function, "hidden")
        return function

    @written_as
    def edition_check(self, function: Check[B]) -> Check[B]:
        """What component data must keep beyond their ranges: a function of the edition record that yields a `Flaw` for each
        thing that is wrong (ordinary Python, outside the rule language; networkx may be imported inside it).

        It runs when an edition is loaded, on a record without gaps and a copy of it; `game.edition` is that edition meanwhile,
        so rules that read only component data may be called, but none that asks for a ruling.  An edition with a flaw is refused.
        """
        self.edition_checks.append(function)
        return function

    @written_as
    def board(self, function: Callable[[S], str]) -> Callable[[S], str]:
        """How the table looks, as text (ordinary Python, outside the rule language)."""
        self.drawing = function
        return function

    @written_as
    def picture(self, function: Callable[[S], Picture]) -> Callable[[S], Picture]:
        """How the table looks, as shapes for a page (ordinary Python, outside the rule language); pages do without one too."""
        self.painting = function
        return function

    def _decorator(self, kind: Kind, **more: Any) -> Callable[[F], F]:
        def register(function: F) -> F:
            registered = self._register(function, kind, **more)
            return _checking(function, registered) if kind == "rule" else function

        return register

    def of_kind(self, *kinds: Kind) -> list[Rule]:
        """The rules of some kinds, in the order they were registered."""
        return [rule for rule in self.rules.values() if rule.kind in kinds]

    def only(self, kind: Kind) -> Rule | None:
        """The one rule of a kind, or None."""
        rules = self.of_kind(kind)
        if len(rules) > 1:
            raise RuleRefused(Problem("DB305", f"{self.name} has {len(rules)} rules of kind {kind}", rules[1].where, "keep one"))
        return rules[0] if rules else None


def _checking(function: F, rule: Rule) -> F:
    """A rule that other rules call, counting its clauses and checking the ranges of the numbers it is given."""
    narrow = [(index, name, kind) for index, (name, kind) in enumerate(rule.parameters)
              if isinstance(kind, IntType) and (kind.low > INT_MIN or kind.high < INT_MAX)
              or isinstance(kind, EnumType) and kind != kind.whole]
    if not narrow and not rule.clauses:
        return function

    @wraps(function)
    def called(*arguments: Any) -> Any:
        for index, name, kind in narrow:
            checked(kind, arguments[index], f"{rule.name}({name})")
        current().clauses.extend(rule.clauses)
        return function(*arguments)

    return cast(F, called)
