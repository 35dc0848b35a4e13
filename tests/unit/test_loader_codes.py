"""Every code of the loader and the ledgers is documented where users of the code look, and some test brings it about."""

import re
from pathlib import Path

import pytest

from verifier.document import complaints, limits

ROOT = Path(__file__).parent.parent.parent
SOURCES = [path for folder in ("document", "scenarios", "ledger") for path in sorted((ROOT / "verifier" / folder).glob("*.py"))]
RAISED = sorted({code for path in SOURCES for code in re.findall(r'"(DB\d{3})"', path.read_text())})
TESTS = "".join(path.read_text() for folder in ("unit", "fuzz") for path in sorted((ROOT / "tests" / folder).glob("*.py")))


def test_there_are_codes() -> None:
    assert len(RAISED) >= 30


@pytest.mark.parametrize("code", [code for code in RAISED if code < "DB3"])
def test_a_code_is_documented(code: str) -> None:
    assert code in (limits.__doc__ if code < "DB2" else complaints.__doc__)


@pytest.mark.parametrize("code", RAISED)
def test_a_code_is_brought_about_by_a_test(code: str) -> None:
    assert code in TESTS
