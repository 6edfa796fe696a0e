"""Which calls only look, what makes two looks the same question, and how a script is named instead of copied.

Row 2, pure. A **look** changes nothing that another call could notice: asked twice or not at all, the page goes on in
the same way. Every other call is an **act**. ``player`` answers looks by time and matches acts by order.

Our own scripts end with a ``sourceURL`` in ``cdpwebai/``. Traces name them by it and by their hash, so they hold no
source, and a changed script is another one. A look into the page is recognised by its constant declaration
(``wire.look``); JavaScript that a user brings is an act.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

import msgspec

from cdpwebai.trace.redact import MASK
from cdpwebai.trace.shapes import Json, encode_json, is_list, is_object
from cdpwebai.wire.look import LOOK, Question, question_of

__all__ = ["LOOKS", "is_look", "key_of", "name_scripts", "named", "question_in", "same", "unnumbered"]

LOOKS = frozenset(
    {
        *("Accessibility.getAXNodeAndAncestors", "Accessibility.getChildAXNodes", "Accessibility.getFullAXTree"),
        *("Accessibility.getPartialAXTree", "Accessibility.getRootAXNode", "Accessibility.queryAXTree"),
        *("Browser.getBrowserCommandLine", "Browser.getHistogram", "Browser.getHistograms", "Browser.getVersion"),
        *("Browser.getWindowBounds", "Browser.getWindowForTarget", "CSS.getComputedStyleForNode"),
        *("DOM.describeNode", "DOM.getAttributes", "DOM.getBoxModel", "DOM.getContentQuads", "DOM.getFileInfo"),
        *("DOM.getFrameOwner", "DOM.getOuterHTML", "DOMSnapshot.captureSnapshot", "DOMStorage.getDOMStorageItems"),
        *("Memory.getDOMCounters", "Network.getCookies", "Network.getRequestPostData", "Network.getResponseBody"),
        *("Page.captureScreenshot", "Page.captureSnapshot", "Page.getFrameTree", "Page.getLayoutMetrics"),
        *("Page.getNavigationHistory", "Page.getResourceContent", "Page.getResourceTree", "Page.printToPDF"),
        *("Performance.getMetrics", "Runtime.getHeapUsage", "Runtime.getIsolateId", "Runtime.getProperties"),
        *("Runtime.globalLexicalScopeNames", "Schema.getDomains", "Storage.getCookies"),
        *("Storage.getStorageKeyForFrame", "Storage.getUsageAndQuota", "SystemInfo.getInfo"),
        *("SystemInfo.getProcessInfo", "Target.getBrowserContexts", "Target.getTargetInfo", "Target.getTargets"),
    }
)
"""Commands that look, whatever their parameters. Left out on purpose: ``DOM.getDocument`` and ``DOM.querySelector``,
which hand out node ids, ``IO.read``, which moves on in its stream, and every ``enable``."""

SCRIPTS = ("expression", "functionDeclaration", "source")
"""The parameters that hold a script."""

_OURS = re.compile(r"//# sourceURL=(cdpwebai/[\w./-]+)\s*\Z")


def name_scripts(message: Json) -> Json:
    """The message with each script of ours replaced by its name and hash."""
    params = message.get("params")
    if not is_object(params):
        return message
    ours = {each: _name(params[each]) for each in SCRIPTS if isinstance(params.get(each), str)}
    return message | {"params": params | ours} if ours else message


@lru_cache(maxsize=64)
def _name(script: str) -> str:
    found = _OURS.search(script, max(0, len(script) - 200))
    return script if found is None else f"{found[1]} {hashlib.sha256(script.encode()).hexdigest()[:16]}"


_LOOK_NAME = _name(LOOK)


def is_look(command: Json) -> bool:
    """Whether a command, its scripts named, only looks. With ``throwOnSideEffect`` the browser itself sees to it."""
    params = command.get("params")
    if command.get("method") in LOOKS or not is_object(params):
        return command.get("method") in LOOKS
    return params.get("functionDeclaration") == _LOOK_NAME or params.get("throwOnSideEffect") is True


def question_in(command: Json) -> Question | None:
    """The question to a reader that a look holds, None for a look by a command of the protocol's own."""
    params = command.get("params")
    if not is_object(params) or params.get("functionDeclaration") != _LOOK_NAME:
        return None
    try:
        return question_of(params)
    except (KeyError, IndexError, msgspec.ValidationError):
        return None


def key_of(command: Json) -> tuple[str, str, bytes]:
    """Session, method and parameters of a look: equal for the same question, and two that differ are two.

    What an observation holds already is no part of its question: it only shortens the answer.
    """
    params: Json = command.get("params") or {}
    question = question_in(command)
    if question is not None and question.fields is not None:
        unheld = msgspec.structs.replace(question, held=None)
        params = params | {"arguments": [{"value": msgspec.to_builtins(unheld)}]}
    return command.get("sessionId", ""), command["method"], msgspec.json.encode(params, order="deterministic")


def unnumbered(command: Json) -> Json:
    """A command without its id: what it has in common with the same one in another run."""
    kept: Json = {"params": {}, "sessionId": ""}
    return kept | {name: value for name, value in command.items() if name != "id"}


def named(command: Json, width: int = 120) -> str:
    """A command in a line: its method, and the beginning of its parameters. A question to a reader is its parameter."""
    question = question_in(command)
    params: Json = msgspec.to_builtins(question) if question else command.get("params") or {}
    text = encode_json(params).decode()
    short = text if len(text) <= width else f"{text[: width - 3]}..."
    return f"{command.get('method', 'a message without a method')} {short}"


def same(recorded: object, live: object) -> bool:
    """Whether two values are equal, where a hidden character of the recorded one stands for any."""
    if isinstance(recorded, str) and isinstance(live, str):
        return recorded == live or (MASK in recorded and _fits(recorded, live))
    if is_object(recorded) and is_object(live):
        return recorded.keys() == live.keys() and all(same(value, live[name]) for name, value in recorded.items())
    if is_list(recorded) and is_list(live):
        return len(recorded) == len(live) and all(map(same, recorded, live))
    return recorded == live


def _fits(recorded: str, live: str) -> bool:
    return len(recorded) == len(live) and all(mine in (MASK, other) for mine, other in zip(recorded, live, strict=True))
