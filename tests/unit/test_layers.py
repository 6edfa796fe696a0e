"""The tree keeps to the import table; and a tree that breaks a rule of it, each once, is caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layers import violations

ROOT = Path(__file__).parents[2]


def test_our_own_tree_keeps_to_the_import_table() -> None:
    assert violations(ROOT) == []


def plant(root: Path, files: dict[str, str]) -> None:
    """A small tree: the packages that the files need, and the files."""
    for name, source in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        for folder in path.parents:
            if folder == root or folder.name == "cli":
                break
            (folder / "__init__.py").touch()


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (
            {"cdpwebai/wire/a.py": "from cdpwebai.cdp import b", "cdpwebai/cdp/b.py": ""},
            "row 1 imports from smaller rows only",
        ),
        ({"cdpwebai/wire/a.py": "import cdpwebai.page"}, "row 1 imports from smaller rows only"),
        ({"cdpwebai/wire/a.py": "from cdpwebai import api", "cdpwebai/api.py": ""}, "and api is 7"),
        ({"cdpwebai/wire/a.py": "def f() -> None:\n    import cdpwebai.page"}, "and page is 4"),
        ({"cdpwebai/wire/a.py": "if TYPE_CHECKING:\n    from cdpwebai.page import b"}, "and page is 4"),
        ({"cdpwebai/wire/a.py": "import importlib\nimportlib.import_module('cdpwebai.page')"}, "and page is 4"),
        ({"cdpwebai/wire/a.py": "from ..page import b"}, "and page is 4"),
        ({"cdpwebai/api.py": "import cdpwebai"}, "and the face is 8"),
        ({"cdpwebai/flows/a.py": "import cdpwebai.store"}, "and store is 6"),
        ({"cdpwebai/store/a.py": "import cdpwebai.flows"}, "and flows is 6"),
        ({"cdpwebai/cdp/a.py": "import cdpwebai.browser"}, "and browser is 3"),
        ({"cdpwebai/errors.py": "import cdpwebai.verdict"}, "and verdict is 0"),
        ({"cdpwebai/trace/a.py": "import cdpwebai.transport.pipe"}, "and transport is 2"),
        ({"cdpwebai/api.py": "import cdpwebai_cli"}, "and cli is 9"),
        ({"cdpwebai/api.py": "import cdpwebai.demosite"}, "api imports demosite only inside a function"),
        ({"cli/cdpwebai_cli/a.py": "import cdpwebai.mcp"}, "cli imports mcp only inside a function"),
        ({"cdpwebai/api.py": "def f() -> None:\n    import cdpwebai.mcp"}, "and mcp is 9"),
        ({"cdpwebai/testing/a.py": "import cdpwebai.mcp"}, "and mcp is 9"),
        (
            {"cdpwebai/page/a.py": "import cdpwebai.testing.plugin"},
            "testing is imported by the command line and the api alone",
        ),
        ({"cdpwebai/demosite/a.py": "import cdpwebai.page"}, "and page is 4"),
        ({"cdpwebai/page/a.py": "import rich.table"}, "rich is not among the third-party packages of page"),
        ({"cdpwebai/__init__.py": "import trio"}, "trio is not among the third-party packages of the public face"),
        ({"cli/cdpwebai_cli/a.py": "import h11"}, "h11 is not among the third-party packages of cli"),
        ({"cdpwebai/flows/a.py": "import sqlite3"}, "sqlite3 belongs to store"),
        ({"cdpwebai/wire/a.py": "import time"}, "a pure module has no clock"),
        ({"cdpwebai/wire/a.py": "def f() -> str:\n    return open('x').read()"}, "a pure module has no clock"),
        (
            {"cdpwebai/page/a.py": '"""A.\n\nRow 4, pure: words in, words out.\n"""\nimport trio'},
            "a pure module has no clock",
        ),
        ({"cdpwebai/flows/plan_send.py": "from trio import sleep"}, "a pure module has no clock"),
        ({"cdpwebai/attic.py": ""}, "cdpwebai.attic has no row in the table"),
        ({"cdpwebai/api.py": "import cdpwebai.attic"}, "cdpwebai.attic has no row in the table"),
        (
            {"cdpwebai/providers/a/x.py": "from cdpwebai.providers import b", "cdpwebai/providers/b/__init__.py": ""},
            "no provider imports another",
        ),
        (
            {"cdpwebai/providers/a/x.py": "from cdpwebai.providers.b.y import z", "cdpwebai/providers/b/y.py": ""},
            "no provider imports another",
        ),
        (
            {
                "cdpwebai/flows/send.py": "from cdpwebai.flows.poll import wait",
                "cdpwebai/flows/poll.py": "",
                "cdpwebai/flows/plan_send.py": "",
                "cdpwebai/flows/plan_poll.py": "",
            },
            "no driver imports another",
        ),
    ],
)
def test_a_forbidden_import_is_named(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    plant(tmp_path, files)
    found = violations(tmp_path)
    assert len(found) == 1, found
    assert sentence in found[0]


@pytest.mark.parametrize(
    "files",
    [
        {"cdpwebai/cdp/a.py": "import sys, trio, cdpwebai.cdp.b, cdpwebai.wire, cdpwebai.errors"},
        {"cdpwebai/records.py": "import cdpwebai.errors\nfrom cdpwebai.verdict import Unknown"},
        {"cdpwebai/trace/a.py": "from cdpwebai.transport.base import Transport"},
        {"cdpwebai/browser/a.py": "from cdpwebai.cdp import Connection\nimport platformdirs"},
        {"cdpwebai/api.py": "def demo() -> None:\n    from cdpwebai.demosite import serve"},
        {"cdpwebai/__init__.py": "from cdpwebai.api import launch"},
        {"cdpwebai/testing/a.py": "import pytest, cdpwebai.demosite, cdpwebai.trace"},
        {"cdpwebai/store/a.py": "import sqlite3"},
        {"cdpwebai/mcp/a.py": "import mcp.types, anyio, cdpwebai.api"},
        {"cli/cdpwebai_cli/a.py": "def f() -> None:\n    import cdpwebai.mcp"},
        {"cli/cdpwebai_cli/main.py": "import click, cdpwebai, cdpwebai.testing, cdpwebai.demosite, cdpwebai_cli.other"},
        {"cdpwebai/providers/a/x.py": "from cdpwebai.providers.base import b", "cdpwebai/providers/base.py": ""},
        {"cdpwebai/flows/send.py": "import cdpwebai.flows.plan_send, trio", "cdpwebai/flows/plan_send.py": ""},
        {"cdpwebai/page/a.py": "import time"},
        {"cdpwebai/wire/a.py": "from pathlib import PurePath"},
        {"cdpwebai/page/a.py": "def f() -> str:\n    return open('x').read()"},
        {"cdpwebai/page/a.py": '"""A.\n\nRow 4, pure apart from reading files.\n"""\nimport pathlib'},
    ],
)
def test_an_allowed_import_is_not(tmp_path: Path, files: dict[str, str]) -> None:
    plant(tmp_path, files)
    assert violations(tmp_path) == []
