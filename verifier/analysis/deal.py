"""A deal of a game as a scenario."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from verifier.analysis import answer
from verifier.document.complaints import Complaints
from verifier.errors import BadInput, Problem
from verifier.files import write_file
from verifier.registry import installed
from verifier.results.played import Dealt
from verifier.scenarios.deal import Deal, read_seed, spelled_out
from verifier.scenarios.loader import new_scenario
from verifier.scenarios.start import start_state
from verifier.scenarios.writer import write_scenario
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


def written_deal(name: str, seed: int, edition: str | None, rulings: dict[str, str], title: str | None,
                 file: Path | None = None, *, force: bool = False) -> Dealt:
    """That scenario as the text of a file, or written to one; BadInput (DB585) for a file that is there, without `force`."""
    scenario = dealt(name, seed, edition, rulings, title)
    text = write_scenario(scenario)
    if file is not None:
        write_file(file, text, force=force)
    return Dealt(name, answer.edition(scenario), scenario.deal.seed, None if file is None else str(file),
                 text if file is None else None)


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
