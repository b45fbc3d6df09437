"""The heads of the pages, and the pages that search engines may list."""

import pytest

from rookiebattle import pages as product
from rookiebattle.settings import get_settings
from rookiebattle.ui.head import head_of_page, listed_paths
from rookiebattle.ui.page import pages

PUBLIC = [
    *("/", "/chapters", "/events", "/media", "/membership", "/parents", "/privacy"),
    *("/resources", "/terms"),
]

assert product  # its import registers the pages


@pytest.fixture(autouse=True)
def address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://club.example")
    get_settings.cache_clear()


def test_search_engines_are_shown_the_public_pages_and_no_other() -> None:
    assert listed_paths() == PUBLIC
    for path in pages().keys() - PUBLIC:
        assert head_of_page(path) == '<meta name="robots" content="noindex">', path


@pytest.mark.parametrize("path", PUBLIC)
def test_addresses_are_absolute_and_those_of_the_settings(path: str) -> None:
    head = head_of_page(path)
    assert f'<link rel="canonical" href="https://club.example{path}">' in head
    assert f'<meta property="og:url" content="https://club.example{path}">' in head
    assert '<meta property="og:image" content="https://club.example/art/og.png">' in head
    assert "noindex" not in head


def test_each_public_page_has_a_title_and_a_description_of_its_own() -> None:
    known = [pages()[path] for path in PUBLIC]
    assert (
        len({one.title for one in known}) == len({one.description for one in known}) == len(PUBLIC)
    )
    assert all(40 <= len(one.description) <= 160 for one in known)
    assert all(one.title for one in pages().values())


def test_only_the_start_page_describes_the_club() -> None:
    assert "SportsOrganization" in head_of_page("/")
    assert "ld+json" not in head_of_page("/events")


def test_settings_are_escaped_in_the_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORG_NAME", '"><script>alert(1)</script>')
    get_settings.cache_clear()
    assert "<script>" not in head_of_page("/")


def test_the_gallery_tells_search_engines_of_its_official_pictures() -> None:
    head = head_of_page("/media")
    assert '"@type": "ImageGallery"' in head
    assert f'"contentUrl": "{get_settings().public_url}/art/official-park.svg"' in head
