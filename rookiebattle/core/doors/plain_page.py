"""Small pages that the server draws without the app: the sign-in and its errors."""

import htpy as el
from starlette.responses import HTMLResponse

from rookiebattle import routes
from rookiebattle.core.values.markup import trusted
from rookiebattle.settings import get_settings

TO_START, TO_PAGE = "Back to Home", "Back to the Page"
LOG_IN = "Please log in"
_FONTS = f"""
@font-face{{font-family:"Shippori Mincho";font-display:swap;
src:url({routes.font("shippori-mincho-500")}) format("woff2")}}
@font-face{{font-family:"Source Sans 3";font-weight:200 900;font-display:swap;
src:url({routes.font("source-sans-3")}) format("woff2")}}
"""
_STYLE = """
:root{color-scheme:light dark;--ground:#faf6ee;--panel:#fffdf8;--ink:#16161d;--quiet:#5b5a63;
--line:#e4dccb;--ai:#1f3a5f;--shu:#c8371b;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#16161d;--panel:#1f1f28;--ink:#faf6ee;
--quiet:#b9b5ab;--line:#30303b;--ai:#9dbbe2;--shu:#f08a70;--on:#16161d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 12px;
background:var(--ground);color:var(--ink);font:17px/1.5 "Source Sans 3",system-ui,sans-serif}
main{width:100%;max-width:480px}
h1{font:500 1.75rem/1.25 "Shippori Mincho",Georgia,serif;margin:0 0 8px;text-wrap:balance}
p{margin:0 0 24px;color:var(--quiet);text-wrap:pretty;overflow-wrap:anywhere}
.mark{margin-bottom:24px;display:block}
ul{list-style:none;margin:0 0 24px;padding:0;display:grid;gap:12px}
.choice{display:grid;grid-template-columns:48px 1fr;gap:0 16px;align-items:center;padding:16px;
background:var(--panel);border:1px solid var(--line);border-radius:14px;color:inherit;
text-decoration:none}
.choice:hover{border-color:var(--ai)}
.round{grid-row:span 2;width:48px;height:48px;border-radius:50%;display:grid;place-items:center;
background:var(--ai);color:var(--on);font-weight:600}
.who{display:flex;flex-wrap:wrap;gap:0 8px;align-items:baseline;font-weight:600}
.who:last-child{grid-row:span 2}
.role{font-size:.875rem;font-weight:500;color:var(--ai)}
.about{font-size:.9375rem;color:var(--quiet)}
.actions{display:flex;flex-wrap:wrap;gap:12px}
.button{display:inline-grid;place-items:center;min-height:44px;padding:0 20px;border-radius:8px;
border:1px solid var(--line);color:inherit;font-weight:600;text-decoration:none}
button.button{font:inherit;font-weight:600;background:none;cursor:pointer}
.button.primary{background:var(--shu);border-color:var(--shu);color:var(--on)}
:focus-visible{outline:3px solid var(--ai);outline-offset:2px}
"""


def plain_page(headline: str, text: str, content: el.Node, status: int = 200) -> HTMLResponse:
    """A page of one column: headline, sentence and further content such as buttons."""
    drawn = plain_html(headline, text, content)
    return HTMLResponse(str(drawn), status, {"cache-control": "no-store"})


def plain_html(
    headline: str, text: str, content: el.Node, *, styles: str = "", script: str = ""
) -> el.Element:
    """The HTML of such a page. `script` is the path of a script; `styles` are added to ours."""
    return el.html(lang="en")[
        el.head[
            el.meta(charset="utf-8"),
            el.meta(name="viewport", content="width=device-width, initial-scale=1"),
            el.meta(name="robots", content="noindex"),
            el.link(rel="icon", href=routes.FAVICON),
            el.title[f"{headline} · {get_settings().org_name}"],
            el.style[trusted(_FONTS + _STYLE + styles)],
            bool(script) and el.script(src=script, defer=True),
        ],
        el.body[el.main[_crest(), el.h1[headline], el.p[text], content]],
    ]


def actions(*links: tuple[str, str]) -> el.Element:
    """Links (address, label) as buttons; the first one is the primary button."""
    return el.div(".actions")[
        (
            el.a(class_=["button", {"primary": index == 0}], href=address)[label]
            for index, (address, label) in enumerate(links)
        )
    ]


def _crest() -> el.Element:
    dark = el.source(srcset=routes.art("crest-dark.svg"), media="(prefers-color-scheme: dark)")
    light = el.img(".mark", src=routes.art("crest.svg"), alt="", width="64", height="64")
    return el.picture[dark, light]
