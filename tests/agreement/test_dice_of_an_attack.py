"""Six dice of an attack in Until Daylight, counted by sign, against dice that are told apart and given to enemies one by one."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

from daybreak_games.until_daylight import game
from daybreak_games.until_daylight.box import Seat
from daybreak_games.until_daylight.cards import BODIES, DICE, HEADS, MISSES, WAYS, Horde, Roll, Rubble, Sign
from daybreak_games.until_daylight.state import Phase, Standing
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting

PROGRAM = load(game)
LINE = (Horde.RAIDER, Horde.WANDERER, Horde.WANDERER, Horde.MONSTER)  # of the rulebook's first example
REFERENCE = Reference(PROGRAM, Setting(PROGRAM.default_rulings, load_edition(game, "printed-and-assumed-3", Path()).record))
Thrown = tuple[Sign, ...]
Naive = tuple[Thrown, frozenset[int], int, int, int]  # the dice, which are used, the place of the front enemy, what is on it


def rolled() -> Position:
    """Six dice are about to show something, in the player's own area."""
    state = REFERENCE.set_up().state
    state.phase, state.pool, state.weapon = Phase.ROLL, 6, Rubble.CHAINSAW
    for card in LINE:
        state.line.put_bottom(Standing(card=card, area=Seat.PLAYER_1))
    return REFERENCE.position(state)


def by_the_model() -> tuple[set[tuple[int, ...]], dict[tuple[int, ...], set[tuple[int, int]]]]:
    """Every state from the roll to the end of the attack, and for each roll how many enemies are killed, how many dice left."""
    seen: set[tuple[int, ...]] = set()
    results: dict[tuple[int, ...], set[tuple[int, int]]] = {}
    start = rolled()
    for event, _ in REFERENCE.outcomes(start):
        roll = Roll(event.arguments[0])
        told = results.setdefault((MISSES[roll], BODIES[roll], HEADS[roll]), set())
        here: set[tuple[int, ...]] = set()
        waiting = [REFERENCE.apply(start, event).after]
        while waiting:
            position = waiting.pop()
            state, key = position.state, REFERENCE.key(position)
            if state.phase == Phase.END_ATTACK:
                told.add((len(LINE) - state.line.size, state.bodies + state.heads))
            elif key not in here:
                here.add(key)
                events = REFERENCE.legal(position) or REFERENCE.events(position)
                waiting += [REFERENCE.apply(position, each).after for each in events]
        seen |= here
    return seen, results


def dies(card: Horde, bodies: int, heads: int) -> bool:
    """By the rulebook: a head or two bodies kill a Raider or a Wanderer, a head a Brute, two heads a Monster."""
    if card == Horde.MONSTER:
        return heads > 1
    return heads > 0 or card in (Horde.RAIDER, Horde.WANDERER) and bodies > 1


def one_by_one() -> tuple[set[Naive], dict[Thrown, set[tuple[int, int]]]]:
    """The same with dice that are told apart: 729 rolls, and one die after the other given to the front enemy."""
    seen: set[Naive] = set()
    results: dict[Thrown, set[tuple[int, int]]] = {}
    for thrown in product(Sign, repeat=6):
        told = results.setdefault(thrown, set())
        waiting: list[Naive] = [(thrown, frozenset(), 0, 0, 0)]
        while waiting:
            now = waiting.pop()
            if now in seen:
                continue
            seen.add(now)
            _, used, place, bodies, heads = now
            left = [die for die in range(6) if die not in used and thrown[die] != Sign.MISS]
            if not left or place == len(LINE):
                told.add((place, len(left)))
                continue
            for die in left:
                on = (bodies + (thrown[die] == Sign.BODY), heads + (thrown[die] == Sign.HEAD))
                waiting.append((thrown, used | {die}, place + 1, 0, 0) if dies(LINE[place], *on)
                               else (thrown, used | {die}, place, *on))
    return seen, results


def test_dice_that_are_alike_come_to_the_same_and_to_far_fewer_states() -> None:
    states, results = by_the_model()
    naive_states, naive = one_by_one()
    ways: Counter[tuple[int, ...]] = Counter()
    for thrown, told in naive.items():
        roll = tuple(thrown.count(sign) for sign in Sign)
        ways[roll] += 1
        assert told == results[roll], thrown
    assert ways == {(MISSES[roll], BODIES[roll], HEADS[roll]): WAYS[roll] for roll in Roll if DICE[roll] == 6}
    assert len(naive_states) > 5 * len(states)


def test_six_dice_of_six_sides_weigh_as_46_656_sequences() -> None:
    """The edition's die: two sides of a miss, three of a body, one of a head."""
    die = [sign for sign in Sign for _ in range(REFERENCE.setting.edition.sides[sign])]
    thrown = Counter(tuple(dice.count(sign) for sign in Sign) for dice in product(die, repeat=6))
    assert thrown.total() == 6**6
    weighed = {event.arguments[0]: weight for event, weight in REFERENCE.outcomes(rolled())}
    assert {(MISSES[roll], BODIES[roll], HEADS[roll]): weight for roll, weight in weighed.items()} == thrown
