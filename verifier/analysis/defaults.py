"""How much is looked at where nobody says: the defaults of commands and of the public functions, in one light module.

A number of states is the same on every machine, so an answer that one of these ends is, too.
"""

from attrs import frozen

WORK = 60_000_000  # of z3, for each question; as in `verifier.symbolic.solver`, which takes its time to import

DEAL_STATES = 1_000_000  # a deal that takes more stays undecided
DEAL_GAMES, DEAL_GAMES_MOST = 100, 10_000  # random ones and greedy ones, on each deal that is won
DECISION_STATES = 50_000  # to judge one decision: a twentieth of a second, compiled

ODDS_STATES = 250_000

READING_DEALS, READING_STATES = 100, 100_000
PAIRS = 3  # of readings that are changed together
TABLE_SIZE = 4  # the largest table on which z3 looks for a distinguishing position

MUTANT_STATES = 400  # around each start
LINE_STATES = 500_000  # for the best line of a scenario; the best so far is as good a line to compare a mutant with


@frozen
class Sizes:
    """How much reports look at: the same sizes give the same reports."""

    games: int = 100_000
    deals: int = 1_000
    varied_deals: int = 200  # for each value of a number that is varied
    deal_states: int = 200_000
    decision_states: int = DECISION_STATES
    reading_deals: int = 1_000
    reading_states: int = 100_000
    mutant_states: int = MUTANT_STATES
    mutant_lines: int = LINE_STATES
    mutant_games: int = 0  # random ones, from each start
    work: int = WORK  # of z3, for each question of coverage and mutants
    pairs: int = 4
    seed: int = 1
