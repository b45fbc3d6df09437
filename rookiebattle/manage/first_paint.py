"""Prepares the built pages for an early first paint: styles inline, scripts announced, a text.

It depends on the HTML and the manifest that React Router writes. When they change, the build fails.
"""

import json
import re
from pathlib import Path

import reflex as rx
from htpy import Element, a, fragment, link, noscript, p, style

from rookiebattle import routes
from rookiebattle.core.markup import trusted
from rookiebattle.core.serving.documents import FALLBACK, NOT_FOUND, TEXT, shell_of
from rookiebattle.ui.before_scripts.template import as_html
from rookiebattle.ui.shell import not_found

STYLES = re.compile(r'<link href="(/assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
STYLES_AHEAD = re.compile(r'<link as="style" [^>]*rel="preload"/>')
# The frame of a prerendered page: everything around its content.
FRAME = re.compile(r'(<div class="page">.*<main[^>]*>).*(</main>.*</footer></div>)', re.DOTALL)
CURRENT = ' aria-current="page"'
HEAD_ENDS, BODY_STARTS = "</head>", "<body>"
# A name that neither HTML nor React knows.
TEXT_BEFORE = Element("text-before")
# For every page but the start page: its content waits for scripts.
EXPLAINED = p(".no-script")[
    "This page fills itself with JavaScript, which your browser does not run. ",
    "Without it you can read ",
    a(href=routes.HOME)["the start page"],
    " and put ",
    a(href=routes.PUBLIC_CALENDAR)["all public events"],
    " into your calendar.",
]
QUIET = style[
    trusted('[aria-busy="true"],.skeleton,.month-skeleton,.live,.theme-toggle{display:none}')
]


def prepare(folder: Path) -> None:
    """Rewrite the prerendered pages in `folder`, and write the shells.

    A shell is a page whose text the server fills in: one for each page with an id, and one for
    unknown addresses.
    """
    scripts_of = _routes(folder)
    shell = with_styles_inside((folder / FALLBACK).read_text(encoding="utf-8"), folder)
    for path, scripts in scripts_of.items():
        prefix, _, parameter = path.partition("/:")
        if parameter:
            page = with_text_before(announced(shell, scripts), _frame(folder, prefix))
            (folder / shell_of(prefix)).write_text(page, encoding="utf-8")
    frame = _frame(folder, "chapters").replace(CURRENT, "").replace(TEXT.decode(), _not_found())
    missing = with_text_before(announced(shell, scripts_of["*"]), frame)
    (folder / NOT_FOUND).write_text(missing, encoding="utf-8")
    for file in folder.rglob("*.html"):
        if not file.name.startswith("__"):
            html = with_styles_inside(file.read_text(encoding="utf-8"), folder)
            is_start = file == folder / "index.html"
            file.write_text(html if is_start else explained(html), encoding="utf-8")


def with_text_before(shell: str, frame: str) -> str:
    """The shell with a text that is read until the scripts have made the real page.

    The text stands in an element that React never writes. React leaves unknown elements of `<body>`
    alone, but not those that could be its own.
    """
    return _at_start(shell, TEXT_BEFORE[noscript[QUIET], trusted(frame)])


def explained(html: str) -> str:
    """The page with a sentence for browsers without scripts in place of its endless skeletons."""
    return _at_start(html, noscript[EXPLAINED, QUIET])


def with_styles_inside(html: str, folder: Path) -> str:
    """The page with its style sheet written into it.

    The link to the sheet stays, because React looks for it while it hydrates. The link becomes one
    for print, so that the browser does not wait for it before the first paint.
    """
    sheet = STYLES.search(html)
    if sheet is None:
        raise RuntimeError("A built page has no style sheet: did React Router change its links?")
    css = (folder / sheet[1].removeprefix("/")).read_text(encoding="utf-8")
    later = sheet[0].replace("/>", ' media="print"/>')
    inside = style[trusted(css)]
    html = html.replace(sheet[0], f"{inside}{later}", 1)
    return STYLES_AHEAD.sub("", html, count=1)


def announced(html: str, scripts: list[str]) -> str:
    """The shell with links to its page's scripts; React Router finds them only when hydrated."""
    new = [script for script in scripts if f'"{script}"' not in html]
    links = fragment[(link(rel="modulepreload", href=script) for script in new)]
    return html.replace(HEAD_ENDS, f"{links}{HEAD_ENDS}", 1)


def _at_start(html: str, first: Element) -> str:
    return html.replace(BODY_STARTS, f"{BODY_STARTS}{first}", 1)


def _not_found() -> str:
    """The content of the 404 page, where its script will put it again."""
    return as_html(rx.el.div(not_found(), class_name="column main"))


def _frame(folder: Path, page: str) -> str:
    """Header and footer of a built page, with the marker for the text between them.

    A page with an id may have no list of its own (`/admin/users`): the list above it serves then.
    """
    file = folder / page / "index.html"
    while not file.exists():
        file = file.parents[1] / file.name
    html = file.read_text(encoding="utf-8")
    found = FRAME.search(html)
    if found is None:
        raise RuntimeError(f"The built page '{page}' has no frame: did ui/shell.py change it?")
    return f"{found[1]}{TEXT.decode()}{found[2]}"


def _routes(folder: Path) -> dict[str, list[str]]:
    """The scripts of every route by its path, such as `events/:event_id`; `*` is the 404 page."""
    manifests = list(folder.glob("assets/manifest-*.js"))
    if len(manifests) != 1:
        raise RuntimeError("The build has no single assets/manifest-*.js: did it change its name?")
    text = manifests[0].read_text(encoding="utf-8")
    known = json.loads(text[text.index("{") : text.rindex("}") + 1])["routes"].values()
    return {route.get("path", ""): [route["module"], *route["imports"]] for route in known}
