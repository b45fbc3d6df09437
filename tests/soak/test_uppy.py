"""R15: Uppy's own client in Chromium sends 4.9 to 120 MB over networks that break."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.journeys.people import Person, person
from tests.races.stage import Stage
from tests.servers.application import Application
from tests.servers.storages import BUCKET, StorageServer
from tests.servers.uppy import packed_uppy
from tests.soak.scale import Start
from tests.uploads.uppy import FAULTS, MB, is_whole, send

SIZES = (int(4.9 * MB), 5 * MB, 6 * MB, 101 * MB, 120 * MB)


def sign_in(somebody: Person, site: Application) -> None:
    """Make the browser that of a new administrator."""
    stage = Stage.at(site.database_url)
    name, _, value = stage.world.cookie_of(stage.world.person(is_admin=True)).partition("=")
    stage.world.database.dispose()
    somebody.page.context.add_cookies([{"name": name, "value": value, "url": site.url}])


@pytest.mark.parametrize("size", SIZES)
def test_uppy_sends_every_size_over_a_bad_network(
    size: int, sqlite_url: str, start: Start, browser: Browser, tmp_path: Path
) -> None:
    site = start(sqlite_url)
    script = packed_uppy(tmp_path)
    # A small file goes with a form, which Uppy begins anew; parts go on where they stopped.
    for multipart in {None, size > 5 * MB}:
        with person(browser, site.url) as somebody:
            sign_in(somebody, site)
            page = somebody.open("/")
            page.set_default_timeout(600_000)
            told = send(page, script, size, FAULTS.values(), multipart)
            somebody.complaints.clear()
        assert told["problems"] == []
        assert is_whole(site.folder / "data/uploads", told["urls"][0], size)


def test_uppy_sends_parts_to_a_bucket(
    sqlite_url: str, start: Start, browser: Browser, tmp_path: Path, moto_server: StorageServer
) -> None:
    site = start(sqlite_url, **moto_server.settings)
    moto_server.allow(site.url)
    with person(browser, site.url) as somebody:
        sign_in(somebody, site)
        page = somebody.open("/")
        page.set_default_timeout(120_000)
        told = send(page, packed_uppy(tmp_path), 11 * MB, [], multipart=True)
    assert told["problems"] == []
    key = "/".join(told["urls"][0].rsplit("/", 2)[1:])
    assert moto_server.client.head_object(Bucket=BUCKET, Key=key)["ContentLength"] == 11 * MB
