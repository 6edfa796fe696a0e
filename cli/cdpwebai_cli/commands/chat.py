"""``query``, ``send``, ``status``, ``render``: ask a question and print its answer, in one step or in the first of two;
say whether one can be asked, and what would be sent."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import trio
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from cdpwebai.api import rendering
from cdpwebai.api.answering import Budget
from cdpwebai.api.chat import ASK_SECONDS, Chat, check_question, open_again, open_chat, open_site
from cdpwebai.api.composing import Composed
from cdpwebai.api.following import ask_all
from cdpwebai.api.session_looks import show_session
from cdpwebai.errors import CdpWebAIError, InputError, OutputError, ProviderError
from cdpwebai.flows.artifacts import NONE, Outputs
from cdpwebai.flows.plan_archive import ArchivePolicy, kept_for
from cdpwebai.flows.plan_attach import attach_limit
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.providers import VENDORS
from cdpwebai.records import Models, QueryResult, Session
from cdpwebai.store import open_store
from cdpwebai_cli.choosing import Choice, choice_options
from cdpwebai_cli.giving import Given, giving_options
from cdpwebai_cli.interrupting import interrupted, interrupted_document
from cdpwebai_cli.options import Options, output_options, prompt_of, seconds, shared_options
from cdpwebai_cli.output import check_writable, write_whole
from cdpwebai_cli.outputs import artifact_options, tell_saved
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import INTERRUPTED, error_document, note, print_json, print_line, print_text, printing
from cdpwebai_cli.streaming import streamed

__all__ = ["query", "render", "send", "status"]

OPEN_SECONDS = 60.0
"""How long the browser and the page may take to be there, and never longer than the whole."""

SEND_SECONDS = 60.0
"""How long a prompt may take to be sent, beside its files, and never longer than the session's own time."""


VENDOR = click.option("--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True, help="Whom to ask.")
PROMPT = click.option("--prompt", metavar="TEXT", help="What to ask; - reads it from standard input.  [required]")
URL = click.option("--url", default="", metavar="URL", help="A conversation's address; for demo, a running demo site.")
REPLACE_DRAFT = click.option("--replace-draft", is_flag=True, help="Give up a draft that stands in the composer.")


def _question_options(command: Callable[..., Any]) -> Callable[..., Any]:
    return VENDOR(PROMPT(URL(REPLACE_DRAFT(giving_options(choice_options(command))))))


@click.command()
@_question_options
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="Until the answer is complete.")
@click.option(
    "--witness",
    type=click.Choice(["auto", "dom"]),
    default="auto",
    show_default=True,
    help="Ask the site's own record of the conversation as well, or its page alone.",
)
@click.option("--stream", is_flag=True, help="Show provisional text while the answer grows.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the answer into this file, too.")
@click.option("--follow-up", "follow_ups", multiple=True, metavar="TEXT", help="Ask this next; may be given again.")
@click.option("--session", "session_id", default="", metavar="ID", help="Ask on in this session's conversation.")
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
    vendor: str,
    prompt: str | None,
    url: str,
    replace_draft: bool,
    choice: Choice,
    given: Given,
    timeout: float,
    witness: str,
    stream: bool,
    output: Path | None,
    follow_ups: tuple[str, ...],
    session_id: str,
    outputs: Outputs,
    archive: ArchivePolicy,
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

    With --archive the conversation is archived last of all, when the answer is complete and stored, and whatever was
    asked for is saved; with auto only one that holds no prompt but this one, and is no project's. What is not archived
    is told, and the exit code stays.

    Files go with the first prompt: it is sent with all of them, or not at all. A context is what --context-from-files
    finds, by patterns like those of .gitignore, from the folder of the run; what .gitignore leaves out stays out, and
    symbolic links and files that look like secrets are refused. It goes as one attached file, context.md, marked as
    data.
    """
    text = prompt_of(prompt)
    prompts = (text, *follow_ups)
    for one in prompts:
        check_question(one, timeout)
    if session_id and url:
        raise InputError("--session has its own conversation, and --url names one as well; drop one of them")
    if stream and options.quiet and not options.as_json:
        raise InputError("--stream shows text on stderr, and --quiet wants nothing there; drop one, or add --json")
    if follow_ups and (outputs.image is not None or outputs.require_files):
        raise InputError("--follow-up has several answers, and one was to bring images or files; ask for it alone")
    if output is not None:
        check_writable(output)
    asking = _Asking(
        options, vendor, prompts, url, timeout, witness == "auto", replace_draft, stream, choice, session_id, outputs
    )
    asking.output, asking.archive = output, archive
    try:
        with given.composed(text, quiet=options.quiet) as asking.made:
            result = options.run(asking.run)
        return _print(options, result, as_line=stream)
    except KeyboardInterrupt:
        return asking.tell_interrupted()
    except CdpWebAIError as error:
        if not (stream and options.as_json):
            raise
        print_line(error_document(error))
        return error.exit_code


@click.command()
@_question_options
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="The session's own time.")
@shared_options
def send(
    options: Options,
    vendor: str,
    prompt: str | None,
    url: str,
    replace_draft: bool,
    choice: Choice,
    given: Given,
    timeout: float,
) -> int:
    """Send a prompt once, and return when the page shows it; poll --session ID brings the answer.

    Only so many prompts go at once, and conversations are opened in a minute (docs/settings.md): one more waits for a
    place, as long as there is time.
    """
    text = prompt_of(prompt)
    check_question(text, timeout)

    async def run(made: Composed) -> Session:
        async with open_site(vendor, url) as home:
            where = options.where(vendor=vendor, site=home, prompt=text)
            limit = min(timeout, SEND_SECONDS + (attach_limit([one.size for one in made.files]) if made.files else 0))
            async with open_chat(vendor, url=home, where=where) as chat:
                return await chat.send(
                    made.prompt,
                    timeout=limit,
                    answer_within=timeout,
                    on_wait=_waiting(options),
                    replace_draft=replace_draft,
                    files=made.paths,
                    **choice.told(),
                )

    with given.composed(text, quiet=options.quiet) as made:
        session = options.run(run, made)
    if options.as_json:
        known = {"vendor": session.vendor, "sessionId": session.id, "url": session.conversation_url}
        chosen = {} if session.selection is UNSET else {"selection": session.selection}
        print_json({"ok": True, "status": "sent", **known, "warnings": session.warnings, **chosen})
    else:
        print_text(f"sent: {session.id}")
    return 0


@click.command()
@VENDOR
@URL
@click.option("--timeout", type=seconds, default=20.0, show_default=True, help="Until it can be told.")
@click.option("--models", is_flag=True, help="List what the picker of models offers, too.")
@shared_options
def status(options: Options, vendor: str, url: str, timeout: float, models: bool) -> int:
    """Say whether a prompt can be sent now, and if not, why. Nothing is touched.

    With --models the site's picker is opened, read and closed again; nothing is chosen in it. Its labels are those that
    the page shows, in its language: * is what is chosen, - what cannot be chosen at the moment.
    """

    async def run() -> tuple[Obstacle | None, Models | None]:
        async with open_site(vendor, url) as home:
            where = options.where(vendor=vendor, site=home)
            async with open_chat(vendor, url=home, where=where) as chat:
                found = await chat.obstacle(timeout=timeout)
                return found, await chat.models(timeout=timeout) if models and found is None else None

    found, offered = options.run(run)
    if found is not None:
        raise ProviderError(found.why, code=found.code, stage=found.stage, hint=found.hint)
    if options.as_json:
        print_json({"ok": True, "status": "ready", "vendor": vendor, **({"models": offered} if offered else {})})
    else:
        print_text("\n".join(["ready", *(_listed(offered) if offered else ())]))
    return 0


def _listed(models: Models) -> Iterator[str]:
    """What the picker offers, for a person."""
    yield f"selected: {models.selected}"
    if models.slider:
        yield f"slider: {models.slider} ({models.stops} stops)"
    for menu in models.menus:
        yield f"{menu.name or 'models'}:"
        for row in menu.rows:
            mark = "*" if row.selected else " " if row.available else "-"
            notes = "; ".join(filter(None, (*row.notes, row.why)))
            yield f"  {mark} {row.label}" + (f" ({notes})" if notes else "")


@click.command()
@VENDOR
@PROMPT
@giving_options
@output_options
def render(vendor: str, prompt: str | None, given: Given, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Print what would be sent, character for character. No browser is touched.

    With --json it says what would be attached, and what a context consists of.
    """
    text = prompt_of(prompt)
    check_question(text)
    with given.composed(text, quiet=quiet) as made:
        rendered = rendering.rendered(made, vendor=vendor)
    if as_json:
        print_json(rendered)
    else:
        print_text(rendered.rendered.composer_text)
        for warning in () if quiet else rendered.warnings:
            note(f"warning: {warning}")
    return 0


@dataclass
class _Asking:
    """One question, and what is known of it when it is interrupted."""

    options: Options
    vendor: str
    prompts: tuple[str, ...]
    url: str
    timeout: float
    witness: bool
    replace_draft: bool
    stream: bool
    choice: Choice
    session_id: str = ""
    outputs: Outputs = NONE
    session: Session | None = None
    made: Composed | None = None
    output: Path | None = None
    archive: ArchivePolicy = "never"

    async def run(self) -> QueryResult:
        budget = Budget.of(self.timeout)
        replay = self.options.replay
        async with self._chat() as chat:
            telling = streamed(as_json=self.options.as_json) if self.stream else told(quiet=self.options.quiet)
            with telling as tell:

                async def ask(prompt: str) -> QueryResult:
                    made, self.made = self.made, None  # what is given along goes with the first prompt
                    return await chat.query(
                        made.prompt if made else prompt,
                        timeout=budget,
                        tell=tell,
                        on_session=self._keep,
                        on_wait=_waiting(self.options),
                        witness=self.witness,
                        replace_draft=self.replace_draft,
                        outputs=NONE if replay else self.outputs,
                        files=made.paths if made else (),
                        **self.choice.told(),
                    )

                result = await ask_all(self.prompts, ask, lambda: chat.session)
            result = await self._archived(chat, _kept(self.options, result, self.output))
        return replace(result, session_id=None) if replay else result

    async def _archived(self, chat: Chat, result: QueryResult) -> QueryResult:
        """The result, with its conversation archived where that was asked for: last of all, and no error of its own."""
        if self.archive == "never" or self.options.replay is not None or chat.session is None:
            return result
        answers = [result.answer, *(turn.answer for turn in result.turns or () if turn.answer)]
        unsaved = sum(len(answer.artifact_errors) for answer in answers)
        address = chat.session.conversation_url or ""
        why = kept_for(self.archive, address, prompts=chat.session.generation, unsaved=unsaved)
        if not why:
            try:
                await chat.archive()
            except CdpWebAIError as error:
                why = error.message
        if not why:
            return replace(result, archived=True)
        if not self.options.quiet:
            note(f"not archived: {why}")
        return replace(result, archived=False, warnings=(*result.warnings, "not-archived"))

    @asynccontextmanager
    async def _chat(self) -> AsyncGenerator[Chat, None]:
        """The page to ask on: the session's, else a new one."""
        replay, limit = self.options.replay, min(self.timeout, OPEN_SECONDS)
        if self.session_id:
            where = self.options.where(vendor=self.vendor, prompt=self.prompts[0])
            async with open_again(self.session_id, where=where, timeout=limit) as chat:
                yield chat
            return
        async with open_site(self.vendor, self.url or (replay.header.site if replay else "")) as home:
            where = self.options.where(vendor=self.vendor, site=home, prompt=self.prompts[0])
            async with open_chat(self.vendor, url=home, where=where, timeout=limit) as chat:
                yield chat

    def tell_interrupted(self) -> int:
        """Say what a person can do after Ctrl-C, and with --json which session it is; returns the exit code."""
        if self.session is not None and self.options.replay is None:
            with suppress(CdpWebAIError):  # then what was known of it last is told
                self.session = trio.run(_as_stored, self.session.id)
        if self.options.as_json:
            (print_line if self.stream else print_json)(interrupted_document(self.session))
        if not self.options.quiet:
            note(interrupted(self.session))
        return INTERRUPTED

    def _keep(self, session: Session) -> None:
        self.session = session


async def _as_stored(session_id: str) -> Session:
    async with open_store() as store:
        return await show_session(store, session_id)


def _waiting(options: Options) -> Callable[[str], None]:
    """Tells what is waited for before a prompt may be sent."""
    return (lambda _: None) if options.quiet else note


def _kept(options: Options, result: QueryResult, output: Path | None) -> QueryResult:
    """The result, with its answer in the file; a replay shows what was recorded, and overwrites nothing."""
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


def _print(options: Options, result: QueryResult, *, as_line: bool) -> int:
    with printing(result):
        if not options.as_json:
            print_text(_markdown(result))
        elif as_line:
            print_line(result)
        else:
            print_json(result)
    if not (options.as_json or options.quiet):
        tell_saved(result.answer)
    return 0


def _markdown(result: QueryResult) -> str:
    """The answer; those of several prompts one after the other."""
    if isinstance(result.turns, UnsetType):
        return result.answer.markdown
    return "\n\n---\n\n".join(turn.answer.markdown for turn in result.turns if turn.answer is not None)
