"""One message as it may be written down: every secret in it hidden, its structure and lengths as they were.

Row 2, pure. It knows where the protocol carries secrets (cookies, headers, bodies, form fields, typed text); what is
secret in a text is ``secret_text``. ``record`` calls it for each message, so a secret never reaches the disk.

No list of secrets is needed: names tell (``is_secret_name``), forms tell (JSON web tokens, issuers' prefixes), places
tell (cookies, password fields). What was once told as a secret is hidden from then on wherever it comes again, bare or
percent-encoded. Typed text is always hidden: nothing says whether it goes into a password field. So is what the DOM
domain tells of a field's inner text, and, once something was typed, of any text that comes or changes: it names no
field then. Of files that are handed over only the names are written,
of their content only how much it is.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

from cdpwebai.trace.secret_text import hide_by_name, hide_secrets, is_secret_field, is_secret_name
from cdpwebai.trace.shapes import Json, is_list, is_object

__all__ = ["MASK", "PLAIN_MASK", "Redactor"]

MASK = "█"
"""Hides one character. Replay takes it for "any character"; no parameter of an act holds it otherwise."""

PLAIN_MASK = "*"
"""The same inside Base64 and in what is no JSON, where a character must stay one byte."""

REMEMBERED = 256
"""So many secrets, the latest, are searched for in later messages."""

# Long, and of letters and digits, so that no ordinary word is blotted out everywhere; and no id, by which turns,
# targets and sessions are told apart.
_MEMORABLE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.~%+/=-]{12,}")
_ID = re.compile(r"[0-9A-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

_BASE64 = re.compile(
    r"(?P<head>data:[^,]{0,256};base64,)?(?P<data>[A-Za-z0-9+/]{16,}={0,2}|[\w-]{16,}={0,2})", re.ASCII
)
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_LONG = 4096

_STORES = re.compile(r"document\.cookie|cookieStore|localStorage|sessionStorage|indexedDB")
_PAIR_VALUES = ("value", "newValue", "oldValue")
_FIELDS = ("INPUT", "TEXTAREA")
_TEXTS = ("nodeValue", "characterData")
_TYPES = ("Input.insertText", "Input.imeSetComposition", "Input.dispatchKeyEvent")
_TELLS_OF_TEXT = ("DOM.childNodeInserted", "DOM.characterDataModified", "DOM.setChildNodes", "DOM.shadowRootPushed")
_ENVELOPE = ("id", "method", "sessionId")
_BODIES = ("params", "result", "error")
_SHORTCUT = 1 | 2 | 4  # Alt, Ctrl, Meta


class Redactor:
    """Hides the secrets in the messages of one connection, given in the order in which they crossed it."""

    def __init__(self) -> None:
        self._remembered: dict[str, None] = {}
        self._stores_read_by: set[int | None] = set()
        self._has_typed = False

    def message(self, body: Json) -> Json:
        """The message with its secrets hidden. ``body`` itself is left as it was."""
        method = body["method"] if isinstance(body.get("method"), str) else ""
        number = body["id"] if isinstance(body.get("id"), int) else None
        hidden = {name: self._member(name, value) for name, value in body.items() if name not in (*_ENVELOPE, *_BODIES)}
        return body | hidden | {name: self._body(body[name], method, number) for name in _BODIES if name in body}

    def text(self, text: str) -> str:
        """A text that stands alone, such as an address or an argument of a command line."""
        return self._string(text)

    def secret(self, text: str) -> str:
        """A text that is known to be secret, all of it."""
        return self._hide(text)

    def other(self, message: bytes) -> bytes:
        """What is no JSON: hidden as text in which each byte is a character."""
        return self._plain(message)

    def _body(self, body: Any, method: str, number: int | None) -> Any:
        """Parameters, a result or an error. Its own sessionId is the protocol's, and no secret."""
        if not is_object(body):
            return self._value(body)
        if self._shows_stores(body, method, number):
            body = self._values_hidden(body)
        self._has_typed = self._has_typed or method in _TYPES
        if self._has_typed and method in _TELLS_OF_TEXT:
            body = self._texts_hidden(body)
        if method in _SPECIAL:
            body = _SPECIAL[method](body)
        kept = {"sessionId": body["sessionId"]} if "sessionId" in body else {}
        return self._members(body) | kept

    def _shows_stores(self, body: Json, method: str, number: int | None) -> bool:
        """Whether this is the reply to a script that read cookies or the page's stores; notes which scripts do."""
        if not method:
            found = number in self._stores_read_by
            self._stores_read_by.discard(number)
            return found
        if any(_STORES.search(str(body.get(name, ""))) for name in ("expression", "functionDeclaration")):
            self._stores_read_by.add(number)
        return False

    # --- the walk over a body ---

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._string(value)
        if is_list(value):
            return self._items(value)
        return self._members(value) if is_object(value) else value

    def _members(self, members: Json) -> Json:
        name = members.get("name", members.get("key"))
        if isinstance(name, str) and (is_secret_name(name) or _is_cookie(members)):
            members = members | {each: self._named(name, members[each]) for each in _PAIR_VALUES if each in members}
        elif "value" in members and is_secret_field(_field_of(members)):
            members = members | {"value": self._all(members["value"])}
        elif members.get("nodeName") in _FIELDS:
            members = self._texts_hidden(members)
        return {name: self._member(name, value) for name, value in members.items()}

    def _member(self, name: str, value: Any) -> Any:
        if name == "attributes" and is_list(value):
            return self._attributes(value)
        if not is_secret_name(name) or (name == "sessionId" and _ID.fullmatch(str(value))):
            return self._value(value)
        return self._named(name, value)

    def _named(self, name: str, value: Any) -> Any:
        """What stands under a secret name. Of cookies only the values are secret."""
        if isinstance(value, str):
            return hide_by_name(name, value, self._hide)
        if "cookie" not in name.lower():
            return self._all(value)
        cookies = value if is_list(value) else [value]
        hidden = [self._cookie(each) for each in cookies]
        return hidden if is_list(value) else hidden[0]

    def _cookie(self, cookie: Any) -> Any:
        if not is_object(cookie):
            return self._value(cookie)
        return self._members(cookie | ({"value": self._all(cookie["value"])} if "value" in cookie else {}))

    def _items(self, values: list[Any]) -> list[Any]:
        if len(values) == 2 and isinstance(values[0], str) and is_secret_name(values[0]):
            return [values[0], self._member(values[0], values[1])]
        return [self._value(value) for value in values]

    def _attributes(self, flat: list[Any]) -> list[Any]:
        """A node's attributes as the DOM domain has them: name, value, name, value."""
        names, values = map(str, flat[::2]), map(str, flat[1::2])
        attributes = dict(zip(names, values, strict=False))
        secret: set[str] = {"value", "content"} if is_secret_field(attributes) else set()
        hidden = {
            name: self._hide(value) if name in secret else self._member(name, value)
            for name, value in attributes.items()
        }
        return [part for pair in hidden.items() for part in pair]

    def _all(self, value: Any) -> Any:
        """Everything in it: texts hidden, numbers 0; what is true, false or null tells nothing."""
        if isinstance(value, str):
            return self._hide(value)
        if is_list(value):
            return [self._all(each) for each in value]
        if is_object(value):
            return {name: self._all(each) for name, each in value.items()}
        return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value

    def _values_hidden(self, members: Json) -> Json:
        """The same for a remote object: its values, not what the protocol says about them."""

        def hidden(name: str, value: Any) -> Any:
            if name in {"value", "description"}:
                return self._all(value)
            return self._values_hidden(value) if is_object(value) else value

        return {name: hidden(name, value) for name, value in members.items()}

    def _texts_hidden(self, value: Any) -> Any:
        """The same with the texts of DOM nodes hidden, at any depth."""
        if is_list(value):
            return [self._texts_hidden(each) for each in value]
        if not is_object(value):
            return value
        return {name: self._all(each) if name in _TEXTS else self._texts_hidden(each) for name, each in value.items()}

    # --- one text ---

    def _string(self, text: str) -> str:
        packed = _BASE64.fullmatch(text)
        if packed is not None:
            unpacked = _unpacked(packed["data"])
            if unpacked is not None:
                return (packed["head"] or "") + _packed(self._plain(unpacked), like=packed["data"])
            if len(text) > _LONG:  # a picture, say
                return text
        return self._search(hide_secrets(text, self._hide), MASK)

    def _plain(self, data: bytes) -> bytes:
        text = hide_secrets(data.decode("latin-1"), self._hide_plainly)
        return self._search(text, PLAIN_MASK).encode("latin-1")

    def _search(self, text: str, mask: str) -> str:
        for secret in self._remembered:
            if secret in text:
                text = text.replace(secret, mask * len(secret))
        return text

    def _hide(self, secret: str) -> str:
        self._remember(secret)
        return MASK * len(secret)

    def _hide_plainly(self, secret: str) -> str:
        self._remember(secret)
        return PLAIN_MASK * len(secret)

    def _remember(self, secret: str) -> None:
        for form in {secret, unquote(secret), quote(secret, safe="")}:
            if _MEMORABLE.fullmatch(form) and not _ID.fullmatch(form):
                self._remembered.pop(form, None)
                self._remembered[form] = None
        while len(self._remembered) > REMEMBERED:
            del self._remembered[next(iter(self._remembered))]


def _is_cookie(members: Json) -> bool:
    return "value" in members and bool(members.keys() & {"domain", "httpOnly", "sameSite"})


def _field_of(members: Json) -> dict[str, str]:
    return {name: members[name] for name in ("type", "autocomplete") if isinstance(members.get(name), str)}


# --- typed text ---


def _typed(name: str) -> Callable[[Json], Json]:
    return lambda body: body | ({name: MASK * len(str(body[name]))} if name in body else {})


def _typed_key(body: Json) -> Json:
    """A key that writes a character, unless it is a shortcut. Enter, Tab and the arrows tell nothing."""
    written = str(body.get("key") or body.get("text") or "")
    modifiers = body.get("modifiers", 0)
    shortcut = isinstance(modifiers, int) and modifiers & _SHORTCUT
    if len(written) != 1 or written < " " or shortcut:
        return body
    texts = {name: MASK for name in ("key", "code", "text", "unmodifiedText", "keyIdentifier") if name in body}
    return body | texts | {name: 0 for name in ("windowsVirtualKeyCode", "nativeVirtualKeyCode") if name in body}


def _bare_names(body: Json) -> Json:
    """Of files that are handed over the names alone: where they lie is a matter of the machine, and its user's."""
    files = body.get("files")
    return body | {"files": [re.split(r"[/\\]", str(each))[-1] for each in files]} if is_list(files) else body


def _content_left_out(body: Json) -> Json:
    """Of a piece of a file's content (``keep_piece``) its length alone."""
    match body.get("arguments"):
        case [{"value": {"reader": "keep_piece", "args": [key, number, data]} as question}]:
            told = question | {"args": [key, number, f"{len(str(data))} characters"]}
            return body | {"arguments": [{"value": told}]}
        case _:
            return body


_SPECIAL: dict[str, Callable[[Json], Json]] = {
    "Input.insertText": _typed("text"),
    "Input.imeSetComposition": _typed("text"),
    "Page.handleJavaScriptDialog": _typed("promptText"),
    "Input.dispatchKeyEvent": _typed_key,
    "DOM.setFileInputFiles": _bare_names,
    "Runtime.callFunctionOn": _content_left_out,
    "Network.setCookie": _typed("value"),
}


# --- Base64 ---


def _unpacked(data: str) -> bytes | None:
    """What is packed, when it is a text; its beginning tells, so that a large picture costs nothing."""
    beginning = _decoded(data[:64])
    if beginning is None or _NOT_TEXT.search(beginning):
        return None
    whole = _decoded(data)
    try:
        return None if whole is None or _NOT_TEXT.search(whole) or not whole.decode() else whole
    except UnicodeDecodeError:
        return None


def _decoded(data: str) -> bytes | None:
    bare = data.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=_alphabet(data))
    except binascii.Error:
        return None


def _packed(data: bytes, *, like: str) -> str:
    packed = base64.b64encode(data, altchars=_alphabet(like)).decode()
    return packed.rstrip("=") + "=" * (len(like) - len(like.rstrip("=")))


def _alphabet(data: str) -> bytes | None:
    """The two characters in which the alphabet for URLs differs."""
    return b"-_" if "-" in data or "_" in data else None
