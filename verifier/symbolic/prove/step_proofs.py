"""Steps that were proved before, kept for this user: what an edit of the rules does not touch is not asked again.

A step is that a rule keeps a property from some lemmas.  It is kept under the digest of all that it depends on: the rule and the
property with all that they call, the types of the state and the component data, the component data, the readings that are open
and those that are not, z3's version, and the code that lifts and asks.  A lemma that it rests on is named by its digest, so that
a step proved from what a lemma said before is of no use once it says something else.  Only proofs are kept: what breaks a
property, or was not known, is asked again.

That a rule does not lead to a phase where nothing can happen is kept likewise, and that decisions of a phase are never without a
legal event: these depend on all rules of the phase.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path

from verifier.lang.bounds import BOUND_HOLDS
from verifier.lang.game import Rule
from verifier.lang.layout import encode
from verifier.program.digest import rule_digest, types_digest
from verifier.program.program import Program
from verifier.run.cache import SealedFolder
from verifier.run.setting import Setting
from verifier.symbolic.prove.kept import RANGES, STUCK, Kept
from verifier.symbolic.solver import Outcome, version

FOLDER = "steps"
Steps = dict[str, list[dict[str, str]]]  # by the digest of a property: the digests of the lemmas of each proof, by their names


class StepProofs:
    """The steps of a program under a setting that were proved, in files of the cache: one for each rule."""

    def __init__(self, program: Program, setting: Setting, free: Sequence[str], *, any_edition: bool = False) -> None:
        self.program, self.setting = program, setting
        self.taken = 0  # how many steps were known
        record = None if any_edition else encode(program.game.edition_type, setting.edition)
        rulings = sorted((id_, choice) for id_, choice in setting.rulings.items() if id_ not in free)
        self._about = _digest(types_digest(program), repr(record), repr(rulings), repr(sorted(free)), version(), _engine())
        self._folder = SealedFolder(FOLDER, "proofs of steps")
        self._steps: dict[str, Steps] = {}
        self._changed: set[str] = set()

    def known(self, rule: Rule, name: str, lemmas: Iterable[str]) -> Kept | None:
        """The proof that a rule keeps a property from some of the lemmas; None if there is none."""
        here = {each: self._property(each) for each in lemmas}
        for rests_on in self._of(rule.name).get(self._property(name), ()):
            if all(here.get(each) == digest for each, digest in rests_on.items()):
                self.taken += 1
                return Kept(rule.name, name, Outcome.UNSAT, tuple(sorted(rests_on)))
        return None

    def keep(self, kept: Kept) -> None:
        """Note a step that was proved; `save` writes it down."""
        if kept.outcome is Outcome.UNSAT:
            rests_on = {name: self._property(name) for name in kept.lemmas}
            proofs = self._of(kept.rule).setdefault(self._property(kept.property), [])
            if rests_on not in proofs:
                proofs.append(rests_on)
                self._changed.add(kept.rule)

    def save(self) -> None:
        """Write down what was noted, for the next run."""
        for rule in sorted(self._changed):
            self._folder.keep(self._file(rule), json.dumps(self._steps[rule], sort_keys=True).encode())
        self._changed.clear()

    def _of(self, rule: str) -> Steps:
        if rule not in self._steps:
            content = self._folder.kept(self._file(rule))
            self._steps[rule] = {} if content is None else json.loads(content)
        return self._steps[rule]

    def _file(self, rule: str) -> str:
        return _digest(self._about, rule_digest(self.program, (rule,)))

    def _property(self, name: str) -> str:
        if name not in self._digests:
            self._digests[name] = self._digest_of(name)
        return self._digests[name]

    def _digest_of(self, name: str) -> str:
        if name == RANGES:
            return RANGES
        game = self.program.game
        if name.startswith(STUCK):
            phase = game.phases[name.removeprefix(STUCK)]
            return _digest(name, rule_digest(self.program, tuple(rule.name for rule in self.program.rules_at(int(phase)))))
        if name == BOUND_HOLDS:
            foreseen = game.foreseen[0].names if game.foreseen else ()
            return _digest(name, rule_digest(self.program, (*(rule.name for rule in game.of_kind("grade", "bound")), *foreseen)))
        return rule_digest(self.program, (name,))

    @cached_property
    def _digests(self) -> dict[str, str]:
        return {}


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=20).hexdigest()


@cache
def _engine() -> str:
    """The digest of the code that lifts and asks."""
    folder = Path(__file__).parents[1]
    return _digest(*(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))))
