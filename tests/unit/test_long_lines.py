"""A line may be longer than any that a policy plays: it is followed and traced all the same."""

from __future__ import annotations

from pathlib import Path

from tests.rule_modules import written
from verifier.lang.values import blank
from verifier.program.program import load
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.search.policy import DECISIONS_MOST, POSITIONS_MOST, Player, Side, dealt

RULES = '''
@game.decision(Phase.ACT)
def wait(table: Table) -> None:
    table.flag = not table.flag


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER


@game.grade
def value(table: Table) -> Grade:
    return Grade(won=table.flag, points=0)
'''


def test_a_line_longer_than_any_that_is_played_is_followed(tmp_path: Path) -> None:
    program = load(written(tmp_path, RULES).game)
    native, edition = Native(program, "interpreted"), blank(program.game.edition_type)
    wait, stop = (program.event_by_text[text].number for text in ("wait", "stop"))
    start = Reference(program, Setting({}, edition)).set_up()
    side, deal, player = Side.of(native, {}, edition, start), dealt(native, 0, ()), Player(native)
    grades = [player.follow(side, deal, (*[wait] * number, stop))[0] for number in (2, 3)]
    long = DECISIONS_MOST + 1 + DECISIONS_MOST % 2  # an odd number: the flag is set at the end
    assert player.follow(side, deal, (*[wait] * long, stop))[0] == grades[1] != grades[0]
    assert player.trace(side, deal, (*[wait] * long, stop)) == long + 2  # the start, and one after each decision
    assert player.trace(side, deal, (wait,) * 2 * POSITIONS_MOST) == POSITIONS_MOST
