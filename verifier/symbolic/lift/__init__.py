"""Rules lifted from the intermediate form to z3: terms, expressions, statements, whole rules, and what is kept of them."""
