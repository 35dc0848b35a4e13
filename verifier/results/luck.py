"""What a line gave away that its player could have known, and what chance did: in worth, 0 to 1, judged without the deal."""

from __future__ import annotations

import attrs
from attrs import frozen


@frozen
class Chances:
    """A decision judged by what lay on the table: what the best one found is worth (`before`), and the one taken (`after`).

    `mistake` is how much the decision taken is worth less, measured: noise can take it a little below 0.  `is_mistake` says that
    it is more than three standard errors and half a point; `best` is then the better decision.  `luck` is what the next table is
    worth more than the decision taken, at the end of the game what it came to; None where the line breaks off before that.  Where
    chance brought nothing in between (`has_chance` is False), luck is how far the estimates are off.  Names in `_error` are
    standard errors.
    """

    best: str
    before: float
    before_error: float
    after: float
    after_error: float
    mistake: float
    mistake_error: float
    is_mistake: bool
    luck: float | None
    luck_error: float | None
    has_chance: bool


@frozen
class Luck:
    """Where a game went by its player's mistakes and by chance: `start` - `mistakes` + `luck` is `end`, but for rounding.

    `start` is what the first table is worth on which somebody decides; `end` what the last one is, 0 to 1 as the first field of
    the grade has it where the game is over, None where the deal does not say what follows.  `field` names that field, `is_chance`
    says that worth is the chance of its higher value.  Where hardly any game was won while what tables are worth was learned,
    `field` is empty, and worth is by the whole grade.  Each decision was thought about in `searches` searches of so many
    `simulations`, by a `policy`; `learned`: tables were judged by
    what was learned from games.  `still` is the part of `luck` where chance brought nothing.  `hides`: the game hides things
    from seats, and the player was shown all that lies on the table.
    """

    policy: str
    learned: bool
    simulations: int
    searches: int
    field: str
    is_chance: bool
    start: float
    start_error: float
    end: float | None
    end_error: float | None
    mistakes: float
    mistakes_error: float
    luck: float
    still: float
    hides: bool
    seconds: float = attrs.field(eq=False)
