"""Work, the second surface: its picker, its tasks, and what is refused.

``ref.F5.*`` are the reference system's scenarios of Work, ``seed000.*`` the lines of seed 000, ``seed002.*`` those rows
of seed 002 that are Work's; what the detector of the surface must do stands in ``readers``.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

RANGES = {
    ("WORK", 1, 4): (
        "The map has six entries, 1 to 6 on 0 to 5: Terra Light, Sol Light, Medium, High, Extra High, Ultra."
    ),
    ("WORK", 5, 10): "Powers 1 to 6 are taken, any other is refused.",
    ("WORK", 11, 14): "Without a speed none is touched; standard and fast are set; any other is refused.",
    ("WORK", 15, 20): "What the picker says is read at each power, proven in every part, or refused.",
    ("WORK", 21, 26): "A task is told by its record; chats and old records are none.",
    ("WORK", 27, 32): (
        "A task is complete, running or not known; what is not known ends the waiting only when it lasts."
    ),
    ("WORK", 33, 38): "A new message proves the send; without one nothing does, and Enter is never pressed.",
    ("WORK", 39, 41): "The task gets its address when it comes, within 15 s, or none.",
    ("WORK", 42, 48): "A bare or passing address is no task's; a task whose tab is gone is not joined again.",
    ("SURF", 1, 10): "Chat, Work, an older page, or one that contradicts itself.",
    ("PROBE", 1, 10): (
        "The sidebar tells a conversation's surface by its badge or its whole name, and nothing else does."
    ),
    ("PROBE", 11, 15): "It is asked of conversations alone, and not seen is not known.",
    ("PROBE", 16, 23): "Nothing is chosen or sent by Chat in a conversation of Work's or one that is not known.",
    ("NORM", 1, 18): (
        "A page is switched by one press on the exact radio, for Work's door alone, and seen switched before "
        "the picker is touched; one that is on Work, ambiguous or in a chat is not pressed, and Chat's "
        "commands switch none."
    ),
}
"""Rows of the reference, from one to another, and what they hold."""

ENTRIES = {
    "demosite.work": Entry(
        "The demo site's Work surface has its picker, its tasks, and tells what was in force at a send.",
        "scenario format: site keys work_power, speed, work, flips; step work",
    ),
    **{
        f"ref.F5.{kind}-{row}": Entry(said, f"reference F.5, {kind}")
        for (kind, first, last), said in RANGES.items()
        for row in range(first, last + 1)
    },
    "ref.F5.WCLI": Entry("What work send does not take is refused before a browser is touched.", "reference F.5, WCLI"),
    "seed000.1.1-work-door": Entry("The table of surfaces for Work's door, in all four columns.", "seed 000, 1.1"),
    "seed000.two-doors": Entry("Work has doors of its own; Chat's commands do not find a task.", "seed 000, 1.1"),
    "seed000.cli": Entry("A prompt and a power from 1 to 6 are needed.", "seed 000, 1.2"),
    "seed000.v1-options": Entry("No project, plugin, file, model, effort or surface is taken.", "seed 000, 1.2"),
    "seed000.3.1": Entry("The six powers are those of the table.", "seed 000, 3.1"),
    "seed000.from-each": Entry("Every power is set from every start, in a real page.", "seed 000, 9"),
    "seed000.speed-unset": Entry("A speed that was not asked for is not touched.", "seed 000, 3.2"),
    "seed000.scope": Entry(
        "Only the composer's own picker and Send are used, whatever stands beside.", "seed 000, 2.2, 4"
    ),
    "seed000.4-order": Entry("Choose, type, look at the choice once more, press.", "seed 000, 4"),
    "seed000.5-states": Entry("running, complete, unknown, by what one look shows.", "seed 000, 5"),
    "seed002.Y12": Entry("While Stop could not be seen no Copy counts.", "seed 002, row Y12"),
    "seed002.Y12b": Entry("Where Stop is surely not there the Copy that shows completes it.", "seed 002, row Y12b"),
    "seed002.Y12c": Entry("Where Stop could not be seen and the page thinks the task runs.", "seed 002, row Y12c"),
    "seed002.Y18a": Entry(
        "A main region that cannot be found is a warning beside the new message, and else stands in the typed error.",
        "seed 002, row Y18a",
    ),
    "seed002.Y18b": Entry("Without a main region a task's state is not known.", "seed 002, row Y18b"),
    "seed002.Y19a": Entry("Stop not seen beside certain evidence is a warning.", "seed 002, row Y19a"),
    "seed002.Y19b": Entry("Stop not seen to the end stands in the typed error.", "seed 002, row Y19b"),
    "seed000.own-pickers": Entry("Chat and Work keep a picker each, through every switch.", "seed 000, 7.1, row 3"),
    "seed000.languages": Entry("A task is sent in five languages, by both pickers.", "seed 000, 9"),
    "seed000.wrong-picker": Entry("A picker or surface that does not do as it is told ends it.", "seed 000, 9"),
    "seed000.acknowledged": Entry("An acknowledgement is no completion.", "seed 000, 5"),
    "seed000.task-url": Entry(
        "A task without an address is sent all the same, and that is told; one that comes late is the task's.",
        "seed 000, 6; reference, part 2, 4, step 12",
    ),
    "seed000.advanced": Entry(
        "The advanced view is read and chosen in, Max and Ultra apart, inside the library alone.", "seed 000, 3.1, 3.2"
    ),
    "seed000.advanced-unproven": Entry("A choice that one sign does not follow is not made.", "seed 000, 3.2"),
    "seed000.no-multiplier": Entry("How much more fast takes is in no output.", "seed 000, 3.1, 6"),
    "seed000.old-copy": Entry("An older turn's Copy never counts.", "seed 000, 5"),
    "seed000.unknown": Entry("A state that is not known must last to end the waiting.", "seed 000, 5"),
    "seed000.sessions": Entry("surface, taskId, taskUrl, responseContract and targetId are kept.", "seed 000, 6"),
    "seed000.old-records": Entry("An old record reads as one of Chat.", "seed 000, 6"),
    "seed000.reattach": Entry("A task that may run is not joined again; a finished one may be opened.", "seed 000, 6"),
}
