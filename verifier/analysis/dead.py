"""Proofs by z3 that a clause is dead: that nothing ever uses it, or that the rules without it do the same in every position.

Both are about positions that keep the invariants (`check --with z3` proves those) and the default component data; what uses a
clause is asked under the rulings in force, the same is asked under every reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from verifier.instance import Instance, instance_of
from verifier.lang import ir
from verifier.program.program import Program
from verifier.program.without import with_bodies
from verifier.scenarios.loader import new_scenario
from verifier.search.moments import Asked
from verifier.search.mutation import Bodies
from verifier.symbolic.find.use import Possible, Use, Way, possible_uses
from verifier.symbolic.lift.frame import Declined
from verifier.symbolic.product.mutant_equivalence import Original
from verifier.symbolic.solver import Effort, Outcome


@frozen
class Known:
    """What z3 says, in words: `by` "use" or "equivalence", whether it is `proved` that the clause is dead by that."""

    by: str
    proved: bool
    detail: str


class Proofs:
    """What z3 says of the clauses of one program; each question is worth the same work."""

    def __init__(self, program: Program, effort: Effort | None = None) -> None:
        self.program, self.effort = program, effort or Effort()

    @cached_property
    def instance(self) -> Instance:
        """The game from its set-up, with its default component data."""
        game = self.program.game
        return instance_of(new_scenario(game, title=f"{game.title} from its set-up"), self.program)

    @property
    def edition(self) -> str:
        """The component data that proofs hold for."""
        return self.instance.scenario.edition.title

    @cached_property
    def _original(self) -> Original:
        return Original(self.program, self.instance.setting)

    def unused(self, id_: str, guard: bool) -> Known | None:
        """The proof that nothing exercises a clause nor, if it is a guard's, lets it refuse a move; None where there is none."""
        uses = [Use(id_, Way.EXERCISED), *([Use(id_, Way.REFUSED)] if guard else [])]
        found = possible_uses(self.program, self.instance.setting, uses, self.effort)
        if any(each.outcome is not Outcome.UNSAT for each in found.values()):
            return None
        return Known("use", True, f"nothing ever uses it, {_resting(*found.values())}")

    def equivalent(self, bodies: Bodies) -> Known:
        """What is known of the rules with other bodies: the same in every position, or not."""
        reason = "; ".join(self._not_asked(bodies))
        if not reason:
            try:
                found = self._original.difference(with_bodies(self.program, bodies), bodies.keys(), self.effort)
            except Declined as declined:
                reason = str(declined)
            else:
                if found.outcome is Outcome.UNSAT:
                    resting = f", by {', '.join(found.lemmas)}" if found.lemmas else ""
                    return Known("equivalence", True, f"the rules without it do the same in every position{resting}")
                reason = found.reason
                if found.event is not None:
                    return Known("equivalence", False, f"from some position {found.event.text} would show it")
        return Known("equivalence", False, f"z3 does not know whether any position would show it ({reason})")

    def _not_asked(self, bodies: Bodies) -> Iterator[str]:
        """Why transitions alone do not say that rules are the same."""
        program, game = self.program, self.program.game
        judged = program.run_by(rule.name for rule in game.of_kind("grade", "goal")) & bodies.keys()
        if judged:
            yield f"the grade or a goal runs {', '.join(sorted(judged))}"
        setup = game.only("setup")
        if setup is not None and (run := program.run_by([setup.name])) & bodies.keys():
            other = with_bodies(program, bodies)
            run |= other.run_by([setup.name])
            if any(isinstance(node, ir.RulingIn) for each in (program, other) for name in run
                   for node in ir.walk(each.bodies[name].body)):
                yield "the set-up asks for rulings"
            else:
                asked = Asked(self.instance.native("interpreted"), self.instance.setting)
                table = asked.laid_out()
                with asked.backend.altered(*bodies.values()):
                    if asked.laid_out() != table:
                        yield "the set-up lays out another table"


def _resting(*proofs: Possible) -> str:
    """What proofs rest on, in words."""
    rulings = sorted({each for proof in proofs for each in proof.rulings.items()})
    lemmas = sorted({lemma for proof in proofs for lemma in proof.lemmas})
    where = f"while {' and '.join(f'{id_} = {choice}' for id_, choice in rulings)}" if rulings else "under every reading"
    return f"{where}, by {', '.join(lemmas)}" if lemmas else where
