"""Unrolling: all lines of so many transitions from a start, one symbolic state for each step and phase.

At each step z3 chooses one of the transitions of the phase it is in, with its arguments; the states that different choices lead
to are merged phase by phase (with a deal, also by how much of it was used), into fresh variables equal to the one chosen.  A
chain of small steps with fresh variables is what z3 solves; one big term is not.  From a known start most cells stay plain
values for many steps.

Chance is open (any outcome with weight), as dealt, or an order that z3 chooses once for all lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product

from attrs import define, evolve, field, frozen

from verifier.lang.events import Event
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.phases import CHANCE
from verifier.program.program import Program
from verifier.symbolic.lift.arithmetic import bigger, look_up
from verifier.symbolic.lift.looked_into import is_atom
from verifier.symbolic.lift.possible import possible, together
from verifier.symbolic.lift.rules import Fired, Lifted, known_arguments
from verifier.symbolic.lift.terms import (
    Cond,
    Flag,
    Num,
    Number,
    Value,
    add,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    flag_variable,
    highest,
    is_number,
    is_same,
    less,
    lowest,
    negation,
    number_variable,
    pick,
    plain,
    same,
    within,
)
from verifier.symbolic.solver import Answer, Effort, Outcome, Solver

Entry = int | Num  # a dealt entry as in settings, or the number of an outcome that z3 chooses
TOGETHER_MOST = 5_000
Tapes = Sequence[Sequence[Entry]]
PRUNING_WORK = 2_000_000
CONSTANTS_MOST = 12
OUTCOMES_APART = 4  # a deal that leaves no more outcomes than that has each fired by itself


@frozen(eq=False)
class Node:
    """Where a line can be after so many transitions: a phase, the condition that the line is there, and the cells then."""

    phase: int
    decisions: int
    here: Flag
    cells: list[Value]


@frozen(eq=False)
class Way:
    """A rule that can be used at a node; for chance with a deal, the outcomes that the deal can fix there, and when it does."""

    rule: Rule
    dealt: list[tuple[Event, Flag]] | None = None


@frozen(eq=False)
class Option:
    """A transition that a line can take from a node: its number among the choices of the step, and what it does."""

    node: Node
    rule: Rule
    arguments: list[Value]
    chosen: Flag
    fired: Fired

    @property
    def taken(self) -> Flag:
        """That the line is there, chooses this, and may."""
        return all_of((self.node.here, self.chosen, self.fired.enabled))


@define(eq=False)
class Layer:
    """One step: the nodes that a line can be at, and (once the next layer is there) the options out of them.

    `ranges` keep the layer's own variables in their intervals; `known` is what else is true there, whatever led there.
    """

    nodes: list[Node]
    ranges: list[Flag] = field(factory=list)
    known: list[Flag] = field(factory=list)
    options: list[Option] = field(factory=list)
    choice: Number = 0


class Unrolling:
    """Lines from a start, unrolled as far as asked, with the conditions on their variables in a solver.

    `cells` are those of `Lifted` (with its counters, if it has any).  `tapes` are None for open chance.  With `decisions_max`,
    lines make at most so many decisions, and nodes are told apart by how many they have made.

    Nodes are told apart by the cells in `split` too (of few values, such as the entrance being dealt with): what rules do there
    is then plain, at the price of more nodes.  Lines end at the phases in `stops`.  With `pile_most`, piles are taken to hold
    no more than that after any step; `outgrown` has the conditions under which that is wrong, for whoever asks.
    """

    def __init__(self, lifted: Lifted, solver: Solver, cells: Sequence[Value], *, phases: Sequence[int] | None = None,
                 tapes: Tapes | None = None, used: Sequence[int] = (), decisions_max: int | None = None,
                 prefix: str = "", split: Sequence[int] = (), stops: Iterable[int] = (), pile_most: int | None = None) -> None:
        self.lifted, self.solver, self.tapes, self.decisions_max = lifted, solver, tapes, decisions_max
        self.program: Program = lifted.program
        self.prefix = prefix
        self._phase = offset_of(self.program.game.state_type, "phase")
        self.pile_most, self.outgrown = pile_most, list[Flag]()
        self._split, self.stops = (self._phase, *split), frozenset(stops)
        counters: list[Value] = list(used) if used else [0] * len(self.program.tapes)
        self.start: list[Value] = [*cells, *counters]
        nodes = []
        for values, here in self._splits(cells):
            if phases is None or values[0] in phases:
                there = list(self.start)
                for cell, value in zip(self._split, values, strict=True):
                    there[cell] = value
                nodes.append(Node(values[0], 0, here, there))
        self.layers = [Layer(nodes)]

    def _splits(self, cells: Sequence[Value]) -> Iterator[tuple[tuple[int, ...], Flag]]:
        """What the cells that tell nodes apart can be, and the condition that they are."""
        numbers = [as_number(cells[cell]) for cell in self._split]
        known = together(numbers, TOGETHER_MOST) if len(numbers) > 1 else [(each,) for each in possible(numbers[0])]
        for values in product(*map(possible, numbers)) if known is None else known:
            here = all_of(equal(number, value) for number, value in zip(numbers, values, strict=True))
            if here is not False:
                yield values, here

    @property
    def depth(self) -> int:
        """How many transitions are unrolled."""
        return len(self.layers) - 1

    def _rules(self, phase: int) -> list[Rule]:
        return [] if phase in self.stops else self.program.rules_at(phase)

    def branched(self, prefix: str, depth: int) -> Unrolling:
        """Other lines that are the same up to a depth, of these choices there: from then on theirs have names of their own."""
        other = copy(self)
        other.prefix = prefix
        other.layers = [*self.layers[:depth], Layer(list(self.layers[depth].nodes))]
        return other

    def extend(self, staying: Sequence[Node] = ()) -> None:
        """Unroll one more transition; lines that are at a node in `staying` wait there, for others to catch up."""
        layer, depth = self.layers[-1], self.depth
        moving = [node for node in layer.nodes if not any(node is each for each in staying)]
        wanted = [(node, way) for node in moving for way in self._ways(node)]
        layer.choice, kept = number_variable(f"{self.prefix}{depth} choice", 0, max(0, len(wanted) - 1))
        self.learn(depth, [kept])
        for number, (node, way) in enumerate(wanted):
            option = self._option(node, way, equal(layer.choice, number), f"{self.prefix}{depth} {number} ")
            if option.taken is not False:
                layer.options.append(option)
        ranges: list[Flag] = []
        nodes = self._merged(layer.options, staying, f"{self.prefix}{depth + 1} ", ranges)
        self.layers.append(Layer(nodes, ranges))

    def prune(self) -> None:
        """Leave out nodes of the newest layer that no line comes to, and make constants of cells that are the same on all lines.

        Intervals allow many more states than there are lines, and every cell that is known again spares the next steps their
        cases.  Where z3 does not know at little cost, nodes and cells stay as they are.
        """
        reached = []
        for number, node in enumerate(self.layers[-1].nodes):
            name = f"{self.prefix}{self.depth} node {number}"
            self.solver.name(name, node.here)
            answer = self.solver.ask([name], effort=self._pruning)
            if answer.outcome is Outcome.SAT:
                node = evolve(node, cells=self._constants(node, name, answer))
            if answer.outcome is not Outcome.UNSAT:
                reached.append(node)
        self.layers[-1].nodes = reached

    def _constants(self, node: Node, name: str, answer: Answer) -> list[Value]:
        """The cells of a node, plain values where all lines that come there have the same: what other lines have is left out."""
        values = {index: answer.value(cell) for index, cell in enumerate(node.cells) if isinstance(cell, (Num, Cond))}
        for attempt in range(CONSTANTS_MOST):
            if not values:
                break
            other = f"{name} otherwise {attempt}"
            self.solver.name(other, any_of(negation(is_number(node.cells[index], value)) for index, value in values.items()))
            answer = self.solver.ask([name, other], effort=self._pruning)
            if answer.outcome is Outcome.UNSAT:
                return [plain(cell, values[index]) if index in values else cell for index, cell in enumerate(node.cells)]
            if answer.outcome is Outcome.UNKNOWN:
                break
            values = {index: value for index, value in values.items() if answer.value(node.cells[index]) == value}
        return node.cells

    @property
    def _pruning(self) -> Effort:
        """What one question that only saves work may cost."""
        effort = self.solver.effort
        return evolve(effort, work=min(PRUNING_WORK, effort.work))

    def drop_unreached(self, effort: Effort) -> None:
        """Leave out nodes of the newest layer that no line comes to, as far as z3 says so with that effort: `prune` in little.

        Each answer shows one that a line comes to; the last question is about all others at once.
        """
        layer, depth = self.layers[-1], self.depth
        waiting = list(layer.nodes)
        while waiting:
            question = f"{self.prefix}{depth} elsewhere than at {len(layer.nodes) - len(waiting)} nodes"
            self.solver.name(question, any_of(node.here for node in waiting))
            answer = self.solver.ask([question], effort=effort)
            if answer.outcome is not Outcome.SAT:
                break
            waiting = [node for node in waiting if not answer.value(node.here)]
        else:
            return
        if answer.outcome is Outcome.UNSAT:
            self.learn(depth, [negation(node.here) for node in waiting])
            layer.nodes = [node for node in layer.nodes if all(node is not each for each in waiting)]

    def last_step(self) -> list[Flag]:
        """What is true of the last step by itself, without how lines come to it."""
        return [*(each for layer in self.layers for each in layer.ranges), *self.layers[-2].known]

    def learn(self, depth: int, conditions: Iterable[Flag]) -> None:
        """Something that is true of a layer by itself."""
        found = [each for each in conditions if each is not True]
        self.layers[depth].known += found
        self.solver.require(found)

    def _ways(self, node: Node) -> list[Way]:
        """The ways on from a node; where the deal leaves few outcomes, one for each: what it fixes then stays a plain value."""
        rules = self._rules(node.phase)
        if rules and rules[0].kind == "chance" and self.tapes is not None:
            dealt = self._dealt(node)
            return [Way(rules[0], [each]) for each in dealt] if len(dealt) <= OUTCOMES_APART else [Way(rules[0], dealt)]
        return [Way(rule) for rule in rules
                if rule.kind != "decision" or self.decisions_max is None or node.decisions < self.decisions_max]

    def _option(self, node: Node, way: Way, chosen: Flag, prefix: str) -> Option:
        cells, rule = node.cells, way.rule
        if way.dealt is not None and len(way.dealt) == 1:
            (event, condition), = way.dealt
            arguments = known_arguments(event)
            chosen = all_of((chosen, condition))
        else:
            arguments, kept = self.lifted.arguments(rule, prefix)
            self.learn(self.depth, kept)
            if way.dealt is not None:
                it_is = any_of(all_of((condition, self._is(event, arguments))) for event, condition in way.dealt)
                chosen = all_of((chosen, it_is))
        fired = self.lifted.fire(rule, arguments, cells)
        after = self._fitted(all_of((node.here, chosen, fired.happens)), fired.after[:len(cells)])
        if rule.kind == "chance":
            counter = len(cells) - len(self.program.tapes) + self.program.phases[node.phase].tape
            after[counter] = add(as_number(after[counter]), 1) if self.tapes is not None else after[counter]
        return Option(node, rule, arguments, chosen, Fired(rule, fired.enabled, fired.fails, fired.weight, after, fired.failures,
                                                           fired.refusals, fired.clauses, fired.facts))

    def _fitted(self, taken: Flag, after: list[Value]) -> list[Value]:
        """Cells with their piles cut to what they are taken to hold."""
        table, most = self.lifted.table, self.pile_most
        if most is None:
            return [*after]
        fitted = [*after]
        for pile in table.piles:
            size = as_number(after[pile.base])
            self.outgrown.append(all_of((taken, less(most, size))))
            fitted[pile.base] = within(size, 0, min(most, pile.most))
            for cell in range(pile.element(min(most, pile.most)), pile.element(pile.most)):
                fitted[cell] = False if table.flags[cell] else 0
        return fitted

    def place(self, node: Node) -> tuple[int, ...]:
        """Where a node is, by the cells that tell nodes apart: its phase first."""
        return tuple(value for cell in self._split if isinstance(value := node.cells[cell], int))

    def leads_to(self, option: Option) -> set[tuple[int, ...]]:
        """The places that an option can lead to."""
        return {values for values, _ in self._splits(option.fired.after)}

    def _merged(self, options: list[Option], staying: Sequence[Node], prefix: str, ranges: list[Flag]) -> list[Node]:
        """The nodes that options lead to, and those that lines stayed at."""
        into: dict[tuple[int, ...], list[tuple[Flag, Flag, list[Value]]]] = {}
        alone = {(*self.place(node), node.decisions, *self._used(node.cells)): node for node in staying}
        for key, node in alone.items():
            into[key] = [(node.here, node.here, node.cells)]
        for option in options:
            happens = all_of((option.taken, negation(option.fired.fails)))
            made = option.node.decisions + (option.rule.kind == "decision" and self.decisions_max is not None)
            for values, leads in self._splits(option.fired.after):
                if happens is not False:
                    key = (*values, made, *self._used(option.fired.after))
                    way = all_of((option.chosen, leads)), all_of((happens, leads)), option.fired.after
                    into.setdefault(key, []).append(way)
        count = len(self._split)
        return [alone[key] if key in alone and len(ways) == 1 else
                self._node(key[:count], key[count], ways, f"{prefix}{'.'.join(map(str, key))} ", ranges)
                for key, ways in sorted(into.items())]

    def _used(self, cells: Sequence[Value]) -> list[int]:
        """How far each tape is used, where that matters: with a deal, equal counters mean nearly equal decks."""
        if self.tapes is None:
            return []
        counters = cells[len(cells) - len(self.program.tapes):]
        return [each for each in counters if isinstance(each, int)]

    def _node(self, split: tuple[int, ...], made: int, ways: list[tuple[Flag, Flag, list[Value]]], prefix: str,
              ranges: list[Flag]) -> Node:
        here = flag_variable(f"{prefix}here")
        self.solver.require([any_of((negation(here), any_of(way for _, way, _ in ways)))])
        known = dict(zip(self._split, split, strict=True))
        cells: list[Value] = []
        for index in range(len(self.start)):
            if index in known:
                cells.append(known[index])
                continue
            value = ways[-1][2][index]
            for chosen, _, after in reversed(ways[:-1]):
                if not is_same(after[index], value):
                    value = pick(chosen, after[index], value)
            cells.append(value if is_atom(value) else self._named(value, f"{prefix}{index}", ranges))
        return Node(split[0], made, here, cells)

    def _named(self, value: Value, name: str, ranges: list[Flag]) -> Value:
        """A fresh variable that is equal to a term; its range follows from that, and is told for those who leave it out."""
        if isinstance(value, Num):
            fresh, kept = number_variable(name, value.low, value.high)
            ranges.append(kept)
            self.solver.require([same(fresh, value)])
            return fresh
        flag = flag_variable(name)
        self.solver.require([same(flag, value)])
        return flag

    # -- chance ---------------------------------------------------------------------------------------------------------------

    def is_dealt(self, node: Node, arguments: list[Value]) -> Flag:
        """That arguments are the outcome that the deal fixes at a node; never true where it has run out."""
        return any_of(all_of((condition, self._is(event, arguments))) for event, condition in self._dealt(node))

    def _dealt(self, node: Node) -> list[tuple[Event, Flag]]:
        """The outcomes that the deal can fix here, each with the condition that it does; none where it has run out."""
        assert self.tapes is not None
        phase = self.program.phases[node.phase]
        used = as_number(node.cells[len(node.cells) - len(self.program.tapes) + phase.tape])
        entries = self.tapes[phase.tape]
        events = [self.program.events[number] for number in phase.events]
        spans: list[tuple[Number, Number]] = []
        total: Number = 0
        ways: list[list[Flag]] = [[] for _ in events]
        for at in range(lowest(used), min(highest(used), len(entries) - 1) + 1):
            entry = entries[at]
            if isinstance(entry, int) and entry >= 0:
                if not spans:
                    spans, total = self._spans(node, events)
                left = look_up((0, *(entry % each for each in range(1, highest(total) + 1))), total)
                fixes: list[Flag] = [all_of((at_most(first, left), less(left, last))) for first, last in spans]
            else:
                number: Number = -entry - 1 if isinstance(entry, int) else entry
                fixes = [equal(number, index) for index in range(len(events))]
            for way, fixed in zip(ways, fixes, strict=True):
                way.append(all_of((equal(used, at), fixed)))
        found = [(event, any_of(way)) for event, way in zip(events, ways, strict=True)]
        return [(event, condition) for event, condition in found if condition is not False]

    def _spans(self, node: Node, events: Sequence[Event]) -> tuple[list[tuple[Number, Number]], Number]:
        """For each outcome the numbers that pick it, from the first up to but not including the last; and their sum."""
        spans: list[tuple[Number, Number]] = []
        total: Number = 0
        for event in events:
            weight, _ = self.lifted.weight(event.rule, known_arguments(event), node.cells)
            after = add(total, bigger(0, weight))
            spans.append((total, after))
            total = after
        return spans, total

    def _is(self, event: Event, arguments: list[Value]) -> Flag:
        return all_of(same(value, known) for value, known in zip(arguments, known_arguments(event), strict=True))

    # -- what is asked of lines ---------------------------------------------------------------------------------------------

    def violations(self, rule: Rule) -> Flag:
        """That a line of exactly this depth ends where a property is broken.

        It is asked of what each transition leads to, before those are merged: so close to where it came from, a sum that did
        not change is easily seen not to have changed.
        """
        if self.depth == 0:
            return any_of(all_of((node.here, self._breaks(rule, node.cells)))
                          for node in self.layers[0].nodes if rule.kind != "step_property")
        return any_of(all_of((option.taken, negation(option.fired.fails), self._breaks(rule, option.fired.after, option)))
                      for option in self.layers[-2].options)

    def _breaks(self, rule: Rule, cells: Sequence[Value], option: Option | None = None) -> Flag:
        """That a property does not hold, or cannot be worked out."""
        if rule.kind == "step_property" and option is not None:
            truth = self.lifted.truth(rule, cells, option.node.cells, option.rule.name, option.arguments)
        else:
            truth = self.lifted.truth(rule, cells)
        return truth.is_broken

    def reaches(self, rule: Rule) -> Flag:
        """That a line of exactly this depth ends at a goal."""
        return any_of(all_of((node.here, truth.is_kept))
                      for node in self.layers[-1].nodes for truth in [self.lifted.truth(rule, node.cells)])

    def failures(self) -> Flag:
        """That the last transition of a line of this depth leaves a range."""
        if self.depth == 0:
            return False
        return any_of(all_of((option.taken, option.fired.fails)) for option in self.layers[-2].options)

    def stuck(self, *, chance_only: bool = False) -> Flag:
        """That a line of exactly this depth comes to a decision without a legal event, or to chance without an outcome."""
        return any_of(all_of((node.here, self.lifted.stuck(node.phase, node.cells))) for node in self.layers[-1].nodes
                      if not chance_only or self.program.phases[node.phase].kind == CHANCE)

    def comes_to(self, numbers: Sequence[int]) -> Flag:
        """That a line of exactly this depth is at a state, given as flat integers of the layout."""
        known = self.lifted.table.known(numbers)
        return any_of(all_of((node.here, *(same(one, other) for one, other in zip(node.cells, known, strict=False))))
                      for node in self.layers[-1].nodes if node.phase == known[self._phase])

    def ends(self) -> Flag:
        """That a line of exactly this depth is over."""
        return any_of(node.here for node in self.layers[-1].nodes if not self.program.phases[node.phase].events)

    # -- answers -------------------------------------------------------------------------------------------------------------

    def line(self, answer: Answer, depth: int | None = None) -> list[Event]:
        """The events of the line that an answer found."""
        return list(self._events(answer, self.depth if depth is None else depth))

    def _events(self, answer: Answer, depth: int) -> Iterator[Event]:
        by_arguments: Mapping[tuple[str, tuple[int, ...]], Event] = {
            (event.rule.name, event.arguments): event for event in self.program.events}
        for layer in self.layers[:depth]:
            option = next(option for option in layer.options if answer.value(option.chosen))
            yield by_arguments[option.rule.name, tuple(answer.numbers(option.arguments))]

    def start_numbers(self, answer: Answer) -> list[int]:
        """The start of the line that an answer found, as flat integers of the layout."""
        return self.lifted.table.decoded(answer.model, self.start[:len(self.program.slots)])
