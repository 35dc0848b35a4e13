"""Every scenario that comes with the games loads: its position is possible under the rules as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.instance import load_instance

FOLDER = Path(__file__).parents[2] / "scenarios"
SCENARIOS = [path for path in sorted(FOLDER.rglob("*.toml")) if path.parent.name != "editions"]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_it_loads(path: Path) -> None:
    assert load_instance(path).scenario.name == path.stem
