"""The notice that a form for minors must hold: each way to miss it has its own reason."""

import pytest

from rookiebattle.waivers import notice
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.service.versions import TEXTS

WORDS = notice.FLORIDA.replace("(name of released party or parties)", "ROOKIE BATTLE")
QUOTE = "> " + WORDS.replace("\n", "\n> ")
OWN = "(club) is not your mother."


def example(form: Form) -> str:
    text = (TEXTS / f"{form}.md").read_text("utf-8")
    return text.replace("{club}", "Rookie Battle").replace("{CLUB}", "ROOKIE BATTLE")


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        (example(Form.MINOR), ""),
        (QUOTE, ""),
        ("Hello.\n\n" + QUOTE.replace("’", "'").replace("CAREFULLY", "**CAREFULLY**"), ""),
        (QUOTE.replace("ROOKIE BATTLE", "ANA’S CLUB (FLORIDA)"), ""),
        (example(Form.ADULT), notice.MISSING),
        (QUOTE.replace("SERIOUSLY ", ""), notice.MISSING),
        (f"# Waiver\n\n{WORDS}", notice.NOT_A_QUOTE),
        (WORDS.replace("\n\n", "\n\n> "), notice.NOT_A_QUOTE),
        (f"{QUOTE}\n\nBetween.\n\n> Larger, too.", notice.NOT_ALONE),
        (QUOTE.replace("ROOKIE BATTLE", "Rookie Battle"), notice.NOT_CAPITALS),
        (QUOTE.title(), notice.NOT_CAPITALS),
        ("> " + notice.FLORIDA.replace("\n", "\n> "), notice.NOT_CAPITALS),
        (f"    {WORDS}", notice.NOT_A_QUOTE),
    ],
)
def test_what_a_text_lacks_is_told(text: str, lacks: str) -> None:
    assert notice.lacking(text, notice.FLORIDA) == lacks


@pytest.mark.parametrize(
    ("text", "own", "lacks"),
    [
        ("Anything.", "", ""),
        ("> Rookie Battle is not your mother.", OWN, ""),
        ("Rookie Battle is not your mother.", OWN, notice.NOT_A_QUOTE),
        (QUOTE, OWN, notice.OF_THE_CLUB),
        ("> (club) is not your mother.", OWN, notice.NOT_CAPITALS),
    ],
)
def test_a_club_elsewhere_has_its_own_or_none(text: str, own: str, lacks: str) -> None:
    assert notice.lacking(text, own) == lacks
