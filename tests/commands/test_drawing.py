"""With every setting of the server changed, the build draws the same pages."""

import shutil
import sys
from collections.abc import Mapping
from filecmp import cmp
from pathlib import Path

import pytest

from rookiebattle.manage.build import WEB, build_folder
from rookiebattle.manage.processes import run_quietly
from tests.other_settings import OF_THE_SERVER

# Reflex compiles all pages into these, from which Vite makes the files that browsers get.
COMPILED = ("app", "app_components", "utils")
# The packages are installed already, this compilation is never served, and garbage takes time.
COMPILE = """
import gc
gc.disable()
from reflex.utils import js_runtimes, prerequisites
js_runtimes.install_frontend_packages = lambda *_args, **_kwargs: None
prerequisites.get_compiled_app(prerender_routes=True, use_rich=False, trigger="export")
"""


def compiled(folder: Path, settings: Mapping[str, str]) -> Path:
    """The pages, compiled into a folder of its own by a process with these settings."""
    shutil.copytree(WEB, folder, ignore=shutil.ignore_patterns("node_modules", "build"))
    run_quietly(
        [sys.executable, "-c", COMPILE],
        failure="The pages could not be compiled.",
        extra={**settings, "REFLEX_WEB_WORKDIR": str(folder), "REFLEX_ENV_MODE": "prod"},
    )
    return folder


def files(folder: Path) -> set[Path]:
    return {
        file.relative_to(folder)
        for part in COMPILED
        for file in (folder / part).rglob("*")
        if file.is_file()
    }


@pytest.mark.timeout(180)
def test_no_setting_of_the_server_is_drawn_into_a_page(tmp_path: Path) -> None:
    # `make dev` compiles into the same folder, after which it is no longer the build's.
    written = (WEB / "utils/context.jsx").stat().st_mtime
    build = build_folder()
    is_of_the_build = build.exists() and written <= build.stat().st_mtime
    usual = WEB if is_of_the_build else compiled(tmp_path / "usual", {})
    changed = compiled(tmp_path / "changed", OF_THE_SERVER)
    assert files(usual) == files(changed)
    differing = [str(one) for one in files(usual) if not cmp(usual / one, changed / one, False)]
    assert differing == [], (
        "These pages show a setting that may change after the build. Draw it with first data or "
        "with a text of the server (`server_text`), or name it in `drawn` of manage/build.py."
    )
