"""Learning what a table of a game is worth, and keeping it for those who play by it."""

from __future__ import annotations

from attrs import frozen

from verifier import clock
from verifier.analysis import answer
from verifier.analysis.choices import EngineChoice
from verifier.analysis.engine import NO_GRADE, compiled
from verifier.analysis.progress import Meter
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.files import written_whole
from verifier.instance import Instance
from verifier.policy.kept import file_name, keep, packaged
from verifier.policy.training import Round, Training
from verifier.results.share import share
from verifier.results.trained import Trained, TrainedRound
from verifier.run.setting import Setting
from verifier.search.limits import LimitReached, Limits


@frozen
class Request:
    """What the options say; `record` keeps the weights in the game's package."""

    objective: str
    rounds: int
    states: int
    seed: int
    threads: int
    limits: Limits
    engine: EngineChoice = EngineChoice.AUTO
    record: bool = False


def trained(instance: Instance, request: Request) -> Trained:
    """Weights for the game of an instance, in its edition and under its rulings, learned from its start.

    BadInput where the game has no grade (DB520), or chance brings what nobody weighs (DB597).
    """
    program, scenario = instance.program, instance.scenario
    if program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=NO_GRADE))
    refuse_unweighed(program, scenario.edition.record, "what a table is worth", "train")
    limits, ending, rounds, kept = request.limits.running(), "learned", list[Round](), ""
    setting = Setting(instance.setting.rulings, instance.setting.edition)
    with Meter("training") as meter:
        backend = compiled(instance, request.engine, meter)
        began = clock.seconds()
        training = Training(backend, setting, backend.state(instance.start), request.rounds, request.states, request.seed,
                            request.threads, whole_grade=request.objective == "grade")

        def go_on(text: str) -> None:
            won = f", {rounds[-1].won:.0%} of the last round's games won" if rounds else ""
            meter.step(f"{text}{won}")
            limits.check()

        try:
            for each in training.learned(go_on):
                rounds.append(each)
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    if len(rounds) > 1:  # the first has been learned from by the end of the second at the latest
        kept = _kept(instance, setting, request, training)
    return Trained(program.game.name, answer.edition(scenario), scenario.rulings, request.objective, request.seed, request.rounds,
                   tuple(_round(each) for each in rounds), kept, ending, round(clock.seconds() - began, 3))


def _kept(instance: Instance, setting: Setting, request: Request, training: Training) -> str:
    """Keep what was learned; where."""
    program, weights = instance.program, training.weights
    keep(program, setting, request.objective, weights)
    if not request.record:
        return "cache"
    name = file_name(program, setting, request.objective)
    path = packaged(program, name)
    path.parent.mkdir(exist_ok=True)
    with written_whole(path, force=True) as file:
        file.write(weights.written())
    return name


def _round(each: Round) -> TrainedRound:
    won = share(round(each.won * each.games), 0, each.games)
    return TrainedRound(each.games, each.states, won, each.aim, round(each.loss, 4))
