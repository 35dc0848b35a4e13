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
from verifier.instance import Instance, instance_of, load_instance
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


def subject(what: str, edition: str | None = None, rulings: list[str] | None = None) -> tuple[Instance, bool]:
    """A game from its set-up, or a scenario, and whether it is a game; a file that is there is a scenario.

    BadInput (DB594) for an edition or rulings beside a scenario, which says its own.
    """
    looks_like_file = what.endswith(".toml") or "/" in what or Path(what).exists()
    if looks_like_file and what not in installed():
        refuse_beside_scenario(edition, rulings)
        return load_instance(Path(what)), False
    program = installed().program(what)
    scenario = new_scenario(program.game, title=f"{program.game.title} from its set-up", edition=edition,
                            rulings=rulings_of(rulings or []))
    return instance_of(scenario, program), True


def refuse_beside_scenario(edition: str | None, rulings: list[str] | None) -> None:
    """BadInput (DB594) for an edition or rulings beside a scenario, which says its own."""
    if edition is not None or rulings:
        raise BadInput(Problem("DB594", "a scenario says its edition and its rulings",
                               "--edition" if edition is not None else "--ruling", "name a game, or change the scenario"))


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
