"""The DOM contract: its rows, what the readers ask of it, and a user's file over it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, cast

import pytest

from cdpwebai.errors import InputError
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.providers.contract import OVERLAY, Contract, load_contract
from tests.manifest import proves

PACKAGE = "cdpwebai.providers.chatgpt"
HEAD: dict[str, Any] = {"schema": 1, "provider": "chatgpt", "revision": "2027-01-15"}


def toml(value: Any) -> str:
    """A value as TOML writes it, tables inline: JSON but for the sign between a name and its value."""
    members = cast("dict[str, Any]", value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {toml(one)}" for name, one in members.items()) + "}"
    return json.dumps(value)


def _file(said: str | dict[str, Any]) -> str:
    return said if isinstance(said, str) else "".join(f"{name} = {toml(one)}\n" for name, one in said.items())


@pytest.fixture(autouse=True)
def _none_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OVERLAY, raising=False)


@pytest.fixture
def overlaid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Load the contract with a user's file that says this: TOML text, or what is written as such."""

    def load(said: str | dict[str, Any]) -> Contract:
        path = tmp_path / "contract.toml"
        path.write_text(_file(said), encoding="utf-8")
        monkeypatch.setenv(OVERLAY, str(path))
        return load_contract(PACKAGE)

    return load


def test_every_row_is_whole_and_every_anchor_is_a_row() -> None:
    contract = load_contract(PACKAGE)
    for name, row in contract.elements.items():
        assert row.asks, name
        assert row.seen, name
        assert row.selectors, name
        assert not row.anchor or row.anchor in contract.elements, name


def test_every_label_that_decides_nothing_alone_is_known_in_five_languages() -> None:
    for name, row in load_contract(PACKAGE).labels.items():
        assert set(row) == {"en", "ko", "ja", "zh", "de"}, name
        assert all(words for words in row.values()), name


def _asked(pattern: str) -> set[str]:
    scripts = chatgpt().library.scripts
    sources = [
        script.source
        for name, script in scripts.items()
        if name.startswith(("chat_", "work_")) and name != "chat_contract"
    ]
    return {found for source in sources for found in re.findall(pattern, source)}


def test_every_row_is_asked_for_and_no_other() -> None:
    by_name = _asked(r"selectors\.(\w+)") | _asked(r'\b(?:rows|parts|matching|every)\("(\w+)"\)')
    in_lists = {row for rows in _asked(r"below\(shell, \[([^\]]*)\]") for row in re.findall(r"\w+", rows)}
    assert by_name | in_lists == set(load_contract(PACKAGE).elements)


@proves("ref.F2.STOP-11")
def test_stop_is_looked_for_in_one_place() -> None:
    scripts = chatgpt().library.scripts
    lookers = {name for name, script in scripts.items() if re.search(r'selectors\.stop|"stop"', script.source)}
    assert lookers == {"chat_controls", "chat_contract"}


@proves("readers.contract-overlay")
def test_a_users_newer_file_lays_over_ours_row_by_row(overlaid: Any) -> None:
    own = load_contract(PACKAGE)
    send = {"asks": "Send", "selectors": ["[data-testid=send-it]"], "seen": "by hand"}
    contract = overlaid({**HEAD, "elements": {"send": send}, "labels": {"stop": {"en": ["Halt"], "fr": ["Arrêter"]}}})
    assert contract.selectors("send") == ["[data-testid=send-it]"]
    assert {name for name, row in own.elements.items() if contract.elements[name] != row} == {"send"}
    assert contract.labels["stop"] == {**own.labels["stop"], "en": ("Halt",), "fr": ("Arrêter",)}
    assert {name for name, row in own.labels.items() if contract.labels[name] != row} == {"stop"}
    assert contract.revision == "2027-01-15"
    assert contract.for_page()["selectors"]["send"] == ("[data-testid=send-it]",)


def test_without_a_file_ours_stands(overlaid: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert overlaid(HEAD).elements == load_contract(PACKAGE).elements
    monkeypatch.setenv(OVERLAY, "")
    assert load_contract(PACKAGE).revision < HEAD["revision"]


@proves("readers.contract-refused")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("schema = ", "is malformed"),
        ("\x00", "is malformed"),
        ('schema = "one"', "is malformed"),
        ({**HEAD, "element": {}}, "unknown field `element`"),
        ({**HEAD, "elements": {"send": {"asks": "x", "selectors": "button", "seen": "x"}}}, "Expected `array`"),
        ({**HEAD, "elements": {"send": {"asks": "x", "selectors": ["b"], "seen": "x", "by": 1}}}, "unknown field `by`"),
        ({**HEAD, "elements": {"sent": {"asks": "x", "selectors": ["b"], "seen": "x"}}}, "'sent', which nothing asks"),
        ({**HEAD, "labels": {"halt": {"en": ["x"]}}}, "'halt', which nothing asks"),
        ({**HEAD, "elements": {"send": {"asks": "x", "selectors": [], "seen": "x"}}}, "'send' has no selectors"),
        ({**HEAD, "labels": {"stop": {"en": [""]}}}, "'stop' has an empty label"),
        ({**HEAD, "provider": "gemini"}, "for gemini in format 1"),
        ({**HEAD, "schema": 2}, "for chatgpt in format 2"),
        ({**HEAD, "revision": "2020-01-01"}, "older than the built-in one"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(overlaid: Any, said: Any, why: str) -> None:
    with pytest.raises(InputError) as refused:
        overlaid(said)
    assert why in refused.value.message
    assert OVERLAY in refused.value.message
    assert "\n" not in refused.value.message


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OVERLAY, str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match="cannot be read"):
        load_contract(PACKAGE)


def test_what_is_no_regular_file_or_too_long_is_refused_and_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "fifo")
    with (tmp_path / "long.toml").open("wb") as long:
        long.truncate(1_000_001)
    refused = {"/dev/zero": "no regular file", tmp_path: "no regular file", tmp_path / "fifo": "no regular file"}
    for path, why in {**refused, tmp_path / "long.toml": "1000001 bytes, and 1000000 are the most"}.items():
        monkeypatch.setenv(OVERLAY, str(path))
        with pytest.raises(InputError, match=why) as caught:
            load_contract(PACKAGE)
        assert str(path) in caught.value.message
