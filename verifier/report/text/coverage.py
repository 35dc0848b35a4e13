"""`coverage` for people: what was examined, each rule clause with its counts, and what deserves a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from verifier.report.text import tested
from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import Page, counts, edition, heading, line, pairs
from verifier.results.covered import ArmRow, ClauseLine, ClauseRow, CoverageSource, Covered, Proof

KINDS = {"line": "a line and the moves beside it", "random": "random games", "every": "every state",
         "tests": "the reference runs of tests"}
WORDS = {"moves_tried": "other moves tried", "dead_ends": "dead ends"}
ALWAYS_SHOWN = ("games", "states", "transitions")
# What happens in the arms of a branch: where its condition does not hold, and where it does.
WAYS = {"if": ("the if is false", "the if is true"), "conditional": ("the value after else", "the value before if"),
        "require": ("the require refuses", "the require allows"), "loop": ("the loop never runs", "the loop runs")}


def covered(found: Covered) -> Page:
    """How much of the rules is tested, and used; what was examined, a row for each clause, and lists of what is missing."""
    yield heading(f"{found.game_title}: rule coverage")
    for note in found.editions:
        yield edition(note)
    yield line("")
    if found.tested is not None:
        yield from tested.summary(found.tested)
    else:
        yield line(("Tested: ", "bold"), tested.recorded(found.recorded))
    dead = f"; {found.proved_dead} more proved dead" if found.proved_dead else ""
    yield line(("Used in play: ", "bold"), f"{found.exercised} of {found.rules} rule clauses{dead}")
    if found.fail_under is not None:
        yield line(("Required: ", "bold"), f"{found.fail_under:g} %: ",
                   ("met", "green") if found.enough else ("not met", "bold red"))
    if found.ending != "done":
        yield line(("Incomplete: ", "bold yellow"), ENDINGS.get(found.ending, found.ending))
    if found.lines_not_played:
        yield line(("Lines not shown: ", "bold"),
                   f"{found.lines_not_played:,}: a limit was reached before they were replayed; raise it")
    yield line("")
    yield heading("Examined", f"seed {found.seed}" if any(source.kind == "random" for source in found.sources) else "")
    yield pairs([(f"{number}. {source.name}", _examined(source)) for number, source in enumerate(found.sources, 1)])
    if found.tested is not None:
        yield from tested.statuses(found.tested)
    yield line("")
    yield heading("Clauses", "how often exercised, and how often a move was refused")
    yield counts(("clause", "exercised", "refused", "by", "shortest line"),
                 [(row.id, row.exercised, row.refused if row.guard else "", _by(row), _shortest(found, row))
                  for row in found.clauses if row.uses])
    yield from _missing(found)
    yield from _arms(found)
    yield from _terms(found)


def _examined(source: CoverageSource) -> str:
    if not source.looked:
        return f"{KINDS[source.kind]}: not examined, {ENDINGS.get(source.ending, source.ending)}"
    counts = [f"{WORDS.get(name, name)} {count:,}" for name, count in source.looked.items() if count or name in ALWAYS_SHOWN]
    chance = f"chance {'open' if source.chance == 'open' else 'as dealt'}"
    if source.kind == "tests":
        return f"{KINDS[source.kind]}: {', '.join(counts)}"
    # The name of random games is their rulings.
    rulings = [] if source.kind == "random" else [f"{id_} = {choice}" for id_, choice in source.rulings.items()]
    how = f"{KINDS[source.kind]}, {', '.join([chance, *rulings, *([source.note] if source.note else [])])}: {', '.join(counts)}"
    if source.kind == "every":
        return f"{how}; {'closed' if source.closed else f'not closed: {ENDINGS.get(source.ending, source.ending)}'}"
    return how if source.ending == "done" else f"{how}; {ENDINGS.get(source.ending, source.ending)}"


def _by(row: ClauseRow) -> str:
    """The numbers of the sources, runs of them put together: `1, 3-7`."""
    runs: list[list[int]] = []
    for number in (use.source + 1 for use in row.uses):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _shortest(found: Covered, row: ClauseRow) -> str:
    """The shortest line that exercises a clause or, if none does, that comes to where it refuses."""
    best = row.shortest or row.shortest_refusal
    if best is None:
        return ""  # only tests used it, whose lines are not known
    if best.event is None:
        return f"the set-up of {found.sources[best.source].name}"
    what = best.event if row.shortest is not None else f"{best.event}, refused"
    return f"{_length(best)} {what} ({best.source + 1})"


def _length(best: ClauseLine) -> str:
    return f"{best.events} event{'s' if best.events != 1 else ''}:"


def _missing(found: Covered) -> Page:
    """What was not exercised and why, guards that were met one way only, clauses met under other readings only."""
    rules = [row for row in found.clauses if row.kind == "rule"]
    yield from _list(f"Dead: proved, with the component data of {found.proved_for}", [
        (row.id, f"{resting(row.exercise, row.refusal)}: {row.text}") for row in rules if row.proved_dead])
    yield from _list("Dead from a scenario, under its rulings and with its chance; elsewhere not seen", [
        (row.id, f"from {_names(found, row.dead_from)}: {row.text}") for row in rules
        if row.status == "dead" and not row.proved_dead])
    yield from _list(f"Not seen, which proves nothing: {_effort(found)}",
                     [(row.id, f"{unproved(row.exercise, row.refusal)}{row.text}") for row in rules if row.status == "not-seen"])
    yield from _list("Only under other readings than the defaults", [
        (row.id, f"{_rulings(found, row)}: {row.text}") for row in rules
        if row.uses and all(found.sources[use.source].rulings for use in row.uses)])
    guards = [row for row in rules if row.guard and row.uses]
    closed = [index for index, source in enumerate(found.sources) if source.closed]
    nowhere = f", in no state from {_names(found, closed)} either" if closed else ""
    yield from _guards(f"Guards that never refused a move{nowhere}", "Guards that can never refuse a move",
                       [(row, row.refusal) for row in guards if not row.refused])
    yield from _guards(f"Guards that never let a move pass{nowhere}", "Guards that can never let a move pass",
                       [(row, row.exercise) for row in guards if not row.exercised])
    yield from _list("Only properties name them, so play does not exercise them",
                     _texts(row for row in rules if row.status == "property"))
    yield from _list("Rules of the rulebook that nothing in the game names",
                     _texts(row for row in rules if row.status == "unnamed"))
    others = [row for row in found.clauses if row.kind != "rule" and row.status == "unnamed"]
    yield from _list("Not rules, and named nowhere", [(row.id, f"{row.kind}: {row.text}") for row in others])


def _arms(found: Covered) -> Page:
    """The arms of branches that were not taken, rule by rule: those that never can be, and those not seen."""
    if found.arms is None:
        return
    count = Counter(arm.status for arm in found.arms)
    yield line("")
    yield heading("Arms of branches", f"{count['taken']} of {len(found.arms)} taken, {count['dead']} proved dead, "
                                      f"{count['not-seen']} not seen")
    if found.proved_for:
        yield from _list(f"Arms that are never taken: proved, with the component data of {found.proved_for}", [
            (_place(arm), f"{_way(arm)}: {resting(arm.proof)}") for arm in found.arms if arm.status == "dead"])
    yield from _list("Arms not seen to be taken, which proves nothing", [
        (_place(arm), f"{unproved(arm.proof)}{_way(arm)}") for arm in found.arms if arm.status == "not-seen"])
    yield from _list("Arms taken only under other readings than the defaults", [
        (_place(arm), _way(arm)) for arm in found.arms
        if arm.taken and all(found.sources[index].rulings for index in arm.sources)])


def _terms(found: Covered) -> Page:
    """What the words of the rulebook leave open."""
    yield from _list("Words that are used and nowhere defined", [
        (term.name, f"used by {', '.join(term.used)}") for term in found.terms if not term.defined])
    yield from _list("Words that are used in two senses or more", [
        (term.name, " ".join(f"{number}. {sense.meaning} ({', '.join(sense.clauses)})"
                             for number, sense in enumerate(term.senses, 1))) for term in found.terms if term.senses])
    yield from _list("Rules that rest on words nowhere defined", [
        (id_, ", ".join(names)) for id_, names in found.undefined.items()])


def _place(arm: ArmRow) -> str:
    return f"{PurePath(arm.file).name}:{arm.line}"


def _way(arm: ArmRow) -> str:
    """An arm in words, and the clauses near it."""
    near = f" ({', '.join(arm.clauses)})" if arm.clauses else ""
    return f"{arm.rule}, {WAYS[arm.kind][arm.holds]}{near}"


def _guards(seen: str, proved: str, rows: Sequence[tuple[ClauseRow, Proof | None]]) -> Page:
    """Guards that were met one way only, those apart that can be met no other way."""
    yield from _list(f"{proved}: proved", [
        (row.id, f"{resting(proof)}: {row.text}") for row, proof in rows if proof is not None and proof.never])
    yield from _list(seen, [(row.id, f"{unproved(proof)}{row.text}") for row, proof in rows if proof is None or not proof.never])


def resting(*proofs: Proof | None) -> str:
    """What the proofs that there is no use rest on, in words."""
    known = [proof for proof in proofs if proof is not None]
    rulings = {id_: choice for proof in known for id_, choice in proof.rulings.items()}
    lemmas = sorted({lemma for proof in known for lemma in proof.lemmas})
    where = f"while {' and '.join(f'{id_} = {choice}' for id_, choice in sorted(rulings.items()))}" if rulings \
        else "under every reading"
    return f"{where}, by {', '.join(lemmas)}" if lemmas else where


def unproved(*proofs: Proof | None) -> str:
    """What z3 says of uses that were not seen and are not proved to be none, in words; nothing when it was not asked."""
    for proof in proofs:
        if proof is not None and proof.outcome == "possible":
            return f"{proof.event or 'the set-up'} can, from some position: "
        if proof is not None and proof.outcome == "unknown":
            return f"z3 does not know whether it ever can ({proof.reason}): "
    return ""


def _names(found: Covered, sources: Iterable[int]) -> str:
    return ", ".join(f"{found.sources[index].name} ({index + 1})" for index in sources)


def _effort(found: Covered) -> str:
    """How hard all sources together looked."""
    total: Counter[str] = Counter()
    for source in found.sources:
        total.update(source.looked)
    counts = [f"{total[name]:,} {name}" for name in ALWAYS_SHOWN if total[name]]
    return f"examined {', '.join(counts)}" if counts else "not looked for"


def _rulings(found: Covered, row: ClauseRow) -> str:
    """The rulings under which a clause was used."""
    chosen = [found.sources[use.source].rulings for use in row.uses]
    return " or ".join(dict.fromkeys(", ".join(f"{id_} = {choice}" for id_, choice in each.items()) for each in chosen))


def _texts(rows: Iterable[ClauseRow]) -> list[tuple[str, str]]:
    return [(row.id, row.text) for row in rows]


def _list(title: str, rows: Sequence[tuple[str, str]]) -> Page:
    if rows:
        yield line("")
        yield heading(title, f"{len(rows)}")
        yield pairs(rows)
