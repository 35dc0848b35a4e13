"""The model of Until Dawn against its naive twin, which somebody else wrote straight from the rulebook."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.agreement import until_dawn_pairs as pairs
from tests.agreement import until_dawn_twin as twin

SEEDS = range(60)  # three games each
SEEDS_LONG = [range(first, first + 350) for first in range(10_000, 13_500, 350)]


def test_model_and_twin_play_the_same_games() -> None:
    done = pairs.play_many(SEEDS)
    assert done.games == 3 * len(SEEDS) and done.unfinished == 0
    assert done.tables > 20 * done.games and len(done.ends) == 5, done


@pytest.mark.long
@pytest.mark.parametrize("seeds", SEEDS_LONG, ids=str)
def test_model_and_twin_play_the_same_10_500_games(seeds: range) -> None:
    done = pairs.play_many(seeds)
    assert done.games == 3 * len(seeds) and done.unfinished <= done.games // 100, done


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


def _turns_own_entrance(table: twin.Table, wanted: str) -> None:
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
