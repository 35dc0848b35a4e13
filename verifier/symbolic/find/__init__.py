"""What z3 looks for: orders of chance, positions, distinguishing positions, uses of clauses."""
