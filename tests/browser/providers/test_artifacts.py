"""What a turn brings: images but for their previews, buttons, links and paths; and bytes, fetched inside the page."""

from __future__ import annotations

from base64 import b64encode

import trio

from cdpwebai.providers.chat_artifacts import ArtifactPage, Brought
from cdpwebai.verdict import Reason, Unknown
from tests.browser.providers.support import Chat, demo_chat, known, scenario
from tests.browser.providers.test_turns import append, article, role, told, turns
from tests.manifest import proves

SENDS = """() => fetch("/backend-api/conversation", {
  method: "POST", body: JSON.stringify({ chat: "c", text: "Hi", path: "/", how: "click" }),
}).then((reply) => reply.ok)"""

SRC = "/backend-api/estuary/content?id=file_a"


def picture(more: str = "", src: str = SRC) -> str:
    return f'<img src="{src}" width=20 {more}>'


def answer(inner: str = "", beside: str = "") -> str:
    asked = article("u", "user", role("user", "Hi", "m1"))
    return turns(asked + article("a", "assistant", role("assistant", "Here", "m2", inner), beside))


async def brought(chat: Chat, script: str, message_id: str = "m2") -> Brought:
    await chat.set_up(script)
    return known(await ArtifactPage(chat.tab).brought(message_id))


async def images(chat: Chat, script: str) -> int:
    return (await told(chat, script))[-1][1].images


async def test_a_turn_tells_how_many_images_it_brings_each_file_once(chat: Chat) -> None:
    assert await images(chat, answer()) == 0
    assert await images(chat, answer(beside=picture() + picture(src=f"{SRC}&p=small"))) == 1
    assert await images(chat, answer(beside=picture() + picture(src="/backend-api/estuary/content?id=file_b"))) == 2


async def test_a_blurred_preview_is_no_image_yet(chat: Chat) -> None:
    assert await images(chat, answer(beside=picture('style="filter: blur(12px)"'))) == 0
    assert await images(chat, answer(beside=f'<div style="filter: blur(2px)">{picture()}</div>')) == 0
    assert await images(chat, answer(beside=picture('style="filter: blur(12px)"') + picture())) == 1


async def test_an_image_of_another_address_is_none_that_was_made(chat: Chat) -> None:
    assert await images(chat, answer(beside=picture(src="/assets/icon.svg"))) == 0


async def test_a_button_beside_the_text_stands_for_an_image_and_one_in_it_for_a_file(chat: Chat) -> None:
    button = '<button class="behavior-btn">Get it</button>'
    seen = await brought(chat, answer(beside=button))
    assert (seen.buttons, seen.downloads) == (1, ())
    inside = '<div class="markdown"><p><button class="behavior-btn">result.zip</button></p></div>'
    seen = await brought(chat, answer(inside))
    assert (seen.buttons, seen.downloads) == (0, ("result.zip",))


async def test_links_and_paths_of_the_sandbox_are_told(chat: Chat) -> None:
    inside = (
        '<div class="markdown"><p><a href="sandbox:/mnt/data/a.zip">a</a> '
        '<a href="https://elsewhere.example/b.zip">b</a> It is at /mnt/data/c.csv.</p>'
        "<p><code>/mnt/data/d e.csv</code></p><pre><code>open('/mnt/data/code.txt')</code></pre></div>"
    )
    seen = await brought(chat, answer(inside))
    assert [(one.url, one.label) for one in seen.links] == [("sandbox:/mnt/data/a.zip", "a")]
    assert seen.paths == ("/mnt/data/c.csv", "/mnt/data/d")
    assert seen.messages == ("m2",)


@proves("oracle.F11")
async def test_only_the_turn_that_holds_the_message_is_looked_at(chat: Chat) -> None:
    other = article("b", "assistant", role("assistant", "Before", "m0"), picture(src=f"{SRC}2"))
    seen = await brought(chat, answer(beside=picture()) + append(other))
    assert [one.id for one in seen.images] == ["file_a"]


async def test_a_turn_that_is_not_there_is_not_known(chat: Chat) -> None:
    await chat.set_up(answer())
    seen = await ArtifactPage(chat.tab).brought("m9")
    assert isinstance(seen, Unknown)
    assert seen.reason is Reason.NO_ANCHOR


async def test_an_answer_outside_of_every_turn_is_what_stands_behind_the_user_s_last(chat: Chat) -> None:
    loose = f'<div class="answer"><div class="markdown"><p>At /mnt/data/a.zip</p></div>{picture()}</div>'
    before = article("a0", "assistant", role("assistant", "Before", "m0"), picture(src=f"{SRC}0"))
    user = article("u", "user", role("user", "Hi", "m1"))
    seen = await brought(chat, turns(before + user + loose), "")
    assert ([one.id for one in seen.images], seen.paths) == (["file_a"], ("/mnt/data/a.zip",))


@proves("oracle.F3")
async def test_bytes_of_any_length_come_as_they_are_up_to_the_most_that_may_be(chat: Chat) -> None:
    data = bytes(range(256)) * 20_000  # more than one piece
    steps = [
        {"at": 0.0, "do": "user_turn"},
        {"at": 0.0, "do": "url", "to": "/c/bytes-1"},
        {"at": 0.0, "do": "assistant_turn", "id": "a1"},
        {"at": 0.0, "do": "file", "path": "/mnt/data/a.bin", "bytes_b64": b64encode(data).decode()},
    ]
    async with demo_chat(chat.tab, scenario(None, *steps)) as (demo, site):
        assert await demo.tab.call_function(SENDS)
        page = ArtifactPage(demo.tab)
        base = "/backend-api/conversation/bytes-1/interpreter/download?sandbox_path=/mnt/data/a.bin&message_id="
        with trio.fail_after(20):
            while not (address := known(await page.address(f"{base}a1", within=5))).url:  # noqa: ASYNC110
                await trio.sleep(0.05)
        told, got = known(await page.fetch(address.url, most=len(data), within=20))
        assert (told.status, told.size, got == data) == (200, len(data), True)
        less = known(await page.fetch(address.url, most=len(data) - 1, within=20))
        assert (less[0].over, less[1]) == (True, b"")
        assert known(await page.address(f"{base}u1", within=5)).url == ""
        elsewhere = await page.fetch("http://127.0.0.1:9/", most=10, within=5)
        assert isinstance(elsewhere, Unknown)
        assert site.token not in repr((address, told))
