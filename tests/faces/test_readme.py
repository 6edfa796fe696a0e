"""What the README shows is what happens: its Python runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import click
import pytest

from cdpwebai_cli.main import cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = "data:text/html,<title>A page</title><h1>Here</h1>"

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def run(program: str, folder: Path = ROOT) -> str:
    """Run a program in a process of its own; what it prints. A warning ends it."""
    command = [sys.executable, "-W", "error::ResourceWarning", "-W", "error::RuntimeWarning", "-c", program]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_chat_example_prints_the_answer_of_the_local_site() -> None:
    program = blocks("python")[0]
    assert '"chatgpt"' in program
    assert "the word of the day is" in run(program.replace('"chatgpt"', '"demo"'))


def test_the_example_of_options_sets_them_all(tmp_path: Path) -> None:
    for name in ("src/a.py", "tests/test_a.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("A = 1\n")
    (tmp_path / "trace.zip").write_bytes(b"PK")
    (tmp_path / "out").mkdir()
    body = textwrap.indent(blocks("python")[1], "        ")
    program = (
        "import cdpwebai, trio\nfrom pathlib import Path\nasync def main():\n"
        f"    async with cdpwebai.open_chat('demo') as chat:\n{body}"
        "        print(answer.text[:5], chat.session.generation)\ntrio.run(main)"
    )
    assert run(program, tmp_path).strip() == "Hello 2"


def test_the_protocol_example_sees_the_page() -> None:
    body = blocks("python")[2].replace("https://example.com", PAGE)
    shown = "print(type(verdict).__name__, title, sorted(metrics)[0], sep='|')"
    program = (
        "import cdpwebai, trio\nasync def main():\n" + textwrap.indent(f"{body}{shown}\n", "    ") + "trio.run(main)"
    )
    assert run(program).strip() == "Visible|A page|contentSize"


def commands() -> list[str]:
    lines = [line for block in blocks("console") for line in block.splitlines()]
    return [
        line.removeprefix("$ ").partition("#")[0].partition(";")[0].strip() for line in lines if line.startswith("$ ")
    ]


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("cdpwebai")])
def test_the_command_parses(line: str) -> None:
    command: click.Command = cli
    context = click.Context(cli, info_name="cdpwebai")
    words = shlex.split(line)[1:]
    while isinstance(command, click.Group):
        found = command.get_command(context, words[0])
        assert found is not None, f"{words[0]} is no command"
        command, words = found, words[1:]
    command.make_context(command.name, [*words], parent=context)


@pytest.mark.parametrize("line", [line for line in commands() if line.startswith("make")])
def test_the_target_exists(line: str) -> None:
    target = line.split()[1]
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_there_are_commands_and_targets_to_look_at() -> None:
    assert {"make demo", "make test"} <= set(commands())
    assert len([line for line in commands() if line.startswith("cdpwebai")]) >= 3


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_file_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_every_dependency_says_why_it_is_there() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^dependencies = \[(.*?)^\]", project, re.DOTALL | re.MULTILINE)
    names = re.findall(r'"([a-z0-9]+)', listed)
    assert len(names) >= 8
    assert re.findall(r"^\| ([a-z0-9]+) \|", README, re.MULTILINE)[1:] == names
