"""`make dev` serves pages and backend at one address; sheets are found where assets go."""

import gc
import json
import re
import sys
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import PurePosixPath

import pytest

import rxconfig
from rookiebattle.core.serving.mount import API_PREFIXES
from rookiebattle.manage import vite
from rookiebattle.manage.processes import ROOT
from rookiebattle.settings import get_settings
from rookiebattle.ui.document import STYLES, app_options
from tests import reflex_internals

FORK = get_context("fork")


def test_the_development_server_passes_on_all_that_the_backend_answers() -> None:
    config = vite.config(8124)
    assert '"http://127.0.0.1:8124"' in config
    assert json.dumps([*API_PREFIXES, "/dev-oidc", "/_event"]) in config


def test_the_pages_are_built_for_the_browsers_that_are_promised() -> None:
    table = (ROOT / "docs/browsers.md").read_text(encoding="utf-8").partition("| oldest |")[2]
    promised = dict(re.findall(r"^\| (\w+),? .*?\| ([\d.]+) \|", table, re.MULTILINE))
    oldest = dict(re.findall(r"([a-z]+)([\d.]+)", " ".join(vite.OLDEST)))
    known = {name.lower(): version for name, version in promised.items()}
    assert {**known, "ios": known["safari"], "edge": known["chrome"]} == oldest
    assert json.dumps(vite.OLDEST) in vite.config(8000)


def test_compiling_writes_the_file_that_vite_is_started_with() -> None:
    """Reflex empties `.web` when it first sees a checkout, and compiles only after that."""
    plugins = rxconfig.config.plugins
    written = {str(path): text for one in plugins for path, text in one.get_static_assets()}
    assert written[vite.FILE] == vite.config(get_settings().port + 1)
    assert all(vite.FILE in command for command in reflex_internals.vite_commands())


def test_a_worker_collects_garbage_again_once_it_has_compiled() -> None:
    told: SimpleQueue[tuple[bool, bool]] = FORK.SimpleQueue()
    worker = FORK.Process(target=_compile, args=(told,))
    worker.start()
    worker.join(10)
    assert not told.empty()
    assert told.get() == (False, True)
    assert gc.isenabled(), "the process that forks never compiles, and so it must collect"


def _compile(told: SimpleQueue[tuple[bool, bool]]) -> None:
    at_first = gc.isenabled()
    vite.Configuration().post_compile()
    told.put((at_first, gc.isenabled()))


def test_a_worker_loads_our_modules_as_they_are_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("__REFLEX_DEV_BACKEND_RELOAD_ACTIVE", "true")
    told: SimpleQueue[list[str]] = FORK.SimpleQueue()
    worker = FORK.Process(target=_loaded, args=(told,))
    worker.start()
    worker.join(10)
    assert not told.empty()
    assert told.get() == [], "their changes would not reach the screen"
    assert "rookiebattle.settings" in sys.modules


def _loaded(told: SimpleQueue[list[str]]) -> None:
    told.put([name for name in sys.modules if name.startswith("rookiebattle")])


def test_each_shared_sheet_is_named_once_where_the_assets_are_copied_to() -> None:
    named = [path for one in rxconfig.config.plugins for path in one.get_stylesheet_paths()]
    ours = [path for path in named if path.startswith("../public/")]
    assert [PurePosixPath(path).stem for path in ours] == list(STYLES)
    for path in ours:
        assert (ROOT / "assets" / path.removeprefix("../public/")).is_file()
    assert "stylesheets" not in app_options(), "Reflex would copy them at each compilation"
