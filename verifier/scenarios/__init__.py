"""Scenario files: limits on untrusted text, the loader, start positions, deals and their named shuffle."""
