"""Properties by the method that is asked for: explicit search, z3, or both compared with each other."""

from __future__ import annotations

from collections.abc import Mapping

from verifier.analysis.agreement import agreed
from verifier.analysis.built_in import NEVER_WORSE
from verifier.analysis.check import Question, checked
from verifier.analysis.choices import Method
from verifier.analysis.never_worse import never_worse, refuse_never_worse
from verifier.analysis.proof import proved
from verifier.analysis.recorded_bound import recorded, refuse_record
from verifier.errors import BadInput, Problem
from verifier.instance import Instance
from verifier.results.checked import Checked


def refuse_others(method: Method, of_search: Mapping[str, object], of_z3: Mapping[str, object]) -> None:
    """BadInput (DB509) for options, each by its name, of the method that is not asked for; None is none."""
    others = {Method.Z3: (of_search, "explicit search", Method.BOTH), Method.EXPLICIT: (of_z3, "z3", Method.Z3)}
    options, whose, instead = others.get(method, ({}, "", method))
    given = [f"--{name}" for name, value in options.items() if value is not None]
    if given:
        raise BadInput([Problem("DB509", f"{name} is for {whose}", name, f"take --with {instead}") for name in given])


def answered(instance: Instance, question: Question, method: Method, *, record: bool = False) -> Checked:
    """The answer by a method; with `record` the proof that the bound holds, which is kept."""
    if NEVER_WORSE in question.built_ins:
        refuse_never_worse(instance, question, method)
        return never_worse(instance, question, record=record)
    if record:
        refuse_record(question)
        return recorded(instance, question)
    if method is Method.EXPLICIT:
        return checked(instance, question)
    if method is Method.Z3:
        return proved(instance, question)
    return agreed(instance, question)
