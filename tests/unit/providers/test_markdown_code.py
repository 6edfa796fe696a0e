"""Code blocks of both layouts of the page: the code whole, the language kept, nothing of the header.

Facts: captures of the live site of 2025-11 to 2026-09; the HTML here is made up after them.
"""

from __future__ import annotations

import pytest

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import judge, rebuild
from tests.manifest import proves
from tests.unit.providers.markdown_source import Source, body

COPY = '<div class="sticky"><button type="button" aria-label="Copy"><svg></svg>Copy code</button></div>'


def pre(attributes: str, code: str, *, label: str = "", language: str = "") -> str:
    """A code block as of 2025."""
    named = f" language-{language}" if language else ""
    return (
        f'<pre class="overflow-visible!"{attributes}><div class="rounded-2xl"><div class="header">{label}</div>{COPY}'
        f'<div class="overflow-y-auto" dir="ltr"><code class="whitespace-pre!{named}">{code}\n</code></div></div></pre>'
    )


def editor(lines: str, *, label: str = "", content: str = "div") -> str:
    """A code block as of 2026: no range, no language but perhaps a label, the same id on every one."""
    inner = f"<code>{lines}</code>" if content == "pre" else lines
    return (
        f'<div class="relative w-full mt-4"><div class="contents"><div class="header"><div>{label}</div>{COPY}</div>'
        '<div class="relative"><div id="code-block-viewer" dir="ltr" class="q9t_viewer cm-editor z-10 ͼd">'
        f'<div class="cm-scroller"><{content} class="cm-content q9t_readonly">{inner}</{content}></div></div>'
        "</div></div></div>"
    )


def between(source: str, block: str) -> str:
    """``block`` with a paragraph on each side, in a source that begins and ends with those."""
    told = Source(source)
    return body(f"<p{told('Before.')}>Before.</p>\n", block, f"\n<p{told('After.')}>After.</p>")


@proves("report.B37")
@pytest.mark.parametrize("code", ["pre", "codemirror"])
def test_code_inline_code_and_nested_lists_equal_the_source(code: str) -> None:
    source = (
        "Run this:\n\n```\nplain  text\n\n\n  indented\n```\n\n"
        "A fence in a fence:\n\n````\n```js\nlet x = 1;\n```\n````\n\n"
        "Use `make all`, `` say `hi` `` and:\n\n- outer\n  - inner with `code`\n- last"
    )
    rebuilt = rebuild(body(render(source, code=code)))
    assert rebuilt.markdown == source
    assert rebuilt.exactness == "checked"
    assert "Copy" not in rebuilt.text


def test_code_of_2025_has_its_language_from_its_class() -> None:
    source = "```bash\necho $HOME | wc\n```"
    nested = '<span><span class="hljs-built_in">echo</span> <span>$HOME</span> | wc</span>'
    rebuilt = rebuild(body(pre(Source(source)(source), nested, label="bash", language="bash")))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_code_of_2025_has_its_language_from_its_header_when_the_class_names_none() -> None:
    source = "```c++\nint x;\n```"
    rebuilt = rebuild(body(pre(Source(source)(source), "int x;", label="c++")))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_the_lines_of_an_editor_are_parted_by_breaks() -> None:
    source = "Before.\n\n```\nSELECT a\n\n  FROM b;\n```\n\nAfter."
    block = editor('<span class="ͼg">SELECT</span><span> a</span><br><br><span>  FROM b;</span>')
    rebuilt = rebuild(between(source, block))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize("content", ["div", "pre"])
def test_an_editor_may_stand_in_a_told_block_and_hold_code_elements(content: str) -> None:
    source = "```\na\nb\n```"
    wrapped = f'<pre class="overflow-visible! px-0!"{Source(source)(source)}>{editor("a<br>b", content=content)}</pre>'
    rebuilt = rebuild(body(wrapped))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_the_lines_of_an_editor_may_be_elements() -> None:
    source = "Before.\n\n```python\na\n\nb\n```\n\nAfter."
    lines = '<div class="cm-line">a</div><div class="cm-line"><br></div><div class="cm-line">b</div>'
    block = f'<div class="cm-editor"><div class="cm-content" data-language="python">{lines}</div></div>'
    rebuilt = rebuild(between(source, block))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_two_editors_with_the_same_id_are_two_blocks() -> None:
    source = "Before.\n\n```\none\n```\n\n```\ntwo\n```\n\nAfter."
    rebuilt = rebuild(between(source, editor("one") + editor("two")))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize(
    ("label", "language"),
    [("Shell", "bash"), ("Shell", "sh"), ("JavaScript", "js"), ("C++", "c++"), ("Plain text", "")],
)
def test_a_header_names_the_language_and_the_length_says_by_which_of_its_names(label: str, language: str) -> None:
    source = f"Before.\n\n```{language}\nx\n```\n\nAfter."
    rebuilt = rebuild(between(source, editor("x", label=label)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_a_language_that_the_page_does_not_show_is_not_guessed_and_only_that_block_is_in_doubt() -> None:
    html = between("Before.\n\n```python\nx\n```\n\nAfter.", editor("x"))
    rebuilt = rebuild(html)
    assert rebuilt.markdown == "Before.\n\n```\nx\n```\n\nAfter."
    assert rebuilt.exactness == "rebuilt"
    assert rebuilt.warnings == ("block 2 of 3 (code block without a language) does not fit the page's own offsets",)
    assert [block.agrees for block in judge(html)] == [True, False, True]


def test_an_editor_that_no_told_place_follows_is_not_checked() -> None:
    source = "Before.\n\n```\nx\n```"
    rebuilt = rebuild(body(f"<p{Source(source)('Before.')}>Before.</p>", editor("x")))
    assert rebuilt.markdown == source
    assert rebuilt.exactness == "rebuilt"


@pytest.mark.parametrize(
    "block",
    [editor("x"), editor("x", label="Python"), editor("x", label="Plain text"), f"<ul><li>{editor('x')}</li></ul>"],
    ids=["no name", "one of two names", "a name for none", "in a list"],
)
def test_an_editor_alone_leaves_its_language_in_doubt(block: str) -> None:
    rebuilt = rebuild(body(block))
    assert (rebuilt.unnamed, rebuilt.contradicted, rebuilt.exactness) == (True, False, "rebuilt")


def test_no_language_is_in_doubt_that_is_told_or_that_the_length_leaves_no_room_for() -> None:
    named = '<div class="cm-editor"><div class="cm-content" data-language="python">x</div></div>'
    for html in (
        body(named),
        body(editor("x", label="SQL")),
        body(pre("", "x")),
        between("Before.\n\n```\nx\n```\n\nAfter.", editor("x")),
        between("Before.\n\n```python\nx\n```\n\nAfter.", editor("x", label="Python")),
    ):
        assert not rebuild(html).unnamed


def test_a_header_is_no_paragraph_where_nothing_is_told() -> None:
    html = body("<p>Before.</p>", editor("x", label="Python"), "<p>After.</p>")
    assert rebuild(html).markdown == "Before.\n\n```python\nx\n```\n\nAfter."


def test_a_fence_is_longer_than_the_ticks_in_it_unless_the_source_was_not() -> None:
    code = "say ```` twice"
    assert rebuild(body(pre("", code))).markdown == f"`````\n{code}\n`````"
    source = f"```js\n{code}\n```"
    rebuilt = rebuild(body(pre(Source(source)(source), code, language="js")))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_a_fence_that_its_code_would_close_is_never_written() -> None:
    source = "```js\na\n```\nb\n```"
    rebuilt = rebuild(body(pre(Source(source)(source), "a\n```\nb", language="js")))
    assert rebuilt.markdown == "````js\na\n```\nb\n````"
    assert rebuilt.exactness == "rebuilt"


def test_markdown_may_be_wrapped_more_than_well() -> None:
    source = "````markdown\n# Title\n````"
    rebuilt = rebuild(body(pre(Source(source)(source), "# Title", language="markdown")))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_code_in_a_list_is_indented_with_it_and_its_empty_lines_are_not() -> None:
    source = "1. Do:\n   ```\n   a\n\n     b\n   ```\n2. Done."
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_code_in_a_list_may_have_its_indentation_on_empty_lines_too() -> None:
    source = "- Do:\n  ```\n  a\n  \n  b\n  ```"
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize("source", ["```\n```", "```\n\n```", "```py\n```"])
def test_empty_code_stays_a_block(source: str) -> None:
    assert rebuild(body(render(source))).markdown == source


def test_a_longer_name_in_the_header_does_not_make_up_for_missing_code() -> None:
    source = "```js\nlet answer = 42\n```"
    told = Source(source)(source)
    assert rebuild(body(pre(told, "let answer = 42", label="JavaScript", language="js"))).exactness == "checked"
    assert rebuild(body(pre(told, "answer!", label="JavaScript", language="js"))).exactness == "rebuilt"


def test_a_longer_fence_does_not_make_up_for_missing_code() -> None:
    source = "```python\nreturn x\n```"
    rebuilt = rebuild(body(pre(Source(source)(source), "turn x", language="python")))
    assert rebuilt.markdown == "```python\nturn x\n```"
    assert rebuilt.exactness == "rebuilt"
