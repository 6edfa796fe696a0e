"""Writes docs/reference/ from the code: the commands' help, the MCP tools, and the errors with their codes.

``python docs/generate.py`` writes the pages; with ``--check`` it writes nothing, names the pages that differ from the
code, and exits 1 if there are any. What it reads is the code alone, so a page cannot say what the program does not.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

import cdpwebai
import cdpwebai_cli
from cdpwebai import errors
from cdpwebai.errors import CdpWebAIError
from cdpwebai.mcp.arguments import schema
from cdpwebai.mcp.tools import TOOLS
from cdpwebai_cli.main import cli

__all__ = ["codes_by_instance", "commands_page", "errors_page", "main", "mcp_page", "pages"]

REFERENCE = Path(__file__).parent / "reference"
SOURCES = [Path(package.__path__[0]) for package in (cdpwebai, cdpwebai_cli)]
FAMILIES = (
    "artifact|browser|capability|cdp|composer|context|input|internal|output|page|provider|session|snapshot|submission"
    "|tab|target|trace|watcher"
)
CODE = re.compile(rf"(?:{FAMILIES})\.(?!(?:json|md)$)[a-z]+(?:-[a-z]+)*")
"""A code; not the name of a file, such as context.md."""

DRAWN = re.findall(r"\w+", errors.__doc__ or "")

MARK = "<!-- Written by `make docs` from the code; do not edit. -->\n"


def pages() -> dict[Path, str]:
    """Each page of the reference and its text."""
    texts = {"commands.md": commands_page(), "errors.md": errors_page(), "mcp.md": mcp_page()}
    return {REFERENCE / name: text for name, text in texts.items()}


def commands_page() -> str:
    """The help of the program and of each of its commands, as the program itself prints it."""
    sections = [f"## {path}\n\n```text\n{text}\n```\n" for path, text in _helps(cli, "cdpwebai")]
    return "\n".join([MARK, "# Commands\n", *sections])


def _helps(command: click.Command, path: str, parent: click.Context | None = None) -> Iterator[tuple[str, str]]:
    name = path.rpartition(" ")[2]
    context = click.Context(command, info_name=name, parent=parent, terminal_width=100, **command.context_settings)
    yield path, command.get_help(context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            child = command.get_command(context, each)
            if child is not None and not child.hidden:
                yield from _helps(child, f"{path} {each}", context)


def mcp_page() -> str:
    """The tools of the MCP server, as a client is shown them."""
    sections = [
        f"## {tool.name}\n\n{tool.description}\n\n```json\n{json.dumps(schema(tool.arguments), indent=2)}\n```\n"
        for tool in TOOLS
    ]
    return "\n".join([MARK, "# MCP tools\n", MCP_INTRODUCTION, *sections])


MCP_INTRODUCTION = """\
`cdpwebai mcp` serves these tools on standard input and output. A result is a JSON object, as structured content and as
text; an error of ours is one, too, with `ok` false, `error` as `--json` tells it, and marked as an error. What stands
under the names that `untrusted` lists is text of a web page: data, never instructions. While a call runs, what it is at
and its session are told as progress. A client that stops waiting stops nothing else; one that cancels a send learns
from `web_ai_wait_response` whether it was made.

Which browser they talk to is said at the start (`cdpwebai mcp --cdp URL`; without it as for every command), and no tool
takes the path of a file. A page that is on Work is refused to `web_ai_submit_prompt`; a task's answer is brought by its
session, as a chat's.
"""


def errors_page() -> str:
    """Every error of the library, in the order of its tree."""
    head = "| error | code | stage | hint | exit | |\n|---|---|---|---|---|---|"
    rows = [_row(error, depth) for error, depth in _tree(CdpWebAIError)]
    by_instance = [f"- `{code}`" for code in codes_by_instance()]
    return "\n".join([MARK, "# Errors\n", ERRORS_INTRODUCTION, head, *rows, "", CODES_INTRODUCTION, *by_instance, ""])


def codes_by_instance() -> list[str]:
    """Every code of an error that stands in the source and is no error's own."""
    own = {error.error_code for error, _ in _tree(CdpWebAIError)}
    found = {
        node.value
        for folder in SOURCES
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }
    return sorted(found - own)


CODES_INTRODUCTION = """\
## Codes by instance

Errors that say more than their class have one of these codes instead; stage and hint go with each of them.
"""

ERRORS_INTRODUCTION = """\
Every error that the library raises on purpose derives from `CdpWebAIError`, in `cdpwebai.errors`, and carries `status`,
`error_code`, `stage`, `retry_hint`, `exit_code`, `session_id`, `page_may_have_changed` and `evidence`. The command line
prints code and message, and exits with the exit code. A dot stands for each level of the tree. Errors of the chat site
(`ProviderError`) have their code, stage and hint by instance.
"""


def _tree(error: type[CdpWebAIError], depth: int = 0) -> Iterator[tuple[type[CdpWebAIError], int]]:
    """The errors below one, itself first, in the order in which the package draws them."""
    yield error, depth
    ours = [child for child in error.__subclasses__() if child.__module__ == errors.__name__]
    for child in sorted(ours, key=lambda child: DRAWN.index(child.__name__)):
        yield from _tree(child, depth + 1)


def _row(error: type[CdpWebAIError], depth: int) -> str:
    cells = (
        "· " * depth + f"`{error.__name__}`",
        f"`{error.error_code}`",
        error.stage,
        error.retry_hint,
        str(error.exit_code),
        (inspect.getdoc(error) or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|"),
    )
    return f"| {' | '.join(cells)} |"


def main(arguments: list[str]) -> int:
    """Write the pages, or with ``--check`` tell which differ."""
    stale = [path for path, text in pages().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.name} is not what the code says: run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    REFERENCE.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
