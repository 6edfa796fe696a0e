"""The Page domain in real Chromium."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.command import Event
from cdpwebai.cdp.domains import dom, emulation, page, runtime
from tests.support.live import PAGE, node_of, top_frame, value_of, wait_for


async def test_page_tells_of_a_navigation_from_start_to_end(session: Session, page_url: Callable[..., str]) -> None:
    url = page_url("blank.html")
    kinds = (page.FrameStartedNavigating, page.FrameNavigated, page.LifecycleEvent, page.FrameStoppedLoading)
    await session.call(page.Enable())
    await session.call(page.SetLifecycleEventsEnabled(enabled=True))
    async with session.subscribe(*kinds, page.DomContentEventFired, page.LoadEventFired) as events:
        arrived = await session.call(page.Navigate(url=url))
        assert (arrived.error_text, arrived.is_download) == (None, False)
        told: dict[type[Event], Any] = {}
        while page.FrameStoppedLoading not in told or page.LoadEventFired not in told:
            event = await anext(events)
            told[type(event)] = event
    started, lived = told[page.FrameStartedNavigating], told[page.LifecycleEvent]
    assert (started.loader_id, started.url, started.navigation_type) == (arrived.loader_id, url, "differentDocument")
    assert (lived.frame_id, lived.loader_id) == (arrived.frame_id, arrived.loader_id)
    frame = told[page.FrameNavigated].frame
    assert (frame.id, frame.loader_id, frame.mime_type) == (arrived.frame_id, arrived.loader_id, "text/html")
    assert told[page.LoadEventFired].timestamp >= told[page.DomContentEventFired].timestamp
    assert told[page.FrameStoppedLoading].frame_id == arrived.frame_id


async def test_page_tells_a_move_within_the_document_from_a_new_one(
    opened: Session, page_url: Callable[..., str]
) -> None:
    await opened.call(page.StopLoading())  # nothing loads, and that is no error
    async with opened.subscribe(page.NavigatedWithinDocument) as events:
        moved = await opened.call(page.Navigate(url=page_url(PAGE) + "#there"))
        assert moved.loader_id is None
        assert (await anext(events)).navigation_type == "fragment"
    refused = await opened.call(page.Navigate(url="http://127.0.0.1:9/"))  # a port that no browser will ask
    assert refused.error_text == "net::ERR_UNSAFE_PORT"


async def test_page_goes_back_and_reloads(opened: Session, page_url: Callable[..., str]) -> None:
    async with opened.subscribe(page.NavigatedWithinDocument) as events:
        await opened.call(page.Navigate(url=page_url(PAGE) + "#there"))
        await anext(events)
    history = await opened.call(page.GetNavigationHistory())
    assert history.entries[history.current_index].url.endswith("#there")
    async with opened.subscribe(page.NavigatedWithinDocument, page.FrameNavigated) as events:
        await opened.call(page.NavigateToHistoryEntry(entry_id=history.entries[history.current_index - 1].id))
        await wait_for(page.NavigatedWithinDocument, events)
        before = await top_frame(opened)
        await opened.call(page.Reload(loader_id=before.loader_id))
        assert (await wait_for(page.FrameNavigated, events)).frame.loader_id != before.loader_id


async def test_page_lists_frames_and_tells_of_those_that_come_and_go(opened: Session) -> None:
    tree = (await opened.call(page.GetFrameTree())).frame_tree
    assert [child.frame.parent_id for child in tree.child_frames or ()] == [tree.frame.id]
    async with opened.subscribe(page.FrameAttached, page.FrameDetached) as events:
        await value_of(opened, "document.body.append(document.createElement('iframe')), 1")
        attached = await wait_for(page.FrameAttached, events)
        assert attached.parent_frame_id == tree.frame.id
        await value_of(opened, "document.querySelector('iframe:last-child').remove(), 1")
        detached = await wait_for(page.FrameDetached, events)
        assert (detached.frame_id, detached.reason) == (attached.frame_id, "remove")


async def test_page_makes_one_isolated_world_per_name_and_runs_scripts_in_it(opened: Session) -> None:
    frame = await top_frame(opened)
    worlds = [
        await opened.call(page.CreateIsolatedWorld(frame_id=frame.id, world_name=name)) for name in ("a", "a", "b")
    ]
    assert worlds[0] == worlds[1] != worlds[2]
    script = page.AddScriptToEvaluateOnNewDocument(source="globalThis.here = 1", world_name="a", run_immediately=True)
    added = await opened.call(script)
    inside = runtime.Evaluate(expression="globalThis.here", context_id=worlds[0].execution_context_id)
    assert (await opened.call(inside)).result.value == 1
    assert await value_of(opened, "globalThis.here") is None
    await opened.call(page.RemoveScriptToEvaluateOnNewDocument(identifier=added.identifier))


async def test_page_measures_and_draws_itself(opened: Session) -> None:
    await opened.call(emulation.SetDeviceMetricsOverride(width=320, height=200, device_scale_factor=1, mobile=False))
    await opened.call(page.BringToFront())
    metrics = await opened.call(page.GetLayoutMetrics())
    assert (metrics.css_layout_viewport.client_width, metrics.css_visual_viewport.scale) == (320, 1)
    assert metrics.css_content_size.height >= 50
    clip = page.Viewport(x=0, y=0, width=10, height=10, scale=1)
    drawn = await opened.call(page.CaptureScreenshot(format="png", clip=clip))
    assert base64.b64decode(drawn.data).startswith(b"\x89PNG")
    await opened.call(emulation.ClearDeviceMetricsOverride())


async def test_page_waits_for_the_answer_to_a_dialog(opened: Session) -> None:
    async with opened.subscribe(page.JavascriptDialogOpening, page.JavascriptDialogClosed) as events:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(value_of, opened, "prompt('name?', 'nobody')")
            opening = await wait_for(page.JavascriptDialogOpening, events)
            assert (opening.type, opening.message, opening.default_prompt) == ("prompt", "name?", "nobody")
            await opened.call(page.HandleJavaScriptDialog(accept=True, prompt_text="somebody"))
        closed = await wait_for(page.JavascriptDialogClosed, events)
        assert (closed.result, closed.user_input) == (True, "somebody")


async def test_page_gives_the_file_chooser_to_us(opened: Session) -> None:
    await opened.call(page.SetInterceptFileChooserDialog(enabled=True))
    async with opened.subscribe(page.FileChooserOpened) as events:
        await opened.call(runtime.Evaluate(expression="document.querySelector('#file').click()", user_gesture=True))
        chooser = await anext(events)
    described = await opened.call(dom.DescribeNode(object_id=await node_of(opened, "#file")))
    assert (chooser.mode, chooser.backend_node_id) == ("selectSingle", described.node.backend_node_id)
