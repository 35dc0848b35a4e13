"""Odds between two whole numbers where play comes back to states: parts of the graph, one after the other, each by sweeps.

Lower bounds rise from 0 and upper ones fall from the most that anything outside a part is worth; each sweep is a step of value
iteration in place, rounded outwards, so that what it leaves is a bound whenever it is left.
"""

from verifier.run.control import Decided, Parting, Sweeping
from verifier.run.kernels.contract import compiled, kernel


@kernel
def find_parts(roots, count, first, edges, decides, best, before, part, found, back, finished, stack, place, waiting, more,
               notes):
    """Strongly connected parts (Tarjan 1972) of what some states lead to, by edges between states that are alike in `before`.

    Of the edges of a state that others decide only `best` counts, where it is 0 or more.  Parts are numbered in `part` from 1 on,
    each behind all that it leads to; `finished` counts states in the order in which the search leaves them.  `found` and `back`
    are 0 at first, and `notes`, the numbers of Parting, are kept between calls of about `more` steps each.
    """
    depth, root, held = notes[Parting.DEPTH], notes[Parting.ROOT], notes[Parting.HELD]
    steps = 0
    while steps < more and (depth > 0 or root < count):
        steps += 1
        if depth == 0:
            if found[roots[root]] == 0:
                stack[0] = roots[root]
                place[0] = -1
                depth = 1
            root += 1
            continue
        number = stack[depth - 1]
        is_fixed = decides[number] == Decided.BY_OTHERS and best[number] >= 0
        if place[depth - 1] == -1:
            notes[Parting.FOUND] += 1
            found[number], back[number] = notes[Parting.FOUND], notes[Parting.FOUND]
            place[depth - 1] = best[number] if is_fixed else first[number]
            waiting[held] = number
            held += 1
        if place[depth - 1] == (best[number] + 1 if is_fixed else first[number + 1]):
            notes[Parting.FINISHED] += 1
            finished[number] = notes[Parting.FINISHED]
            if back[number] == found[number]:
                notes[Parting.PARTS] += 1
                while part[number] == 0:
                    held -= 1
                    part[waiting[held]] = notes[Parting.PARTS]
            depth -= 1
            if depth > 0:
                back[stack[depth - 1]] = min(back[stack[depth - 1]], back[number])
            continue
        target = edges[place[depth - 1], 1]
        place[depth - 1] += 1
        if before[target] == before[number]:
            if found[target] == 0:
                stack[depth], place[depth] = target, -1
                depth += 1
            elif part[target] == 0:
                back[number] = min(back[number], found[target])
    notes[Parting.DEPTH], notes[Parting.ROOT], notes[Parting.HELD] = depth, root, held


@kernel
def leave_open(sequence, count, first, edges, decides, best, part, inside):
    """Take out of `inside` the states from which play can leave their part whatever is decided; how many went.

    What stays may still fall into several parts.  Chance stays where all of it does, and a decision where one event does.
    """
    gone, before = 0, -1
    while gone != before:
        before = gone
        for at in range(count):
            number = sequence[at]
            if not inside[number]:
                continue
            begin, end = first[number], first[number + 1]
            if decides[number] == Decided.BY_OTHERS:
                begin = best[number]
                end = begin + 1
            staying = 0
            for edge in range(begin, end):
                target = edges[edge, 1]
                if inside[target] and part[target] == part[number]:
                    staying += 1
            if staying == 0 or (staying < end - begin and decides[number] != Decided.BY_US):
                inside[number] = False
                gone += 1
    return gone


@compiled
def raised(number, first, edges, weights, decides, low, best):
    """Raise the lower bound of a state to what follows it, and note by which decision; by how much it rose.

    Where chance leads back to the state itself, that changes nothing in the end.
    """
    begin, end, least, chosen = first[number], first[number + 1], 0, first[number]
    if decides[number] == Decided.BY_CHANCE:
        total = 0
        for edge in range(begin, end):
            target = edges[edge, 1]
            if target != number:
                total += weights[edge]
                least += weights[edge] * low[target]
        least = least // max(1, total)
    else:
        least = low[edges[begin, 1]]
        for edge in range(begin + 1, end):
            target = edges[edge, 1]
            if (low[target] > least) if decides[number] == Decided.BY_US else (low[target] < least):
                least, chosen = low[target], edge
    rise = least - low[number]
    if rise > 0:
        low[number] = least
        if decides[number] == Decided.BY_US:
            best[number] = chosen
    return max(0, rise)


@compiled
def fallen(number, first, edges, weights, decides, best, high):
    """What follows a state that play is sure to leave, rounded up: its upper bound, if that is below the one before."""
    begin, end, most = first[number], first[number + 1], 0
    if decides[number] == Decided.BY_OTHERS:
        return min(high[number], high[edges[best[number], 1]])
    if decides[number] == Decided.BY_US:
        for edge in range(begin, end):
            most = max(most, high[edges[edge, 1]])
        return min(high[number], most)
    total = 0
    for edge in range(begin, end):
        target = edges[edge, 1]
        if target != number:
            total += weights[edge]
            most += weights[edge] * high[target]
    return min(high[number], (most + total - 1) // max(1, total))


@kernel
def sweep_up(sequence, starts, parts, first, edges, weights, decides, low, best, small, more, notes):
    """Raise the lower bounds of each part until a sweep raises none by more than `small`; pauses after about `more` edges."""
    at, sweeps, work = notes[Sweeping.PART], notes[Sweeping.SWEEPS], 0
    while at < parts and work < more:
        begin, end, most = starts[at], starts[at + 1], 0
        for place in range(begin, end):
            number = sequence[place]
            most = max(most, raised(number, first, edges, weights, decides, low, best))
            work += first[number + 1] - first[number]
        sweeps += 1
        if most <= small or end - begin == 1:
            at += 1
            sweeps = 0
    notes[Sweeping.PART], notes[Sweeping.SWEEPS] = at, sweeps
    notes[Sweeping.WORK] += work


@compiled
def begin_high(sequence, begin, end, first, edges, high):
    """The upper bounds of a part to begin with: the most that anything is worth that it leads to."""
    most = 0
    for place in range(begin, end):
        number = sequence[place]
        for edge in range(first[number], first[number + 1]):
            most = max(most, high[edges[edge, 1]])
    for place in range(begin, end):
        high[sequence[place]] = most


@kernel
def sweep_down(sequence, starts, parts, first, edges, weights, decides, best, group, exits, low, high, small, near, more, notes):
    """Lower the upper bounds of each part, until a sweep lowers none by more than `small` or all are `near` the lower ones.

    Play can stay for ever among the states of a `group`: all of them are worth the best way out, and 0 where there is none.
    """
    at, sweeps, work = notes[Sweeping.PART], notes[Sweeping.SWEEPS], 0
    while at < parts and work < more:
        begin, end, most, gap = starts[at], starts[at + 1], 0, 0
        if high[sequence[begin]] < 0:
            begin_high(sequence, begin, end, first, edges, high)
        grouped = False
        for place in range(begin, end):
            number = sequence[place]
            work += first[number + 1] - first[number]
            if group[number] == 0:
                bound = fallen(number, first, edges, weights, decides, best, high)
                most = max(most, high[number] - bound)
                high[number] = bound
                gap = max(gap, bound - low[number])
                continue
            grouped = True
            if decides[number] == Decided.BY_US:
                for edge in range(first[number], first[number + 1]):
                    target = edges[edge, 1]
                    if group[target] != group[number]:
                        exits[group[number]] = max(exits[group[number]], high[target])
        if grouped:
            for place in range(begin, end):
                number = sequence[place]
                if group[number] > 0:
                    bound = min(high[number], exits[group[number]])
                    most = max(most, high[number] - bound)
                    high[number] = bound
                    gap = max(gap, bound - low[number])
            for place in range(begin, end):
                exits[group[sequence[place]]] = 0
        sweeps += 1
        if most <= small or gap <= near or end - begin == 1:
            at += 1
            sweeps = 0
    notes[Sweeping.PART], notes[Sweeping.SWEEPS] = at, sweeps
    notes[Sweeping.WORK] += work


@kernel
def better_replies(sequence, count, first, edges, decides, high, best):
    """Have the others decide where an upper bound is lower; how many decisions changed."""
    changed = 0
    for at in range(count):
        number = sequence[at]
        if decides[number] == Decided.BY_OTHERS:
            chosen = best[number]
            for edge in range(first[number], first[number + 1]):
                if high[edges[edge, 1]] < high[edges[chosen, 1]]:
                    chosen = edge
            if chosen != best[number]:
                best[number] = chosen
                changed += 1
    return changed


@kernel
def rank_states(sequence, starts, parts, first, edges, decides, best, part, low, order, pending, more, notes):
    """Number states so that the decisions named lead on, with some luck, to what has a smaller number, whatever the others do.

    What is worth nothing comes first in its part.  States that cannot be numbered so keep 0.
    """
    at, count, work = notes[Sweeping.PART], notes[Sweeping.RANKED], 0
    while at < parts and work < more:
        left = 0
        for place in range(starts[at], starts[at + 1]):
            number = sequence[place]
            if low[number] == 0:
                count += 1
                order[number] = count
            else:
                pending[left] = number
                left += 1
        before = left + 1
        while 0 < left < before:
            before, left = left, 0
            for place in range(before):
                number = pending[place]
                begin, end = first[number], first[number + 1]
                if decides[number] == Decided.BY_US:
                    begin = best[number]
                    end = begin + 1
                work += end - begin
                ready = 0
                for edge in range(begin, end):
                    target = edges[edge, 1]
                    if part[target] == 0 or order[target] > 0:
                        ready += 1
                if ready == end - begin or (ready > 0 and decides[number] == Decided.BY_CHANCE):
                    count += 1
                    order[number] = count
                else:
                    pending[left] = number
                    left += 1
            for place in range(left // 2):  # backwards next time
                number = pending[place]
                pending[place] = pending[left - 1 - place]
                pending[left - 1 - place] = number
        at += 1
    notes[Sweeping.PART], notes[Sweeping.RANKED] = at, count
    notes[Sweeping.WORK] += work
