"""The page: looks, values, acts, navigation."""

from tests.manifest import Entry


def _report(row: str, behaviour: str) -> dict[str, Entry]:
    return {f"report.{row}": Entry(behaviour, f"public reports, group A, row {row}")}


def _seed(row: str, behaviour: str) -> dict[str, Entry]:
    return {f"seed002.{row}": Entry(behaviour, f"seed 002, row {row}, in the terms of the verdicts page")}


ENTRIES = {
    **_report("A35", "A tab is followed through prerendered and cached pages; the hidden one is never read."),
    **_report("A37", "A handle on a document is refused after it, also where the contexts' numbers repeat."),
    **_report("A38", "A collected promise is an error of its own and not asked again; a lost one ends at its limit."),
    **_report("A40", "What JSON would lose inside a value raises and names its place; nothing is lost silently."),
    **_report("A41", "0, false, the empty string, the empty list and null come back as they are."),
    **_report("A43", "An exception in the page raises with its type, its text, line and column."),
    **_report("A44", "A top-level return is a clear syntax error; functions go through a call with arguments."),
    **_report(
        "A46",
        "Half of a surrogate pair becomes U+FFFD, the call answers, and the text can be written to a file and told "
        "by the MCP server, whose output is UTF-8.",
    ),
    **_report("A47", "An argument of any text arrives equal and is never part of the source."),
    **_report("A49", "Lines of typed text stay lines, CR LF is one break, and no Enter is pressed."),
    **_report("A50", "Enter is not pressed while an input method composes; the last syllable stands once."),
    **_report("A52", "A path is checked first; hidden and made inputs get the file, one change for each upload."),
    **_report(
        "A53",
        "Looks and acts need no clipboard and leave the user's own unchanged. (That copying goes by a hook in "
        "the page is shown with the copying.)",
    ),
    **_report("A55", "A page that asks to stay is left or stayed on as told, within the limit; closing never waits."),
    **_report("A56", "The debugger is never enabled; a pause by another client is named in the time-out."),
    **_report("A58", "A picture of a tab in the background is bounded."),
    **_report("A59", "The outcomes of a navigation are told apart, and none of them by a time-out."),
    **_seed("Y1", "A node that a person would see is visible."),
    **_seed("Y2", "Every selector enumerated and no node visible is absent."),
    **_seed("Y3", "An evaluation that fails is unknown."),
    **_seed("Y4", "A node whose box cannot be read is unknown."),
    **_seed("Y5", "One failed selector beside an empty one is unknown."),
    **_seed("Y6", "A visible node settles it, whatever another selector did."),
    **_seed("Y7", "Without the place to look in the answer is unknown."),
    **_seed("Y14", "An evaluation that fails before it enumerates anything is unknown."),
    **_seed("Y15", "An enumeration that is no list is unknown."),
    **_seed("Y16", "A reader that is not installed is unknown, and there at the next look."),
    **_seed("Y17", "A node's entry without its box is unknown."),
}
