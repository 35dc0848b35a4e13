"""What is asked about each deal of a batch, with everything that an answer depends on.

A question is plain data: it goes to workers and into files as JSON, and its `key` is the same wherever the answers have to be.
Whoever works on it compares the digests of the rules and of the engine with their own first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from attrs import asdict, define, evolve, frozen

import verifier
from verifier.errors import BadInput, Problem
from verifier.instance import Dealer, Instance
from verifier.lang.game import Kind
from verifier.ledger.editions import document_of, edition_of
from verifier.program.digest import rules_digest
from verifier.program.program import Program
from verifier.scenarios.loader import Scenario, new_scenario

if TYPE_CHECKING:
    from verifier.registry import Games

Ask = Literal["solve", "policy"]
_KINDS: tuple[Kind, ...] = ("grade", "bound", "estimate", "progress")  # what searches ask besides the rules of play


@frozen
class Question:
    """What is asked about deals: `ask` is "solve" (what can be reached) or "policy" (what players without foresight win).

    `edition` is a name, and `values` every value of an edition of one's own (None: one of the game's).  `rulings` are those that
    are not the game's own, by ID.  A deal is searched with at most `states` states and, if that is limited, `seconds` of work;
    with a limit of time the answers of two machines may differ.  `games` of each policy are played on a deal.  `rules` and
    `engine` are digests of the rules and of the engine that answers, `version` is that of the engine.  `bound_is_proved` says
    whether the game's bound was, where the question was asked, and `dominance` what is known of what it declares never worse.
    """

    game: str
    edition: str
    values: Mapping[str, Any] | None
    rulings: Mapping[str, str]
    ask: Ask
    states: int
    seconds: float | None
    games: int
    bound_is_proved: bool
    dominance: int
    rules: str
    engine: str
    version: str

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
        return " ".join(f"{id_}={choice}" for id_, choice in sorted(self.rulings.items()))

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
    values = document_of(scenario.game, scenario.edition) if scenario.edition.file else None
    deal = Dealer(scenario, program).instance(0)
    return Question(scenario.game.name, scenario.edition.name, values, dict(sorted(scenario.chosen.items())), ask, states,
                    seconds, games, deal.bound_is_proved, int(deal.dominance), rules_digest(program, _KINDS), engine_digest(),
                    verifier.__version__)


@cache
def engine_digest() -> str:
    """Twelve letters for the engine: another text of any of its modules is another engine."""
    folder, digest = Path(verifier.__file__).parent, blake2b(digest_size=6)
    for part in ("lang", "program", "run", "scenarios", "search"):
        for file in sorted((folder / part).rglob("*.py")):
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
        if (rules := rules_digest(self.program, _KINDS)) != question.rules:
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
        question = self.question
        edition = question.edition if question.values is None else None
        scenario = new_scenario(self.program.game, title=self.program.game.title, edition=edition, rulings=question.rulings)
        if question.values is None:
            return scenario
        return evolve(scenario, edition=edition_of(self.program.game, dict(question.values), Path(f"{question.edition}.toml")))

    def instance(self, seed: int) -> Instance:
        """The deal of a seed."""
        return self._dealer.instance(seed)

    @cached_property
    def _dealer(self) -> Dealer:
        return Dealer(self.scenario, self.program)
