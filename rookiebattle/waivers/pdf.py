"""The file of a signed waiver: the text as it was signed, and who signed it when.

`fpdf` and `fontTools` are loaded with the first file, so that a start does not wait for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from rookiebattle.core.errors import Unavailable
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.markdown import tokens_of_markdown
from rookiebattle.settings import get_settings
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import STROKE_HEIGHT, STROKE_WIDTH
from rookiebattle.waivers.wording import version_words

if TYPE_CHECKING:
    from fpdf import FPDF
    from markdown_it.token import Token

FILE_LATER = "The file can’t be made right now. The signature counts; please try again later."
FONT = Path(__file__).parents[2] / "assets" / "fonts" / "source-sans-3.woff2"
FAMILY, SIZE, LINE = "sans", 11, 1.35
NOTICE = 5
"""Points by which a quote, which holds the notice for guardians, is larger than all other text."""
MARGIN, INDENT = 20, 6
"""Millimeters."""
_POINT = 25.4 / 72
_PAIR = re.compile(r"([ML])(\d+) (\d+)")


@dataclass(frozen=True, slots=True)
class Proof:
    """A signature and the text that was signed. The instants are in the zone of the club.

    `device` says whose device it was signed on, unless it was the signer's.
    """

    form: Form
    version: int
    text: str
    sha256: str
    subject: str
    signer: str
    is_for_other: bool
    signed_at: datetime
    ends_at: datetime
    stroke: str
    id: str
    device: str = ""


class Block(NamedTuple):
    """A paragraph of the text: its words, their size in points, and how far it stands in."""

    words: str
    size: int = SIZE
    depth: int = 0
    is_heading: bool = False


def pdf_of(proof: Proof) -> bytes:
    """The file. Raises Unavailable when it cannot be made."""
    from fpdf.errors import FPDFException

    try:
        return _drawn(proof)
    except (FPDFException, OSError) as error:
        raise Unavailable(FILE_LATER) from error


def _drawn(proof: Proof) -> bytes:
    from fpdf import FPDF

    what, pdf = version_words(proof.form, proof.version), FPDF(format="letter")
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(auto=True, margin=MARGIN)
    pdf.add_font(FAMILY, fname=_font().file)
    pdf.set_title(what)
    pdf.set_lang("en-US")
    pdf.set_creation_date(proof.signed_at.astimezone(UTC))
    pdf.add_page()
    _write(pdf, Block(get_settings().org_name))
    _write(pdf, Block(what, is_heading=True))
    for block in blocks_of(proof.text):
        _write(pdf, block)
    _sign(pdf, proof)
    return bytes(pdf.output())


def _sign(pdf: FPDF, proof: Proof) -> None:
    """The end of the file, on one page: the stroke, and a line for each fact."""
    pdf.set_auto_page_break(auto=True, margin=MARGIN)
    if pdf.will_page_break(80):
        pdf.add_page()
    _write(pdf, Block("Signature", is_heading=True))
    if proof.stroke:
        _draw_stroke(pdf, proof.stroke)
    for line in facts_of(proof):
        _write(pdf, Block(line))


def facts_of(proof: Proof) -> list[str]:
    """The facts of a signature: whose it is, for whom, when, and of which text."""
    for_whom = f" for {proof.subject}" if proof.is_for_other else ""
    at = proof.signed_at
    device = [f"On the device of the club’s gate: {proof.device}"] if proof.device else []
    return [
        f"Signed by {proof.signer}{for_whom}",
        f"On {date_words(at.date())} at {at:%H:%M:%S} ({at.tzname()}, UTC{at:%z})",
        *device,
        f"Valid until {date_words(proof.ends_at.date())}",
        f"Number of the signature: {proof.id}",
        f"SHA-256 of the text: {proof.sha256}",
    ]


def blocks_of(text: str) -> Iterator[Block]:
    """The paragraphs of a Markdown text; a quote is larger than all other text."""
    quotes = depth = level = 0
    mark = ""
    for token in tokens_of_markdown(text):
        quotes += token.nesting if token.type.startswith("blockquote_") else 0
        depth += token.nesting if token.type.startswith("list_item_") else 0
        level += token.nesting if token.type.startswith("heading_") else 0
        if token.type == "list_item_open":
            mark = f"{token.info}. " if token.info else "• "
        if words := "".join(_words(token)):
            yield Block(mark + words, SIZE + NOTICE * bool(quotes), depth, bool(level))
            mark = ""


def _words(token: Token) -> Iterator[str]:
    for one in token.children or ():
        yield one.content or "\n" * one.type.endswith("break")
    if token.type in ("code_block", "fence"):
        yield token.content


def _write(pdf: FPDF, block: Block) -> None:
    pdf.set_font(FAMILY, "U" if block.is_heading else "", block.size)
    pdf.set_x(MARGIN + INDENT * block.depth)
    height = block.size * _POINT * LINE
    pdf.multi_cell(0, height, drawable(block.words), new_x="LMARGIN", new_y="NEXT", align="L")
    pdf.ln(height / 3)


def _draw_stroke(pdf: FPDF, stroke: str) -> None:
    width = 80.0
    scale, top = width / STROKE_WIDTH, pdf.get_y()
    at = None
    for sign, x, y in _PAIR.findall(stroke):
        to = MARGIN + min(int(x), STROKE_WIDTH) * scale, top + min(int(y), STROKE_HEIGHT) * scale
        if sign == "L" and at:
            pdf.line(*at, *to)
        at = to
    pdf.set_y(top + STROKE_HEIGHT * scale + 2)


class _Font(NamedTuple):
    folder: TemporaryDirectory[str]
    file: Path
    signs: frozenset[int]


@cache
def _font() -> _Font:
    """The font of the pages as a file that fpdf2 reads: without the packing for browsers."""
    from fontTools.ttLib import TTFont

    folder = TemporaryDirectory(prefix="rookiebattle-font")
    font, file = TTFont(FONT), Path(folder.name, "sans.ttf")
    font.flavor = None
    font.save(file)
    return _Font(folder, file, frozenset(font.getBestCmap()))


def drawable(words: str) -> str:
    """The words as the font can draw them. Any other sign stands as its number: `[U+540D]`."""
    signs = _font().signs
    return "".join(
        sign if ord(sign) in signs or sign == "\n" else f"[U+{ord(sign):04X}]" for sign in words
    )
