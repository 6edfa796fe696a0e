"""Leases in the store's tables: who works on what, one at a time across processes.

Row 6. Below ``holding``, which keeps one for a block. A lease is taken inside one transaction, so two processes
cannot both find it free; a dead owner's is taken over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from cdpwebai.errors import LeaseHeld, StoreDamaged
from cdpwebai.records import Lease, LeaseKind
from cdpwebai.store.owners import life_of, this_process

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["Wanted", "beat", "drop", "find", "held", "sweep", "take"]

WORDS: dict[LeaseKind, tuple[str, str, str]] = {
    "session": ("session.in-use", "wait-or-stop-the-other", "session {key} is in use"),
    "target": ("active-command.target-owned", "wait-or-stop-the-other", "the tab {key} is in use"),
    "watch": ("watcher.already-running", "reuse-existing-watcher", "session {key} is watched already"),
    "stop": ("session.in-use", "wait-or-stop-the-other", "the answer of session {key} is being stopped"),
    "slot": ("provider.active-capacity", "wait-or-retry-later", "all {count} places are taken"),
}
"""Code and hint of the error, and what it says, by kind."""

_decoder = msgspec.json.Decoder(Lease)


@dataclass(frozen=True)
class Wanted:
    """A hold that this process wants: on the first of ``keys`` that is free."""

    kind: LeaseKind
    keys: tuple[str, ...]
    token: str
    purpose: str


def take(connection: Connection, wanted: Wanted, now: float) -> Lease:
    """Take the first that is free or a dead owner's. Raises LeaseHeld, which names who holds them."""
    holders: list[Lease] = []
    for key in wanted.keys:
        holder = find(connection, wanted.kind, key)
        if holder is None or life_of(holder) == "dead":
            return _put(connection, _new(wanted, key, now))
        holders.append(holder)
    raise _held(holders, now)


def drop(connection: Connection, wanted: Wanted) -> None:
    """Give back what was taken of it; nobody else's goes with it."""
    connection.executemany(
        "DELETE FROM leases WHERE kind = ? AND key = ? AND json_extract(record, '$.token') = ?",
        [(wanted.kind, key, wanted.token) for key in wanted.keys],
    )


def find(connection: Connection, kind: LeaseKind, key: str) -> Lease | None:
    """The lease that is noted on it, whoever's."""
    row = connection.execute("SELECT record FROM leases WHERE kind = ? AND key = ?", (kind, key)).fetchone()
    return None if row is None else _decoded(row[0])


def beat(connection: Connection, lease: Lease, now: float) -> bool:
    """Note that the owner lives; False when the lease is another's by now."""
    stored = find(connection, lease.kind, lease.key)
    if stored is None or stored.token != lease.token:
        return False
    _put(connection, msgspec.structs.replace(lease, heartbeat_at=now))
    return True


def held(connection: Connection, kind: LeaseKind) -> set[str]:
    """What is held by an owner that is not dead."""
    return {lease.key for lease in _all(connection) if lease.kind == kind and life_of(lease) != "dead"}


def sweep(connection: Connection, before: float) -> None:
    """Remove the leases of dead owners, and those of owners that cannot be seen and gave no sign since ``before``."""
    for lease in _all(connection):
        life = life_of(lease)
        if life == "dead" or (life == "unknown" and lease.heartbeat_at < before):
            connection.execute("DELETE FROM leases WHERE kind = ? AND key = ?", (lease.kind, lease.key))


def _new(wanted: Wanted, key: str, now: float) -> Lease:
    return Lease(
        kind=wanted.kind,
        key=key,
        token=wanted.token,
        owner=this_process(),
        purpose=wanted.purpose,
        acquired_at=now,
        heartbeat_at=now,
    )


def _all(connection: Connection) -> list[Lease]:
    return [_decoded(record) for (record,) in connection.execute("SELECT record FROM leases")]


def _put(connection: Connection, lease: Lease) -> Lease:
    connection.execute(
        "INSERT OR REPLACE INTO leases (kind, key, record) VALUES (?, ?, ?)",
        (lease.kind, lease.key, msgspec.json.encode(lease).decode()),
    )
    return lease


def _decoded(record: str) -> Lease:
    try:
        return _decoder.decode(record)
    except msgspec.DecodeError as error:
        raise StoreDamaged(f"the record of a lease cannot be read: {error}") from error


def _held(holders: Sequence[Lease], now: float) -> LeaseHeld:
    first = holders[0]
    code, hint, what = WORDS[first.kind]
    said = what.format(key=first.key, count=len(holders))
    by = "; ".join(_who(holder, now) for holder in holders)
    return LeaseHeld(
        f"{said} by {by}",
        code=code,
        hint=hint,
        session_id=first.key if first.kind in ("session", "watch", "stop") else None,
        evidence={"holders": [msgspec.to_builtins(holder) for holder in holders]},
    )


def _who(lease: Lease, now: float) -> str:
    doubt = "" if life_of(lease) == "alive" else ", which cannot be seen from here and counts as alive"
    where, _, _ = lease.owner.place.partition(" ")
    since, ago = f"{now - lease.acquired_at:.0f} s", f"{now - lease.heartbeat_at:.0f} s ago"
    return f"pid {lease.owner.pid} on {where} ({lease.purpose}), for {since}, last heard of {ago}{doubt}"
