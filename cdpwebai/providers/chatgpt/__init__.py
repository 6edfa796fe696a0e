"""ChatGPT: its DOM contract, its in-page readers, and what its HTML means as Markdown. No flow logic.

Row 5. ``demo`` is the same provider on another host, so that nothing here is reachable on the live site alone.
"""

from __future__ import annotations

from functools import cache

from cdpwebai.page.library import Library
from cdpwebai.providers.chat import Provider, Rebuilt
from cdpwebai.providers.chatgpt.record import AttachedReader, RecordReader, SaidReader, without_marks
from cdpwebai.providers.contract import load_contract

__all__ = ["chatgpt"]


@cache
def chatgpt() -> Provider:
    """The provider as it is on its own site; built once, when it is first used."""
    contract = load_contract("cdpwebai.providers.chatgpt")
    return Provider(
        name="chatgpt",
        hosts=("chatgpt.com", "chat.openai.com"),
        home="https://chatgpt.com/",
        contract=contract,
        library=Library.load(
            "cdpwebai.page", "cdpwebai.providers.chatgpt", data={"chat_contract": contract.for_page()}
        ),
        record=RecordReader("chat_record"),
        attached=AttachedReader("chat_record"),
        said=SaidReader("chat_record"),
        rebuild=_rebuild,
        unmarked=without_marks,
    )


def _rebuild(html: str) -> Rebuilt:
    """Loads the HTML parser only when there is HTML to read."""
    from cdpwebai.providers.chatgpt.markdown import rebuild

    return rebuild(html)
