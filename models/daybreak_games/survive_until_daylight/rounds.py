"""The end of a Round, and of the game."""

from __future__ import annotations

from daybreak_games.survive_until_daylight.line import is_survivor
from daybreak_games.survive_until_daylight.people import next_seat
from daybreak_games.survive_until_daylight.state import Phase, Table, box, game
from verifier.lang import clause, ruling

AFTERWARDS = 7


@game.step(Phase.END_COMBAT, clause=("SUD-E12", "SUD-H15"))
def end_combat(table: Table) -> None:
    """Grenades end, the First Player token moves on; the game is won, or another Round begins."""
    for enemy in table.line:
        clause("SUD-K18", when=enemy.away)
        enemy.away = False
        enemy.acted = False
        if ruling("SUD-52") == "resets" and not is_survivor(enemy):
            enemy.damage = 0
    table.grenades = box.grenades
    clause("SUD-E11", when=any(not is_survivor(left) for left in table.line))
    clause("SUD-N14", when=any(is_survivor(left) for left in table.line))
    for person in table.people:
        if ruling("SUD-82") == "rounds" or table.round < box.rounds:
            person.tired = 0
    table.first = next_seat(table.first)
    if table.round >= box.rounds and all(is_survivor(other) for other in table.line):
        clause("SUD-G01", "SUD-L10")
        clause("SUD-L11", when=table.line.size > 0)
        table.phase = Phase.WON
    else:
        clause("SUD-L02", "SUD-L07", when=table.round >= box.rounds)
        table.round = min(AFTERWARDS, table.round + 1)
        table.phase = Phase.BEGIN_ROUND
