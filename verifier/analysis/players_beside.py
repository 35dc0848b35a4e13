"""What players win who see the table alone, beside what somebody can win who knows the whole deal: on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from verifier.analysis.play_out import LEARNING_POLICIES, SIMPLE_POLICIES, Request, played_out, thinking_policies
from verifier.analysis.solved_deal import SolvedDeal
from verifier.errors import EngineBug, Problem
from verifier.instance import Instance
from verifier.policy.kept import kept_weights, shipped_weights
from verifier.policy.players import POLICIES
from verifier.results.played_out import PlayedOut, PolicyRow
from verifier.results.share import paired
from verifier.results.winnable import PlayerShare

if TYPE_CHECKING:
    from verifier.policy.network import Weights

FIRST = "first"


@frozen(eq=False)
class Beside:
    """The deals as far as they are settled, by whom each was won, by its seed, what each player wins, and how that ended."""

    deals: list[SolvedDeal]
    won_by: Mapping[int, Mapping[str, bool]]
    players: tuple[PlayerShare, ...]
    ending: str


def learned(instance: Instance, *, shipped: bool = False) -> Weights | None:
    """What was learned for an instance, if anything was; `shipped`: as its game's package brings it, the same for everybody."""
    return (shipped_weights if shipped else kept_weights)(instance.program, instance.setting, FIRST)


def who_plays(instances: Sequence[Instance], *, shipped: bool = False, learning: bool = False) -> tuple[str, ...]:
    """Who plays some instances where nobody is named: a random player, a greedy one, and the best that there are for all of them.

    That is one who plays by what was learned, if something was learned for each of them, and otherwise those who only think: by
    games at random, and by the game's own estimate if it has one.  Which of them is better differs from game to game.  Where what
    is missing is learned first (`learning`), all of them play: what was learned in few rounds may be worse than nothing.
    """
    if learning:
        return (*SIMPLE_POLICIES, *thinking_policies(instances[0].program), *LEARNING_POLICIES)
    has_learned = all(learned(each, shipped=shipped) is not None for each in instances)
    return (*SIMPLE_POLICIES, *(LEARNING_POLICIES if has_learned else thinking_policies(instances[0].program)))


def identity(instances: Sequence[Instance], simulations: int, names: Sequence[str]) -> dict[str, int | str]:
    """What shares of such players depend on besides rules and deals: their names, how long they think, what packages bring."""
    weights = [learned(each, shipped=True) for each in instances if any(POLICIES[name].learns for name in names)]
    found: dict[str, int | str] = {"players": ", ".join(names), "simulations": simulations}
    return found | ({"weights": " ".join(each.digest for each in weights if each is not None)} if weights else {})


def beside(instance: Instance, request: Request, solved: Sequence[SolvedDeal], title: str,
           weights: Weights | None = None) -> Beside:
    """Play the deals of the request, on the table of an instance, of which the first ones are solved; then compare.

    Policies that play by what was learned play by `weights`, or else by those that are kept.
    A deal that a player has won can be won, whether its search was too short or not.  EngineBug where a search has refuted that.
    Not promised: how well the deals can be played; another player may win more.
    """
    found = played_out(instance, request, title, weights)
    won_by = {games[0].seed: {row.policy: game.won for row, game in zip(found.policies, games, strict=True)}
              for games in zip(*(row.games for row in found.policies), strict=True)}
    deals = [_settled(deal, won_by.get(deal.seed, {})) for deal in solved]
    return Beside(deals, won_by, tuple(_share(row, deals) for row in found.policies), _ending(found))


def _settled(deal: SolvedDeal, won_by: Mapping[str, bool]) -> SolvedDeal:
    winner = next((policy for policy, won in won_by.items() if won), None)
    if winner is None or deal.won:
        return deal
    if deal.won is False:
        raise EngineBug(Problem("DB905", f"{winner} wins seed {deal.seed}, and a search says that no line does"))
    return evolve(deal, won=True, why="")


def _share(row: PolicyRow, deals: Sequence[SolvedDeal]) -> PlayerShare:
    won = {game.seed: game.won for game in row.games}
    gap = paired([(won[deal.seed], deal.won) for deal in deals if deal.seed in won])
    gap = evolve(gap, low=max(0.0, gap.low))
    return PlayerShare(row.policy, row.simulations, row.won, gap, row.unended, row.why, row.came_to)


def _ending(found: PlayedOut) -> str:
    return "done" if found.ending == "played" else found.ending
