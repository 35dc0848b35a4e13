"""Players who do not know the deck: another deal behind the same table changes nothing, and none does better than can be done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import define

from tests.contract.test_games_with_sides import program as program_of
from tests.games import hidden_klondike
from tests.games.network import NOWHERE, PLACES, Phase
from tests.games.network import game as network
from tests.games.network.drawn import Drawn, chart_of, drawn
from verifier import line as lines
from verifier.instance import Dealer, Instance, instance_of
from verifier.policy.network import Weights
from verifier.policy.players import POLICIES, player
from verifier.policy.table import Array, Player, Seen, Table, lots, play
from verifier.policy.training import Training
from verifier.program.program import load
from verifier.registry import installed
from verifier.run.backend import Backend
from verifier.run.control import Status
from verifier.run.native import Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.loader import new_scenario

GAMES = ("until-dawn", "dawn-of-the-zeds", "survive-until-daylight", "until-daylight", "dead-til-dawn", "hidden-klondike")
CHARTS, CHARTS_MORE = 40, 1_000
POSITIONS, POSITIONS_MORE = 40, 10_000
# Of charts, on what share a player does as well as can be done, at the least.
LEAST = {"random": 0.0, "greedy": 0.0, "flat": 0.4, "uct": 0.7, "hindsight": 0.4, "estimate-uct": 0.4, "linear": 0.4,
         "learned": 0.4, "learned-uct": 0.4, "learned-expectimax": 0.4}
Ways = dict[int, int]  # the way that is taken from a place


# -- what a player is handed ----------------------------------------------------------------------------------------------


@define
class Peeker:
    """One who breaks the rules, as a control: what each tape brings next decides."""

    backend: Backend
    setting: Setting
    table: Table | None = None

    def decide(self, seen: Seen, lot: int) -> int:
        assert self.table is not None
        tapes, lengths = self.table._tapes
        used = self.table._state[self.backend.constant("SLOTS"):].tolist()
        entries = sum(int(tape[at]) for tape, length, at in zip(tapes, lengths, used, strict=True) if at < length)
        return player("random", self.backend, self.setting.in_force, 0).decide(seen, (entries & 0x7FFFFFFF) << 4)


def learned(backend: Backend, setting: Setting, state: Array, seed: int = 1) -> Weights:
    """Weights from a few short rounds: whoever plays by them plays, if not well."""
    training = Training(backend, setting, state, learners=2, rounds=4, positions=4_000, seed=seed, threads=1, whole_grade=False)
    assert len(list(training.learned(lambda text: None))) == 8
    return training.weights


@cache
def weights_for(game: str) -> Weights:
    """The same of an installed game."""
    _, instance = dealt(game)
    backend = instance.native("native")
    found = learned(backend, Setting(instance.setting.rulings, instance.setting.edition), backend.state(instance.start))
    assert len(found.functions), "no function of a state is asked, which might look at what is hidden"
    return found


def dealt(game: str) -> tuple[Dealer, Instance]:
    program = program_of(hidden_klondike) if game == "hidden-klondike" else installed().program(game)
    scenario = new_scenario(program.game, title=game, edition="plain" if game == "hidden-klondike" else None)
    return Dealer(scenario, program), instance_of(scenario, program)


def tables(game: str, backend: Backend, dealer: Dealer, most: int) -> Iterator[tuple[Table, Setting, int]]:
    """Tables of random games at which more than one decision is legal, each with the setting of another deal, and a lot."""
    wanderer, seed = player("random", backend, dealer.instance(1).setting.in_force, 0), 0
    while True:
        seed += 1
        one, other = dealer.instance(seed), dealer.instance(10**6 + seed)
        table = Table.of(backend, one.setting, backend.state(one.start))
        for lot in lots(seed):
            if table.status != Status.DECISION:
                break
            if wanderer.decide(table.seen, 0) != wanderer.decide(table.seen, 1 << 4):
                yield table, other.setting, lot
                most -= 1
                if most == 0:
                    return
            table.decide(wanderer.decide(table.seen, lot))


def changed(game: str, policy: str, most: int) -> int:
    """At how many positions of random games another deal behind the table changes a player's decision."""
    dealer, instance = dealt(game)
    backend = instance.native("native")
    peeks = policy == "peeker"
    who: Player = Peeker(backend, instance.setting) if peeks else player(
        policy, backend, instance.setting.in_force, 20, weights=weights_for(game), start=backend.state(instance.start))
    count = 0
    for table, setting, lot in tables(game, backend, dealer, most):
        found = list[int]()
        for each in (table, table.with_deal(setting)):
            if isinstance(who, Peeker):
                who.table = each
            found.append(who.decide(each.seen, lot))
        count += found[0] != found[1]
    return count


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES[:1])
def test_another_deal_behind_the_table_changes_no_decision(game: str, policy: str) -> None:
    assert changed(game, policy, POSITIONS) == 0


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_another_deal_changes_none_of_many_decisions(game: str, policy: str) -> None:
    assert changed(game, policy, POSITIONS_MORE) == 0


@pytest.mark.parametrize("game", GAMES)
def test_who_peeks_is_caught(game: str) -> None:
    assert changed(game, "peeker", POSITIONS) > POSITIONS // 4


def test_what_is_seen_says_nothing_of_how_much_of_the_deal_is_used_up() -> None:
    dealer, instance = dealt("until-dawn")
    backend = instance.native("native")
    used = 0
    for table, _, _ in tables("until-dawn", backend, dealer, POSITIONS):
        assert not table.seen.state[backend.constant("SLOTS"):].any()
        used += int(table._state[backend.constant("SLOTS"):].sum())
    assert used > POSITIONS


@pytest.mark.parametrize("policy", POLICIES)
def test_games_are_those_of_the_deal(policy: str) -> None:
    """The reference plays the same decisions on the same deal to the same grade."""
    dealer, instance = dealt("until-dawn")
    backend = instance.native("native")
    for seed in range(1, 5):
        one = dealer.instance(seed)
        who = player(policy, backend, one.setting.in_force, 10, weights=weights_for("until-dawn"),
                     start=backend.state(instance.start))
        played = play(Table.of(backend, one.setting, backend.state(one.start)), who, seed, 1_000)
        texts = [instance.program.events[event].text for event in played.decisions]
        end = list(lines.replay(one.reference, one.start, lines.parse_line("\n".join(texts).encode())))[-1].after
        assert played.grade is not None
        assert backend.grade_fields(played.grade) == one.grade(end)


# -- what can be done -----------------------------------------------------------------------------------------------------


def best_by_hand(chart: Drawn) -> list[float]:
    """How likely a good end is from each place, whoever decides knowing the chart: plain value iteration from below."""
    return values_by_hand(chart, None)


def values_by_hand(chart: Drawn, taken: Ways | None) -> list[float]:
    """The same where the ways that are taken are given."""
    values = [float(kind is Phase.OUT and grade[0]) for kind, grade in zip(chart.kinds, chart.grades, strict=True)]
    for _ in range(300):
        for place in range(PLACES):
            ways, weights = chart.leads[place], chart.weights[place]
            if chart.kinds[place] is Phase.PASS:
                values[place] = values[ways[0]]
            elif chart.kinds[place] is Phase.DRAW and sum(weights):
                brought = sum(weight * values[lead] for weight, lead in zip(weights, ways, strict=True) if weight)
                values[place] = brought / sum(weights)
            elif chart.kinds[place] is Phase.CHOOSE and taken is not None:
                values[place] = values[ways[taken[place]]] if place in taken else 0.0
            elif chart.kinds[place] is Phase.CHOOSE:
                values[place] = max((values[lead] for lead in ways if lead != NOWHERE), default=0.0)
    return values


@cache
def native() -> Backend:
    """The network, compiled: games are played in the mind by the thousand."""
    return Native(load(network))


def ways_taken(chart: Drawn, seed: int, policy: str) -> Ways:
    """What a player decides at each place: the place is all there is to see."""
    backend, data = native(), chart_of(chart, Random(seed))
    setting = Setting({}, data, ((),))
    taken = Ways()
    state = backend.state(Reference(backend.program, setting).set_up())
    weights = learned(backend, setting, state, seed) if POLICIES[policy].takes_weights else None
    who = player(policy, backend, setting.in_force, 150, weights=weights, start=state)
    slots = [slot.path for slot in backend.program.slots]
    for place in range(PLACES):
        if chart.kinds[place] is Phase.CHOOSE:
            state[slots.index("phase")], state[slots.index("at")] = Phase.CHOOSE, place
            event = who.decide(Seen(state.copy()), 7919 * seed)
            if event >= 0:
                taken[place] = int(backend.program.events[event].arguments[0])
    return taken


def judged(seeds: range, policy: str) -> tuple[int, int]:
    """Of charts on which decisions matter: on how many a player does as well as can be done; on no one better."""
    right = count = 0
    for seed in seeds:
        chart = drawn(seed, dealt=False)
        best, own = best_by_hand(chart)[0], values_by_hand(chart, ways_taken(chart, seed, policy))[0]
        assert own <= best + 1e-9, (seed, policy)
        if best > values_by_hand(chart, ways_taken(chart, seed, "random"))[0] + 1e-9:
            count += 1
            right += own > best - 1e-6
    return right, count


@pytest.mark.parametrize("policy", POLICIES)
def test_no_player_does_better_than_can_be_done(policy: str) -> None:
    right, count = judged(range(CHARTS), policy)
    assert count > CHARTS // 8
    assert right >= LEAST[policy] * count


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
def test_no_player_does_better_on_many_charts(policy: str) -> None:
    right, count = judged(range(1_000, 1_000 + CHARTS_MORE), policy)
    assert right >= LEAST[policy] * count



def test_who_learns_does_not_know_what_comes() -> None:
    """A guess at a coin is right every other time: samples of what chance brings are not of what it will bring."""
    ways = [[1, 2, NOWHERE], [3, 4, NOWHERE], [4, 3, NOWHERE]] + [[NOWHERE] * 3] * (PLACES - 3)
    kinds = [Phase.CHOOSE, Phase.DRAW, Phase.DRAW] + [Phase.OUT] * (PLACES - 3)
    chart = Drawn(kinds, ways, [[1, 1, 0]] * PLACES, [(int(place == 3), 0) for place in range(PLACES)], None)
    assert best_by_hand(chart)[0] == 0.5
    setting = Setting({}, chart_of(chart, Random(1)), ((),))
    state = native().state(Reference(native().program, setting).set_up())
    training = Training(native(), setting, state, learners=2, rounds=4, positions=4_000, seed=1, threads=1, whole_grade=False)
    for each in training.learned(lambda text: None):
        assert each.games > 3_000
        assert abs(each.won - 0.5) < 4 * 0.5 / each.games**0.5


def test_hindsight_is_too_bold() -> None:
    """A bet that is won two times of five is better than a guess at one of three, except to somebody who knows which it is."""
    ways = [[2, 1, NOWHERE], [6, 7, NOWHERE], [3, 4, 5], [6, 7, 7], [7, 6, 7], [7, 7, 6]] + [[NOWHERE] * 3] * (PLACES - 6)
    kinds = [Phase.CHOOSE, Phase.DRAW, Phase.CHOOSE] + [Phase.DRAW] * 3 + [Phase.OUT] * (PLACES - 6)
    weights = [[1, 1, 1], [2, 3, 0]] + [[1, 1, 1]] * (PLACES - 2)
    chart = Drawn(kinds, ways, weights, [(int(place == 6), 0) for place in range(PLACES)], None)
    assert best_by_hand(chart)[0] == 0.4
    setting = Setting({}, chart_of(chart, Random(1)), ((),))
    state = native().state(Reference(native().program, setting).set_up())
    state[[slot.path for slot in native().program.slots].index("phase")] = Phase.CHOOSE
    taken = [native().program.events[player(policy, native(), setting.in_force, 4_000).decide(Seen(state.copy()), 7)].arguments[0]
             for policy in ("flat", "uct", "hindsight")]
    assert taken == [1, 1, 0]
