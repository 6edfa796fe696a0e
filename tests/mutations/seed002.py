"""The guards of looking for Stop: not having looked is not having found none.

Seed 002 names them for the probe (unknown for absent, one failed selector, a shape or a call that is not there), for
the main waiting, and for several turns, which are waited for by the same plan. Those for deep research belong to it;
Work's stand in ``seed000``.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

PROBE = "tests/unit/page/test_probe.py::"
LAST = "tests/unit/flows/test_last_look.py::"
FOLLOW = "tests/unit/flows/test_plan_follow.py::"
STOP = "tests/unit/flows/test_stop.py::"
ANSWERS = "tests/unit/page/test_answers.py::"

NONE: tuple[str, ...] = ()
PAGE = ("tests/unit/page", "tests/unit/test_verdict.py")

MUTATIONS = (
    Mutation(
        id="seed002.probe-threw",
        guard="a selector whose nodes could not be listed is not absent",
        file="cdpwebai/page/probe.py",
        old="    enumerated = _as(entry, _Nodes)\n",
        new="    enumerated = _as(entry, _Nodes) or (_Nodes([]) if _as(entry, _Threw) else None)\n",
        red=(f"{PROBE}test_one_failed_selector_beside_an_empty_one_is_unknown",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-node",
        guard="a node that could not be inspected is not absent",
        file="cdpwebai/page/probe.py",
        old='        return Unknown(Reason.PARTIAL, f"a node of {selector!r} could not be inspected")\n',
        new="        return Absent((selector,))\n",
        red=(f"{PROBE}test_a_node_whose_entry_lacks_its_box_makes_the_verdict_unknown",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-partial",
        guard="one selector that failed is not made up for by an empty one",
        file="cdpwebai/verdict.py",
        old="    return unknown if unknown is not None else Absent(tuple(dict.fromkeys(places)))\n",
        new="    return unknown if unknown is not None and not places else Absent(tuple(dict.fromkeys(places)))\n",
        red=(f"{PROBE}test_one_failed_selector_beside_an_empty_one_is_unknown",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-visible",
        guard="one visible node settles it, whatever failed elsewhere",
        file="cdpwebai/verdict.py",
        old="            case Visible():\n                return verdict\n            case Unknown():\n",
        new="            case Visible() if unknown is None:\n                return verdict\n"
        "            case Visible():\n                pass\n            case Unknown():\n",
        red=(f"{PROBE}test_a_visible_node_settles_it_whatever_another_selector_did",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-malformed",
        guard="a list of nodes that is none is malformed, not absent",
        file="cdpwebai/page/probe.py",
        old="    enumerated = _as(entry, _Nodes)\n",
        new="    enumerated = _as(entry, _Nodes) or (None if _as(entry, _Threw) else _Nodes([]))\n",
        red=(f"{PROBE}test_a_list_that_is_none_is_malformed",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-anchor",
        guard="without the place to look in nothing is absent",
        file="cdpwebai/page/probe.py",
        old='        return Unknown(Reason.NO_ANCHOR, f"nothing matches {within!r}" if within else '
        '"the document has no content")\n',
        new="        return Absent(tuple(selectors))\n",
        red=(f"{PROBE}test_the_place_to_look_in_is_not_there",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-absent",
        guard="what was looked for everywhere and shown nowhere is absent (the other half)",
        file="cdpwebai/page/probe.py",
        old="    return Visible() if node.shown and width > 0 and height > 0 else Absent((selector,))\n",
        new="    return Visible() if node.shown and width > 0 and height > 0 else "
        'Unknown(Reason.PARTIAL, f"a node of {selector!r} is not shown")\n',
        red=(f"{PROBE}test_every_selector_enumerated_and_no_node_visible_is_absent",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-hidden",
        guard="a node that is hidden is not visible",
        file="cdpwebai/page/probe.py",
        old="    return Visible() if node.shown and width > 0",
        new="    return Visible() if width > 0",
        red=(f"{PROBE}test_every_selector_enumerated_and_no_node_visible_is_absent",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-box",
        guard="a node whose box is empty is not visible",
        file="cdpwebai/page/probe.py",
        old="node.shown and width > 0 and height > 0 else",
        new="node.shown and width >= 0 and height >= 0 else",
        red=(f"{PROBE}test_every_selector_enumerated_and_no_node_visible_is_absent",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.probe-in-page",
        guard="in the page a node whose box cannot be read is told so, and not as one without a box",
        file="cdpwebai/page/js/probe.js",
        old="    } catch (error) {\n      return { threw: String(error) };\n",
        new="    } catch {\n      return { box: [0, 0], shown: false };\n",
        red=("tests/browser/page/test_probe.py::test_a_node_whose_box_cannot_be_read_in_the_page_is_unknown",),
        rest=NONE,
    ),
    Mutation(
        id="seed002.composer-in-page",
        guard="in the page a slot without its composer is not an empty one",
        file="cdpwebai/providers/chatgpt/js/chat_slot.js",
        old="  if (chat_box() === null && stop.length === 0) return",
        new="  if (false) return",
        red=("tests/browser/providers/test_controls.py::test_without_the_place_to_look_in_nothing_is_told",),
        rest=NONE,
    ),
    Mutation(
        id="seed002.reader-missing",
        guard="a reader that is not installed is unknown",
        file="cdpwebai/page/answers.py",
        old="            return MISSING\n",
        new="            return None\n",
        red=(f"{ANSWERS}test_a_library_that_is_not_installed_is_unknown",),
        rest=("tests/unit/page/test_answers.py", "tests/unit/page/test_probe.py"),
    ),
    Mutation(
        id="seed002.stop-slot",
        guard="an empty slot is not the absence of Stop",
        file="cdpwebai/providers/chat.py",
        old='Unknown(Reason.NO_ANCHOR, "the composer\'s last slot holds none of send, stop and voice")',
        new='Absent(("slot",))',
        red=(f"{LAST}test_activity_has_four_values_and_what_was_not_seen_is_never_quiet",),
    ),
    Mutation(
        id="seed002.stop-unread",
        guard="a slot that was not read is not the absence of Stop",
        file="cdpwebai/providers/chat.py",
        old="        return self.slot.value.stop_shown if isinstance(self.slot, Known) else self.slot\n",
        new="        return self.slot.value.stop_shown if isinstance(self.slot, Known) else Absent()\n",
        red=(
            f"{LAST}test_activity_has_four_values_and_what_was_not_seen_is_never_quiet",
            f"{LAST}test_every_gate_of_the_loop_stands_in_the_last_look_too",
        ),
    ),
    Mutation(
        id="seed002.waiting-unknown",
        guard="in the waiting Stop that was not seen is activity unknown",
        file="cdpwebai/flows/plan_activity.py",
        old="    if not isinstance(stop, Absent) or panel is None:\n",
        new="    if panel is None:\n",
        red=(
            f"{LAST}test_activity_has_four_values_and_what_was_not_seen_is_never_quiet",
            f"{FOLLOW}test_a_later_answer_of_which_it_is_not_known_whether_it_is_still_made_is_not_taken_soon",
        ),
    ),
    Mutation(
        id="seed002.reader-threw",
        guard="a look that threw is unknown with what it threw",
        file="cdpwebai/page/answers.py",
        old="            return Unknown(Reason.THREW, text)\n        case Answer(missing=False, threw=None)",
        new="            return text and None\n        case Answer(missing=False, threw=None)",
        red=(f"{ANSWERS}test_a_reader_that_threw_is_unknown_with_what_it_threw",),
        rest=PAGE,
    ),
    Mutation(
        id="seed002.stop-gone",
        guard="Stop that was pressed and is not seen is not gone",
        file="cdpwebai/flows/stop.py",
        old="        while not isinstance((await page.observe()).stop, Absent):\n",
        new="        while isinstance((await page.observe()).stop, Visible):\n",
        red=(f"{STOP}test_it_is_pressed_once_and_waited_on_until_it_is_seen_to_be_gone",),
    ),
    Mutation(
        id="seed002.stop-never-there",
        guard="Stop that is not seen is not nothing to stop",
        file="cdpwebai/flows/stop.py",
        old="(now if absent_since is None else absent_since) if isinstance(shown, Absent) else None\n",
        new="now if absent_since is None else absent_since\n",
        red=(f"{STOP}test_there_is_nothing_to_stop_only_where_that_was_seen_for_long_enough",),
    ),
)
