"""The best that the living can still reach together, how promising a table looks, and how far the night has come."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import FRESH, Act, Effect, Event, Horror, Item, Keyword
from daybreak_games.dead_til_dawn.dawn import Grade
from daybreak_games.dead_til_dawn.people import is_survivor, last_wound, survivors, worth
from daybreak_games.dead_til_dawn.state import Fate, Phase, Table, box, game
from verifier.lang import Range


@game.rule
def somebody_may_return() -> bool:
    """Whether any card brings a dead player back to life."""
    return (any(box.events[event] > 0 and (box.says[event].first == Effect.RISE or box.says[event].second == Effect.RISE)
                for event in Event)
            or any(box.zombies[horror] > 0 and box.horrors[horror].act == Act.RISE for horror in Horror))


@game.bound
def at_best(table: Table) -> Grade:
    """No line does better: all who are alive stay so, and all others come back, if any card can bring them."""
    if table.phase == Phase.ALL_DEAD:
        return Grade(dawn=False, living=0)
    if table.phase == Phase.DAWN or not somebody_may_return():
        return Grade(dawn=survivors(table) > 0, living=survivors(table))
    return Grade(dawn=True, living=box.players)


@game.rule
def arms(table: Table, seat: Seat) -> Annotated[int, Range(0, 60)]:
    """The Weapons of a Survivor, and twice the Wounds that he can heal; of each card two at most."""
    items = table.people[seat].items
    return min(60, sum((worth(item, Keyword.WEAPON) + 2 * box.sheets[FRESH[item]].heals) * min(2, items[item]) for item in Item))


@game.estimate
def promise(table: Table) -> Annotated[int, Range(0, 20_000)]:
    """Living players, with Wounds to spare, and what they can fight with; figures of our own, which prove nothing."""
    lives = sum(300 + 40 * (last_wound(table, seat) - min(last_wound(table, seat), table.people[seat].wounds)) + arms(table, seat)
                - 30 * min(5, table.people[seat].bites) for seat in Seat
                if is_survivor(table, seat) and table.people[seat].fate == Fate.LIVES)
    hits = sum(person.hits for person in table.people)
    open_attacks = sum(max(0, attack.needs - attack.has) for person in table.people for attack in person.attacks)
    return max(0, min(20_000, lives - 40 * hits - 15 * open_attacks))


@game.progress
def hours(table: Table) -> Annotated[int, Range(0, 400)]:
    """How far the night has come: rounds, and turns in them."""
    if table.phase == Phase.DAWN or table.phase == Phase.ALL_DEAD:
        return 400
    return 20 * (table.round - 1) + table.turns
