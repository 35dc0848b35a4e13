"""What was counted put together clause by clause, with the shortest lines played by the reference before they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from verifier.analysis.coverage_sources import Looked, ending
from verifier.errors import EngineBug, Problem
from verifier.lang.phases import CHANCE, DECISION, KIND_NAMES
from verifier.line import Line, replay
from verifier.program.arms import Arm
from verifier.program.named import Named, clauses_named
from verifier.program.program import Program
from verifier.results.covered import ArmRow, ClauseLine, ClausePlace, ClauseRow, ClauseUse, Covered, Sense, TermRow
from verifier.run.reference import Applied
from verifier.search.clause_counts import Events
from verifier.search.limits import LimitReached, Limits


def covered(program: Program, seed: int, looked: Sequence[Looked], arms: Sequence[Arm] | None = None,
            limits: Limits | None = None) -> Covered:
    """Each clause of the ledger with what used it, and each arm of a branch, if arms were counted.

    The shortest line is the one with the fewest events of those that were seen, the first source's when several have as few:
    only among the lines of a source whose every state was explored is it certain that none is shorter.  Lines that the limits
    leave no time to play are counted and not shown.
    """
    places = clauses_named(program)
    making = _Rows(program, looked, limits or Limits())
    rows = tuple(making.row(id_, places.get(id_, ())) for id_ in program.clauses)
    ended = ending(looked)
    return Covered(
        program.game.name, program.game.title, seed, tuple(each.source for each in looked), rows,
        making.reached if making.reached and ended == "done" else ended,
        seconds=sum(each.counted.seconds for each in looked),
        arms=None if arms is None else tuple(_arm(arm, looked) for arm in arms),
        terms=tuple(TermRow(term.name, term.defined, term.used,
                            tuple(Sense(sense.meaning, sense.clauses) for sense in term.senses)) for term in program.terms),
        lines_not_played=making.not_played)


def _arm(arm: Arm, looked: Sequence[Looked]) -> ArmRow:
    counts = [each.counted.exercised[arm.id] for each in looked]
    return ArmRow(arm.branch, arm.rule, arm.file, arm.line, arm.kind, arm.holds, arm.clauses, sum(counts),
                  tuple(index for index, count in enumerate(counts) if count))


class _Rows:
    """Makes rows; lines that were played are kept, since many clauses share theirs."""

    def __init__(self, program: Program, looked: Sequence[Looked], limits: Limits) -> None:
        self.program, self.looked, self.limits = program, looked, limits
        self.not_played, self.reached = 0, ""  # lines, and the limit that stood against them
        self._played: dict[tuple[int, Events], list[Applied]] = {}

    def row(self, id_: str, named: Sequence[Named]) -> ClauseRow:
        """What is known of a clause."""
        clause = self.program.rulebook[id_]
        uses = tuple(ClauseUse(index, each.counted.exercised[id_], each.counted.refused[id_])
                     for index, each in enumerate(self.looked) if each.counted.exercised[id_] or each.counted.refused[id_])
        used = {use.source for use in uses}
        dead_from = tuple(index for index, each in enumerate(self.looked) if each.source.closed and index not in used)
        return ClauseRow(
            id_, clause.place, clause.kind, clause.text, _status(bool(uses), named, bool(dead_from)),
            sum(use.exercised for use in uses), sum(use.refused for use in uses), uses,
            self._in_time(self._exercised_by, id_), self._in_time(self._refused_after, id_), dead_from,
            tuple(ClausePlace(each.rule, str(each.file), each.line, each.guard, each.by_play) for each in named))

    def _in_time(self, find: Callable[[str], ClauseLine | None], id_: str) -> ClauseLine | None:
        try:
            return find(id_)
        except LimitReached as limit:
            self.not_played, self.reached = self.not_played + 1, limit.ending
            return None

    def _exercised_by(self, id_: str) -> ClauseLine | None:
        lines = [(len(each.counted.exercised_by[id_]), index) for index, each in enumerate(self.looked)
                 if id_ in each.counted.exercised_by]
        if not lines:
            return None
        length, index = min(lines)
        events = self.looked[index].counted.exercised_by[id_]
        clauses = self._play(index, events)[-1].clauses if events else self.looked[index].reference.laid_out()[1]
        if id_ not in clauses:
            raise self._mismatch(id_, "does not exercise", events)
        return ClauseLine(index, length, self._decisions(index, events), events[-1].text if events else None)

    def _refused_after(self, id_: str) -> ClauseLine | None:
        lines = [(len(each.counted.refused_after[id_]), index) for index, each in enumerate(self.looked)
                 if id_ in each.counted.refused_after]
        if not lines:
            return None
        length, index = min(lines)
        events = self.looked[index].counted.refused_after[id_]
        played, reference = self._play(index, events), self.looked[index].reference
        position = played[-1].after if played else self.looked[index].task.instance.start
        for event in reference.events(position):
            if reference.forbidden_by(position, event) == id_:
                return ClauseLine(index, length, self._decisions(index, events), event.text)
        raise self._mismatch(id_, "forbids nothing after", events)

    def _play(self, index: int, events: Events) -> list[Applied]:
        """A line as the reference plays it."""
        if (index, events) not in self._played:
            looked, texts = self.looked[index], tuple(event.text for event in events)
            # One event after the other: what would follow the line by itself is not part of it.
            replayed = replay(looked.reference, looked.task.instance.start, Line(texts, "the line found"))
            played = []
            for applied in islice(replayed, len(events)):
                self.limits.check()
                played.append(applied)
            if tuple(each.event for each in played) != events:
                raise self._mismatch("", "does not replay", events)
            self._played[index, events] = played
        return self._played[index, events]

    def _decisions(self, index: int, events: Events) -> tuple[str, ...]:
        """What `replay` takes: the decisions, and open chance."""
        kinds = {KIND_NAMES[DECISION], *([KIND_NAMES[CHANCE]] if self.looked[index].task.open_chance else [])}
        return tuple(event.text for event in events if event.rule.kind in kinds)

    def _mismatch(self, id_: str, what: str, events: Events) -> EngineBug:
        words = " / ".join(event.text for event in events)
        return EngineBug(Problem("DB905", f"what was counted for {id_ or 'a line'} {what} on the reference: {words}"))


def _status(used: bool, named: Sequence[Named], dead: bool) -> str:
    if used:
        return "exercised"
    if not named:
        return "unnamed"
    if not any(place.by_play for place in named):
        return "property"
    return "dead" if dead else "not-seen"
