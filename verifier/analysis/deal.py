"""A deal of a game as a scenario."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.document.complaints import Complaints
from verifier.errors import BadInput, Problem
from verifier.registry import installed
from verifier.scenarios.deal import Deal, read_seed, spelled_out
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.start import start_state
from verifier.visible import shown, visible

if TYPE_CHECKING:
    from verifier.scenarios.loader import Scenario

# Behind a whole order, and for tapes that are no order: enough to see what comes, few enough to read.
NUMBERS = 16


def dealt(name: str, seed: int, edition: str | None, rulings: dict[str, str], title: str | None) -> Scenario:
    """The scenario of a seed: every order whole, then some numbers; the seed stays in it and decides what comes after."""
    game = installed().program(name).game
    scenario = new_scenario(game, title=visible(title or f"{game.title}, seed {seed}"), edition=edition, rulings=rulings,
                            deal=Deal(seed))
    orders = spelled_out(game, scenario.deal, start_state(scenario), NUMBERS)
    return evolve(scenario, deal=Deal(seed, {tape: tuple(entries) for tape, entries in orders.items()}))


def seed_of(text: str | None) -> int:
    """A seed that an option gives, a random one for None; BadInput (DB205) for anything that is none."""
    if text is None:
        return secrets.randbits(31)
    complaints = Complaints()
    seed = read_seed(text, "--seed", complaints)
    complaints.refuse_if_any()
    assert seed is not None
    return seed


def rulings_of(texts: list[str]) -> dict[str, str]:
    """The rulings that options give as ID=CHOICE; whether there are such is for the scenario to say."""
    bad = [text for text in texts if text.count("=") != 1]
    if bad:
        raise BadInput([Problem("DB505", f"expected ID=CHOICE, got {shown(text)}", "--ruling") for text in bad])
    return {id_.strip(): choice.strip() for id_, choice in (text.split("=") for text in texts)}
