"""Choosing model, effort and family."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _report(rows: dict[str, str]) -> dict[str, Entry]:
    return {f"report.{row}": Entry(behaviour, f"public reports, row {row}") for row, behaviour in rows.items()}


def _peer(rows: dict[str, str]) -> dict[str, Entry]:
    return {f"oracle.{row}": Entry(behaviour, f"peer rows, class D, {row}") for row, behaviour in rows.items()}


def _own(rows: dict[str, str]) -> dict[str, Entry]:
    return {f"selecting.{row}": Entry(behaviour, "choosing a model") for row, behaviour in rows.items()}


ENTRIES = {
    **_report(
        {
            "B28": "Of rows that share parts of their names the exact one is chosen, and an effort is set on it alone.",
            "B29": "A pill that says less than its row opens no picker twice in vain: the checked row decides.",
            "B31": "Labels in other scripts are whole lines: no row is satisfied by one that contains it.",
        }
    ),
    **_peer(
        {
            "D1": "A row is chosen by its exact name and read back; two that are both shown as chosen prove nothing.",
            "D2": "A page that takes a choice back by itself is noticed before Send is pressed.",
            "D3": "Of gears only the chosen row's is touched; an effort that has no proof of its own is not claimed.",
            "D4": "A choice that could not be proven is told as unverified, and refused where strict was asked for.",
            "D5": "A name that only begins like a known one is refused, and never taken for it.",
            "D6": "No label is told that was not read in the picker.",
            "D7": "A picker that mounts seconds behind the composer is waited for.",
            "D8": "Extra high is a tier of its own, in every picker, and never Pro.",
            "D9": "German labels are compared as whole lines.",
            "D10": "Chinese labels are compared as whole lines: one that another contains is not it.",
            "D11": "Rows, menus of rows and sliders are all read and used, each as the page has drawn it.",
            "D12": "A slider is read by its words, whatever the number of its stops.",
            "D13": "A tier that is used up is not clicked; the page's own words for it are told.",
            "D14": "What an account's picker offers is listed as it is labelled, and nothing is chosen by it.",
            "D15": "The result tells the label that was seen, and no version that was not.",
            "D16": "Retired names are refused before a browser is touched.",
            "D18": "What was proven of the effort is stored apart from the model, with the session.",
            "D19": "Only a menu that belongs to its opener is read; another with the same rows is not.",
            "D20": "What is chosen is read in the picker and its pill, in any language, and not in a headline.",
            "D21": "Where an account has no picker, a prompt goes all the same, and nothing is claimed.",
            "D22": "A prompt without a request inherits none from the one before it.",
            "D24": "A row that opens a menu of older models is no choice, whatever it is called.",
            "D25": "A picker's trouble is told as what it is, with no hint to log in.",
        }
    ),
    "oracle.D17": Entry(
        "A dialog over the page is told as what it is, and its button is not listed as a model.",
        "peer rows, class D, D17",
        scenarios=("b43c-limit-model",),
    ),
    "oracle.D23": Entry(
        "Deep research takes the effort that was asked for.",
        "peer rows, class D, D23",
        gap="deep research cannot be asked for yet, so there is nothing that could ignore an effort",
    ),
    **_own(
        {
            "bad-names": "Names that are not known or contradict each other end a command before a browser is touched.",
            "flips-back": "A choice that the page takes back right away is refused, with the page told as changed.",
            "gear": "An effort that an older picker has in a menu of its row is chosen there, and read back.",
            "kana": "A kana keeps its voicing mark in a comparison.",
            "last-look": "Right before Send is pressed the closed picker must say what it said when it was proven.",
            "listed": "Every generation of the picker is listed in the page's own words, in every language.",
            "nfd": "Letters that are composed and letters that are not are the same letters.",
            "no-request": "Without a request nothing of the picker is clicked, and no key is pressed.",
            "one-escape": "What is chosen already is only looked at, and the picker is closed by one Escape.",
            "one-line": "A row that says its name and what is chosen on one line is known by its name.",
            "owned": "A menu that says nothing of its opener is its own when it came by the opener's click.",
            "read-again": "What the closed picker does not tell is read in the open one right before Send.",
            "strict": "A strict request is refused where it cannot be proven, and nothing is sent.",
            "two-openings": "A choice that does not show is refused after two openings and one click.",
            "used-up": "A choice that is off because of a limit is told as used up, in any language; others are not.",
            "unknown-names": "Rows in words that are not known prove nothing, and none of them is clicked.",
            "whole-line": "A label with anything before or after it is another label.",
        }
    ),
}
