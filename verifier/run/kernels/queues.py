"""Queues of stored states, each by a key: binary heaps.

The least key comes first; of the same keys the state with the greatest tie, then the least number.  A state that is in a queue
more than once is picked once.
"""

from verifier.run.kernels.contract import _wide, compiled, kernel


@compiled
def is_before(key, number, keys, numbers, at, ties):
    """Whether a state with a key comes before the one at a place of the queue."""
    if key != keys[at]:
        return key < keys[at]
    tie, other = _wide(ties[number]), _wide(ties[numbers[at]])
    if tie != other:
        return tie > other
    return number < numbers[at]


@kernel
def enter_queue(keys, numbers, length, ties, new_keys, new_numbers):
    """Put states into a queue of some length, which must have room for them."""
    for k in range(len(new_numbers)):
        key, number, at = new_keys[k], _wide(new_numbers[k]), length + k
        while at > 0 and is_before(key, number, keys, numbers, (at - 1) >> 1, ties):
            above = (at - 1) >> 1
            keys[at], numbers[at] = keys[above], numbers[above]
            at = above
        keys[at], numbers[at] = key, number


@compiled
def drop_first(keys, numbers, length, ties):
    """Take the first state out of a queue of some length."""
    last, at = length - 1, 0
    while 2 * at + 1 < last:
        below = 2 * at + 1
        if below + 1 < last and is_before(keys[below + 1], _wide(numbers[below + 1]), keys, numbers, below, ties):
            below += 1
        if not is_before(keys[below], _wide(numbers[below]), keys, numbers, last, ties):
            break
        keys[at], numbers[at] = keys[below], numbers[below]
        at = below
    keys[at], numbers[at] = keys[last], numbers[last]


@kernel
def leave_queue(keys, numbers, lengths, which, ties, done, bounds, best, picks):
    """Pick the first states of a queue that are not done and can be worth more than `best`; whatever leaves is done.

    `lengths[which]` is how many are in the queue.  Returns how many were picked, at most as many as there is room for.
    """
    count = 0
    while count < len(picks) and lengths[which] > 0:
        number = _wide(numbers[0])
        drop_first(keys, numbers, lengths[which], ties)
        lengths[which] -= 1
        if done[number] == 0:
            done[number] = 1
            if bounds[number] > best:
                picks[count] = number
                count += 1
    return count


@kernel
def drop_done(keys, numbers, lengths, which, ties, done):
    """Take what is done out of the front of a queue."""
    while lengths[which] > 0 and done[numbers[0]] != 0:
        drop_first(keys, numbers, lengths[which], ties)
        lengths[which] -= 1
