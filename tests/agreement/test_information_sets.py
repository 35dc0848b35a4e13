"""Players who do not see all of the table: what they hold possible, and that nothing else has a part in what they decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from attrs import define, frozen

import verifier as daybreak
from tests.games.cups import game as cups
from tests.games.fog import NOWHERE, PLACES, SEATS, WAYS, Chart, Phase, Seat
from tests.games.fog import game as fog
from verifier.instance import Dealer, Instance, instance_of
from verifier.lang.values import blank
from verifier.policy.beliefs import Belief, Sight, spots_of
from verifier.policy.network import Weights
from verifier.policy.players import POLICIES, player
from verifier.policy.policies import expectimax
from verifier.policy.table import Array, Player, Seen, Table, lots, play
from verifier.policy.training import Training
from verifier.program.program import load
from verifier.registry import installed
from verifier.run.backend import Backend
from verifier.run.control import Spot, Status
from verifier.run.native import Native
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario

CHARTS, GAMES, WORLDS = 12, 300, 4_096
POSITIONS, POSITIONS_MORE = 40, 10_000
OUTS = 4  # the last places of a chart
Group = dict[int, float]  # places that look alike, with how likely each is


# -- charts, by hand ------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Drawn:
    """A chart without circles, as plain lists; every place but the last ones has all ways on, so that all are legal."""

    kinds: list[Phase]
    owners: list[int]
    leads: list[list[int]]
    pays: list[int]
    looks: list[tuple[int, int]]

    def groups(self, after: Counter[int], seat: int | None) -> list[Group]:
        """Places parted by how they look to a seat; to None each is another."""
        found = dict[tuple[int, int], Group]()
        for place, share in after.items():
            key = (int(self.kinds[place]), place if seat is None else self.looks[place][seat])
            found.setdefault(key, {})[place] = share
        return list(found.values())

    def best(self, group: Group, seat: int | None) -> float:
        """The most that can be had on average by somebody who has seen what makes these places possible, and decides alone."""
        kind = self.kinds[next(iter(group))]
        if kind is Phase.OUT:
            return sum(share * self.pays[place] for place, share in group.items())
        ways = [self.after(group, [way]) for way in range(WAYS)] if kind is Phase.CHOOSE else [self.after(group, range(WAYS))]
        return max(sum(self.best(each, seat) for each in self.groups(after, seat)) for after in ways)

    def after(self, group: Group, ways: object) -> Counter[int]:
        """Where these ways lead, each as likely."""
        found, taken = Counter[int](), list(ways)  # type: ignore[call-overload]
        for place, share in group.items():
            for way in taken:
                found[self.leads[place][way]] += share / len(taken)  # type: ignore[assignment]
        return found


def drawn(seed: int, *, seats: int) -> Drawn:
    """A random chart, whose first place is chance's; `seats` have decisions in it."""
    random = Random(seed)
    kinds = [Phase.DRAW, *random.choices([Phase.CHOOSE, Phase.DRAW], [4, 1], k=PLACES - OUTS - 1), *[Phase.OUT] * OUTS]
    leads = [[random.randint(place + 1, min(PLACES - 1, place + 5)) for _ in range(WAYS)] for place in range(PLACES - OUTS)]
    leads += [[NOWHERE] * WAYS] * OUTS
    looks = [(random.randrange(2), random.randrange(2)) for _ in range(PLACES)]
    return Drawn(kinds, [random.randrange(seats) for _ in range(PLACES)], leads, [random.choice((0, 2)) for _ in range(PLACES)],
                 looks)


def setting_of(chart: Drawn) -> Setting:
    data = blank(load(fog).game.edition_type)
    assert isinstance(data, Chart)
    for place in range(PLACES):
        data.kinds[place], data.owners[place] = chart.kinds[place], Seat(chart.owners[place])
        for way in range(WAYS):
            data.leads[place * WAYS + way] = chart.leads[place][way]
        for seat in range(SEATS):
            data.pays[place * SEATS + seat], data.looks[place * SEATS + seat] = chart.pays[place], chart.looks[place][seat]
    return Setting({}, data, (tuple(Random(1).randrange(2**20) for _ in range(64)),))


@cache
def foggy() -> Native:
    """The rules of the fog, compiled: games are played by the thousand."""
    return Native(load(fog))


def start_of(setting: Setting) -> np.ndarray:
    from verifier.run.reference import Reference

    return np.array(foggy().state(Reference(foggy().program, setting).set_up()))


def dealt_by(setting: Setting, seed: int) -> Setting:
    return Setting(setting.rulings, setting.edition, (tuple(Random(seed).randrange(2**20) for _ in range(64)),))


# -- what is held possible ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(CHARTS))
def test_worlds_are_as_likely_as_they_are(seed: int) -> None:
    """Against what is possible by hand, place by place, with others and chance choosing each way as likely."""
    chart = drawn(seed, seats=2)
    setting, random = setting_of(chart), Random(seed)
    at = [slot.path for slot in foggy().program.slots].index("at")
    for game in range(6):
        place, group, state = 0, Group({0: 1.0}), start_of(setting)
        context = foggy().context(setting)
        belief = Belief(foggy(), context.copy(), 0, state.copy(), seed, WORLDS)
        while chart.kinds[place] is not Phase.OUT:
            way = random.randrange(WAYS)
            mine = chart.kinds[place] is Phase.CHOOSE and chart.owners[place] == 0
            kind = "choose" if chart.kinds[place] is Phase.CHOOSE else "draw"
            event = next(each.number for each in foggy().program.events if each.rule.name == kind and each.arguments[0] == way)
            foggy().call("call_apply", state, context, event)
            place = chart.leads[place][way]
            parted = [chart.after({each: share}, [way] if mine else range(WAYS)) for each, share in group.items()
                      if mine == (chart.kinds[each] is Phase.CHOOSE and chart.owners[each] == 0)]
            alike = next(each for each in chart.groups(sum(parted, Counter[int]()), 0) if place in each)
            group = {each: share / sum(alike.values()) for each, share in alike.items()}
            look = foggy().blank(1)
            foggy().call("look_at", state, look, context, 0)
            belief.saw(Sight(look[0], event if mine else -1))
            found = Counter(belief.worlds()[:, at].tolist())
            assert set(found) <= set(group), (seed, game)
            for each, share in group.items():
                assert abs(found[each] / WORLDS - share) < 6 * sqrt(share * (1 - share) / WORLDS) + 0.02, (seed, game, each)


def tables(game: str, most: int) -> Iterator[tuple[Backend, Table, int]]:
    """Tables of random games of a game that hides things, at which more than one decision is legal, each with a lot."""
    program = installed().program(game)
    scenario = new_scenario(program.game, title=game, edition="short")
    dealer, backend = Dealer(scenario, program), instance_of(scenario, program).native("native")
    wanderer, seed = player("random", backend, dealer.instance(1).setting.in_force, 0), 0
    while True:
        seed += 1
        one = dealer.instance(seed)
        table = Table.of(backend, one.setting, backend.state(one.start))
        for lot in lots(seed):
            if table.status != Status.DECISION or most == 0:
                break
            seen = table.seen
            assert seen.blind is not None
            if len(seen.blind.choices) > 1 and lot % 5 == 0:
                yield backend, table, lot
                most -= 1
            table.decide(wanderer.decide(seen, lot))
        if most == 0:
            return


def legal_in(backend: Backend, world: np.ndarray, context: np.ndarray) -> list[int]:
    legal = np.zeros(backend.constant("EVENT_ROOM"), dtype=np.int64)
    return legal[:backend.call("call_legal_events", world, context, legal)].tolist()


def test_a_seat_sees_what_is_legal_for_it() -> None:
    """What others hide may say what is legal, if seldom: worlds where something else is are not what lies there."""
    def believed(table: Table) -> np.ndarray:
        blind = table.seen.blind
        assert blind is not None
        return blind.worlds

    strange, left_out = None, 0
    for backend, table, _ in tables("dead-til-dawn", POSITIONS):
        blind, context = table.seen.blind, table._context.copy()
        assert blind is not None and isinstance(blind._belief, Belief)
        mine, worlds = blind.choices.tolist(), blind._belief.worlds()
        assert all(legal_in(backend, world, context) == mine for world in believed(table))
        if strange is not None and legal_in(backend, strange, context) != mine:
            kept = worlds.copy()
            worlds[::2] = strange
            assert len(believed(table)) == len(worlds)
            assert {world.tobytes() for world in believed(table)} == {world.tobytes() for world in kept[1::2]}
            worlds[:] = strange  # better than nothing
            assert (believed(table) == strange).all()
            worlds[:], left_out = kept, left_out + 1
        strange = table._state.copy()
    assert left_out > POSITIONS // 2


def test_worlds_look_alike_and_are_possible_and_differ() -> None:
    several = 0
    for backend, table, _ in tables("dead-til-dawn", POSITIONS):
        blind = table.seen.blind
        assert blind is not None and len(blind.worlds) >= 64 and table.lost == 0
        context = table._context.copy()
        mine = table.seen.state
        assert (mine != table._state).any()
        for world in blind.worlds:
            look = backend.blank(1)
            backend.call("look_at", world, look, context, blind.seat)
            assert (look[0] == mine).all()
            assert all(backend.call("call_invariant", world, context, k) for k in range(backend.constant("INVARIANTS")))
        several += len(np.unique(blind.worlds, axis=0)) > len(blind.worlds) // 2
    assert several > POSITIONS // 2


def test_who_begins_in_the_middle_knows_no_hands() -> None:
    """A table as it lies in a scenario: what others hold is not known from the start on."""
    for backend, table, _ in tables("dead-til-dawn", 8):
        begun = Table(backend, table._state.copy(), table._context.copy(), table._tapes)
        blind = begun.seen.blind
        assert blind is not None
        looks = np.unique(blind.worlds[:, :backend.constant("SLOTS")], axis=0)
        truth = (looks == begun._state[:backend.constant("SLOTS")]).all(axis=1).sum()
        hidden = (begun.seen.state != begun._state).sum()
        assert hidden < 4 or (len(looks) > 8 and truth <= 1)


def test_unseen_cards_lie_anywhere_as_likely() -> None:
    """When cards have been dealt, somebody else's hand is a part of what one does not see, like any other part of that size.

    In each game by other lots: with the same ones all of them are wrong about the same cards, eleven standard errors.
    """
    program = installed().program("dead-til-dawn")
    scenario = new_scenario(program.game, title="x", edition="short")
    dealer, backend = Dealer(scenario, program), instance_of(scenario, program).native("native")
    paths = [slot.path for slot in program.slots]
    deck = [index for index, path in enumerate(paths) if path.startswith("equipment[")]
    hands = [[index for index, path in enumerate(paths) if path.startswith(f"people[player-{number}].items[")]
             for number in (1, 2, 3)]
    more = list[Array]()  # of each kind of card, in worlds than in a part of what is unseen, game by game
    for seed in range(1, 101):
        one = dealer.instance(seed)
        table = Table.of(backend, one.setting, backend.state(one.start), seed=seed)
        blind = table.seen.blind
        assert blind is not None
        others = [hand for number, hand in enumerate(hands) if number != blind.seat]
        unseen = sum(table._state[hand] for hand in (*others, deck))
        size = table._state[others[0]].sum()
        more.append(blind.worlds[:, others[0]].mean(axis=0) - size * unseen / unseen.sum())
    differences = np.array(more)
    errors = differences.std(axis=0, ddof=1) / sqrt(len(differences))
    assert (errors > 0).sum() > 8 and (errors < 0.02).all()
    assert (np.abs(differences.mean(axis=0)) <= 4.5 * errors).all()


# -- who decides by it ----------------------------------------------------------------------------------------------------


@define
class Peeker:
    """One who breaks the rules, as a control: what lies hidden decides."""

    table: Table | None = None

    def decide(self, seen: Seen, lot: int) -> int:
        assert self.table is not None and seen.blind is not None
        return int(seen.blind.choices[int(self.table._state.sum()) % len(seen.blind.choices)])


@cache
def weights() -> Weights:
    """Weights from a few short rounds."""
    backend, instance = a_table()
    training = Training(backend, Setting(instance.setting.rulings, instance.setting.edition), backend.state(instance.start),
                        learners=1, rounds=2, positions=2_000, seed=1, threads=1, whole_grade=False)
    assert len(list(training.learned(lambda text: None))) == 2 and len(training.weights.functions)
    return training.weights


@cache
def a_table() -> tuple[Backend, Instance]:
    program = installed().program("dead-til-dawn")
    instance = instance_of(new_scenario(program.game, title="x", edition="short"), program)
    return instance.native("native"), instance


def who_plays(policy: str) -> Player:
    """A player, who thinks little."""
    backend, instance = a_table()
    return Peeker() if policy == "peeker" else player(policy, backend, instance.setting.in_force, 20, weights=weights(),
                                                      start=backend.state(instance.start))


def changed(policies: Iterable[str], most: int) -> Counter[str]:
    """At how many positions players decide otherwise if another table lies there that looks the same.

    There are two of each, one of whom never sees the other table: nothing that one remembers makes their decisions alike.
    """
    couples, count = {policy: (who_plays(policy), who_plays(policy)) for policy in policies}, Counter[str]()
    for backend, table, lot in tables("dead-til-dawn", most):
        blind = table.seen.blind
        assert blind is not None
        other, truth, decided = blind.worlds[lot % len(blind.worlds)].copy(), table._state, list[list[int]]()
        other[backend.constant("SLOTS"):] = truth[backend.constant("SLOTS"):]
        for number, state in enumerate((truth, other)):
            table._state = state
            for couple in couples.values():
                if isinstance(who := couple[number], Peeker):
                    who.table = table
            decided.append([couple[number].decide(table.seen, lot) for couple in couples.values()])
        table._state = truth
        count.update(policy for policy, one, two in zip(couples, *decided, strict=True) if one != two)
    return count


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_hidden_changes_no_decision(policy: str) -> None:
    assert not changed([policy], POSITIONS)


@pytest.mark.long
def test_what_is_hidden_changes_none_of_many_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """All policies at the same positions, since most of the time goes into what is held possible there."""
    monkeypatch.setattr(expectimax, "LOOKED_INTO", 2)  # to look ahead in 8 worlds would take three quarters of an hour
    assert not changed(POLICIES, POSITIONS_MORE)


def test_who_peeks_is_caught() -> None:
    assert changed(["peeker"], POSITIONS)["peeker"] > POSITIONS // 4


# -- what can be done -----------------------------------------------------------------------------------------------------


def paid(chart: Drawn, policy: str, games: int) -> float:
    """What a player is paid on average."""
    setting = setting_of(chart)
    start = start_of(setting)
    who, total = player(policy, foggy(), setting.in_force, 300, start=start), 0
    for seed in range(games):
        game = play(Table.of(foggy(), dealt_by(setting, seed), start), who, seed, 100)
        assert game.grade is not None
        total += foggy().grade_fields(game.grade)[0]
    return total / games


def test_nobody_does_better_than_can_be_done_by_what_is_seen() -> None:
    """Nor much worse, who thinks; seeing all would bring more."""
    best = found = seeing = error = 0.0
    charts = [drawn(seed, seats=1) for seed in range(100, 400)]
    charts = [each for each in charts if each.best({0: 1.0}, None) > each.best({0: 1.0}, 0) + 0.2][:CHARTS]
    assert len(charts) == CHARTS
    for chart in charts:
        most = chart.best({0: 1.0}, 0)
        each = paid(chart, "uct", GAMES)
        assert each < most + 4 / sqrt(GAMES)  # pays are 0 or 2: the standard deviation of one game is at most 1
        best, found, seeing, error = best + most, found + each, seeing + chart.best({0: 1.0}, None), error + 1 / GAMES
    assert abs(found - best) < 4 * sqrt(error) + 0.03 * best
    assert seeing > best + 8 * sqrt(error)


@pytest.mark.parametrize(("edition", "least", "most"), [("dropped", 0.3, 0.7), ("dropped-glass", 1.0, 1.0), ("twins", 1.0, 1.0)])
def test_a_coin_under_a_cup(edition: str, least: float, most: float) -> None:
    """It is a guess, where one cannot look; who may look through the glass does so first."""
    instance = instance_of(new_scenario(cups, title="Cups", edition=edition), load(cups))
    for policy in ("uct", "hindsight"):
        if policy == "hindsight" and edition == "dropped-glass":
            continue  # searches that know where the coin is do not look: that they do not is what is wrong with them
        found = list(daybreak.play_out(instance, policies=[policy], seeds=range(1, 101), engine="interpreted", simulations=256))
        assert least <= sum(bool(row["won"]) for row in found) / len(found) <= most


def test_where_things_lie_that_change_places() -> None:
    """Members of an enum of which a bag or a pile has some; what only names something is none."""
    program = installed().program("dead-til-dawn")
    spots, begins = spots_of(program.game.state_type)
    paths = [slot.path for slot in program.slots]
    named = {paths[cell] for cell in spots[:, Spot.CELL]}
    assert {"gift", "people[player-1].kept", "equipment[bat]", "people[player-2].characters[0]"} <= named
    assert not named & {"phase", "actor", "turn", "people[player-1].zombie", "stage"}
    for spot in spots:
        slot = program.slots[spot[Spot.CELL]]
        assert slot.high == spot[Spot.MOST] and (spot[Spot.MEMBER] >= 0 or slot.low == spot[Spot.LEAST])
    assert begins[0] == 0 and begins[-1] == len(spots) and (np.diff(begins) > 0).all()
    assert all((np.diff(spots[first:end, Spot.HOLDER]) >= 0).all() for first, end in pairwise(begins))
