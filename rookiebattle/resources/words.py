"""Turns texts into the words of the search index, and titles into their sort key. Pure."""

import re

from rookiebattle.core.text import folded
from rookiebattle.resources.models import LONGEST_WORD

MOST_SOUGHT = 6
_WORD = re.compile(r"\w+")


def sort_key(title: str) -> str:
    """The key that orders a title; cut to the length of its column."""
    return folded(title)[:255]


def words_of(*texts: str | None) -> list[str]:
    """The different words of the texts, in order."""
    whole = folded(" ".join(text for text in texts if text))
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in _WORD.findall(whole)))


def sought(text: str) -> list[str]:
    """The words of a search, longest first, because long ones match the fewest resources."""
    return sorted(words_of(text), key=len, reverse=True)[:MOST_SOUGHT]
