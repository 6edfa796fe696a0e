"""Whether the process that holds a lease still lives: three answers, as for every look.

Row 6. Processes are looked at by ``browser.processes``. Unknown counts as alive: what cannot be seen is never taken
over.
"""

from __future__ import annotations

import os
import socket
from functools import cache
from typing import Literal

from cdpwebai.browser.processes import identify
from cdpwebai.records import Lease, Owner

__all__ = ["HELD", "Life", "life_of", "this_process"]

Life = Literal["alive", "dead", "unknown"]

HELD: set[str] = set()
"""The tokens that this process holds. A lease of its own that is not among them could not be given back in its time."""


def this_process() -> Owner:
    """The owner that we are."""
    return _owner(os.getpid())


def life_of(lease: Lease) -> Life:
    """Whether the lease's owner is still there to hold it."""
    us, owner = this_process(), lease.owner
    if owner == us:
        return "alive" if lease.token in HELD else "dead"
    if owner.place != us.place or not owner.started or not us.started:
        return "unknown"  # elsewhere, or on a system that tells nothing of processes
    found = identify(owner.pid)
    return "alive" if found is not None and found.started == owner.started else "dead"


@cache
def _owner(pid: int) -> Owner:
    key = identify(pid)
    return Owner(pid=pid, started="" if key is None else key.started, place=_place())


def _place() -> str:
    try:
        namespace = os.readlink("/proc/self/ns/pid")  # in a container the same numbers name other processes
    except OSError:
        namespace = ""
    return f"{socket.gethostname()} {namespace}".strip()
