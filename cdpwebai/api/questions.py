"""What cannot be asked, told before a browser is touched.

Row 7, below ``chat``.
"""

from __future__ import annotations

import math
import unicodedata
from urllib.parse import urlsplit

from cdpwebai.errors import InputError, PromptMissing, ProviderError
from cdpwebai.records import Session, durable_url

__all__ = ["check_lasting", "check_question", "check_vendor"]


_NOT_SHOWN = frozenset(("Cc", "Cf", "Zs", "Zl", "Zp"))
"""The categories of Unicode that draw nothing by themselves: controls, joiners and other marks of format, spaces."""

_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(n) for n in range(0xFE00, 0xFE10)}
"""Characters of other categories that draw nothing either: fillers, and what only chooses another's variant."""


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in _NOT_SHOWN and character not in _FILLERS


def check_question(prompt: str, timeout: float = math.inf) -> None:
    """Raise InputError for a question that cannot be asked; nothing was touched."""
    if not prompt.isascii():
        try:
            prompt.encode()
        except UnicodeEncodeError as error:
            raise InputError(f"the prompt is no text: half of a surrogate pair at index {error.start}") from error
    if not any(map(_is_shown, prompt)):
        raise PromptMissing("the prompt is empty; give one with --prompt, or on standard input with --prompt -")
    if not timeout > 0:
        raise InputError(f"the time limit must be more than 0 seconds, not {timeout:g}")


def check_vendor(session: Session, vendor: str) -> None:
    """Raise InputError for a session of another vendor than this one; "" is anybody's."""
    if vendor not in ("", session.vendor):
        raise InputError(f"session {session.id} is one of {session.vendor}, not of {vendor}; leave out --vendor")


def check_lasting(vendor: str, address: str) -> None:
    """Raise ProviderError for an address that only looks like a conversation's: it leads nowhere tomorrow."""
    if "/c/" in urlsplit(address).path and durable_url(address, vendor) is None:
        why = f"{address} is no lasting address of a conversation; open the conversation, and take its address then"
        raise ProviderError(why, code="cdp.target-mismatch", stage="connect", hint="tab-switch")
