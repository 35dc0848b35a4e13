"""Players who know what each stream of chance brings next: so much and no more decides, and who knows all is the clairvoyant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import islice
from random import Random

import numpy as np
import pytest
from attrs import evolve, frozen

import verifier as daybreak
from tests.agreement.test_honest_players import GAMES, dealt, learned, native, weights_for
from tests.games.network import NOWHERE, PLACES, WAYS, Phase
from tests.games.network.drawn import At, Drawn, chart_of
from verifier.instance import Dealer
from verifier.policy.players import POLICIES, player
from verifier.policy.table import Played, Table, lots, play, seen_in
from verifier.results.share import paired
from verifier.run.backend import Backend
from verifier.run.control import Playing, Status
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.shuffle import NUMBER_RANGE

POSITIONS, POSITIONS_MORE = 40, 4_000
KNOWS = (1, 3, 8)
FORESEEING = tuple(name for name, way in POLICIES.items() if way.foresees)
ALL = 1_000  # more than any deal here has
CHARTS = 100


# -- what a player is told -------------------------------------------------------------------------------------------------


def tables(game: str, backend: Backend, dealer: Dealer, most: int) -> Iterator[tuple[Table, Setting, int]]:
    """Tables of random games at which more than one decision is legal, with their settings, and a lot; seeds count up."""
    wanderer, seed = player("random", backend, dealer.instance(1).setting.in_force, 0), 0
    while True:
        seed += 1
        one = dealer.instance(seed)
        table = Table.of(backend, one.setting, backend.state(one.start))
        for lot in lots(seed):
            if table.status != Status.DECISION:
                break
            if wanderer.decide(table.seen, 0) != wanderer.decide(table.seen, 1 << 4):
                yield table, one.setting, lot
                most -= 1
                if most == 0:
                    return
            table.decide(wanderer.decide(table.seen, lot))


def used_of(table: Table) -> list[int]:
    """How much of each tape is used up."""
    return [int(number) for number in table._state[table.backend.constant("SLOTS"):]]


def changed_from(setting: Setting, used: list[int], first: int, most: int, random: Random) -> Setting:
    """The setting with other entries from the first behind what is used up on, at most so many: what was left, in another order,
    and other numbers.
    """
    tapes = []
    for tape, at in zip(setting.tapes, used, strict=True):
        head, middle, tail = tape[:at + first], list(tape[at + first:at + first + most]), tape[at + first + most:]
        random.shuffle(middle)
        middle = [entry if entry < 0 else random.randrange(NUMBER_RANGE) for entry in middle]
        tapes.append((*head, *middle, *tail))
    return evolve(setting, tapes=tuple(tapes))


def changed(game: str, policy: str, knows: int, most: int, *, behind: bool) -> int:
    """At how many positions of random games another deal behind what is known, or else within it, changes a decision."""
    dealer, instance = dealt(game)
    backend, random, count = instance.native("native"), Random(7), 0
    who = player(policy, backend, instance.setting.in_force, 60, weights=weights_for(game), start=backend.state(instance.start))
    for table, setting, lot in tables(game, backend, dealer, most):
        other = changed_from(setting, used_of(table), knows if behind else 0, 10**6 if behind else knows, random)
        assert other.tapes != setting.tapes or (not behind and knows == 1)
        table.knows = knows
        count += who.decide(table.seen, lot) != who.decide(table.with_deal(other).seen, lot)
        table.knows = 0
    return count


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("knows", [0, *KNOWS])
def test_the_deal_behind_what_is_known_changes_no_decision(policy: str, knows: int) -> None:
    assert changed("until-dawn", policy, knows, POSITIONS, behind=True) == 0


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("knows", KNOWS)
def test_the_deal_behind_changes_none_of_many_decisions(game: str, policy: str, knows: int) -> None:
    assert changed(game, policy, knows, POSITIONS_MORE, behind=True) == 0


@pytest.mark.parametrize("policy", FORESEEING)
def test_what_is_known_changes_decisions(policy: str) -> None:
    """The control: another order of the next eight outcomes."""
    assert changed("until-dawn", policy, 8, POSITIONS, behind=False) > 0


def test_who_does_not_think_about_chance_is_told_in_vain() -> None:
    assert changed("until-dawn", "random", 8, POSITIONS, behind=False) == 0


@pytest.mark.parametrize("knows", [1, 3, ALL])
def test_a_table_tells_the_next_entries_and_no_more(knows: int) -> None:
    dealer, instance = dealt("until-dawn")
    backend = instance.native("native")
    for table, setting, _ in tables("until-dawn", backend, dealer, POSITIONS):
        table.knows = knows
        seen = table.seen
        assert seen.known is not None
        entries, counts = seen.known
        for tape, used, row, count in zip(setting.tapes, used_of(table), entries, counts, strict=True):
            assert tuple(row[:count]) == tape[used:used + knows] and not row[count:].any()
        assert entries.shape[1] <= knows and entries.base is None  # nothing lies behind them in memory, either
        assert not seen.state[backend.constant("SLOTS"):].any()
        table.knows = 0
        assert table.seen.known is None


# -- nothing known: as it was -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
def test_who_is_told_nothing_plays_as_ever(policy: str) -> None:
    """A row of no entries is nothing: the same games, decision by decision, as of who is handed the table alone."""
    dealer, instance = dealt("until-dawn")
    backend = instance.native("native")
    who = player(policy, backend, instance.setting.in_force, 40, weights=weights_for("until-dawn"),
                 start=backend.state(instance.start))
    for seed in range(1, 6):
        one = dealer.instance(seed)
        games = list[Played]()
        for empty in (False, True):
            table = Table.of(backend, one.setting, backend.state(one.start))
            games.append(play(table, _Handed(who, len(one.setting.tapes)) if empty else who, seed, 1_000))
        assert games[0] == games[1]


@frozen
class _Handed:
    """Somebody who is handed rows without entries."""

    who: object
    tapes: int

    def decide(self, seen: object, lot: int) -> int:
        nothing = np.zeros((self.tapes, 1), dtype=np.int64), np.zeros(self.tapes, dtype=np.int64)
        return int(self.who.decide(evolve(seen, known=nothing), lot))  # type: ignore[attr-defined, type-var]


# The decisions of policies on charts and their deals, as they were before anybody could be told anything; of searches since they
# are as curious as what games come to differs (with a fixed curiosity they are the same as ever).
AS_EVER = {"random": "515c8cf6c5d7f3ff", "greedy": "7a5bf140a442d4ae", "flat": "fc818556c3baba52", "uct": "749359f367fa9302"}


@pytest.mark.parametrize("policy", AS_EVER)
def test_games_of_honest_players_are_those_that_they_always_played(policy: str) -> None:
    games = [played(chart, seed, policy, 0, 100).decisions for seed, chart in charts()]
    assert blake2b(repr(games).encode(), digest_size=8).hexdigest() == AS_EVER[policy]


# -- lines of thought -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_mind_goes_where_the_deal_does_as_far_as_it_is_known(game: str) -> None:
    """Along lines of several decisions: tape counters are those of the deal, also where a deck is shuffled anew on the way."""
    dealer, instance = dealt(game)
    backend, random = instance.native("interpreted"), Random(11)
    slots, notes = backend.constant("SLOTS"), np.ones(len(Playing), dtype=np.int64)
    same = beyond = anew = 0
    for table, setting, _ in islice(tables(game, backend, dealer, 350 if game == "until-dawn" else 150), 0, None, 5):
        table.knows = random.choice((1, 2, 20))
        seen, used, real = table.seen, used_of(table), table.with_deal(setting)
        assert seen.known is not None
        # Of a table of which a seat does not see all, it is the world of those that it thinks about that is so.
        state, context, status = seen_in(backend, table._state).state, backend.context(setting), Status.DECISION
        for _ in range(12):
            legal = np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64)
            count = int(backend.call("call_legal_events", state, context, legal))
            if status != Status.DECISION or count == 0:
                break
            event = int(legal[random.randrange(count)])
            real.decide(event)
            backend.call("call_apply", state, context, event)
            status = Status(backend.call("settle_by_lot", state, context, *seen.known, notes))
            drawn_since = [now - before for now, before in zip(used_of(real), used, strict=True)]
            if any(number > most for number, most in zip(drawn_since, seen.known[1], strict=True)):
                beyond += 1
                break
            assert status == real.status and list(state[slots:]) == drawn_since
            assert np.array_equal(state[:slots], real._state[:slots])
            same += 1
            anew += any(before < shuffled < now for before, shuffled, now in zip(
                used, [sum(entry < 0 for entry in tape) for tape in setting.tapes], used_of(real), strict=True))
        table.knows = 0
    assert same > 30 and (beyond or game == "dead-til-dawn")  # which draws less
    assert anew or game != "until-dawn"  # the others rarely do


# -- who knows all ------------------------------------------------------------------------------------------------------------


def charts() -> Iterator[tuple[int, Drawn]]:
    """Random charts with much chance and without ways back, on which nobody can put off an end, each with a long tape.

    Some entries of the tapes name what cannot be.
    """
    share = [Phase.CHOOSE] * 5 + [Phase.DRAW] * 5 + [Phase.PASS]
    for seed in range(CHARTS):
        random = Random(seed)
        kinds = [Phase.CHOOSE, *(random.choice(share) for _ in range(PLACES - 6)), *[Phase.OUT] * 5]
        leads = [[random.randrange(place + 1, min(place + 5, PLACES)) if way == 0 or random.random() < 0.8 else NOWHERE
                  for way in range(WAYS)] for place in range(PLACES - 1)]
        weights = [[random.randrange(4) if lead != NOWHERE and kinds[place] is Phase.DRAW else 0 for lead in ways]
                   for place, ways in enumerate(leads)]
        grades = [(int(random.random() < 0.3), 0) for _ in kinds]
        tape = tuple(random.randrange(-WAYS, 0) if random.random() < 0.1 else random.randrange(2**20) for _ in range(40))
        yield seed, Drawn(kinds, [*leads, [NOWHERE] * WAYS], [*weights, [0] * WAYS], grades, tape)


def played(chart: Drawn, seed: int, policy: str, knows: int, simulations: int) -> Played:
    """A game on a chart's deal."""
    backend, setting = native(), Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
    state = backend.state(Reference(backend.program, setting).set_up())
    weights = learned(backend, Setting({}, setting.edition, ((),)), state, seed) if POLICIES[policy].takes_weights else None
    who = player(policy, backend, setting.in_force, simulations, weights=weights, start=state)
    return play(Table.of(backend, setting, state, knows), who, seed, PLACES)


@cache
def can_be_won(seed: int, chart: Drawn) -> bool:
    """Whether some line of the deal ends well: a plain search of places and entries used."""
    start = chart.settled((0, 0))
    found: dict[At, int] = {} if start is None else chart.distances(chart.moves, start)
    return any(chart.kinds[place] is Phase.OUT and chart.grades[place][0] for place, _ in found)


def wins(policy: str, knows: int, simulations: int) -> tuple[int, int, int]:
    """On random charts: games won; deals that can be won; games that the deal ended, since it names what cannot be."""
    won = winnable = impossible = 0
    for seed, chart in charts():
        game, can = played(chart, seed, policy, knows, simulations), can_be_won(seed, chart)
        is_won = game.grade is not None and game.grade >= native().constant("LOWEST_STEP")
        assert can or not is_won, (seed, policy, knows)
        won, winnable, impossible = won + is_won, winnable + can, impossible + (game.ending == "impossible")
    return won, winnable, impossible


def test_who_thinks_and_knows_all_wins_what_can_be_won() -> None:
    """On the way there each outcome that is known is worth something; who knows all wins every deal that can be won."""
    (honest, winnable, stopped), (some, *_), (told, _, fewer) = (wins("uct", knows, 400) for knows in (0, 1, ALL))
    assert winnable > CHARTS // 3 and stopped >= fewer > 0
    assert honest < some < told == winnable


@pytest.mark.parametrize("policy", FORESEEING)
@pytest.mark.parametrize("knows", [1, ALL])
def test_nobody_wins_what_cannot_be_won(policy: str, knows: int) -> None:
    assert wins(policy, knows, 60)[0] > 0


# -- the curve ----------------------------------------------------------------------------------------------------------------


def test_who_knows_more_does_not_win_less() -> None:
    """On the same deals: at each step of what is known no loss beyond noise, from nothing to eight outcomes a gain beyond it."""
    found = daybreak.play_out("until-dawn", policies=["flat", "uct"], knows=(0, 1, 3, 8), seeds=range(1, 61), simulations=100)
    assert all(pair.high > 0 for pair in found.pairs if pair.policy == pair.other)
    for policy in ("flat", "uct"):
        rows = [row for row in found.policies if row.policy == policy]
        assert paired([(one.won, two.won) for one, two in zip(rows[0].games, rows[-1].games, strict=True)]).low > 0.2
