"""Choosing a tool on paper: one row, one click, one Escape, and a pill for proof."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_tools import Refused, Stands, ToolAction, ToolState, plan_tool, still_stands
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.providers.picker import Option, Words
from cdpwebai.providers.tools import Tools
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import page

WORDS = Words(chatgpt().contract)
UNSEEN: Reading[Tools | None] = Unknown(Reason.DEADLINE)
SEARCH = Option(("Web search",), checked=False)
MORE = Option(("More",), opens=True)
FILES = Option(("Add photos & files",))


def shown(tools: Tools | None) -> Reading[Tools | None]:
    """A look that saw this."""
    return Known(tools)


CLOSED = shown(Tools())
PILL = "Web search, click to remove"


def opened(
    *rows: Option, options: tuple[Option, ...] | None = None, pills: tuple[str, ...] = ()
) -> Reading[Tools | None]:
    return shown(Tools(True, pills, rows, None if options is None else ("More",), options))


def play(*looks: Reading[Tools | None], name: str = "web-search") -> list[ToolAction]:
    """What is done at each look, a second apart."""
    state, acts = ToolState(0.0), list[ToolAction]()
    for second, seen in enumerate(looks):
        state, action = plan_tool(state, name, WORDS, seen, float(second))
        acts.append(action)
    return acts


@proves("tools.one-escape", "tools.proven")
def test_it_is_opened_clicked_closed_once_and_proven_by_the_pill_that_came() -> None:
    menu = opened(FILES, SEARCH, MORE)
    chosen = opened(FILES, msgspec.structs.replace(SEARCH, checked=True), MORE, pills=(PILL,))
    acts = play(CLOSED, menu, chosen, chosen, shown(Tools(pills=(PILL,))))
    assert acts == [Open(), Row(("Web search",)), Close(), Look(10.0), Stands(PILL)]


@proves("tools.one-escape")
def test_a_page_that_closes_the_menu_itself_gets_no_escape_which_would_take_the_tool_away() -> None:
    assert play(CLOSED, opened(SEARCH), shown(Tools(pills=(PILL,))))[-1] == Stands(PILL)


@proves("tools.chosen-already")
def test_a_tool_that_is_chosen_already_is_not_clicked() -> None:
    checked = opened(msgspec.structs.replace(SEARCH, checked=True), pills=(PILL,))
    assert play(shown(Tools(pills=(PILL,))), checked, shown(Tools(pills=(PILL,)))) == [Open(), Close(), Stands(PILL)]


@proves("tools.one-line")
def test_a_connector_is_looked_for_under_more_and_by_its_whole_name() -> None:
    first = opened(SEARCH, MORE)
    unfolded = opened(SEARCH, MORE, options=(Option(("Google Drive",)), Option(("Google",))))
    assert play(CLOSED, first, first, unfolded, name="Google")[1:] == [
        Row(("More",)),
        Look(3.0),
        Row(("Google",), inside=True),
    ]


@proves("tools.ambiguous")
@pytest.mark.parametrize(
    ("menu", "why"),
    [
        (opened(SEARCH, SEARCH), "more than one row"),
        (opened(SEARCH, MORE, options=(SEARCH,)), "more than one row"),
        (opened(FILES), "has no row 'web-search'; it has 'Add photos & files'"),
        (opened(Option(("Web search pro",))), "has no row"),
        (opened(msgspec.structs.replace(SEARCH, disabled=True)), "cannot be chosen"),
    ],
)
def test_what_is_ambiguous_missing_or_off_is_not_clicked(menu: Reading[Tools | None], why: str) -> None:
    acts = play(CLOSED, *[menu] * 5, CLOSED)
    assert not any(isinstance(act, Row) for act in acts)
    assert acts.count(Close()) == 1
    assert isinstance(acts[-1], Refused)
    assert why in acts[-1].why


@proves("tools.proven")
def test_a_click_that_shows_no_new_pill_is_no_choice() -> None:
    old = ("Figma, click to remove",)
    acts = play(shown(Tools(pills=old)), opened(SEARCH, pills=old), *[shown(Tools(pills=old))] * 8)
    assert isinstance(acts[-1], Refused)
    assert [act for act in acts if isinstance(act, Row)] == [Row(("Web search",))]


@proves("tools.theirs")
def test_a_menu_that_somebody_else_opened_is_left_alone() -> None:
    assert isinstance(play(opened(SEARCH))[0], Refused)


@proves("tools.unseen")
def test_what_cannot_be_seen_delays_and_does_nothing() -> None:
    acts = play(*[UNSEEN] * 9)
    assert all(isinstance(act, Look) for act in acts[:8])
    assert isinstance(acts[8], Refused)
    assert isinstance(play(*[shown(None)] * 9)[8], Refused)


@proves("tools.two-openings")
def test_a_menu_that_does_not_open_is_opened_twice_at_most() -> None:
    acts = play(*[CLOSED] * 6)
    assert acts.count(Open()) == 2
    assert isinstance(acts[-1], Refused)


@proves("tools.last-look")
def test_the_gate_is_shut_at_once_where_the_pill_is_gone_and_later_where_it_is_not_seen() -> None:
    gate = still_stands(PILL)
    assert gate(replace(page(), tools=shown(Tools(pills=(PILL,))))) is None
    gone, unseen = gate(replace(page(), tools=CLOSED)), gate(replace(page(), tools=UNSEEN))
    assert gone is not None
    assert unseen is not None
    assert (gone.lasts, unseen.lasts) == (0.0, 5.0)
