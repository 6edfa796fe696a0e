"""Another chance for scenarios that were played several at once, on a machine that was busy with all of them.

It may make a client late, or give up where it would have waited for more: that is no fault of the client's, and is
played again alone. No machine makes it tell a wrong answer, send twice or click too much: that is not excused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.support.judging import Run, counts_of, judge, lateness

__all__ = ["CHANCES", "alone_where_short", "is_short"]

CHANCES = 3
"""How often a scenario is played again; who falls short each time, falls short."""


async def alone_where_short(
    found: dict[str, Run | BaseException], play_again: Callable[[str], Awaitable[Run | BaseException]]
) -> None:
    """Play those that fell short by themselves, one after the other, and take what comes of it."""
    for _ in range(CHANCES):
        for name in [name for name, run in found.items() if isinstance(run, Run) and is_short(run)]:
            found[name] = await play_again(name)


def is_short(run: Run) -> bool:
    """Whether nothing is wrong with a run but its time, or that the client gave up before it did all."""
    wrong = judge(run)
    return bool(wrong) and (wrong == list(lateness(run)) or (run.error is not None and not _did_too_much(run)))


def _did_too_much(run: Run) -> bool:
    expect, log = run.scenario.expect, run.site.log
    clicks = {name: sum(n for one, n in log.clicks.items() if one.partition(":")[0] == name) for name in expect.clicks}
    return (
        len(log.sends) > max(counts_of(expect.sends))
        or any(clicks[name] > max(counts_of(counts)) for name, counts in expect.clicks.items())
        or any(name.startswith("untrusted:") for name in log.clicks)
        or bool(log.clicks["remove"] or run.saved)
    )
