"""What every command is asked in tests, in one place: a new command is entered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import verifier as daybreak
from verifier.results.result import Result

E2, E6, LOST = (f"scenarios/until-dawn/{name}.toml" for name in ("e2", "e6", "small-lost"))
LIMITS = daybreak.Limits(states=3_000)
FEW = ("--states", 3_000, "--engine", "interpreted")
ENGINE = ("--engine", "interpreted")

# What a command is asked, and the same of the API.
PAIRS: dict[str, tuple[tuple[Any, ...], Callable[[], Result]]] = {
    "solve": (("solve", LOST, *FEW), lambda: daybreak.solve(daybreak.scenario(LOST), limits=LIMITS, engine="interpreted")),
    "solve, quickest loss": (
        ("solve", E6, "--goal", "lose", *FEW),
        lambda: daybreak.solve(daybreak.scenario(E6), goal="lose", limits=LIMITS, engine="interpreted")),
    "solve, by both": (
        ("solve", LOST, "--with", "both", "--decisions", 1, *FEW),
        lambda: daybreak.solve(daybreak.scenario(LOST), with_="both", decisions=1, limits=LIMITS, engine="interpreted")),
    "check": (
        ("check", E6, "--depth", 6, "--engine", "interpreted"),
        lambda: daybreak.check(E6, limits=daybreak.Limits(depth=6), engine="interpreted")),
    "check, by z3": (
        ("check", "until-dawn", "--with", "z3", "--property", "ammo_within_track"),
        lambda: daybreak.check("until-dawn", with_="z3", properties=["ammo_within_track"])),
    "explore": (
        ("explore", E6, "--chance", "deal", *FEW),
        lambda: daybreak.explore(daybreak.scenario(E6), chance="deal", limits=LIMITS, engine="interpreted")),
    "odds": (
        ("odds", E6, "--at-least", "survived=yes", *FEW),
        lambda: daybreak.odds(daybreak.scenario(E6), at_least={"survived": True}, limits=LIMITS, engine="interpreted")),
    "moves": (("moves", E6), lambda: daybreak.moves(daybreak.scenario(E6))),
    "winnability": (
        ("winnability", "until-dawn", "--deals", 2, "--states", 2_000, "--games", 2),
        lambda: daybreak.winnability("until-dawn", seeds=range(1, 3), states=2_000, games=2)),
    "rules": (("games", "until-dawn", "--rules"), lambda: daybreak.rules("until-dawn")),
    "readings": (
        ("readings", "until-dawn", "UD-14", "--deals", 2, "--seed", 1, "--states", 500, "--size", 0, "--pairs", 0, "--engine",
         "interpreted"),
        lambda: daybreak.readings("until-dawn", ["UD-14"], deals=2, states=500, size=0, pairs=0, engine="interpreted")),
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
        ("find", "position", "until-dawn", "--breaks", "ammo_within_track", "--size", 0, "--from", "ACT"),
        lambda: daybreak.find_position("until-dawn", "ammo_within_track", size=0, phases=["ACT"])),
    "find readings": (
        ("find", "readings", "until-dawn", "UD-20", "--from", "SCRATCHER", "--size", 0, "--until", "ACT"),
        lambda: daybreak.find_readings("until-dawn", "UD-20", phases=["SCRATCHER"], size=0, until=["ACT"])[0]),
}
# Commands whose functions are compared with them in tests of their own.
COMPARED_APART = {"certify", "deal", "new", "replay", "reports", "review"}

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
}
GRADED = ("replay", "review", "solve", "solve, several", "certify", "explore", "find, an order", "readings", "winnability")
NO_ANSWERS = {"games", "new", "reports"}  # reports are made of the answers of four others
