"""What stands in a line: emphasis, links, citations, breaks, and text that only looks like marks."""

from __future__ import annotations

import pytest

from cdpwebai.demosite.markdown import Link, render
from cdpwebai.providers.chatgpt.markdown import rebuild
from tests.unit.providers.markdown_source import Source, body


def paragraph(source: str, inside: str) -> str:
    """A paragraph with this source, and another one behind it."""
    told = Source(f"{source}\n\nDone.")
    return body(f"<p{told(source)}>{inside}</p>\n<p{told('Done.')}>Done.</p>")


@pytest.mark.parametrize(
    "source",
    [
        "*em* **strong** ***both*** ~~gone~~ **strong with *em* in it** *em with **strong** in it*",
        "**_em alone in strong_** and *_em in em_*",
        "*one*_two_ words",
        "in*side*words and **a**b",
        "`code` `` a`b `` ```` x```y ```` `` ` ``",
        "[link](https://a.example/x) ![image](https://a.example/i.png)",
        '[**bold** link](https://a.example/a_(b)) [a](https://a.example/ "Title")'.replace(' "Title"', ""),
        "https://bare.example/a_b_c <https://angle.example> <mailto:a@b.example>",
        "Hard  \nbreak, hard\\\nbreak, soft\nbreak 🚀 그래서",
        "# Heading with **bold** and `code`",
        "###### C \\#",
    ],
)
def test_what_the_site_draws_comes_back(source: str) -> None:
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize(
    "text", ["1. One", "#hash", "* star", "2 * 3 * 4", "a_b_c", "- dash", "> quote", "[x](y)", "$5 and $6", "<b>", "1."]
)
def test_text_that_looks_like_marks_is_left_alone_where_the_length_says_so(text: str) -> None:
    drawn = text.replace("<", "&lt;").replace(">", "&gt;")
    rebuilt = rebuild(paragraph(text, drawn))
    assert (rebuilt.markdown, rebuilt.exactness) == (f"{text}\n\nDone.", "checked")


@pytest.mark.parametrize(
    "source",
    [
        "1\\. One", "\\# hash", "\\* star", "\\- dash", "\\> quote", "a \\*b\\* c", "\\_x\\_", "\\`x\\`",
        "\\$5 to \\$9",
        "snake\\_case\\_name", "\\~5 or \\~6", "a \\\\\\* b", "\\---", "\\```",
    ],
)  # fmt: skip
def test_characters_are_escaped_where_they_need_it_and_the_length_has_room(source: str) -> None:
    rebuilt = rebuild(paragraph(source, source.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\")))
    assert (rebuilt.markdown, rebuilt.exactness) == (f"{source}\n\nDone.", "checked")


def test_characters_are_escaped_where_they_need_it_when_no_length_is_told() -> None:
    html = body("<p>1. One</p><p>#hash</p><p># hash</p><p>a *b* c_d_e</p><p>Words<br>- dash<br>=== </p><p>&amp;lt;</p>")
    assert rebuild(html).markdown == (
        "1\\. One\n\n#hash\n\n\\# hash\n\na \\*b\\* c_d_e\n\nWords  \n\\- dash  \n\\===\n\n\\&lt;"
    )


def test_a_character_that_needs_no_escape_does_not_make_up_for_a_missing_one() -> None:
    rebuilt = rebuild(paragraph("The price is $5, done", "The price is $5, don"))
    assert rebuilt.markdown.startswith("The price is $5, don\n")
    assert rebuilt.exactness == "rebuilt"


def test_a_line_break_is_as_long_as_told_and_the_line_end_behind_it_is_its_own() -> None:
    source = "One  \ntwo\\\nthree\nfour"
    told = Source(source)
    whole, spaces, backslash, soft = told(source), told("  \n"), told("\\\n"), told.next("\n")
    soft = told.next("\n")
    html = body(f"<p{whole}>One<br{spaces}>\ntwo<br{backslash}>\nthree<br{soft}>\nfour</p>")
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_links_lose_what_the_site_added_to_them() -> None:
    html = body(
        '<p><a href="https://a.example/?utm_source=chatgpt.com">a</a> '
        '<a href="https://a.example/?q=1&amp;utm_source=chatgpt.com">b</a> '
        '<a href="https://a.example/?utm_source=chatgpt.com&amp;q=1#part">c</a> '
        '<a href="https://a.example/?utm_source=chatgpt.com.evil.example">d</a> '
        '<a href="https://a.example/" title="A &quot;title&quot;">e</a> '
        '<a href="https://a.example/x y">f</a></p>'
    )
    assert rebuild(html).markdown == (
        "[a](https://a.example/) [b](https://a.example/?q=1) [c](https://a.example/?q=1#part) "
        "[d](https://a.example/?utm_source=chatgpt.com.evil.example) "
        '[e](https://a.example/ "A \\"title\\"") [f](<https://a.example/x y>)'
    )


def test_a_link_fits_with_or_without_what_the_site_added() -> None:
    tracked = "See [this](https://a.example/?utm_source=chatgpt.com)."
    html = '<a href="https://a.example/?utm_source=chatgpt.com">this</a>'
    for source in (tracked, "See [this](https://a.example/)."):
        rebuilt = rebuild(paragraph(source, f"See {html}."))
        assert rebuilt.markdown == "See [this](https://a.example/).\n\nDone."
        assert rebuilt.exactness == "checked"


def test_an_encoded_address_is_written_as_the_source_has_it() -> None:
    source = "[서울](https://ko.example/wiki/서울)"
    link = '<a href="https://ko.example/wiki/%EC%84%9C%EC%9A%B8">서울</a>'
    rebuilt = rebuild(paragraph(source, link))
    assert (rebuilt.markdown, rebuilt.exactness) == (f"{source}\n\nDone.", "checked")


def test_an_address_without_a_link_keeps_its_angles() -> None:
    source = "By A <a@b.example>"
    rebuilt = rebuild(
        paragraph(source, 'By A <a class="cursor-pointer">a@b.example<span aria-hidden="true">↗</span></a>')
    )
    assert (rebuilt.markdown, rebuilt.exactness) == (f"{source}\n\nDone.", "checked")


PILL = (
    '<span class="contents" data-content-reference-start="23" data-content-reference-end="42">'
    '<span class="inline-flex" data-testid="webpage-citation-pill" style="width: 101px;"><a target="_blank" '
    'href="https://docs.example/?utm_source=chatgpt.com"><span style="opacity: 1; transform: none;"><img alt="" '
    'src="./favicon"><span>The Docs</span></span><span style="opacity:0" class="twin">The Docs</span>'
    "<span>+2</span></a></span></span>"
)
SOURCES = '<button aria-label="Sources"><img src="./favicon">Sources</button>'


def test_a_citation_is_one_link_as_long_as_the_mark_in_the_source() -> None:
    source = "It is so. :contentReference[oaicite:0]{index=0} And so. :contentReference[oaicite:1]{index=1}"
    rebuilt = rebuild(paragraph(source, f"It is so. {PILL} And so. {PILL}{SOURCES}"))
    link = "[The Docs](https://docs.example/)"
    assert rebuilt.markdown == f"It is so. {link} And so. {link}\n\nDone."
    assert rebuilt.exactness == "checked"
    assert rebuilt.text == "It is so. The Docs And so. The Docs\n\nDone."


def test_text_that_is_missing_beside_a_citation_is_noticed() -> None:
    source = "It is so. :contentReference[oaicite:0]{index=0}"
    assert rebuild(paragraph(source, f"It is. {PILL}")).exactness == "rebuilt"


def test_a_citation_that_tells_its_range_may_be_as_long_as_it_likes() -> None:
    source = "So \ue200cite\ue202turn0search1\ue202turn0search0\ue201, and none \ue200cite\ue202turn0news9\ue201."
    links = (Link("One", "https://one.example/a"), Link("Two", "https://two.example/?q=1"))
    rebuilt = rebuild(body(render(source, links=links)))
    assert rebuilt.markdown == "So [Two](https://two.example/?q=1), and none ."
    assert rebuilt.exactness == "checked"


def test_a_pill_without_a_label_is_named_by_its_host() -> None:
    pill = '<span data-testid="webpage-citation-pill"><a alt="https://www.host.example/a/b"><img src="i"></a></span>'
    assert rebuild(body(f"<p>So {pill}</p>")).markdown == "So [host.example](https://www.host.example/a/b)"


@pytest.mark.parametrize(
    "mark", [":contentReference[oaicite:12]{index=12}", "\ue200cite\ue202turn0search1\ue201", "\ue200", "\ue202x"]
)
def test_no_marker_reaches_the_reader(mark: str) -> None:
    for html in (f"<p>So {mark}.</p>", f"<pre><code>{mark}\n</code></pre>", f"<p><code>{mark}</code></p>", mark):
        rebuilt = rebuild(body(html))
        for shown in (rebuilt.markdown, rebuilt.text):
            assert not any(char in shown for char in "\ue200\ue201\ue202")
            assert "oaicite" not in shown
