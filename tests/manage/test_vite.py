"""`make dev` serves the pages and the backend at one address."""

import json

import rxconfig
from rookiebattle.core import reflex_internals
from rookiebattle.core.serving.mount import API_PREFIXES
from rookiebattle.manage import vite
from rookiebattle.settings import get_settings


def test_the_development_server_passes_on_all_that_the_backend_answers() -> None:
    config = vite.config(8124)
    assert '"http://127.0.0.1:8124"' in config
    assert json.dumps([*API_PREFIXES, "/dev-oidc", "/_event"]) in config


def test_compiling_writes_the_file_that_vite_is_started_with() -> None:
    """Reflex empties `.web` when it first sees a checkout, and compiles only after that."""
    plugins = rxconfig.config.plugins
    written = {str(path): text for one in plugins for path, text in one.get_static_assets()}
    assert written[vite.FILE] == vite.config(get_settings().port + 1)
    assert vite.FILE in reflex_internals.command_that_serves_pages()
