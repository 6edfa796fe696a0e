"""An answer as it leaves the program: on stdout once, in a file where one is named, with what was saved beside it.

Below the commands that have one.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import UnsetType
from msgspec.structs import replace

from cdpwebai.api.work import task_result
from cdpwebai.errors import OutputError
from cdpwebai.records import Answer, QueryResult, Session
from cdpwebai_cli.options.shared import Options
from cdpwebai_cli.output import write_whole
from cdpwebai_cli.reporting import note, print_json, print_line, print_text, printing

__all__ = ["kept_in", "print_answer"]


def print_answer(options: Options, result: QueryResult, *, as_line: bool = False, task: Session | None = None) -> int:
    """Print it as it was asked for; ``as_line``: JSON lines were printed before it; ``task``: the session, where it is
    one of Work's. Returns the exit code."""
    document = result if task is None else task_result(task, result)
    with printing(result, "poll" if task is None else "work poll"):
        if not options.as_json:
            print_text(_markdown(result))
        elif as_line:
            print_line(document)
        else:
            print_json(document)
    if not (options.as_json or options.quiet):
        _tell_saved(result.answer)
    return 0


def kept_in(output: Path | None, options: Options, result: QueryResult) -> QueryResult:
    """The result, with its answer in the file; a replay shows what was recorded, and overwrites nothing.

    Raises OutputError, which says where the answer is.
    """
    if output is None or options.replay is not None:
        return result
    try:
        was_there = write_whole(output, _markdown(result) + "\n")
    except OutputError as error:
        error.session_id = result.session_id
        error.message += f"; the answer is complete and stored: cdpwebai poll --session {result.session_id}"
        raise
    if not was_there:
        return result
    if not options.quiet:
        note(f"{output}: replaced what was there")
    return replace(result, warnings=(*result.warnings, "output-replaced"))


def _markdown(result: QueryResult) -> str:
    """The answer; those of several prompts one after the other."""
    if isinstance(result.turns, UnsetType):
        return result.answer.markdown
    return "\n\n---\n\n".join(turn.answer.markdown for turn in result.turns if turn.answer is not None)


def _tell_saved(answer: Answer) -> None:
    for one in (*answer.images, *answer.files):
        note(f"saved: {one.path}")
    for error in answer.artifact_errors:
        note(f"not saved: {error.name}: {error.message}")
