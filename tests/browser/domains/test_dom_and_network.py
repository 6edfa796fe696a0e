"""The DOM and Network domains in real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from cdpwebai.cdp import Session, Subscription
from cdpwebai.cdp.domains import dom, network, page
from cdpwebai.errors import ProtocolError
from tests.support.live import node_of, top_frame, value_of, wait_for


async def test_dom_finds_nodes_and_their_handles(opened: Session) -> None:
    async with opened.subscribe(dom.DocumentUpdated) as events:
        await opened.call(dom.Enable())
        root = (await opened.call(dom.GetDocument(depth=1))).root
        assert (root.node_type, root.node_name) == (9, "#document")
        wide = (await opened.call(dom.QuerySelector(node_id=root.node_id, selector="#wide"))).node_id
        every = (await opened.call(dom.QuerySelectorAll(node_id=root.node_id, selector="button"))).node_ids
        assert every == [wide]
        assert (await opened.call(dom.QuerySelector(node_id=root.node_id, selector="#none"))).node_id == 0
        handle = (await opened.call(dom.ResolveNode(node_id=wide))).object
        assert (handle.subtype, handle.class_name) == ("node", "HTMLButtonElement")
        await opened.call(page.Reload())
        assert await anext(events) == dom.DocumentUpdated()


async def test_dom_measures_boxes(opened: Session) -> None:
    await opened.call(dom.Enable())
    await opened.call(dom.GetDocument())
    wide, hidden = await node_of(opened, "#wide"), await node_of(opened, "#hidden")
    await opened.call(dom.ScrollIntoViewIfNeeded(object_id=wide))
    await opened.call(dom.Focus(object_id=wide))
    model = (await opened.call(dom.GetBoxModel(object_id=wide))).model
    assert (model.width, model.height, model.border) == (200, 50, [0, 0, 200, 0, 200, 50, 0, 50])
    (quad,) = (await opened.call(dom.GetContentQuads(object_id=wide))).quads
    assert quad[:2] == [0, 0]
    assert (await opened.call(dom.GetContentQuads(object_id=hidden))).quads == []
    with pytest.raises(ProtocolError):
        await opened.call(dom.GetBoxModel(object_id=hidden))
    hit = await opened.call(dom.GetNodeForLocation(x=100, y=25))
    assert hit.frame_id == (await top_frame(opened)).id


async def test_dom_gives_files_to_an_input(opened: Session, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes(b"note")
    await opened.call(dom.SetFileInputFiles(files=[str(file)], object_id=await node_of(opened, "#file")))
    assert await value_of(opened, "document.querySelector('#file').files[0].text()") == "note"


async def test_dom_tells_in_which_element_a_frame_stands(opened: Session) -> None:
    await opened.call(dom.Enable())
    tree = (await opened.call(page.GetFrameTree())).frame_tree
    assert tree.child_frames is not None
    owner = await opened.call(dom.GetFrameOwner(frame_id=tree.child_frames[0].frame.id))
    described = await opened.call(dom.DescribeNode(backend_node_id=owner.backend_node_id))
    assert described.node.local_name == "iframe"
    assert described.node.attributes is not None
    assert described.node.attributes[:2] == ["id", "inner"]


async def test_network_tells_of_a_request_its_response_and_its_end(
    opened: Session, page_url: Callable[..., str]
) -> None:
    await opened.call(network.Enable())
    kinds = (network.RequestWillBeSent, network.ResponseReceived, network.LoadingFinished, network.LoadingFailed)
    async with opened.subscribe(*kinds) as events:
        await value_of(opened, "fetch('blank.html').then(answer => answer.text())")
        sent = await wait_for(network.RequestWillBeSent, events)
        received = await wait_for(network.ResponseReceived, events)
        finished = await wait_for(network.LoadingFinished, events)
        assert {sent.request_id, received.request_id, finished.request_id} == {sent.request_id}
        assert (sent.request.url, sent.type, received.response.status) == (page_url("blank.html"), "Fetch", 200)
        assert received.response.mime_type == "text/html"
        body = await opened.call(network.GetResponseBody(request_id=sent.request_id))
        assert (body.base64_encoded, body.body.startswith("<!doctype html>")) == (False, True)
        await value_of(opened, "fetch('http://127.0.0.1:9/').catch(() => 1)")
        failed = await wait_for(network.LoadingFailed, events)
        assert failed.error_text == "net::ERR_UNSAFE_PORT"
    await opened.call(network.Disable())


async def play_web_socket(stream: trio.SocketStream) -> None:
    """Greet, echo one frame, and then break the protocol with an opcode that there is not."""
    protocol = ServerProtocol()
    with suppress(trio.BrokenResourceError):  # the browser may end the broken line by a reset
        async for data in stream:
            protocol.receive_data(data)
            for event in protocol.events_received():
                if isinstance(event, Request):
                    protocol.send_response(protocol.accept(event))
                elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    protocol.send_text(event.data)
                    await stream.send_all(b"".join(protocol.data_to_send()) + b"\x83\x00")
            await stream.send_all(b"".join(protocol.data_to_send()))


async def first_of_each(events: Subscription[Any], kinds: int) -> dict[type[object], Any]:
    """The first event of each kind, in whatever order they come."""
    found: dict[type[object], Any] = {}
    with trio.fail_after(20):
        while len(found) < kinds:
            event: object = await anext(events)
            found.setdefault(type(event), event)
    return found


async def test_network_tells_of_web_socket_frames(opened: Session) -> None:
    await opened.call(network.Enable())
    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(partial(trio.serve_tcp, play_web_socket, 0, host="127.0.0.1"))
        port = listeners[0].socket.getsockname()[1]
        kinds = (network.WebSocketCreated, network.WebSocketFrameSent, network.WebSocketFrameReceived)
        async with opened.subscribe(*kinds, network.WebSocketFrameError, network.WebSocketClosed) as events:
            url = f"ws://127.0.0.1:{port}/"
            await value_of(opened, f"globalThis.ws = new WebSocket('{url}'), ws.onopen = () => ws.send('hello'), 1")
            told = await first_of_each(events, 5)
        nursery.cancel_scope.cancel()
    created, sent = told[network.WebSocketCreated], told[network.WebSocketFrameSent]
    received, failed = told[network.WebSocketFrameReceived], told[network.WebSocketFrameError]
    closed = told[network.WebSocketClosed]
    assert (created.url, sent.response.payload_data, received.response.payload_data) == (url, "hello", "hello")
    assert (received.response.opcode, sent.response.mask, received.response.mask) == (1, True, False)
    assert failed.error_message
    assert {sent.request_id, received.request_id, failed.request_id, closed.request_id} == {created.request_id}
