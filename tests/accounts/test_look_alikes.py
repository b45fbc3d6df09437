"""Skeletons of names, the scripts of their letters, and the tables behind both."""

import hashlib
import sys
from itertools import pairwise

import pytest

from rookiebattle.accounts import look_alikes
from rookiebattle.accounts.look_alikes import is_of_one_script, script_of, skeleton
from rookiebattle.accounts.naming import name_key

# Of the keys of all characters below U+20000.
DIGEST = "68403c2098c17fcfcaefccc910ff5fc11a70b54c7a7aa89936f9cf4239c191ad"


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Heron", "hEr\u043en"),
        ("Zoe", "Zo\u00eb"),
        ("Ivan", "lvan"),
        ("Bill", "B1|I"),
        ("Oak", "0ak"),
        ("Mira", "rnira"),
        ("\u0412\u0435\u0440\u0430", "Bepa"),
        ("\u0412\u0435\u0440\u0430", "\u0432\u0435\u0440\u0430"),
        ("\u039d\u0399\u039a", "NIK"),
        ("\u13a0\u13d2", "DR"),
        ("\ua4d0\ua4d1", "BP"),
        ("Mike", "\u00b5ike"),
        ("Admin", "ᴀᴅᴍɪɴ"),
        ("Quiver", "ꞯᴜɪᴠᴇʀ"),
        ("Heron", "🄷🄴🅁🄾🄽"),
        ("Heron", "🅗🅔🅡🅞🅝"),
        ("Heron", "🅷🅴🆁🅾🅽"),
        ("Heron", "🇭🇪🇷🇴🇳"),
        ("Heron 5", "ʜᴇʀᴏɴ ❺"),
        ("Heron", "ħėɾøɲ"),
        ("Ace", "ⱥᶝᶒ"),
    ],
)
def test_names_that_look_alike_have_one_key(name: str, twin: str) -> None:
    assert name_key(name) == name_key(twin)


def test_names_that_look_different_have_different_keys() -> None:
    names = (
        "Nick",
        "Vick",
        "Yma",
        "Uma",
        "Dan",
        "Ban",
        "Rook",
        "Book",
        "李",
        "木",
        "!!!",
        "???",
        "E",
        "3",
        "A",
        "4",
    )
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        *("Heron", "Zoë 2", "Iván-Łukasz", "Иван", "Νίκος", "ᏣᎳᎩ", "राम", "شیر", "!!!", "🦊 42"),
        *("李小龙", "さくら", "サクラ", "桜の木", "コーヒー", "김철수", "ㄅㄆㄇ"),
        *("李ㄅ", "김李", "Ken 桜のコ"),
        *("Ken 李", "Kenサクラ", "Mina 김", "Mei ㄇㄟ", "T\u30fc1"),
    ],
)
def test_one_script_and_the_scripts_of_one_language_are_fine(name: str) -> None:
    assert is_of_one_script(name)


@pytest.mark.parametrize(
    "name",
    [
        *("\u13aadministrator", "H\u0435ron", "N\u03b9ck", "Ив\u0061н", "Иван 李", "Ken\u05d0"),
        *("サクラ김", "ㄅサ", "Νίκος-Heron"),
    ],
)
def test_letters_of_several_alphabets_are_noticed(name: str) -> None:
    assert not is_of_one_script(name)


def test_a_skeleton_of_a_skeleton_is_the_same() -> None:
    """A look in the table that the table changes again would give look-alikes two keys."""
    for sign, look in look_alikes._LOOKS.items():
        assert skeleton(look) == look, hex(sign)
        assert skeleton(chr(sign)) == look, hex(sign)


def test_no_two_ranges_of_scripts_overlap() -> None:
    ranges = look_alikes._RANGES
    assert all(before[1] < after[0] for before, after in pairwise(ranges))
    assert (script_of("A"), script_of("z"), script_of("\u0430")) == ("Latin", "Latin", "Cyrillic")
    assert [script_of(sign) for sign in (" ", "1", "\u0301", "\U0010ffff")] == [""] * 4


def test_stored_keys_are_still_those_of_the_code() -> None:
    """Stored keys that differ from the code's would let two members have one name."""
    digest = hashlib.sha256()
    for number in range(0x20, 0x20000):
        if not 0xD800 <= number < 0xE000:
            digest.update(name_key(chr(number)).encode())
    assert digest.hexdigest() == DIGEST, (
        f"The keys of names changed on Python {sys.version}: write a migration such as 0018, which "
        "makes them again, and put the new digest here."
    )
