"""The running site in virtual time: conversations, sends, clicks, and what pages that follow are told."""

from __future__ import annotations

import re
from contextlib import aclosing
from typing import Any, Literal

import trio
import trio.testing

from cdpwebai.demosite.http import Digest
from cdpwebai.demosite.scenario import Scenario
from cdpwebai.demosite.site import SendRequest, Site, draw_word
from tests.manifest import proves
from tests.unit.demosite.support import answered, scenario, step


def sent(site: Site, chat: str = "chat-1", *, text: str = "Hello?", home: bool = False) -> Any:
    return site.send(SendRequest(chat=chat, text=text, path="/", how="click", home=home))


def texts(opened: dict[str, Any]) -> list[str]:
    return [message["text"] or message["html"] for turn in opened["turns"] for message in turn["messages"]]


async def followed(site: Site, chat: str = "chat-1", since: int = 0) -> list[tuple[float, dict[str, Any]]]:
    """Everything that a page is told, with the seconds from now at which it is."""
    start = trio.current_time()
    async with aclosing(site.follow(chat, since)) as coming:
        return [(round(trio.current_time() - start, 6), told) async for told in coming]


async def test_a_word_is_drawn_anew_and_stands_in_the_scenario() -> None:
    assert len({draw_word() for _ in range(50)}) > 30
    site = Site(scenario(answered("{{word}}")))
    assert re.fullmatch(r"[a-z]+-[a-z]+-\d{3}", site.word)
    assert site.scenario == scenario(answered(site.word))


async def test_a_page_that_follows_is_told_each_beat_when_it_comes(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(
        scenario([step(1, "user_turn"), step(2, "assistant_turn"), step(3, "stream", md="ab", seconds=1, pieces=2)])
    )
    sent(site)
    told = await followed(site)
    assert [at for at, _ in told] == [0, 1, 2, 3.5, 4]
    assert [len(view["turns"]) for _, view in told] == [0, 1, 2, 2, 2]
    assert [view["live"] for _, view in told] == [True, True, True, True, False]


async def test_an_effect_is_told_once_to_a_page_that_follows(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(scenario([step(1, "remount"), step(2, "remount")]))
    sent(site)
    told = await followed(site)
    assert [len(view["todo"]) for _, view in told] == [0, 1, 1]
    assert [len(view["todo"]) for _, view in await followed(site)] == [2]
    assert [len(view["todo"]) for _, view in await followed(site, since=2)] == [0]


@proves("demosite.survives-reload")
async def test_a_page_that_loads_later_shows_all_that_was_played_and_has_no_effects_to_do(
    autojump_clock: trio.testing.MockClock,
) -> None:
    site = Site(scenario(answered("All of it.", at=1)))
    sent(site)
    await trio.sleep(1)
    opened = site.open("/c/conversation-1")
    assert opened.chat == "chat-1"
    assert "All of it." in texts(opened.view)[1]
    assert opened.view["effects"] == 2
    assert not opened.missing


async def test_before_its_address_came_a_conversation_is_not_there(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(scenario(answered("x", at=1)))
    sent(site)
    assert site.open("/c/conversation-1").missing
    await trio.sleep(1)
    assert not site.open("/c/conversation-1").missing
    assert not site.open("/g/g-p-1/c/conversation-1").missing


async def test_slash_is_a_new_chat_with_a_key_of_its_own() -> None:
    site = Site(scenario(answered("x")))
    first, second = site.open("/"), site.open("/g/g-1")
    assert first.chat != second.chat
    assert (first.view["turns"], first.home, first.missing) == ([], False, False)


TURNS = [{"role": "user", "text": "Old question"}, {"role": "assistant", "text": "Old answer"}]


async def test_turns_without_an_address_stand_on_slash_until_the_first_send() -> None:
    site = Site(scenario(answered("New answer"), turns=TURNS))
    opened = site.open("/")
    assert opened.home
    assert len(opened.view["turns"]) == 2
    sent(site, opened.chat, home=True)
    assert not site.open("/").view["turns"]
    assert [turn["role"] for turn in site.open("/c/conversation-1").view["turns"]] == ["user", "assistant"] * 2


async def test_turns_stand_where_the_question_goes() -> None:
    site = Site(scenario(turns=TURNS, ask={"url": "https://chatgpt.com/c/abc"}))
    assert len(site.open("/c/abc").view["turns"]) == 2
    assert not site.open("/").view["turns"]
    assert not site.open("/").home


async def test_every_turn_has_an_id_whatever_the_scenario_says() -> None:
    site = Site(scenario(turns=TURNS))
    ids = [turn["messages"][0]["id"] for turn in site.open("/").view["turns"]]
    assert len(set(ids)) == 2
    assert all(ids)


async def test_a_conversation_of_the_history_is_at_its_address() -> None:
    site = Site(scenario(site={"history": [{"id": "h-1", "title": "Old", "turns": TURNS}]}))
    assert "Old answer" in texts(site.open("/c/h-1").view)[1]


async def test_an_address_that_another_conversation_stands_at_is_not_taken_from_it() -> None:
    history = [{"id": "h-1", "title": "Old", "turns": TURNS}]
    site = Site(scenario([step(0, "user_turn"), step(0, "url", to="/c/h-1")], site={"history": history}))
    sent(site)
    assert site.open("/c/h-1").chat == "h-1"


async def test_each_send_gets_the_next_reply_and_the_last_one_repeats() -> None:
    site = Site(scenario([step(0, "user_turn", id="u1")], [step(0, "user_turn", id="u2")]))
    for _ in range(4):
        sent(site)
    ids = [turn["key"] for turn in site.open("/c/none").view["turns"]]
    conversation = sent(site)
    ids = [turn.id for turn in conversation.played(trio.current_time()).turns]
    assert ids[:2] == ["u1", "u2"]
    assert len(set(ids)) == 5


async def test_a_reply_that_repeats_elsewhere_takes_another_address() -> None:
    site = Site(scenario(answered("x")))
    here, there = sent(site, "chat-1"), sent(site, "chat-2")
    again = sent(site, "chat-1")
    now = trio.current_time()
    assert here is again
    assert set(here.played(now).addresses) == {"/c/conversation-1"}
    assert there.played(now).addresses[0] not in {"/c/conversation-1", ""}


async def test_without_a_reply_a_send_is_logged_and_nothing_happens() -> None:
    site = Site(scenario())
    conversation = sent(site, text="Is anybody there?")
    assert conversation.played(trio.current_time()).turns == []
    assert [each.text for each in site.log.sends] == ["Is anybody there?"]


@proves("demosite.log-is-truth")
async def test_the_log_tells_what_was_sent_where_how_and_when(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(scenario())
    await trio.sleep(2)
    site.send(SendRequest(chat="c", text="Hi\n\nthere", path="/c/1", how="enter", surface="work"))
    (send,) = site.log.sends
    assert (send.number, send.text, send.path, send.how, send.surface) == (1, "Hi\n\nthere", "/c/1", "enter", "work")
    assert send.at == 2.0
    assert str(site.log) == "send 1 at 2.00 s, by enter on /c/1: 'Hi\\n\\nthere'"


async def test_one_can_wait_for_the_log(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(scenario())

    async def use() -> None:
        await trio.sleep(5)
        site.click("send", "chat-1", trusted=False)
        site.upload("a.txt", Digest.of(b""), pasted=False)
        sent(site)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(use)
        log = await site.wait_logged(lambda log: log.clicks["untrusted:send"] == 1 and bool(log.uploads and log.sends))
    assert (log, trio.current_time() - site.started) == (site.log, 5.0)


async def test_a_send_carries_the_files_that_were_uploaded() -> None:
    site = Site(scenario([step(0, "user_turn")]))
    upload = site.upload("a.txt", Digest.of(b"abc"), pasted=True)
    conversation = site.send(SendRequest(chat="c", text="", path="/", how="click", uploads=(upload.id, "unknown")))
    assert site.log.sends[0].uploads == (upload,)
    assert (upload.size, upload.sha256[:8], upload.pasted) == (3, "ba7816bf", True)
    assert conversation.played(trio.current_time()).turns[0].uploads == (upload,)


async def test_clicks_are_counted_by_name_and_made_up_ones_apart() -> None:
    site = Site(scenario())
    for trusted in (True, True, False):
        site.click("send", "chat-1", trusted=trusted)
    assert site.log.clicks == {"send": 2, "untrusted:send": 1}


async def test_a_dialogs_button_lets_a_held_timeline_go_on(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(scenario([step(1, "modal", kind="choose_surface", hold=True), step(2, "user_turn", id="u1")]))
    sent(site)

    async def choose() -> None:
        await trio.sleep(30)
        site.click("modal:chat", "chat-1", trusted=True)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(choose)
        told = await followed(site)
    assert [(at, len(view["turns"]), view["modal"] is not None) for at, view in told] == [
        (0, 0, False),
        (1, 0, True),
        (30, 0, False),
        (31, 1, False),
    ]


async def test_a_made_up_click_lets_nothing_go_on(autojump_clock: trio.testing.MockClock) -> None:
    site = Site(scenario([step(0, "modal", kind="choose_surface", hold=True), step(1, "user_turn")]))
    conversation = sent(site)
    site.click("modal:chat", "chat-1", trusted=False)
    assert conversation.played(trio.current_time() + 99).turns == []


async def test_a_page_that_follows_is_told_what_a_click_on_continue_added(
    autojump_clock: trio.testing.MockClock,
) -> None:
    site = Site(scenario([step(0, "assistant_turn", id="a1"), step(0, "continue_button", md="the rest")]))
    sent(site)

    async def press() -> None:
        await trio.sleep(30)
        site.click("continue", "chat-1", trusted=False)
        await trio.sleep(30)
        site.click("continue", "chat-1", trusted=True)

    with trio.fail_after(600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(press)
            told = await followed(site)
    assert (told[-1][0], told[-1][1]["live"]) == (60, False)
    assert "the rest" in texts(told[-1][1])[0]


async def test_the_stop_button_ends_the_reply(autojump_clock: trio.testing.MockClock) -> None:
    reply = [step(0, "assistant_turn"), step(0, "stop", state="on"), step(1, "text", md="a"), step(5, "text", md="b")]
    site = Site(scenario(reply))
    conversation = sent(site)
    await trio.sleep(2)
    site.click("stop", "chat-1", trusted=True)
    await trio.sleep(10)
    played = conversation.played(trio.current_time())
    assert (played.turns[0].open.shown, played.stop, played.is_over) == ("a", "off", True)


async def test_a_click_on_stop_when_nothing_is_being_written_changes_nothing() -> None:
    site = Site(scenario(answered("x")))
    conversation = sent(site)
    site.click("stop", "chat-1", trusted=True)
    record = conversation.played(trio.current_time()).turns[-1].open.record
    assert record is not None
    assert record.state == "finished"


async def test_the_surface_is_remembered_unless_it_is_broken() -> None:
    whole, broken = Site(scenario()), Site(scenario(site={"surface": "ambiguous"}))
    for site in (whole, broken):
        site.click("radio:work", "chat-1", trusted=True)
    assert (whole.surface, broken.surface) == ("work", "ambiguous")


async def test_a_gate_that_came_stands_for_every_page_and_ends_the_login(
    autojump_clock: trio.testing.MockClock,
) -> None:
    site = Site(scenario([step(1, "gate", kind="logout")]))
    sent(site)
    assert (site.gate, site.is_logged_in) == (None, True)
    await trio.sleep(1)
    assert (site.gate, site.is_logged_in) == ("logout", False)


async def test_a_guest_is_not_logged_in() -> None:
    assert not Site(scenario(site={"login": "guest"})).is_logged_in


def tabbed() -> Scenario:
    return scenario([step(1, "tab", do_to="cut"), step(2, "remount"), step(3, "tab", do_to="close")])


async def test_tab_steps_are_done_in_time_once_whether_a_page_looks_or_not(
    autojump_clock: trio.testing.MockClock,
) -> None:
    site = Site(tabbed())
    conversation = sent(site)
    done: list[tuple[float, str]] = []

    async def do(what: Literal["close", "crash", "cut"]) -> None:
        done.append((trio.current_time() - site.started, what))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(site.conduct, conversation, do)
        nursery.start_soon(site.conduct, conversation, do)
    assert done == [(1.0, "cut"), (3.0, "close")]
    sent(site)
    await site.conduct(conversation, do)
    assert done == [(1.0, "cut"), (3.0, "close"), (4.0, "cut"), (6.0, "close")]


async def test_a_send_that_comes_while_a_page_is_being_told_is_not_missed(
    autojump_clock: trio.testing.MockClock,
) -> None:
    site = Site(scenario([step(0, "modal", kind="quota", hold=True)], [step(1, "user_turn", id="u2")]))
    sent(site)
    async with aclosing(site.follow("chat-1", 0)) as coming:
        await anext(coming)
        sent(site)  # the page has not taken the first view yet
        assert [turn["key"] for turn in (await anext(coming))["turns"]] == []
        assert [turn["key"] for turn in (await anext(coming))["turns"]] == ["u2"]


async def test_who_follows_a_conversation_that_was_not_begun_is_told_nothing() -> None:
    assert await followed(Site(scenario()), "nobody") == []
