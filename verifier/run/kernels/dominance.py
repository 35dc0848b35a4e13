"""The best of the stored states that can be compared: a state is not wanted where a better one of the same key is stored.

Two states have the same key if they differ in nothing but the cells of which the game says that more, or less, is never worse
(`verifier.run.dominance`).  Of each key those are kept in a chain of which none is better than another, the newest first.  Only
states that are strictly worse are not wanted, so that no two of them rule each other out.  The start is in no chain.

`heads` has the first state of each chain plus 1 (0: there is none); several keys can share a chain.  `chain` has 0 for a state
that is in none, 1 for the last one, or the next one plus 2.  `beaten` is 1 for a state that a later one was better than.
"""

from verifier.run.kernels.contract import KEY_MASK, WORDS, _wide, compiled, is_at_least, kernel, pointer
from verifier.run.kernels.visited import home_of, mixed, read_words


@compiled
def key_of(words):
    """A number below 2**62 from what a packed state has to have in common with those that it can be compared with."""
    h = 0
    for k in range(WORDS):
        word = words[k] & KEY_MASK[k]
        h = mixed(h ^ ((word & 2147483647) * 1542469173) ^ ((word >> 31) * 1181783497))
    return h


@compiled
def has_key_of(words, others):
    """Whether two packed states can be compared."""
    for k in range(WORDS):
        if (words[k] ^ others[k]) & KEY_MASK[k] != 0:
            return False
    return True


@compiled
def is_better(words, others):
    """Whether of two packed states of one key the first is at least as good, and the second is not."""
    return is_at_least(words, others) and not is_at_least(others, words)


@compiled
def is_worse(words, other, store, parts, heads, chain):
    """Whether a stored state is better than a packed one; `other` is scratch space.

    Of each key at most 512 are looked at: what they do not rule out is searched.
    """
    number, looked = _wide(heads[home_of(heads, key_of(words))]) - 1, 0
    while number >= 0 and looked < 512:
        read_words(store, number, parts, other)
        if has_key_of(words, other):
            looked += 1
            if is_better(other, words):
                return True
        number = _wide(chain[number]) - 2
    return False


@compiled
def enter_chain(number, words, other, store, parts, heads, chain, beaten):
    """Put a new state into its chain; those that it is better than leave it."""
    place = home_of(heads, key_of(words))
    before, at, looked = -1, _wide(heads[place]) - 1, 0
    while at >= 0 and looked < 512:
        following, leaves = _wide(chain[at]) - 2, False
        read_words(store, at, parts, other)
        if has_key_of(words, other):
            looked += 1
            leaves = is_better(words, other)
        if leaves:
            beaten[at], chain[at] = 1, 0
            if before < 0:
                heads[place] = following + 1
            else:
                chain[before] = following + 2
        else:
            before = at
        at = following
    chain[number], heads[place] = heads[place] + 1, number + 1


@kernel
def rechain(store, parts, count, heads, chain, scratch):
    """Enter every state that is in a chain into empty heads, the newest of each key first again."""
    words = pointer(scratch[3])
    for number in range(count):
        if chain[number] != 0:
            read_words(store, number, parts, words)
            place = home_of(heads, key_of(words))
            chain[number], heads[place] = heads[place] + 1, number + 1
