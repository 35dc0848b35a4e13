"""Nested rollout policy adaptation: games at random whose preferences learn from the best lines (C. D. Rosin, IJCAI 2011).

A search of level 0 is a game played at random: what is preferred is likelier.  A search of a higher level makes so many searches
of the level below, each beginning with its preferences, and after each of them prefers the decisions of its best line so far a
little more.  Preferences are whole numbers, the same in every execution; `likely` has how likely a decision is by how much less
it is preferred than another.

A preference is one of a decision at a place of the line.  On 8 deals of Until Dawn, whose best grade is 269, half a million
decisions each came to 265 on average; with preferences of a decision wherever it is made to 252, and to 262 where they go by the
decision before.
"""

from verifier.run.control import Rolling, Status
from verifier.run.kernels.chains import settle
from verifier.run.kernels.contract import ERROR, EVENTS, apply, compiled, copy, grade, legal_events, pointer, uncounted
from verifier.run.kernels.play import next_random


@compiled
def weigh_decisions(events, count, place, policy, likely, weights):
    """How likely each decision is at a place, relative to the others; the sum."""
    first, total = EVENTS * place, 0
    most = policy[first + events[0]]
    for at in range(1, count):
        most = max(most, policy[first + events[at]])
    for at in range(count):
        weights[at] = likely[min(most - policy[first + events[at]], len(likely) - 1)]
        total += weights[at]
    return total


@compiled
def prefer(level, policies, lines, legal, counts, weights, likely, decisions, notes):
    """Prefer the decisions of a level's best line more, and what else was legal there less, by as much in all."""
    room = notes[Rolling.ROOM]
    for place in range(decisions[level]):
        count, first = counts[level, place], EVENTS * place
        total = weigh_decisions(pointer(legal[level * room + place]), count, place, pointer(policies[level]), likely, weights)
        for at in range(count):
            policies[level, first + legal[level * room + place, at]] -= notes[Rolling.STEP] * weights[at] // total
        policies[level, first + lines[level, place]] += notes[Rolling.STEP]


@compiled
def keep_line(level, lines, legal, counts, grades, decisions, notes):
    """The line of the level below becomes that of a level."""
    room = notes[Rolling.ROOM]
    grades[level], decisions[level] = grades[level - 1], decisions[level - 1]
    for place in range(decisions[level]):
        lines[level, place], counts[level, place] = lines[level - 1, place], counts[level - 1, place]
        for at in range(counts[level, place]):
            legal[level * room + place, at] = legal[(level - 1) * room + place, at]


@compiled
def learn(policies, lines, legal, counts, weights, likely, grades, decisions, tries, notes):
    """A game is over: the search whose game it was learns from it; where it is done, the one above learns from it, and so on.

    The searches below begin anew, with the preferences of the last that learnt; so does the highest one where it is done, with
    none, and with a level more.
    """
    level, size = 1, notes[Rolling.ROOM] * EVENTS
    while True:
        if grades[level - 1] >= max(0, grades[level]):
            keep_line(level, lines, legal, counts, grades, decisions, notes)
        if grades[level] >= 0:
            prefer(level, policies, lines, legal, counts, weights, likely, decisions, notes)
        tries[level] += 1
        if tries[level] < notes[Rolling.TRIES]:
            break
        if level == notes[Rolling.LEVELS]:
            notes[Rolling.LEVELS] = level = min(level + 1, notes[Rolling.LEVELS_MOST])
            grades[level], tries[level] = -1, 0
            for number in range(size):
                policies[level, number] = 0
            break
        level += 1
    for below in range(1, level):
        grades[below], tries[below] = -1, 0
        for number in range(size):
            policies[below, number] = policies[level, number]


@compiled
def decide(s, x, out, place, policies, lines, legal, counts, weights, likely, notes):
    """Make a decision by the preferences of the search of level 1; what becomes of it, if nothing is legal or a guard fails."""
    count = legal_events(s, x, out)
    if count == 0:
        return Status.DEAD_END
    event = out[count - 1]
    if x[ERROR] == 0:
        for at in range(count):
            legal[place, at] = out[at]
        total = weigh_decisions(out, count, place, pointer(policies[1]), likely, weights)
        notes[Rolling.RANDOM] = next_random(notes[Rolling.RANDOM])
        left, at = notes[Rolling.RANDOM] * total >> 31, 0
        while left >= weights[at]:
            left -= weights[at]
            at += 1
        event = out[at]
        apply(s, x, event)
    lines[0, place], counts[0, place] = event, count
    notes[Rolling.DECISIONS] += 1
    notes[Rolling.PLAYED] += 1
    return Status.DECISION if x[ERROR] == 0 else Status.FAILED


@uncounted
def roll_on(start, state, context, tapes, lengths, most, outcomes, chances, scratch, policies, lines, legal, counts, grades,
            decisions, tries, likely, best, notes):
    """Go on playing for about `most` decisions, until a line is worth notes[ENOUGH], or a rule fails (notes[FAILED] is 1 then).

    `notes` are the numbers of Rolling.  Row 0 of `lines` is the game that is on, row k the best line of the search of level k
    that is on, and `legal` has what was legal at each place of each; `best` gets the best line of all.
    """
    s, x, out, weights, mark = pointer(state), pointer(context), pointer(outcomes), pointer(chances), pointer(scratch)
    for _ in range(most):
        place, status = notes[Rolling.DECISIONS], Status.DECISION
        if notes[Rolling.BEST] >= notes[Rolling.ENOUGH] or notes[Rolling.FAILED] != 0:
            return
        if place < 0:
            copy(pointer(start), s)
            notes[Rolling.DECISIONS] = 0
        elif place == notes[Rolling.ROOM]:
            status = Status.GIVEN_UP
        else:
            status = decide(s, x, out, place, policies, lines, legal, counts, weights, likely, notes)
        if status == Status.DECISION:
            status = settle(s, x, tapes, lengths, False, mark)
        if status == Status.DECISION:
            continue
        grades[0], decisions[0] = grade(s, x) if status == Status.END else -1, notes[Rolling.DECISIONS]
        if x[ERROR] != 0:
            notes[Rolling.FAILED] = 1
            return
        notes[Rolling.GAMES] += 1
        if grades[0] > notes[Rolling.BEST]:
            notes[Rolling.BEST], notes[Rolling.BEST_DECISIONS] = grades[0], decisions[0]
            for at in range(decisions[0]):
                best[at] = lines[0, at]
        learn(policies, lines, legal, counts, weights, likely, grades, decisions, tries, notes)
        notes[Rolling.DECISIONS] = -1
