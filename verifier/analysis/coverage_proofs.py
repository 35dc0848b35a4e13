"""What z3 says of clauses and arms that nothing was seen to use: dead, which is proved, or possible from some position.

Asked is what was not seen: that an event exercises a clause, that a guard's clause refuses a move, that an arm is taken.  The
rulings are the defaults and the component data the default edition's.  A position that z3 finds for a clause is compared with
the reference, but not shown: no line may lead there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from verifier import clock
from verifier.analysis.progress import Meter
from verifier.errors import EngineBug, Problem
from verifier.instance import Instance, instance_of
from verifier.lang.words import Refused
from verifier.program.arms import Arm
from verifier.program.program import Program
from verifier.results.covered import ClauseRow, Covered, Proof
from verifier.run.reference import Position, Reference
from verifier.scenarios.loader import new_scenario
from verifier.symbolic.find.use import Possible, Use, Way, possible_uses
from verifier.symbolic.solver import OUT_OF_TIME, Effort, Outcome

WORDS = {Outcome.UNSAT: "never", Outcome.SAT: "possible", Outcome.UNKNOWN: "unknown"}


def with_proofs(program: Program, found: Covered, arms: Sequence[Arm], work: int, until: float | None) -> Covered:
    """An answer with what z3 says of everything in it that was not seen; unchanged when it ended early.

    With the arms of the answer, the program is the one that names them.  `work` is how hard z3 tries at each question, and
    `until` when it ends.
    """
    if found.ending != "done":
        return found
    instance = instance_of(new_scenario(program.game, title=f"{program.game.title} from its set-up"), program)
    began = clock.seconds()
    with Meter("proving") as meter:
        try:
            known = possible_uses(program, instance.setting, [*_unseen(found), *_untaken(found, arms)],
                                  Effort(work, until=until), meter.step)
        except KeyboardInterrupt:
            return evolve(found, ending="interrupted")
    proofs = {use: _proof(instance, use, each) for use, each in known.items()}
    late = any(proof.reason == OUT_OF_TIME for proof in proofs.values())
    rows = tuple(_row(row, proofs.get(Use(row.id, Way.EXERCISED)), proofs.get(Use(row.id, Way.REFUSED))) for row in found.clauses)
    taken = None if found.arms is None else tuple(
        evolve(row, proof=proofs.get(Use(arm.id, Way.PASSED))) for row, arm in zip(found.arms, arms, strict=True))
    return evolve(found, clauses=rows, arms=taken, proved_for=instance.scenario.edition.title,
                  ending="seconds" if late else "done", seconds=found.seconds + clock.seconds() - began)


def _unseen(found: Covered) -> Iterator[Use]:
    """What no source was seen to do, of the clauses that play can name."""
    for row in found.clauses:
        if any(place.by_play for place in row.named):
            if not row.exercised:
                yield Use(row.id, Way.EXERCISED)
            if row.guard and not row.refused:
                yield Use(row.id, Way.REFUSED)


def _untaken(found: Covered, arms: Sequence[Arm]) -> Iterator[Use]:
    """The arms that were not taken."""
    for row, arm in zip(found.arms or (), arms, strict=True):
        if not row.taken:
            yield Use(arm.id, Way.PASSED)


def _row(row: ClauseRow, exercise: Proof | None, refusal: Proof | None) -> ClauseRow:
    row = evolve(row, exercise=exercise, refusal=refusal)
    return evolve(row, status="dead") if row.status == "not-seen" and row.proved_dead else row


def _proof(instance: Instance, use: Use, found: Possible) -> Proof:
    """An answer of z3 as a result; EngineBug when the reference does not see in its position what z3 does."""
    # What arms the reference takes it does not say.
    if found.outcome is Outcome.SAT and use.way is not Way.PASSED and not _shown(instance.reference, use, found):
        event = "the set-up" if found.event is None else found.event.text
        raise EngineBug(Problem("DB920", f"z3 has a position from which {event} makes {use.id} {use.way}; the reference has not"))
    return Proof(WORDS[found.outcome], found.lemmas, found.rulings, found.event.text if found.event else None, found.reason)


def _shown(reference: Reference, use: Use, found: Possible) -> bool:
    """Whether the reference does from the position what z3 says."""
    if found.event is None:
        return use.id in reference.laid_out()[1]
    position = Position(found.state, (0,) * len(reference.program.tapes))
    if use.way is Way.REFUSED:
        return reference.forbidden_by(position, found.event) == use.id
    try:
        return use.id in reference.apply(position, found.event).clauses
    except Refused:
        return False
