"""`daybreak play-out`: what players who see the table, and not the deal, make of a game, and what knowing more is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.analysis.choices import EngineChoice, PlayObjective, Policy
from verifier.analysis.defaults import KNOWS_MOST, PLAYED_DEALS, PLAYED_DEALS_MOST, SIMULATIONS, SIMULATIONS_MOST
from verifier.cli.options import (
    EditionName,
    Force,
    HtmlReport,
    Json,
    Memory,
    PlayAim,
    PlayEngine,
    PlayThreads,
    Rulings,
    Seconds,
    limits_of,
)
from verifier.cli.shown import show
from verifier.errors import EXIT_INTERRUPTED, EXIT_LIMIT, EXIT_OK, EXIT_RULE
from verifier.files import refuse_page
from verifier.verdict import gravest


def play_out(
    game: Annotated[str, typer.Argument(
        metavar="GAME|SCENARIO",
        help="A game that `daybreak games` lists, or a scenario: deals are then played from its table.")],
    policy: Annotated[list[Policy] | None, typer.Option(
        metavar="NAME", help="Who plays: random, greedy, flat, uct, hindsight, estimate-uct, linear, learned, learned-uct "
        "or learned-expectimax; repeatable (default: random, greedy, uct, estimate-uct if the game has an estimate, and "
        "learned-uct if something was learned).")] = None,
    deals: Annotated[int, typer.Option(
        metavar="N", min=1, max=PLAYED_DEALS_MOST, help="How many deals each policy plays.")] = PLAYED_DEALS,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The seed of the first deal; the others count up from it.")] = 1,
    simulations: Annotated[str, typer.Option(
        metavar="N,...", help="How many games a player simulates before each decision (flat, hindsight, and those whose "
        f"name ends in uct), or how many positions it looks at (learned-expectimax); 1 to {SIMULATIONS_MOST:,}.  Given several "
        "numbers, they play with each of them.")] = str(SIMULATIONS),
    objective: PlayAim = PlayObjective.FIRST,
    knows: Annotated[str, typer.Option(
        metavar="K,...", help="How many outcomes of each stream of chance players are told in advance at each decision "
        f"(0 to {KNOWS_MOST:,}); given several numbers, every policy plays with each of them.")] = "0",
    lines: Annotated[bool, typer.Option("--lines", help="Also list the decisions of each game, as `replay` takes them.")] = False,
    edition: EditionName = None,
    ruling: Rulings = None,
    threads: PlayThreads = None,
    seconds: Seconds = None,
    memory: Memory = None,
    engine: PlayEngine = EngineChoice.AUTO,
    html: HtmlReport = None,
    force: Force = False,
    json: Json = False,
) -> int:
    """Play many seeded deals with players who do not know what chance will bring, and report the share that each of them wins.

    `solve` and `winnability` say what can be made of a deal by somebody who knows all of it in advance.  These players see only
    the table: they are never handed the deal, and allow for everything that chance could still bring, by its odds.

    random: any legal decision, all equally likely.  greedy: looks one decision ahead, by the game's own bound and then its
    estimate, averaged over chance.  flat: tries each legal decision in the same number of random games.  uct: random games guided
    by a search tree, which leads them to what did well before.  hindsight: imagines up to 16 deals that fit the table, searches
    each as uct does, knowing the whole of it, with its part of the games, and takes the decision with most votes (too bold: it
    plays as if it knew).  estimate-uct: the same tree as uct; where it ends, the game's own estimate judges the position.
    linear: looks one decision ahead, by linear weights (`daybreak train --model linear`).
    learned: looks one decision ahead, and judges by what was learned from games (`daybreak train`).  learned-uct: the tree again;
    where it ends, what was learned judges the position.  learned-expectimax: weighs all that can come next by how likely it is,
    likely positions first, and where that ends, what was learned judges the position; the better one in games of dice.

    No player goes round: a decision that leads back to a position of the same game, with no chance event since, is not taken if
    another one leads elsewhere.  In a game that hides things, and with --objective seat, players may go round.

    With `--knows 0,1,3` the deals are also played with some foresight: at each decision the player is told the next outcome of
    every stream of chance (the next card of a deck, the next roll), or the next three, and nothing of what comes after them.  The
    report plots what knowing the future is worth, from honest players to those who see far ahead.

    In a game that hides things from seats (`@game.hidden`), each decision rests on what its seat has seen so far: the player
    thinks about a sample of the tables that may lie there, and takes secret decisions of others for random ones.

    All seats aim at the same, unless --objective is seat: then each aims at what the end is worth to it (`@game.outcome`), and
    the answer says what each seat wins where all of them play by one policy (random, flat or uct).

    With `--simulations 100,1000` those who think play with either number of simulated games, and the report says whether more of
    them still win more.

    The shares are samples with 95 % intervals.  They say what these players win; a better player may win more.  The same seeds
    give the same games on every machine.

    Exit codes: 0; 124 if the time or the memory ran out before every deal was played; 75 if a game did not end.
    """
    from verifier.api.players import play_out as played

    refuse_page(html, [Path(game)], force)
    found = played(game, policies=policy, seeds=range(seed, seed + deals), simulations=simulations, objective=objective,
                   knows=knows, lines=lines, edition=edition, rulings=ruling, threads=threads,
                   limits=limits_of(seconds, None, memory), engine=engine)
    show(found, json=json, html=html, force=force)
    is_stuck = any(row.unended for row in found.policies)
    return gravest([{"interrupted": EXIT_INTERRUPTED, "seconds": EXIT_LIMIT, "memory": EXIT_LIMIT}.get(found.ending, EXIT_OK),
                    EXIT_RULE if is_stuck else EXIT_OK])
