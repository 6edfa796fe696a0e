"""Which names are secret, and which stretches of a text are: by rules, without a list of secrets.

Row 2, pure. It knows text (URLs, forms, headers, JSON inside a string, script, HTML); the protocol's own shapes are
``redact``, one module up. Each rule keeps the length of what it hides, so that offsets into a text stay true.

A rule that hides too much costs a readable trace, one that hides too little costs an account: where the two conflict
the first is taken. Prose is spared where a word would be ordinary ("a bearer instrument", "Token: a unit of text").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

__all__ = ["hide_by_name", "hide_cookies", "hide_secrets", "is_secret_field", "is_secret_name"]

Hide = Callable[[str], str]
"""Hides one secret, keeping its length."""

Rule = Callable[[str, Hide], str]

ValueOf = Callable[[re.Match[str]], re.Pattern[str]]
"""How far the value after a head goes."""

# --- names ---------------------------------------------------------------------------------------------------------

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_PARTS = (
    *(
        "password",
        "passwd",
        "passphrase",
        "passcode",
        "secret",
        "credential",
        "authorization",
        "cookie",
        "csrf",
        "xsrf",
    ),
    *("bearer", "apikey", "accesskey", "privatekey", "sessionkey", "sessionid", "signature"),
)
"""A name is secret when it holds one of these, its punctuation left out,"""

_WHOLE = frozenset({"auth", "jwt", "otp", "pass", "pin", "pwd", "sid", "sig", "ssid", "sess", "tokens"})
"""or when its last word is one of these, or any word is "token";"""

_DESCRIBING = frozenset({"count", "type", "limit", "budget", "usage", "length", "index", "kind", "max", "min", "total"})
_COUNTING = frozenset({"max", "min", "num", "total", "completion", "prompt", "input", "output", "reasoning", "cached"})
"""but not when it counts or describes: tokenCount, maxTokens, cookieType."""


@lru_cache(maxsize=4096)
def is_secret_name(name: str) -> bool:
    """Whether what stands under this name (a key, a header, a parameter, a field) is secret by its name alone."""
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or words[-1] in _DESCRIBING or (words[-1] == "tokens" and _COUNTING.issuperset(words[-2:-1] or [""])):
        return False
    joined = "".join(words)
    return words[-1] in _WHOLE or "token" in words or any(part in joined for part in _PARTS)


def is_secret_field(attributes: dict[str, str]) -> bool:
    """Whether a form field with these attributes (names in lower case) holds a secret."""
    if attributes.get("type", "").lower() == "password" or attributes.get("autocomplete") in _AUTOCOMPLETE:
        return True
    return any(is_secret_name(attributes.get(key, "")) for key in ("name", "id", "property"))


_AUTOCOMPLETE = frozenset({"current-password", "new-password", "one-time-code"})

# --- values --------------------------------------------------------------------------------------------------------

_SCHEME = re.compile(r"(?:bearer|basic|digest|negotiate|token|apikey)[ \t]+(?=\S)", re.IGNORECASE)

_COOKIE = re.compile(r"(?P<name>[^=;,\s]{1,256})=(?P<value>[^;\r\n]*)")
_COOKIE_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "priority", "version"})


def hide_by_name(name: str, value: str, hide: Hide) -> str:
    """Hide the value of a secret name. Of cookies the names stay, of an Authorization header its scheme."""
    if "cookie" in name.lower():
        return hide_cookies(value, hide)
    scheme = _SCHEME.match(value)
    start = scheme.end() if scheme else 0
    return value[:start] + hide(value[start:])


def hide_cookies(text: str, hide: Hide) -> str:
    """The value of a Cookie or Set-Cookie header, or several, a line each: every cookie's value hidden."""
    if "=" not in text:
        return hide(text)

    def hidden(found: re.Match[str]) -> str:
        kept = found["name"].lower() in _COOKIE_ATTRIBUTES
        return found[0] if kept else f"{found['name']}={hide(found['value'])}"

    return _COOKIE.sub(hidden, text)


# --- text ----------------------------------------------------------------------------------------------------------

_BEARER = re.compile(r"\bbearer(?:[ \t+]|%20)+(?P<value>(?=[\w.~+/=-]*\d)[\w.~+/=-]{8,})", re.IGNORECASE)

# What shows by its form alone: JSON web tokens, and the prefixes that issuers print on their keys to have them found.
_BY_FORM = re.compile(
    r"(?<![\w-])(?P<value>eyJ[\w-]{4,}(?:\.[\w-]*)+|(?:sk|pk|rk)[-_][\w-]{16,}|gh[pousr]_\w{16,}|github_pat_\w{16,}"
    r"|glpat-[\w-]{16,}|xox[a-z]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|ya29\.[\w-]{16,}|hf_\w{16,})"
)

_USERINFO = re.compile(r"://[^/\s:@\"']{0,256}:(?P<value>[^/\s@\"']{1,256})(?=@)")

_SCRIPT_STORE = re.compile(
    r"\.setItem\(\s*(?P<quote>\\*[\"'`])[^\"'`\n\\]{0,256}(?P=quote)\s*,\s*(?P=quote)(?P<value>[^\"'`\n\\]*)"
)

# Heads: a name and all that stands between it and its value. Looking behind, and bounding the name, keeps them linear
# in a long run of letters. First key: "value", key = 'value', \"key\":\"value\", ["key"]="value", ("key", "value").
_QUOTED = re.compile(
    r"(?<![\w$.-])(?P<key>[\w$.-]{1,64})(?:\\*[\"'`])?\]?[ \t]*(?:=>|[:=,])\s*(?P<quote>\\{0,15}[\"'`])"
)

# key=value in a query, a fragment, a form, a shell line; percent-encoded up to twice (a URL inside a URL inside a URL).
_PAIR = re.compile(
    r"(?:(?<![\w$.%-])|(?<=%26)|(?<=%23)|(?<=%3F)|(?<=%2526)|(?<=%2523)|(?<=%253F))"
    r"(?P<key>[\w$.\[\]-]{1,64})(?:=|%(?:25)?3D)(?![\"'`\s])",
    re.IGNORECASE,
)
_PAIR_VALUE = re.compile(r"(?:(?!%(?:25)?(?:26|23|3B))[^&#;,\s\"'`<>\\)])+", re.IGNORECASE)

_HEADER = re.compile(r"^(?P<key>[\w-]{1,64})[ \t]*:[ \t]*", re.MULTILINE)
_HEADER_VALUE = re.compile(r"[^\r\n]+")
_ONE_WORD = re.compile(r"\S+[ \t]*$", re.MULTILINE)
_HEADERS = frozenset({"authorization", "proxy-authorization", "cookie", "set-cookie"})

_PART = re.compile(r"name=\"(?P<key>[^\"\r\n]{1,64})\"[^\r\n]{0,256}\r?\n(?:[^\r\n]{1,256}\r?\n){0,8}\r?\n")
_PART_VALUE = re.compile(r".*?(?=\r?\n--|\Z)", re.DOTALL)

_TAG = re.compile(r"<(?:input|meta)\b(?:\"[^\"]*\"|'[^']*'|[^>])*+", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"(?P<key>[\w-]{1,64})\s*=\s*(?P<quote>\\*[\"'])?(?P<value>(?(quote)(?:(?!(?P=quote)).)*|[^\s>]*))", re.DOTALL
)


def hide_secrets(text: str, hide: Hide) -> str:
    """The text with every secret in it hidden, and nothing else changed."""
    lowered = text.lower()
    if not _ANYTHING.search(lowered):
        return text
    for needed, rule in _RULES:
        if any(word in lowered for word in needed):
            text = rule(text, hide)
    return text


def _hide_form(pattern: re.Pattern[str]) -> Rule:
    return lambda text, hide: pattern.sub(lambda found: _with_hidden_value(found, hide), text)


def _hide_keyed(text: str, hide: Hide) -> str:
    for head, value_of in _KEYED:
        text = _hide_after(text, head, value_of, hide)
    return text


def _hide_tags(text: str, hide: Hide) -> str:
    return _TAG.sub(lambda found: _hide_in_tag(found[0], hide), text)


def _with_hidden_value(found: re.Match[str], hide: Hide) -> str:
    start, end = (edge - found.start() for edge in found.span("value"))
    return found[0][:start] + hide(found["value"]) + found[0][end:]


def _hide_after(text: str, head: re.Pattern[str], value_of: ValueOf, hide: Hide) -> str:
    """Hide what follows each head whose name is secret. A head inside a value that is hidden already is none."""
    pieces: list[str] = []
    done = 0
    for found in head.finditer(text):
        if found.end() < done or not is_secret_name(found["key"]):
            continue
        value = value_of(found).match(text, found.end())
        if value is not None:
            pieces += text[done : found.end()], hide_by_name(found["key"], value[0], hide)
            done = value.end()
    return "".join([*pieces, text[done:]])


@cache
def _until(quote: str) -> re.Pattern[str]:
    """Up to the same quote, not an escaped one. A text may end before it: chunks of a stream are cut anywhere."""
    return re.compile(rf"(?:(?!(?<!\\){re.escape(quote)})[^\n])*")


def _header_value(found: re.Match[str]) -> re.Pattern[str]:
    """The line's rest; for a name that prose uses too, only when it is one word."""
    return _HEADER_VALUE if found["key"].lower() in _HEADERS else _ONE_WORD


_KEYED: tuple[tuple[re.Pattern[str], ValueOf], ...] = (
    (_QUOTED, lambda found: _until(found["quote"])),
    (_PAIR, lambda _: _PAIR_VALUE),
    (_HEADER, _header_value),
    (_PART, lambda _: _PART_VALUE),
)


def _hide_in_tag(tag: str, hide: Hide) -> str:
    """An input's value when the field is a secret one, a meta's content when its name is."""
    attributes = {found["key"].lower(): found for found in _ATTRIBUTE.finditer(tag)}
    if is_secret_field({key: found["value"] for key, found in attributes.items()}):
        for key in attributes.keys() & {"value", "content"}:
            start, end = attributes[key].span("value")
            tag = tag[:start] + hide(tag[start:end]) + tag[end:]
    return tag


_STEMS = (
    *(
        "pass",
        "pwd",
        "pin",
        "otp",
        "secret",
        "cred",
        "auth",
        "cook",
        "csrf",
        "xsrf",
        "bear",
        "key",
        "sess",
        "sid",
        "sig",
    ),
    *("tok", "jwt"),
)
"""Each secret name holds one of these."""

_RULES: tuple[tuple[tuple[str, ...], Rule], ...] = (
    (("eyj", "k-", "k_", "gh", "glpat", "xox", "akia", "aiza", "ya29", "hf_"), _hide_form(_BY_FORM)),
    (("bearer",), _hide_form(_BEARER)),
    (("@",), _hide_form(_USERINFO)),
    ((".setitem",), _hide_form(_SCRIPT_STORE)),
    (_STEMS, _hide_keyed),
    (("<input", "<meta"), _hide_tags),
)
"""The rules, each with what a text must hold (in lower case) for it to find anything: most texts hold none of it."""

_ANYTHING = re.compile("|".join(re.escape(word) for needed, _ in _RULES for word in needed))
