"""Reads a form with a file while it arrives: the fields first, then the file piece by piece."""

import re
from collections.abc import Mapping

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser

from rookiebattle.core.errors import BadRequest

FILE = "file"
MOST_PARTS, LONGEST_FIELD = 40, 4096
MOST_BEFORE_FILE = 64 * 1024
"""Anybody may send a form. Reading costs time before the fields prove that the file is awaited."""
LONGEST_TYPE = 200
BOUNDARY = re.compile(r';[ \t]*boundary="?([^";]*[^"; ])', re.IGNORECASE)
NAME = re.compile(rb';[ \t]*name="?([^";]*)', re.IGNORECASE)
UNREADABLE = "The form could not be read."


def boundary_of(content_type: str) -> str:
    """The text between the parts of a form. Raises BadRequest for what is no form."""
    kind, _, _ = content_type.partition(";")
    told = BOUNDARY.search(content_type) if len(content_type) <= LONGEST_TYPE else None
    if told is None or kind.strip().lower() != "multipart/form-data":
        raise BadRequest(UNREADABLE)
    return told[1]


class FormReader:
    """Reads a form. S3 ignores what stands after the file, and so does this."""

    def __init__(self, boundary: str) -> None:
        self._fields: dict[str, str] = {}
        self._part = _Part()
        self._pieces: list[bytes] = []
        self._parts = self._read = 0
        self.has_file = self.is_whole = False
        try:
            self._parser = MultipartParser(
                boundary,
                {
                    "on_part_begin": self._begin,
                    "on_header_field": lambda data, start, end: self._part.name(data[start:end]),
                    "on_header_value": lambda data, start, end: self._part.value(data[start:end]),
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._begin_content,
                    "on_part_data": lambda data, start, end: self._take(data[start:end]),
                    "on_part_end": self._end,
                },
            )
        except (FormParserError, ValueError) as wrong:
            raise BadRequest(UNREADABLE) from wrong

    @property
    def fields(self) -> Mapping[str, str]:
        """The fields before the file."""
        return self._fields

    def feed(self, piece: bytes) -> bytes:
        """Read on; returns what of the file is in this piece. Raises BadRequest."""
        self._pieces.clear()
        rest = piece if self.has_file else self._read_fields(piece)
        self._write(rest)
        return b"".join(self._pieces)

    def _read_fields(self, piece: bytes) -> bytes:
        """Read as much as may stand before the file; returns the rest, which is the file's."""
        most = MOST_BEFORE_FILE - self._read
        self._read += len(piece)
        self._write(piece[:most])
        if len(piece) > most and not self.has_file:
            raise BadRequest(UNREADABLE)
        return piece[most:]

    def _write(self, piece: bytes) -> None:
        try:
            self._parser.write(piece)
        except (FormParserError, ValueError) as wrong:
            raise BadRequest(UNREADABLE) from wrong

    def _begin(self) -> None:
        # Parts may repeat a name, so the fields are no measure of them.
        self._parts += 1
        if self._parts > MOST_PARTS:
            raise BadRequest(UNREADABLE)
        self._part = _Part()

    def _end_header(self) -> None:
        self._part.end_header()

    def _begin_content(self) -> None:
        if self._part.field == FILE:
            self.has_file = True

    def _take(self, data: bytes) -> None:
        if self.is_whole:
            return
        if self.has_file:
            self._pieces.append(data)
        else:
            self._part.content += data
            if len(self._part.content) > LONGEST_FIELD:
                raise BadRequest(UNREADABLE)

    def _end(self) -> None:
        if self.has_file:
            self.is_whole = True
        else:
            self._fields[self._part.field] = self._part.content.decode("utf-8", "replace")


class _Part:
    """One part of a form: the headers that stand before its content, and the content of a field."""

    def __init__(self) -> None:
        self.field, self.content = "", b""
        self._name, self._value = b"", b""

    def name(self, data: bytes) -> None:
        self._name += data

    def value(self, data: bytes) -> None:
        self._value += data

    def end_header(self) -> None:
        if self._name.lower() == b"content-disposition":
            named = NAME.search(self._value)
            self.field = named[1].decode("utf-8", "replace") if named else ""
        self._name, self._value = b"", b""
