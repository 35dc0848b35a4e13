"""Expansion for best-line searches: successors are stored with their promise, hopeless ones are cut by the bound."""

from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    ERROR,
    apply,
    bound,
    copy,
    estimate,
    grade,
    kernel,
    legal_events,
    pack,
    pointer,
    progress,
    unpack,
)
from verifier.run.kernels.explore import add_state, hash_of


@kernel
def expand(context, tapes, lengths, picks, store, parent, via, node, table, score, limit, stage, control, scratch, outcomes,
           packed):
    """Expand the picked states; what is new is stored behind the others.

    `score` gets the estimate, `limit` the bound and `stage` the progress of each state.  control: [0] states, [1] best grade
    so far (-1 none), [2] transitions, [3] 4 = a rule failed, [4] the state of the best grade, or whose event failed, [5] that
    event, [6] successors cut by the bound, [7] lines that the deal does not cover, [8] ends met, [9] lines that loop or end in
    no legal move (they have no grade).
    """
    x, out, words = pointer(context), pointer(outcomes), pointer(packed)
    s, t, mark = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2])
    for number in picks:
        if limit[number] <= control[1]:
            control[6] += 1
            continue
        unpack(pointer(store[number]), s)
        count = legal_events(s, x, out)
        if x[ERROR] != 0:
            control[3], control[4], control[5] = 4, number, out[count - 1]
            return
        if count == 0:
            control[9] += 1
        for index in range(count):
            event = out[index]
            copy(s, t)
            apply(t, x, event)
            control[2] += 1
            status = settle(t, x, tapes, lengths, False, mark) if x[ERROR] == 0 else 7
            if x[ERROR] != 0:
                control[3], control[4], control[5] = 4, number, event
                return
            if status > 3:
                control[9 if status == 4 else 7] += 1
                continue
            control[8] += 1 if status == 3 else 0
            most = grade(t, x) if status == 3 else bound(t, x)
            promise = estimate(t, x) if status != 3 else 0
            come = progress(t, x) if status != 3 else 0
            if x[ERROR] != 0:
                control[3], control[4], control[5] = 4, number, event
                return
            if most <= control[1]:
                control[6] += 1
                continue
            pack(t, words)
            known = control[0]
            found = add_state(words, hash_of(words), status, number, event, store, parent, via, node, table, control)
            if found == known:
                score[found], limit[found], stage[found] = promise, most, come
            if status == 3:
                control[1], control[4] = most, found
