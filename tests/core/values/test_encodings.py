"""The text of files in the encodings that spreadsheets write."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.errors import Invalid
from rookiebattle.core.values.encodings import EMPTY, NO_TEXT, UNICODE, WORKBOOK, decoded

NAMES = "Email;Name\na@example.org;José Núñez\nb@example.org;Zoë O’Brien\n"


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", UNICODE),
        ("utf-8-sig", UNICODE),
        ("utf-16", UNICODE),
        ("utf-16-le", UNICODE),
        ("utf-16-be", UNICODE),
        ("utf-32", UNICODE),
        ("cp1252", "Windows-1252"),
        ("mac_roman", "Mac Roman"),
    ],
)
def test_every_encoding_gives_the_same_text(encoding: str, told: str) -> None:
    found = decoded(NAMES.encode(encoding))
    assert (found.text, found.encoding) == (NAMES, told)


@pytest.mark.parametrize(
    ("encoding", "name"), [("cp1250", "Łukasz Žižka"), ("cp1251", "Иван Петров")]
)
def test_other_alphabets_are_guessed(encoding: str, name: str) -> None:
    assert name in decoded(f"Email;Name\na@example.org;{name}\n".encode(encoding)).text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", EMPTY),
        (b" \r\n", EMPTY),
        (b"PK\x03\x04rest of a workbook", WORKBOOK),
        (b"\xd0\xcf\x11\xe0rest of a workbook", WORKBOOK),
        (b"\x01\x02\x03 program \x00" + b"x" * 100, NO_TEXT),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", NO_TEXT),
    ],
)
def test_what_is_no_text_is_refused_with_a_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence.split(".", maxsplit=1)[0]):
        decoded(content)


@given(st.binary(max_size=300))
def test_no_bytes_cause_another_error(content: bytes) -> None:
    with suppress(Invalid):
        decoded(content)


def test_a_zero_character_in_one_cell_leaves_the_file_as_it_is() -> None:
    content = NAMES.replace("José", "Jo\0sé")
    assert decoded(content.encode()).text == content
    assert decoded(content.encode("cp1252")).text == content
