"""Random rules mean the same in every run: successor, clauses, refusals, and where they fail."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.agreement.language_programs import program
from tests.rule_modules import READINGS, SWITCH, Both, Outcome, random_value, written
from tests.sampling import one_in
from verifier.program.program import load
from verifier.run.native import Engine
from verifier.run.reference import Position
from verifier.run.setting import Setting
from verifier.testing import Symbolic, compare
from verifier.testing.agreement import Compared


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


@pytest.mark.parametrize("seed", range(8))
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


# -- lifted -----------------------------------------------------------------------------------------------------------------


def _lifted(folder: Path, seed: int, decisions: int, known: float, states: int) -> Compared:
    """Compare a module of random decisions, lifted from cells that are known in part, on random states under two settings."""
    module = written(folder, program(seed, decisions), readings=READINGS + SWITCH)
    loaded, random = load(module.game), Random(seed)
    symbolic, done = Symbolic(loaded, known, seed), Compared()
    for ruling in ("top", "under"):
        setting = Setting({"R-01": ruling}, random_value(module.game.edition_type, random))
        found = [random_value(module.game.state_type, random) for _ in range(states)]
        for state in found:
            state.phase = module.Phase.ACT
        done += compare(loaded, setting, [Position(state, ()) for state in found], [symbolic], settles=False)
    assert not done.disagreements, f"seed {seed}, {module.__file__}: {done.disagreements[0]}"
    assert not symbolic.declined
    return done


@pytest.mark.parametrize(("known", "states"), [(0.0, 8), (0.3, 1), (0.7, 1), (1.0, 8)])
@pytest.mark.parametrize("seed", one_in(2, range(2)))
def test_random_rules_agree_lifted(seed: int, known: float, states: int, tmp_path: Path) -> None:
    done = _lifted(tmp_path, 4000 + seed, 12, known, states)
    assert done.events > 2 * states * 12


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5000, 5100))
def test_many_random_rules_agree_lifted(seed: int, tmp_path: Path) -> None:
    for known, states in ((0.0, 20), (0.2, 2), (0.5, 2), (0.8, 4), (1.0, 20)):
        _lifted(tmp_path, seed, 20, known, states)
