"""``query``: ask a question, wait for its answer, and print it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import click
from msgspec.structs import replace

from cdpwebai.api.answering import Budget
from cdpwebai.api.chat import ASK_SECONDS, Chat, check_question, open_again, open_chat, open_site
from cdpwebai.api.composing import Composed
from cdpwebai.api.following import ask_all
from cdpwebai.errors import CdpWebAIError, InputError
from cdpwebai.flows.outputs import Outputs
from cdpwebai.flows.plan_archive import ArchivePolicy
from cdpwebai.records import QueryResult
from cdpwebai_cli.answers import kept_in, print_answer
from cdpwebai_cli.interrupting import Underway
from cdpwebai_cli.options.artifacts import AS_ASKED, Placed, artifact_options, placed
from cdpwebai_cli.options.question import Asked, question_options
from cdpwebai_cli.options.shared import WITNESS, Options, not_empty, seconds, shared_options, typed_vendor
from cdpwebai_cli.options.showing import Showing, showing_options
from cdpwebai_cli.progress import waiting
from cdpwebai_cli.reporting import note

__all__ = ["query"]

OPEN_SECONDS = 60.0
"""How long the browser and the page may take to be there, and never longer than the whole."""


@dataclass(frozen=True)
class _Wishes:
    """What ``query`` can be told beside the question itself; all of it as it was typed."""

    timeout: float
    witness: bool
    follow_ups: tuple[str, ...]
    session_id: str
    archive: ArchivePolicy
    outputs: Outputs

    def check(self, asked: Asked) -> None:
        """Raise InputError for what cannot be done or contradicts itself."""
        for prompt in (asked.prompt, *self.follow_ups):
            check_question(prompt, self.timeout)
        if self.session_id and asked.url:
            raise InputError("--session has its own conversation, and --url names one as well; drop one of them")
        if self.follow_ups and (self.outputs.image is not None or self.outputs.require_files):
            raise InputError("--follow-up has several answers, and one was to bring images or files; ask for it alone")


@click.command()
@question_options
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="Until the answer is complete.")
@WITNESS
@showing_options
@click.option("--follow-up", "follow_ups", multiple=True, metavar="TEXT", help="Ask this next; may be given again.")
@click.option(
    "--session",
    "session_id",
    default="",
    metavar="ID",
    callback=not_empty,
    help="Ask on in this session's conversation.",
)
@click.option(
    "--archive",
    type=click.Choice(["auto", "always", "never"]),
    default="never",
    show_default=True,
    help="Archive the conversation when all is saved.",
)
@artifact_options
@shared_options
def query(
    options: Options,
    asked: Asked,
    *,
    timeout: float,
    witness: str,
    follow_ups: tuple[str, ...],
    session_id: str,
    archive: ArchivePolicy,
    outputs: Outputs,
    showing: Showing,
) -> int:
    """Ask a question, wait until its answer is proven complete, and print it as Markdown.

    The prompt is sent once. Exits 0 with an answer, 4 when it was not complete in time, 3 when it cannot be told
    whether the prompt was sent, 5 when tab or browser are gone, 1 when the site did not let it.

    Only so many prompts go at once, and conversations are opened in a minute (docs/settings.md): one more waits for a
    place, within --timeout, and stderr says so.

    A long prompt of which the page makes a file goes as that file. An answer that was cut is continued, by one press
    for each cut. What the site asks of you (which of two answers you prefer, Chat or Work) is left to you: answer it in
    the browser, and come back with poll.

    With --stream provisional text goes to stderr, when that is a terminal; with --json as well, stdout is JSON lines:
    {"partial": ...} while the answer grows, the result last. FILE is written when the answer is complete, whole or not
    at all; one that was there before is replaced, and a line on stderr says so.

    Each --follow-up is sent when the answer before it is complete and stored; the first failure ends it, and the
    answers before it stay. All are within --timeout, and their answers are printed one after the other, a line of ---
    between them; with --json the last is the answer, and "turns" has them all. --session goes on in a session whose
    last prompt is settled, with the vendor that it has.

    Images and files of the answer are saved where --output-image and --output-dir say, under names that are free; what
    could not be had is told beside the answer. With --output-image or --require-file-artifacts it is an error (exit 1,
    file-artifact-unsatisfied) when what was asked for is not there, however good the text; the text is printed, too.
    What is asked for is stored with the session: poll, watch and resume hold to it. --output-image chooses no tool of
    the site's; where the prompt alone does not bring an image, add --tool image.

    With --archive the conversation is archived last of all, when the answer is complete and stored, and whatever was
    asked for is saved; with auto only one that holds no prompt but this one, and is no project's. What is not archived
    is told, and the exit code stays.

    Files go with the first prompt: it is sent with all of them, or not at all. A context is what --context-from-files
    finds, by patterns like those of .gitignore, from the folder of the run; what .gitignore leaves out stays out, and
    symbolic links and files that look like secrets are refused. It goes as one attached file, context.md, marked as
    data, however many files are in it; what --file names goes as it is, each file by itself.
    """
    wishes = _Wishes(timeout, witness == "auto", follow_ups, session_id, archive, outputs)
    wishes.check(asked)
    showing.check(options)
    asking = _Asking(options, asked, wishes, showing)
    try:
        with asked.given.composed(asked.prompt, quiet=options.quiet) as asking.made, placed(outputs) as asking.place:
            result = options.run(asking.run)
        return print_answer(options, result, as_line=showing.stream)
    except KeyboardInterrupt:
        return asking.underway.tell_interrupted()
    except CdpWebAIError as error:
        return showing.end_lines(options, error)


@dataclass
class _Asking:
    """One question. ``made``: what goes with its first prompt; ``place``: where what is to be saved goes; ``underway``:
    what is known when it is interrupted."""

    options: Options
    asked: Asked
    wishes: _Wishes
    showing: Showing
    made: Composed | None = None
    place: Placed = AS_ASKED
    underway: Underway = field(init=False)

    def __post_init__(self) -> None:
        self.underway = Underway(self.options, sends=True, as_lines=self.showing.stream)

    async def run(self) -> QueryResult:
        """Ask all of it, store what is to be kept, and archive at last. Raises as ``Chat.query``."""
        prompts = (self.asked.prompt, *self.wishes.follow_ups)
        budget = Budget.of(self.wishes.timeout)
        async with self._chat() as chat:
            with self.showing.telling(self.options) as tell:

                async def ask(prompt: str) -> QueryResult:
                    made, self.made = self.made, None
                    return await chat.query(
                        made.prompt if made else prompt,
                        timeout=budget,
                        tell=tell,
                        on_session=self.underway.keep,
                        on_wait=waiting(quiet=self.options.quiet),
                        witness=self.wishes.witness,
                        outputs=self.place.outputs,
                        **self.asked.beside_with(made.paths if made else ()),
                    )

                result = await ask_all(prompts, ask, lambda: chat.session)
            result = await self._archived(chat, kept_in(self.showing.output, self.options, result))
        result = replace(result, answer=self.place.told(result.answer))
        return replace(result, session_id=None) if self.options.replay else result

    async def _archived(self, chat: Chat, result: QueryResult) -> QueryResult:
        """The result, with its conversation archived where that was asked for: last of all, and no error of its own."""
        if self.wishes.archive == "never" or self.options.replay is not None:
            return result
        try:
            await chat.archive(policy=self.wishes.archive)
        except CdpWebAIError as error:
            if not self.options.quiet:
                note(f"not archived: {error.message}")
            return replace(result, archived=False, warnings=(*result.warnings, "not-archived"))
        return replace(result, archived=True)

    @asynccontextmanager
    async def _chat(self) -> AsyncGenerator[Chat, None]:
        """The page to ask on: the session's, else a new one."""
        asked, replay, limit = self.asked, self.options.replay, min(self.wishes.timeout, OPEN_SECONDS)
        files = self.made.paths if self.made else ()
        if self.wishes.session_id:
            where = self.options.where(vendor=asked.vendor, prompt=asked.prompt, files=files)
            async with open_again(self.wishes.session_id, vendor=typed_vendor(), where=where, timeout=limit) as chat:
                yield chat
            return
        async with open_site(asked.vendor, asked.url or (replay.header.site if replay else "")) as home:
            where = self.options.where(vendor=asked.vendor, site=home, prompt=asked.prompt, files=files)
            async with open_chat(asked.vendor, url=home, where=where, timeout=limit) as chat:
                yield chat
