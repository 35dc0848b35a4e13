"""`daybreak check ... --with z3 --property bound-holds --record`: proves that a bound holds, and keeps the proof for `solve`.

Proved is that no event raises the bound, from every state that satisfies the invariants: with every edition if z3 can, else with
each edition of the package (a scenario: with its own); under every reading, else under the rulings in force.  The proof of a
game goes to its package, `proofs.toml`; that of a scenario to this user's own, sealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING

from attrs import evolve

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.check import Question, row_of
from verifier.analysis.progress import Meter
from verifier.analysis.proof import EVERY, METHOD, proved
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.instance import Instance, instance_of
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.dominance import NEVER_WORSE, NEVER_WORSE_IF_WON
from verifier.ledger.editions import editions_of
from verifier.program.proofs import OWN_PROOFS, PROOFS, Proof, digest_of, load_proofs, text_of
from verifier.results.checked import Checked
from verifier.run.cache import SealedFolder
from verifier.scenarios.loader import new_scenario
from verifier.verdict import Verdict

if TYPE_CHECKING:
    from verifier.symbolic.solver import Effort

# For every edition at once, a question and all rules together: where that is not easy, one edition at a time is.
IN_FORCE = "in force"
EASY_WORK, EASY_STATEMENTS = 3_000_000, 50_000
OF = {BOUND_HOLDS: BOUND_HOLDS, NEVER_WORSE: NEVER_WORSE, NEVER_WORSE_IF_WON: NEVER_WORSE}  # what proofs are of, by their names


def refuse_record(question: Question) -> None:
    """What is kept is the proof by induction of the bound, and nothing else."""
    if [rule.name for rule in question.rules] != [BOUND_HOLDS] or question.built_ins or question.k > 1 or question.close:
        raise BadInput(Problem("DB509", "what can be kept is the proof that a bound holds, by induction of single steps",
                               "--record", f"take --with z3 --property {BOUND_HOLDS}, without --k and --close"))


def recorded(instance: Instance, question: Question) -> Checked:
    """The answer with the proofs that were kept; where one cannot be made, what `check` says.

    Each proof is kept as soon as it is made: those of other editions stand when one takes too long.
    """
    from verifier.symbolic.solver import Effort

    began = clock.seconds()
    with Meter("proving the bound") as meter:
        proofs, where = _proofs(instance, question, Effort(until=question.limits.until), meter)
    if not proofs:
        return proved(instance, question)
    rule = instance.program.property_named(BOUND_HOLDS)
    editions = ", ".join(proof.editions for proof in proofs)
    detail = f"induction; {'edition' if len(proofs) == 1 else 'editions'}: {editions}; kept in {where}"
    row = evolve(row_of(rule, Verdict.PROVED, detail), methods=(METHOD,), lemmas=tuple(dict.fromkeys(
        name for proof in proofs for name in proof.lemmas)), readings=readings_of(proofs))
    return Checked(answer.about(instance), METHOD, "open", None, None, None, "done", (row,), seconds=clock.seconds() - began)


def _proofs(instance: Instance, question: Question, effort: Effort, meter: Meter) -> tuple[list[Proof], str]:
    """One for every edition, or one for each that there is, and where they are kept; none if one of them is missing."""
    for_all = _proof(instance, question, evolve(effort, work=EASY_WORK), meter, any_edition=True)
    if for_all is not None:
        return [for_all], kept(instance, question.is_game, [for_all])
    found: list[Proof] = []
    where = ""
    for each in with_editions(instance) if question.is_game else [instance]:
        before = _lemmas_before(each)
        proof = _proof(each, question, effort, meter, lemmas=before) if before else None
        proof = proof or _proof(each, question, effort, meter) or _proof(each, question, effort, meter, in_force=True)
        if proof is None:
            return [], ""
        found.append(proof)
        where = kept(instance, question.is_game, found)
    return found, where


def _lemmas_before(instance: Instance) -> tuple[str, ...]:
    """What the last proof for an edition rested on, before the rules were altered: it often does again."""
    game = instance.program.game
    return next((proof.lemmas for proof in load_proofs(game.folder)
                 if proof.property == BOUND_HOLDS and proof.editions == instance.scenario.edition.name), ())


def with_editions(instance: Instance) -> Iterator[Instance]:
    """The game from its set-up, with each edition that comes with it."""
    game = instance.program.game
    for name in editions_of(game):
        yield instance_of(new_scenario(game, title=game.title, edition=name), instance.program)


def _proof(instance: Instance, question: Question, effort: Effort, meter: Meter, *, any_edition: bool = False,
           in_force: bool = False, lemmas: Sequence[str] = ()) -> Proof | None:
    """A proof of the bound, resting on some of the invariants, or on those named alone."""
    from verifier.symbolic.lift.frame import Declined
    from verifier.symbolic.prove.induction import Induction
    from verifier.symbolic.solver import OutOfTime

    program, setting = instance.program, instance.setting
    try:
        induction = Induction(program, setting, free=() if in_force else tuple(program.readings.switches), effort=effort,
                              start=instance.start.state, any_edition=any_edition, is_patient=not any_edition, is_sparing=True,
                              jobs=0 if any_edition else question.jobs, candidates=lemmas)
        if any_edition:
            induction.lifted.look = _few(EASY_STATEMENTS, induction.lifted.look)
        wanted = [BOUND_HOLDS, *(name for name in lemmas if name in induction.lemmas)]
        found = induction.prove(wanted, lambda text: meter.step(f"induction: {text}"))[BOUND_HOLDS]
    except (Declined, OutOfTime):
        return None
    if not found.proved:
        return None
    digest = digest_of(program, None if any_edition else setting.edition, setting.rulings if in_force else None)
    rests_on = sorted(name for name in induction.rests_on(BOUND_HOLDS) if name in induction.invariants)
    edition = EVERY if any_edition else instance.scenario.edition.name
    return Proof(digest, edition, IN_FORCE if in_force else EVERY, tuple(rests_on))


def _few(most: int, look: Callable[[], None]) -> Callable[[], None]:
    """What to call before every statement that is lifted: OutOfTime once there were more than so many."""
    from verifier.symbolic.solver import OutOfTime

    numbers = count(1)

    def counted() -> None:
        if next(numbers) > most:
            raise OutOfTime
        look()

    return counted


def readings_of(proofs: Sequence[Proof]) -> str:
    """Under which readings all of some proofs hold."""
    return EVERY if all(proof.readings == EVERY for proof in proofs) else IN_FORCE


def kept(instance: Instance, is_game: bool, proofs: list[Proof]) -> str:
    """Write proofs of one property down, beside those of others and of editions still to come; where they are, in words."""
    game = instance.program.game
    if is_game:
        missing = set() if proofs[0].editions == EVERY else set(editions_of(game)) - {proof.editions for proof in proofs}
        others = [old for old in load_proofs(game.folder)
                  if OF[old.property] != OF[proofs[0].property] or old.editions in missing]
        write_file(game.folder / PROOFS, text_of(game.name, [*proofs, *others]), force=True)
        return f"{game.folder.name}/{PROOFS}"
    own = SealedFolder(OWN_PROOFS, "proofs")
    for proof in proofs:
        own.keep(proof.digest, proof.property.encode())
        if own.kept(proof.digest) is None:
            raise BadInput(Problem("DB507", "the proof cannot be kept", "--record",
                                   "name a folder of your own with DAYBREAK_CACHE"))
    return "the cache, sealed for this user"
