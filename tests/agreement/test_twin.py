"""The model of Until Dawn against its naive twin, which somebody else wrote straight from the rulebook."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.agreement import until_dawn_pairs as pairs
from tests.agreement import until_dawn_twin as twin
from verifier.ledger.editions import flaws
from verifier.run.reference import RuleBroke

SEEDS = range(30)  # three games each
SEEDS_LONG = [range(first, first + 350) for first in range(10_000, 13_500, 350)]
SEEDS_READINGS = range(20)
SEEDS_READINGS_LONG = [range(first, first + 170) for first in range(20_000, 20_680, 170)]


def test_model_and_twin_play_the_same_games() -> None:
    done = pairs.play_many(SEEDS)
    assert done.games == 3 * len(SEEDS) and done.unfinished == 0
    assert done.tables > 20 * done.games and len(done.ends) == 5, done


@pytest.mark.long
@pytest.mark.parametrize("seeds", SEEDS_LONG, ids=str)
def test_model_and_twin_play_the_same_10_500_games(seeds: range) -> None:
    done = pairs.play_many(seeds)
    assert done.games == 3 * len(seeds) and done.unfinished <= done.games // 100, done


def test_model_and_twin_play_the_same_games_by_random_readings() -> None:
    done = pairs.play_many(SEEDS_READINGS, readings=True)
    assert done.games == 3 * len(SEEDS_READINGS) and done.unfinished <= done.games // 20, done
    assert done.tables > 20 * done.games and len(done.ends) == 5, done


@pytest.mark.long
@pytest.mark.parametrize("seeds", SEEDS_READINGS_LONG, ids=str)
def test_model_and_twin_play_the_same_2_040_games_by_random_readings(seeds: range) -> None:
    done = pairs.play_many(seeds, readings=True)
    assert done.games == 3 * len(seeds) and done.unfinished <= done.games // 20, done


def test_the_twin_knows_the_readings() -> None:
    switches = pairs.PROGRAM.readings.switches
    assert {key: set(choices) for key, choices in twin.READINGS.items()} == {key: set(switches[key].choices) for key in switches}
    assert {key: choices[0] for key, choices in twin.READINGS.items()} == dict(pairs.PROGRAM.default_rulings)


def test_the_twin_refuses_the_decks_that_the_model_refuses() -> None:
    rng, refused = random.Random(5), 0
    for _ in range(400):
        box = pairs.random_box(rng)
        for card in rng.sample(list(pairs.Card), 3):
            box.cards[card] = rng.choice((0, 1, 2, 9, 15))
        counts = {word: box.cards[card] for card, word in zip(pairs.Card, pairs.WORDS, strict=True)}
        flawed = bool(list(flaws(pairs.game, box)))
        try:
            twin.set_up(counts)
        except ValueError:
            assert flawed, counts
            refused += 1
        else:
            assert not flawed, counts
    assert 50 < refused < 350


def test_a_table_survives_the_way_to_the_model_and_back() -> None:
    for seed in range(50):
        rng = random.Random(seed)
        box = pairs.random_box(rng)
        table = pairs.random_table(rng, box)
        night = pairs.night_of(table)
        assert pairs.twin_view(pairs.table_of(night, box.last_space)) == pairs.twin_view(table) == pairs.model_view(night)


# A comparison that cannot fail says nothing: each of these small lies of the twin must be seen.


def _lie(name: str, lie: Callable[..., Any]) -> tuple[str, Callable[..., Any]]:
    return name, lie


def _backwards(table: twin.Table, e: int, step: int = 1) -> int:
    return next((e - step * hop) % 4 for hop in (1, 2, 3, 4) if table.entrances[(e - step * hop) % 4].breached_by is None)


def _places_without_bar(table: twin.Table) -> list[twin.Spot]:
    return [*twin.unbreached(table), *(["bite"] if len(table.bite_pile) < twin.BITE_PILE_FULL else [])]


def _stays_out(table: twin.Table) -> None:
    table.jasper_locked = None


def _shot_only(table: twin.Table, e: int) -> None:
    twin._spend_time(table, ("fire", str(e)))
    table.ammo -= 1
    table.discard.append(twin.upright(table.entrances[e].stack.pop(0)))


def _loses_barricades(table: twin.Table, e: int, count: int) -> None:
    table.entrances[e].barricades -= count


def _marks_nobody(table: twin.Table) -> None:
    return None


def _turns_own_entrance(table: twin.Table, wanted: str, e: int) -> None:
    return None


def _always_again(table: twin.Table, e: int, player: twin.Player) -> bool:
    return False


@pytest.mark.parametrize(("name", "lie"), [
    _lie("next_unbreached", _backwards), _lie("placements", _places_without_bar), _lie("end_zombie_turn", _stays_out),
    _lie("_lose_barricades", _loses_barricades), _lie("mark_attackers", _marks_nobody),
    _lie("_turn_colour_everywhere", _turns_own_entrance), _lie("_blocked", _always_again),
    _lie("BITE_PILE_FULL", 6), _lie("kind", lambda card: card.removesuffix("!")),  # type: ignore[arg-type]
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_lie_of_the_twin_is_seen(name: str, lie: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, name, lie)
    with pytest.raises((pairs.Differs, ValueError, KeyError)):
        pairs.play_many(range(40), ("model", "table"))


def test_a_lie_about_the_shotgun_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(twin._AT_ENTRANCE, "fire", _shot_only)
    with pytest.raises(pairs.Differs, match="fire"):
        pairs.play_many(range(40), ("model", "table"))


@pytest.mark.parametrize(("reading", "choice"), [
    ("UD-09", "target"), ("UD-20", "turn"), ("UD-21", "attacking"), ("UD-43", "deck"), ("UD-46", "jumps"),
    ("UD-53", "bite-pile-too"), ("UD-54", "while-he-lives"),
])
def test_a_twin_that_does_not_know_a_choice_is_seen(reading: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruled = twin.ruled
    monkeypatch.setattr(pairs, "random_rulings", lambda rng: {reading: choice})
    pairs.play_many(range(70_000, 70_004), readings=True)
    monkeypatch.setattr(twin, "ruled", lambda table, of, asked: asked == twin.READINGS[of][0] if of == reading
                        else ruled(table, of, asked))
    with pytest.raises((pairs.Differs, ValueError, RuleBroke)):
        pairs.play_many(range(70_000, 70_004), readings=True)
