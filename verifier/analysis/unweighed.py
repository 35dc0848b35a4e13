"""What nobody knows the odds of: chance that component data do not weigh, on which no odds and no shares of deals may rest."""

from __future__ import annotations

from typing import Any

from verifier.errors import BadInput, Problem
from verifier.program.program import Program


def refuse_unweighed(program: Program, edition: Any, what: str, path: str) -> None:
    """BadInput (DB597) if chance brings something that the component data do not weigh; `what` would rest on it."""
    found = [rule for rule in program.game.of_kind("chance") if rule.given_unless is not None
             and not getattr(edition, rule.given_unless)]
    if found:
        raise BadInput([Problem("DB597", f"{what} would rest on how likely each {rule.tape} is, which nobody knows "
                                f"({rule.given_unless} is not set)", path,
                                f"take an edition that sets {rule.given_unless} and gives weights, or ask about single deals")
                        for rule in {rule.tape: rule for rule in found}.values()])
