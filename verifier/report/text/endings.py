"""Why work ended, in words; a limit is told with the option that raises it."""

from __future__ import annotations

LIMITS = {"seconds": "the time was up", "states": "the limit of states was reached", "memory": "the memory was used up",
          "depth": "the depth was reached"}  # each is the name of the option that raises it
ENDINGS = {
    **{name: f"{told}; --{name} raises it" for name, told in LIMITS.items()},
    "decisions": "lines of more decisions were not looked at", "work": "z3 gave up",
    "interrupted": "it was interrupted", "closed": "nothing is left to look at",
    "stuck": "on some lines play gets stuck, and the rules do not say how to go on",
    "uncovered": "on some lines the deal does not say what chance brings",
    "bound": "the bound is taken from the game, not proved",
    "done": "everything was looked at", "goal": "it was found", "failed": "a rule failed", "property": "a property is broken",
}
