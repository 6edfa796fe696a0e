"""``browser start|status|tabs|stop``: one browser that the commands share, and that outlives each of them."""

import stat
import time
from collections.abc import Callable
from pathlib import Path

from tests.faces.conftest import Shell

Url = Callable[..., str]


def runs(pid: int) -> bool:
    """Whether a process is there and has not ended; its entry may stay until somebody asks how it ended."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_browser_is_started_shared_and_stopped(shell: Shell, tmp_path: Path, page_url: Url) -> None:
    assert shell("browser", "status").code == 1
    try:
        started = shell("browser", "start", "--headless", "--json").json
        note = tmp_path / "home" / "browser.json"
        assert stat.S_IMODE(note.stat().st_mode) == 0o600
        assert stat.S_IMODE(note.parent.stat().st_mode) == 0o700

        status = shell("browser", "status", "--json")
        assert (status.code, status.json["status"], status.json["pid"]) == (0, "running", started["pid"])

        again = shell("browser", "start", "--headless")
        assert again.code == 5
        assert str(started["pid"]) in again.err

        first = shell("probe", "#who", "--url", page_url("inner.html"), "--json", CDPWEBAI_BROWSER="/no/such/browser")
        assert first.json["status"] == "visible"
        end = time.monotonic() + 30
        while len(shell("browser", "tabs", "--json").json["tabs"]) != 1:  # one that is closed is listed for a moment
            assert time.monotonic() < end, "the tab of probe was its own, and is closed"
        assert shell("eval", "1 + 1").out == "2\n", "without --url it is the browser's one tab"
    finally:
        stopped = shell("browser", "stop", "--json")
    assert (stopped.code, stopped.json["status"]) == (0, "stopped")
    assert not runs(started["pid"])
    assert shell("browser", "status").code == 1
    assert shell("browser", "stop", "--json").json["status"] == "none"


def test_with_several_tabs_the_page_must_be_named(shell: Shell, chromium: str, page_url: Url) -> None:
    made = shell("call", "Target.createTarget", f"url={page_url('inner.html')}", "--cdp", chromium).json["targetId"]
    other = shell("call", "Target.createTarget", "url=about:blank", "--cdp", chromium).json["targetId"]
    try:
        done = shell("probe", "h1", "--cdp", chromium)
    finally:
        for target in (made, other):
            shell("call", "Target.closeTarget", f"targetId={target}", "--cdp", chromium)
    assert done.code == 2
    assert "--url" in done.err
