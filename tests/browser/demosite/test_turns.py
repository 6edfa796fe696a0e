"""The conversation's DOM: what a client finds where, by which attributes, and when."""

from __future__ import annotations

import pytest

from cdpwebai.cdp import Session
from tests.browser.demosite.support import HOLD, opened
from tests.manifest import proves
from tests.unit.demosite.support import answered, scenario, step

USER = '[data-message-author-role="user"]'
ASSISTANT = '[data-message-author-role="assistant"]'
TURN = '[data-testid^="conversation-turn-"]'
COPY = '[data-testid="copy-turn-action-button"]'
OLD = [
    {"role": "user", "text": "Old question", "id": "u0"},
    {"role": "assistant", "text": "Old *answer*.", "id": "a0"},
]
OPEN = [step(0, "user_turn", id="u1"), step(0, "stop", state="on"), step(0, "assistant_turn", id="a1")]
HOOK = "(text) => { window.copied = text; return Promise.resolve(); }"
COPIED = f"navigator.clipboard.writeText = {HOOK}; window.copied = 'nothing'"


async def test_turns_that_exist_are_there_when_the_page_has_loaded(session: Session) -> None:
    async with opened(session, scenario(turns=OLD)) as page:
        assert await page.count(f"article{TURN}[data-turn-id][data-turn]") == 2
        assert (
            await page.js('[...document.querySelectorAll("article")].map((node) => node.dataset.turn).join()')
            == "user,assistant"
        )
        assert await page.texts(f"{USER}, {ASSISTANT}") == ["Old question", "Old answer."]
        assert await page.attribute(ASSISTANT, "data-message-id") == "a0"


async def test_a_message_has_its_id_and_model_and_no_heading_or_button_in_it(session: Session) -> None:
    async with opened(session, scenario(answered("Right."))) as page:
        await page.ask()
        await page.until(f"document.querySelector('{ASSISTANT}')")
        assert await page.attribute(ASSISTANT, "data-message-id") == "a1"
        assert await page.attribute(ASSISTANT, "data-message-model-slug")
        assert await page.attribute(USER, "data-message-id") == "u1"
        assert await page.texts(f"{USER}, {ASSISTANT}") == ["Hello?", "Right."]
        assert await page.texts("article .sr-only") == ["You said:", "ChatGPT said:"]
        assert await page.count(f"{USER} button, {ASSISTANT} button, {USER} .sr-only, {ASSISTANT} .sr-only") == 0


async def test_the_answers_shell_names_the_request_and_the_message_has_the_id(session: Session) -> None:
    async with opened(session, scenario(answered("Right."))) as page:
        await page.ask()
        await page.until(f"document.querySelector('{ASSISTANT}')")
        assert (await page.attribute('article[data-turn="assistant"]', "data-turn-id") or "").startswith("request-")
        assert await page.attribute('article[data-turn="user"]', "data-turn-id") == "u1"


async def test_both_turns_have_a_copy_button_with_the_same_test_id(session: Session) -> None:
    async with opened(session, scenario(turns=OLD)) as page:
        assert await page.count(f'article[data-turn="user"] {COPY}') == 1
        assert await page.count(f'article[data-turn="assistant"] {COPY}') == 1
        assert not await page.is_shown(f'article[data-turn="user"] {COPY}')
        assert await page.is_shown(f'article[data-turn="assistant"] {COPY}')
        labels = (
            '[...document.querySelectorAll("article[data-turn=assistant] .bar button")].map((node) => node.ariaLabel)'
        )
        assert await page.js(labels) == [
            "Copy", "Good response", "Bad response", "Share", "Switch model", "More actions",
        ]  # fmt: skip


async def test_while_it_is_written_the_body_is_animated_and_has_no_bar(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="x"), HOLD, step(0, "stop", state="off"), step(0, "bar")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until(f"document.querySelector('{ASSISTANT} .streaming-animation')")
        assert await page.count(f'article[data-turn="assistant"] {COPY}') == 0
        assert await page.count('[data-testid="stop-button"]') == 1
        await page.go_on()
        await page.until(f"document.querySelector('article[data-turn=assistant] {COPY}')")
        assert await page.count(".streaming-animation") == 0


async def test_text_that_grows_leaves_the_nodes_that_stay_alike(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="First.\n\nSec"), HOLD, step(0, "text", md="ond.")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelectorAll(".markdown p").length === 2')
        await page.js('document.querySelector(".markdown p").mine = true')
        await page.go_on()
        await page.until('document.querySelectorAll(".markdown p")[1].innerText === "Second."')
        assert await page.js('document.querySelector(".markdown p").mine')


async def test_a_remount_replaces_every_node_by_an_equal_one(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="Same."), HOLD, step(0, "remount"), step(0.1, "text", md=" More.")]
    async with opened(session, scenario(reply, turns=OLD)) as page:
        await page.ask()
        await page.until('document.querySelectorAll("article").length === 4')
        ids = '[...document.querySelectorAll("[data-message-id]")].map((node) => node.dataset.messageId).join()'
        before = await page.js(ids)
        await page.js('window.old = [...document.querySelectorAll("article, [data-message-id]")]')
        await page.go_on()
        await page.until("window.old.every((node) => !node.isConnected)")
        assert await page.js(ids) == before == "u0,a0,u1,a1"
        await page.until('document.querySelector("article:last-child .markdown").innerText === "Same. More."')


async def test_section_turns_have_no_author_role_and_keep_the_message_ids(session: Session) -> None:
    async with opened(session, scenario(turns=OLD, site={"turn_markup": "section-turn"})) as page:
        assert await page.count('section[data-turn="assistant"][data-turn-id] [data-message-id="a0"] .markdown') == 1
        assert await page.count("article, [data-message-author-role]") == 0


async def test_wrapperless_answers_stand_outside_of_every_turn(session: Session) -> None:
    async with opened(session, scenario(turns=OLD, site={"turn_markup": "wrapperless"})) as page:
        assert await page.count(f'article[data-turn="user"] {USER}') == 1
        assert (
            await page.count(f"{ASSISTANT}, article[data-turn=assistant], [data-turn] .markdown, article .markdown")
            == 0
        )
        assert await page.texts("[data-message-content] ") == ["Old answer."]


async def test_without_a_role_node_nothing_says_whose_turn_it_is(session: Session) -> None:
    reply = [step(0, "user_turn"), step(0, "assistant_turn", role_node=False), step(0, "text", md="Whose?")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelectorAll("article").length === 2')
        assert await page.count("article:last-child[data-turn], article:last-child [data-message-author-role], h6") == 0
        await page.until('document.querySelector("article:last-child").innerText === "Whose?"')


async def test_reasoning_stands_in_messages_of_its_own_below_a_button_that_labels_it(session: Session) -> None:
    reply = [
        *OPEN, step(0, "message", id="r1", kind="reasoning", label="Thought for 47s"), step(0, "text", md="Weighing."),
        step(0, "message", id="t1", kind="tool", label="Searching the web"), step(0, "message", id="a2"),
        step(0, "text", md="Right."), step(0.1, "bar"),
    ]  # fmt: skip
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until(f"document.querySelector('article[data-turn=assistant] {COPY}')")
        assert await page.texts("article[data-turn=assistant] .turn-body > *") == [
            "Thought for 47s", "Weighing.", "Searching the web", "Right.",
        ]  # fmt: skip
        assert await page.js('document.querySelector("[data-message-id=r1]").previousSibling.nodeName') == "BUTTON"
        assert await page.count("[data-message-id] .message-label, [data-message-id=a1]") == 0


async def test_a_placeholder_is_the_whole_text_and_gives_way(session: Session) -> None:
    reply = [*OPEN, step(0, "placeholder", text="Thinking"), HOLD, step(0, "text", md="Thinking, Fast and Slow")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelector(".markdown")?.innerText === "Thinking"')
        assert await page.count(".markdown [data-start]") == 0
        await page.go_on()
        await page.until('document.querySelector(".markdown").innerText === "Thinking, Fast and Slow"')
        assert await page.count(".loading-shimmer") == 0


async def test_answer_now_stands_in_the_turn_outside_of_the_message_and_is_counted(session: Session) -> None:
    async with opened(session, scenario([*OPEN, step(0, "answer_now")])) as page:
        await page.ask()
        await page.until('document.querySelector(".thinking")')
        assert await page.texts("article .thinking") == ["Thinking\nAnswer now"]
        assert await page.count(f"{ASSISTANT} .thinking, {ASSISTANT}") == 0
        await page.click(".thinking button")
        await page.clicked("answer-now")


async def test_when_the_thinking_ends_answer_now_goes(session: Session) -> None:
    reply = [*OPEN, step(0, "answer_now"), HOLD, step(0, "answer_now", state="off"), step(0, "text", md="Right.")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelector(".thinking")')
        await page.go_on()
        await page.until('!document.querySelector(".thinking")')
        assert await page.texts(ASSISTANT) == ["Right."]


@pytest.mark.parametrize(("after_text", "texts"), [(False, []), (True, ["Half of"])])
async def test_an_error_stands_in_the_turn_with_a_retry_button_that_is_counted(
    session: Session, after_text: bool, texts: list[str]
) -> None:
    reply = [*OPEN, step(0, "text", md="Half of"), step(0.1, "error_turn", after_text=after_text)]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelector("article [role=alert]")')
        assert (await page.texts("article [role=alert]"))[0].startswith("Something went wrong")
        assert await page.texts(ASSISTANT) == texts
        await page.click("article [role=alert] button")
        await page.clicked("retry")


async def test_noise_changes_the_document_and_no_text(session: Session) -> None:
    reply = [*OPEN, step(0, "noise", seconds=600, every=0.05)]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until('document.querySelector(".spinner")')
        text = await page.js("document.body.textContent")
        changes = "new MutationObserver((list, seen) => { window.seen = (window.seen ?? 0) + list.length; })"
        await page.js(f"{changes}.observe(document.body, {{subtree: true, childList: true, attributes: true}})")
        await page.until("window.seen > 3")
        assert await page.js("document.body.textContent") == text


async def test_only_the_last_turns_are_in_the_document_under_their_own_numbers(session: Session) -> None:
    turns = [{"role": role, "text": f"{role} {n}"} for n in range(5) for role in ("user", "assistant")]
    async with opened(session, scenario(answered("New."), turns=turns, site={"mounted": 3})) as page:
        numbers = (
            '[...document.querySelectorAll("article")].map((node) => node.dataset.testid.split("-").at(-1)).join()'
        )
        assert await page.js(numbers) == "8,9,10"
        await page.ask()
        await page.until(f'{numbers} === "10,11,12"')


async def test_older_turns_leave_the_document(session: Session) -> None:
    reply = [*OPEN, step(0.1, "unmount", keep=1)]
    async with opened(session, scenario(reply, turns=OLD)) as page:
        await page.ask()
        await page.until('document.querySelectorAll("article").length === 1')
        assert await page.attribute("article", "data-turn") == "assistant"


async def test_text_in_a_closed_shadow_root_is_in_no_text_node_that_a_reader_finds(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="Hidden.", draw="shadow"), step(0.1, "bar")]
    async with opened(session, scenario(reply)) as page:
        await page.js(COPIED)
        await page.ask()
        await page.click(f"article[data-turn=assistant] {COPY}")
        await page.until("window.copied !== 'nothing'")
        assert await page.js("window.copied") == "Hidden."
        assert await page.js('document.querySelector(".markdown").shadowRoot') is None
        assert await page.texts(ASSISTANT) == [""]
        assert await page.js('document.querySelector(".markdown").getBoundingClientRect().height') > 10


async def test_text_drawn_by_css_is_in_no_text_node_either(session: Session) -> None:
    async with opened(session, scenario([*OPEN, step(0, "text", md="Hidden.", draw="css")])) as page:
        await page.ask()
        await page.until('document.querySelector(".drawn")')
        assert await page.texts(ASSISTANT) == [""]
        assert await page.js('getComputedStyle(document.querySelector(".drawn"), "::before").content') == '"Hidden."'


@pytest.mark.parametrize(("bar", "count", "shown"), [("after", 1, True), ("hover", 1, False), ("never", 0, False)])
async def test_the_bar_shows_hides_until_hovered_or_never_comes(
    session: Session, bar: str, count: int, shown: bool
) -> None:
    async with opened(session, scenario(turns=OLD, site={"bar": bar})) as page:
        assert await page.count(f"article[data-turn=assistant] {COPY}") == count
        assert await page.is_shown(f"article[data-turn=assistant] {COPY}") is shown


async def test_a_bar_that_hides_comes_with_the_pointer(session: Session) -> None:
    async with opened(session, scenario(turns=OLD, site={"bar": "hover"})) as page:
        await page.click("article[data-turn=assistant] .markdown")
        button = f"document.querySelector('article[data-turn=assistant] {COPY}')"
        await page.until(f'getComputedStyle({button}.parentNode).opacity === "1"')
        await page.click(f"article[data-turn=assistant] {COPY}")
        await page.clicked("copy")


@pytest.mark.parametrize(("copy", "written"), [("md", "Old *answer*."), ("dead", "nothing")])
async def test_copy_writes_the_markdown_or_nothing(session: Session, copy: str, written: str) -> None:
    async with opened(session, scenario(turns=OLD, site={"copy": copy})) as page:
        await page.js(COPIED)
        await page.click(f"article[data-turn=assistant] {COPY}")
        await page.clicked("copy")
        assert await page.js("window.copied") == written


async def test_code_in_pre_has_a_code_node_with_its_language(session: Session) -> None:
    turns = [{"role": "assistant", "text": "```python\nimport os\n\nx = 1\n```"}]
    async with opened(session, scenario(turns=turns)) as page:
        assert await page.js('document.querySelector("pre code.language-python").textContent') == "import os\n\nx = 1\n"
        assert (await page.texts("pre"))[0].startswith("python\nCopy code")


async def test_code_in_codemirror_has_lines_parted_by_br_and_ids_that_repeat(session: Session) -> None:
    turns = [{"role": "assistant", "text": "```python\na\n\nb\n```\n\n```\nc\n```"}]
    async with opened(session, scenario(turns=turns, site={"code": "codemirror"})) as page:
        assert await page.count("#code-block-viewer.cm-editor .cm-content") == 2
        assert await page.js('document.querySelector("#code-block-viewer").querySelectorAll("br").length') == 2
        assert await page.count("pre, code") == 0
        assert await page.texts(".cm-content") == ["a\n\nb", "c"]


@proves("demosite.offsets")
async def test_every_offset_in_the_document_names_its_source(session: Session) -> None:
    text = "# 😀 *a*\n\nOne **two** `three` [four](https://x.example).\n\n- a\n- b"
    async with opened(session, scenario(turns=[{"role": "assistant", "text": text}])) as page:
        name = "(node) => [node.nodeName, text.slice(node.dataset.start, node.dataset.end)]"
        look = f"(text) => [...document.querySelectorAll('[data-start]')].map({name})"
        found: list[list[str]] = await page.js(f"({look})({text!r})")
        assert found == [
            ["H1", "# 😀 *a*"], ["EM", "*a*"],
            ["P", "One **two** `three` [four](https://x.example)."], ["STRONG", "**two**"], ["CODE", "`three`"],
            ["A", "[four](https://x.example)"], ["UL", "- a\n- b"], ["LI", "- a"], ["LI", "- b"],
        ]  # fmt: skip


LAST = 'article[data-turn="assistant"]:last-of-type'


async def test_a_turn_with_branches_says_which_is_shown_beside_its_bar(session: Session) -> None:
    turns = [OLD[0], {**OLD[1], "branch": {"n": 2, "of": 3}, "others": ["First.", "Third."]}]
    async with opened(session, scenario(turns=turns)) as page:
        assert await page.texts(f"{LAST} .branches") == ["2 / 3"]
        assert await page.count(f"{ASSISTANT} .branches") == 0
        assert await page.count(f"{LAST} .branches button:enabled") == 2
        assert await page.texts(f"{USER}, {ASSISTANT}") == ["Old question", "Old answer."]
        await page.click('[aria-label="Previous response"]')
        await page.clicked("previous")


async def test_the_last_branch_has_none_behind_it(session: Session) -> None:
    async with opened(session, scenario([*answered("x"), step(0, "branch", n=2, of=2, others=["y"])])) as page:
        await page.ask()
        await page.until("document.querySelector('.branches')")
        assert await page.count('[aria-label="Previous response"]:enabled') == 1
        assert await page.count('[aria-label="Next response"]:disabled') == 1


async def test_two_answers_stand_side_by_side_in_one_turn_until_one_is_preferred(session: Session) -> None:
    reply = [*OPEN, step(0, "pair", left="Alpha.", right="Beta."), step(0, "stop", state="off")]
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until(f"document.querySelector('{LAST} .pair')")
        assert await page.texts(f"{LAST} {ASSISTANT}") == ["Alpha.", "Beta."]
        assert await page.texts(f"{LAST} h3") == ["Which response do you prefer?"]
        assert await page.texts(f"{LAST} button") == ["I prefer this response"] * 2
        boxes = f"[...document.querySelectorAll('{ASSISTANT}')].map((node) => node.getBoundingClientRect())"
        assert await page.js(f"(([left, right]) => left.right <= right.left && left.top === right.top)({boxes})")
        assert await page.count(COPY) == 1
        await page.click('.pair-column:last-child [data-testid*="paragen-prefer"]')
        await page.until(f"document.querySelector('{LAST} {COPY}')")
        assert await page.texts(f"{LAST} {ASSISTANT}") == ["Beta."]
        assert await page.count(".pair") == 0
        await page.clicked("prefer:right")


async def test_a_click_on_continue_adds_the_rest_and_the_bar_comes(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="one"), step(0, "stop", state="off"), step(0, "continue_button", md=", two")]
    async with opened(session, scenario(reply, site={"lang": "ko"})) as page:
        await page.ask()
        await page.until(f"document.querySelector('{LAST} .continue')")
        assert await page.texts(f"{LAST} button") == ["계속 생성"]
        await page.js("document.querySelector('.continue').click()")
        await page.clicked("untrusted:continue")
        assert await page.texts(f"{LAST} {ASSISTANT}") == ["one"]
        await page.click(".continue")
        await page.until(f"document.querySelector('{LAST} {COPY}')")
        assert await page.texts(f"{LAST} {ASSISTANT}") == ["one, two"]
        assert await page.count(".continue") == 0


async def test_a_canvas_stands_among_the_paragraphs(session: Session) -> None:
    reply = [*OPEN, step(0, "text", md="Before."), step(0, "canvas", title="Letter", md="Dear\nreader"), HOLD,
             step(0, "text", md="\n\nAfter.")]  # fmt: skip
    async with opened(session, scenario(reply)) as page:
        await page.ask()
        await page.until("document.querySelector('.dil-widget-shell')")
        await page.go_on()
        await page.until(f"document.querySelectorAll('{ASSISTANT} p').length === 2")
        assert await page.texts(f"{ASSISTANT} .markdown > *") == ["Before.", "Letter\nDear\nreader", "After."]
        assert await page.count(".dil-widget-shell [data-start], .dil-widget-shell[data-start]") == 0


async def test_a_citation_step_is_one_pill_for_its_sources(session: Session) -> None:
    sources = [{"title": name, "url": f"https://{name}.example"} for name in ("one", "two")]
    async with opened(session, scenario([*answered("Tea."), step(0, "citation", sources=sources)])) as page:
        await page.ask()
        await page.until("document.querySelector('[data-testid=webpage-citation-pill]')")
        assert await page.count(f"{ASSISTANT} [data-testid=webpage-citation-pill]") == 1
        assert "https://one.example" in (await page.attribute(f"{ASSISTANT} .pill a", "href") or "")


async def test_the_memory_note_stands_above_the_message_and_not_in_it(session: Session) -> None:
    async with opened(session, scenario([*answered("x"), step(0, "memory_note")])) as page:
        await page.ask()
        await page.until(f"document.querySelector('{LAST} .memory-note')")
        assert await page.texts(".memory-note") == ["Memory updated"]
        assert await page.texts(ASSISTANT) == ["x"]
        assert await page.js(f"document.querySelector('.memory-note').nextElementSibling.matches('{ASSISTANT}')")
