"""Cases of which the default tests take some, and the long tests the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """Values of one argument: the default tests take the first and each `number`th after it, the long tests the others."""
    return [pytest.param(case, marks=[pytest.mark.long] * (at % number > 0)) for at, case in enumerate(cases)]
