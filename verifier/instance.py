"""A scenario made ready to run: its program, the setting in force, the start position, and the engines, each when needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import IntEnum
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, evolve

from verifier import clock
from verifier.errors import BadInput, RuleFailed
from verifier.lang.authored import authored
from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.dominance import NEVER_WORSE, NEVER_WORSE_IF_WON
from verifier.lang.layout import encode
from verifier.lang.picture import Picture
from verifier.lang.types import EnumType, word_of
from verifier.lang.values import copied
from verifier.lang.words import Run, running
from verifier.program.program import Program
from verifier.program.proofs import OWN_PROOFS, digests_of, load_proofs
from verifier.registry import Games, installed
from verifier.run.broken import broken_in
from verifier.run.cache import SealedFolder
from verifier.run.control import Dominance
from verifier.run.foreseen import foreseen
from verifier.run.reference import Impossible, Position, Reference
from verifier.run.setting import Setting
from verifier.scenarios.deal import TAPE_NUMBERS, Tape, tapes, tapes_of
from verifier.scenarios.loader import Scenario, load_scenario
from verifier.scenarios.sent import Sent, received, sent
from verifier.scenarios.shuffle import numbers
from verifier.scenarios.start import start_state
from verifier.visible import one_line, shown, visible

if TYPE_CHECKING:  # the native run needs numpy, which takes long to import
    from verifier.run.native import Engine, Native

D = TypeVar("D")
FILES_MOST = 500  # that are looked at for one that is meant


@define(eq=False, slots=False, repr=False)
class Instance:
    """Everything that a command needs to run a scenario.  The start is as the scenario gives it: nothing was run yet.

    It can be pickled: the scenario and a user's own edition go to the other process, and the rules are those of the game that is
    installed there.
    """

    scenario: Scenario
    program: Program
    setting: Setting
    reference: Reference
    start: Position

    def native(self, engine: Engine) -> Native:
        """The emitted code of the program; shared by the scenarios of a game, and not compiled before it is called."""
        with clock.stopped():
            return native_of(self.program, engine)

    def __reduce__(self) -> tuple[Callable[[Sent], Instance], tuple[Sent]]:
        return _received, (sent(self.scenario),)

    def __repr__(self) -> str:
        """One line: the game, the title, the edition, the rulings and what is fixed of chance."""
        said = self.scenario
        deal = [] if said.deal.seed is None else [f"seed {said.deal.seed}"]
        fixed = ", ".join([*deal, *said.deal.given]) or "nothing"
        rulings = "".join(f", {id_}={choice}" for id_, choice in sorted(said.chosen.items()))
        start = ", from a position" if said.start is not None else ""
        return (f"<Instance of {said.game.title}: {shown(said.title)}, edition {said.edition.file or said.edition.name}"
                f"{rulings}{start}; fixed of chance: {fixed}>")

    @property
    def files(self) -> tuple[Path, ...]:
        """The file that the scenario was read from, if there is one."""
        return () if self.scenario.path is None else (self.scenario.path,)

    @cached_property
    def has_deal(self) -> bool:
        """Whether the scenario fixes anything of chance."""
        return any(self.setting.tapes)

    def board(self, position: Position) -> str | None:
        """The table as the game draws it, or None if it has no drawing.  Raises RuleFailed (DB406) if the game cannot draw it.

        A drawing reads rulings and component data as rules do; what it does to the state it is given changes nothing.
        """
        drawn = self._drawn(self.program.game.drawing, position, str)
        return None if drawn is None else visible(drawn)

    def picture(self, position: Position) -> Picture | None:
        """The table as shapes for a page, or None if the game has no picture; as for `board`."""
        return self._drawn(self.program.game.painting, position, Picture)

    def _drawn(self, draw: Callable[[Any], D] | None, position: Position, kind: type[D]) -> D | None:
        if draw is None:
            return None
        what = f"the {'picture' if kind is Picture else 'board'} of {self.program.game.title}"
        with running(Run(self.setting.rulings, self.setting.edition)), authored(what, draw):
            drawn = draw(copied(position.state))
            if not isinstance(drawn, kind):
                raise TypeError(f"expected a {kind.__name__}, got {type(drawn).__name__}")
        return drawn

    def grade(self, position: Position) -> tuple[int, ...] | None:
        """The grade of a finished game as integers, the field that matters most first; None for a game without grades."""
        return self._fields("grade", position)

    def bound(self, position: Position) -> tuple[int, ...] | None:
        """A grade that no line from here can exceed, if the game has a bound."""
        return self._fields("bound", position)

    @cached_property
    def bound_is_proved(self) -> bool:
        """Whether the bound is proved: the game has none, or a proof is kept for the rules, edition and rulings in force.

        It is kept by the game's package or, sealed, among this user's own files.  The proof assumes the invariants, so they are
        checked at the start.
        """
        if self.program.game.only("bound") is None:
            return True
        with clock.stopped():  # a digest of the rules: paid once
            if not self._has_proof(BOUND_HOLDS):
                return False
        return not any(broken_in(self.reference, self.start))

    @cached_property
    def dominance(self) -> Dominance:
        """How far it is proved that what the game declares is never worse; as for the bound."""
        if self.program.game.dominance is None:
            return Dominance.OFF
        with clock.stopped():
            proved = {NEVER_WORSE: Dominance.PROVED, NEVER_WORSE_IF_WON: Dominance.WINS}
            known = next((proved[name] for name in proved if self._has_proof(name)), Dominance.DECLARED)
        return Dominance.DECLARED if any(broken_in(self.reference, self.start)) else known

    def _has_proof(self, property_name: str) -> bool:
        digests = digests_of(self.program, self.setting.edition, self.setting.rulings, property_name)
        known = {proof.digest for proof in load_proofs(self.program.game.folder)}
        own = SealedFolder(OWN_PROOFS, "proofs")
        return any(digest in known or own.kept(digest) is not None for digest in digests)

    @cached_property
    def seats(self) -> dict[str, IntEnum]:
        """The seats by how they are written, in their order; none in a game without an outcome."""
        rule = self.program.game.only("outcome")
        kind = None if rule is None else rule.parameters[1][1]
        members = [kind.value(number) for number in range(kind.low, kind.high + 1)] if isinstance(kind, EnumType) else []
        return {word_of(member): member for member in members if member is not None}

    def outcome(self, position: Position, seat: str) -> tuple[int, ...]:
        """What an end is worth to a seat, as integers, the one that matters most first."""
        rule = self.program.game.only("outcome")
        assert rule is not None
        value = self.reference.said(rule, copied(position.state), self.seats[seat])
        return (int(value),) if rule.returned_record is None else tuple(encode(rule.returned_record, value))

    def sees(self, position: Position, seat: str) -> tuple[int, ...]:
        """What a position looks like to a seat, as integers: the state with what is hidden from the seat written over."""
        return tuple(self.program.encode(self.reference.seen(position.state, self.seats[seat])))

    def _fields(self, kind: Any, position: Position) -> tuple[int, ...] | None:
        rule = self.program.game.only(kind)
        if rule is None or rule.returned_record is None:
            return None
        return tuple(encode(rule.returned_record, self.reference.value(rule, position)))


@cache
def native_of(program: Program, engine: Engine) -> Native:
    """The emitted code of a program; not compiled before it is called."""
    from verifier.run.native import Native

    return Native(program, engine)


def _received(data: Sent) -> Instance:
    games = installed()
    scenario = received(data, games)
    return instance_of(scenario, games.program(scenario.game.name))


def load_instance(path: Path, games: Games | None = None) -> Instance:
    """The scenario of a file, ready to run; BadInput with everything that is wrong with it."""
    games = installed() if games is None else games
    try:
        scenario = load_scenario(path, games)
    except BadInput as error:
        if str(path) in games and [problem.code for problem in error.problems] == ["DB101"]:
            hint = f"for a scenario of that game: daybreak deal {path} -o FILE.toml"
            raise BadInput([evolve(problem, hint=hint) for problem in error.problems]) from None
        if [problem.code for problem in error.problems] == ["DB101"] and (hint := _like(path)):
            raise BadInput([evolve(problem, hint=hint) for problem in error.problems]) from None
        raise
    return instance_of(scenario, games.program(scenario.game.name))


def _like(path: Path) -> str:
    """A file that somebody may have meant by one that is not there: of that name elsewhere, or of one like it beside it."""
    try:
        folders = [Path(), Path("scenarios"), *islice(Path("scenarios").glob("*/"), FILES_MOST)]
        same = [folder / path.name for folder in folders if (folder / path.name).is_file()]
        close = get_close_matches(path.name, [each.name for each in islice(path.parent.glob("*.toml"), FILES_MOST)], n=1)
    except (OSError, ValueError):
        return ""
    found = same[0] if same else path.parent / close[0] if close else None
    return "" if found is None else f'did you mean "{one_line(str(found))}"?'


def instance_of(scenario: Scenario, program: Program) -> Instance:
    """A scenario, ready to run; BadInput when its start or its deal is impossible."""
    return _dealt(scenario, program, start_state(scenario))


class Dealer:
    """The deals of one scenario by their seeds: what no seed changes is worked out once."""

    def __init__(self, scenario: Scenario, program: Program) -> None:
        self.scenario, self.program, self._start = scenario, program, start_state(scenario)
        self._tapes = tapes_of(scenario.game)

    def instance(self, seed: int) -> Instance:
        """The deal of a seed, ready to run: what `instance_of` gives."""
        return _dealt(evolve(self.scenario, deal=evolve(self.scenario.deal, seed=seed)), self.program, self._start, self._tapes)


class OpenDealer:
    """What chance may bring from the position of an instance, by seeds, whatever the scenario's deal says.

    Each seed has numbers by which every chance rule picks, weighed as it weighs its outcomes then: also in the place of an order,
    which would not know of cards that come back.  Not promised: that `TAPE_NUMBERS` of them last to the end of a game.
    """

    def __init__(self, instance: Instance) -> None:
        self._instance = instance

    def instance(self, seed: int) -> Instance:
        """The position, with what the seed brings from there."""
        of = self._instance
        brought = tuple(tuple(numbers(seed, name, TAPE_NUMBERS)) for name in of.program.tapes)
        return _with_chance(of.scenario, of.program, Setting(of.setting.rulings, of.setting.edition, brought), of.start.state)


def _dealt(scenario: Scenario, program: Program, state: Any, known: Mapping[str, Tape] | None = None) -> Instance:
    dealt: Mapping[str, tuple[int, ...]] = tapes(scenario.game, scenario.deal, state, known)
    setting = Setting(scenario.rulings, scenario.edition.record, tuple(dealt[name] for name in program.tapes))
    if scenario.deal.given:
        reference = Reference(program, setting)
        _refuse_impossible(reference, reference.position(state))
    return _with_chance(scenario, program, setting, state)


def _with_chance(scenario: Scenario, program: Program, setting: Setting, state: Any) -> Instance:
    reference = Reference(program, setting)
    position = reference.position(state)
    if program.foresight is not None:
        reference = Reference(program, foreseen(reference, position))
        setting = reference.setting
    return Instance(scenario, program, setting, reference, position)


def _refuse_impossible(reference: Reference, start: Position) -> None:
    """Refuse a deal that names what cannot happen before anybody has decided anything: no line could follow it."""
    try:
        reference.settled(start)
    except Impossible as error:
        raise BadInput([evolve(problem, code="DB224") for problem in error.problems]) from error
    except RuleFailed:
        return  # whoever plays from here will see the failure
