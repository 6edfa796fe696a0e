"""What cannot be asked, told before a browser is touched.

Row 7, below ``chat``.
"""

from __future__ import annotations

import math
from urllib.parse import urlsplit

from cdpwebai.errors import InputError, PromptMissing, ProviderError
from cdpwebai.flows.text import is_blank
from cdpwebai.records import Session, durable_url

__all__ = ["check_lasting", "check_question", "check_vendor"]


def check_question(prompt: str, timeout: float = math.inf) -> None:
    """Raise InputError for a question that cannot be asked; nothing was touched."""
    if not prompt.isascii():
        try:
            prompt.encode()
        except UnicodeEncodeError as error:
            raise InputError(f"the prompt is no text: half of a surrogate pair at index {error.start}") from error
    if is_blank(prompt):
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
