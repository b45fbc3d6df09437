"""Characters that look alike, and the scripts that letters belong to, after UTS 39. Pure."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from rookiebattle.core.values.text import is_invisible

# Sets of scripts that one language uses together: UTS 39 calls them 'highly restrictive'.
WRITTEN_TOGETHER = (
    frozenset({"Latin", "Han", "Hiragana", "Katakana"}),
    frozenset({"Latin", "Han", "Bopomofo"}),
    frozenset({"Latin", "Han", "Hangul"}),
)
# Digits, signs and turned letters that stand for letters where somebody wants to be misread. They
# are no part of a skeleton: 'Heron 3' and 'Heron E' are two names.
_MASKS = {
    ord(mask): letter
    for letter, masks in {
        "a": "4@^ɐɒ∀∆Λ",
        "b": "8฿",
        "c": "(<{¢©ɔ",
        "d": "ÐðΔ",
        "e": "3€£ǝəɘ∃∑Σ",
        "f": "ƒɟ",
        "g": "69",
        "h": "#ɥ",
        "i": "1!|¡ᴉ",
        "m": "ɯ",
        "n": "И∩",
        "o": "0°¤◯○●⭕Ωσ",
        "r": "®ɹЯ",
        "s": "5$§",
        "t": "7+†ʇ",
        "u": "∪ʌ",
        "v": "√",
        "w": "ʍɰ",
        "y": "¥ʎ",
        "z": "2",
    }.items()
    for mask in masks
}
_PAIRS = (("cl", "d"), ("vv", "w"))


def _lines(name: str) -> Iterator[tuple[str, list[str]]]:
    """The lines of a table: what stands before the colon, and the words after it."""
    text = Path(__file__).with_name(name).read_text(encoding="ascii")
    for line in text.splitlines():
        if not line.startswith("#"):
            head, _, words = line.partition(": ")
            yield head, words.split()


def _looks() -> dict[int, str]:
    return {
        int(word, 16): "".join(chr(int(one, 16)) for one in look.split("+"))
        for look, words in _lines("look_alikes.txt")
        for word in words
    }


def _ranges() -> list[tuple[int, int, str]]:
    """The first and last character of each range, and its script, in order."""
    ends = ((word.split("-"), script) for script, words in _lines("scripts.txt") for word in words)
    return sorted((int(of[0], 16), int(of[-1], 16), script) for of, script in ends)


_LOOKS, _RANGES = _looks(), _ranges()
_STARTS = [first for first, _, _ in _RANGES]


# A name is also looked at letter by letter, and a file of names repeats the same letters.
@lru_cache(maxsize=2_000)
def skeleton(text: str) -> str:
    """A text that is equal for two texts that look alike, whatever their case and accents."""
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    inked = (one for one in small if unicodedata.category(one) != "Mn" and not is_invisible(one))
    return "".join(inked).translate(_LOOKS)


def unmasked(text: str) -> str:
    """The text with letters in the place of what stands for them: '4dm1n' and '@dmin' are 'admin'.

    Words are left as they are, and so is a capital at the start of one.
    """
    plain = unicodedata.normalize("NFKD", text).translate(_MASKS)
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain


def script_of(sign: str) -> str:
    """The script of a character; empty for one that several scripts share, such as a digit."""
    place = bisect_right(_STARTS, ord(sign)) - 1
    first, last, script = _RANGES[max(place, 0)]
    return script if first <= ord(sign) <= last else ""


def is_of_one_script(text: str) -> bool:
    """Whether one language is written like this: in one script, or in scripts used together."""
    scripts = {script_of(sign) for sign in text} - {""}
    return len(scripts) <= 1 or any(scripts <= together for together in WRITTEN_TOGETHER)
