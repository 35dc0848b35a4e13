"""The symbolic run: the intermediate form lifted to z3, and the questions that are asked of it."""
