"""Markdown drawn as the site draws it comes back as it was: over a grammar, in the spellings that HTML can tell apart.

The other spellings of the same things (``+`` for ``-``, ``__`` for ``**``) are as long, so they come back in the usual
one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import rebuild

Written = Callable[["Style"], str]
"""A piece of Markdown, to be written in one style or the other."""


@dataclass(frozen=True)
class Style:
    """Spellings between which the page cannot tell; ``prefix`` is what the container begins a line with."""

    bold: str = "**"
    slanted: str = "*"
    bullet: str = "-"
    dot: str = "."
    rule: str = "---"
    tick: str = "`"
    named: bool = True
    prefix: str = ""

    def inside(self, prefix: str) -> Style:
        return replace(self, prefix=self.prefix + prefix)


USUAL = Style()
UNNAMED = Style(named=False)
OTHER = Style(bold="__", slanted="_", bullet="+", dot=")", rule="***", tick="~")

WORDS = st.sampled_from([
    "word", "Hello,", "done.", "C#", "#tag", "snake_case", "(so)", "$5", "~9", "100%", "it's", "AT&T", "[1]", "2 * 3",
    "그래서", "時間", "naïve", "🚀", "a/b", "e.g.", "—", "&", "<", ">", "+1", "!", "2^n", "{x}", "key: value",
])  # fmt: skip
TEX = st.sampled_from(["x", "a_1 + b^2", "\\frac{1}{2}", "\\mathcal{F}_s", "\\alpha", "f(x) = x", "\\text{cost}"])
ADDRESSES = st.sampled_from(
    ["https://a.example/x", "https://b.example/?q=1&r=2", "http://c.example/a_(b)", "mailto:a@b.example"]
)
CODE = st.sampled_from(
    ["x = 1", "    return x", "", "# note", "a | b", "say `hi`", "*p++;", 'let s = "``";', "- no list", "한글"]
)
LANGUAGES = st.sampled_from(["", "python", "js", "c++", "text", "objective-c"])
STARTS = st.sampled_from(["Then", "First", "그래서", "A", "Zoë"])


def constant(text: str) -> Written:
    return lambda style: text


def joined(parts: list[Written], separator: str = " ") -> Written:
    return lambda style: separator.join(part(style) for part in parts)


def bold(text: str) -> Written:
    return lambda style: f"{style.bold}{text}{style.bold}"


def slanted(text: str) -> Written:
    return lambda style: f"{style.slanted}{text}{style.slanted}"


def quoted(text: str) -> str:
    """``text`` as inline code."""
    ticks = next(ticks for ticks in ("`", "``", "```") if all(part != ticks for part in _runs(text)))
    return f"{ticks} {text} {ticks}" if text[0] == "`" or text[-1] == "`" else f"{ticks}{text}{ticks}"


def _runs(text: str) -> list[str]:
    return [run for run in "".join(char if char == "`" else " " for char in text).split() if run]


phrases = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
simple = st.sampled_from(["bold words", "one", "a, b", "값", "x 🚀"])
inlines = st.one_of(
    phrases.map(constant),
    simple.map(bold),
    simple.map(slanted),
    simple.map(lambda text: constant(f"~~{text}~~")),
    st.sampled_from(["code", "a_b", "x*y", "say `hi`", "`", "a``b", "<p>", "\\n"]).map(quoted).map(constant),
    TEX.map(lambda tex: constant(f"\\({tex}\\)")),
    st.tuples(simple, ADDRESSES).map(lambda link: constant(f"[{link[0]}]({link[1]})")),
    st.sampled_from(
        ["https://bare.example/path", "<https://angle.example/a>", "\\*not slanted\\*", "\\`no code\\`"]
    ).map(constant),
)
lines = st.tuples(STARTS.map(constant), st.lists(inlines, max_size=4)).map(lambda line: joined([line[0], *line[1]]))
ENDINGS = st.sampled_from(["\n", "  \n", "\\\n"])


@st.composite
def paragraphs(draw: st.DrawFn) -> Written:
    first = draw(lines)
    more = draw(st.lists(st.tuples(ENDINGS, lines), max_size=2))
    return lambda style: first(style) + "".join(f"{end}{style.prefix}{line(style)}" for end, line in more)


@st.composite
def headings(draw: st.DrawFn) -> Written:
    hashes, line = "#" * draw(st.integers(1, 6)), draw(lines)
    return lambda style: f"{hashes} {line(style)}"


@st.composite
def fences(draw: st.DrawFn) -> Written:
    code, language = draw(st.lists(CODE, min_size=1, max_size=4)), draw(LANGUAGES)
    if not code[-1]:
        code.append("end")
    nested = draw(st.booleans())
    size = 4 if nested else 3
    code = ["```js", *code, "```"] if nested else code

    def written(style: Style) -> str:
        marks = style.tick * size
        body = "".join(f"{style.prefix}{line}".rstrip() + "\n" for line in code)
        return f"{marks}{language if style.named else ''}\n{body}{style.prefix}{marks}"

    return written


@st.composite
def tables(draw: st.DrawFn) -> Written:
    width = draw(st.integers(2, 4))
    cell = st.one_of(simple.map(constant), simple.map(bold), st.just(constant("`a`")), st.just(constant("x \\| y")))
    rows = draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=2, max_size=4))
    dashes = draw(st.lists(st.sampled_from(["---", ":---", "---:", ":---:"]), min_size=width, max_size=width))
    space = draw(st.sampled_from([" ", ""]))
    delimiter = f"|{'|'.join(f'{space}{one}{space}' for one in dashes)}|"

    def written(style: Style) -> str:
        drawn = [f"| {joined(row, ' | ')(style)} |" for row in rows]
        return f"\n{style.prefix}".join([drawn[0], delimiter, *drawn[1:]])

    return written


def displayed(tex: str) -> Written:
    return lambda style: f"\\[\n{style.prefix}{tex}\n{style.prefix}\\]"


def rule(style: Style) -> str:
    return style.rule


leaves = st.one_of(paragraphs(), headings(), fences(), tables(), TEX.map(displayed), st.just(rule))


@st.composite
def sequences(draw: st.DrawFn, blocks: st.SearchStrategy[Written]) -> Written:
    parts = draw(st.lists(blocks, min_size=1, max_size=3))
    return lambda style: f"\n{style.prefix.rstrip()}\n{style.prefix}".join(part(style) for part in parts)


@st.composite
def quotes(draw: st.DrawFn, blocks: st.SearchStrategy[Written]) -> Written:
    inside = draw(sequences(blocks))
    return lambda style: f"> {inside(style.inside('> '))}"


@st.composite
def lists(draw: st.DrawFn, blocks: st.SearchStrategy[Written]) -> Written:
    """Tight: lines, with at most a list or code below each. Loose: blocks with a blank line between them."""
    first = draw(st.sampled_from([0, 1, 3, 9]))
    loose = draw(st.booleans())
    content = (
        st.tuples(paragraphs(), st.lists(blocks, max_size=2))
        if loose
        else st.tuples(lines, st.lists(fences(), max_size=1))
    )
    items = draw(st.lists(content, min_size=2 if loose else 1, max_size=3))

    def written(style: Style) -> str:
        made: list[str] = []
        for number, (head, rest) in enumerate(items):
            mark = f"{first + number}{style.dot} " if first else f"{style.bullet} "
            inner = style.inside(" " * len(mark))
            gap = f"\n{style.prefix.rstrip()}\n{inner.prefix}" if loose else f"\n{inner.prefix}"
            made.append(mark + gap.join(part(inner) for part in [head, *rest]))
        return (f"\n{style.prefix.rstrip()}\n{style.prefix}" if loose else f"\n{style.prefix}").join(made)

    return written


@st.composite
def closed(draw: st.DrawFn, blocks: st.SearchStrategy[Written]) -> Written:
    """A list, or a quote, with words behind it: two of them in a row would be one."""
    opening, words = draw(st.one_of(quotes(blocks), lists(blocks))), draw(lines)
    return lambda style: f"{opening(style)}\n{style.prefix.rstrip()}\n{style.prefix}{words(style)}"


nested = st.recursive(leaves, closed, max_leaves=6)


@st.composite
def answers(draw: st.DrawFn) -> Written:
    blocks = draw(st.lists(nested, max_size=4))
    last = draw(st.one_of(nested, lists(nested), quotes(nested)))
    return lambda style: "\n\n".join(block(style) for block in [*blocks, last])


def drawn(markdown: str, code: str = "pre") -> str:
    return f'<div class="markdown prose">{render(markdown, code=code)}</div>'


@given(answers())
def test_markdown_comes_back_as_it_was(answer: Written) -> None:
    markdown = answer(USUAL)
    rebuilt = rebuild(drawn(markdown))
    assert rebuilt.markdown == markdown
    assert rebuilt.exactness == "checked"
    assert rebuilt.warnings == ()


@given(answers())
def test_other_spellings_come_back_in_the_usual_one(answer: Written) -> None:
    rebuilt = rebuild(drawn(answer(OTHER)))
    assert rebuilt.markdown == answer(USUAL)
    assert rebuilt.exactness == "checked"


@given(answers())
def test_code_without_a_range_and_a_language_comes_back_all_the_same(answer: Written) -> None:
    markdown = answer(UNNAMED)
    assert rebuild(drawn(markdown, "codemirror")).markdown == markdown


@given(answers())
def test_where_nothing_is_told_the_answer_is_still_markdown(answer: Written) -> None:
    html = drawn(answer(USUAL))
    untold = rebuild(html.replace("data-start", "data-was").replace("data-end", "data-then"))
    again = rebuild(drawn(untold.markdown))
    assert untold.exactness == "rebuilt"
    assert again.text == rebuild(html).text
