"""The user's clipboard: nothing needs it, and nothing changes it."""

from __future__ import annotations

from collections.abc import Callable

from cdpwebai.browser.browser import Browser
from cdpwebai.page.looks import PLACE
from cdpwebai.page.observe import Field, Observer
from cdpwebai.page.tab import Tab
from tests.manifest import proves

PageUrl = Callable[..., str]


@proves("report.A53")
async def test_the_clipboard_is_neither_needed_nor_touched(
    tab: Tab, browser: Browser, context_id: str, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("fields.html"))
    refused = await tab.evaluate("navigator.clipboard.readText().catch(error => error.name)")
    assert refused == "NotAllowedError", "without a grant the clipboard cannot be read, so nothing may depend on it"
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    root = browser.connection.root
    await root.call("Browser.grantPermissions", permissions=permissions, browserContextId=context_id)
    await tab.cdp.call("Page.bringToFront")
    await tab.call_function("text => navigator.clipboard.writeText(text).then(() => 0)", "the user's own")
    await tab.probe(["button", "#editor"])
    await tab.texts("button, textarea")
    await tab.click("#area")
    await tab.insert_text("a\nb")
    await tab.press("Shift+ArrowLeft")
    await tab.press("Backspace")
    await tab.press("Control+a")
    await Observer(tab, Field("place", PLACE)).look()
    await tab.screenshot()
    assert await tab.evaluate("navigator.clipboard.readText()") == "the user's own"
