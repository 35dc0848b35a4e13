"""Properties by the method that is asked for: explicit search, z3, or both compared with each other."""

from __future__ import annotations

from verifier.analysis.agreement import agreed
from verifier.analysis.check import Question, checked
from verifier.analysis.choices import Method
from verifier.analysis.proof import proved
from verifier.analysis.recorded_bound import recorded, refuse_record
from verifier.instance import Instance
from verifier.results.checked import Checked


def answered(instance: Instance, question: Question, method: Method, *, record: bool = False) -> Checked:
    """The answer by a method; with `record` the proof that the bound holds, which is kept."""
    if record:
        refuse_record(question)
        return recorded(instance, question)
    if method is Method.EXPLICIT:
        return checked(instance, question)
    if method is Method.Z3:
        return proved(instance, question)
    return agreed(instance, question)
