"""The guards of reading a conversation and of counting it: unread is not empty, and a part is not the whole.

Seed 004 names them for the readers (unread, malformed, one that is not made up for, parts), for the count before a send
and for the waiting. The one for deep research belongs to it.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

BASELINE = "tests/unit/flows/test_baseline.py::"
LAST = "tests/unit/flows/test_last_look.py::"
WHOLE = "tests/unit/flows/test_whole_flow.py::"
OBSERVE = "tests/unit/page/test_observe.py::"
UNREADABLE = "tests/browser/providers/test_unreadable.py::"

PAGE = ("tests/unit/page", "tests/unit/providers")
NONE: tuple[str, ...] = ()

BEFORE_INSERT = """\
                    case Look(until):
                        await wakes.wait(max(min(until, self._unproven_at) - trio.current_time(), 0))
                    case Clear(selector):
                        await self._clear(selector)
                    case Prepare():
                        done = await prepare_all(self.preparations, self.page, self.journal.ledger)
                        self.state = prepared(self.state, done, trio.current_time())
                    case Check():
                        for check in self.state.prepared.checks if self.state.prepared else ():
                            await check()
                        self.state = checked(self.state, trio.current_time())
                    case Insert():
"""

MUTATIONS = (
    Mutation(
        id="seed004.read-threw",
        guard="a list whose reader threw is not an empty one",
        file="cdpwebai/page/observe.py",
        old="            case FieldAnswer(threw=str(text)):\n                return Unknown(Reason.THREW, text)\n",
        new="            case FieldAnswer(threw=str(text)):\n"
        "                return Known(()) if isinstance(field, ListField) else Unknown(Reason.THREW, text)\n",
        red=(f"{OBSERVE}test_a_list_is_empty_only_where_an_empty_one_was_read",),
        rest=PAGE,
    ),
    Mutation(
        id="seed004.read-malformed",
        guard="an answer of another shape is not an empty list",
        file="cdpwebai/page/observe.py",
        old='    return Unknown(Reason.MALFORMED, f"{field.name} is no list") if unknown is None else unknown\n',
        new="    return Known(()) if unknown is None else unknown\n",
        red=(f"{OBSERVE}test_a_list_is_empty_only_where_an_empty_one_was_read",),
        rest=PAGE,
    ),
    Mutation(
        id="seed004.read-told-so",
        guard="a reader that says that it does not know is believed",
        file="cdpwebai/page/observe.py",
        old='is no list") if unknown is None else unknown\n',
        new='is no list") if unknown is None else Known(())\n',
        red=(f"{OBSERVE}test_a_list_is_empty_only_where_an_empty_one_was_read",),
        rest=PAGE,
    ),
    Mutation(
        id="seed004.read-partial",
        guard="an item that cannot be read is not left out of the list",
        file="cdpwebai/page/observe.py",
        old="    return Known(tuple(body for _, body in items)) if unread is None else unread\n",
        new="    del unread\n    return Known(tuple(body for _, body in items if not isinstance(body, Unknown)))\n",
        red=(f"{OBSERVE}test_an_item_that_cannot_be_read_makes_the_list_partial_until_it_can",),
        rest=PAGE,
    ),
    Mutation(
        id="seed004.read-in-page",
        guard="in the page a reader that throws makes its field unknown, not empty",
        file="cdpwebai/page/js/observe.js",
        old="      return { threw: String(error) };\n",
        new="      return { items: {} };\n",
        red=(f"{UNREADABLE}test_a_row_that_cannot_be_read_leaves_the_conversation_unknown_and_nothing_else",),
        rest=NONE,
    ),
    Mutation(
        id="seed004.part-in-page",
        guard="in the page a turn without an id is not passed over",
        file="cdpwebai/page/js/list.js",
        old='    if (typeof one.key !== "string" || one.key === "") return unknown("partial", "an item has no key");\n',
        new='    if (typeof one.key !== "string" || one.key === "") continue;\n',
        red=(f"{UNREADABLE}test_a_turn_that_cannot_be_read_is_not_left_out_of_the_count",),
        rest=NONE,
    ),
    Mutation(
        id="seed004.place-in-page",
        guard="in the page a conversation without its place is not an empty one",
        file="cdpwebai/providers/chatgpt/js/chat_turns.js",
        old='  if (document.querySelector(main) === null) return { v: "unknown", why: "no-anchor", at: main };\n',
        new="",
        red=("tests/browser/providers/test_controls.py::test_without_the_place_to_look_in_nothing_is_told",),
        rest=NONE,
    ),
    Mutation(
        id="seed004.unparsed-selector",
        guard="a selector that does not parse spoils what rests on it alone",
        file="cdpwebai/page/js/watch.js",
        old="        new DocumentFragment().querySelector(selector);\n",
        new="",
        red=(
            f"{UNREADABLE}test_a_row_elsewhere_that_cannot_be_read_does_not_hold_up_what_is_told_of_the_conversation",
        ),
        rest=NONE,
    ),
    Mutation(
        id="seed004.count-unknown",
        guard="a conversation that cannot be counted is none that is empty",
        file="cdpwebai/flows/plan_ready.py",
        old="    match seen.composer, seen.turns:\n        case Known(Composer()), Known(turns)",
        new="    shown_turns = seen.turns if isinstance(seen.turns, Known) else Known[Turns](())\n"
        "    match seen.composer, shown_turns:\n        case Known(Composer()), Known(turns)",
        red=(
            f"{BASELINE}test_a_conversation_that_cannot_be_counted_is_not_taken_for_an_empty_one",
            f"{WHOLE}test_where_the_conversation_cannot_be_counted_nothing_is_typed_or_stored_and_nothing_stays_held",
        ),
    ),
    Mutation(
        id="seed004.count-refused",
        guard="the send is refused where it cannot be counted",
        file="cdpwebai/flows/plan_ready.py",
        old='            return state, _uncounted(f"the conversation cannot be counted: {reason.value}")\n',
        new='            return state, Insert("#prompt-textarea", f"{state.prompt}{reason.value[:0]}")\n',
        red=(
            f"{BASELINE}test_a_conversation_that_cannot_be_counted_is_not_taken_for_an_empty_one",
            f"{WHOLE}test_where_the_conversation_cannot_be_counted_nothing_is_typed_or_stored_and_nothing_stays_held",
        ),
    ),
    Mutation(
        id="seed004.count-stored",
        guard="no session is stored before the conversation was counted",
        file="cdpwebai/flows/send.py",
        old=BEFORE_INSERT + "                        if self.state.inserts == 1:",
        new="                    case Look() if self.journal.session is None:\n"
        "                        await self.journal.submitting(self.submission, _baseline(self.state, seen))\n"
        + BEFORE_INSERT
        + "                        if self.journal.session is None:",
        red=(
            f"{WHOLE}test_where_the_conversation_cannot_be_counted_nothing_is_typed_or_stored_and_nothing_stays_held",
        ),
    ),
    Mutation(
        id="seed004.count-settles",
        guard="a look that cannot count does not let the count settle",
        file="cdpwebai/flows/plan_ready.py",
        old="    if isinstance(seen.turns, Unknown):\n        return replace(state, shown_since=now)\n",
        new="    if isinstance(seen.turns, Unknown):\n        return state\n",
        red=(f"{BASELINE}test_looks_that_cannot_count_are_no_standing_still",),
    ),
    Mutation(
        id="seed004.count-kept",
        guard="what was counted, and was empty, stays counted where a later look fails (the other half)",
        file="cdpwebai/flows/plan_send.py",
        old="    ready = isinstance(seen.slot, Known) and seen.slot.value.ready and seen.written is not None\n",
        new="    ready = isinstance(seen.slot, Known) and seen.slot.value.ready and seen.written is not None\n"
        "    ready = ready and isinstance(seen.turns, Known)\n",
        red=(f"{BASELINE}test_what_was_counted_as_empty_stays_counted_when_a_later_look_fails",),
    ),
    Mutation(
        id="seed004.waiting-reset",
        guard="a look without turns ends the quiet of the waiting",
        file="cdpwebai/flows/plan_poll.py",
        old="    return replace(state, answer=answer, since=None, sure_since=None)\n",
        new="    return replace(state, answer=answer)\n",
        red=(f"{LAST}test_a_look_without_turns_ends_the_quiet_and_the_same_text_after_it_begins_anew",),
    ),
    Mutation(
        id="seed004.waiting-baseline",
        guard="what stood there before the send is no answer to it",
        file="cdpwebai/flows/plan_ordering.py",
        old="_behind([turn for turn in turns[place + 1 :] if turn[0] not in before])",
        new="_behind(list(turns[place + 1 :]))",
        red=(f"{LAST}test_only_a_baseline_that_was_lost_makes_an_old_answer_a_new_one",),
    ),
    Mutation(
        id="seed004.last-label",
        guard="a status label is not taken for the answer in the last look",
        file="cdpwebai/flows/plan_poll.py",
        old="    if state.sure_since is None or is_status_label(_text(turn)):\n",
        new="    if state.sure_since is None or (is_status_label(_text(turn)) and not last):\n",
        red=(f"{LAST}test_a_status_label_as_the_whole_text_is_not_taken",),
    ),
)
