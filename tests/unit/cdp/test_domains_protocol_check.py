"""The comparison with the protocol's JSON finds what is wrong: planted faults, one at a time, in a small protocol."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET, UnsetType, field

from cdpwebai.cdp.command import Command, Empty, Event, Wire
from tests.support.domains import Written
from tests.support.protocol_check import differences

KIND = {"name": "kind", "type": "string", "enum": ["a", "b"]}
PROTOCOL: dict[str, Any] = {
    "domains": [
        {
            "domain": "Page",
            "types": [
                {"id": "FrameId", "type": "string"},
                {
                    "id": "Frame",
                    "type": "object",
                    "properties": [
                        {"name": "id", "$ref": "FrameId"},
                        {"name": "size", "type": "number"},
                        {"name": "baseURL", "type": "string", "optional": True},
                        {"name": "children", "type": "array", "items": {"$ref": "Frame"}, "optional": True},
                    ],
                },
            ],
            "commands": [
                {
                    "name": "go",
                    "parameters": [
                        {"name": "frameId", "$ref": "FrameId"},
                        {"name": "depth", "type": "integer", "optional": True},
                        {"name": "value", "type": "any", "optional": True},
                        {"name": "fast", "type": "boolean", "optional": True, "description": "Fast (default: false)."},
                        {"name": "safe", "type": "boolean", "optional": True, "description": "Safe. Defaults to true."},
                    ],
                    "returns": [{"name": "frame", "$ref": "Frame"}, {"name": "data", "type": "binary"}],
                }
            ],
            "events": [{"name": "gone", "parameters": [KIND, {"name": "frame", "$ref": "Frame", "optional": True}]}],
        },
        {
            "domain": "Other",
            "events": [
                {"name": "seen", "parameters": [{"name": "frames", "type": "array", "items": {"$ref": "Page.Frame"}}]}
            ],
        },
    ]
}


class Frame(Wire):
    id: str
    size: float
    base_url: str | None = field(name="baseURL", default=None)
    children: list[Frame] | None = None


class GoResult(Wire):
    frame: Frame
    data: str


class Go(Command[GoResult]):
    method = "Page.go"
    frame_id: str
    depth: int | None = None
    value: Any | UnsetType = UNSET
    fast: bool = False
    safe: bool | None = None


class Gone(Event):
    method = "Page.gone"
    kind: str
    frame: Frame | None = None


class Seen(Event):
    method = "Other.seen"
    frames: list[Frame]


def test_what_is_written_rightly_differs_in_nothing() -> None:
    assert differences(PROTOCOL, [Go, Gone, Seen]) == []


class OnlyWhatIsNeeded(Event):
    method = "Page.gone"
    kind: str


class AlwaysSent(Command[Empty]):
    method = "Page.go"
    frame_id: str
    depth: int


@pytest.mark.parametrize("written", [OnlyWhatIsNeeded, AlwaysSent])
def test_members_may_be_left_out_and_optional_parameters_always_given(written: Written) -> None:
    assert differences(PROTOCOL, [written]) == []


class WrongCommand(Command[Empty]):
    method = "Page.goo"


class EventAsCommand(Command[Empty]):
    method = "Page.gone"


class CommandAsEvent(Event):
    method = "Page.go"


class WrongDomain(Event):
    method = "Other.gone"


class WrongParameter(Command[Empty]):
    method = "Page.go"
    frame_id: str
    deep: int | None = None


class ParameterLeftOut(Command[Empty]):
    method = "Page.go"
    depth: int | None = None


class ParameterMadeOptional(Command[Empty]):
    method = "Page.go"
    frame_id: str | None = None


class WrongParameterType(Command[Empty]):
    method = "Page.go"
    frame_id: int


class DefaultThatIsNotSent(Command[Empty]):
    method = "Page.go"
    frame_id: str
    depth: int = 0


class ListThatIsNotSent(Command[Empty]):
    method = "Page.go"
    frame_id: str
    value: Any = field(default_factory=list[Any])


class FalseThatIsNotSent(Command[Empty]):
    method = "Page.go"
    frame_id: str
    safe: bool = False


class WrongResultMember(Wire):
    frames: Frame


class WrongResult(Command[WrongResultMember]):
    method = "Page.go"
    frame_id: str


class OptionalResultMember(Wire):
    data: str | None = None


class OptionalResult(Command[OptionalResultMember]):
    method = "Page.go"
    frame_id: str


class EventMemberMadeRequired(Event):
    method = "Page.gone"
    frame: Frame


class IntegerForNumber(Wire):
    size: int


class WrongNestedType(Event):
    method = "Other.seen"
    frames: list[IntegerForNumber]


class CamelIsNotEnough(Wire):
    base_url: str | None = None


class WrongNestedName(Event):
    method = "Page.gone"
    frame: CamelIsNotEnough | None = None


class OneForMany(Event):
    method = "Other.seen"
    frames: Frame


class TextForStruct(Event):
    method = "Page.gone"
    frame: str | None = None


PLANTED: dict[Written, str] = {
    WrongCommand: "Page.goo: the protocol has no such command",
    EventAsCommand: "Page.gone: the protocol has no such command",
    CommandAsEvent: "Page.go: the protocol has no such event",
    WrongDomain: "Other.gone: the protocol has no such event",
    WrongParameter: "Page.go deep: the protocol has no such member",
    ParameterLeftOut: "Page.go frameId: required, and not written",
    ParameterMadeOptional: "Page.go frameId: required in the protocol, optional here",
    WrongParameterType: "Page.go frameId: string in the protocol, IntType here",
    DefaultThatIsNotSent: "Page.go depth: its default would never be sent",
    ListThatIsNotSent: "Page.go value: its default would never be sent",
    FalseThatIsNotSent: "Page.go safe: true when absent, and False here is never sent",
    WrongResult: "Page.go -> frames: the protocol has no such member",
    OptionalResult: "Page.go -> data: required in the protocol, optional here",
    EventMemberMadeRequired: "Page.gone frame: optional in the protocol, required here",
    WrongNestedType: "Page.Frame (of Other.seen frames[]) size: number in the protocol, IntType here",
    WrongNestedName: "Page.Frame (of Page.gone frame) baseUrl: the protocol has no such member",
    OneForMany: "Other.seen frames: array in the protocol, StructType here",
    TextForStruct: "Page.gone frame: object in the protocol, StrType here",
}


@pytest.mark.parametrize("written", PLANTED, ids=lambda shape: shape.__name__)
def test_a_planted_fault_is_named(written: Written) -> None:
    assert differences(PROTOCOL, [written]) == [PLANTED[written]]


def test_a_fault_is_found_among_right_ones() -> None:
    assert differences(PROTOCOL, [Go, WrongParameter, Gone]) == [PLANTED[WrongParameter]]
