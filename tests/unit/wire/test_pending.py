"""Who waits: ids are never reused, and every call ends exactly once."""

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from cdpwebai.wire.pending import Pending
from tests.manifest import proves


@dataclass(eq=False)
class Call:
    session_id: str
    written: bool = False


def opened(pending: Pending[Call], session_id: str = "") -> tuple[int, Call]:
    number, call = pending.next_id(), Call(session_id)
    pending.open(number, call, b"%d" % number)
    return number, call


def test_a_drained_command_counts_as_written() -> None:
    pending: Pending[Call] = Pending()
    (one, first), (two, second) = opened(pending), opened(pending)
    assert (first.written, second.written) == (False, False)
    assert pending.drain() == [b"%d" % one, b"%d" % two]
    assert (first.written, second.written) == (True, True)
    assert pending.drain() == []


def test_a_command_forgotten_while_it_is_queued_is_never_written() -> None:
    pending: Pending[Call] = Pending()
    (one, _), (two, _) = opened(pending), opened(pending)
    pending.forget(one)
    assert pending.drain() == [b"%d" % two]


@proves("report.A23")
def test_a_reply_to_a_forgotten_call_is_late_and_one_never_asked_for_is_strange() -> None:
    pending: Pending[Call] = Pending()
    number, _ = opened(pending)
    pending.forget(number)
    assert pending.take(number) is None
    assert (pending.late, pending.strange) == (1, 0)
    assert pending.take(number + 1) is None
    assert pending.take(-4) is None
    assert (pending.late, pending.strange) == (1, 2)


def test_the_end_of_a_session_takes_its_calls_alone() -> None:
    pending: Pending[Call] = Pending()
    (_, mine), (_, other), (_, root) = opened(pending, "A"), opened(pending, "B"), opened(pending)
    assert pending.end("A") == [mine]
    assert list(pending) == [other, root]
    assert len(pending.drain()) == 2
    assert pending.end() == [other, root]
    assert len(pending) == 0


class Lives(RuleBasedStateMachine):
    """Any order of opening, writing, answering and leaving: a call is settled once, by its own id."""

    numbers = Bundle("numbers")

    def __init__(self) -> None:
        super().__init__()
        self.pending: Pending[Call] = Pending()
        self.model: dict[int, Call] = {}
        self.unwritten: list[int] = []
        self.used: list[int] = []

    @rule(target=numbers, session_id=st.sampled_from(["", "A", "B"]))
    def open(self, session_id: str) -> int:
        number, call = opened(self.pending, session_id)
        self.model[number] = call
        self.unwritten.append(number)
        self.used.append(number)
        return number

    @rule()
    def drain(self) -> None:
        assert self.pending.drain() == [b"%d" % number for number in self.unwritten]
        self.unwritten.clear()

    @rule(number=consumes(numbers))
    def take(self, number: int) -> None:
        was_queued = number in self.unwritten
        if not was_queued:  # a reply comes only to what was written
            assert self.pending.take(number) is self.model.pop(number, None)

    @rule(number=consumes(numbers))
    def forget(self, number: int) -> None:
        self.pending.forget(number)
        self.model.pop(number, None)
        self.unwritten = [one for one in self.unwritten if one != number]

    @rule(session_id=st.sampled_from(["A", "B"]))
    def end(self, session_id: str) -> None:
        gone = {number for number, call in self.model.items() if call.session_id == session_id}
        assert self.pending.end(session_id) == [self.model.pop(number) for number in sorted(gone)]
        self.unwritten = [one for one in self.unwritten if one not in gone]

    @invariant()
    def agrees(self) -> None:
        assert list(self.pending) == list(self.model.values())
        assert self.pending.queued == len(self.unwritten)
        assert self.used == sorted(set(self.used))


test_calls_live_once = Lives.TestCase


@proves("report.A22")
def test_ids_rise_and_are_never_reused() -> None:
    pending: Pending[Call] = Pending()
    numbers: list[int] = []
    for turn in range(1000):
        number, _ = opened(pending)
        numbers.append(number)
        if turn % 3 == 0:
            pending.forget(number)
        elif turn % 3 == 1:
            pending.take(number)
    assert numbers == list(range(1, 1001))
    assert pending.issued == 1000
