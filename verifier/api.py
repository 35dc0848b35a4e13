"""The public Python API: a question is one function, an answer is frozen data that says what it holds for.

```python
import verifier as daybreak

deal = daybreak.deal("until-dawn", seed=7)
answer = daybreak.solve(deal, limits=daybreak.Limits(seconds=5))
print(answer.verdict, answer.grade, answer.line)
```

Every function raises BadInput, with coded problems, for what cannot be asked, and RuleFailed where a rule of the game cannot be
evaluated.  Long work stops at its limits, or at Ctrl-C, with the answer so far (`ending` says which); with `on_progress` it says
how far it is.  Answers have `to_json()`, the text that the command prints with --json, and show themselves in notebooks.  The
names in `verifier.__all__` are kept; what is not among them may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve

from verifier import line as lines
from verifier.analysis import answer
from verifier.analysis import check as checks
from verifier.analysis.certificate_file import read, write_certificate
from verifier.analysis.certify import attested
from verifier.analysis.check_methods import answered
from verifier.analysis.choices import ChanceChoice, EngineChoice, Goal, Method, StrategyChoice
from verifier.analysis.coverage import RANDOM_GAMES, covered_by
from verifier.analysis.coverage_sources import Wanted
from verifier.analysis.deal import dealt, seed_of, written_deal
from verifier.analysis.defaults import (
    DEAL_GAMES,
    DEAL_STATES,
    DECISION_STATES,
    LINE_STATES,
    MUTANT_STATES,
    ODDS_STATES,
    PAIRS,
    READING_DEALS,
    READING_STATES,
    TABLE_SIZE,
    WORK,
    Sizes,
)
from verifier.analysis.explore import explored_from
from verifier.analysis.find_order import Request as OrderAsked
from verifier.analysis.find_order import order_found
from verifier.analysis.find_position import Request as PositionAsked
from verifier.analysis.find_position import position_found
from verifier.analysis.find_readings import Request as FindReadingsAsked
from verifier.analysis.find_readings import compare_choices
from verifier.analysis.games import games as listed_games
from verifier.analysis.moves import moves_after
from verifier.analysis.mutants import Games as GamesPlayed
from verifier.analysis.mutants import Request as MutantsAsked
from verifier.analysis.mutants import mutated_rules
from verifier.analysis.new_game import laid_out
from verifier.analysis.odds import likely
from verifier.analysis.overview import overview
from verifier.analysis.progress import Watcher, watched_by
from verifier.analysis.reading_effects import Request as ReadingsAsked
from verifier.analysis.reading_effects import measured
from verifier.analysis.reports import Request as ReportsAsked
from verifier.analysis.reports import all_made
from verifier.analysis.review import reviewed
from verifier.analysis.solve import Request as SolveAsked
from verifier.analysis.solve import certified
from verifier.analysis.winnability import Request as WinnabilityAsked
from verifier.analysis.winnability import solved_deals
from verifier.errors import BadInput, Problem, did_you_mean
from verifier.instance import Instance as Instance
from verifier.instance import instance_of, load_instance
from verifier.line import Line, parse_line
from verifier.position import Position as Position
from verifier.registry import installed
from verifier.report.json import loaded
from verifier.results.attested import Attested
from verifier.results.checked import Checked
from verifier.results.covered import Covered
from verifier.results.effects import MeasuredReadings
from verifier.results.explored import Layered
from verifier.results.found import Aim, FoundOrder, FoundPosition, FoundReadings
from verifier.results.likely import Likely
from verifier.results.mutated import Mutated
from verifier.results.overview import RulesOverview
from verifier.results.played import Dealt, Games, Moves, Replayed
from verifier.results.result import Result
from verifier.results.solved import Reviewed, Solved
from verifier.results.winnable import Winnability
from verifier.results.written import Laid, ReportsMade
from verifier.scenarios.loader import scenario_of
from verifier.search.limits import Limits
from verifier.search.strategies import DEFAULT
from verifier.visible import shown

Played = Line | str | Sequence[str]  # a text has an event on each row
C = TypeVar("C", bound=StrEnum)


def load_result(text: str) -> Result:
    """The answer that `to_json`, or a command with --json, wrote; BadInput (DB517) for any other text.

    It equals the answer that was written, and shows itself as that does, but for boards.  Of a command that gives several
    answers take one object of `results` (with `json.dumps`).

    >>> answer = solve(deal("until-dawn", seed=7), limits=Limits(states=2_000))
    >>> load_result(answer.to_json()) == answer
    True
    """
    return loaded(text)


# -- what is asked about --------------------------------------------------------------------------------------------------------


def scenario(source: str | Path | Mapping[str, Any]) -> Instance:
    """A scenario, ready to be asked about: a file, or its tables as a dict (a file that it names is looked for in this folder).

    >>> import verifier as daybreak
    >>> daybreak.scenario({"schema": 1, "game": "until-dawn", "title": "First night", "deal": {"seed": 7}}).scenario.title
    'First night'
    """
    if isinstance(source, Mapping):
        games = installed()
        loaded = scenario_of(source, games, Path("scenario.toml"))
        return instance_of(loaded, games.program(loaded.game.name))
    return load_instance(Path(source))


def deal(game: str, seed: int | None = None, *, edition: str | None = None, rulings: Mapping[str, str] | None = None,
         title: str | None = None) -> Instance:
    """A game from its set-up with everything that chance decides fixed by a seed (None: one at random).

    The same seed means the same deal on every machine, for ever.

    >>> import verifier as daybreak
    >>> daybreak.deal("until-dawn", seed=7).has_deal
    True
    """
    number = seed_of(None if seed is None else str(seed))
    return instance_of(dealt(game, number, edition, dict(rulings or {}), title), installed().program(game))


def write_deal(game: str, seed: int | None = None, *, file: str | Path | None = None, edition: str | None = None,
               rulings: Mapping[str, str] | None = None, title: str | None = None, force: bool = False) -> Dealt:
    """A deal as the text of a scenario file with its order spelled out, or written to a file (over another only with `force`).

    >>> "schema = 1" in write_deal("until-dawn", seed=7).scenario.splitlines()
    True
    """
    number = seed_of(None if seed is None else str(seed))
    return written_deal(game, number, edition, dict(rulings or {}), title, None if file is None else Path(file), force=force)


def new_game(name: str, folder: str | Path | None = None, *, title: str | None = None) -> Laid:
    """A folder (one of that name) with a whole little game of your own in it, to be changed step by step: see the tutorial.

    Nothing that is there is replaced: BadInput (DB599) for a folder with something in it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     new_game("night-watch", f"{there}/watch").title
    'Night Watch'
    """
    return laid_out(name, None if folder is None else Path(folder), title)


def start(instance: Instance) -> Position:
    """The first decision of a scenario or deal.

    >>> import verifier as daybreak
    >>> first = daybreak.start(daybreak.deal("until-dawn", seed=7))
    >>> first.after(first.legal()[0]).line == (first.legal()[0],)
    True
    """
    return Position(instance)


# -- questions ------------------------------------------------------------------------------------------------------------------


def solve(instance: Instance, *, goal: str = "best", limits: Limits | None = None, engine: str = "auto",
          certify: bool | None = None, with_: str = "explicit", decisions: int | None = None, difficulty: bool = False,
          count: bool = False, strategy: str = DEFAULT, certificate: str | Path | None = None, force: bool = False,
          on_progress: Watcher | None = None) -> Solved:
    """The best line of a deal with the proof that none is better, or with `goal="lose"` its quickest loss.

    `certify` re-checks what was proved position by position, however long that takes (None: where it is a matter of seconds).
    `with_` is "explicit", "z3" (lines of at most `decisions`) or "both", compared.  `difficulty` and `count` ask for what
    `daybreak solve --difficulty` and `--count` tell.  `strategy` is "bound", led and cut by the game's own bound, or
    "exhaustive", every state of the deal; they agree on the grade.  What was re-checked is written to a file `certificate` for
    `certify`, over what is there only with `force`; none is written where nothing was re-checked.

    >>> import verifier as daybreak
    >>> answer = daybreak.solve(daybreak.deal("until-dawn", seed=7), limits=daybreak.Limits(states=20_000))
    >>> answer.verdict in ("optimal", "best-found")
    True
    """
    asked = SolveAsked(_one_of(Goal, goal, "goal"), _engine(engine), limits or Limits(),
                       certify if certificate is None else True, False,
                       _one_of(Method, with_, "with_"), decisions, difficulty, count, strategy)
    with watched_by(on_progress):
        found, claim = certified(instance, asked)
    if certificate is not None:
        write_certificate(Path(certificate), instance, claim, force=force)
    return found


def replay(instance: Instance, line: Played) -> Replayed:
    """A line as the rules play it, event by event, with the clauses that each used and the properties that it breaks.

    BadInput for an event that is not legal where it comes, with the clause that forbids it and what would be legal.

    >>> import verifier as daybreak
    >>> played = daybreak.replay(daybreak.deal("until-dawn", seed=7), ["barricade 0"])
    >>> [event.event for event in played.events if event.kind == "decision"]
    ['barricade 0']
    """
    played = list(lines.replay(instance.reference, instance.start, _line(line)))
    return evolve(answer.replayed(instance, played, boards=False, states=True), broken=answer.broken(instance, played))


def moves(instance: Instance, line: Played = ()) -> Moves:
    """What can be done behind a line, and for each other move of the phase the clause that forbids it.

    >>> import verifier as daybreak
    >>> found = daybreak.moves(daybreak.deal("until-dawn", seed=7))
    >>> "barricade 0" in found.legal
    True
    """
    return moves_after(instance, list(lines.replay(instance.reference, instance.start, _line(line))))


def review(instance: Instance, line: Played, *, limits: Limits | None = None, engine: str = "auto",
           on_progress: Watcher | None = None) -> Reviewed:
    """Each decision of a line that was played, judged by what could be reached before and after it.

    `limits` are for the search from one position (100,000 states unless they say otherwise).

    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/small-lost.toml")
    >>> line = daybreak.solve(lost, engine="interpreted").line
    >>> found = daybreak.review(lost, line, engine="interpreted")
    >>> {each.verdict for each in found.decisions}
    {'best'}
    """
    with watched_by(on_progress):
        return reviewed(instance, _line(line), _engine(engine), limits or Limits())


def certify(instance: Instance, certificate: str | Path) -> Attested:
    """Whether a certificate that `daybreak solve --certificate` wrote holds, by the plain rules and without any search.

    >>> import tempfile
    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/small-lost.toml")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = daybreak.solve(lost, engine="interpreted", certificate=f"{folder}/lost.certificate")
    ...     str(daybreak.certify(lost, f"{folder}/lost.certificate").verdict)
    'proved'
    """
    return attested(instance, read(Path(certificate), instance))


def check(what: str | Path | Instance, *, properties: Iterable[str] = (), with_: str = "explicit", chance: str | None = None,
          limits: Limits | None = None, engine: str = "auto", k: int | None = None, close: int | None = None,
          on_progress: Watcher | None = None) -> Checked:
    """Whether the properties of a game hold: by exploring every state, by z3 (`with_="z3"`), or by "both", compared.

    `what` is the name of a game (from its set-up; by z3 whatever the deal, under every reading), a scenario file, or an instance.
    Proved is what a closed search or an induction says; all else is `holds-within` a depth, refuted with a line, or unknown.

    >>> import verifier as daybreak
    >>> found = daybreak.check(daybreak.deal("until-dawn", seed=7), properties=["no-dead-end"],
    ...                        limits=daybreak.Limits(depth=5))
    >>> [row.name for row in found.properties]
    ['no-dead-end']
    """
    instance, is_game = (what, False) if isinstance(what, Instance) else checks.subject(str(what))
    method = _one_of(Method, with_, "with_")
    rules, built_ins = checks.wanted(instance, list(properties) or None, method)
    question = checks.Question(rules, built_ins, _chance(chance), _engine(engine),
                               (limits or Limits()).running(), True, is_game, k or 1, close)
    with watched_by(on_progress):
        return answered(instance, question, method)


def explore(instance: Instance, *, chance: str | None = None, strategy: str = "breadth-first", all_states: bool = False,
            limits: Limits | None = None, engine: str = "auto", on_progress: Watcher | None = None) -> Layered:
    """Every state that can be reached: counts by depth, ends by grade, dead ends, loops, points of no return.

    `strategy` is "breadth-first", "depth-first" or "iterative".

    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/small-lost.toml")
    >>> daybreak.explore(lost, engine="interpreted").ending
    'closed'
    """
    with watched_by(on_progress):
        return explored_from(instance, _chance(chance), _one_of(StrategyChoice, strategy, "strategy"), _engine(engine),
                             limits or Limits(), all_states=all_states)[0]


def odds(instance: Instance, *, at_least: Mapping[str, Any] | None = None, goal: str | None = None, limits: Limits | None = None,
         engine: str = "auto", on_progress: Watcher | None = None) -> Likely:
    """How likely a good end is under best play when nobody knows what chance brings, as an exact fraction or between two.

    `at_least` is the least grade by field, the first fields of the grade; or `goal` is one of the game's goals.

    >>> import verifier as daybreak
    >>> late = daybreak.scenario("scenarios/until-dawn/positions/mutant-145-next-entrance.toml")
    >>> found = daybreak.odds(late, at_least={"survived": True}, engine="interpreted")
    >>> found.exact, str(found.low)
    (True, '31/36')
    """
    limits = limits or Limits(states=ODDS_STATES)
    words = [f"{name}={_word(value)}" for name, value in (at_least or {}).items()]
    with watched_by(on_progress):
        return likely(instance, words, goal, _engine(engine), limits)


def winnability(game: str, *, seeds: range = range(1, 101), edition: str | None = None, rulings: Mapping[str, str] | None = None,
                vary: str | None = None, states: int = DEAL_STATES, seconds: float | None = None, games: int = DEAL_GAMES,
                memory: int | None = None, decision_states: int = DECISION_STATES, on_progress: Watcher | None = None
                ) -> Winnability:
    """What share of seeded deals some line wins, how difficult they are, and which they are.

    A deal that takes more than `states` is undecided; `games` are played by each simple player to measure difficulty, and of
    the hardest and easiest deals each decision of the line is judged by at most `decision_states`.

    >>> import verifier as daybreak
    >>> [row["seed"] for row in daybreak.winnability("until-dawn", seeds=range(7, 9), states=1_000, games=1)]
    [7, 8]
    """
    if seeds.step != 1 or not seeds:
        raise BadInput(Problem("DB594", f"expected seeds that follow one another, got {seeds}", "seeds"))
    asked = WinnabilityAsked(game, len(seeds), seeds.start, edition, vary, _texts(rulings), states, seconds, games, memory,
                             decision_states)
    with watched_by(on_progress):
        return solved_deals(asked)


def readings(game: str, ids: Iterable[str] = (), *, deals: int = READING_DEALS, seed: int = 1, states: int = READING_STATES,
             size: int = TABLE_SIZE, pairs: int = PAIRS, seconds: float | None = None, rulings: Mapping[str, str] | None = None,
             edition: str | None = None, engine: str = "auto", starts: Iterable[str | Path] = (),
             further: Iterable[str | Path] = (), memory: int | None = None,
             on_progress: Watcher | None = None) -> MeasuredReadings:
    """What each way to read a rulebook does to outcomes: shares of the same seeded deals that end otherwise, with intervals.

    `starts` are scenarios to play from instead of the set-up, `further` those for readings that were not exercised.  A share is
    an estimate from a sample: no proof that a reading has no effect.

    >>> import verifier as daybreak
    >>> found = daybreak.readings("until-dawn", ["UD-14"], deals=2, states=200, size=0, pairs=0, engine="interpreted")
    >>> [reading.id for reading in found.readings]
    ['UD-14']
    """
    asked = ReadingsAsked(game, list(ids), deals, seed, states, size, pairs, seconds, _texts(rulings), edition,
                          _engine(engine), tuple(map(Path, starts)), tuple(map(Path, further)), memory)
    with watched_by(on_progress):
        return measured(asked)


def coverage(game: str, scenarios: Iterable[str | Path] = (), *, random: int | None = None, every_reading: bool = False,
             seed: int = 0, exhaust: Iterable[str | Path] = (), chance: str | None = None,
             positions: Iterable[str | Path] = (), tested: bool = False, arms: bool = False, prove: bool = False,
             limits: Limits | None = None, engine: str = "auto", counts: str | Path | None = None, work: int = WORK,
             on_progress: Watcher | None = None) -> Covered:
    """Which clauses of the rulebook are tested (`tested`), which are used in play and by what, and which never.

    See `daybreak coverage --help` for what each of these words claims.

    >>> import verifier as daybreak
    >>> found = daybreak.coverage("until-dawn", random=2, engine="interpreted")
    >>> any(row.id == "UD-T01" for row in found.clauses)
    True
    """
    files, whole = tuple(map(Path, scenarios)), tuple(map(Path, exhaust))
    given = files or whole or random or counts
    wanted = Wanted(files, random or (0 if given else RANDOM_GAMES), every_reading, seed, whole,
                    _chance(chance), _engine(engine), limits or Limits(),
                    counts=None if counts is None else Path(counts), work=work, whole=tested,
                    positions=tuple(map(Path, positions)))
    with watched_by(on_progress):
        return covered_by(installed().program(game), wanted, arms=arms, prove=prove, tested=tested)


def find_order(instance: Instance, stream: str, *, wins: bool, only_moves: int | None = None, random_wins: float | None = None,
               limits: Limits | None = None, engine: str = "auto", on_progress: Watcher | None = None) -> FoundOrder:
    """An order of what chance brings next with which a deal is won by some line (`wins`), or lost by every one.

    `stream` is a stream of chance of the game, or `stream:n` for its next n outcomes.  With `only_moves` (along the best line, at
    least) or `random_wins` (of 100 random games, at most, in per cent) the deal is to be as hard as that.

    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/small-lost.toml")
    >>> str(daybreak.find_order(lost, "bite-pile:1", wins=False, engine="interpreted").verdict)
    'proved'
    """
    aim = None if only_moves is random_wins is None else Aim(only_moves, random_wins)
    with watched_by(on_progress):
        return order_found(OrderAsked(instance, stream, wins, _engine(engine), aim), limits or Limits())


def find_position(game: str, property: str, *, reached: bool = False, size: int = 4, steps: int = 1,
                  phases: Iterable[str] = (), given: Mapping[str, Any] | None = None, any_readings: bool = False,
                  rulings: Mapping[str, str] | None = None, edition: str | None = None, seconds: float | None = None,
                  on_progress: Watcher | None = None) -> FoundPosition:
    """The smallest position from which a property breaks, or a goal is `reached`, within so many steps.

    Of `size` to lay out at most, in one of some `phases` (any), with the fields that are `given`.  It keeps the game's
    invariants; whether play leads to it is what `check` answers.

    >>> import verifier as daybreak
    >>> str(daybreak.find_position("until-dawn", "ammo_within_track", size=0, phases=["ACT"]).verdict)
    'refuted'
    """
    asked = PositionAsked(game, property, reached, ",".join(phases) or None, _texts(given), any_readings, _texts(rulings),
                          edition)
    with watched_by(on_progress):
        return position_found(asked, size, steps, seconds)


def find_readings(game: str, reading: str, *, between: tuple[str, str] | None = None, size: int = 4, steps: int = 8,
                  phases: Iterable[str] = (), until: Iterable[str] = (), given: Mapping[str, Any] | None = None,
                  ignoring: Iterable[str] = (), rulings: Mapping[str, str] | None = None, edition: str | None = None,
                  seconds: float | None = None, on_progress: Watcher | None = None) -> list[FoundReadings]:
    """The smallest table on which two choices of a reading end differently: for the two, or the ruling in force and each other.

    Both start from the same table in one of some `phases` (those in which nobody decides) with the same order of chance, and run
    for `steps`, to a decision, an end, or a phase of `until`.  Fields that are ignored may differ.

    >>> import verifier as daybreak
    >>> [found] = daybreak.find_readings("until-dawn", "UD-20", phases=["SCRATCHER"], size=0, until=["ACT"])
    >>> found.reading
    'UD-20'
    """
    asked = FindReadingsAsked(game, reading, None if between is None else ",".join(between), ",".join(phases) or None,
                         ",".join(until) or None, _texts(given), list(ignoring), _texts(rulings), edition)
    with watched_by(on_progress):
        return compare_choices(asked, size, steps, seconds)


def games(game: str | None = None, *, edition: str | None = None) -> Games:
    """The games that are installed, and how complete each is; of one game every value of its editions, too, or of one edition.

    A game whose package is broken is among them with what is wrong (`problems`).

    >>> [game.name for game in games().games if game.problems]
    []
    """
    return listed_games(game, edition)


def mutants(game: str, scenarios: Iterable[str | Path] = (), *, rules: Iterable[str] = (), every: int = 1,
            states: int = MUTANT_STATES, lines: int = LINE_STATES, random: int = 0, seed: int = 0, seconds: float | None = None,
            work: int = WORK, jobs: int = 1, memory: int | None = None,
            on_progress: Watcher | None = None) -> Mutated:
    """The rules with one thing altered at a time, and what kills each: a scenario, a property, a count, or nothing yet.

    >>> import verifier as daybreak
    >>> found = daybreak.mutants("until-dawn", ["scenarios/until-dawn/e2.toml"], rules=["pass_"], states=0, lines=100)
    >>> {row.rule for row in found.mutants}
    {'pass_'}
    """
    asked = MutantsAsked(game, list(map(Path, scenarios)), list(rules), every, states, seconds, GamesPlayed(random, seed), work,
                         jobs, lines, memory)
    with watched_by(on_progress):
        return mutated_rules(asked)


def reports(game: str, folder: str | Path, scenarios: Iterable[str | Path] = (), *, positions: Iterable[str | Path] = (),
            starts: Iterable[str | Path] = (), only: Iterable[str] = (), sizes: Mapping[str, int] | None = None,
            vary: str | None = None, counts: str | Path | None = None, jobs: int = 1, again: bool = False, force: bool = False,
            seconds: float | None = None, memory: int | None = None, on_progress: Watcher | None = None) -> ReportsMade:
    """Every report of a game in a folder: coverage, winnability, readings, mutants, each as JSON, Markdown and a page.

    `sizes` are how much is looked at, by the names of `daybreak reports`' options (`deal_states=1000`); `seconds` and `memory`
    keep further reports from being begun.  What is there and made of the same is kept, unless `again`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     made = reports("until-dawn", there, only=["winnability"], sizes={"deals": 1, "deal_states": 500})
    >>> [(report.name, report.state) for report in made.reports]
    [('winnability', 'made')]
    """
    request = ReportsAsked(installed().program(game), Path(folder), Sizes(**(sizes or {})), tuple(sorted(map(Path, scenarios))),
                           tuple(sorted(map(Path, positions))), tuple(sorted(map(Path, starts))), tuple(only), vary,
                           None if counts is None else Path(counts), jobs, again, force)
    with watched_by(on_progress):
        return all_made(request, Limits(seconds=seconds, memory=memory).running())


def rules(game: str) -> RulesOverview:
    """The rules of a game at a glance: which phase can follow which, and each clause with its functions and readings.

    Read off the rules; nothing is played.  A phase that is not among those behind a rule cannot follow it; one that is there
    may follow in no position that play leads to.

    >>> found = rules("until-dawn")
    >>> [(each.rule, each.next) for phase in found.phases if phase.name == "TURN_ALL" for each in phase.rules]
    [('turn_all', ('NEXT_ATTACKER', 'TURN_ALL'))]
    """
    return overview(installed().program(game))


def _line(line: Played) -> Line:
    if isinstance(line, Line):
        return line
    return parse_line((line if isinstance(line, str) else "\n".join(line)).encode())


def _one_of(kind: type[C], value: str, name: str) -> C:
    """The choice of a name; BadInput (DB505) if there is none of it."""
    if value not in list(kind):
        raise BadInput(Problem("DB505", f"expected {', '.join(kind)}, got {shown(value)}", name, did_you_mean(value, kind)))
    return kind(value)


def _engine(name: str) -> EngineChoice:
    return _one_of(EngineChoice, name, "engine")


def _chance(name: str | None) -> ChanceChoice | None:
    return None if name is None else _one_of(ChanceChoice, name, "chance")


def _texts(rulings: Mapping[str, Any] | None) -> list[str]:
    return [f"{id_}={choice}" for id_, choice in (rulings or {}).items()]


def _word(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
