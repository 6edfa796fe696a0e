"""May a prompt be typed here? Each obstacle by its code, and nothing stands in the way of a healthy page."""

from dataclasses import replace

import pytest

from cdpwebai.flows.plan_preflight import COMING_IN, NOT_SEEN, cautions, obstacle
from cdpwebai.providers.chat import Account, ChatObservation, Notice, NoticeKind, Surface
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import blinded, page

HEALTHY = page()


def test_nothing_stands_in_the_way_of_a_healthy_page() -> None:
    assert obstacle(HEALTHY) is None
    assert obstacle(replace(HEALTHY, surface=Known(Surface("legacy")))) is None
    assert obstacle(replace(HEALTHY, surface=Known(Surface("legacy", "chat")))) is None


NOTICES: list[tuple[NoticeKind, str]] = [
    ("challenge", "provider.challenge"),
    ("login", "provider.login-required"),
    ("rate-limit", "provider.rate-limited"),
    ("quota", "provider.quota"),
    ("network", "provider.network"),
    ("choose-surface", "provider.modal"),
    ("other", "provider.modal"),
]


@pytest.mark.parametrize(("kind", "code"), NOTICES)
def test_what_lies_over_the_page_is_told_at_once_with_its_own_words(kind: NoticeKind, code: str) -> None:
    found = obstacle(replace(HEALTHY, notices=Known((Notice(kind, "its words"),))))
    assert found is not None
    assert (found.code, found.lasts) == (code, 0.0)
    assert "'its words'" in found.why


@pytest.mark.parametrize(("account", "code"), [("guest", "provider.guest"), ("out", "provider.login-required")])
def test_a_composer_is_no_login(account: Account, code: str) -> None:
    found = obstacle(replace(HEALTHY, account=Known(account)))
    assert found is not None
    assert (found.code, found.hint) == (code, "login")


@proves(
    "seed000.1.1-work",
    "seed000.1.1-ambiguous",
    "ref.F5.NORM-13",
    "ref.F5.NORM-14",
    "ref.F5.PROBE-16",
    "ref.F5.PROBE-17",
    "ref.F5.PROBE-18",
    "ref.F5.PROBE-19",
)
@pytest.mark.parametrize(
    "surface",
    [
        Surface("work"),
        Surface("work", "chat"),
        Surface("ambiguous"),
        Surface("ambiguous", "chat"),
        Surface("legacy", "work"),
        Surface("legacy", "unresolved"),
        Surface("chat", "work"),
    ],
)
def test_what_is_not_surely_chat_is_refused_with_the_hint_to_switch(surface: Surface) -> None:
    found = obstacle(replace(HEALTHY, surface=Known(surface)))
    assert found is not None
    assert (found.code, found.stage, found.hint) == (
        "capability.unsupported", "provider-surface-preflight", "switch-to-chat",
    )  # fmt: skip
    assert found.lasts == COMING_IN


@proves("seed000.1.1-chat", "seed000.1.1-legacy", "ref.F5.PROBE-20", "ref.F5.PROBE-21", "ref.F5.PROBE-22")
@pytest.mark.parametrize(
    ("surface", "warnings"),
    [
        (Surface("chat"), ()),
        (Surface("chat", "chat"), ()),
        (Surface("chat", "unresolved"), ()),
        (Surface("legacy"), ("surface-legacy",)),
        (Surface("legacy", "chat"), ("surface-legacy",)),
    ],
)
def test_chat_stands_in_no_way_and_an_older_page_leaves_a_warning(surface: Surface, warnings: tuple[str, ...]) -> None:
    seen = replace(HEALTHY, surface=Known(surface))
    assert obstacle(seen) is None
    assert cautions(seen) == warnings
    assert cautions(blinded(seen, "surface")) == ()


@pytest.mark.parametrize("look", [page(draft="half a thought"), replace(HEALTHY, chips=Known(("a.txt",)))])
def test_somebody_s_draft_or_files_are_kept(look: ChatObservation) -> None:
    found = obstacle(look)
    assert found is not None
    assert (found.code, found.hint, found.lasts) == ("composer.occupied", "replace-draft", 0.0)


@proves("oracle.G4", "ref.F5.PROBE-13", "ref.F5.PROBE-14", "ref.F5.PROBE-15")
@pytest.mark.parametrize("field", ["composer", "surface", "account", "notices", "chips"])
def test_what_was_not_seen_stands_in_the_way_only_when_that_lasts(field: str) -> None:
    found = obstacle(blinded(HEALTHY, field))
    assert found is not None
    assert (found.code, found.lasts) == ("provider.ui-changed", NOT_SEEN)
    assert "deadline" in found.why


@pytest.mark.parametrize("field", ["place", "slot", "panel"])
def test_what_a_prompt_does_not_need_stands_in_no_way(field: str) -> None:
    assert obstacle(blinded(HEALTHY, field)) is None
