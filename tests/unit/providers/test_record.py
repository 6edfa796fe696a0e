"""The conversation's record: which messages are the answer, whether it is finished, and its Markdown."""

from typing import Any

import msgspec
import pytest

from cdpwebai.providers.chat import Attached, RecordAnswer, RecordImage
from cdpwebai.providers.chatgpt.record import (
    AttachedReader,
    Link,
    Pointer,
    RecordReader,
    Reference,
    SaidReader,
    Told,
    ToldMessage,
    answer_in,
    without_marks,
)
from cdpwebai.records import Citation
from cdpwebai.verdict import Known, Reason, Unknown

CITED = "\ue200cite\ue202turn0search1\ue201"
FINAL = ToldMessage(
    id="a1", role="assistant", recipient="all", channel="final", kind="text", parts=("one, two",),
    status="finished_successfully", end_turn=True, hidden=False, model="gpt-5-6", references=(),
)  # fmt: skip


def like(message: ToldMessage, **change: Any) -> ToldMessage:
    return msgspec.structs.replace(message, **change)


def answer(*messages: ToldMessage) -> RecordAnswer:
    return answer_in(Told(found=True, messages=messages))


def test_a_message_that_is_finished_and_ends_the_turn_is_the_answer() -> None:
    assert answer(FINAL) == RecordAnswer("finished", ("a1",), "one, two", "gpt-5-6", made_by=("a1",))


def test_files_of_the_sandbox_that_the_answer_links_to_are_told_once_each_with_all_who_may_have_made_them() -> None:
    tool = like(FINAL, id="t1", role="tool", parts=("[no](sandbox:/mnt/data/tool.zip)",))
    text = "[a](sandbox:/mnt/data/a%20b.zip), [again](sandbox:/mnt/data/a%20b.zip), [c](sandbox:/mnt/data/c(1).csv)"
    told = answer(tool, like(FINAL, parts=(text,)))
    assert told.sandbox == ("/mnt/data/a b.zip", "/mnt/data/c(1).csv")
    assert told.made_by == ("t1", "a1")


@pytest.mark.parametrize("text", ["[x](sandbox:/mnt/data/my own file.csv)", "[x](<sandbox:/mnt/data/my own file.csv>)"])
def test_a_file_of_the_sandbox_may_have_spaces_in_its_name(text: str) -> None:
    told = answer(like(FINAL, parts=(f"{text} and [y](sandbox:/mnt/data/b (1).csv)\n(end)",)))
    assert told.sandbox == ("/mnt/data/my own file.csv", "/mnt/data/b (1).csv")


def test_images_that_were_drawn_on_the_way_are_told_by_file_id() -> None:
    drawn = Pointer("sediment://file_x", 1024, 512)
    tool = like(FINAL, id="t1", role="tool", kind="multimodal_text", parts=(), images=(drawn,))
    assert answer(tool, FINAL).images == (RecordImage("file_x", 1024, 512),)


def test_a_hidden_image_or_one_of_the_user_s_is_not_told() -> None:
    drawn = (Pointer("sediment://file_x", 1024, 512),)
    assert answer(like(FINAL, id="t1", role="tool", hidden=True, images=drawn), FINAL).images == ()
    assert answer(FINAL, like(FINAL, id="u2", role="user", images=drawn)).images == ()


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({"status": "in_progress"}, "in_progress"),
        ({"end_turn": False}, "in_progress"),
        ({"end_turn": None}, "in_progress"),
        ({"role": "tool"}, "in_progress"),
        ({"recipient": "python"}, "in_progress"),
        ({"channel": "commentary"}, "in_progress"),
        ({"kind": "thoughts"}, "in_progress"),
        ({"hidden": True}, "in_progress"),
        ({"status": "some_new_word"}, "in_progress"),
        ({"status": "finished_partial_completion"}, "error"),
    ],
)
def test_anything_less_is_not_finished(change: dict[str, Any], state: str) -> None:
    assert answer(like(FINAL, **change)).state == state


def test_reasoning_and_tools_on_the_way_are_left_out_and_answers_stay_in_order() -> None:
    thinking = like(FINAL, id="r1", kind="thoughts", parts=("First I weigh",), end_turn=False)
    tool = like(FINAL, id="t1", role="tool", parts=("42",), end_turn=False)
    first = like(FINAL, id="a0", parts=("Block one.",), end_turn=False)
    last = like(FINAL, parts=("Block two.",))
    found = answer(thinking, first, tool, last)
    assert (found.state, found.message_ids, found.markdown) == ("finished", ("a0", "a1"), "Block one.\n\nBlock two.")


def test_a_canvas_beside_the_answer_is_told_and_another_tool_is_none() -> None:
    canvas = like(FINAL, id="c1", recipient="canmore.create_textdoc", kind="code", parts=(), end_turn=False)
    found = answer(canvas, FINAL)
    assert (found.state, found.markdown, found.canvas) == ("finished", "one, two", True)
    assert not answer(like(canvas, recipient="python"), FINAL).canvas


def test_an_answer_with_something_still_running_behind_it_is_not_finished() -> None:
    running = like(FINAL, id="t1", role="tool", status="in_progress", end_turn=None)
    assert answer(FINAL, running).state == "in_progress"


def test_a_later_message_of_the_user_s_ends_the_answer_and_is_told() -> None:
    later = like(FINAL, id="u2", role="user", parts=("And?",))
    found = answer(FINAL, later, like(FINAL, id="a2", parts=("Something else.",)))
    assert (found.state, found.message_ids, found.markdown, found.followed) == ("finished", ("a1",), "one, two", True)


def test_a_hidden_message_in_the_user_s_name_ends_no_answer() -> None:
    """The site writes such ones itself, as what it knows of its user."""
    context = like(FINAL, id="c1", role="user", kind="user_editable_context", parts=(), hidden=True)
    found = answer(context, FINAL)
    assert (found.state, found.message_ids, found.followed) == ("finished", ("a1",), False)
    assert answer(like(context, hidden=False), FINAL).state == "none"


@pytest.mark.parametrize("told", [Told(found=False, messages=(FINAL,)), Told(found=True, messages=())])
def test_without_our_message_or_anything_behind_it_there_is_no_answer(told: Told) -> None:
    assert answer_in(told) == RecordAnswer("none")


def test_citation_marks_become_links_once_each_without_the_site_s_own_tracking() -> None:
    reference = Reference(
        CITED, (Link("Tea", "https://example.org/tea?a=1&utm_source=chatgpt.com"), Link("", "https://x.y/z"))
    )
    found = answer(like(FINAL, parts=(f"Green tea.{CITED}",), references=(reference,)))
    assert found.markdown == "Green tea.[Tea](https://example.org/tea?a=1) [x.y](https://x.y/z)"


def test_what_the_answer_cites_is_told_in_the_order_of_its_text_and_nothing_that_it_does_not_cite() -> None:
    tea, rain, more = (
        Link("Tea", "https://t.example/?utm_source=chatgpt.com"),
        Link("", "https://r.example/x"),
        "\ue200m\ue201",
    )
    first = like(FINAL, id="a0", parts=(f"Rain{more} falls.",), references=(Reference(more, (rain,)),))
    last = like(
        FINAL,
        parts=(f"Tea{CITED} and rain{more}.",),
        references=(
            Reference(more, (rain,)),
            Reference(CITED, (tea,)),
            Reference("\ue200gone\ue201", (Link("Gone", "https://gone.example"),)),
            Reference(" ", (Link("All", "https://all.example"),)),
        ),
    )
    water, leaf = Citation("r.example", "https://r.example/x"), Citation("Tea", "https://t.example/")
    assert answer(first, last).citations == (water, leaf, water)
    assert answer(FINAL).citations == ()


def test_an_answer_that_cites_is_told_without_its_citations_as_well_and_another_is_not() -> None:
    reference = Reference(CITED, (Link("Tea", "https://example.org/tea"),))
    cites = like(FINAL, parts=(f"Tea is green{CITED}, mostly.",), references=(reference,))
    assert answer(like(FINAL, id="a0", parts=("First.",)), cites).uncited == "First.\n\nTea is green![](), mostly."
    assert answer(like(FINAL, parts=("[Tea](https://example.org/tea)",))).uncited == ""
    assert answer(like(cites, references=(Reference(CITED, ()),))).uncited == ""


def test_the_footnote_of_all_sources_whose_mark_is_a_blank_takes_no_blank_out_of_the_text() -> None:
    footnote = Reference(" ", (Link("Tea", "https://example.org/tea"),))
    found = answer(like(FINAL, parts=("Green tea is tea.",), references=(footnote,)))
    assert (found.markdown, found.uncited) == ("Green tea is tea.", "Green tea is tea.")


@pytest.mark.parametrize(
    "text", [f"Tea{CITED}.", "Tea:contentReference[oaicite:3]{index=3}.", "Tea\ue200.", "Te\ue202a\ue201."]
)
def test_marks_that_point_to_nothing_we_know_are_left_out(text: str) -> None:
    assert without_marks(text) == "Tea."


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.b/?utm_source=chatgpt.com", "https://a.b/"),
        ("https://a.b/?utm_source=chatgpt.com&c=d", "https://a.b/?c=d"),
        ("https://a.b/?c=d&utm_source=chatgpt.com", "https://a.b/?c=d"),
        ("https://a.b/?c=d&utm_source=chatgpt.com&e=f", "https://a.b/?c=d&e=f"),
        ("https://a.b/?utm_source=elsewhere", "https://a.b/?utm_source=elsewhere"),
        ("https://a.b/%ED%95%9C?q=%20+x", "https://a.b/%ED%95%9C?q=%20+x"),
    ],
)
def test_the_rest_of_an_address_stays_to_the_character(url: str, expected: str) -> None:
    reference = Reference(CITED, (Link("T", url),))
    assert answer(like(FINAL, parts=(CITED,), references=(reference,))).markdown == f"[T]({expected})"


READER = RecordReader("chat_record")


def test_the_reader_decodes_strictly_what_the_page_brings() -> None:
    told = msgspec.to_builtins(Told(found=True, messages=(FINAL,)))
    assert READER.answer(told) == Known(RecordAnswer("finished", ("a1",), "one, two", "gpt-5-6", made_by=("a1",)))


@pytest.mark.parametrize("value", [None, [], {"found": "yes", "messages": []}, {"found": True}])
def test_a_record_of_another_shape_is_unknown_and_never_an_answer(value: Any) -> None:
    found = READER.answer(value)
    assert isinstance(found, Unknown)
    assert found.reason is Reason.MALFORMED


def test_what_the_reader_could_not_read_keeps_its_reason() -> None:
    assert READER.answer({"v": "unknown", "why": "not-supported", "at": "HTTP 403"}) == Unknown(
        Reason.NOT_SUPPORTED, "HTTP 403"
    )


def test_what_our_message_says_is_told_once_the_record_has_it() -> None:
    reader = SaidReader("chat_record")
    assert reader.answer({"found": True, "text": "**Two**\n---", "messages": []}) == Known("**Two**\n---")
    missing = reader.answer({"found": False, "text": "", "messages": []})
    assert isinstance(missing, Unknown)
    assert missing.reason is Reason.PARTIAL


def test_the_files_of_our_message_are_told_once_the_record_has_it() -> None:
    reader, files = AttachedReader("chat_record"), [{"name": "a.txt", "size": 3}, {"name": "b.txt", "size": None}]
    told = reader.answer({"found": True, "attached": files, "messages": []})
    assert told == Known((Attached("a.txt", 3), Attached("b.txt", None)))
    missing = reader.answer({"found": False, "attached": [], "messages": []})
    assert isinstance(missing, Unknown)
    assert missing.reason is Reason.PARTIAL
