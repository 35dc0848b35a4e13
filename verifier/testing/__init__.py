"""The conformance kit: what a game has to pass before its answers are worth anything, for our tests and for yours.

    from verifier.testing import disagreements, random_reachable, random_setting, random_typed

    def test_the_executions_agree():
        setting = random_setting(program, seed=1, edition=edition.record)
        positions = [*random_reachable(program, setting, seed=1, count=500), *random_typed(program, seed=1, count=500)]
        found = disagreements(program, setting, positions)
        assert not found, found[0]

`asymmetries` compares states with those whose interchangeable items are in another order, event by event; there is nothing to
ask of a game that declares none.

`safety` says of each decision that a game calls safe, at each position, whether all others are answered from behind it; if they
are wherever play can come to, it never hurts.

`dominance` compares states with better ones, where a game declares what is never worse: whether the better one can match each
step, and where it cannot, whether its best grade is lower.

`disagreements` compares the reference run with emitted code on everything they both say of a position, and with rules lifted
to z3 if "symbolic" is among the engines.  `random_games` plays whole games and checks invariants, step properties and the
bound on the way.  Nothing here proves anything: say how many positions or games were tried when you tell somebody that there
were none.

`game_machine` is the slow and thorough one: games drawn by hypothesis, everything above asked after each event, and failures
made as simple as they can be and written as a scenario and a line.  It alone needs hypothesis (`daybreak-rules[testing]`).

    from verifier.testing import game_machine

    TestMyGame = game_machine("my-game").TestCase
"""

from verifier.run.disagreement import Disagreement
from verifier.run.positions import random_disturbed, random_reachable, random_setting, random_typed
from verifier.testing.agreement import Compared, compare, disagreements, reproduced
from verifier.testing.dominance import Compared as ComparedStates
from verifier.testing.dominance import dominance
from verifier.testing.exchange import Asymmetry, asymmetries
from verifier.testing.games import Broken, Played, random_games
from verifier.testing.machine import game_machine
from verifier.testing.reproducer import Failure
from verifier.testing.safety import Safety, safety
from verifier.testing.symbolic import Symbolic

__all__ = ["Asymmetry", "Broken", "Compared", "ComparedStates", "Disagreement", "Failure", "Played", "Safety", "Symbolic",
           "asymmetries", "compare", "disagreements", "dominance", "game_machine", "random_disturbed", "random_games",
           "random_reachable", "random_setting", "random_typed", "reproduced", "safety"]
