"""Choosing a model from the command line: what is refused before a browser is touched, and what status lists."""

import json

import pytest

from tests.faces.conftest import Shell
from tests.manifest import proves

NOWHERE = ("--cdp", "http://127.0.0.1:1")
"""Where no browser answers: whoever went there would say so, with another exit code."""


@proves("oracle.D16", "selecting.bad-names")
@pytest.mark.parametrize("command", ["query", "send"])
@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("--model", "gpt-5.4-pro"), "--model gpt-5.4-pro is not known"),
        (("--effort", "max"), "--effort max is not known"),
        (("--family", "terra"), "--family terra is not known"),
        (("--model", "instant", "--effort", "high"), "contradicts"),
        (("--model", "pro", "--effort", "xhigh"), "contradicts"),
    ],
)
def test_names_that_are_not_known_or_contradict_are_refused_before_a_browser_is_touched(
    shell: Shell, command: str, names: tuple[str, ...], sentence: str
) -> None:
    done = shell(command, "--vendor", "demo", "--prompt", "Hi", *names, *NOWHERE)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error input.usage: ")
    assert sentence in done.err


@proves("oracle.D14")
def test_status_lists_what_the_picker_offers_and_only_when_it_is_asked(shell: Shell) -> None:
    listed = shell("status", "--vendor", "demo", "--models", "--json")
    models = json.loads(listed.out)["models"]
    assert (listed.code, models["selected"], models["stops"]) == (0, "High", 5)
    assert [menu["name"] for menu in models["menus"]] == ["Model", "Effort"]
    plain = shell("status", "--vendor", "demo", "--models")
    assert (plain.code, plain.out.splitlines()[:2]) == (0, ["ready", "selected: High"])
    assert "  * High" in plain.out.splitlines()
    assert shell("status", "--vendor", "demo").out == "ready\n"
