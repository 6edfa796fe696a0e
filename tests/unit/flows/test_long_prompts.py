"""A long prompt: the page makes a file of it, or loses it. It is followed as a file, typed in pieces, or refused."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Literal, cast

import pytest

from cdpwebai.api.submissions import find_sent
from cdpwebai.errors import ProviderError, StoreFull, SubmissionUnknown
from cdpwebai.flows.plan_prompt import PIECE, file_size, files_fit, held, may_become_file, pieces_of
from cdpwebai.flows.plan_send import (
    EMPTY_FOR_LONG,
    UPLOAD_LIMIT,
    GiveUp,
    Insert,
    Look,
    Press,
    Refuse,
    SendAction,
    SendState,
    Sent,
    plan_send,
)
from cdpwebai.providers.chat import Attached, ChatObservation, Message, Turn
from cdpwebai.records import Baseline, Change, Fence, Session
from cdpwebai.verdict import Known, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import blinded, page, user
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "\n".join(f"row {number}" for number in range(2000))
NAME = "Pasted text.txt"


def with_files(
    *names: str, uploading: bool = False, draft: str = "", slot: Literal["send", "disabled"] = "send"
) -> ChatObservation:
    """A page whose composer holds these files."""
    return replace(page(draft=draft, slot=slot), chips=Known(names), uploading=Known(uploading))


def shown_as_file(beside: str = NAME, text: str = "") -> ChatObservation:
    turn = Turn("user", (Message("m1", "user", "", text, "", beside=beside),), finished=True, streaming=False)
    return page(("u1", turn), slot="stop")


def run(*looks: tuple[float, ChatObservation], prompt: str = PROMPT) -> list[SendAction]:
    """What the plan does, without the looking; the last look is repeated until it ends."""
    state, done = SendState(prompt, since=0.0), list[SendAction]()
    last_time, last = looks[-1]
    for now, seen in [(0.0, page()), *looks, *((last_time + tick, last) for tick in range(1, 200))]:
        state, action = plan_send(state, seen, now)
        if not isinstance(action, Look):
            done.append(action)
        if isinstance(action, Sent | Refuse | GiveUp):
            return done
    return done


TYPED = Insert("#prompt-textarea", PROMPT)
IN_PIECES = Insert("#prompt-textarea", PROMPT, in_pieces=True)


@proves("report.B20")
def test_a_paste_that_became_a_file_is_sent_once_as_one() -> None:
    slow = EMPTY_FOR_LONG - 0.2
    done = run((0.5, page()), (slow, page()), (slow + 0.1, with_files(NAME)), (slow + 0.2, shown_as_file()))
    assert done == [TYPED, Press(), Sent("u1", "m1", frozenset(), "1", NAME)]


def test_a_file_whose_name_alone_is_the_message_is_known_by_it() -> None:
    done = run((1.0, with_files(NAME)), (1.1, shown_as_file(beside="", text=f"{NAME} Document")))
    assert done[-1] == Sent("u1", "m1", frozenset(), "1", NAME)


def test_send_is_pressed_when_the_upload_is_over_and_not_before() -> None:
    looks = [(1.0, with_files(NAME, uploading=True)), (30.0, with_files(NAME)), (30.1, shown_as_file())]
    assert run(*looks)[1:2] == [Press()]
    for unready in (
        with_files(NAME, uploading=True),
        with_files(NAME, slot="disabled"),
        blinded(with_files(NAME), "uploading"),
    ):
        *_, refusal = run((1.0, unready), (UPLOAD_LIMIT - 1, unready))
        assert isinstance(refusal, Refuse)
        assert "made a file of the prompt" in refusal.why


@pytest.mark.parametrize(
    "look",
    [
        with_files(NAME, NAME),
        with_files(NAME, draft=PROMPT),
        with_files(NAME, draft="row 0"),
        with_files(""),
        blinded(with_files(NAME), "chips"),
        blinded(page(draft=PROMPT, slot="send"), "chips"),
    ],
    ids=["two files", "file and prompt", "file and some text", "no name", "file unknown", "text, files unknown"],
)
def test_what_is_more_or_less_than_the_one_file_is_refused_before_the_press(look: ChatObservation) -> None:
    first, *_, refusal = run((1.0, look))
    assert (first, type(refusal)) == (TYPED, Refuse)
    assert Press() not in run((1.0, look))


def test_a_file_beside_a_prompt_that_no_page_makes_one_of_is_somebody_s() -> None:
    assert not may_become_file("x" * PIECE)
    (typed, refusal) = run((1.0, with_files(NAME)), prompt="Short.")
    assert (typed, type(refusal)) == (Insert("#prompt-textarea", "Short."), Refuse)
    assert NAME in str(refusal)


@proves("report.B20")
def test_a_paste_that_was_lost_is_typed_again_in_pieces_after_a_while() -> None:
    written = page(draft=PROMPT, slot="send")
    looks = [(0.1, page()), (EMPTY_FOR_LONG, page()), (EMPTY_FOR_LONG + 0.1, page()), (4.0, written)]
    done = run(*looks, (4.1, page(user("u1", PROMPT), slot="stop")))
    assert done == [TYPED, IN_PIECES, Press(), Sent("u1", "m-u1", frozenset(), "1")]


def test_a_paste_that_is_lost_in_pieces_too_is_refused() -> None:
    assert [type(action) for action in run((0.1, page()))] == [Insert, Insert, Insert, Refuse]


def test_a_file_that_comes_after_the_prompt_was_typed_again_is_not_pressed_with() -> None:
    looks = [(0.1, page()), (EMPTY_FOR_LONG + 0.1, page()), (4.0, with_files(NAME))]
    assert [type(action) for action in run(*looks)] == [Insert, Insert, Refuse]


@pytest.mark.parametrize(
    "look",
    [shown_as_file(beside="other.txt"), shown_as_file(text="And this."), page(slot="stop")],
    ids=["another file", "text as well", "no message"],
)
def test_whether_the_file_was_sent_is_unknown_unless_its_message_was_seen(look: ChatObservation) -> None:
    assert isinstance(run((1.0, with_files(NAME)), (1.1, look))[-1], GiveUp)


def test_a_file_that_still_stands_after_the_press_with_nothing_new_is_not_seen_as_sent() -> None:
    *_, given = run((1.0, with_files(NAME)), (1.1, with_files(NAME)))
    assert isinstance(given, GiveUp)
    assert given.code == "provider.commit-not-verified"
    assert "not seen as sent" in given.why


def test_another_file_than_the_prompt_s_own_says_nothing_of_it() -> None:
    *_, given = run((1.0, with_files(NAME)), (1.1, with_files("other.txt")))
    assert isinstance(given, GiveUp)
    assert given.code == ""


def test_pieces_are_the_prompt_and_each_is_short() -> None:
    prompt = "a\r\nb\r" + "x" * (3 * PIECE)
    assert "".join(pieces_of(prompt)) == "a\nb\n" + "x" * (3 * PIECE)
    assert max(map(len, pieces_of(prompt))) == PIECE
    assert pieces_of("short") == ("short",)


def test_the_sent_file_fits_when_it_is_one_and_as_long_as_the_prompt() -> None:
    size = len("å\nb".encode())
    assert files_fit((file_size("å\r\nb"),), (Attached(NAME, size),)) == "yes"
    assert files_fit((file_size("å\r\nb"),), (Attached(NAME, size + 1),)) == "no"
    assert files_fit((file_size("å\r\nb"),), (Attached(NAME, size), Attached("b", 1))) == "no"
    assert files_fit((file_size("å\r\nb"),), ()) == "no"
    assert files_fit((file_size("å\r\nb"),), (Attached(NAME, None),)) == "unknown"


def test_it_is_the_prompt_s_file_only_where_it_was_seen() -> None:
    assert held(PROMPT, with_files(NAME)) is not None
    assert held(PROMPT, blinded(with_files(NAME), "composer")) is None


class FilingPage(PaperPage):
    """Makes a file of what is typed. ``record``: what the site's record then says of the message's files."""

    def __init__(self, record: Known[tuple[Attached, ...]] | Unknown) -> None:
        super().__init__(lambda paper: setattr(paper, "seen", shown_as_file()))
        self.record_says = record

    async def insert(self, selector: str, *pieces: str) -> None:
        self.seen = with_files(NAME)

    async def attached(self, conversation: str, message_id: str) -> Known[tuple[Attached, ...]] | Unknown:
        return self.record_says


async def test_a_prompt_that_was_sent_as_a_file_says_so(autojump_clock: object) -> None:
    driver = sending(FilingPage(Known((Attached(NAME, len(PROMPT)),))), store := MemoryStore(), PROMPT)
    assert (await driver.run()).file == NAME
    assert driver.journal.session is not None
    assert driver.journal.session.warnings == ("prompt-sent-as-file",)
    assert store.told == ["submitting", "sent"]


async def test_a_record_that_does_not_tell_of_the_file_leaves_a_warning(autojump_clock: object) -> None:
    driver = sending(FilingPage(Unknown(Reason.NOT_SUPPORTED)), MemoryStore(), PROMPT)
    await driver.run()
    assert driver.journal.session is not None
    assert driver.journal.session.warnings == ("prompt-sent-as-file", "sent-attachment-unverified")


async def test_another_file_in_the_record_than_the_prompt_is_an_error_of_a_prompt_that_was_sent(
    autojump_clock: object,
) -> None:
    driver = sending(FilingPage(Known((Attached(NAME, 7),))), store := MemoryStore(), PROMPT)
    with pytest.raises(ProviderError, match="was sent, as a file") as caught:
        await driver.run()
    assert caught.value.error_code == "provider.sent-attachment-missing"
    assert caught.value.page_may_have_changed is True
    assert store.told == ["submitting", "sent"]


async def test_what_the_page_has_made_of_the_prompt_is_stored_before_send_is_pressed(autojump_clock: object) -> None:
    paper = FilingPage(Known((Attached(NAME, len(PROMPT)),)))
    driver = sending(paper, MemoryStore(), PROMPT)
    known: list[str] = []

    def press(paper: PaperPage) -> None:
        assert driver.journal.session is not None
        known.append(driver.journal.session.pasted)
        paper.seen = shown_as_file()

    paper.on_press = (press,)
    await driver.run()
    assert known == [NAME]


async def test_where_that_cannot_be_stored_send_is_not_pressed(autojump_clock: object) -> None:
    class FullStore(MemoryStore):
        async def update(self, session: Session, change: Change, fence: Fence) -> Session:
            raise StoreFull("the disk is full")

    driver = sending(paper := FilingPage(Unknown(Reason.NOT_SUPPORTED)), FullStore(), PROMPT)
    with pytest.raises(StoreFull):
        await driver.run()
    assert "press" not in paper.acts
    assert not driver.may_be_sent


async def found_out(record: Known[tuple[Attached, ...]] | Unknown) -> Session:
    """The session as it is when it was looked for whether its prompt, which had become a file, was sent."""
    paper, store = FilingPage(record), MemoryStore()
    paper.tab = cast("Any", SimpleNamespace(url="https://chat.example/c/1"))
    driver = sending(paper, store, PROMPT)
    before = Session(
        vendor="demo", prompt=PROMPT, baseline=Baseline(), id="S1", generation=1, status="unknown-submission",
        prompt_hash="", created_at=0.0, updated_at=0.0, pasted=NAME,
    )  # fmt: skip
    driver.journal.session, paper.seen = before, shown_as_file()
    await find_sent(paper, before, driver.journal)
    return driver.journal.session


async def test_a_file_that_the_record_says_is_as_long_as_the_prompt_was_sent(autojump_clock: object) -> None:
    session = await found_out(Known((Attached(NAME, len(PROMPT)),)))
    assert (session.status, session.warnings) == ("sent", ("prompt-sent-as-file",))


@pytest.mark.parametrize(
    "record", [Known((Attached(NAME, 7),)), Unknown(Reason.NOT_SUPPORTED)], ids=["other", "unread"]
)
async def test_a_file_that_the_record_does_not_know_for_the_prompt_stays_unknown(
    record: Known[tuple[Attached, ...]] | Unknown, autojump_clock: object
) -> None:
    with pytest.raises(SubmissionUnknown, match="nothing proves"):
        await found_out(record)
