"""Other games in the place of those installed, for one test."""

from __future__ import annotations

import pytest

import verifier.instance
import verifier.registry
from verifier.registry import Games


def install_only(monkeypatch: pytest.MonkeyPatch, games: Games) -> None:
    """Make these the installed games, for whatever looks them up.

    Both modules are imported by now: one that was first imported with the other patched would keep the patch for good.
    """
    monkeypatch.setattr(verifier.registry, "installed", lambda: games)
    monkeypatch.setattr(verifier.instance, "installed", lambda: games)
