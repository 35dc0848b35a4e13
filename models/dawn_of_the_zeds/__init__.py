"""Dawn of the Zeds, 3rd edition, Basic Game: its ledgers and component data, and the state that its rules will work on.

`game` is declared, and has no rules yet.
"""

from models.dawn_of_the_zeds.state import game

__all__ = ["game"]
