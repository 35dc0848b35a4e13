"""Writes the pages that are made from the source: `commands.md` from the help, `api.md` from the docstrings of the public API,
`examples.md` from the scripts beside them, `json.md` and the schemas from the classes of answers.

`make docs` runs it; a test compares what is committed with what it would write.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_type_hints

import attrs
import typer

import verifier
import verifier.api
import verifier.cli
from verifier.cli.app import PANELS, commands
from verifier.cli.app import command as command_line
from verifier.report import json as as_json
from verifier.report.formats import kinds
from verifier.report.schema import schema_of

HERE = Path(__file__).parent
NOTE = "<!-- Made from the source by `make docs`: change it there. -->"
COMMON = ("--json", "--html", "--force", "--engine", "--seconds", "--states", "--memory")
LEAVE_OUT = ("--help",)


# -- commands -------------------------------------------------------------------------------------------------------------------


def commands_page() -> str:
    """Every command with its arguments and options, as its help says them."""
    group: Any = command_line()
    parts = ["# Commands", NOTE,
             "`make install` puts the command into `.venv/bin/daybreak`. `daybreak COMMAND --help` prints the same text.",
             "## Which command takes which option", _common(group),
             "Progress goes to stderr, and only to a terminal. `NO_COLOR` is respected. A limit ends the work with a valid "
             "partial answer, and the exit code says so. An existing file is replaced only with `--force`.",
             "## Exit codes", _exit_codes()]
    for panel in PANELS:
        parts.append(f"## {panel}")
        for name, command in commands(group):
            if (command.rich_help_panel if " " not in name else group.commands[name.split()[0]].rich_help_panel) == panel:
                parts += _command(name, command)
    return "\n\n".join(parts) + "\n"


def _common(group: Any) -> str:
    rows = [f"| command | {' | '.join(f'`{name}`' for name in COMMON)} |", f"|---|{'---|' * len(COMMON)}"]
    for name, command in commands(group):
        known = {text for parameter in command.params for text in parameter.opts}
        link = f"#daybreak-{name.replace(' ', '-')}"
        rows.append(f"| [`{name}`]({link}) | {' | '.join('yes' if each in known else '' for each in COMMON)} |")
    return "\n".join(rows)


def _exit_codes() -> str:
    return "\n".join(line for line in (verifier.cli.__doc__ or "").splitlines() if line.startswith("|"))


def _command(name: str, command: Any) -> list[str]:
    context = typer.Context(command, info_name=name)
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option" and not each.hidden
               and not set(each.opts) & set(LEAVE_OUT)]
    usage = " ".join(["daybreak", name, *map(_placeholder, arguments), *(["[OPTIONS]"] if options else [])])
    parts = [f"### daybreak {name}", f"```\n{usage}\n```", _markdown(command.help)]
    if arguments:
        parts.append(_table("argument", [(_placeholder(each), _markdown(each.help or "")) for each in arguments]))
    if options:
        parts.append(_table("option", [_option(each, context) for each in options]))
    return parts


def _placeholder(argument: Any) -> str:
    name = (argument.metavar or argument.name.upper()).strip("[]{}.") + ("..." if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _option(option: Any, context: Any) -> tuple[str, str]:
    """How the help writes an option, and what it says of it."""
    flags, text = option.get_help_record(context)
    return flags.strip(), _markdown(" ".join(text.split()))


def _table(head: str, rows: list[tuple[str, str]]) -> str:
    return "\n".join([f"| {head} | |", "|---|---|", *(f"| `{_cell(name)}` | {_cell(text)} |" for name, text in rows)])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _markdown(text: str) -> str:
    """Help as Markdown: options as code where they are not code already, stars as they are."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [re.sub(r"(?<![\w-])(--?[a-z][\w-]*)(?![\w-])", r"`\1`", part) for part in parts[::2]]
    return "".join(part if index % 2 else part.replace("*", "\\*").replace("<", "&lt;")
                   for index, part in enumerate(re.split(r"(`[^`]*`)", "".join(parts))))


# -- the API --------------------------------------------------------------------------------------------------------------------


def api_page() -> str:
    """Every public name with its signature and docstring, then the answers that the functions return."""
    names = {name: getattr(verifier, name) for name in verifier.__all__}
    functions = {name: each for name, each in names.items() if inspect.isfunction(each)}
    classes = {name: each for name, each in names.items() if inspect.isclass(each)}
    parts = ["# The Python API", NOTE, _docstring(verifier.api), "## Functions"]
    for name, function in functions.items():
        parts += [f"### {name}", f"```python\n{_signature(name, function)}\n```", _docstring(function)]
    parts.append("## Classes")
    for name, kind in classes.items():
        parts += [f"### {name}", _docstring(kind), *_members(kind)]
    parts += ["## Answers", "What the functions return. The fields of an answer are frozen data; `to_dict()` gives what the "
              "command prints with `--json`."]
    returned = (get_type_hints(function)["return"] for function in functions.values())
    answers = dict.fromkeys(kind for kind in returned if hasattr(kind, "to_json"))
    parts += ["### Every answer", *_members(next(iter(answers)).__mro__[1])]
    for kind in answers:
        parts += [f"### {kind.__name__}", _docstring(kind), *_members(kind, inherited=False)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _signature(name: str, function: Any) -> str:
    signature = inspect.signature(function)
    parts, keyword_only = [], False
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not keyword_only:
            parts.append("*")
            keyword_only = True
        parts.append(each.name if each.default is each.empty else f"{each.name}={_default(each.default)}")
    return f"{name}({', '.join(parts)}) -> {getattr(signature.return_annotation, '__name__', signature.return_annotation)}"


def _default(value: Any) -> str:
    return str(getattr(value, "value", value)) if not isinstance(value, str) else f'"{value}"'


def _members(kind: Any, *, inherited: bool = True) -> Iterator[str]:
    if attrs.has(kind):
        attrs.resolve_types(kind)
        yield _rows("field", [(each.name, _type(each.type)) for each in attrs.fields(kind) if not each.name.startswith("_")])
    elif issubclass(kind, str):
        yield _rows("value", [(str(each), "a proof" if each.is_proof else "") for each in kind])
    methods = [(f"{name}{_short(member)}", (inspect.getdoc(_function(member)) or "").split("\n\n")[0])
               for name, member in (inspect.getmembers_static(kind) if inherited else kind.__dict__.items())
               if not name.startswith("_") and _function(member) is not None and getattr(_function(member), "__doc__", None)
               and _function(member).__module__.startswith("verifier")]
    if methods:
        yield _rows("method or property", methods)


def _function(member: Any) -> Any:
    return member.fget if isinstance(member, property) else member if inspect.isfunction(member) else None


def _short(member: Any) -> str:
    if isinstance(member, property):
        return ""
    return f"({', '.join(name for name in inspect.signature(member).parameters if name != 'self')})"


def _type(kind: Any) -> str:
    text = kind.__name__ if inspect.isclass(kind) else str(kind)
    return f"`{re.sub(r'(typing|collections[.]abc|verifier)[.]([a-z_]+[.])*', '', text)}`"


def _rows(head: str, rows: list[tuple[str, str]]) -> str:
    return "\n".join([f"| {head} | |", "|---|---|", *(f"| `{_cell(name)}` | {_cell(text)} |" for name, text in rows)])


def _docstring(thing: Any) -> str:
    """A docstring with its examples as listings."""
    found, listing = [], False
    for line in (inspect.getdoc(thing) or "").splitlines():
        if line.startswith(">>>") and not listing:
            found.append("```pycon")
            listing = True
        elif listing and not line:
            found.append("```")
            listing = False
        found.append(line)
    return "\n".join([*found, *(["```"] if listing else [])])


# -- examples -------------------------------------------------------------------------------------------------------------------


def examples_page() -> str:
    """Every file of `docs/examples`, with what it says of itself first."""
    parts = ["# Examples", NOTE, "Scripts that use nothing but [the public API](api.md) and the standard library. They lie in "
             "`docs/examples/`, and the tests run them. In a notebook an answer displays itself; `to_dict()` gives plain data."]
    for path in sorted((HERE / "examples").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        parts += [f"## {path.name}", f"```python\n{text.strip()}\n```"]
    return "\n\n".join(parts) + "\n"


# -- JSON -----------------------------------------------------------------------------------------------------------------------


def json_page() -> str:
    """The keys of every answer, from the classes that they are made from."""
    parts = ["# JSON of the answers", NOTE, (inspect.getdoc(as_json) or "").split("\n", 1)[0],
             (inspect.getdoc(as_json) or "").split("\n\n", 1)[1],
             "`solve` and `find readings` print `results`, a list of such objects, even if there is only one. In Python "
             "`answer.to_json()` writes the object, `load_result(text)` reads it, and `to_rows()` makes a table of it."]
    for command in kinds():
        schema = schema_of(command)
        parts += [f"## {command}", f"[Schema](schemas/{command}.json).", schema["description"],
                  _rows("key", [(name, _kind(value)) for name, value in schema["properties"].items()])]
    return "\n\n".join(parts) + "\n"


def _kind(value: dict[str, Any]) -> str:
    """What a value is, in a few words: the classes that are named have a section in the schema."""
    if "const" in value:
        return f"`{value['const']}`"
    if "anyOf" in value:
        return " or ".join(_kind(each) for each in value["anyOf"])
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if "$ref" in value:
        return value["$ref"].rpartition("/")[2]
    if value.get("type") == "array":
        return f"list of {_kind(value['items'])}" if "items" in value else "list"
    kind = value.get("type", "any value")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def schema_page(command: str) -> str:
    """The JSON Schema of the answers of a command."""
    return json.dumps(schema_of(command), indent=1) + "\n"


PAGES = {"commands.md": commands_page, "api.md": api_page, "examples.md": examples_page, "json.md": json_page,
         **{f"schemas/{command}.json": partial(schema_page, command) for command in kinds()}}


def main() -> None:
    """Write every page that is not as it should be."""
    for name, made in PAGES.items():
        path, text = HERE / name, made()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"docs/{name}")


if __name__ == "__main__":
    main()
