"""What is read off a chat site's page: its DOM contract and the readers behind an observation."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _ref(part: str, rows: dict[str, str]) -> dict[str, Entry]:
    return {f"ref.{row}": Entry(behaviour, f"reference system, {part}") for row, behaviour in rows.items()}


ENTRIES = {
    **_ref(
        "C.1: turns, roles, text",
        {
            "C.1.text": "Text is taken from the messages of a turn, never from what stands around them.",
            "C.1.section": "A section that says whose turn it is, is one; its messages need no author's mark.",
            "C.1.windowed": "A shell whose content is not in the document has no messages, which is no empty answer.",
            "C.1.blocks": "Each block of an answer stands on lines of its own in its text.",
            "C.1.files": "The files of a prompt are no part of its text.",
            "C.1.reasoning": "A block that a thought label unfolds is reasoning; an unknown label loses nothing.",
            "C.1.label-above": "A folded thought label above the answer leaves it an answer.",
            "C.1.finished": "A turn has ended when it carries the actions of one, by test id, name or build.",
            "C.1.finished-inside": "Buttons inside a message end no turn.",
            "C.1.wrapperless": "An answer outside of every turn counts behind the user's last message.",
            "C.1.wrapperless-finished": "Such an answer has ended by the bar of its own box, and by no other.",
        },
    ),
    **_ref(
        "C.2: composer",
        {
            "C.2.slot": "Stop is absent only where the slot holds another of the three.",
            "C.2.labels": "Send, Stop and voice are known by name in five languages.",
            "C.2.structure": "Without ids and names they are told by what they are built like, or not told at all.",
            "C.2.disabled": "A Send that is switched off, in whatever way, is not ready.",
            "C.2.send": "Only the composer's own Send is pressed.",
            "C.2.text": "The editor's text is read as it was typed, paragraphs and breaks included.",
            "C.2.input": "The composer is what is visible and takes text, not what has the right id.",
            "E4.composer": "A stale id, a hidden twin and a switched-off field are not the composer.",
        },
    ),
    **_ref(
        "C.3 to C.10: activity, surface, attachments, notices",
        {
            "C.3.streaming": "A body that is being written says so by its class.",
            "C.4.languages": "The two radios are known by their names in five languages.",
            "C.4.sidebar": "The sidebar tells by badge and by name what the conversation at this address is.",
            "C.4.unresolved": "What the sidebar does not say for sure stays unresolved.",
            "C.8.chips": "Attachments are counted in the composer only and named as the page names them.",
            "C.8.uploading": "An attachment is on its way while the composer's form shows progress that is not over.",
            "C.10.modal": "A dialog over the page is told by kind, in five languages, with its own words.",
            "C.10.over": "Only a dialog that lies over the page is a notice.",
            "C.10.choose": "The question for the surface is known by what its buttons offer.",
            "C.error-turn": "An error inside a turn is told in the page's own words.",
            "C.error-quoted": "An answer that quotes an error has not failed.",
            "C.branches": "The place among several branches of a turn is told.",
            "C.continue": "An answer that was cut offers to go on, in five languages.",
            "C.reading": "A look changes nothing that the page could notice.",
            "D.15.challenge": "A human check in place of the page is seen by its widgets, its title or its words.",
            "D.15.veto": "Where the composer or a turn is there, nothing is a human check.",
            "D.15.login": "A login page in place of the chat is seen in five languages.",
        },
    ),
    **_ref(
        "F.2: stop scoping",
        {
            "F2.STOP-1": "A stop of dictation, voice or reading inside the form is ignored.",
            "F2.STOP-2": "A stop that is only named so, outside of a form, is ignored.",
            "F2.STOP-3": "A stop inside the form is known by its name.",
            "F2.STOP-4": "A stop is known by its test id anywhere in main.",
            "F2.STOP-5": "A hidden stop is not shown.",
            "F2.STOP-6": "A visible stop behind a hidden one is found.",
            "F2.STOP-7": "A stop outside of main is not the answer's.",
            "F2.STOP-8": "Looks are scoped to main.",
            "F2.STOP-10": "Without the place to look in nothing is told.",
            "F2.STOP-11": "Stop is looked for in one place.",
        },
    ),
    **_ref(
        "F.3: fragments",
        {
            "F3.FRAG-1": "Marks of one turn inside each other are one turn.",
            "F3.FRAG-2": "Turns keep the page's order.",
            "F3.FRAG-3": "A new answer stands behind the known ones.",
            "F3.FRAG-4": "There is one way to count turns, and it counts each once.",
            "F3.FRAG-5": "Ids of turn and message are read.",
            "F3.FRAG-6": "Texts come from the same reading as the ids.",
            "F3.FRAG-7": "A bare article without a role is no turn.",
            "F3.FRAG-8": "A stop by test id counts outside of the composer.",
            "F3.FRAG-9": "A named stop counts inside the composer.",
            "F3.FRAG-10": "A named stop does not count outside of it.",
            "F3.FRAG-11": "Stopping dictation is not stopping the answer.",
            "F3.FRAG-12": "Stopping voice is not stopping the answer.",
            "F3.FRAG-13": "Stopping reading aloud is not stopping the answer.",
            "F3.FRAG-14": "Progress counts in the last answer only.",
            "F3.FRAG-15": "A bare article shows no progress of an answer.",
            "F3.FRAG-16": "A progress element that is full is over, one that is not is live.",
            "F3.FRAG-17": "A progress without a value is live.",
            "F3.FRAG-18": "The end of an ARIA progress is 100 where none is told.",
            "F3.FRAG-19": "A panel on the right must be called one of thinking.",
            "F3.FRAG-20": "A summary that is over is ignored.",
            "F3.FRAG-21": "A trace that grows is weak.",
            "F3.GRAM-completed": "The whole text says how long was thought, in five languages: nothing is going on.",
            "F3.GRAM-weak": "More than that, or a bare word of thinking, is weak.",
            "F3.STRATA-2": "Progress in the panel is strong.",
            "F3.STRATA-3": "A weak panel does not hide a strong one.",
            "F3.STRATA-4": "A page that says nothing of thinking says nothing.",
        },
    ),
    **_ref(
        "F.3: completeness of a look, wrapperless answers",
        {
            "F3.X4": "A selector that fails makes the field unknown.",
            "F3.X5": "A page that holds none of it is looked at completely.",
            "F3.X5b": "One failing selector is not made up for by the others.",
            "F3.X5c": "All examined and empty is an answer.",
            "F3.WRAP-1": "An answer that follows the user's last message is taken.",
            "F3.WRAP-2": "One that precedes it is not.",
            "F3.WRAP-3": "One between two messages of the user's is not.",
            "F3.WRAP-4": "Without a message of the user's none is.",
            "F3.WRAP-5": "What stands inside a turn, or elsewhere, is none.",
            "F3.WRAP-6": "What is hidden or empty is none.",
            "F3.WRAP-7": "One element that several selectors match is one.",
            "F3.WRAP-8": "The user's last message is the last in the document, by whatever mark.",
            "F3.WRAP-9": "Answers inside and outside of turns share one order.",
        },
    ),
    "seed000.2.1-1": Entry("Only where there are no such radios the page is an older one.", "seed 000, 2.1, rule 1"),
    "seed000.2.1-2": Entry(
        "Chosen is the one visible radio that is on while the other is off.", "seed 000, 2.1, rule 2"
    ),
    "seed000.2.1-3": Entry("Any disagreement between the signs is ambiguous.", "seed 000, 2.1, rule 3"),
    "seed000.2.1-4": Entry(
        "That Work can be chosen is told apart from that it is.",
        "seed 000, 2.1, rule 4",
    ),
    "seed000.1.1-chat": Entry("On Chat a Chat command runs.", "seed 000, 1.1, active Chat"),
    "seed000.1.1-work": Entry("On Work it is refused, and nothing was touched.", "seed 000, 1.1, active Work"),
    "seed000.1.1-ambiguous": Entry("Where it cannot be told it is refused likewise.", "seed 000, 1.1, ambiguous"),
    "seed000.1.1-legacy": Entry("On an older page it runs, with a warning.", "seed 000, 1.1, no toggle"),
    "seed000.2.1-5": Entry("The detector names no act.", "seed 000, 2.1, rule 5"),
    "readers.B16-read": Entry("Five lines with marks of menus are read back line by line.", "public reports, B16"),
    "readers.B17-read": Entry("No-break spaces are read back as they stand.", "public reports, B17"),
    "readers.lines": Entry(
        "What was typed is read back line by line, in composer and turn.", "public reports, B16, B17"
    ),
    "readers.B13-branches": Entry(
        "The shown branch alone is read, and its place among them told.", "public reports, B13"
    ),
    "readers.B14-windowed": Entry("Turns that leave the document change no other turn.", "public reports, B14"),
    "readers.B19-hydration": Entry("An editor that is replaced after typing reads empty.", "public reports, B19"),
    "readers.B20-paste": Entry("A paste that became a file is seen as one.", "public reports, B20"),
    "readers.surfaces": Entry("Each kind of surface is told in each language.", "scenario format, site: surface"),
    "readers.notices": Entry("Each kind of notice is told in each language.", "scenario format, steps: modal, toast"),
    "readers.panels": Entry("The thinking panel tells how sure a sign it is, in each language.", "steps: panel"),
    "readers.errors": Entry("An error turn is told in each language and markup.", "scenario format, steps: error_turn"),
    "readers.B25-readers": Entry(
        "Question and answer look the same in five languages, without ids, without labels.", "public reports, B25"
    ),
    "readers.B43-notice": Entry("A rate limit is told with the page's own words.", "public reports, B43"),
    "readers.B43-quoted": Entry("What an answer or a prompt says is no notice.", "public reports, B43"),
    "readers.B44-real": Entry("A real human check is seen.", "public reports, B44"),
    "readers.B44-script": Entry("A challenge's script on a healthy page is none.", "public reports, B44"),
    "readers.G1-pair": Entry("Answers side by side are counted, and none is preferred.", "public reports, G1"),
    "readers.cost": Entry("A look at 400 turns takes about as long as one at 4.", "how fast: a tick is one round trip"),
    "readers.cost-bytes": Entry("A look tells what has changed, and the question is small.", "how fast"),
    "readers.decoys": Entry(
        "What only looks like a part of the chat changes no look.", "scenario format, site: decoys"
    ),
    "readers.h07": Entry("An answer that quotes an error banner is no notice.", "scenario h07"),
    "readers.o12": Entry("Sections without author's marks are read.", "scenario o12"),
    "readers.o13": Entry("Answers outside of turns are read.", "scenario o13"),
    "readers.o14": Entry("A page without test ids is read.", "scenario o14"),
    "readers.contract-overlay": Entry("A user's newer contract lays over ours, row by row.", "issue: DOM contract"),
    "readers.contract-refused": Entry(
        "A contract that does not fit is refused in one sentence.", "issue: DOM contract"
    ),
}
