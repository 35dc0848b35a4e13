"""Why work ended, in words; a limit is named with the option that raises it."""

from __future__ import annotations

LIMITS = {"seconds": "the time limit was reached", "states": "the state limit was reached",
          "memory": "the memory limit was reached", "depth": "the depth limit was reached",
          "disk": "the disk limit was reached"}  # by the option that raises it
ENDINGS = {
    **{name: f"{text}; --{name} raises it" for name, text in LIMITS.items()},
    "decisions": "lines with more decisions were not searched", "work": "z3 gave up",
    "interrupted": "it was interrupted", "closed": "every state was examined",
    "settled": "what was not explored makes no difference",
    "stuck": "on some lines play gets stuck, and the rules do not say how to go on",
    "uncovered": "on some lines the deal does not say what chance brings",
    "bound": "the bound is taken from the game, not proved",
    "done": "everything was examined", "played": "every deal was played", "learned": "every round was played",
    "goal": "it was found", "failed": "a rule failed", "property": "a property is broken",
}
