"""Prepares the built pages for an early first paint: styles inline, scripts announced, a text.

It depends on the HTML and the manifest that React Router writes. When they change, the build fails.
"""

import json
import re
from pathlib import Path
from urllib.parse import quote

import reflex as rx
from htpy import Element, Fragment, a, form, fragment, link, noscript, p, script, style

from rookiebattle import routes
from rookiebattle.core.serving.documents import FALLBACK, NOT_FOUND, TEXT, shell_of
from rookiebattle.core.values.markup import trusted
from rookiebattle.ui import document
from rookiebattle.ui.before_scripts import as_html
from rookiebattle.ui.buttons import FIRST_FORM
from rookiebattle.ui.document import FONTS
from rookiebattle.ui.footer import PAGE_END
from rookiebattle.ui.shell import not_found
from rookiebattle.ui.surfaces import PAGE_HEAD

STYLES = re.compile(r'<link href="(/assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
# A sheet of `ui/document.OWN_STYLES`, where React has put it.
OWN_STYLES = re.compile(
    r'<link href="(/styles/[^"]+\.css)" rel="stylesheet" data-precedence="default"/>'
)
# The picture of the start page on a phone, in its style sheet.
PICTURE = re.compile(r"""url\(["']?(/art/hero-phone[\w-]*\.svg)["']?\)""")
# The pattern behind the card of an event or a chapter. As part of the sheet it is painted first,
# and is the largest paint. Otherwise the words would be: a browser counts them again when their
# font has come, seconds later.
PATTERN = re.compile(r"""url\(["']?(/art/waves\.svg)["']?\)""")
AS_IT_IS = " !$'()*+,-./:;=?@_~"
# A picture of ours that React announces, because its page calls it the most urgent one.
URGENT = re.compile(
    r'<link rel="preload" as="image" href="(/art/[\w-]+\.svg)" fetchPriority="high"/>'
)
# The name of such a sheet in a script that will ask for it.
SHEET_IN_SCRIPT = re.compile(r"""["'`](/styles/[\w-]+\.css)["'`]""")
OWN_LINK = '<link href="{}" rel="stylesheet" data-precedence="default"/>'
COMMENT, INDENTATION = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"\s*\n\s*")
LATER = ' media="print"/>'
AHEAD = '<link rel="modulepreload"'
LESS_URGENT = f'{AHEAD} fetchpriority="low"'
SCRIPT_AHEAD = re.compile(rf"{AHEAD}[^>]*>")
STYLES_AHEAD = re.compile(r'<link as="style" [^>]*rel="preload"/>')
# The frame of a prerendered page: everything around its content.
FRAME = re.compile(r'(<div class="page">.*<main[^>]*>).*(</main>.*</footer></div>)', re.DOTALL)
CURRENT = ' aria-current="page"'
# The element with which a page is painted first, where that is not its footer. The largest text or
# picture of these pages is among their first ones, and would wait for all that follows it.
AS_IT_COMES = ""
PAINTED_WITH = {
    routes.HOME: AS_IT_COMES,
    routes.EVENTS: PAGE_HEAD,
    routes.MEDIA: PAGE_HEAD,
    routes.MEMBERSHIP: AS_IT_COMES,
    routes.RESOURCES: AS_IT_COMES,
}
# The script that runs before anything of a page can be lost, and the one of a text before scripts.
START, FIRST_ACT = map(Path(document.__file__).with_name, ("start.js", "first_act.js"))
COMMENT_LINE = re.compile(r"^\s*//.*$", re.MULTILINE)
HEAD_ENDS, BODY_STARTS, BODY_ENDS = "</head>", "<body>", "</body>"
# A name that neither HTML nor React knows.
TEXT_BEFORE = Element("text-before")
# For every page but the start page: its content waits for scripts.
EXPLAINED = p(".no-script")[
    "This page fills itself with JavaScript, which your browser does not run. ",
    "Without it you can read ",
    a(href=routes.HOME)["the home page"],
    " and put ",
    a(href=routes.PUBLIC_CALENDAR)["all public events"],
    " into your calendar.",
]
QUIET = style[
    trusted(
        '[aria-busy="true"],.skeleton,.month-skeleton,.live,.theme-toggle,'
        "text-before main :is(button,input,select,textarea)"
        ":not([formaction],:disabled,[aria-disabled]),"
        ".text-place :is(button,input,select,textarea),"
        "body:has(.text-place>*):not(:has(.server-text)) .no-script{display:none}"
        "text-before noscript{display:contents}"
    )
]


def prepare(folder: Path) -> None:
    """Rewrite the prerendered pages in `folder`, and write the shells.

    A shell is a page whose text the server fills in: one for each page with an id, and one for
    unknown addresses.
    """
    scripts_of = _routes(folder)
    fallback = (folder / FALLBACK).read_text(encoding="utf-8")
    for path, scripts in scripts_of.items():
        prefix, _, parameter = path.partition("/:")
        if parameter:
            # Behind the id of a record, as in `events/:event_id/gate`.
            suffix = parameter.partition("/")[2]
            shell = with_styles_inside(with_own_links(fallback, scripts, folder), folder)
            page = with_text_before(announced(shell, scripts), _frame(folder, prefix))
            _write(folder / shell_of(f"{prefix}/{suffix}".rstrip("/")), page)
    frame = _frame(folder, "chapters").replace(CURRENT, "").replace(TEXT.decode(), _not_found())
    shell = with_styles_inside(fallback, folder)
    missing = with_text_before(announced(shell, scripts_of["*"]), frame)
    _write(folder / NOT_FOUND, missing)
    for file in folder.rglob("*.html"):
        if not file.name.startswith("__"):
            html = with_styles_inside(file.read_text(encoding="utf-8"), folder)
            path = f"/{file.relative_to(folder).with_suffix('').as_posix()}".removesuffix("index")
            path = path.rstrip("/") or routes.HOME
            html = with_urgent_picture_inside(html, folder)
            html = with_picture_inside(html, folder) if path == routes.HOME else explained(html)
            _write(file, html, PAINTED_WITH.get(path, PAGE_END))


def with_fonts_ahead(html: str) -> str:
    """The page with its fonts announced, at the start of its body.

    In the head they would delay the first paint: Chromium holds it back for up to a tenth of a
    second, in the hope that a font announced there arrives.
    """
    links = fragment[
        (
            link(rel="preload", href=href, as_="font", type="font/woff2", crossorigin="anonymous")
            for href in map(routes.font, FONTS)
        )
    ]
    return _at_start(html, links)


def with_scripts_last(html: str) -> str:
    """The page with its scripts announced at its end, after fonts and first data in urgency.

    Asking for a dozen files keeps a phone's processor from the text before them. They arrive after
    the page in any case. A browser takes each announced script for as urgent as a font, and a
    slow line would carry them all at once.
    """
    links = "".join(SCRIPT_AHEAD.findall(html)).replace(AHEAD, LESS_URGENT)
    return SCRIPT_AHEAD.sub("", html).replace(BODY_ENDS, f"{links}{BODY_ENDS}", 1)


def with_one_first_paint(html: str, until: str = PAGE_END) -> str:
    """The page as one that is painted once it has come as far as the element `until`.

    A browser would paint the header when it has that, and on a slow phone a third of a second goes
    by until it paints what the page is about. Browsers that do not know the link paint as before.
    """
    wait = link(rel="expect", href=f"#{until}", blocking="render")
    is_there = until and f'id="{until}"' in html
    return html.replace(HEAD_ENDS, f"{wait}{HEAD_ENDS}", 1) if is_there else html


def with_start(html: str) -> str:
    """The page with `ui/start.js` in its head.

    There React looks for its own script, which comes first, and passes over this one.
    """
    return html.replace(HEAD_ENDS, f"{_inside(START)}{HEAD_ENDS}", 1)


def _inside(file: Path) -> Element:
    text = COMMENT_LINE.sub("", file.read_text(encoding="utf-8"))
    return script[trusted(INDENTATION.sub(" ", text).strip())]


def with_text_before(shell: str, frame: str) -> str:
    """The shell with a text that is read until the scripts have made the real page.

    The text stands in an element that React never writes. React leaves unknown elements of `<body>`
    alone, but not those that could be its own.
    """
    act = form("#" + FIRST_FORM, method="post", hidden=True), _inside(FIRST_ACT)
    return _at_start(shell, TEXT_BEFORE[noscript[QUIET], act, trusted(frame)])


def explained(html: str) -> str:
    """The page with a sentence for browsers without scripts in place of its endless skeletons."""
    return _at_start(html, noscript[EXPLAINED, QUIET])


def with_own_links(shell: str, scripts: list[str], folder: Path) -> str:
    """The shell with links to the sheets for which its page's scripts will ask.

    React finds them there and waits for nothing when it shows the page.
    """
    texts = [(folder / one.removeprefix("/")).read_text(encoding="utf-8") for one in scripts]
    found = dict.fromkeys(path for text in texts for path in SHEET_IN_SCRIPT.findall(text))
    links = "".join(OWN_LINK.format(path) for path in found)
    return shell.replace(HEAD_ENDS, f"{links}{HEAD_ENDS}", 1)


def with_styles_inside(html: str, folder: Path) -> str:
    """The page with its style sheets written into it: that of all pages, and its own.

    The links to the sheets stay, because React looks for them while it hydrates. They become links
    for print, so that the browser does not wait for them before the first paint.
    """
    sheet = STYLES.search(html)
    if sheet is None:
        raise RuntimeError("A built page has no style sheet: did React Router change its links?")
    # A page's own sheet comes after those of all pages.
    sheets = [sheet, *OWN_STYLES.finditer(html)]
    css = "".join(_dense(folder / one[1].removeprefix("/")) for one in sheets)
    css, _ = _with_pictures_inside(css, PATTERN, folder)
    for one in sheets:
        inside = style[trusted(css)] if one is sheet else ""
        html = html.replace(one[0], f"{inside}{one[0].replace('/>', LATER)}", 1)
    return STYLES_AHEAD.sub("", html, count=1)


def with_picture_inside(html: str, folder: Path) -> str:
    """The start page with its largest picture in its styles, for phones.

    The picture would be asked for when the page is there, and then share a slow line with the
    scripts. In the page it costs three kilobytes.
    """
    html, count = _with_pictures_inside(html, PICTURE, folder)
    if not count:
        raise RuntimeError("The start page has no picture for phones: did its sheet change?")
    return html


def _with_pictures_inside(text: str, pictures: re.Pattern[str], folder: Path) -> tuple[str, int]:
    """The text with the pictures of its styles written into it, and how many there are."""
    return pictures.subn(lambda found: f'url("{_as_address(folder, found[1])}")', text)


def with_urgent_picture_inside(html: str, folder: Path) -> str:
    """The page with its most urgent picture in the element that shows it, if it has one.

    A file of its own arrives in time, but its load is noticed only after the words are painted.
    React leaves the address that it finds while it hydrates.
    """
    announced_one = URGENT.search(html)
    if announced_one is None:
        return html
    path, shown = announced_one[1], f'src="{announced_one[1]}"'
    if shown not in html:
        raise RuntimeError(f"No element of the page shows {path}: did React change its order?")
    html = html.replace(announced_one[0], "", 1)
    return html.replace(shown, f'src="{_as_address(folder, path)}"', 1)


def _as_address(folder: Path, path: str) -> str:
    """The drawing itself, as an address."""
    svg = (folder / path.removeprefix("/")).read_text(encoding="utf-8")
    # The drawings have no single quotes, and these need no escape in an address.
    return f"data:image/svg+xml,{quote(svg.replace(chr(34), chr(39)), safe=AS_IT_IS)}"


def announced(html: str, scripts: list[str]) -> str:
    """The shell with links to its page's scripts; React Router finds them only when hydrated."""
    new = [script for script in scripts if f'"{script}"' not in html]
    links = fragment[(link(rel="modulepreload", href=script) for script in new)]
    return html.replace(HEAD_ENDS, f"{links}{HEAD_ENDS}", 1)


def _dense(sheet: Path) -> str:
    """A sheet without comments and indentation."""
    return INDENTATION.sub(" ", COMMENT.sub("", sheet.read_text(encoding="utf-8"))).strip()


def _write(file: Path, html: str, painted_with: str = PAGE_END) -> None:
    page = with_start(with_fonts_ahead(with_scripts_last(html)))
    file.write_text(with_one_first_paint(page, painted_with), encoding="utf-8")


def _at_start(html: str, first: Element | Fragment) -> str:
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
