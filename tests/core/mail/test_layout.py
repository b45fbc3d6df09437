"""People's words in the subject of a letter."""

import pytest

from rookiebattle.core.mail.layout import in_subject


@pytest.mark.parametrize(
    "title",
    [
        "Park day",
        "Dr. Crow’s school of spears, part 2.5",
        "剣の日",
        "St. Pete vs. Tampa (finals!)",
        "Training 2026-2027",
        "Training 2026–2027",
        "U.S. Open at 6 p.m.",
    ],
)
def test_a_title_stands_in_the_subject(title: str) -> None:
    assert in_subject(title, "your event") == title


@pytest.mark.parametrize(
    "title",
    [
        "Swords at shop.example",
        "swords@shop.example",
        "https://shop",
        "Buy at WWW.SHOP",
        "Buy at ｓｈｏｐ．ｅｘａｍｐｌｅ",
        "Buy at shop。example",
        "Buy at пример.рф",
        "Call 1-800-555-0199",
        "Call (800) 555 0199",
        "Call 800–555–0199",
        "Call 800‑555‑0199",
        "Call 800−555−0199",
        "Call 800·555·0199",
        "Call 800•555_0199",
    ],
)
def test_an_address_does_not(title: str) -> None:
    assert in_subject(title, "your event") == "your event"


def test_a_long_title_is_cut_after_a_word() -> None:
    found = in_subject("many words " * 20, "your event")
    assert len(found) <= 60
    assert found.endswith("words…")
