"""Scenario files: what is read, and what is refused by name, in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdpwebai.demosite import builtin_names, load_builtin, load_scenario
from cdpwebai.demosite.scenario import Composer, SlowRecord
from cdpwebai.errors import InputError, ScenarioError
from tests.manifest import proves
from tests.unit.demosite.support import answered, scenario, step

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FILES = sorted(SCENARIOS.glob("*.json"))


def refusal(document: dict[str, Any] | list[Any] | str) -> str:
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(ScenarioError) as caught:
        load_scenario(text)
    return str(caught.value)


def minimal(**keys: Any) -> dict[str, Any]:
    return {"schema": 1, "name": "x", **keys}


def test_there_are_scenario_files() -> None:
    assert len(FILES) > 60


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_this_folder_loads(path: Path) -> None:
    loaded = load_scenario(path)
    assert loaded.name == path.stem


def test_defaults_are_those_of_the_format() -> None:
    site = scenario().site
    assert (site.lang, site.surface, site.login, site.gate, site.bar) == ("en", "chat", "in", "none", "after")
    assert (site.turn_markup, site.mounted, site.code, site.copy, site.record) == (
        "author-role",
        0,
        "pre",
        "md",
        "served",
    )
    assert (site.test_ids, site.labels, site.csp, site.box) == (True, True, False, Composer())


def test_the_composers_short_and_long_forms_say_the_same() -> None:
    assert (
        scenario(site={"composer": "textarea"}).site.box == scenario(site={"composer": {"kind": "textarea"}}).site.box
    )


def test_a_slow_record_has_its_seconds() -> None:
    assert scenario(site={"record": {"slow": 8}}).site.record == SlowRecord(slow=8.0)


def test_a_scenario_error_is_bad_input() -> None:
    assert issubclass(ScenarioError, InputError)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (minimal(sit={}), 'unknown key "sit" in the scenario'),
        (minimal(site={"colour": "red"}), 'unknown key "colour" in site'),
        (minimal(site={"composer": {"hydrate_afte": 1}}), 'unknown key "hydrate_afte" in site.composer'),
        (minimal(turns=[{"role": "user", "text": "x", "txt": 1}]), 'unknown key "txt" in turns[0]'),
        (minimal(ask={"promt": "x"}), 'unknown key "promt" in ask'),
        (minimal(expect={"answer": {"equal": "x"}}), 'unknown key "equal" in expect.answer'),
        (minimal(replies=[[], [step(0, "strem")]]), 'unknown step "strem" in replies[1][0]'),
        (minimal(replies=[[step(0, "stop", state="on", sate="x")]]), 'unknown key "sate" in replies[0][0]'),
        (minimal(replies=[[step(0, "stop", state="onn")]]), "replies[0][0].state: invalid enum value 'onn'"),
        (minimal(replies=[[step(-1, "remount")]]), "replies[0][0].at: expected `float` >= 0.0"),
        (minimal(replies=[[step(0, "url", to="c/1")]]), "replies[0][0].to: "),
        (minimal(replies=[[{"at": 1}]]), 'the key "do" is missing in replies[0][0]'),
        ({"schema": 1}, 'the key "name" is missing in the scenario'),
        (minimal(schema=2), "schema: invalid enum value 2"),
        (minimal(site={"lang": "fr"}), "site.lang: invalid enum value 'fr'"),
        (minimal(site={"stop_decoys": ["x"]}), "site.stop_decoys[0]: invalid enum value 'x'"),
        ('{"schema": 1,', "this is no JSON"),
        ('{"schema": 1, "name": "x", "replies": [[{"do": "remount", "at": 1e999}]]}', "number out of range"),
    ],
)
@proves("demosite.unknown-name")
def test_what_is_wrong_is_named(document: dict[str, Any] | str, says: str) -> None:
    sentence = refusal(document)
    assert says in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("document", "name"),
    [
        (minimal(replies=[[step(0, "research", state="plan")]]), '"research" in replies[0][0] is a step'),
    ],
)
def test_what_is_not_played_yet_is_said_to_be_so(document: dict[str, Any], name: str) -> None:
    assert f"{name} of the format that this version does not play yet." in refusal(document)


ABOUT_A_TURN: dict[str, dict[str, Any]] = {
    "message": {},
    "text": {"md": "x"},
    "stream": {"md": "x", "seconds": 1},
    "placeholder": {"text": "x"},
    "answer_now": {},
    "bar": {},
    "canvas": {"title": "x", "md": "x"},
    "citation": {"sources": [{"title": "x", "url": "https://x.example"}]},
    "memory_note": {},
    "branch": {"n": 1, "of": 2},
    "pair": {"left": "x", "right": "y"},
    "continue_button": {"md": "x"},
    "image": {"file_id": "file_x", "width": 1, "height": 1},
    "file": {"path": "/mnt/data/x.zip"},
    "error_turn": {},
    "record": {"state": "finished"},
}


@pytest.mark.parametrize(("do", "keys"), ABOUT_A_TURN.items())
def test_a_step_about_the_open_turn_needs_one(do: str, keys: dict[str, Any]) -> None:
    early = [step(1, do, **keys), step(2, "assistant_turn")]
    assert f'"{do}" at 1 s in replies[0] comes before any assistant_turn' in refusal(minimal(replies=[early]))
    load_scenario(json.dumps(minimal(replies=[[step(3, do, **keys), step(2, "assistant_turn")]])))


@pytest.mark.parametrize(
    ("branch", "says"),
    [
        ({"branch": {"n": 3, "of": 2}}, "turns[0] shows branch 3 of 2"),
        ({"branch": {"n": 1, "of": 3}, "others": ["x"]}, "turns[0] has 3 branches, so others holds 2 texts, not 1"),
        ({"others": ["x"]}, "turns[0] has 1 branches, so others holds 0 texts, not 1"),
        ({"branch": {"n": 0, "of": 2}}, "expected `int` >= 1"),
    ],
)
def test_a_branch_that_cannot_be_is_refused(branch: dict[str, Any], says: str) -> None:
    assert says in refusal(minimal(turns=[{"role": "assistant", "text": "x", **branch}]))


def test_a_branch_step_that_cannot_be_is_refused() -> None:
    reply = [step(0, "assistant_turn"), step(0, "branch", n=2, of=2, others=["x", "y"])]
    assert "replies[0][1] has 2 branches, so others holds 1 texts, not 2" in refusal(minimal(replies=[reply]))


def test_a_file_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ScenarioError, match=r"nowhere\.json: the scenario cannot be read"):
        load_scenario("/nowhere.json")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(ScenarioError, match=r"x\.json: the scenario cannot be read"):
        load_scenario(tmp_path / "x.json")


def test_the_complaint_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"schema": 1, "name": "x", "sit": {}}', encoding="utf-8")
    with pytest.raises(ScenarioError, match=r'x\.json: unknown key "sit"'):
        load_scenario(tmp_path / "x.json")


def test_a_list_is_no_scenario(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ScenarioError, match="a scenario is a JSON object"):
        load_scenario(tmp_path / "x.json")


def test_the_drawn_word_stands_wherever_it_was_asked_for() -> None:
    written = scenario(
        answered("Say {{word}} {{other}}"), turns=[{"role": "user", "text": "{{word}}"}], about="{{word}}"
    )
    drawn = written.with_word('a"b')
    assert (drawn.about, drawn.turns[0].text) == ('a"b', 'a"b')
    assert drawn.replies[0][3] == scenario(answered('Say a"b {{other}}')).replies[0][3]
    assert "{{word}}" in written.about


def test_the_conversation_of_the_turns_stands_where_the_question_goes() -> None:
    assert scenario(ask={"url": "https://chatgpt.com/c/abc-1"}).address == "/c/abc-1"
    assert scenario(ask={"prompt": "x"}).address == ""


def test_only_a_tab_step_needs_a_browser() -> None:
    assert scenario([step(1, "tab", do_to="cut")]).needs_browser
    assert not scenario(answered("x")).needs_browser


@pytest.mark.parametrize("name", builtin_names())
def test_what_is_shipped_loads_under_its_own_name(name: str) -> None:
    assert load_builtin(name).name == name


def test_hello_is_shipped_and_holds_the_word() -> None:
    text = "".join(getattr(each, "md", "") for each in load_builtin("hello").replies[0])
    assert "{{word}}" in text


def test_a_name_that_is_not_shipped_is_refused_with_those_that_are() -> None:
    with pytest.raises(ScenarioError, match=r'no built-in scenario "\.\./hello".*hello'):
        load_builtin("../hello")
