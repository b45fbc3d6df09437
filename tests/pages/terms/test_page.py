"""The terms say the figures of the code, and give way to the club's own text."""

import json
from pathlib import Path

import pytest

from rookiebattle.events.wording import notice_words
from rookiebattle.pages.terms.page import terms
from rookiebattle.payments.plans import PAID_PLANS
from rookiebattle.settings import get_settings


def page() -> str:
    return json.dumps(terms().render(), default=str, ensure_ascii=False)


def test_the_figures_are_those_of_the_code() -> None:
    words = page()
    for part in (notice_words(), "30 minutes", *(one.price_words for one in PAID_PLANS)):
        assert part in words
    assert "Is this legal advice?" in words


def test_a_clubs_own_text_replaces_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "terms.md").write_text("# House Rules\n\nBe kind.")
    monkeypatch.setenv("ORG_TERMS", str(tmp_path / "terms.md"))
    get_settings.cache_clear()
    words = page()
    assert "<h2>House Rules</h2>" in words
    assert "Is this legal advice?" not in words
