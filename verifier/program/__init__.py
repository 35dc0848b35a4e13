"""A loaded game as data: its rules and ledgers together, and what is derived from them: arms, mutants, digests, proofs."""
