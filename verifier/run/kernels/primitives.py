"""Piles, bags and checks on flat arrays.  x[ERROR] gets the id of the first node that
failed, x[ERROR + 1] the value.

After a failed check evaluation goes on with a harmless value; the caller looks at x[ERROR] and discards the state.
"""

from verifier.run.kernels.contract import ERROR, compiled, seldom


@seldom
def _fail(x, node, value):
    if x[ERROR] == 0:
        x[ERROR] = node
        x[ERROR + 1] = value


@compiled
def _within(x, node, value, low, high):
    if value < low or value > high:
        _fail(x, node, value)
        return low
    return value


@compiled
def _element(s, x, node, base, width, index):
    """The offset of the element `index` below the top; the bottom element lies first."""
    size = s[base]
    if index < 0 or index >= size:
        _fail(x, node, index)
        return base + 1
    return base + 1 + (size - 1 - index) * width


@compiled
def _remove(s, base, width, at):
    """Close the gap of an element that was taken out."""
    size = s[base]
    if size == 0:
        return
    end = base + 1 + size * width
    for cell in range(at, end - width):
        s[cell] = s[cell + width]
    for cell in range(end - width, end):
        s[cell] = 0
    s[base] = size - 1


@compiled
def _room_top(s, x, node, base, width, most):
    """Where a new top element goes; -1 when the pile is full."""
    size = s[base]
    if size >= most:
        _fail(x, node, size + 1)
        return -1
    s[base] = size + 1
    return base + 1 + size * width


@compiled
def _room_bottom(s, x, node, base, width, most):
    """Where a new bottom element goes, after moving the others up; -1 when the pile is full."""
    size = s[base]
    if size >= most:
        _fail(x, node, size + 1)
        return -1
    for cell in range(base + size * width, base, -1):
        s[cell + width] = s[cell]
    s[base] = size + 1
    return base + 1


@compiled
def _empty(s, base, width):
    for cell in range(base, base + 1 + s[base] * width):
        s[cell] = 0


@compiled
def _zero(s, base, length):
    for cell in range(base, base + length):
        s[cell] = 0


@compiled
def _total(s, base, length):
    total = 0
    for cell in range(base, base + length):
        total += s[cell]
    return total


@compiled
def _pour(s, source, x, node, into, other, length, low, high):
    for index in range(length):
        s[into + index] = _within(x, node, s[into + index] + source[other + index], low, high)
