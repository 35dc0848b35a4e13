"""What can be foreseen of a deal: whether, of the draws that can matter, one may bring what the game's foresight is about.

A deal is looked through once, at the start, by the reference: the entries of the tape are walked over what is left in the deck
there, as they are when cards are drawn.  Where the deck would run out first, or the tape ends, nothing is known.  What is found
is good for every line from that start: `verifier.lang.foresight` says why.
"""

from __future__ import annotations

from verifier.lang.foresight import Foresight
from verifier.lang.phases import END
from verifier.program.program import Program
from verifier.run.blocks import PAD
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting


def foreseen(reference: Reference, start: Position) -> Setting:
    """The setting of a reference, in which it is known if what the foresight is about never comes from a start."""
    setting, program = reference.setting, reference.program
    foresight = program.foresight
    if foresight is None or not setting.tapes:
        return setting
    draws = int(reference.said(foresight.left, start.state))
    drawn = _drawn(reference, foresight, start, draws) if draws < foresight.most else None
    if drawn is None or any(reference.said(foresight.which, *program.events[number].values) for number in drawn):
        return setting
    return setting.foreseeing()


def _drawn(reference: Reference, foresight: Foresight, start: Position, draws: int) -> list[int] | None:
    """The events of the first draws; None where the deal does not say, or the deck may be another one by then."""
    program = reference.program
    events = [event for event in program.events if event.rule is foresight.draw]
    tape = program.tapes.index(foresight.draw.tape or "")
    entries = reference.setting.tapes[tape][start.used[tape]:]
    left, found = [max(0, weight) for weight in reference.weights(start.state, events)], list[int]()
    if draws > len(entries):
        return None
    for entry in entries[:draws]:
        if sum(left) == 0 or entry < 0 and left[-entry - 1] == 0:
            return None
        place = -entry - 1 if entry < 0 else _picked(entry % sum(left), left)
        left[place] -= 1
        found.append(events[place].number)
    return found


def _picked(number: int, weights: list[int]) -> int:
    for place, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return place
    raise AssertionError


def foresight_source(program: Program, never: int) -> str:
    """`keeps_foresight(b, s, x, event)` as source: what `verifier.lang.bounds.passed` says of a game that looks ahead."""
    lines, foresight = ["@compiled", "def keeps_foresight(b, s, x, event):"], program.foresight
    if foresight is not None:
        first, *others = [event.number for event in program.events if event.rule is foresight.draw]
        last, low = first + len(others), foresight.draw.arguments[0][1].low
        lines += [
            f"left = r_{foresight.left.name}(b, x)", f"if left == 0 or left == {foresight.most}:", f"{PAD}return True",
            f"is_draw = {first} <= event <= {last}",
            "goes_on = KIND_OF_PHASE[s[PHASE]] != " + str(END),
            f"if goes_on and r_{foresight.left.name}(s, x) > left - (1 if is_draw else 0):", f"{PAD}return False",
            "total = 0", "same = True", f"for each in range({first}, {last + 1}):",
            f"{PAD}was = weigh(b, x, each)", f"{PAD}total += max(0, was)",
            f"{PAD}if weigh(s, x, each) != was - (1 if each == event else 0):", f"{PAD * 2}same = False",
            "if goes_on and not same and (is_draw or total > 0):", f"{PAD}return False",
            f"if is_draw and r_{foresight.which.name}(s, x, event - {first} + {low}):", f"{PAD}return True",
            f"known = x[{never}]", f"x[{never}] = 1", "kept = keeps_bound(b, s, x)", f"x[{never}] = known", "return kept"]
    else:
        lines.append("return True")
    return "\n".join([*lines[:2], *(PAD + line for line in lines[2:])])
