"""What the browser's events say about the documents of a session, in the order in which Chromium 156 tells them."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.cdp.command import Event
from cdpwebai.cdp.domains import page, runtime
from cdpwebai.page.documents import EVENTS, Documents, Worlds


def frame(loader: str, url: str = "http://a/", frame_id: str = "top", **more: Any) -> page.Frame:
    return page.Frame(id=frame_id, loader_id=loader, url=url, mime_type="text/html", security_origin="", **more)


def started(loader: str, kind: str = "differentDocument", frame_id: str = "top") -> Event:
    return page.FrameStartedNavigating(frame_id=frame_id, url="http://x/", loader_id=loader, navigation_type=kind)


def navigated(loader: str, url: str = "http://b/", kind: str = "Navigation", frame_id: str = "top") -> Event:
    return page.FrameNavigated(frame=frame(loader, url, frame_id), type=kind)


def loaded(loader: str, frame_id: str = "top") -> Event:
    return page.LifecycleEvent(frame_id=frame_id, loader_id=loader, name="load", timestamp=0)


def stopped(frame_id: str = "top") -> Event:
    return page.FrameStoppedLoading(frame_id=frame_id)


def created(unique: str, *, ours: bool = False, frame_id: str = "top", name: str = "") -> Event:
    kind = {"frameId": frame_id, "isDefault": not ours, "type": "isolated" if ours else "default"}
    name = "w" if ours and not name else name
    context = runtime.ExecutionContextDescription(id=1, origin="", name=name, unique_id=unique, aux_data=kind)
    return runtime.ExecutionContextCreated(context=context)


def destroyed(unique: str) -> Event:
    return runtime.ExecutionContextDestroyed(execution_context_unique_id=unique)


CLEARED = runtime.ExecutionContextsCleared()


def documents(*events: Event) -> Documents:
    """A tab that shows http://a/, loaded, with both its worlds, after these events."""
    known = Documents("top", "w")
    known.begin(frame("1"))
    for event in (created("main1"), created("ours1", ours=True), loaded("1"), *events):
        known.observe(event)
    return known


def test_a_tab_begins_with_what_it_shows() -> None:
    known = documents()
    assert (known.url, known.loader, known.settled) == ("http://a/", "1", True)
    assert known.worlds("top") == Worlds("main1", "ours1")


def test_what_events_have_told_is_newer_than_the_first_question() -> None:
    known = Documents("top", "w")
    known.observe(navigated("2", "http://b/"))
    known.begin(frame("1"))
    assert (known.url, known.loader) == ("http://b/", "2")


NAVIGATION = [
    started("2"),
    CLEARED,
    navigated("2"),
    created("main2"),
    created("ours2", ours=True),
    loaded("2"),
    stopped(),
]


def test_a_navigation_is_followed_step_by_step() -> None:
    known = documents()
    steps: list[tuple[str, bool, Worlds | None]] = []
    for event in NAVIGATION:
        known.observe(event)
        steps.append((known.loader, known.settled, known.worlds("top")))
    old, new = Worlds("main1", "ours1"), Worlds("main2", "ours2")
    assert steps == [
        ("1", False, old),
        ("1", False, None),
        ("2", False, None),
        ("2", False, None),
        ("2", False, new),
        ("2", True, new),
        ("2", True, new),
    ]
    assert list(known.arrived) == ["1", "2"]


def test_one_world_alone_is_no_document() -> None:
    assert documents(CLEARED, created("main2")).worlds("top") is None
    assert documents(CLEARED, created("ours2", ours=True)).worlds("top") is None


def test_a_page_that_replaces_itself_from_its_head_is_settled_by_the_one_that_follows() -> None:
    known = documents(started("2"), CLEARED, navigated("2"), started("3"), loaded("2"))
    assert not known.settled
    for event in (CLEARED, navigated("3"), loaded("3"), stopped()):
        known.observe(event)
    assert known.settled


def test_a_navigation_that_brings_no_document_leaves_the_old_one_settled_again() -> None:
    known = documents(started("2"))
    assert not known.settled
    known.observe(stopped())
    assert known.settled
    assert known.loader == "1"


def test_a_document_that_arrives_late_does_not_hide_the_one_on_its_way() -> None:
    known = documents(started("2"), started("3"), CLEARED, navigated("2"), loaded("2"))
    assert (known.loader, known.settled) == ("2", False)


def test_a_document_that_gave_up_loading_is_settled_without_having_loaded() -> None:
    known = documents(started("2"), CLEARED, navigated("2"), started("3"))
    assert not known.settled
    known.observe(stopped())
    assert known.settled
    assert "2" not in known.loaded


@pytest.mark.parametrize("answer_first", [False, True])
def test_a_navigation_whose_answer_says_that_it_ended_is_no_longer_on_its_way(answer_first: bool) -> None:
    known = documents()
    if answer_first:
        known.given_up("2")
    known.observe(started("2"))
    if not answer_first:
        known.given_up("2")
    assert known.settled
    known.observe(started("3"))
    assert not known.settled


@pytest.mark.parametrize("kind", ["sameDocument", "historySameDocument"])
def test_a_move_within_the_document_changes_the_address_and_nothing_else(kind: str) -> None:
    known = documents(
        started("2", kind), page.NavigatedWithinDocument(frame_id="top", url="http://a/#x", navigation_type="fragment")
    )
    assert (known.url, known.settled, known.worlds("top")) == ("http://a/#x", True, Worlds("main1", "ours1"))


def test_a_page_from_the_back_forward_cache_is_there_at_once() -> None:
    known = documents(*NAVIGATION, started("9"), CLEARED, created("ours1", ours=True), created("main1"))
    known.observe(navigated("4", "http://a/", "BackForwardCacheRestore"))
    assert (known.url, known.settled, known.worlds("top")) == ("http://a/", True, Worlds("main1", "ours1"))


def test_a_prerendered_page_that_comes_up_is_found_by_asking_once() -> None:
    known = documents(CLEARED)
    assert not known.doubtful
    known.observe(created("main9", frame_id="hidden"))
    assert known.doubtful
    assert known.begin_again(frame("9", "http://hidden/", "hidden"))
    known.observe(created("ours9", ours=True, frame_id="hidden"))
    assert (known.top, known.url, known.settled, known.doubtful) == ("hidden", "http://hidden/", True, False)
    assert known.worlds("hidden") == Worlds("main9", "ours9")


def test_frames_that_come_before_the_top_one_are_asked_about_once() -> None:
    known = documents(CLEARED, created("mainF", frame_id="f"))
    assert known.doubtful
    assert not known.begin_again(frame("1"))
    known.observe(created("mainG", frame_id="g"))
    assert not known.doubtful
    known.observe(CLEARED)
    known.observe(created("mainF", frame_id="f"))
    assert known.doubtful


def test_a_navigation_tells_the_top_frame_by_its_having_no_parent() -> None:
    known = documents(CLEARED, navigated("5", "http://c/", frame_id="other"))
    assert (known.top, known.url) == ("other", "http://c/")
    inner = frame("6", "http://d/", "inner", parent_id="other")
    known.observe(page.FrameNavigated(frame=inner, type="Navigation"))
    assert (known.top, known.url) == ("other", "http://c/")


def test_other_frames_do_not_count_for_the_top_document() -> None:
    inner = page.FrameNavigated(frame=frame("7", "http://f/", "f", parent_id="top"), type="Navigation")
    known = documents(started("7", frame_id="f"), inner, loaded("7", "f"), stopped("f"))
    assert (known.url, known.loader, known.settled) == ("http://a/", "1", True)


def test_each_frame_has_worlds_of_its_own_until_it_goes() -> None:
    known = documents(created("mainF", frame_id="f"), created("oursF", ours=True, frame_id="f"))
    assert known.worlds("f") == Worlds("mainF", "oursF")
    known.observe(destroyed("oursF"))
    assert known.worlds("f") is None
    assert known.worlds("top") == Worlds("main1", "ours1")


def test_an_isolated_world_of_somebody_else_is_not_ours() -> None:
    known = documents(created("theirs", ours=True, name="other"))
    assert known.worlds("top") == Worlds("main1", "ours1")


def test_a_context_that_goes_late_takes_no_newer_one_with_it() -> None:
    known = documents(created("main2"), destroyed("main1"))
    assert known.worlds("top") == Worlds("main2", "ours1")


def test_after_a_loss_of_events_no_document_is_known() -> None:
    known = documents()
    known.forget()
    assert known.worlds("top") is None


def test_the_fragment_belongs_to_the_address() -> None:
    known = Documents("top", "w")
    known.begin(frame("1", url_fragment="#part"))
    assert known.url == "http://a/#part"


def test_every_event_that_is_subscribed_to_is_understood() -> None:
    samples = [
        *NAVIGATION,
        destroyed("x"),
        page.NavigatedWithinDocument(frame_id="top", url="", navigation_type="other"),
    ]
    assert {type(event) for event in samples} == set(EVENTS)


def test_the_loads_of_frames_below_do_not_push_out_that_of_the_top() -> None:
    known = documents(*(loaded(f"f{number}", frame_id=f"frame{number}") for number in range(60)))
    assert known.settled
    assert list(known.loaded) == ["1"]
