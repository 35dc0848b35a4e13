"""Players who see the table and not the deal: what they win, what more can be won at most, and what they learn.

Each function answers one question, as the command of its name does.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from verifier.analysis.above import Request as AboveAsked
from verifier.analysis.above import bounded_above
from verifier.analysis.choices import Model, Objective, PlayObjective, Policy
from verifier.analysis.deal import refuse_beside_scenario, subject
from verifier.analysis.defaults import (
    ABOVE_SAMPLES,
    ABOVE_SAMPLES_MOST,
    ABOVE_STATES,
    AGAIN_ROUNDS,
    IN_FORCE,
    IN_FORCE_MOST,
    LINEAR_ROUNDS,
    LINEAR_STATES,
    PLAYED_DEALS_MOST,
    READINGS_DEALS,
    SIMULATIONS,
    SIMULATIONS_MOST,
    STEP_STATES,
    TRAINING_LEARNERS,
    TRAINING_LEARNERS_MOST,
    TRAINING_ROUNDS,
    TRAINING_ROUNDS_MOST,
    TRAINING_SEED_MOST,
    TRAINING_STATES,
    TRAINING_STATES_LEAST,
    TRAINING_STATES_MOST,
)
from verifier.analysis.learned_steps import Learning
from verifier.analysis.play_out import Request as PlayOutAsked
from verifier.analysis.play_out import played_out
from verifier.analysis.progress import Watcher, watched_by
from verifier.analysis.readings_played import Request as ReadingsPlayedAsked
from verifier.analysis.readings_played import readings_played as what_readings_do
from verifier.analysis.train import Request as TrainAsked
from verifier.analysis.train import trained
from verifier.analysis.varied_difficulty import Request as DifficultyAsked
from verifier.analysis.varied_difficulty import varied_difficulty
from verifier.api.parameters import (
    Texts,
    budgets_of,
    engine_of,
    foreknowledge_of,
    limits_of,
    one_of,
    policies_of,
    refuse_numbers,
    refuse_seeds,
    scales_of,
    several,
    texts_of,
    threads_of,
)
from verifier.errors import BadInput, Problem
from verifier.instance import Instance
from verifier.results.above import Above
from verifier.results.played_out import PlayedOut
from verifier.results.readings_played import ReadingsPlayed
from verifier.results.trained import Trained
from verifier.results.varied import VariedDifficulty
from verifier.search.limits import Limits


def play_out(what: str | Path | Instance, *, policies: Iterable[str] | None = None, seeds: range = range(1, 101),
             simulations: int | str | Iterable[int] = SIMULATIONS, objective: str = "first",
             knows: str | Iterable[int] = (0,), lines: bool = False, edition: str | None = None, rulings: Texts | None = None,
             threads: int | None = None, limits: Limits | None = None, engine: str = "auto",
             on_progress: Watcher | None = None) -> PlayedOut:
    """Play seeded deals with players who see the table and not the deal: the share that each policy wins.

    `what` is the name of a game (from its set-up), a scenario file, or an instance, from whose table the deals of the seeds are
    played; what its deal spells out comes as it says.  `policies` are some of "random", "greedy", "flat", "uct", "hindsight",
    "estimate-uct", "linear", "learned", "learned-uct" and "learned-expectimax" (default: random, greedy, uct, estimate-uct if the
    game has an estimate, and learned-uct if something was learned: see `train`), each playing every deal.  "flat", "hindsight"
    and those whose name ends in uct simulate so many games, `simulations` (1 to 100,000; each takes the memory of a state),
    before each decision, and "learned-expectimax" looks at so many positions; with several numbers (also as a text, "100,1000")
    they play with each, and the answer says what thinking longer is worth.

    `objective` is "first", the first field of the grade, or "grade", all of it; where none of some games at random is won, those
    who think by such games aim at all of it in either case.  With "seat" each seat aims at what the end is worth to it, by the
    game's `@game.outcome`: no grade is needed, and policies are "random", "flat" and "uct".  So many `threads` play (1 to 64;
    default: one for each core); games do not depend on it.  Of the limits, seconds and memory count; deals that were not played
    to the end are then left out for every policy.

    Every policy but "random" plays the deals with each number of `knows` (0 to 4,096; also as a text, "0,1,3"): at each decision
    it is told that many of the next outcomes of each stream of chance, as far as the deal has them, and nothing of what comes
    after.  The shares are a curve from honest players (0) to those who know the whole deal.  With `lines` the answer has the
    decisions of each game, as `replay` takes them.

    In a game that hides things from seats (`@game.hidden`), each decision rests on what its seat has seen so far.  Not promised
    there: that a player remembers all that it could have, or that others decide as it expects.

    No player goes round: a decision that leads back to a position of the same game, with no chance event since, is not taken if
    another one leads elsewhere.  Nobody needs to come back who sees the whole table.  In a game that hides things, and with the
    objective "seat", players may go round.

    Shares are samples, with Wilson 95 % intervals; nothing is proved.  BadInput for a game without grades (DB520), one whose
    chance nobody weighs (DB597), an edition or rulings beside a scenario (DB594), numbers or names that are none (DB505), and a
    policy that plays by what was learned where nothing was (DB630), or by the game's estimate where it has none (DB640).

    >>> import verifier as daybreak
    >>> found = daybreak.play_out("until-dawn", policies=["random"], seeds=range(1, 4), engine="interpreted")
    >>> [row["seed"] for row in found]
    [1, 2, 3]
    """
    refuse_seeds(seeds, PLAYED_DEALS_MOST)
    names = policies_of(policies)
    asked = PlayOutAsked(names, seeds.start, len(seeds), budgets_of(simulations),
                         one_of(PlayObjective, objective, "objective").value,
                         threads_of(threads), limits_of(limits), engine_of(engine), foreknowledge_of(knows), lines=lines)
    with watched_by(on_progress):
        return played_out(_table_of(what, edition, rulings), asked)


def above(what: str | Path | Instance, *, seeds: range = range(1, 101), scales: str | Iterable[float] = (0, 1),
          level: float | None = None, states: int = ABOVE_STATES, samples: int = ABOVE_SAMPLES, objective: str = "first",
          edition: str | None = None, rulings: Texts | None = None, limits: Limits | None = None, engine: str = "auto",
          on_progress: Watcher | None = None) -> Above:
    """Bound from above what any player can win on average who sees the table and not the deal.

    Each seeded deal is played by somebody who knows it, and who pays a penalty for every piece of luck: what the next table is
    worth, by what was learned of the game (`train`), less the mean over what chance could have brought.  For a player who does
    not know the deal such penalties have mean zero, whatever was learned, so that no such player wins more than the mean of the
    deals' bounds: D. Brown, J. Smith and P. Sun, Information Relaxations and Duality in Stochastic Dynamic Programs, Operations
    Research 58 (2010).  `what` and `objective` are as in `play_out`.

    `scales` are how much of each penalty counts, in quarters from 0 to 2; each gives a bound, and 0 that of the clairvoyant.
    Play that cannot come to more than the `level` (0 to 1; None: no level) is not followed, and such a deal counts at least the
    level.  A deal with more than `states` is cut off: it counts the most that any deal can, 2 and the scale (1 without
    penalties), since ending penalties where it suits the deal would not be a fair bet.  Means are taken over so many `samples`
    (1 to 4,096) where more than 64 outcomes are possible.

    The bound of a deal is proved; the mean is that of a sample of deals, with a 95 % interval, and the smallest of several bounds
    on the same deals is not a bound.  Not promised: that a bound is small, or below 1.

    BadInput for a game without grades (DB520), chance that nobody weighs (DB597), penalties where nothing was learned (DB630), a
    scenario that says what chance brings (DB635), an edition or rulings beside a scenario (DB594), and numbers or names that are
    none (DB505).

    >>> import verifier as daybreak
    >>> found = daybreak.above("until-dawn", seeds=range(1, 3), level=0.95, states=100)
    >>> [(row["scale"], row["seed"], row["ending"]) for row in found if row["scale"] == 1.0]
    [(1.0, 1, 'states'), (1.0, 2, 'states')]
    """
    refuse_seeds(seeds, PLAYED_DEALS_MOST)
    refuse_numbers(states=(states, 1, None), samples=(samples, 1, ABOVE_SAMPLES_MOST), level=(level, 0.0, 1.0))
    asked = AboveAsked(seeds.start, len(seeds), scales_of(scales), level, states, samples,
                       one_of(Objective, objective, "objective").value, limits_of(limits), engine_of(engine))
    with watched_by(on_progress):
        return bounded_above(_table_of(what, edition, rulings), asked)


def difficulty(what: str | Path | Instance, vary: str, *, policies: Iterable[str] | None = None, seeds: range = range(1, 101),
               simulations: int = SIMULATIONS, objective: str = "first", solved_deals: int | None = None, bounded_deals: int = 0,
               states: int = STEP_STATES, train: bool = False, learners: int = TRAINING_LEARNERS, rounds: int = TRAINING_ROUNDS,
               again: int = AGAIN_ROUNDS, positions: int = TRAINING_STATES, edition: str | None = None,
               rulings: Texts | None = None, threads: int | None = None, limits: Limits | None = None, engine: str = "auto",
               on_progress: Watcher | None = None) -> VariedDifficulty:
    """Vary one thing, step by step, and find out what players of different strength make of the same seeded deals.

    `vary` is a field of the component data, or a reading, with its values: "shells=2..8", "shells=2..8..3", "shells=2,4,8",
    "UD-43=bite-pile,deck".  A value is checked as if it stood in an edition of yours.  `what`, and who plays how (`policies`,
    `simulations`, `objective`, `threads`), are as in `play_out`.  Beside these honest players there is a clairvoyant, who knows
    the whole deal and wins it if any line does: the first `solved_deals` (None: all, 0: none) are searched, each within so many
    `states`, or left undecided.  For the first `bounded_deals` the most that an honest player can win on average is worked out,
    as by `above`, with penalties in full, by what was learned for that step, or else for another one.  Of the limits, seconds and
    memory count, for all steps together: the clairvoyant gets at most half of the seconds, the bounds half of the rest, and each
    step its part of what is left.

    What was learned belongs to one value alone, so that who plays by it plays only where every step has something of its own.
    With `train` a step that has nothing goes on from what was learned for the nearest one, or for the game as it is, for `again`
    more rounds (1 to 1,000); where nothing was learned at all, a first step is learned from the beginning, as in `train`
    (`learners`, `rounds`, `positions`).  That comes before all else, and what is done is kept in the cache: where a limit ends
    it, nothing is played, and the same call goes on.  Not promised: that so few rounds are enough, or that steps are played
    equally well; players who learned nothing (`uct`) play beside, for comparison.

    Shares are samples with Wilson 95 % intervals, changes from step to step have those of paired shares; nothing is proved, and
    a better player may win more.  BadInput for what cannot be varied (DB631 to DB634, or as of an edition or a ruling), where
    deals are to be bounded and worth is not the share won (DB636), for a policy that learned nothing for a step, without `train`
    (DB630), and as of `play_out` and `above`.

    >>> import verifier as daybreak
    >>> few = {"policies": ["random"], "seeds": range(1, 3), "engine": "interpreted", "solved_deals": 0}
    >>> [row["value"] for row in daybreak.difficulty("until-dawn", "shells=4,8", **few)]
    ['4', '8']
    """
    refuse_seeds(seeds, PLAYED_DEALS_MOST)
    refuse_numbers(simulations=(simulations, 1, SIMULATIONS_MOST), states=(states, 1, None),
                   solved_deals=(solved_deals, 0, PLAYED_DEALS_MOST), bounded_deals=(bounded_deals, 0, PLAYED_DEALS_MOST),
                   learners=(learners, 1, TRAINING_LEARNERS_MOST), rounds=(rounds, 2, TRAINING_ROUNDS_MOST),
                   again=(again, 1, TRAINING_ROUNDS_MOST), positions=(positions, TRAINING_STATES_LEAST, TRAINING_STATES_MOST))
    names = policies_of(policies)
    play = PlayOutAsked(names, seeds.start, len(seeds), (simulations,), one_of(Objective, objective, "objective").value,
                        threads_of(threads), limits_of(limits), engine_of(engine))
    solved = len(seeds) if solved_deals is None else min(solved_deals, len(seeds))
    learn = TrainAsked(play.objective, learners, rounds, positions, 1, play.threads, play.limits, play.engine)
    with watched_by(on_progress):
        return varied_difficulty(_table_of(what, edition, rulings), DifficultyAsked(
            play, vary, solved, states, bounded_deals, Learning(learn, again) if train else None))


def _table_of(what: str | Path | Instance, edition: str | None, rulings: Texts | None) -> Instance:
    """The table that deals are played from: a game's from its set-up, a scenario file's, or that of an instance."""
    if isinstance(what, Instance):
        refuse_beside_scenario(edition, texts_of(rulings))
        return what
    return subject(str(what), edition, texts_of(rulings))[0]


def train(game: str, *, model: str = "network", learners: int = TRAINING_LEARNERS, rounds: int | None = None,
          positions: int | None = None, seed: int = 1, objective: str = "first", edition: str | None = None,
          rulings: Texts | None = None, threads: int | None = None, limits: Limits | None = None, engine: str = "auto",
          record: bool = False, on_progress: Watcher | None = None) -> Trained:
    """Learn from games what a table of a game is worth to a player who does not know the deal.

    So many networks, `learners` (1 to 16), learn side by side, each from games of its own, as many at a time as there are
    `threads`; players judge by the mean of what they say.  In each of `rounds` (2 to 1,000, by default 240), games are played
    until there are about so many `positions` to learn from (1,000 to 10,000,000, by default 65,536; each is held for eight
    rounds): by what was learned before, by lots from `seed` (0 to 2**31), and in the second half by short searches.  Then the
    networks learn what the games came to and what the searches found.  `objective` is as in `play_out`.  The training is laid out
    for the seconds of the `limits`, if these are over before all rounds are played.

    The weights are kept for this user, unless some are kept already that were learned from more positions; players then go on by
    those.  `record` keeps them in any case, and in the game's package as well, if no limit ended the training early.  How weights
    play does not depend on `threads`; what is learned depends on how a machine rounds.

    With "linear" for the `model`, nothing learns but weights are tried: so much for each thing that can be counted on the table.
    In each round (by default 60 of 1,000,000 positions), players by weights around a mean play the same games, and those that
    come to most make the next mean (the cross-entropy method).  They are kept apart, for the policy "linear"; `matters` in the
    answer says what counts.

    Not promised: that what was learned is any good.  `play_out` measures it, by the policies "learned" and "learned-uct".

    BadInput for a game without grades (DB520), one whose chance nobody weighs (DB597), a scenario (DB594), and numbers or names
    that are none (DB505), as more than one learner of linear weights.

    >>> import verifier as daybreak
    >>> found = daybreak.train("until-dawn", rulings={"UD-43": "deck"}, learners=2, rounds=2, positions=1_000)
    >>> found.kept
    'cache'
    """
    is_linear = one_of(Model, model, "model") is Model.LINEAR
    rounds = rounds if rounds is not None else LINEAR_ROUNDS if is_linear else TRAINING_ROUNDS
    positions = positions if positions is not None else LINEAR_STATES if is_linear else TRAINING_STATES
    refuse_numbers(learners=(learners, 1, 1 if is_linear else TRAINING_LEARNERS_MOST), rounds=(rounds, 2, TRAINING_ROUNDS_MOST),
                   positions=(positions, TRAINING_STATES_LEAST, TRAINING_STATES_MOST), seed=(seed, 0, TRAINING_SEED_MOST))
    asked = TrainAsked(one_of(Objective, objective, "objective").value, learners, rounds, positions, seed, threads_of(threads),
                       limits_of(limits), engine_of(engine), record, model)
    instance, is_game = subject(game, edition, texts_of(rulings))
    if not is_game:
        raise BadInput(Problem("DB594", "what is learned is about a game from its set-up, and no scenario", "GAME",
                               f"name the game: {instance.program.game.name}"))
    with watched_by(on_progress):
        return trained(instance, asked)


def readings_played(game: str, ids: Iterable[str] = (), *, policy: str | None = None, deals: int = READINGS_DEALS,
                    seed: int = 1, simulations: int = SIMULATIONS, learners: int = TRAINING_LEARNERS,
                    rounds: int = TRAINING_ROUNDS, again: int = AGAIN_ROUNDS, in_force: int = IN_FORCE,
                    positions: int = TRAINING_STATES, objective: str = "first", edition: str | None = None,
                    rulings: Texts | None = None, threads: int | None = None, limits: Limits | None = None, engine: str = "auto",
                    on_progress: Watcher | None = None) -> ReadingsPlayed:
    """Measure what each reading of a game changes for a good player, who does not know the deal.

    For each of the readings `ids` (all, if none is named), every choice that is not in force is played on so many `deals` (1 to
    1,000,000) from `seed` on, by a `policy` of `play_out` (default: "learned-uct", and "uct" with the objective "seat", where the
    answer has what a choice changes for each seat).  A player by "learned-uct" or "learned" first learns the game as in
    `train` (`learners`, `rounds`, `positions`), unless that was learned before.  It goes on for `again` more rounds (1 to 1,000)
    under each choice, because good play changes with the rules, and for as long under the rulings in force.  Then it plays up to
    200 other deals, and so does a search that learned nothing (`rival` in the answer): whichever wins most of them under the
    rulings in force.  If the player beats it there, but not under a choice, it learns the game under that choice from the
    beginning, and keeps what wins more; if it still does not, `rival` has as many other deals as were played.  Other players
    have nothing to learn: they think by the rules in force.  Since every choice is compared with the rulings in force, `in_force`
    players (1 to 100) each play all deals there: the mean of what they win is steadier than what one wins.  What was learned and
    played is kept in the cache, and not worked out again.

    Where all readings are asked for, a choice that comes up in at most one of 50 games of the players in force is not played.
    That bounds losses alone: who plays on as before loses by it at most that share of the games; what somebody may gain who aims
    for it, and so brings it up more often, is not measured.  A choice comes up in a game if at one of its positions it makes
    something legal or illegal, or an event lead elsewhere.

    Shares are samples with Wilson 95 % intervals, changes have those of paired deals.  Nothing is proved: a better player may be
    affected where this one is not, and bring up what this one does not.  BadInput for a reading that is none (DB570), and as in
    `train` and `play_out`.

    >>> import verifier as daybreak
    >>> few = {"deals": 2, "simulations": 3, "learners": 1, "rounds": 2, "again": 1, "in_force": 1, "positions": 1_000}
    >>> found = daybreak.readings_played("until-dawn", ["UD-43"], rulings={"UD-03": "gone"}, **few)
    >>> [each.choice for each in found.choices]
    ['deck']
    """
    refuse_numbers(deals=(deals, 1, PLAYED_DEALS_MOST), seed=(seed, 0, None))
    refuse_seeds(range(seed, seed + deals), PLAYED_DEALS_MOST)
    refuse_numbers(simulations=(simulations, 1, SIMULATIONS_MOST), learners=(learners, 1, TRAINING_LEARNERS_MOST),
                   rounds=(rounds, 2, TRAINING_ROUNDS_MOST),
                   again=(again, 1, TRAINING_ROUNDS_MOST), in_force=(in_force, 1, IN_FORCE_MOST),
                   positions=(positions, TRAINING_STATES_LEAST, TRAINING_STATES_MOST))
    aim = one_of(PlayObjective, objective, "objective")
    usual = Policy.UCT if aim is PlayObjective.SEAT else Policy.LEARNED_UCT
    name = usual.value if policy is None else one_of(Policy, policy, "policy").value
    running, choice, together = limits_of(limits), engine_of(engine), threads_of(threads)
    play = PlayOutAsked((name,), seed, deals, (simulations,), aim.value, together, running, choice)
    learn = TrainAsked(aim.value, learners, rounds, positions, 1, together, running, choice)
    with watched_by(on_progress):
        return what_readings_do(ReadingsPlayedAsked(game, tuple(several(ids)), play, learn, again, in_force, edition,
                                                    tuple(texts_of(rulings))))
