"""Breadth-first exploration beyond memory: layers are sorted sets on disk, with delayed duplicate detection.

A layer is expanded as a whole; what follows it is sorted, and whatever lies in it or in any layer before is taken out: an edge
can lead back to any of them.  Whole packed states are compared, never hashes alone; a hash only says in which partition a state
lies, so that one partition at a time is in memory.  Layers that are behind are merged so that there are few files.  No edges are
kept: what needs them (lines, loops, points of no return) is not known afterwards.

At the end of each layer everything needed to go on is in files, named by a manifest under this user's seal (`verifier.run.seal`).
Nothing waits for the disk: a process that is killed loses the layer it was in, and what a power failure damages is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from attrs import asdict, define, evolve, field, frozen

from verifier.errors import BadInput, Problem
from verifier.run.backend import Backend
from verifier.run.cache import content_key
from verifier.run.control import Asked, Expanding, Status, Why
from verifier.run.emit import module_source
from verifier.run.owned import own_folder, read_own, write_own
from verifier.run.reference import Position
from verifier.run.seal import opened, sealed
from verifier.run.setting import Setting
from verifier.search.explore import Progress
from verifier.search.limits import Ending, LimitReached, Limits, Watch
from verifier.search.memory import resident
from verifier.search.runs import Coder, DiskFull, Run, RunWriter
from verifier.visible import one_line

Array = Any
MANIFEST, RUN = "daybreak-explored", "daybreak-states-"  # in a folder that may hold files of the user's own
BUFFER_LEAST = 1 << 20  # bytes, however little memory there is
PARTITIONS_FIRST, PARTITIONS_MOST, SPLIT = 4, 1 << 14, 4
COPIES = 6  # of an array of states that are there at once while it is sorted or merged
GRADES_ROOM = 1 << 14


@frozen
class OnDisk:
    """Where layers are kept and how many bytes they may take; whether to go on with what is there, or to replace it.

    `buffer` is how many bytes the states in memory may take; by default half of what the limit of memory leaves.
    """

    folder: Path
    size: int | None = None
    resume: bool = False
    replace: bool = False
    buffer: int | None = None


@frozen
class Counts:
    """What was counted up to the end of a layer: states by layer, transitions, expanded states by status, ends by grade.

    The grades are by their numbers.
    """

    layers: list[int]
    transitions: int = 0
    statuses: list[int] = field(factory=lambda: [0] * len(Status))
    grades: dict[int, int] = field(factory=dict)
    seconds: float = 0.0


@frozen(eq=False)
class ExploredOnDisk:
    """What an exploration on disk came to.  `ending` is "closed" when every reachable state was expanded.

    Ended by a limit, the counts are those of the layers that were expanded as a whole: `states` are all that were found by then,
    and what each of the last layer is was not looked at, but for a limit of depth.  `failed` is the packed state at which a rule
    failed, with the number of the event (-1: none).
    """

    ending: Ending
    counts: Counts
    compress: bool
    open_chance: bool
    bytes_written: int
    bytes_kept: int
    failed: tuple[Array, int] | None = None

    @property
    def states(self) -> int:
        """How many states were found."""
        return sum(self.counts.layers)

    def count(self, status: Status) -> int:
        """How many states of a status."""
        return self.counts.statuses[status]


@frozen(eq=False)
class _Tally:
    """Expanded states by status, and ends by grade, up to some state of the layer that is being expanded."""

    statuses: Array
    grades: dict[int, int]

    def add(self, grades: Array) -> None:
        """Count the grades of some more ends."""
        numbers, counts = np.unique(grades, return_counts=True)
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            self.grades[number] = self.grades.get(number, 0) + count


class _Failed(Exception):
    """A rule failed."""

    def __init__(self, state: Array, event: int) -> None:
        super().__init__()
        self.found = state, event


@define(eq=False, slots=False)
class _External:
    backend: Backend
    setting: Setting
    start: Position
    compress: bool
    open_chance: bool
    limits: Limits
    disk: OnDisk
    report: Callable[[Progress], None]
    runs: list[Run] = field(factory=list)
    counts: Counts = field(factory=lambda: Counts([1]))
    partitions: int = PARTITIONS_FIRST
    written: int = 0
    _serial: int = 0
    _claimed: int = 0

    def __attrs_post_init__(self) -> None:
        backend = self.backend
        self._fingerprint = fingerprint_of(backend, self.setting, self.start, self.compress, self.open_chance)
        self.coder, self.watch = Coder(backend), Watch(self.limits)
        self.context, self.tapes = backend.context(self.setting), backend.tapes(self.setting)
        self.options = np.zeros(len(Asked), dtype=np.int64)
        self.options[Asked.COMPRESS], self.options[Asked.OPEN_CHANCE] = self.compress, self.open_chance
        self.options[Asked.DEPTH] = -1
        room = backend.constant("EVENT_ROOM")
        self.scratch = backend.blank(3)
        self.out, self.weights = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
        self.grades = np.zeros(GRADES_ROOM, dtype=np.int64)
        self.control = np.zeros(len(Expanding), dtype=np.int64)
        self.buffer = max(BUFFER_LEAST, (self.watch.memory - resident()) // 2) if self.disk.buffer is None else self.disk.buffer
        row = 8 * self.coder.words * COPIES
        self.found = self.coder.empty(max(2 * room, self.buffer // 2 // row))
        self.segment_rows = max(1, self.buffer // 2 // row)

    # -- from layer to layer ----------------------------------------------------------------------------------------------------

    def run(self) -> tuple[Ending, tuple[Array, int] | None]:
        """Explore until an ending, and where a rule failed if that is it."""
        before = self.counts.seconds
        try:
            while self.counts.layers[-1]:
                if self.limits.depth is not None and len(self.counts.layers) > self.limits.depth:
                    self._look()
                    return "depth", None
                self._layer()
                self.counts = evolve(self.counts, seconds=before + self.watch.seconds)
                self._keep()
            self.counts = evolve(self.counts, layers=self.counts.layers[:-1])
            return "closed", None
        except LimitReached as reached:
            return reached.ending, None
        except DiskFull:
            return "disk", None
        except KeyboardInterrupt:
            return "interrupted", None
        except _Failed as failed:
            return "failed", failed.found

    def begin(self) -> None:
        """The first layer: the start, or the decision that it leads to."""
        state, words = self.backend.state(self.start), self.coder.empty(1)
        if self.compress:
            self.backend.call("settle_uncounted", state, self.context, *self.tapes, self.open_chance, self.backend.blank())
            if self.backend.failed(self.context):
                raise _Failed(self._packed(self.backend.state(self.start)), -1)
        words[0] = self._packed(state)
        self.runs = [self._written(enumerate(self.coder.split(words, self.partitions)))]
        self._keep()

    def _packed(self, state: Array) -> Array:
        words = np.zeros(self.coder.words, dtype=np.int64)
        self.backend.call("pack", state, words)
        return words

    def _look(self) -> None:
        """Count what the states of the last layer are, without expanding them."""
        self.options[Asked.DEPTH] = 0
        tally = self._tally()
        for rows in self._frontier():
            self._expand(rows, tally, lambda: None)
        self.counts = evolve(self.counts, statuses=tally.statuses.tolist(), grades=tally.grades)

    def _layer(self) -> None:
        """Expand the last layer into the next one."""
        tally, sources = self._tally(), list[Run]()
        for rows in self._frontier():
            self._expand(rows, tally, lambda: sources.append(self._written(enumerate(self._taken()))))
        run = self._written(self._new(sources, self._taken()))
        for each in sources:
            self._drop(each)
        self._merge_behind()
        self.runs.append(run)
        if max((each.rows for run in self.runs for each in run.segments.values()), default=0) > self.segment_rows:
            self._repartition()
        self.counts = evolve(
            self.counts, layers=[*self.counts.layers, run.rows], statuses=tally.statuses.tolist(), grades=tally.grades,
            transitions=self.counts.transitions + int(self.control[Expanding.TRANSITIONS]))

    def _tally(self) -> _Tally:
        """What was counted so far, to count on in: a layer that does not come to its end is expanded again."""
        self.control[Expanding.TRANSITIONS] = self.control[Expanding.FOUND] = self.control[Expanding.ENDS] = 0
        return _Tally(np.array(self.counts.statuses, dtype=np.int64), dict(self.counts.grades))

    def _frontier(self) -> Iterator[Array]:
        for partition in range(self.partitions):
            rows = self.runs[-1].read(partition, self.coder)
            if len(rows):
                yield rows

    def _expand(self, rows: Array, tally: _Tally, flush: Callable[[], None]) -> None:
        """Expand an array of states; `flush` is called when there is no room for more successors."""
        control, room = self.control, self.backend.constant("EVENT_ROOM")
        control[Expanding.NEXT] = 0
        while control[Expanding.NEXT] < len(rows):
            begun = int(control[Expanding.NEXT])
            end = min(len(rows), begun + self.watch.most)
            self.backend.call("expand_states", self.context, *self.tapes, self.options, rows, end, self.scratch, self.out,
                              self.weights, self.found, self.grades, tally.statuses, control)
            tally.add(self.grades[:control[Expanding.ENDS]])
            control[Expanding.ENDS] = 0
            if control[Expanding.WHY] == Why.FAILED:
                raise _Failed(rows[control[Expanding.AT]].copy(), int(control[Expanding.WHAT]))
            if control[Expanding.FOUND] + room > len(self.found):
                flush()
            self._check(int(control[Expanding.NEXT]) - begun)

    def _taken(self) -> list[Array]:
        """What was found since this was last asked, sorted, by partitions."""
        rows = self.coder.sorted(self.found[:self.control[Expanding.FOUND]])
        self.control[Expanding.FOUND] = 0
        return self.coder.split(rows, self.partitions)

    def _new(self, sources: list[Run], last: list[Array]) -> Iterator[tuple[int, Array]]:
        """By partition, what was found and is in no layer."""
        for partition in range(self.partitions):
            rows = last[partition]
            for source in sources:
                rows = self.coder.merged(rows, source.read(partition, self.coder))
            for run in reversed(self.runs):
                if not len(rows):
                    break
                rows = self.coder.without(rows, run.read(partition, self.coder))
            self._check(0)
            yield partition, rows

    def _check(self, done: int) -> None:
        states = sum(self.counts.layers)
        ending = self.watch.ending(states, done)
        self.report(Progress(states, self.counts.transitions, self.counts.layers[-1], len(self.counts.layers) - 1,
                             self.watch.seconds, self.watch.held))
        if ending is not None:
            raise LimitReached(ending)

    # -- files ------------------------------------------------------------------------------------------------------------------

    def _written(self, parts: Iterator[tuple[int, Array]]) -> Run:
        """A run of what there is in each partition; its file is deleted if it does not become whole."""
        self._serial += 1
        writer, claimed = RunWriter(self.disk.folder / f"{RUN}{self._serial}", self.coder, self._claim), self._claimed
        try:
            for partition, rows in parts:
                writer.put(partition, rows)
            return writer.close()
        except BaseException:
            self._claimed = claimed
            writer.abandon()
            raise

    def _claim(self, size: int) -> None:
        if self.disk.size is not None and self._claimed + size > self.disk.size:
            raise DiskFull
        self._claimed += size
        self.written += size

    def _drop(self, run: Run) -> None:
        run.delete()
        self._claimed -= run.size

    def _merge_behind(self) -> None:
        """Merge layers that are behind while the last has half as many states as the one before: so there are few."""
        while len(self.runs) > 1 and self.runs[-2].rows <= 2 * self.runs[-1].rows:
            one, other = self.runs[-2:]
            self.runs[-2:] = [self._written(self._together(one, other))]

    def _together(self, one: Run, other: Run) -> Iterator[tuple[int, Array]]:
        for partition in range(self.partitions):
            yield partition, self.coder.merged(one.read(partition, self.coder), other.read(partition, self.coder))

    def _repartition(self) -> None:
        """Split every partition, since one has become too large to be held in memory several times."""
        if self.partitions < PARTITIONS_MOST:
            before, self.partitions = self.partitions, self.partitions * SPLIT
            self.runs = [self._written(self._split(run, before)) for run in self.runs]

    def _split(self, run: Run, before: int) -> Iterator[tuple[int, Array]]:
        for partition in range(before):
            yield from enumerate(self.coder.split(run.read(partition, self.coder), self.partitions))

    def _keep(self) -> None:
        """Name what is needed to go on from here, and delete what is not."""
        document = {"counts": asdict(self.counts), "partitions": self.partitions, "serial": self._serial,
                    "written": self.written, "runs": [[run.path.name, run.index_at, run.digest.hex()] for run in self.runs]}
        with own_folder(self.disk.folder, make=True) as folder:
            write_own(folder, MANIFEST, sealed(json.dumps(document).encode(), MANIFEST, self._fingerprint))
        self.sweep({run.path.name for run in self.runs})

    def sweep(self, needed: set[str]) -> None:
        """Delete the runs that are not needed."""
        for path in self.disk.folder.glob(f"{RUN}*"):
            if path.name not in needed:
                path.unlink(missing_ok=True)
        self._claimed = sum(run.size for run in self.runs)

    def resume(self, data: bytes) -> None:
        """Go on from what a manifest names; BadInput if it is no manifest of this exploration (DB548), or damaged (DB547)."""
        content = opened(data, MANIFEST, self._fingerprint)
        if content is None:
            raise BadInput(Problem("DB548", "this is damaged, or of another exploration: by other rules, readings or options, or "
                                   "from another start", one_line(str(self.disk.folder / MANIFEST)),
                                   "name another --disk-folder, or begin anew with --force"))
        said = json.loads(content)
        counts = said["counts"]
        self.counts = Counts(counts["layers"], counts["transitions"], counts["statuses"],
                             {int(number): count for number, count in counts["grades"].items()}, counts["seconds"])
        self.partitions, self._serial, self.written = said["partitions"], said["serial"], said["written"]
        self.runs = [Run.of(self.disk.folder / name, at, bytes.fromhex(digest)) for name, at, digest in said["runs"]]
        self.sweep({run.path.name for run in self.runs})


def fingerprint_of(backend: Backend, setting: Setting, start: Position, compress: bool, open_chance: bool) -> str:
    """What layers depend on: the rules as they are run, what is in force, where play starts, what is followed."""
    said = (module_source(backend.program), setting, backend.state(start).tolist(), compress, open_chance)
    return content_key(*map(str, said))


def explore_on_disk(backend: Backend, setting: Setting, start: Position, disk: OnDisk, *, compress: bool = True,
                    open_chance: bool = False, limits: Limits | None = None,
                    report: Callable[[Progress], None] = lambda progress: None) -> ExploredOnDisk:
    """Explore from a position with layers on disk.  Ctrl-C and limits end it after the last layer that was expanded as a whole.

    What is there stays until the exploration closes, to go on with (`disk.resume`).  BadInput if the folder holds an exploration
    that is not finished (DB546), none to go on with (DB548), or damaged files (DB547).
    """
    search = _External(backend, setting, start, compress, open_chance, limits or Limits(), disk, report)
    was_there = disk.folder.exists()
    kept = _kept(disk)
    failed: tuple[Array, int] | None = None
    try:
        if disk.resume and kept is not None:
            search.resume(kept)
        else:
            search.sweep(set())
            search.begin()
        ending, failed = search.run()
    except _Failed as error:
        ending, failed = "failed", error.found
    kept_bytes = sum(run.size for run in search.runs)
    if ending in ("closed", "failed"):
        with suppress(OSError):
            (disk.folder / MANIFEST).unlink()
            search.sweep(set())
            if not was_there:
                disk.folder.rmdir()
    else:
        search.sweep({run.path.name for run in search.runs})
    return ExploredOnDisk(ending, search.counts, compress, open_chance, search.written, kept_bytes, failed)


def _kept(disk: OnDisk) -> bytes | None:
    """The manifest in the folder of an exploration, which is made if need be; BadInput if that stands against what is asked."""
    try:
        with own_folder(disk.folder, make=True) as folder:
            try:
                kept = read_own(folder, MANIFEST)
            except FileNotFoundError:
                kept = None
    except OSError as error:
        raise BadInput(Problem("DB507", f"the folder cannot be used: {error.strerror or error}", one_line(str(disk.folder)),
                               "name a folder of your own with --disk-folder")) from error
    name = one_line(str(disk.folder))
    if kept is not None and not disk.resume and not disk.replace:
        raise BadInput(Problem("DB546", "there is an exploration that was not finished", name,
                               "go on with --resume, or begin anew with --force"))
    if kept is None and disk.resume:
        raise BadInput(Problem("DB548", "there is no exploration to go on with", name, "leave out --resume"))
    return kept
