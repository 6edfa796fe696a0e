"""Frames across processes: 127.0.0.1 and localhost are two sites, so a frame of the one in the other has its own."""

from collections.abc import Callable

import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.children import auto_attach
from cdpwebai.cdp.domains import page, runtime
from cdpwebai.cdp.frames import Frame, list_frames
from tests.manifest import proves

Url = Callable[..., str]


async def frames_until(session: Session, condition: Callable[[list[Frame]], bool]) -> list[Frame]:
    """The frames, as soon as they are as wanted: they come and go by the browser's own time."""
    with trio.fail_after(10):
        while True:
            frames = await list_frames(session)
            if condition(frames):
                return frames
            await trio.sleep(0.02)


def urls(frames: list[Frame]) -> list[str]:
    return [frame.url.partition("?")[0].rpartition("/")[2] for frame in frames]


async def open_page(session: Session, url: str) -> None:
    await session.call(page.Enable())
    async with session.subscribe(page.LoadEventFired) as loads:
        await session.call(page.Navigate(url=url))
        with trio.fail_after(10):
            await anext(loads)


async def add_frame(session: Session, url: str) -> None:
    source = "((url) => { const f = document.createElement('iframe'); f.src = url; document.body.append(f); })"
    await session.call(runtime.Evaluate(expression=f"{source}({url!r})"))


@proves("report.A32")
async def test_a_cross_site_frame_is_listed_and_its_text_is_read_through_its_own_session(
    session: Session, page_url: Url
) -> None:
    async with auto_attach(session):
        inner = page_url("inner.html", host="localhost")
        await open_page(session, f"{page_url('outer.html')}?frame={inner}")
        top, frame = await frames_until(session, lambda frames: urls(frames) == ["outer.html", "inner.html"])
        assert frame.parent_id == top.frame_id
        assert frame.session is not top.session
        text = await frame.session.call(runtime.Evaluate(expression="document.querySelector('#who').textContent"))
        assert text.result.value == "inner text"


@proves("report.A32")
async def test_a_frame_of_the_same_site_is_listed_with_the_page_s_own_session(session: Session, page_url: Url) -> None:
    async with auto_attach(session):
        await open_page(session, f"{page_url('outer.html')}?frame={page_url('inner.html')}")
        top, frame = await frames_until(session, lambda frames: urls(frames) == ["outer.html", "inner.html"])
        assert frame.session is top.session is session


@proves("report.A34")
async def test_a_frame_inside_a_cross_site_frame_is_reached(session: Session, page_url: Url) -> None:
    async with auto_attach(session):
        middle = f"{page_url('outer.html', host='localhost')}?frame={page_url('inner.html')}"
        await open_page(session, page_url("outer.html"))
        await add_frame(session, middle)
        frames = await frames_until(session, lambda frames: len(frames) == 3 and urls(frames)[2] == "inner.html")
        assert frames[2].parent_id == frames[1].frame_id


@proves("report.A34")
async def test_a_frame_added_later_keeps_its_id_when_it_moves_and_is_gone_after_removal(
    session: Session, page_url: Url
) -> None:
    async with auto_attach(session):
        await open_page(session, page_url("outer.html"))
        await add_frame(session, page_url("inner.html"))
        _, added = await frames_until(session, lambda frames: urls(frames) == ["outer.html", "inner.html"])
        for host, name in (("localhost", "blank.html"), ("127.0.0.1", "inner.html")):
            moved = page_url(name, host=host)
            await session.call(runtime.Evaluate(expression=f"document.querySelector('iframe').src = {moved!r}"))
            _, frame = await frames_until(session, lambda frames, url=moved: [f.url for f in frames][1:] == [url])
            assert frame.frame_id == added.frame_id
        await session.call(runtime.Evaluate(expression="document.querySelector('iframe').remove()"))
        assert urls(await frames_until(session, lambda frames: len(frames) == 1)) == ["outer.html"]
        assert session.children == []
        assert session.connection.statistics().waiting == 0


async def child_of(session: Session) -> Session:
    """Its first child, as soon as it is there."""
    with trio.fail_after(10):
        while not session.children:  # noqa: ASYNC110 - the tree has no event of its own, and needs none
            await trio.sleep(0.02)
    return session.children[0]


async def fail(child: Session) -> None:
    raise RuntimeError("no")


@proves("report.A31")
async def test_a_cross_site_frame_loads_although_its_set_up_raised(session: Session, page_url: Url) -> None:
    async with auto_attach(session, fail):
        inner = page_url("inner.html", host="localhost")
        await open_page(session, f"{page_url('outer.html')}?frame={inner}")
        _, frame = await frames_until(session, lambda frames: urls(frames) == ["outer.html", "inner.html"])
        state = await frame.session.call(runtime.Evaluate(expression="document.readyState"))
        assert state.result.value in ("interactive", "complete")


@proves("report.A31")
async def test_a_worker_runs_although_its_set_up_raised(session: Session, page_url: Url) -> None:
    async with auto_attach(session, fail):
        await open_page(session, page_url("blank.html"))
        worker = "new Worker(URL.createObjectURL(new Blob(['1'])))"
        await session.call(runtime.Evaluate(expression=worker))
        child = await child_of(session)
        assert (await child.call(runtime.Evaluate(expression="6 * 7"), within=10)).result.value == 42


@proves("report.A31")
async def test_a_popup_runs_although_its_set_up_raised(session: Session, page_url: Url) -> None:
    """Popups are tabs of their own, so they are children of the browser's session."""
    root = session.connection.root
    await open_page(session, page_url("blank.html"))
    async with auto_attach(root, fail):
        known = len(root.children)
        await session.call(runtime.Evaluate(expression="window.popup = open('about:blank')", user_gesture=True))
        with trio.fail_after(10):
            while len(root.children) == known:  # noqa: ASYNC110 - as above
                await trio.sleep(0.02)
            reply = await root.children[-1].call(runtime.Evaluate(expression="6 * 7"))
    assert reply.result.value == 42
