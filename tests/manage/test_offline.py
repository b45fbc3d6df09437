"""The page without a network and its worker, as a build writes them."""

import json
import re
import shutil
from datetime import timedelta
from math import prod
from pathlib import Path

import pytest

from rookiebattle import routes
from rookiebattle.accounts.sessions import IDLE
from rookiebattle.manage import offline
from rookiebattle.manage.processes import ROOT
from rookiebattle.ui.document import OWN_STYLES

WORKER = ROOT / "assets/sw.js"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    shutil.copy(WORKER, tmp_path)
    (tmp_path / "index.html").write_text("<html></html>")
    return tmp_path


def version(build: Path) -> str:
    shutil.copy(WORKER, build)
    offline.prepare(build)
    return (build / "sw.js").read_text().partition('VERSION = "')[2].partition('"')[0]


def test_a_build_with_other_content_has_another_worker(build: Path) -> None:
    first = version(build)
    assert len(first) == 16
    assert version(build) == first
    (build / "index.html").write_text("<html>new</html>")
    assert version(build) != first


def test_the_worker_knows_every_sheet_of_a_single_page(build: Path) -> None:
    offline.prepare(build)
    found = re.search(r"SHEETS = (\[.*?\]);", (build / "sw.js").read_text())
    assert found
    assert json.loads(found[1]) == [f"/styles/{name}.css" for name in OWN_STYLES]
    assert all((ROOT / f"assets/styles/{name}.css").exists() for name in OWN_STYLES)


@pytest.mark.parametrize("script", ["const VERSION = 1;", 'const VERSION = "development";'])
def test_a_worker_without_a_place_for_what_is_written_into_it_fails_the_build(
    build: Path, script: str
) -> None:
    (build / "sw.js").write_text(script)
    with pytest.raises(RuntimeError, match="service worker"):
        offline.prepare(build)


def test_the_page_has_no_script_but_its_own(build: Path) -> None:
    offline.prepare(build)
    page = (build / "offline.html").read_text()
    assert page.count("<script") == 1
    assert f'src="{routes.OFFLINE_SCRIPT}"' in page


def test_the_bar_and_the_page_show_events_as_long_as_a_session_lasts_without_use() -> None:
    for script in ("assets/offline.js", "rookiebattle/ui/offline.jsx"):
        found = re.search(r"KEPT_MS = (.*);", (ROOT / script).read_text())
        assert found, script
        factors = [int(one) for one in found[1].split(" * ")]
        assert timedelta(milliseconds=prod(factors)) == IDLE, script


def test_the_worker_and_its_page_know_the_addresses_of_the_site() -> None:
    """Scripts cannot read routes.py, so this compares them."""
    worker, page = WORKER.read_text(), (ROOT / "assets/offline.js").read_text()
    assert f'"{routes.NEXT_EVENTS}"' in page
    assert f'"{routes.OFFLINE_PAGE}"' in page
    for path in (routes.OFFLINE_PAGE, routes.OFFLINE_SCRIPT, routes.FAVICON):
        assert f'"{path}"' in worker
    for name in ("shippori-mincho-500", "source-sans-3"):
        assert f'"{routes.font(name)}"' in worker
    for path in (
        *(routes.LOGIN, routes.LOGIN_CALLBACK, routes.LOGOUT, routes.LOGOUT_EVERYWHERE),
        *(routes.OWN_ACCOUNT, routes.OWN_WELCOME),
    ):
        assert path.removeprefix("/api/").removeprefix("auth/") in worker
