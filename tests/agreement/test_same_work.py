"""z3 does the same work on the same question in every process: what it leaves open does not hang on where terms lie in memory."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# One rule of a game that adds up many numbers, all its properties; what is printed is the work of each answer.
PROGRAM = """
from daybreak_games.survive_until_daylight import game
from verifier.analysis.recorded_bound import new_scenario
from verifier.instance import instance_of
from verifier.program.program import load
from verifier.symbolic.prove.asking import Asking, Stage
from verifier.symbolic.prove.induction import Induction
from verifier.symbolic.prove.step import InductiveStep
from verifier.symbolic.solver import Effort, Solver

instance = instance_of(new_scenario(game, title=game.title, edition="short-night"), load(game))
induction = Induction(instance.program, instance.setting, effort=Effort(work=5_000_000), start=instance.start.state)
[rule] = [rule for rule in induction.rules if rule.name == "load"]
works, check = [], Solver._check
def counted(*arguments):
    answer = check(*arguments)
    works.append(answer.work)
    return answer
Solver._check = staticmethod(counted)
Asking(InductiveStep(induction, rule, in_use=frozenset(induction.invariants))).answers(induction.invariants, Stage.EASY)
print(works)
"""


def test_z3_does_the_same_work_in_every_process():
    """Another order of hashes, and other addresses: systems differ in them from process to process anyway."""
    def work(seed: str) -> str:
        ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, cwd=ROOT, check=True,
                             env={**os.environ, "PYTHONHASHSEED": seed})
        return ran.stdout

    first = work("1")
    assert first.count(",") > 2
    assert work("2") == first
