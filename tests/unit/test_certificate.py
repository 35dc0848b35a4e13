"""The certificate checker: small, on its own, and rejecting whatever an independent oracle calls invalid."""

from __future__ import annotations

import ast
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from attrs import frozen

from verifier import certificate
from verifier.certificate import BOUND_ATTAINED, EXHAUSTED, Certified, Claim, Rejected, check
from verifier.instance import load_instance
from verifier.judge import Judge

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "until-dawn"
MUTATIONS = 2000
Key = tuple[int, ...]


# -- a game of the tests: a graph drawn at random, whose every line can be listed -------------------------------------------


@frozen
class Node:
    """`moves` are decisions by name, `then` is what follows by itself; neither at an end, or where play is stuck."""

    moves: dict[str, int]
    then: int | None
    grade: tuple[int, ...] | None


class Drawn:
    """A random acyclic game of a few dozen nodes; positions are node numbers."""

    def __init__(self, seed: int) -> None:
        source = random.Random(seed)
        size = source.randint(8, 30)
        self.nodes = [self._node(source, number, size) for number in range(size)]
        self.bounds = [self._bound(number, source) for number in range(size)]

    def _node(self, source: random.Random, number: int, size: int) -> Node:
        later = range(number + 1, size)
        kind = source.random()
        if not later or kind < 0.2:
            return Node({}, None, (source.randint(0, 2), source.randint(0, 2)))
        if kind < 0.35:
            return Node({}, source.choice(later), None)
        if kind < 0.37:
            return Node({}, None, None)
        names = source.sample("abcdef", source.randint(1, 3))
        return Node({name: source.choice(later) for name in names}, None, None)

    def _bound(self, number: int, source: random.Random) -> tuple[int, ...]:
        """The best end from here, or now and then something above it, or what is no bound at all."""
        best, kind = max((grade for _, grade in self.lines(number)), default=(0, 0)), source.random()
        return best if kind < 0.7 else (best[0] + 1, 0) if kind < 0.9 else (best[0] - 1, 0)

    def lines(self, number: int) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """Every line from a node with the grade of its end: the whole truth, by listing it."""
        node = self.nodes[number]
        if node.grade is not None:
            yield (), node.grade
        elif node.then is not None:
            yield from self.lines(node.then)
        for name, target in node.moves.items():
            for line, grade in self.lines(target):
                yield (name, *line), grade

    def reachable(self) -> set[Key]:
        found, waiting = {0}, [0]
        while waiting:
            node = self.nodes[waiting.pop()]
            for target in [*node.moves.values(), *([] if node.then is None else [node.then])]:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return {(number,) for number in found}

    def is_stuck(self, number: int) -> bool:
        node = self.nodes[number]
        return node.grade is None and node.then is None and not node.moves

    def key(self, position: int) -> Key:
        return (position,)

    def at(self, key: Key) -> int:
        if len(key) != 1:
            raise ValueError(key)
        if not 0 <= key[0] < len(self.nodes):
            raise IndexError(key)
        return key[0]

    def over(self, position: int) -> bool:
        return self.nodes[position].grade is not None

    def grade(self, position: int) -> tuple[int, ...] | None:
        return self.nodes[position].grade or (2, 2)  # games have a value for what is no end, too: nobody asks for it

    def loses(self, position: int) -> bool:
        grade = self.nodes[position].grade
        return grade is not None and grade[0] == 0

    def bound(self, position: int) -> tuple[int, ...] | None:
        return self.bounds[position]

    def legal(self, position: int) -> list[str]:
        return list(self.nodes[position].moves)

    def decide(self, position: int, event: str) -> int | None:
        return self.nodes[position].moves.get(event)

    def automatic(self, position: int) -> int | None:
        return self.nodes[position].then


def claims(game: Drawn) -> list[Claim]:
    """Everything true that can be claimed of a game's best line, if it has one."""
    best = max(game.lines(0), key=lambda each: each[1], default=None)
    if best is None:
        return []
    line, grade = best
    found = [Claim(line, grade), Claim(line, grade, grade, EXHAUSTED)]
    if not any(game.is_stuck(key[0]) for key in game.reachable()):
        found.append(Claim(line, grade, grade, EXHAUSTED, game.reachable()))
    if game.bounds[0] == grade:
        found.append(Claim(line, grade, grade, BOUND_ATTAINED))
    elif game.bounds[0] > grade:
        found.append(Claim(line, grade, game.bounds[0]))
    return found


def daring(game: Drawn) -> list[Claim]:
    """What is not true of a game, or not known: its worst line is called the best, a set with a dead end closed, a bound one."""
    lines = sorted(game.lines(0), key=lambda each: each[1])
    return [claim for line, grade in lines[:1] + lines[-1:]
            for claim in (Claim(line, grade, grade, EXHAUSTED, game.reachable()), Claim(line, grade, game.bounds[0]))]


def is_valid(game: Drawn, claim: Claim) -> bool:
    """The oracle: says by listing every line, and by sets, whether a claim holds.  It shares no code with the checker."""
    lines = dict(game.lines(0))
    if lines.get(claim.line) != claim.grade:
        return False
    best = max(lines.values())
    if claim.proof == EXHAUSTED:
        if claim.upper_bound != claim.grade:
            return False
        if claim.closed_set is None:
            return True  # only the line is claimed to be checked
        members = set(claim.closed_set)
        known = {(number,) for number in range(len(game.nodes))}
        return game.reachable() <= members <= known and best == claim.grade and _is_closed(game, members, claim.grade)
    forced = set(_bounds_before_a_choice(game))
    if claim.upper_bound is not None and (claim.upper_bound not in forced or claim.upper_bound < claim.grade):
        return False
    return claim.proof is None or (claim.proof == BOUND_ATTAINED and claim.upper_bound == claim.grade)


def _is_closed(game: Drawn, members: set[Key], grade: tuple[int, ...]) -> bool:
    nodes = [game.nodes[key[0]] for key in members]
    following = {(target,) for node in nodes for target in [*node.moves.values(), node.then] if target is not None}
    stuck = [node for node in nodes if node.grade is None and not node.moves and node.then is None]
    return following <= members and not stuck and all(node.grade is None or node.grade <= grade for node in nodes)


def _bounds_before_a_choice(game: Drawn) -> Iterator[tuple[int, ...]]:
    number: int | None = 0
    while number is not None:
        yield game.bounds[number]
        node = game.nodes[number]
        number = node.then if node.then is not None else next(iter(node.moves.values())) if len(node.moves) == 1 else None


def mutated(claim: Claim, source: random.Random) -> Claim:
    """A claim with one thing changed."""
    kind = source.choice(["drop", "insert", "swap", "replace", "cut", "grade", "bound", "proof", "member", "stranger", "start"])
    line = list(claim.line)
    place = source.randrange(len(line)) if line else 0
    if kind == "drop" and line:
        del line[place]
    elif kind == "insert":
        line.insert(place, source.choice("abcdefg"))
    elif kind == "swap" and len(line) > 1:
        place = source.randrange(len(line) - 1)
        line[place], line[place + 1] = line[place + 1], line[place]
    elif kind == "replace" and line:
        line[place] = source.choice("abcdefg")
    elif kind == "cut":
        line = line[:place]
    elif kind == "grade":
        return replace(claim, grade=_nudged(claim.grade, source))
    elif kind == "bound":
        return replace(claim, upper_bound=_nudged(claim.upper_bound or claim.grade, source))
    elif kind == "proof":
        return replace(claim, proof=source.choice([BOUND_ATTAINED, EXHAUSTED, "believe-me"]))
    elif claim.closed_set is not None:
        members = set(claim.closed_set)
        if kind == "member":
            members.discard(source.choice(sorted(members)))
        elif kind == "stranger":
            members.add(source.choice([(99,), (-1,), (0, 0), (), (source.randrange(8),)]))
        else:
            members.discard((0,))
        return replace(claim, closed_set=members)
    return replace(claim, line=tuple(line))


def _nudged(grade: tuple[int, ...], source: random.Random) -> tuple[int, ...]:
    fields = list(grade)
    fields[source.randrange(len(fields))] += source.choice([-1, 1])
    return tuple(fields)


def accepts(game: Drawn, claim: Claim) -> bool:
    try:
        check(game, 0, claim)
    except Rejected:
        return False
    return True


def examined(accepts: Callable[[Drawn, Claim], bool], count: int = MUTATIONS) -> Counter[tuple[bool, bool]]:
    """How often (what the oracle says, what a checker says) over so many mutations of true claims."""
    found: Counter[tuple[bool, bool]] = Counter()
    source = random.Random(20)
    seed = 0
    while sum(found.values()) < count:
        game = Drawn(seed)
        seed += 1
        for claim in daring(game):
            found[is_valid(game, claim), accepts(game, claim)] += 1
        for claim in claims(game):
            for _ in range(4):
                changed = mutated(claim, source)
                if changed != claim:
                    found[is_valid(game, changed), accepts(game, changed)] += 1
    return found


# -- tests ------------------------------------------------------------------------------------------------------------------


def test_the_checker_is_short_and_imports_only_the_standard_library() -> None:
    source = Path(certificate.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 200
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add((node.module or "").partition(".")[0])
    assert names <= set(sys.stdlib_module_names)
    assert not {"importlib", "subprocess", "os"} & names
    assert "__import__" not in source


def test_every_true_claim_is_accepted() -> None:
    for seed in range(200):
        game = Drawn(seed)
        for claim in claims(game):
            assert is_valid(game, claim)
            assert accepts(game, claim), claim


def test_mutations_that_the_oracle_calls_invalid_are_rejected() -> None:
    found = examined(accepts)
    assert found[False, True] == 0, found  # never accepts what is wrong
    assert found[True, False] == 0, found  # and never rejects what still holds
    assert found[False, False] > MUTATIONS // 2 and found[True, True] > 20  # both kinds came up


@pytest.mark.parametrize("answer", [True, False])
def test_checkers_that_always_say_the_same_fail_that_test(answer: bool) -> None:
    found = examined(lambda game, claim: answer, 400)
    assert found[False, True] > 0 or found[True, False] > 0


@pytest.mark.parametrize(("careful", "careless"), [
    ("if rules.key(start) not in members:", "if False:"),
    ("if rules.key(following) not in members:", "if False:"),
    ("if end is None or end > grade:", "if False:"),
    ("if claim.proof is not None and claim.upper_bound != claim.grade:", "if False:"),
    ("and claim.upper_bound not in bounds:", "and False:"),
    ("forced = forced and len(rules.legal(position)) == 1", "pass"),
    ("if claim.upper_bound is not None and claim.grade > claim.upper_bound:", "if False:"),
    ("if claim.proof not in (None, BOUND_ATTAINED, EXHAUSTED):", "if False:"),
    ("if not rules.over(position):", "if False:"),
    ("if grade is None or rules.grade(position) != grade:", "if False:"),
    ("    elif not events:", "    elif False:"),
    ("for event in events:", "for event in events[:1]:"),
    ("        yield 0, following", "        pass"),
])
def test_a_checker_that_leaves_something_out_is_noticed(careful: str, careless: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(certificate.__file__).read_text(encoding="utf-8")
    assert source.count(careful) == 1
    altered = ModuleType("altered_certificate")
    monkeypatch.setitem(sys.modules, altered.__name__, altered)
    exec(source.replace(careful, careless), altered.__dict__)

    def accepts(game: Drawn, claim: Claim) -> bool:
        try:
            altered.check(game, 0, claim)
        except altered.Rejected:
            return False
        return True

    assert any(oracle is not checker for oracle, checker in examined(accepts))


def test_what_was_established_is_told() -> None:
    told = Counter(check(game, 0, claim).established for game in map(Drawn, range(60)) for claim in claims(game))
    assert set(told) == {"line", "bound", "closed-set"}


def test_a_loop_of_the_rules_is_no_line() -> None:
    game = Drawn(1)
    game.nodes[0] = Node({}, 0, None)
    with pytest.raises(Rejected, match="the line ends before the game does"):
        check(game, 0, Claim((), (0, 0)))


@pytest.mark.parametrize("silent", [Node({}, None, None), Node({"a": 3}, 3, None)])
def test_a_member_that_nothing_follows_is_not_closed(silent: Node) -> None:
    """Neither a dead end nor a position where the deal is silent: what could come there is not known."""
    game = Drawn(1)
    game.nodes[:4] = [Node({"a": 1, "b": 2}, None, None), Node({}, None, (1, 1)), silent, Node({}, None, (0, 0))]
    claim = Claim(("a",), (1, 1), (1, 1), EXHAUSTED, {(0,), (1,), (2,), (3,)})
    assert accepts(game, claim) is bool(silent.moves)


def test_an_end_without_a_grade_is_no_end_of_a_grade() -> None:
    game = Drawn(1)
    game.nodes[0] = Node({}, None, (1, 1))
    assert check(game, 0, Claim((), (1, 1))) == Certified("line")
    with pytest.raises(Rejected, match="not"):
        check(game, 0, Claim((), (1, 0)))


def test_a_bound_behind_a_choice_proves_nothing() -> None:
    game = Drawn(1)
    game.nodes[:4] = [Node({"a": 1, "b": 2}, None, None), Node({}, None, (1, 1)), Node({}, None, (2, 2)), Node({}, None, (0, 0))]
    game.bounds[:3] = [(2, 2), (1, 1), (2, 2)]
    with pytest.raises(Rejected, match="every line goes through"):
        check(game, 0, Claim(("a",), (1, 1), (1, 1), BOUND_ATTAINED))


def test_lines_of_until_dawn_are_checked_by_its_reference() -> None:
    """The best line found is certified; with an event dropped, doubled or swapped it is not, unless it plays to that grade."""
    from verifier.analysis.choices import EngineChoice, Goal
    from verifier.analysis.solve import Request, solution
    from verifier.search.limits import Limits

    instance = load_instance(SCENARIOS / "reshuffle.toml")
    found = solution(instance, Request(Goal.BEST, EngineChoice.INTERPRETED, Limits(seconds=60)))
    assert found.grade is not None and found.upper_bound is not None
    grade, bound = tuple(map(int, found.grade.values())), tuple(map(int, found.upper_bound.values()))
    judge, claim = Judge(instance), Claim(found.line, grade, bound, found.proof)
    assert check(judge, instance.start, claim).established == "bound"
    with pytest.raises(Rejected):
        check(judge, instance.start, replace(claim, line=found.line[:-1]))
    with pytest.raises(Rejected):
        check(judge, instance.start, replace(claim, line=(*found.line, "pass")))
    with pytest.raises(Rejected):
        check(judge, instance.start, replace(claim, grade=(*grade[:-1], grade[-1] - 1)))
    with pytest.raises(Rejected):
        check(judge, instance.start, replace(claim, upper_bound=(*bound[:-1], bound[-1] + 1)))


def test_a_key_of_until_dawn_is_its_position() -> None:
    instance = load_instance(SCENARIOS / "e2.toml")
    judge = Judge(instance)
    key = judge.key(instance.start)
    assert judge.key(judge.at(key)) == key
    with pytest.raises(ValueError, match="no position"):
        judge.at(key[:-1])
