"""The Browser, Target and Inspector domains in real Chromium: tabs and sessions, from their beginning to their end."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from cdpwebai.browser.browser import Browser, launch
from cdpwebai.cdp import Session
from cdpwebai.cdp.command import Empty
from cdpwebai.cdp.domains import browser as browser_domain
from cdpwebai.cdp.domains import inspector, page, runtime, target
from cdpwebai.errors import Disconnected, ProtocolError, TargetClosed, TargetCrashed
from tests.support.live import value_of, wait_for


async def test_browser_tells_its_version(browser: Browser) -> None:
    version = await browser.connection.root.call(browser_domain.GetVersion())
    assert "/" in version.product
    assert version.protocol_version == "1.3"


async def test_browser_tells_of_downloads(browser: Browser, context_id: str, opened: Session, tmp_path: Path) -> None:
    root = browser.connection.root
    behavior = browser_domain.SetDownloadBehavior(
        behavior="allowAndName", browser_context_id=context_id, download_path=str(tmp_path), events_enabled=True
    )
    await root.call(behavior)
    async with root.subscribe(browser_domain.DownloadWillBegin, browser_domain.DownloadProgress) as events:
        await opened.call(runtime.Evaluate(expression="document.querySelector('#download').click()", user_gesture=True))
        began = await wait_for(browser_domain.DownloadWillBegin, events)
        progress = await wait_for(browser_domain.DownloadProgress, events)
        while progress.state == "inProgress":
            progress = await wait_for(browser_domain.DownloadProgress, events)
    assert (began.suggested_filename, progress.state, progress.received_bytes) == ("note.txt", "completed", 4)
    assert (tmp_path / began.guid).read_bytes() == b"note"
    await root.call(browser_domain.CancelDownload(guid=began.guid, browser_context_id=context_id))  # too late, and fine


async def test_browser_closes_when_told() -> None:
    async with launch() as browser:
        assert await browser.connection.root.call(browser_domain.Close()) == Empty()
        with pytest.raises(Disconnected):
            while True:
                await browser.connection.root.call(browser_domain.GetVersion())


async def test_target_tells_of_tabs_that_come_change_and_go(browser: Browser, context_id: str) -> None:
    root = browser.connection.root
    async with root.subscribe(target.TargetCreated, target.TargetInfoChanged, target.TargetDestroyed) as events:
        await root.call(target.SetDiscoverTargets(discover=True, filter=[target.FilterEntry(type="page")]))
        made = await root.call(target.CreateTarget(url="about:blank", browser_context_id=context_id))
        async for event in events:
            if isinstance(event, target.TargetCreated) and event.target_info.target_id == made.target_id:
                break
        await root.call(target.ActivateTarget(target_id=made.target_id))
        attached = await root.call(target.AttachToTarget(target_id=made.target_id, flatten=True))
        changed = await wait_for(target.TargetInfoChanged, events)
        while not changed.target_info.attached:  # its address and title may change first
            changed = await wait_for(target.TargetInfoChanged, events)
        assert changed.target_info.target_id == made.target_id
        listed = (await root.call(target.GetTargets())).target_infos
        told = (await browser.connection.session(attached.session_id).call(target.GetTargetInfo())).target_info
        assert told in listed
        assert (told.type, told.browser_context_id) == ("page", context_id)
        await root.call(target.CloseTarget(target_id=made.target_id))
        assert (await wait_for(target.TargetDestroyed, events)).target_id == made.target_id


async def test_target_attaches_and_detaches(browser: Browser, context_id: str) -> None:
    root = browser.connection.root
    made = await root.call(target.CreateTarget(url="about:blank", browser_context_id=context_id))
    async with root.subscribe(target.AttachedToTarget, target.DetachedFromTarget) as events:
        attached = await root.call(target.AttachToTarget(target_id=made.target_id, flatten=True))
        event = await wait_for(target.AttachedToTarget, events)
        assert (event.session_id, event.target_info.target_id) == (attached.session_id, made.target_id)
        await root.call(target.DetachFromTarget(session_id=attached.session_id))
        assert (await wait_for(target.DetachedFromTarget, events)).session_id == attached.session_id


async def test_target_attaches_by_itself_to_what_a_page_starts(opened: Session) -> None:
    worker = "globalThis.worker = new Worker(URL.createObjectURL(new Blob(['1'])))"
    async with opened.subscribe(target.AttachedToTarget) as events:
        await opened.call(target.SetAutoAttach(auto_attach=True, wait_for_debugger_on_start=True, flatten=True))
        await value_of(opened, f"{worker}; 1")
        event = await anext(events)
    assert (event.target_info.type, event.waiting_for_debugger) == ("worker", True)
    await opened.connection.session(event.session_id).call(runtime.RunIfWaitingForDebugger())


async def test_target_keeps_contexts_apart(browser: Browser) -> None:
    root = browser.connection.root
    made = await root.call(target.CreateBrowserContext())
    await root.call(target.DisposeBrowserContext(browser_context_id=made.browser_context_id))
    with pytest.raises(ProtocolError):
        await root.call(target.CreateTarget(url="about:blank", browser_context_id=made.browser_context_id))


async def test_a_crash_is_told_to_the_tab_and_to_who_discovers_tabs(browser: Browser, opened: Session) -> None:
    root = browser.connection.root
    await opened.call(inspector.Enable())
    await root.call(target.SetDiscoverTargets(discover=True))
    async with opened.subscribe(inspector.TargetCrashed) as own, root.subscribe(target.TargetCrashed) as others:
        with pytest.raises(TargetCrashed):
            await opened.call(page.Crash())
        assert await anext(own) == inspector.TargetCrashed()
        assert (await anext(others)).target_id == opened.target_id


async def test_inspector_tells_why_a_session_ends(browser: Browser, opened: Session) -> None:
    await opened.call(inspector.Enable())
    async with opened.subscribe(inspector.Detached) as events:
        with suppress(TargetClosed):  # the answer and the end race
            await opened.call(page.Close())
        assert (await anext(events)).reason
