"""`find` for people: an example with both its ends, how small it is known to be, and the scenario to go on with."""

from __future__ import annotations

from verifier.report.text.difficulty import rows as difficulty_rows
from verifier.report.text.endings import ENDINGS
from verifier.report.text.page import (
    Clauses,
    Page,
    about,
    edition,
    grade_text,
    heading,
    labelled,
    line,
    order_fact,
    pairs,
    table_of,
    unwrapped,
)
from verifier.report.text.play import STYLES as EVENT_STYLES
from verifier.report.text.solve import STYLES
from verifier.results.found import Aim, FoundOrder, FoundPosition, FoundReadings, FoundSide
from verifier.verdict import Verdict


def found_readings(found: FoundReadings) -> Page:
    """One reading, two of its choices."""
    yield heading(f"{found.reading}: {found.question}", found.game)
    yield edition(found.edition)
    yield pairs([
        ("compared", " and ".join(found.choices)),
        ("from", ", ".join(found.begins)),
        ("until", ", ".join(found.stops)),
    ])
    yield line("")
    yield line((str(found.verdict), STYLES.get(found.verdict, "")), f": {_format_readings(found)}")
    yield pairs([(f"size {size}", f"none: {how}") for size, how in enumerate(found.how)])
    if found.board is not None:
        yield line("")
        yield heading("The table", "it keeps the game's invariants; whether a game can get there is not claimed")
        yield table_of(found.board)
        yield line(("If none can: say why in an @game.invariant, or give fields that it has with --given.", "dim"))
    clauses = Clauses(found.clauses)
    for side in found.sides:
        yield line("")
        yield from _side(found.reading, side, clauses)
    yield from _scenario(found.scenario, found.file)


def _format_readings(found: FoundReadings) -> str:
    if found.size is not None:
        size = f"they end differently at size {found.size} ({found.laid_out} on the table, {found.drawn} from chance)"
        return f"{size}; {_least(found)}"
    if found.verdict is Verdict.DECLINED:
        return found.reason
    if found.reason:
        return f"no example was found{_none_below(found)} ({ENDINGS.get(found.reason, found.reason)})"
    return f"they end alike on every table up to size {found.within}"


def _least(found: FoundReadings | FoundPosition) -> str:
    """What is known of smaller ones, and why no more."""
    if found.smallest:
        return "none is smaller"
    known = f"proved only that there is none below size {found.none_below}" if found.none_below else \
        "not proved that none is smaller"
    return f"{known} ({ENDINGS.get(found.reason, found.reason)})" if found.reason else known


def _side(reading: str, side: FoundSide, clauses: Clauses) -> Page:
    yield heading(f"{reading} = {side.choice}")
    for number, happening in enumerate(side.events, 1):
        yield from clauses.event(f"{number}. {labelled(happening)} ({happening.kind})", EVENT_STYLES[happening.kind],
                                 happening.clauses)
    if side.board is not None:
        yield table_of(side.board)


def _scenario(text: str | None, file: str | None) -> Page:
    if text is None:
        return
    yield line("")
    yield heading("The scenario", f"written to {file}" if file else "for `solve`, `replay` and `explore`")
    for row in () if file else text.splitlines():
        yield unwrapped(row)


# -- positions ----------------------------------------------------------------------------------------------------------------


def found_position(found: FoundPosition) -> Page:
    """A position from which a property breaks or a goal is reached."""
    yield heading(f"{found.property}: {found.summary}", found.game)
    yield edition(found.edition)
    yield line("")
    yield line((str(found.verdict), STYLES.get(found.verdict, "")), f": {_position_text(found)}")
    if found.lemmas:
        yield pairs([("from", ", ".join(found.lemmas))])
    if found.board is not None:
        yield line("")
        yield heading("The position", "play may or may not lead to it")
        yield table_of(found.board)
    clauses = Clauses(found.clauses)
    for number, happening in enumerate(found.events, 1):
        yield from clauses.event(f"{number}. {labelled(happening)} ({happening.kind})", EVENT_STYLES[happening.kind],
                                 happening.clauses)
    if found.last is not None:
        yield line(f"{len(found.events) + 1}. {found.last}: ", (found.failure, "bold red"))
    elif found.failure:
        yield line((found.failure, "bold red"))
    if found.end_board is not None and found.events:
        yield table_of(found.end_board)
    yield from _scenario(found.scenario, found.file)


def _position_text(found: FoundPosition) -> str:
    goal, steps = found.kind == "goal", f"{found.steps} step{'s' if found.steps != 1 else ''}"
    if found.verdict is Verdict.PROVED:
        count = len(found.events) + (found.last is not None)
        how = f"it {'is reached' if goal else 'breaks'} {f'after {count} of at most {steps}' if count else 'there'}"
        return f"{how}, from a position of size {found.size}; {_least(found)}"
    if found.verdict is Verdict.DECLINED:
        return found.reason
    if found.verdict is Verdict.REFUTED:
        length = "however long the line" if found.whatever_length else f"within {steps}"
        return f"no position breaks it, whatever its size, {length}: by induction"
    verb = "reaches" if goal else "breaks"
    if found.verdict is Verdict.HOLDS_WITHIN:
        return f"no position up to size {found.within} {verb} it within {steps}"
    return f"none was found{_none_below(found)} ({ENDINGS.get(found.reason, found.reason)})"


def _none_below(found: FoundReadings | FoundPosition) -> str:
    """What is proved where nothing was found."""
    return f"; proved that there is none below size {found.none_below}" if found.none_below else ""


# -- orders -------------------------------------------------------------------------------------------------------------------


def found_order(found: FoundOrder) -> Page:
    """An order of what chance brings next, with which a deal is won or lost."""
    yield from about(found.about)
    fate = "won" if found.won else "lost"
    asked = f"the next {found.count} of {found.stream}, {'rearranged' if found.rearranged else 'whatever they are'}"
    yield line("")
    yield line((str(found.verdict), STYLES.get(found.verdict, "")), f": {_order_text(found, fate)}")
    rows = [("question", f"{asked}: {fate} {'by some line' if found.won else 'by every line'}{_aimed(found.aim)}?"),
            ("orders tried", f"{found.tried:,}" + (f", {found.undecided:,} undecided" if found.undecided else ""))]
    if found.order:
        rows.append(("the order", ", ".join(found.order)))
    if found.grade is not None:
        rows += [("a line" if found.won else "a best line", " / ".join(found.line) or "no decision is left"),
                 ("its grade", grade_text(found.grade)), *order_fact(found.about.grade_order)]
    yield pairs([*rows, *([] if found.difficulty is None else difficulty_rows(found.difficulty))])
    yield from _scenario(found.scenario_text, found.file)


def _aimed(aim: Aim | None) -> str:
    """The difficulty that was aimed at."""
    if aim is None:
        return ""
    wanted = [] if aim.only_moves is None else [f"at least {aim.only_moves} only move{'s' if aim.only_moves > 1 else ''}"]
    wanted += [] if aim.random_wins is None else [f"at most {aim.random_wins:g} % of random games won"]
    return f", with {' and '.join(wanted)}"


def _order_text(found: FoundOrder, fate: str) -> str:
    if found.aim is not None:
        return _difficulty_text(found)
    if found.verdict is Verdict.PROVED:
        entries = found.entries or 0
        rests = f", whatever follows the first {entries} of them" if entries < found.count else ""
        return f"with this order the deal is {fate}{rests}"
    if found.verdict is Verdict.REFUTED:
        return f"with no order is the deal {fate}"
    return f"no order was found with which the deal is {fate} ({ENDINGS.get(found.reason, found.reason)})"


def _difficulty_text(found: FoundOrder) -> str:
    """The answer where a difficulty was aimed at."""
    if found.verdict is Verdict.PROVED:
        return "with this order the deal is won, and as difficult as asked"
    nearest = "; this one comes nearest" if found.is_nearest else ""
    if found.verdict is Verdict.REFUTED:
        return f"with no order is the deal won and, by its best line, as difficult as asked{nearest}"
    return ("no order was found with which the deal is won and as difficult as asked "
            f"({ENDINGS.get(found.reason, found.reason)}){nearest}")
