"""Learning what a table of a game is worth, and keeping it for those who play by it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import EngineChoice
from verifier.analysis.engine import NO_GRADE, compiled
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.files import written_whole
from verifier.instance import Instance
from verifier.policy.kept import LINEAR, file_name, keep, kept_weights, packaged
from verifier.policy.linear import CrossEntropy
from verifier.policy.network import Weights
from verifier.policy.training import Round, Training
from verifier.results.share import Z_95, Mean, share
from verifier.results.trained import Matter, Trained, TrainedRound
from verifier.run.backend import Backend
from verifier.run.setting import Setting
from verifier.search.limits import LimitReached, Limits


@frozen
class Request:
    """What the options say; `record` keeps the weights in the game's package, too, if every round was played."""

    objective: str
    learners: int
    rounds: int  # of each of them
    positions: int
    seed: int
    threads: int
    limits: Limits
    engine: EngineChoice = EngineChoice.AUTO
    record: bool = False
    model: str = "network"

    @property
    def how(self) -> str:
        """How it is learned, as weights are kept by."""
        return LINEAR if self.model == LINEAR else ""


def trained(instance: Instance, request: Request) -> Trained:
    """Weights for the game of an instance, in its edition and under its rulings, learned from its start.

    BadInput where the game has no grade (DB520), or chance brings what nobody weighs (DB597).
    """
    program, scenario = instance.program, instance.scenario
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=NO_GRADE))
    refuse_unweighed(program, scenario.edition.record, "what a table is worth", "train")
    limits, ending, rounds = request.limits.running(), "learned", list[Round]()
    with Meter("training") as meter:
        backend, began = compiled(instance, request.engine, meter), clock.seconds()
        training = (linear_for if request.how else training_for)(instance, backend, request)
        try:
            for each in learning(training, limits, meter, by_time=True):
                rounds.append(each)
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    request = evolve(request, record=request.record and ending == "learned")  # or the command would not come to these again
    is_learned = len(rounds) > 1 and any(each.states for each in rounds)
    kept, outdone_by = _kept(instance, request, training.weights) if is_learned else ("", 0)
    matters = tuple(Matter(*each) for each in training.matters) if isinstance(training, CrossEntropy) else ()
    return Trained(program.game.name, answer.edition(scenario), scenario.rulings, request.objective, request.seed,
                   request.learners, request.rounds,
                   tuple(_round(each) for each in sorted(rounds, key=lambda each: each.learner)), kept, ending,
                   round(clock.seconds() - began, 3), outdone_by, request.model, matters, program.game.title)


def training_for(instance: Instance, backend: Backend, request: Request, base: Weights | None = None) -> Training:
    """A training from the start of an instance; it goes on from the weights `base` if there are any, with as many learners."""
    setting = Setting(instance.setting.rulings, instance.setting.edition)
    learners = request.learners if base is None else base.learners
    return Training(backend, setting, backend.state(instance.start), learners, request.rounds, request.positions, request.seed,
                    request.threads, request.objective == "grade", base)


def linear_for(instance: Instance, backend: Backend, request: Request) -> CrossEntropy:
    """The same of a linear model."""
    setting = Setting(instance.setting.rulings, instance.setting.edition)
    return CrossEntropy(backend, setting, backend.state(instance.start), request.rounds, request.positions, request.seed,
                        request.threads if backend.is_machine_code else 1, request.objective == "grade")


def learning(training: Training | CrossEntropy, limits: Limits, meter: Meter, *, by_time: bool = False) -> Iterator[Round]:
    """The rounds of a training; LimitReached where a limit ends it first.

    With `by_time` it is laid out for the seconds, if these are over before all rounds are played.
    """
    won = ""

    def go_on(text: str) -> None:
        meter.step(f"{text}{won}")
        limits.check()

    def time_gone() -> float:
        left = limits.seconds_left if by_time else None
        return 0.0 if left is None or limits.seconds is None else 1 - left / limits.seconds

    for each in training.learned(go_on, time_gone):
        won = f", {each.won:.0%} of the last round's games won"
        yield each


def _kept(instance: Instance, request: Request, weights: Weights) -> tuple[str, int]:
    """Keep what was learned; where, or from how many states other weights were learned, if from more, and so stay instead."""
    program, setting = instance.program, instance.setting
    if not request.record:
        more = kept_weights(program, setting, request.objective, request.how)
        if more is not None and more.positions > weights.positions:
            return "", more.positions
    keep(program, setting, request.objective, weights, request.how)
    if not request.record:
        return "cache", 0
    name = file_name(program, setting, request.objective, request.how)
    path = packaged(program, name)
    path.parent.mkdir(exist_ok=True)
    with written_whole(path, force=True) as file:
        file.write(weights.written())
    return name, 0


def _round(each: Round) -> TrainedRound:
    won = share(round(each.won * each.games), 0, each.games)
    half = Z_95 * each.error
    came_to = Mean(*(round(number, 4) for number in (each.worth, max(0.0, each.worth - half), min(1.0, each.worth + half))))
    return TrainedRound(each.learner + 1, each.policy, each.games, each.states, won, each.aim, round(each.loss, 4), came_to,
                        each.width)
