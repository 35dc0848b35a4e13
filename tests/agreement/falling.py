"""Networks whose dead ends are none: wherever somebody is to choose and there is no way, one falls to the next place.

A game with such a rule is compared with its twin, the plain network of the same chart in which those places are steps.  The two
are the same game in different words, so that everything that is found of one has to be found of the other.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from attrs import evolve

from tests.altered_games import altered_game
from tests.games import network
from tests.games.network import NOWHERE, PLACES, SEATS, WAYS, Phase, Seat
from tests.games.network.drawn import Drawn, chart_of, drawn
from tests.games.network.drawn import native as network_native
from verifier.instance import Instance, instance_of
from verifier.lang.layout import decode, encode
from verifier.program.program import Program, load
from verifier.run.native import Engine, Native
from verifier.run.reference import Reference
from verifier.run.setting import Setting
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario

BEFORE = '@game.chance(Phase.DRAW, tape="ways", clause="NE-03")'
FALL = '''@game.when_stuck(Phase.CHOOSE, clause="NE-04")
def fall(walker: Walker) -> None:
    """To the next place, where there is no way."""
    walker.at = (walker.at + 1) % PLACES
    stand(walker)


'''
_folder = TemporaryDirectory()  # as long as the game is there, which reads its ledgers now and then


@cache
def falling() -> Program:
    """The network in which one falls."""
    return load(altered_game("tests.games.network", Path(_folder.name), {"__init__.py": (BEFORE, FALL + BEFORE)}))


@cache
def native(engine: Engine = "interpreted") -> Native:
    """That network emitted."""
    return Native(falling(), engine)


def steps_for(chart: Drawn) -> Drawn:
    """The same chart, but that one walks on from where there is no way."""
    steps = evolve(chart, kinds=list(chart.kinds), leads=[list(each) for each in chart.leads])
    for place in dead_ends(chart):
        steps.kinds[place], steps.leads[place][0] = Phase.PASS, (place + 1) % PLACES
    return steps


def dead_ends(chart: Drawn) -> list[int]:
    """Where somebody is to choose, and there is no way."""
    return [place for place in range(PLACES) if chart.kinds[place] is Phase.CHOOSE and set(chart.leads[place]) == {NOWHERE}]


def twins(seed: int, *, dealt: bool = True, slack: int = 0) -> tuple[Drawn, Instance, Instance]:
    """The chart as it is for the twin, the network in which one falls, and its twin."""
    chart, random = drawn(seed, dealt=dealt), Random(seed)
    steps = steps_for(chart)
    data = chart_of(steps, random, slack=slack)
    for place in range(PLACES):
        data.owners[place] = Seat(random.randrange(SEATS))
        for seat in range(SEATS):
            data.pays[place * SEATS + seat] = random.randrange(4)
    falls = _instance(falling(), _without_steps(chart, data), chart, seed)
    return steps, falls, _instance(network_native().program, data, chart, seed)


def _without_steps(chart: Drawn, data: network.Chart) -> network.Chart:
    """The component data for those who fall: without the ways that there are instead."""
    kind = falling().game.edition_type
    other: network.Chart = decode(kind, encode(network.game.edition_type, data))
    for place in dead_ends(chart):
        other.kinds[place], other.leads[place * WAYS] = Phase.CHOOSE, NOWHERE
    return other


def _instance(program: Program, data: network.Chart, chart: Drawn, seed: int) -> Instance:
    scenario = new_scenario(program.game, title=f"network {seed}")
    scenario = evolve(scenario, edition=evolve(scenario.edition, record=data))
    setting = Setting({}, data, (chart.tape or (),))
    start = instance_of(scenario, program).start
    if chart.tape is not None:
        scenario = evolve(scenario, deal=Deal(given={"ways": chart.tape}))
    return Instance(scenario, program, setting, Reference(program, setting), start)
