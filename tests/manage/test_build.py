"""The changes after which pages are built again, and those after which they are not."""

import os
from pathlib import Path

import pytest

from rookiebattle.manage import build
from rookiebattle.manage.build import digest, lock_digest
from rookiebattle.manage.console import CannotContinue
from rookiebattle.settings import Settings


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "checkout"
    for name in (
        "requirements.txt",
        "rxconfig.py",
        "assets/crest.svg",
        "reflex.lock/package-lock.json",
        "rookiebattle/events/pages.py",
        "rookiebattle/events/api.py",
        "rookiebattle/manage/run.py",
        "rookiebattle/seed.py",
        "assets/external/copied-by-the-build.js",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


@pytest.mark.parametrize(
    "name", ["requirements.txt", "rxconfig.py", "assets/crest.svg", "rookiebattle/events/pages.py"]
)
def test_a_change_that_may_reach_a_page_builds_again(checkout: Path, name: str) -> None:
    before = digest(checkout, Settings())
    (checkout / name).write_text("changed")
    assert digest(checkout, Settings()) != before


@pytest.mark.parametrize(
    "name",
    [
        "rookiebattle/events/api.py",
        "rookiebattle/manage/run.py",
        "rookiebattle/seed.py",
        "assets/external/copied-by-the-build.js",
    ],
)
def test_a_change_that_no_page_can_see_does_not(checkout: Path, name: str) -> None:
    before = digest(checkout, Settings())
    (checkout / name).write_text("changed")
    assert digest(checkout, Settings()) == before


def test_moving_a_file_builds_again(checkout: Path) -> None:
    before = digest(checkout, Settings())
    (checkout / "assets/crest.svg").rename(checkout / "assets/badge.svg")
    assert digest(checkout, Settings()) != before


def test_another_npm_package_builds_again(checkout: Path) -> None:
    before = lock_digest(checkout)
    (checkout / "reflex.lock/package-lock.json").write_text("changed")
    assert lock_digest(checkout) != before


def test_the_organization_is_built_into_the_pages(checkout: Path) -> None:
    assert digest(checkout, Settings(org_name="Other Club")) != digest(checkout, Settings())
    assert digest(checkout, Settings(public_url="https://club.example.org")) != digest(
        checkout, Settings()
    )


def test_a_changed_word_of_the_clubs_own_text_builds_again(checkout: Path, tmp_path: Path) -> None:
    text = tmp_path / "privacy.md"
    text.write_text("We keep little.")
    before = digest(checkout, Settings(org_privacy=str(text)))
    text.write_text("We keep less.")
    assert digest(checkout, Settings(org_privacy=str(text))) != before


def test_another_port_is_not_built_into_the_pages(checkout: Path) -> None:
    assert digest(checkout, Settings(port=8001)) == digest(checkout, Settings())


def test_a_user_who_may_not_write_the_pages_is_told_who_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "WEB", tmp_path)
    monkeypatch.setattr(build, "is_built", lambda: False)
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    with pytest.raises(CannotContinue, match=f"may not write into {tmp_path}"):
        build.build_if_changed()
