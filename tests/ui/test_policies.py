"""The links to privacy policy and terms, and what may stand in a club's own text."""

import json
from pathlib import Path

import pytest
import reflex as rx

from rookiebattle import pages as product
from rookiebattle.settings import get_settings
from rookiebattle.ui.footer import site_footer
from rookiebattle.ui.policies import PRIVACY, TERMS, elsewhere, own_text, policy_link

assert product  # its import registers the pages


def words(component: object) -> str:
    assert isinstance(component, rx.Component)
    return json.dumps(component.render(), default=str, ensure_ascii=False)


def set_to(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ORG_PRIVACY", value)
    get_settings.cache_clear()


def test_the_footer_leads_to_both() -> None:
    footer = words(site_footer())
    assert PRIVACY.path in footer
    assert TERMS.path in footer


def test_a_clubs_own_address_takes_the_place_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, "https://club.example/privacy.pdf")
    assert "https://club.example/privacy.pdf" in words(policy_link(PRIVACY))
    assert "noopener" in words(site_footer())
    assert "has a text of its own" in words(elsewhere(PRIVACY))
    assert own_text(PRIVACY) is None
    assert "https://club.example" not in words(elsewhere(TERMS))


HOSTILE = """# Ours

<script>alert(1)</script> <img src=x onerror=alert(1)> ${alert(1)} `{alert(1)}`

[a](javascript:alert(1)) [b](data:text/html,x) [c](https://club.example "t") ![d](https://x.example/p.png)

| what | how long |
|---|---|
| names | a year |
"""


def test_a_clubs_own_text_is_words_and_links_and_never_a_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.md").write_text(HOSTILE)
    set_to(monkeypatch, str(tmp_path / "own.md"))
    html = words(own_text(PRIVACY)).replace("\\", "")
    assert "<h2>Ours</h2>" in html
    assert "<td>a year</td>" in html
    assert '<a href="https://club.example" title="t">c</a>' in html
    for part in ("<script", "<img", 'href="javascript', 'href="data'):
        assert part not in html
