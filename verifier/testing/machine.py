"""State machines of hypothesis for any game: many short random games, each event of which is checked in every way.

hypothesis is needed only here, and only when a machine is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.errors import BadInput, Problem
from verifier.ledger.editions import default_edition, editions_of
from verifier.program.program import Program
from verifier.registry import installed
from verifier.run.native import Engine, Native
from verifier.testing.walk import WalkOptions

if TYPE_CHECKING:  # a development dependency
    from hypothesis.stateful import RuleBasedStateMachine


def game_machine(game: Program | str, *, folder: Path | None = None, engines: Sequence[Engine | Native] = ("interpreted",),
                 editions: Sequence[str] = (), ignoring: Collection[str] = (), changes_max: int = 4,
                 inductive: bool = False) -> type[RuleBasedStateMachine]:
    """A `hypothesis.stateful.RuleBasedStateMachine` for a game: the name of an installed one, or a loaded program.

        TestMyGame = game_machine("my-game").TestCase          # found by pytest and unittest

        def test_my_game(tmp_path):                            # or with settings and a folder
            machine = game_machine("my-game", folder=tmp_path)
            run_state_machine_as_test(machine, settings=settings(machine.TestCase.settings, max_examples=500))

    (`machine.TestCase.settings` are hypothesis's own without its phase `explain`, which takes minutes and adds nothing here.)

    A game starts from the set-up of one of the `editions` (those that come with the game), under drawn rulings, with a seeded
    deal or with every outcome drawn when it comes; or from a table where up to `changes_max` scalars, counts or piles of the
    set-up were drawn anew within their types, as far as the invariants allow.  Then legal decisions and outcomes of chance are
    drawn, the simplest first; steps follow by themselves; a game that is over begins again.  After each event it checks:

    - that the state is within its ranges, and survives being encoded, packed, and written as a scenario file;
    - that every invariant and step property holds on the reference run, but for those that `ignoring` names;
    - that every other decision is refused, with a clause of the rulebook, and changes nothing;
    - that what each seat sees can be worked out;
    - that the event, tried again, leads to the same, leaves the position it came from alone, and that its text names it;
    - that the `engines` agree with the reference on all that `verifier.testing.compare` compares.

    From changed tables properties are checked, and rules that fail are faults, only if the game's invariants are said to be
    `inductive`: such a table may be out of every game's reach.

    A failure is an `AssertionError` (`verifier.testing.Failure`) with what is wrong after the simplest line that hypothesis
    found.  It names a scenario and a line for `daybreak replay`, written into `folder` over those of an earlier failure (by
    default a new temporary folder, which nobody deletes).

    Needs hypothesis; raises BadInput (DB540) without it, DB207 for a game that is not installed, and DB208 for an edition that
    the game does not come with.  Nothing is proved by a machine that finds nothing.  Not checked: that games end, that there
    are no dead ends or loops (`daybreak check` does), grades, and files that are larger than a scenario may be.
    """
    try:
        from verifier.testing.stateful import machine_class
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "hypothesis":
            raise
        raise BadInput(Problem("DB540", "state machines need hypothesis, which is not installed", "verifier.testing",
                               "pip install 'daybreak-rules[testing]'")) from error
    program = installed().program(game) if isinstance(game, str) else game
    natives = [engine if isinstance(engine, Native) else Native(program, engine) for engine in engines]
    return machine_class(WalkOptions(program, natives, frozenset(ignoring), inductive), _editions(program, editions),
                         changes_max, folder)


def _editions(program: Program, wanted: Sequence[str]) -> tuple[str, ...]:
    """The editions to play, the game's default first; BadInput for a game without any."""
    known = [default_edition(program.game), *editions_of(program.game)]
    missing = [name for name in wanted if name not in known]
    if missing:
        raise BadInput([Problem("DB208", f"expected an edition of {program.game.name}, got {name!r}", "editions",
                                f"it comes with: {', '.join(sorted(set(known)))}") for name in missing])
    return tuple(dict.fromkeys(wanted or known))
