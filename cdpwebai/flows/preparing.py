"""What is set beside a prompt before it is typed: the shape that each kind of it has, and the running of them all.

Row 6. A preparation does what it must in the page, proves it, and gives gates by which it is proven again right before
Send is pressed. Without one nothing here touches the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import UNSET

from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.send_steps import Prepared
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["Preparation", "prepare_all"]


class Preparation(Protocol):
    """One thing that goes beside the prompt: a model, files, a tool."""

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """Set it, and see it set. Raises ProviderError when it cannot be, and ``Gone``."""
        ...


async def prepare_all(preparations: Sequence[Preparation], page: ChatPage, ledger: Ledger) -> Prepared:
    """All of them, one after the other, as one. Raises as ``Preparation.prepare``."""
    done = [await one.prepare(page, ledger) for one in preparations]
    return Prepared(
        tuple(gate for one in done for gate in one.gates),
        tuple(name for one in done for name in one.chips),
        tuple(size for one in done for size in one.sizes),
        next((one.selection for one in done if one.selection is not UNSET), UNSET),
        tuple(check for one in done for check in one.checks),
        next((one.work_selection for one in done if one.work_selection is not None), None),
    )
