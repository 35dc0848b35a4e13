"""The rule language: what a game's modules import."""

from verifier.lang.flaw import Flaw
from verifier.lang.game import Game
from verifier.lang.types import By, Range, Size, Word, place_for, words
from verifier.lang.values import Bag, Pile, Row, record
from verifier.lang.words import bound, clause, given, happened, require, ruling, weight

__all__ = ["Bag", "By", "Flaw", "Game", "Pile", "Range", "Row", "Size", "Word", "bound", "clause", "given", "happened",
           "place_for", "record", "require", "ruling", "weight", "words"]
