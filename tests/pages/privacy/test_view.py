"""The page /privacy is made from the registry, so it cannot say anything else."""

import json
import re
from pathlib import Path

import pytest

from rookiebattle.core import privacy as registry
from rookiebattle.models import metadata
from rookiebattle.pages.privacy.page import privacy
from rookiebattle.pages.privacy.view import about_members, about_the_club
from rookiebattle.settings import get_settings


def page() -> str:
    """The words of the page. Its text is part of the build, so nothing of it comes later."""
    words = json.dumps(privacy().render(), default=str)
    return re.sub(r"\\+u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), words)


def test_every_table_is_on_the_page_with_what_it_holds_and_how_long() -> None:
    assert len(about_members()) + len(about_the_club()) == len(registry.labeled())
    assert registry.labeled().keys() == metadata.tables.keys()
    words = page()
    for labels in registry.labeled().values():
        title, _, about = labels.about.partition(": ")
        assert title in words
        assert about[1:] in words
        assert f"Kept {labels.retention}." in words


def test_every_column_is_on_the_page_under_the_circle_that_sees_it() -> None:
    (account,) = (one for one in about_members() if one.title == "Your Account")
    seen = dict(account.seen)
    assert "game name" in seen["Members see"].split(", ")
    assert "email" in seen["You and administrators see"].split(", ")
    assert "issuer" in seen["Shown to no one"].split(", ")
    listed = sum(len(columns.split(", ")) for columns in seen.values())
    assert listed == len(registry.labeled()["users"].seen)


def test_what_is_about_the_reader_comes_first() -> None:
    titles = [one.title.partition(" ")[0] for one in about_members()]
    assert titles[0] == "Your"
    assert titles == sorted(titles, key=lambda word: word != "Your")


def test_the_text_names_the_club_and_says_that_it_is_no_legal_advice() -> None:
    words, settings = page(), get_settings()
    for part in (settings.org_name, "Tampa", f"mailto:{settings.org_contact_email}"):
        assert part in words
    assert "Is this legal advice?" in words
    assert "Download My Data" in words


def test_a_clubs_own_text_replaces_ours_and_leaves_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "privacy.md").write_text("We keep *little*.")
    monkeypatch.setenv("ORG_PRIVACY", str(tmp_path / "privacy.md"))
    get_settings.cache_clear()
    words = page()
    assert "We keep <em>little</em>." in words
    assert "Is this legal advice?" not in words
    assert "Your Account" in words
