"""The changes after which pages are built again, and those after which they are not."""

import fcntl
import os
import shutil
import time
from pathlib import Path

import pytest

from rookiebattle.manage import build
from rookiebattle.manage.build import digest, lock_digest, settings_of_the_build
from rookiebattle.manage.console import CannotContinue
from rookiebattle.settings import Settings
from tests.other_settings import DRAWN, OF_THE_SERVER


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


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_setting_that_pages_show_builds_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = digest(checkout, Settings())
    monkeypatch.setenv(name, DRAWN[name])
    assert digest(checkout, Settings()) != before


def test_a_changed_word_of_the_clubs_own_text_builds_again(checkout: Path, tmp_path: Path) -> None:
    text = tmp_path / "privacy.md"
    text.write_text("We keep little.")
    before = digest(checkout, Settings(org_privacy=str(text)))
    text.write_text("We keep less.")
    assert digest(checkout, Settings(org_privacy=str(text))) != before


def test_no_setting_of_the_server_builds_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(checkout, Settings())
    for name, value in OF_THE_SERVER.items():
        monkeypatch.setenv(name, value)
    assert digest(checkout, Settings()) == before


def test_a_build_gets_the_settings_that_pages_show_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even from a file `.env`, and it leaves no secret in a data folder."""
    for name, value in {**OF_THE_SERVER, **DRAWN}.items():
        monkeypatch.setenv(name, value)
    given = settings_of_the_build(Settings())
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("".join(f"{n}='{v}'\n" for n, v in OF_THE_SERVER.items()))
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    built = Settings().model_dump()
    for name in [*DRAWN, *OF_THE_SERVER]:
        monkeypatch.delenv(name)
    (tmp_path / ".env").unlink()
    assert not (tmp_path / "data").exists()
    usual = Settings().model_dump()
    differing = {name.upper() for name in usual if usual[name] != built[name]}
    assert differing == {*DRAWN, "SESSION_SECRET"}


def test_every_setting_is_changed_here() -> None:
    assert {name.upper() for name in Settings.model_fields} == {*DRAWN, *OF_THE_SERVER}


def test_a_user_who_may_not_write_the_pages_is_told_who_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "WEB", tmp_path)
    monkeypatch.setattr(build, "is_built", lambda _folder: False)
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    with pytest.raises(CannotContinue, match=f"may not write into {tmp_path}"):
        build.build_if_changed()


def a_build(root: Path, name: str, age: float = 0) -> Path:
    """A finished build in Reflex's folder, put in its place."""
    for part in build.OF_A_BUILD:
        (root / "web" / part).mkdir(parents=True)
        (root / "web" / part / "file").write_text(name)
    folder = root / "built" / name
    build.put_in_place(root / "web", folder)
    os.utime(folder, (time.time() - age, time.time() - age))
    return folder


def test_a_build_is_there_as_a_whole_and_the_two_newest_stay(tmp_path: Path) -> None:
    old, older = a_build(tmp_path, "old", age=10), a_build(tmp_path, "older", age=20)
    new = a_build(tmp_path, "new")
    assert (new / "build/file").read_text() == (new / "backend/file").read_text() == "new"
    assert old.exists()
    assert not older.exists()


def test_a_build_that_is_served_stays(tmp_path: Path) -> None:
    served = a_build(tmp_path, "served", age=20)
    held = build.hold_build(served)
    a_build(tmp_path, "second", age=10)
    a_build(tmp_path, "third")
    assert served.exists()
    os.close(held)
    a_build(tmp_path, "fourth")
    assert not served.exists()


@pytest.mark.parametrize("moment", ["before it is opened", "before it is locked", "built again"])
def test_a_build_that_is_deleted_meanwhile_is_not_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    folder = a_build(tmp_path, "deleted")
    lock = fcntl.flock

    def wait_for_the_lock(descriptor: int, how: int) -> None:
        shutil.rmtree(folder)
        if moment == "built again":
            folder.mkdir()
        lock(descriptor, how)

    if moment == "before it is opened":
        shutil.rmtree(folder)
    else:
        monkeypatch.setattr(fcntl, "flock", wait_for_the_lock)
    with pytest.raises(CannotContinue, match="make build"):
        build.hold_build(folder)


def test_a_build_that_is_there_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "BUILDS", tmp_path)
    monkeypatch.setattr(build, "run_quietly", lambda *_how, **_more: pytest.fail("It was built"))
    (build.build_folder() / "build").mkdir(parents=True)
    build.build_if_changed()
    assert "built and unchanged" in capsys.readouterr().out


def test_what_a_server_of_changed_files_has_left_is_no_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "built/new"
    monkeypatch.setattr(build, "build_folder", lambda: left)
    (left / "backend").mkdir(parents=True)
    assert not build.is_built()
    assert a_build(tmp_path, "new") == left
    assert build.is_built()


def test_a_build_keeps_no_older_copy_of_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reflex copies what is younger than its copy; in a copied checkout nothing is."""
    (tmp_path / "public/styles").mkdir(parents=True)
    (tmp_path / "public/styles/landing.css").write_text("of an older version")
    there: list[bool] = []
    monkeypatch.setattr(build, "WEB", tmp_path)
    monkeypatch.setattr(
        build, "run_quietly", lambda *_, **__: there.append((tmp_path / "public").exists())
    )
    monkeypatch.setattr(build, "put_in_place", lambda *_: None)
    build._build()
    assert there == [False]


def test_a_file_that_changes_during_the_build_is_not_taken_for_built(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "ROOT", checkout)
    monkeypatch.setattr(build, "WEB", checkout)
    page = checkout / "rookiebattle/added.py"
    monkeypatch.setattr(build, "run_quietly", lambda *_, **__: page.touch())
    monkeypatch.setattr(build, "put_in_place", lambda *_: pytest.fail("It was put in place"))
    with pytest.raises(CannotContinue, match="Run the command again"):
        build._build()
