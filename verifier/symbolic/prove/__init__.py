"""Proofs and refutations: induction, k-induction, bounded unrolling, and the checks of what they rest on."""
