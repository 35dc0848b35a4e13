"""The data of reports: a row on a line, the same answer when they are read, and less of it only as the module says."""

from __future__ import annotations

import json

from attrs import evolve

import verifier
from verifier.report.concise import ROW_MOST, concise, kept
from verifier.results.difficult import Difficulty
from verifier.results.edition import EditionNote
from verifier.results.effects import ChoiceEffect, DistinguishingPosition, DistinguishingSide
from verifier.results.mutated import MutantRow, Mutated
from verifier.results.share import Share
from verifier.results.winnable import MeasuredDeal, Winnability, WinnabilityPoint

EDITION = EditionNote("probe", "plain", "Plain", 0, 1)
ROW = MutantRow(1, "act", "rules.py", 3, "comparison", "a < b \u2192 a <= b", ("C-01",), "killed", "line", "first", "by \"rest\"")
FOUND = Mutated("probe", EDITION, ("first",), "done", (ROW, evolve(ROW, number=2, what="x" * ROW_MOST, witness=None), ROW), 0.0)


def test_a_row_is_on_a_line_and_a_longer_one_on_a_line_for_each_part() -> None:
    text = concise(FOUND)
    assert json.loads(text) == json.loads(FOUND.to_json()) and verifier.load_result(text) == FOUND == kept(FOUND)
    lines = text.split("\n")
    assert text.endswith("}\n") and text.isascii() and lines[0] == "{" and lines[1] == '"schema":2,'
    first = lines.index('"mutants":[') + 1
    assert json.loads(lines[first].removesuffix(",")) == json.loads(FOUND.to_json())["mutants"][0]
    assert lines[first + 1:first + 3] == ["{", '"number":2,'] and lines[lines.index("},") + 1] == lines[first].removesuffix(",")


def test_what_is_not_long_is_one_row() -> None:
    assert concise(evolve(FOUND, mutants=(), scenarios=())).count("\n") == 1


def test_where_a_number_is_varied_no_deal_has_its_difficulty() -> None:
    share = Share(1, 0, 2, 0.1, 0.9)
    measured = (MeasuredDeal(3, Difficulty(100, share, share, None, (), 10)),)
    point = WinnabilityPoint(None, share, (), (3,), (), (), measured=measured)
    alone = Winnability("probe", EDITION, {}, 1, 2, 100, None, (point,), "done", 0.0)
    varied = evolve(alone, varied="tickets", points=(evolve(point, value=1),))
    assert kept(alone) == alone
    assert kept(varied) == evolve(varied, points=(evolve(point, value=1, measured=()),))


def test_tables_are_left_out_of_positions_that_a_scenario_lays_out() -> None:
    side = DistinguishingSide("front", (), {"n": 1}, None, None)
    position = DistinguishingPosition(1, ((), ()), "act", (), {"n": 0}, None, None, (side, side), "schema = 1\n")
    bare = evolve(side, state={})
    effect = kept(ChoiceEffect("front", True, example=position))  # type: ignore[arg-type]  # a part of an answer
    assert effect == ChoiceEffect("front", True, example=evolve(position, state={}, sides=(bare, bare)))
