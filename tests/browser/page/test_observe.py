"""Observations in Chromium: lists as they grow, move and shrink, and that a look costs what changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import runtime
from cdpwebai.page.library import Library
from cdpwebai.page.looks import PLACE, Looks
from cdpwebai.page.observe import Field, Item, ListField, Observer
from cdpwebai.page.readers import ListReader
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Known, Reason, Unknown
from cdpwebai.wire.look import Question
from tests.reasons import produces

PageUrl = Callable[..., str]

LIBRARY = Library.load("cdpwebai.page", "tests.browser.page")


class Turn(msgspec.Struct, frozen=True):
    """A turn as ``js/turns.js`` reads it."""

    role: str
    text: str


TURNS = ListField("turns", ListReader("turns", Turn))
PLACED = Field("place", PLACE)


async def conversation(tab: Tab, page_url: PageUrl, turns: int) -> Observer:
    await tab.navigate(page_url("conversation.html"))
    await tab.call_function("fill", turns)
    await tab.call_function("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0, 1)))")
    return Observer(tab, PLACED, TURNS)


async def texts(observer: Observer) -> list[str]:
    """The last words of each turn."""
    seen = (await observer.look()).items(TURNS)
    assert isinstance(seen, Known), seen
    return [item.body.text.split("15")[-1] for item in seen.value]


async def test_an_observer_sees_the_conversation_grow_move_and_shrink(session: Session, page_url: PageUrl) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 3)
        assert await texts(observer) == ["turn 0", "turn 1", "turn 2"]
        changes = {
            "grow('!')": ["turn 0", "turn 1", "turn 2!"],
            "turns.firstElementChild.lastElementChild.firstChild.data = 'edited'": ["edited", "turn 1", "turn 2!"],
            "addTurn('n', 'user', 'new')": ["edited", "turn 1", "turn 2!", "new"],
            "turns.prepend(turns.lastElementChild)": ["new", "edited", "turn 1", "turn 2!"],
            "turns.children[1].remove()": ["new", "turn 1", "turn 2!"],
            "turns.children[1].dataset.role = 'tool'": ["new", "turn 1", "turn 2!"],
            "turns.children[1].dataset.turnId = 'renamed'": ["new", "turn 1", "turn 2!"],
            "turns.append(...[...turns.children].map(turn => turn.cloneNode(true)).reverse()), "
            "[...turns.children].slice(0, 3).forEach(turn => turn.remove())": ["turn 2!", "turn 1", "new"],
            "turns.replaceChildren()": [],
            "fill(2)": ["turn 0", "turn 1"],
        }
        for change, expected in changes.items():
            await tab.evaluate(f"{change}, 0")
            assert await texts(observer) == expected, change
            assert await texts(Observer(tab, PLACED, TURNS)) == expected, change
            assert await texts(observer) == expected, f"after another observer: {change}"


async def test_a_change_made_while_an_item_is_out_of_the_document_is_seen(session: Session, page_url: PageUrl) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 2)
        await texts(observer)
        await tab.evaluate("globalThis.out = turns.firstElementChild, out.remove(), 0")
        assert await texts(observer) == ["turn 1"]
        await tab.evaluate("out.lastElementChild.firstChild.data = 'meanwhile', turns.append(out), 0")
        assert await texts(observer) == ["turn 1", "meanwhile"]
        await tab.evaluate("out.remove(), out.lastElementChild.firstChild.data = 'at once', turns.append(out), 0")
        assert await texts(observer) == ["turn 1", "at once"]
        wrapped = (
            "(wrap => (out.replaceWith(wrap), wrap.append(out), out.lastElementChild.firstChild.data = 'inside', 0))"
        )
        await tab.evaluate(f"{wrapped}(document.createElement('section'))")
        assert await texts(observer) == ["turn 1", "inside"]


async def test_a_change_of_the_same_moment_is_seen(session: Session, page_url: PageUrl) -> None:
    """Records of changes are delivered between two scripts; a look takes those that are not delivered yet."""
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 2)
        await texts(observer)
        assert tab.document is not None
        question = msgspec.json.encode(Question(library=LIBRARY.hash, reader="turns")).decode()
        script = f"""
          document.querySelector("article").remove();
          JSON.stringify(__cdpwebai.look({question}).value.size);
        """
        look = runtime.Evaluate(expression=script, unique_context_id=tab.document.worlds.ours)
        assert (await tab.cdp.call(look)).result.value == "1"


@produces(Reason.CONFLICT, Reason.PARTIAL)
async def test_items_without_a_key_or_with_the_same_are_not_counted_past(session: Session, page_url: PageUrl) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 2)
        await texts(observer)
        await tab.evaluate("turns.children[1].dataset.turnId = 't0'")
        twice = (await observer.look()).items(TURNS)
        await tab.evaluate("turns.children[1].dataset.turnId = ''")
        nameless = (await observer.look()).items(TURNS)
        await tab.evaluate("turns.children[1].dataset.turnId = 't1'")
        assert [getattr(one, "reason", None) for one in (twice, nameless)] == [Reason.CONFLICT, Reason.PARTIAL]
        assert await texts(observer) == ["turn 0", "turn 1"]


async def test_a_new_document_is_observed_afresh(session: Session, page_url: PageUrl) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 2)
        assert await texts(observer) == ["turn 0", "turn 1"]
        await tab.navigate(page_url("conversation.html"))
        assert await texts(observer) == []
        await tab.call_function("fill", 1)
        assert (await observer.look()).items(TURNS) == Known((Item("t0", Turn("user", await whole(tab))),))


async def whole(tab: Tab) -> str:
    text: str = await tab.evaluate("turns.firstElementChild.textContent")
    return text


class Weighed(Looks):
    """Passes looks on to a tab; ``bytes`` is what the last answer weighed as JSON."""

    def __init__(self, tab: Tab) -> None:
        super().__init__(tab.cdp, tab.library)
        self.tab = tab
        self.bytes = 0

    async def ask(self, question: Question, timeout: float) -> Any | Unknown:
        answer = await self.tab.ask(question, timeout)
        self.bytes = len(msgspec.json.encode(answer))
        return answer


async def test_a_long_conversation_costs_what_changed_in_bytes(session: Session, page_url: PageUrl) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        await conversation(tab, page_url, 400)
        weighed = Weighed(tab)
        observer = Observer(weighed, PLACED, TURNS)
        assert len(await texts(observer)) == 400
        assert weighed.bytes > 40_000
        for change in ("0", "grow('x'.repeat(1000)), 0", "addTurn('n', 'user', 'new'), 0"):
            await tab.evaluate(change)
            await observer.look()
            changed = 0 if change == "0" else len(await tab.evaluate("turns.lastElementChild.textContent"))
            assert weighed.bytes < changed + 400, change


COUNTED = """
  globalThis.work = { reads: 0, searches: 0 };
  const count = (owner, name, kind, what) => {
    const real = Object.getOwnPropertyDescriptor(owner, name);
    const counted = function (...args) { work[what] += 1; return real[kind].apply(this, args); };
    Object.defineProperty(owner, name, { ...real, [kind]: counted });
  };
  count(Node.prototype, "textContent", "get", "reads");
  count(Document.prototype, "querySelectorAll", "value", "searches");
"""


async def test_a_long_conversation_costs_what_changed_in_work(session: Session, page_url: PageUrl) -> None:
    """How often a turn is read and the document searched; how long that takes is the benchmarks' part."""
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 400)
        await texts(observer)
        assert tab.document is not None
        ours = tab.document.worlds.ours
        await tab.cdp.call(runtime.Evaluate(expression=COUNTED, unique_context_id=ours))
        done: dict[str, Any] = {}
        for change in ("0", "grow('x'), 0", "grow('y'), grow('z'), 0", "addTurn('n', 'user', 'new'), 0", "0"):
            await tab.evaluate(change)
            await observer.look()
            counted = runtime.Evaluate(expression="JSON.stringify(work)", unique_context_id=ours)
            done[change] = msgspec.json.decode((await tab.cdp.call(counted)).result.value)
            await tab.cdp.call(runtime.Evaluate(expression="work.reads = work.searches = 0", unique_context_id=ours))
        assert done == {
            "0": {"reads": 0, "searches": 0},
            "grow('x'), 0": {"reads": 1, "searches": 0},
            "grow('y'), grow('z'), 0": {"reads": 1, "searches": 0},
            "addTurn('n', 'user', 'new'), 0": {"reads": 1, "searches": 1},
        }


async def test_a_change_in_a_form_whose_fields_have_the_names_of_the_tree_is_seen(
    session: Session, page_url: PageUrl
) -> None:
    async with Tab.open(session, library=LIBRARY) as tab:
        observer = await conversation(tab, page_url, 1)
        names = ("parentNode", "childNodes", "nodeType", "matches", "querySelector")
        fields = "".join(f"<input name={name}>" for name in names)
        form = f"<form>{fields}<b>first</b></form>"
        await tab.evaluate(f"turns.firstElementChild.innerHTML = '{form}', 0")
        assert await texts(observer) == ["first"]
        await tab.evaluate("turns.querySelector('b').firstChild.data = 'second', 0")
        assert await texts(observer) == ["second"]
        turn = f"<form data-turn-id=f data-role=user>{fields}<b>third</b></form>"
        await tab.evaluate(f"turns.insertAdjacentHTML('beforeend', '{turn}'), 0")
        assert await texts(observer) == ["second", "third"]
        await tab.evaluate("globalThis.kept = turns.lastElementChild, kept.remove(), 0")
        assert await texts(observer) == ["second"]
        await tab.evaluate("kept.lastElementChild.textContent = 'fourth', turns.append(kept), 0")
        assert await texts(observer) == ["second", "fourth"]
