"""Styles inside the prerendered pages, and the scripts of pages with an id announced."""

import json
from pathlib import Path

import pytest

from rookiebattle.manage.first_paint import announced, prepare, with_styles_inside

LINK = '<link href="/assets/all-1.css" rel="stylesheet" type="text/css"/>'
AHEAD = '<link as="style" href="/assets/all-1.css" rel="preload"/>'
PAGE = f'<html><head>{AHEAD}<link rel="modulepreload" href="/assets/a.js"/>{LINK}</head></html>'


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/all-1.css").write_text(".page{color:red}")
    routes = {
        "one": {"path": "events/:event_id", "module": "/assets/e.js", "imports": ["/assets/a.js"]},
        "two": {"path": "*", "module": "/assets/n.js", "imports": []},
        "root": {"path": "", "module": "/assets/root.js", "imports": []},
    }
    manifest = f"window.__reactRouterManifest={json.dumps({'routes': routes})};"
    (tmp_path / "assets/manifest-1.js").write_text(manifest)
    for name in ("index.html", "__spa-fallback.html"):
        (tmp_path / name).write_text(PAGE)
    return tmp_path


def test_a_prerendered_page_brings_its_styles_and_asks_for_them_only_to_print(build: Path) -> None:
    html = with_styles_inside(PAGE, build)
    assert "<style>.page{color:red}</style>" in html
    assert 'rel="stylesheet" type="text/css" media="print"/>' in html
    assert AHEAD not in html


def test_a_page_without_the_expected_style_sheet_fails_the_build(build: Path) -> None:
    with pytest.raises(RuntimeError, match="style sheet"):
        with_styles_inside("<html></html>", build)


def test_scripts_are_announced_once() -> None:
    html = announced(PAGE, ["/assets/a.js", "/assets/b.js"])
    assert html.count("/assets/a.js") == 1
    assert html.count('<link rel="modulepreload" href="/assets/b.js"/></head>') == 1


def test_pages_with_an_id_get_a_shell_of_their_own_and_the_404_its_script(build: Path) -> None:
    prepare(build)
    shell = (build / "__shell-events.html").read_text()
    assert '<link rel="modulepreload" href="/assets/e.js"/>' in shell
    assert "<style>" not in shell
    missing = (build / "__shell-404.html").read_text()
    assert "/assets/n.js" in missing
    assert "<style>" in missing
    assert "<style>" in (build / "index.html").read_text()
    assert (build / "__spa-fallback.html").read_text() == PAGE


def test_a_build_without_a_manifest_fails(build: Path) -> None:
    (build / "assets/manifest-1.js").unlink()
    with pytest.raises(RuntimeError, match="manifest"):
        prepare(build)
