"""The documents that the site serves: the chat page, and what may stand in its place.

Pure. The chat page is an empty shell with everything it has to show as JSON in it, so that it is whole when it has
loaded; ``assets/*.js`` draw it. The human check and the login page are plain documents. Above: ``app``.
"""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from msgspec import structs

from cdpwebai.demosite.labels import labels
from cdpwebai.demosite.scenario import SiteKeys
from cdpwebai.demosite.site import Opened

__all__ = ["POLICY", "challenge_page", "chat_page", "login_page"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types demosite"
)
"""A production site's content security policy: no inline script, no eval, no string made into markup unseen."""

CHALLENGE_SCRIPT = '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js" defer></script>'
DOCUMENT = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/page.css">
{head}</head>
<body{attributes}>{body}</body>
</html>
"""


def chat_page(site: SiteKeys, opened: Opened, *, surface: str, drafts: bool) -> bytes:
    """The chat page, as ``opened``, with the surface that is remembered; ``drafts``: whether its drafts still stand."""
    kept: dict[str, Any] = {} if drafts else {"draft": "", "draft_files": ()}
    boot: dict[str, Any] = {
        "site": {**_keys(site), **kept, "surface": surface},
        "labels": labels(site.lang),
        "view": opened.view,
        "home": opened.home,
        "missing": opened.missing,
    }
    data = msgspec.json.encode(boot).decode().replace("<", "\\u003c")
    script = CHALLENGE_SCRIPT if site.gate == "challenge_script" else ""
    head = f'<script type="application/json" id="boot">{data}</script>\n'
    head += f'<script type="module" src="/assets/page.js"></script>\n{script}\n'
    title = opened.view["title"] or "ChatGPT"
    return _document(site.lang, title, head=head)


def _keys(site: SiteKeys) -> dict[str, Any]:
    """Every key with its value, parts in their long form, and the history without its turns."""
    history = [{"id": entry.id, "title": entry.title, "work": entry.work} for entry in site.history]
    long: dict[str, Any] = {"composer": structs.asdict(site.box), "upload": structs.asdict(site.upload)}
    long |= {"work": structs.asdict(site.work), "flips": [structs.asdict(flip) for flip in site.flips]}
    return {**structs.asdict(site), **long, "history": history}


def login_page(site: SiteKeys) -> bytes:
    """What stands in place of the chat for someone who is not logged in."""
    words = labels(site.lang)
    buttons = "".join(f'<a class="button" href="#">{escape(str(words[name]))}</a>' for name in ("login", "signup"))
    body = f'<main class="gate"><h1>{escape(str(words["welcome"]))}</h1><div class="buttons">{buttons}</div></main>'
    return _document(site.lang, "ChatGPT", body=body, attributes=' class="plain"')


def challenge_page(host: str) -> bytes:
    """A human check, in place of the page of ``host``; nothing on it leads on."""
    body = (
        f'<main class="gate"><h1>{escape(host)}</h1><p>Verify you are human by completing the action below.</p>'
        '<div id="challenge-form" class="cf-challenge">'
        '<label><input type="checkbox"> Verify you are human</label></div>'
        "<p>This site needs to review the security of your connection before proceeding.</p>"
        "<footer>Ray ID: 8c1f0d2e7a5b</footer></main>"
    )
    return _document("en", "Just a moment...", body=body, attributes=' class="plain"')


def _document(lang: str, title: str, *, head: str = "", body: str = "", attributes: str = "") -> bytes:
    return DOCUMENT.format(lang=lang, title=escape(title), head=head, body=body, attributes=attributes).encode()
