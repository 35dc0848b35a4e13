"""Other games in the place of those installed, for one test."""

from __future__ import annotations

import pytest

import verifier.registry
from verifier.registry import Games


def install_only(monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    """Make these the installed games, for whatever looks them up."""
    monkeypatch.setattr(verifier.registry, "_found", lambda: games)
