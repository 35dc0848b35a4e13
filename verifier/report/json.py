"""Reports as JSON: one object, `schema` first, the same bytes for the same answer (but for `seconds`).

| command | keys |
|---|---|
| games | `schema, games`: each `name, package, title, editions, events, phases, clauses, clauses_ruled, clauses_named, readings, recorded, properties, tested, grade_order, problems`, of one game `described`, too |
| deal | `schema, game, edition, seed, file, scenario`: the text of the scenario, null when it went to `file` |
| replay | `schema, game, edition, scenario, rulings, deal, grade_order, start, events, over, grade, next, clauses`; an event is `event, kind, clauses, state` |
| moves | `schema, game, edition, scenario, rulings, deal, grade_order, events, state, kind, legal, illegal, outcomes, grade, clauses` |
| solve | `schema, game, edition, scenario, rulings, deal, grade_order, goal, verdict, proof, ending, grade, upper_bound, line, search, rests_on, settled, no_return, lost, difficulty, best_lines, expected`; for several scenarios `schema, results` |
| certify | `schema, game, edition, scenario, rulings, deal, grade_order, goal, verdict, reason, line, grade, rests_on`; `line` is null for "no line loses" |
| odds | `schema, game, edition, scenario, rulings, deal, grade_order, wanted, low, high, exact, ending, states, transitions, kind, choices, reason, dead_ends, seconds`; a probability is `fraction, value` (null: not known), a choice `event, low, high, best` |
| explore | `schema, game, edition, scenario, rulings, deal, grade_order, ending, strategy, chance, compressed, states, transitions, layers, ends, dead_ends, stops, examples, loops, points_of_no_return, notes, graph_file, stuck, seconds` |
| check | `schema, game, edition, scenario, rulings, deal, grade_order, method, chance, states, transitions, depth, bound, k, closing, cross_check, ending, properties, clauses, seconds` |
| review | `schema, game, edition, scenario, rulings, deal, grade_order, decisions, over, grade, best, settled, ending, seconds`; a decision is `number, at, event, verdict, before, after, better, cost, kept`, `at` the number of its event |
| winnability | `schema, game, edition, rulings, seed, deals, states, games, field, points, bound, grade_order, ending, seconds`; a point is `value, won, grades, hardest, easiest, lost, stuck, stuck_seeds, why, difficulty`, of every won deal, the hardest first, `seed, random, greedy, first, only_moves` (as in `solve`; null: not asked), a share `count, undecided, of, low, high` (as in `readings`) |
| mutants | `schema, game, edition, scenarios, ending, mutants, seconds`: each mutant `number, rule, file, line, kind, text, clauses, verdict, by, scenario, what, lemmas, witness, written` |
| find --breaks, --reaches | `schema, game, edition, rulings, property, kind, verdict, reason, within, steps, none_below, whatever_length, lemmas, smallest, size, start, events, last, failure, scenario, file, clauses, seconds` |
| find --order | `schema, game, edition, scenario, rulings, deal, grade_order, stream, count, rearranged, wanted, verdict, reason, ending, tried, undecided, order, entries, grade, line, scenario_text, file, aim, is_nearest, difficulty, seconds`; with an `aim` that no order meets, the one that comes nearest (`is_nearest`) |
| find --readings | `schema, results`: for each two choices `game, edition, rulings, reading, choices, begins, stops, verdict, reason, none_below, how, smallest, within, size, laid_out, drawn, start, sides, scenario, file, clauses, seconds`; a side is `choice, events, state` |
| coverage | `schema, game, seed, ending, rules, exercised, proved_dead, fail_under, tested, recorded, proved_for, sources, clauses, arms, terms, seconds` |
| readings | `schema, game, seed, deals, states, size, ending, first, starts, readings, pairs, contradictions, recorded, clauses, grade_order, seconds` |

An `edition` is `name, title, assumed, values`: so many of its values, and how many of them are assumed.  One that `games GAME`
has `described` also is `default` or not, and its `data` are each `name, value, status, why, given_by`: "stated" at a place or "assumed"
for a reason, given by the edition of that name.  `grade_order` says whose order the fields of a grade have.

What an answer of `solve` `rests_on` is `line` (replayed by the plain rules), `search` ("closed", "z3"), `positions` (how many the
checker expanded again, one by one; null: none) or `not_re_checked` (why), `bound` ("highest": no grade is higher, "proved", "taken"
from the game), `complete` (nothing is left that was neither re-checked nor proved).  `settled` are the `fields` of the grade, from
the first, that are proved though the whole grade is not, `by` the "line" or the "bound"; `lost` (null: a line wins, or none was
found) says that no line `wins` (the game's verb for it), if it is `proved`; `difficulty` and `best_lines` are null unless asked for.
Difficulty is `games, random, greedy, first, only_moves, decisions, states, ending`: shares of the games won (as in `readings`), of
the `legal` first decisions how many `keep` the win and of how many that is `unknown`, the `count` of decisions of the line at
which one move alone keeps the win (not known at `unknown` more); for each decision the same of the win and of the line's grade
(`result`), `only` where there is a choice and one move alone keeps it (null: not known), `mark` "!!", "!", "?" or nothing.
`best_lines` are `lines` (`exact`, or at least so many), `up_to_order` of independent decisions (`up_to_order_exact`), or `endless`; `kept` by a decision that `review` does not
know to be best or worse are such fields, too.

A property of `check` is `name, kind, clauses, text, verdict, reason, within, line, events, repeats, methods, lemmas, readings,
step`: the last `repeats` of the events go on for ever; `methods` ("explicit", "z3") gave the verdict; a proof by induction rests
on the properties in `lemmas` and holds under `readings` ("every", "in force").  `step`, where induction failed, is `rulings,
before, event, after, failure, part, reachable, within, reason, line`: `part` (`text, place, values`) is what is false after it,
`reachable` ("reached", "not-within", "unknown") whether lines of up to `within` transitions lead to `before`, and `line` one that
does.  `ending` of z3 alone is "done", "seconds" or "interrupted".  `states`, `transitions` and `depth` are explicit search's, `bound` (transitions), `k` and `closing` (the states z3 found one by one, and whether these are all) z3's.
`cross_check` is null, or the `transitions` of so many `rules` and the `values` of properties on which the lifted rules were compared with the reference.  `line` is the list of decisions, which `replay --line -` takes.  States use the state's own field names and the notation of
scenario files.

A source of `coverage` is `name, kind, edition, rulings, chance, ending, closed, looked, note, seconds`: `kind` "line" (a scenario's
best line and the moves beside it), "random" (games), "every" (state of a scenario) or "tests" (what their reference runs counted:
`edition` and `chance` are null, and no lines are known); `rulings` are those other than the defaults; `looked` counts what was looked at, empty when no time was left.  A clause is `id, place, kind, text, status,
exercised, refused, guard, uses, shortest, shortest_refusal, dead_from, exercise, refusal, named, undefined`: `status` "exercised", "dead"
(proved by z3, or used in no state that can be reached from the sources `dead_from`, and nowhere else either), "not-seen",
"property" (only properties name it) or "unnamed"; `uses` the counts by source, where they are not zero; a shortest line is
`source, events, line, event`, the last event being the one that exercises the clause or the move that it forbids (behind `events`
others), null for the set-up; `named` are `rule, place, guard, by_play`.  Sources are given by their index.  `exercise` and
`refusal` are what z3 says of a use that was not seen, null where it was not asked: `outcome, lemmas, rulings, event, reason`; the
outcome is "never" (it rests on the invariants `lemmas` and on `rulings`; on none: under every reading), "possible" (by `event`
from some position that keeps the invariants, null for the set-up) or "unknown" (`reason`).  `proved_for` is the edition that
this holds for, null when z3 was not asked.  `rules` is how many clauses are rules that not only properties name, `exercised` how
many of those were used in play, which tests nothing, `proved_dead` how many never can be.  `tested`, null unless asked for, has the
statuses of clauses that are rules: how many are `tested`, `named`, `dead`, `not_modelled`, `unnamed`; `modelled` are all but
those not modelled, and `percent` how many of these are tested, rounded down; `scenarios` is how many they were held against,
`proved_for` and `ending` as at the top, `clauses` each `id, status, by, scenario, what`, `by` "line", "set-up" or "property", of dead
ones "use" or "equivalence".  `recorded`, as `tested` of a game, is what its package keeps: `kept` (there is a file), `counts` as
these, null unless all of it fits the rules as they are, `stale` the clauses that do not.  `arms`, null unless asked for, are the arms of the
branches of rules, `branch, rule, place, kind, holds, clauses, status, taken, sources, proof`: `kind` "if", "conditional",
"require" or "loop", both arms with the same `branch`, `holds` where the condition does (or the loop has a pass), `clauses` those
named there or last before it, `status` "taken", "dead" or "not-seen", `taken` how often rules went that way, guards that were
only considered included, `sources` where, `proof` as `exercise`.  `terms` are the words of the rulebook, `name, defined, used,
senses`: `defined` are the clauses that say what it means, none if nowhere; a sense is `meaning, clauses`.  `undefined` of a
clause, if it is a rule, are the words in it that no clause defines.

A reading of `readings` is `id, impact, scope, question, clauses, choices, exercised, start, in_force, effects, elsewhere`, the
largest effects first, then what is unknown, and last those that no deal exercised (`exercised` is false).  `start` is the number
of the start where it was exercised most; `elsewhere` has `exercised, start, in_force, effects` for the others that it was measured from.
An effect is `choice, status` ("measured", "unknown")`, exercised, changed, positions, parted, example, stuck, witness, seconds`;
`exercised` is null if unknown, and where it is false `changed` is empty: no share, no interval, for the deals say nothing of it.
`changed` has an entry for each measure ("best", its "first" field, "random", "greedy"): `measure, count, undecided, of, low,
high, lost, better, worse, changes`.  Of `of` deals `count` changed, and `undecided` are not known (`lost` of them are under the
ruling in force); `low` is of Wilson's 95 % interval as if none of these changed, `high` as if all did.  `changes` are the
commonest `before, after, deals`: a grade, its first field, the demand ("no-endless-loop", "no-dead-end", "ranges") that a
policy's game which got stuck does not keep, or "no-end": no line ends.
The choices differ at `parted` of the `positions` met (each counted as often as it is); `example` is `seed, policy, number, under, laid_out, only, event, differs, state,
sides, scenario`: `policy` is "best" for the best line, `under` the choice that was played under; a side is `choice, events, state, why_not`, without events where the event is not possible.  A line that gets stuck
is `demand, seed, found_by, line, why, repeats`.  `witness` is z3's smallest position, `size, none_below, smallest, lemmas, reason,
hidden_by, position`: none with fewer than `none_below` to lay out differs in any event (null: none of any size), `hidden_by` is
the other ruling that the position needs, and the position is as an example, of no game.  `pairs` are `start, choices, changed, stuck, seconds`, with
`measure, of, undecided, one, other, both, only_together, undone` for each measure: deals changed by each choice alone, by both,
by both only, and by one but not by both.  `contradictions` are `id, contradiction, clauses, ruling, reason, switch`.
`starts` are `scenario, title, edition, rulings, further, best_known, first_known, stuck`: `scenario` is null for the set-up, `further`
whether only what the starts before exercise hardly or not was measured from it.  `best_known` and `first_known` are how many best grades, and
first fields of them (the field's name is `first`), are proved under the rulings in force there, `stuck` lines that get stuck under them.

`clauses` at the top maps the ids that came up to their paraphrases.  What is not known is null.
"""  # noqa: E501

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from verifier.report.results.attested import Attested
from verifier.report.results.checked import Checked, FailedStep, PropertyRow
from verifier.report.results.counted import CountedLines
from verifier.report.results.covered import ArmRow, ClauseLine, ClauseRow, CoverageSource, Covered, Proof, TermRow
from verifier.report.results.difficult import Difficulty, Kept
from verifier.report.results.edition import EditionNote, EditionRow
from verifier.report.results.effects import (
    Changed,
    ChoiceEffect,
    Contradiction,
    EffectsFrom,
    MeasuredReadings,
    PairEffect,
    PartingPosition,
    ReadingEffect,
    Start,
    StuckPlay,
    Witness,
)
from verifier.report.results.explored import Layered
from verifier.report.results.found import FoundOrder, FoundPosition, FoundReadings
from verifier.report.results.likely import Likely
from verifier.report.results.mutated import Mutated
from verifier.report.results.played import About, GameRow, Happening, Moves, Replayed
from verifier.report.results.solved import Grounds, NoReturn, Reviewed, Settled, Solved
from verifier.report.results.tested import Recorded, StatusCounts, Tested
from verifier.report.results.winnable import Winnability
from verifier.report.share import Share

SCHEMA = 1


def text(document: Mapping[str, Any]) -> str:
    """A document as the text that goes to stdout."""
    return json.dumps({"schema": SCHEMA, **document}, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def games(rows: Sequence[GameRow]) -> dict[str, Any]:
    """The document of `games`."""
    return {"games": [_game(row) for row in rows]}


def _game(row: GameRow) -> dict[str, Any]:
    return {
        "name": row.name, "package": row.package, "title": row.title,
        "editions": [_edition(note) for note in row.editions],
        "events": row.events, "phases": row.phases, "clauses": row.clauses, "clauses_ruled": row.clauses_ruled,
        "clauses_named": row.clauses_named, "readings": row.readings, "recorded": row.recorded, "properties": row.properties,
        "tested": _recorded(row.tested), "grade_order": row.grade_order or None, "problems": list(row.problems),
        **({"described": [_described(each) for each in row.described]} if row.described else {}),
    }


def _edition(note: EditionNote) -> dict[str, Any]:
    return {"name": note.name, "title": note.title, "assumed": note.assumed, "values": note.values}


def _described(edition: EditionRow) -> dict[str, Any]:
    return {**_edition(edition.note), "default": edition.is_default, "data": [
        {"name": row.name, "value": row.value, "status": row.status, "why": row.why, "given_by": row.given_by}
        for row in edition.rows]}


def deal(game: str, edition: EditionNote, seed: int | None, file: str | None, scenario: str | None) -> dict[str, Any]:
    """The document of `deal`."""
    return {"game": game, "edition": _edition(edition), "seed": seed, "file": file, "scenario": scenario}


def _about(question: About) -> dict[str, Any]:
    return {"game": question.game, "edition": _edition(question.edition), "scenario": question.scenario,
            "rulings": dict(question.rulings), "deal": dict(question.deal), "grade_order": question.grade_order or None}


def _events(events: Sequence[Happening]) -> list[dict[str, Any]]:
    return [{"event": happening.event, "kind": happening.kind, "clauses": list(happening.clauses),
             "state": dict(happening.state or {})} for happening in events]


def replayed(found: Replayed) -> dict[str, Any]:
    """The document of `replay`."""
    return {**_about(found.about), "start": dict(found.start or {}), "events": _events(found.events), "over": found.over,
            "grade": _grade(found.grade), "next": None if found.over else found.next,
            "broken": [{"number": each.number, "property": each.name, "told": each.told} for each in found.broken],
            "clauses": dict(found.texts)}


def moves(found: Moves) -> dict[str, Any]:
    """The document of `moves`."""
    return {
        **_about(found.about), "events": list(found.events), "state": dict(found.state), "kind": found.kind,
        "only": found.only, "legal": list(found.legal),
        "illegal": [{"event": each.event, "clause": each.clause} for each in found.illegal],
        "outcomes": [{"event": event, "weight": weight} for event, weight in found.outcomes],
        "grade": _grade(found.grade), "clauses": dict(found.texts),
    }


def solved(found: Solved) -> dict[str, Any]:
    """The document of `solve` for one scenario."""
    return {
        **_about(found.about), "goal": found.goal, "verdict": str(found.verdict), "proof": found.proof,
        "ending": found.ending, "grade": _grade(found.grade), "upper_bound": _grade(found.upper_bound),
        "line": list(found.line), "search": dict(found.search), "rests_on": _grounds(found.grounds),
        "settled": _settled(found.settled),
        "no_return": _no_return(found.no_return),
        "lost": None if found.lost is None else {"wins": found.lost.wins, "proved": found.lost.proved},
        "difficulty": None if found.difficulty is None else _difficulty(found.difficulty),
        "best_lines": None if found.counted is None else _counted(found.counted),
        "expected": None if found.expected is None else {"told": found.expected.told, "met": found.expected.met},
        "second_opinion": found.second_opinion or None, "short_deal": found.short_deal or None,
    }


def attested(found: Attested) -> dict[str, Any]:
    """The document of `certify`."""
    return {**_about(found.about), "goal": found.goal, "verdict": str(found.verdict), "reason": found.reason or None,
            "line": None if found.line is None else list(found.line), "grade": _grade(found.grade),
            "rests_on": _grounds(found.grounds)}


def _settled(found: Settled | None) -> dict[str, Any] | None:
    return None if found is None else {"fields": _grade(found.fields), "by": found.by}


def _grounds(found: Grounds) -> dict[str, Any]:
    return {"line": found.line, "search": found.search, "positions": found.positions, "not_re_checked": found.stop,
            "bound": found.bound, "complete": found.complete}


def _difficulty(found: Difficulty) -> dict[str, Any]:
    return {
        "games": found.games, "random": _share(found.random), "greedy": _share(found.greedy), "first": _kept(found.first),
        "only_moves": _only_moves(found),
        "decisions": [{"number": point.number, "event": point.event, "mark": point.mark, "win": _kept(point.win),
                       "result": _kept(point.result)} for point in found.points],
        "states": found.states, "ending": found.ending,
    }


def _only_moves(found: Difficulty) -> dict[str, Any] | None:
    only = found.only_moves
    return None if only is None else {"count": only.count, "unknown": only.unknown, "of": only.of}


def _kept(found: Kept | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"legal": found.legal, "keep": found.keep, "unknown": found.unknown, "only": found.is_only}


def _counted(found: CountedLines) -> dict[str, Any]:
    return {"lines": found.lines, "exact": found.is_exact, "up_to_order": found.classes, "up_to_order_exact": found.classes_exact,
            "endless": found.endless, "of_the_best_grade": found.is_best, "states": found.states, "ending": found.ending}


def _no_return(found: NoReturn | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"known": found.known, "goal": found.goal, "number": found.number, "event": found.event, "reason": found.reason}


def explored(found: Layered) -> dict[str, Any]:
    """The document of `explore`."""
    return {
        **_about(found.about), "ending": found.ending, "strategy": found.strategy, "chance": found.chance,
        "compressed": found.compressed, "states": found.states, "transitions": found.transitions, "layers": list(found.layers),
        "ends": [{"grade": _grade(grade), "states": count} for grade, count in found.ends],
        "dead_ends": found.dead_ends, "stops": dict(found.stops),
        "examples": [{"what": what, "line": list(events)} for what, events in found.examples],
        "loops": found.loops, "points_of_no_return": found.points_of_no_return, "notes": list(found.notes),
        "graph_file": found.graph_file, "stuck": found.stuck or None, "seconds": round(found.seconds, 3),
    }


def checked(found: Checked) -> dict[str, Any]:
    """The document of `check`."""
    return {
        **_about(found.about), "method": found.method, "chance": found.chance, "states": found.states,
        "transitions": found.transitions, "depth": found.depth, "bound": found.bound, "k": found.k,
        "closing": None if found.closing is None else {"states": found.closing[0], "closed": not found.closing[1]},
        "cross_check": None if found.cross_check is None else {
            "transitions": found.cross_check.transitions, "rules": found.cross_check.rules, "values": found.cross_check.values},
        "ending": found.ending,
        "properties": [_property(row) for row in found.rows], "clauses": dict(found.texts), "seconds": round(found.seconds, 3),
    }


def _property(row: PropertyRow) -> dict[str, Any]:
    return {
        "name": row.name, "kind": row.kind, "clauses": list(row.clauses), "text": row.text, "verdict": str(row.verdict),
        "reason": row.reason, "within": row.within, "line": list(row.line), "events": _events(row.events),
        "repeats": row.repeats, "methods": list(row.methods), "lemmas": list(row.lemmas), "readings": row.readings or None,
        "step": None if row.step is None else _step(row.step),
    }


def _step(step: FailedStep) -> dict[str, Any]:
    part = step.part
    return {
        "rulings": dict(step.rulings), "before": dict(step.before), "event": step.event,
        "after": None if step.after is None else dict(step.after), "failure": step.failure,
        "part": None if part is None else {"text": part.text, "place": part.place, "values": dict(part.values)},
        "reachable": step.reachable, "within": step.within, "reason": step.reason, "line": list(step.line),
    }


def found_readings(results: Sequence[FoundReadings]) -> dict[str, Any]:
    """The document of `find --readings`."""
    return {"results": [_two_choices(found) for found in results]}


def reviewed(found: Reviewed) -> dict[str, Any]:
    """The document of `review`."""
    rows = [{"number": each.number, "at": each.at, "event": each.event, "verdict": each.verdict, "before": _grade(each.before),
             "after": _grade(each.after), "better": each.better, "cost": each.cost, "kept": _settled(each.kept)}
            for each in found.decisions]
    return {**_about(found.about), "decisions": rows, "over": found.over, "grade": _grade(found.grade),
            "best": _grade(found.best), "settled": _settled(found.settled), "ending": found.ending, "seconds": found.seconds}


def winnability(found: Winnability) -> dict[str, Any]:
    """The document of `winnability`."""
    points = [{
        "value": point.value, "won": _share(point.won),
        "grades": [{"grade": _grade(grade), **_share(share)} for grade, share in point.grades],
        "hardest": list(point.hardest), "easiest": list(point.easiest), "lost": list(point.lost),
        "stuck": point.stuck, "stuck_seeds": list(point.stuck_seeds), "why": point.why or None,
        "difficulty": [{"seed": deal.seed, "random": _share(deal.difficulty.random), "greedy": _share(deal.difficulty.greedy),
                        "first": _kept(deal.difficulty.first), "only_moves": _only_moves(deal.difficulty)}
                       for deal in point.measured],
    } for point in found.points]
    return {"game": found.game, "edition": _edition(found.edition), "rulings": dict(found.rulings), "seed": found.seed,
            "deals": found.deals, "states": found.states, "games": found.games,
            "field": found.field, "points": points, "bound": found.bound,
            "grade_order": found.grade_order or None, "ending": found.ending, "seconds": found.seconds}


def mutated(found: Mutated) -> dict[str, Any]:
    """The document of `mutants`."""
    rows = [{
        "number": row.number, "rule": row.rule, "file": row.file, "line": row.line, "kind": row.kind, "text": row.text,
        "clauses": list(row.clauses), "verdict": row.verdict, "by": row.by or None, "scenario": row.scenario or None,
        "what": row.what, "lemmas": list(row.lemmas), "witness": row.witness, "written": row.written,
    } for row in found.rows]
    return {"game": found.game, "edition": _edition(found.edition), "scenarios": list(found.scenarios), "ending": found.ending,
            "mutants": rows, "seconds": found.seconds}


def found_position(found: FoundPosition) -> dict[str, Any]:
    """The document of `find --breaks` and `find --reaches`."""
    return {
        "game": found.game, "edition": _edition(found.edition), "rulings": dict(found.rulings), "property": found.property,
        "kind": found.kind, "verdict": found.verdict, "reason": found.reason, "within": found.within, "steps": found.steps,
        "none_below": found.none_below, "whatever_length": found.whatever_length, "lemmas": list(found.lemmas),
        "smallest": found.smallest, "size": found.size, "start": None if found.start is None else dict(found.start),
        "events": _events(found.events), "last": found.last, "failure": found.failure, "scenario": found.scenario,
        "file": found.file, "clauses": dict(found.texts), "seconds": found.seconds,
    }


def found_order(found: FoundOrder) -> dict[str, Any]:
    """The document of `find --order`."""
    return {
        **_about(found.about), "stream": found.stream, "count": found.count, "rearranged": found.rearranged,
        "wanted": "won" if found.won else "lost", "verdict": found.verdict, "reason": found.reason, "ending": found.ending,
        "tried": found.tried, "undecided": found.undecided, "order": list(found.order), "entries": found.entries,
        "grade": _grade(found.grade), "line": list(found.line), "scenario_text": found.scenario, "file": found.file,
        "aim": None if found.aim is None else {"only_moves": found.aim.only_moves, "random_wins": found.aim.random_wins},
        "is_nearest": found.is_nearest, "difficulty": None if found.difficulty is None else _difficulty(found.difficulty),
        "seconds": found.seconds,
    }


def _two_choices(found: FoundReadings) -> dict[str, Any]:
    return {
        "game": found.game, "edition": _edition(found.edition), "rulings": dict(found.rulings), "reading": found.reading,
        "choices": list(found.choices), "begins": list(found.begins), "stops": list(found.stops), "verdict": found.verdict,
        "reason": found.reason, "none_below": found.none_below, "how": list(found.how), "smallest": found.smallest,
        "within": found.within, "size": found.size, "laid_out": found.laid_out, "drawn": found.drawn,
        "start": None if found.start is None else dict(found.start),
        "sides": [{"choice": side.choice, "events": _events(side.events), "state": dict(side.state)} for side in found.sides],
        "scenario": found.scenario, "file": found.file, "clauses": dict(found.texts), "seconds": round(found.seconds, 3),
    }


def measured_readings(found: MeasuredReadings) -> dict[str, Any]:
    """The document of `readings`."""
    return {
        "game": found.game, "seed": found.seed, "deals": found.deals, "states": found.states, "size": found.size,
        "ending": found.ending, "first": found.first, "starts": [_begun(each) for each in found.starts],
        "readings": [_reading(each) for each in found.readings], "pairs": [_pair(each) for each in found.pairs],
        "contradictions": [_contradiction(each) for each in found.contradictions], "recorded": found.recorded,
        "clauses": dict(found.texts), "grade_order": found.grade_order or None,
        "seconds": round(found.seconds, 3),
    }


def _begun(start: Start) -> dict[str, Any]:
    return {
        "scenario": start.scenario or None, "title": start.title, "edition": _edition(start.edition),
        "rulings": dict(start.rulings),
        "further": start.is_further, "best_known": start.best_known, "first_known": start.first_known,
        "stuck": [_stuck(each) for each in start.stuck],
    }


def _reading(reading: ReadingEffect) -> dict[str, Any]:
    return {
        "id": reading.id, "impact": reading.impact, "scope": reading.scope, "question": reading.question,
        "clauses": list(reading.clauses), "choices": dict(reading.choices), **_effects_from(reading.told),
        "elsewhere": [_effects_from(each) for each in reading.starts[1:]],
    }


def _effects_from(found: EffectsFrom) -> dict[str, Any]:
    return {"exercised": found.is_exercised, "start": found.start, "in_force": found.in_force,
            "effects": [_effect(each) for each in found.effects]}


def _effect(effect: ChoiceEffect) -> dict[str, Any]:
    return {
        "choice": effect.choice, "status": "measured" if effect.measured else "unknown",
        "exercised": effect.is_exercised if effect.measured else None, "changed": [_changed(each) for each in effect.changed],
        "positions": effect.positions if effect.measured else None, "parted": effect.parted if effect.measured else None,
        "example": None if effect.example is None else _parting(effect.example), "stuck": [_stuck(each) for each in effect.stuck],
        "witness": None if effect.witness is None else _witness(effect.witness), "seconds": round(effect.seconds, 3),
    }


def _witness(witness: Witness) -> dict[str, Any]:
    return {
        "size": witness.size, "none_below": witness.none_below, "smallest": witness.smallest, "lemmas": list(witness.lemmas),
        "reason": witness.reason, "hidden_by": None if witness.hidden_by is None else dict([witness.hidden_by]),
        "position": None if witness.position is None else _parting(witness.position),
    }


def _pair(pair: PairEffect) -> dict[str, Any]:
    return {
        "start": pair.start, "choices": dict(pair.choices),
        "stuck": [_stuck(each) for each in pair.stuck], "seconds": round(pair.seconds, 3),
        "changed": [{"measure": each.measure, "of": each.of, "undecided": each.undecided, "one": each.one, "other": each.other,
                     "both": each.both, "only_together": each.only_together, "undone": each.undone} for each in pair.changed],
    }


def _contradiction(found: Contradiction) -> dict[str, Any]:
    return {"id": found.id, "contradiction": found.told, "clauses": list(found.clauses), "ruling": found.ruling,
            "reason": found.reason, "switch": found.switch}


def _changed(changed: Changed) -> dict[str, Any]:
    return {
        "measure": changed.measure, **_share(changed.share), "lost": changed.lost, "better": changed.better,
        "worse": changed.worse,
        "changes": [{"before": _result(before), "after": _result(after), "deals": deals}
                    for before, after, deals in changed.changes],
    }


def _result(result: Mapping[str, Any] | str) -> dict[str, Any] | str:
    return result if isinstance(result, str) else dict(result)


def _share(share: Share) -> dict[str, Any]:
    return {"count": share.count, "undecided": share.undecided, "of": share.of, "low": round(share.low, 6),
            "high": round(share.high, 6)}


def _stuck(stuck: StuckPlay) -> dict[str, Any]:
    return {"demand": stuck.demand, "seed": stuck.seed, "found_by": stuck.found_by, "line": list(stuck.line), "why": stuck.why,
            "repeats": list(stuck.repeats)}


def _parting(example: PartingPosition) -> dict[str, Any]:
    seed, policy, number, under = example.met or (None, None, None, None)
    return {
        "seed": seed, "policy": policy, "number": number, "under": under, "laid_out": example.laid_out,
        "only": [list(each) for each in example.only], "event": example.event,
        "differs": [{"field": name, "values": [one, two]} for name, one, two in example.differs], "state": dict(example.state),
        "sides": [{"choice": side.choice, "events": [each.event for each in side.events], "state": dict(side.state),
                   "why_not": side.why_not} for side in example.sides],
        "scenario": example.scenario,
    }


def _grade(grade: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if grade is None else dict(grade)


def likely(found: Likely) -> dict[str, Any]:
    """The document of `odds`."""
    about = _about(found.about)
    return {
        **about, "wanted": found.wanted, "low": _odds(found.low), "high": _odds(found.high), "exact": found.exact,
        "ending": found.ending, "states": found.states, "transitions": found.transitions, "kind": found.kind,
        "choices": [{"event": each.event, "low": _odds(each.low), "high": _odds(each.high), "best": each.best}
                    for each in found.choices],
        "reason": found.reason, "dead_ends": found.dead_ends, "seconds": round(found.seconds, 3),
    }


def _odds(value: Fraction | None) -> dict[str, Any] | None:
    return None if value is None else {"fraction": str(value), "value": float(value)}


def covered(found: Covered) -> dict[str, Any]:
    """The document of `coverage`."""
    undefined = found.undefined
    return {
        "game": found.game, "seed": found.seed, "ending": found.ending, "rules": found.ruled, "exercised": found.exercised,
        "proved_dead": found.proved_dead, "fail_under": found.fail_under,
        "tested": None if found.tested is None else _tested(found.tested), "recorded": _recorded(found.recorded),
        "lines_not_played": found.not_played,
        "proved_for": found.proved_for or None, "sources": [_source(each) for each in found.sources],
        "clauses": [_clause(row) | {"undefined": list(undefined.get(row.id, ()))} for row in found.rows],
        "arms": None if found.arms is None else [_arm(row) for row in found.arms],
        "terms": [_term(row) for row in found.terms], "seconds": round(found.seconds, 3),
    }


def _tested(found: Tested) -> dict[str, Any]:
    rows = [{"id": row.id, "status": row.status, "by": row.by or None, "scenario": row.scenario or None, "what": row.what}
            for row in found.rows]
    return {**_counts(found.counts), "scenarios": found.scenarios, "proved_for": found.edition or None, "ending": found.ending,
            "clauses": rows}


def _recorded(found: Recorded) -> dict[str, Any]:
    return {"kept": found.kept, "counts": None if found.counts is None else _counts(found.counts), "stale": found.stale}


def _counts(counts: StatusCounts) -> dict[str, Any]:
    return {"tested": counts.tested, "named": counts.named, "dead": counts.dead, "not_modelled": counts.not_modelled,
            "unnamed": counts.unnamed, "modelled": counts.modelled, "percent": counts.percent}


def _term(row: TermRow) -> dict[str, Any]:
    return {"name": row.name, "defined": list(row.defined), "used": list(row.used),
            "senses": [{"meaning": meaning, "clauses": list(clauses)} for meaning, clauses in row.senses]}


def _arm(row: ArmRow) -> dict[str, Any]:
    return {
        "branch": row.branch, "rule": row.rule, "place": f"{PurePath(row.file).name}:{row.line}", "kind": row.kind,
        "holds": row.holds, "clauses": list(row.clauses), "status": row.status, "taken": row.taken,
        "sources": list(row.sources), "proof": _proof(row.proof),
    }


def _source(source: CoverageSource) -> dict[str, Any]:
    return {
        "name": source.name, "kind": source.kind, "edition": _edition(source.edition) if source.edition else None,
        "rulings": dict(source.chosen), "chance": source.chance or None, "ending": source.ending, "closed": source.closed,
        "looked": dict(source.looked), "note": source.note, "seconds": round(source.seconds, 3),
    }


def _clause(row: ClauseRow) -> dict[str, Any]:
    return {
        "id": row.id, "place": row.place, "kind": row.kind, "text": row.text, "status": row.status, "exercised": row.exercised,
        "refused": row.refused, "guard": row.guards,
        "uses": [{"source": use.source, "exercised": use.exercised, "refused": use.refused} for use in row.uses],
        "shortest": _clause_line(row.shortest), "shortest_refusal": _clause_line(row.shortest_refusal),
        "dead_from": list(row.dead_from), "exercise": _proof(row.exercise), "refusal": _proof(row.refusal),
        "named": [{"rule": place.rule, "place": f"{PurePath(place.file).name}:{place.line}", "guard": place.guard,
                   "by_play": place.by_play} for place in row.places],
    }


def _proof(found: Proof | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"outcome": found.outcome, "lemmas": list(found.lemmas), "rulings": dict(found.rulings), "event": found.event,
            "reason": found.reason}


def _clause_line(found: ClauseLine | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"source": found.source, "events": found.events, "line": list(found.line), "event": found.event}
