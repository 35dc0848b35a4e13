"""The smallest position at which two choices of a reading part in a single event, and what that leads to.

They part where a decision is legal, or an outcome of chance possible, under one of them only, where it has another weight, or
where what it leads to is another table; or where the game is over, with another grade or outcome.  Positions are any that keep
the invariants of the game under both choices, reachable or not, and their size is what has to be laid out
(`verifier.lang.size`).
Every size is asked of every transition that asks for the reading, from 0 up, so that a position of the first size with an answer
is a smallest one; where no size up to the bound has one, positions of any size are asked, and one of them is an example.

Of the positions of a size one is taken that is as much like the table after the set-up as greedy wishes, field by field, make it.

A difference may be gone before anybody decides anything.  So each position that z3 proposes is played on by the reference until
nothing follows by itself, and one that still differs then is preferred, even to a smaller one.

Where no position of any size parts them, it may be another ruling that hides the difference: `hidden_by` looks for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from verifier.lang import ir
from verifier.lang.events import Event
from verifier.lang.game import TRANSITIONS, Rule
from verifier.lang.layout import offset_of, width
from verifier.lang.phases import END, STEP
from verifier.lang.types import EnumType, IntType, RecordType, RowType, Scalar
from verifier.program.program import Program
from verifier.run.reference import Applied, Position, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.lift.ghosts import EXACT
from verifier.symbolic.lift.rules import Lifted
from verifier.symbolic.lift.terms import Flag, all_of, any_of, is_number, negation
from verifier.symbolic.product.side_by_side import DIFFERS, ENDS, SideBySide
from verifier.symbolic.solver import Answer, Effort, Outcome

FEW = 8  # values of a field that z3 is asked to have otherwise in the next proposal
TRIES_MOST = 24  # proposals for one transition and one size
FOR_EVER = "it goes on like this for ever"


@frozen
class Follows:
    """What an event leads to under one choice: the transitions up to where nothing follows by itself; none if it is not possible.

    `failed` says which rule failed behind the last of them, or `FOR_EVER`.
    """

    applied: tuple[Applied, ...]
    failed: str = ""

    @property
    def end(self) -> Position | None:
        """Where it leads to."""
        return self.applied[-1].after if self.applied and not self.failed else None


@frozen
class Example:
    """A position, an event and what that leads to under either choice; `lasts` if the difference is still there then.

    At the end of a game there is no event: the grades differ, or what it is worth to a seat.
    """

    state: object
    event: Event | None
    laid_out: int
    sides: tuple[Follows, Follows]
    lasts: bool


@frozen
class Distinguishing:
    """The answer: no position with fewer than `none_below` to lay out parts them, from the invariants in `lemmas`.

    `none_below` is None where no position of any size does.  `reason` says why more is not known.  The example needs another
    ruling than the one in force if `hidden_by` names one (the reading, its choice).
    """

    none_below: int | None
    lemmas: tuple[str, ...] = ()
    reason: str = ""
    example: Example | None = None
    hidden_by: tuple[str, str] | None = None

    @property
    def is_smallest(self) -> bool:
        """Whether it is proved that no position smaller than the example parts them."""
        return self.example is not None and self.example.laid_out == self.none_below


def asking(program: Program, reading: str) -> list[str]:
    """The transitions, the grade and outcomes that ask for a reading, themselves or in a rule that they call."""
    return _asking(program, program.game.of_kind(*TRANSITIONS, *ENDS), reading)


def uncompared(program: Program, reading: str) -> list[str]:
    """What else asks for a reading and is compared at no position: who decides, what is hidden from whom, goals."""
    seats = (rule for phase in range(len(program.phases)) for rule in program.seat_rules(phase) if rule is not None)
    return _asking(program, [*dict.fromkeys(seats), *program.game.of_kind("hidden", "goal")], reading)


def _asking(program: Program, rules: Iterable[Rule], reading: str) -> list[str]:
    return [rule.name for rule in rules
            if any(isinstance(node, ir.RulingIn) and node.reading == reading
                   for name in sorted(program.run_by([rule.name])) for node in ir.walk(program.bodies[name].body))]


def smallest_distinguishing(program: Program, setting: Setting, reading: str, choice: str, size: int,
                            effort: Effort | None = None, progress: Callable[[str], None] = lambda _: None) -> Distinguishing:
    """Look for the smallest position at which a choice of a reading parts from the ruling in force in one event.

    Where none does and something asks for the reading that is not compared, nothing is known, and `reason` says so.
    """
    found = _smallest(program, setting, reading, choice, size, effort, progress)
    if found.example is None and (others := uncompared(program, reading)):
        return Distinguishing(0, reason=f"what {', '.join(others)} says is not compared, and asks for it")
    return found


def _smallest(program: Program, setting: Setting, reading: str, choice: str, size: int, effort: Effort | None,
              progress: Callable[[str], None]) -> Distinguishing:
    search = _Search(program, setting, reading, choice, size, effort or Effort(), progress)
    found = search.run()
    if found.none_below is not None or not search.rules:
        return found
    for other in search.hiding():
        changed = Setting({**setting.rulings, other[0]: other[1]}, setting.edition)
        shown = evolve(search, setting=changed).run()
        if shown.example is not None:
            return evolve(shown, hidden_by=other)
    return found


@define(eq=False)
class _Search:
    program: Program
    setting: Setting
    reading: str
    choice: str
    size: int
    effort: Effort
    progress: Callable[[str], None]
    lemmas: set[str] = field(factory=set, init=False)
    reason: str = field(default="", init=False)

    @property
    def settings(self) -> tuple[Setting, Setting]:
        """The setting with the ruling in force, and with the other choice."""
        return self.setting, Setting({**self.setting.rulings, self.reading: self.choice}, self.setting.edition)

    @property
    def rules(self) -> list[tuple[int, Rule]]:
        """What asks for the reading: transitions, each in its phases, and at the ends the grade and outcomes."""
        names = asking(self.program, self.reading)
        return [(number, rule) for number, phase in enumerate(self.program.phases)
                for rule in (self.program.rules_at(number) if phase.kind != END else self.program.game.of_kind(*ENDS))
                if rule.name in names]

    def run(self) -> Distinguishing:
        """Sizes from 0 up; then, if none has an example, any size."""
        pairs, fallback, none_below = self._pairs(self.size), None, 0
        most = self.program.counted.most
        for size in range(min(self.size, most) + 1):
            self.progress(f"{size} to lay out")
            example = self._of_size(pairs, size)
            if example is None and fallback is None and not self.reason:
                none_below = size + 1
            if example is not None and example.lasts:
                return self._to_result(none_below, example)
            fallback = fallback or example
        if fallback is not None or self.reason:
            return self._to_result(none_below, fallback)
        self.progress("any number to lay out")
        pairs = self._pairs(None)
        answers = [self._ask(pair, []) for pair in pairs]
        if all(answer.outcome is Outcome.UNSAT for answer in answers):
            return self._to_result(None, None)
        larger = [pair for pair, answer in zip(pairs, answers, strict=True) if answer.outcome is Outcome.SAT]
        return self._to_result(none_below, self._of_size(larger, most) if larger else None)

    def _to_result(self, none_below: int | None, example: Example | None) -> Distinguishing:
        lemmas = tuple(rule.name for rule in self.program.game.of_kind("invariant") if rule.name in self.lemmas)
        return Distinguishing(none_below, lemmas, self.reason, example)

    def _pairs(self, most: int | None) -> list[SideBySide]:
        """Each rule that asks for the reading; what is alike term by term needs no question."""
        one, other = (Lifted.under(self.program, setting, ghosts=True)[0] for setting in self.settings)
        pairs = [SideBySide(one, other, rule, number, self.effort, most) for number, rule in self.rules]
        return [pair for pair in pairs if pair.parts is not False]

    def hiding(self) -> Iterator[tuple[str, str]]:
        """Single other rulings under which some position of any size parts the choices."""
        switches = self.program.readings.switches
        free = [id_ for id_ in switches if id_ != self.reading]
        (one, kept), (other, _) = (Lifted.under(self.program, setting, free, ghosts=True) for setting in self.settings)
        pairs = [SideBySide(one, other, rule, number, self.effort, None, kept) for number, rule in self.rules]
        pairs = [pair for pair in pairs if pair.parts is not False]
        for pair in pairs:
            for id_ in free:
                in_force = list(switches[id_].choices).index(self.setting.rulings[id_])
                pair.solver.name(f"{id_} in force", is_number(one.readings[id_], in_force))
        for id_ in free:
            self.progress(f"with another choice of {id_}")
            names = [f"{each} in force" for each in free if each != id_]
            answers = (self._ask(pair, names) for pair in pairs)
            found = next((one.rulings(answer) for answer in answers if answer.outcome is Outcome.SAT), None)
            if found is not None:
                yield id_, found[id_]

    def _ask(self, pair: SideBySide, names: Sequence[str]) -> Answer:
        answer = pair.solver.ask([DIFFERS, *names, *(rule.name for rule in pair.invariants)])
        if answer.outcome is Outcome.SAT:
            answer = pair.solver.ask([DIFFERS, *names, *(rule.name for rule in pair.invariants), EXACT])
        if answer.outcome is Outcome.UNSAT:
            self.lemmas.update(answer.core)
        if answer.outcome is Outcome.UNKNOWN:
            self.reason = answer.reason
        return answer

    # -- examples -------------------------------------------------------------------------------------------------------------

    def _of_size(self, pairs: Sequence[SideBySide], size: int) -> Example | None:
        """An example whose difference lasts, if one is found; else any."""
        fallback = None
        for pair in pairs:
            for number, proposed in enumerate(self._examples(pair, size)):
                example = self._plainer(pair, size, proposed) if proposed.lasts or number == 0 else proposed
                if example.lasts:
                    return example
                fallback = fallback or example
        return fallback

    def _plainer(self, pair: SideBySide, size: int, example: Example) -> Example:
        """An example of the same rule and size with more fields as the set-up leaves them; one that lasts still lasts.

        Field by field, the first ones first.  Most can be so, and a state has some hundred fields: they are tried in groups, and
        a group that cannot be so in halves.
        """
        start = self.program.encode(Reference(self.program, self.setting).set_up().state)
        names = [DIFFERS, _at_most(size), *(rule.name for rule in pair.invariants), EXACT]
        groups = [[cells for path, cells in parts(self.program.game.state_type) if path != "phase"]]
        while groups:
            group = groups.pop(0)
            name = f"cells {group[0].start} to {group[-1].stop} as after the set-up"
            pair.solver.name(name, all_of(is_number(pair.cells[cell], start[cell]) for cells in group for cell in cells))
            answer = pair.solver.ask([*names, name], second_look=False)
            plainer = self._example(pair, answer) if answer.outcome is Outcome.SAT else None
            if plainer is not None and (plainer.lasts or not example.lasts):
                example = plainer
                names.append(name)
            elif len(group) > 1:
                half = len(group) // 2
                groups[:0] = [group[:half], group[half:]]
        return example

    def _examples(self, pair: SideBySide, size: int) -> Iterator[Example]:
        """Proposals of one size, each unlike the last one in some field of few values."""
        name = _at_most(size)
        pair.solver.name(name, pair.is_small(size))
        answer = self._ask(pair, [name])
        number, others = 0, list[str]()
        while number < TRIES_MOST:
            if answer.outcome is Outcome.SAT:
                yield self._example(pair, answer)
                others = list(self._otherwise(pair, answer, f"{size} {number}"))
                pair.solver.require([self._another(pair, answer, size)])
            if not others:
                return
            names = [DIFFERS, name, others[number % len(others)], *(rule.name for rule in pair.invariants), EXACT]
            answer = pair.solver.ask(names, second_look=False)
            number += 1

    def _example(self, pair: SideBySide, answer: Answer) -> Example:
        state, event = pair.state(answer), pair.event(answer)
        size = self.program.size_of(state)
        if event is None:
            return Example(state, None, size, (Follows(()), Follows(())), lasts=True)
        sides = tuple(follows(Reference(self.program, setting), state, event) for setting in self.settings)
        ends = [None if side.end is None else self.program.encode(side.end.state) for side in sides]
        fails = any(side.failed not in ("", FOR_EVER) for side in sides)  # more likely no play comes there than that it matters
        return Example(state, event, size, (sides[0], sides[1]), ends[0] != ends[1] and not fails)

    def _otherwise(self, pair: SideBySide, answer: Answer, name: str) -> Iterator[str]:
        kind = self.program.game.state_type
        for field_, type_ in kind.fields:
            cell = offset_of(kind, field_)
            if field_ != "phase" and isinstance(type_, (EnumType, IntType)) and type_.high < FEW:
                called = f"{name}: another {field_}"
                pair.solver.name(called, negation(is_number(pair.cells[cell], answer.value(pair.cells[cell]))))
                yield called

    def _another(self, pair: SideBySide, answer: Answer, size: int) -> Flag:
        """Another table: bags apart, which hardly ever make the difference."""
        kind = self.program.game.state_type
        cells = [cell for span in pair.lifted.table.piles for cell in range(span.base, span.element(size))]
        cells += [offset_of(kind, name) for name, type_ in kind.fields if isinstance(type_, Scalar)]
        return any_of(negation(is_number(pair.cells[cell], answer.value(pair.cells[cell]))) for cell in cells)


def _at_most(size: int) -> str:
    return f"at most {size} to lay out"


def parts(kind: RecordType) -> Iterator[tuple[str, range]]:
    """The fields of a state, rows item by item, with their cells."""
    for name, type_ in kind.fields:
        base = offset_of(kind, name)
        if isinstance(type_, RowType):
            step = width(type_.item)
            for index in range(type_.size):
                yield f"{name}[{type_.word(type_.first + index)}]", range(base + index * step, base + (index + 1) * step)
        else:
            yield name, range(base, base + width(type_))


def follows(reference: Reference, state: object, event: Event) -> Follows:
    """What an event leads to, by the reference: up to a decision, chance, an end, a rule that fails or a loop."""
    position = reference.position(state)
    if event.rule.kind in ("decision", "stuck") and reference.forbidden_by(position, event) is not None:
        return Follows(())
    if event.rule.kind == "chance" and event not in [each for each, _ in reference.outcomes(position)]:
        return Follows(())
    applied: list[Applied] = []
    seen: set[tuple[int, ...]] = set()
    try:
        applied.append(reference.apply(position, event))
        while reference.kind(after := applied[-1].after) == STEP:
            if reference.key(after) in seen:
                return Follows(tuple(applied), FOR_EVER)
            seen.add(reference.key(after))
            applied.append(reference.apply(after, reference.events(after)[0]))
    except RuleBroke as broke:
        return Follows(tuple(applied), str(broke))
    return Follows(tuple(applied))
