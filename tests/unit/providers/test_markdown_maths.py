"""Formulas: once, by their TeX, in the marks that the source's length allows."""

from __future__ import annotations

import pytest

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import rebuild
from tests.manifest import proves
from tests.unit.providers.markdown_source import Source, body


def katex(tex: str, *, display: bool = False) -> str:
    """A formula as KaTeX leaves it, without a range, as on the live site."""
    inner = (
        f'<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>'
        f'<annotation encoding="application/x-tex">{tex}</annotation></semantics></math></span>'
        '<span class="katex-html" aria-hidden="true"><span class="base"><span class="mord">x</span></span></span>'
        "</span>"
    )
    return f'<span class="katex-display">{inner}</span>' if display else inner


@proves("report.B38")
def test_formulas_stand_once_and_prices_are_left_alone() -> None:
    source = (
        "Inline $a_1 + \\mathcal{F}_s$ and\n\n$$\n\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}\n$$\n\n"
        "The price is $5, then $7."
    )
    rebuilt = rebuild(body(render(source)))
    assert rebuilt.markdown == source
    assert rebuilt.exactness == "checked"


@pytest.mark.parametrize("formula", ["\\(x^2\\)", "$x^2$", "\\( x^2 \\)"])
def test_the_marks_of_a_formula_are_those_that_fit(formula: str) -> None:
    source = f"So {formula} it is.\n\nDone."
    told = Source(source)
    html = body(f"<p{told(source[:-7])}>So {katex('x^2')} it is.</p>", f"<p{told('Done.')}>Done.</p>")
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize(
    "source",
    [
        "Then\n\n\\[\nx = 1\n\\]\n\nDone.",
        "Then\n\n\\[x = 1\\]\n\nDone.",
        "In $y$ we have\n\n$$\nx = 1\n$$\n\nDone.",
    ],
)
def test_a_displayed_formula_without_a_range_follows_from_its_neighbours(source: str) -> None:
    told = Source(source)
    first = source.split("\n")[0]
    inside = f"In {katex('y')} we have" if "y" in first else first
    html = body(f"<p{told(first)}>{inside}</p>", katex("x = 1", display=True), f"<p{told('Done.')}>Done.</p>")
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_without_offsets_formulas_are_set_as_the_site_usually_does() -> None:
    html = body(f"<p>So {katex('a < b'.replace('<', '&lt;'))}.</p>", katex("x\n= 1", display=True))
    rebuilt = rebuild(html)
    assert rebuilt.markdown == "So \\(a < b\\).\n\n\\[\nx\n= 1\n\\]"
    assert rebuilt.exactness == "rebuilt"


def test_displayed_maths_within_a_paragraph_stays_in_it() -> None:
    source = "So \\[x\\] holds."
    rebuilt = rebuild(body(f"<p{Source(source)(source)}>So {katex('x', display=True)} holds.</p>"))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_a_formula_in_a_list_begins_its_lines_as_the_list_does() -> None:
    source = "- So:\n\n  \\[\n  x\n  \\]\n\n- Done."
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_a_formula_that_could_not_be_set_and_one_with_its_source_in_an_attribute_are_formulas() -> None:
    broken = '<span class="katex-error" title="ParseError">\\frac{1</span>'
    named = '<span role="math" data-math-source="E = mc^2" aria-label="E"><span class="katex">E=mc2</span></span>'
    assert rebuild(body(f"<p>{broken} and {named}</p>")).markdown == "\\(\\frac{1\\) and \\(E = mc^2\\)"
