"""What `solve` says of deals of random networks, as JSON: for a search that may have been altered.

    python -m tests.agreement.altered_answers

Each answer is what the command would say with its default options: `[verdict, grade, decisions]`, or "fault" where its own
checks stop it (or it breaks), "stuck" where it says that the rules have a dead end.  The best lines, then the quickest losses.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from attrs import evolve

from tests.games.network import game
from tests.games.network.drawn import chart_of, drawn
from verifier.analysis.choices import EngineChoice, Goal
from verifier.analysis.solve import Request, solution
from verifier.errors import DaybreakError
from verifier.instance import Instance, instance_of
from verifier.program.program import Program, load
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
from verifier.search.limits import Limits

NETWORKS = range(24)


def network(program: Program, seed: int) -> Instance:
    """A dealt network in the place of a scenario's edition."""
    chart = drawn(seed)
    scenario = new_scenario(game, title=f"network {seed}")
    scenario = evolve(scenario, edition=evolve(scenario.edition, record=chart_of(chart, Random(seed))))
    instance = instance_of(scenario, program)
    setting = evolve(instance.setting, tapes=(chart.tape or (),))
    return Instance(evolve(scenario, deal=Deal(given={"ways": chart.tape or ()})), program, setting,
                    type(instance.reference)(program, setting), instance.start)


def answer(instance: Instance, goal: Goal) -> Any:
    """What is said of one deal."""
    try:
        found = solution(instance, Request(goal, EngineChoice.INTERPRETED, Limits(states=100_000)))
    except DaybreakError as error:
        return ["stuck", None, 0] if error.code == "DB406" else "fault"
    except Exception:
        return "fault"
    return [found.verdict, found.grade, len(found.line)]


def main() -> None:
    """Print the answers."""
    program = load(game)
    deals = {seed: network(program, seed) for seed in NETWORKS}
    print(json.dumps({f"network {seed}, {goal}": answer(deal, goal) for goal in Goal for seed, deal in deals.items()}))


if __name__ == "__main__":
    main()
