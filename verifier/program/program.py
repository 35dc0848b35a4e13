"""A loaded game: everything the executions need, worked out and checked once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cached_property, partial
from inspect import signature, unwrap
from typing import Any, TypeVar

from attrs import define

from verifier.errors import BadInput, Problem, RuleRefused, did_you_mean
from verifier.lang import ir
from verifier.lang.bounds import bound_property
from verifier.lang.declared import phase_place
from verifier.lang.dominance import Better, better
from verifier.lang.events import Event, events_of
from verifier.lang.expressions import returned
from verifier.lang.foresight import Foresight, foresight_problems
from verifier.lang.front import FrontEnd, read_rules, uncalled
from verifier.lang.game import TRANSITIONS, Game, Kind, Rule
from verifier.lang.layout import Slot, decode, encode, slots
from verifier.lang.phases import PhaseRules, phases_of, tape_names
from verifier.lang.size import LaidOut, laid_out
from verifier.lang.types import BagType, EnumType, FlagType
from verifier.lang.words import weight
from verifier.ledger.clauses import Clause, load_clauses
from verifier.ledger.readings import Readings, load_readings
from verifier.ledger.terms import Term, load_terms
from verifier.program.dominance import dominance_problems
from verifier.program.interchange import Interchange, interchange_of
from verifier.program.patterns import pattern_problems

T = TypeVar("T")
BESIDE_PLAY: tuple[Kind, ...] = ("lemma", "hidden")  # what changes nothing that can happen
_ONLY: tuple[Kind, ...] = ("setup", "completion", "grade", "bound", "estimate", "progress",
                          "outcome", "hidden")  # of each a game has at most one


@define(eq=False, slots=False)
class Program:
    """A game with its events, phases, layout, ledger and the intermediate form of its rules."""

    game: Game[Any, Any]
    events: tuple[Event, ...]
    phases: tuple[PhaseRules, ...]
    tapes: tuple[str, ...]
    bodies: dict[str, ir.RuleBody]
    rulebook: dict[str, Clause]
    readings: Readings
    terms: tuple[Term, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the ledger's clauses, in its order."""
        return tuple(self.rulebook)

    @property
    def default_rulings(self) -> dict[str, str]:
        """The default choice of every reading."""
        return {id_: reading.default for id_, reading in self.readings.switches.items()}

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the state, in order."""
        return tuple(slots(self.game.state_type))

    @cached_property
    def event_by_text(self) -> dict[str, Event]:
        """Events by how they are written."""
        return {event.text: event for event in self.events}

    @cached_property
    def event_with(self) -> dict[tuple[str, tuple[int, ...]], int]:
        """The numbers of events by the names of their rules and their arguments."""
        return {(event.rule.name, event.arguments): event.number for event in self.events}

    @cached_property
    def lines(self) -> dict[int, tuple[str, int]]:
        """Node id -> the rule and the source line it came from."""
        return {node.id: (name, node.line) for name, body in self.bodies.items() for node in body.nodes}

    @cached_property
    def interchange(self) -> Interchange:
        """What the rules, as they are in this program, let be exchanged."""
        return interchange_of(self.game, self.bodies)

    @cached_property
    def safe_rules(self) -> dict[Rule, Rule]:
        """The decisions that may be safe, and which rule says so of each."""
        return {rule: self.game.rules[rule.safe.__name__] for rule in self.game.of_kind("decision") if rule.safe is not None}

    @cached_property
    def better(self) -> Better:
        """The cells of a state in which more, or less, is never worse, as the game declares; none if it does not."""
        declared = self.game.dominance
        return Better() if declared is None else better(declared, self.game.state_type)

    @cached_property
    def bound_property(self) -> Rule | None:
        """That no line passes the game's bound, as one more step property; None for a game without a bound."""
        return bound_property(self.game)

    @cached_property
    def foresight(self) -> Foresight | None:
        """What the game says of what can be foreseen, if it does."""
        return self.game.looks_ahead

    def property_named(self, name: str) -> Rule:
        """A property or goal of the game, or that its bound holds."""
        bound = self.bound_property
        return bound if bound is not None and name == bound.name else self.game.rules[name]

    def rules_at(self, phase: int) -> list[Rule]:
        """The transitions of a phase, each once; what happens where no decision is legal comes last."""
        stuck = self.phases[phase].stuck
        numbers = (*self.phases[phase].events, *(() if stuck < 0 else (stuck,)))
        return list(dict.fromkeys(self.events[number].rule for number in numbers))

    def seat_rules(self, phase: int) -> tuple[Rule | None, ...]:
        """Which rules say whose the decisions of a phase are, each once; None among them where some are everybody's."""
        named = dict.fromkeys(None if rule.seat is None else rule.seat.__name__ for rule in self.rules_at(phase)
                              if rule.kind == "decision")
        return tuple(None if name is None else self.game.rules[name] for name in named)

    def entry_for(self, event: Event) -> int:
        """The entry of a tape that makes chance bring an event (as `verifier.scenarios.deal` encodes them)."""
        assert event.rule.phase is not None
        return -self.phases[event.rule.phase].events.index(event.number) - 1

    def run_by(self, names: Iterable[str]) -> set[str]:
        """Some rules, and all those that they call.

        What happens where no decision is legal runs the decisions of its phase: their guards say where that is.
        """
        found = set(names)
        waiting = list(found)
        while waiting:
            body = self.bodies[waiting.pop()]
            called = {node.rule.name for node in body.nodes if isinstance(node, ir.Call)}
            if body.rule.kind == "stuck":
                called |= {rule.name for rule in self.rules_at(int(body.rule.phase or 0))}
            waiting += called - found
            found |= called
        return found

    @property
    def beside_play(self) -> set[str]:
        """The lemmas and what hides, with the rules that nothing else calls: nothing that can happen depends on them."""
        kinds = {name: body.rule.kind for name, body in self.bodies.items()}
        named = {each.__name__ for rule in self.game.of_kind("decision") for each in (rule.seat, rule.safe) if each is not None}
        others = self.run_by({name for name, kind in kinds.items() if kind not in (*BESIDE_PLAY, "rule")} | named)
        return self.run_by(name for name, kind in kinds.items() if kind in BESIDE_PLAY) - others

    @property
    def played(self) -> list[str]:
        """The transitions and all rules that they call, in the order of the program."""
        names = self.run_by(rule.name for rule in self.game.of_kind(*TRANSITIONS))
        return [name for name in self.bodies if name in names]

    def encode(self, state: Any) -> list[int]:
        """A state as flat integers."""
        return encode(self.game.state_type, state)

    def decode(self, numbers: list[int]) -> Any:
        """The state that flat integers stand for."""
        return decode(self.game.state_type, numbers)

    @cached_property
    def counted(self) -> LaidOut:
        """What counts for the size of a state."""
        return laid_out(self.game.state_type)

    def size_of(self, state: Any) -> int:
        """How much of a state has to be laid out (`verifier.lang.size`)."""
        return self.counted.of(self.encode(state))


def load(game: Game[Any, Any]) -> Program:
    """Check a game and work out its program; RuleRefused names all that is wrong and where, but for what only follows from it."""
    problems = list(game.misused)
    for kind in _ONLY:
        _kept(problems, partial(game.only, kind))
    problems += [*_other_orders(game), *_other_flags(game), *_other_seats(game), *_other_outcomes(game),
                 *_other_bounds(game), *_other_safe(game)]
    events = _kept(problems, partial(events_of, game)) or ()
    phases = _kept(problems, partial(phases_of, game, events))
    rulebook, readings = _kept(problems, partial(load_clauses, game.folder)), _kept(problems, partial(load_readings, game.folder))
    terms = _kept(problems, partial(load_terms, game.folder)) or ()
    front = read_rules(game)
    problems += [*front.problems, *_weightless(front), *unknown_mentions(front, rulebook, readings)]
    if front.whole and phases is not None and not game.misused:  # otherwise a rule may be missing that does what nothing does
        problems += [*uncalled(front), *_silent_readings(front, readings), *_phases_nobody_enters(front),
                     *_hidden_from_nobody(game)]
    if problems or phases is None or rulebook is None or readings is None:
        raise RuleRefused(dict.fromkeys(problems))
    program = Program(game, events, phases, tape_names(game), front.bodies, rulebook, readings, terms)
    if problems := list(pattern_problems(game, front.bodies, program.played, game.pattern_sets)):
        raise RuleRefused(problems)
    if problems := [*program.interchange.problems, *_safe_by_happening(program),
                    *dominance_problems(game, front.bodies, program.run_by), *foresight_problems(game)]:
        raise RuleRefused(problems)
    return program


def _kept(problems: list[Problem], work: Callable[[], T]) -> T | None:
    """What some work gives; None where it is refused, and then the problems are kept."""
    try:
        return work()
    except BadInput as refused:
        problems += refused.problems
        return None


def _other_orders(game: Game[Any, Any]) -> Iterator[Problem]:
    """The order of a tape is that of a bag of the state."""
    bags = [name for name, kind in game.state_type.fields if isinstance(kind, BagType)]
    for rule in game.of_kind("chance"):
        if rule.order_of is not None and rule.order_of not in bags:
            yield Problem("DB315", f"{rule.name}: {rule.order_of!r} is not a bag of the state", rule.where,
                          did_you_mean(rule.order_of, bags))


def _other_flags(game: Game[Any, Any]) -> Iterator[Problem]:
    """What says whether chance is weighed is a flag of the component data."""
    flags = [name for name, kind in game.edition_type.fields if isinstance(kind, FlagType)]
    for rule in game.of_kind("chance"):
        if rule.given_unless is not None and rule.given_unless not in flags:
            yield Problem("DB317", f"{rule.name}: {rule.given_unless!r} is not a flag of the component data", rule.where,
                          did_you_mean(rule.given_unless, flags))


def _other_seats(game: Game[Any, Any]) -> Iterator[Problem]:
    """Whose decision it is, a rule of the state says by a member of an enum, or None."""
    for rule in game.of_kind("decision"):
        if rule.seat is None:
            continue
        named = getattr(rule.seat, "__name__", "seat")
        found = game.rules.get(named)
        if found is None or found.kind != "rule" or unwrap(found.function) is not unwrap(rule.seat) \
                or [kind for _, kind in found.parameters] != [game.state_type]:
            yield Problem("DB318", f"{rule.name}: {named} is no rule of the state alone", rule.where,
                          "write seat=whose_turn, where whose_turn is a function under @game.rule that takes the state")
        elif not isinstance(returned(found), EnumType):
            yield Problem("DB318", f"{rule.name}: {named} does not say whose decision it is", found.where,
                          "return a member of an enum, or None: -> Seat or -> Seat | None")


def _other_outcomes(game: Game[Any, Any]) -> Iterator[Problem]:
    """An outcome is that of a seat, of the enum that decisions name theirs by, and so is what is hidden from one."""
    seats = _enums_of_seats(game)
    for rule in game.of_kind("outcome", "hidden"):
        taken = rule.parameters[1][1] if len(rule.parameters) == 2 else None
        if isinstance(taken, EnumType) and seats and taken.enum not in seats:
            named = " or ".join(sorted(each.__name__ for each in seats))
            yield Problem("DB318", f"{rule.name} takes a {taken.enum.__name__}, and decisions are those of a {named}", rule.where,
                          f"take the seat {'whose outcome is asked for' if rule.kind == 'outcome' else 'that sees the table'}")


def _enums_of_seats(game: Game[Any, Any]) -> set[type[IntEnum]]:
    """The enums that decisions name their seats by: one, in a game that is in order."""
    return {kind.enum for rule in game.of_kind("decision") if rule.seat is not None
            and (found := game.rules.get(getattr(rule.seat, "__name__", ""))) is not None
            and isinstance(kind := returned(found), EnumType)}


def _hidden_from_nobody(game: Game[Any, Any]) -> Iterator[Problem]:
    """Something is hidden from a seat, so there has to be one that decides something."""
    if all(each.seat is None for each in game.of_kind("decision")):
        for rule in game.of_kind("hidden"):
            yield Problem("DB318", f"{rule.name} hides things from a seat, and no decision is a seat's", rule.where,
                          "say whose decisions are: @game.decision(..., seat=whose_turn)")
    elif len(seats := _enums_of_seats(game)) > 1:  # whoever decides has to be somebody that things are hidden from
        named = " and those of a ".join(sorted(each.__name__ for each in seats))
        for rule in game.of_kind("hidden"):
            yield Problem("DB318", f"{rule.name} hides things from one kind of seat, and there are decisions of a {named}",
                          rule.where, "name all seats by one enum")


def _other_safe(game: Game[Any, Any]) -> Iterator[Problem]:
    """Whether a decision is safe, a rule says that takes what the decision takes."""
    for rule in game.of_kind("decision"):
        if rule.safe is None:
            continue
        named = getattr(rule.safe, "__name__", "safe")
        found = game.rules.get(named)
        if found is None or found.kind != "rule" or unwrap(found.function) is not unwrap(rule.safe) \
                or [kind for _, kind in found.parameters] != [kind for _, kind in rule.parameters]:
            yield Problem("DB322", f"{rule.name}: {named} is no rule of the state and of what {rule.name} chooses", rule.where,
                          f"write safe=is_safe, where is_safe is a function under @game.rule that takes what {rule.name} takes")
        elif not isinstance(returned(found), FlagType):
            yield Problem("DB322", f"{rule.name}: {named} does not say whether it is safe", found.where,
                          "return true or false: -> bool")


def _safe_by_happening(program: Program) -> Iterator[Problem]:
    """What says whether a decision is safe only reads the state: nothing happens there, and no clause is counted."""
    for rule, said_by in program.safe_rules.items():
        if not program.bodies[said_by.name].pure:
            yield Problem("DB322", f"{rule.name}: {said_by.name} changes the state", said_by.where, "only read the state here")
        named = [name for name in program.run_by([said_by.name]) if program.bodies[name].rule.clauses
                 or any(isinstance(node, ir.Clauses) for node in program.bodies[name].nodes)]
        if named:
            yield Problem("DB322", f"{rule.name}: {min(named)} counts clauses, and whether a decision is safe is only asked",
                          said_by.where, "leave the clauses to what happens: split the rule in two")


def _other_bounds(game: Game[Any, Any]) -> Iterator[Problem]:
    """A bound is compared with the grade, so it is the same record; where one of them returns none, that is refused by itself."""
    grades, bounds = game.of_kind("grade"), game.of_kind("bound")
    for bound in bounds[:1] if grades or not game.misused else ():  # a grade may be missing by its decorator alone
        records = [rule.returned_record for rule in (bound, *grades[:1])]
        if not grades or None not in records and records[0] != records[1]:
            yield Problem("DB316", f"{bound.name} does not return what the grade returns", bound.where,
                          "return the same record" if grades else "write the @game.grade that it bounds")


def unknown_mentions(front: FrontEnd, rulebook: dict[str, Clause] | None, readings: Readings | None) -> Iterator[Problem]:
    """What rules name and the ledgers do not have, and each clause that the rulebook says no rule models.

    Of a ledger that cannot be read (None) nothing is known.
    """
    for mention in front.clauses:
        if rulebook is None:
            break
        if mention.id not in rulebook:
            yield mention.source.refused(mention.node, f"the ledger has no clause {mention.id!r}",
                                         did_you_mean(mention.id, rulebook), "DB331")
        elif rulebook[mention.id].not_modelled:
            yield mention.source.refused(mention.node, f"{mention.id} is named here, and the rulebook ledger says that it is not "
                                         "modelled", "take not_modelled from the clause, or name another one", "DB335")
    for mention in front.rulings:
        if readings is None:
            break
        reading = readings.switches.get(mention.id)
        if reading is None:
            yield mention.source.refused(mention.node, f"the ledger has no reading {mention.id!r}",
                                         did_you_mean(mention.id, readings.switches), "DB332")
            continue
        for choice in mention.choices:
            if choice not in reading.choices:
                yield mention.source.refused(mention.node, f"{mention.id} has no choice {choice!r}",
                                             did_you_mean(choice, reading.choices), "DB333")


def _weightless(front: FrontEnd) -> Iterator[Problem]:
    """A chance rule says how likely each outcome is: none is as likely as another by default.

    One that names its weight has one, whatever is refused of that.
    """
    bags = {name for name, kind in front.game.state_type.fields if isinstance(kind, BagType)}
    for body in front.bodies.values():
        rule, function = body.rule, unwrap(body.rule.function)
        names = (*function.__code__.co_names, *function.__code__.co_varnames)
        if rule.kind == "chance" and not any(isinstance(node, ir.Weight) for node in body.nodes) \
                and not any(name == weight.__name__ or function.__globals__.get(name) is weight for name in names):
            yield Problem("DB321", f"the chance rule {rule.name} has no weight", rule.where, _weight_for(rule, bags))


def _weight_for(rule: Rule, bags: set[str]) -> str:
    """The first line that a chance rule lacks: by the bag whose order its tape is, if there is one."""
    parameters = list(signature(rule.function).parameters)
    equal = "begin it with weight(1) if all outcomes are equally likely"
    if rule.order_of in bags and len(parameters) == 2:
        return f"{equal}, or with weight({parameters[0]}.{rule.order_of}[{parameters[1]}])"
    return f"{equal}, or with a number that depends on the outcome"


def _silent_readings(front: FrontEnd, readings: Readings | None) -> Iterator[Problem]:
    """A reading that no rule asks for is an error at load; if one asks for an unknown one, it may mean this."""
    asked = {mention.id for mention in front.rulings}
    if readings is not None and asked <= readings.switches.keys():
        for id_, reading in readings.switches.items():
            if reading.scope == "rules" and id_ not in asked:
                yield Problem("DB334", f"no rule asks for the reading {id_}", "readings.toml",
                              f'ask for it in a rule with ruling("{id_}"), or move it to a [[recorded]] table')


def _phases_nobody_enters(front: FrontEnd) -> Iterator[Problem]:
    entered = {0}
    for body in front.bodies.values():
        if body.rule.kind in (*TRANSITIONS, "rule", "setup"):
            for node in body.nodes:
                if isinstance(node, ir.Const) and isinstance(node.type, ir.EnumType) and node.type.enum is front.game.phases:
                    entered.add(node.value)
                if isinstance(node, ir.Lookup) and isinstance(node.type, ir.EnumType) and node.type.enum is front.game.phases:
                    entered.update(node.table)
    for phase in front.game.phases:
        if int(phase) not in entered:
            yield Problem("DB313", f"nothing enters the phase {phase.name}", phase_place(phase), "delete it, or set it somewhere")
