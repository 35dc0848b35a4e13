"""Expansion for best-line searches: successors are stored with their promise, hopeless ones are cut by what they can be worth."""

from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import (
    ERROR,
    LOWEST_STEP,
    apply,
    bound,
    compiled,
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


@compiled
def worth(s, x, status, decisions, loss):
    """The most that a line through a state can be worth: its grade at an end, elsewhere its bound.

    To whom `loss` is above 0, an end is worth what is left of it after so many decisions if the game is lost there (-1 if it
    is not), and whatever is no end could be lost with the next decision.
    """
    if loss == 0:
        return grade(s, x) if status == 3 else bound(s, x)
    if status == 3:
        return loss - decisions if grade(s, x) < LOWEST_STEP else -1
    return loss - decisions - 1


@compiled
def note_dead_end(most, number, event, control):
    """Keep the dead end that could be worth most; of equal ones the first."""
    if most > control[15]:
        control[15], control[16], control[17] = most, number, event


@kernel
def expand(context, tapes, lengths, picks, store, parent, via, node, table, score, limit, stage, control, scratch, outcomes,
           packed):
    """Expand the picked states; what is new is stored behind the others.

    `score` gets the estimate, `limit` what the state can be worth and `stage` the progress of each state; where losing is
    wanted, the estimate turned round and the decisions taken.  control: [0] states, [1] the best worth of an end so far (-1
    none), [2] transitions, [3] 4 = a rule failed, [4] the state of the best end, or whose event failed, [5] that event, [6]
    successors cut since they are worth no more, [7] lines that the deal does not cover, [8] ends met, [9] lines that loop
    (they have no grade).  It stops at once when [10] an end is worth enough, and before the next state
    when [11] there are so many states; [12] counts the picks that are done.  [13] is `loss` of `worth`, [14] the most that
    what the deal does not cover could be worth (-1 nothing; only where losing is wanted), [15] the most that could be behind a
    dead end of the rules (-1 there is none), [16] and [17] the state and the event (-1 none) that lead there.
    """
    x, out, words = pointer(context), pointer(outcomes), pointer(packed)
    s, t, mark = pointer(scratch[0]), pointer(scratch[1]), pointer(scratch[2])
    control[12], losing = 0, control[13]
    for number in picks:
        if control[0] >= control[11]:
            return
        control[12] += 1
        taken = stage[number] + 1
        if limit[number] <= control[1]:
            control[6] += 1
            continue
        unpack(pointer(store[number]), s)
        count = legal_events(s, x, out)
        if x[ERROR] != 0:
            control[3], control[4], control[5] = 4, number, out[count - 1]
            return
        if count == 0:
            note_dead_end(limit[number], number, -1, control)
        for index in range(count):
            event = out[index]
            copy(s, t)
            apply(t, x, event)
            control[2] += 1
            status = settle(t, x, tapes, lengths, False, mark) if x[ERROR] == 0 else 7
            if x[ERROR] != 0:
                control[3], control[4], control[5] = 4, number, event
                return
            if status == 8:
                most = bound(t, x) if losing == 0 else losing - taken
                if x[ERROR] != 0:
                    control[3], control[4], control[5] = 4, number, event
                    return
                note_dead_end(most, number, event, control)
                continue
            if status > 3:
                control[9 if status == 4 else 7] += 1
                if status != 4 and losing > 0:
                    control[14] = max(control[14], losing - taken)
                continue
            control[8] += 1 if status == 3 else 0
            most = worth(t, x, status, taken, losing)
            promise = estimate(t, x) if status != 3 else 0
            come = progress(t, x) if status != 3 and losing == 0 else taken
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
                score[found], limit[found], stage[found] = -promise if losing > 0 else promise, most, come
            if status == 3:
                control[1], control[4] = most, found
                if most >= control[10]:
                    return
