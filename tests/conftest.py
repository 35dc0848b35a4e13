"""What the tests share: the profiles of hypothesis, the golden files with their one update command, the command line.

`pytest --update-golden` rewrites every golden file that a test it runs compares with; read the difference before committing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from hypothesis import HealthCheck, settings

import verifier
from verifier.run.cache import SealedFolder

_TESTS = count()
for _name in verifier.__all__:  # so that no module is first imported, and keeps what it names, while a test has replaced it
    getattr(verifier, _name)

GOLDEN = Path(__file__).parent / "golden" / "expected"

# The first call of a rule may compile it, so no example has a deadline.
settings.register_profile("default", derandomize=True, deadline=None)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that rewrites golden files."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files instead of comparing with them")


@pytest.fixture(autouse=True)
def _kept_for_one_test(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compiled rules are shared; steps of induction that were proved, and what was learned and played, are one test's own.

    Another test may have altered what lifts rules, or ask what somebody makes of a game who has learned nothing yet.
    """
    made, number = SealedFolder.__init__, next(_TESTS)
    own = tmp_path_factory.getbasetemp() / f"kept-{number}"

    def apart(self: SealedFolder, name: str, holds: str) -> None:
        if name == "steps":  # some tests look for it in the cache
            name = f"steps-of-{number}-{os.getpid()}"
        made(self, str(own / name) if name.startswith(("learned-", "played-")) else name, holds)

    monkeypatch.setattr(SealedFolder, "__init__", apart)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of a name; times are scrubbed."""

    def compare(name: str, text: str) -> None:
        path, text = GOLDEN / name, scrubbed(text)
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        assert text == expected, f"{path.name} is different; if that is meant, run pytest --update-golden and read the difference"

    return compare


def scrubbed(text: str) -> str:
    """A text without what differs from run to run."""
    text = re.sub(r"\b\d+\.\d+ s\b", "#.## s", text)
    return re.sub(r'"seconds": [\d.]+', '"seconds": 0', text)


@frozen
class Ran:
    """What a command did: its exit code and what it wrote."""

    code: int
    out: str
    err: str


@pytest.fixture
def daybreak(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command line in this process, 100 columns wide and without colours."""
    from verifier.cli import main

    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    for name in ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: Any) -> Ran:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run
