"""What is installed has names of its own: a `models` folder of somebody else's hides no game, and is never run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import json
import sys

import verifier as daybreak
from verifier.registry import installed

sys.path.insert(0, "")  # as in a notebook
answer = daybreak.solve(daybreak.scenario(sys.argv[1]), engine="interpreted")
import daybreak_games.until_dawn

print(json.dumps([answer.verdict, daybreak_games.__file__, sorted(installed())]))
"""


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A project's folder, whose own `models` fails when it is imported."""
    models = tmp_path / "project" / "models"
    models.mkdir(parents=True)
    (models / "__init__.py").write_text("raise RuntimeError('this is not what was asked for')\n")
    return models.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel brings, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT,
                           capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    [file] = folder.glob("*.whl")
    with zipfile.ZipFile(file) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def run_in(folder: Path, path: Path | None = None) -> tuple[str, Path, list[str]]:
    """The verdict of a little deal there, where the games were loaded from, and their names."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    scenario = ROOT / "scenarios" / "until-dawn" / "e6.toml"
    ran = subprocess.run([sys.executable, "-c", PROGRAM, str(scenario)], cwd=folder, env=environment, capture_output=True,
                         text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    verdict, loaded, names = json.loads(ran.stdout)
    return verdict, Path(loaded).parent, names


def test_a_checkout_is_loaded_where_a_project_has_a_models_folder(foreign: Path) -> None:
    verdict, loaded, names = run_in(foreign)
    assert verdict == "optimal" and {"dawn-of-the-zeds", "until-dawn"} <= set(names)
    assert loaded == ROOT / "models" / "daybreak_games"


def test_a_wheel_is_loaded_where_a_project_has_a_models_folder(foreign: Path, wheel: Path) -> None:
    assert sorted(path.name for path in wheel.iterdir()) == ["daybreak_games", "daybreak_rules-0.1.0.dist-info", "verifier"]
    verdict, loaded, names = run_in(foreign, wheel)
    assert verdict == "optimal" and {"dawn-of-the-zeds", "until-dawn"} <= set(names)
    assert loaded == wheel / "daybreak_games"


def test_a_wheel_has_the_data_that_games_need(wheel: Path) -> None:
    def data(folder: Path) -> set[str]:
        return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}

    for package, root in (("daybreak_games", ROOT / "models"), ("verifier", ROOT)):
        assert data(wheel / package) == data(root / package)
