"""Gathers every problem of a file before refusing it, each with its path (`$.deal.deck[3]`).

Codes of contents (DB2xx):

| code | what is wrong |
|---|---|
| DB201, DB202 | a key is missing; a key is not known here |
| DB203 | the value has another type than expected |
| DB204, DB205 | a word is not one of those known; a number is out of its range |
| DB206 | too few or too many entries |
| DB207, DB208 | no such game; no such edition |
| DB209, DB210 | no such reading, or no such choice of one; another schema than 1 |
| DB211, DB212 | a name or text that cannot be used; an id that is there twice |
| DB213, DB214 | a clause that the rulebook ledger lacks; a default that is not one of the choices |
| DB215 | an edition of another game |
| DB216, DB217 | component data that a check of the game refuses; such a check that fails itself |
| DB218 | a sense of a term is said to be that of a clause which does not use the term |
| DB219 | `not_modelled` of a clause that is no rule |
| DB220, DB221 | an impossible position; a position that breaks an invariant |
| DB222 | an order of a pile that the pile does not hold |
| DB223 | a number in a deal that reads like an outcome, and would draw another |
| DB225 | rules without a clause (`without.toml`) that is no rule of the rulebook, or that the game does not model |
| DB226 | editions that inherit in a circle, or one by way of too many others |
| DB227 | a change in an edition of what its base does not have, or of what is no table |
| DB299 | more problems than are shown |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from verifier.errors import BadInput, Problem, did_you_mean
from verifier.visible import shown

# A hostile file can hold thousands of mistakes, and a hint for each takes time: fifty are listed, the rest are counted.
PROBLEMS_MOST = 50
# Finding the nearest of many words takes about 30 microseconds for each word that is compared.
WORDS_COMPARED_MOST = 20_000

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def key_text(key: str) -> str:
    """A key as TOML writes it: bare where that is possible, otherwise quoted."""
    if _BARE.fullmatch(key):
        return key
    escaped = key.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def at(path: str, key: str | int) -> str:
    """The path of a table's key or a list's entry."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key_text(key) if len(key) <= 64 else shown(key)}"


class Complaints:
    """The problems of one file so far; `refuse_if_any` ends with all of them at once.

    `prefix` goes before every path: empty for the file that the user named, `my-copy.toml:` for one that it refers to.
    """

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.problems: list[Problem] = []
        self.unlisted = 0
        self.words_compared = 0

    def add(self, code: str, message: str, path: str, hint: str | Callable[[], str] = "") -> None:
        """Note a problem; a hint that takes time is given as a function, called only if the problem is shown."""
        if len(self.problems) >= PROBLEMS_MOST:
            self.unlisted += 1
            return
        self.problems.append(Problem(code, message, self.prefix + path, hint if isinstance(hint, str) else hint()))

    def expected(self, what: str, got: object, path: str, hint: str | Callable[[], str] = "", code: str = "DB203") -> None:
        """Note that something else was expected."""
        self.add(code, f"expected {what}, got {shown(got)}", path, hint)

    def unknown(self, what: str, got: str | int, path: str, known: Iterable[str], code: str = "DB204") -> None:
        """Note a word that is not known, with the nearest one that is."""
        self.expected(what, got, path, lambda: self.nearest(str(got), known), code)

    def nearest(self, word: str, known: Iterable[str]) -> str:
        """`did you mean "x"?`, or the known words; nothing once a file has made us compare too many."""
        words = list(known)
        self.words_compared += len(words)
        return did_you_mean(word, words) if self.words_compared <= WORDS_COMPARED_MOST else ""

    def adopt(self, error: BadInput) -> None:
        """Take over the problems of another file, whose paths name it already and whose number is limited already."""
        self.problems.extend(error.problems)

    def refuse(self) -> NoReturn:
        """Raise BadInput with everything noted so far."""
        more = [Problem("DB299", f"and {self.unlisted} more", self.prefix + "$")] if self.unlisted else []
        raise BadInput([*self.problems, *more])

    def refuse_if_any(self) -> None:
        """Raise BadInput with everything noted so far, if there is anything."""
        if self.problems:
            self.refuse()

    def table(self, value: Any, path: str, what: str = "a table") -> dict[str, Any]:
        """The value as a table; an empty one, with a complaint, if it is something else."""
        if isinstance(value, dict):
            return value
        self.expected(what, value, path)
        return {}

    def tables(self, value: Any, path: str) -> list[tuple[str, dict[str, Any]]]:
        """The value as a list of tables, each with its path."""
        if not isinstance(value, list):
            self.expected("a list of tables", value, path, f"write [[{path.removeprefix('$.')}]] above each")
            return []
        return [(at(path, index), self.table(item, at(path, index))) for index, item in enumerate(value)]

    def keys(self, table: Mapping[str, Any], path: str, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Complain about every key that is missing or not known."""
        must = list(required)
        known = {*must, *optional}
        for key in must:
            if key not in table:
                self.add("DB201", f"the key {key_text(key)} is missing", path,
                         f"add a table [values.{key_text(key)}]" if path == "$.values" else
                         f"add {key_text(key)} = {'1' if key == 'schema' else '...'}")
        for key in table:
            if key not in known:
                self.unknown("a known key", key, at(path, key), known, "DB202")

    def text(self, table: Mapping[str, Any], key: str, path: str, *, lines: bool = False) -> str:
        """The text of a key, not blank and, unless `lines`, on one line; "" with a complaint otherwise.

        A key that is missing is not complained about here: that is the business of `keys`.
        """
        value = table.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.expected("a text", value, at(path, key))
            return ""
        if not value.strip() or ("\n" in value and not lines):
            self.expected("a text" if lines else "a text on one line", value, at(path, key), code="DB211")
            return ""
        return value

    def one_of(self, table: Mapping[str, Any], key: str, path: str, known: Iterable[str]) -> str:
        """The text of a key when it is one of a closed list; "" with a complaint otherwise."""
        value = self.text(table, key, path)
        names = list(known)
        if value and value not in names:
            self.unknown("one of " + ", ".join(names[:8]), value, at(path, key), names)
            return ""
        return value

    def schema(self, table: Mapping[str, Any]) -> None:
        """Complain unless the document says `schema = 1`; a document without the key is the business of `keys`."""
        value = table.get("schema", 1)
        if type(value) is not int or value != 1:
            self.expected("schema = 1", value, "$.schema", "this version of Daybreak reads schema 1 only", "DB210")
