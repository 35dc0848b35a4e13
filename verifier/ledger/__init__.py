"""What a game's folder says beside its rules: the rulebook's clauses, the readings of ambiguous ones, the editions."""
