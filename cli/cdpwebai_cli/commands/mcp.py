"""``mcp``: the MCP server. Its tools are the library's ``mcp.tools``; here it is only started."""

from __future__ import annotations

from pathlib import Path

import click

from cdpwebai.errors import InputError
from cdpwebai_cli.options.shared import Options, connection_options, telling_options

__all__ = ["mcp"]


@click.command()
@connection_options
@telling_options
def mcp(cdp: str, trace: Path | None, quiet: bool, verbose: bool) -> int:
    """Serve the tools web_ai_... to an MCP client, on standard input and output, until it closes them.

    Which browser they talk to is said here, and by no client. With --trace each call that talks to one gets a file of
    its own: FILE, then with -2, -3 behind its name. Needs the extra: pip install 'cdpwebai[mcp]'.
    """
    try:
        from cdpwebai.mcp.stdio import serve_stdio
    except ModuleNotFoundError as error:
        raise InputError("the MCP server needs its SDK: pip install 'cdpwebai[mcp]'") from error
    options = Options(cdp, trace, as_json=False, quiet=quiet, verbose=verbose)
    options.run(serve_stdio, options.where())
    return 0
