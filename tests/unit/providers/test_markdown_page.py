"""What of the page is the answer and what is not; several bodies; HTML that nobody expects."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import rebuild
from tests.unit.providers.markdown_source import Source, body


@pytest.mark.parametrize(
    "unseen",
    [
        "<button>Copy code</button>",
        '<button aria-label="Sources"><span>Sources</span></button>',
        '<span class="sr-only">ChatGPT said:</span>',
        '<span aria-hidden="true">↗</span>',
        '<span style="opacity:0">twin</span>',
        '<span style="color: red; opacity: 0.0 !important;">twin</span>',
        '<div style="display: none">none</div>',
        "<span hidden>hidden</span>",
        "<style>p { color: red }</style><script>let x = '<p>';</script>",
        "<svg><text>icon</text></svg><template>t</template>",
        "<!-- a comment --><?php echo 1 ?>",
        '<input type="text" value="typed"><select><option>one</option></select><textarea>typed</textarea>',
    ],
)
def test_what_nobody_reads_in_the_answer_is_not_in_it(unseen: str) -> None:
    told = Source("Words.\n\nMore.")
    first, second = told("Words."), told("More.")
    html = body(f"{unseen}<p{first}>Wor{unseen}ds.</p>{unseen}<p{second}>More.{unseen}</p>")
    if "<div" in unseen:
        html = body(f"{unseen}<p{first}>Words.</p>{unseen}<p{second}>More.</p>")
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.text, rebuilt.exactness) == ("Words.\n\nMore.", "Words.\n\nMore.", "checked")


@pytest.mark.parametrize("style", ["opacity: 0.5", "opacity: 1", "opacity:0.05", "--opacity-of: 0"])
def test_what_is_merely_pale_is_read(style: str) -> None:
    assert rebuild(body(f'<p>Wor<span style="{style}">ds</span></p>')).markdown == "Words"


@pytest.mark.parametrize("answer", ["python", "OK", "4", "You said that.", "Answer now", "Copy code", "Thought for 5s"])
def test_short_answers_are_as_they_are(answer: str) -> None:
    rebuilt = rebuild(body(render(answer)))
    assert (rebuilt.markdown, rebuilt.text, rebuilt.exactness) == (answer, answer, "checked")


@pytest.mark.parametrize("html", ["", " \n", body(), body("  "), "<div></div>", body("<p></p>", "<br>")])
def test_nothing_is_nothing(html: str) -> None:
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.text, rebuilt.exactness) == ("", "", "text")


@pytest.mark.parametrize(
    "html", ["Plain &amp; simple", body("Plain &amp; simple"), body("<span>Plain</span> &amp; simple")]
)
def test_words_without_any_structure_are_text(html: str) -> None:
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.text, rebuilt.exactness) == ("Plain & simple", "Plain & simple", "text")


def test_structure_without_offsets_is_rebuilt_without_complaint() -> None:
    rebuilt = rebuild(body("<h2>Head</h2><p>Words <b>bold</b></p><hr><p>More<br>lines</p>"))
    assert rebuilt.markdown == "## Head\n\nWords **bold**\n\n---\n\nMore  \nlines"
    assert rebuilt.exactness == "rebuilt"
    assert rebuilt.warnings == ()


def test_html_without_a_body_is_read_as_one() -> None:
    rebuilt = rebuild(render("# Head\n\n- item"))
    assert (rebuilt.markdown, rebuilt.exactness) == ("# Head\n\n- item", "checked")


def test_offsets_count_as_javascript_counts() -> None:
    source = "🚀🚀 **𝔸𝔹** 👩‍👩‍👧 한글\n\nAfter."
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize("second_begins", [0, 12, 13])
def test_several_bodies_come_in_order_whether_they_count_on_or_anew(second_begins: int) -> None:
    second = f'<p data-start="{second_begins}" data-end="{second_begins + 10}">Block two.</p>'
    rebuilt = rebuild("\n".join((body(render("Block one.")), body(second))))
    assert (rebuilt.markdown, rebuilt.exactness) == ("Block one.\n\nBlock two.", "checked")
    assert rebuilt.text == "Block one.\n\nBlock two."


def test_a_body_that_begins_somewhere_else_is_not_checked() -> None:
    second = '<p data-start="40" data-end="50">Block two.</p>'
    rebuilt = rebuild("\n".join((body(render("Block one.")), body(second))))
    assert rebuilt.markdown == "Block one.\n\nBlock two."
    assert rebuilt.exactness == "rebuilt"


def test_the_words_alone_keep_blocks_items_and_cells_apart() -> None:
    source = (
        "# Head\n\nOne **two**  \nthree\n\n- a\n  - b\n- c\n\n> quoted\n>\n> twice\n\n"
        "```py\ncode\n```\n\n| x | y |\n|---|---|\n| 1 | 2 |"
    )
    assert rebuild(body(render(source))).text == (
        "Head\n\nOne two\nthree\n\na\nb\nc\n\nquoted\n\ntwice\n\ncode\n\nx\ty\n1\t2"
    )


def test_a_writing_block_keeps_its_text_and_is_named() -> None:
    html = body(
        "<p>Here:</p>",
        '<div data-writing-block="true"><div class="header"><button>Copy</button></div>'
        '<div class="ProseMirror"><p>Dear <strong>reader</strong>,</p><ul><li>one</li></ul></div></div>',
        "<p>Done.</p>",
    )
    rebuilt = rebuild(html)
    assert rebuilt.markdown == "Here:\n\nDear **reader**,\n\n- one\n\nDone."
    assert rebuilt.exactness == "rebuilt"
    assert rebuilt.warnings == ("a writing block stands in the answer; its text was kept",)
    assert not rebuilt.canvas


def test_a_widget_whose_text_is_not_on_the_page_is_named() -> None:
    told = Source("Before.\n\nAfter.")
    widget = '<div class="dil-widget-shell w-full"><canvas></canvas><iframe src="x"></iframe></div>'
    rebuilt = rebuild(body(f"<p{told('Before.')}>Before.</p>", widget, f"<p{told('After.')}>After.</p>"))
    assert rebuilt.markdown == "Before.\n\nAfter."
    assert rebuilt.exactness == "rebuilt"
    assert rebuilt.warnings == ("a widget stands in the answer; its text was not on the page",)
    assert rebuilt.canvas


def test_a_widget_among_paragraphs_that_fit_contradicts_nothing_and_one_among_others_changes_nothing() -> None:
    told = Source("Before.\n\nAfter.")
    widget = '<div class="dil-widget-shell"><div>Dear reader</div></div>'
    fits = rebuild(body(f"<p{told('Before.')}>Before.</p>", widget, f"<p{told('After.')}>After.</p>"))
    assert (fits.markdown, fits.contradicted) == ("Before.\n\nDear reader\n\nAfter.", False)
    told = Source("Before.\n\nAfter all.")
    wrong = rebuild(body(f"<p{told('Before.')}>Before.</p>", widget, f"<p{told('After all.')}>After.</p>"))
    assert wrong.contradicted


def test_markup_that_the_sites_markdown_does_not_make_is_still_markdown() -> None:
    html = body(
        "<p>Before.</p>",
        "<figure><img src='a.png' alt='A'><figcaption><b>Note</b></figcaption></figure>",
        "<p>After.</p>",
    )
    rebuilt = rebuild(html)
    assert rebuilt.markdown == "Before.\n\n![A](a.png)\n\n**Note**\n\nAfter."
    assert rebuilt.exactness == "rebuilt"


def test_so_much_of_it_that_converting_would_take_long_is_text() -> None:
    assert rebuild(body(f"<figure><b>{'word ' * 5000}</b></figure>")).markdown == ("word " * 5000).strip()


def test_the_general_converter_is_loaded_only_where_it_is_needed() -> None:
    program = (
        "import sys\nfrom cdpwebai.providers.chatgpt.markdown import rebuild\n"
        "rebuild('<p>Words</p>')\nprint('markdownify' in sys.modules, 'bs4' in sys.modules)\n"
        "rebuild('<figure>Words</figure>')\nprint('markdownify' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True"]


@pytest.mark.parametrize(
    "html",
    [
        "<p>one<p>two", "</p></div>", "<ul><p>x</ul></li>", "<table><td>x", "<b><i>x</b></i>", "<p", "<svg/><p/>x",
        "<a href='x'><p>y</p></a>", "<![CDATA[x]]>", "<![other[x]]>", "<!DOCTYPE html><p>x", "<!-- open",
        "<![if !IE]>x<![endif]>",
        "&#xffffffff; &#0; &bogus; &", "\x00\ud800", "<strong><ul><li>x</ul></strong>", "<li><li><li>x", "<h7>x</h7>",
        "<pre><pre>x</pre></pre>", "<td>x</td>", "<tr></tr>", "<table></table>", "<blockquote></blockquote>",
        "<ol start='99999999999'><li>x</ol>", "<ol reversed><li value='7'>x</ol>", "<p data-start>x</p>", "<hr><hr>",
        '<li><input type="checkbox"></li>', '<ul><li><br></li></ul>', '<p><br>x</p>', "<td><figure>x\ny</figure></td>",
        '<p data-start="5" data-end="1">x</p>', f'<p data-start="{"9" * 40}" data-end="{"9" * 41}">x</p>',
        '<ul data-start="0" data-end="9"><li data-start="90" data-end="99">x</li></ul>', '<div class="katex"></div>',
        '<span data-testid="webpage-citation-pill"></span>', '<div class="cm-editor"></div>',
        '<a href="javascript:alert(1)"><img src=""></a>',
    ],
)  # fmt: skip
def test_malformed_html_is_read_as_far_as_it_goes(html: str) -> None:
    rebuilt = rebuild(html)
    assert rebuilt.exactness != "checked"
    assert ">x" not in html or "x" in rebuilt.markdown


TAGS = "p h1 ul ol li pre code strong em a table tr td blockquote br hr span div".split()  # noqa: SIM905
MARKS = ["", "katex", "cm-editor", "cm-content", "markdown", '" data-testid="webpage-citation-pill']
RANGES = [
    "",
    *(f' data-start="{start}" data-end="{end}"' for start, end in product((0, 1, 5), (0, 3, 9))),
    ' data-end="x"',
]
opening = st.tuples(st.sampled_from(TAGS), st.sampled_from(MARKS), st.sampled_from(RANGES)).map(
    lambda parts: f'<{parts[0]} class="{parts[1]}"{parts[2]}>'
)
LEAVES = [
    '<input type="checkbox">',
    '<img src="x">',
    "<annotation>x</annotation>",
    "<figure>x</figure>",
    "<button>x</button>",
]
pieces = st.one_of(
    opening, st.sampled_from(LEAVES), st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"), st.text(max_size=5)
)


@given(st.lists(pieces, max_size=30).map("".join))
def test_any_tags_in_any_order_give_an_answer(html: str) -> None:
    rebuilt = rebuild(html)
    assert not any(marker in rebuilt.markdown for marker in "\ue200\ue201\ue202")


@given(st.text())
def test_any_text_gives_an_answer(html: str) -> None:
    assert isinstance(rebuild(html).markdown, str)


@pytest.mark.parametrize("tag", ["div", "ul", "blockquote", "strong", "span", "pre", "table", "li", "figure", "a"])
def test_depth_without_end_is_text_at_last(tag: str) -> None:
    rebuilt = rebuild(f"<{tag}>" * 20_000 + "deep" + f"</{tag}>" * 20_000)
    assert "deep" in rebuilt.markdown


def calls(html: str) -> int:
    """How many calls of functions ``rebuild`` makes."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(count)
    try:
        rebuild(html)
    finally:
        sys.setprofile(None)
    return made


PART = (
    "## Head\n\nWords *and* `code`, 2 * 3, \\*x\\*.\n\n- a\n  - b\n- c\n\n> q\n\n```py\nx = 1\n```\n\n"
    "| a |\n|---|\n| b |\n\n\\(x\\)\n\n"
)
EDITOR = '<div><div class="cm-editor">x</div></div>'


GROWING: dict[str, Callable[[int], str]] = {
    "told": lambda times: body(render(PART * times)),
    "untold": lambda times: body(render(PART * times)).replace("data-end", "data-was"),
    "spoilt": lambda times: body(render(PART * times)).replace('data-end="1', 'data-end="2'),
    "marks": lambda times: body(f"<p>{'*a* _b [c](d) $e$ `f <g> &h; ~i ' * times * 10}</p>"),
    "items": lambda times: body(f"<ul>{'<li>item</li>' * times * 20}</ul>"),
    "general": lambda times: body(f"<figure><ol>{'<li>item</li>' * times * 20}</ol></figure>" * 3),
    "editors": lambda times: body(f"<div>{'words ' * times * 50}</div>", EDITOR * times * 5),
}


@pytest.mark.parametrize("kind", GROWING)
def test_four_times_the_answer_is_four_times_the_work(kind: str) -> None:
    assert calls(GROWING[kind](80)) < 5 * calls(GROWING[kind](20))
