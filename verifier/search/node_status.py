"""What became of a state that has no successors, as explorations number it."""

from enum import IntEnum


class NodeStatus(IntEnum):
    """What became of a state that has no successors; states that were expanded, and those that wait, have other numbers."""

    END = 3
    LOOP = 4
    RAN_OUT = 5  # the deal says nothing of what comes next
    IMPOSSIBLE = 6  # the deal's outcome is not possible here
    DEAD_END = 8
