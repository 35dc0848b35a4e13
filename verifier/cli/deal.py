"""`daybreak deal`: a scenario with everything that chance decides spelled out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verifier.cli.file import refuse_outputs, write_file
from verifier.cli.options import Force, Json
from verifier.cli.terminal import put_out
from verifier.errors import BadInput, Problem
from verifier.scenario.visible import shown

if TYPE_CHECKING:
    from verifier.scenario.loader import Scenario

# Behind a whole order, and for tapes that are no order: enough to see what comes, few enough to read.
NUMBERS = 16


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `daybreak games` lists.")],
    seed: Annotated[str | None, typer.Option(metavar="N", help="0..18446744073709551615; a random one unless told.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there, not to stdout.")] = None,
    edition: Annotated[str | None, typer.Option(metavar="NAME|FILE.toml", help="The component data to use.")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE", help="A reading in force; repeatable.")] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The scenario's title.")] = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Write a scenario of GAME from its set-up, with the order of the deal spelled out.

    The same seed means the same deal on every machine, for ever.
    """
    from verifier.cli import answer
    from verifier.report import json as as_json
    from verifier.scenario.writer import write_scenario

    to_file = output is not None and str(output) != "-"
    refuse_outputs([output] if to_file else [], [], force)
    scenario = dealt(game, seed_of(seed), edition, rulings_of(ruling or []), title)
    text = write_scenario(scenario)
    if output is not None and to_file:
        write_file(output, text, force=force)
    if json:
        document = as_json.deal(game, answer.edition(scenario), scenario.deal.seed, str(output) if to_file else None,
                                None if to_file else text)
        put_out(as_json.text(document))
    elif not to_file:
        put_out(text)
    return 0


def dealt(name: str, seed: int, edition: str | None, rulings: dict[str, str], title: str | None) -> Scenario:
    """The scenario of a seed: every order whole, then some numbers; the seed stays in it and decides what comes after."""
    from attrs import evolve

    from verifier.registry import installed
    from verifier.scenario.deal import Deal, spelled_out
    from verifier.scenario.loader import new_scenario
    from verifier.scenario.start import start_state
    from verifier.scenario.visible import visible

    game = installed().program(name).game
    scenario = new_scenario(game, title=visible(title or f"{game.title}, seed {seed}"), edition=edition, rulings=rulings,
                            deal=Deal(seed))
    orders = spelled_out(game, scenario.deal, start_state(scenario), NUMBERS)
    return evolve(scenario, deal=Deal(seed, {tape: tuple(entries) for tape, entries in orders.items()}))


def seed_of(text: str | None) -> int:
    """A seed that an option gives, a random one for None; BadInput (DB205) for anything that is none."""
    from verifier.scenario.complaints import Complaints
    from verifier.scenario.deal import read_seed

    if text is None:
        import secrets

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
