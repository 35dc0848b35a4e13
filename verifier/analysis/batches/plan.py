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
# What two questions may differ in, said as it is asked; what comes last follows from the versions that are installed.
_WORDS = {"game": "the game", "ask": "--ask", "edition": "the edition", "states": "--states", "seconds": "--seconds",
          "games": "--games", "choices": "--ruling"}
_INSTALLED = {"rulings": "the rulings that the game has by itself", "rules": "the rules of the game", "version": "Daybreak",
              "engine": "the engine of Daybreak", "bound_is_proved": "what is proved of the bound",
              "dominance": "what is proved of what is never worse", "own": "where the edition comes from"}


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
                               one_line(str(folder / NAME)), "name another folder, or ask as before to go on with this one"))
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
    """What differs, in words: the first thing, with both."""
    if there.size != plan.size:
        return f"--shard-deals {there.size}, not {plan.size}"
    if len(there.questions) != len(plan.questions):
        return f"it asks about {len(there.questions)} editions or rulings, not {len(plan.questions)}"
    old, new = next((old, new) for old, new in zip(there.questions, plan.questions, strict=True) if old != new)
    for name, words in _WORDS.items():
        if getattr(old, name) != getattr(new, name):
            return f"{words} {getattr(old, name) or 'none'}, not {getattr(new, name) or 'none'}"
    if old.values != new.values:
        return f"the edition {old.edition} has changed since: {_changed(old, new)}"
    changed = [words for name, words in _INSTALLED.items() if getattr(old, name) != getattr(new, name)]
    return f"since it was begun, {' and '.join(changed)} changed"


def _changed(old: Question, new: Question) -> str:
    """The values of an edition that differ, those that are a number or a word with both."""
    before, after = old.values["values"], new.values["values"]
    found = []
    for name in sorted({*before, *after}):
        one, other = (values.get(name, {}).get("value") for values in (before, after))
        if one != other:
            found.append(name if isinstance(one, dict | list) else f"{name} {one}, now {other}")
    return ", ".join(found) or "what is said of its values"
