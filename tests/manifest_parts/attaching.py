"""Files that go along with a prompt: all of them or none, each proven, none taken away."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

PEER = {
    "B7": "A prompt that waits for its files is sent once, with all of them, also where it was typed a second time.",
    "B9": "A press that had no effect leaves prompt and files in the composer, and says that nothing was sent.",
    "B11": "Nothing but Send is pressed for a prompt with files, and not while a file is on its way.",
    "C1": "A file counts as attached when its chip stands there and its upload is over, and not when it was chosen.",
    "C2": "Files go one way only, in one choice; Send is not pressed before each is at the site.",
    "C3": "No file is handed over a second time, and no chip is counted for two files.",
    "C4": "A text file does not go into the input for images.",
    "C5": "No control that takes a file away is ever pressed.",
    "C6": "Attaching presses no control at all, so that none can be mistaken for another.",
    "C7": "A prompt whose files are not all there is not sent.",
    "C8": "A message that shows none of its files was sent all the same; the record tells, or a warning does.",
    "C9": "What is looked at after the press is the message that was sent, and no earlier one.",
    "C10": "A file that the page renames with a number is recognised.",
    "C11": "A file that the page renames with a date is recognised.",
    "C12": "A name without its ending is recognised, and a longer or shorter one is another file.",
    "C13": "Chips and Send are those of the one composer.",
    "C14": "A file of no bytes, or of a few, is attached like any other, whatever its chip shows.",
    "C15": "A chip without a name is counted against the files.",
    "C16": "A file that the site says has failed is not attached, also when it says so late.",
    "C17": "Every byte of a file reaches the site, by its path and through the page.",
    "C18": "Two files of one name are refused before a browser is touched.",
    "C19": "Where the browser has no disk in common with us, nothing is written on its machine.",
    "C20": "A refusal says how it stands with each file.",
    "C21": "Every script for files is run in a real browser.",
    "C22": "A chip is a file's by its name and count, and not because it can be taken away.",
    "C23": "The time for uploads grows with the bytes.",
    "C24": "What looks like a file outside of the composer is none.",
}

ENTRIES = {
    "report.B34": Entry(
        "Files are told by count where their chips show other names or none; what somebody left there is refused.",
        "public reports, group B, row B34",
    ),
    "report.B35": Entry(
        "Three files beside buttons that take files away: all three reach the site, and none is taken away.",
        "public reports, group B, row B35",
    ),
} | {f"oracle.{row}": Entry(text, f"the nearest peer's failures, row {row}") for row, text in PEER.items()}
