"""What an edition takes over from another, its base: the values that it does not give itself, and the rest of those it changes.

    inherits = "third-party-data"        # an edition of the game, or a file that ends in .toml, relative to this one

    [values.players]                     # in place of the base's value
    value = 3
    status = "assumed"
    why = "Three of us play."

    [values.events]                      # the base's value, changed in part
    status = "stated"
    why = "My copy of the card."
    change.withdrawal = { actions = 2 }

A change goes through tables key by key, and replaces whatever is no table.  It names rows that the base's value has: to add a row
or to take one away, give the whole value.  What is changed in part is `stated` only if all of it is.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from verifier.document.complaints import Complaints, at
from verifier.errors import BadInput, Problem
from verifier.ledger.component_data import ASSUMED, Edition, Value
from verifier.visible import one_line, shown

BASES_MOST = 8


def prefix_of(path: Path) -> str:
    """What goes before the paths of an edition's problems."""
    return one_line(path.name) + ":"


def refuse_endless(heirs: tuple[Path, ...], path: Path) -> None:
    """BadInput (DB226) if the edition that the last of some heirs inherits from is one of them, or one too many."""
    if os.path.realpath(path) in [os.path.realpath(heir) for heir in heirs]:
        names = ", ".join(one_line(each.name) for each in (*heirs, path))
        raise BadInput(Problem("DB226", f"editions inherit in a circle: {names}", prefix_of(heirs[0]) + "$.inherits",
                               "let one of them give every value itself"))
    refuse_deep(len(heirs), heirs[0] if heirs else path)


def refuse_deep(bases: int, heir: Path) -> None:
    """BadInput (DB226) if an edition has too many bases, one below another."""
    if bases > BASES_MOST:
        raise BadInput(Problem("DB226", f"more than {BASES_MOST} editions are inherited from, one by way of another",
                               prefix_of(heir) + "$.inherits", "inherit from a nearer one, or give every value"))


def is_in_part(entry: Any) -> bool:
    """Whether what stands for a value changes part of it."""
    return isinstance(entry, dict) and "change" in entry and "value" not in entry


def changed(name: str, change: Any, base: Edition | None, path: str, complaints: Complaints) -> Any:
    """The base's value with what a `change` replaces in it; None with a complaint where that cannot be."""
    where = at(path, "change")
    if base is None:
        complaints.add("DB227", "there is nothing to change: this edition inherits from none", where,
                       'write value = ..., or at the top inherits = "NAME"')
        return None
    old = base.values[name].value
    if not isinstance(old, dict):
        complaints.add("DB227", f"only a table is changed in part, and in the edition {base.name} this is {shown(old)}", where,
                       "write value = ...")
        return None
    new = complaints.table(change, where)
    if change == {}:
        complaints.expected("at least one key to change", change, where, code="DB206")
    for key in new:
        if key not in old:
            complaints.unknown(f"a key of {name} in the edition {base.name}", key, at(where, key), old, "DB227")
    return merged(old, {key: value for key, value in new.items() if key in old})


def merged(old: Any, new: Any) -> Any:
    """Tables key by key, anything else as it is new; how deep tables are nested is limited where documents are read."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def joined(new: Value, old: Value, change: Any) -> Value:
    """A value that is changed in part: stated if all of it is; its reason goes on with what is said of the rest."""
    status = ASSUMED if ASSUMED in (new.status, old.status) else new.status
    keys = ", ".join(one_line(key) for key in change) if isinstance(change, dict) else ""
    return Value(new.value, status, f"{keys}: {new.why} The rest, {old.status} in {old.given_by}: {old.why}", new.given_by)
