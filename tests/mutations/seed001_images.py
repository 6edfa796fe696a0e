"""The guards of an image that was asked for: no text stands in for it, and none is taken where nobody saw the quiet.

Seed 001 names four, for the recovery and the copy that its system had; here one gate stands where all ways end. What
each of them saw is warned of by ``seed001_told``'s.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

ALONE = "tests/unit/flows/test_image_alone.py::"
ARTIFACTS = "tests/unit/flows/test_artifacts.py::"
HELD = "tests/unit/flows/test_held_demands.py::"

NEAR = (
    *(one.removesuffix("::") for one in (ALONE, ARTIFACTS, HELD)),
    "tests/unit/flows/test_plan_artifacts.py",
    "tests/unit/flows/test_plan_poll.py",
)
"""The tests of what is asked for beside an answer's text, and of its end."""

MUTATIONS = (
    Mutation(
        id="seed001.image-quiet",
        guard="an image is no answer where it was not seen that nothing more is made",
        file="cdpwebai/flows/plan_poll.py",
        old="    if state.sure_since is None or not (state.image and",
        new="    state = replace(state, sure_since=state.since)\n"
        "    if state.sure_since is None or not (state.image and",
        red=(f"{ALONE}test_an_image_is_no_answer_where_it_was_not_seen_whether_more_is_made",),
        rest=NEAR,
    ),
    Mutation(
        id="seed001.image-alone",
        guard="an image beside words of the answer is not the whole of it yet",
        file="cdpwebai/flows/plan_poll.py",
        old=" and turn.images > 0 and is_image_chrome(_text(turn))):\n",
        new=" and turn.images > 0):\n",
        red=(f"{ALONE}test_what_is_not_an_image_alone_in_sure_quiet_is_none",),
        rest=NEAR,
    ),
    Mutation(
        id="seed001.image-asked",
        guard="an image that nobody asked for ends no turn",
        file="cdpwebai/flows/plan_poll.py",
        old="not (state.image and turn.images > 0",
        new="not (turn.images > 0",
        red=(f"{ALONE}test_nor_is_one_that_nobody_asked_for_or_of_another_conversation",),
        rest=NEAR,
    ),
    Mutation(
        id="seed001.image-unmet",
        guard="text stands in for no image that was asked for",
        file="cdpwebai/flows/plan_artifacts.py",
        old="        if not any(one.kind == kind for one in saved):\n",
        new="        if not any(one.kind == kind for one in saved) and errors:\n",
        red=(
            f"{ARTIFACTS}test_text_never_stands_in_for_an_image_that_was_asked_for",
            f"{HELD}test_text_never_stands_in_for_an_image_that_was_asked_for_with_the_prompt",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed001.image-come-back",
        guard="who comes back asks for the image that was asked for with the prompt",
        file="cdpwebai/flows/outputs.py",
        old="            self.image or (Path(before.image) if before.image else None),\n",
        new="            self.image,\n",
        red=(f"{HELD}test_text_never_stands_in_for_an_image_that_was_asked_for_with_the_prompt",),
        rest=NEAR,
    ),
)
