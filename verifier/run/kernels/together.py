"""States that several threads expand together: every number is the one that a single thread would give.

A round is a run of states of one layer.  Each thread takes the next few (a batch), expands them, and looks its successors up in
the table that all of them share.  Of one that is new it makes a note, and enters it with a number above those of all states: the
note's.  When two come to the same new state, the place in the table goes to the note that is first in the order of discovery, by
whatever threads and whenever.  When the batches that were taken are done, the states of the notes that hold their places are
counted, batch by batch, and get their numbers in this order; so do edges.

A round in which something is found at which a search stops is not counted: a single thread expands its states.

Threads wait for nobody within a round.  An entry of the table never becomes free, and changes only to a note of the same state.
"""

from verifier.run.control import Asked, Batch, Exploring, Note, Together
from verifier.run.kernels.contract import BATCH, EVENT_ROOM, PART, ROW, _wide, added, compiled, kernel, prefetch, seen, swapped
from verifier.run.kernels.visited import (
    end_row,
    hash_of,
    home_of,
    is_part,
    likely_place,
    number_at,
    number_bits,
    seek_parts,
    tag_of,
)


@compiled
def take(options, control, parts, places, counts, together):
    """Take the next states of a round: how many, the first being the next to expand; 0 when none are left, or no room is."""
    more = options[Asked.THREADS] * (BATCH * EVENT_ROOM * ROW + 1)  # parts: whoever else looks now may add as many
    count = seen(counts, 0) + more
    if PART > 0 and (count > len(parts) or count * 5 > len(places) * 4):
        together[Together.STOP] = 1
    if control[Exploring.NOTES] + options[Asked.TAKE] * EVENT_ROOM > control[Exploring.NOTES_END]:
        together[Together.STOP] = 1
    if seen(together, Together.STOP) != 0:
        return 0
    first = added(together, Together.TAKEN, options[Asked.TAKE])
    control[Exploring.NEXT] = first
    return max(0, min(options[Asked.TAKE], options[Asked.UP_TO] - first))


@compiled
def shared_part(packed, row, first, h, at, parts, places, bits, counts, control):
    """The number of the part with hash `h` that begins at a word of a packed state, as `part_number` has it, among threads."""
    tag, mask = tag_of(h, bits), (1 << bits) - 1
    while True:
        entry = seen(places, at)
        if entry == 0:
            if control[Exploring.SPARE] == 0:
                control[Exploring.SPARE] = added(counts, 0, 1) + 1
            number = control[Exploring.SPARE] - 1
            for k in range(PART):
                parts[number, k] = packed[row, first + k]
            if swapped(places, at, 0, (tag << bits) | (number + 1)):
                control[Exploring.SPARE] = 0
                return number
        elif entry >> bits == tag:
            if is_part(parts, (entry & mask) - 1, packed, row, first):
                return (entry & mask) - 1
            at += 1
        else:
            at += 1
        if at == len(places):
            at = 0


@compiled
def is_noted(number, known, store, noted, found, at):
    """Whether a number of the table, of a state or a note, is that of a row."""
    for k in range(ROW):
        if (store[number, k] if number < known else noted[number - known, k]) != found[at, k]:
            return False
    return True


@compiled
def enter_note(at, options, store, table, bits, control, found, hashes, facts, noted, notes, holds):
    """Look a successor up, and note it if it is new or edges are asked for; whether a note of it holds its place so far."""
    known, mine, place, origin = control[Exploring.STATES], control[Exploring.NOTES], facts[at, 4], facts[at, 0]
    tag, mask, is_mine = tag_of(hashes[at, 0], bits), (1 << bits) - 1, False
    holds[mine] = 0
    while not is_mine:
        entry = seen(table, place)
        number = (entry & mask) - 1
        if entry != 0:
            if entry >> bits != tag or not is_noted(number, known, store, noted, found, at):
                place += 1
                if place == len(table):
                    place = 0
                continue
            if number < known or notes[number - known, Note.FROM] <= origin:
                break
        notes[mine, Note.FROM], holds[mine] = origin, 1
        for k in range(ROW):
            noted[mine, k] = found[at, k]
        is_mine = swapped(table, place, entry, (tag << bits) | (known + mine + 1))
        if not is_mine:
            holds[mine] = 0
        elif entry != 0:
            holds[number - known] = 0
    if is_mine or options[Asked.EDGES] == 1:
        notes[mine, Note.FROM], notes[mine, Note.EVENT] = origin, facts[at, 1]
        notes[mine, Note.STATUS], notes[mine, Note.PLACE] = facts[at, 2], place
        control[Exploring.NOTES] = mine + 1
    return is_mine


@compiled
def note_nothing(at, control, facts, notes, holds):
    """Note that nothing follows a state."""
    mine = control[Exploring.NOTES]
    notes[mine, Note.FROM], notes[mine, Note.EVENT], notes[mine, Note.STATUS] = facts[at, 0], -1, facts[at, 2]
    holds[mine] = 0
    control[Exploring.NOTES] = mine + 1


@compiled
def look_up(count, store, table, bits, parts, places, place_bits, counts, control, packed, found, hashes, facts):
    """What `end_rows` does, among threads."""
    for at in range(count):
        if facts[at, 1] >= 0:
            seek_parts(at, found, hashes, parts, places, place_bits)
    for at in range(count):
        if facts[at, 1] >= 0:
            for k in range(ROW if PART > 0 else 0):
                if found[at, k] < 0:
                    found[at, k] = shared_part(packed, at, k * PART, hashes[at, 1 + k], -1 - _wide(found[at, k]), parts, places,
                                               place_bits, counts, control)
            end_row(at, found, hashes, table)
    for at in range(count):
        if facts[at, 1] >= 0:
            h = hashes[at, 0]
            place = likely_place(table, bits, h, home_of(table, h))
            facts[at, 4] = place
            number = number_at(table, bits, place)
            if 0 <= number < control[Exploring.STATES]:
                prefetch(store[number, 0])


@compiled
def put_back(parts, control):
    """A part's number that was taken and not used is nobody's as yet, which a negative word says."""
    if control[Exploring.SPARE] > 0:
        parts[control[Exploring.SPARE] - 1, 0] = -1


@kernel
def count_round(count, batches, holds, control):
    """Count what so many batches found, in their order: where the states and the edges of each begin."""
    state, edge = control[Exploring.STATES], control[Exploring.EDGES]
    for batch in range(count):
        batches[batch, Batch.STATES] = state
        for mine in range(batches[batch, Batch.NOTES], batches[batch, Batch.NOTES_END]):
            state += holds[mine]
        edges = batches[batch, Batch.EDGES]
        batches[batch, Batch.EDGES] = edge
        edge += edges
    control[Exploring.STATES], control[Exploring.EDGES] = state, edge


@kernel
def number_batches(count, known, batches, noted, notes, holds, store, parent, via, node, table, together):
    """Store the new states of some batches, until all are stored; `known` is how many there were before the round."""
    while True:
        first = added(together, Together.NUMBERED, 16)
        if first >= count:
            return
        for batch in range(first, min(count, first + 16)):
            for mine in range(batches[batch, Batch.NOTES], batches[batch, Batch.NOTES_END]):
                if holds[mine] == 1:
                    prefetch(table[notes[mine, Note.PLACE]])
            state = batches[batch, Batch.STATES]
            for mine in range(batches[batch, Batch.NOTES], batches[batch, Batch.NOTES_END]):
                if notes[mine, Note.EVENT] < 0:
                    node[notes[mine, Note.FROM]] = notes[mine, Note.STATUS]
                if holds[mine] == 1:
                    for k in range(ROW):
                        store[state, k] = noted[mine, k]
                    parent[state], via[state] = notes[mine, Note.FROM], notes[mine, Note.EVENT]
                    node[state] = notes[mine, Note.STATUS]
                    table[notes[mine, Note.PLACE]] += state - known - mine
                    state += 1


@kernel
def link_batches(count, batches, notes, table, edges, together):
    """Write the edges of some batches, until all are written."""
    bits = number_bits(table)
    while True:
        first = added(together, Together.LINKED, 16)
        if first >= count:
            return
        for batch in range(first, min(count, first + 16)):
            edge = batches[batch, Batch.EDGES]
            for mine in range(batches[batch, Batch.NOTES], batches[batch, Batch.NOTES_END]):
                if notes[mine, Note.EVENT] >= 0:
                    edges[edge, 0], edges[edge, 2] = notes[mine, Note.FROM], notes[mine, Note.EVENT]
                    edges[edge, 1] = number_at(table, bits, notes[mine, Note.PLACE])
                    edge += 1


@kernel
def rehash_together(store, count, table, together):
    """What `rehash` does, among threads: each takes some rows, until all are entered."""
    bits = number_bits(table)
    while True:
        first = added(together, Together.REHASHED, 256)
        if first >= count:
            return
        until = min(count, first + 256)
        for number in range(first, until):
            prefetch(table[home_of(table, hash_of(store, number))])
        for number in range(first, until):
            h = hash_of(store, number)
            at, entry = home_of(table, h), (tag_of(h, bits) << bits) | (number + 1)
            while seen(table, at) != 0 or not swapped(table, at, 0, entry):
                at += 1
                if at == len(table):
                    at = 0
