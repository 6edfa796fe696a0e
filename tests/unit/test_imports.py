"""``import cdpwebai`` stays light: a fresh process shows what it loads, and everything that it loads is on a list."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

TRIO_AND_ITS_OWN = {"trio", "attr", "attrs", "idna", "outcome", "sniffio", "sortedcontainers"}
MSGSPEC_AND_ITS_OWN = {"msgspec", "typing_extensions"}  # the latter only where it is installed
ALLOWED = {"cdpwebai", "websockets"} | MSGSPEC_AND_ITS_OWN | TRIO_AND_ITS_OWN

NOT_UNTIL_USED = [
    *("click", "rich", "bs4", "mcp", "platformdirs", "markdownify", "h11", "pytest"),  # third party, each for one job
    *("sqlite3", "asyncio", "http.server", "unittest", "multiprocessing"),  # slow parts of the standard library
    *("cdpwebai.cdp.domains.page", "cdpwebai.cdp.domains.runtime", "cdpwebai.demosite", "cdpwebai.testing"),
]

FOR_OTHERS = ["click", "rich", "mcp", "h11", "pytest", "sqlite3", "asyncio", "cdpwebai.demosite", "cdpwebai.testing"]
"""What the library does not load either when all of its public names are used: others need it, or a later call."""


def loaded_by(statement: str) -> set[str]:
    """The modules that one statement adds to those of a fresh interpreter."""
    program = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before), sep='\\n')"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "cli")])}
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return set(ended.stdout.split())


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    return loaded_by("import cdpwebai")


def test_every_package_that_the_import_loads_is_on_the_list(loaded: set[str]) -> None:
    assert "cdpwebai" in loaded
    assert {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names) - ALLOWED == set()


@pytest.mark.parametrize("name", NOT_UNTIL_USED)
def test_what_is_not_used_is_not_loaded(loaded: set[str], name: str) -> None:
    assert [module for module in loaded if module == name or module.startswith(f"{name}.")] == []


def test_no_domain_is_loaded_before_it_is_used(loaded: set[str]) -> None:
    assert [module for module in loaded if module.startswith("cdpwebai.cdp.domains.")] == []


def test_the_whole_public_face_loads_nothing_that_only_other_faces_need() -> None:
    used = loaded_by("import cdpwebai; [getattr(cdpwebai, name) for name in cdpwebai.__all__]")
    assert {"trio", "cdpwebai.cdp.connection"} <= used
    assert [name for name in FOR_OTHERS if name in used] == []


def test_the_look_into_a_fresh_process_sees_what_is_loaded() -> None:
    assert {"click", "cdpwebai.cdp.command"} <= loaded_by("import click, cdpwebai.cdp.command")
