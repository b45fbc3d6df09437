"""Storages and databases that fail while somebody uploads: nothing that was typed is lost."""

import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, FilePayload, Locator, Page, Route, expect
from sqlmodel import col

from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.protocol import StorageDown, StorageFull
from rookiebattle.media.models import Media
from tests.journeys.gallery import (
    Held,
    administrator,
    begin_upload,
    card,
    opened,
    picture,
    send,
    stored_files,
)
from tests.journeys.people import Person
from tests.journeys.stage import Stage
from tests.races.stage import LIMITS_OUT_OF_THE_WAY
from tests.servers.application import Application
from tests.servers.resident import children
from tests.servers.storages import BUCKET, StorageServer
from tests.uploads.movies import mp4

CLAIM, CONTENT = re.compile("/api/media/file"), re.compile("/api/objects/content")
TITLE = "The long charge"
FULL_BYTES = 4_500_000
"""More than the database's own files have, and less than `MOVIE`, which is sent at once."""
MOVIE: FilePayload = {
    "name": "battle.mp4", "mimeType": "video/mp4", "buffer": mp4(size=5_000_000),
}  # fmt: skip


@contextmanager
def without_folder(site: Application) -> Iterator[None]:
    """For the length of the block the folder of files is gone, as if its disk were."""
    folder, aside = site.folder / "data/uploads", site.folder / "data/aside"
    folder.mkdir(parents=True, exist_ok=True)
    folder.rename(aside)
    folder.touch()
    try:
        yield
    finally:
        folder.unlink()
        aside.rename(folder)


@contextmanager
def without_room(site: Application) -> Iterator[None]:
    """For the length of the block the site cannot write a file of more than `FULL_BYTES`."""
    # The log of the database's changes may be as large as that; it is taken into the database.
    with closing(sqlite3.connect(str(sa.make_url(site.database_url).database))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    workers = children(site.program.process.pid)
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in workers}
    for pid, (_, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (FULL_BYTES, hard))
    try:
        yield
    finally:
        for pid, limits in before.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def typed(page: Page, title: str = TITLE) -> Locator:
    """The dialog, with some text in it."""
    form = begin_upload(page)
    form.get_by_label("Title").fill(title)
    form.get_by_label("Description").fill("Nobody saw it coming.")
    tags = form.get_by_role("textbox", name="Tags")
    tags.fill("Charge")
    tags.press("Enter")
    return form


def expect_typed(form: Locator, title: str = TITLE) -> None:
    expect(form.get_by_label("Title")).to_have_value(title)
    expect(form.get_by_label("Description")).to_have_value("Nobody saw it coming.")
    expect(form.get_by_role("list", name="Chosen tags")).to_contain_text("Charge")


def expect_not_sent(somebody: Person, form: Locator, sentence: str, title: str = TITLE) -> None:
    somebody.expect_toast("Error", "Failed to upload file")
    expect(form.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    expect_typed(form, title)


def finish(somebody: Person, form: Locator, title: str = TITLE) -> None:
    """Add the item, and see it in the gallery with what was typed."""
    expect_typed(form, title)
    form.get_by_role("button", name="Add to Gallery").click()
    somebody.expect_toast("Media uploaded successfully!")
    expect(form).to_be_hidden()
    expect(card(somebody.page, title).get_by_text("Charge", exact=True)).to_be_visible()


def items(site: Application) -> list[str]:
    """The files of all items, as the database has them: the site's answers are copies."""
    database = Database(site.database_url)
    with database.unit_of_work(write=False) as session:
        found = list(session.scalars(sa.select(col(Media.file_url))))
    database.dispose()
    return found


@pytest.mark.whole
def test_a_folder_that_is_gone_is_told_and_the_next_try_works(
    admin: Person, application: Application
) -> None:
    form = typed(opened(admin))
    before = stored_files(application)
    with without_folder(application):
        send(form, picture("charge.jpg", "#1f3a5f"))
        expect_not_sent(admin, form, StorageDown.default)
        admin.look_over("media-fault-down")
    assert (items(application), stored_files(application)) == ([], before)
    form.get_by_role("button", name="Upload", exact=True).click()
    admin.expect_toast("File Uploaded")
    finish(admin, form)
    _expect_one_item(application, before)
    admin.forgive("503")


def test_a_folder_without_room_is_told_and_a_file_that_has_arrived_is_not_sent_again(
    admin: Person, application: Application
) -> None:
    page = opened(admin)
    form, sent, before = typed(page), list[str](), stored_files(application)
    page.on("request", lambda request: sent.append(request.url))
    upload = form.get_by_role("button", name="Upload", exact=True)
    with without_room(application):
        send(form, MOVIE)
        expect_not_sent(admin, form, StorageFull.default)
    assert (items(application), stored_files(application)) == ([], before)
    with ExitStack() as faults:

        def fail(way: Route) -> None:
            faults.enter_context(without_room(application))
            way.continue_()

        page.route(CLAIM, fail, times=1)
        upload.click()
        expect_not_sent(admin, form, StorageFull.default)
    already = len([one for one in sent if CONTENT.search(one)])
    upload.click()
    admin.expect_toast("File Uploaded")
    finish(admin, form)
    assert len([one for one in sent if CONTENT.search(one)]) == already
    _expect_one_item(application, before)
    admin.forgive("503")


def _expect_one_item(site: Application, before: list[str]) -> None:
    """Expect one item, and no other file in the folder than before but for the item's own."""
    (item,) = items(site)
    id_ = item.rpartition("/")[2]
    new = {path.partition(id_)[0] for path in {*stored_files(site)} - {*before}}
    assert new == {"private/"}


@pytest.fixture
def on_a_bucket(
    sqlite_url: str, tmp_path: Path, moto_server: StorageServer
) -> Iterator[Application]:
    """A site whose files are in a bucket that browsers reach by themselves."""
    settings = {**LIMITS_OUT_OF_THE_WAY, **moto_server.settings}
    site = Application(tmp_path / "site", database_url=sqlite_url, settings=settings)
    moto_server.allow(site.url)
    yield site
    site.stop()


@pytest.mark.whole
def test_a_bucket_may_be_slow_or_down_or_hang(
    on_a_bucket: Application, moto_server: StorageServer, browser: Browser
) -> None:
    with administrator(browser, on_a_bucket) as somebody:
        opened(somebody)
        _wait_for_a_slow_bucket(somebody, moto_server)
        _try_again_after_it_was_down(somebody, on_a_bucket, moto_server)
        _give_up_on_one_that_hangs(somebody, moto_server)
        somebody.complaints.clear()


def _wait_for_a_slow_bucket(somebody: Person, server: StorageServer) -> None:
    page = somebody.page
    form = typed(page)

    def halt(way: Route) -> None:
        server.halt()
        way.continue_()

    page.route(CLAIM, halt, times=1)
    send(form, picture("charge.jpg", "#1f3a5f"))
    expect(form.get_by_text("Checking the file …")).to_be_visible()
    expect(form.get_by_role("progressbar")).to_be_visible()
    expect_typed(form)
    server.go_on()
    somebody.expect_toast("File Uploaded")
    finish(somebody, form)


def _try_again_after_it_was_down(
    somebody: Person, site: Application, server: StorageServer
) -> None:
    page, title = somebody.page, "The next charge"
    form, before = typed(page, title), items(site)

    def fail(way: Route) -> None:
        server.stop()
        way.continue_()

    page.route(CLAIM, fail, times=1)
    send(form, picture("charge.jpg", "#1f3a5f"))
    expect_not_sent(somebody, form, StorageDown.default, title)
    assert items(site) == before
    # This server has lost everything that it had, so the file is sent once more.
    server.start()
    server.client.create_bucket(Bucket=BUCKET)
    server.allow(site.url)
    form.get_by_role("button", name="Upload", exact=True).click()
    somebody.expect_toast("File Uploaded")
    finish(somebody, form, title)
    (item,) = {*items(site)} - {*before}
    id_ = item.rpartition("/")[2]
    stored = server.client.list_objects_v2(Bucket=BUCKET)["Contents"]
    assert {one["Key"].partition(id_)[0] for one in stored} == {"private/"}


def _give_up_on_one_that_hangs(somebody: Person, server: StorageServer) -> None:
    page, held = somebody.page, Held()
    form = typed(page)
    page.route(re.compile(server.url), held)
    page.clock.install()
    send(form, picture("charge.jpg", "#1f3a5f"))
    somebody.wait_until(lambda: bool(held.routes))
    page.clock.fast_forward(31_000)
    expect_not_sent(somebody, form, "We can’t store this file right now.")


@pytest.mark.whole
def test_a_database_that_cannot_save_is_told_in_the_words_of_each_act(
    admin: Person, stage: Stage, application: Application
) -> None:
    page = opened(admin)
    form = typed(page)
    send(form, picture("charge.jpg", "#1f3a5f"))
    admin.expect_toast("File Uploaded")
    add = form.get_by_role("button", name="Add to Gallery")
    with stage.broken("audit_words"):
        add.click()
        admin.expect_toast("Error", "Failed to upload media")
        expect(add).to_be_enabled()
    assert items(application) == []
    finish(admin, form)
    assert len(items(application)) == 1
    page.get_by_role("button", name="Edit The long charge").click()
    form = page.get_by_role("dialog", name="Edit Media")
    form.get_by_label("Title").fill("The short charge")
    with stage.broken("audit_words"):
        form.get_by_role("button", name="Save Changes").click()
        admin.expect_toast("Error", "Failed to update media")
    expect(form.get_by_label("Title")).to_have_value("The short charge")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Media updated successfully!")
    with stage.broken("audit_words"):
        page.get_by_role("button", name="Pin The short charge").click()
        admin.expect_toast("Error", "Failed to update pin status")
        expect(page.get_by_role("button", name="Pin The short charge")).to_have_attribute(
            "aria-pressed", "false"
        )
        page.get_by_role("button", name="Delete The short charge").click()
        question = page.get_by_role("alertdialog", name="Delete “The short charge”?")
        question.get_by_role("button", name="Delete Media").click()
        admin.expect_toast("Error", "Failed to delete media")
    expect(card(page, "The short charge")).to_be_visible()
    assert len(items(application)) == 1
