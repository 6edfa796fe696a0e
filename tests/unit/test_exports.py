"""``__all__`` of every module is true (each name is there) and complete (each public class and function is in it)."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from tests.layers import modules

SOURCES = modules(Path(__file__).parents[2])


def public_definitions(source: str) -> set[str]:
    """The classes and functions at the top of a module whose names have no underscore in front.

    But not what a command group took by its decorator: the command line reaches it through the group.
    """
    top = ast.parse(source).body
    found = [node for node in top if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]
    return {node.name for node in found if not node.name.startswith("_") and not in_a_group(node)}


def in_a_group(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    names = [ast.unparse(decorator.func) for decorator in node.decorator_list if isinstance(decorator, ast.Call)]
    return any(name.endswith((".command", ".group")) and not name.startswith("click.") for name in names)


def only_a_docstring(source: str) -> bool:
    return all(isinstance(node, ast.Expr) for node in ast.parse(source).body)


@pytest.mark.parametrize("name", SOURCES)
def test_all_is_true_and_complete(name: str) -> None:
    source = SOURCES[name].read_text(encoding="utf-8")
    if only_a_docstring(source) or name.endswith(".__main__"):
        assert public_definitions(source) == set()
        return
    module = importlib.import_module(name)
    exported: list[str] = module.__all__
    assert [each for each in exported if not hasattr(module, each)] == [], "__all__ names what is not there"
    assert public_definitions(source) - set(exported) == set(), "__all__ lacks a public definition"


@pytest.mark.parametrize("name", SOURCES)
def test_every_module_says_what_it_is(name: str) -> None:
    assert ast.get_docstring(ast.parse(SOURCES[name].read_text(encoding="utf-8")))


def test_public_definitions_are_found_where_they_count() -> None:
    source = "import x\nclass A: ...\ndef b(): ...\nasync def c(): ...\ndef _d(): ...\nif 1:\n    def e(): ...\nF = 1\n"
    assert public_definitions(source) == {"A", "b", "c"}
    source = (
        "@click.command()\ndef a(): ...\n@click.group('x')\ndef b(): ...\n@b.command('y')\n@option()\ndef c(): ...\n"
    )
    assert public_definitions(source) == {"a", "b"}
