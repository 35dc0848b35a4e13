"""What players win who see the table alone, beside what somebody can win who knows the whole deal: on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from verifier.analysis.play_out import LEARNING_POLICIES, Request, played_out, policies_of
from verifier.analysis.solved_deal import SolvedDeal
from verifier.errors import EngineBug, Problem
from verifier.instance import Instance
from verifier.results.played_out import PlayedOut, PolicyRow
from verifier.results.share import paired
from verifier.results.winnable import PlayerShare

FIRST = "first"
SIMPLE, THINKING = ("random", "greedy"), ("uct",)


@frozen(eq=False)
class Beside:
    """The deals as far as they are settled, by whom each was won, by its seed, what each player wins, and how that ended."""

    deals: list[SolvedDeal]
    won_by: Mapping[int, Mapping[str, bool]]
    players: tuple[PlayerShare, ...]
    ending: str


def who_plays(instances: Sequence[Instance]) -> tuple[str, ...]:
    """Who plays where nobody is named: a random player, a greedy one, and the best one that there is for all of some instances.

    That is one who plays by what was learned, if something was learned for each of them, and otherwise one who only thinks.
    """
    learned = all(name in policies_of(each, FIRST) for each in instances for name in LEARNING_POLICIES)
    return (*SIMPLE, *(LEARNING_POLICIES if learned else THINKING))


def beside(instance: Instance, request: Request, solved: Sequence[SolvedDeal], title: str) -> Beside:
    """Play the deals of the request, on the table of an instance, of which the first ones are solved; then compare.

    A deal that a player has won can be won, whether its search was too short or not.  EngineBug where a search has refuted that.
    Not promised: how well the deals can be played; another player may win more.
    """
    found = played_out(instance, request, title)
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
    return PlayerShare(row.policy, row.simulations, row.won, evolve(gap, low=max(0.0, gap.low)), row.unended, row.why)


def _ending(found: PlayedOut) -> str:
    return "done" if found.ending == "played" else found.ending
