"""Reading untrusted files: every limit at n and n + 1, every kind of file that is not one, every hidden character."""

import os
import socket
import sys
from io import BytesIO
from pathlib import Path

import pytest

from verifier.document.limits import LEDGER, SCENARIO, Limits, _at_most, parse_document, read_document
from verifier.errors import EXIT_BAD_INPUT, BadInput
from verifier.visible import shown, visible


def refused(data: bytes | str) -> str:
    """The codes of the problems that a document is refused for."""
    with pytest.raises(BadInput) as caught:
        parse_document(data.encode() if isinstance(data, str) else data, "x.toml")
    assert caught.value.exit_code == EXIT_BAD_INPUT
    return " ".join(sorted({problem.code for problem in caught.value.problems}))


def accepted(data: str) -> dict[str, object]:
    return parse_document(data.encode(), "x.toml")


def padded(size: int) -> str:
    """A document of a size, within every other limit."""
    line = "#" + "x" * 98 + "\n"
    return line * (size // 100) + "#" * (size % 100)


# the file


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^DB101 there is no such file @ .*none\.toml"):
        read_document(tmp_path / "none.toml")


def test_a_file_under_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="DB101"):
        read_document(tmp_path / "file" / "x.toml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("")
    path.chmod(0)
    with pytest.raises(BadInput, match="DB102"):
        read_document(path)


def test_an_error_while_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.toml"
    path.write_text("")

    def fails(*_: object) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "open", fails)
    with pytest.raises(BadInput, match="DB102 the file cannot be read: Input/output error"):
        read_document(path)


def test_a_symlink_loop(tmp_path: Path) -> None:
    (tmp_path / "a.toml").symlink_to(tmp_path / "b.toml")
    (tmp_path / "b.toml").symlink_to(tmp_path / "a.toml")
    with pytest.raises(BadInput, match="DB102"):
        read_document(tmp_path / "a.toml")


def test_a_symlink_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("a = 1\n")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.toml")
    assert read_document(tmp_path / "link.toml") == {"a": 1}


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="DB102"):
        read_document(tmp_path / ("x" * 5000 + ".toml"))


def test_a_name_with_a_nul_or_undecodable_bytes() -> None:
    with pytest.raises(BadInput, match=r"DB102 no file can have this name @ a\\u\{0\}b"):
        read_document(Path("a\0b"))
    with pytest.raises(BadInput, match=r"DB102 no file can have this name @ a\\u\{d800\}"):
        read_document(Path("a\ud800"))
    with pytest.raises(BadInput, match=r"DB101 .* a\\u\{dcff\}\\u\{1b\}") as caught:
        read_document(Path("a\udcff\x1b\nb"))
    assert "\n" not in str(caught.value)
    str(caught.value).encode()


def test_a_folder_a_fifo_a_socket_and_a_device_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.toml")
    (tmp_path / "linked.toml").symlink_to(tmp_path / "fifo.toml")
    with socket.socket(socket.AF_UNIX) as end:
        here = os.getcwd()
        try:
            os.chdir(tmp_path)  # the name of a socket may be no longer than a hundred characters
            end.bind("socket.toml")
        finally:
            os.chdir(here)
        cases = [(tmp_path, "a folder"), (tmp_path / "fifo.toml", "a FIFO"), (tmp_path / "linked.toml", "a FIFO"),
                 (tmp_path / "socket.toml", "a socket"), (Path("/dev/zero"), "a device"), (Path("/dev/null"), "a device")]
        for path, what in cases:
            with pytest.raises(BadInput, match=f"DB103 expected a regular file, this is {what}"):
                read_document(path)


def test_a_fifo_that_takes_the_place_of_the_file_before_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "x.toml").write_text("")
    status = os.stat(tmp_path / "x.toml")
    monkeypatch.setattr(os, "stat", lambda _: status)
    with pytest.raises(BadInput, match="DB103"):
        read_document(tmp_path / "fifo")


def test_a_short_read_is_not_the_end() -> None:
    class Slow(BytesIO):
        """Gives two bytes at a time, as a file on a network may."""

        def read(self, count: int | None = -1, /) -> bytes:
            return super().read(min(count or 0, 2))

    assert _at_most(Slow(b"abcdefg"), 5) == b"abcde"
    assert _at_most(Slow(b"abcdefg"), 50) == b"abcdefg"


def test_an_endless_file_is_read_no_further_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "sparse.toml"
    with path.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(BadInput, match="DB104"):
        read_document(path)


# before parsing


def test_size() -> None:
    assert accepted(padded(SCENARIO.bytes_most)) == {}
    assert refused(padded(SCENARIO.bytes_most + 1)) == "DB104"


def test_size_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(padded(SCENARIO.bytes_most))
    assert read_document(path) == {}
    path.write_text(padded(SCENARIO.bytes_most + 1))
    with pytest.raises(BadInput, match=r"DB104 the file is larger than 65536 bytes @ .*x\.toml"):
        read_document(path)


@pytest.mark.parametrize("data", [b'a = "\xff"', b'a = "\xc0\x80"', b'a = "\xed\xa0\x80"', b"\xff\xfea\x00", b'a = "\xe2\x82'])
def test_strict_utf_8(data: bytes) -> None:
    assert refused(data) == "DB105"


@pytest.mark.parametrize("character", [*map(chr, range(9)), "\x0b", "\x0c", "\r", "\x0e", "\x1b", "\x1f", "\x7f"])
def test_control_characters(character: str) -> None:
    assert refused(f"# {character}x\n") == "DB106"


def test_tab_newline_and_carriage_return_before_newline_are_fine() -> None:
    assert accepted("a\t=\t1\r\nb = 2\n") == {"a": 1, "b": 2}


def test_number_of_lines() -> None:
    assert accepted("\n" * SCENARIO.lines_most) == {}
    assert accepted("\n" * (SCENARIO.lines_most - 1) + "a = 1") == {"a": 1}
    assert refused("\n" * (SCENARIO.lines_most + 1)) == "DB107"
    assert refused("\n" * SCENARIO.lines_most + "a = 1") == "DB107"


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
@pytest.mark.parametrize("letter", ["x", "é", "😀"])
def test_length_of_a_line(letter: str, ending: str) -> None:
    assert accepted("#" + letter * (SCENARIO.line_characters_most - 1) + ending) == {}
    assert refused("#" + letter * SCENARIO.line_characters_most + ending) == "DB108"


def test_every_bad_line_is_told() -> None:
    with pytest.raises(BadInput) as caught:
        parse_document(("#" * 1001 + "\n\x00\n" + "#" * 1002 + "\n").encode(), "x.toml")
    assert [problem.path for problem in caught.value.problems] == ["x.toml:1", "x.toml:2", "x.toml:3"]


def test_nesting_of_brackets() -> None:
    most = SCENARIO.brackets_most
    assert refused("a = " + "[" * most + "]" * most) == "DB112"  # read, and then nested too deeply
    assert refused("a = " + "[" * (most + 1) + "]" * (most + 1)) == "DB109"
    assert refused("a = " + "{a = " * (most + 1) + "1" + "}" * (most + 1)) == "DB109"
    assert refused("a = " + "[" * 900) == "DB109"
    assert refused("a = [\n" + "[\n" * 1_000) == "DB109"


@pytest.mark.parametrize("text", [
    "# {0}", 'a = "{0}"', "a = '{0}'", 'a = """{0}"""', "a = '''{0}'''", 'a = "\\"{0}"', 'a = """x"{0}\\""""{1}',
    'a = """x\n{0}\n"""', 'a = """x""{0}"""', "a = '''x''{0}'''", 'a = """"{0}"""', '"{0}" = 1', "'{0}' = 1",
])
def test_brackets_and_dots_in_strings_and_comments_do_not_count(text: str) -> None:
    assert set(accepted(text.format("[" * 50 + "." * 50, "" if "{1}" not in text else ""))) <= {"a", "[" * 50 + "." * 50}


@pytest.mark.parametrize("text", [
    'a = [""" """", {0}', "a = [''' '''', {0}", 'a = ["" , {0}', "a = ['', {0}", 'a = ["\\\\", {0}', "a = ['\\', {0}",
    'a = ["""\\"""", {0}"""]]{0}', 'a = """x""""" + {0}',
])
def test_brackets_behind_strings_do_count(text: str) -> None:
    assert refused(text.format("[" * 17)) == "DB109"


@pytest.mark.parametrize("text", [
    'a = "' + "[" * 900, "a = '" + "[" * 900, 'a = """' + "[" * 900, "a = '''" + "[" * 900, 'a = "\\', 'a = """\\', "'", '"',
    '"""', "'''", 'a = """' + '\\"""' * 200,
])
def test_unterminated_strings_end_in_an_error(text: str) -> None:
    assert refused(text) == "DB111"


def test_parts_of_a_dotted_key() -> None:
    most = SCENARIO.key_parts_most
    assert refused(".".join("a" * most) + " = 1") == "DB112"
    assert refused(".".join("a" * (most + 1)) + " = 1") == "DB110"
    assert refused("[" + ".".join("a" * (most + 1)) + "]") == "DB110"
    assert refused("a = {" + ".".join(["'b'"] * (most + 1)) + " = 1}") == "DB110"
    assert refused(" . ".join("a" * (most + 1)) + " = 1") == "DB110"


def test_many_short_dotted_keys_are_fine() -> None:
    assert accepted("a = {" + ", ".join(f"k{index}.v = 1" for index in range(60)) + "}")["a"]


# parsing and after


@pytest.mark.parametrize("text", [
    "a", "a = ", "a = 1\na = 2", "[a]\n[a]", "a = 30 02", '\ufeffa = 1', "a = 1 b = 2", "a = {b = 1,\nc = 2}", "= 1", 'a = "\\q"',
    'a = "\\ud800"', "a = 2020-02-30", "a = 0x", "a = [1, 2", "[[a]", "a.b = 1\na = 2", 'a = "\\U00110000"',
])
def test_what_is_not_toml(text: str) -> None:
    assert refused(text) == "DB111"


def test_a_parser_out_of_stack_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = sys.getrecursionlimit()
    depth = 0
    frame = sys._getframe()
    while frame.f_back:
        frame, depth = frame.f_back, depth + 1
    try:
        sys.setrecursionlimit(depth + 30)
        code = refused("a = " + "[" * 16 + "]" * 16)
    finally:
        sys.setrecursionlimit(limit)
    assert code == "DB111"


def nested(depth: int) -> str:
    return "a = " + "[" * depth + "]" * depth


def test_nesting_of_values() -> None:
    most = SCENARIO.depth_most
    assert accepted(nested(most))
    assert refused(nested(most + 1)) == "DB112"
    assert accepted("[" + ".".join("abcdefgh") + "]\nx = 1")
    assert refused("[" + ".".join("abcdefgh") + "]\nx = []") == "DB112"
    assert accepted("[" + ".".join("abcdefgh") + "]")
    assert refused("[" + ".".join("abcdefghi") + "]") == "DB112"
    assert refused("[[" + ".".join("abcdefgh") + "]]") == "DB112"


def wide(count: int) -> str:
    return "a = [\n" + ("1," * 100 + "\n") * (count // 100) + "1," * (count % 100) + "\n]"


def test_entries_of_a_list() -> None:
    assert len(accepted(wide(SCENARIO.entries_most))["a"]) == SCENARIO.entries_most  # type: ignore[arg-type]
    assert refused(wide(SCENARIO.entries_most + 1)) == "DB113"


def test_entries_of_a_table() -> None:
    def keys(count: int) -> str:
        tables = [", ".join(f"k{index} = 1" for index in range(start, min(start + 60, count))) for start in range(0, count, 60)]
        return "\n".join(f"[t{index}]\na = {{{table}}}" for index, table in enumerate(tables))

    assert accepted(keys(3_000))
    few = Limits(entries_most=3)
    assert parse_document(b"a = 1\nb = 2\nc = 3", "x", few)
    with pytest.raises(BadInput, match="DB113 4 entries"):
        parse_document(b"a = 1\nb = 2\nc = 3\nd = 4", "x", few)


@pytest.mark.parametrize("letter", ["x", "é", "😀"])
def test_length_of_a_string_and_of_a_key(letter: str) -> None:
    most = SCENARIO.string_most
    assert accepted(f'a = "{letter * most}"') == {"a": letter * most}
    assert refused(f'a = "{letter * (most + 1)}"') == "DB114"
    assert accepted(f'"{letter * most}" = 1') == {letter * most: 1}
    assert refused(f'"{letter * (most + 1)}" = 1') == "DB114"


def test_range_of_integers() -> None:
    assert accepted("a = 2147483647\nb = -2147483648") == {"a": 2**31 - 1, "b": -(2**31)}
    assert refused("a = 2147483648") == "DB115"
    assert refused("a = -2147483649") == "DB115"
    assert refused("a = 0x80000000") == "DB115"
    assert refused("a = " + "9" * 990) == "DB115"


def test_an_integer_beyond_what_python_converts() -> None:
    with pytest.raises(BadInput, match="DB111"):
        parse_document(b"a = " + b"9" * 5_000, "x", Limits(line_characters_most=10_000))


@pytest.mark.parametrize("number", ["1.0", "1e3", "nan", "inf", "-inf", "1e400", "+0.0"])
def test_no_floats(number: str) -> None:
    assert refused(f"a = {number}") == "DB116"
    assert refused(f"a = [1, {{b = {number}}}]") == "DB116"


@pytest.mark.parametrize("moment", ["2020-02-03", "12:30:00", "2020-02-03T12:30:00", "2020-02-03T12:30:00Z"])
def test_no_dates(moment: str) -> None:
    assert refused(f"a = {moment}") == "DB117"


def test_everything_wrong_is_told_at_once_with_its_path() -> None:
    with pytest.raises(BadInput) as caught:
        parse_document(b'a = 1.5\n[b]\n"x y" = [1, 2147483648]\nc = 1979-05-27\n', "x.toml", prefix="x.toml:")
    assert [(each.code, each.path) for each in caught.value.problems] == [
        ("DB116", "x.toml:$.a"), ("DB115", 'x.toml:$.b."x y"[1]'), ("DB117", "x.toml:$.b.c")]


def test_ledgers_have_wider_limits() -> None:
    text = "\n" * (SCENARIO.lines_most + 1) + f'a = "{"x" * 3_000}"'
    assert parse_document(text.encode(), "x", LEDGER) == {"a": "x" * 3_000}


# hidden characters


@pytest.mark.parametrize(("text", "seen"), [
    ("\u202e", r"\u{202e}"), ("a\u2066b", r"a\u{2066}b"), ("\x1b[31m", r"\u{1b}[31m"), ("\x9b", r"\u{9b}"), ("\x7f", r"\u{7f}"),
    ("\u200f", r"\u{200f}"), ("\u061c", r"\u{61c}"), ("\u2028", r"\u{2028}"), ("\ufeff", r"\u{feff}"), ("\x00", r"\u{0}"),
    ("\U000e0041", r"\u{e0041}"), ("\ud800", r"\u{d800}"), ("\u00ad", r"\u{ad}"),
    ("plain é 漢字 😀 \t\n", "plain é 漢字 😀 \t\n"),
])
def test_hidden_characters_become_visible(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert visible(visible(text)) == seen


def test_hidden_characters_of_strings_and_keys_become_visible_where_they_enter() -> None:
    read = accepted('"k\\u202e" = ["a\\u001bb", {"\\u200fx" = "\\u0000"}]\nb = "\u202e"')
    assert read == {"k\\u{202e}": ["a\\u{1b}b", {"\\u{200f}x": "\\u{0}"}], "b": "\\u{202e}"}


def test_hidden_characters_in_the_parsers_message() -> None:
    with pytest.raises(BadInput) as caught:
        parse_document("a = \u202e".encode(), "x.toml")
    assert "\u202e" not in str(caught.value)


@pytest.mark.parametrize(("value", "text"), [
    (True, "true"), (False, "false"), (3, "3"), ("a\nb\t", '"a\\nb\\t"'), ([1, 2], "a list of 2"), ({}, "a table"),
    ("x" * 61, '"' + "x" * 60 + '..."'),
])
def test_how_messages_show_values(value: object, text: str) -> None:
    assert shown(value) == text
