"""What an answer brings, by its page and its record: what is asked for, at which addresses, and what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.flows.plan_artifacts import NOTHING, Candidate, Home, Wanted, candidates, unmet
from cdpwebai.providers.chat import RecordAnswer, RecordImage
from cdpwebai.providers.chat_artifacts import Brought, Link, Picture
from cdpwebai.records import Artifact, ArtifactError, ArtifactKind
from tests.manifest import proves

SITE = Home("https", ("chatgpt.com", "chat.openai.com"), "https://chatgpt.com/c/1")
ALL = Wanted(all=True)
CONTENT = "https://chatgpt.com/backend-api/estuary/content"


def told(**brought: Any) -> tuple[Candidate, ...]:
    record = brought.pop("record", None)
    conversation = brought.pop("conversation", "c1")
    return candidates(brought.pop("wanted", ALL), SITE, Brought(**brought), record, conversation, "a1")


def link(url: str, name: str = "", label: str = "") -> Link:
    return Link(url, name, label)


def picture(identity: str, width: int, height: int, query: str = "") -> Picture:
    return Picture(identity, f"{CONTENT}?id={identity}{query}", width, height)


def saved(kind: ArtifactKind) -> Artifact:
    return Artifact(kind=kind, name="x", source="x", path="/x", size=1, sha256="")


def failed(kind: ArtifactKind, code: str = "artifact.not-found") -> ArtifactError:
    return ArtifactError(kind=kind, name="x", code=code, message="gone")


def test_nothing_is_there_for_who_asked_for_nothing() -> None:
    assert told(wanted=NOTHING, links=(link("sandbox:/mnt/data/a.zip"),), images=(picture("file_a", 1, 1),)) == ()


def test_who_asked_for_an_image_gets_no_file_and_the_other_way_round() -> None:
    there = {"links": (link("sandbox:/mnt/data/a.zip"),), "images": (picture("file_a", 1, 1),)}
    assert [one.kind for one in told(wanted=Wanted(image=True), **there)] == ["image"]
    assert [one.kind for one in told(wanted=Wanted(files=True), **there)] == ["file"]


def test_of_one_image_the_largest_is_taken() -> None:
    small, large = picture("file_a", 10, 10, "&p=small"), picture("file_a", 100, 100)
    (only,) = told(images=(small, large, small))
    assert only.ways[0].url == large.url


def test_an_image_has_its_address_on_the_page_and_one_that_tells_it() -> None:
    (only,) = told(images=(picture("file_a", 1, 1),))
    assert [(way.url, way.asks) for way in only.ways] == [
        (f"{CONTENT}?id=file_a", False),
        ("/backend-api/files/file_a/download", True),
    ]


@proves("oracle.F2")
def test_an_image_that_is_a_button_alone_is_known_by_the_record() -> None:
    (only,) = told(buttons=1, record=RecordAnswer("finished", images=(RecordImage("file_a"),)))
    assert (only.source, only.ways[0].asks, only.trouble) == ("file_a", True, None)


def test_a_button_of_which_nobody_tells_is_missing_by_name_and_never_guessed() -> None:
    image, file = told(buttons=1, downloads=("result.zip",))
    assert (image.ways, file.ways) == ((), ())
    assert [one.trouble.code for one in (image, file) if one.trouble] == ["artifact.unaddressed"] * 2


@pytest.mark.parametrize(
    "brought",
    [
        {"links": (link("sandbox:/mnt/data/a%20b.zip"),)},
        {"links": (link("/backend-api/sandbox/download?path=/mnt/data/a%20b.zip"),)},
        {"paths": ("/mnt/data/a b.zip",)},
        {"downloads": ("a b.zip",), "record": RecordAnswer("finished", sandbox=("/mnt/data/a b.zip",))},
        {"downloads": ("Get it",), "record": RecordAnswer("finished", sandbox=("/mnt/data/a b.zip",))},
    ],
)
@proves("oracle.F5", "oracle.F8")
def test_a_sandbox_file_is_asked_of_the_messages_that_may_have_made_it(brought: dict[str, Any]) -> None:
    (only,) = told(messages=("t1", "a1"), **brought)
    assert (only.name, only.source) == ("a b.zip", "/mnt/data/a b.zip")
    base = "/backend-api/conversation/c1/interpreter/download"
    assert [way.url for way in only.ways] == [
        f"{base}?message_id={maker}&sandbox_path=/mnt/data/a%20b.zip" for maker in ("a1", "t1")
    ]
    assert all(way.asks for way in only.ways)


def test_a_file_that_is_named_twice_is_had_once() -> None:
    record = RecordAnswer("finished", sandbox=("/mnt/data/a.zip",), made_by=("t1", "a1"))
    (only,) = told(
        links=(link("sandbox:/mnt/data/a.zip"),), paths=("/mnt/data/a.zip",), messages=("a1",), record=record
    )
    assert ["message_id=a1" in way.url for way in only.ways] == [True, False]


def test_a_path_that_the_text_names_up_to_its_first_space_is_no_other_file() -> None:
    record = RecordAnswer("finished", sandbox=("/mnt/data/my file.csv",), made_by=("a1",))
    (only,) = told(paths=("/mnt/data/my",), record=record)
    assert only.name == "my file.csv"
    links = (link("sandbox:/mnt/data/my"), link("sandbox:/mnt/data/my%20file.csv"))
    assert [one.name for one in told(links=links, paths=("/mnt/data/my",))] == ["my", "my file.csv"]


@pytest.mark.parametrize("path", ["/mnt/data/../etc/passwd", "/mnt/data/a/../../b", "/mnt/data/a\\b", "/mnt/data/\x00"])
def test_a_path_that_leaves_the_sandbox_s_folder_is_not_asked_for(path: str) -> None:
    (only,) = told(paths=(path,))
    assert (only.ways, only.trouble is not None and only.trouble.code) == ((), "artifact.outside")


def test_a_conversation_that_is_not_known_has_no_address_for_a_file() -> None:
    (only,) = told(paths=("/mnt/data/a.zip",), conversation="")
    assert only.trouble is not None
    assert only.ways == ()


@pytest.mark.parametrize(
    "url",
    [
        f"{CONTENT}?id=file_a",
        f"{CONTENT}?id=file-AbC&sig=x",
        "/backend-api/estuary/content?id=file_a",
        "/backend-api/files/abc123/content",
        "https://chat.openai.com/backend-api/files/abc/content",
        "https://www.chatgpt.com/backend-api/files/abc/content",
    ],
)
def test_the_site_s_own_addresses_of_bytes_are_fetched(url: str) -> None:
    assert SITE.bytes_at(url)
    (only,) = told(links=(link(url, "a.zip"),))
    assert only.ways[0].url == url


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.example/backend-api/estuary/content?id=file_a",
        "https://chatgpt.com.elsewhere.example/backend-api/estuary/content?id=file_a",
        "https://elsewhere.example\\@chatgpt.com/backend-api/estuary/content?id=file_a",
        "https://me@chatgpt.com/backend-api/estuary/content?id=file_a",
        "https://chatgpt.com:444/backend-api/estuary/content?id=file_a",
        "http://chatgpt.com/backend-api/estuary/content?id=file_a",
        "//elsewhere.example/backend-api/estuary/content?id=file_a",
        "https://chatgpt.com/backend-api/estuary/content?id=../me",
        "https://chatgpt.com/backend-api/estuary/content",
        "https://chatgpt.com/backend-api/estuary/../me?id=file_a",
        "https://chatgpt.com/backend-api/estuary/%2e%2e/content?id=file_a",
        "https://chatgpt.com/backend-api/files/a/delete",
        "https://chatgpt.com/backend-api/files/a/b/content",
        "https://chatgpt.com/backend-api/me",
        "https://chatgpt.com/backend-api/files/a\x00/content",
        f"{CONTENT}?id=file_a&sig=a/../b",
        f"{CONTENT}?id=file_a&sig=a\\b",
        f"{CONTENT}?id=file_a&sig=%00",
        "javascript:alert(1)",
        "blob:https://chatgpt.com/1",
        "https://[",
    ],
)
@proves("oracle.F9")
def test_no_other_address_is_fetched(url: str) -> None:
    assert not SITE.bytes_at(url)
    assert all(one.ways == () for one in told(links=(link(url, "a.zip"),)))


def test_an_address_that_tells_another_is_not_one_of_bytes() -> None:
    assert not SITE.bytes_at("/backend-api/files/abc/download")
    (only,) = told(links=(link("/backend-api/files/abc/download", "a.zip"),))
    assert (only.ways[0].asks, only.source) == (True, "abc")


def test_a_link_that_leads_elsewhere_is_the_answer_s_own_and_no_file_of_it() -> None:
    assert told(links=(link("https://elsewhere.example/readme.zip", label="site"), link("/c/2"))) == ()


def test_a_link_that_is_to_be_saved_and_leads_elsewhere_is_told_as_not_had() -> None:
    (only,) = told(links=(link("https://elsewhere.example/a.zip", "a.zip"),))
    assert only.trouble is not None
    assert only.trouble.code == "artifact.outside"


@pytest.mark.parametrize("kind", ["image", "file"])
@proves("ref.F1.Z1")
def test_what_was_asked_for_by_name_and_is_not_there_is_unmet(kind: ArtifactKind) -> None:
    wanted = Wanted(image=kind == "image", files=kind == "file")
    found = unmet(wanted, (), ())
    assert found is not None
    assert found.code == ("provider.image-output" if kind == "image" else "provider.file-artifact")


@pytest.mark.parametrize("kind", ["image", "file"])
@proves("ref.F1.Z5")
def test_what_is_there_whole_is_met(kind: ArtifactKind) -> None:
    wanted = Wanted(image=kind == "image", files=kind == "file", all=True)
    assert unmet(wanted, (saved(kind),), ()) is None


@pytest.mark.parametrize("kind", ["image", "file"])
def test_one_that_is_missing_beside_others_leaves_it_unmet(kind: ArtifactKind) -> None:
    wanted = Wanted(image=kind == "image", files=kind == "file")
    assert unmet(wanted, (saved(kind),), (failed(kind),)) is not None


def test_an_image_is_no_file_and_a_file_no_image() -> None:
    assert unmet(Wanted(image=True), (saved("file"),), ()) is not None
    assert unmet(Wanted(files=True), (saved("image"),), ()) is not None


@proves("ref.F1.Z2")
def test_a_folder_alone_demands_nothing() -> None:
    assert unmet(ALL, (), (failed("image"), failed("file"))) is None


def test_a_file_that_failed_does_not_speak_against_an_image_that_was_asked_for() -> None:
    assert unmet(Wanted(image=True, all=True), (saved("image"),), (failed("file"),)) is None


def test_files_come_in_the_order_of_the_answer_where_the_record_tells_it() -> None:
    record = RecordAnswer("finished", sandbox=("/mnt/data/b.zip", "/mnt/data/a.zip"))
    links = (link("sandbox:/mnt/data/a.zip"), link("sandbox:/mnt/data/c.zip"))
    assert [one.name for one in told(links=links, record=record)] == ["b.zip", "a.zip", "c.zip"]
