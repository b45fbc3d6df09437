"""The text of HTML in descriptions."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.values.html_text import text_of_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("Plain, 3 < 4", "Plain, 3 < 4"),
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("One<br>Two<br/>Three", "One\nTwo\nThree"),
        ("<ul><li>A</li><li>B</li></ul>", "A\n\nB"),
        ("<b>Fish &amp; chips</b>", "Fish & chips"),
        ("<a href='https://example.org/x'>here</a>", "here (https://example.org/x)"),
        ("<a href='https://example.org'>https://example.org</a>", "https://example.org"),
        ("<a href='javascript:alert(1)'>here</a>", "here"),
        ("<p>Hi<script>alert(1)</script><style>p{}</style></p>", "Hi"),
        ("<p>unclosed <b>bold", "unclosed bold"),
        ("<!DOCTYPE html><html><head><title>No</title></head><p>Yes</p></html>", "Yes"),
        ("<p>One <!-- <b>no</b> -->two <!-- unclosed</p>", "One two <!-- unclosed"),
        ("<a class=x HREF=http://example.org/?a=1&amp;b=2>go", "go"),
        (
            "<a class=x HREF=http://example.org/?a=1&amp;b=2>go</a>",
            "go (http://example.org/?a=1&b=2)",
        ),
        ("<p>A   \n   B</p>", "A\nB"),
    ],
)
def test_tags_go_and_words_stay(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize(
    "piece", [" ", "<!--", "<![CDATA[", "<!", "<?", "</a", "<a b='", "<", "&", "<a href=http://x>y"]
)
def test_tangled_texts_take_no_longer_than_others(piece: str) -> None:
    began = time.thread_time()
    text_of_html("<b>x</b>" + piece * (100_000 // len(piece)))
    assert time.thread_time() - began < 1


@given(st.text(alphabet="<>/abp rs=\"'&;#x!-\n", max_size=80))
def test_nothing_breaks_it(text: str) -> None:
    text_of_html(f"<p>{text}")
