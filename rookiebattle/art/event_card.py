"""The picture of a shared event: its date tile, title and park before the hero. 1200 by 630."""

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from rookiebattle.art.card_words import PictureWords

ASSETS = Path(__file__).resolve().parents[2] / "assets"
GROUND = ASSETS / "art/share.png"
"""The hero without words, as `assets/art/hero.svg` has it."""
SERIF, SANS = ASSETS / "fonts/shippori-mincho-500.woff2", ASSETS / "fonts/source-sans-3.woff2"
PAPER, LINE, INK, SOFT = "#fffdf8", "#e4dccb", "#16161d", "#57534c"
INDIGO, VERMILION = "#1f3a5f", "#c8371b"
LEFT, TOP, RIGHT, BOTTOM = 48, 56, 640, 574
EDGE, TILE = 44, (148, 176)
TITLE_SIZES, MOST_TITLE_LINES = (62, 52, 44), 3
COLORS = 128
MOST_CACHED = 64
"""Pictures in memory, of some 60 KB each."""

Font = ImageFont.FreeTypeFont
Spot = tuple[float, float]


@lru_cache(maxsize=MOST_CACHED)
def png(card: PictureWords) -> bytes:
    """The picture. The same words are the same picture, so a changed event has a new one."""
    picture = _ground().copy()
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((LEFT, TOP, RIGHT, BOTTOM), 20, fill=PAPER, outline=LINE, width=2)
    _tile(draw, card)
    _club(draw, card)
    _title(draw, card)
    _facts(draw, card)
    packed = BytesIO()
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(packed, "PNG")
    return packed.getvalue()


@cache
def _ground() -> Image.Image:
    with Image.open(GROUND) as file:
        return file.convert("RGB")


@cache
def _font(file: Path, size: int, weight: int = 0) -> Font:
    font = ImageFont.truetype(str(file), size)
    if weight:
        font.set_variation_by_axes([weight])
    return font


def _tile(draw: ImageDraw.ImageDraw, card: PictureWords) -> None:
    """The date, like a page of a wall calendar."""
    (left, top), (width, height) = (LEFT + EDGE, TOP + EDGE), TILE
    middle, box = left + width / 2, (left, top, left + width, top + height)
    draw.rounded_rectangle(box, 16, fill=PAPER, outline=LINE, width=2)
    head = (left, top, left + width, top + 46)
    draw.rounded_rectangle(head, 16, fill=INDIGO, corners=(True, True, False, False))
    _centered(draw, (middle, top + 23), card.weekday, _font(SANS, 28, 600), PAPER)
    _centered(draw, (middle, top + 96), card.day, _font(SERIF, 84), INK)
    _centered(draw, (middle, top + 152), card.month, _font(SANS, 28, 400), SOFT)


def _centered(draw: ImageDraw.ImageDraw, at: Spot, words: str, font: Font, ink: str) -> None:
    draw.text(at, words, font=font, fill=ink, anchor="mm")


def _club(draw: ImageDraw.ImageDraw, card: PictureWords) -> None:
    left, middle = LEFT + EDGE + TILE[0] + 28, TOP + EDGE + TILE[1] / 2
    room, font = RIGHT - EDGE - left, _font(SANS, 30, 600)
    words = card.canceled or card.club
    ink = VERMILION if card.canceled else INDIGO
    for number, line in enumerate(_wrapped(words, font, room)[:2]):
        draw.text((left, middle - 4 + 38 * number), line, font=font, fill=ink, anchor="lm")


def _title(draw: ImageDraw.ImageDraw, card: PictureWords) -> None:
    """The title in the largest size in which it fits; a longer one is cut."""
    room, lines, font = RIGHT - LEFT - 2 * EDGE, [""], _font(SERIF, TITLE_SIZES[-1])
    for size in TITLE_SIZES:
        font = _font(SERIF, size)
        lines = _wrapped(card.title, font, room)
        if len(lines) <= MOST_TITLE_LINES - (size == TITLE_SIZES[0]):
            break
    if len(lines) > MOST_TITLE_LINES:
        lines = [
            *lines[: MOST_TITLE_LINES - 1],
            _cut(lines[MOST_TITLE_LINES - 1] + " ...", font, room),
        ]
    top = TOP + EDGE + TILE[1] + 20
    for number, line in enumerate(lines):
        at = (LEFT + EDGE, top + number * font.size * 1.12)
        draw.text(at, line, font=font, fill=INK)
        if card.canceled:
            middle = at[1] + font.size * 0.74
            draw.line((at[0], middle, at[0] + font.getlength(line), middle), VERMILION, 4)


def _facts(draw: ImageDraw.ImageDraw, card: PictureWords) -> None:
    room, font = RIGHT - LEFT - 2 * EDGE, _font(SANS, 28, 400)
    lines = [line for line in (card.hours, card.place) if line]
    for number, line in enumerate(reversed(lines)):
        at = (LEFT + EDGE, BOTTOM - EDGE / 2 - 12 - 38 * number)
        draw.text(at, _cut(line, font, room), font=font, fill=SOFT, anchor="ls")


def _wrapped(words: str, font: Font, room: float) -> list[str]:
    """The words in lines that fit; a word that is too long for a line is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= room:
            lines[-1] = longer
        elif lines[-1]:
            lines.append(_cut(word, font, room))
        else:
            lines[-1] = _cut(word, font, room)
    return lines


def _cut(words: str, font: Font, room: float) -> str:
    """As much of a line as fits, with an ellipsis for the rest."""
    if font.getlength(words) <= room:
        return words
    while words and font.getlength(words.rstrip(" .…") + "...") > room:
        words = words.rstrip(" .…")[:-1]
    return words.rstrip(" .…") + "..."
