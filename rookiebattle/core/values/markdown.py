"""Markdown of the club as HTML: tags stay words, and no picture comes from elsewhere. Pure.

`markdown_it` is loaded with the first text, so that a start does not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_QUOTE = "blockquote_open", "blockquote_close"


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def tokens_of_markdown(text: str) -> list[Token]:
    """The parts of a text, for what draws it otherwise than as HTML."""
    return _markdown().parse(text)


def html_of_markdown(text: str) -> str:
    """The HTML. Links lead to no script; headings move down a step, below the title of a page."""
    tokens = tokens_of_markdown(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
    return str(_markdown().renderer.render(tokens, _markdown().options, {}))


def words_of_markdown(text: str) -> tuple[str, str]:
    """The words as they are read, without their marks: those of all quotes, and all others.

    Both are on one line, with one space between two words.
    """
    quoted, others, depth = list[str](), list[str](), 0
    for token in tokens_of_markdown(text):
        depth += (token.type == _QUOTE[0]) - (token.type == _QUOTE[1])
        (quoted if depth else others).extend(_words(token))
    return " ".join(quoted), " ".join(others)


def _words(token: Token) -> Iterator[str]:
    if token.type in ("code_block", "fence"):
        yield from token.content.split()
    # A mark may stand inside of a word, so the texts of a line are joined before they are split.
    inline = token.children or ()
    yield from "".join(one.content or " " * one.type.endswith("break") for one in inline).split()
