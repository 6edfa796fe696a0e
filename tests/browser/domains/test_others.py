"""The Emulation, Accessibility, IO and Log domains in real Chromium."""

from __future__ import annotations

import base64

from cdpwebai.browser.browser import Browser
from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import accessibility, emulation, io, log
from tests.support.live import node_of, value_of


async def test_emulation_gives_every_tab_the_focus(browser: Browser, context_id: str, opened: Session) -> None:
    await browser.new_session(context_id=context_id)
    await opened.call(emulation.SetFocusEmulationEnabled(enabled=False))
    assert await value_of(opened, "document.hasFocus()") is False
    await opened.call(emulation.SetFocusEmulationEnabled(enabled=True))
    assert await value_of(opened, "document.hasFocus()") is True


async def test_accessibility_names_what_a_screen_reader_would(opened: Session) -> None:
    tree = (await opened.call(accessibility.GetFullAXTree())).nodes
    (wide,) = (node for node in tree if node.name is not None and node.name.value == "Wide one")
    assert wide.role == accessibility.AXValue(type="role", value="button")
    body = await node_of(opened, "body")
    query = accessibility.QueryAXTree(object_id=body, accessible_name="Wide one", role="button")
    (found,) = (await opened.call(query)).nodes
    assert (found.node_id, found.backend_dom_node_id) == (wide.node_id, wide.backend_dom_node_id)


async def test_io_reads_a_stream_in_pieces(opened: Session) -> None:
    stream = (await opened.call("Page.printToPDF", transferMode="ReturnAsStream"))["stream"]
    first = await opened.call(io.Read(handle=stream, size=8))
    assert (first.base64_encoded, first.eof) == (True, False)
    assert base64.b64decode(first.data).startswith(b"%PDF")
    rest = await opened.call(io.Read(handle=stream))
    assert not base64.b64decode(rest.data).startswith(b"%PDF")
    await opened.call(io.Close(handle=stream))


async def test_log_tells_what_came_before_it_was_enabled_first(opened: Session) -> None:
    await value_of(
        opened,
        "new Promise(done => { const image = new Image(); image.onerror = () => done(1); "
        "image.src = 'http://127.0.0.1:9/' })",
    )
    async with opened.subscribe(log.EntryAdded) as events:
        await opened.call(log.Enable())
        entry = (await anext(events)).entry
    assert (entry.source, entry.level, entry.url) == ("network", "error", "http://127.0.0.1:9/")
    assert "ERR_UNSAFE_PORT" in entry.text
