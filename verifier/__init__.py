"""Daybreak: verifies and solves the rules of tabletop games.  The engine; it knows no game."""

__version__ = "0.1.0"
