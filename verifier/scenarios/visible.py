"""Where `verifier.visible` was before games needed it too."""

from verifier.visible import SHOWN_MOST, one_line, shown, visible

__all__ = ["SHOWN_MOST", "one_line", "shown", "visible"]
