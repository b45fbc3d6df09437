"""Prerendered pages bring their styles; pages with an id announce their scripts."""

import json
import re
from pathlib import Path

import pytest

from rookiebattle.manage.first_paint import (
    announced,
    prepare,
    with_one_first_paint,
    with_styles_inside,
    with_urgent_picture_inside,
)
from rookiebattle.ui.document import FONTS

LINK = '<link href="/assets/all-1.css" rel="stylesheet" type="text/css"/>'
AHEAD = '<link as="style" href="/assets/all-1.css" rel="preload"/>'
PAGE = f'<html><head>{AHEAD}<link rel="modulepreload" href="/assets/a.js"/>{LINK}</head></html>'

FRAMED = (
    '<div class="page"><header><a aria-current="page">Here</a></header><main id="content">'
    '<div id="page-head"></div>skeletons</main><footer id="page-end">Foot</footer></div>'
    "<script></script>"
)
HERO = '<link href="/styles/hero.css" rel="stylesheet" data-precedence="default"/>'
FILES = {
    "art/hero-phone.svg": '<svg fill="#c8371b"/>',
    "styles/hero.css": '.hero{background:url("/art/hero-phone.svg") center}'
    '.wide{background:url("/art/hero.svg")}',
}


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
    for name in ("e", "a", "u", "n"):
        (tmp_path / f"assets/{name}.js").write_text("")
    manifest = f"window.__reactRouterManifest={json.dumps({'routes': routes})};"
    (tmp_path / "assets/manifest-1.js").write_text(manifest)
    (tmp_path / "__spa-fallback.html").write_text(PAGE.replace("</html>", "<body></body></html>"))
    for name in ("index.html", "events/index.html", "chapters/index.html", "admin/index.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        own = HERO if name == "index.html" else ""
        html = PAGE.replace("</html>", f"<body>{FRAMED}</body></html>")
        (tmp_path / name).write_text(html.replace("<head>", f"<head>{own}"))
    for file, text in FILES.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    return tmp_path


def test_a_prerendered_page_brings_its_styles_and_asks_for_them_only_to_print(build: Path) -> None:
    html = with_styles_inside(PAGE, build)
    assert "<style>.page{color:red}</style>" in html
    assert 'rel="stylesheet" type="text/css" media="print"/>' in html
    assert AHEAD not in html


def test_a_sheet_of_one_page_is_written_into_it_after_that_of_all_pages(build: Path) -> None:
    (build / "styles/calendar.css").write_text(".day{color:blue}")
    own = '<link href="/styles/calendar.css" rel="stylesheet" data-precedence="default"/>'
    html = with_styles_inside(f"{own}{PAGE}", build)
    assert "<style>.page{color:red}.day{color:blue}</style>" in html
    assert own.replace("/>", ' media="print"/>') in html


def test_the_band_of_an_event_brings_its_pattern(build: Path) -> None:
    (build / "art/waves.svg").write_text("<svg/>")
    sheet = Path("assets/styles/event-page.css").read_text()
    (build / "styles/event-page.css").write_text(sheet)
    own = '<link href="/styles/event-page.css" rel="stylesheet" data-precedence="default"/>'
    html = with_styles_inside(f"{own}{PAGE}", build)
    assert "/art/waves.svg" in sheet
    assert "/art/waves.svg" not in html
    assert 'url("data:image/svg+xml,%3Csvg/%3E") 0 0 /' in html


def test_a_page_is_painted_once_it_has_come_as_far_as_its_footer() -> None:
    page = '<html><head></head><body><footer id="page-end"></footer></body></html>'
    wait = '<link rel="expect" href="#page-end" blocking="render">'
    assert with_one_first_paint(page) == page.replace("</head>", f"{wait}</head>")
    head = '<html><head></head><body><div id="page-head"></div></body></html>'
    assert 'href="#page-head"' in with_one_first_paint(head, "page-head")
    frameless = "<html><head></head><body></body></html>"
    assert with_one_first_paint(frameless) == frameless


def test_a_page_whose_first_lines_are_its_largest_does_not_wait_for_the_rest(build: Path) -> None:
    prepare(build)
    waits = {
        name: re.findall('rel="expect" href="#([^"]*)"', (build / name).read_text())
        for name in ("index.html", "events/index.html", "chapters/index.html")
    }
    assert waits == {
        "index.html": [],
        "events/index.html": ["page-head"],
        "chapters/index.html": ["page-end"],
    }


def test_the_start_page_brings_its_picture_for_phones(build: Path) -> None:
    prepare(build)
    inside = """url("data:image/svg+xml,%3Csvg fill='%23c8371b'/%3E") center}"""
    assert inside in (build / "index.html").read_text()
    assert 'url("/art/hero.svg")' in (build / "index.html").read_text()


def test_the_most_urgent_picture_stands_in_its_element(build: Path) -> None:
    (build / "art/duel.svg").write_text('<svg id="a&amp;b"/>')
    ahead = '<link rel="preload" as="image" href="/art/duel.svg" fetchPriority="high"/>'
    page = f'{ahead}<img alt="" fetchPriority="high" src="/art/duel.svg"/>'
    html = with_urgent_picture_inside(page, build)
    inside = "data:image/svg+xml,%3Csvg id='a%26amp;b'/%3E"
    assert html == f'<img alt="" fetchPriority="high" src="{inside}"/>'
    with pytest.raises(RuntimeError, match=r"shows /art/duel\.svg"):
        with_urgent_picture_inside(ahead, build)


def test_scripts_are_announced_behind_the_text(build: Path) -> None:
    prepare(build)
    for name, script in (("index", "a"), ("__shell-events", "e"), ("__shell-404", "n")):
        html = (build / f"{name}.html").read_text()
        (link,) = re.findall(rf'<link rel="modulepreload"[^>]* href="/assets/{script}.js"/?>', html)
        assert html.index("</footer>") < html.index(link) < html.index("</body>")
        assert 'fetchpriority="low"' in link, "a slow line carries fonts and first data before it"


def test_a_start_page_without_its_picture_fails_the_build(build: Path) -> None:
    (build / "styles/hero.css").write_text(".hero{color:red}")
    with pytest.raises(RuntimeError, match="picture"):
        prepare(build)


def test_fonts_are_announced_in_the_body_where_no_paint_waits_for_them(build: Path) -> None:
    prepare(build)
    for name in ("index.html", "__shell-events.html", "__shell-404.html"):
        html = (build / name).read_text()
        links = re.findall(r'<link rel="preload" href="/fonts/[^"]+" as="font"[^>]*>', html)
        assert len(links) == len(FONTS)
        assert html.index("<body>") < html.index(links[0]) < html.index('<div class="page">')


def test_a_shell_brings_the_sheets_that_its_scripts_will_ask_for(build: Path) -> None:
    (build / "styles/event.css").write_text("/* The card\n of an event. */\n.a {\n  top: 0;\n}\n")
    (build / "assets/e.js").write_text('a("link",{rel:"stylesheet",href:"/styles/event.css"})')
    prepare(build)
    shell = (build / "__shell-events.html").read_text()
    assert "<style>.page{color:red}.a { top: 0; }</style>" in shell
    link = (
        '<link href="/styles/event.css" rel="stylesheet" data-precedence="default" media="print"/>'
    )
    assert shell.index(link) < shell.index("</head>")
    assert "event.css" not in (build / "__shell-404.html").read_text()


def test_a_page_without_the_expected_style_sheet_fails_the_build(build: Path) -> None:
    with pytest.raises(RuntimeError, match="style sheet"):
        with_styles_inside("<html></html>", build)


def test_each_page_begins_with_the_script_that_mends_it(build: Path) -> None:
    """It is inline, so that it cannot be lost, and stands before all that could be."""
    prepare(build)
    for name in ("index.html", "__shell-events.html", "__shell-404.html"):
        head, _, body = (build / name).read_text().partition("</head>")
        start = head.rpartition("<script>")[2].partition("</script>")[0]
        assert start.startswith("(() => {"), name
        assert start.endswith("})();"), name
        assert "//" not in start, "a comment would end the rest of the line"
        assert "sessionStorage" not in body, name


def test_scripts_are_announced_once() -> None:
    html = announced(PAGE, ["/assets/a.js", "/assets/b.js"])
    assert html.count("/assets/a.js") == 1
    assert html.count('<link rel="modulepreload" href="/assets/b.js"></head>') == 1


def test_pages_with_an_id_get_a_shell_of_their_own_and_the_404_its_script(build: Path) -> None:
    prepare(build)
    shell = (build / "__shell-events.html").read_text()
    assert 'href="/assets/e.js">' in shell
    assert "<style>" in shell
    assert '<main id="content"><!--text--></main><footer id="page-end">' in shell
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
    assert html.index("<body>") < html.index("<noscript><p") < html.index("<header>")
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
