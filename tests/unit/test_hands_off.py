"""What the product keeps its hands off, held by its source: cookies, and second opinions on who is logged in."""

from __future__ import annotations

import re
from pathlib import Path

from tests.manifest import proves

ROOT = Path(__file__).parents[2]
COOKIES = re.compile(r"(?:get|set|clear|delete)\w*cookie|document\.cookie|cookieStore", re.IGNORECASE)
WORDS_FOR_IT = ("cdpwebai/cdp/domains/", "cdpwebai/trace/")
"""The protocol's own vocabulary, and what hides cookies in traces."""


def sources(*kinds: str) -> dict[str, str]:
    files = [path for part in ("cdpwebai", "cli") for kind in kinds for path in (ROOT / part).rglob(f"*.{kind}")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


@proves("oracle.G8", "oracle.G10")
def test_no_cookie_is_read_or_set() -> None:
    touching = [name for name, text in sources("py", "js").items() if COOKIES.search(text)]
    assert [name for name in touching if not name.startswith(WORDS_FOR_IT)] == []


def test_reading_and_setting_cookies_would_be_noticed() -> None:
    for text in ("await session.call('Network.getAllCookies')", "storage.SetCookies(cookies=found)", "document.cookie"):
        assert COOKIES.search(text)
    assert any(COOKIES.search(text) for name, text in sources("py").items() if name.startswith(WORDS_FOR_IT))


@proves("oracle.G12")
def test_who_is_logged_in_is_asked_in_one_place() -> None:
    """The readers of the record and of a file's address fetch the session too, for its token alone."""
    asking = [name for name, text in sources("py").items() if "chat_account" in text]
    assert asking == ["cdpwebai/providers/chat_page.py"]
    reading = {Path(name).name for name, text in sources("js").items() if "/api/auth/session" in text}
    assert reading == {"chat_account.js", "chat_record.js", "chat_address.js"}
