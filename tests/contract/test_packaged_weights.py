"""The learned weights that come with games: found for the game as it comes, and described by the README beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

import verifier as daybreak
from verifier.analysis import train
from verifier.analysis.defaults import TRAINING_LEARNERS, TRAINING_ROUNDS, TRAINING_STATES
from verifier.analysis.learned_steps import ENOUGH, learned
from verifier.instance import Instance
from verifier.policy.encoding import encoding_of
from verifier.policy.kept import FOLDER, LINEAR, file_name
from verifier.policy.network import Weights
from verifier.program.digest import rules_digest
from verifier.search.limits import Limits

MODELS = Path(__file__).parents[2] / "models" / "daybreak_games"
FILES = sorted(MODELS.glob(f"*/{FOLDER}/*.npz"))


def test_there_are_some() -> None:
    assert {path.parents[1].name for path in FILES} == {"dawn_of_the_zeds", "survive_until_daylight", "until_dawn",
                                                      "until_daylight"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_readme_says_what_weights_hold_for_and_which_command_makes_them(path: Path) -> None:
    text, (instance, how, column) = (path.parent / "README.md").read_text(encoding="utf-8"), _made_for(path)
    assert how in ("", LINEAR) and path.name == file_name(instance.program, instance.setting, "first", how)
    weights = Weights.read(encoding_of(instance.program.game.state_type), path.read_bytes())
    assert weights is not None
    assert _row(text, "digest of the weights")[column] == f"`{weights.digest}`"
    assert _row(text, "learned from")[column] == f"{weights.positions:,} states"
    assert rules_digest(instance.program, ("grade", "estimate")) in text and f"`{instance.scenario.edition.name}`" in text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_package_brings_is_no_trial_in_however_few_rounds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("learned anew")

    monkeypatch.setattr(train, "training_for", refuse)
    instance, how, _ = _made_for(path)
    if how == LINEAR:
        pytest.skip("steps and readings are learned by networks")
    asked = train.Request("first", TRAINING_LEARNERS, 100 * TRAINING_ROUNDS, TRAINING_STATES, 1, 1, Limits())
    assert learned(instance, asked, Limits(), "in many rounds").positions < ENOUGH * asked.rounds * asked.positions


def _made_for(path: Path) -> tuple[Instance, str, int]:
    """What the weights in a file hold for by the command beside them, how they are learned, and their column in the table."""
    game, text = path.parents[1].name.replace("_", "-"), (path.parent / "README.md").read_text(encoding="utf-8")
    column = next(at for at, cell in enumerate(_row(text, "file")) if path.name in cell)
    command = _row(text, "made by")[column].strip("`").split()
    assert command[:3] == ["daybreak", "train", game] and command[-1] == "--record"
    options = dict(zip(command[3:-1:2], command[4:-1:2], strict=True))
    assert set(options) <= {"--model", "--edition", "--rounds"}
    return daybreak.deal(game, seed=1, edition=options.get("--edition")), options.get("--model", ""), column


def _row(text: str, name: str) -> list[str]:
    """The cells of a row of the table."""
    [row] = [line for line in text.splitlines() if line.startswith(f"| {name} |")]
    return [cell.strip() for cell in row.strip("|").split("|")]
