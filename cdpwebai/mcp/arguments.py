"""What the tools take: a struct each, the schema that is made of it, and the refusal of anything else.

Row 9, pure. Names, choices and defaults are those of the command line's options. What the command line is told of the
browser and the trace the server is told at its start: a client has no say in it. No tool takes a file or a folder, to
send or to save: a client could read and write with our rights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cdpwebai.errors import InputError
from cdpwebai.records import Status

__all__ = ["Arguments", "Sessions", "Stop", "SubmitPrompt", "WaitResponse", "WorkSend", "read", "schema"]

ASK_SECONDS = 600.0
"""As ``cdpwebai query``."""

A = TypeVar("A", bound="Arguments")

Seconds = Annotated[float, Meta(ge=1, le=1e9)]
Prompt = Annotated[str, Meta(description="The text to send, as it is.", extra_json_schema={"minLength": 1})]
"""An empty one is refused where a blank one is, with a code of its own."""
SessionId = Annotated[str, Meta(description="The session, as the call that sent it has told.")]
SessionTime = Annotated[Seconds, Meta(description="The session's own time in seconds, for sending and answering.")]


class Arguments(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a tool takes. JSON names are camelCase, and a name that is not there is refused."""


class SubmitPrompt(Arguments, frozen=True, kw_only=True):
    """A prompt for Chat, and what is set beside it; the names of models, efforts and families as in ``api.Beside``."""

    prompt: Prompt
    vendor: Annotated[Literal["chatgpt", "demo"], Meta(description="Whom to ask.")] = "chatgpt"
    url: Annotated[str, Meta(description="A conversation's address; without one a new conversation is begun.")] = ""
    model: Annotated[str, Meta(description="instant, thinking or pro; else the page's choice is left as it is.")] = ""
    effort: Annotated[str, Meta(description="medium, high or xhigh.")] = ""
    family: Annotated[str, Meta(description="gpt-5.6-sol, gpt-5.5 or o3.")] = ""
    strict: Annotated[bool, Meta(description="Send nothing where the choice could not be proven.")] = False
    tools: Annotated[
        tuple[str, ...], Meta(description="From the plus menu: web-search, image, agent-mode, tasks, or a label of it.")
    ] = ()
    web_search: Annotated[bool, Meta(description="As the tool web-search.")] = False
    replace_draft: Annotated[bool, Meta(description="Give up a draft that stands in the composer.")] = False
    timeout: SessionTime = ASK_SECONDS


class WorkSend(Arguments, frozen=True, kw_only=True):
    """A task for Work. There is nothing else to choose: what changes what is sent or where is no argument."""

    prompt: Prompt
    power: Annotated[int, Meta(ge=1, le=6, description="How much power it takes: a whole number from 1 to 6.")]
    speed: Annotated[
        Literal["standard", "fast"] | UnsetType,
        Meta(description="standard or fast; fast takes more usage. Without it the page's speed is left as it is."),
    ] = UNSET
    timeout: SessionTime = ASK_SECONDS


class WaitResponse(Arguments, frozen=True, kw_only=True):
    """Which session's answer is waited for, and for how long."""

    session_id: SessionId
    timeout: Annotated[
        Seconds | UnsetType,
        Meta(description="At most so many seconds; within the session's own time, or its new time where that is over."),
    ] = UNSET
    witness: Annotated[
        Literal["auto", "dom"],
        Meta(description="Ask the site's own record of the conversation too, or its page alone."),
    ] = "auto"


class Sessions(Arguments, frozen=True, kw_only=True):
    """Which of the stored sessions are listed."""

    vendor: Annotated[Literal["chatgpt", "demo"] | UnsetType, Meta(description="Only this one's.")] = UNSET
    status: Annotated[tuple[Status, ...], Meta(description="Only those in one of these.")] = ()
    limit: Annotated[int, Meta(ge=1, description="At most so many.")] = 50


class Stop(Arguments, frozen=True, kw_only=True):
    """Which session's answer is stopped."""

    session_id: SessionId
    timeout: Annotated[Seconds, Meta(description="Seconds until Stop is seen to be gone.")] = 30.0


def schema(kind: type[Arguments]) -> dict[str, Any]:
    """The JSON schema of what a tool takes: one object, closed, without references."""
    _, named = msgspec.json.schema_components([kind])
    known = named[kind.__name__]
    return {name: known[name] for name in ("type", "properties", "required", "additionalProperties")}


def read(tool: str, kind: type[A], given: Mapping[str, Any]) -> A:
    """What a client has given, checked. Raises InputError, which names the argument and what it is for."""
    properties: dict[str, dict[str, Any]] = schema(kind)["properties"]
    strange = sorted(given.keys() - properties.keys())
    if strange:
        raise InputError(f"{tool} takes no {strange[0]!r}; it takes {', '.join(properties)}")
    try:
        msgspec.json.encode(given)
        return msgspec.convert(given, kind)
    except UnicodeEncodeError as error:
        raise InputError(f"{tool}: half of a surrogate pair in an argument, which is no text") from error
    except msgspec.ValidationError as error:
        text = str(error)
        meant = [f" ({known['description']})" for name, known in properties.items() if _names(text, name)]
        raise InputError(f"{tool}: {text}{''.join(meant)}") from error


def _names(text: str, name: str) -> bool:
    """Whether the decoder's sentence is of this argument."""
    return f"`$.{name}" in text or f"field `{name}`" in text
