"""Two choices of one reading side by side through one region of the rules, for tables up to a size.

Both copies start from the same table, any that satisfies the invariants under both choices, and chance brings both the same
outcomes in the same order.  Each runs through the region by itself, small step by small step, until it comes to a phase where
the region stops; then the tables are compared.

The size of a run is what has to be laid out: at the start (`verifier.lang.size`), and the outcomes that chance brings on the way.
The answer is none only when no table of the size ends differently and every one was followed to its end.  That is exact, and
slow: `find_readings` asks cheaper questions first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.lang.game import Rule
from verifier.lang.layout import offset_of
from verifier.lang.types import EnumType, IntType
from verifier.program.program import Program
from verifier.run.setting import Setting
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.possible import together
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.sums import total
from verifier.symbolic.lift.terms import (
    Cond,
    Flag,
    Num,
    Value,
    all_of,
    any_of,
    as_number,
    at_most,
    equal,
    is_number,
    less,
    negation,
    number_variable,
    pick,
    plain,
    same,
)
from verifier.symbolic.product.side_by_side import unlike
from verifier.symbolic.prove.unroll import TOGETHER_MOST, Node, Unrolling
from verifier.symbolic.solver import Answer, Effort, Outcome, Solver

SPLIT_VALUES_MOST = 8  # cells of more values stay terms: one node for each value would be too many
STEPS_MOST = 200
PLACES_MOST = 400
SCOUT_WORK, SCOUT_SECONDS = 1_000_000, 20.0  # what asking whether a line comes somewhere may cost: no answer means it may


@frozen
class Region:
    """A part of the rules: the phases it begins in, the phases where it stops, fields that are given at its start (as cells).

    `seen` are the cells that count as different: the others are bookkeeping.
    """

    begins: tuple[int, ...]
    stops: frozenset[int]
    given: Mapping[int, Value]
    seen: frozenset[int]


Place = tuple[int, ...]


@define
class Places:
    """What was seen of the places of a region: which lead where, and where lines come to.  It only saves time."""

    next: dict[Place, set[Place]] = field(factory=dict)
    alive: set[Place] = field(factory=set)

    def explore(self, lifted: Lifted, split: Sequence[int], start: Sequence[Value], region: Region) -> None:
        """Which places lead where, from any table at all."""
        table, phase = lifted.table, offset_of(lifted.program.game.state_type, "phase")
        cells, _ = table.unknown("any ", most=2)
        waiting: list[Place] = [(each, *(int(start[cell]) for cell in split)) for each in region.begins]
        seen: set[Place] = set()
        while waiting and len(seen) < PLACES_MOST:
            place = waiting.pop()
            if place in seen or place[0] in region.stops:
                continue
            seen.add(place)
            there = list(cells)
            for cell, value in zip((phase, *split), place, strict=True):
                there[cell] = value
            there = lifted.counted(there)
            for rule in lifted.program.rules_at(place[0]):
                arguments, _ = lifted.arguments(rule, "any ")
                after = lifted.fire(rule, arguments, there).after
                leads = together([as_number(after[cell]) for cell in (phase, *split)], TOGETHER_MOST) or []
                self.next.setdefault(place, set()).update(leads)
                waiting += leads

    def before(self, one: Place, other: Place) -> bool:
        """Whether lines come from the one place to the other, and never back."""
        return other in self._reached(one) and one not in self._reached(other)

    def _reached(self, place: Place) -> set[Place]:
        found: set[Place] = set()
        waiting = [place]
        while waiting:
            for each in self.next.get(waiting.pop(), ()):
                if each not in found:
                    found.add(each)
                    waiting.append(each)
        return found


class _Relay(Solver):
    """One copy's conditions by themselves, which say where its lines come to; the pair's solver is told them too."""

    def __init__(self, pair: Solver) -> None:
        super().__init__(Effort(work=SCOUT_WORK, seconds=SCOUT_SECONDS))
        super().require(pair.required)
        self.pair = pair

    def require(self, conditions: Iterable[Flag]) -> None:
        """Conditions of this copy."""
        required = list(conditions)
        super().require(required)
        self.pair.require(required)


class _Copy:
    """One choice's run through the region, place by place: lines that are ahead wait for those behind, and are merged with them.

    A place is a phase with the few cells that are kept plain (the entrance being dealt with).  Which places come before which is
    read off the rules; were it wrong, only time would be lost.
    """

    def __init__(self, lifted: Lifted, solver: _Relay, cells: Sequence[Value], region: Region, tapes: list[list[Num]],
                 prefix: str, split: Sequence[int], known: Places, pile_most: int) -> None:
        self.lifted, self.solver, self.prefix, self.known = lifted, solver, prefix, known
        self.unrolling = Unrolling(lifted, solver, cells, phases=region.begins, tapes=tapes, prefix=prefix, split=split,
                                   stops=region.stops, pile_most=pile_most)
        self.impossible: list[Flag] = []  # nodes that were left out because no line comes there

    @property
    def nodes(self) -> list[Node]:
        """Where lines can be after the last step."""
        return self.unrolling.layers[-1].nodes

    @property
    def going(self) -> list[Node]:
        """Where lines can still be on their way."""
        return [node for node in self.nodes if node.phase not in self.unrolling.stops]

    @property
    def ends(self) -> list[Node]:
        """Where lines have come to the end of the region."""
        return [node for node in self.nodes if node.phase in self.unrolling.stops]

    def extend(self) -> None:
        """One more step of those that are behind."""
        going = self.going
        places = {self.unrolling.place(node) for node in going}
        behind = {place for place in places if not any(self.known.before(other, place) for other in places)}
        staying = [node for node in self.nodes if self.unrolling.place(node) not in behind]
        self.unrolling.extend(staying)
        for option in self.unrolling.layers[-2].options:
            self.known.next.setdefault(self.unrolling.place(option.node), set()).update(self.unrolling.leads_to(option))
        self._tell_facts(staying)
        moved = [node for node in self.going if not any(node is each for each in staying)]
        self._leave_out(moved)

    def _tell_facts(self, staying: Sequence[Node]) -> None:
        """What is true of piles and counters because of what they are: z3 does not know where they come from."""
        ghosts, table = self.lifted.ghosts, self.lifted.table
        assert ghosts is not None
        for option in self.unrolling.layers[-2].options:
            self.solver.require([any_of((negation(option.taken), option.fired.facts))])
        for node in self.nodes:
            if not any(node is each for each in staying):
                facts = [*table.tidy(node.cells), *ghosts.facts(node.cells)]
                self.solver.require(any_of((negation(node.here), fact)) for fact in facts)

    def _leave_out(self, moved: list[Node]) -> None:
        """Leave out what no line comes to; the last question takes none of that on trust.

        Places that are new are asked about one by one, the others all at once: that is where a loop has come to its end.
        """
        places = {self.unrolling.place(node) for node in moved}
        groups: list[list[Node]] = []
        together: list[Node] = []
        for node in moved:
            place = self.unrolling.place(node)
            if place not in self.known.alive:
                groups.append([node])
            elif not any(self.known.before(other, place) for other in places):
                together.append(node)
        for number, group in enumerate([*groups, together] if together else groups):
            name = f"{self.prefix}{self.unrolling.depth} comes {number}"
            self.solver.name(name, any_of(node.here for node in group))
            outcome = self.solver.ask([name], second_look=False).outcome
            if outcome is Outcome.UNSAT:
                self.impossible += [node.here for node in group]
                self.unrolling.layers[-1].nodes = [node for node in self.nodes if not any(node is each for each in group)]
            elif outcome is Outcome.SAT and len(group) == 1:
                self.known.alive.add(self.unrolling.place(group[0]))

    def end(self, count: int) -> tuple[Flag, list[Value]]:
        """That the copy comes to an end within the steps unrolled, and the cells there."""
        ends = self.ends
        cells: list[Value] = list(ends[-1].cells) if ends else [0] * count
        for node in ends[:-1]:
            cells = [pick(node.here, new, old) for new, old in zip(node.cells, cells, strict=True)]
        return any_of(node.here for node in ends), cells


class Pair:
    """Two choices of a reading on tables of one size.

    `pile` is the most that a pile is taken to hold on the way; an answer is unknown where that is wrong.  With `parting`, the
    first step differs, by one of these rules; that leaves out every run that has no such step first.  With `meeting`, ends differ
    also in cells that do not count, in how much chance has brought, and where more is laid out than the size allows.
    """

    def __init__(self, program: Program, setting: Setting, reading: str, choices: tuple[str, str], region: Region,
                 size: int, pile: int, effort: Effort, known: Places, parting: Sequence[Rule] = (), *,
                 meeting: bool = False) -> None:
        self.program, self.setting, self.region, self.size = program, setting, region, size
        self.solver, self.meeting = Solver(effort), meeting
        self.rulings = [{**setting.rulings, reading: choice} for choice in choices]
        self.lifted = [Lifted.under(program, Setting(each, setting.edition), ghosts=True)[0] for each in self.rulings]
        self.cells = self._start(min(size, pile))
        self.tapes = self._tapes()
        split = self._split()
        for lifted in self.lifted if not known.next else ():
            known.explore(lifted, split, self.cells, region)
        if parting:
            self.solver.require([any_of(self._parts(rule) for rule in parting)])
        self.copies = [_Copy(lifted, _Relay(self.solver), self.cells, region, self.tapes, f"{name} ", split, known, pile)
                       for lifted, name in zip(self.lifted, "ab", strict=True)]

    @property
    def _phase(self) -> int:
        return offset_of(self.program.game.state_type, "phase")

    def _start(self, pile: int) -> list[Value]:
        """Any table with so many elements that both copies can start from; what is the same on all of them is plain."""
        table = self.lifted[0].table
        cells, kept = table.unknown("", most=pile)
        for cell, value in self.region.given.items():
            cells[cell] = value
        if len(self.region.begins) == 1:
            cells[self._phase] = self.region.begins[0]
        kept.append(any_of(equal(as_number(cells[self._phase]), phase) for phase in self.region.begins))
        self.within = [table.is_small(cells, size) for size in range(self.size + 1)]
        kept.append(self.within[self.size])
        self.solver.require(kept)
        ghosts = self.lifted[0].ghosts
        assert ghosts is not None
        counters, ranges = ghosts.unknown("")
        counted = [*cells, *counters]
        self.solver.require([*ranges, *ghosts.facts(counted)])
        self.solver.name(EXACT, all_of(ghosts.exact(counted)))
        for lifted in self.lifted:
            for rule in self.program.game.of_kind("invariant"):
                truth = lifted.truth(rule, counted)
                self.solver.require([truth.is_kept])
        self.possible = True
        return self._plain(counted)

    def _parts(self, rule: Rule) -> Flag:
        """That a rule differs from the start."""
        arguments, kept = self.lifted[0].arguments(rule, f"parts {rule.name} ")
        one, other = (lifted.fire(rule, arguments, self.cells) for lifted in self.lifted)
        both = all_of((one.happens, other.happens))
        count = len(self.program.slots)
        ways = any_of(unlike(one.after[:count], other.after[:count]))
        return all_of((*kept, any_of((negation(same(one.happens, other.happens)), all_of((both, ways))))))

    def _plain(self, cells: list[Value]) -> list[Value]:
        """The cells with those that can be only one thing as that thing; z3 says so, and the last question asks it again."""
        self.assumed: list[Flag] = []
        answer = self.solver.ask()
        if answer.outcome is not Outcome.SAT:
            self.possible = answer.outcome is Outcome.UNKNOWN
            return cells
        values = answer.numbers(cells)
        found = list(cells)
        waiting = [cell for cell, value in enumerate(cells) if isinstance(value, (Num, Cond))]
        number = 0
        while waiting:  # each model shows cells that can be something else
            name = f"other {number}"
            self.solver.name(name, any_of(negation(is_number(cells[cell], values[cell])) for cell in waiting))
            answer = self.solver.ask([name], second_look=False)
            number += 1
            if answer.outcome is not Outcome.SAT:
                break
            waiting = [cell for cell in waiting if answer.value(cells[cell]) == values[cell]]
        if answer.outcome is Outcome.UNSAT:
            for cell in waiting:
                self.assumed.append(negation(is_number(cells[cell], values[cell])))
                found[cell] = plain(cells[cell], values[cell])
        return found

    def _split(self) -> list[int]:
        """Fields of few values that are the same at every start: they are kept plain on the way."""
        kind = self.program.game.state_type
        return [offset_of(kind, name) for name, each in kind.fields
                if name != "phase" and isinstance(each, (EnumType, IntType)) and each.high - each.low < SPLIT_VALUES_MOST
                and isinstance(self.cells[offset_of(kind, name)], int)]

    def _tapes(self) -> list[list[Num]]:
        """The same outcomes for both copies: as many as the size allows, chosen once."""
        tapes: list[list[Num]] = []
        for index, name in enumerate(self.program.tapes):
            most = max(len(phase.events) for phase in self.program.phases if phase.events and phase.tape == index)
            entries: list[Num] = []
            for place in range(self.size):
                number, kept = number_variable(f"dealt {name} {place}", 0, max(1, most - 1))
                assert isinstance(number, Num)
                self.solver.require([kept, at_most(number, most - 1)])
                entries.append(number)
            tapes.append(entries)
        return tapes

    # -- asking -----------------------------------------------------------------------------------------------------------------

    def ask(self, steps: int, until: float | None, progress: Callable[[str], None]) -> tuple[Answer, int]:
        """Whether tables of this size end differently; unsat only if every table was followed to its end."""
        if not self.possible:
            return self.solver.ask(), 0
        depth = 0
        while any(copy.going for copy in self.copies):
            if depth == steps:
                break
            if until is not None and clock.seconds() > until:
                return Answer(Outcome.UNKNOWN, reason="seconds"), depth
            depth += 1
            for copy in self.copies:
                if copy.going:
                    copy.extend()
                    self._limit(copy)
            progress(f"size {self.size}, step {depth}")
            early = self._ends_differ(depth, self._effort(until))
            if early.outcome is Outcome.SAT:
                return early, depth
        differ = self._difference()
        self.solver.name("ends differ", differ)
        effort = self._effort(until)
        answer = self.solver.ask(["ends differ"], second_look=False, effort=effort)
        if answer.outcome is Outcome.SAT:
            answer = self.solver.ask(["ends differ", EXACT], effort=effort)
        if answer.outcome is Outcome.SAT or answer.outcome is Outcome.UNKNOWN:
            return answer, depth
        self.solver.name("differ, or not followed to the end", any_of(
            (differ, *self.assumed, *(flag for copy in self.copies for flag in copy.impossible),
             *(flag for copy in self.copies for flag in copy.unrolling.outgrown),
             *(node.here for copy in self.copies for node in copy.going))))
        closed = self.solver.ask(["differ, or not followed to the end"], effort=effort)
        if closed.outcome is Outcome.SAT:
            return Answer(Outcome.UNKNOWN, reason=f"some tables are still on their way after {depth} steps"), depth
        return closed, depth

    def _effort(self, until: float | None) -> Effort:
        """What one question may cost."""
        effort = self.solver.effort
        return effort if until is None else evolve(effort, seconds=max(0.001, until - clock.seconds()))

    def _ends_differ(self, depth: int, effort: Effort) -> Answer:
        """Whether lines that have come to an end by now end differently: an example ends it all, anything else says nothing."""
        ends = [len(copy.ends) for copy in self.copies]
        if not all(ends):
            return Answer(Outcome.UNKNOWN)
        name = f"ends differ after {depth}"
        self.solver.name(name, self._difference())
        return self.solver.ask([name, EXACT], second_look=False, effort=effort)

    def _limit(self, copy: _Copy) -> None:
        """What was drawn counts: a line is left out where it and its table have grown beyond the size."""
        count = len(self.program.tapes)
        for node in copy.nodes:
            drawn = sum(each for each in node.cells[-count:] if isinstance(each, int)) if count else 0
            if drawn:
                self.solver.require([any_of((negation(node.here), drawn <= self.size and self.within[self.size - drawn]))])

    def _difference(self) -> Flag:
        """That both copies have come to an end, each to another."""
        count = len(self.cells) + len(self.program.tapes)
        (one_ends, one), (other_ends, other) = (copy.end(count) for copy in self.copies)
        seen, unlike_ends = sorted(self.region.seen), list[Flag]()
        if self.meeting:
            drawn = range(len(self.cells), count)
            seen = [*range(len(self.program.slots)), *drawn]
            laid_out = self.lifted[0].table.laid_out(one)
            unlike_ends.append(less(self.size, total([laid_out, *(as_number(one[cell]) for cell in drawn)])))
        unlike_ends += [negation(same(one[cell], other[cell])) for cell in seen]
        return all_of((one_ends, other_ends, any_of(unlike_ends)))
