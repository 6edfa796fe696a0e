"""Coming back: cut lines, dead tabs, killed processes, restarted browsers, and many runs at once.

``oracle.H9`` is row H9 of the peer's list of failures, ``report.B56`` a row of the public reports.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

PEER = {
    1: "Ctrl-C leaves the browser and the running answer alone, and says how to come back.",
    2: "What is needed to come back is stored before and right after the send.",
    3: "A session whose process is dead is not told as running.",
    4: "An answer that came while nobody waited is brought by poll.",
    5: "A line that is cut before the message is shown is no end: it is looked for, and never waited for in vain.",
    6: "Runs that begin at the same moment have sessions of their own.",
    7: "A command that reached its page anew ends, and leaves no tab behind.",
    8: "In a browser that was started again the conversation's own address is opened, and no tab that has its place.",
    9: "A cut connection loses no answer.",
    10: "A session that is detached is attached again.",
    11: "A command that is killed stops nothing in the browser.",
    12: "A session past its time is told with the address where its answer may stand.",
    13: "Only a conversation's durable address is ever opened to come back.",
    14: "An owner is judged by its process, never by how long ago it was heard of.",
    15: "Ctrl-C ends the command, with 130.",
    16: "What is stored is readable by its user alone.",
    18: "Records changed at the same time by two processes lose nothing.",
    19: "The documents about commands are made from the commands.",
    20: "A place among the runs is free again when its run has ended.",
}

SINGLE = {
    "REC-TAB-1": "A session's own tab is used while it shows the session's conversation.",
    "REC-TAB-3": "Otherwise the durable address is opened, in a tab of ours, and nobody's tab is moved.",
    "REC-TAB-4": "A tab that is known to have died is not used again.",
    "NEWTAB-1": "Without a durable address no tab is opened.",
    "NEWTAB-2": "With one it is opened, and the session bound to it once our message was seen there.",
    "SDOC-1": "An id that is not stored is an error of its own code for every command.",
    "SDOC-2": "The doctor shows nothing of what was asked or answered.",
    "SDOC-3": "It says what to do next.",
    "SDOC-5": "Addresses are told without query and fragment.",
    "TGT-3": "Of two active sessions neither poll nor stop takes one.",
    "TGT-4": "Stop waits for no other command on the session.",
    "TGT-5": "What it stops ends as stopped for whoever waited, and not as an answer.",
    "U12": "Where the tabs cannot be read, no tab is opened in place of one that may be there.",
    "U12b": "Where they can and it is not among them, one is.",
    "WATCH-1": "A watcher tells what goes on, and ends with the result.",
    "WATCH-2": "A second watcher of the same session is refused.",
    "CMD-7": "What is shown of a session to a person holds no answer.",
}

ENTRIES = {
    "report.B56": Entry(
        "A run that was killed before, after or during the send says what is known, and poll brings the rest.",
        "public reports, row B56",
    ),
    **{f"oracle.H{row}": Entry(said, f"peer, class H, row H{row}") for row, said in PEER.items()},
    "oracle.H17": Entry(
        "No cookie is in what is logged.",
        "peer, class H, row H17",
        gap="nothing here reads cookies, so there is nothing to be logged; what a trace holds is redacted, shown there",
    ),
    **{f"ref.F6.{row}": Entry(said, f"reference system, F.6, {row}") for row, said in SINGLE.items()},
}
