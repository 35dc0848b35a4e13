"""A player makes room in the inventory, or packs the Backpack.

Cards are discarded by choice only to make room: with room enough nothing is gained by it (SUD-89).
"""

from __future__ import annotations

from daybreak_games.survive_until_daylight.cards import Item, Rubble
from daybreak_games.survive_until_daylight.inventory import BACKPACK_HOLDS, discardable, over_limit, put_away
from daybreak_games.survive_until_daylight.people import whose_turn
from daybreak_games.survive_until_daylight.resuming import draw_the_loss, go_on, go_on_trading, has_backpack
from daybreak_games.survive_until_daylight.state import After, Phase, Table, game
from verifier.lang import require


@game.decision(Phase.REARRANGE, seat=whose_turn, clause="SUD-I04")
def drop(table: Table, item: Item) -> None:
    """The player discards a card to make room."""
    require(over_limit(table, table.turn), "SUD-I04")
    require(table.people[table.turn].items[item] > 0, "SUD-I04")
    require(discardable(table, table.turn, item), "SUD-I07")
    put_away(table, table.turn, item)


@game.decision(Phase.REARRANGE, seat=whose_turn, clause=("SUD-P14", "SUD-P17"))
def pack(table: Table, item: Item) -> None:
    """A card goes into the Backpack."""
    require(has_backpack(table, table.turn) and item != Rubble.BACKPACK, "SUD-P14")
    require(table.people[table.turn].items[item] > 0, "SUD-P14")
    require(table.packed.total < BACKPACK_HOLDS, "SUD-P14")
    table.people[table.turn].items.take(item)
    table.packed.add(item)


@game.decision(Phase.REARRANGE, seat=whose_turn, clause="SUD-P17")
def unpack(table: Table, item: Item) -> None:
    """A card comes out of the Backpack."""
    require(has_backpack(table, table.turn) and table.packed[item] > 0, "SUD-P17")
    table.packed.take(item)
    table.people[table.turn].items.add(item)


@game.decision(Phase.REARRANGE, seat=whose_turn)
def settle(table: Table) -> None:
    """The inventory is in order."""
    require(not over_limit(table, table.turn), "SUD-I01")
    after = table.after
    table.after = After.NOTHING
    match after:
        case After.SEARCH:
            table.phase = Phase.SEARCH
        case After.FOUND:
            go_on(table)
        case After.LOSS:
            draw_the_loss(table)
        case After.TRADE:
            go_on_trading(table)
        case _:
            table.phase = Phase.TURN
