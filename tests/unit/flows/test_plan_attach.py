"""Attaching files: all or none, each proven by its chip and the end of its upload, and none handed over twice."""

from dataclasses import replace
from typing import Any

import pytest

from cdpwebai.flows.plan_attach import (
    INPUT_LIMIT,
    LOST_FOR,
    REFUSED_FOR,
    SETTLED_FOR,
    UNSEEN_FOR,
    Arrived,
    AttachAction,
    AttachState,
    HandOver,
    NotAttached,
    attach_limit,
    choose_input,
    gate_of,
    plan_attach,
)
from cdpwebai.flows.send_steps import Look
from cdpwebai.providers.chat import ChatObservation, FileInput, Notice, Refusals
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import NOT_SEEN, page

IMAGES, ANY, ONE = FileInput("image/*", multiple=True), FileInput("", multiple=True), FileInput("", multiple=False)
BOTH: Reading[tuple[FileInput, ...]] = Known((IMAGES, ANY))
QUIET: Reading[Refusals] = Known(Refusals())
LIMIT = 60.0
NAMES = ("a.txt", "b.pdf")


def look(*chips: str, uploading: bool = False, **known: Any) -> ChatObservation:
    return replace(page(), chips=Known(chips), uploading=Known(uploading), **known)


class Attaching:
    """The plan at work: each call of ``at`` is one look."""

    def __init__(self, *names: str, inputs: Reading[tuple[FileInput, ...]] = BOTH) -> None:
        self.state = AttachState(names or NAMES, LIMIT, since=0.0)
        self.inputs = inputs

    def at(self, now: float, seen: ChatObservation, refusals: Reading[Refusals] = QUIET) -> AttachAction:
        self.state, action = plan_attach(self.state, seen, self.inputs, refusals, now)
        return action


def handed() -> Attaching:
    """Both files are handed over at 0 s."""
    attaching = Attaching()
    assert attaching.at(0.0, look()) == HandOver(1, ANY, (0, 1))
    return attaching


def refusal(action: AttachAction) -> NotAttached:
    assert isinstance(action, NotAttached)
    return action


@proves("oracle.C1", "oracle.C2")
def test_all_files_go_in_one_choice_and_are_attached_when_each_chip_stands_and_nothing_is_on_its_way() -> None:
    attaching = handed()
    assert isinstance(attaching.at(0.1, look()), Look)
    assert isinstance(attaching.at(0.2, look("a.txt", uploading=True)), Look)
    assert isinstance(attaching.at(1.0, look("a.txt", "b.pdf", uploading=True)), Look)
    assert attaching.at(2.0, look("a.txt", "b.pdf")) == Look(2.0 + SETTLED_FOR)
    assert attaching.at(2.0 + SETTLED_FOR, look("a.txt", "b.pdf")) == Arrived(("a.txt", "b.pdf"))


@proves("oracle.C2", "oracle.C13")
def test_a_chip_that_stands_before_its_progress_is_not_the_end_of_its_upload() -> None:
    attaching = handed()
    assert isinstance(attaching.at(0.0, look("a.txt", "b.pdf")), Look)
    assert isinstance(attaching.at(0.1, look("a.txt", "b.pdf", uploading=True)), Look)
    assert isinstance(attaching.at(5.0, look("a.txt", "b.pdf")), Look)
    assert isinstance(attaching.at(5.0 + SETTLED_FOR, look("a.txt", "b.pdf")), Arrived)


@proves("oracle.C3")
def test_nothing_is_handed_over_twice_whatever_is_seen_or_not() -> None:
    attaching = handed()
    looks = [look(), look("a.txt"), replace(look(), chips=NOT_SEEN), replace(look(), uploading=NOT_SEEN)] * 20
    assert not any(isinstance(attaching.at(1.0 + n / 2, seen), HandOver) for n, seen in enumerate(looks))


@proves("oracle.C7", "oracle.C20", "oracle.C1")
def test_a_file_that_does_not_arrive_in_time_is_named_and_so_are_the_others() -> None:
    attaching = handed()
    assert isinstance(attaching.at(LIMIT - 0.1, look("a.txt", uploading=False)), Look)
    refused = refusal(attaching.at(LIMIT, look("a.txt")))
    assert (refused.code, refused.stage) == ("provider.attachment-evidence-missing", "attachment-verify")
    assert "a.txt: there, b.pdf: not there" in refused.why


def test_a_file_that_is_on_its_way_for_too_long_is_told_as_that() -> None:
    attaching = handed()
    refused = refusal(attaching.at(LIMIT, look("a.txt", "b.pdf", uploading=True)))
    assert "b.pdf: there, perhaps not yet at the site" in refused.why


@proves("oracle.C16")
def test_what_could_not_be_seen_delays_and_never_attaches() -> None:
    attaching = handed()
    for n in range(20):
        assert isinstance(attaching.at(1.0 + n, replace(look("a.txt", "b.pdf"), uploading=NOT_SEEN)), Look)
        assert isinstance(attaching.at(1.5 + n, replace(look(), chips=NOT_SEEN)), Look)
    assert "could not be seen (deadline)" in refusal(attaching.at(LIMIT, replace(look(), chips=NOT_SEEN))).why


@proves("report.B34", "oracle.C10", "oracle.C15")
@pytest.mark.parametrize("chips", [("a(1).txt", "b(1).pdf"), ("a", "b"), ("", ""), ("b.pdf", "a.txt")])
def test_renamed_and_shortened_and_nameless_chips_are_counted_against_the_files(chips: tuple[str, ...]) -> None:
    attaching = handed()
    attaching.at(1.0, look(*chips))
    assert attaching.at(2.0, look(*chips)) == Arrived(chips)


@proves("oracle.C24", "report.B34")
def test_a_chip_that_is_none_of_ours_ends_it() -> None:
    attaching = handed()
    assert isinstance(attaching.at(1.0, look("a.txt", "mine.doc")), Look)
    refused = refusal(attaching.at(1.0 + REFUSED_FOR, look("a.txt", "mine.doc")))
    assert (refused.code, refused.stage) == ("composer.occupied", "composer")
    assert "mine.doc" in refused.why
    attaching = handed()
    attaching.at(1.0, look("a.txt", "b.pdf", "a.txt"))
    assert refusal(attaching.at(2.0, look("a.txt", "b.pdf", "a.txt"))).code == "composer.occupied"


def test_a_chip_that_has_not_its_name_yet_is_nobody_elses() -> None:
    attaching = handed()
    attaching.at(1.0, look("Uploading…", "b.pdf", uploading=True))
    assert isinstance(attaching.at(9.0, look("Uploading…", "b.pdf", uploading=True)), Look)
    attaching.at(10.0, look("a.txt", "b.pdf"))
    assert isinstance(attaching.at(11.0, look("a.txt", "b.pdf")), Arrived)


def test_the_pages_words_at_a_file_end_it_once_they_have_stood() -> None:
    attaching, failed = handed(), Known(Refusals(failed=("Upload failed",)))
    assert attaching.at(1.0, look("a.txt", "b.pdf"), failed) == Look(1.0 + REFUSED_FOR)
    refused = refusal(attaching.at(1.0 + REFUSED_FOR, look("a.txt", "b.pdf"), failed))
    assert refused.code == "provider.attachment-evidence-missing"
    assert "'Upload failed'" in refused.why


def test_a_failure_that_the_page_takes_back_is_none() -> None:
    attaching = handed()
    attaching.at(1.0, look("a.txt", "b.pdf"), Known(Refusals(failed=("Upload failed",))))
    assert isinstance(attaching.at(1.5, look("a.txt", "b.pdf", uploading=True)), Look)
    attaching.at(3.0, look("a.txt", "b.pdf"))
    assert isinstance(attaching.at(4.0, look("a.txt", "b.pdf")), Arrived)


def test_a_new_message_and_a_file_that_is_missing_are_a_refusal_in_the_pages_words() -> None:
    attaching = handed()
    told = Known(Refusals(alerts=("Too large.",)))
    attaching.at(1.0, look("a.txt"), told)
    refused = refusal(attaching.at(2.0, look("a.txt"), told))
    assert "'Too large.'" in refused.why
    assert "b.pdf: not there" in refused.why


def test_a_message_that_stood_there_before_speaks_of_something_else() -> None:
    attaching, told = Attaching(), Known(Refusals(alerts=("Maintenance on Sunday.",)))
    assert isinstance(attaching.at(0.0, look(), told), HandOver)
    assert attaching.at(5.0, look("a.txt"), told) == Look(LIMIT)
    assert attaching.at(9.0, look("a.txt"), told) == Look(LIMIT)


def test_a_new_message_with_all_files_there_refuses_nothing() -> None:
    attaching, told = handed(), Known(Refusals(alerts=("Tip: you can attach more.",)))
    attaching.at(1.0, look("a.txt", "b.pdf"), told)
    assert isinstance(attaching.at(2.0, look("a.txt", "b.pdf"), told), Arrived)


@pytest.mark.parametrize(
    ("kind", "code"),
    [("quota", "provider.quota"), ("rate-limit", "provider.rate-limited"), ("other", "provider.modal")],
)
def test_a_limit_or_a_dialog_is_told_as_what_it_is(kind: Any, code: str) -> None:
    attaching = handed()
    seen = look("a.txt", notices=Known((Notice(kind, "Upload limit reached."),)))
    attaching.at(1.0, seen)
    refused = refusal(attaching.at(2.0, seen))
    assert (refused.code, refused.stage) == (code, "preflight")
    assert "'Upload limit reached.'" in refused.why


def test_an_input_that_takes_one_file_gets_one_after_the_other() -> None:
    attaching = Attaching(inputs=Known((ONE,)))
    assert attaching.at(0.0, look()) == HandOver(0, ONE, (0,))
    assert isinstance(attaching.at(0.5, look("a.txt", uploading=True)), Look)
    assert attaching.at(1.0, look("a.txt")) == HandOver(0, ONE, (1,))
    attaching.at(2.0, look("a.txt", "b.pdf"))
    assert attaching.at(3.0, look("a.txt", "b.pdf")) == Arrived(("a.txt", "b.pdf"))


def test_an_input_may_come_in_late_and_its_absence_is_refused() -> None:
    attaching = Attaching(inputs=NOT_SEEN)
    assert attaching.at(0.0, look()) == Look(INPUT_LIMIT)
    assert refusal(attaching.at(INPUT_LIMIT, look())).code == "provider.ui-changed"
    attaching.inputs = BOTH
    assert isinstance(attaching.at(1.0, look()), HandOver)


def test_nothing_is_handed_over_before_the_pages_messages_were_seen() -> None:
    attaching = Attaching()
    assert isinstance(attaching.at(0.0, look(), NOT_SEEN), Look)
    assert isinstance(attaching.at(0.5, look()), HandOver)


@proves("oracle.C4")
@pytest.mark.parametrize(
    ("names", "takers", "place"),
    [
        (("a.txt",), (IMAGES, ANY), 1),
        (("a.txt",), (IMAGES,), None),
        (("a.png",), (ANY, IMAGES), 1),
        (("a.PNG", "b.jpg"), (ANY, IMAGES), 1),
        (("a.png", "b.txt"), (IMAGES, ANY), 1),
        (("a.pdf",), (FileInput(".pdf, .docx", multiple=False),), 0),
        (("a.PDF",), (FileInput("application/pdf", multiple=True),), 0),
        (("a.txt",), (FileInput(".pdf", multiple=True),), None),
        (("a.txt", "b.txt"), (ONE, ANY), 1),
        (("a.txt", "b.txt"), (ONE,), 0),
        (("a.unheard-of",), (IMAGES, ANY), 1),
        (("a.txt",), (), None),
    ],
)
def test_the_input_is_the_one_that_takes_all_of_the_files(
    names: tuple[str, ...], takers: tuple[FileInput, ...], place: int | None
) -> None:
    assert choose_input(names, takers) == place


def test_where_no_input_takes_a_file_nothing_is_handed_over_and_the_kinds_are_told() -> None:
    attaching = Attaching("a.txt", inputs=Known((IMAGES,)))
    refused = refusal(attaching.at(INPUT_LIMIT, look()))
    assert refused.code == "provider.attachment-preflight"
    assert "image/*" in refused.why


@proves("oracle.C23")
def test_the_time_grows_with_the_bytes() -> None:
    assert attach_limit([0]) == 45
    assert attach_limit([0, 0]) == 60
    assert attach_limit([250 * 1024 * 100]) == 145
    assert attach_limit([2**30]) == 900


def test_the_gate_is_open_while_all_files_are_there_first_and_quiet() -> None:
    gate = gate_of(("a.txt", "b.pdf"))
    assert gate(look("a.txt", "b.pdf")) is None
    assert gate(look("a.txt", "b.pdf", "Pasted text.txt")) is None


@proves("oracle.C7", "oracle.B11")
@pytest.mark.parametrize("chips", [(), ("a.txt",), ("a.txt", "c.pdf"), ("b.pdf", "a.txt")])
def test_the_gate_is_shut_when_a_file_is_gone(chips: tuple[str, ...]) -> None:
    shut = gate_of(("a.txt", "b.pdf"))(look(*chips))
    assert shut is not None
    assert (shut.code, shut.lasts) == ("provider.attachment-evidence-missing", LOST_FOR)


@pytest.mark.parametrize(
    "seen",
    [
        look("a.txt", uploading=True),
        replace(look("a.txt"), uploading=Unknown(Reason.CONFLICT)),
        replace(look(), chips=NOT_SEEN),
    ],
)
def test_the_gate_waits_for_what_it_cannot_see(seen: ChatObservation) -> None:
    shut = gate_of(("a.txt",))(seen)
    assert shut is not None
    assert shut.lasts == UNSEEN_FOR
