"""Two executions side by side: two choices of a reading, or a game and a version with an altered rule."""
