"""What a scenario's run came to, and what is wrong with it, by the format's own words.

The site's log decides what was sent and clicked; the page is not asked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from cdpwebai.demosite import Scenario, Site
from cdpwebai.demosite.scenario import AskedFile, TextMatch
from cdpwebai.errors import CdpWebAIError
from cdpwebai.flows.artifact_bytes import image_size, mime_of
from cdpwebai.records import QueryResult, Session

__all__ = ["Run", "counts_of", "judge", "lateness"]

NOT_ERRORS = ("complete", "timeout", "polling", "partial", "needs-input")
"""What the word "error" in a scenario does not stand for."""


@dataclass(frozen=True)
class Run:
    """What the client returned or raised, what it stored, what the site saw; ``late``: seconds after the true end.

    ``saved``: the files that stood in the client's folder then, and whatever stood around it, by path.
    """

    scenario: Scenario
    site: Site
    result: QueryResult | None
    error: CdpWebAIError | None
    late: float
    session: Session | None = None
    saved: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def status(self) -> str:
        """The client's word."""
        return self.result.status if self.result else self.error.status if self.error else ""

    @property
    def partial(self) -> str:
        """The unfinished text that came with an error."""
        return self.error.partial or "" if self.error else ""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the client said beside its answer; with an error, what it stored."""
        return self.result.warnings if self.result else self.session.warnings if self.session else ()


def judge(run: Run) -> list[str]:
    """What is wrong with a run; nothing, rightly."""
    return list(_complaints(run))


def _complaints(run: Run) -> Iterator[str]:
    yield from _wrong_outcome(run)
    yield from _wrong_texts(run)
    yield from _wrong_acts(run)
    yield from _wrong_saves(run)
    yield from lateness(run)


def lateness(run: Run) -> Iterator[str]:
    """What is wrong with its time."""
    allowed = _many(run.scenario.expect.status)
    if (run.status == "complete" or "complete" not in allowed) and run.late > run.scenario.expect.within:
        yield f"{run.late:.2f} s after the end, not within {run.scenario.expect.within}"


def _wrong_outcome(run: Run) -> Iterator[str]:
    expect = run.scenario.expect
    said = f"{run.status} ({run.error})" if run.error else run.status
    allowed = _many(expect.status)
    if run.status not in allowed and not ("error" in allowed and run.status not in NOT_ERRORS):
        yield f"status is {said}, not one of {allowed}"
    if run.error and expect.errorCode and run.error.error_code not in _many(expect.errorCode):
        yield f"code is {run.error.error_code}, not {expect.errorCode}"
    yield from (f"no warning {code}: {run.warnings}" for code in expect.warnings if code not in run.warnings)
    stored: dict[str, Any] = msgspec.to_builtins(run.session) if run.session else {}
    for name, value in expect.session.items():
        if stored.get(name) != value:
            yield f"{name} is stored as {stored.get(name)!r}, not {value!r}"


def _wrong_texts(run: Run) -> Iterator[str]:
    expect, sends = run.scenario.expect, run.site.log.sends
    if run.result and expect.answer:
        yield from (f"answer {why}" for why in _mismatches(expect.answer, run.result.answer.markdown))
    if expect.partial and run.error:
        yield from (f"partial {why}" for why in _mismatches(expect.partial, run.partial))
    if expect.sent and sends:
        yield from (f"sent {why}" for why in _mismatches(expect.sent, sends[-1].text))


def _wrong_acts(run: Run) -> Iterator[str]:
    """What the site's log says of the client's hands."""
    expect, log = run.scenario.expect, run.site.log
    if len(log.sends) not in counts_of(expect.sends):
        yield f"{len(log.sends)} sends, not {expect.sends}"
    for name, counts in expect.clicks.items():
        clicks = sum(n for one, n in log.clicks.items() if one == name or one.startswith(f"{name}:"))
        if clicks not in counts_of(counts):
            yield f"{clicks} clicks on {name}, not {counts}"
    yield from (f"a click made up by a script: {name}" for name in log.clicks if name.startswith("untrusted:"))
    if log.clicks["remove"]:
        yield "a file was taken away"
    yield from _wrong_uploads(run)
    for name, value in expect.picked.items() if log.sends else ():
        if getattr(log.sends[-1], name) not in _values(value):
            yield f"{name} was {getattr(log.sends[-1], name)!r} at the send, not {value!r}"


def _wrong_saves(run: Run) -> Iterator[str]:
    """What stands on the disk, and what the client says stands there."""
    expect = run.scenario.expect
    names = {Path(path).name: data for path, data in run.saved.items()}
    for wanted in expect.files:
        data = names.get(wanted["name"])
        if data is None or hashlib.sha256(data).hexdigest() != wanted["sha256"]:
            yield f"{wanted['name']} is not saved as it was made: {sorted(run.saved)}"
    yield from (f"{name} is saved" for name in expect.unsaved if name in names)
    yield from (
        f"{path} stands outside of the client's folder" for path in run.saved if Path(path).parts[0] != "client"
    )
    if run.result:
        told = (*run.result.answer.images, *run.result.answer.files)
        if sorted(hashlib.sha256(data).hexdigest() for data in run.saved.values()) != sorted(
            one.sha256 for one in told
        ):
            yield f"told of {[one.name for one in told]}, saved {sorted(run.saved)}"
    if expect.images is not None:
        sizes = [image_size(data) for data in run.saved.values() if mime_of(data).startswith("image/")]
        if len(sizes) != expect.images["count"] or any(width != expect.images["width"] for width, _ in sizes):
            yield f"images of {sizes} are saved, not {expect.images}"


def _wrong_uploads(run: Run) -> Iterator[str]:
    """The first send carries the files that were asked for, whole, and nothing else goes along."""
    asked = sorted(_digest(file) for file in run.scenario.ask.files)
    pasted = run.scenario.expect.uploads == "pasted"
    for number, send in enumerate(run.site.log.sends):
        went = [upload for upload in send.uploads if not (pasted and upload.pasted)]
        wanted = asked if number == 0 else []
        if sorted(upload.sha256 for upload in went) != wanted:
            named = [upload.name for upload in went]
            yield f"send {send.number} carried {named}, not {[file.name for file in run.scenario.ask.files]}"


def _digest(file: AskedFile) -> str:
    if file.size is None:
        return hashlib.sha256((file.text or "").encode()).hexdigest()
    whole, zeros = hashlib.sha256(), bytes(2**20)
    for left in range(file.size, 0, -len(zeros)):
        whole.update(zeros[:left])
    return whole.hexdigest()


def _values(value: Any) -> list[Any]:
    return msgspec.convert(value, list[Any]) if isinstance(value, list) else [value]


def _many(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def counts_of(value: int | tuple[int, ...]) -> tuple[int, ...]:
    """Each count that is right."""
    return (value,) if isinstance(value, int) else value


def _mismatches(match: TextMatch, text: str) -> Iterator[str]:
    text = text.strip()
    if match.equals is not None and text != match.equals.strip():
        yield f"is {text!r}, not {match.equals!r}"
    yield from (f"lacks {part!r}: {text!r}" for part in _many(match.contains) if part not in text)
    yield from (f"holds {part!r}" for part in _many(match.lacks) if part in text)
    if match.startswith and not text.startswith(match.startswith):
        yield f"does not start with {match.startswith!r}: {text[:80]!r}"
    if match.endswith and not text.endswith(match.endswith):
        yield f"does not end with {match.endswith!r}: {text[-80:]!r}"
    yield from (
        f"holds {part!r} {text.count(part)} times, not {n}" for part, n in match.counts.items() if text.count(part) != n
    )
