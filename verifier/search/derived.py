"""Bounds that are derived from the rules: pattern databases (J. Culberson and J. Schaeffer, 1996), for what a game declares.

All patterns that can follow the start's are found, by rules that take what a pattern leaves out for anything
(`verifier.run.projected`).  From the ends of the game backwards it is worked out how much of what counts each of them still costs
at the least.  No line costs a pattern more than it costs the state, so that a state is worth no more than the best of the ends
that are near enough.

Patterns of several groups of values are added up (R. Korf and A. Felner, 2002): an event costs something in that group alone
which owns the first value of any group that it writes to the row.  That is one group at most, whatever the rules are.

Ends are told apart by what they are graded without the row, in at most `CLASSES` classes, so that a bound also says which ends
can still be come to.  Not promised: a bound better than the game's own, or any, where there are more patterns than the budget
allows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from verifier.lang.layout import encode
from verifier.lang.patterns import Patterns
from verifier.run.backend import Backend
from verifier.run.cache import SealedFolder, content_key
from verifier.run.control import Why, Widening
from verifier.run.setting import Setting
from verifier.search.growing import Growing
from verifier.search.limits import Limits, Watch
from verifier.search.tables import Tables

Array = Any
STATES_MOST = 8_000_000  # patterns of a group: more are not worked out
CLASSES = 16
HELD_MOST = 4  # declarations whose tables a process has at hand: deals of one game are solved one after the other
GRADED_MOST = 2**26  # ends times the values of what counts
_ROOM_FIRST, _EDGES_FIRST = 1 << 16, 1 << 20
_HELD: dict[str, dict[int, _Group]] = {}


@frozen(eq=False)
class Found:
    """The patterns of a group as numbers; how far each is from the ends of each class (a row of `away`, 255 for no way).

    `grades` has the least and the greatest grade of a class as told without the row; `worths`, by class and value of what counts,
    what the best of its ends is worth.
    """

    patterns: Array
    away: Array
    grades: Array
    worths: Array


@define(eq=False, slots=False)
class _Group:
    """The patterns of a group, in a table that finds them."""

    context: Array
    found: Found
    keys: Array
    distances: Array

    @classmethod
    def of(cls, backend: Backend, context: Array, found: Found) -> _Group:
        """Make the table."""
        count, classes = len(found.patterns), len(found.away)
        places = 1 << max(4, (count + count // 2).bit_length())
        keys, distances = np.zeros(places, dtype=np.int64), np.zeros((places, max(1, classes)), dtype=np.uint8)
        backend.call("enter_patterns", found.patterns, count, found.away, classes, keys, distances)
        return cls(context, found, keys, distances)


@define(eq=False, slots=False)
class Derived:
    """The bound of one declaration: what states can be worth at the most by its patterns."""

    backend: Backend
    groups: Sequence[_Group]
    columns: list[Array] = field(init=False)
    worths: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        """An end is of one class of each group: a column for each way to be of several, with the least that any allows."""
        ways: list[tuple[int, int, tuple[int, ...]]] = [(0, self.backend.constant("GRADES"), ())]
        for group in self.groups:
            ways = [(max(low, least), min(high, most), (*classes, number)) for low, high, classes in ways
                    for number, (least, most) in enumerate(group.found.grades.tolist()) if max(low, least) <= min(high, most)]
        self.columns = [np.array([classes[number] for *_, classes in ways], dtype=np.int64) for number in range(len(self.groups))]
        values = len(self.groups[0].found.worths[0]) if ways else 1
        worths = np.zeros((len(ways), values), dtype=np.int64)
        for way, (*_, classes) in enumerate(ways):
            least = np.min([group.found.worths[each] for group, each in zip(self.groups, classes, strict=True)], axis=0)
            worths[way] = np.maximum.accumulate(least[::-1])[::-1]
        self.worths = worths

    @property
    def states(self) -> int:
        """How many patterns there are."""
        return sum(len(group.found.patterns) for group in self.groups)

    def tighten(self, tables: Tables, bounds: Array, first: int, last: int) -> None:
        """Lower what the stored states from one to another can be worth, which is in `bounds`."""
        columns, values = self.worths.shape
        totals = np.zeros((last - first, columns + 2), dtype=np.int64)
        for group, numbers in zip(self.groups, self.columns, strict=True):
            self.backend.call("add_distances", group.context, *tables.stored, first, last, tables.scratch, group.keys,
                              group.distances, numbers, totals)
        self.backend.call("tighten", totals, last - first, self.worths, values, bounds, first)


def derived_bounds(backend: Backend, setting: Setting, state: Array, limits: Limits | None = None,
                   states_max: int = STATES_MOST) -> list[Derived]:
    """The bounds of the declarations of a game, as far as they can be worked out within limits; `state` is where play starts.

    What was worked out is kept for the same rules, edition and rulings, and good for every start whose pattern was found.
    """
    found = []
    for patterns in backend.program.game.pattern_sets:
        derived = _derived(backend.projected(patterns), patterns, setting, state, limits or Limits(), states_max)
        if derived is not None:
            found.append(derived)
    return found


def _derived(backend: Backend, patterns: Patterns, setting: Setting, state: Array, limits: Limits, states_max: int
             ) -> Derived | None:
    several = len(patterns.groups) > 1
    edition = encode(backend.program.game.edition_type, setting.edition)
    what = (edition, sorted(setting.rulings.items()), patterns.groups)
    name = content_key(backend.source, *map(repr, what))
    folder = SealedFolder(f"{backend.program.game.name}-patterns-{name}", "pattern databases")
    held = _HELD.get(folder.name, {})
    groups: dict[int, _Group] = {}
    for number, values in enumerate(patterns.groups or ((),)):
        context = context_of(backend, patterns, setting, values)
        start = int(backend.call("key_of", state, context))
        group = held.get(number)
        if group is None and (kept := folder.kept(str(number))) is not None:
            group = _Group.of(backend, context, _read(kept))
        if group is None or not backend.call("has_pattern", group.keys, start):
            found = _Widening(backend, context, limits, states_max, owned_only=several).found(start)
            if found is None:
                return None
            folder.keep(str(number), _written(found))
            group = _Group.of(backend, context, found)
        groups[number] = group
    if folder.name not in _HELD and len(_HELD) >= HELD_MOST:
        _HELD.clear()
    _HELD[folder.name] = groups
    return Derived(backend, list(groups.values()))


def context_of(backend: Backend, patterns: Patterns, setting: Setting, values: Sequence[int]) -> Array:
    """The context of a group: which values it tells apart."""
    context = backend.context(setting)
    low, at, back = (backend.constant(name) for name in ("ROW_LOW", "MAP", "BACK"))
    context[backend.constant("CODES")] = 1 + len(values)
    for value in (value for group in patterns.groups for value in group):
        context[at + value - low] = -1
    for code, value in enumerate(values, 1):
        context[at + value - low], context[back + code] = code, value
    return context


class _Widening:
    """Finds the patterns of a group, and how far they are from ends."""

    def __init__(self, backend: Backend, context: Array, limits: Limits, states_max: int, *, owned_only: bool) -> None:
        self._backend, self._context, self._owned_only = backend, context, owned_only
        self._limits, self._states_max = limits, states_max
        self._scratch = np.zeros((2, backend.constant("CELLS")), dtype=np.int64)

    def found(self, start: int) -> Found | None:
        """All that can follow a pattern; None where limits, the budget, or rules that branch too often stand against it."""
        room, edges = min(_ROOM_FIRST, self._states_max), _EDGES_FIRST
        found, firsts = Growing(room, np.int64), Growing(room + 1, np.int64)
        targets, costs = Growing(edges, np.int32), Growing(edges, np.uint8)
        keys, numbers = _table(room)
        control = np.zeros(len(Widening), dtype=np.int64)
        self._backend.call("enter_first", start, found.array, keys, numbers, control)
        watch = Watch(self._limits)
        while control[Widening.NEXT] < control[Widening.STATES]:
            before, control[Widening.MOST] = int(control[Widening.NEXT]), watch.most
            self._backend.call("widen", self._context, found.array, keys, numbers, firsts.array, targets.array, costs.array,
                               self._owned_only, control, self._scratch)
            if control[Widening.WHY] == Why.FAILED or watch.ending(0, int(control[Widening.NEXT]) - before) is not None:
                return None
            if control[Widening.WHY] == Why.ROOM and control[Widening.STATES] < room:
                edges *= 2
                targets.grow(edges)
                costs.grow(edges)
            elif control[Widening.WHY] == Why.ROOM:
                if room == self._states_max:
                    return None
                room = min(2 * room, self._states_max)
                found.grow(room)
                firsts.grow(room + 1)
                keys, numbers = _table(room)
                self._backend.call("enter_again", found.array, int(control[Widening.STATES]), keys, numbers)
        count = int(control[Widening.STATES])
        return self._measured(found.array[:count].copy(), firsts.array, targets.array, costs.array)

    def _measured(self, patterns: Array, firsts: Array, targets: Array, costs: Array) -> Found:
        count, edges = len(patterns), int(firsts[len(patterns)])
        into, sources = np.zeros(count + 1, dtype=np.int64), np.zeros(max(1, edges), dtype=np.int32)
        prices, waiting = np.zeros(max(1, edges), dtype=np.uint8), np.zeros(count, dtype=np.int32)
        self._backend.call("turn_round", count, firsts, targets, costs, into, sources, prices)
        told = self._graded(patterns, self._backend.constant("COUNT_LOW"), whole=False)
        ends = np.flatnonzero(told >= 0)
        kinds = np.array_split(np.unique(told[ends]), min(CLASSES, len(np.unique(told[ends]))) or 1)
        grades = np.array([(kind[0], kind[-1]) for kind in kinds if len(kind)], dtype=np.int64).reshape(-1, 2)
        away = np.full((len(grades), count), 255, dtype=np.uint8)
        for number, (least, most) in enumerate(grades):
            away[number, ends[(told[ends] >= least) & (told[ends] <= most)]] = 0
            self._backend.call("measure", count, into, sources, prices, waiting, away[number])
        return Found(patterns, away, grades, self._worths(patterns[ends], told[ends], grades))

    def _worths(self, patterns: Array, told: Array, grades: Array) -> Array:
        """By class and value of what counts, what the best of the ends is worth."""
        low, high = self._backend.constant("COUNT_LOW"), self._backend.constant("COUNT_HIGH")
        values = range(low, high + 1) if len(patterns) * (high - low + 1) <= GRADED_MOST else [self._backend.constant("ANY")]
        worths = np.zeros((len(grades), high - low + 1), dtype=np.int64)
        for column, value in enumerate(values):
            graded = self._graded(patterns, value, whole=True)
            for number, (least, most) in enumerate(grades):
                best = int(graded[(told >= least) & (told <= most)].max())
                worths[number, column if len(values) > 1 else slice(None)] = best
        return worths

    def _graded(self, patterns: Array, counted: int, *, whole: bool) -> Array:
        grades = np.zeros(max(1, len(patterns)), dtype=np.int64)
        self._backend.call("grade_ends", self._context, patterns, len(patterns), counted, whole, grades, self._scratch)
        return grades[:len(patterns)]


def _table(room: int) -> tuple[Array, Array]:
    """A table that finds the numbers of so many patterns, half of it free."""
    return np.zeros(2 * room, dtype=np.int64), np.zeros(2 * room, dtype=np.int32)


def _written(found: Found) -> bytes:
    """As bytes: how long the arrays are, then the arrays."""
    arrays = (found.patterns, found.away, found.grades, found.worths)
    head = json.dumps([[each.dtype.str, each.shape] for each in arrays]).encode()
    return b"\n".join([head, b"".join(each.tobytes() for each in arrays)])


def _read(data: bytes) -> Found:
    """What `_written` wrote, and the seal vouches for."""
    head, body = data.split(b"\n", 1)
    arrays, at = [], 0
    for kind, shape in json.loads(head):
        count = int(np.prod(shape))
        arrays.append(np.frombuffer(body, kind, count, at).reshape(shape).copy())
        at += count * np.dtype(kind).itemsize
    return Found(*arrays)
