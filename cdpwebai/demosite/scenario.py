"""A scenario: how a chat page looks at load, what it does after each send, what a right client returns.

Plain data, a struct for each part of the file. Read from files by ``loading``, played by ``timeline``, served by
``server``. Every key has the default that stands first in its type.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cdpwebai.demosite.steps import Seconds, Source, Step, Tab

__all__ = [
    "Ask",
    "AskedFile",
    "AskedWork",
    "Composer",
    "Expect",
    "Flip",
    "HistoryEntry",
    "ModelRow",
    "Part",
    "Picture",
    "Place",
    "Scenario",
    "SiteKeys",
    "SlowRecord",
    "Source",
    "TextMatch",
    "Turn",
    "Uploads",
    "WorkPicker",
]

StopDecoy: TypeAlias = Literal["dictation", "voice", "read-aloud", "sidebar", "hidden"]
Decoy: TypeAlias = Literal[
    "search-form", "answer-now", "voice", "alert-close", "project", "plugins", "apps", "stray-send", "stray-picker"
]
Length: TypeAlias = Annotated[int, Meta(ge=0)]
OneOrMore: TypeAlias = str | tuple[str, ...]


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a scenario file."""


class Place(Part, frozen=True, kw_only=True):
    """Which of a turn's branches is shown."""

    n: Annotated[int, Meta(ge=1)]
    of: Annotated[int, Meta(ge=1)]


class Picture(Part, frozen=True, kw_only=True):
    """An image that was made in a turn, sizes in pixels."""

    file_id: Annotated[str, Meta(pattern="^file[_-][A-Za-z0-9_-]+$")]
    width: Annotated[int, Meta(ge=1, le=8192)]
    height: Annotated[int, Meta(ge=1, le=8192)]


class Turn(Part, frozen=True, kw_only=True):
    """A turn that exists before the first send; ``citations`` are the sources its citation marks point to.

    ``others``: the texts of its branches that are not shown, in order.
    """

    role: Literal["user", "assistant"]
    text: str
    id: str = ""
    citations: tuple[Source, ...] = ()
    branch: Place | None = None
    others: tuple[str, ...] = ()
    image: Picture | None = None


class HistoryEntry(Part, frozen=True, kw_only=True):
    """A conversation in the sidebar; ``work``: it carries the Work badge."""

    id: str
    title: str
    work: bool = False
    turns: tuple[Turn, ...] = ()


class Composer(Part, frozen=True, kw_only=True):
    """How the box to write in behaves. Seconds, and lengths in UTF-16 units as the page counts them."""

    kind: Literal["editor", "textarea"] = "editor"
    hydrate_after: Seconds | None = None
    hydrate_on: Literal["load", "focus", "send"] = "load"
    enter: Literal["sends", "breaks"] = "sends"
    nbsp: bool = False
    paste_limit: Length | None = None
    paste_drop: Length | None = None
    caret: Literal["end", "start"] = "end"
    send: Literal["ok", "disabled", "dead"] = "ok"


class ModelRow(Part, frozen=True, kw_only=True):
    """A row of a picker. ``pill``: what the picker's button says once it is chosen, by default its label; ``note``: a
    second line; ``gear``: it carries a button that opens efforts of its own; ``id``: the end of its test id."""

    label: str
    pill: str = ""
    note: str = ""
    gear: bool = False
    id: str = ""


class SlowRecord(Part, frozen=True, kw_only=True):
    """The conversation record is served, after so many seconds."""

    slow: Seconds


class Uploads(Part, frozen=True, kw_only=True):
    """How the composer takes files: how long an upload lasts at least, and how its chip names it.

    ``rename``: what is put before the extension, of all files or of that at ``rename_at`` of a choice, counted from 1.
    ``fail``: how the last file of each choice is refused.
    """

    seconds: Seconds = 1.0
    send_disabled: bool = True
    chip: Literal["name", "short", "icon"] = "name"
    fail: Literal["", "too_large", "type", "quota", "red"] = ""
    rename: str = ""
    rename_at: Annotated[int, Meta(ge=0)] = 0
    labels: Literal["index", "named"] = "index"


class WorkPicker(Part, frozen=True, kw_only=True):
    """The picker of Work. ``step``: how far one key moves the slider; ``max``: the power where it stops; ``label_off``:
    pill, texts, Model and Effort speak of the slider's power plus this; ``label_lag``: seconds until they follow;
    ``layout``: both views mounted, or one at a time, this one first."""

    step: Annotated[int, Meta(ge=0, le=5)] = 1
    max: Annotated[int, Meta(ge=1, le=6)] = 6
    label_off: Annotated[int, Meta(ge=-5, le=5)] = 0
    label_lag: Seconds = 0.0
    layout: Literal["both", "simple", "advanced"] = "both"


class Flip(Part, frozen=True, kw_only=True):
    """The page sets ``what`` back to its value at load, ``after`` seconds after ``on``, ``times`` at most."""

    what: Literal["power", "speed", "surface"]
    on: Literal["choose", "close", "input"]
    after: Seconds = 0.0
    times: Length = 1


class SiteKeys(Part, frozen=True, kw_only=True):
    """The page at load."""

    lang: Literal["en", "ko", "ja", "zh", "de"] = "en"
    surface: Literal["chat", "work", "none", "ambiguous", "half", "torn"] = "chat"
    picker: Literal["power", "slider", "flat", "legacy", "none"] = "power"
    late: Seconds = 0.0
    models: tuple[str | ModelRow, ...] = ()
    disabled: tuple[str, ...] = ()
    tier: str = "High"
    family: str = "GPT-5.6 Sol"
    tier_resets_after: Seconds | None = None
    work_power: Annotated[int, Meta(ge=1, le=6)] = 2
    speed: Literal["standard", "fast"] = "standard"
    work: WorkPicker = WorkPicker()
    flips: tuple[Flip, ...] = ()
    composer: Literal["editor", "textarea"] | Composer = "editor"
    draft: str = ""
    draft_returns_after: Seconds | None = None
    draft_files: tuple[str, ...] = ()
    login: Literal["in", "out", "guest"] = "in"
    me: Annotated[int, Meta(ge=200, le=599)] = 200
    gate: Literal["none", "challenge", "challenge_script", "rate_limit"] = "none"
    turn_markup: Literal["author-role", "section-turn", "wrapperless"] = "author-role"
    mounted: Length = 0
    bar: Literal["after", "hover", "never"] = "after"
    test_ids: bool = True
    labels: bool = True
    stop_label: str = ""
    stop_decoys: tuple[StopDecoy, ...] = ()
    decoys: tuple[Decoy, ...] = ()
    tool_lost_on: Literal["", "clear", "attach"] = ""
    research_label: str = ""
    upload: Uploads = Uploads()
    record: Literal["served", "denied", "absent"] | SlowRecord = "served"
    copy: Literal["md", "markers", "corrupt", "dead"] = "md"
    code: Literal["pre", "codemirror"] = "pre"
    history: tuple[HistoryEntry, ...] = ()
    csp: bool = False

    @property
    def box(self) -> Composer:
        """The composer in its long form."""
        return self.composer if isinstance(self.composer, Composer) else Composer(kind=self.composer)


class AskedFile(Part, frozen=True, kw_only=True):
    """A file that the test makes: with this text, or of this many bytes."""

    name: str
    text: str | None = None
    size: Length | None = None


class AskedWork(Part, frozen=True, kw_only=True):
    """What Work is asked for; without a ``speed`` it is to be left as it is."""

    power: int
    speed: Literal["standard", "fast"] | None = None


class Ask(Part, frozen=True, kw_only=True):
    """What the client is told to do. The site does not read it."""

    prompt: str = ""
    turns: tuple[str, ...] = ()
    timeout: Seconds = 60.0
    files: tuple[AskedFile, ...] = ()
    model: str = ""
    effort: str = ""
    family: str = ""
    work: AskedWork | None = None
    research: str = ""
    image: bool = False
    code: bool = False
    resume: bool = False
    url: str = ""
    temporary: bool = False


class TextMatch(Part, frozen=True, kw_only=True):
    """What must hold of a text."""

    equals: str | None = None
    contains: OneOrMore = ()
    lacks: OneOrMore = ()
    startswith: str = ""
    endswith: str = ""
    counts: dict[str, int] = {}


class Expect(Part, frozen=True, kw_only=True):
    """What a right client returns, and what the site's log then says. The site does not read it."""

    status: OneOrMore = ()
    errorCode: OneOrMore = ()  # noqa: N815 - the format's own name
    warnings: tuple[str, ...] = ()
    answer: TextMatch | None = None
    sends: int | tuple[int, ...] = 1
    sent: TextMatch | None = None
    clicks: dict[str, int | tuple[int, ...]] = {}
    partial: TextMatch | None = None
    picked: dict[str, Any] = {}
    uploads: Any = None
    files: tuple[dict[str, str], ...] = ()
    unsaved: tuple[str, ...] = ()
    images: dict[str, int] | None = None
    within: float = 5.0
    session: dict[str, Any] = {}


class Scenario(Part, frozen=True, kw_only=True):
    """A whole file. ``replies[n]`` is the timeline after the n-th send; the last one repeats."""

    schema: Literal[1]
    name: str
    group: Literal["healthy", "fault"] = "healthy"
    report: str = ""
    area: Literal["chat", "options", "work", "long"] = "chat"
    about: str = ""
    site: SiteKeys = SiteKeys()
    turns: tuple[Turn, ...] = ()
    ask: Ask = Ask()
    replies: tuple[tuple[Step, ...], ...] = ()
    expect: Expect = Expect()

    @property
    def address(self) -> str:
        """Where the conversation of ``turns`` stands: "/c/<id>" when ``ask.url`` names one, else ""."""
        found = re.search(r"/c/[A-Za-z0-9-]+", self.ask.url)
        return found[0] if found else ""

    @property
    def needs_browser(self) -> bool:
        """Whether some step does what only whoever holds the browser can do."""
        return any(isinstance(step, Tab) for reply in self.replies for step in reply)

    def with_word(self, word: str) -> Scenario:
        """The scenario with ``{{word}}`` replaced wherever it stands."""
        text = msgspec.json.encode(self).replace(b"{{word}}", msgspec.json.encode(word)[1:-1])
        return msgspec.json.decode(text, type=Scenario)
