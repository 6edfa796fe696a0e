"""The record and the page: the same words in order, whatever is drawn around them."""

import pytest

from cdpwebai.flows.agreement import agrees


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("one, two", "one, two"),
        ("**bold** and `code`", "bold and code"),
        ("[the site](https://example.org/a?b=c)", "the site"),
        ("```python\nprint(1)\n```\n\nEnd.", "pythonCopy codeprint(1)End."),
        ("````markdown\n```js\nlet x;\n```\n````", "Copy code```jslet x;```"),
        ("Inline $a_1 + b$ and\n\n$$\n\\frac{1}{2}\n$$", "Inline a1+ba_1 + ba1+b and12\\frac{1}{2}12"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "ab12"),
        ("1. one\n2. two", "one\ntwo"),
        ("AT&amp;T", "AT&T"),
        ("한국어 답", "한국어답"),
        ("`a<b>` c", "a<b> c"),
        ("# H\n\n> quote\n\n- a\n- b\n\n1. x\n2. y", "H\nquote\na\nb\nx\ny"),
        ("Heading\n===\n\ntext", "Heading\ntext"),
        ("see [x](http://example.org) now", "see x now"),
        ("see <https://example.org/> now", "see https://example.org/ now"),
        ("```python\n# c\n- 1\nx = 'a<b>'\n```\nend", "python\nCopy code\n# c\n- 1\nx = 'a<b>'\nend"),
        ("one ![](), two", "one Water +1, two"),
        ("price $5 and $6", "price $5 and $6"),
        ("- -1\n- 2", "-1\n2"),
        ("- [x] done\n- [ ] to do", "done\nto do"),
        ("- [x] done\n- [ ] to do", "[x] done\n[ ] to do"),
        ("1\\. x and a\\*b", "1. x and a*b"),
        ("It costs **1.50**, at 10:30, 3/4 of 1,000.", "It costs 1.50, at 10:30, 3/4 of 1,000."),
        ("1. 5\n2. 6", "5\n6"),
        ("It is 5.\n\n3 more.", "It is 5.\n3 more."),
        ("$1{,}000 \\cdot 3.14$", "1,000⋅3.141{,}000 \\cdot 3.141,000⋅3.14"),
        ("```sh\nrm -rf /tmp/a\n```\nand\n```\n\tx[1]\n```", "sh\nCopy code\nrm -rf /tmp/a\nand\nCopy code\n    x[1]"),
        ("- a\n   ```\n   x = 1\n```\n**b**", "a\nCopy code\nx = 1\nb"),
        ("", ""),
    ],
)
def test_what_is_the_same_answer_agrees(markdown: str, shown: str) -> None:
    assert agrees(markdown, shown)


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("The answer is A.", "The answer is B."),
        ("one, two, three", "one, two"),
        ("three two one", "one two three"),
        ("short", "short " + "and much more of another answer " * 10),
        ("something", ""),
        ("", "something"),
        ("one, two", "one, two, three"),
        ("The result is 42.", "The result is 42. Correction: it is 43."),
        ("we can recommend it", "we cannot recommend it"),
        ("x = 1", "x = -1"),
        ("a > b", "a < b"),
        ("see [x](http://example.org) now", "see x never, " + "never " * 20 + "now"),
        ("```python\nx = 1\n```", "python\nx = 2"),
        ("It costs 150 now.", "It costs 1.50 now."),
        ("At 10:30.", "At 1030."),
        ("3/4 of it", "3.4 of it"),
        ("```python\nx[1]\n```", "python\nx(1)"),
        ("```sh\nrm a* b\n```", "sh\nrm a b"),
        ("```\na.b\n```\n```\na;b\n```", "a;b\na.b"),
    ],
)
def test_what_is_another_answer_does_not(markdown: str, shown: str) -> None:
    assert not agrees(markdown, shown)


def test_a_megabyte_is_compared_in_one_pass() -> None:
    text = "".join(f"Line number {number}.\n" for number in range(40_000))
    assert agrees(text, text)
    assert not agrees(text + "the end", text)
