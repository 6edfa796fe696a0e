"""What is set beside a prompt: before it is typed, once, and seen again in the look right before Send is pressed."""

from dataclasses import replace

from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_send import (
    Insert,
    Look,
    Prepare,
    Prepared,
    Press,
    Refuse,
    SendAction,
    SendState,
    plan_send,
    prepared,
)
from cdpwebai.flows.send_steps import Gate
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.verdict import Known
from tests.support.chat import page, user

PROMPT = "Count to three."
EMPTY = page()
WRITTEN = page(draft=PROMPT, slot="send")
TYPED = Insert("#prompt-textarea", PROMPT)


def with_chips(seen: ChatObservation, *names: str) -> ChatObservation:
    return replace(seen, chips=Known(names))


def run(*looks: tuple[float, ChatObservation], done: Prepared | None, prepares: bool = True) -> list[SendAction]:
    """What the plan does at these looks; ``done`` is what came of Prepare."""
    state, actions = SendState(PROMPT, since=0.0, prepares=prepares), list[SendAction]()
    for now, seen in looks:
        state, action = plan_send(state, seen, now)
        actions.append(action)
        if isinstance(action, Prepare) and done is not None:
            state = prepared(state, done, now)
    return actions


def kinds(actions: list[SendAction]) -> list[str]:
    return [type(action).__name__ for action in actions]


def gate(*, lasts: float = 0.0) -> Gate:
    """Open while the page stands at its own conversation."""

    def check(seen: ChatObservation) -> Obstacle | None:
        at_home = isinstance(seen.place, Known) and seen.place.value.url.endswith("/c/1")
        return None if at_home else Obstacle("provider.lost", "last-look", "try-again", "it is gone", lasts)

    return check


def test_what_goes_beside_a_prompt_is_set_before_it_is_typed_and_once() -> None:
    actions = run((0.0, EMPTY), (1.0, EMPTY), (1.5, WRITTEN), done=Prepared())
    assert kinds(actions) == ["Prepare", "Insert", "Press"]


def test_without_anything_to_set_nothing_is_prepared() -> None:
    assert run((0.0, EMPTY), done=None, prepares=False) == [TYPED]


def test_a_page_that_cannot_be_typed_into_is_not_prepared_either() -> None:
    assert kinds(run((0.0, page(draft="mine", slot="send")), done=Prepared())) == ["Refuse"]


def test_files_of_ours_are_no_draft_of_somebodys() -> None:
    looks = [(0.0, EMPTY), (1.0, with_chips(EMPTY, "a.txt")), (1.5, with_chips(WRITTEN, "a.txt"))]
    assert kinds(run(*looks, done=Prepared(chips=("a.txt",)))) == ["Prepare", "Insert", "Press"]


def test_a_file_beside_ours_is_somebodys() -> None:
    looks = [(0.0, EMPTY), (1.0, with_chips(EMPTY, "a.txt", "b.txt"))]
    assert kinds(run(*looks, done=Prepared(chips=("a.txt",)))) == ["Prepare", "Refuse"]


def test_a_file_that_comes_in_while_we_type_keeps_send_from_being_pressed() -> None:
    beside = with_chips(WRITTEN, "a.txt", "b.txt")
    looks = [(0.0, EMPTY), (1.0, with_chips(EMPTY, "a.txt")), (1.5, beside), (12.0, beside)]
    assert kinds(run(*looks, done=Prepared(chips=("a.txt",)))) == ["Prepare", "Insert", "Look", "Refuse"]


def test_a_gate_that_is_shut_right_before_send_ends_the_sending() -> None:
    elsewhere = page(draft=PROMPT, slot="send", path="c/2")
    actions = run((0.0, EMPTY), (1.0, EMPTY), (1.5, elsewhere), done=Prepared((gate(),)))
    assert kinds(actions) == ["Prepare", "Insert", "Refuse"]
    refusal = actions[-1]
    assert isinstance(refusal, Refuse)
    assert (refusal.code, refusal.stage, refusal.hint, refusal.why) == (
        "provider.lost",
        "last-look",
        "try-again",
        "it is gone",
    )


def test_a_gate_that_could_not_look_delays_and_never_decides() -> None:
    away = page(draft=PROMPT, slot="send", path="c/2")
    looks = [(0.0, EMPTY), (1.0, EMPTY), (1.5, away), (3.0, away), (3.1, WRITTEN)]
    actions = run(*looks, done=Prepared((gate(lasts=2.0),)))
    assert kinds(actions) == ["Prepare", "Insert", "Look", "Look", "Press"]
    assert actions[2] == Look(3.5)


def test_a_gate_that_opened_in_between_counts_from_the_beginning() -> None:
    away, unready = page(draft=PROMPT, slot="send", path="c/2"), page(draft=PROMPT, slot="disabled")
    looks = [(0.0, EMPTY), (1.0, EMPTY), (1.5, away), (2.0, unready), (3.6, away), (5.7, away)]
    actions = run(*looks, done=Prepared((gate(lasts=2.0),)))
    assert kinds(actions) == ["Prepare", "Insert", "Look", "Look", "Look", "Refuse"]


def test_a_prompt_that_somebody_sent_meanwhile_is_taken_for_sent_whatever_the_gates_say() -> None:
    sent = page(user("u1", PROMPT), path="c/2")
    assert kinds(run((0.0, EMPTY), (1.0, EMPTY), (1.5, sent), done=Prepared((gate(),)))) == [
        "Prepare",
        "Insert",
        "Sent",
    ]


def test_a_healthy_gate_costs_no_look() -> None:
    looks = [(0.0, EMPTY), (0.0, EMPTY), (0.1, WRITTEN)]
    assert [type(action) for action in run(*looks, done=Prepared((gate(),)))] == [Prepare, Insert, Press]
