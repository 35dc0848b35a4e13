"""Random rules mean the same in the reference and in emitted code: successor, clauses, refusals, and where they fail."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.agreement.language_programs import program
from tests.rule_modules import READINGS, SWITCH, Both, Outcome, random_value, written
from verifier.run.native import Engine


def _differences(folder: Path, seed: int, decisions: int, states: int, engine: Engine = "interpreted") -> dict[str, int]:
    """Run a module of random decisions on random states; how many events were applied, refused and failed."""
    text = program(seed, decisions)
    module = written(folder, text, readings=READINGS + SWITCH)
    random = Random(seed)
    edition = random_value(module.game.edition_type, random)
    runs = Both(module, engine, edition, {"R-01": random.choice(("top", "under"))})
    seen = {"applied": 0, "forbidden": 0, "failed": 0}
    for _ in range(states):
        state = random_value(module.game.state_type, random)
        state.phase = module.Phase.ACT
        for event in runs.program.events:
            referred, emitted = runs.referred(state, event), runs.emitted(state, event)
            assert referred == emitted, _told(module.__file__, seed, event.text, event.rule.name, referred, emitted, state)
            seen["applied" if referred.state else "forbidden" if referred.forbidden else "failed"] += 1
    return seen


def _told(file: str | None, seed: int, event: str, rule: str, referred: Outcome, emitted: Outcome, state: object) -> str:
    source = Path(str(file)).read_text(encoding="utf-8")
    body = source[source.index(f"def {rule}("):].split("\n\n\n")[0]
    first = source[:source.index(body)].count("\n") + 1
    numbered = "\n".join(f"{number:4} {line}" for number, line in enumerate(body.splitlines(), start=first))
    return f"seed {seed}: {event}\n{numbered}\nstate {state}\nreference {referred}\nemitted   {emitted}"


@pytest.mark.parametrize("seed", range(20))
def test_random_rules_agree(seed: int, tmp_path: Path) -> None:
    seen = _differences(tmp_path, seed, decisions=12, states=8)
    assert seen["applied"] > 30


def test_random_rules_fail_and_are_refused_often_enough_to_tell(tmp_path: Path) -> None:
    seen = _differences(tmp_path, 1000, decisions=40, states=8)
    assert min(seen.values()) > 30


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2200))
def test_many_random_rules_agree(seed: int, tmp_path: Path) -> None:
    _differences(tmp_path, seed, decisions=20, states=20)


@pytest.mark.long
def test_random_rules_agree_natively(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    _differences(tmp_path, 3000, decisions=20, states=200, engine="native")
