"""The lines of a position in a game with sides, by z3: those by which one side wins against replies of the other.

A side wins abstractly if a line wins for it in which the other side helps, but for what its replies say.  So whatever can
be forced has such lines, against all replies at once; and where there are none, nothing can be forced.  A reply that cannot be
given after another first move leaves the other side free there, and so does a move that it says nothing of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, field, frozen

from verifier.lang.events import Event
from verifier.lang.expressions import returned
from verifier.lang.game import Rule
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import EnumType, Scalar
from verifier.program.program import Program
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.symbolic.lift.arithmetic import multiply
from verifier.symbolic.lift.rules import Lifted, known_arguments
from verifier.symbolic.lift.terms import (
    Flag,
    Number,
    add,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    less,
    negation,
    same,
    subtract,
)
from verifier.symbolic.prove.unroll import Layer, Node, Option, Unrolling
from verifier.symbolic.solver import OUT_OF_TIME, Answer, Effort, Outcome, Solver

EVENTS_MOST = 400


class Unanswered(Exception):
    """z3 gave no answer, or lines are too long to be followed; it says why."""


@define(eq=False)
class Reply:
    """What a side does by which it wins: an event of its own (`is_own`), or what it does behind each of the other's events.

    Behind events of the other side that nobody looked at, nothing is said.
    """

    is_own: bool = False
    after: dict[Event, Reply] = field(factory=dict)


@frozen(eq=False)
class Aim:
    """What is to be forced: an outcome of at least so much, as a number (0 is the worst); `silence_wins` where nobody knows."""

    worth: int
    silence_wins: bool = False


class Sides:
    """Whose decisions are whose, and what ends are worth to some seats, as terms.

    `goal` is what they want to come to, if it is no outcome.  With open chance (`tapes` None) chance is on the other side.
    """

    def __init__(self, program: Program, setting: Setting, seats: Iterable[int], goal: Rule | None, *, open_chance: bool) -> None:
        self.program, self.goal, self.seats = program, goal, frozenset(seats)
        self.tapes = None if open_chance else setting.tapes
        self.lifted, _ = Lifted.under(program, setting)
        self.dead_ends = True  # whether play may come to where the rules or the deal do not say what follows
        self._outcome = program.game.only("outcome")

    def ours(self, node: Node) -> Flag:
        """That the seats decide at a node."""
        rule = next(iter(self.program.seat_rules(node.phase)), None)
        decided = self.lifted.is_decided(node.phase, node.cells)
        if decided is False or rule is None:
            return False
        kind = returned(rule)
        assert isinstance(kind, EnumType)
        whose = as_number(self.lifted.alone(rule, {}, node.cells).results[0])
        return all_of((decided, any_of(equal(whose, seat + kind.first) for seat in sorted(self.seats))))

    def chooses(self, node: Node) -> bool:
        """Whether somebody chooses what happens at a node, or open chance; but for what happens where no decision is legal."""
        kind = self.program.phases[node.phase].kind
        return kind == DECISION or kind == CHANCE and self.tapes is None

    def may_be_stuck(self, node: Node) -> bool:
        """Whether somebody chooses at a node, or open chance, and the game does not say what happens where nothing can be."""
        return self.chooses(node) and self.program.phases[node.phase].stuck < 0

    def is_dealt(self, node: Node) -> bool:
        """Whether the deal says what happens at a node."""
        return self.program.phases[node.phase].kind == CHANCE and self.tapes is not None

    def reached(self, node: Node, aim: Aim) -> Flag:
        """That a node is where the seats have what they want."""
        if self.goal is not None:
            return self.lifted.truth(self.goal, node.cells).is_kept
        if self.program.phases[node.phase].kind != END:
            return False
        return all_of(at_most(aim.worth, worth) for worth in self.worths(node)) if aim.worth else True

    def worths(self, node: Node) -> list[Number]:
        """What an end is worth to each of the seats, as numbers from 0 for the worst."""
        rule = self._outcome
        assert rule is not None
        name, record, single = rule.parameters[1][0], rule.returned_record, returned(rule)
        kinds = [single] if record is None else [kind for _, kind in record.fields]
        found = list[Number]()
        for seat in sorted(self.seats):
            packed: Number = 0
            for value, kind in zip(self.lifted.alone(rule, {name: seat}, node.cells).results, kinds, strict=True):
                assert isinstance(kind, Scalar)
                packed = add(multiply(packed, kind.high - kind.low + 1), subtract(as_number(value), kind.low))
            found.append(packed)
        return found


class SidedLines:
    """All lines from a position with at most so many decisions, unrolled to their ends; `prefix` names their variables."""

    def __init__(self, sides: Sides, position: Position, decisions: int, effort: Effort, prefix: str) -> None:
        self.sides, self.decisions, self.prefix, self.solver = sides, decisions, prefix, Solver(effort)
        cells = sides.lifted.table.known(sides.program.encode(position.state))
        self.lines = Unrolling(sides.lifted, self.solver, cells, tapes=sides.tapes, used=position.used, decisions_max=decisions,
                               prefix=prefix)
        self._failures = list[Flag]()
        self._aim, self._is_ours, self._replies = Aim(0), True, 0
        while any(self._goes_on(node) for node in self.lines.layers[-1].nodes):
            if self.lines.depth >= EVENTS_MOST:
                raise Unanswered(f"lines of more than {EVENTS_MOST} transitions are not followed")
            if effort.is_over:
                raise Unanswered(OUT_OF_TIME)
            self.lines.extend()
            self._failures.append(self.lines.failures())
            self.lines.prune()

    def _goes_on(self, node: Node) -> bool:
        kind = self.sides.program.phases[node.phase].kind
        return kind != END and self._late(node) is not True

    def _late(self, node: Node) -> Flag:
        """That there are no decisions left for the one that is next."""
        return node.decisions >= self.decisions and self.sides.lifted.is_decided(node.phase, node.cells)

    def _is_over(self, node: Node) -> Flag:
        """That a line goes no further than a node: it has ended there, or there are no decisions left."""
        return self.sides.program.phases[node.phase].kind == END or self._late(node)

    # -- winning against replies ----------------------------------------------------------------------------------------------

    def want(self, aim: Aim, *, ours: bool) -> None:
        """From now on lines are asked for by which the seats come to their aim, or the others keep them from it."""
        self._aim, self._is_ours = aim, ours
        self.solver.require([self._wins(self.lines.layers)])

    def first(self) -> Event | None:
        """A first event by which the side wins against all replies so far; None if there is none.  Unanswered if z3 gives up."""
        answer = self.solver.ask()
        if answer.outcome is Outcome.UNKNOWN:
            raise Unanswered(answer.reason)
        return self.lines.line(answer, 1)[0] if answer.outcome is Outcome.SAT else None

    def refute(self, event: Event, reply: Reply) -> None:
        """The other side wins against a first event by a reply: lines have to win against that too."""
        layer = self.lines.layers[0]
        self._replies += 1
        lines = self.lines.branched(f"{self.prefix}{self._replies}: ", 1)
        at: dict[int, tuple[Reply, Flag]] = {id(reply): (reply, True)}
        for after in self.lines.layers[2:]:
            lines.extend()
            places = {(node.phase, node.decisions) for node in after.nodes}
            lines.layers[-1].nodes = [node for node in lines.layers[-1].nodes if (node.phase, node.decisions) in places]
            self._replied(lines.layers[-2], at.values())
            at = self._followed(lines.layers[-2], at.values())
        self.solver.require([self._wins(lines.layers),
                             negation(any_of(all_of((each.chosen, _is(event, each))) for each in layer.options))])

    def _replied(self, layer: Layer, at: Iterable[tuple[Reply, Flag]]) -> None:
        """The other side does what its reply says, where that is its to decide and can be done."""
        for reply, here in at:
            if reply.is_own:
                (event, _), = reply.after.items()
                for node in layer.nodes:
                    options = [each for each in layer.options if each.node is node and each.rule is event.rule]
                    if options and self.sides.chooses(node):
                        fired = self.sides.lifted.fire(event.rule, known_arguments(event), node.cells)
                        must = all_of((here, node.here, self._is_theirs(node), fired.happens))
                        does = any_of(all_of((each.chosen, _is(event, each))) for each in options)
                        self.solver.require([any_of((negation(must), does))])

    def _is_theirs(self, node: Node) -> Flag:
        """That it is not the side's own decision for which lines are asked."""
        ours = self.sides.ours(node)
        return negation(ours) if self._is_ours else ours

    def _followed(self, layer: Layer, at: Iterable[tuple[Reply, Flag]]) -> dict[int, tuple[Reply, Flag]]:
        """Where a reply is after a step: what follows by itself does not move it, and what it does not name leaves it."""
        ways: dict[int, tuple[Reply, list[Flag]]] = {}
        for reply, here in at:
            for option in layer.options:
                taken = all_of((here, option.taken))
                if not self.sides.chooses(option.node) or option.rule.kind == "stuck":
                    ways.setdefault(id(reply), (reply, []))[1].append(taken)
                    continue
                for event, after in reply.after.items():
                    if event.rule is option.rule:
                        ways.setdefault(id(after), (after, []))[1].append(all_of((taken, _is(event, option))))
        found = {key: (reply, any_of(flags)) for key, (reply, flags) in ways.items()}
        return {key: (reply, here) for key, (reply, here) in found.items() if here is not False}

    def _wins(self, layers: Sequence[Layer]) -> Flag:
        """That a line wins for the side for which lines are asked."""
        nodes, aim = [node for layer in layers for node in layer.nodes], self._aim
        if self._is_ours:
            ends = [all_of((node.here, self.sides.reached(node, aim))) for node in nodes]
            return any_of((*ends, *(self._silences(nodes) if aim.silence_wins else ())))
        ends = [all_of((node.here, self._is_over(node))) for node in nodes]
        return all_of((any_of((*ends, *(() if aim.silence_wins else self._silences(nodes)))), self._not_reached(nodes, aim)))

    def _not_reached(self, nodes: Iterable[Node], aim: Aim) -> Flag:
        return all_of(negation(all_of((node.here, self.sides.reached(node, aim)))) for node in nodes)

    def _silences(self, nodes: Iterable[Node]) -> Iterator[Flag]:
        """That a line comes to where the rules or the deal do not say what follows."""
        for node in nodes if self.sides.dead_ends else ():
            if self._goes_on(node):
                yield all_of((node.here, self._out_of_deal(node) if self.sides.is_dealt(node) else
                              self.sides.lifted.stuck(node.phase, node.cells)))

    def _out_of_deal(self, node: Node) -> Flag:
        """That the deal does not say what chance brings at a node, or says what cannot happen."""
        events = [self.sides.program.events[number] for number in self.sides.program.phases[node.phase].events]
        lifted, known = self.sides.lifted, [(event.rule, known_arguments(event)) for event in events]
        return negation(any_of(all_of((self.lines.is_dealt(node, arguments), lifted.fire(rule, arguments, node.cells).enabled))
                               for rule, arguments in known))

    # -- with everybody's help ------------------------------------------------------------------------------------------------

    def best(self, below: int) -> int | None:
        """The most that an end within the decisions is worth to the seats, but less than so much; None if there is none."""
        ends = [(node, self.sides.worths(node)) for layer in self.lines.layers for node in layer.nodes
                if self.sides.program.phases[node.phase].kind == END]
        found: int | None = None
        while True:
            least = 0 if found is None else found + 1
            answer = self._asked(f"worth {least} to {below}", any_of(all_of((
                node.here, *(at_most(least, worth) for worth in worths), any_of(less(worth, below) for worth in worths)))
                for node, worths in ends))
            if answer.outcome is not Outcome.SAT:
                return found
            found = next(min(answer.numbers(worths)) for node, worths in ends if answer.value(node.here))

    def is_silent(self, events_at: Callable[[Sequence[Event]], Sequence[Event]]) -> bool:
        """Whether a line within the decisions comes to where nobody knows what follows.

        `events_at` says which events there are behind a line: for a dead end that is none, one of them is told to z3.
        """
        nodes = [node for layer in self.lines.layers for node in layer.nodes if self._goes_on(node)]
        depths = {id(node): depth for depth, layer in enumerate(self.lines.layers) for node in layer.nodes}
        dealt = [node for node in nodes if self.sides.is_dealt(node)]
        named: dict[int, list[Flag]] = {id(node): [] for node in nodes if self.sides.may_be_stuck(node)}
        runs_out = [all_of((node.here, self._out_of_deal(node))) for node in dealt]
        for number in range(sum(len(self.sides.program.phases[node.phase].events) for node in nodes) + 1):
            stuck = [all_of((node.here, *named[id(node)])) for node in nodes if id(node) in named]
            answer = self._asked(f"silent {number}", any_of((*runs_out, *stuck)))
            if answer.outcome is Outcome.UNSAT:
                return False
            node = next((node for node, here in zip((each for each in nodes if id(each) in named), stuck, strict=True)
                         if answer.value(here)), None)
            events = [] if node is None else events_at(self.lines.line(answer, depths[id(node)]))
            if node is None or not events:
                return True
            fired = self.sides.lifted.fire(events[0].rule, known_arguments(events[0]), node.cells)
            named[id(node)].append(negation(fired.enabled))
        raise AssertionError("each of its events was named at each node")

    def is_closed(self, aim: Aim) -> bool:
        """Whether no line takes more decisions, comes to where nobody knows what follows, or to a rule that fails."""
        nodes = [node for layer in self.lines.layers for node in layer.nodes]
        late = [all_of((node.here, self._late(node))) for node in nodes]
        elsewhere = any_of((*late, *self._silences(nodes), *self._failures))
        beyond = all_of((elsewhere, self._not_reached(nodes, aim) if self.sides.goal is not None else True))
        return self._asked("elsewhere", beyond).outcome is Outcome.UNSAT

    def _asked(self, name: str, condition: Flag) -> Answer:
        """What z3 says of a condition; Unanswered if nothing."""
        if condition is False:
            return Answer(Outcome.UNSAT)
        self.solver.name(f"{self.prefix}{name}", condition)
        answer = self.solver.ask([f"{self.prefix}{name}"])
        if answer.outcome is Outcome.UNKNOWN:
            raise Unanswered(answer.reason)
        return answer


def _is(event: Event, option: Option) -> Flag:
    """That an option is an event."""
    if option.rule is not event.rule:
        return False
    return all_of(same(value, known) for value, known in zip(option.arguments, known_arguments(event), strict=True))
