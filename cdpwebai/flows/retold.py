"""An error from below, told in the words of the flow that it ended.

Row 6, pure.
"""

from __future__ import annotations

from cdpwebai.errors import Gone

__all__ = ["gone_while"]


def gone_while(gone: Gone, standing: str, *, changed: bool | None, partial: str | None = None) -> Gone:
    """The same error, saying first how it stands with the prompt. ``changed`` is what is known of the page."""
    told = type(gone)(
        f"{standing}: {gone.message}",
        method=gone.method,
        cdp_session=gone.cdp_session,
        waited=gone.waited,
        page_may_have_changed=changed,
        evidence=gone.evidence,
    )
    told.partial = partial
    return told
