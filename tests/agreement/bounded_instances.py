"""Random bounded questions, answered twice: by z3 and by a plain breadth-first search on the reference.

An instance is a small position of a game (reachable, or changed at random as far as the invariants allow) under random rulings,
a deal or open chance, at most so many decisions and transitions, and a goal: something about one or two places of the state.
Both sides say whether some line reaches it, and in how few transitions.

    for instance in instances(200):
        explicit = searched(instance)        # the fewest transitions to the goal, or None
        symbolic = asked(instance)           # the same, or UNKNOWN
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from attrs import evolve, field, frozen

import daybreak_games.until_dawn
from tests.games import corridor, sliding, staircase
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, STEP
from verifier.lang.types import BagType, EnumType, FlagType, IntType, PileType, RecordType, RowType, Type
from verifier.ledger.editions import load_edition
from verifier.program.program import Program, load
from verifier.run.reference import DeadEnd, Impossible, Position, RanOut, Reference, RuleBroke
from verifier.run.setting import Setting
from verifier.symbolic.prove.bounded import BoundedCheck, Found, known_start
from verifier.testing import random_disturbed, random_reachable, random_setting

# A game's package, the file that goals are written into, its editions (None: drawn), and how many of ten instances play it.
GAMES: Mapping[str, tuple[Any, str, tuple[str, ...] | None, int]] = {
    "until-dawn": (daybreak_games.until_dawn, "properties.py", None, 6), "sliding": (sliding, "__init__.py", ("2x3", "3x3"), 1),
    "corridor": (corridor, "__init__.py", ("plain",), 1), "staircase": (staircase, "__init__.py", ("plain", "steep"), 2),
}
TURNS = [name for name, (_, _, _, times) in GAMES.items() for _ in range(times)]
DECISIONS_MOST = 6
# With a deal, with open chance: chains between two decisions can be as long as that.
TRANSITIONS_MOST: Mapping[bool, int] = {False: 20, True: 14}
STATES_MOST, STATES_FEW = 6_000, 10
GOALS, GOALS_TRIED = 160, 30
DRAWS_MOST = 20
UNKNOWN = -1

Test = Callable[[Any], bool]
_copies = count()
_kept: list[TemporaryDirectory[str]] = []  # the sources of copied games, as long as somebody may read them


@frozen(eq=False)
class Asking:
    """A game with goals written into it: the program, and each goal's name with what CPython makes of its text."""

    program: Program
    goals: Mapping[str, tuple[str, Test]]


@frozen(eq=False)
class Instance:
    """One question.  `transitions_max` is what both sides get; `truncated`, that some line could go on behind them.

    `fewest` is what the breadth-first search says.
    """

    number: int
    game: str
    program: Program
    setting: Setting
    start: Position
    open_chance: bool
    decisions_max: int
    transitions_max: int
    truncated: bool
    states: int
    goal: str
    text: str
    fewest: int | None

    def __str__(self) -> str:
        chance = "open" if self.open_chance else self.setting.tapes
        return (f"instance {self.number}: {self.game}, {self.text!r} within {self.decisions_max} decisions and "
                f"{self.transitions_max} transitions, chance {chance}, {dict(self.setting.rulings)}\nfrom {self.start}")


def instances(count: int, first: int = 0) -> Iterator[Instance]:
    """Instances by number; the same number is the same instance."""
    for number in range(first, first + count):
        yield instance(number)


def instance(number: int) -> Instance:
    """The instance of a number; where a draw leaves next to nothing to search, the next one is taken."""
    name = TURNS[number % len(TURNS)]
    asking = with_goals(name)
    for draw in range(DRAWS_MOST):
        rng, seed = Random(f"bounded {number} {draw}"), number * DRAWS_MOST + draw
        setting = _setting(name, asking.program, rng, seed)
        start = _start(asking.program, setting, rng, seed)
        open_chance, decisions_max = rng.random() < 0.5, 1 + int(rng.random() * DECISIONS_MOST)
        layers = Layers(asking.program, setting, start, open_chance=open_chance, decisions_max=decisions_max)
        layers.run(TRANSITIONS_MOST[open_chance], STATES_MOST)
        if layers.states >= STATES_FEW:
            break
    goal, fewest = _goal(asking, layers, rng)
    return Instance(number, name, asking.program, setting, start, open_chance, decisions_max, layers.depth, layers.goes_on(),
                    layers.states, goal, asking.goals[goal][0], fewest)


def _goal(asking: Asking, layers: Layers, rng: Random) -> tuple[str, int | None]:
    """A goal, mostly one that is reached late or never, and the fewest transitions to it."""
    names = sorted(asking.goals, key=lambda each: rng.random())[:GOALS_TRIED]
    found = {each: layers.fewest(asking.goals[each][1]) for each in names}
    reached = sorted((each for each in names if found[each]), key=lambda each: -(found[each] or 0))
    missed = [each for each in names if found[each] is None]
    among = reached[:max(1, len(reached) // 2)] if reached and (rng.random() < 0.6 or not missed) else missed or names
    goal = among[int(rng.random() * len(among))]
    return goal, found[goal]


# -- positions ----------------------------------------------------------------------------------------------------------------


def _setting(name: str, program: Program, rng: Random, number: int) -> Setting:
    editions = GAMES[name][2]
    if editions is None:
        edition = _small_box(rng)
    else:
        edition = load_edition(program.game, editions[int(rng.random() * len(editions))], Path(__file__).parent).record
    setting = random_setting(program, seed=number, edition=edition, tape_length=24)
    tapes = tuple(tape[:int(rng.random() * 24) if rng.random() < 0.3 else 24] for tape in setting.tapes)  # some run out
    return evolve(setting, tapes=tapes)


def _small_box(rng: Random) -> Any:
    """Component data of a short night with few cards."""
    state = sys.modules[with_goals("until-dawn").program.game.state_type.record.__module__]
    box = state.Box(last_space=2 + int(rng.random() * 4), shells=int(rng.random() * 3), barricades=int(rng.random() * 4),
                    barricades_per_entrance=1 + int(rng.random() * 2))
    for card in state.Card:
        box.cards[card] = int(rng.random() * 2)
    for card in (state.Card.SCRATCHER, state.Card.SNEAKER, state.Card.SCREAMER):
        box.cards[card] = 1 + int(rng.random() * 2)
    return box


def _start(program: Program, setting: Setting, rng: Random, number: int) -> Position:
    """A position met in a random game, or one changed from that; no tape is used, and every invariant holds."""
    reference = Reference(program, setting)
    met = list(random_reachable(program, setting, seed=number, count=1 + int(rng.random() * 12), thin=12))
    if rng.random() < 0.5:
        met += [each for each in random_disturbed(program, met[-4:], seed=number, changes_max=2) if _is_sound(reference, each)]
    sound = [each for each in met if reference.events(each)] or [reference.set_up()]
    return reference.position(sound[-1].state)


def _is_sound(reference: Reference, position: Position) -> bool:
    try:
        return all(reference.holds(rule, position.state) for rule in reference.program.game.of_kind("invariant"))
    except RuleBroke:
        return False


# -- goals --------------------------------------------------------------------------------------------------------------------


@cache
def with_goals(name: str) -> Asking:
    """A copy of a game with goals written into it, each about one or two places of the state, drawn at random."""
    package, file, _, _ = GAMES[name]
    kind, rng = package.game.state_type, Random(f"goals {name}")
    state, enums = kind.record.__name__, {}
    texts: list[str] = []
    while len(texts) < GOALS:
        text = _place(kind, "here", rng, enums)
        if rng.random() < 0.4:
            text = f"({text}) and ({_place(kind, 'here', rng, enums)})"
        texts.append(text)
    imports = "".join(f"from {each.__module__} import {name}\n" for name, each in sorted(enums.items())
                      if each.__module__ != package.__name__)
    rules = "".join(f"\n\n@game.goal\ndef goal_{number}(here: {state}) -> bool:\n    return {text}\n"
                    for number, text in enumerate(texts))
    module = _copied(Path(package.__file__).parent, package.__name__, file, f"\n\n{imports}{rules}")
    namespace = vars(sys.modules[f"{module.__name__}.{file.removesuffix('.py')}"] if file != "__init__.py" else module)
    return Asking(load(module.game), {f"goal_{number}": (text, _test(text, namespace)) for number, text in enumerate(texts)})


def _test(text: str, namespace: dict[str, Any]) -> Test:
    test: Test = eval(f"lambda here: {text}", namespace)  # what CPython makes of the goal's own text
    return test


def _place(kind: Type, path: str, rng: Random, enums: dict[str, type[Enum]]) -> str:
    """A random statement about a random place below a path."""
    if isinstance(kind, RecordType):
        name, part = kind.fields[int(rng.random() * len(kind.fields))]
        return _place(part, f"{path}.{name}", rng, enums)
    if isinstance(kind, RowType):
        return _place(kind.item, f"{path}[{int(rng.random() * kind.size)}]", rng, enums)
    if isinstance(kind, PileType):
        if rng.random() < 0.6:
            return f"{path}.size {'==' if rng.random() < 0.5 else '>='} {int(rng.random() * 4)}"
        return f"{path}.size > 0 and {_place(kind.item, f'{path}[0]', rng, enums)}"
    if isinstance(kind, BagType):
        if rng.random() < 0.5:
            return f"{path}.total {'==' if rng.random() < 0.5 else '>='} {int(rng.random() * 5)}"
        enums[kind.kind.enum.__name__] = kind.kind.enum
        member = kind.kind.enum(kind.kind.low + int(rng.random() * (kind.kind.high - kind.kind.low + 1)))
        return f"{path}[{kind.kind.enum.__name__}.{member.name}] == {int(rng.random() * 3)}"
    if isinstance(kind, FlagType):
        return path if rng.random() < 0.7 else f"not {path}"
    assert isinstance(kind, (IntType, EnumType))
    value = kind.low + int(rng.random() * min(8 if isinstance(kind, IntType) else 99, kind.high - kind.low + 1))
    if isinstance(kind, EnumType):
        member, equal = kind.value(value), rng.random() < 0.8
        if member is None:
            return f"{path} {'is' if equal else 'is not'} None"
        enums[type(member).__name__] = type(member)
        return f"{path} {'==' if equal else '!='} {type(member).__name__}.{member.name}"
    return f"{path} {('==', '>=', '<=')[int(rng.random() * 3)]} {value}"


def _copied(folder: Path, package: str, file: str, more: str) -> Any:
    """A copy of a package with more text in one of its files, imported under a name of its own."""
    name = f"asking_{next(_copies)}"
    _kept.append(TemporaryDirectory())
    copy = Path(_kept[-1].name) / name
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / file).write_text((copy / file).read_text(encoding="utf-8") + more, encoding="utf-8")
    for each in copy.glob("*.py"):
        each.write_text(each.read_text(encoding="utf-8").replace(package, name), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, copy / "__init__.py", submodule_search_locations=[str(copy)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # the modules of the copy import each other by this name
    spec.loader.exec_module(module)
    return module


# -- the naive search -----------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Layers:
    """All positions in the order of how few transitions lead there, told apart by how many decisions were made."""

    program: Program
    setting: Setting
    start: Position
    open_chance: bool = field(kw_only=True)
    decisions_max: int = field(kw_only=True)
    layers: list[list[tuple[Position, int]]] = field(factory=list)
    seen: set[tuple[int, ...]] = field(factory=set)

    @property
    def depth(self) -> int:
        """How many transitions were searched in full."""
        return len(self.layers) - 1

    @property
    def states(self) -> int:
        """How many positions were met."""
        return len(self.seen)

    def run(self, transitions_max: int, states_max: int) -> None:
        """Search so many transitions; fewer when there would be too many positions."""
        reference = Reference(self.program, self.setting)
        self.layers.append([(self.start, 0)])
        self.seen.add(self._key(reference, self.start, 0))
        while self.depth < transitions_max and self.states < states_max:
            layer = []
            for position, made in self.layers[-1]:
                for event in self._events(reference, position, made):
                    try:
                        after = reference.apply(position, event).after
                    except RuleBroke:
                        continue
                    decisions = made + (event.rule.kind == "decision")
                    key = self._key(reference, after, decisions)
                    if key not in self.seen:
                        self.seen.add(key)
                        layer.append((after, decisions))
            self.layers.append(layer)

    def goes_on(self) -> bool:
        """Whether a line can go on behind the last layer."""
        reference = Reference(self.program, self.setting)
        return any(self._events(reference, position, made) for position, made in self.layers[-1])

    def fewest(self, goal: Test) -> int | None:
        """The fewest transitions that lead to a goal."""
        return next((depth for depth, layer in enumerate(self.layers) if any(goal(each.state) for each, _ in layer)), None)

    def _key(self, reference: Reference, position: Position, made: int) -> tuple[int, ...]:
        state = reference.program.encode(position.state)
        return (*state, made) if self.open_chance else (*state, *position.used, made)

    def _events(self, reference: Reference, position: Position, made: int) -> list[Event]:
        kind = reference.kind(position)
        if kind == DECISION:
            return reference.legal(position) if made < self.decisions_max else []
        if kind == STEP:
            return reference.events(position)
        try:
            if kind == CHANCE:
                return [each for each, _ in reference.outcomes(position)] if self.open_chance else [reference.dealt(position)]
        except (RanOut, Impossible, DeadEnd, RuleBroke):
            pass
        return []


# -- z3, and both ---------------------------------------------------------------------------------------------------------------


def asked(instance: Instance) -> int | None:
    """What z3 says: the fewest transitions to the goal, None if no line reaches it, or UNKNOWN."""
    program, setting = instance.program, instance.setting
    start = known_start(program, setting, instance.start, open_chance=instance.open_chance)
    check = BoundedCheck(program, setting, start, [program.game.rules[instance.goal]], ranges=False,
                         decisions_max=instance.decisions_max)
    (found,) = check.run(instance.transitions_max).values()
    if found.found is Found.UNKNOWN:
        return UNKNOWN
    assert found.found is Found.REACHED or found.depth == instance.transitions_max
    return found.depth if found.found is Found.REACHED else None


@frozen
class Answered:
    """What became of an instance."""

    instance: Instance
    symbolic: int | None
    seconds: float

    @property
    def differs(self) -> bool:
        """Whether z3 says something else."""
        return self.symbolic not in (self.instance.fewest, UNKNOWN)


def answered(some: Iterable[Instance]) -> Iterator[Answered]:
    """Instances with z3's answers and the CPU seconds that it took."""
    for each in some:
        began = process_time()
        symbolic = asked(each)
        yield Answered(each, symbolic, process_time() - began)
