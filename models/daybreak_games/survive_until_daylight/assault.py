"""An Assault card is revealed, and its Horde cards are laid out."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.survive_until_daylight.cards import TYPE, Assault, Horde, Type
from daybreak_games.survive_until_daylight.state import Enemy, Phase, Table, box, game
from daybreak_games.survive_until_daylight.trade import begin_trade
from verifier.lang import Range, clause, ruling, weight

Missing = Annotated[int, Range(0, 48)]  # Horde cards: an Assault card brings at most 12 of each of four types


@game.chance(Phase.REVEAL, tape="assault", clause="SUD-W01")
def reveal(table: Table, card: Assault) -> None:
    """The top Assault card is turned over."""
    weight(1 if table.assaults[card] else 0)
    table.assaults[card] = False
    table.revealed = True
    clause("SUD-A01", "SUD-A02")
    clause("SUD-A06", when=card == Assault.BRUTAL)
    clause("SUD-A07", when=card == Assault.VANGUARD)
    clause("SUD-A08", when=card == Assault.OVER_THE_TOP)
    call_up(table, card)
    if ruling("SUD-10") == "at-reveal":
        line_up_next(table)
    else:
        table.phase = Phase.WAVE


@game.rule
def available(table: Table, kind: Type) -> Annotated[int, Range(-48, 900)]:
    """How many Horde cards of a type are left for the line."""
    piled = sum(table.horde[card] for card in Horde if TYPE[card] == kind)
    discarded = sum(table.horde_discard[card] for card in Horde if TYPE[card] == kind)
    if ruling("SUD-18b") == "gone":
        discarded = 0
    return piled + sure_of(table, kind) + discarded - table.to_come[kind]


@game.rule
def call_up(table: Table, card: Assault) -> None:
    """So many of each type come, as far as there are cards of it; nothing comes instead of Survivors (SUD-18)."""
    missing = call_up_type(table, card, Type.SURVIVOR, 0)
    missing = call_up_type(table, card, Type.MONSTER, 0)
    missing = call_up_type(table, card, Type.BRUTE, missing)
    missing = call_up_type(table, card, Type.RAIDER, missing)
    missing = call_up_type(table, card, Type.WANDERER, missing)


@game.rule
def call_up_type(table: Table, card: Assault, kind: Type, instead: Missing) -> Missing:
    """Those of a type come, and some instead of stronger ones; how many are missing then (reading SUD-18 'substitute')."""
    wanted = box.waves[card][kind][box.players - 1] + instead
    missing = max(0, min(48, wanted - max(0, available(table, kind))))
    table.to_come[kind] += wanted - missing
    draw_all_of(table, kind)
    return missing if ruling("SUD-18") == "substitute" else 0


@game.rule
def draw_all_of(table: Table, kind: Type) -> None:
    """If the pile of a type is too small, all of it comes, and the discarded cards make a new pile for the rest."""
    piled = sum(table.horde[horde] for horde in Horde if TYPE[horde] == kind)
    if piled + sure_of(table, kind) < table.to_come[kind]:
        for each in Horde:
            if TYPE[each] == kind:
                table.horde_sure[each] += table.horde[each]
                table.horde[each] = table.horde_discard[each]
                table.horde_discard[each] = 0


@game.rule
def sure_of(table: Table, kind: Type) -> Annotated[int, Range(0, 300)]:
    """How many of the cards to come are known: the last ones of the old pile."""
    return sum(table.horde_sure[card] for card in Horde if TYPE[card] == kind)


@game.rule
def in_hand(table: Table, kind: Type) -> Annotated[int, Range(0, 1)]:
    """Whether a card of a type is in hand: its type is known, and not yet which card it is."""
    return int(table.phase == Phase.LAY_OUT and table.coming == kind)


# -- the line -----------------------------------------------------------------------------------------------------------------


@game.rule
def line_up_next(table: Table) -> None:
    """The next Horde card is laid out; with all of them there, the WAVE! or the Trade phase goes on."""
    if any(number > 0 for number in table.to_come):
        table.phase = Phase.LINE_UP
    elif ruling("SUD-10") == "at-reveal":
        table.phase = Phase.WAVE
    else:
        begin_trade(table)


@game.chance(Phase.LINE_UP, tape="line")
def line_up(table: Table, kind: Type, sure: bool) -> None:
    """The new cards are shuffled: the next one is of any type to come, and from the old pile or the new one, by their numbers."""
    weight(sure_of(table, kind) if sure else table.to_come[kind] - sure_of(table, kind))
    table.to_come[kind] -= 1
    table.coming = kind
    table.sure = sure
    table.phase = Phase.LAY_OUT


@game.chance(Phase.LAY_OUT, tape="horde", clause=("SUD-A03", "SUD-A04"))
def lay_out(table: Table, card: Horde) -> None:
    """A Horde card is drawn, and lies down at the right end of the line."""
    weight(0 if TYPE[card] != table.coming else table.horde_sure[card] if table.sure else table.horde[card])
    if table.sure:
        table.horde_sure.take(card)
    else:
        table.horde.take(card)
    table.coming = Type.WANDERER
    table.sure = False
    table.line.put_bottom(Enemy(card=card, damage=0, spears=0, away=False, acted=False))
    line_up_next(table)
