"""The picture of a shared event: its size, and that it follows its words."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from rookiebattle.art.card_words import PictureWords
from rookiebattle.art.event_card import png

CARD = PictureWords(
    title="Castle Day",
    weekday="Sat",
    day="28",
    month="Nov",
    hours="6:00 PM – 8:00 PM ET",
    place="Al Lopez Park",
    club="Rookie Battle",
)


def opened(card: PictureWords) -> Image.Image:
    return Image.open(BytesIO(png(card))).convert("RGB")


def test_the_picture_has_the_size_that_chat_programs_expect() -> None:
    assert opened(CARD).size == (1200, 630)
    assert len(png(CARD)) < 200_000


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "Bridge Day"},
        {"day": "29"},
        {"place": "Riverbend Park"},
        {"hours": "7:00 PM – 9:00 PM ET"},
        {"canceled": "Canceled"},
    ],
)
def test_a_changed_event_has_another_picture(changed: dict[str, str]) -> None:
    other = opened(replace(CARD, **changed))
    assert ImageChops.difference(opened(CARD), other).getbbox()


@pytest.mark.parametrize(
    "title", ["x" * 255, "Battle of the Hundred Lanterns " * 8, "", "Übung für Anfänger · 剣道"]
)
def test_any_title_stays_within_its_card(title: str) -> None:
    plain, drawn = opened(replace(CARD, title="")), opened(replace(CARD, title=title))
    # Each picture has colors of its own, so the ground may differ by a shade.
    contrast = ImageChops.difference(plain, drawn).convert("L").point(lambda value: value // 48)
    changed = contrast.getbbox()
    assert changed is None or (changed[0] >= 80 and changed[2] <= 640)
