"""Which of two states is at least as good, by what a game declares (`verifier.lang.dominance`): emitted code on packed states.

Two states can be compared if their packed words are the same but for the bits of the cells that are named: `KEY_MASK` has the
other bits.  Counters of tapes are among these, so that both have used as much of the deal.
"""

from __future__ import annotations

from verifier.lang.dominance import Better
from verifier.run.packing import WORD_BITS, Packing

Place = tuple[int, int, int]  # the word of a cell, where its bits begin, and all of them set


def key_masks(packing: Packing, better: Better) -> tuple[int, ...]:
    """For each word of a packed state the bits that two states must have in common to be compared."""
    masks = [2**WORD_BITS - 1] * packing.words
    places = _places(packing)
    for cell in better.cells & places.keys():
        word, shift, bits = places[cell]
        masks[word] &= ~(bits << shift)
    return tuple(masks)


def dominance_source(packing: Packing, better: Better) -> str:
    """`is_at_least(words, others)` as source: whether of two packed states of one key the first is at least as good."""
    places = _places(packing)
    lines = ["@compiled", "def is_at_least(words, others):"]
    for cells, sign in ((better.more, "<"), (better.fewer, ">")):
        for word, shift, bits in (places[cell] for cell in cells if cell in places):
            mine, theirs = (f"{array}[{word}] >> {shift} & {bits}" for array in ("words", "others"))
            lines += [f"    if ({mine}) {sign} ({theirs}):", "        return False"]
    return "\n".join([*lines, "    return True"])


def _places(packing: Packing) -> dict[int, Place]:
    """Where the cells outside of piles lie that have more than one value."""
    found = {offset: (word, shift, 2**slot.bits - 1) for offset, word, shift, slot in packing.scalars}
    for run in packing.runs:
        for index in range(run.count):
            word, place = divmod(index, run.per_word)
            found[run.offset + index] = run.word + word, place * run.slot.bits, 2**run.slot.bits - 1
    return found
