"""The default sizes and limits of commands and of the public functions, in one light module.

A number of states is the same on every machine, so an answer that one of these ends is, too.
"""

from attrs import frozen

WORK = 60_000_000  # of z3, for each question; as in `verifier.symbolic.solver`, which takes its time to import
WORK_LEAST = 1_000
JOBS_MOST = 64  # processes that ask z3
THREADS_MOST = 64  # that explore together
RANDOM_GAMES, RANDOM_GAMES_MOST = 1_000, 10**9  # for coverage, when no source is named
GAMES_SEED_MOST = 2**31 - 3  # of random games

DECISIONS_MOST = 32  # of the lines that z3 looks for
STATES_TOGETHER_MOST = 9  # of z3's induction
DEALS_MOST = 100_000  # to solve
DEAL_STATES = 1_000_000  # a deal that takes more stays undecided
DEAL_GAMES, DEAL_GAMES_MOST = 100, 10_000  # random ones and peeking ones, on each deal that is won
SHARD_DEALS, SHARD_DEALS_MOST = 256, 100_000  # that one worker answers at a time in a batch
BATCH_JOBS_MOST = 1024  # processes
DECISION_STATES = 50_000  # to judge one decision: a twentieth of a second, compiled

ODDS_STATES, EXACT_STATES = 5_000_000, 250_000  # of the latter, odds are worked out in exact fractions
PLAYED_DEALS, PLAYED_DEALS_MOST = 100, 1_000_000  # by each policy
SIMULATIONS, SIMULATIONS_MOST = 1_000, 100_000  # games in the mind, for each decision
ABOVE_STATES = 200_000  # of a deal that is bounded
ABOVE_SAMPLES, ABOVE_SAMPLES_MOST = 64, 4_096  # of chance, for each mean
KNOWS_MOST = 4_096  # outcomes of a stream of chance that players are told in advance: a deal spells out no more
SAMPLED_GAMES, SAMPLED_SIMULATIONS = 200, 50  # of each policy, beside bounds that do not meet; fewer where games are long
BEGINNING_SECONDS = 0.3  # that these players take at most before they play: they look at games at random
BESIDE_SIMULATIONS = 200  # of who plays the deals that `winnability` solves: a tenth of a second a deal, and better than none
SEARCHES = 8  # of each decision that is judged without the deal; their spread says how sure the mean is
TRAINING_LEARNERS, TRAINING_LEARNERS_MOST = 1, 16
TRAINING_ROUNDS, TRAINING_ROUNDS_MOST = 240, 1_000  # of each learner
TRAINING_STATES, TRAINING_STATES_LEAST, TRAINING_STATES_MOST = 2**16, 1_000, 10**7  # of a round
LINEAR_ROUNDS, LINEAR_STATES = 60, 10**6  # of players by linear weights: with less, luck says who is the best
TRAINING_SEED_MOST = 2**31
STEP_STATES = 200_000  # to find out whether a deal can be won at a step; what takes more stays undecided
AGAIN_ROUNDS = 16  # of somebody who has learned the game under other rulings
IN_FORCE, IN_FORCE_MOST = 4, 100  # players under the rulings in force, with which every choice is compared
TRIAL_DEALS = 200  # by which what was learned under a choice is compared with searches that learned nothing
READINGS_DEALS = 1_000  # to tell effects of five points from none
GAME_DECISIONS = 4_096  # of a game; what takes more does not end

READING_DEALS, READING_DEALS_MOST, READING_STATES = 100, 1_000_000, 100_000
PAIRS, PAIRS_MOST = 3, 20  # of readings that are changed together
TABLE_SIZE, TABLE_SIZE_MOST = 4, 12  # the largest table on which z3 looks for a position
POSITION_STEPS, READING_STEPS = 1, 8  # from it, at most

MUTANT_STATES = 400  # around each start
# For the best line of a scenario; the best so far is as good a line to compare a mutant with.
LINE_STATES, LINE_STATES_LEAST = 500_000, 10


@frozen
class Sizes:
    """How much work reports do: the same sizes give the same reports."""

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
    simulations: int = BESIDE_SIMULATIONS  # of players who see the table alone; 0: nobody plays
    play_deals: int = 0  # that they play; 0: those that are solved
    budget_deals: int = 0  # that they play with several numbers of simulations; 0: there is no such report
    readings_simulations: int = BESIDE_SIMULATIONS  # of who plays readings
    readings_played: int = 0  # deals to play readings on by somebody who learns; 0: there is no such report
    rounds: int = TRAINING_ROUNDS
    rounds_again: int = AGAIN_ROUNDS
    round_positions: int = TRAINING_STATES
    pairs: int = 4
    seed: int = 1
