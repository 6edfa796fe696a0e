"""What is set beside a prompt: the library and the command line can say the same, and every way to ask takes all."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_type_hints

import click
import pytest

from cdpwebai.api.beside import Beside, question
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.api.composing import Context
from cdpwebai.errors import ContextError, InputError, ProviderError
from cdpwebai_cli.commands.query import query
from cdpwebai_cli.commands.send import send
from tests.support.fake_chat import HOME, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

WAYS = (Chat.ask, Chat.query, Chat.send, Chat.stream)

OPTIONS = {
    "replace_draft": {"--replace-draft"},
    "model": {"--model"},
    "effort": {"--effort"},
    "family": {"--family"},
    "strict": {"--strict"},
    "tools": {"--tool", "--web-search"},
    "files": {"--file"},
    "context": {
        "--context-from-files",
        "--context-exclude",
        "--context-file",
        "--context-transport",
        "--max-input",
    },
}
"""Each keyword of the library, and what says it on the command line."""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.__name__))
def test_every_way_to_ask_takes_every_keyword(way: Callable[..., Any]) -> None:
    taken = get_type_hints(way)["beside"]
    assert taken.__args__ == (Beside,)
    assert "outputs" in inspect.signature(way).parameters
    known = inspect.signature(question).parameters.keys() - {"prompt", "wish", "outputs", "witness"}
    assert known == Beside.__annotations__.keys()


@pytest.mark.parametrize("command", [query, send], ids=lambda command: str(command.name))
def test_the_command_line_can_say_all_that_the_library_can(command: click.Command) -> None:
    assert OPTIONS.keys() == Beside.__annotations__.keys()
    typed = {name for option in command.params for name in option.opts}
    assert set().union(*OPTIONS.values()) <= typed


def test_the_library_can_say_all_that_the_command_line_can() -> None:
    """What is left are options of the run: where, for how long, how it is told, and what becomes of the answer."""
    of_the_run = {
        "--vendor", "--prompt", "--url", "--session", "--cdp", "--trace", "--json", "--quiet", "--verbose", "--timeout",
        "--files-report",
    }  # fmt: skip
    methods = {"--follow-up": "ask", "--archive": "archive", "--stream": "stream"}
    parameters = {"--witness": "witness"}
    of_the_answer = {"--output", "--output-image", "--output-dir", "--require-file-artifacts"}
    typed = {name for option in query.params for name in option.opts}
    assert typed == set().union(*OPTIONS.values()) | of_the_run | of_the_answer | methods.keys() | parameters.keys()
    assert all(hasattr(Chat, name) for name in methods.values())
    assert set(parameters.values()) <= inspect.signature(Chat.query).parameters.keys()
    assert {"outputs", "witness", "on_session", "on_wait"} <= inspect.signature(Chat.stream).parameters.keys()


async def ask(chat: Chat, **beside: Any) -> None:
    await chat.ask("Why?", **beside)


async def send_it(chat: Chat, **beside: Any) -> None:
    await chat.send("Why?", **beside)


async def stream(chat: Chat, **beside: Any) -> None:
    async for _ in chat.stream("Why?", **beside):
        pass


@pytest.fixture(params=[ask, send_it, stream], ids=["ask", "send", "stream"])
def asks(request: pytest.FixtureRequest) -> Callable[..., Awaitable[None]]:
    way: Callable[..., Awaitable[None]] = request.param
    return way


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.py").write_text("print('a')\n")
    (tmp_path / ".env").write_text("KEY=1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def test_a_context_goes_behind_the_prompt(asks: Callable[..., Awaitable[None]], tree: Path) -> None:
    async with open_fake_chat() as site:
        async with open_chat("demo", url=HOME, where=site.where) as chat:
            await asks(chat, context=Context(("*.py",), transport="inline"))
            assert chat.session is not None
            assert chat.session.prompt == site.typed[0]
    assert site.typed[0].startswith("Why?\n\n")
    assert "UNTRUSTED CONTEXT" in site.typed[0]
    assert "print('a')" in site.typed[0]


async def test_a_model_is_asked_for(asks: Callable[..., Awaitable[None]]) -> None:
    async with open_fake_chat() as site:
        async with open_chat("demo", url=HOME, where=site.where) as chat:
            with pytest.raises(ProviderError, match="picker of models") as caught:
                await asks(chat, model="pro", effort="", family="", strict=True)
    assert caught.value.error_code == "provider.model-mismatch"
    assert site.typed == []


@pytest.mark.parametrize(
    ("beside", "error"),
    [
        ({"model": "gpt-9"}, InputError),
        ({"model": "instant", "effort": "high"}, InputError),
        ({"tools": ("deep-research",)}, InputError),
        ({"files": ("nothing.txt",)}, InputError),
        ({"context": Context(("*.md",))}, InputError),
        ({"context": Context((".env",))}, ContextError),
        ({"modell": "pro"}, TypeError),
    ],
    ids=str,
)
async def test_what_cannot_be_is_refused_before_anything_is_touched(
    asks: Callable[..., Awaitable[None]], tree: Path, beside: dict[str, Any], error: type[Exception]
) -> None:
    async with open_fake_chat() as site:
        async with open_chat("demo", url=HOME, where=site.where) as chat:
            before = site.looks
            with pytest.raises(error):
                await asks(chat, **beside)
            assert chat.session is None
    assert (site.typed, site.looks) == ([], before)
