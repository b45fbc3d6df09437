"""The text of a file whose encoding nobody states, as spreadsheets and calendars write them. Pure.

Unicode is recognized for certain. Older encodings are guessed, and the reader is told which.
"""

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from rookiebattle.core.errors import Invalid

UNICODE = "Unicode"
WORKBOOK = "This is a workbook, not a CSV file. In the spreadsheet, choose “Save as” and then CSV."
NO_TEXT = "We can’t read this file as text."
EMPTY = "This file is empty."
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WESTERN = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman"}
_OTHERS = {
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp932": "Shift JIS",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "cp949": "Korean",
}
_NEAR = "cp1250"
_FAR = _OTHERS.keys() - {_NEAR}
_CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1f]")
_RUN = re.compile(rb"[\x80-\xff]{3}")
# A sample of this size is enough to guess from, and bounds the time that guessing takes.
_LOOKED_AT, _SAMPLE = 1_000, 32_000
# One of so many bytes is zero in a text of 16 bits at least.
_FEW = 10
_MONEY = "€£¢"
_SIGNS = frozenset("’‘“”–—…•€£¢©®™°·«»¿¡§\u00a0")
_LETTERS = frozenset("ŠŽŒšžœŸ") | {chr(one) for one in range(0xC0, 0x100)} - {"×", "÷"}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, and the encoding in words; UNICODE when it is certain."""

    text: str
    encoding: str = UNICODE


def decoded(content: bytes) -> Decoded:
    """The text of a file. Raises Invalid for one that is empty, a workbook, or no text at all."""
    if not content.strip():
        raise Invalid(EMPTY)
    if content.startswith(_WORKBOOKS):
        raise Invalid(WORKBOOK)
    found = _unicode(content) or _older(content)
    if found is None or _is_binary(found.text):
        raise Invalid(NO_TEXT)
    return found


def _is_binary(text: str) -> bool:
    """Whether this is a program or a picture: zero characters, and many other control characters.

    Databases leave single zero characters in the cells of a table.
    """
    return "\0" in text and len(_CONTROLS.findall(text)) * 100 > len(text)


def _unicode(content: bytes) -> Decoded | None:
    start = content[:_LOOKED_AT]
    marked = next((name for mark, name in _MARKS if start.startswith(mark)), "")
    found = _attempt(content, marked) if marked else _wide(content, start)
    return found or _attempt(content, "utf-8")


def _wide(content: bytes, start: bytes) -> Decoded | None:
    """A text in UTF-16 without a mark: most second bytes of American text are zero."""
    later, sooner = start[1::2].count(0), start[::2].count(0)
    if max(later, sooner) * 2 * _FEW < len(start):
        return None
    found = _attempt(content, "utf-16-le" if later >= sooner else "utf-16-be")
    return None if found and "\0" in found.text else found


def _attempt(content: bytes, encoding: str, words: str = UNICODE) -> Decoded | None:
    try:
        return Decoded(content.decode(encoding).lstrip("\ufeff"), words)
    except UnicodeError:
        return None


def _older(content: bytes) -> Decoded | None:
    """The text in an encoding from before Unicode.

    The two of the West come first, as long as what they read looks like names: guessing by
    frequency, as the library does, would read 'Núñez' as Polish.
    """
    sample = _foreign_part(content)
    for name, words in _WESTERN.items():
        tried = _attempt(sample, name)
        if tried and _looks_western(tried.text):
            return _attempt(content, name, words)
    # A word without any ASCII letter is not of the West or the middle of Europe.
    names = [*_FAR] if _RUN.search(sample) else [*_WESTERN, _NEAR]
    best = from_bytes(sample, cp_isolation=names).best()
    guess = best.encoding if best and best.encoding in names else "cp1252"
    return _attempt(content, guess, (_WESTERN | _OTHERS)[guess])


def _foreign_part(content: bytes) -> bytes:
    """The lines with other bytes than ASCII: the rest says nothing about the encoding."""
    return b"\n".join(line for line in content.splitlines() if not line.isascii())[:_SAMPLE]


def _looks_western(text: str) -> bool:
    """Whether all that is not ASCII stands where Western names have it."""
    framed = f" {text} "
    return all(
        char.isascii() or _is_in_place(before, char, after)
        for before, char, after in zip(framed, framed[1:], framed[2:], strict=False)
    )


def _is_in_place(before: str, char: str, after: str) -> bool:
    if char in _SIGNS:
        is_inside = before.isalpha() and after.isalpha()
        return char in "’‘" or not (is_inside or (char in _MONEY and after.isalpha()))
    is_capital_inside = char.isupper() and before.islower()
    is_in_a_run = not before.isascii() and not after.isascii()
    return char in _LETTERS and not is_capital_inside and not is_in_a_run
