"""The state machine itself and what it draws.  Imported only by `verifier.testing.machine`, since it needs hypothesis."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as some
from hypothesis.control import current_build_context
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from verifier.errors import BadInput
from verifier.lang.events import Event
from verifier.lang.layout import slots
from verifier.lang.types import PileType
from verifier.program.program import Program
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.shuffle import SEED_MOST
from verifier.testing.reproducer import Failure, write_fault
from verifier.testing.shortening import shortened
from verifier.testing.starts import Change, Place, Start, flat, places, scenario_of_start
from verifier.testing.walk import Fault, Walk, WalkOptions


def machine_class(asked: WalkOptions, editions: tuple[str, ...], changes_max: int,
                  folder: Path | None) -> type[RuleBasedStateMachine]:
    """The class of a game's machines; `verifier.testing.game_machine` says what they do.

    There is one rule for all kinds of events: hypothesis turns rules off at random, and with a rule for each kind, of which
    only one is possible at a time, it would throw most games away at their first event.
    """
    program, files = asked.program, [folder] if folder is not None else []

    class GameMachine(RuleBasedStateMachine):
        """A game being played."""

        @initialize(start=starts(program, editions, changes_max))
        def begin(self, start: Start) -> None:
            """Set up the table."""
            self.walk: Walk | None = None
            self.scenario = new_scenario(program.game, title="drawn", edition=start.edition, rulings=dict(start.rulings))
            self.checked(lambda: self.set_up(start))

        @rule(data=some.data())
        def event(self, data: Any) -> None:
            """The next decision or outcome of chance, and the steps that follow; a game that is over begins again."""
            walk = self.walk
            assert walk is not None
            if walk.over:
                if walk.events:
                    self.checked(walk.begin)
                return
            chosen = _chosen(data, walk.options)
            self.checked(lambda: walk.play(chosen))

        def set_up(self, start: Start) -> None:
            """The scenario of a start and the walk from it."""
            try:
                self.scenario = scenario_of_start(program, start)
            except BadInput as error:
                raise Fault("start", f"the start is refused: {error}") from error
            self.walk = Walk(asked, self.scenario)
            self.walk.begin()

        def checked(self, happens: Callable[[], None]) -> None:
            """Do something; every fault, of the rules or of the engine, leaves here as a Failure whose files are written."""
            try:
                happens()
                return
            except Fault as found:
                fault = found
            except Exception as error:
                fault = Fault("crash", f"a crash: {type(error).__name__}: {error}")
                fault.__cause__ = error
            if not files:
                files.append(Path(tempfile.mkdtemp(prefix=f"daybreak-{program.game.name}-")))
            if self.walk is not None and current_build_context().is_final:  # hypothesis has made it as simple as it can
                self.walk, fault = shortened(self.walk, fault)
            events = tuple(self.walk.events) if self.walk is not None else ()
            # Raised at this one line whatever is wrong: for hypothesis it is one failure, of which it keeps the simplest.
            raise Failure(program.game.name, fault, events, write_fault(files[0], fault, self.scenario, self.walk)) \
                from fault.__cause__

    GameMachine.__name__ = GameMachine.__qualname__ = f"{program.game.title.title().replace(' ', '')}Machine"
    # Explaining a failure means running hundreds of variations under a line tracer: five minutes for a line of five events
    # that is found and made simple in seconds, and nothing is said that the line does not show.
    GameMachine.TestCase.settings = settings(GameMachine.TestCase.settings, phases=set(Phase) - {Phase.explain})
    return GameMachine


def starts(program: Program, editions: tuple[str, ...], changes_max: int) -> some.SearchStrategy[Start]:
    """Starts: the simplest is the set-up of the first edition under the default rulings, every outcome to be drawn."""
    others = [(id_, choice) for id_, reading in program.readings.switches.items()
              for choice in reading.choices if choice != reading.default]
    rulings = some.lists(some.sampled_from(others), unique_by=lambda pair: pair[0]).map(tuple) if others else some.just(())
    here = places(program)
    changes = some.lists(some.sampled_from(here).flatmap(changed), max_size=changes_max).map(tuple)
    return some.builds(Start, edition=some.sampled_from(editions), rulings=rulings,
                       seed=some.none() | some.integers(0, SEED_MOST), changes=some.just(()) | changes)


def changed(place: Place) -> some.SearchStrategy[Change]:
    """A place with what its type allows; the simplest are the numbers nearest to zero, and the empty pile."""
    pile = place.kind if isinstance(place.kind, PileType) else None
    item = some.tuples(*(some.integers(slot.low, slot.high) for slot in slots(pile.item if pile is not None else place.kind)))
    items = some.lists(item, max_size=pile.size) if pile is not None else item.map(lambda drawn: [drawn])
    return items.map(lambda drawn: Change(place, flat(place.kind, drawn)))


def _chosen(data: Any, options: list[list[Event]]) -> Event:
    """One of the options: first a rule, so that a decision with many arguments does not crowd out the others."""
    name = data.draw(some.sampled_from([events[0].rule.name for events in options]), label="rule") if len(options) > 1 else ""
    events = {event.text: event for events in options for event in events if not name or event.rule.name == name}
    return events[data.draw(some.sampled_from(list(events)), label=options[0][0].rule.kind)]
