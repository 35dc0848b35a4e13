"""Mistakes that a player could have known, and bad luck: a line judged by somebody who sees the table and not the deal.

At each decision a player of `verifier.policy` is handed the table.  The decision that it finds best and the one that was taken
are each thought about anew, in as many searches with as many games and with other lots, so that neither is judged by the games
that chose it, or by fewer.  What a decision gives away is the difference; what happens up to the next table is luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice, pairwise
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING

from attrs import frozen

from verifier import clock
from verifier.analysis.choices import EngineChoice
from verifier.analysis.defaults import SEARCHES, SIMULATIONS_MOST
from verifier.analysis.engine import compiled
from verifier.analysis.lost import first_field
from verifier.analysis.play_out import weights_for
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.policy.kept import kept_weights
from verifier.policy.players import POLICIES, Sampling, player
from verifier.policy.scale import Scale
from verifier.policy.table import Seen, seen_in
from verifier.results.luck import Chances, Luck
from verifier.scenarios.shuffle import stream

if TYPE_CHECKING:
    from verifier.instance import Instance
    from verifier.policy.network import Weights
    from verifier.run.backend import Backend
    from verifier.run.reference import Applied, Position

SURE = 3.0  # standard errors: with so few searches, chance alone takes 1 decision in 200 beyond them
LEAST = 0.005  # of worth: decisions that are worth the same are judged so far apart by searches of a thousand games
DIGITS = 6
AIM, LEARNED, PLAIN = "first", "learned-uct", "uct"


@frozen
class Request:
    """Who thinks (empty: by what was learned, where something was), and how many games a search has."""

    policy: str
    simulations: int


@frozen
class Estimate:
    """What something is worth, 0 to 1, and the standard error of that."""

    worth: float
    error: float = 0.0

    def minus(self, other: Estimate) -> Estimate:
        """The difference of two that were found apart from each other."""
        return Estimate(self.worth - other.worth, sqrt(self.error ** 2 + other.error ** 2))


@frozen
class Thought:
    """What somebody thought about a decision: the best one found and what it is worth, and what the one taken is worth."""

    best: str
    before: Estimate
    after: Estimate

    @property
    def mistake(self) -> Estimate:
        """How much was given away; of one and the same decision nothing, for sure."""
        return Estimate(0.0) if self.before is self.after else self.before.minus(self.after)


def refuse(instance: Instance, request: Request) -> str:
    """The policy that thinks.

    BadInput for one that does not (DB505), one that learned nothing (DB630), and chance that nobody weighs (DB597).
    """
    program, setting = instance.program, instance.setting
    refuse_unweighed(program, setting.edition, "what a player could have known", "review --honest")
    policy = request.policy or (PLAIN if kept_weights(program, setting, AIM) is None else LEARNED)
    thinking = [name for name, way in POLICIES.items() if way.knows_odds]
    if policy not in thinking:
        lacks = "knows no odds" if POLICIES[policy].thinks else "thinks about no decision"
        raise BadInput(Problem("DB505", f"{policy} {lacks}", "--policy", f"name one of {', '.join(thinking)}"))
    weights_for(instance, (policy,), AIM)
    return policy


def judged(instance: Instance, choice: EngineChoice, events: Sequence[Applied], request: Request
           ) -> tuple[tuple[Chances, ...], Luck]:
    """Each decision of a line by what lay on the table, and what mistakes and chance made of the game.

    Nobody who thinks is handed the deal, or what the line says of it later: up to a decision, mistakes depend on the line up to
    there alone.  Not promised: that the player finds the best decision; worth is what it makes of the game.
    """
    policy = refuse(instance, request)
    began = clock.seconds()
    with Meter("thinking about the line") as meter:
        backend = compiled(instance, choice, meter)
        mind = Mind(instance, backend, policy, request.simulations, weights_for(instance, (policy,), AIM))
        positions = [instance.start, *(applied.after for applied in events)]
        decided = [index for index, applied in enumerate(events) if applied.kind == DECISION]
        thoughts = []
        for number, index in enumerate(decided, 1):
            meter.step(f"decision {number} of {len(decided)}")
            thoughts.append(mind.thought(positions[index], events[index].event.text))
        end = mind.end(positions[-1])
    tables: list[Estimate | None] = [*(thought.before for thought in thoughts), end]
    between = [*pairwise(decided), (decided[-1], len(events))] if decided else []
    rows = tuple(_chances(thought, tables[number], any(each.kind == CHANCE for each in events[index + 1:following]))
                 for number, (thought, (index, following)) in enumerate(zip(thoughts, between, strict=True), 1))
    return rows, _luck(instance, mind, thoughts, rows, end, round(clock.seconds() - began, 3))


class Mind:
    """Somebody who thinks about tables; what is thought about one depends on what lies there, and on nothing else.

    Where chance brings nothing after a decision, it is worth what the next table is, and so on: a search would judge it by one
    decision less that it looks ahead, and those that let chance go on would seem better than those that do not.
    """

    def __init__(self, instance: Instance, backend: Backend, policy: str, simulations: int, weights: Weights | None) -> None:
        self.instance, self.backend, self.policy, self.simulations = instance, backend, policy, simulations
        chooser, judge = (player(policy, backend, instance.setting, games, weights=weights)
                          for games in (min(SEARCHES * simulations, SIMULATIONS_MOST), simulations))
        assert isinstance(judge, Sampling), "policies that think are searches"
        self._chooser, self._judge = chooser, judge
        self._numbers = {event.text: number for number, event in enumerate(instance.program.events)}
        self._best, self._worths = dict[bytes, int](), dict[tuple[bytes, int], Estimate]()
        self.scale = judge.desk.scale

    def thought(self, position: Position, taken: str) -> Thought:
        """What is thought about a decision."""
        seen, event = self._seen(position), self._numbers[taken]
        best, after = self.best(seen), self.worth(seen, event)
        thought = Thought(self.instance.program.events[best].text, self.worth(seen, best), after)
        mistake = thought.mistake
        is_better = mistake.worth < -SURE * mistake.error  # the one taken: the search did not find it
        return Thought(taken, after, after) if best == event or is_better else thought

    def end(self, position: Position) -> Estimate | None:
        """What a line comes to; None where somebody would have to know what chance brings next."""
        kind = self.instance.reference.kind(position)
        if kind == END:
            fields = self.instance.grade(position)
            assert fields is not None, "`review` refuses games without grades"
            return Estimate(self.scale.worth(self.backend.grade_number(fields)))
        if kind != DECISION or not self.instance.reference.legal(position):
            return None
        seen = self._seen(position)
        return self.worth(seen, self.best(seen))

    def best(self, seen: Seen) -> int:
        """The decision found best at a table."""
        key = seen.state.tobytes()
        if key not in self._best:
            self._best[key] = self._chooser.decide(seen, next(_lots(key, "")))
        return self._best[key]

    def worth(self, seen: Seen, event: int) -> Estimate:
        """What a decision is worth, thought about where chance next brings something."""
        met = set[bytes]()
        while (following := self._judge.after(seen, event)) is not None and seen.state.tobytes() not in met:
            met.add(seen.state.tobytes())
            if (best := self.best(following)) < 0:
                break
            seen, event = following, best
        key = seen.state.tobytes()
        if (key, event) not in self._worths:
            found = [self._judge.worth(seen, event, lot)
                     for lot in islice(_lots(key, self.instance.program.events[event].text), SEARCHES)]
            self._worths[key, event] = Estimate(fmean(found), sqrt(variance(found) / len(found)))
        return self._worths[key, event]

    def _seen(self, position: Position) -> Seen:
        return seen_in(self.backend, self.backend.state(position))


def _lots(table: bytes, event: str) -> Iterator[int]:
    """The lots for what is thought about a table; neither the deal nor the line has a part in them."""
    seed = int.from_bytes(blake2b(table + event.encode(), digest_size=8).digest(), "little")
    return (each >> 1 for each in stream(seed, "", "luck"))


def _chances(thought: Thought, following: Estimate | None, has_chance: bool) -> Chances:
    mistake = thought.mistake
    luck, luck_error = (None, None) if following is None else _rounded(
        Estimate(0.0) if following is thought.after else following.minus(thought.after))
    before, after = _rounded(thought.before), _rounded(thought.after)
    return Chances(thought.best, before[0], before[1], after[0], after[1], *_rounded(mistake),
                   mistake.worth > max(LEAST, SURE * mistake.error), luck, luck_error, has_chance)


def _luck(instance: Instance, mind: Mind, thoughts: Sequence[Thought], rows: Sequence[Chances], end: Estimate | None,
          seconds: float) -> Luck:
    by_first = mind.scale == Scale.plain(mind.backend, whole_grade=False)
    name = first_field(instance)[0] if by_first else ""
    start_worth, start_error = _rounded((thoughts[0].before if thoughts else end) or Estimate(0.0))
    end_worth, end_error = (None, None) if end is None else _rounded(end)
    mistakes = Estimate(sum(each.mistake.worth for each in thoughts), sqrt(sum(each.mistake.error ** 2 for each in thoughts)))
    return Luck(mind.policy, POLICIES[mind.policy].learns, mind.simulations, SEARCHES, name, mind.scale.is_won_or_lost,
                start_worth, start_error, end_worth, end_error, *_rounded(mistakes),
                round(sum(each.luck or 0.0 for each in rows), DIGITS),
                round(sum(each.luck or 0.0 for each in rows if not each.has_chance), DIGITS),
                instance.program.game.only("hidden") is not None, seconds)


def _rounded(found: Estimate) -> tuple[float, float]:
    return round(found.worth, DIGITS), round(found.error, DIGITS)
