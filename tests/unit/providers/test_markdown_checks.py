"""The verdict: what the page tells must fit to the character, and what does not is found in the block it belongs to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

import pytest

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import judge, rebuild
from tests.unit.providers.markdown_source import Source, body

SOURCE = """# Title *x*

Some **bold** and `code` with [link](https://a.example/x) and \\(x^2\\), a price $5.

Two  
lines with *C#* 🚀.

- a
  - b
  - c
- d

1. one

   more
2. two

> quote
> more
>
> - in

```python
def f():
    return 1
```

| a | b |
| --- | ---: |
| 1 | 2 |
| 3 | 4 |

---

\\[
x = 1
\\]

The end ~~here~~."""  # noqa: W291
HTML = body(render(SOURCE))
TOLD = list(re.finditer(r'<(?P<tag>\w+)[^>]*?(?P<range> data-start="(?P<start>\d+)" data-end="(?P<end>\d+)")', HTML))
BLOCKS = ("p", "h1", "ul", "ol", "li", "blockquote", "pre", "table", "tr", "hr")


def disagreeing(html: str) -> list[int]:
    """The numbers of the blocks that do not agree; the answer says so."""
    wrong = [number for number, block in enumerate(judge(html)) if not block.agrees]
    assert rebuild(html).exactness == ("rebuilt" if wrong else "checked")
    return wrong


def spoilt(told: re.Match[str]) -> Iterator[str]:
    """The page with the range of one element spoilt, in every way."""
    start, end = int(told["start"]), int(told["end"])
    starts = ["", *(f' data-start="{value}"' for value in (start - 1, start + 1, start + 7, "", "x", "1.5", "-1", "٣"))]
    ends = ["", *(f' data-end="{value}"' for value in (end - 1, end + 1, end + 7, end - 7, 99999, "", "x", "1e2"))]
    yield from (replaced(told, f'{other} data-end="{end}"') for other in starts)
    yield from (replaced(told, f' data-start="{start}"{other}') for other in ends)


def replaced(told: re.Match[str], attributes: str) -> str:
    return HTML[: told.start("range")] + attributes + HTML[told.end("range") :]


def name(told: re.Match[str]) -> str:
    return f"{told['tag']}-{told['start']}-{told['end']}"


def test_an_answer_that_fits_everywhere_is_checked() -> None:
    assert rebuild(HTML).markdown == SOURCE
    assert disagreeing(HTML) == []
    assert [block.name for block in judge(HTML)] == [
        *("heading", "paragraph", "paragraph", "list", "list", "quote", "code block", "table", "rule", "formula"),
        "paragraph",
    ]


@pytest.mark.parametrize("told", TOLD, ids=name)
def test_a_spoilt_range_is_found_in_its_own_block_and_no_other(told: re.Match[str]) -> None:
    starts = [block.start for block in judge(HTML) if block.start is not None]
    own = bisect_right(starts, int(told["start"])) - 1
    for html in spoilt(told):
        assert disagreeing(html) == [own]


@pytest.mark.parametrize("told", [told for told in TOLD if told["tag"] in BLOCKS], ids=name)
def test_a_block_that_tells_nothing_among_others_that_do_is_not_checked(told: re.Match[str]) -> None:
    assert len(disagreeing(replaced(told, ""))) == 1


@pytest.mark.parametrize("told", [told for told in TOLD if told["tag"] not in BLOCKS], ids=name)
def test_what_stands_in_a_block_may_tell_nothing_as_long_as_its_place_is_known(told: re.Match[str]) -> None:
    assert disagreeing(replaced(told, "")) == []
    assert rebuild(replaced(told, "")).markdown == SOURCE


def text_of(html: str) -> list[tuple[int, int]]:
    return [(found.start(1), found.end(1)) for found in re.finditer(r">([^<>]*\w[^<>]*)<", html)]


def test_a_character_that_is_missing_anywhere_is_noticed() -> None:
    for start, end in text_of(HTML):
        for at in range(start, end):
            html = HTML[:at] + HTML[at + 1 :]
            rebuilt = rebuild(html)
            assert rebuilt.exactness == "rebuilt" or rebuilt.markdown == SOURCE


def test_a_character_too_many_anywhere_is_noticed() -> None:
    for start, _ in text_of(HTML):
        html = HTML[:start] + "z" + HTML[start:]
        assert rebuild(html).exactness == "rebuilt" or rebuild(html).markdown == SOURCE


def cut(html: str, length: int) -> str:
    """The page with no more than ``length`` characters of text, its elements closed."""
    kept: list[str] = []
    opened: list[str] = []
    for part in re.split(r"(<[^>]*>)", html):
        if part.startswith("</"):
            opened.pop()
        elif part.startswith("<") and not part.startswith(("<br", "<hr")):
            opened.append(part[1:].split()[0].rstrip(">"))
        elif not part.startswith("<"):
            length -= len(part)
            part = part[: length + len(part)] if length < 0 else part
        kept.append(part)
        if length <= 0 and not part.startswith("<"):
            break
    return "".join([*kept, *(f"</{tag}>" for tag in reversed(opened))])


def test_a_cut_tail_is_noticed_wherever_it_is_not_between_two_blocks() -> None:
    length = len(re.sub(r"<[^>]*>", "", HTML))
    for kept in range(1, length):
        rebuilt = rebuild(cut(HTML, kept))
        assert rebuilt.exactness != "checked" or f"{SOURCE}\n\n".startswith(f"{rebuilt.markdown}\n\n")


def test_a_block_that_is_missing_between_two_others_is_noticed() -> None:
    html = re.sub(r"<pre.*?</pre>", "", HTML, flags=re.DOTALL)
    assert rebuild(html).exactness == "rebuilt"
    assert len(disagreeing(html)) == 1


def test_a_block_that_is_missing_at_the_beginning_is_noticed() -> None:
    html = re.sub(r"<h1.*?</h1>", "", HTML, flags=re.DOTALL)
    assert disagreeing(html) == [0]


def test_a_told_element_that_is_empty_is_named() -> None:
    rebuilt = rebuild(HTML.replace(">bold<", "><"))
    assert rebuilt.exactness == "rebuilt"
    assert rebuilt.warnings[0] == "the page shows an empty <strong> where its source is not empty"


def test_only_the_first_disagreements_are_named() -> None:
    rebuilt = rebuild(body(*(f'<p data-start="{at}" data-end="{at + 1}">words</p>' for at in range(0, 80, 10))))
    assert rebuilt.warnings[0] == "block 1 of 8 (paragraph) does not fit the page's own offsets"
    assert rebuilt.warnings[5:] == ("and 3 more",)


@pytest.mark.parametrize("source", ["Title\n=====\n\nWords.", "One\n---\n\nTwo\n---\n\nWords."])
def test_headings_may_be_underlined_where_hashes_fit_none_of_them(source: str) -> None:
    told = Source(source)
    level = "h1" if "=" in source else "h2"
    heads = [part for part in source.split("\n\n") if "\n" in part]
    drawn = [f"<{level}{told(head)}>{head.split()[0]}</{level}>" for head in heads]
    html = body(*drawn, f"<p{told('Words.')}>Words.</p>")
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_a_cut_heading_is_not_explained_by_a_line_below_it() -> None:
    source = "# Title xyz"
    assert rebuild(body(f"<h1{Source(source)(source)}>Title</h1>")).markdown == "# Title"
    assert rebuild(body(f"<h1{Source(source)(source)}>Title</h1>")).exactness == "rebuilt"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("## Head\nWords.", "<h2{0}>Head</h2>\n<p{1}>Words.</p>"),
        ("Words.\n\n\n\nMore.", "<p{0}>Words.</p>\n<p{1}>More.</p>"),
        ("Words.\n***\nMore.", "<p{0}>Words.</p>\n<hr{1}>\n<p{2}>More.</p>"),
        ("Words.\n\n* * *", "<p{0}>Words.</p>\n<hr{1}>"),
    ],
)
def test_blocks_stand_as_close_as_told(source: str, html: str) -> None:
    told = Source(source)
    parts = [part for part in source.split("\n") if part]
    rebuilt = rebuild(body(html.format(*map(told, parts))))
    assert rebuilt.markdown == source.replace("* * *", "- - -")
    assert rebuilt.exactness == "checked"


def test_two_paragraphs_are_never_run_together() -> None:
    rebuilt = rebuild(body('<p data-start="0" data-end="5">Words</p>\n<p data-start="6" data-end="10">More</p>'))
    assert rebuilt.markdown == "Words\n\nMore"
    assert rebuilt.exactness == "rebuilt"
