"""Lists and quotes: marks, numbers, indentation, and the layouts in which the site has drawn them."""

from __future__ import annotations

import pytest

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import rebuild
from tests.unit.providers.markdown_source import Source, body


@pytest.mark.parametrize(
    "source",
    [
        "- a\n  - b\n    - c\n  - d\n- e",
        "1. a\n   - b\n   - c\n2. d\n   1. e\n   2. f",
        "7. seven\n8. eight\n9. nine\n10. ten\n    - below ten\n    - too",
        "- one\n\n  more of one\n\n- two",
        "- a\n\n\n- b",
        "Words:\n- touching\n- list",
        "- a\n    - four spaces\n    - deep\n- b",
        "* * *",
        "- a\n\n* another list\n* of two",
        "1. a\n\n1) another list\n2) of two",
        "> a quote\n> of two lines\n>\n> - and a list\n>   - in it\n>   - deeper\n>\n> > nested",
        "- ***",
        "-",
        "- a\n-\n- c",
        "- ```\n  code\n  ```\n- > quote\n- # Heading",
        "para\nwith *soft* break  \nand a hard one\\\nand another",
        "1. **Title**  \n   Text below it\n2. **Next**\nlazy text",
    ],
)
def test_what_the_site_draws_comes_back(source: str) -> None:
    rebuilt = rebuild(body(render(source)))
    assert rebuilt.markdown == source.replace("* * *", "---" if len(source) == 3 else "- - -")
    assert rebuilt.exactness == "checked"


def test_items_of_a_tight_list_may_be_drawn_as_paragraphs() -> None:
    two = "- two\n  - three"
    source = f"- one\n{two}"
    told = Source(source)
    html = body(
        f"<ul{told(source)}>\n<li{told('- one')}>\n<p{told('one')}>one</p>\n</li>\n",
        f"<li{told(two)}>\n<p{told('two')}>two</p>\n",
        f"<ul{told('- three')}>\n<li{told('- three')}>\n<p{told('three')}>three</p>\n</li>\n</ul>\n</li>\n</ul>",
    )
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_tasks_are_boxes_before_the_text() -> None:
    source = "- [ ] Job queue & isolation\n- [x] Done"
    told = Source(source)
    box = '<input disabled="" type="checkbox"'
    html = body(
        f'<ul class="contains-task-list"{told(source)}>\n',
        f'<li class="task-list-item"{told("- [ ] Job queue & isolation")}>\n',
        f"<p{told('Job queue & isolation')}>{box}> Job queue &amp; isolation</p>\n</li>\n",
        f'<li class="task-list-item"{told("- [x] Done")}>{box} checked=""> Done</li>\n</ul>',
    )
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")
    assert rebuilt.text == "[ ] Job queue & isolation\n[x] Done"


def items(*texts: str, last: str, space: str) -> tuple[str, str]:
    """A list with ``space`` behind each item but the last: its source and its HTML."""
    source = "".join(f"- {text}{space}\n" for text in texts) + f"- {last}"
    told = Source(source)
    first = told(source)
    drawn = "".join(f"<li{told(f'- {text}{space}')}>{text}</li>\n" for text in texts)
    return source, body(f"<ul{first}>\n{drawn}<li{told(f'- {last}')}>{last}</li>\n</ul>")


def test_spaces_behind_every_item_belong_to_the_source() -> None:
    source, html = items("Blogs", "Case studies", "Papers", last="Webinars", space="  ")
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


@pytest.mark.parametrize("spoilt", ["Case studies", "Webinars"])
def test_spaces_behind_one_item_alone_are_more_likely_missing_text(spoilt: str) -> None:
    _, html = items("Blogs", "Case studies", "Papers", last="Webinars", space="")
    assert rebuild(html).exactness == "checked"
    assert rebuild(html.replace(spoilt, spoilt[:-2])).exactness == "rebuilt"


def test_spaces_behind_the_only_item_are_more_likely_missing_text() -> None:
    assert rebuild(body(render("- Webinars")).replace("Webinars", "Webina")).exactness == "rebuilt"


def test_the_space_behind_a_mark_is_as_wide_as_told() -> None:
    source = "-   wide\n\n    and loose\n\n-   too"
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_lists_without_offsets_are_written_in_the_usual_way() -> None:
    html = body(
        '<ol start="3"><li>three<ul><li>in it</li></ul></li><li>four</li></ol>',
        "<ul><li><p>loose</p><p>of two</p></li><li><p>items</p></li></ul>",
        "<blockquote><p>quoted</p><p>twice</p></blockquote>",
    )
    rebuilt = rebuild(html)
    assert rebuilt.markdown == (
        "3. three\n   - in it\n4. four\n\n- loose\n\n  of two\n\n- items\n\n> quoted\n>\n> twice"
    )
    assert rebuilt.exactness == "rebuilt"
    assert rebuilt.warnings == ()


def test_a_list_that_begins_in_no_number_begins_with_one() -> None:
    assert rebuild(body('<ol start="-2"><li>a</li></ol>', '<ol start="x"><li>b</li></ol>')).markdown == "1. a\n\n1) b"


def test_an_item_outside_a_list_and_text_inside_one_are_items() -> None:
    assert rebuild(body("<li>alone</li>")).markdown == "- alone"
    assert rebuild(body("<ul>bare<li>item</li></ul>")).markdown == "- bare\n- item"
