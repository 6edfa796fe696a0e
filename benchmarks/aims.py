"""The aims, and what a run says about each: one line an aim. Pure.

Ahead of every peer in every measure over WebSocket, where a difference counts when it is above the spread. Import time
and memory at import are not raced, as trio alone costs more than an asyncio peer. The pipe has no peers, but a floor.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import MEASURES, Measure, Results
from benchmarks.roster import FLOORS, IMPORT_TRIO, OURS, PIPE, ROSTER, WEBSOCKET

__all__ = ["verdicts"]

_IMPORT_TIMES_TRIO = 1.4
_IMPORT_MB = 34.0
_PIPE_SHARE = 0.8

_MEASURE = {measure.key: measure for measure in MEASURES}
_PEERS = [one.name for one in ROSTER if one.requirement]


def verdicts(results: Results) -> Iterator[str]:
    """A line an aim, in Markdown; an aim whose clients took no part is left out."""
    for measure in MEASURES:
        leads = {name: lead for name in _PEERS if (lead := results.lead(measure, OURS[WEBSOCKET], name))}
        if measure.raced and leads:
            yield _race(measure, leads)
    yield from _imports(results)
    yield from _pipe(results)


def _race(measure: Measure, leads: dict[str, tuple[float, bool]]) -> str:
    """Ours against every peer: behind anyone is a miss, level with someone is said."""
    behind = [f"{name} ({times:.2f})" for name, (times, counts) in leads.items() if counts and times < 1]
    level = [f"{name} ({times:.2f})" for name, (times, counts) in leads.items() if not counts]
    said = [f"behind {', '.join(behind)}"] if behind else []
    said += [f"level with {', '.join(level)}"] if level else []
    if ahead := len(leads) - len(behind) - len(level):
        said.append(f"ahead of {ahead} of {len(_PEERS)} peers")
    return _line(not behind, measure.title, "; ".join(said))


def _imports(results: Results) -> Iterator[str]:
    ours, trio = (results.of(name, _MEASURE["import_ms"]) for name in (OURS[WEBSOCKET], IMPORT_TRIO))
    if ours and trio:
        times = ours.median / trio.median
        yield _line(
            times <= _IMPORT_TIMES_TRIO,
            "import",
            f"{times:.2f} x `import trio` ({ours.median:.0f} and {trio.median:.0f} ms), at most {_IMPORT_TIMES_TRIO}",
        )
    if memory := results.of(OURS[WEBSOCKET], _MEASURE["import_mb"]):
        met = memory.median <= _IMPORT_MB
        yield _line(met, "memory at import", f"{memory.median:.1f} MB, at most {_IMPORT_MB:.0f}")


def _pipe(results: Results) -> Iterator[str]:
    if lead := results.lead(_MEASURE["flood_per_s"], OURS[PIPE], FLOORS[PIPE]):
        said = f"{lead[0]:.2f} of a blocking pipe loop's throughput, at least {_PIPE_SHARE}"
        yield _line(lead[0] >= _PIPE_SHARE, "64-way evaluate over the pipe", said)


def _line(met: bool, aim: str, said: str) -> str:
    return f"{'met' if met else '**missed**'}: {aim}: {said}"
