"""What the rules of a game say at a glance: read off the rules and the ledgers, nothing is played."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.lang.authored import where
from verifier.lang.phases import KIND_NAMES
from verifier.program.named import Named, clauses_named
from verifier.program.phase_graph import phase_graph, starts
from verifier.program.program import Program
from verifier.results.overview import Following, FunctionRow, LedgerRow, PhaseRow, ReadingRow, RulesOverview
from verifier.visible import visible


def overview(program: Program) -> RulesOverview:
    """The phase graph of a game, and each clause with the functions that name it and the readings that are about it."""
    from verifier.search.graph_phases import layered

    game, first = program.game, starts(program)
    rules: dict[str, list[Following]] = {phase.name: [] for phase in game.phases}
    for each in phase_graph(program):
        rules[each.phase.name].append(Following(each.rule.name, where(each.rule.function),
                                                tuple(phase.name for phase in each.next)))
    phases = tuple(PhaseRow(each.phase.name, KIND_NAMES[each.kind], each.phase in first, tuple(rules[each.phase.name]))
                   for each in program.phases)
    follows = {name: list(dict.fromkeys(phase for each in found for phase in each.next)) for name, found in rules.items()}
    return RulesOverview(game.name, game.title, phases, layered(follows, [phase.name for phase in first]),
                         tuple(_clauses(program)), tuple(_readings(program)))


def _clauses(program: Program) -> Iterable[LedgerRow]:
    named, about = clauses_named(program), dict[str, list[str]]()
    for reading in _readings(program):
        for id_ in reading.clauses:
            about.setdefault(id_, []).append(reading.id)
    for id_, clause in program.rulebook.items():
        yield LedgerRow(id_, visible(clause.place), clause.kind, visible(clause.text), visible(clause.not_modelled),
                        _functions(named.get(id_, ())), tuple(about.get(id_, ())))


def _functions(places: Iterable[Named]) -> tuple[FunctionRow, ...]:
    """The functions, each once, where it names the clause first."""
    first: dict[str, Named] = {}
    for each in places:
        first.setdefault(each.rule, each)
    return tuple(FunctionRow(rule, f"{each.file.name}:{each.line}", each.by_play) for rule, each in first.items())


def _readings(program: Program) -> Iterable[ReadingRow]:
    for switch in program.readings.switches.values():
        yield ReadingRow(switch.id, visible(switch.question), switch.default,
                         {choice: visible(text) for choice, text in switch.choices.items()}, switch.clauses)
    for recorded in program.readings.recorded.values():
        yield ReadingRow(recorded.id, visible(recorded.question), visible(recorded.ruling), {}, recorded.clauses)
