"""What users of such software reported: the rows of the public reports' group B and G, and of the nearest peer.

``report.B04`` is row B04 of the public reports; ``oracle.A12`` is row A12 of the peer's list of failures. Each says in
a sentence what is right. Not here, as they speak of what the library does not do yet:

============================  =========================================================================
subject                       rows
============================  =========================================================================
models and effort             report.B28 B29 B31, oracle.A32 B18 and all of class D
deep research                 report.B47 B49 B50, oracle.A42 and all of class E
many prompts                  oracle.B16
============================  =========================================================================

Nor what is another part's: report.B20 and B41 (sending), report.B34 and B35, oracle.B7, B9, B11 and class C
(attaching), report.B37 and B38 (markdown), report.B52, B53, G2 and oracle's class F (images and files), report.B56 and
oracle's class H (sessions), report.B61, oracle.A37 and class J (mcp). ``report.G6`` is a list of wishes, and no fault.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _rows(
    prefix: str, source: str, rows: dict[str, str], scenarios: dict[str, str], gaps: dict[str, str]
) -> dict[str, Entry]:
    """``scenarios`` are names with a space between; a row without one is shown by what carries its id."""
    return {
        f"{prefix}.{row}": Entry(
            behaviour, f"{source}, row {row}", gaps.get(row, ""), tuple(scenarios.get(row, "").split())
        )
        for row, behaviour in rows.items()
    }


REPORTED = {
    "B01": "A pause of 8 s while Stop shows ends no answer: all 300 lines come.",
    "B02": "An opening, a flicker of the bar and a quiet spell are not the answer.",
    "B04": "An answer that is there at once, without Stop ever, is returned within 3 s.",
    "B05": "A text that stands still and never ends is told as not proven, with what there is, marked as partial.",
    "B07": "All blocks of an answer come in order; reasoning goes where its label is known, else nothing is lost.",
    "B08": "A turn that reads empty is taken from the site's own copy; where that gives nothing, it is an error.",
    "B10": "A prompt that was asked before gets the new answer.",
    "B11": "Two runs in one profile each get their own answer; a closed tab is an error, not a borrow.",
    "B13": "Only the branch that is shown is returned; a switch starts the waiting for its end anew.",
    "B14": "A long conversation of which few turns are mounted is continued rightly.",
    "B16": "Line breaks, tabs and marks of menus reach the site as they are, in one send, whatever Enter does.",
    "B17": "No-break spaces that an editor makes are the prompt all the same; a letter too few is not.",
    "B19": "An editor that is replaced gets the text again before any send; a prompt sent by hand is taken for sent.",
    "B22": "After a press without a visible effect nothing else is tried.",
    "B23": "A limit after the prompt was accepted says so, and nothing is sent again.",
    "B25": "The page is found in any language, from right to left, without ids, and without names.",
    "B26": "An empty new chat is in order though Send is not there; Stop is not taken for it.",
    "B32": "Work, and the question for it, are never answered for the user: nothing is clicked, and the run says so.",
    "B40": "What stands before and behind a canvas is kept; the canvas is included, or named as not captured.",
    "B43": "A limit is told as one within 5 s, at load and while waiting, in the page's words; nothing is dismissed.",
    "B44": "A real human check is told and left to the user; a script with such a name is none.",
    "B46": "A guest is not logged in; a login that ends in mid-answer is told within 5 s, with what there is.",
    "B55": "A connection that is cut leaves a session to come back to, and no short text as an answer.",
    "B59": "A browser whose last window was closed gets a new tab.",
    "B62": "A spinner is no progress: it is waited out, and told as no progress for so many seconds.",
    "G1": "Two answers side by side: told within 5 s, none is preferred, and neither is taken for the answer.",
    "G3": "A note that memory was updated is no part of the answer.",
    "G4": "No marker of a citation is left in the answer, wherever it was taken from.",
    "G5": "A chat without an address is answered, and stored as one that cannot be come back to.",
    "G7": "An error in the answer's place is an error, never an answer.",
}

PEER = {
    "A1": "The bar of an earlier turn ends no answer.",
    "A2": 'A placeholder ("Answer now") is no answer, even with a bar and without Stop.',
    "A3": "Nothing that shortens the reasoning is ever clicked.",
    "A4": 'An answer that speaks of "Answer now" is an answer.',
    "A5": "An opening before tools work is not taken for the end.",
    "A6": "A bar that shows for a moment ends nothing.",
    "A7": "Two words between thinking and the answer are not the answer.",
    "A8": "Silence alone ends no answer.",
    "A9": "A time that is over gives timeout and a partial text, and never complete.",
    "A10": "Stops of dictation, voice, reading aloud and others do not hold an answer back.",
    "A11": "A Stop that nobody knows by id or name still holds the answer back.",
    "A12": "A passing address (/c/WEB:...) is no conversation, and its change no other one.",
    "A13": "The tab showing another conversation gives nothing of it.",
    "A14": "Marks of one turn inside each other are one turn.",
    "A15": "The prompt itself is never taken for its answer, nor an answer that equals it refused.",
    "A16": "Only the copy button of the answer's own turn is pressed.",
    "A17": "A stored answer is never overwritten by a later, worse reading.",
    "A18": "No line is taken out of an answer for what it says.",
    "A19": "One word that is a language's name is an answer.",
    "A20": 'An answer that begins "You said" is an answer.',
    "A21": "Reading clicks nothing.",
    "A22": "Formulas come from the record or the page, not from a copy that spoils them.",
    "A23": "Citations are links to their sources.",
    "A24": "Turns that are replaced, or leave the document while the answer is made, lose nothing.",
    "A25": "Runs side by side never get each other's answers.",
    "A26": "A prompt that equals earlier ones is come back to by its own message.",
    "A27": "A session is bound to the message that was sent.",
    "A28": "An answer that ended before we came back is found.",
    "A29": "A page that comes in anew is waited for, and its answer found.",
    "A30": "Every script for the page is compiled and run in a real browser.",
    "A31": "What is stored is the answer that was returned.",
    "A33": "When the answer is there, nothing goes on.",
    "A34": "An error in the turn is told within 5 s; Retry is not pressed.",
    "A35": "Side-by-side answers and a lost network are told within 5 s; an answer that was cut is continued.",
    "A36": "A temporary chat costs no waiting for an address.",
    "A38": "A prompt with line breaks and indents is found again when coming back.",
    "A39": "The page is not loaded again after the send.",
    "A40": "A limit in the page is told as one, not as a time that is over.",
    "A41": "A status in the answer's place is no answer while it stands.",
    "A43": "Several messages of one turn come all, in order.",
    "A44": "Short answers are answers, and as quick.",
    "A45": "An answer that equals the one before it is the new one.",
    "A46": "From the page alone the answer is Markdown all the same.",
    "A47": "Without any action bar the record tells the end.",
    "B1": "Somebody's draft is kept, and not mixed into the prompt.",
    "B2": "A tab behind another one sends and answers like one in front.",
    "B3": "The site sees trusted presses only.",
    "B4": "Text that a page wipes while it comes in is typed again before the send.",
    "B5": "A prompt that the page shows as Markdown is found as sent.",
    "B6": "Whose answer it is is told by the message's id, not by comparing texts.",
    "B8": "A prompt of 60,000 characters is sent once.",
    "B10": "What moves is measured until it stands still; a press never lands elsewhere.",
    "B12": "A page that hangs ends at the deadline.",
    "B13": "A prompt that the composer does not hold whole is not sent, however short.",
    "B14": "Only the composer's own Send is pressed, whatever looks like one.",
    "B15": "A page that remembers Work is refused before anything is typed.",
    "B17": "A lost connection says that the prompt was accepted.",
    "B19": "The composer is found whatever stands in and around it.",
    "G1": "The login is waited for as long as it takes, in a window that stays.",
    "G2": "A conversation's title that speaks of logging in changes nothing.",
    "G3": "Who is logged in is told by the site's session; /backend-api/me may refuse.",
    "G4": "A session that is refused to the page is told as not seen, never as logged out.",
    "G5": "No account is ever chosen for the user.",
    "G6": "A healthy page with a challenge's script is healthy.",
    "G7": "At a human check the browser stays, and the user is told to solve it.",
    "G8": "No cookie is ever copied.",
    "G9": "Cookies that pile up are pruned.",
    "G10": "Nothing is ever logged in by copied cookies, so none can be missing.",
    "G11": "Coming back goes through the same browser and login.",
    "G12": "Whether somebody is logged in is decided in one place.",
    "G13": "A limit by the site is told as one, with the hint to wait, and stops the run.",
    "G14": "A limit is not tried again.",
    "G15": "A human check or a limit is never told as a time that is over.",
    "G16": "A limit is seen while waiting, within 5 s.",
    "G17": "The shared browser of a site with a login has a window.",
    "I1": "Each run has a tab of its own.",
    "I2": "Where no tab of our own can be had, it is an error, and nobody's tab is touched.",
    "I3": "Our own tab is closed after the answer.",
    "I4": "No blank tab is left.",
    "I5": "A tab in which an answer is being made is kept.",
    "I6": "A profile's lock is cleared only when its owner is dead.",
    "I7": "A browser without any window gets a tab.",
    "I8": "A tab can be opened right after the start.",
    "I9": "Runs side by side in one profile wait for each other nowhere.",
    "I10": "A hold that cannot be read is an error, and not free.",
    "I11": "A shared browser outlives the run that started it.",
    "I12": "A hand-shake that is refused with 403 says so, and one that waits for a person says that.",
    "I13": "One hand-shake serves everything.",
    "I14": "Without DevToolsActivePort a browser is joined by its address.",
    "I15": "Without /json the file alone leads in.",
    "I16": "An endpoint that answers is joined, whoever started it.",
    "I17": "localhost is tried by either family of addresses.",
    "I18": "A browser in a sandbox of its own can read its temp folder.",
    "I19": "Headless is what was asked for.",
    "I20": "A conversation is come back to by its exact id, never by the first link.",
    "I21": "A tab behind others goes on drawing.",
    "I22": "A launched browser has a profile of its own, never the everyday one.",
}

SHOWN_REPORTED = {"B32": "w29-chat-on-work"}

SHOWN_PEER = {
    "A3": "h22-reasoning",
    "A4": "h06-mentions-answer-now",
    "A5": "b02-preamble",
    "A6": "b02-preamble",
    "A8": "b01-pause",
    "A13": "b11-other-chat",
    "A15": "h35-echo",
    "A22": "b38a-maths b38b-maths-page",
    "A24": "b08a-blank b08b-blank o02-remount b14-120-turns",
    "A26": "b10-repeat",
    "A38": "b16a-enter-sends b16b-enter-breaks",
    "A43": "b07-blocks",
    "A44": "h03-word-ok h04-digit",
    "A46": "h37-record-denied b37a-code b38b-maths-page o13-wrapperless",
    "B3": "h01-plain",
    "B4": "b19-hydration",
    "B15": "w29-chat-on-work b32a-work-remembered",
    "G6": "b44a-script",
}

GAPS_PEER = {
    "G9": "cookies are the profile's own and are never touched; a header that is too large shows as the site's error",
    "I18": "no snap can be had here; a browser gets its folder below TMPDIR, which no sandbox hides by default",
}

ENTRIES = {
    **_rows("report", "public reports", REPORTED, SHOWN_REPORTED, {}),
    **_rows("oracle", "the nearest peer's failures", PEER, SHOWN_PEER, GAPS_PEER),
}
