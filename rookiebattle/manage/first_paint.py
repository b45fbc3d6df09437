"""What the built pages need for an early first paint: styles inside, scripts announced.

Leans on the HTML and the manifest that React Router writes; a build without them fails.
"""

import json
import re
from pathlib import Path

STYLES = re.compile(r'<link href="(/assets/[^"]+\.css)" rel="stylesheet" type="text/css"/>')
STYLES_AHEAD = re.compile(r'<link as="style" [^>]*rel="preload"/>')
FALLBACK = "__spa-fallback.html"


def prepare(folder: Path) -> None:
    """Rewrite the prerendered pages in `folder` and write a shell for each page with an id
    and for what is no page."""
    routes = _routes(folder)
    shell = (folder / FALLBACK).read_text(encoding="utf-8")
    for path, scripts in routes.items():
        prefix, _, parameter = path.partition("/:")
        if parameter:
            name = f"__shell-{prefix}.html"
            (folder / name).write_text(announced(shell, scripts), encoding="utf-8")
    for page in folder.rglob("*.html"):
        if not page.name.startswith("__"):
            html = page.read_text(encoding="utf-8")
            page.write_text(with_styles_inside(html, folder), encoding="utf-8")
    missing = with_styles_inside(announced(shell, routes["*"]), folder)
    (folder / "__shell-404.html").write_text(missing, encoding="utf-8")


def with_styles_inside(html: str, folder: Path) -> str:
    """The page with its style sheet written into it.

    The link stays, for React looks for it while hydrating, but asks for nothing before the first
    paint: the same rules, again, for print.
    """
    link = STYLES.search(html)
    if link is None:
        raise RuntimeError("A built page has no style sheet: did React Router change its links?")
    css = (folder / link[1].removeprefix("/")).read_text(encoding="utf-8")
    later = link[0].replace("/>", ' media="print"/>')
    html = html.replace(link[0], f"<style>{css}</style>{later}", 1)
    return STYLES_AHEAD.sub("", html, count=1)


def announced(html: str, scripts: list[str]) -> str:
    """The shell with the scripts of its page, which React Router finds only after hydrating."""
    new = [script for script in scripts if f'"{script}"' not in html]
    links = "".join(f'<link rel="modulepreload" href="{script}"/>' for script in new)
    return html.replace("</head>", f"{links}</head>", 1)


def _routes(folder: Path) -> dict[str, list[str]]:
    """The scripts of every route by its path, such as `events/:event_id`; `*` is the 404."""
    manifests = list(folder.glob("assets/manifest-*.js"))
    if len(manifests) != 1:
        raise RuntimeError("The build has no single assets/manifest-*.js: did it change its name?")
    text = manifests[0].read_text(encoding="utf-8")
    routes = json.loads(text[text.index("{") : text.rindex("}") + 1])["routes"].values()
    return {route.get("path", ""): [route["module"], *route["imports"]] for route in routes}
