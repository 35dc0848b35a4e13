"""The executions: the reference run, and the native run emitted from the same rules."""
