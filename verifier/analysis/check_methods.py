"""Properties by the method that is asked for: explicit search, z3, or both held against each other."""

from __future__ import annotations

from verifier.analysis.agreement import agreed
from verifier.analysis.check import Question, checked
from verifier.analysis.choices import Method
from verifier.prepared import Prepared
from verifier.report.results.checked import Checked


def answered(prepared: Prepared, question: Question, method: Method, *, record: bool = False) -> Checked:
    """The answer by a method; with `record` the proof that the bound holds, which is kept."""
    if record:
        from verifier.analysis.recorded_bound import recorded, refuse_record

        refuse_record(question)
        return recorded(prepared, question)
    if method is Method.EXPLICIT:
        return checked(prepared, question)
    if method is Method.Z3:
        from verifier.analysis.proof import proved

        return proved(prepared, question)
    return agreed(prepared, question)
