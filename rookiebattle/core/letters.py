"""How a letter looks: one content, drawn as plain text and as simple HTML. Pure."""

import textwrap
from dataclasses import dataclass, field
from html import escape

from rookiebattle import routes
from rookiebattle.settings import Settings

WIDTH, MARGIN = 72, 12


@dataclass(slots=True)
class Content:
    """The words of a letter. Facts are pairs such as ('When', 'Sat 14 Mar, 6:00 PM')."""

    title: str
    name: str = ""
    opening: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    link: tuple[str, str] | None = None
    reason: str = ""
    unsubscribe: str = ""


def as_text(content: Content, settings: Settings) -> str:
    """The letter for those who read plain text, and for search."""
    hello = f"Hello {content.name}," if content.name else "Hello,"
    facts = "\n".join(_fact(name, value) for name, value in content.facts)
    link = [f"{content.link[0]}:\n{content.link[1]}"] if content.link else []
    paragraphs = [_wrapped(one) for one in (hello, *content.opening)]
    closing = [_wrapped(one) for one in content.closing]
    blocks = [*paragraphs, *([facts] if facts else []), *closing, *link]
    return "\n\n".join([*blocks, "-- \n" + "\n".join(_foot(content, settings))]) + "\n"


def _wrapped(paragraph: str, indent: str = "") -> str:
    return "\n".join(
        textwrap.fill(
            line,
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in paragraph.splitlines()
    )


def _fact(name: str, value: str) -> str:
    return f"{name + ':':<{MARGIN}}{_wrapped(value, ' ' * MARGIN).lstrip()}"


def _foot(content: Content, settings: Settings) -> list[str]:
    lines = [f"{settings.org_name} · {settings.org_address}"]
    if content.reason:
        lines.append(_wrapped(content.reason))
    if content.unsubscribe:
        lines.append(f"No more of these letters: {content.unsubscribe}")
        lines.append(f"All mail settings: {routes.absolute(routes.ACCOUNT)}")
    return lines


_SERIF = "'Shippori Mincho',Georgia,'Times New Roman',serif"
_SANS = "'Source Sans 3','Helvetica Neue',Helvetica,Arial,sans-serif"
_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{title}</title>
<style>
:root{{color-scheme:light dark}}
a{{color:#1f3a5f}}
@media (prefers-color-scheme:dark){{
.ground{{background:#16161d!important}}
.card{{background:#1f1f28!important;border-color:#30303b!important}}
.ink{{color:#faf6ee!important}}
.quiet,.quiet a{{color:#b9b5ab!important}}
.line{{border-color:#30303b!important}}
.button{{background:#9dbbe2!important;color:#16161d!important}}
}}
</style></head>
"""


def as_html(content: Content, settings: Settings) -> str:
    """The same letter with a calm look; no picture or script is fetched from anywhere."""
    hello = f"Hello {content.name}," if content.name else "Hello,"
    inner = [
        _heading(content.title),
        *(_paragraph(one) for one in (hello, *content.opening)),
        _facts_table(content.facts),
        *(_paragraph(one) for one in content.closing),
        _button(*content.link) if content.link else "",
    ]
    return (
        f"{_HEAD.format(title=escape(content.title))}"
        f'<body class="ground" style="margin:0;padding:0;background:#faf6ee">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" '
        'style="background:#faf6ee"><tr><td align="center" style="padding:24px 12px">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" '
        'style="max-width:560px"><tr><td class="card" style="padding:28px 24px;background:#fffdf8;'
        f'border:1px solid #e4dccb;border-radius:14px">{"".join(inner)}</td></tr>'
        f'<tr><td style="padding:16px 24px">{_html_foot(content, settings)}</td></tr></table>'
        "</td></tr></table></body></html>\n"
    )


def _heading(text: str) -> str:
    return (
        f'<h1 class="ink" style="margin:0 0 16px;font:500 24px/1.25 {_SERIF};color:#16161d;'
        f'overflow-wrap:anywhere">{escape(text)}</h1>'
    )


def _paragraph(text: str) -> str:
    words = "<br>".join(escape(line) for line in text.splitlines())
    return (
        f'<p class="ink" style="margin:0 0 16px;font:16px/1.5 {_SANS};color:#16161d;'
        f'overflow-wrap:anywhere">{words}</p>'
    )


def _facts_table(facts: list[tuple[str, str]]) -> str:
    if not facts:
        return ""
    rows = "".join(
        f'<tr><th scope="row" align="left" valign="top" class="quiet line" '
        f'style="padding:9px 16px 8px 0;border-top:1px solid #e4dccb;white-space:nowrap;'
        f'font:14px/1.5 {_SANS};color:#5b5a63">{escape(name)}</th>'
        f'<td class="ink line" style="padding:8px 0;border-top:1px solid #e4dccb;width:100%;'
        f'font:16px/1.5 {_SANS};color:#16161d;overflow-wrap:anywhere">'
        f"{_value(value)}</td></tr>"
        for name, value in facts
    )
    return (
        '<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">'
        f"{rows}</table>"
    )


def _value(text: str) -> str:
    if text.startswith(("https://", "http://")) and not any(map(str.isspace, text)):
        return f'<a class="ink" href="{escape(text)}">{escape(text.partition("://")[2])}</a>'
    return "<br>".join(escape(line) for line in text.splitlines())


def _button(label: str, address: str) -> str:
    return (
        f'<p style="margin:24px 0 0"><a class="button" href="{escape(address)}" '
        f'style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f3a5f;'
        f'font:600 16px/20px {_SANS};color:#ffffff;text-decoration:none">{escape(label)}</a></p>'
    )


def _html_foot(content: Content, settings: Settings) -> str:
    lines = [escape(f"{settings.org_name} · {settings.org_address}")]
    if content.reason:
        lines.append(escape(content.reason))
    if content.unsubscribe:
        account = escape(routes.absolute(routes.ACCOUNT))
        lines.append(
            f'<a href="{escape(content.unsubscribe)}">No more of these letters</a> · '
            f'<a href="{account}">All mail settings</a>'
        )
    return "".join(
        f'<p class="quiet" style="margin:0 0 8px;font:13px/1.5 {_SANS};color:#5b5a63">{line}</p>'
        for line in lines
    )
