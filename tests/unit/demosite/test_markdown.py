"""Markdown as the site draws it: the tags, and above all the offsets into the source."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.demosite.markdown import Link, cited, linked, render
from cdpwebai.demosite.markdown.blocks import parse
from cdpwebai.demosite.markdown.tree import Node
from tests.manifest import proves

LINKS = (Link("First", "https://one.example/a"), Link("Second", "https://two.example/?q=1"))
MARK = "\ue200cite\ue202turn0search1\ue202turn0search0\ue201"


class Element(NamedTuple):
    tag: str
    start: int
    end: int


class _Elements(HTMLParser):
    """The elements that carry offsets, in document order, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Element] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if "data-start" in known:
            self.found.append(Element(tag, int(known["data-start"] or ""), int(known["data-end"] or "")))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def elements(html: str) -> list[Element]:
    parser = _Elements()
    parser.feed(html)
    return parser.found


def text_of(html: str) -> str:
    parser = _Elements()
    parser.feed(html)
    return "".join(parser.text)


def units(source: str, start: int, end: int) -> str:
    """The slice as JavaScript would take it."""
    return source.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def sources(source: str, tag: str, code: str = "pre") -> list[str]:
    return [units(source, each.start, each.end) for each in elements(render(source, code=code)) if each.tag == tag]


WORDS = st.text(st.sampled_from("abcdefgh한😀é"), min_size=1, max_size=6)
PHRASE = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
INLINE = st.one_of(
    PHRASE,
    PHRASE.map("**{}**".format),
    PHRASE.map("*{}*".format),
    PHRASE.map("***{}***".format),
    PHRASE.map("~~{}~~".format),
    PHRASE.map("`{}`".format),
    PHRASE.map("${}$".format),
    PHRASE.map("[{}](https://x.example/y)".format),
    PHRASE.map("**x *{}***".format),
)
LINE = st.lists(INLINE, min_size=1, max_size=4).map(" ".join)
PARAGRAPH = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
FENCE = st.tuples(
    st.sampled_from(["```", "````", "~~~"]), st.sampled_from(["", "python"]), st.lists(LINE, max_size=3)
).map(lambda parts: "\n".join([parts[0] + parts[1], *parts[2], parts[0]]))


def _listed(items: list[str], ordered: bool, nested: bool) -> str:
    lines = [f"{n}. {item}" if ordered else f"- {item}" for n, item in enumerate(items, 1)]
    if nested:
        lines.insert(1, f"{'   ' if ordered else '  '}- {items[0]}")
    return "\n".join(lines)


LISTED = st.builds(_listed, st.lists(LINE, min_size=1, max_size=4), st.booleans(), st.booleans())
TABLE = st.lists(st.tuples(PHRASE, PHRASE), min_size=1, max_size=3).map(
    lambda rows: "\n".join(["| a | b |", "| --- | :-: |", *(f"| {left} | {right} |" for left, right in rows)])
)
OTHER = st.one_of(
    PARAGRAPH,
    LINE.map("## {}".format),
    FENCE,
    TABLE,
    PARAGRAPH.map(lambda text: "\n".join(f"> {line}" for line in text.split("\n"))),
    st.just("---"),
    PHRASE.map("$$\n{}\n$$".format),
)
TAGS = {"p", "h2", "pre", "table", "blockquote", "hr", "span", "ul", "ol"}


@st.composite
def documents(draw: st.DrawFn) -> list[str]:
    """Blocks, no list next to a list: those would be one."""
    blocks: list[str] = []
    for block in draw(st.lists(st.one_of(OTHER, LISTED), min_size=1, max_size=6)):
        is_list = block.startswith(("- ", "1. "))
        if blocks and is_list and blocks[-1].startswith(("- ", "1. ")):
            blocks.append("between")
        blocks.append(block)
    return blocks


@proves("demosite.offsets")
@given(documents(), st.integers(0, 2))
def test_each_blocks_range_is_its_source_and_between_them_are_blank_lines(blocks: list[str], more: int) -> None:
    source = ("\n\n" + "\n" * more).join(blocks)
    found = parse(source)
    assert [source[node.start : node.end] for node in found] == blocks
    assert all(source[before.end : after.start].strip() == "" for before, after in pairwise(found))


@given(documents())
def test_the_html_says_the_same_in_javascripts_units(blocks: list[str]) -> None:
    source = "\n\n".join(blocks)
    shown = elements(render(source))
    outermost: list[Element] = []
    for each in shown:
        if not outermost or each.start >= outermost[-1].end:
            outermost.append(each)
    assert [units(source, each.start, each.end) for each in outermost] == blocks
    assert {each.tag for each in outermost} <= TAGS


SCRAPS = [
    *"ab 1.\n\t-*_~`#>|$[]()\\<:!😀\u00a0",
    "```",
    "$$",
    "\n\n",
    "\n  ",
    "https://a.b",
    "[x](",
    "\n| - |\n",
    "\n1. ",
]


@given(st.lists(st.sampled_from(SCRAPS), max_size=60).map("".join))
def test_whatever_text_comes_it_is_read_and_every_character_is_in_a_block_or_blank(source: str) -> None:
    found = parse(source)
    ends = [0, *(node.end for node in found)]
    starts = [*(node.start for node in found), len(source)]
    assert all(source[end:start].strip() == "" for end, start in zip(ends, starts, strict=True))
    for node in found:
        _check_nested(node)
    render(source)
    render(source, code="codemirror")


def _check_nested(node: Node) -> None:
    assert node.start <= node.end
    for child in node.children:
        assert node.start <= child.start <= child.end <= node.end
        _check_nested(child)
    assert all(before.end <= after.start for before, after in pairwise(node.children))


@given(st.text(max_size=80))
def test_a_text_that_is_cut_anywhere_still_renders(source: str) -> None:
    assert all(render(source[:end]) is not None for end in range(len(source) + 1))


@pytest.mark.parametrize(
    ("tag", "source", "found"),
    [
        ("strong", "a **b** __c__", ["**b**", "__c__"]),
        ("em", "*a* _b_ snake_case_x 2*3*4", ["*a*", "_b_", "*3*"]),
        ("strong", "**a *b* c**", ["**a *b* c**"]),
        ("em", "***a***", ["***a***"]),
        ("strong", "***a***", ["**a**"]),
        ("strong", "** a** and **b", []),
        ("del", "~~a~~ ~b~", ["~~a~~"]),
        ("code", "`a` ``b`c`` `d", ["`a`", "``b`c``"]),
        ("code", "**`a**`", ["`a**`"]),
        ("a", "[a *b*](https://x.example/(y)) https://z.example/, <https://q.example>", [
            "[a *b*](https://x.example/(y))", "https://z.example/", "<https://q.example>",
        ]),
        ("a", "[a] (b) [c]", []),
        ("br", "a  \nb\\\nc\nd", ["  \n", "\\\n"]),
        ("h3", "### a ###\n####### b", ["### a ###"]),
        ("li", "- a\n  - b\n- c", ["- a\n  - b", "- b", "- c"]),
        ("ol", "3. a\n4. b", ["3. a\n4. b"]),
        ("ul", "- a\n\n* b", ["- a", "* b"]),
        ("p", "- a\n\n- b", ["a", "b"]),
        ("p", "- a\n- b", []),
        ("p", "- a\n\n  b\n- c", ["a", "b", "c"]),
        ("li", "- a\nlazy\n\nout", ["- a\nlazy"]),
        ("p", "> a\n> b\n\nc", ["a\n> b", "c"]),
        ("pre", "- a\n  ```py\n  x\n  ```", ["```py\n  x\n  ```"]),
        ("pre", "```\nnot closed\n", ["```\nnot closed\n"]),
        ("pre", "```\nx\n```  \n", ["```\nx\n```"]),
        ("blockquote", ">``` ", [">``` "]),
        ("td", "| a | b |\n|---|---|\n| `x|y` | c \\| d |", ["`x|y`", "c \\| d"]),
        ("th", "a | b\n--- | :--", ["a", "b"]),
        ("table", "a | b\nno table", []),
        ("hr", "a\n\n***\n\n- - -", ["***", "- - -"]),
        ("p", "1986. A year\ngoes on", []),
        ("p", "a\n1986. stays", ["a\n1986. stays"]),
        ("p", "a\n- is a list", ["a"]),
    ],
)  # fmt: skip
def test_nodes_are_found_where_they_are(tag: str, source: str, found: list[str]) -> None:
    assert sources(source, tag) == found


def test_offsets_count_as_javascript_does() -> None:
    assert elements(render("😀 **b**")) == [Element("p", 0, 8), Element("strong", 3, 8)]


def test_prices_are_no_maths() -> None:
    assert "katex" not in render("The price is $5, then $7.")


@pytest.mark.parametrize("source", ["$a_1$", "\\(a_1\\)", "$$a_1$$ x", "$$\na_1\n$$", "\\[\na_1\n\\]"])
def test_a_formula_holds_its_source_once_in_an_annotation(source: str) -> None:
    html = render(source)
    assert html.count('<annotation encoding="application/x-tex">a_1</annotation>') == 1
    assert html.count("a_1") == 1
    assert html.count('class="katex-html" aria-hidden="true"') == 1


def test_a_matrix_is_displayed_maths() -> None:
    html = render("$$\n\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}\n$$")
    assert html.startswith('<span class="katex-display" data-start="0"')
    assert "\\begin{pmatrix} 1 &amp; 2 \\\\ 3 &amp; 4 \\end{pmatrix}</annotation>" in html


def test_code_in_pre_keeps_its_text_and_names_its_language() -> None:
    source = 'import os\n\n\ndef main():\n    print("<hi>")  # 1'
    html = render(f"```python\n{source}\n```")
    assert 'class="whitespace-pre! language-python"' in html
    code = html[html.index("<code") : html.index("</code>")]
    assert text_of(code) == source + "\n"


def test_code_in_codemirror_has_lines_parted_by_br_and_neither_code_nor_language_nor_offsets() -> None:
    html = render("before\n\n```python\na < b\n\nc\n```\n\nafter", code="codemirror")
    assert '<div class="cm-content">a &lt; b<br><br>c</div>' in html
    assert "python" not in html
    assert [each.tag for each in elements(html)] == ["p", "p"]
    assert "<code" not in html


def test_a_fence_in_a_fence_is_text() -> None:
    source = "````markdown\n```js\nlet x = 1;\n```\n````"
    assert text_of(render(source).partition("<code")[2]).endswith("```js\nlet x = 1;\n```\n")


def test_markup_in_the_text_is_text() -> None:
    assert render("<b>&amp;") == '<p data-start="0" data-end="8">&lt;b&gt;&amp;amp;</p>'


def test_a_link_that_is_no_address_leads_nowhere() -> None:
    html = render("[a](javascript:alert)")
    assert "href" not in html
    assert 'href="sandbox:/mnt/data/x.zip"' in render("[a](sandbox:/mnt/data/x.zip)")


def test_a_citation_is_a_pill_whose_label_stands_twice_once_unseen() -> None:
    html = render(f"Tea.{MARK}", links=LINKS)
    assert html.count('data-testid="webpage-citation-pill"') == 1
    assert 'data-content-reference-start="4"' in html
    assert 'href="https://two.example/?q=1&amp;utm_source=chatgpt.com"' in html
    assert html.count("Second") == 2
    assert html.count("opacity:0") == 1
    assert "cite" not in text_of(html)


def test_a_mark_that_points_nowhere_shows_nothing() -> None:
    assert text_of(render(f"Tea.{MARK}")) == "Tea."


def test_marks_become_links_in_markdown() -> None:
    text = f"Tea.{MARK} End."
    assert linked(text, LINKS) == "Tea.([Second](https://two.example/?q=1), [First](https://one.example/a)) End."
    assert linked(text, ()) == "Tea. End."
    (mark,) = cited(text, LINKS)
    assert (mark.start, text[mark.start : mark.end], mark.links) == (4, MARK, LINKS[::-1])


def test_tight_lists_have_bare_text_and_loose_ones_paragraphs() -> None:
    assert "<p" not in render("- a\n- b")
    assert render("- a\n\n- b").count("<p") == 2


def test_a_list_that_begins_elsewhere_says_where() -> None:
    assert '<ol data-start="0" data-end="4" start="3">' in render("3. a")
    assert "start=" not in render("1. a").replace("data-start", "")


def test_cells_are_aligned_as_the_rule_says() -> None:
    html = render("| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |")
    assert [html.count(f'align="{side}"') for side in ("left", "center", "right")] == [2, 2, 2]
