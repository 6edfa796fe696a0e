"""The import table: which part of the library may import which, as data, and a walk over the source that checks it.

A part is a module or a package right below ``cdpwebai``; the command line is the part ``cli``. A part imports only from
parts with a smaller row, and besides only what its ``also`` names. ``unit/test_layers.py`` runs the walk over our tree
and over made-up trees that break each rule once.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

__all__ = ["LAYERS", "Import", "Layer", "imports", "modules", "violations"]


@dataclass(frozen=True)
class Layer:
    """One row: its height, the third-party packages it may use, and the parts or modules it may import besides."""

    row: int
    third_party: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()


def _layer(row: int, third_party: str = "", *, also: tuple[str, ...] = ()) -> Layer:
    return Layer(row, frozenset(third_party.split()), also)


# msgspec is wherever a record is declared, or made into JSON.
LAYERS: dict[str, Layer] = {
    "errors": _layer(0),
    "verdict": _layer(0, "msgspec"),
    "records": _layer(0, "msgspec", also=("cdpwebai.errors", "cdpwebai.verdict")),
    "wire": _layer(1, "msgspec"),
    "context": _layer(1, "pathspec"),
    "transport": _layer(2, "trio websockets msgspec"),
    "trace": _layer(2, "trio msgspec", also=("cdpwebai.transport.base",)),
    "cdp": _layer(3, "trio msgspec"),
    "browser": _layer(3, "trio platformdirs", also=("cdpwebai.cdp",)),
    "page": _layer(4, "trio msgspec"),
    "providers": _layer(5, "msgspec markdownify"),
    "flows": _layer(6, "trio msgspec"),
    "store": _layer(6, "trio msgspec"),
    "api": _layer(7, "trio msgspec", also=("cdpwebai.demosite", "cdpwebai.testing")),
    "": _layer(8),  # cdpwebai/__init__.py, the public face
    "mcp": _layer(9, "mcp anyio pydantic trio msgspec"),  # the SDK stands on the second and third
    "cli": _layer(9, "click rich trio msgspec", also=("cdpwebai.mcp", "cdpwebai.demosite", "cdpwebai.testing")),
    # beside the house: a site to talk to, and helpers for tests
    "demosite": _layer(1, "trio h11 msgspec cryptography"),
    "testing": _layer(8, "trio pytest", also=("cdpwebai.demosite",)),
}

ASIDE = ("demosite", "testing")
"""No row of the house stands on these; who may import them all the same says so in its ``also``."""

LAZY = {("cli", "mcp"), *(("api", part) for part in ASIDE)}
"""Imports that must be inside a function, so that nobody pays for them who does not use them."""

STDLIB_OF = {"sqlite3": "store"}
"""Modules of the standard library that belong to one part."""

IMPURE = frozenset(
    {"trio", "time", "datetime", "os", "pathlib", "socket", "subprocess", "threading", "random", "builtins"}
)
"""What a pure module may not import: no clock, no files, no sockets, no dice. ``builtins``: ``TOUCHES``."""

TOUCHES = frozenset({"open", "input", "print"})
"""Functions that reach out of a module without any import."""

SAYS_PURE = re.compile(r"\bRow \d+[,:] pure\b(?! apart)")
"""How a module's docstring says that it is pure; one that says so is held to it."""

PURE = (
    "cdpwebai.errors",
    "cdpwebai.verdict",
    "cdpwebai.records",
    "cdpwebai.wire",
    *(f"cdpwebai.trace.{name}" for name in ("format", "shapes", "redact", "secret_text", "looks", "show")),
    *(f"cdpwebai.trace.{name}" for name in ("score", "recall", "player")),
    "cdpwebai.cdp.command",
    "cdpwebai.cdp.domains",
    *(f"cdpwebai.store.{name}" for name in ("states", "choice", "ages")),
    "cdpwebai.context.packing",
)
"""Pure modules and packages, beside each ``flows.plan_*`` and each that says so itself."""


@dataclass(frozen=True)
class Import:
    """``module`` imports ``target`` at ``line``, inside a function or not."""

    module: str
    target: str
    line: int
    lazy: bool

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}"


@dataclass
class _Walk(ast.NodeVisitor):
    module: str
    package: str
    modules: Collection[str]
    found: list[Import] = field(default_factory=list[Import])
    depth: int = 0

    def _add(self, target: str, line: int) -> None:
        self.found.append(Import(self.module, target, line, lazy=self.depth > 0))

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._add(alias.name, node.lineno)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = resolve_name("." * node.level + (node.module or ""), self.package) if node.level else node.module or ""
        for alias in node.names:
            if base == "pathlib" and alias.name.startswith("Pure"):
                continue  # a path as words: no file is touched
            name = f"{base}.{alias.name}"
            self._add(name if name in self.modules else base, node.lineno)

    def visit_Call(self, node: ast.Call) -> None:
        dynamic = ast.unparse(node.func) in {"import_module", "importlib.import_module", "__import__"}
        if dynamic and node.args and isinstance(node.args[0], ast.Constant):
            self._add(str(node.args[0].value), node.lineno)
        if isinstance(node.func, ast.Name) and node.func.id in TOUCHES:
            self._add(f"builtins.{node.func.id}", node.lineno)
        self.generic_visit(node)

    def _enter(self, node: ast.AST) -> None:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._enter(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._enter(node)


def modules(root: Path) -> dict[str, Path]:
    """Every module of ours below ``root``/cdpwebai and ``root``/cli/cdpwebai_cli, by its dotted name."""
    found: dict[str, Path] = {}
    for base, package in ((root, "cdpwebai"), (root / "cli", "cdpwebai_cli")):
        for path in sorted(base.glob(f"{package}/**/*.py")):
            found[".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def imports(sources: dict[str, Path]) -> Iterator[Import]:
    """Every import in them, ``import_module("...")`` of a literal name included."""
    for name, path in sources.items():
        package = name if path.stem == "__init__" else name.rpartition(".")[0]
        walk = _Walk(name, package, sources.keys())
        walk.visit(ast.parse(path.read_text(encoding="utf-8")))
        yield from walk.found


def _part(module: str) -> str | None:
    """The part that a module belongs to, None when it is not ours."""
    top, *rest = module.split(".")
    if top == "cdpwebai_cli":
        return "cli"
    return None if top != "cdpwebai" else rest[0] if rest else ""


def violations(root: Path) -> list[str]:
    """Each import that breaks the table and each module that has no row in it, a sentence each."""
    sources = modules(root)
    unknown = sorted({part for name in sources if (part := _part(name)) is not None} - LAYERS.keys())
    problems = [f"cdpwebai.{part} has no row in the table" for part in unknown]
    for one in imports(sources):
        if _part(one.module) in LAYERS:
            problems += [f"{one}: {why}" for why in _reasons(one, sources)]
    return problems


def _reasons(one: Import, sources: dict[str, Path]) -> Iterator[str]:
    target = _part(one.target)
    yield from _third_party(one) if target is None else _own(one, target)
    if _is_pure(one.module, sources) and one.target.split(".")[0] in IMPURE:
        yield "a pure module has no clock, no files and no sockets"
    for kind in (_provider, _driver):
        mine, other = kind(one.module, sources), kind(one.target, sources)
        if mine and other and mine != other:
            yield f"no {kind.__name__.strip('_')} imports another"


def _is_pure(module: str, sources: dict[str, Path]) -> bool:
    known = module.startswith("cdpwebai.flows.plan_") or any(_below(module, pure) for pure in PURE)
    return known or SAYS_PURE.search(_docstring(sources[module])) is not None


@cache
def _docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def _below(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _third_party(one: Import) -> Iterator[str]:
    part = _part(one.module) or ""
    top = one.target.split(".")[0]
    if top in sys.stdlib_module_names:
        if STDLIB_OF.get(top, part) != part:
            yield f"{top} belongs to {STDLIB_OF[top]}"
    elif top not in LAYERS[part].third_party:
        yield f"{top} is not among the third-party packages of {part or 'the public face'}"


def _own(one: Import, target: str) -> Iterator[str]:
    part = _part(one.module) or ""
    if target == part:
        return
    if any(_below(one.target, name) for name in LAYERS[part].also):
        if (part, target) in LAZY and not one.lazy:
            yield f"{part} imports {target} only inside a function"
    elif target in ASIDE:
        yield f"{target} is imported by the command line and the api alone"
    elif target not in LAYERS:
        yield f"cdpwebai.{target} has no row in the table"
    elif LAYERS[target].row >= LAYERS[part].row:
        other = f"{target or 'the face'} is {LAYERS[target].row}"
        yield f"row {LAYERS[part].row} imports from smaller rows only, and {other}"


def _provider(module: str, sources: dict[str, Path]) -> str:
    """The provider's folder that the module is in: "chatgpt". What the providers share lies in no folder."""
    parts = module.split(".")[:3]
    path = sources.get(".".join(parts))
    return parts[2] if parts[:2] == ["cdpwebai", "providers"] and path and path.stem == "__init__" and parts[2:] else ""


def _driver(module: str, sources: dict[str, Path]) -> str:
    """The flow driver that the module is: "send", when there is a ``plan_send`` beside it."""
    name = module.removeprefix("cdpwebai.flows.")
    return name if f"cdpwebai.flows.plan_{name}" in sources else ""
