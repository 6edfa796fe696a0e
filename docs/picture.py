"""Draws what a command printed as a picture of a terminal.

::

    cdpwebai demo ask 2>&1 | python docs/picture.py "make demo" > docs/demo.svg

Shows the lines as they came, long ones wrapped; adds the prompt and the command in front and nothing else.
"""

from __future__ import annotations

import io
import re
import sys

from rich.console import Console
from rich.text import Text

__all__ = ["drawn"]

COLUMNS = 100


def drawn(command: str, output: str) -> str:
    """An SVG of a terminal in which ``command`` printed ``output``. It loads no fonts: what is there will do."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    console.print(Text("$ ", style="green bold") + Text(command, style="bold"))
    for line in output.splitlines():
        console.print(Text(line, style="cyan" if line.startswith("the site's log:") else ""))
    picture = console.export_svg(title="cdpwebai", unique_id="demo")
    return re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    sys.stdout.write(drawn(sys.argv[1], sys.stdin.read()))
