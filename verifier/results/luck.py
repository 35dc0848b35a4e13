"""What a line gave away that its player could have known, and what chance did: in worth, 0 to 1, judged without the deal."""

from __future__ import annotations

import attrs
from attrs import frozen


@frozen
class Chances:
    """A decision judged by what its seat saw: what the best one found is worth (`before`), and the one taken (`after`).

    `mistake` is how much the decision taken is worth less, measured: noise can take it a little below 0.  `is_mistake` says that
    it is more than three standard errors (three and a half where there is a `seat`) and half a point; `best` is then the better
    decision.  `luck` is what the next table is worth more than the decision taken, at the end of the game what it came to; None
    where the line breaks off before that.  Where nothing happened in between that the player did not decide (`has_chance` is
    False), luck is how far estimates are off.
    Names in `_error` are standard errors.  `seat` is who decided, in a game that hides things from seats or is judged by seat;
    judged by seat, the next table is the next on which that seat decides.
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
    seat: str = ""


@frozen
class Course:
    """How a game went, for everybody or (by seat) for one `seat`: `start` - `mistakes` + `luck` is `end`, but for rounding, and
    for what happened around decisions that were not judged.

    `start` is what the first table is worth on which somebody decides, or that seat; `end` what the last one is, and where the
    game is over what it came to; None where the deal does not say what follows.  `still` is the part of `luck` where nothing
    happened that the player did not decide.  `decisions` have been judged, of which `wrong` are mistakes.
    """

    seat: str
    decisions: int
    wrong: int
    start: float
    start_error: float
    end: float | None
    end_error: float | None
    mistakes: float
    mistakes_error: float
    luck: float
    still: float


@frozen
class Luck:
    """Where a game went by its players' mistakes and by chance: one course for everybody, or (`by_seat`) one for each seat; none
    where somebody interrupted before any decision was judged.

    Worth goes from 0 to 1, as the first field of the grade has it, which `field` names, or by what the end is worth to the seat;
    `is_chance` says that it is the chance of the higher of two values.  Where hardly any game was won while what tables are worth
    was learned, `field` is empty, and worth is by the whole grade.  Each decision was thought about in `searches` searches of so
    many `simulations`, and what looked like a mistake then in as many of `deeper` ones (0: in none), by a `policy`; `learned`:
    tables were judged by what was learned from games.  `hides`: the game hides things from seats, and each decision was judged
    by what its seat had seen; `lost` were not, since none of the tables that a seat imagined could explain what it saw, and
    `unthought` were not either, since somebody interrupted.  `over`: the line goes to the end of the game.
    """

    policy: str
    learned: bool
    simulations: int
    searches: int
    field: str
    is_chance: bool
    courses: tuple[Course, ...]
    hides: bool
    seconds: float = attrs.field(eq=False)
    by_seat: bool = False
    lost: int = 0
    deeper: int = 0
    unthought: int = 0
    over: bool = True
