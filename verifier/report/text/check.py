"""`check` for people: each property with its verdict, the line that breaks those that do not hold, and steps z3 stumbled over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import Clauses, Page, about, heading, labelled, line, pairs, table_of
from verifier.report.text.play import STYLES as EVENT_STYLES
from verifier.report.text.solve import STYLES, took
from verifier.results.checked import Checked, Explained, FailedStep, Mined, PropertyRow, SoFar
from verifier.verdict import Verdict

CHANGES_MOST = 20  # parts of a state that a step changes
NAMED_MOST = 4  # properties that a proof rests on, by name; JSON has them all
SAID_ONCE_LEAST = 3  # properties of which the same rules are open: those are named above them all


def checked(found: Checked) -> Page:
    """A row for each property, then the lines of those that are refuted, and the steps at which induction failed."""
    yield from about(found.about)
    yield line("")
    yield from _head(found)
    yield line("")
    everywhere = _open_everywhere(found.properties)
    yield pairs([_row(row, found.method == "both", everywhere) for row in found.properties])
    clauses = Clauses(found.clauses)
    for row in found.properties:
        if row.events:
            yield line("")
            yield from _line(row, clauses, "played as well as can be by both sides" if found.seats else "the shortest line")
    for row in found.properties:
        if row.step is not None:
            yield line("")
            yield from failed_step(row.name, row.step, found.about.rulings)
    if found.explained:
        yield line("")
        yield from _explained(found.explained)
    if found.mined is not None:
        yield line("")
        yield from _mined(found.mined)
    yield line("")
    totals = Counter(str(row.verdict) for row in found.properties)
    yield line(("Properties: ", "bold"), ", ".join(f"{count} {verdict}" for verdict, count in sorted(totals.items())))


UNREACHED = "if no game gets there, say why in an @game.invariant or a @game.lemma, or try --mine"


def _head(found: Checked) -> Page:
    """What was examined, and how."""
    chance = {"open": "chance open", "none": "no chance"}.get(found.chance, "chance as dealt")
    rows: list[tuple[str, str]] = []
    if found.states is not None:
        closed = found.ending == "closed"
        scope = "every state that can be reached" if closed else f"not everything: {ENDINGS.get(found.ending, found.ending)}"
        yield line(("Checked: ", "bold"), scope)
        if found.seats:
            luck = ", and whatever chance brings" if found.chance == "open" else ""
            rows = [("for", f"{' and '.join(found.seats)}, whatever all others do{luck}; cards open")]
        rows += [("states", f"{found.states:,}, with {found.transitions:,} transitions"
                           + ("" if closed else f"; all of them up to {found.depth} transitions from the start")),
                ("search", f"breadth-first, {chance}{took(found.seconds)}")]
    else:
        scope = "by z3" if found.ending == "done" else f"by z3, not to the end: {ENDINGS.get(found.ending, found.ending)}"
        yield line(("Checked: ", "bold"), f"{scope}{took(found.seconds)}")
    if found.closing is not None:
        states, why_not = found.closing.states, found.closing.reason
        scope = f"not every state: {ENDINGS.get(why_not, why_not)}; {states:,} found" if why_not else \
            f"every state, one after another: {states:,}, {chance}"
        rows.append(("z3" if found.states is not None else "closing", scope))
    if found.bound is not None:
        together = f", up to {found.k} states together" if (found.k or 1) > 1 else ""
        rows += [("induction", f"from every state that keeps the invariants, whatever the deal{together}"),
                 ("bound", f"what is not proved: lines of up to {found.bound} transitions from the start, {chance}")]
    if found.cross_check is not None:
        check = found.cross_check
        rows.append(("cross-check", f"z3 and the reference agree on {check.transitions:,} transitions of {check.rules} rules "
                                    f"and on {check.values:,} values of properties"))
    if everywhere := _open_everywhere(found.properties):
        count = sum(row.so_far is not None and row.so_far.open == everywhere for row in found.properties)
        rows.append(("open", f"not known of {', '.join(everywhere)}, for {count} of {len(found.properties)} properties"))
    if found.steps_known:
        rows.append(("kept", f"{found.steps_known:,} steps were proved by earlier runs, for the same rules"))
    yield pairs(rows)


def _mined(found: Mined) -> Page:
    """What was looked for, and each lemma that proofs rest on."""
    yield heading("Lemmas found", "proved with what rests on them; --lemmas FILE writes them as a module to keep beside the game"
                  if found.lemmas else "none that a proof needs, so no file is written")
    yield pairs([("sample", f"{found.states:,} states of random games; candidates that hold in all of them: "
                            f"{found.candidates - found.blocking:,}; only in the first half: {found.refuted:,}"),
                 ("counterexamples", f"candidates that exclude a state from which a step failed: {found.blocking:,}"),
                 ("induction", f"in use and proved: {len(found.lemmas):,}; dropped, since a rule does not keep them: "
                               f"{found.dropped:,}")])
    yield pairs([(Text(each.name), each.sentence) for each in found.lemmas])
    if not found.lemmas:
        yield line("What is still not proved may need a lemma of another kind: write one under @game.lemma, or say more in an "
                   "@game.invariant.")


def _explained(found: Sequence[Explained]) -> Page:
    """Why each property holds, and what it rests on: which rules need it."""
    yield heading("Why it holds", "true at the start, and every rule keeps it; what some rules need for that is kept likewise")
    for each in found:
        if not each.rules:
            yield line("")
            yield line((f"{each.name}: ", "bold"), "not proved rule by rule; its line above says what is known")
            continue
        alone = each.rules - len({rule for rules in each.needs.values() for rule in rules})
        yield line("")
        yield line((f"{each.name}: ", "bold"), each.text)
        others = f"{alone} of {each.rules} keep it by themselves" if each.needs else f"all {each.rules} keep it by themselves"
        yield line(f"  the start and the rules: {others}")
        for lemma, rules in each.needs.items():
            yield line("  because of ", (lemma, "bold"), f": {_some(rules)}")


def _open_everywhere(rows: Sequence[PropertyRow]) -> tuple[str, ...]:
    """The rules of which most is not known, if for several properties they are the same."""
    counts = Counter(row.so_far.open for row in rows if row.so_far is not None and row.so_far.open)
    return next((rules for rules, count in counts.most_common(1) if count >= SAID_ONCE_LEAST), ())


def _row(row: PropertyRow, by_both: bool, everywhere: tuple[str, ...] = ()) -> tuple[Text, str]:
    verdict = f"{row.verdict} {row.within}" if row.within is not None else str(row.verdict)
    clauses = f" [{', '.join(row.clauses)}]" if row.clauses else ""
    how = [" and ".join(row.methods)] if by_both else []
    if row.reason and (row.within is None or row.reason not in ENDINGS):
        how.append(ENDINGS.get(row.reason, row.reason))
    if row.so_far is not None:
        how += _so_far(row.so_far, everywhere)
    if row.readings == "every":
        how.append("under every reading")
    elif row.readings:
        how.append("under the rulings in force")
    if row.lemmas:
        how.append(f"from {', '.join(row.lemmas)}" if len(row.lemmas) <= NAMED_MOST else f"from {len(row.lemmas)} others")
    more = f" ({'; '.join(how)})" if how else ""
    return Text(verdict, style=STYLES.get(row.verdict, "")), f"{row.name}: {row.text}{clauses}{more}"


def _so_far(found: SoFar, everywhere: tuple[str, ...]) -> Iterator[str]:
    """How many rules keep a property, of which that is not known, and what they need that is not proved."""
    yield f"kept by {found.kept} of {found.rules} rules, counting the start"
    if found.open and found.open != everywhere:
        yield f"not known of {_some(found.open)}"
    if found.needs:
        needs = ", ".join(found.needs) if len(found.needs) <= NAMED_MOST else f"{len(found.needs)} others"
        yield f"assuming {needs}, not proved either"


def _some(names: Sequence[str]) -> str:
    """The first few of some names, and how many more there are."""
    more = f" and {len(names) - NAMED_MOST} more" if len(names) > NAMED_MOST else ""
    return f"{', '.join(names[:NAMED_MOST])}{more}"


def failed_step(name: str, step: FailedStep, rulings: Mapping[str, str]) -> Page:
    """A step that does not keep a property: the states around it, the part that breaks, and whether it can happen."""
    yield heading(f"{name} is not proved", "a step breaks it, from a state that satisfies the invariants")
    other = [f"{id_} = {choice}" for id_, choice in sorted(step.rulings.items()) if rulings.get(id_) != choice]
    if other:
        yield line(("Rulings: ", "dim"), ", ".join(other))
    yield from _table("Before:", step.before_board, step.before)
    yield line(("Event: ", "bold"), step.event or "none: nothing can happen here")
    if step.after is not None:
        yield from _table("After:", step.after_board, step.after)
        changes = list(_changes("", step.before, step.after))
        more = f", and {len(changes) - CHANGES_MOST} more" if len(changes) > CHANGES_MOST else ""
        yield line(("Changed: ", "bold"), f"{', '.join(changes[:CHANGES_MOST])}{more}" if changes else "nothing")
    if step.failure:
        yield line(("The rule fails: ", "bold"), step.failure)
    if step.part is not None:
        values = ", ".join(f"{name} = {value}" for name, value in step.part.values.items())
        yield line(("Broken: ", "bold"), f"{step.part.text}  ({step.part.place})", f", for {values}" if values else "")
    yield line(("Reachable: ", "bold"), _reachable(step))


def _changes(name: str, before: object, after: object) -> Iterator[str]:
    """What differs between two states, part by part, as files name the parts."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(f"{name}.{key}" if name else str(key), before.get(key), after.get(key))
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _changes(f"{name}[{number}]", one, other)
    elif before != after:
        yield f"{name} {_short(before)} -> {_short(after)}"


def _short(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_short, value))})"
    return "nothing" if value is None else str(value)


def _reachable(step: FailedStep) -> str:
    if step.reachable == "reached":
        return f"the state before is reached by {' / '.join(step.line)}" if step.line else "the state before is the start itself"
    if step.reachable == "not-within":
        return f"no line of up to {step.within} transitions leads to the state before; {UNREACHED}"
    known = f", but not by lines of up to {step.within} transitions" if step.within is not None else ""
    return f"not known{f' ({ENDINGS.get(step.reason, step.reason)})' if step.reason else ''}{known}; {UNREACHED}"


def _table(title: str, board: str | None, state: Mapping[str, object]) -> Page:
    yield line((title, "bold"))
    if board is not None:
        yield table_of(board)
    else:
        yield pairs([(name, str(value)) for name, value in state.items()])


def _line(row: PropertyRow, clauses: Clauses, which: str) -> Page:
    title = "reached" if row.verdict is Verdict.PROVED else "broken"
    count = f"{len(row.events)} event{'s' if len(row.events) != 1 else ''}"
    yield heading(f"{row.name} is {title} after {count}", which)
    for number, happening in enumerate(row.events, 1):
        yield from clauses.event(f"{number}. {labelled(happening)} ({happening.kind})", EVENT_STYLES[happening.kind],
                                 happening.clauses)
    if row.repeats:
        first, last = len(row.events) - row.repeats + 1, len(row.events)
        by_luck = any(each.kind == "chance" for each in row.events[-row.repeats:])
        text = f"event {last} {'can repeat' if by_luck else 'repeats'}" if first == last else \
            f"events {first} to {last} {'can ' if by_luck else ''}repeat"
        yield line((f"From here on, {text} for ever.", "bold red"))
    if row.events and row.events[-1].board is not None:
        yield table_of(row.events[-1].board)
