"""A page put together: a template filled in, its style and its script inside, and a policy that lets nothing else run.

The policy names both by their hashes, so that a text that got into the page as markup could neither run nor load anything.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from verifier.report.text.page import grade_text

FOLDER = Path(__file__).parent
NONE = "'none'"
NOTHING_ELSE = ("default-src 'none'", "base-uri 'none'", "form-action 'none'")


def page(template: str, styles: Sequence[str], script: str, data: Mapping[str, Any], *,
         filters: Mapping[str, Callable[..., Any]] | None = None) -> str:
    """The page of a template: the same bytes for the same data.  `styles` and `script` (or "") name files beside this one."""
    style = "\n".join(_own(name) for name in styles)
    code = _own(script) if script else ""
    policy = "; ".join((*NOTHING_ELSE, f"style-src {_hash(style)}", f"script-src {_hash(code) if code else NONE}"))
    return _templates(filters or {}).get_template(template).render(data, policy=policy, style=style, script=code)


def _templates(filters: Mapping[str, Callable[..., Any]]) -> Environment:
    templates = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                            lstrip_blocks=True, keep_trailing_newline=True)
    templates.filters.update(grade=grade_text, shape=lambda shape: type(shape).__name__, **filters)
    return templates


def _own(name: str) -> str:
    """A file of ours; `page.html` calls it safe, and no other text."""
    return (FOLDER / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
