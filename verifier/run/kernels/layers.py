"""Layers of an exploration that are kept on disk: what follows an array of states, and sorted arrays compared, merged and coded.

Rows of sorted arrays are compared word by word, the first word first, and none is there twice.
"""

from verifier.run.control import Asked, Expanding, Status, Why
from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    ERROR,
    EVENT_ROOM,
    WORDS,
    _wide,
    apply,
    compiled,
    copy,
    grade,
    kernel,
    kind_of,
    pack,
    pointer,
    unpack,
)
from verifier.run.kernels.explore import node_events


@compiled
def hash_of_words(words):
    """A number from a packed state; products stay below 2**62 so that every execution computes the same."""
    h = 0
    for k in range(WORDS):
        a = ((h & 2147483647) ^ (words[k] & 2147483647)) * 668265263
        b = ((h >> 31) ^ (words[k] >> 31)) * 374761393
        h = (a ^ (b >> 7) ^ (b << 3 & 4611686018427387903)) & 4611686018427387903
        h ^= h >> 29
    return h ^ (h >> 15)


@compiled
def fails(control, number, event):
    """Note at which state, and with which event, a rule failed."""
    control[Expanding.WHY], control[Expanding.AT], control[Expanding.WHAT] = Why.FAILED, number, event


@compiled
def settled_status(s, t, x, tapes, lengths, options, mark):
    """What a stored state is: with chains run through, it ends one, so that `settle` says it again without leaving it."""
    if options[Asked.COMPRESS] == 0:
        return kind_of(s, x)
    copy(s, t)
    return settle(t, x, tapes, lengths, options[Asked.OPEN_CHANCE] == 1, mark)


@kernel
def expand_states(context, tapes, lengths, options, rows, end, scratch, outcomes, chances, found, grades, tally, control):
    """Expand the states of an array from `control` on, up to `end` or until there may be no room for the successors of one more.

    Written are the packed successors and the grades of ends; `tally` counts states by what they are.  With `options` to expand
    nothing (a depth of 0), that is all.
    """
    x, out, weights = pointer(context), pointer(outcomes), pointer(chances)
    s, t, mark = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2])
    control[Expanding.WHY] = Why.PAUSE
    while control[Expanding.NEXT] < end:
        count = control[Expanding.FOUND]
        if count + EVENT_ROOM > len(found) or control[Expanding.ENDS] == len(grades):
            return
        number = control[Expanding.NEXT]
        unpack(pointer(rows[number]), s)
        status, events = settled_status(s, t, x, tapes, lengths, options, mark), 0
        if x[ERROR] == 0 and status < Status.END and options[Asked.DEPTH] != 0:
            events = node_events(s, x, tapes, lengths, options[Asked.OPEN_CHANCE] == 1, out, weights)
            if events <= 0:
                status = -events if events < 0 else Status.DEAD_END
        if x[ERROR] != 0:
            fails(control, number, out[events - 1] if events > 0 else -1)
            return
        tally[status] += 1
        if status == Status.END:
            grades[control[Expanding.ENDS]] = grade(s, x)
            control[Expanding.ENDS] += 1
            if x[ERROR] != 0:
                fails(control, number, -1)
                return
        for index in range(events):
            copy(s, t)
            apply(t, x, out[index])
            if options[Asked.COMPRESS] == 1 and x[ERROR] == 0:
                settle(t, x, tapes, lengths, options[Asked.OPEN_CHANCE] == 1, mark)
            if x[ERROR] != 0:
                fails(control, number, out[index])
                return
            pack(t, pointer(found[count]))
            count += 1
        control[Expanding.TRANSITIONS] += max(events, 0)
        control[Expanding.FOUND] = count
        control[Expanding.NEXT] += 1
    control[Expanding.WHY] = Why.DONE


@kernel
def partition_rows(rows, partitions, parts):
    """To which of so many partitions (a power of two) each row belongs."""
    for at in range(len(rows)):
        parts[at] = hash_of_words(pointer(rows[at])) & (partitions - 1)


@compiled
def order_of(one, other):
    """Below 0 if a row comes before another, above 0 if behind it, 0 if they are the same."""
    for k in range(WORDS):
        if one[k] != other[k]:
            return -1 if one[k] < other[k] else 1
    return 0


@kernel
def without_known(rows, known):
    """Move the rows that are not known to the front, in their order; how many there are."""
    kept, at = 0, 0
    for number in range(len(rows)):
        row, order = pointer(rows[number]), 1
        while at < len(known):
            order = order_of(row, pointer(known[at]))
            if order <= 0:
                break
            at += 1
        if order != 0:
            for k in range(WORDS):
                rows[kept, k] = rows[number, k]
            kept += 1
    return kept


@kernel
def merge_rows(one, other, merged):
    """Write the rows of two arrays, each once; how many there are."""
    count, a, b = 0, 0, 0
    while a < len(one) or b < len(other):
        order = 0
        if a == len(one):
            order = 1
        elif b == len(other):
            order = -1
        else:
            order = order_of(pointer(one[a]), pointer(other[b]))
        for k in range(WORDS):
            merged[count, k] = one[a, k] if order <= 0 else other[b, k]
        count += 1
        if order <= 0:
            a += 1
        if order >= 0:
            b += 1
    return count


@compiled
def put_number(data, at, value):
    """Write a number from 0 on, seven bits to a byte, the lowest first; bytes with more behind them are below 0."""
    while value > 127:
        data[at] = (value & 127) - 128
        value >>= 7
        at += 1
    data[at] = value
    return at + 1


@kernel
def encode_rows(rows, data):
    """Code rows by how each differs from the one before; how many bytes that takes, at most 9 for each word and 1 for a row.

    A row is the index of its first word that differs (none where rows have one word), by how much that word is larger, and of the
    words behind it which bits differ.
    """
    at = 0
    for number in range(len(rows)):
        first = 0
        if number > 0:
            while rows[number, first] == rows[number - 1, first]:
                first += 1
        if WORDS > 1:
            at = put_number(data, at, first)
        for k in range(first, WORDS):
            before = rows[number - 1, k] if number > 0 else 0
            at = put_number(data, at, rows[number, k] - before if k == first else rows[number, k] ^ before)
    return at


@kernel
def decode_rows(data, rows):
    """The rows that bytes stand for; how many bytes were read."""
    at = 0
    for number in range(len(rows)):
        first = 0
        if WORDS > 1:
            first = _wide(data[at])
            at += 1
        for k in range(WORDS):
            before = rows[number - 1, k] if number > 0 else 0
            if k < first:
                rows[number, k] = before
            else:
                value, shift = 0, 0
                while data[at] < 0:
                    value |= (_wide(data[at]) + 128) << shift
                    shift += 7
                    at += 1
                value |= _wide(data[at]) << shift
                at += 1
                rows[number, k] = before + value if k == first else before ^ value
    return at
