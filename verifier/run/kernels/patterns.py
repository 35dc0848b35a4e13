"""Pattern databases: states of which only a part is known, what rules can do to them, and how far they are from an end.

A number of the state, or one that a rule works out, is ANY where nobody knows it, and OTHER where it is a value that the pattern
does not tell from others.  A branch on what is not known is taken both ways: a *path* is the list of the choices that were made
so far in one event, and events are run again until every path was taken.  What fails on the way (a row without such an item, a
number out of its range) is ANY, or stays as it was: a line that comes there for certain ends there.

The context `x` has, behind what it has elsewhere: what the event added to the field that counts (SPENT), whose the event is
(OWNED: 0 nobody's so far, 1 this pattern's, 2 another's), the path, and the values of the pattern (MAP: by value its code from 1
up, 0 for one of no group, -1 for one of another group; BACK: by code the value).
"""

from verifier.run.control import Part, Status, Why, Widening
from verifier.run.kernels.contract import (
    ANY,
    AT,
    BACK,
    CHOICES,
    CODES,
    COUNT_CELL,
    COUNT_LOW,
    DEPTH,
    EVENT_FROM,
    EVENT_LIST,
    FORKS,
    HIGHS,
    KEPT,
    KIND_OF_PHASE,
    LOST,
    LOWS,
    MAP,
    NO_WAY,
    NOWHERE,
    OTHER,
    OWNED,
    PART_OF,
    PATHS,
    PHASE,
    RADICES,
    ROW_COUNT,
    ROW_LOW,
    SLOTS,
    SPENT,
    STEP_OF_PHASE,
    apply,
    compiled,
    grade,
    guard,
    kernel,
    pointer,
    weigh,
)
from verifier.run.kernels.visited import mixed, read_state


@compiled
def _code(x, value):
    """The code of a value: from 1 up in this pattern; 0 for one of no group, -1 for one of another, and for what is not known."""
    if value >= ANY:
        return -1
    if value < ROW_LOW or value >= ROW_LOW + ROW_COUNT:
        return 0
    return x[MAP + value - ROW_LOW]


@compiled
def _fork(x, count):
    """Which of so many ways this path takes."""
    at = x[AT]
    if at >= FORKS:
        x[LOST] = 1
        return 0
    if at == x[DEPTH]:
        x[DEPTH] = at + 1
        x[CHOICES + at] = 0
        x[RADICES + at] = count
    x[AT] = at + 1
    return x[CHOICES + at]


@compiled
def _next_path(x):
    """Go on to the path behind this one: 1, or 0 where there is none."""
    while x[DEPTH] > 0:
        last = x[DEPTH] - 1
        x[CHOICES + last] += 1
        if x[CHOICES + last] < x[RADICES + last]:
            return 1
        x[DEPTH] = last
    return 0


@compiled
def _holds(x, condition):
    """A condition, on this path."""
    return _fork(x, 2) if condition >= ANY else condition


@compiled
def _pinned(x, value, low, high):
    """A number of a range, on this path."""
    if value >= ANY:
        return low + _fork(x, high - low + 1)
    return low if value < low or value > high else value


@compiled
def _index(value, low, high):
    """An index; ANY where it is not known, and where there is no such item."""
    return ANY if value < low or value > high else value


@compiled
def _cell(s, at):
    """The number at an offset that may have come of an index that is not known."""
    return ANY if at < 0 or at >= NOWHERE else s[at]


@compiled
def _put(s, x, at, value):
    """Write a number to the state, as far as it is kept."""
    if at < 0 or at >= SLOTS:
        return
    if PART_OF[at] == Part.FIELD:
        s[at] = _pinned(x, value, LOWS[at], HIGHS[at])
    if PART_OF[at] == Part.ROW:
        if value == ANY:
            value = OTHER
            choice = _fork(x, x[CODES])
            if choice > 0:
                value = x[BACK + choice]
        code = _code(x, value)
        if code != 0 and x[OWNED] == 0:
            x[OWNED] = 1 if code > 0 else 2
        s[at] = value if code > 0 else OTHER


@compiled
def _known(value):
    """A result; ANY where it is out of every rule's reach."""
    return ANY if value < -2147483648 or value > 2147483647 else value


@compiled
def _plus(a, b):
    return ANY if a >= ANY or b >= ANY else _known(a + b)


@compiled
def _minus(a, b):
    return ANY if a >= ANY or b >= ANY else _known(a - b)


@compiled
def _times(a, b):
    return ANY if a >= ANY or b >= ANY else _known(a * b)


@compiled
def _over(a, b):
    if a >= ANY or b >= ANY or b <= 0:
        return ANY
    return a // b


@compiled
def _rest(a, b):
    if a >= ANY or b >= ANY or b <= 0:
        return ANY
    return a % b


@compiled
def _size_of(a):
    return ANY if a >= ANY else abs(a)


@compiled
def _less_of(a, b):
    return ANY if a >= ANY or b >= ANY else min(a, b)


@compiled
def _more_of(a, b):
    return ANY if a >= ANY or b >= ANY else max(a, b)


@compiled
def _not(a):
    return ANY if a >= ANY else 1 - a


@compiled
def _and(a, b):
    if a == 0 or b == 0:
        return 0
    return ANY if a >= ANY or b >= ANY else 1


@compiled
def _or(a, b):
    if a == 1 or b == 1:
        return 1
    return ANY if a >= ANY or b >= ANY else 0


@compiled
def _equal(x, a, b):
    """Whether two numbers are equal: what the pattern tells apart is none of the others."""
    if a < ANY and b < ANY:
        return 1 if a == b else 0
    if a == OTHER and _code(x, b) > 0 or b == OTHER and _code(x, a) > 0:
        return 0
    return ANY


@compiled
def _below(a, b):
    if a >= ANY or b >= ANY:
        return ANY
    return 1 if a < b else 0


@compiled
def _chosen(condition, a, b):
    """One of two numbers; where nobody knows which, the one that both are."""
    if condition >= ANY:
        return a if a == b else ANY
    return a if condition != 0 else b


@compiled
def _converted(value, low, high):
    if value >= ANY:
        return value
    return ANY if value < low or value > high else value


@compiled
def _more_by(value, least):
    """What is added to the field that counts, at the least."""
    return least if value >= ANY else max(value, least)


@compiled
def _at_most(value, low, high):
    """The most that a field of a grade can be."""
    return high if value > high else low if value < low else value


@compiled
def key_of(s, x):
    """A pattern as one number, from a state of which any more may be known."""
    key = 0
    for index in range(KEPT[0]):
        at = KEPT[index + 1]
        if PART_OF[at] == Part.ROW:
            key = key * x[CODES] + max(0, _code(x, s[at]))
        else:
            key = key * (HIGHS[at] - LOWS[at] + 1) + s[at] - LOWS[at]
    return key


@compiled
def from_key(key, s, x):
    """The pattern that a number stands for: what is left out is ANY."""
    for at in range(SLOTS):
        s[at] = ANY
    for index in range(KEPT[0], 0, -1):
        at = KEPT[index]
        radix = x[CODES] if PART_OF[at] == Part.ROW else HIGHS[at] - LOWS[at] + 1
        digit = key % radix
        key = key // radix
        if PART_OF[at] == Part.FIELD:
            s[at] = digit + LOWS[at]
        else:
            s[at] = x[BACK + digit] if digit > 0 else OTHER


@compiled
def place_of(keys, key):
    """Where a pattern is in the table, or the free place for it."""
    at = (mixed(key) & 2147483647) * len(keys) >> 31
    while keys[at] != 0 and keys[at] != key + 1:
        at += 1
        if at == len(keys):
            at = 0
    return at


@compiled
def number_of(key, found, keys, numbers, control):
    """The number of a pattern, which is stored if it is new."""
    at = place_of(keys, key)
    if keys[at] == 0:
        keys[at] = key + 1
        numbers[at] = control[Widening.STATES]
        found[control[Widening.STATES]] = key
        control[Widening.STATES] += 1
    return numbers[at]


@compiled
def begin_path(x):
    """Forget what the path before did."""
    x[AT] = 0
    x[SPENT] = 0
    x[OWNED] = 0


@kernel
def call_key_of(s, context):
    """The pattern of a state, as a number."""
    return key_of(pointer(s), pointer(context))


@kernel
def enter_first(key, found, keys, numbers, control):
    """Make a pattern the first one."""
    number_of(key, found, keys, numbers, control)


@kernel
def enter_again(found, count, keys, numbers):
    """Enter every pattern into an empty table."""
    for number in range(count):
        at = place_of(keys, found[number])
        keys[at], numbers[at] = found[number] + 1, number


@compiled
def stuck_event(phase):
    """What happens where no decision of a phase is legal, or -1: of a pattern it may be that none is, whatever is known."""
    return STEP_OF_PHASE[phase] if KIND_OF_PHASE[phase] == Status.DECISION else -1


@kernel
def widen(context, found, keys, numbers, firsts, targets, costs, owned_only, control, scratch):
    """Find what can follow the patterns that were found, with what it costs; stop where there is no more room.

    The ways on from pattern `n` are from `firsts[n]` on.  With `owned_only` an event costs something where it is this pattern's.
    """
    x, s, t = pointer(context), pointer(scratch[0]), pointer(scratch[1])
    most = control[Widening.NEXT] + control[Widening.MOST]
    while control[Widening.NEXT] < control[Widening.STATES] and control[Widening.NEXT] < most:
        number = control[Widening.NEXT]
        edge, paths = firsts[number], 0
        from_key(found[number], s, x)
        phase = s[PHASE]
        last = EVENT_FROM[phase + 1]
        for index in range(EVENT_FROM[phase], last + 1):
            event = EVENT_LIST[index] if index < last else stuck_event(phase)
            if event < 0:
                continue
            x[DEPTH] = 0
            more = 1
            while more == 1:
                begin_path(x)
                paths += 1
                if control[Widening.STATES] >= len(found) or edge >= len(targets):
                    control[Widening.WHY] = Why.ROOM
                    return
                for cell in range(SLOTS):
                    t[cell] = s[cell]
                possible = 1
                if KIND_OF_PHASE[phase] == Status.DECISION and index < last and guard(t, x, event) != 0:
                    possible = 0
                if KIND_OF_PHASE[phase] == Status.CHANCE and weigh(t, x, event) <= 0:
                    possible = 0
                if possible == 1:
                    apply(t, x, event)
                    targets[edge] = number_of(key_of(t, x), found, keys, numbers, control)
                    costs[edge] = min(255, x[SPENT]) if owned_only == 0 or x[OWNED] == 1 else 0
                    edge += 1
                if x[LOST] != 0 or paths > PATHS:
                    control[Widening.WHY] = Why.FAILED
                    return
                more = _next_path(x)
        firsts[number + 1] = edge
        control[Widening.NEXT] = number + 1
    control[Widening.WHY] = Why.DONE


@kernel
def turn_round(count, firsts, targets, costs, into, sources, prices):
    """The same ways by where they lead: those to pattern `n` are from `into[n]` on, with where they come from.  `into` is 0."""
    for edge in range(firsts[count]):
        into[targets[edge] + 1] += 1
    for number in range(count):
        into[number + 1] += into[number]
    for number in range(count):
        for edge in range(firsts[number], firsts[number + 1]):
            at = into[targets[edge]]
            sources[at], prices[at] = number, costs[edge]
            into[targets[edge]] = at + 1
    for number in range(count, 0, -1):
        into[number] = into[number - 1]
    into[0] = 0


@kernel
def measure(count, into, sources, prices, waiting, away):
    """Fill in how much the cheapest way from each pattern to one at 0 costs; 254 stands for that or more, 255 for no way.

    `away` is 0 at the ends and 255 elsewhere.
    """
    for distance in range(255):
        for first in range(count):
            if away[first] != distance:
                continue
            left = 1
            waiting[0] = first
            while left > 0:
                left -= 1
                number = waiting[left]
                for way in range(into[number], into[number + 1]):
                    source, total = sources[way], min(254, distance + prices[way])
                    if total < away[source]:
                        away[source] = total
                        if total == distance:
                            waiting[left] = source
                            left += 1


@kernel
def grade_ends(context, found, count, counted, whole, grades, scratch):
    """The best grade that each pattern can have if the game is over there, and the field that counts is `counted`; else -1.

    With `whole` at 0 the row is left out of account.
    """
    x, s, t = pointer(context), pointer(scratch[0]), pointer(scratch[1])
    for number in range(count):
        from_key(found[number], s, x)
        grades[number] = -1
        if KIND_OF_PHASE[s[PHASE]] != Status.END:
            continue
        if COUNT_CELL >= 0:
            s[COUNT_CELL] = counted
        if whole == 0:
            for at in range(SLOTS):
                if PART_OF[at] == Part.ROW:
                    s[at] = ANY
        x[DEPTH] = 0
        more, paths = 1, 0
        while more == 1:
            begin_path(x)
            paths += 1
            for cell in range(SLOTS):
                t[cell] = s[cell]
            grades[number] = max(grades[number], grade(t, x))
            if x[LOST] != 0 or paths > PATHS:
                x[LOST] = 1
                return
            more = _next_path(x)


@kernel
def enter_patterns(found, count, away, classes, keys, distances):
    """Enter patterns into an empty table, each with how far it is from the ends of each class."""
    for number in range(count):
        at = place_of(keys, found[number])
        keys[at] = found[number] + 1
        for kind in range(classes):
            distances[at, kind] = away[kind, number]


@kernel
def has_pattern(keys, key):
    """Whether a pattern is in the table."""
    return keys[place_of(keys, key)] != 0


@kernel
def add_distances(context, store, parts, first, last, scratch, keys, distances, columns, totals):
    """Add to `totals`, for each stored state from one to another, how far its pattern is from ends: of the class of each column.

    The last columns get the field that counts, and how many groups do not have the state's pattern.
    """
    x, s, words = pointer(context), pointer(scratch[0]), pointer(scratch[1])
    count = len(columns)
    for number in range(first, last):
        read_state(store, number, parts, words, s)
        at = place_of(keys, key_of(s, x))
        totals[number - first, count] = s[COUNT_CELL] if COUNT_CELL >= 0 else 0
        if keys[at] == 0:
            totals[number - first, count + 1] += 1
        else:
            for column in range(count):
                away = distances[at, columns[column]]
                totals[number - first, column] += NO_WAY if away == 255 else away


@kernel
def tighten(totals, count, worths, values, limits, first):
    """Lower what states can be worth to what ends that are near enough are worth: `worths`, by column and what was counted."""
    columns = len(worths)
    for number in range(count):
        most = 0
        for column in range(columns):
            away = totals[number, column]
            at = totals[number, columns] - COUNT_LOW + (away if COUNT_CELL >= 0 else 0)
            if away < NO_WAY and at < values:
                most = max(most, worths[column, at])
        if totals[number, columns + 1] == 0 and most < limits[first + number]:
            limits[first + number] = most
