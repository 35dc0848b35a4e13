"""Whether a reading comes up in a game: what is counted in machine code, against every position tried by the plain rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import verifier as daybreak
from tests.contract.test_games_with_sides import instance
from tests.games import ties
from verifier.analysis.came_up import games_in_which
from verifier.analysis.deal import subject
from verifier.instance import Dealer, Instance
from verifier.run.control import Status
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting

CHOICES = ("UD-43=deck", "UD-03=gone", "UD-04=board-art", "UD-42=matches", "UD-01=none-needed", "UD-38=no-block", "UD-37=after")
SEEDS = range(1, 9)


def positions(rules: Reference, position: Position, line: list[str]) -> Iterator[Position]:
    """Every position of a game, its first and its last among them."""
    decisions = iter(line)
    while True:
        yield position
        kind = rules.kind(position)
        if kind == Status.END:
            return
        if kind == Status.DECISION:
            event = rules.program.event_by_text[next(decisions)]
        else:
            event = rules.events(position)[0] if kind == Status.STEP else rules.dealt(position)
        position = rules.apply(position, event).after


def what_is_possible(rules: Reference, position: Position) -> list[tuple[str, int, tuple[int, ...]]]:
    """Every event that is possible at a position, how likely it is, and what it leads to; at an end, its grade."""
    kind, found = rules.kind(position), list[tuple[str, int, tuple[int, ...]]]()
    if kind == Status.END:
        rule = rules.program.game.only("grade")
        assert rule is not None
        return [(repr(rules.value(rule, position)), 0, ())]
    possible = rules.outcomes(position) if kind == Status.CHANCE else [
        (event, 1) for event in (rules.legal(position) if kind == Status.DECISION else rules.events(position)[:1])]
    for event, weight in possible:
        found.append((event.text, weight, rules.program.encode(rules.apply(position, event).after.state)))
    return found


def naive_count(here: Instance, there: Instance, games: list[tuple[int, list[str]]]) -> int:
    """In how many games the rules of another instance make a difference at some position."""
    count, dealer = 0, Dealer(here.scenario, here.program)
    for seed, line in games:
        dealt = dealer.instance(seed)
        other = Reference(there.program, Setting(there.setting.rulings, there.setting.edition, dealt.setting.tapes))
        count += any(what_is_possible(dealt.reference, position) != what_is_possible(other, position)
                     for position in positions(dealt.reference, dealt.start, line))
    return count


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_what_comes_up_is_what_the_plain_rules_say(policy: str) -> None:
    found = daybreak.play_out("until-dawn", policies=[policy], seeds=SEEDS, lines=True)
    games = [(game.seed, list(game.line)) for game in found.policies[0].games]
    here, _ = subject("until-dawn")
    others = [subject("until-dawn", None, [choice])[0] for choice in CHOICES]
    *counts, same = games_in_which(here.native("native"), here, [*others, here], games)
    assert counts == [naive_count(here, there, games) for there in others] and same == 0
    assert max(counts) == len(SEEDS) and min(counts) < 2, counts


def test_a_reading_that_outcomes_alone_ask_comes_up_where_it_decides() -> None:
    """Nothing that happens differs, and there is no grade; a tie is worth something else to each side."""
    here, there = (instance(ties, "plain", {"TI-Q1": choice}) for choice in ("first", "second"))
    found = daybreak.play_out(here, policies=["random"], seeds=range(1, 41), objective="seat", lines=True)
    games, equal = [(game.seed, list(game.line)) for game in found.policies[0].games], 0
    for seed, line in games:
        *_, last = positions(Dealer(here.scenario, here.program).instance(seed).reference, here.start, line)
        equal += last.state.first == last.state.second
    assert 5 < equal < 35 and games_in_which(here.native("native"), here, [there, here], games) == [equal, 0]


def test_a_game_that_begins_elsewhere_is_another_game() -> None:
    here, _ = subject("until-dawn")
    late, _ = subject("scenarios/until-dawn/positions/breach-in-the-assault.toml")
    assert games_in_which(here.native("native"), here, [late], [(1, ()), (2, ())]) == [2]


def test_the_lines_of_games_lead_to_their_grades() -> None:
    found = daybreak.play_out("until-dawn", policies=["greedy"], seeds=SEEDS, lines=True)
    for game in found.policies[0].games:
        assert len(game.line) == game.decisions
        replayed = daybreak.replay(daybreak.deal("until-dawn", seed=game.seed), list(game.line))
        assert replayed.grade == game.grade
    assert " / ".join(found.policies[0].games[0].line)[:40] in " ".join(found.to_text().split())
    assert all(not game.line for game in daybreak.play_out("until-dawn", policies=["greedy"], seeds=SEEDS).policies[0].games)
