"""Text from outside made safe to show: control, bidirectional and invisible characters become visible `\\u{202e}` marks.

Applied once, where input enters (to the strings and keys of a document, and to file names in messages), so that the
terminal, HTML and JSON can trust every text they are given.
"""

from __future__ import annotations

import re

SHOWN_MOST = 60

# C0 but tab and newline, DEL and C1; Arabic letter mark; zero-width and bidi marks; line and paragraph separators, bidi
# embeddings, invisible operators and bidi isolates; surrogates (undecodable bytes of file names); byte order mark; invisible
# format characters of hieroglyphs, shorthand and music; tags.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """The text with every hidden character written as `\\u{hex}`; tabs and newlines stay, ordinary text is unchanged."""
    return _HIDDEN.sub(lambda found: f"\\u{{{ord(found.group()):x}}}", text)


def one_line(text: str) -> str:
    """The text made visible, tabs and newlines too: for file names, and for words that messages quote."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def shown(value: object) -> str:
    """A value of a TOML document as a message quotes it: on one line, cut to sixty characters, tables and lists by size."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        cut = value if len(value) <= SHOWN_MOST else value[:SHOWN_MOST] + "..."
        return f'"{one_line(cut)}"'
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    return str(value)
