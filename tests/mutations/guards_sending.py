"""The guards of sending once that no seed's table names: where Send is pressed, and what is said of it afterwards.

Between the last look and the press somebody may type, choose, or go elsewhere; after the press nothing sends again, and
what is stored of it claims no more than was seen.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

AGAIN = "tests/unit/flows/test_read_again.py::"
DEADLINE = "tests/unit/flows/test_deadline.py::"
DRAFTS = "tests/browser/flows/test_drafts.py::"
DRAWN = "tests/unit/flows/test_drawn_prompts.py::"
CONTROLS = "tests/browser/providers/test_controls.py::"
PLACES = "tests/unit/flows/test_places.py::"
SEND = "tests/unit/flows/test_send.py::"
PLAN = "tests/unit/flows/test_plan_send.py::"
TURNED = "tests/unit/flows/test_turned.py::"

NONE: tuple[str, ...] = ()

TYPED = ("baseline", "drafts", "drawn_prompts", "held_demands", "long_prompts", "plan_follow", "plan_send", "preparing")
PRESSED = ("places", "pressed_trouble", "send", "turned", "uncounted", "whole_flow", "work_sending")
NEAR = tuple(f"tests/unit/flows/test_{name}.py" for name in (*TYPED, *PRESSED))
"""The tests of sending; the wait for an answer comes after it."""

CHOSEN = tuple(f"tests/unit/flows/test_{name}.py" for name in ("plan_effort", "plan_select", "preparing", "read_again"))
"""The tests of what is chosen beside a prompt."""

STORED = tuple(f"tests/unit/flows/test_{name}.py" for name in ("deadline", "send", "task_doubt", "waiting"))
"""The tests of what is stored after an error."""

MUTATIONS = (
    Mutation(
        id="sending.last-look",
        guard="what goes beside the prompt is looked at once more with the mouse over Send",
        file="cdpwebai/flows/send.py",
        old="                last = partial(self._look_last, seen.written) if self._has_gates else None\n",
        new="                last = partial(self._look_last, seen.written) if self.state.presses > 99 else None\n",
        red=(f"{SEND}test_what_is_changed_while_the_mouse_goes_to_send_is_not_sent",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.set-back",
        guard="what the page has set back by then is not sent without it",
        file="cdpwebai/flows/plan_send.py",
        old="    if shut is not None:\n        return shut.why\n",
        new="    if shut is not None and not shut.why:\n        return shut.why\n",
        red=(f"{SEND}test_what_is_changed_while_the_mouse_goes_to_send_is_not_sent[choice]",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.set-back-text",
        guard="what somebody has typed by then is not sent",
        file="cdpwebai/flows/plan_send.py",
        old='    return "" if seen.written == written else ',
        new='    return "" if seen.written is not None or written else ',
        red=(f"{SEND}test_what_is_changed_while_the_mouse_goes_to_send_is_not_sent[text]",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.judged",
        guard="what is pressed is what the plan has judged, not what stands there by then",
        file="cdpwebai/flows/send.py",
        old="                await self.page.press_send(seen.written, last)\n",
        new="                await self.page.press_send((await self.page.observe()).written or seen.written, last)\n",
        red=(f"{SEND}test_what_is_pressed_is_what_the_plan_has_judged_and_not_what_stands_there_by_then",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.unread",
        guard="what was not read whole is not pressed",
        file="cdpwebai/providers/chat.py",
        old="            case Known(place), Known(Composer(text=text)), Known(chips):\n"
        "                return Written(place.url, text, chips)\n",
        new="            case place, Known(Composer(text=text)), Known(chips):\n"
        '                return Written(place.value.url if isinstance(place, Known) else "", text, chips)\n',
        red=(f"{SEND}test_where_the_address_was_not_read_send_is_not_pressed",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.picker-tells",
        guard="what the closed picker does not tell is read back before Send",
        file="cdpwebai/flows/plan_select.py",
        old="    return not unnamed and words.tier(chosen.pill) == chosen.tier\n",
        new="    return unnamed is not None and words.tier(chosen.pill) == chosen.tier\n",
        red=(f"{AGAIN}test_a_closed_picker_tells_a_tier_where_it_names_it_and_neither_family_nor_effort",),
        rest=CHOSEN,
    ),
    Mutation(
        id="sending.read-back",
        guard="what was read back is the choice only where all of it is",
        file="cdpwebai/flows/plan_select.py",
        old='    return replace(again, pill="", switched=False) == replace(chosen, pill="", switched=False)\n',
        new="    return again.tier == chosen.tier\n",
        red=(f"{AGAIN}test_what_was_read_back_is_the_choice_only_where_all_of_it_is",),
        rest=CHOSEN,
    ),
    Mutation(
        id="sending.typist-in-page",
        guard="in the page Send is only there while the composer holds what was read",
        file="cdpwebai/providers/chatgpt/js/chat_send.js",
        old=" || chat_composer()?.text !== written.text) return",
        new=" || chat_composer() === null) return",
        red=(
            f"{CONTROLS}test_send_is_pressed_only_with_what_the_composer_was_seen_to_hold[text]",
            f"{CONTROLS}test_send_is_pressed_only_with_what_the_composer_was_seen_to_hold[emptied]",
            f"{DRAFTS}test_what_somebody_types_between_the_last_look_and_the_press_is_not_sent",
        ),
        rest=NONE,
    ),
    Mutation(
        id="sending.chips-in-page",
        guard="in the page Send is only there while the same files are attached",
        file="cdpwebai/providers/chatgpt/js/chat_send.js",
        old="JSON.stringify(chat_chips()) === JSON.stringify(written.chips) ? send[0] : null",
        new="send[0]",
        red=(f"{CONTROLS}test_send_is_pressed_only_with_what_the_composer_was_seen_to_hold[file]",),
        rest=NONE,
    ),
    Mutation(
        id="sending.address-in-page",
        guard="in the page Send is only there at the address that was read",
        file="cdpwebai/providers/chatgpt/js/chat_send.js",
        old=" || location.href !== written.url",
        new="",
        red=(f"{CONTROLS}test_send_is_pressed_only_with_what_the_composer_was_seen_to_hold[address]",),
        rest=NONE,
    ),
    Mutation(
        id="sending.place",
        guard="a prompt that was typed is not sent where it does not belong",
        file="cdpwebai/flows/plan_send.py",
        old="    elsewhere = misplaced(seen, state.place) or (turned(seen)",
        new="    elsewhere = misplaced(seen, None) or (turned(seen)",
        red=(f"{PLACES}test_a_page_that_goes_elsewhere_after_the_typing_is_not_pressed",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.turned",
        guard="a page that turns from Chat to Work under the prompt is not one to press Send on",
        file="cdpwebai/flows/plan_send.py",
        old='(turned(seen) if state.surface == "chat" else None)',
        new='(turned(seen) if state.surface == "work" else None)',
        red=(
            f"{TURNED}test_where_work_is_chosen_now_a_prompt_of_chats_is_not_sent",
            f"{TURNED}test_a_task_is_not_held_back_by_being_on_work",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="sending.presses",
        guard="a press that is always refused is not tried for ever",
        file="cdpwebai/flows/plan_send.py",
        old="    if holds and ready and arrived and state.presses < MOST_PRESSES:\n",
        new="    if holds and ready and arrived and state.presses < 2 * MOST_PRESSES:\n",
        red=(f"{PLAN}test_a_press_that_is_always_refused_is_tried_so_many_times_and_no_more",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.by-hand",
        guard="a prompt that somebody has sent by hand is not sent once more",
        file="cdpwebai/flows/plan_send.py",
        old="    if _found(state, seen):  # somebody at the browser was quicker\n",
        new="    if _found(state, seen) and state.presses:\n",
        red=(f"{PLAN}test_a_prompt_that_somebody_sends_by_hand_is_taken_for_sent_and_not_typed_again",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.two",
        guard="the prompt as two new messages is not taken for one",
        file="cdpwebai/flows/plan_send.py",
        old="        case [(turn_id, message)]:\n            return _when_found(",
        new="        case [(turn_id, message), *_]:\n            return _when_found(",
        red=(f"{PLAN}test_the_prompt_as_two_new_messages_is_not_taken_for_one",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.record-says",
        guard="a message is the prompt by the record only where that has it to the character",
        file="cdpwebai/flows/plan_send.py",
        old="    return replace(state, proven=message_id) if same_prompt(state.prompt, text) else state\n",
        new="    return replace(state, proven=message_id) if text else state\n",
        red=(f"{DRAWN}test_a_record_that_has_something_else_in_it_or_is_not_read_makes_no_message_ours",),
        rest=NEAR,
    ),
    Mutation(
        id="sending.status-store",
        guard="a store that fails says nothing of the prompt",
        file="cdpwebai/flows/journal.py",
        old="    if isinstance(error, StoreError):\n        return None\n",
        new="    if isinstance(error, StoreError) and not unsent:\n        return None\n",
        red=(f"{DEADLINE}test_a_session_whose_prompt_was_surely_not_sent_is_failed_whatever_ended_it",),
        rest=STORED,
    ),
    Mutation(
        id="sending.status-unsent",
        guard="a prompt that was surely not sent is stored as failed, whatever ended it",
        file="cdpwebai/flows/journal.py",
        old='    if unsent and status in ("submitting", "failed"):\n',
        new='    if unsent and status == "failed":\n',
        red=(f"{DEADLINE}test_a_session_whose_prompt_was_surely_not_sent_is_failed_whatever_ended_it",),
        rest=STORED,
    ),
    Mutation(
        id="sending.status-unknown",
        guard="an error that cannot tell what was done to the page makes no prompt one that was not sent",
        file="cdpwebai/flows/journal.py",
        old="        refused = isinstance(error, ProviderError) and error.page_may_have_changed is not None\n",
        new="        refused = isinstance(error, ProviderError)\n",
        red=(f"{DEADLINE}test_a_session_becomes_by_an_error_what_is_known_and_no_more",),
        rest=STORED,
    ),
    Mutation(
        id="sending.status-shown",
        guard="a prompt that the page has shown is never stored as failed",
        file="cdpwebai/flows/journal.py",
        old='    if status in ("submitting", "unknown-submission") and not shown:\n',
        new='    if status in ("submitting", "unknown-submission"):\n',
        red=(
            f"{DEADLINE}test_a_prompt_that_the_page_has_shown_is_never_failed_although_its_conversation_has_no_address",
        ),
        rest=STORED,
    ),
    Mutation(
        id="sending.status-page",
        guard="who could not get at the page says nothing of the answer",
        file="cdpwebai/flows/journal.py",
        old='        case ProviderError() if error.page_may_have_changed is not None:\n            return "error"\n',
        new='        case ProviderError():\n            return "error"\n',
        red=(f"{DEADLINE}test_a_session_becomes_by_an_error_what_is_known_and_no_more",),
        rest=STORED,
    ),
)
