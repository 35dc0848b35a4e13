"""The probability of a wanted end under best play: a Markov decision process, solved exactly on the explored graph.

Chance goes by its weights and whoever decides knows everything but what chance will bring.  The value of a state is the highest
probability, over all ways to decide, of coming to a wanted end.  Strongly connected parts are solved from the ends backwards: a
state that no play comes back to needs one look at what follows it; a part with cycles is solved by policy iteration (Howard
1960), each policy's linear equations in exact fractions.  Iteration starts from decisions that lead straight out of the part, so
that no policy goes round for ever, and only a decision that is strictly better is changed, which keeps it so.

Where somebody decides against it, the value is what can be had whatever they do (a stochastic game, played in turns): each policy
is weighed by the best reply to it, found by policy iteration too (Hoffman and Karp 1966).  First come the states where the others
can keep play from everything of worth, which is worth nothing, though it goes on for ever; elsewhere no reply of theirs goes
round for ever.

What was not explored counts as certainly lost for `low` and certainly won for `high`: the value lies between, and the two are
the same fraction when the graph is complete.  So does a dead end: no rule says that who gets stuck has lost.  Where both bounds
are the same all the same, no dead end makes a difference, whatever the rules were to say there; otherwise `rests_on` names one.

`checked` is the proof: fractions that are nowhere below what one step makes of them are an upper bound, and decisions that make
exactly them, and come to an end with certainty, attain it (Puterman 1994, section 7.2).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from attrs import frozen

from verifier.errors import EngineBug, Problem
from verifier.search.graph import START, Attributes, Graph
from verifier.search.graph_loops import condensed

ZERO, ONE = Fraction(0), Fraction(1)
DEAD_END = "dead-end"
PART_MOST = 1_000  # states of a part with cycles: its equations take the third power of that
EQUATIONS_MOST = 10**8  # of all parts together, the sum of these: half a minute
Values = dict[int, Fraction]
Worth = Callable[[int, Attributes], "bool | Fraction"]  # whether a state is as good as won, or a share of that
Move = tuple[int, str]  # where an edge leads to, and its event


class TooManyStates(Exception):
    """Parts with cycles have more states than equations can be solved for in fractions."""

    def __init__(self, states: int) -> None:
        super().__init__(f"{states:,} states lead to each other in a circle, too many to solve their equations in fractions")


@frozen(eq=False)
class Odds:
    """For each state the probability of a wanted end under best play, between two fractions, and a best decision.

    `hopes` are the best decisions if everything beyond were won.
    """

    low: Values
    high: Values
    decisions: Mapping[int, str]
    hopes: Mapping[int, str]

    @property
    def start(self) -> tuple[Fraction, Fraction]:
        """What is known of the start."""
        return self.low[START], self.high[START]

    def after(self, graph: Graph, number: int) -> list[tuple[str, Fraction, Fraction]]:
        """What each event of a state leads to, in the game's order."""
        return [(event, self.low[target], self.high[target]) for target, event in _moves(graph, number)]

    def rests_on(self, graph: Graph, against: Collection[int] = frozenset()) -> int | None:
        """A dead end that the odds of the start hang on; None when they are exact, or only what was not explored keeps them open.

        If the bounds differ, the decisions that attain the upper one, met by those of the others that attain the lower one, lead
        to what counts as won for the one and lost for the other: along others it would have made no difference.
        """
        low, high = self.start
        seen, waiting = {START}, deque([START] if low != high else [])
        while waiting:
            number = waiting.popleft()
            if self.low[number] == self.high[number]:
                continue
            if graph.nodes[number]["status"] == DEAD_END:
                return number
            chosen = self.decisions if number in against else self.hopes
            for target, event in _moves(graph, number):
                if target not in seen and event == chosen.get(number, event):
                    seen.add(target)
                    waiting.append(target)
        return None


def odds(graph: Graph, wanted: Worth, report: Callable[[int], None] = lambda states: None, *,
         against: Collection[int] = frozenset()) -> Odds:
    """The odds of every state of a graph with open chance; raises TooManyStates.

    The decisions at the states `against` are those of somebody who wants something else: the odds are then what is sure.
    """
    parts = condensed(graph).nodes
    order = [parts[number]["members"] for number in sorted(parts, reverse=True)]
    sizes = [len(members) for members in order if len(members) > 1]
    if sizes and (max(sizes) > PART_MOST or sum(size**3 for size in sizes) > EQUATIONS_MOST):
        raise TooManyStates(max(sizes))
    unknown = any(not data["expanded"] or data["status"] == DEAD_END for _, data in graph.nodes(data=True))
    low, decisions = _Solution(graph, wanted, ZERO, against).solved(order, report)
    high, hopes = _Solution(graph, wanted, ONE, against).solved(order, report) if unknown else (low, decisions)
    return Odds(low, high, decisions, hopes)


class _Solution:
    """One pass over the parts of a graph, dead ends and the states that were not explored being worth `beyond`.

    Those `against` are decided by who wants something else.
    """

    def __init__(self, graph: Graph, wanted: Worth, beyond: Fraction, against: Collection[int]) -> None:
        self.graph, self.wanted, self.beyond, self.against = graph, wanted, beyond, against
        self.values: Values = {}
        self.moves: dict[int, Move] = {}

    def solved(self, order: list[tuple[int, ...]], report: Callable[[int], None]) -> tuple[Values, dict[int, str]]:
        """The values of all states, the parts given from the ends backwards."""
        for members in order:
            if len(members) > 1 or self.graph.has_edge(members[0], members[0]):
                self._circle(members)
            else:
                self._single(members[0])
            report(len(self.values))
        checked(self.graph, self.wanted, self.values, self.moves, self.beyond, self.against)
        return self.values, {number: event for number, (_, event) in self.moves.items()}

    def _single(self, number: int) -> None:
        """A state that no play comes back to."""
        known = _certain(self.graph, number, self.wanted, self.beyond)
        if known is None and self._is_decision(number):
            choose = min if number in self.against else max
            self.moves[number] = choose(_moves(self.graph, number), key=lambda move: self.values[move[0]])
            known = self.values[self.moves[number][0]]
        self.values[number] = _mean(self.graph, number, self.values) if known is None else known

    def _is_decision(self, number: int) -> bool:
        return bool(self.graph.nodes[number]["status"] == "decision")

    def _circle(self, members: tuple[int, ...]) -> None:
        """States that play can come back to: policy iteration from decisions that lead out."""
        for number in members:
            known = _certain(self.graph, number, self.wanted, self.beyond)
            if known is not None:
                self.values[number] = known
        numbers = sorted(set(members) - self.values.keys())
        ways = self._ways_out(set(numbers))
        policy = {number: ways[number] if number in ways else _moves(self.graph, number)[0]
                  for number in numbers if self._is_decision(number) and number not in self.against}
        while True:
            values, replies = self._answered(numbers, policy)
            self.values.update(values)
            better = self._improved(policy)
            if not better:
                break
            policy |= better
        self.moves.update(policy | replies)

    def _answered(self, numbers: list[int], policy: dict[int, Move]) -> tuple[Values, dict[int, Move]]:
        """What a policy is worth against the best that the others can do about it, and what that is."""
        kept = self._kept(set(numbers), policy)
        replies = {number: move for number, move in kept.items() if move is not None}
        rest = [number for number in numbers if number not in kept]
        replies |= {number: _moves(self.graph, number)[0] for number in rest if number in self.against}
        while True:
            known = self.values | dict.fromkeys(kept, ZERO)
            known |= _evaluated(self.graph, rest, policy | replies, known)
            worse = {number: best for number in rest if number in self.against
                     for best in [min(_moves(self.graph, number), key=lambda each: known[each[0]])]
                     if known[best[0]] < known[replies[number][0]]}
            if not worse:
                return {number: known[number] for number in numbers}, replies
            replies |= worse

    def _kept(self, waiting: set[int], policy: Mapping[int, Move]) -> dict[int, Move | None]:
        """Where the others can keep play from everything of worth, for ever perhaps, with the move by which they do."""
        inside = frozenset(waiting)  # what these were worth under the policy before says nothing of this one

        def is_idle(target: int) -> bool:
            return target in waiting if target in inside else self.values.get(target, ONE) == 0

        while True:
            gone = set()
            for number in waiting:
                moves = [policy[number]] if number in policy else _moves(self.graph, number)
                choose = any if number in self.against else all
                if not choose(is_idle(target) for target, _ in moves):
                    gone.add(number)
            if not gone:
                return {number: next(move for move in _moves(self.graph, number) if is_idle(move[0]))
                        if number in self.against else None for number in waiting}
            waiting = waiting - gone

    def _ways_out(self, waiting: set[int]) -> dict[int, Move]:
        """For each state from which something of worth can be reached, an edge on a shortest way there."""
        found: dict[int, Move] = {}
        while True:
            layer = {}
            for number in sorted(waiting - found.keys()):
                way = next((move for move in _moves(self.graph, number)
                            if move[0] in found or self.values.get(move[0], ZERO) > 0), None)
                if way is not None:
                    layer[number] = way
            if not layer:
                return found
            found |= layer

    def _improved(self, policy: dict[int, Move]) -> dict[int, Move]:
        """Decisions that are strictly better than those of a policy."""
        found = {}
        for number, move in policy.items():
            best = max(_moves(self.graph, number), key=lambda each: self.values[each[0]])
            if self.values[best[0]] > self.values[move[0]]:
                found[number] = best
        return found


def _certain(graph: Graph, number: int, wanted: Worth, beyond: Fraction) -> Fraction | None:
    """The value of a state that is not expanded: an end, or where play stops for good; None elsewhere.

    What is wanted is worth 1, or the share of 1 that `wanted` says.

    Rules that go round for ever come to no end.  Of a dead end they say nothing.
    """
    data = graph.nodes[number]
    if share := wanted(number, data):
        return Fraction(share)
    if not data["expanded"]:
        return beyond
    if data["status"] == DEAD_END:
        return beyond
    return ZERO if graph.out_degree(number) == 0 else None


def _moves(graph: Graph, number: int) -> list[Move]:
    """Where a state leads, in the game's order."""
    edges = sorted(graph.out_edges(number, keys=True, data=True), key=lambda edge: edge[3]["number"])
    return [(target, key) for _, target, key, _ in edges]


def _outcomes(graph: Graph, number: int) -> list[tuple[int, Fraction]]:
    """Where chance, or a step, leads, with probabilities."""
    edges: list[tuple[int, int, Attributes]] = list(graph.out_edges(number, data=True))
    total = sum(data.get("weight", 1) for _, _, data in edges)
    return [(target, Fraction(data.get("weight", 1), total)) for _, target, data in edges]


def _mean(graph: Graph, number: int, values: Values) -> Fraction:
    return sum((share * values[target] for target, share in _outcomes(graph, number)), ZERO)


def _evaluated(graph: Graph, numbers: list[int], policy: Mapping[int, Move], known: Values) -> Values:
    """What a policy is worth in states that lead to each other: the solution of its equations, by elimination.

    Each state is written as a sum over later ones; that its own share stays below 1 is what leading out of the part means.
    """
    rows: dict[int, tuple[dict[int, Fraction], Fraction]] = {}
    inside = set(numbers)
    for number in numbers:
        row: dict[int, Fraction] = {}
        constant = ZERO
        for target, share in [(policy[number][0], ONE)] if number in policy else _outcomes(graph, number):
            if target in inside:
                row[target] = row.get(target, ZERO) + share
            else:
                constant += share * known[target]
        while (earlier := min((each for each in row if each < number), default=None)) is not None:
            share = row.pop(earlier)
            for target, part in rows[earlier][0].items():
                row[target] = row.get(target, ZERO) + share * part
            constant += share * rows[earlier][1]
        rest = ONE - row.pop(number, ZERO)
        rows[number] = {target: share / rest for target, share in row.items()}, constant / rest
    found: Values = {}
    for number in reversed(numbers):
        row, constant = rows[number]
        found[number] = constant + sum((share * found[target] for target, share in row.items()), ZERO)
    return found


def checked(graph: Graph, wanted: Worth, values: Values, moves: Mapping[int, Move], beyond: Fraction,
            against: Collection[int] = frozenset()) -> None:
    """Check values and decisions without regard to how they were found; EngineBug (DB921) if they prove nothing.

    Values that no step beats, those of the others being the ones named, are an upper bound of the odds.  Decisions under which
    every step makes at least them, whatever the others do, are a lower bound, if play cannot be kept for ever where something can
    still be had.
    """
    going = set()
    for number in graph:
        known = _certain(graph, number, wanted, beyond)
        if known is None:
            going.add(number)
            if number in moves:
                choose = min if number in against else max
                known = choose(values[target] for target, _ in _moves(graph, number))
                if moves[number] not in _moves(graph, number) or values[moves[number][0]] != known:
                    raise EngineBug(Problem("DB921", f"the decision at state {number} is not the best one there"))
            else:
                known = _mean(graph, number, values)
        if values[number] != known:
            raise EngineBug(Problem("DB921", f"the odds of state {number} are not those of what follows it"))
    inside = {number for number in going if values[number] > 0}
    waiting = sorted(inside)
    while waiting:
        number = waiting.pop()
        if number in inside and not _can_stay(graph, number, moves, against, inside):
            inside.remove(number)
            waiting += graph.predecessors(number)
    if inside:
        raise EngineBug(Problem("DB921", "the decisions go round for ever where they claim to win"))


def _can_stay(graph: Graph, number: int, moves: Mapping[int, Move], against: Collection[int], inside: set[int]) -> bool:
    """Whether the others can see to it that play stays inside, whatever chance brings, if the decisions are kept to."""
    if number in against:
        return any(target in inside for target, _ in _moves(graph, number))
    leads = [moves[number][0]] if number in moves else [target for target, _ in _outcomes(graph, number)]
    return all(target in inside for target in leads)
