"""The ways to search a deal for its best line.  A strategy is a file of its own, a line in `STRATEGIES`, and its tests.

All take the same question and give the same kind of answer, and where two of them are done they agree on the best grade:
`tests/agreement/test_strategies.py` asks every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from verifier import clock
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.run.control import Dominance
from verifier.search.limits import CLOSING_STATES
from verifier.visible import shown

if TYPE_CHECKING:
    from verifier.run.backend import Backend
    from verifier.run.reference import Position, Reference
    from verifier.run.setting import Setting
    from verifier.search.best import Best, BestProgress
    from verifier.search.limits import Limits

DEFAULT = "portfolio"


@frozen
class Entry:
    """A strategy: the function ("module:name") with its own options, and what it does.

    It `prunes` if it looks at the game's bound, and `closes` if it ends by itself on a deal that is small enough.
    """

    function: str
    text: str
    prunes: bool = True
    closes: bool = True
    options: Mapping[str, str] = {}


STRATEGIES: Mapping[str, Entry] = {
    "portfolio": Entry("verifier.search.sure:solve_sure", "the next two in turns, each for as long as it finds better lines"),
    "beam": Entry("verifier.search.sure:solve_sure", "wider and wider beams, for games that go forward with each decision",
                  options={"ways": "beam"}),
    "best-first": Entry("verifier.search.sure:solve_sure", "the most promising state next, where decisions can be taken back",
                        options={"ways": "best-first"}),
    "exhaustive": Entry("verifier.search.exhaustive:solve_exhaustively", "every state of the deal", prunes=False),
    "depth-first": Entry("verifier.search.exhaustive:solve_exhaustively", "the same from the last one found: some line soon, "
                         "where a limit comes before the first end of the shortest", prunes=False,
                         options={"order": "depth-first"}),
    "rollouts": Entry("verifier.search.rollouts:solve_by_rollouts", "random games that learn from the best of them, for "
                      "puzzles where no estimate guides: good lines until a limit, proved best only where no grade can be higher",
                      closes=False),
}
CLOSING = tuple(name for name, each in STRATEGIES.items() if each.closes)

SIDED_DEFAULT, PROOF_NUMBER = "exhaustive", "proof-number"
# The ways to find out what seats can force, with what each does.
SIDED: Mapping[str, str] = {
    SIDED_DEFAULT: "every state of the game",
    PROOF_NUMBER: "the states that may settle it first, against the rest: short forced wins without exploring the whole game",
}


class Strategy(Protocol):
    """A search for the best line from `start` for the deal of `setting`, within limits.

    `enough` is a grade (as a number) with which the first line found will do.  Unless `bound_is_proved`, nothing that rests on
    the game's bound may be called proved; what that leaves open may be searched again without it, at most `states_max` states
    of it (None: as many as the limits allow); to `shorten` is to look for a line of fewer decisions that is as good.  States that
    are worse than others, as the game declares, are left out only as far as `dominance` says that it is proved.  So many
    `threads` do what explores every state.  Raises RuleFailed where a rule fails before the first decision.
    """

    def __call__(self, backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
                 report: Callable[[BestProgress], None] = ..., *, bound_is_proved: bool, enough: int | None = None,
                 states_max: int | None = CLOSING_STATES, shorten: bool = False, threads: int = 1,
                 dominance: Dominance = Dominance.DECLARED, **options: Any) -> Best: ...


def known(name: str, where: str) -> str:
    """A name of a strategy; BadInput (DB527) with those there are."""
    if name == PROOF_NUMBER:
        raise BadInput(Problem("DB527", "proof-number search is for what seats can force: where nobody is against the player, "
                               "best-first search by the game's estimate is what it comes to", where,
                               "take best-first, or add --for and --against rest"))
    return _one_of(name, STRATEGIES, where)


def known_of_sides(name: str, where: str) -> str:
    """A name of a strategy for what seats can force; BadInput (DB527) with those there are."""
    return _one_of(name, SIDED, where)


def _one_of(name: str, names: Iterable[str], where: str) -> str:
    if name not in names:
        raise BadInput(Problem("DB527", f"there is no strategy {shown(name)} here", where,
                               did_you_mean(name, names)))
    return name


def best_line(backend: Backend, reference: Reference, setting: Setting, start: Position, limits: Limits | None = None,
              report: Callable[[BestProgress], None] = lambda progress: None, *, bound_is_proved: bool, enough: int | None = None,
              states_max: int | None = CLOSING_STATES, shorten: bool = False, strategy: str = DEFAULT,
              threads: int = 1, dominance: Dominance = Dominance.DECLARED) -> Best:
    """The best line by a strategy of `STRATEGIES`: what every search for one goes through."""
    module, name = STRATEGIES[strategy].function.split(":")
    with clock.stopped():  # loading is not counted
        search: Strategy = getattr(import_module(module), name)
    return search(backend, reference, setting, start, limits, report, bound_is_proved=bound_is_proved, enough=enough,
                  states_max=states_max, shorten=shorten, threads=threads, dominance=dominance,
                  **STRATEGIES[strategy].options)
