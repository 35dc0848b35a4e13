"""The comparison: the reference, emitted code and lifted rules evaluated on the same positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import define, field

from verifier.program.program import Program
from verifier.run.disagreement import Disagreement, load_disagreement
from verifier.run.native import Engine, Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.testing.emitted import EmittedFacts
from verifier.testing.facts import After, Facts, Key, ReferenceFacts, Settled
from verifier.testing.symbolic import Symbolic, SymbolicFacts

Ready = Native | Symbolic
Engines = Sequence[Engine | Literal["symbolic"] | Ready]
BOTH: Engines = ("interpreted", "native")
NOTHING = "nothing"
SLOTS_SHOWN = 12


@define
class Compared:
    """How much was compared, and what differed."""

    positions: int = 0
    events: int = 0
    facts: int = 0
    disagreements: list[Disagreement] = field(factory=list)

    def __add__(self, other: Compared) -> Compared:
        return Compared(self.positions + other.positions, self.events + other.events, self.facts + other.facts,
                        self.disagreements + other.disagreements)


def disagreements(program: Program, setting: Setting, positions: Iterable[Position], engines: Engines = BOTH, *,
                  settles: bool = True, most: int = 20) -> list[Disagreement]:
    """What the engines say otherwise than the reference: see `compare`.  Empty is what one hopes for."""
    return compare(program, setting, positions, engines, settles=settles, most=most).disagreements


def compare(program: Program, setting: Setting, positions: Iterable[Position], engines: Engines = BOTH, *,
            settles: bool = True, most: int = 20) -> Compared:
    """Ask the reference and each engine everything about each position, and count.

    Compared are, for all events of the position's phase: legality and the clause that forbids, the weight of a chance
    outcome, the state after it, how often it exercised each clause, and every step property on the transition; of the
    position: every invariant and goal, grade, bound, estimate and progress, packing and unpacking; unless `settles` is off, the
    chain of automatic transitions from it, under the deal and with chance open, including loops and deals that end.  A rule
    that fails must fail at the same line.  Comparing stops after `most` disagreements.  "symbolic" speaks of neither chains nor
    packing, and of no rule that the lifter declines.

    Engines are named, or given ready made, which saves generating and loading their code (or lifting the rules) for every call.
    """
    reference = ReferenceFacts(Reference(program, setting), settles)
    made = [ready(program, engine) for engine in engines]
    asked = [(engine.engine, _asking(engine, setting, settles)) for engine in made]
    done = Compared()
    for position in positions:
        expected = reference.of(position)
        done.positions += 1
        done.events += len(program.phases[position.state.phase].events)
        done.facts += len(expected)
        for engine, facts in asked:
            for (what, event), left, right in _differences(expected, facts.of(position), facts):
                done.disagreements.append(Disagreement(program.game.name, engine, what, event, *_in_words(program, left, right),
                                                       setting, position, program))
        if len(done.disagreements) >= most:
            break
    return done


def reproduced(program: Program, path: Path, engines: Engines = BOTH) -> list[Disagreement]:
    """What the executions disagree on in the position of a saved disagreement; nothing once it has been corrected."""
    setting, position = load_disagreement(program, path)
    return disagreements(program, setting, [position], engines)


def ready(program: Program, engine: Engine | Literal["symbolic"] | Ready) -> Ready:
    """An engine made ready to be asked, if it is not: its code generated and loaded, or nothing lifted yet."""
    if isinstance(engine, (Native, Symbolic)):
        return engine
    return Symbolic(program) if engine == "symbolic" else Native(program, engine)


def _asking(engine: Ready, setting: Setting, settles: bool) -> EmittedFacts | SymbolicFacts:
    """What asks an engine under a setting."""
    if isinstance(engine, Symbolic):
        return SymbolicFacts(engine, setting)
    return EmittedFacts(engine, setting, settles=settles)


def _differences(expected: Facts, got: Facts, speaker: EmittedFacts | SymbolicFacts) -> Iterator[tuple[Key, Any, Any]]:
    """What differs, a fact that only one side has among it, but for those that an engine leaves out on purpose."""
    for key in [*expected, *(key for key in got if key not in expected)]:
        if speaker.leaves_out(key):
            continue
        left, right = expected.get(key, NOTHING), got.get(key, NOTHING)
        if type(left) is not type(right) or left != right:
            yield key, left, right


def _in_words(program: Program, left: Any, right: Any) -> tuple[str, str]:
    """Both sides in words; of two states only the slots that differ."""
    if isinstance(left, (After, Settled)) and type(left) is type(right):
        paths = [slot.path for slot in program.slots] + [f"tape {name} used" for name in program.tapes]
        slots = [(path, a, b) for path, a, b in zip(paths, left.numbers, right.numbers, strict=False) if a != b][:SLOTS_SHOWN]
        return (" ".join([str(left), *(f"{path}={a}" for path, a, _ in slots)]),
                " ".join([str(right), *(f"{path}={b}" for path, _, b in slots)]))
    return str(left), str(right)
