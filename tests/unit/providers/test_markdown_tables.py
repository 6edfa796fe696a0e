"""Tables: alignment, bars in cells, padding, and the row of dashes that the page does not show."""

from __future__ import annotations

import pytest

from cdpwebai.demosite.markdown import render
from cdpwebai.providers.chatgpt.markdown import rebuild
from tests.unit.providers.markdown_source import Source, body


@pytest.mark.parametrize(
    "source",
    [
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "| Left | Middle | Right | None |\n| :--- | :---: | ---: | --- |\n| 1 | 2 | 3 | 4 |",
        "| Left | Right |\n|:---|---:|\n| 1 | 2 |",
        "| Left | Right |\n| :-- | --: |\n| 1 | 2 |",
        "| Name     | Value |\n| -------- | ----- |\n| short    | 1     |\n| a longer | 22    |",
        "| A |\n| --- |\n| 1 |",
        "|a|b|\n|-|-|\n|1|2|",
        "a | b\n|--|--|\n1 | 2",
        "| either \\| or | `code` |\n| --- | --- |\n| **bold** | [link](https://a.example) |",
        "| a | b |\n| --- | --- |\n|  | 2 |",
        "Words:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nMore.",
        "- item\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |\n\n- more",
    ],
)
def test_what_the_site_draws_comes_back(source: str) -> None:
    rebuilt = rebuild(body(render(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def barred(source: str) -> str:
    """A table as the live site tells it: each cell from its bar to the next, head and body for themselves."""
    told = Source(source)
    head, _, *rest = source.split("\n")
    rows = [_row(told, head, "th"), *(_row(told, row, "td") for row in rest)]
    told.at = 0
    table, thead, tbody = told(source), told(head), told("\n".join(rest))
    return (
        f'<div class="tableContainer"><div class="tableWrapper" tabindex="-1"><table class="w-fit"{table}>'
        f"<thead{thead}>\n{rows[0]}\n</thead>\n<tbody{tbody}>\n{''.join(rows[1:])}</tbody>\n</table></div></div>"
    )


def _row(told: Source, row: str, tag: str) -> str:
    attributes = told(row)
    cells = [f"|{cell}" for cell in row.strip("|").split("|")]
    cells[-1] += "|"
    drawn = [f'<{tag} data-col-size="sm"{told(cell)}>{cell.strip("| ")}</{tag}>\n' for cell in cells]
    return f"<tr{attributes}>\n{''.join(drawn)}</tr>\n"


@pytest.mark.parametrize(
    "source",
    [
        "| Time | Event |\n| --- | --- |\n| 16:00 | Issue started |\n| 16:01–16:05 | 🚀 |",
        "| Setting   | Value |\n| --------- | ----- |\n| Command   | x     |\n| Directory | y     |",
        "| 项目 | 功能 |\n| ---- | ---- |\n| 一 | 每个核一个 |",
    ],
)
def test_cells_told_with_their_bars_come_back(source: str) -> None:
    rebuilt = rebuild(body(barred(source)))
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_padding_explains_nothing_where_the_columns_are_not_even() -> None:
    html = body(barred("| Time | Event |\n| --- | --- |\n| 16:00 | Issue started |"))
    assert rebuild(html).exactness == "checked"
    assert rebuild(html.replace("Issue started", "Issue")).exactness == "rebuilt"


@pytest.mark.parametrize(
    "gone", ['</tr>\n<tr data-start="26" data-end="35"><td', '<td data-start="32" data-end="33">2</td>']
)
def test_a_table_that_lacks_a_row_or_a_cell_is_not_checked(gone: str) -> None:
    html = body(render("| a | b |\n| --- | --- |\n| 1 | 2 |"))
    assert rebuild(html).exactness == "checked"
    row = html.index("<tbody") if gone.startswith("</tr>") else html.index("<td")
    assert rebuild(html[:row]).exactness == "rebuilt"


def test_rows_of_different_lengths_are_written_but_not_checked() -> None:
    html = body(render("| a | b |\n| --- | --- |\n| 1 | 2 |")).replace('<td data-start="30" data-end="31">2</td>', "")
    rebuilt = rebuild(html)
    assert rebuilt.markdown.endswith("| 1     |")
    assert rebuilt.exactness == "rebuilt"


def test_a_line_break_in_a_cell_is_written_as_the_source_must_have_it() -> None:
    source = "| a |\n| --- |\n| one<br>two |"
    told = Source(source)
    html = body(
        f"<table{told(source)}><thead{told('| a |')}><tr{told('| a |')}><th{told('| a |')}>a</th></tr></thead>",
        f"<tbody{told('| one<br>two |')}><tr{told('| one<br>two |')}><td{told('| one<br>two |')}>one<br>two</td></tr>",
        "</tbody></table>",
    )
    rebuilt = rebuild(html)
    assert (rebuilt.markdown, rebuilt.exactness) == (source, "checked")


def test_tables_without_offsets_are_written_in_the_usual_way() -> None:
    html = body(
        '<table><thead><tr><th>a</th><th style="text-align: center">b|c</th></tr></thead>'
        "<tbody><tr><td><p>one</p></td><td><ul><li>x</li></ul></td></tr></tbody></table>"
    )
    assert rebuild(html).markdown == "| a | b\\|c |\n| --- | :---: |\n| one | x |"
    assert rebuild(html).text == "a\tb|c\none\tx"
