"""Everything that is known of a game, in every format, with a manifest."""

from __future__ import annotations

import json as json_format
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from verifier import __version__
from verifier.analysis.choices import EngineChoice, PlayObjective
from verifier.analysis.coverage import covered_by
from verifier.analysis.coverage_sources import Wanted
from verifier.analysis.defaults import IN_FORCE, TABLE_SIZE, THREADS_MOST, TRAINING_LEARNERS, TRIAL_DEALS, WORK, Sizes
from verifier.analysis.learned_steps import Learning
from verifier.analysis.mutants import Games, mutated_rules
from verifier.analysis.mutants import Request as MutantsAsked
from verifier.analysis.play_out import LEARNING_POLICIES, played_out, policies_of, refuse_for_seats, thinking_policies
from verifier.analysis.play_out import Request as PlayOutAsked
from verifier.analysis.players_beside import FIRST, identity, learned, who_plays
from verifier.analysis.reading_effects import Request as ReadingsAsked
from verifier.analysis.reading_effects import measured
from verifier.analysis.readings_played import Request as ReadingsPlayedAsked
from verifier.analysis.readings_played import readings_played
from verifier.analysis.train import Request as TrainAsked
from verifier.analysis.winnability import Request as WinnabilityAsked
from verifier.analysis.winnability import instances_of, players_of, solved_deals
from verifier.errors import BadInput, Problem
from verifier.files import make_folder, write_file
from verifier.instance import Instance, load_instance
from verifier.ledger.editions import load_edition
from verifier.ledger.without import FILE as WITHOUT
from verifier.policy.players import POLICIES
from verifier.registry import installed
from verifier.report.concise import concise
from verifier.report.formats import page_of
from verifier.report.html.report import report as as_html
from verifier.report.markdown import markdown
from verifier.report.timeless import timeless
from verifier.results.written import BEGUN, INTERRUPTED, KEPT, MADE, ReportsMade, ReportState
from verifier.run.cores import cores
from verifier.run.emit import module_source
from verifier.search.limits import LimitReached, Limits
from verifier.symbolic.lift.terms import begin_afresh
from verifier.symbolic.solver import version
from verifier.visible import one_line

if TYPE_CHECKING:
    from verifier.program.program import Program

MANIFEST = "manifest.json"
ENDINGS = ("json", "md", "html")
SCHEMA = 1
BUDGETS = (16, 4, 1)  # parts of the games that players simulate, in the report of what thinking longer is worth


@frozen(eq=False)
class Report:
    """One report: its name, the sizes and the scenarios it is made with, and how it is made."""

    name: str
    sizes: Mapping[str, int | str]
    paths: list[Path]
    make: Callable[[], Any]


@frozen
class Request:
    """Which reports to make, of what, and where to."""

    program: Program
    folder: Path
    sizes: Sizes
    scenarios: tuple[Path, ...] = ()
    positions: tuple[Path, ...] = ()
    starts: tuple[Path, ...] = ()
    only: tuple[str, ...] = ()
    edition: str | None = None
    vary: str | None = None
    counts: Path | None = None
    jobs: int = 1
    again: bool = False
    force: bool = False
    players: tuple[str, ...] = ()  # policies; those of `who_plays` unless some are named
    train_varied: bool = False  # whether players of `winnability-varied` first learn the values that nothing was learned for
    by_seat: bool = False  # whether `players` and `readings-played` are of seats that each play for themselves


def made(request: Request, limits: Limits | None = None) -> Iterator[tuple[str, str]]:
    """Make the reports, one after the other: the name of each, and whether it was kept, is begun, is made, or was interrupted.

    Where a limit is reached before a report is begun, the name of that limit ends it instead.

    BadInput, before anything is made, for names and files that cannot be taken or replaced.
    """
    listed = _listed(request)
    make_folder(request.folder)
    manifest = _Manifest(request.folder, request.program)
    asked = [report for report in listed if not request.only or report.name in request.only]
    kept = [] if request.again else [report for report in asked if manifest.has(report)]
    if not request.force:
        manifest.refuse_others(report for report in asked if report not in kept)
    for report in asked:
        if report in kept:
            yield report.name, KEPT
            continue
        try:
            if limits is not None and (limits.until is not None or limits.memory is not None):
                limits.check()
        except LimitReached as reached:
            yield report.name, reached.ending
            return
        yield report.name, BEGUN
        begin_afresh()  # a report is the same whether those before it were made or kept
        found = report.make()
        if getattr(found, "ending", "done") == "interrupted":
            yield report.name, INTERRUPTED
            return
        if not request.force:
            manifest.refuse_others([report])  # it may have taken hours
        manifest.put(report, dict(_files(report, timeless(found))))
        yield report.name, MADE


def all_made(request: Request, limits: Limits | None = None, on_state: Callable[[str, str], None] = lambda name, state: None
             ) -> ReportsMade:
    """Make the reports; `on_state` is called with the name and the state of each report, as `made` yields them."""
    states: dict[str, str] = {}
    for name, state in made(request, limits):
        states[name] = state
        on_state(name, state)
    ending = next((state for state in states.values() if state not in (KEPT, BEGUN, MADE)), "done")
    return ReportsMade(request.program.game.name, str(request.folder), ending,
                       tuple(ReportState(*each) for each in states.items()))


def _listed(request: Request) -> list[Report]:
    """Every report that can be made; BadInput (DB595) if another one is asked for, or deals of an edition outside the game."""
    for option, given in (("--edition", request.edition), ("--vary", request.vary)):
        if given is not None and any(each.strip().endswith(".toml") for each in given.split(",")):
            raise BadInput(Problem("DB595", "reports are made of the game's own editions", option, "name one of them"))
    if request.edition is not None:
        load_edition(request.program.game, request.edition, Path())
    editions = _editions(request.program, [*request.scenarios, *request.positions, *request.starts])
    listed = [evolve(each, paths=[*each.paths, *editions] if each.paths else []) for each in _reports(
        request.program, list(request.scenarios), list(request.positions), request.starts, request.sizes, request.edition,
        request.vary, request.counts, request.jobs, request.players, request.by_seat, train_varied=request.train_varied)]
    unknown = [Problem("DB595", f"there is no report {name!r}", "--only", f"take {', '.join(each.name for each in listed)}")
               for name in request.only if name not in {each.name for each in listed}]
    if unknown:
        raise BadInput(unknown)
    return listed


def _editions(program: Program, paths: list[Path]) -> list[Path]:
    """The files of editions that scenarios name, and of those that they inherit from: a report is made of them, too.

    Every file that is no scenario of the game is refused, all at once and before anything is made; DB596 for one of another game.
    """
    problems: list[Problem] = []
    found: dict[Path, None] = {}
    for path in paths:
        try:
            scenario = load_instance(path).scenario
            game = scenario.game
        except BadInput as error:
            problems += error.problems
        else:
            if scenario.edition_given is not None and scenario.edition_given.endswith(".toml"):
                found |= dict.fromkeys([path.parent / scenario.edition_given, *(base for base, _ in scenario.edition.bases)])
            if game is not program.game:
                problems.append(Problem("DB596", f"it is a scenario of {game.title}", one_line(str(path)),
                                        f"take scenarios of {program.game.title}"))
    if problems:
        raise BadInput(problems)
    return sorted(found)


def _reports(program: Program, paths: list[Path], positions: list[Path], starts: tuple[Path, ...], sizes: Sizes,
             edition: str | None, vary: str | None, counts: Path | None, jobs: int,
             players: tuple[str, ...], by_seat: bool, *, train_varied: bool) -> Iterator[Report]:
    """Every report there is."""

    without = program.game.folder / WITHOUT
    tested = without.exists() and bool(paths or positions)

    def coverage() -> Any:
        wanted = Wanted(tuple(paths), sizes.games, True, sizes.seed, (), None, EngineChoice.NATIVE, Limits(),
                        counts=counts, work=sizes.work, whole=tested, positions=tuple(positions) if tested else ())
        return covered_by(program, wanted, arms=True, prove=True, tested=tested)

    def mutants() -> Any:
        return mutated_rules(MutantsAsked(program.game.name, [*paths, *positions], [], 1, sizes.mutant_states, None,
                                     Games(sizes.mutant_games, sizes.seed), sizes.work, jobs, sizes.mutant_lines))

    def readings() -> Any:
        return measured(ReadingsAsked(program.game.name, [], sizes.reading_deals, sizes.seed, sizes.reading_states, TABLE_SIZE,
                                      sizes.pairs, None, [], edition, EngineChoice.NATIVE, further=starts))

    def winnability(deals: int, varied: str | None) -> WinnabilityAsked:
        return WinnabilityAsked(program.game.name, deals, sizes.seed, edition, varied, [], sizes.deal_states, None,
                                decision_states=sizes.decision_states, policies=players, simulations=sizes.simulations,
                                played=sizes.play_deals or None, threads=min(cores(), THREADS_MOST), shipped=True)

    # Statuses of clauses belong to the report since its third form; what tests counted is identified by its files.
    counted = sorted(counts.glob("*.toml")) if counts is not None else []
    work = {} if sizes.work == WORK else {"work": sizes.work}
    altered = {"without": _digest(without.read_bytes())} if tested else {}
    yield Report("coverage", {"games": sizes.games, "seed": sizes.seed, "form": 3, **work, **altered},
                 [*paths, *(positions if tested else ()), *counted], coverage)
    of: dict[str, int | str] = {} if edition is None else {"edition": edition}
    has_grade = program.game.only("grade") is not None
    if has_grade:
        solved: dict[str, int | str] = {"states": sizes.deal_states, "seed": sizes.seed, **of}
        if sizes.decision_states != Sizes().decision_states:
            solved["decision_states"] = sizes.decision_states
        if sizes.play_deals and sizes.simulations:
            solved["play_deals"] = sizes.play_deals
        asked = winnability(sizes.deals, None)
        yield Report("winnability", {"deals": sizes.deals, **solved, **_players(asked)}, [], partial(solved_deals, asked))
        if vary is not None:
            # How won deals differ at each value is not measured: that would take most of the time.
            asked = evolve(winnability(min(sizes.deals, sizes.varied_deals), vary), games=0,
                           learning=_learning(sizes) if train_varied else None)
            if asked.played is not None:  # the same for each value, too
                asked = evolve(asked, played=min(asked.played, max(asked.deals, sizes.varied_deals)))
                solved["play_deals"] = asked.played or 0
            made_with = {"deals": asked.deals, **solved, "games": asked.games, "vary": vary, **_players(asked)}
            yield Report("winnability-varied", made_with, [], partial(solved_deals, asked))
    if has_grade or by_seat:
        if sizes.budget_deals and sizes.simulations:
            yield _budgets(program, sizes, edition, players, by_seat)
        if sizes.readings_played:
            yield _readings_played(program, sizes, edition, players, by_seat)
    if has_grade:
        # Since its second form it lists what was not exercised separately, and names its starts.
        made_with = {"deals": sizes.reading_deals, "states": sizes.reading_states, "pairs": sizes.pairs, "seed": sizes.seed,
                     "form": 2, **of}
        yield Report("readings", made_with, list(starts), readings)
    compared_on: dict[str, int | str] = {"states": sizes.mutant_states, **work}
    if sizes.mutant_games:
        compared_on.update(games=sizes.mutant_games, seed=sizes.seed)
    if sizes.mutant_lines != Sizes().mutant_lines:
        compared_on["lines"] = sizes.mutant_lines
    yield Report("mutants", compared_on, [*paths, *positions], mutants)


def _players(asked: WinnabilityAsked) -> dict[str, int | str]:
    """What the shares of players rest on besides rules and deals; where they learn, how, and what the game as it is goes by."""
    tables = instances_of(asked)
    names = players_of(asked, tables)
    found = identity(tables, asked.simulations, names) if names else {}
    if asked.learning is None:
        return found
    as_it_is = learned(_table(installed().program(asked.game), asked.edition), shipped=True)
    base = "" if as_it_is is None else as_it_is.digest
    rounds = {} if base or found["weights"] else {"rounds": asked.learning.train.rounds}
    return {**found, "base": base, "again": asked.learning.again, "positions": asked.learning.train.positions, **rounds}


def _learning(sizes: Sizes) -> Learning:
    """How players learn what the game's package does not bring."""
    return Learning(TrainAsked(FIRST, TRAINING_LEARNERS, sizes.rounds, sizes.round_positions, 1, min(cores(), THREADS_MOST),
                               Limits()), sizes.rounds_again)


def _budgets(program: Program, sizes: Sizes, edition: str | None, players: tuple[str, ...], by_seat: bool) -> Report:
    """What players win who think for longer and longer: those of `winnability`, and those who learned nothing."""
    table = _table(program, edition)
    if by_seat:
        names = _for_themselves(table, players)
    else:
        names = tuple(dict.fromkeys((*(players or who_plays([table], shipped=True)), *thinking_policies(program))))
    budgets = tuple(sorted({max(1, sizes.simulations // part) for part in BUDGETS}))
    threads, aim = min(cores(), THREADS_MOST), _aim(by_seat)
    asked = PlayOutAsked(names, sizes.seed, sizes.budget_deals, budgets, aim, threads, Limits())
    made_with = {"deals": sizes.budget_deals, "seed": sizes.seed, **_of(edition, by_seat),
                 **identity([table], sizes.simulations, names)}
    weights = learned(table, shipped=True) if any(POLICIES[name].learns for name in names) else None
    return Report("players", made_with, [], partial(played_out, table, asked, weights=weights))


def _readings_played(program: Program, sizes: Sizes, edition: str | None, players: tuple[str, ...], by_seat: bool) -> Report:
    """What readings do to a good player; the rounds that are over are kept in the cache, and not played again."""
    name, threads, table = program.game.name, min(cores(), THREADS_MOST), _table(program, edition)
    policy = (_for_themselves(table, players) if by_seat else players or LEARNING_POLICIES)[-1]
    asked = ReadingsPlayedAsked(
        name, (), PlayOutAsked(
            (policy,), sizes.seed, sizes.readings_played, (sizes.readings_simulations,), _aim(by_seat), threads, Limits()),
        _learning(sizes).train, sizes.rounds_again, IN_FORCE, edition, shipped=True)
    made_with: dict[str, int | str] = {
        "deals": sizes.readings_played, "seed": sizes.seed, "player": policy, "simulations": sizes.readings_simulations,
        "in_force": IN_FORCE, **_of(edition, by_seat)}
    if POLICIES[policy].learns:
        from_package = learned(table, shipped=True)
        made_with |= {"again": sizes.rounds_again, "positions": sizes.round_positions, "trial": TRIAL_DEALS,
                      **({"rounds": sizes.rounds} if from_package is None else {"weights": from_package.digest})}
    return Report("readings-played", made_with, [], partial(readings_played, asked))


def _table(program: Program, edition: str | None) -> Instance:
    [table] = instances_of(WinnabilityAsked(program.game.name, 1, 1, edition, None, [], 1, None))
    return table


def _for_themselves(table: Instance, players: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some policies who play for one seat, if one of them thinks, and else those who do so where nobody is named.

    BadInput (DB586) where the game does not say what its ends are worth to seats.
    """
    found = tuple(name for name in players if POLICIES[name].plays_for_itself)
    if not any(POLICIES[name].thinks for name in found):
        found = policies_of(table, PlayObjective.SEAT)
    refuse_for_seats(table, found, "--by-seat")
    return found


def _aim(by_seat: bool) -> str:
    return PlayObjective.SEAT.value if by_seat else FIRST


def _of(edition: str | None, by_seat: bool) -> dict[str, str]:
    """What is not as usual of a report of players: the edition, what they aim at."""
    return ({} if edition is None else {"edition": edition}) | ({"objective": _aim(by_seat)} if by_seat else {})


def _files(report: Report, found: Any) -> Iterator[tuple[str, str]]:
    texts = (concise(found), markdown(page_of(found, whole=True)), as_html(page_of(found, whole=True)))
    yield from zip(_names(report), texts, strict=True)


def _names(report: Report) -> list[str]:
    return [f"{report.name}.{ending}" for ending in ENDINGS]


class _Manifest:
    """What the reports in a folder were made of."""

    def __init__(self, folder: Path, program: Program) -> None:
        self.path = folder / MANIFEST
        self.folder = folder
        ledger = repr((sorted(program.rulebook.items()), sorted(program.readings.switches.items()),
                       program.terms))
        self.made_of = {
            "daybreak": __version__, "z3": version(), "rules": _digest(module_source(program) + ledger)}
        self.game = program.game.name
        self.entries: dict[str, Any] = {}
        self.begun: dict[str, str] = {}  # files that are just being written, or were when a run was interrupted
        self.is_ours = self._read()

    def _read(self) -> bool:
        """Read the manifest that is there; whether there is none, or one of ours."""
        try:
            document = json_format.loads(self.path.read_bytes())
            if document["schema"] != SCHEMA or document["game"] != self.game:
                return False
            self.entries, self.begun = dict(document["reports"]), dict(document.get("begun", {}))
        except FileNotFoundError:
            return not os.path.lexists(self.path)
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return True

    def has(self, report: Report) -> bool:
        """Whether a report of the same is there, whole."""
        entry = self.entries.get(report.name)
        made_of = self._of(report)
        if not isinstance(entry, dict) or {name: entry.get(name) for name in made_of} != made_of:
            return False
        try:
            return all(_digest((self.folder / name).read_bytes()) == digest for name, digest in entry["files"].items())
        except (OSError, KeyError, AttributeError):
            return False

    def _of(self, report: Report) -> dict[str, Any]:
        alike = Counter(path.name for path in report.paths)
        scenarios = {path.name if alike[path.name] == 1 else f"{path.parent.name}/{path.name}": _digest(path.read_bytes())
                     for path in report.paths}
        return {**self.made_of, "sizes": dict(report.sizes), "scenarios": scenarios}

    def refuse_others(self, reports: Iterable[Report]) -> None:
        """BadInput (DB516) for each file in the way of some reports that is not as we wrote it."""
        names = [name for report in reports for name in _names(report) if not self._is_ours(report, name)]
        if not self.is_ours:
            names.append(MANIFEST)
        if names:
            raise BadInput([Problem("DB516", "the file is there already, and not as a report was written here",
                                    one_line(str(self.folder / name)), "name another folder, or add --force to replace it")
                            for name in names])

    def _is_ours(self, report: Report, name: str) -> bool:
        path = self.folder / name
        try:
            written = self.entries.get(report.name, {}).get("files", {}).get(name)
            return not os.path.lexists(path) or _digest(path.read_bytes()) in (written, self.begun.get(name))
        except (OSError, KeyError, AttributeError, TypeError):
            return False

    def put(self, report: Report, files: Mapping[str, str]) -> None:
        """Write a report's files between two manifests: one says that they are ours, the other that the report is there."""
        digests = {name: _digest(text) for name, text in files.items()}
        made_of = self._of(report)
        self.begun |= digests
        self._write()
        for name, text in files.items():
            write_file(self.folder / name, text, force=True)
        self.entries[report.name] = {**made_of, "files": digests}
        self.begun = {name: digest for name, digest in self.begun.items() if name not in digests}
        self._write()

    def _write(self) -> None:
        document = {"schema": SCHEMA, "game": self.game, "reports": dict(sorted(self.entries.items())),
                    **({"begun": self.begun} if self.begun else {})}
        write_file(self.path, json_format.dumps(document, indent=2, ensure_ascii=True, sort_keys=True) + "\n", force=True)


def _digest(content: str | bytes) -> str:
    return blake2b(content.encode() if isinstance(content, str) else content, digest_size=16).hexdigest()
