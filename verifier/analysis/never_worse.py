"""`daybreak check ... --with z3 --property never-worse`: proves what a game declares of its states; with --record for `solve`.

As for the bound (`recorded_bound.py`): for every edition if z3 can, else for each of the package (a scenario: for its own), under
every reading, else under the rulings in force.  The invariants that a proof rests on are proved by induction.  Where z3 finds two
states that speak against the declaration, nobody knows whether play comes to them: nothing is refuted by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.built_in import NEVER_WORSE
from verifier.analysis.check import Question
from verifier.analysis.choices import Method
from verifier.analysis.progress import Meter
from verifier.analysis.recorded_bound import EASY_WORK, IN_FORCE, kept, readings_of, with_editions
from verifier.errors import BadInput, Problem, interrupts
from verifier.instance import Instance
from verifier.lang import dominance as declared
from verifier.program.proofs import EVERY, Proof, digest_of
from verifier.results.checked import Checked, PropertyRow
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.symbolic.product.dominance import Simulated
    from verifier.symbolic.solver import Effort

WINS_ONLY = "of lines that win: what loses need not be matched"


def refuse_never_worse(instance: Instance, question: Question, method: Method) -> None:
    """BadInput: nothing is declared (DB530), it is not z3 that is asked, or something else is asked with it (DB509)."""
    if instance.program.game.dominance is None:
        raise BadInput(Problem("DB530", f"{instance.program.game.title} declares nothing that is never worse", "--property",
                               'declare it: game.never_worse(more=("ammo",))'))
    if method is not Method.Z3:
        raise BadInput(Problem("DB509", f"{NEVER_WORSE.name} is proved by z3 alone", "--with", "take --with z3"))
    if question.rules or len(question.built_ins) > 1 or question.k > 1 or question.close:
        raise BadInput(Problem("DB509", f"{NEVER_WORSE.name} is proved by itself, by single steps", "--property",
                               f"take --with z3 --property {NEVER_WORSE.name} alone, without --k and --close"))


@frozen(eq=False)
class _Tried:
    """A proof, or what z3 said instead of one."""

    proof: Proof | None
    said: str


def never_worse(instance: Instance, question: Question, *, record: bool) -> Checked:
    """What z3 says of the declaration; what is proved is kept if that is asked."""
    with clock.stopped():  # loading z3 is not counted
        from verifier.symbolic.solver import Effort

    began, ending = clock.seconds(), "done"
    effort = Effort(until=question.limits.running().until)
    row = NEVER_WORSE.row(Verdict.UNKNOWN, "interrupted")
    with Meter("asking z3 what is never worse") as meter:
        try:
            with interrupts():
                row = _row(instance, question, effort, meter, record=record)
        except KeyboardInterrupt:
            ending = "interrupted"
    ending = "seconds" if ending == "done" and effort.is_over else ending
    return Checked(answer.about(instance), "z3", "open", None, None, None, ending, (evolve(row, methods=("z3",)),),
                   seconds=clock.seconds() - began)


def _row(instance: Instance, question: Question, effort: Effort, meter: Meter, *, record: bool) -> PropertyRow:
    proofs, said = list[Proof](), ""
    for_all = _tried(instance, evolve(effort, work=EASY_WORK), meter, question.jobs, any_edition=True)
    if for_all.proof is not None:
        proofs.append(for_all.proof)
        said = f"; kept in {kept(instance, question.is_game, proofs)}" if record else ""
    else:
        for each in with_editions(instance) if question.is_game else [instance]:
            tried = [_tried(each, effort, meter, question.jobs)]
            if tried[0].proof is None and instance.program.readings.switches:
                tried.append(_tried(each, effort, meter, question.jobs, in_force=True))
            if (proof := tried[-1].proof) is None:
                return NEVER_WORSE.row(Verdict.UNKNOWN, tried[-1].said)
            proofs.append(proof)
            said = f"; kept in {kept(instance, question.is_game, proofs)}" if record else ""  # each as soon as it is made
    editions, wins = ", ".join(proof.editions for proof in proofs), any(each.property != NEVER_WORSE.name for each in proofs)
    detail = f"{instance.program.game.dominance}{f', {WINS_ONLY}' if wins else ''}; editions: {editions}{said}"
    lemmas = tuple(dict.fromkeys(name for proof in proofs for name in proof.lemmas))
    return evolve(NEVER_WORSE.row(Verdict.PROVED, detail), lemmas=lemmas, readings=readings_of(proofs))


def _tried(instance: Instance, effort: Effort, meter: Meter, jobs: int, *, any_edition: bool = False, in_force: bool = False
           ) -> _Tried:
    """A proof of the declaration, and of the invariants that it rests on."""
    from verifier.symbolic.lift.frame import Declined
    from verifier.symbolic.product.dominance import Dominance
    from verifier.symbolic.solver import OUT_OF_TIME, Outcome, OutOfTime

    program, setting = instance.program, instance.setting
    free = () if in_force else tuple(program.readings.switches)
    try:
        found = Dominance(program, setting, free, any_edition=any_edition).proved(effort, meter.step)
        if found.outcome is not Outcome.UNSAT:
            return _Tried(None, _why_not(instance, found))
        if missing := _not_kept(instance, found.lemmas, free, effort, meter, jobs, any_edition=any_edition):
            return _Tried(None, f"it rests on what is not proved: {', '.join(missing)}")
    except Declined as declined:
        return _Tried(None, str(declined))
    except OutOfTime:
        return _Tried(None, OUT_OF_TIME)
    name = declared.NEVER_WORSE_IF_WON if found.wins_only else declared.NEVER_WORSE
    digest = digest_of(program, None if any_edition else setting.edition, setting.rulings if in_force else None, name)
    edition = EVERY if any_edition else instance.scenario.edition.name
    return _Tried(Proof(digest, edition, IN_FORCE if in_force else EVERY, found.lemmas, name), "")


def _not_kept(instance: Instance, names: Sequence[str], free: Sequence[str], effort: Effort, meter: Meter, jobs: int, *,
              any_edition: bool) -> list[str]:
    """The invariants among some that induction does not prove, from the game's invariants alone."""
    from verifier.symbolic.prove.induction import Induction

    if not names:
        return []
    invariants = [rule.name for rule in instance.program.game.of_kind("invariant")]
    induction = Induction(instance.program, instance.setting, free=free, effort=effort, start=instance.start.state,
                          any_edition=any_edition, is_sparing=True, jobs=0 if any_edition else jobs, candidates=invariants)
    found = induction.prove(names, lambda text: meter.step(f"induction: {text}"))
    return [name for name in names if not found[name].proved]


def _why_not(instance: Instance, found: Simulated) -> str:
    """What z3 says instead of a proof, in words: of two states what they differ in."""
    if found.pair is None:
        return f"{found.rule}: {found.reason}"
    encode, slots, pair = instance.program.encode, instance.program.slots, found.pair
    worse, better = encode(pair.worse), encode(pair.better)
    differ = [f"{slots[cell].path} {worse[cell]} and {better[cell]}" for cell in sorted(instance.program.better.cells)
              if worse[cell] != better[cell]]
    others = [f"{id_}={choice}" for id_, choice in sorted(pair.rulings.items()) if instance.setting.rulings[id_] != choice]
    under = f", under {' '.join(others)}" if others else ""
    return (f"{found.rule}: {pair.found}; with {', '.join(differ)}, all else the same{under}; declare less, or, if play never "
            "comes there, an invariant that says so")
