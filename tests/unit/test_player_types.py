"""By the types alone, no player is handed the whole state, or the deal: mypy refuses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HONEST = '''
from verifier.instance import Instance
from verifier.policy.desk import Desk
from verifier.policy.players import player
from verifier.policy.scale import Scale
from verifier.policy.table import Player, Seen, Table, seen_in
from verifier.run.backend import Backend


def decided(instance: Instance, backend: Backend, who: Player, table: Table, scale: Scale) -> None:
    setting, state = instance.setting, backend.state(instance.start)
    start = seen_in(backend, state).state
    Desk(backend, setting.in_force, scale)
    player("uct", backend, setting.in_force, 100, start=start)
    who.decide(table.seen, 1)
    who.decide(seen_in(backend, state), 1)
'''
REFUSED = {  # what no player may be handed, and what mypy has to expect in its place
    "Desk(backend, setting, scale)": "InForce",
    'player("uct", backend, setting, 100)': "InForce",
    'player("uct", backend, setting.in_force, 100, start=state)': "PublicState | None",
    "Seen(state)": "PublicState",
    "Seen(table._state)": "PublicState",
    "who.decide(table, 1)": "Seen",
    "who.decide(state, 1)": "Seen",
}


def test_nobody_is_handed_what_players_do_not_see(tmp_path: Path) -> None:
    """One run for all of them, which goes on from the cache of `make lint`; what players may be handed is not refused."""
    file = tmp_path / "handed.py"
    file.write_text(HONEST + "".join(f"    {each}\n" for each in REFUSED))
    found = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary",
                            str(file)], cwd=ROOT, capture_output=True, text=True, check=False)
    first = len(HONEST.splitlines()) + 1
    refusals = {int(line.split(":")[1]): line for line in found.stdout.splitlines() if ": error: " in line}
    assert list(refusals) == list(range(first, first + len(REFUSED))), found.stdout + found.stderr
    for line, expected in zip(refusals.values(), REFUSED.values(), strict=True):
        assert f'expected "{expected}"' in line and line.endswith("[arg-type]")
