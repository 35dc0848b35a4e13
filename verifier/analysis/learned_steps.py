"""What players go by at each step of what is varied: what was learned for it, or else what is learned now.

Weights belong to one edition and one set of rulings, so that those of the game as it is are of no use where a number differs.  A
step without weights goes on, in fewer rounds, from what was learned for the step nearest to it, since play changes little from
one step to the next; steps near to those with weights come first, so that each goes on from a neighbour.  Where nothing was
learned at all, the step in force, or else the first one, is learned from the beginning.

What was learned for a step is kept in the cache when it is done: asked again after an interruption, only the rest is learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.analysis import train
from verifier.analysis.engine import compiled
from verifier.analysis.play_out import refuse_learners, refuse_without_estimate
from verifier.analysis.progress import Meter
from verifier.analysis.varied import Step, Varied
from verifier.errors import BadInput, Problem
from verifier.instance import Instance, instance_of
from verifier.policy.kept import LINEAR, keep, kept_weights, shipped_weights
from verifier.policy.players import POLICIES
from verifier.scenarios.deal import Deal
from verifier.search.limits import LimitReached, Limits

if TYPE_CHECKING:
    from verifier.policy.network import Weights

HINT = "add --train, which takes what it learned before and learns what is missing, or leave"
ENOUGH = 0.5  # of the positions that are asked for; a round has fewer, since its last games are cut off


@frozen(eq=False)
class StepWeights:
    """What players go by at a step (None: nothing was learned), and the value of the step from whose weights they went on."""

    weights: Weights | None
    went_on_from: str = ""

    @property
    def digest(self) -> str:
        """Of the weights; empty where there are none."""
        return "" if self.weights is None else self.weights.digest


@frozen
class Learning:
    """How what is missing is learned: by `train` from the beginning, in so many rounds `again` where another step has weights."""

    train: train.Request
    again: int


def learned_for_steps(instance: Instance, what: Varied, policies: Sequence[str], objective: str, learning: Learning | None,
                      limits: Limits, *, shipped: bool = False, hint: str = HINT) -> tuple[list[StepWeights], str]:
    """What policies go by at each step, kept or, if that is asked for, learned, and how learning ended: "done", or a limit.

    Who is `shipped` goes by what the game's package brings, or on from there, whatever this user has learned besides.
    BadInput, before anything is learned, where a policy lacks what it goes by (DB630, DB640); `hint` says what to do in place of
    the policy, whose name and "out" follow it.
    """
    refuse_without_estimate(instance, policies)
    if what.kind:
        refuse_without_linear(what, policies, objective)
    found = kept_for_steps(what.steps, objective, shipped=shipped)
    if learning is None:
        refuse_unlearned(what, found, policies, hint)
        return found, "done"
    try:
        learn_missing(instance, what, found, learning, limits, shipped=shipped)
    except LimitReached as reached:
        return found, reached.ending
    except KeyboardInterrupt:
        return found, "interrupted"
    return found, "done"


def kept_for_steps(steps: Sequence[Step], objective: str, *, shipped: bool = False) -> list[StepWeights]:
    """What was learned for each step before, by this user or for the game's package; `shipped`: for the package alone."""
    kept = shipped_weights if shipped else kept_weights
    return [StepWeights(kept(each.instance.program, each.instance.setting, objective)) for each in steps]


def learn_missing(instance: Instance, what: Varied, found: list[StepWeights], learning: Learning, limits: Limits, *,
                  shipped: bool = False) -> None:
    """Learn what is missing of `found`, and put it there.

    `instance` is the game as it is, which steps may go on from, too.  LimitReached where a limit ends it before all is learned.
    """
    asked = learning.train
    known = [(each, own.weights) for each, own in zip(what.steps, found, strict=True) if own.weights is not None]
    if what.in_force not in [each.word for each in what.steps]:
        number = int(what.in_force) if what.steps[0].number is not None else None
        as_it_is = Step(what.in_force, number, instance)
        [own] = kept_for_steps([as_it_is], asked.objective, shipped=shipped)
        known += [(as_it_is, own.weights)] if own.weights is not None else []
    missing = [at for at, own in enumerate(found) if own.weights is None]
    if not known:
        at = next((at for at in missing if what.steps[at].word == what.in_force), 0)
        weights = _learned_at(what, what.steps[at], asked, limits, how=from_the_beginning(asked) if shipped else "")
        found[at] = StepWeights(weights)
        known.append((what.steps[at], weights))
        missing.remove(at)
    while missing:
        away, at, near = min((_away(what, what.steps[at], step), at, number)
                             for at in missing for number, (step, _) in enumerate(known))
        step, base = known[near]
        weights = _learned_at(what, what.steps[at], evolve(asked, rounds=learning.again), limits, base)
        found[at] = StepWeights(weights, step.word)
        known.append((what.steps[at], weights))
        missing.remove(at)


def from_the_beginning(asked: train.Request) -> str:
    """How something is learned that goes on from nothing: what was kept so is the same whatever else this user has learned."""
    return f"{asked.learners} x {asked.rounds} rounds of {asked.positions}"


def _learned_at(what: Varied, step: Step, asked: train.Request, limits: Limits, base: Weights | None = None,
                how: str = "") -> Weights:
    """What is learned for a step, from the set-up also where deals begin elsewhere, as weights are found again."""
    scenario = evolve(step.instance.scenario, start=None, deal=Deal())
    return learned(instance_of(scenario, step.instance.program), asked, limits, f"{what.name} {step.word}", base, how)


def _away(what: Varied, step: Step, other: Step) -> tuple[int, bool]:
    """How far a step is from another: numbers by their difference, words all alike, but that in force nearest."""
    between = 0 if step.number is None or other.number is None else abs(step.number - other.number)
    return between, other.word != what.in_force


def refuse_unlearned(what: Varied, found: Sequence[StepWeights], policies: Sequence[str], hint: str) -> None:
    """BadInput (DB630) where a policy plays by what was learned, and nothing was for some step."""
    lacking = [step for step, own in zip(what.steps, found, strict=True) if own.weights is None]
    refuse_learners(policies, _at(what, lacking) if lacking else "", hint)


def refuse_without_linear(what: Varied, policies: Sequence[str], objective: str) -> None:
    """BadInput (DB630) where a policy plays by linear weights, which nothing here learns, and there are none for some step."""
    name = next((each for each in policies if POLICIES[each].linear), None)
    lacking = [] if name is None else [each for each in what.steps if kept_weights(
        each.instance.program, each.instance.setting, objective, LINEAR) is None]
    if lacking:
        game, value = what.steps[0].instance.program.game.name, f"{what.name}={lacking[0].word}"
        how = {"reading": f"--ruling {value}", "edition": f"--edition {lacking[0].word}"}.get(
            what.kind, f"--edition FILE, an edition of yours that says {value}")
        raise BadInput(Problem("DB630", f"{name} plays by linear weights, and none were learned for {_at(what, lacking)}",
                               "--policy", f"run `daybreak train {game} --model {LINEAR}` for each of them, as with {how}; or "
                               f"leave {name} out"))


def _at(what: Varied, steps: Sequence[Step]) -> str:
    return f"{what.name} {', '.join(each.word for each in steps)}"


def learned(instance: Instance, asked: train.Request, limits: Limits, title: str, base: Weights | None = None,
            how: str = "") -> Weights:
    """Weights that are kept, or else learned, from a base if there is one, and kept; those of a short trial are learned anew.

    What the game's package brings is no trial, in however few rounds it was learned.  LimitReached where a limit ends it first;
    nothing is kept then.
    """
    program, setting = instance.program, instance.setting
    how = how if base is None else f"{asked.rounds} rounds of {asked.positions} by seed {asked.seed} from {base.digest}"
    kept = kept_weights(program, setting, asked.objective, how)
    shipped, enough = shipped_weights(program, setting, asked.objective), ENOUGH * asked.learners * asked.rounds * asked.positions
    if kept is not None and (how or kept.positions >= enough or (shipped is not None and kept.positions >= shipped.positions)):
        return kept
    with Meter(f"{title}: training") as meter:
        training = train.training_for(instance, compiled(instance, asked.engine, meter), asked, base)
        for _ in train.learning(training, limits, meter):
            pass
    keep(program, setting, asked.objective, training.weights, how)
    return training.weights
