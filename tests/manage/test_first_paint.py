"""Prerendered pages bring their styles; pages with an id announce their scripts."""

import json
from pathlib import Path

import pytest

from rookiebattle.manage.first_paint import announced, prepare, with_styles_inside

LINK = '<link href="/assets/all-1.css" rel="stylesheet" type="text/css"/>'
AHEAD = '<link as="style" href="/assets/all-1.css" rel="preload"/>'
PAGE = f'<html><head>{AHEAD}<link rel="modulepreload" href="/assets/a.js"/>{LINK}</head></html>'

FRAMED = (
    '<div class="page"><header><a aria-current="page">Here</a></header><main id="content">'
    "skeletons</main><footer>Foot</footer></div><script></script>"
)


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/all-1.css").write_text(".page{color:red}")
    routes = {
        "one": {"path": "events/:event_id", "module": "/assets/e.js", "imports": ["/assets/a.js"]},
        "deep": {"path": "admin/users/:user_id", "module": "/assets/u.js", "imports": []},
        "two": {"path": "*", "module": "/assets/n.js", "imports": []},
        "root": {"path": "", "module": "/assets/root.js", "imports": []},
    }
    manifest = f"window.__reactRouterManifest={json.dumps({'routes': routes})};"
    (tmp_path / "assets/manifest-1.js").write_text(manifest)
    (tmp_path / "__spa-fallback.html").write_text(PAGE.replace("</html>", "<body></body></html>"))
    for name in ("index.html", "events/index.html", "chapters/index.html", "admin/index.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PAGE.replace("</html>", f"<body>{FRAMED}</body></html>"))
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
    assert html.count('<link rel="modulepreload" href="/assets/b.js"></head>') == 1


def test_pages_with_an_id_get_a_shell_of_their_own_and_the_404_its_script(build: Path) -> None:
    prepare(build)
    shell = (build / "__shell-events.html").read_text()
    assert '<link rel="modulepreload" href="/assets/e.js">' in shell
    assert "<style>" in shell
    assert '<main id="content"><!--text--></main><footer>' in shell
    assert shell.index("</text-before>") < shell.index("</body>")
    deep = (build / "__shell-admin-users.html").read_text()
    assert "/assets/u.js" in deep
    assert "<!--text-->" in deep, "its frame is that of /admin, since /admin/users is no page"
    missing = (build / "__shell-404.html").read_text()
    assert "/assets/n.js" in missing
    assert "<style>" in missing
    assert "404 Page Not Found</h1>" in missing
    assert "aria-current" not in missing
    assert "<style>" in (build / "index.html").read_text()
    assert "<style>" not in (build / "__spa-fallback.html").read_text()


def test_pages_that_wait_for_scripts_say_so_to_browsers_without_any(build: Path) -> None:
    prepare(build)
    html = (build / "events/index.html").read_text()
    assert "<body><noscript><p" in html
    assert 'href="/cal/public.ics"' in html
    assert "<noscript>" not in (build / "index.html").read_text(), "all of it is text already"


def test_a_frame_that_has_changed_fails_the_build(build: Path) -> None:
    (build / "events/index.html").write_text(PAGE)
    with pytest.raises(RuntimeError, match="frame"):
        prepare(build)


def test_a_build_without_a_manifest_fails(build: Path) -> None:
    (build / "assets/manifest-1.js").unlink()
    with pytest.raises(RuntimeError, match="manifest"):
        prepare(build)
