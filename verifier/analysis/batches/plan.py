"""The plan of a batch: which questions are asked about which seeds, kept in its folder so that the same command goes on."""

from __future__ import annotations

import json
from pathlib import Path

from attrs import evolve, frozen

from verifier.analysis.batches.question import Question, question_of
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.visible import one_line

NAME = "plan.json"
_NAMES = ("game", "edition", "ask", "states", "seconds", "games", "choices", "values", "own", "rulings", "rules", "version",
          "engine", "bound_is_proved", "dominance")


@frozen
class Plan:
    """The questions, the seeds from `first` to `last`, and how many seeds make a shard."""

    questions: tuple[Question, ...]
    first: int
    last: int
    size: int

    @property
    def deals(self) -> int:
        """How many deals are asked about, each once for each question."""
        return (self.last - self.first + 1) * len(self.questions)

    def text(self) -> str:
        """The plan as JSON."""
        return json.dumps({"schema": 1, "first": self.first, "last": self.last, "shard_size": self.size,
                           "questions": [json.loads(question.text) for question in self.questions]}, indent=1) + "\n"


def keep(folder: Path, plan: Plan) -> None:
    """Keep a plan in its folder; BadInput (DB619) where another one is kept, unless it only asks about other seeds."""
    there = kept(folder)
    if there is not None and evolve(there, first=plan.first, last=plan.last) != plan:
        raise BadInput(Problem("DB619", f"the folder holds another batch: {_difference(there, plan)}",
                               one_line(str(folder / NAME)), "ask as before to go on with it, or name another folder"))
    if there != plan:
        write_file(folder / NAME, plan.text(), force=True)


def kept(folder: Path) -> Plan | None:
    """The plan that is kept in a folder; None if there is none.  BadInput (DB617) for one that is damaged."""
    path = folder / NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        questions = tuple(question_of(json.dumps(each)) for each in document["questions"])
        return Plan(questions, int(document["first"]), int(document["last"]), int(document["shard_size"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(Problem("DB617", "the plan of the batch is damaged", one_line(str(path)),
                               "delete it and give the whole command again: rows are kept beside it")) from error


def _difference(there: Plan, plan: Plan) -> str:
    if there.size != plan.size:
        return f"its shards have {there.size} seeds, not {plan.size}"
    if len(there.questions) != len(plan.questions):
        return f"it asks {len(there.questions)} questions, not {len(plan.questions)}"
    for old, new in zip(there.questions, plan.questions, strict=True):
        for name in _NAMES:
            if getattr(old, name) != getattr(new, name):
                return f"{name.replace('_', ' ')} {getattr(old, name) or 'none'}, not {getattr(new, name) or 'none'}"
    return "the questions differ"
