"""The rule language: what a game's modules import."""

from verifier.lang.flaw import Flaw
from verifier.lang.game import Game
from verifier.lang.interchangeable import interchangeable
from verifier.lang.pools import dice, pool, showing, ways
from verifier.lang.types import By, Range, Size, Word, extends, words
from verifier.lang.values import Bag, Pile, Row, record
from verifier.lang.words import bound, clause, following, given, happened, may_happen, require, ruling, the, weight

__all__ = ["Bag", "By", "Flaw", "Game", "Pile", "Range", "Row", "Size", "Word", "bound", "clause", "dice", "extends", "following",
           "given", "happened", "interchangeable", "may_happen", "pool", "record", "require", "ruling", "showing", "the", "ways",
           "weight", "words"]
