"""Files of a recorded command: told by name, size and time, stood in for, and never written where they lay."""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cdpwebai.errors import TraceError
from cdpwebai.page.handing import are_ours
from cdpwebai.trace import Header, given, stand_ins
from cdpwebai.trace.format import GivenFile, encode_line, parse_trace
from cdpwebai.trace.given import LARGEST
from cdpwebai.trace.redact import Redactor
from cdpwebai.wire.look import ACT, Question

CLOSING = b'{"t":0.0,"d":"end"}\n'


def made(folder: Path, name: str, content: bytes, modified: int) -> Path:
    path = folder / name
    path.write_bytes(content)
    os.utime(path, ns=(modified, modified))
    return path


def test_stand_ins_have_the_names_sizes_and_times_of_the_files_and_none_of_their_content(tmp_path: Path) -> None:
    files = [made(tmp_path, "a b.txt", b"secret", 1_700_000_000_123_456_789), made(tmp_path, "한.bin", b"", 10**18)]
    header = parse_trace(encode_line(Header(files=given(files))) + CLOSING).header
    with stand_ins(header) as standing:
        assert [path.name for path in standing] == ["a b.txt", "한.bin"]
        assert standing[0].read_bytes() == bytes(6)
        told = [(path.name, path.stat().st_size, path.stat().st_mtime * 1000) for path in files]
        assert are_ours(told, standing)
    assert not any(path.exists() for path in standing)


@pytest.mark.parametrize(
    "file",
    [
        GivenFile(name="../out.txt", size=1, modified=0),
        GivenFile(name="/etc/hostname", size=1, modified=0),
        GivenFile(name="..", size=1, modified=0),
        GivenFile(name="", size=1, modified=0),
        GivenFile(name="a\0b", size=1, modified=0),
        GivenFile(name="a.txt", size=-1, modified=0),
        GivenFile(name="a.txt", size=LARGEST + 1, modified=0),
        GivenFile(name="a.txt", size=1, modified=2**200),
        GivenFile(name="n" * 300, size=1, modified=0),
    ],
)
def test_a_header_cannot_have_a_file_made_outside_of_the_folder_nor_one_that_cannot_be(file: GivenFile) -> None:
    with pytest.raises(TraceError, match="file"), stand_ins(Header(files=(file,))):
        pass


def test_a_header_with_one_name_twice_is_refused() -> None:
    twice = Header(files=(GivenFile(name="a", size=1, modified=0),) * 2)
    with pytest.raises(TraceError, match="cannot be stood in for"), stand_ins(twice):
        pass


def test_a_trace_that_was_recorded_before_files_were_told_has_none() -> None:
    assert parse_trace(b'{"format":1,"command":["query"]}\n' + CLOSING).header.files == ()


@pytest.mark.parametrize("path", ["/home/ann/plan.txt", "C:\\Users\\ann\\plan.txt", "plan.txt"])
def test_where_a_file_lies_that_is_handed_over_is_not_written_down(path: str) -> None:
    command = {"id": 1, "method": "DOM.setFileInputFiles", "params": {"files": [path], "objectId": "1.2.3"}}
    hidden = Redactor().message(command)
    assert hidden["params"] == {"files": ["plan.txt"], "objectId": "1.2.3"}


def test_what_is_in_a_file_that_goes_through_the_page_is_not_written_down_and_replays_as_any_other_of_its_size() -> (
    None
):
    def command(content: bytes) -> dict[str, Any]:
        question = Question(library="1", reader="keep_piece", args=["1 plan.txt", 0, b64encode(content).decode()])
        call = {"functionDeclaration": ACT, "arguments": [{"value": msgspec.to_builtins(question)}]}
        return {"id": 1, "method": "Runtime.callFunctionOn", "params": call}

    hidden = Redactor().message(command(b"secret words"))
    assert hidden["params"]["arguments"][0]["value"]["args"] == ["1 plan.txt", 0, "16 characters"]
    assert hidden == Redactor().message(command(bytes(12)))
    assert hidden != Redactor().message(command(bytes(13)))
