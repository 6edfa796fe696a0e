"""The answer that a proof makes: Markdown, where it came from, and how exact it is.

Row 6, pure but for the provider's own HTML parser. The record's Markdown where it was the proof, else what is rebuilt
from the page; the site's own copy where the page reads empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cdpwebai.flows.poll import Finished
from cdpwebai.flows.text import is_blank
from cdpwebai.providers.chat import Message, Provider, Rebuilt
from cdpwebai.records import Answer, Citation, Exactness, Source

__all__ = ["NOT_CAPTURED", "UNVERIFIED", "Made", "answer_of"]

WORSE: tuple[Exactness, ...] = ("exact", "checked", "rebuilt", "text")
"""How sure the Markdown is, the surest first: an answer of several messages is as sure as its least sure one."""

UNVERIFIED = "markdown-unverified"
"""The warning that some of what was rebuilt does not fit the page's own offsets, or lacks what they would tell."""

NOT_CAPTURED = "canvas-not-captured"
"""The warning that a canvas stands in the answer, whose text is not in it."""


@dataclass(frozen=True)
class Made:
    """An answer, and the codes of what should be known of it."""

    answer: Answer
    warnings: tuple[str, ...] = ()

    @property
    def doubted(self) -> bool:
        """Whether the page itself contradicts the Markdown, or may have kept a language of its code to itself."""
        return UNVERIFIED in self.warnings


def answer_of(site: Provider, finished: Finished) -> Made:
    """The answer of one turn; reasoning is left out, its messages are joined in order."""
    spoken = [message for message in finished.messages if message.role == "assistant" and not message.reasoning]
    shown = "\n\n".join(message.text for message in spoken)
    last = (spoken or finished.messages)[-1:]
    message_id, model = (last[0].id, last[0].model) if last else ("", "")
    if finished.record is not None:
        record = finished.record
        message_id, model = record.message_ids[-1], record.model or model
        made = _exact(record.markdown, shown, "record", message_id, model, _once(record.citations))
        return Made(made, (NOT_CAPTURED,) if record.canvas else ())
    if finished.copied is not None:
        return Made(_exact(finished.copied, finished.copied, "copy", message_id, model))
    told = [message for message in spoken if not is_blank(message.text)]
    if not told:  # an image alone
        return Made(_exact("", "", "dom", message_id, model))
    return _from_page(site, told)


def _exact(
    markdown: str, text: str, source: Source, message_id: str, model: str, citations: tuple[Citation, ...] = ()
) -> Answer:
    return Answer(
        markdown=markdown,
        text=text,
        source=source,
        exactness="exact",
        message_id=message_id,
        model_slug=model,
        citations=citations,
    )


def _from_page(site: Provider, spoken: list[Message]) -> Made:
    rebuilt = [site.rebuild(message.html) if message.html else _plain(message.text) for message in spoken]
    answer = Answer(
        markdown="\n\n".join(part.markdown for part in rebuilt),
        text="\n\n".join(part.text for part in rebuilt),
        source="dom",
        exactness=WORSE[max(WORSE.index(part.exactness) for part in rebuilt)],
        message_id=spoken[-1].id,
        model_slug=spoken[-1].model,
        citations=_once(one for part in rebuilt for one in part.citations),
    )
    doubted = any(part.contradicted or part.unnamed for part in rebuilt)
    lacks = any(part.canvas for part in rebuilt)
    return Made(answer, (*([UNVERIFIED] if doubted else []), *([NOT_CAPTURED] if lacks else [])))


def _once(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each address once, as it comes first: of several messages, too."""
    found: dict[str, Citation] = {}
    for one in citations:
        found.setdefault(one.url, one)
    return tuple(found.values())


def _plain(text: str) -> Rebuilt:
    return Rebuilt(text.strip(), text.strip(), "text")
