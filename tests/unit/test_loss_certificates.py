"""What the certificate checker says of losing: compared with an oracle that knows a drawn graph as a list of edges."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from types import ModuleType

import pytest
from attrs import field, frozen

from verifier import certificate
from verifier.certificate import Certified, LossClaim, Rejected, check_loss

MUTATIONS = 2500
Key = tuple[int, ...]


# -- a game of the tests: any graph, with loops, dead ends and places where the deal is silent ---------------------------------


@frozen
class Graph:
    """Nodes are numbers.  `edges` are (from, decision, to), the decision empty for what happens by itself; `ends` have grades."""

    size: int
    edges: tuple[tuple[int, str, int], ...]
    ends: dict[int, tuple[int, ...]] = field(eq=False)

    def key(self, position: int) -> Key:
        return (position,)

    def at(self, key: Key) -> int:
        if len(key) not in (1, 2) or not 0 <= key[0] < self.size:
            raise ValueError(key)
        return key[0]  # of two integers, too, though no position is written so

    def over(self, position: int) -> bool:
        return position in self.ends

    def grade(self, position: int) -> tuple[int, ...] | None:
        return self.ends.get(position)

    def loses(self, position: int) -> bool:
        return self.ends[position][0] == 0

    def bound(self, position: int) -> tuple[int, ...] | None:
        return None

    def legal(self, position: int) -> list[str]:
        return [name for source, name, _ in self.edges if source == position and name]

    def decide(self, position: int, event: str) -> int | None:
        return next((target for source, name, target in self.edges if (source, name) == (position, event)), None)

    def automatic(self, position: int) -> int | None:
        return next((target for source, name, target in self.edges if (source, name) == (position, "")), None)


def drawn(seed: int) -> Graph:
    source = random.Random(seed)
    size = source.randint(4, 24)
    edges: list[tuple[int, str, int]] = []
    ends: dict[int, tuple[int, ...]] = {}
    for node in range(size):
        kind = source.random()
        if kind < 0.2 or node == size - 1:
            ends[node] = (source.choice([0, 1, 1]), source.randint(0, 2))
        elif kind < 0.5:
            edges.append((node, "", source.randrange(size)))
        elif kind < 0.98:
            edges += [(node, name, min(size - 1, source.randint(node - 2, node + 6)) % size)
                      for name in source.sample("abcd", source.randint(1, 3))]
    return Graph(size, tuple(edges), ends)


def truth(game: Graph) -> dict[int, float]:
    """How many decisions the nearest losing end takes, from every node: relaxed until nothing changes."""
    distance = {node: 0.0 if game.ends.get(node, (1,))[0] == 0 else inf for node in range(game.size)}
    while True:
        better = {source: distance[target] + bool(name) for source, name, target in game.edges
                  if distance[target] + bool(name) < distance[source]}
        if not better:
            return distance
        distance.update(better)


def reachable(game: Graph) -> set[int]:
    found = {0}
    while more := {target for source, _, target in game.edges if source in found} - found:
        found |= more
    return found


def shortest(game: Graph, node: int, wanted: float) -> tuple[str, ...]:
    """The decisions of a line with so many to a losing end."""
    distance = truth(game)
    waiting: list[tuple[int, tuple[str, ...]]] = [(node, ())]
    seen = {node}
    while waiting:
        at, line = waiting.pop(0)
        if game.ends.get(at, (1,))[0] == 0:
            return line
        for source, name, target in game.edges:
            if source == at and target not in seen and distance[target] + bool(name) == distance[at]:
                seen.add(target)
                waiting.append((target, (*line, name) if name else line))
    raise AssertionError(wanted)


def claim(game: Graph) -> LossClaim | None:
    """What is true of a game, with the exact distances of all that can be reached; None where a dead end keeps it open."""
    distance, nodes = truth(game), reachable(game)
    stuck = {node for node in nodes if node not in game.ends and all(source != node for source, _, _ in game.edges)}
    if any(distance[node] > 0 for node in stuck):
        return None
    distances = {(node,): distance[node] for node in nodes}
    if distance[0] == inf:
        return LossClaim(None, None, distances)
    line = shortest(game, 0, distance[0])
    return LossClaim(line, game.ends[_played(game, line)[-1]], distances)


def daring(game: Graph) -> LossClaim:
    """What might be said of a game in which dead ends keep it open: that nothing loses that has not been seen to."""
    return LossClaim(None, None, {(node,): inf for node in reachable(game)})


def _played(game: Graph, line: tuple[str, ...]) -> list[int]:
    """The nodes that a line passes; empty when it cannot be played to an end."""
    nodes, left = [0], list(line)
    while nodes[-1] not in game.ends:
        leaving = {name: target for source, name, target in game.edges if source == nodes[-1]}
        if "" in leaving:
            if nodes.count(nodes[-1]) > len(line) + 1:
                return []
            nodes.append(leaving[""])
        elif left and left[0] in leaving:
            nodes.append(leaving[left.pop(0)])
        else:
            return []
    return nodes if not left else []


def is_valid(game: Graph, claim: LossClaim) -> bool:
    """The oracle: a list of inequalities, one for each stride from a position that something is said of."""
    if claim.line is not None:
        nodes = _played(game, claim.line)
        if not nodes or claim.grade != game.ends[nodes[-1]] or game.ends[nodes[-1]][0] != 0:
            return False
        if claim.distances is None:
            return True
    said = claim.distances or {}
    if any(len(key) != 1 or not 0 <= key[0] < game.size for key in said):
        return False
    known = {key[0]: value for key, value in said.items()}
    wanted = inf if claim.line is None else len(claim.line)
    if not _said(game, known, 0) >= wanted:  # `not >=`: nan
        return False
    for node, value in known.items():
        if node in game.ends and game.ends[node][0] == 0 and value > 0:
            return False
        if value > 0 and node not in game.ends:
            leaving = [(bool(name), target) for source, name, target in game.edges if source == node]
            if not leaving or any(not _said(game, known, target) + cost >= value for cost, target in leaving):
                return False
    return True


def _said(game: Graph, known: dict[int, float], node: int) -> float:
    """What is said of where a stride to a node ends: 0 if nothing is, as where it goes round for ever."""
    passed = []
    while node not in known:
        following = [target for source, name, target in game.edges if source == node and not name]
        if not following or node in passed:
            return 0
        passed.append(node)
        node = following[0]
    return known[node]


def mutated(claim: LossClaim, source: random.Random) -> LossClaim:
    """A claim with one thing changed."""
    kind = source.choice([*2 * ["nudge", "drop"], "never", "none", "stranger", "line", "grade", "claim", "unsaid", "nan"])
    distances = dict(claim.distances or {})
    key = source.choice(sorted(distances))
    if kind == "nudge":
        distances[key] += source.choice([-1, 1, 2])
    elif kind == "drop":
        del distances[key]
    elif kind in ("never", "none", "nan"):
        distances[key] = {"never": inf, "none": 0, "nan": nan}[kind]
    elif kind == "stranger":
        distances[source.choice([(99,), (-1,), (), (0, 0), (source.randrange(4),)])] = source.choice([0, 1, inf])
    elif kind == "line":
        line = list(claim.line or ())
        line.insert(source.randrange(len(line) + 1), source.choice("abcd"))
        return replace(claim, line=tuple(line[1:] if source.random() < 0.5 else line))
    elif kind == "grade":
        return replace(claim, grade=source.choice([None, (0, 3), (1, 1), (0, 0), (0, 1)]))
    elif kind == "claim":
        return replace(claim, line=None)
    else:
        return replace(claim, distances=None)
    return replace(claim, distances=distances)


def accepts(game: Graph, claim: LossClaim) -> bool:
    try:
        check_loss(game, 0, claim)
    except Rejected:
        return False
    return True


def examined(accepts: Callable[[Graph, LossClaim], bool], count: int = MUTATIONS) -> Counter[tuple[bool, bool]]:
    """How often (what the oracle says, what a checker says) over so many mutations of true claims."""
    found: Counter[tuple[bool, bool]] = Counter()
    source = random.Random(7)
    seed = 0
    while sum(found.values()) < count:
        game = drawn(seed)
        seed += 1
        true = claim(game) or daring(game)
        for _ in range(6):
            changed = mutated(true, source)
            if changed != true:
                found[is_valid(game, changed), accepts(game, changed)] += 1
    return found


# -- tests ------------------------------------------------------------------------------------------------------------------


def test_every_true_claim_is_accepted() -> None:
    kinds: Counter[bool | None] = Counter()
    for seed in range(600):
        game = drawn(seed)
        true = claim(game)
        kinds[None if true is None else true.line is None] += 1
        if true is not None:
            assert is_valid(game, true)
            assert true.distances is not None
            assert check_loss(game, 0, true) == Certified("distances", len(true.distances))
    assert min(kinds.values()) > 20 and len(kinds) == 3  # losses, games that nobody loses, games with dead ends


def test_mutations_that_the_oracle_calls_invalid_are_rejected() -> None:
    found = examined(accepts)
    assert found[False, True] == 0, found  # never accepts what is wrong
    assert found[True, False] == 0, found  # and never rejects what still holds
    assert found[False, False] > MUTATIONS // 4 and found[True, True] > MUTATIONS // 20  # both kinds came up


@pytest.mark.parametrize("answer", [True, False])
def test_checkers_that_always_say_the_same_fail_that_test(answer: bool) -> None:
    found = examined(lambda game, claim: answer, 400)
    assert found[False, True] > 0 or found[True, False] > 0


@pytest.mark.parametrize(("careful", "careless"), [
    ("if distance > 0 and rules.over(position) and rules.loses(position):", "if False:"),
    ("in following_of(rules, position) if distance > 0 else ()", "in ()"),
    ("+ decisions >= distance", "+ 1 >= distance"),
    ("+ decisions >= distance", "+ decisions + 1 >= distance"),
    ("if not _distance(rules, following, distances) + decisions >= distance", "if _distance(rules, following, distances) < 0"),
    ("if not _distance(rules, start, distances) >= claimed:", "if False:"),
    ("claimed, distances = inf if", "claimed, distances = 0 if"),
    ("if key in distances), 0)", "if key in distances), inf)"),
    ("not rules.loses(_check_line", "not bool(_check_line"),
    ("    elif not events:", "    elif False:"),
    ("if grade is None or rules.grade(position) != grade:", "if False:"),
    ("if rules.key(position) != key:", "if False:"),
])
def test_a_checker_that_leaves_something_out_is_noticed(careful: str, careless: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(certificate.__file__).read_text(encoding="utf-8")
    assert source.count(careful) == 1
    altered = ModuleType("altered_certificate")
    monkeypatch.setitem(sys.modules, altered.__name__, altered)
    exec(source.replace(careful, careless), altered.__dict__)

    def accepts(game: Graph, claim: LossClaim) -> bool:
        try:
            altered.check_loss(game, 0, claim)
        except altered.Rejected:
            return False
        return True

    assert any(oracle is not checker for oracle, checker in examined(accepts, 1000))


def test_what_is_accepted_is_true() -> None:
    """Whatever distances are claimed: nobody gets a wrong shortest loss, or a wrong "nobody loses", past the checker."""
    source = random.Random(3)
    accepted: Counter[bool] = Counter()
    for seed in range(4000):
        game = drawn(seed)
        distance = truth(game)
        values = [0, 1, 1, 2, inf] if distance[0] < inf else [inf, inf, inf, 3]
        said = {(node,): distance[node] if source.random() < 0.8 else source.choice(values) for node in range(game.size)}
        wanted = source.choice([None, *(range(4) if distance[0] < inf else ())])
        line = None if wanted is None or distance[0] == inf else shortest(game, 0, distance[0])
        grade = game.ends[_played(game, line)[-1]] if line is not None else None
        if accepts(game, LossClaim(line, grade, said)):
            accepted[line is None] += 1
            assert distance[0] == (inf if line is None else len(line))
    assert accepted[True] > 50 and accepted[False] > 50


def test_nearer_than_it_is_may_be_said_of_a_position() -> None:
    """Distances are lower bounds: what is beyond the claim need not be looked at."""
    game = Graph(4, ((0, "a", 1), (0, "b", 2), (1, "a", 3), (2, "a", 2)), {3: (0, 0)})
    assert accepts(game, LossClaim(("a", "a"), (0, 0), {(0,): 2, (1,): 1, (2,): 1}))
    assert not accepts(game, LossClaim(("a", "a"), (0, 0), {(0,): 2, (1,): 1}))
    assert not accepts(game, LossClaim(("b",), (0, 0), {(0,): 1}))


def test_a_line_does_not_go_on_past_an_end() -> None:
    game = Graph(3, ((0, "a", 1), (1, "b", 2)), {1: (0, 0), 2: (0, 0)})
    assert accepts(game, LossClaim(("a",), (0, 0)))
    assert not accepts(game, LossClaim(("a", "b"), (0, 0)))
    assert not accepts(game, LossClaim((), (0, 0)))
    assert not accepts(game, LossClaim(None, None, None))
