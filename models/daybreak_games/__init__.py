"""The games that ship with Daybreak, one package each; they use the engine's public names only."""
