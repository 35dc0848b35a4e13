"""How difficult a game is while one thing is varied: at each step the same seeds, by players of different strength.

Honest players see the table alone (`play_out`).  The clairvoyant knows the whole deal: a deal is theirs if some line of it wins,
which a search settles, or an honest player who has won it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, starmap
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from verifier import clock
from verifier.analysis import answer, play_out
from verifier.analysis.above import Request as AboveRequest
from verifier.analysis.above import bounded_above
from verifier.analysis.defaults import ABOVE_SAMPLES
from verifier.analysis.engine import NO_GRADE, compiled
from verifier.analysis.learned_steps import Learning, StepWeights, learned_for_steps
from verifier.analysis.play_out import LEARNING_POLICIES, played_out, policies_of
from verifier.analysis.progress import Meter
from verifier.analysis.relaxation import PARTS
from verifier.analysis.unweighed import refuse_unweighed
from verifier.analysis.varied import Step, Varied, varied
from verifier.errors import BadInput, EngineBug, Problem, RuleFailed
from verifier.instance import Dealer, Instance
from verifier.policy.kept import kept_weights
from verifier.policy.players import POLICIES
from verifier.results.above import BoundAtScale
from verifier.results.share import Mean, paired, share
from verifier.results.varied import CLAIRVOYANT, StepChange, StepPlayer, VariedDifficulty, VariedStep
from verifier.search.limits import LimitReached, Limits
from verifier.search.reaches import reaches

if TYPE_CHECKING:
    from verifier.policy.network import Weights
    from verifier.run.backend import Backend

STUCK = "play gets stuck, and the rules do not say what that is worth"


@frozen
class Request:
    """What the options say: what honest players play, what is varied, how many deals are solved, each within how many states.

    So many are `bounded` from above, too, each within as many states.  With `learning`, steps for which nothing was learned are
    learned first.
    """

    play: play_out.Request
    vary: str
    solved: int
    states: int
    bounded: int = 0
    learning: Learning | None = None


@define(eq=False)
class _Column:
    """What one player makes of one step."""

    player: str
    simulations: int = 0
    wins: dict[int, bool | None] = field(factory=dict)  # by the seed; None: not known
    unended: int = 0
    why: str = ""
    stuck: dict[int, str] = field(factory=dict)  # the clairvoyant's deals that a rule leaves open, and why
    came_to: Mapping[str, Mean] = field(factory=dict)

    @property
    def count(self) -> int:
        """How many deals are won."""
        return sum(won is True for won in self.wins.values())

    def note(self, seed: int, won: bool | None, why: str = "") -> None:
        """A deal that was solved, or why it was not."""
        self.wins[seed] = won
        if why:
            self.stuck[seed] = why

    def row(self) -> StepPlayer:
        """The share, and the deals behind it."""
        won, undecided = ([seed for seed, answer in self.wins.items() if answer is which] for which in (True, None))
        return StepPlayer(self.player, self.simulations, share(len(won), len(undecided), len(self.wins)),
                          self.unended + len(self.stuck), self.why or next(iter(self.stuck.values()), ""), tuple(won),
                          tuple(undecided), self.came_to)


def varied_difficulty(instance: Instance, request: Request) -> VariedDifficulty:
    """What players make of the deals of the seeds at each step of what is varied.

    What is to be learned is learned first, and if that is not done in time, nothing else is.  Of the time that is left then the
    clairvoyant takes up to a half, bounds up to a half of the rest, and honest players have what is left, step by step in equal
    parts.  BadInput where the game has no grade (DB520), chance brings what nobody weighs (DB597), nothing can be varied so, a
    policy plays by what was learned where nothing was (DB630), and where bounds are asked for: where nothing was learned for any
    step (DB630), a step's chance is spelled out (DB635), or worth is not the share won (DB636).
    """
    program, scenario, play = instance.program, instance.scenario, request.play
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=NO_GRADE))
    what = varied(instance, request.vary)
    for step in what.steps:
        refuse_unweighed(program, step.instance.scenario.edition.record, "what players make of the game", "difficulty")
    limits, began = play.limits.running(), clock.seconds()
    fallback = _fallback(instance, what, request)
    learned, ending = learned_for_steps(instance, what, play.policies, play.objective, request.learning, limits)
    play = evolve(play, policies=play.policies or _who_plays(what, request))
    request = evolve(request, play=play)
    foreseen, columns = [_Column(CLAIRVOYANT) for _ in what.steps], _nobody(what, play)
    bounds: list[BoundAtScale | None] = [None] * len(what.steps)
    if ending == "done":
        foreseen, ending = _solved(what, request, limits)
        if ending != "interrupted":
            bounds, ended = _bounds(what, request, learned, fallback, limits)
            ending = ended if ended != "done" else ending
        if ending != "interrupted":
            columns, ended = _played(what, play, learned, limits)
            ending = ended if ended != "done" else ending
    for step, own, column in zip(what.steps, columns, foreseen, strict=True):
        _settle(what.name, step, own, column)
    best = _best(play.policies, columns)
    if not request.bounded and not any(POLICIES[name].learns for name in play.policies):
        learned = [StepWeights(None)] * len(what.steps)  # nobody goes by it
    every = [[*own, *([column] if request.solved else [])] for own, column in zip(columns, foreseen, strict=True)]
    return VariedDifficulty(
        program.game.name, answer.edition(scenario), scenario.rulings, scenario.title, what.name, what.kind, what.in_force,
        what.note, play.seed, play.deals, request.solved, request.bounded, request.states, play.objective,
        program.game.only("hidden") is not None, best,
        tuple(starmap(partial(_step, best), zip(what.steps, every, bounds, learned, strict=True))),
        tuple(_changes(what, every)), ending,
        round(clock.seconds() - began, 3), program.game.grade_order, program.game.title)


def _best(policies: Sequence[str], columns: Sequence[Sequence[_Column]]) -> str:
    """Who wins most deals of all steps together; of several the one whose games come to most in the first number of the grade."""
    def came_to(name: str) -> tuple[int, float]:
        own = [each for row in columns for each in row if each.player == name]
        return sum(each.count for each in own), sum(next((mean.at for mean in each.came_to.values()), 0.0) for each in own)

    return max(reversed(policies), key=came_to)


def _solved(what: Varied, request: Request, limits: Limits) -> tuple[list[_Column], str]:
    """Which of the first deals can be won at each step, and how that ended: deal after deal, so that all steps come as far."""
    columns = [_Column(CLAIRVOYANT) for _ in what.steps]
    if not request.solved:
        return columns, "done"
    limits = limits if limits.seconds_left is None else limits.within(limits.seconds_left / 2)
    dealers = [Dealer(step.instance.scenario, step.instance.program) for step in what.steps]
    proved = [step.instance.bound_is_proved for step in what.steps]
    with Meter("solving deals") as meter:
        backend = compiled(what.steps[0].instance, request.play.engine, meter)
        try:
            for number, seed in enumerate(range(request.play.seed, request.play.seed + request.solved), 1):
                for step, dealer, is_proved, column in zip(what.steps, dealers, proved, columns, strict=True):
                    limits.check()
                    meter.step(f"{what.name} {step.word}, {number} of {request.solved}")
                    _solve(dealer.instance(seed), seed, backend, evolve(limits, states=request.states), column,
                           bound_is_proved=is_proved)
        except LimitReached as reached:
            return columns, reached.ending
        except KeyboardInterrupt:
            return columns, "interrupted"
    return columns, "done"


def _solve(dealt: Instance, seed: int, backend: Backend, limits: Limits, column: _Column, *, bound_is_proved: bool) -> None:
    """Note whether a deal can be won, or why a rule leaves that open; LimitReached for time or memory that is used up."""
    try:
        found = reaches(backend, dealt.reference, dealt.setting, dealt.start, backend.constant("LOWEST_STEP"), limits,
                        bound_is_proved=bound_is_proved)
    except RuleFailed as error:
        column.note(seed, None, error.problems[0].message)
        return
    if found.ending == "interrupted":
        raise KeyboardInterrupt
    if found.answer is None and (found.ending == "seconds" or (found.ending == "memory" and limits.memory is not None)):
        raise LimitReached(found.ending)
    column.note(seed, found.answer, STUCK if found.ending == "stuck" and found.answer is None else "")


def _who_plays(what: Varied, request: Request) -> tuple[str, ...]:
    """Those who play at every step where nobody is named; who learns is one of them if nothing is, or stays, missing."""
    each = [policies_of(step.instance, request.play.objective) for step in what.steps]
    if request.learning is not None:
        return (*(name for name in each[0] if not POLICIES[name].learns), *LEARNING_POLICIES)
    return tuple(name for name in each[0] if all(name in others for others in each))


def _fallback(instance: Instance, what: Varied, request: Request) -> Weights | None:
    """What penalties go by at steps without weights, if bounds are asked for: any weights make a bound, those of a step the best.

    None where no bounds are asked for, or everything that is missing is learned first.
    """
    if not request.bounded:
        return None
    with Meter("compiling") as meter:
        backend = compiled(instance, request.play.engine, meter)
    objective = request.play.objective
    if objective != "first" or backend.constant("GRADES") > 2 * backend.constant("LOWEST_STEP"):
        raise BadInput(Problem("DB636", "bounds are about what players are worth, and that is the share won only where the first "
                               "field of the grade has two values", "--bounded-deals",
                               "leave it out, or let players aim at the first field; `daybreak above` bounds other worth"))
    kept = (kept_weights(each.program, each.setting, objective) for each in (instance, *(step.instance for step in what.steps)))
    found = next((each for each in kept if each is not None), None)
    if found is None and request.learning is None:
        raise BadInput(Problem("DB630", f"bounds go by what was learned, and nothing was learned about the game as it is, or for "
                               f"any value of {what.name}", "--bounded-deals",
                               "add --train, which learns what is missing, or leave the bounds out"))
    return found


def _bounds(what: Varied, request: Request, learned: Sequence[StepWeights], fallback: Weights | None,
            limits: Limits) -> tuple[list[BoundAtScale | None], str]:
    """The bound of each step, by what was learned for it or else for another, and how that ended."""
    play, ending = request.play, "done"
    bounds: list[BoundAtScale | None] = [None] * len(what.steps)
    if not request.bounded:
        return bounds, ending
    for number, (step, own) in enumerate(zip(what.steps, learned, strict=True)):
        left = limits.seconds_left
        ours = limits if left is None else limits.within(left / 2 / (len(what.steps) - number))
        found = bounded_above(step.instance, AboveRequest(
            play.seed, request.bounded, (PARTS,), None, request.states, ABOVE_SAMPLES, play.objective, ours, play.engine),
            own.weights or fallback)
        bounds[number] = found.scales[0]
        ending = found.ending if found.ending != "done" else ending
        if ending == "interrupted":
            break
    return bounds, ending


def _played(what: Varied, asked: play_out.Request, learned: Sequence[StepWeights],
            limits: Limits) -> tuple[list[list[_Column]], str]:
    """What each policy makes of each step, and how that ended; what is left of the time goes to the steps in equal parts."""
    columns, ending, learns = _nobody(what, asked), "done", any(POLICIES[name].learns for name in asked.policies)
    for number, (step, weights, own) in enumerate(zip(what.steps, learned, columns, strict=True)):
        left = limits.seconds_left
        ours = limits if left is None else limits.within(left / (len(columns) - number))
        found = played_out(step.instance, evolve(asked, limits=ours), f"playing deals, {what.name} {step.word}",
                           weights.weights if learns else None)
        for column, row in zip(own, found.policies, strict=True):
            column.simulations, column.unended, column.why = row.simulations, row.unended, row.why
            column.wins, column.came_to = {game.seed: game.won for game in row.games}, row.came_to
        if found.ending != "played":
            ending = found.ending
        if ending == "interrupted":
            break
    return columns, ending


def _nobody(what: Varied, asked: play_out.Request) -> list[list[_Column]]:
    """Columns of policies that have played nothing yet."""
    simulations = {policy: asked.simulations[0] if POLICIES[policy].thinks else 0 for policy in asked.policies}
    return [[_Column(policy, simulations[policy]) for policy in asked.policies] for _ in what.steps]


def _settle(name: str, step: Step, own: Sequence[_Column], foreseen: _Column) -> None:
    """A deal that an honest player has won can be won; EngineBug where the search has refuted just that."""
    for column in own:
        for seed, won in column.wins.items():
            if not won or foreseen.wins.get(seed, True):
                continue
            if foreseen.wins[seed] is False:
                raise EngineBug(Problem("DB905", f"{column.player} wins seed {seed} at {name} {step.word}, and a search says "
                                        "that no line does"))
            foreseen.wins[seed] = True
            foreseen.stuck.pop(seed, None)


def _step(best: str, step: Step, players: Sequence[_Column], bound: BoundAtScale | None, learned: StepWeights) -> VariedStep:
    by_name = {each.player: each for each in players}
    gap = None
    if CLAIRVOYANT in by_name:  # who wins whatever anybody wins: the gap is never below 0
        gap = paired(_together(by_name[best], by_name[CLAIRVOYANT]))
        gap = evolve(gap, low=max(0.0, gap.low))
    return VariedStep(step.word, step.number, tuple(each.row() for each in players), gap, bound, learned.digest,
                      learned.went_on_from)


def _changes(what: Varied, every: Sequence[Sequence[_Column]]) -> Iterator[StepChange]:
    """From each step to the next, player by player."""
    for (step, one), (following, two) in pairwise(zip(what.steps, every, strict=True)):
        for first, second in zip(one, two, strict=True):
            yield StepChange(first.player, step.word, following.word, paired(_together(first, second)))


def _together(first: _Column, second: _Column) -> list[tuple[bool | None, bool | None]]:
    """What two columns say of the deals that both have."""
    return [(won, second.wins[seed]) for seed, won in first.wins.items() if seed in second.wins]
