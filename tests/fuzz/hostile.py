"""Hand-made hostile scenario files, each with the code it must end in; made in a folder when a test asks, never shipped.

Run as a program it loads every file that it is told to make and prints one line for each: its name and the code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.games.duel import game
from verifier.errors import BadInput
from verifier.scenarios.deal import tapes
from verifier.scenarios.loader import load_scenario
from verifier.scenarios.start import start_state

HEAD = 'schema = 1\ngame = "duel"\nedition = "plain"\n'
EDITION = (game.folder / "edition-plain.toml").read_text()
HEIR = 'schema = 1\ngame = "duel"\nname = "heir"\ntitle = "Heir"\ninherits = "{}"\n[values]\n'

# name -> (code, bytes of the file)
BYTES: dict[str, tuple[str, bytes]] = {
    "dotted-key-200-kb": ("DB104", b"a." * 100_000 + b"a = 1"),
    "dotted-key-64-kb": ("DB108", b"a." * 32_000 + b"a = 1"),
    "dotted-key-of-one-line": ("DB110", b"a." * 490 + b"a = 1"),
    "dotted-keys-on-every-line": ("DB110", b"[" + b"a." * 490 + b"a]\n" + b"".join(b"%c." % (98 + at % 20) * 480 + b"a=1\n"
                                                                               for at in range(64))),
    "dotted-header-17": ("DB110", b"[" + b".".join([b"a"] * 17) + b"]"),
    "dotted-quoted": ("DB110", b".".join([b'"a"'] * 17) + b" = 1"),
    "nesting-100000": ("DB108", b"a = " + b"[" * 60_000),
    "nesting-100000-lines": ("DB107", b"a = " + b"[\n" * 30_000),
    "nesting-lists": ("DB109", b"a = " + b"[" * 400 + b"]" * 400),
    "nesting-tables": ("DB109", b"a = " + b"{a=" * 200 + b"1" + b"}" * 200),
    "nesting-mixed": ("DB109", b"a = " + b"[{a=" * 100),
    "nesting-hidden-behind-quotes": ("DB109", b'a = ["""x""""", ' + b"[" * 400),
    "nesting-hidden-behind-a-comment-sign": ("DB109", b'a = ["#", ' + b"[" * 400),
    "nesting-16-is-too-deep-for-values": ("DB112", b"a = " + b"[" * 16 + b"]" * 16),
    "nesting-by-headers": ("DB112", b"[a.b.c.d.e.f.g.h]\n[a.b.c.d.e.f.g.h.i]\n"),
    "nesting-by-arrays-of-tables": ("DB112", b"".join(b"[[" + b".".join([b"a"] * depth) + b"]]\n" for depth in range(1, 12))),
    "brackets-in-comments": ("DB201", b"#" + b"[" * 900 + b"\n"),
    "many-open-quotes": ("DB111", b'"""\\' * 240),
    "quotes-forever": ("DB111", b'"' * 999),
    "huge-int": ("DB115", b"a = " + b"9" * 990),
    "huge-hex-int": ("DB115", b"a = 0x" + b"f" * 990),
    "int-with-underscores": ("DB115", b"a = " + b"9_" * 400 + b"9"),
    "negative-zero": ("DB202", HEAD.encode() + b"a = -0"),
    "float": ("DB116", b"a = 1.5"),
    "nan": ("DB116", b"a = nan"),
    "inf": ("DB116", b"a = -inf"),
    "float-that-overflows": ("DB116", b"a = 1e400"),
    "date": ("DB117", b"a = 1979-05-27T07:32:00Z"),
    "time-of-day": ("DB117", b"a = 07:32:00"),
    "thirtieth-of-february": ("DB111", b"a = 2023-02-30"),
    "bom": ("DB111", b"\xef\xbb\xbf" + HEAD.encode()),
    "utf-16": ("DB105", HEAD.encode("utf-16")),
    "latin-1": ("DB105", b'title = "caf\xe9"'),
    "overlong-utf-8": ("DB105", b'title = "\xc0\xaf"'),
    "surrogate-in-utf-8": ("DB105", b'title = "\xed\xa0\x80"'),
    "surrogate-escaped": ("DB111", b'title = "\\ud800"'),
    "beyond-unicode": ("DB111", b'title = "\\U00110000"'),
    "cut-off-utf-8": ("DB105", HEAD.encode() + b'title = "\xf0\x9f'),
    "nul": ("DB106", b"title = \"a\x00b\""),
    "escape-sequence": ("DB106", b"# \x1b]0;title\x07"),
    "lone-carriage-return": ("DB106", b"schema = 1\rgame = \"duel\"\r"),
    "delete": ("DB106", b"# \x7f"),
    "gzip": ("DB105", b"\x1f\x8b\x08\x00" b"\x00\x00\x00\x00\x00\x03\xff\xff"),
    "zip": ("DB106", b"PK\x03\x04" + b"\x00" * 26),
    "pickle": ("DB105", b"\x80\x04cos\nsystem\n(S'true'\ntR."),
    "yaml": ("DB111", b"!!python/object/apply:os.system ['true']\n"),
    "json": ("DB111", b'{"schema": 1, "game": "duel"}'),
    "xml-bomb": ("DB111", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
    "empty": ("DB201", b""),
    "newlines-only": ("DB201", b"\n" * 2_000),
    "too-many-lines": ("DB107", b"\n" * 2_001),
    "a-long-line": ("DB108", b"#" * 1_001),
    "one-byte-too-many": ("DB104", (b"#" * 999 + b"\n") * 65 + b"#" * 537),
    "long-string": ("DB114", b'title = "' + b"x" * 257 + b'"'),
    "long-string-of-lines": ("DB114", b'title = """' + b"x\n" * 200 + b'"""'),
    "long-key": ("DB114", b'"' + b"k" * 257 + b'" = 1'),
    "long-list": ("DB113", b"a = [" + (b"1," * 400 + b"\n") * 11 + b"]"),
    "key-twice": ("DB111", HEAD.encode() + b"schema = 1"),
    "table-twice": ("DB111", HEAD.encode() + b"[start]\n[start]\n"),
    "key-and-table": ("DB111", HEAD.encode() + b"start.turn = 1\n[start]\n"),
    "keys-of-python": ("DB202", HEAD.encode() + b"[start]\n__class__ = 1\n__dict__ = {}\n_items = []\nphase.__init__ = 1"),
    "thousands-of-unknown-keys": ("DB202", HEAD.encode() + b"".join(b"a%d.b={c=1,d=1,e=1,f=1}\n" % at for at in range(1_900))),
    "thousands-of-unknown-words": ("DB204", HEAD.encode() + b"[deal]\ndeck = [" + (b'"' + b"x" * 12 + b'",\n') * 1_900 + b"]"),
    "long-unknown-words": ("DB204", HEAD.encode() + b"[deal]\ndeck = [" + (b'"' + b"fo" * 128 + b'",\n') * 200 + b"]"),
    "bidi-title": ("", HEAD.encode() + 'title = "a\u202eb"'.encode()),
    "bidi-game": ("DB207", 'schema = 1\ngame = "du\u202eel"'.encode()),
    "bidi-key": ("DB202", HEAD.encode() + '"\u202etitle" = 1'.encode()),
    "escaped-controls": ("DB204", HEAD.encode() + b'start.phase = "\\u001b[2J\\u0000\\u009b"'),
    "module-as-game": ("DB207", b'schema = 1\ngame = "os"'),
    "path-as-game": ("DB207", b'schema = 1\ngame = "../models/daybreak_games/until_dawn"'),
    "path-as-edition": ("DB208", b'schema = 1\ngame = "duel"\nedition = "../duel/edition-plain"'),
    "device-as-edition": ("DB208", b'schema = 1\ngame = "duel"\nedition = "/dev/zero"'),
    "missing-edition": ("DB101", b'schema = 1\ngame = "duel"\nedition = "none.toml"'),
    "edition-with-a-nul": ("DB101", b'schema = 1\ngame = "duel"\nedition = "\\u0000.toml"'),
    "itself-as-edition": ("DB201", b'schema = 1\ngame = "duel"\nedition = "itself-as-edition.toml"'),
    "fifo-as-edition": ("DB103", b'schema = 1\ngame = "duel"\nedition = "fifo.toml"'),
    "hostile-edition": ("DB112", b'schema = 1\ngame = "duel"\nedition = "deep.toml"'),
    "edition-out-of-range": ("DB205", b'schema = 1\ngame = "duel"\nedition = "many.toml"'),
    "edition-that-cannot-be-set-up": ("DB220", b'schema = 1\ngame = "duel"\nedition = "none-left.toml"'),
    "edition-of-itself": ("DB226", b'schema = 1\ngame = "duel"\nedition = "of-itself.toml"'),
    "edition-of-a-fifo": ("DB103", b'schema = 1\ngame = "duel"\nedition = "of-a-fifo.toml"'),
    "edition-of-a-device": ("DB208", b'schema = 1\ngame = "duel"\nedition = "of-a-device.toml"'),
    "edition-of-a-hostile-one": ("DB112", b'schema = 1\ngame = "duel"\nedition = "of-a-deep-one.toml"'),
    "edition-that-changes-nothing-there-is": ("DB227", b'schema = 1\ngame = "duel"\nedition = "changes.toml"'),
    "negative-seed": ("DB205", HEAD.encode() + b"deal.seed = -1"),
    "seed-of-65-bits": ("DB205", HEAD.encode() + b'deal.seed = "18446744073709551616"'),
    "seed-in-other-digits": ("DB205", HEAD.encode() + 'deal.seed = "٣"'.encode()),
    "seed-of-256-digits": ("DB205", HEAD.encode() + b'deal.seed = "' + b"9" * 256 + b'"'),
    "too-many-of-a-card": ("DB222", HEAD.encode() + b'deal.deck = ["fool", "fool"]'),
    "too-many-cards": ("DB221", HEAD.encode() + b"start.deck = {foil = 12}\nstart.sides = [{lives = 1}, {}]"),
    "cards-from-nowhere": ("DB220", HEAD.encode() + b"start.discard = {foil = 12}"),
    "too-few-in-a-row": ("DB206", HEAD.encode() + b"start.sides = [{}]"),
    "too-many-in-a-pile": ("DB206", HEAD.encode() + b'start.sides = [{hand = ["foil", "foil", "foil", "foil", "foil"]}, {}]'),
    "unknown-word-of-a-row": ("DB204", HEAD.encode() + b'start.guests = {"foil " = {}}'),
    "word-outside-the-part-of-a-row": ("DB204", HEAD.encode() + b'start.racks = {0 = []}'),
    "too-many-below-a-word": ("DB206", HEAD.encode() + b'start.racks = {1 = ["foil", "foil", "foil"]}'),
    "row-by-hostile-words": ("DB204", HEAD.encode() + b'start.guests = {"__class__" = {}, "\\u202e" = {}, "" = {}}'),
    "edition-with-a-gap": ("DB201", b'schema = 1\ngame = "duel"\nedition = "gap.toml"'),
    "words-as-numbers": ("DB203", HEAD.encode() + b'start.turn = "1"'),
    "numbers-as-flags": ("DB203", HEAD.encode() + b"start.rain = 0"),
}

# Wrong types for every key of a scenario.
WRONG_TYPES = {
    "schema": ("true", '"1"', "[]", "{}", "2"), "game": ("1", "[]", "{}", "true"), "title": ("1", "[]", "{}"),
    "edition": ("1", "[]", "{}"), "rulings": ("1", "[]", '"x"'), "deal": ("1", "[]", '"x"'), "start": ("1", "[]", '"x"'),
    "expect": ("1", "[]", '"x"'), "rulings.DU-Q1": ("1", "[]", "{}"), "deal.seed": ("true", "[]", "{}"),
    "deal.deck": ("1", '"x"', "{}", "[true]", "[[]]", "[{}]"), "deal.two-dice": ("true", "[[1]]"),
    "start.phase": ("true", "[]", "{}"), "start.turn": ("true", '"1"', "[]"), "start.second": ("true", "[0]"),
    "start.rain": ("1", '"yes"', "[]"), "start.sides": ("1", "{}", '"x"', "[1, 2]", "[[], []]"),
    "start.tracks": ("1", "{}", '["1", 2, 3]'), "start.marks": ("0", "{}"), "start.prize": ("1", "[]"),
    "start.guests": ("1", "[]", "[{}, {}, {}, {}]", '"foil"', "{foil = 1}", "{foil = []}"),
    "start.racks": ("1", "[]", '["foil"]', "{bench = {}}"),
    "start.shown": ("1", "{}", "[true]"), "start.deck": ("1", '"x"', "[true]"), "expect.verdict": ("1", "[]"),
    "expect.grade": ("1", "[]"), "expect.grade.won": ("1", '"yes"'),
}


def make(folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Make the files; the name, the code to expect and the path of each."""
    os.mkfifo(folder / "fifo.toml")
    (folder / "deep.toml").write_text("a = " + "[" * 9 + "]" * 9)
    (folder / "many.toml").write_text(EDITION.replace("foil = 5", "foil = 13"))
    heirs = {"of-itself": "of-itself.toml", "of-a-fifo": "fifo.toml", "of-a-device": "/dev/zero", "of-a-deep-one": "deep.toml"}
    for name, base in heirs.items():
        (folder / f"{name}.toml").write_text(HEIR.format(base))
    changes = "".join(f'{key} = {{ change."x\\u202e".x.x.x = 1, status = "stated", why = "x" }}\n' for key in ("worth", "cards"))
    (folder / "changes.toml").write_text(HEIR.format("plain") + changes)
    (folder / "gap.toml").write_text(EDITION.replace(", fool = 0 }", " }"))
    (folder / "none-left.toml").write_text(EDITION.replace("{ foil = 5, rapier = 4, sabre = 2, fool = 1 }", "{}"))
    (folder / "a-folder.toml").mkdir()
    (folder / "loop.toml").symlink_to(folder / "loop.toml")
    (folder / "to-a-fifo.toml").symlink_to(folder / "fifo.toml")
    (folder / "zero.toml").symlink_to("/dev/zero")
    with (folder / "sparse.toml").open("wb") as file:
        file.truncate(2**40)
    for name, code in (("fifo", "DB103"), ("a-folder", "DB103"), ("loop", "DB102"), ("to-a-fifo", "DB103"), ("zero", "DB103"),
                       ("sparse", "DB104"), ("none", "DB101"), ("x" * 300, "DB102")):
        yield name, code, folder / f"{name}.toml"
    for name, (code, data) in BYTES.items():
        path = folder / f"{name}.toml"
        path.write_bytes(data)
        yield name, code, path
    for key, values in WRONG_TYPES.items():
        for number, value in enumerate(values):
            path = folder / f"wrong-{key}-{number}.toml"
            head = "\n".join(line for line in HEAD.splitlines() if not line.startswith(f"{key} "))
            path.write_text(f"{head}\n{key} = {value}\n")
            yield path.stem, {"schema": "DB210", "deal.seed": "DB205"}.get(key, "DB203"), path


def outcome(path: Path) -> str:
    """The code that loading ends in; "" for a file that is fine."""
    try:
        scenario = load_scenario(path, {"duel": game})
        tapes(game, scenario.deal, start_state(scenario))
    except BadInput as error:
        for problem in error.problems:
            assert str(problem).isprintable(), repr(str(problem))
        return error.code
    return ""


if __name__ == "__main__":
    for name, _, path in make(Path(sys.argv[1])):
        print(name, outcome(path), flush=True)
