"""Where a prompt stands: in the composer, as text or as the file that the page made of it, or in the conversation.

Row 6, pure. ``plan_send`` and ``plan_resume`` decide from it. A site may turn a long paste into a file, or lose it:
what was typed whole is then followed as a file, or typed in pieces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cdpwebai.flows.agreement import agrees
from cdpwebai.flows.text import is_blank, same_prompt
from cdpwebai.providers.chat import Attached, ChatObservation, Composer, Message
from cdpwebai.verdict import Known

__all__ = [
    "Held",
    "as_typed",
    "composer_holds",
    "drawn_messages",
    "file_size",
    "files_fit",
    "held",
    "lone_message",
    "may_become_file",
    "new_messages",
    "pieces_of",
    "sent_file",
]

PIECE = 4000
"""Characters: no site is known to make a file of fewer (reported for 10,000 of one, public reports B20)."""

_MARKED = re.compile(r"[`*_~#>|$\\\[]|&#?\w+;|^[ \t]*(?:(?:[-+]|\d+[.)])[ \t]|(?:-+|=+)[ \t]*$)", re.MULTILINE)
"""What a page may draw as something else than it is written."""


@dataclass(frozen=True)
class Held:
    """The composer holds the prompt and nothing else: as text, or as the one file of this name."""

    file: str = ""


def may_become_file(prompt: str) -> bool:
    """Whether a page may make a file of it."""
    return len(prompt) > PIECE


def pieces_of(prompt: str) -> tuple[str, ...]:
    """The prompt in pieces of which no page makes a file; line breaks are line feeds in them."""
    text = as_typed(prompt)
    return tuple(text[start : start + PIECE] for start in range(0, len(text), PIECE))


def held(prompt: str, seen: ChatObservation) -> Held | None:
    """How it was seen that the composer holds the prompt; None when it was not.

    A file is the prompt's when the prompt is long enough for one, the text is gone, and it is the only one: nothing was
    attached when the prompt was typed.
    """
    match seen.composer, seen.chips:
        case Known(Composer(text=text)), Known(()) if same_prompt(prompt, text):
            return Held()
        case Known(Composer(text=text)), Known((name,)) if name and is_blank(text) and may_become_file(prompt):
            return Held(name)
        case _:
            return None


def composer_holds(prompt: str, seen: ChatObservation) -> bool:
    """Whether it was seen that the composer holds the prompt, as text."""
    match seen.composer:
        case Known(Composer(text=text)):
            return same_prompt(prompt, text)
        case _:
            return False


def new_messages(
    prompt: str, before: frozenset[str], seen: ChatObservation, proven: str = ""
) -> Iterator[tuple[str, Message]]:
    """The user's messages, with their turns, that ``before`` does not know and that say exactly the prompt.

    ``proven``: the id of one that says it by the site's record, however the page shows it, "" for none.
    """
    return (found for found in _new(before, seen) if found[1].id == proven or same_prompt(prompt, found[1].text))


def lone_message(before: frozenset[str], seen: ChatObservation) -> Message | None:
    """The user's one new message, whatever it says; None where there are none, or several."""
    match list(_new(before, seen)):
        case [(_, message)]:
            return message
        case _:
            return None


def drawn_messages(prompt: str, before: frozenset[str], seen: ChatObservation) -> list[tuple[str, Message]]:
    """The user's one new message, with its turn, where it shows the prompt as drawn Markdown and the composer is empty.

    For the tab in which Send was just pressed: by its text alone such a message could be another prompt's.
    """
    found = list(_new(before, seen))
    emptied = (
        isinstance(seen.composer, Known) and seen.composer.value is not None and is_blank(seen.composer.value.text)
    )
    if not emptied or len(found) != 1 or is_blank(found[0][1].text):
        return []
    return found if _MARKED.search(prompt) and agrees(prompt, found[0][1].text) else []


def sent_file(name: str, before: frozenset[str], seen: ChatObservation) -> Iterator[tuple[str, Message]]:
    """The user's messages, with their turns, that ``before`` does not know and that show the file and no other text."""
    for turn_id, message in _new(before, seen):
        if name in (message.beside if is_blank(message.text) else message.text):
            yield turn_id, message


def _new(before: frozenset[str], seen: ChatObservation) -> Iterator[tuple[str, Message]]:
    turns = seen.turns.value if isinstance(seen.turns, Known) else ()
    for turn_id, turn in turns:
        if turn_id not in before and turn.role == "user":
            yield from ((turn_id, message) for message in turn.messages if message.id)


def file_size(prompt: str) -> int:
    """Bytes of the file that a page makes of the prompt."""
    return len(as_typed(prompt).encode())


def files_fit(sizes: Sequence[int | None], files: tuple[Attached, ...]) -> Literal["yes", "no", "unknown"]:
    """Whether the files of the sent message have these sizes, whatever the site calls them; None is any size."""
    if len(files) != len(sizes):
        return "no"
    told = [file.size for file in files if file.size is not None]
    if len(told) < len(files):
        return "unknown"
    lacking = Counter(size for size in sizes if size is not None) - Counter(told)
    return "no" if lacking else "yes"


def as_typed(prompt: str) -> str:
    """The prompt as it goes into the composer: every line break is a line feed."""
    return prompt.replace("\r\n", "\n").replace("\r", "\n")
