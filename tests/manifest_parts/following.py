"""Asking on, pacing, tools, archive, files that go along as context.

``report.B58`` is a row of the public reports, ``seed002.Y8`` of that seed. F.1 Y8, Y9 of the reference are other rows,
in ``store.py`` and ``waiting.py``; the multi-turn ones are the seed's. The rest is by subject, after the reference:
C.7, D.9 and F.8 for tools, D.12 for follow-ups, C.10 and F.8 for the archive, A.2 and A.7 for a context.
"""

from tests.manifest import Entry

__all__ = ["ENTRIES"]

SEED = "seed 002, rows Y"
TWO = {
    "Y8": "With an unknown stop control a later turn is not complete.",
    "Y9": "With an absent one it is, as the first turn would be.",
}

OWN = {
    "following": (
        "reference D.12",
        {
            "generation": "A second question is the next generation of the same session, in the same conversation.",
            "rows": "Several prompts give a row each, with the last one's answer.",
            "failure": "A later failure keeps the answers before it, and nothing more is sent.",
            "one-limit": "One time limit bounds all of them.",
            "reopened": "A stored session is asked on in its own conversation, in a new tab where its own is gone.",
            "temporary": "A temporary chat that is gone is not asked on, and the reason is told.",
            "refused": "Another surface's session, one that goes on, and one of which nothing was sent are refused.",
            "held": "A session that another command works on is not asked on.",
        },
    ),
    "tools": (
        "reference C.7, D.9 and F.8",
        {
            "one-line": "A tool or a connector is known by its whole name, and looked for under More, too.",
            "owned": "Only menus that came by our own clicks are read, also where they do not say whose they are.",
            "one-escape": "The menu is closed by exactly one Escape: a second one would take the tool away.",
            "hidden": "Rows and menus that nobody sees are none.",
            "chosen-already": "A tool that stands chosen is not clicked, and stays.",
            "proven": "A tool is chosen when the composer shows a new pill for it; otherwise nothing is sent.",
            "ambiguous": "Of two rows with the name none is clicked, nor one that is missing or cannot be chosen.",
            "theirs": "A menu that somebody else has opened is left alone.",
            "unseen": "What cannot be seen delays, and does nothing.",
            "two-openings": "A menu that does not open is opened twice at most.",
            "last-look": "Right before Send is pressed the pill must still stand.",
        },
    ),
    "archive": (
        "reference C.10 and F.8",
        {
            "exact-row": "The one row that says exactly Archive is clicked, and the page's leaving is the proof.",
            "none-else": "Without exactly one such row nothing is clicked, and the menu is closed once.",
            "here-only": "Another conversation than the one that was asked in is never touched.",
            "unseen": "Options that cannot be seen delay, and are told in the end.",
        },
    ),
    "pacing": (
        "public reports, 2026-08: six conversations at once were refused, five were not",
        {
            "shared": "Openings of every process of a home count together, and no more are opened than are allowed.",
            "waits": "A turn that comes in time is waited for, and told; one that comes too late is refused at once.",
            "clock": "A clock that was set back blocks nobody.",
            "cool-down": "A rate limit that one process saw holds all back, with its reason and its end.",
            "status": "Status tells of a cool-down, and a rate limit that it sees starts one.",
            "only-limits": "Nothing but a rate limit starts a cool-down, and our own refusal makes none longer.",
            "settings": "The file sets the pace; what it may not say is refused before a browser is touched.",
        },
    ),
    "context": (
        "reference A.2 and A.7",
        {
            "patterns": "Patterns are read from the folder of the run; each file goes once, in the order of the paths.",
            "ignored": "What git ignores stays out, nested and negated rules as git reads them, unless it is named.",
            "links": "A symbolic link is refused by name, also on the way to a file, and as the text made by hand.",
            "secrets": "A file that looks like a secret, by name or by text, is refused by name and not shown.",
            "left-out": "What is no text is left out and told.",
            "odd-input": "Names, patterns and folders that nobody can read are told, and end nothing but themselves.",
            "marked": "The block says that it is data, and nothing inside can pretend to end it.",
            "sizes": "Every file is told with its size and an estimate of its tokens, and so is the whole.",
            "budget": "Prompt and context may be as long as the limit, 50,000 where they go together, and no longer.",
            "transport": "It is attached as one file, first of all, or stands behind the prompt.",
            "render": "What would be sent is told without a browser, and is what is sent.",
            "source": "Options of a context that is none are refused.",
        },
    ),
}

ENTRIES = {f"seed002.{row}": Entry(behaviour, SEED) for row, behaviour in TWO.items()} | {
    f"{area}.{row}": Entry(behaviour, source) for area, (source, rows) in OWN.items() for row, behaviour in rows.items()
}
ENTRIES["report.B58"] = Entry(
    "What could not be saved is not archived, and of the options the exact item only is clicked.",
    "public reports, group B, row B58",
)
