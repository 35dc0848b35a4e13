"""States as a search stores them, and the tables that find them again: whole states are compared, never hashes alone.

A packed state of few words is stored as it is.  One of many is cut into parts of PART words: each part that occurs is kept once,
in `parts`, and a state is the row of its parts' numbers.  Most fields of most states are what they were in another state, so that
a row of a few small numbers is nearly all that a state costs, and all that is hashed and compared.

A table of entries finds rows, another finds parts.  An entry is a number plus 1 (0: the place is free) with as many bits of the
hash above it as there is room for, so that most others are told apart without looking at them.
"""

from verifier.run.control import Exploring
from verifier.run.kernels.contract import (
    FACTORS,
    PART,
    ROW,
    _wide,
    compiled,
    kernel,
    kind_of,
    pack,
    pointer,
    prefetch,
    unpack,
)


@compiled
def number_bits(table):
    """The bits of an entry that are the number's."""
    bits = 1
    while bits < 31 and len(table) >> bits > 0:
        bits += 1
    return bits


@compiled
def home_of(table, h):
    """Where to look first for what has hash `h`."""
    return (h & 2147483647) * len(table) >> 31


@compiled
def tag_of(h, bits):
    """The bits of a hash that an entry has above its number's."""
    return h >> 31 & ((1 << (31 - bits)) - 1)


@compiled
def mixed(h):
    """A hash in which every bit has had its say; products stay below 2**62 so that every execution computes the same."""
    h ^= h >> 32
    h = ((h & 2147483647) * 1542469173) ^ ((h >> 31) * 1181783497)
    return h ^ (h >> 38)


@compiled
def hash_of(rows, at):
    """A number below 2**62 from a row."""
    h = 0
    for k in range(ROW):
        number = _wide(rows[at, k])
        h ^= (number & 2147483647) * FACTORS[k]
        if PART == 0:
            h ^= (number >> 31) * FACTORS[ROW + k]
    return mixed(h)


@compiled
def likely_place(table, bits, h, at):
    """The first place from `at` on that is free or whose entry has the same bits of the hash."""
    tag = tag_of(h, bits)
    while table[at] != 0 and table[at] >> bits != tag:
        at += 1
        if at == len(table):
            at = 0
    return at


@compiled
def number_at(table, bits, at):
    """The number in an entry; -1 where the place is free."""
    return (_wide(table[at]) & ((1 << bits) - 1)) - 1


@compiled
def find(store, table, bits, rows, row, h, at):
    """Where a row with hash `h` is, `at` being where to begin: its number, or -(free place) - 1."""
    while True:
        at = likely_place(table, bits, h, at)
        number = number_at(table, bits, at)
        if number < 0:
            return -at - 1
        same = True
        for k in range(ROW):
            if store[number, k] != rows[row, k]:
                same = False
                break
        if same:
            return number
        at += 1
        if at == len(table):
            at = 0


@compiled
def add_state(rows, row, h, at, status, came_from, event, store, parent, via, node, table, bits, control):
    """The number of a state with hash `h`, storing it when it is new; `at` is where to begin.  `control` counts states."""
    found = find(store, table, bits, rows, row, h, at)
    if found >= 0:
        return found
    number = control[Exploring.STATES]
    for k in range(ROW):
        store[number, k] = rows[row, k]
    parent[number] = came_from
    via[number] = event
    node[number] = status
    table[-found - 1] = (tag_of(h, bits) << bits) | (number + 1)
    control[Exploring.STATES] = number + 1
    return number


@compiled
def hash_of_part(packed, row, first):
    """A number below 2**62 from the part of a packed state that begins at a word."""
    h = 0
    for k in range(PART):
        word = packed[row, first + k]
        h ^= ((word & 2147483647) * FACTORS[k]) ^ ((word >> 31) * FACTORS[PART + k])
    return mixed(h)


@compiled
def has_room_for_parts(parts, places, counts, rows):
    """Whether the parts of so many rows fit, were they all new."""
    count = counts[0] + rows * ROW
    return PART == 0 or (count <= len(parts) and count * 5 <= len(places) * 4)


@compiled
def begin_row(packed, row, known, number, store, rows, hashes, places):
    """Write what a row of a packed state has in common with row `number` of the store, whose packed state is `known`.

    Other parts are hashed, and instead of their numbers the row gets where to look for them: minus the place minus 1.
    """
    for k in range(ROW):
        if PART == 0:
            rows[row, k] = packed[row, k]
        else:
            same = True
            for j in range(k * PART, k * PART + PART):
                if packed[row, j] != known[j]:
                    same = False
                    break
            if same:
                rows[row, k] = store[number, k]
            else:
                h = hash_of_part(packed, row, k * PART)
                at = home_of(places, h)
                prefetch(places[at])
                hashes[row, 1 + k], rows[row, k] = h, -at - 1


@compiled
def seek_parts(row, rows, hashes, parts, places, bits):
    """Look for the parts of a row that have no number yet, and have what is found there read."""
    for k in range(ROW if PART > 0 else 0):
        if rows[row, k] < 0:
            at = likely_place(places, bits, hashes[row, 1 + k], -1 - _wide(rows[row, k]))
            rows[row, k] = -at - 1
            if places[at] != 0:
                prefetch(parts[number_at(places, bits, at), 0])


@compiled
def number_parts(packed, row, rows, hashes, parts, places, bits, counts):
    """Write the numbers of the parts of a row that have none yet, keeping those that are new; `counts[0]` counts parts."""
    for k in range(ROW if PART > 0 else 0):
        if rows[row, k] < 0:
            rows[row, k] = part_number(packed, row, k * PART, hashes[row, 1 + k], -1 - _wide(rows[row, k]), parts, places, bits,
                                       counts)


@compiled
def is_part(parts, number, packed, row, first):
    """Whether the part with a number is the one of a packed state that begins at a word."""
    for k in range(PART):
        if parts[number, k] != packed[row, first + k]:
            return False
    return True


@compiled
def part_number(packed, row, first, h, at, parts, places, bits, counts):
    """The number of the part with hash `h` that begins at a word of a packed state; `at` is where to begin."""
    while True:
        at = likely_place(places, bits, h, at)
        number = number_at(places, bits, at)
        if number < 0:
            break
        if is_part(parts, number, packed, row, first):
            return number
        at += 1
        if at == len(places):
            at = 0
    number = counts[0]
    for k in range(PART):
        parts[number, k] = packed[row, first + k]
    places[at] = (tag_of(h, bits) << bits) | (number + 1)
    counts[0] = number + 1
    return number


@compiled
def end_row(row, rows, hashes, table):
    """Hash a row, and have the entry read where it may be."""
    hashes[row, 0] = hash_of(rows, row)
    prefetch(table[home_of(table, hashes[row, 0])])


@compiled
def read_words(store, number, parts, words):
    """Make `words` a stored state, packed."""
    for k in range(ROW):
        if PART == 0:
            words[k] = store[number, k]
        else:
            for j in range(PART):
                words[k * PART + j] = parts[store[number, k], j]


@compiled
def read_state(store, number, parts, words, s):
    """Make `s` a stored state; `words` gets it packed."""
    read_words(store, number, parts, words)
    unpack(words, s)


@compiled
def enter_packed(status, known, store, parent, via, node, table, parts, places, counts, packed, found, hashes, control):
    """Enter a packed state that nothing leads to."""
    for k in range(ROW * PART):
        known[k] = -1  # no state's
    begin_row(packed, 0, known, 0, store, found, hashes, places)
    number_parts(packed, 0, found, hashes, parts, places, number_bits(places), counts)
    end_row(0, found, hashes, table)
    h = hashes[0, 0]
    add_state(found, 0, h, home_of(table, h), status, -1, 0, store, parent, via, node, table, number_bits(table), control)


@kernel
def enter_start(state, status, store, parent, via, node, table, parts, places, counts, scratch, packed, found, hashes,
                control):
    """Make a state the first one."""
    pack(pointer(state), pointer(packed[0]))
    enter_packed(status, pointer(scratch[3]), store, parent, via, node, table, parts, places, counts, packed, found, hashes,
                 control)


@kernel
def enter_states(context, words, begin, end, store, parent, via, node, table, parts, places, counts, scratch, packed, found,
                 hashes, control):
    """Enter packed states that play comes to, at which it stops, as states that nothing leads to."""
    x, s = pointer(context), pointer(scratch[0])
    for at in range(begin, end):
        unpack(pointer(words[at]), s)
        pack(s, pointer(packed[0]))
        enter_packed(kind_of(s, x), pointer(scratch[3]), store, parent, via, node, table, parts, places, counts, packed, found,
                     hashes, control)


@kernel
def rehash(store, count, table):
    """Enter every stored row into an empty table, some at a time: memory is read for many of them at once."""
    bits, first = number_bits(table), 0
    while first < count:
        until = min(count, first + 64)
        for number in range(first, until):
            prefetch(table[home_of(table, hash_of(store, number))])
        for number in range(first, until):
            h = hash_of(store, number)
            at = home_of(table, h)
            while table[at] != 0:
                at += 1
                if at == len(table):
                    at = 0
            table[at] = (tag_of(h, bits) << bits) | (number + 1)
        first = until


@kernel
def rehash_parts(parts, count, places):
    """Enter every part into an empty table, but for numbers that are nobody's (`together.put_back`)."""
    bits = number_bits(places)
    for number in range(count):
        if parts[number, 0] < 0:
            continue
        h = hash_of_part(parts, number, 0)
        at = home_of(places, h)
        while places[at] != 0:
            at += 1
            if at == len(places):
                at = 0
        places[at] = (tag_of(h, bits) << bits) | (number + 1)


@kernel
def state_at(store, parts, number, scratch, state):
    """Make `state` a stored state."""
    read_state(store, number, parts, pointer(scratch[3]), pointer(state))
