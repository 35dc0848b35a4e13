"""What a question can be asked with: the execution, the chance, the order of a search, the method."""

from __future__ import annotations

from enum import StrEnum


class EngineChoice(StrEnum):
    """Which execution a search runs on."""

    AUTO = "auto"
    NATIVE = "native"
    INTERPRETED = "interpreted"


class ChanceChoice(StrEnum):
    """Whether chance is what the deal says, or everything that can come."""

    DEAL = "deal"
    OPEN = "open"


class StrategyChoice(StrEnum):
    """In which order states are expanded."""

    BREADTH_FIRST = "breadth-first"
    DEPTH_FIRST = "depth-first"
    ITERATIVE = "iterative"


class Goal(StrEnum):
    """Which line of a deal is wanted."""

    BEST = "best"
    LOSE = "lose"


class Policy(StrEnum):
    """Who plays, not knowing the deal (`verifier.policy.players`)."""

    RANDOM = "random"
    GREEDY = "greedy"
    FLAT = "flat"
    UCT = "uct"
    HINDSIGHT = "hindsight"
    ESTIMATE_UCT = "estimate-uct"
    LINEAR = "linear"
    LEARNED = "learned"
    LEARNED_UCT = "learned-uct"
    LEARNED_EXPECTIMAX = "learned-expectimax"


class Model(StrEnum):
    """What learns what a table is worth: a small network, or so much for each thing that can be counted."""

    NETWORK = "network"
    LINEAR = "linear"


class Objective(StrEnum):
    """What such a player aims at: the first field of the grade, or all of it."""

    FIRST = "first"
    GRADE = "grade"


class PlayObjective(StrEnum):
    """The same of players who only play, who may also aim at what the end is worth to the seat that decides."""

    FIRST = "first"
    GRADE = "grade"
    SEAT = "seat"


class Against(StrEnum):
    """Who plays against the seats that a question is for: everybody else, and open chance, or nobody."""

    REST = "rest"
    NOBODY = "nobody"


class Endless(StrEnum):
    """What play that never ends is to the seats that a question is for: the worst there is, or the best."""

    WORST = "worst"
    BEST = "best"


class Method(StrEnum):
    """What answers: exploring states, z3, or each of them, compared."""

    EXPLICIT = "explicit"
    Z3 = "z3"
    BOTH = "both"



class BatchAsk(StrEnum):
    """What a batch asks about each deal."""

    SOLVE = "solve"
    POLICY = "policy"
    READINGS = "readings"


class ExportFormat(StrEnum):
    """What rows of deals are written as."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"
