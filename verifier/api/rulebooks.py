"""Questions about a rulebook: do its properties hold, do its readings matter, which clauses are tested."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from verifier.analysis import check as checks
from verifier.analysis.check_methods import answered, refuse_others
from verifier.analysis.check_sides import checked_for
from verifier.analysis.choices import Method
from verifier.analysis.coverage import covered_by
from verifier.analysis.deal import seed_of, subject
from verifier.analysis.defaults import (
    GAMES_SEED_MOST,
    JOBS_MOST,
    LINE_STATES,
    LINE_STATES_LEAST,
    MUTANT_STATES,
    PAIRS,
    PAIRS_MOST,
    POSITION_STEPS,
    RANDOM_GAMES_MOST,
    READING_DEALS,
    READING_DEALS_MOST,
    READING_STATES,
    READING_STEPS,
    STATES_TOGETHER_MOST,
    TABLE_SIZE,
    TABLE_SIZE_MOST,
    WORK,
)
from verifier.analysis.find_position import Request as PositionAsked
from verifier.analysis.find_position import position_found
from verifier.analysis.find_readings import Request as FindReadingsAsked
from verifier.analysis.find_readings import compare_choices
from verifier.analysis.mutants import Games as GamesPlayed
from verifier.analysis.mutants import Request as MutantsAsked
from verifier.analysis.mutants import mutated_rules
from verifier.analysis.progress import Watcher, watched_by
from verifier.analysis.reading_effects import Request as ReadingsAsked
from verifier.analysis.reading_effects import measured
from verifier.api.parameters import (
    Files,
    Texts,
    chance_of,
    engine_of,
    limits_of,
    one_of,
    path_of,
    paths_of,
    refuse_numbers,
    refuse_work,
    seats_of,
    several,
    texts_of,
    threads_of,
)
from verifier.errors import BadInput, Problem
from verifier.files import refuse_outputs, write_file
from verifier.instance import Instance
from verifier.registry import installed
from verifier.results.checked import Checked
from verifier.results.covered import Covered
from verifier.results.effects import MeasuredReadings
from verifier.results.found import FoundPosition, FoundReadings
from verifier.results.mutated import Mutated
from verifier.run.cores import cores
from verifier.search.limits import Limits


def check(what: str | Path | Instance, *, properties: Iterable[str] = (), with_: str = "explicit", chance: str | None = None,
          limits: Limits | None = None, engine: str = "auto", k: int | None = None, close: int | None = None,
          record: bool = False, jobs: int | None = None, mine: bool = False, lemmas: str | Path | None = None,
          again: bool = False, explain: Iterable[str] = (), seats: str | Iterable[str] = (), force: bool = False,
          threads: int | None = None, on_progress: Watcher | None = None) -> Checked:
    """Whether the properties of a game hold: by exploring every state, by z3 (`with_="z3"`), or by "both", compared.

    `what` is the name of a game (from its set-up; by z3 whatever the deal, under every reading), a scenario file, or an instance.
    Proved is what a closed search or an induction says; all else is `holds-within` a depth, refuted with a line, or unknown.
    So many `threads` explore (1 to 64; default: one for each core; answers do not depend on it).
    For z3, `k` is how many consecutive states its induction takes together (1 to 9), and `close` how many states it may look
    at first, one by one; `record` keeps the proof of bound-holds or never-worse for `solve`, in the game's package.  Rules are
    asked in `jobs` processes at a time (default: one for each core; answers do not depend on it).  With `mine`, lemmas are
    looked for in sampled states where the game's own are not enough; the file `lemmas`, if it is named, becomes Python that
    adds them to the game (what is there is replaced only with `force`; where no lemma helps, nothing is written).  Steps that
    were proved before are not asked again for the same rules, unless `again` asks for it.  Of each property in `explain` that
    is proved, the answer says why: what each rule needs.

    In a game with sides `seats` (names or numbers) asks what these can see to, whatever all others and open chance do: that an
    invariant is kept for ever, that a goal is reached.  BadInput (DB586) for seats that the game does not have, for other
    properties, and beside what is asked of z3.

    >>> import verifier as daybreak
    >>> found = daybreak.check(daybreak.deal("until-dawn", seed=7), properties=["no-dead-end"],
    ...                        limits=daybreak.Limits(depth=5))
    >>> [row.name for row in found.properties]
    ['no-dead-end']
    """
    properties, explain = list(properties), list(explain)
    refuse_numbers(k=(k, 1, STATES_TOGETHER_MOST), close=(close, 1, None), jobs=(jobs, 1, JOBS_MOST))
    limits, method, together = limits_of(limits).running(), one_of(Method, with_, "with_"), threads_of(threads)
    refuse_others(method, {"states": limits.states, "memory": limits.memory, "threads": threads}, {
        "k": k, "close": close, "record": record or None, "jobs": jobs, "mine": mine or None, "lemmas": lemmas,
        "again": again or None, "explain": explain or None})
    refuse_outputs([path_of(lemmas)], [], force)
    instance, is_game = (what, False) if isinstance(what, Instance) else subject(str(what))
    instance = checks.with_offered(instance, [*properties, *explain])
    named = seats_of(seats)
    if named and method is not Method.EXPLICIT:
        raise BadInput(Problem("DB586", "what seats can see to is answered by exploring every state", "--with", "leave it out"))
    explain = [rule.name for group in checks.wanted(instance, explain, method) for rule in group] if explain else []
    rules, built_ins = checks.wanted(instance, [*properties, *explain] or None, method)
    question = checks.Question(rules, built_ins, chance_of(chance), engine_of(engine), limits, True, is_game, k or 1, close,
                               jobs or cores(), mine or lemmas is not None, again, tuple(explain), together)
    with watched_by(on_progress):
        found = checked_for(instance, question, named, all_that_can_be=not properties) if named else \
            answered(instance, question, method, record=record)
    if lemmas is not None and found.mined is not None and found.mined.lemmas:
        write_file(Path(lemmas), found.mined.module, force=force)
    return found


def readings(game: str, ids: Iterable[str] = (), *, deals: int = READING_DEALS, seed: int | str = 1, states: int = READING_STATES,
             size: int = TABLE_SIZE, pairs: int = PAIRS, seconds: float | None = None, rulings: Texts | None = None,
             edition: str | None = None, engine: str = "auto", starts: Files = (), further: Files = (),
             memory: int | None = None, store: str | Path | None = None, on_progress: Watcher | None = None) -> MeasuredReadings:
    """What each way to read a rulebook does to outcomes: shares of the same seeded deals that end otherwise, with intervals.

    `starts` are scenarios to play from instead of the set-up, `further` those for readings that were not exercised.  A share is
    an estimate from a sample: no proof that a reading has no effect.  Searches that the folder `store` has are not made
    again, and the others are added to it; a folder of `daybreak.batch` is one.

    >>> import verifier as daybreak
    >>> found = daybreak.readings("until-dawn", ["UD-14"], deals=2, states=200, size=0, pairs=0, engine="interpreted")
    >>> [reading.id for reading in found.readings]
    ['UD-14']
    """
    refuse_numbers(deals=(deals, 1, READING_DEALS_MOST), size=(size, 0, TABLE_SIZE_MOST), pairs=(pairs, 0, PAIRS_MOST))
    limits = limits_of(Limits(states, seconds, memory))
    asked = ReadingsAsked(game, several(ids), deals, seed_of(str(seed)), states, size, pairs, limits.seconds, texts_of(rulings),
                          edition, engine_of(engine), paths_of(starts), paths_of(further), limits.memory, path_of(store))
    with watched_by(on_progress):
        return measured(asked)


def coverage(game: str, scenarios: Files = (), *, random: int | None = None, every_reading: bool = False,
             seed: int = 0, exhaust: Files = (), chance: str | None = None, counts: str | Path | None = None,
             positions: Files = (), tested: bool = False, arms: bool = False, prove: bool = False,
             fail_under: float | None = None, record: bool = False, limits: Limits | None = None, engine: str = "auto",
             work: int = WORK, on_progress: Watcher | None = None) -> Covered:
    """Which clauses of the rulebook are tested (`tested`), which are used in play and by what, and which never.

    Looked at are the lines of `scenarios`, so many `random` games, every state of the scenarios in `exhaust`, what tests counted
    in a folder `counts`; if nothing is named, 1,000 random games.  `arms` counts both sides of each branch, too; `prove` asks z3
    of what was not seen.  With `tested`, `record` keeps the statuses in the game's package, and the answer is `enough` if at
    least `fail_under` per cent of the modelled clauses are tested.  See `daybreak coverage --help` for what each word claims.

    >>> import verifier as daybreak
    >>> found = daybreak.coverage("until-dawn", random=2, engine="interpreted")
    >>> any(row.id == "UD-T01" for row in found.clauses)
    True
    """
    from verifier.analysis.coverage_sources import Wanted

    refuse_numbers(random=(random, 1, RANDOM_GAMES_MOST), seed=(seed, 0, GAMES_SEED_MOST))
    refuse_work(work)
    wanted = Wanted(paths_of(scenarios), random, every_reading, seed, paths_of(exhaust), chance_of(chance), engine_of(engine),
                    limits_of(limits), counts=path_of(counts), work=work, whole=tested, positions=paths_of(positions))
    with watched_by(on_progress):
        return covered_by(installed().program(game), wanted, arms=arms, prove=prove, tested=tested, record=record,
                          fail_under=fail_under)


def mutants(game: str, scenarios: Files = (), *, rules: Iterable[str] = (), every: int = 1,
            states: int = MUTANT_STATES, lines: int = LINE_STATES, random: int = 0, seed: int = 0, seconds: float | None = None,
            work: int = WORK, jobs: int = 1, memory: int | None = None, write: str | Path | None = None, force: bool = False,
            on_progress: Watcher | None = None) -> Mutated:
    """The rules with one thing altered at a time, and what kills each: a scenario, a property, a count, or nothing yet.

    Every `every`-th of them; `states` to count from each scenario, `lines` to search for its best line, `random` games to compare
    from each start.  `write` is a folder for the scenarios that are missing.

    >>> import verifier as daybreak
    >>> found = daybreak.mutants("until-dawn", ["scenarios/until-dawn/e2.toml"], rules=["pass_"], states=0, lines=100)
    >>> {row.rule for row in found.mutants}
    {'pass_'}
    """
    refuse_numbers(every=(every, 1, None), states=(states, 0, None), lines=(lines, LINE_STATES_LEAST, None),
                   random=(random, 0, None), seed=(seed, 0, GAMES_SEED_MOST))
    refuse_work(work, jobs)
    limits = limits_of(Limits(seconds=seconds, memory=memory))
    asked = MutantsAsked(game, list(paths_of(scenarios)), list(rules), every, states, limits.seconds, GamesPlayed(random, seed),
                         work, jobs, lines, limits.memory)
    with watched_by(on_progress):
        return mutated_rules(asked, path_of(write), force=force)


def find_position(game: str, property: str, *, reached: bool = False, size: int = TABLE_SIZE, steps: int = POSITION_STEPS,
                  phases: Iterable[str] = (), given: Texts | None = None, any_readings: bool = False,
                  rulings: Texts | None = None, edition: str | None = None, seconds: float | None = None,
                  on_progress: Watcher | None = None) -> FoundPosition:
    """The smallest position from which a property breaks, or a goal is `reached`, within so many steps.

    Of `size` to lay out at most, in one of some `phases` (any), with the fields that are `given`.  It keeps the game's
    invariants; whether play leads to it is what `check` answers.

    >>> import verifier as daybreak
    >>> str(daybreak.find_position("until-dawn", "ammo_within_track", size=0, steps=1, phases=["ACT"]).verdict)
    'refuted'
    """
    refuse_numbers(size=(size, 0, TABLE_SIZE_MOST), steps=(steps, 0, None))
    asked = PositionAsked(game, property, reached, ",".join(phases) or None, texts_of(given), any_readings, texts_of(rulings),
                          edition)
    with watched_by(on_progress):
        return position_found(asked, size, steps, limits_of(Limits(seconds=seconds)).seconds)


def find_readings(game: str, reading: str, *, between: tuple[str, str] | str | None = None, size: int = TABLE_SIZE,
                  steps: int = READING_STEPS, phases: Iterable[str] = (), until: Iterable[str] = (),
                  given: Texts | None = None, ignoring: Iterable[str] = (), rulings: Texts | None = None,
                  edition: str | None = None, seconds: float | None = None, on_progress: Watcher | None = None
                  ) -> list[FoundReadings]:
    """The smallest table on which two choices of a reading end differently: for the two, or the ruling in force and each other.

    Both start from the same table in one of some `phases` (those in which nobody decides) with the same order of chance, and run
    for `steps`, to a decision, an end, or a phase of `until`.  Fields that are ignored may differ.

    >>> import verifier as daybreak
    >>> [found] = daybreak.find_readings("until-dawn", "UD-20", phases=["SCRATCHER"], size=0, until=["ACT"])
    >>> found.reading
    'UD-20'
    """
    refuse_numbers(size=(size, 0, TABLE_SIZE_MOST), steps=(steps, 0, None))
    choices = between if between is None or isinstance(between, str) else ",".join(between)
    asked = FindReadingsAsked(game, reading, choices, ",".join(phases) or None, ",".join(until) or None,
                              texts_of(given), list(ignoring), texts_of(rulings), edition)
    with watched_by(on_progress):
        return compare_choices(asked, size, steps, limits_of(Limits(seconds=seconds)).seconds)
