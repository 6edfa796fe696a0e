"""``--output-image``, ``--require-file-artifacts``, ``--output-dir``: what is to be had beside an answer's text.

What cannot be done is refused before anything else is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cdpwebai.flows.artifacts import Outputs

__all__ = ["artifact_options"]


def artifact_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, given to the command as one ``outputs``."""

    @wraps(command)
    def wrapped(*, output_image: Path | None, require_files: bool, output_dir: Path | None, **own: Any) -> Any:
        outputs = Outputs(image=output_image, require_files=require_files, folder=output_dir)
        outputs.check()
        return command(outputs=outputs, **own)

    place = click.Path(path_type=Path)
    wrapped = click.option("--output-dir", type=place, metavar="DIR", help="Save the answer's images and files here.")(
        wrapped
    )
    wrapped = click.option(
        "--require-file-artifacts", "require_files", is_flag=True, help="Fail unless all its files could be saved."
    )(wrapped)
    return click.option("--output-image", type=place, metavar="FILE", help="Save the image asked for; fail without.")(
        wrapped
    )
