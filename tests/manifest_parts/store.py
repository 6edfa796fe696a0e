"""Stored sessions, the fence that writes stand behind, and leases between processes."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

STORE = {
    1: "An id is a ULID: 26 letters that sort by time.",
    2: "Two ids of one millisecond differ.",
    3: "What was stored is read back and listed the same.",
    4: "A change leaves alone what it does not name.",
    5: "Active is what is still going on.",
    6: "A session past its deadline is not active.",
    7: "Sessions are pruned by age.",
    8: "A new record holds what poll needs to recognise the prompt.",
    9: "A session is looked up by exact target, then by exact conversation, and never by being the newest.",
    10: "A change keeps the time at which the session was made.",
    11: "The baseline comes back as it was stored: by ids.",
    12: "A hold on a session says who holds it, and since when.",
    13: "A dead owner's hold is stale.",
    14: "A live owner's is not, also when it gives no sign of life.",
    15: "Writers at the same time lose nothing.",
}

SAFE = (
    "passing (WEB:)", "cut", "bare origin", "project's", "foreign", "http", "with a port", "that climbs (..)", "empty",
)  # fmt: skip

SINGLE = {
    "F6.BASE-5": "One home's sessions are not seen from another.",
    "F6.PSES-4": "An address that is not durable is not stored.",
    "F6.PSES-5": "A durable one that comes later is.",
    "F6.PSES-6": "A refused address leaves the rest of the change to be stored.",
    "F6.PSES-8": "Completion is never downgraded; the late word leaves a warning.",
    "F6.PSES-9": "A time-out stores its warnings and its error.",
    "F6.PSES-10": "A time-out can still be completed.",
    "F6.CMD-1": "An age is <n>[smhdw], and days without a unit.",
    "F6.TGT-1": "Of two active sessions none is taken; both are named.",
    "F6.TGT-2": "The only active session is taken, with a warning.",
    "F6.URL-1": "A conversation's address is durable on both hosts.",
    "F6.URL-2": "So it is below a GPT's or a project's.",
    "F6.URL-3": "Whatever is in its query.",
    "F6.ACT-1": "A hold gives signs of life.",
    "F6.ACT-2": "A second hold on the same is refused.",
    "F6.ACT-3": "A hold that its owner has given up is none.",
    "F6.ACT-5": "A hold that cannot be read is not free.",
    "F6.ACT-6": "A hold is given back after success and after failure.",
    "F4.L1": "Timers run while a lock is waited for.",
    "F4.L3": "Processes exclude each other all the same.",
    "F4.L4": "A contended read does not starve the deadline.",
    "F4.V1": "Timers run while a hold is waited for.",
    "F4.V2": "A hold on what is free is had at once.",
    "F4.V5": "Waiting for a lock is bounded.",
    "F4.V6": "A hold is given back when its block raises.",
    "F4.ASYNC-1": "A write at the deadline is refused, also before anybody has noticed the deadline.",
    "F4.WATCHD-1": "A deadline that passes behind the lock counts.",
    "F4.WATCHD-2": "One that has not passed behind it does not.",
    "F1.U10c": "A corrupt store is an error, whatever else is known.",
    "F1.U10d": "So is one of another shape; a valid empty one is not.",
    "F1.Y5": "After the deadline nothing is written.",
    "F1.Y8": "A run that has lost cannot write its session.",
    "H3.C2": "What comes late has no effect.",
    "H3.C3": "What was left behind does not pile up, and holds no lock for ever.",
    "H3.C4": "Blocking I/O does not hold the event loop.",
}

ENTRIES = {
    **{f"ref.F6.STORE-{row}": Entry(said, f"reference system, F.6, STORE-{row}") for row, said in STORE.items()},
    **{
        f"ref.F6.SAFE-{row}": Entry(f"An address that is {what} is not durable.", f"reference system, F.6, SAFE-{row}")
        for row, what in enumerate(SAFE, start=1)
    },
    **{f"ref.{row}": Entry(said, f"reference system, {row[0]}.{row[1]}, {row[3:]}") for row, said in SINGLE.items()},
    "store.cut": Entry("A store that was cut in the middle is an error, and is left as it is.", "design: bad input"),
    "store.newer": Entry("A store of a newer version is an error, and is left as it is.", "design: bad input"),
    "store.read-only": Entry("A home that must not be written is an error, never an empty store.", "design: bad input"),
    "store.full": Entry("A full disk is an error, and nothing that was stored is lost.", "design: bad input"),
    "store.killed": Entry(
        "After kill -9 in the middle of writing, all that was stored is there for the next process.",
        "design: sessions survive the process",
    ),
    "store.generations": Entry(
        "What is learnt of an earlier prompt is not written into a later one's record.",
        "reference system, later state, 9: generations",
    ),
    "lease.unknown-owner": Entry("An owner that cannot be seen counts as alive.", "design: sessions"),
}
