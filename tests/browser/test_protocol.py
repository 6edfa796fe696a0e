"""Every hand-written command and event, against the protocol that the browser itself serves at ``/json/protocol``.

The comparison is ``tests/support/protocol_check.py``; that it finds our faults is shown on a small protocol, in
``tests/unit/cdp/test_domains_protocol_check.py``. Here the browser changes its mind instead: whichever name, type or
optionality of those that we rely on it gives up, each command and event that relies on it is reported.
"""

from __future__ import annotations

import copy
import json
import re
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from msgspec import inspect

from cdpwebai.wire.sessions import SESSION_EVENTS
from tests.support.domains import COMMANDS, EVENTS, Written, structs_of
from tests.support.protocol_check import differences, misread

WRITTEN: list[Written] = [*COMMANDS, *EVENTS]
DOMAINS = {written.method.partition(".")[0] for written in WRITTEN}

Member = dict[str, Any]
Protocol = dict[str, Any]


@pytest.fixture(scope="module")
def protocol(chromium: str) -> Protocol:
    """The protocol's JSON, as the run's Chromium serves it."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"http://{urlsplit(chromium).netloc}/json/protocol", timeout=30) as reply:
        served: Protocol = json.load(reply)
    return served


def changed(protocol: Protocol, name: str, change: Callable[[Member], object]) -> Protocol:
    """The domains that we write in, with one change to every member of this name."""
    copied = copy.deepcopy([domain for domain in protocol["domains"] if domain["domain"] in DOMAINS])
    for member in members_of(copied):
        if member["name"] == name:
            change(member)
    return {"domains": copied}


def members_of(domains: list[Any]) -> Iterator[Member]:
    """Every parameter, result member and property."""
    for domain in domains:
        for entry in [each for kind in ("commands", "events", "types") for each in domain.get(kind, ())]:
            for kind in ("parameters", "returns", "properties"):
                yield from entry.get(kind, ())


def rename(member: Member) -> None:
    member["name"] += "OfTheFuture"


def retype(member: Member) -> None:
    member.pop("$ref", None)
    member["type"] = "of the future"


def without(protocol: Protocol, method: str) -> Protocol:
    """The protocol that does not know one command or event."""
    domain_name, _, name = method.partition(".")
    (domain,) = (each for each in protocol["domains"] if each["domain"] == domain_name)
    rest = {kind: [each for each in domain.get(kind, ()) if each["name"] != name] for kind in ("commands", "events")}
    return {"domains": [each for each in protocol["domains"] if each is not domain] + [domain | rest]}


def names_of(written: Written) -> set[str]:
    """The members that a command, its result, or an event relies on, at any depth."""
    return {field.encode_name for struct in structs_of(written) for field in struct.fields}


def unreported(protocol: Protocol, written: Iterable[Written]) -> list[str]:
    """Which of these commands and events the comparison finds nothing wrong with."""
    return [each.method for each in written if not differences(protocol, [each])]


def test_all_that_is_written_agrees_with_the_browser(protocol: Protocol) -> None:
    assert differences(protocol, WRITTEN) == []


def test_what_tells_of_sessions_agrees_with_the_browser(protocol: Protocol) -> None:
    assert [found for method, shape in SESSION_EVENTS.items() for found in misread(protocol, method, shape)] == []


def test_an_event_of_a_session_that_the_browser_changes_is_reported(protocol: Protocol) -> None:
    changes = 0
    for method, shape in SESSION_EVENTS.items():
        assert misread(without(protocol, method), method, shape)
        for struct in inspect.multi_type_info([shape]):
            assert isinstance(struct, inspect.StructType)
            for field in struct.fields:
                assert misread(changed(protocol, field.encode_name, rename), method, shape)
                changes += 1
    assert changes == 4


def test_every_command_that_the_source_sends_by_its_name_is_known_to_the_browser(protocol: Protocol) -> None:
    source = Path(__file__).parents[2] / "cdpwebai"
    sent = {
        name
        for path in source.rglob("*.py")
        for name in re.findall(r"\.call\(\s*\"([A-Z]\w+\.\w+)\"", path.read_text(encoding="utf-8"))
    }
    known = {f"{one['domain']}.{command['name']}" for one in protocol["domains"] for command in one["commands"]}
    assert sent
    assert sent - {"Domain.method"} - known == set()


def test_a_command_or_event_that_the_browser_gives_up_is_reported(protocol: Protocol) -> None:
    assert [each.method for each in WRITTEN if unreported(without(protocol, each.method), [each])] == []


@pytest.mark.parametrize("change", [rename, retype])
def test_a_member_that_the_browser_changes_is_reported_wherever_we_rely_on_it(
    protocol: Protocol, change: Callable[[Member], object]
) -> None:
    relied_on = {written: names_of(written) for written in WRITTEN}
    for name in set[str]().union(*relied_on.values()):
        relying = [written for written, names in relied_on.items() if name in names]
        assert (name, unreported(changed(protocol, name, change), relying)) == (name, [])
