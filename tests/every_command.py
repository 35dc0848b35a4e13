"""What every command is asked in tests, in one place: a new command is entered here."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import verifier as daybreak
from verifier.registry import Games
from verifier.results.result import Result

E2, LOST = (f"scenarios/until-dawn/{name}.toml" for name in ("e2", "positions/mutant-156-end-round"))  # lost three decisions on
EMPTY = "tests/games/noughts/empty.toml"
GAMES = Games([EntryPoint("until-dawn", "daybreak_games.until_dawn:game", "daybreak.games"),
               EntryPoint("ferry", "tests.games.ferry:game", "daybreak.games"),
               EntryPoint("noughts", "tests.games.noughts:game", "daybreak.games")])
LIMITS = daybreak.Limits(states=3_000)
FEW = ("--states", 3_000, "--engine", "interpreted")
ENGINE = ("--engine", "interpreted")

# What a command is asked, and the same of the API: of the ferry where z3 is, which asks less of a smaller game.
PAIRS: dict[str, tuple[tuple[Any, ...], Callable[[], Result]]] = {
    "solve": (("solve", LOST, *FEW), lambda: daybreak.solve(daybreak.scenario(LOST), limits=LIMITS, engine="interpreted")),
    "solve, quickest loss": (
        ("solve", LOST, "--goal", "lose", *FEW),
        lambda: daybreak.solve(daybreak.scenario(LOST), goal="lose", limits=LIMITS, engine="interpreted")),
    "solve, by both": (
        ("solve", LOST, "--with", "both", "--decisions", 1, *FEW),
        lambda: daybreak.solve(daybreak.scenario(LOST), with_="both", decisions=1, limits=LIMITS, engine="interpreted")),
    "solve, for a seat": (
        ("solve", EMPTY, "--for", "nought", "--against", "rest", *ENGINE),
        lambda: daybreak.force(daybreak.scenario(EMPTY), "nought", against="rest", engine="interpreted")),
    "check": (
        ("check", LOST, "--depth", 6, "--engine", "interpreted"),
        lambda: daybreak.check(LOST, limits=daybreak.Limits(depth=6), engine="interpreted")),
    "check, by z3": (
        ("check", "ferry", "--with", "z3", "--property", "no_more_than_bought", "--again"),
        lambda: daybreak.check("ferry", with_="z3", properties=["no_more_than_bought"], again=True)),
    "explore": (
        ("explore", LOST, "--chance", "deal", *FEW),
        lambda: daybreak.explore(daybreak.scenario(LOST), chance="deal", limits=LIMITS, engine="interpreted")),
    "odds": (
        ("odds", LOST, "--at-least", "survived=yes", *FEW),
        lambda: daybreak.odds(daybreak.scenario(LOST), at_least={"survived": True}, limits=LIMITS, engine="interpreted")),
    "moves": (("moves", LOST), lambda: daybreak.moves(daybreak.scenario(LOST))),
    "winnability": (
        ("winnability", "until-dawn", "--deals", 2, "--states", 300, "--games", 2),
        lambda: daybreak.winnability("until-dawn", seeds=range(1, 3), states=300, games=2)),
    "play-out": (
        ("play-out", "until-dawn", "--policy", "random", "--policy", "flat", "--deals", 2, "--simulations", 3, *ENGINE),
        lambda: daybreak.play_out("until-dawn", policies=["random", "flat"], seeds=range(1, 3), simulations=3,
                                  engine="interpreted")),
    "above": (
        ("above", "until-dawn", "--deals", 2, "--states", 50, "--scales", "0.5,1", "--level", 0.9, *ENGINE),
        lambda: daybreak.above("until-dawn", seeds=range(1, 3), states=50, scales=[0.5, 1], level=0.9, engine="interpreted")),
    "train": (
        ("train", "until-dawn", "--rounds", 2, "--positions", 1_000),
        lambda: daybreak.train("until-dawn", rounds=2, positions=1_000)),
    "difficulty": (
        ("difficulty", "until-dawn", "--vary", "shells=4,8", "--policy", "random", "--policy", "flat", "--deals", 2,
         "--simulations", 3, "--states", 300, *ENGINE),
        lambda: daybreak.difficulty("until-dawn", "shells=4,8", policies=["random", "flat"], seeds=range(1, 3), simulations=3,
                                    states=300, engine="interpreted")),
    "readings-played": (
        ("readings-played", "until-dawn", "UD-43", "--deals", 2, "--simulations", 3, "--rounds", 2, "--again", 1,
         "--positions", 1_000),
        lambda: daybreak.readings_played("until-dawn", ["UD-43"], deals=2, simulations=3, rounds=2, again=1, positions=1_000)),
    "rules": (("games", "until-dawn", "--rules"), lambda: daybreak.rules("until-dawn")),
    "readings": (
        ("readings", "ferry", "FE-Q1", "--deals", 2, "--seed", 1, "--states", 500, "--size", 1, "--pairs", 0, *ENGINE),
        lambda: daybreak.readings("ferry", ["FE-Q1"], deals=2, states=500, size=1, pairs=0, engine="interpreted")),
    "coverage": (
        ("coverage", "until-dawn", "--random", 3, "--engine", "interpreted"),
        lambda: daybreak.coverage("until-dawn", random=3, engine="interpreted")),
    "mutants": (
        ("mutants", "until-dawn", E2, "--rule", "pass_", "--states", 0, "--lines", 100),
        lambda: daybreak.mutants("until-dawn", [E2], rules=["pass_"], states=0, lines=100)),
    "games": (("games", "until-dawn"), lambda: daybreak.games("until-dawn")),
    "find order": (
        ("find", "order", LOST, "deck:1", "--loses", "--engine", "interpreted"),
        lambda: daybreak.find_order(daybreak.scenario(LOST), "deck:1", wins=False, engine="interpreted")),
    "find position": (
        ("find", "position", "ferry", "--breaks", "no_more_than_bought", "--size", 1),
        lambda: daybreak.find_position("ferry", "no_more_than_bought", size=1)),
    "find readings": (
        ("find", "readings", "ferry", "FE-Q1", "--size", 1, "--given", "tickets=1"),  # of several as small, z3 may lay out any
        lambda: daybreak.find_readings("ferry", "FE-Q1", size=1, given={"tickets": "1"})[0]),
}
# Commands whose functions are compared with them in tests of their own.
COMPARED_APART = {"batch export", "batch run", "batch show", "certify", "deal", "new", "replay", "reports", "review"}

# What answers are asked for of deals of the ferry, each to name its edition.
ANSWERS = {
    "deal": ("deal", "ferry", "--seed", 1),
    "moves": ("moves", "over.toml"),
    "replay": ("replay", "over.toml", "--line", "line.txt"),
    "review": ("review", "over.toml", "--line", "line.txt", *ENGINE),
    "solve": ("solve", "over.toml", *ENGINE),
    "solve, the quickest loss": ("solve", "over.toml", "--goal", "lose", *ENGINE),
    "solve, several": ("solve", "over.toml", "over.toml", *ENGINE),
    "certify": ("certify", "over.toml", "certificate.json"),
    "odds": ("odds", "over.toml"),
    "explore": ("explore", "over.toml", *ENGINE),
    "check": ("check", "ferry", "--with", "both", *ENGINE),
    "find, a position": ("find", "position", "ferry", "--breaks", "no_more_than_bought"),
    "find, an order": ("find", "order", "over.toml", "weather:1", "--wins", *ENGINE),
    "find, readings": ("find", "readings", "ferry", "FE-Q1"),
    "readings": ("readings", "ferry", "--deals", 2, *ENGINE),
    "coverage": ("coverage", "ferry", "over.toml", *ENGINE),
    "mutants": ("mutants", "ferry", "over.toml"),
    "winnability": ("winnability", "ferry", "--deals", 2),
    "play-out": ("play-out", "ferry", "--deals", 2, "--simulations", 3, *ENGINE),
    "above": ("above", "ferry", "--deals", 2, "--scales", 0, *ENGINE),
    "train": ("train", "ferry", "--rounds", 2, "--positions", 1_000, *ENGINE),
    "readings-played": ("readings-played", "ferry", "FE-Q1", "--deals", 2, "--simulations", 3, "--rounds", 2, "--again", 1,
                        "--positions", 1_000, *ENGINE),
    "difficulty": ("difficulty", "ferry", "--vary", "tickets=1,3", "--deals", 2, "--simulations", 3, *ENGINE),
    "batch": ("batch", "run", "ferry", "--deals", "1..2", "-o", "deals", "-j", 1),
    "batch, shown": ("batch", "show", "deals"),
}
GRADED = ("above", "replay", "review", "solve", "solve, several", "certify", "explore", "find, an order", "readings",
          "winnability", "batch, shown", "play-out", "difficulty")
NO_ANSWERS = {"games", "new", "reports", "batch export"}  # reports are made of the answers of four others
