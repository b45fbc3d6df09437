"""The words that a text is found by, and the order of titles. Pure."""

import re
import unicodedata

from rookiebattle.resources.models import LONGEST_WORD

MOST_SOUGHT = 6
_WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """Without capitals and accents: 'Übung' is found by 'ubung'."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def sort_key(title: str) -> str:
    """What lists are ordered by; it fits its column."""
    return folded(title)[:255]


def words_of(*texts: str | None) -> list[str]:
    """The different words of the texts, in order."""
    whole = folded(" ".join(text for text in texts if text))
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in _WORD.findall(whole)))


def sought(text: str) -> list[str]:
    """The beginnings of words that somebody looks for, longest (most telling) first."""
    return sorted(words_of(text), key=len, reverse=True)[:MOST_SOUGHT]
