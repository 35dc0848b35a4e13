"""ARCHITECTURE.md says what may import what; this reads its table and every import of the project."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest
from attrs import frozen

from verifier.run.emit import KERNELS, kernel_source

ROOT = Path(__file__).parents[2]
OURS = {"verifier": ROOT, "daybreak_games": ROOT / "models"}  # each package by the folder that it is in
EVERYWHERE = {"attrs"}
CERTIFICATE = "verifier.certificate"
SLOW = {"cattrs", "hypothesis", "llvmlite", "multiprocessing", "networkx", "numpy", "rich", "z3"}  # see ARCHITECTURE.md
NOT_EVERYWHERE = {"dask", "distributed", "pyarrow", "resource"}


@frozen
class Import:
    """One import: the module that has it, what it names, whether it runs while the module is loaded, or is for types alone.

    `may_be` says that it is one of several that a text can name.
    """

    module: str
    named: str
    at_load: bool
    for_types: bool = False
    may_be: bool = False


@frozen
class Allowed:
    """A row of the table."""

    ours: frozenset[str]
    others: frozenset[str]


def part_of(module: str) -> str:
    """`verifier.search.graph` belongs to `search`, a game to `daybreak_games`, the package's own `__init__` to `verifier`."""
    names = module.split(".")
    return names[1] if names[0] == "verifier" and len(names) > 1 else names[0]


@cache
def table() -> dict[str, Allowed]:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(?:verifier/)?([\w/<>]+?)(?:\.py|/)?` \| [^|]* \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
    found: dict[str, Allowed] = {}
    for name, ours, others in rows:
        part = "daybreak_games" if name.startswith("models") else name
        inner = frozenset(found) if ours == "all of the above" else frozenset(re.findall(r"`(\w+)`", ours))
        found[part] = Allowed(inner, frozenset(others.replace("nothing", "").replace(",", " ").split()))
    return found


@cache
def modules() -> dict[str, Path]:
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
            for package, root in OURS.items() for path in sorted((root / package).rglob("*.py"))}


@cache
def imports() -> tuple[Import, ...]:
    return tuple(each for name, path in modules().items() for each in _imports(name, ast.parse(path.read_text("utf-8"))))


def _imports(module: str, tree: ast.Module) -> Iterator[Import]:
    types = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    typed = {id(inner) for node in types for inner in ast.walk(node)}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    later = typed | {id(inner) for node in functions for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            named = _named_by_text(node.args[0], tree)
            assert named, f"{module}: what is imported by import_module({ast.unparse(node.args[0])})?"
            yield from (Import(module, each, id(node) not in later, may_be=len(named) > 1) for each in named)
        elif isinstance(node, ast.Import):
            yield from (Import(module, alias.name, id(node) not in later, id(node) in typed) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, f"{module}: relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield Import(module, inner if inner in modules() else node.module, id(node) not in later, id(node) in typed)


def _named_by_text(name: ast.expr, tree: ast.Module) -> list[str]:
    """The modules that `import_module` may be asked for: by a text, by how a text begins, or by any that the file names."""
    if isinstance(name, ast.Constant):
        return [str(name.value)]
    if isinstance(name, ast.JoinedStr):
        begins = name.values[0].value if isinstance(name.values[0], ast.Constant) else ""
        return [each for each in modules() if each.startswith(str(begins))] if begins else []
    texts = {str(node.value).split(":")[0] for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return sorted(texts & modules().keys() - {"verifier"})


@pytest.mark.parametrize(("source", "named"), [
    ("import_module('verifier.report.json')", {"verifier.report.json"}),
    ("import importlib\ndef later():\n    importlib.import_module(f'verifier.report.text.{name}')", {
        name for name in modules() if name.startswith("verifier.report.text.")}),
    ("WAYS = {'best': 'verifier.search.best:solve_best'}\nimport_module(WAYS[name].split(':')[0])", {"verifier.search.best"}),
])
def test_a_module_that_is_named_by_a_text_is_imported(source: str, named: set[str]) -> None:
    found = list(_imports("verifier.results.any", ast.parse(source)))
    assert named <= {each.named for each in found} and any(name.startswith("verifier.") for name in named)
    for unknown in ("import_module(name)", "import_module(f'{name}.text')"):
        with pytest.raises(AssertionError, match="what is imported"):
            list(_imports("verifier.results.any", ast.parse(unknown)))


def test_the_table_has_every_part() -> None:
    parts = {part_of(name) for name in modules()} - {"verifier"}
    assert parts == set(table())


@pytest.mark.parametrize("part", sorted({part_of(name) for name in modules()} - {"verifier"}))
def test_a_part_imports_what_the_table_allows(part: str) -> None:
    allowed = table()[part]
    ours = {each for each in imports() if part_of(each.module) == part and each.named.split(".")[0] in OURS}
    strange = {(each.module, each.named) for each in ours
               if part_of(each.named) not in {part, "verifier"} | allowed.ours}
    assert not strange
    others = {(each.module, each.named) for each in imports()
              if part_of(each.module) == part and each not in ours and each.named.split(".")[0] not in sys.stdlib_module_names}
    everywhere = set() if part == part_of(CERTIFICATE) else EVERYWHERE
    assert not {(module, named) for module, named in others if named.split(".")[0] not in allowed.others | everywhere}


def test_the_engine_knows_no_game() -> None:
    assert not [each for each in imports() if part_of(each.named) == "daybreak_games" != part_of(each.module)]


def test_only_the_graphs_import_networkx() -> None:
    found = {each for each in imports() if each.named.split(".")[0] == "networkx"}
    graphs = {each for each in found if each.module.startswith("verifier.search.graph")}
    assert graphs
    assert all(part_of(each.module) == "daybreak_games" and not each.at_load for each in found - graphs)


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions count, too, but those of the command and of the public names; what only types need does not."""
    graph = nx.DiGraph((each.module, each.named) for each in imports() if each.named in modules() and not each.for_types
                       and (each.at_load or part_of(each.module) not in ("cli", "verifier")))
    assert [sorted(members) for members in nx.strongly_connected_components(graph) if len(members) > 1] == []
    parts = nx.DiGraph((part_of(one), part_of(other)) for one, other in graph.edges if part_of(one) != part_of(other))
    assert [sorted(members) for members in nx.strongly_connected_components(parts) if len(members) > 1] == []


def test_the_parts_of_the_symbolic_run_build_on_each_other() -> None:
    """Rules are lifted, proofs are of what is lifted, products of proofs, and what is found is found with all of them."""
    order = ("lift", "prove", "product", "find")
    inner = [(each.module.split(".")[2], each.named.split(".")[2]) for each in imports() if each.module.count(".") > 2
             and each.module.startswith("verifier.symbolic.") and each.named.startswith("verifier.symbolic.")]
    known = [(one, other) for one, other in inner if one in order and other in order]
    assert {one for one, _ in known} == set(order)
    assert [(one, other) for one, other in known if order.index(other) > order.index(one)] == []


def test_commands_ask_the_public_functions() -> None:
    """Words, defaults and progress apart."""
    asked = {(each.module.split(".")[-1], each.named.split(".")[2]) for each in imports() if part_of(each.module) == "cli"
             and each.named.startswith("verifier.analysis.")}
    assert {(module, named) for module, named in asked if named not in ("choices", "defaults", "progress")} == set()
    public = {each.module for each in imports() if part_of(each.module) == "cli" and part_of(each.named) == "api"}
    assert {f"verifier.cli.{name}" for name in ("check", "replay", "review", "solve", "winnability")} <= public


def test_searches_are_written_against_the_protocol_of_a_backend() -> None:
    named = {each.named for each in imports() if part_of(each.module) == "search"}
    assert "verifier.run.backend" in named and "verifier.run.native" not in named


@cache
def at_load() -> nx.DiGraph:
    """Which module loads which."""
    return nx.DiGraph((each.module, each.named) for each in imports() if each.at_load)


@cache
def slow_libraries(module: str) -> frozenset[str]:
    """Which of the slow libraries are loaded with a module."""
    reached = {module, *(nx.descendants(at_load(), module) if module in at_load() else ())}
    return frozenset(name.split(".")[0] for name in reached) & SLOW


def test_kernels_that_are_put_together_have_names_of_their_own() -> None:
    """They become one module, in which the last of several functions of one name would be called by all."""
    names = [node.name for kernel in KERNELS for node in ast.walk(ast.parse(kernel_source(kernel)))
             if isinstance(node, ast.FunctionDef)]
    assert len(names) > 100 and [each for each in set(names) if names.count(each) > 1] == []


def test_an_import_inside_a_function_spares_the_rest_a_slow_library() -> None:
    """Outside the command: a slow library, a module that brings one its importer does without, or what not every system has."""
    inside = [each for each in imports() if not each.at_load and not each.for_types and not each.may_be
              and part_of(each.module) not in ("cli", "verifier", "daybreak_games")]
    assert len(inside) > 50
    idle = {(each.module, each.named) for each in inside if each.named.split(".")[0] not in SLOW | NOT_EVERYWHERE
            and not slow_libraries(each.named) - slow_libraries(each.module)}
    assert idle == set()


def test_solving_does_without_networkx_and_z3() -> None:
    program = ("import sys; from verifier.cli import main; "
               "main(['solve', 'scenarios/until-dawn/reshuffle.toml', '--engine', 'interpreted']); "
               "print([name for name in ('networkx', 'z3') if name in sys.modules], file=sys.stderr)")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stderr.strip() == "[]"
