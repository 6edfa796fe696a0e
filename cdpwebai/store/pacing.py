"""How fast conversations are opened, and until when none is: for every process of a home together.

Row 6. Below ``store``. An opening is counted and noted in one transaction, so that two processes cannot both be the
last one that fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cdpwebai.errors import StoreDamaged
from cdpwebai.records import CoolDown

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["MINUTE", "cool", "cooling", "open_one"]

MINUTE = 60.0

_decoder = msgspec.json.Decoder(CoolDown)


def open_one(connection: Connection, vendor: str, most: int, now: float) -> float:
    """Note that a conversation is opened now, where no more than ``most`` are within a minute.

    Returns 0 when it may be; else seconds until another one may, and nothing is noted. A time that is yet to come was
    noted by a clock that has been set back since, and is forgotten.
    """
    connection.execute("DELETE FROM openings WHERE at <= ? OR at > ?", (now - MINUTE, now))
    rows = connection.execute("SELECT at FROM openings WHERE vendor = ? ORDER BY at", (vendor,)).fetchall()
    if len(rows) >= most:
        (freed_by,) = rows[len(rows) - most]
        return max(float(freed_by) + MINUTE - now, 0.001)
    connection.execute("INSERT INTO openings (vendor, at) VALUES (?, ?)", (vendor, now))
    return 0.0


def cool(connection: Connection, told: CoolDown) -> None:
    """Note a cool-down. One that lasts longer stays."""
    row = connection.execute("SELECT record FROM cool_downs WHERE vendor = ?", (told.vendor,)).fetchone()
    if row is None or _decoded(row[0]).until < told.until:
        connection.execute(
            "INSERT OR REPLACE INTO cool_downs (vendor, record) VALUES (?, ?)",
            (told.vendor, msgspec.json.encode(told).decode()),
        )


def cooling(connection: Connection, vendor: str, now: float) -> CoolDown | None:
    """The cool-down that is not over yet; one that has not begun, by a clock that was set back, is none."""
    row = connection.execute("SELECT record FROM cool_downs WHERE vendor = ?", (vendor,)).fetchone()
    found = None if row is None else _decoded(row[0])
    return found if found is not None and found.since <= now < found.until else None


def _decoded(record: str) -> CoolDown:
    try:
        return _decoder.decode(record)
    except msgspec.DecodeError as error:
        raise StoreDamaged(f"the record of a cool-down cannot be read: {error}") from error
