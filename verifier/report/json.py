"""Reports as JSON: one object, `schema` first, the same bytes for the same answer (but for `seconds`).

| command | keys |
|---|---|
| games | `schema, games`: each `name, package, title, editions, events, phases, clauses, clauses_ruled, clauses_named, readings, recorded, properties, problems` |
| deal | `schema, game, seed, file, scenario`: the text of the scenario, null when it went to `file` |
| replay | `schema, game, scenario, rulings, deal, start, events, over, grade, next, clauses`; an event is `event, kind, clauses, state` |
| moves | `schema, game, scenario, rulings, deal, events, state, kind, legal, illegal, outcomes, grade, clauses` |
| solve | `schema, game, scenario, rulings, deal, goal, verdict, proof, ending, grade, upper_bound, line, search, rests_on, settled, no_return, expected`; for several scenarios `schema, results` |
| certify | `schema, game, scenario, rulings, deal, goal, verdict, reason, line, grade, rests_on`; `line` is null for "no line loses" |
| odds | `schema, game, scenario, rulings, deal, wanted, low, high, exact, ending, states, transitions, kind, choices, reason, dead_ends, seconds`; a probability is `fraction, value` (null: not known), a choice `event, low, high, best` |
| explore | `schema, game, scenario, rulings, deal, ending, strategy, chance, compressed, states, transitions, layers, ends, dead_ends, stops, examples, loops, points_of_no_return, notes, graph_file, stuck, seconds` |
| check | `schema, game, scenario, rulings, deal, method, chance, states, transitions, depth, bound, k, closing, cross_check, ending, properties, clauses, seconds` |
| review | `schema, game, scenario, rulings, deal, decisions, over, grade, best, settled, ending, seconds`; a decision is `number, event, verdict, before, after, better, cost, kept` |
| winnability | `schema, game, edition, rulings, seed, deals, states, field, points, ending, seconds`; a point is `value, won, grades, hardest, easiest, lost, stuck, stuck_seeds, why`, a share `count, undecided, of, low, high` (as in `readings`) |
| mutants | `schema, game, edition, scenarios, ending, mutants, seconds`: each mutant `number, rule, file, line, kind, text, clauses, verdict, by, scenario, what, lemmas, witness, written` |
| find --breaks, --reaches | `schema, game, edition, rulings, property, kind, verdict, reason, within, steps, none_below, whatever_length, lemmas, smallest, size, start, events, last, failure, scenario, file, clauses, seconds` |
| find --order | `schema, game, scenario, rulings, deal, stream, count, rearranged, wanted, verdict, reason, ending, tried, undecided, order, entries, grade, line, scenario_text, file, seconds` |
| find --readings | `schema, results`: for each two choices `game, edition, rulings, reading, choices, begins, stops, verdict, reason, none_below, how, smallest, within, size, laid_out, drawn, start, sides, scenario, file, clauses, seconds`; a side is `choice, events, state` |
| coverage | `schema, game, seed, ending, rules, exercised, proved_dead, percent, fail_under, proved_for, sources, clauses, arms, terms, seconds` |
| readings | `schema, game, edition, rulings, seed, deals, states, size, ending, first, best_known, first_known, stuck, readings, pairs, contradictions, recorded, clauses, seconds` |

What an answer of `solve` `rests_on` is `line` (replayed by the plain rules), `search` ("closed", "z3"), `positions` (how many the
checker expanded again, one by one; null: none) or `not_re_checked` (why), `bound` ("highest": no grade is higher, "proved", "taken"
from the game), `complete` (nothing is left that was neither re-checked nor proved).  `settled` are the `fields` of the grade, from
the first, that are proved though the whole grade is not, `by` the "line" or the "bound"; `kept` by a decision that `review` does not
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
this holds for, null when z3 was not asked.  `rules` is how many clauses are rules that not only properties name, `exercised` and
`percent` how many of those were used, `proved_dead` how many never can be.  `arms`, null unless asked for, are the arms of the
branches of rules, `branch, rule, place, kind, holds, clauses, status, taken, sources, proof`: `kind` "if", "conditional",
"require" or "loop", both arms with the same `branch`, `holds` where the condition does (or the loop has a pass), `clauses` those
named there or last before it, `status` "taken", "dead" or "not-seen", `taken` how often rules went that way, guards that were
only considered included, `sources` where, `proof` as `exercise`.  `terms` are the words of the rulebook, `name, defined, used,
senses`: `defined` are the clauses that say what it means, none if nowhere; a sense is `meaning, clauses`.  `undefined` of a
clause, if it is a rule, are the words in it that no clause defines.

A reading of `readings` is `id, impact, scope, question, clauses, choices, in_force, effects`, the largest effects first, unknown
ones last.  An effect is `choice, status` ("measured", "unknown")`, changed, positions, parted, example, stuck, witness, seconds`.
`changed` has an entry for each measure ("best", its "first" field, "random", "greedy"): `measure, count, undecided, of, low,
high, lost, better, worse, changes`.  Of `of` deals `count` changed, and `undecided` are not known (`lost` of them are under the
ruling in force); `low` is of Wilson's 95 % interval as if none of these changed, `high` as if all did.  `changes` are the
commonest `before, after, deals`: a grade, its first field, the demand ("no-endless-loop", "no-dead-end", "ranges") that a
policy's game which got stuck does not keep, or "no-end": no line ends.
The choices differ at `parted` of the `positions` met (each counted as often as it is); `example` is `seed, policy, number, laid_out, only, event, differs, state,
sides, scenario`; a side is `choice, events, state, why_not`, without events where the event is not possible.  A line that gets stuck
is `demand, seed, found_by, line, why, repeats`.  `witness` is z3's smallest position, `size, none_below, smallest, lemmas, reason,
hidden_by, position`: none with fewer than `none_below` to lay out differs in any event (null: none of any size), `hidden_by` is
the other ruling that the position needs, and the position is as an example, of no game.  `pairs` are `choices, changed, stuck, seconds`, with
`measure, of, undecided, one, other, both, only_together, undone` for each measure: deals changed by each choice alone, by both,
by both only, and by one but not by both.  `contradictions` are `id, contradiction, clauses, ruling, reason, switch`.
`best_known` and `first_known`, at the top, are how many best grades, and first fields of them (the field's name is `first`), are
proved under the rulings in force, and `stuck` lines that get stuck under them.

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
from verifier.report.results.covered import ArmRow, ClauseLine, ClauseRow, CoverageSource, Covered, Proof, TermRow
from verifier.report.results.effects import (
    Changed,
    ChoiceEffect,
    Contradiction,
    MeasuredReadings,
    PairEffect,
    PartingPosition,
    ReadingEffect,
    StuckPlay,
    Witness,
)
from verifier.report.results.explored import Layered
from verifier.report.results.found import FoundOrder, FoundPosition, FoundReadings
from verifier.report.results.likely import Likely
from verifier.report.results.mutated import Mutated
from verifier.report.results.played import About, GameRow, Happening, Moves, Replayed
from verifier.report.results.solved import Grounds, NoReturn, Reviewed, Settled, Solved
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
        "editions": [{"name": name, "title": title} for name, title in row.editions],
        "events": row.events, "phases": row.phases, "clauses": row.clauses, "clauses_ruled": row.clauses_ruled,
        "clauses_named": row.clauses_named, "readings": row.readings, "recorded": row.recorded, "properties": row.properties,
        "problems": list(row.problems),
    }


def deal(game: str, seed: int | None, file: str | None, scenario: str | None) -> dict[str, Any]:
    """The document of `deal`."""
    return {"game": game, "seed": seed, "file": file, "scenario": scenario}


def _about(question: About) -> dict[str, Any]:
    return {"game": question.game, "scenario": question.scenario, "rulings": dict(question.rulings), "deal": dict(question.deal)}


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
    rows = [{"number": each.number, "event": each.event, "verdict": each.verdict, "before": _grade(each.before),
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
    } for point in found.points]
    return {"game": found.game, "edition": found.edition, "rulings": dict(found.rulings), "seed": found.seed,
            "deals": found.deals, "states": found.states, "field": found.field, "points": points, "bound": found.bound,
            "ending": found.ending, "seconds": found.seconds}


def mutated(found: Mutated) -> dict[str, Any]:
    """The document of `mutants`."""
    rows = [{
        "number": row.number, "rule": row.rule, "file": row.file, "line": row.line, "kind": row.kind, "text": row.text,
        "clauses": list(row.clauses), "verdict": row.verdict, "by": row.by or None, "scenario": row.scenario or None,
        "what": row.what, "lemmas": list(row.lemmas), "witness": row.witness, "written": row.written,
    } for row in found.rows]
    return {"game": found.game, "edition": found.edition, "scenarios": list(found.scenarios), "ending": found.ending,
            "mutants": rows, "seconds": found.seconds}


def found_position(found: FoundPosition) -> dict[str, Any]:
    """The document of `find --breaks` and `find --reaches`."""
    return {
        "game": found.game, "edition": found.edition, "rulings": dict(found.rulings), "property": found.property,
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
        "seconds": found.seconds,
    }


def _two_choices(found: FoundReadings) -> dict[str, Any]:
    return {
        "game": found.game, "edition": found.edition, "rulings": dict(found.rulings), "reading": found.reading,
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
        "game": found.game, "edition": found.edition, "rulings": dict(found.rulings), "seed": found.seed, "deals": found.deals,
        "states": found.states, "size": found.size, "ending": found.ending,
        "first": found.first, "best_known": found.best_known, "first_known": found.first_known,
        "stuck": [_stuck(each) for each in found.stuck],
        "readings": [_reading(each) for each in found.readings], "pairs": [_pair(each) for each in found.pairs],
        "contradictions": [_contradiction(each) for each in found.contradictions], "recorded": found.recorded,
        "clauses": dict(found.texts),
        "seconds": round(found.seconds, 3),
    }


def _reading(reading: ReadingEffect) -> dict[str, Any]:
    return {
        "id": reading.id, "impact": reading.impact, "scope": reading.scope, "question": reading.question,
        "clauses": list(reading.clauses), "choices": dict(reading.choices), "in_force": reading.in_force,
        "effects": [_effect(each) for each in reading.effects],
    }


def _effect(effect: ChoiceEffect) -> dict[str, Any]:
    return {
        "choice": effect.choice, "status": "measured" if effect.measured else "unknown",
        "changed": [_changed(each) for each in effect.changed],
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
        "choices": dict(pair.choices), "stuck": [_stuck(each) for each in pair.stuck], "seconds": round(pair.seconds, 3),
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
    seed, policy, number = example.met or (None, None, None)
    return {
        "seed": seed, "policy": policy, "number": number, "laid_out": example.laid_out,
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
        "proved_dead": found.proved_dead, "percent": round(found.percent, 2), "fail_under": found.fail_under,
        "lines_not_played": found.not_played,
        "proved_for": found.proved_for or None, "sources": [_source(each) for each in found.sources],
        "clauses": [_clause(row) | {"undefined": list(undefined.get(row.id, ()))} for row in found.rows],
        "arms": None if found.arms is None else [_arm(row) for row in found.arms],
        "terms": [_term(row) for row in found.terms], "seconds": round(found.seconds, 3),
    }


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
        "name": source.name, "kind": source.kind, "edition": source.edition or None, "rulings": dict(source.chosen),
        "chance": source.chance or None, "ending": source.ending, "closed": source.closed, "looked": dict(source.looked),
        "note": source.note, "seconds": round(source.seconds, 3),
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
