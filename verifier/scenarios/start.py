"""The state that a scenario starts from: the set-up, the scenario's own keys over it, and what follows from them."""

from __future__ import annotations

from typing import Any

from verifier.document.complaints import Complaints, at
from verifier.document.typed import put_field, read_value
from verifier.errors import BadInput, Problem
from verifier.lang.authored import authored
from verifier.lang.game import Rule
from verifier.lang.values import LeftRange, blank
from verifier.lang.words import Refused, Run, running
from verifier.scenarios.loader import Scenario
from verifier.visible import visible

# What rules raise when they are run on a position that cannot be; anything else is a mistake in the rules or in the engine.
_IMPOSSIBLE = (LeftRange, Refused, ArithmeticError, LookupError, ValueError)


def start_state(scenario: Scenario) -> Any:
    """The state that play starts from.

    Raises BadInput (DB220) when the set-up or the completion cannot make a position of it, and (DB221) with every invariant
    that the position breaks.
    """
    game = scenario.game
    state = blank(game.state_type)
    run = Run(scenario.rulings, scenario.edition.record)
    with running(run):
        _apply(game.only("setup"), state, f"the edition {scenario.edition.name} cannot be set up", "$.edition")
        if scenario.start is not None:
            _put(scenario, state)
            run.given = frozenset(scenario.start)
            _apply(game.only("completion"), state, "this position is impossible", "$.start")
        _check_invariants(scenario, state)
    return state


def _apply(rule: Rule | None, state: Any, message: str, path: str) -> None:
    if rule is None:
        return
    with authored(f"the {rule.kind} {rule.name}", rule.function):
        try:
            rule.function(state)
        except _IMPOSSIBLE as error:
            raise BadInput(Problem("DB220", f"{message}: {visible(_reason(error))}", path)) from error


def _reason(error: Exception) -> str:
    if isinstance(error, Refused):
        return f"clause {error.clause} forbids it"
    return str(error) or type(error).__name__


def _put(scenario: Scenario, state: Any) -> None:
    """Put the given keys over the set-up: a container that is given takes the place of the whole one."""
    complaints = Complaints()
    fields = dict(scenario.game.state_type.fields)
    for key, raw in (scenario.start or {}).items():
        put_field(fields[key], state, key, read_value(fields[key], raw, at("$.start", key), complaints, key))
    complaints.refuse_if_any()


def _check_invariants(scenario: Scenario, state: Any) -> None:
    complaints = Complaints()
    path = "$.edition" if scenario.start is None else "$.start"
    for rule in scenario.game.of_kind("invariant"):
        with authored(f"the invariant {rule.name}", rule.function):
            try:
                if rule.function(state):
                    continue
                reason = ""
            except _IMPOSSIBLE as error:
                reason = f" ({visible(_reason(error))})"
        complaints.add("DB221", f"impossible position: it breaks {rule.name}: {_summary(rule)}{reason}", path,
                       "correct the edition, or the set-up" if scenario.start is None else
                       "give other values, or more fields: what a start leaves out is as the set-up leaves it")
    complaints.refuse_if_any()


def _summary(rule: Rule) -> str:
    """What an invariant says, and the clauses it comes from."""
    return f"{rule.summary} [{', '.join(rule.clauses)}]" if rule.clauses else rule.summary
