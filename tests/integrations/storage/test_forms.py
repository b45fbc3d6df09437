"""Forms with a file are read while they arrive, and strangers cannot make that expensive."""

import pytest
from python_multipart.multipart import MultipartParser

from rookiebattle.core.errors import BadRequest
from rookiebattle.integrations.storage import forms
from rookiebattle.integrations.storage.forms import FormReader, boundary_of

FIELD = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
FILE = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%s\r\n--x--\r\n'


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ("multipart/form-data; boundary=x", "x"),
        ("Multipart/Form-Data;boundary=--web-1a ", "--web-1a"),
        ('multipart/form-data; charset=utf-8; Boundary="a b:c"; more=1', "a b:c"),
    ],
)
def test_the_boundary_is_read(content_type: str, boundary: str) -> None:
    assert boundary_of(content_type) == boundary


@pytest.mark.parametrize(
    "content_type",
    [
        *("", "multipart/form-data", "multipart/form-data; boundary=", "text/plain; boundary=x"),
        *("multipart/form-data; xboundary=x", 'multipart/form-data; boundary=" "'),
        # A header parser that looks at all parameters again for each one would take a second.
        "multipart/form-data" + ";" * 100_000 + "boundary=x",
        "multipart/form-data; boundary=" + "x" * forms.LONGEST_TYPE,
    ],
)
def test_what_names_no_boundary_is_no_form(content_type: str) -> None:
    with pytest.raises(BadRequest):
        boundary_of(content_type)


def fed(whole: bytes, length: int) -> tuple[FormReader, bytes]:
    """A reader of this form in pieces of this length, and what it found of the file."""
    reader, file = FormReader("x"), b""
    for at in range(0, len(whole), length):
        file += reader.feed(whole[at : at + length])
    return reader, file


@pytest.mark.parametrize("length", [1, 7, 100_000])
def test_a_form_is_read_in_pieces_of_any_length(length: int) -> None:
    content = bytes(range(256)) * 600
    whole = FIELD % (b"key", "größer".encode()) + FIELD % (b"type", b"") + FILE % content
    reader, file = fed(whole, length)
    assert (file, reader.is_whole) == (content, True)
    assert reader.fields == {"key": "größer", "type": ""}


def test_parts_with_one_name_are_counted() -> None:
    FormReader("x").feed(FIELD % (b"a", b"") * forms.MOST_PARTS)
    with pytest.raises(BadRequest):
        FormReader("x").feed(FIELD % (b"a", b"") * (forms.MOST_PARTS + 1))
    after = FormReader("x")
    after.feed((FILE % b"content").replace(b"--x--\r\n", b""))
    with pytest.raises(BadRequest):
        after.feed(FIELD % (b"a", b"") * forms.MOST_PARTS)


def test_little_is_read_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths, write = list[int](), MultipartParser.write

    def counted(parser: MultipartParser, data: bytes) -> int:
        lengths.append(len(data))
        return write(parser, data)

    monkeypatch.setattr(MultipartParser, "write", counted)
    fields = FIELD % (b"a", bytes(4000)) * (forms.MOST_PARTS - 1)
    for length in (1000, len(fields)):
        lengths.clear()
        with pytest.raises(BadRequest):
            fed(fields, length)
        assert sum(lengths) <= forms.MOST_BEFORE_FILE
