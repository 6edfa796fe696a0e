"""Everything around the conversation: languages, surfaces, dialogs, gates, addresses, and what the page does once."""

from __future__ import annotations

from typing import Any

import pytest
import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains.page import JavascriptDialogOpening
from cdpwebai.demosite import load_builtin, load_scenario
from tests.browser.demosite.support import COMPOSER, HOLD, LIMIT, Page, opened
from tests.manifest import proves
from tests.unit.demosite.support import answered, scenario, step
from tests.unit.demosite.test_loading import SCENARIOS

OPEN = [step(0, "user_turn", id="u1"), step(0, "url", to="/c/conversation-1"), step(0, "assistant_turn", id="a1")]
ANSWER = '[...document.querySelectorAll(".markdown")].map((node) => node.textContent).join()'
MODAL = '[role="dialog"][aria-modal="true"]'


async def test_hello_is_asked_and_answers_with_the_drawn_word(session: Session) -> None:
    async with opened(session, load_builtin("hello")) as page:
        await page.ask("Say hello.")
        await page.until('document.querySelector("article[data-turn=assistant] [data-testid=copy-turn-action-button]")')
        assert "the word of the day is word." in await page.js(ANSWER)
        assert await page.count(".markdown pre code, .markdown table, .markdown ol ul") == 3
        assert await page.sent(1) == ["Say hello."]
        assert (await page.js("location.pathname")).startswith("/c/")
        assert await page.count('.history a[aria-current="page"]') == 1


@pytest.mark.parametrize(
    "name", ["b04-instant", "b25-zh-no-ids", "h36-textarea", "o12-section-markup", "o13-wrapperless"]
)
async def test_a_file_of_the_folder_plays_to_its_expected_answer(session: Session, name: str) -> None:
    played = load_scenario(SCENARIOS / f"{name}.json")
    assert played.expect.answer is not None
    async with opened(session, played) as page:
        await page.ask(played.ask.prompt)
        await page.until(f"{ANSWER} === {played.expect.answer.equals!r}")
        assert await page.sent(1) == [played.ask.prompt]


async def test_nothing_comes_from_elsewhere(session: Session) -> None:
    async with opened(session, load_builtin("hello")) as page:
        names = await page.js('performance.getEntriesByType("resource").map((entry) => entry.name)')
        assert names
        assert [name for name in names if not name.startswith(page.site.url)] == []


@pytest.mark.parametrize(
    ("lang", "voice", "send", "ask"),
    [
        ("en", "Start voice mode", "Send prompt", "Ask anything"),
        ("ko", "음성 모드 시작", "프롬프트 보내기", "무엇이든 물어보세요"),
        ("de", "Sprachmodus starten", "Prompt senden", "Stelle irgendeine Frage"),
    ],
)
async def test_labels_are_in_the_sites_language_and_test_ids_stay(
    session: Session, lang: str, voice: str, send: str, ask: str
) -> None:
    async with opened(session, scenario(site={"lang": lang})) as page:
        assert await page.attribute("html", "lang") == lang
        assert await page.attribute('[data-testid="composer-speech-button"]', "aria-label") == voice
        assert await page.attribute(f"{COMPOSER} p", "data-placeholder") == ask
        await page.write("x")
        assert await page.attribute('[data-testid="send-button"]', "aria-label") == send


async def test_without_test_ids_there_are_none_and_labels_stay(session: Session) -> None:
    cited = {"text": "a\ue200cite\ue202turn0search0\ue201", "citations": [{"title": "T", "url": "https://t.example"}]}
    turns = [{"role": "user", "text": "q"}, {"role": "assistant", **cited}]
    decoys = ["search-form", "stray-send", "stray-picker"]
    async with opened(session, scenario(turns=turns, site={"test_ids": False, "decoys": decoys})) as page:
        await page.write("x")
        assert await page.count(".markdown .pill") == 1
        assert await page.count("[data-testid], #composer-submit-button") == 0
        assert await page.count('.slot [aria-label="Send prompt"]') == 1


async def test_without_labels_send_and_stop_have_none(session: Session) -> None:
    reply = [step(0, "user_turn"), step(0, "stop", state="on")]
    async with opened(session, scenario(reply, site={"labels": False})) as page:
        await page.write("x")
        assert await page.attribute('[data-testid="send-button"]', "aria-label") is None
        await page.click(".slot button")
        await page.until('document.querySelector("[data-testid=stop-button]")')
        assert await page.attribute('[data-testid="stop-button"]', "aria-label") is None


@pytest.mark.parametrize(
    ("site", "label"),
    [({}, "Stop streaming"), ({"stop_label": "Halt"}, "Halt"), ({"surface": "work"}, "Stop answering")],
)
async def test_the_stop_button_says_what_the_site_calls_it(session: Session, site: dict[str, str], label: str) -> None:
    async with opened(session, scenario([step(0, "stop", state="on")], site=site)) as page:
        await page.ask()
        await page.until('document.querySelector("[data-testid=stop-button]")')
        assert await page.attribute('[data-testid="stop-button"]', "aria-label") == label


async def test_a_hidden_stop_button_is_mounted_and_not_seen_beside_what_the_slot_holds(session: Session) -> None:
    async with opened(session, scenario([step(0, "user_turn"), step(0, "stop", state="hidden")])) as page:
        await page.ask()
        await page.until('document.querySelector("[data-testid=stop-button]")')
        assert not await page.is_shown('[data-testid="stop-button"]')
        assert await page.is_shown('[data-testid="composer-speech-button"]')


async def test_a_click_on_stop_ends_the_answer(session: Session) -> None:
    reply = [*OPEN, step(0, "stop", state="on"), step(0, "text", md="Begun"), step(30, "text", md=" and ended")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.click('[data-testid="stop-button"]')
        await page.until('document.querySelector("article[data-turn=assistant] .bar")')
        assert await page.count('[data-testid="stop-button"], .streaming-animation') == 0
        assert await page.js(ANSWER) == "Begun"


RADIOS = '[...document.querySelectorAll("[role=radio]")].map((n) => [n.innerText, n.ariaChecked, n.dataset.state])'
CHAT_ON, CHAT_OFF = ["Chat", "true", "on"], ["Chat", "false", "off"]
WORK_ON, WORK_OFF = ["Work", "true", "on"], ["Work", "false", "off"]


@pytest.mark.parametrize(
    ("surface", "radios"),
    [
        ("chat", [CHAT_ON, WORK_OFF]),
        ("work", [CHAT_OFF, WORK_ON]),
        ("none", []),
        ("ambiguous", [CHAT_ON, WORK_ON]),
        ("torn", [CHAT_ON, ["Work", "false", "on"]]),
    ],
)
async def test_the_surface_is_shown_by_radios(session: Session, surface: str, radios: list[list[str]]) -> None:
    async with opened(session, scenario(site={"surface": surface})) as page:
        assert await page.js(RADIOS) == radios


async def test_half_a_surface_hides_the_work_radio(session: Session) -> None:
    async with opened(session, scenario(site={"surface": "half"})) as page:
        assert await page.count('[role="radio"]') == 2
        assert not await page.is_shown('[role="radio"]:last-child')


async def test_work_has_its_own_invitation_and_the_choice_is_remembered(session: Session) -> None:
    async with opened(session, scenario(site={"surface": "work"})) as page:
        assert await page.attribute(COMPOSER, "aria-label") == "Chat with ChatGPT"
        assert await page.attribute(f"{COMPOSER} p", "data-placeholder") == "Work on anything"
        await page.click('[role="radio"]:first-child')
        await page.clicked("radio:chat")
        assert await page.js(RADIOS) == [CHAT_ON, WORK_OFF]
        assert await page.attribute(COMPOSER, "aria-label") == "Message ChatGPT"
        await page.load("/")
        assert await page.js(RADIOS) == [CHAT_ON, WORK_OFF]
        await page.ask()
        await page.sent(1)
        assert page.site.log.sends[0].surface == "chat"


async def test_a_broken_surface_is_not_mended_by_a_click(session: Session) -> None:
    async with opened(session, scenario(site={"surface": "ambiguous"})) as page:
        await page.click('[role="radio"]:first-child')
        await page.clicked("radio:chat")
        assert await page.js(RADIOS) == [CHAT_ON, WORK_ON]


async def test_decoys_look_like_controls_and_only_count_their_clicks(session: Session) -> None:
    decoys = [
        "search-form",
        "answer-now",
        "voice",
        "alert-close",
        "project",
        "plugins",
        "apps",
        "stray-send",
        "stray-picker",
    ]
    stops = ["dictation", "voice", "read-aloud", "sidebar", "hidden"]
    async with opened(session, scenario(site={"decoys": decoys, "stop_decoys": stops})) as page:
        assert await page.count('form button[type="submit"]') == 2
        assert await page.count('[data-testid="send-button"]') == 1
        assert await page.count(".composer-submit-btn") == 1
        assert await page.count('.trailing [data-testid="composer-speech-button"]') == 2
        assert await page.count('[data-testid="stop-button"]') == 1
        assert not await page.is_shown('[data-testid="stop-button"]')
        assert await page.count('button[aria-label*="Stop" i]') == 5
        assert await page.count('form.composer button[aria-label*="Stop" i]') == 3
        assert await page.texts(".leading .text-button") == ["Choose project", "Plugins", "Apps", "High"]
        assert not await page.is_shown('[data-testid="composer-intelligence-picker-content"]')
        await page.click('form[aria-label="feedback"] button')
        await page.clicked("stray-send")
        await page.click('[aria-label="Stop reading aloud"]')
        await page.clicked("decoy:read-aloud")
        assert page.site.log.sends == []


async def test_the_voice_decoy_stands_beside_send(session: Session) -> None:
    async with opened(session, scenario(site={"decoys": ["voice"]})) as page:
        await page.write("x")
        assert await page.count('.trailing [data-testid="composer-speech-button"]') == 1
        assert await page.count('.trailing [data-testid="send-button"]') == 1


@pytest.mark.parametrize(("login", "account", "buttons"), [("in", 1, 0), ("guest", 0, 2)])
async def test_a_guest_has_a_composer_and_no_account(session: Session, login: str, account: int, buttons: int) -> None:
    async with opened(session, scenario(site={"login": login})) as page:
        assert await page.count(COMPOSER) == 1
        assert await page.count('[data-testid="accounts-profile-button"]') == account
        assert await page.count(".header > button.button") == buttons
        known = await page.js('fetch("/api/auth/session").then((answer) => answer.json())')
        assert (known is not None) is (login == "in")


async def test_the_history_names_conversations_and_marks_those_of_work(session: Session) -> None:
    history = [
        {"id": "h-1", "title": "Thinking", "work": True},
        {"id": "h-2", "title": "Tea", "turns": [{"role": "assistant", "text": "Green."}]},
    ]
    async with opened(session, scenario(site={"history": history})) as page:
        assert await page.attribute('a.__menu-item[href="/c/h-1"]', "aria-label") == "Thinking, work"
        assert await page.texts('a[href="/c/h-1"] span.flex.items-center > span.shrink-0') == ["Work"]
        assert await page.attribute('a.__menu-item[href="/c/h-2"]', "aria-label") == "Tea"
        await page.click('a[href="/c/h-2"]')
        await page.until(f'location.pathname === "/c/h-2" && {ANSWER} === "Green."')


async def test_the_address_changes_without_a_load_and_the_sidebar_names_it(session: Session) -> None:
    async with opened(session, scenario(answered("Right."))) as page:
        await page.js("window.same = true")
        await page.ask("What is it?")
        await page.until('location.pathname === "/c/conversation-1"')
        assert await page.js("window.same")
        assert await page.texts('a[href="/c/conversation-1"]') == ["What is it?"]


@proves("demosite.survives-reload")
async def test_a_conversation_that_is_loaded_shows_all_that_was_played_and_goes_on(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="Before, "), step(0, "reload"), step(1.5, "text", md="after."), step(1.5, "bar")]
    async with opened(session, scenario(reply)) as page:
        await page.js("window.same = true")
        async with session.subscribe("Page.loadEventFired") as loads:
            await page.ask()
            with trio.fail_after(LIMIT):
                await anext(loads)
        assert await page.js("window.same ?? null") is None
        assert await page.js(ANSWER) in {"Before, ", "Before,", "Before, after."}
        await page.until(f'{ANSWER} === "Before, after."')
        assert await page.sent(1) == ["Hello?"]


async def test_the_page_goes_where_it_is_told_to_and_the_answer_goes_on_without_it(session: Session) -> None:
    history = [{"id": "h-1", "title": "Other", "turns": [{"role": "assistant", "text": "Not this one."}]}]
    reply = [*OPEN, step(0, "navigate", to="/c/h-1"), step(0.3, "text", md="This one.")]
    async with opened(session, scenario(reply, site={"history": history})) as page:
        await page.ask()
        with trio.fail_after(LIMIT):
            async with session.subscribe("Page.loadEventFired") as loads:
                await anext(loads)
        assert await page.js("location.pathname") == "/c/h-1"
        assert await page.js(ANSWER) == "Not this one."
        await page.load("/c/conversation-1")
        await page.until(f'{ANSWER} === "This one."')


async def test_an_address_that_nobody_has_is_said_to_be_missing(session: Session) -> None:
    async with opened(session, scenario(), "/c/nowhere") as page:
        assert await page.texts('[role="alert"]') == ["Unable to load conversation"]
        assert await page.js("location.pathname") == "/"


async def test_a_frozen_page_answers_nobody_and_then_goes_on(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="a"), step(0, "freeze", seconds=1), step(0, "text", md="b")]
    async with opened(session, scenario(reply)) as page:
        await page.js("window.ticks = []; setInterval(() => window.ticks.push(performance.now()), 5)")
        await page.ask()
        await page.until(f'{ANSWER} === "ab"')
        pause = await page.js("Math.max(...window.ticks.map((at, n) => at - (window.ticks[n - 1] ?? at)))")
        assert pause >= 1000


@pytest.mark.parametrize("kind", ["alert", "confirm", "beforeunload"])
async def test_a_dialog_opens(session: Session, kind: str) -> None:
    async with opened(session, scenario([*OPEN, step(0, "dialog", kind=kind, text="Please note")])) as page:
        async with session.subscribe(JavascriptDialogOpening) as dialogs:
            await page.ask()
            with trio.fail_after(LIMIT):
                dialog = await anext(dialogs)
        assert dialog.type == kind
        assert dialog.message == ("" if kind == "beforeunload" else "Please note")
        await session.call("Page.handleJavaScriptDialog", accept=True)


@pytest.mark.parametrize(
    ("kind", "title", "text"),
    [
        ("rate_limit", "Too many requests", "You're making requests too quickly."),
        ("quota", "You've reached your limit", "Your limit resets"),
        ("network", "Network error", "A network error occurred."),
    ],
)
async def test_a_dialog_over_the_page_says_why_and_has_one_button(
    session: Session, kind: str, title: str, text: str
) -> None:
    async with opened(session, scenario([step(0, "modal", kind=kind)])) as page:
        await page.ask()
        await page.until(f"document.querySelector('{MODAL}')")
        assert await page.texts(f"{MODAL} h2") == [title]
        assert (await page.texts(f"{MODAL} p"))[0].startswith(text)
        assert await page.texts(f"{MODAL} button") == ["Got it"]
        under = "(box) => document.elementFromPoint(box.x + 5, box.y + 5)"
        hit = f'({under})(document.querySelector(".slot button").getBoundingClientRect()).className'
        assert await page.js(hit) == "backdrop"
        await page.click(f"{MODAL} button")
        await page.clicked("modal:got-it")
        assert await page.count(MODAL) == 0


async def test_a_dialog_may_hold_the_timeline_and_ask_for_the_surface(session: Session) -> None:
    reply = [*OPEN, step(0, "modal", kind="choose_surface", hold=True), step(0, "text", md="After the choice.")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until(f"document.querySelector('{MODAL}')")
        assert await page.texts(f"{MODAL} button") == ["Start in Work", "Continue in Chat"]
        assert await page.js(ANSWER) == ""
        await page.click(f"{MODAL} button:last-child")
        await page.until(f'{ANSWER} === "After the choice."')
        await page.clicked("modal:chat")
        assert await page.js(RADIOS) == [CHAT_ON, WORK_OFF]


async def test_the_rate_limit_may_be_over_the_page_at_load(session: Session) -> None:
    async with opened(session, scenario(site={"gate": "rate_limit"})) as page:
        assert await page.texts(f"{MODAL} h2") == ["Too many requests"]
        await page.click(f"{MODAL} button")
        await page.clicked("modal:got-it")
        assert await page.count(MODAL) == 0


async def test_a_toast_is_an_alert_in_the_corner(session: Session) -> None:
    async with opened(session, scenario([step(0, "toast", kind="network", text="Connection lost")])) as page:
        await page.ask()
        await page.until('document.querySelector(".toasts [role=alert]")?.innerText === "Connection lost"')
        assert await page.count(MODAL) == 0


@pytest.mark.parametrize(("keys", "value"), [({"progress": 0.5}, "0.5"), ({"progress": None}, None), ({}, "no bar")])
async def test_the_thinking_panel_stands_on_the_right_and_is_large(
    session: Session, keys: dict[str, Any], value: str | None
) -> None:
    reply = [*OPEN, step(0, "panel", text="Thinking about it", **keys), HOLD, step(0, "panel", state="off")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelector("aside")')
        box = await page.js('document.querySelector("aside").getBoundingClientRect().toJSON()')
        assert box["left"] >= 0.35 * await page.js("innerWidth")
        assert box["width"] >= 180
        assert box["height"] >= 120
        assert "Thinking" in (await page.attribute("aside", "aria-label") or "")
        assert "Thinking about it" in (await page.texts("aside"))[0]
        bars = await page.js(
            '[...document.querySelectorAll("[role=progressbar]")].map((n) => n.getAttribute("aria-valuenow"))'
        )
        assert bars == ([] if value == "no bar" else [value])
        await page.go_on()
        await page.until('!document.querySelector("aside")')


@pytest.mark.parametrize(("kind", "title"), [("challenge", "Just a moment..."), ("logout", "ChatGPT")])
async def test_a_gate_replaces_the_page(session: Session, kind: str, title: str) -> None:
    async with opened(session, scenario([*OPEN, step(0.1, "gate", kind=kind)])) as page:
        async with session.subscribe("Page.loadEventFired") as loads:
            await page.ask()
            with trio.fail_after(LIMIT):
                await anext(loads)
        assert await page.js("document.title") == title
        assert await page.count(f"{COMPOSER}, article") == 0


async def test_a_strict_policy_forbids_injected_scripts_and_hinders_the_page_in_nothing(session: Session) -> None:
    heard = 'addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective))'
    await session.call("Page.addScriptToEvaluateOnNewDocument", source=f"window.violations = []; {heard}")
    async with opened(session, scenario(answered("Strict **and** well."), site={"csp": True})) as page:
        await page.ask()
        await page.until(f'{ANSWER} === "Strict and well."')
        assert await page.js("violations") == []
        await page.js('void (new Image().src = "http://127.0.0.1:1/elsewhere.png")')
        await page.until('violations.join() === "img-src"')
        string = (
            '(() => { try { document.createElement("script").text = "1"; } catch (error) { return error.name; } })()'
        )
        assert await page.js(string) == "TypeError"


async def test_two_tabs_have_conversations_of_their_own(session: Session, browser: Any, context_id: str) -> None:
    other = await browser.new_session(context_id=context_id)
    async with opened(session, scenario(answered("{{word}}"))) as page:
        second = Page(other, page.site)
        await other.call("Page.enable")
        await other.call("Emulation.setFocusEmulationEnabled", enabled=True)
        await second.load("/")
        await page.ask("first")
        await page.until(f'{ANSWER} === "word"')
        await second.ask("second")
        await second.until(f'{ANSWER} === "word"')
        assert await page.js("location.pathname") != await second.js("location.pathname")
        for each, prompt in ((page, "first"), (second, "second")):
            assert await each.texts('[data-message-author-role="user"]') == [prompt]
