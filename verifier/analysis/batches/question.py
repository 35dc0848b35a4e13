"""What is asked about each deal of a batch, with everything that an answer depends on.

A question is plain data: it goes to workers and into files as JSON, and its `key` is the same wherever the answers have to be.
Whoever works on it compares the digests of the rules and of the engine with their own first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from attrs import asdict, define, evolve, frozen

import verifier
from verifier.errors import BadInput, Problem
from verifier.instance import Dealer, Instance, native_of
from verifier.lang.game import Game, Kind
from verifier.ledger.component_data import Edition
from verifier.ledger.editions import document_of, edition_of
from verifier.program.digest import rules_digest
from verifier.program.program import Program
from verifier.scenarios.deal import Deal, tapes
from verifier.scenarios.loader import Scenario, new_scenario

if TYPE_CHECKING:
    from verifier.registry import Games

Ask = Literal["solve", "policy", "first", "line"]
SEED_MOST = 2**63 - 1  # the integers of SQLite have a sign
_KINDS: tuple[Kind, ...] = ("grade", "bound", "estimate", "progress")  # what searches ask besides the rules of play


@frozen
class Question:
    """What is asked about deals: `ask` is "solve" (what can be reached) or "policy" (what players without foresight win).

    Besides these, which batches ask, there are "first" (as "solve", until the first field of the grade is settled: what
    `readings` asks where the best grade is not known) and "line" (what `solve --difficulty` says of a deal, with its line).

    `edition` is a name, and `values` the edition itself, every value of it; `own` is for a file of the user's.  `rulings` are
    all that are in force, by ID, and `chosen` the IDs of those that are not the game's own.  A deal is searched with at most
    `states` states and, if that is limited, `seconds` of work; with a limit of time the answers of two machines may differ.
    `games` of each policy are played on a deal.  `rules` and `engine` are digests of all that searches run of the game and of
    the engine, `version` is the engine's.  `bound_is_proved` says whether the game's bound was, where the question was asked,
    and `dominance` what is known of what it declares never worse.  `start` is empty for deals from the set-up, else it stands for
    the position that they begin at (`place_of`).
    """

    game: str
    edition: str
    values: Mapping[str, Any]
    own: bool
    rulings: Mapping[str, str]
    chosen: Sequence[str]
    ask: Ask
    states: int
    seconds: float | None
    games: int
    bound_is_proved: bool
    dominance: int
    rules: str
    engine: str
    version: str
    start: str = ""

    @property
    def text(self) -> str:
        """The question as JSON, on one line: the same text for the same question."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def key(self) -> str:
        """Sixteen letters for everything that the answers depend on."""
        return blake2b(self.text.encode(), digest_size=8).hexdigest()

    @property
    def choices(self) -> str:
        """The rulings that are not the game's own, as options write them: `UD-43=deck UD-45=move`; empty for none."""
        return " ".join(f"{id_}={self.rulings[id_]}" for id_ in self.chosen)

    @property
    def is_limited_by_time(self) -> bool:
        """Whether two machines may answer it differently, because one is quicker."""
        return self.seconds is not None


def question_of(text: str) -> Question:
    """The inverse of `Question.text`; ValueError for a text that is no question."""
    document = json.loads(text)
    if not isinstance(document, dict):
        raise ValueError("a question is an object")
    try:
        return Question(**document)
    except TypeError as error:
        raise ValueError(str(error)) from error


def asked(scenario: Scenario, program: Program, ask: Ask, *, states: int, seconds: float | None = None, games: int = 0
          ) -> Question:
    """A question about the deals of a scenario that gives neither a deal nor a position."""
    return asked_of(Dealer(scenario, program).instance(0), ask, states=states, seconds=seconds, games=games)


def asked_of(instance: Instance, ask: Ask, *, states: int, seconds: float | None = None, games: int = 0, start: str = ""
             ) -> Question:
    """A question about deals from the start of an instance; what no search looks at does not count (states, of players)."""
    scenario, program = instance.scenario, instance.program
    rulings, own = dict(sorted(scenario.rulings.items())), program.readings.defaults
    return Question(scenario.game.name, scenario.edition.name, document_of(scenario.game, scenario.edition),
                    bool(scenario.edition.file), rulings, [id_ for id_, choice in rulings.items() if choice != own.get(id_)], ask,
                    0 if ask == "policy" else states, seconds, games, instance.bound_is_proved, int(instance.dominance),
                    played_digest(program), engine_digest(), verifier.__version__, start)


def place_of(instance: Instance) -> tuple[str, int]:
    """What a question about one deal has as its start, and the deal's number in the store.

    A deal that a seed gives has its seed.  Of any other the start stands for its chance, too, and its number is 0.
    """
    scenario, key = instance.scenario, instance.reference.key(instance.start)
    seed, start = scenario.deal.seed, "" if scenario.start is None else start_digest(key)
    if seed is not None and seed <= SEED_MOST:
        dealt = tapes(scenario.game, Deal(seed), instance.start.state)
        if tuple(dealt[name] for name in instance.program.tapes) == instance.setting.tapes:
            return start, seed
    return start_digest(key, instance.setting.tapes), 0


def start_digest(key: Sequence[int], chance: Sequence[Sequence[int]] = ()) -> str:
    """Thirty-two letters for a position, with what is given of chance."""
    return blake2b(json.dumps([list(key), [list(tape) for tape in chance]]).encode(), digest_size=16).hexdigest()


@cache
def played_digest(program: Program) -> str:
    """64 letters for all that searches run of a game: rules as they are emitted, and what it declares for searches alone."""
    native = native_of(program, "native")
    parts = [rules_digest(program, _KINDS), native.source]
    parts += [native.projected(patterns).source for patterns in program.game.pattern_sets]
    return blake2b("\0".join(parts).encode(), digest_size=32).hexdigest()


def edition_in(game: Game[Any, Any], question: Question) -> Edition:
    """The edition of a question."""
    edition = edition_of(game, dict(question.values), Path(f"{question.edition}.toml"))
    return edition if question.own else evolve(edition, file="")


@cache
def engine_digest() -> str:
    """Twelve letters for the engine: another text of any of its modules is another engine."""
    folder, digest = Path(verifier.__file__).parent, blake2b(digest_size=6)
    for file in sorted(folder.rglob("*.py")):
        digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@define(eq=False, slots=False)
class Asked:
    """A question on the machine that answers it: its deals, ready to run."""

    question: Question
    games: Games

    def __attrs_post_init__(self) -> None:
        ours, question = engine_digest(), self.question
        if (ours, verifier.__version__) != (question.engine, question.version):
            raise BadInput(Problem(
                "DB611", f"the question is for Daybreak {question.version}, engine {question.engine}, and this is "
                f"{verifier.__version__}, engine {ours}", question.game, "let every worker have the same version"))
        if question.game not in self.games:
            raise BadInput(Problem("DB207", f"the game {question.game} is not installed here", question.game,
                                   "install its package where the workers are"))
        if (rules := played_digest(self.program)) != question.rules:
            raise BadInput(Problem(
                "DB612", f"the question is for rules {question.rules[:12]} of {question.game}, and those installed here are "
                f"{rules[:12]}", question.game, "install the same rules everywhere, or begin a batch in another folder"))

    @cached_property
    def program(self) -> Program:
        """The rules that are installed here."""
        return self.games.program(self.question.game)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario without a deal."""
        game, question = self.program.game, self.question
        return evolve(new_scenario(game, title=game.title, rulings=question.rulings), edition=edition_in(game, question))

    def instance(self, seed: int) -> Instance:
        """The deal of a seed."""
        return self._dealer.instance(seed)

    @cached_property
    def _dealer(self) -> Dealer:
        return Dealer(self.scenario, self.program)
