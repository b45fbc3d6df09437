"""The look of a letter: the same content as plain text and as simple HTML. Pure."""

import textwrap
from dataclasses import dataclass, field

import htpy as el
from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.core.values.addresses import has_address
from rookiebattle.core.values.text import clipped
from rookiebattle.settings import Settings

WIDTH, MARGIN = 72, 12
LONGEST_IN_SUBJECT = 60


@dataclass(slots=True)
class Content:
    """The texts of a letter. Facts are pairs such as ('When', 'Sat, Mar 14, 6:00 PM')."""

    title: str
    name: str = ""
    opening: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    link: tuple[str, str] | None = None
    reason: str = ""
    unsubscribe: str = ""


def in_subject(words: str, otherwise: str) -> str:
    """The words as a subject may have them: short and without an address, or else `otherwise`.

    The subject of a letter is read by people who did not ask for it, so nobody may advertise there.
    """
    return otherwise if has_address(words) else clipped(words, LONGEST_IN_SUBJECT)


def as_text(content: Content, settings: Settings) -> str:
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
    return f"{name + ': ':<{MARGIN}}{_wrapped(value, ' ' * MARGIN).lstrip()}"


def _foot(content: Content, settings: Settings) -> list[str]:
    lines = [f"{settings.org_name} · {settings.org_address}"]
    if content.reason:
        lines.append(_wrapped(content.reason))
    if content.unsubscribe:
        lines.append(f"Unsubscribe: {content.unsubscribe}")
        lines.append(f"Email settings: {routes.absolute(routes.ACCOUNT)}")
    return lines


TO_ORGANIZATION = "This email goes to the address in the setting ORG_CONTACT_EMAIL."
_SERIF = "'Shippori Mincho',Georgia,'Times New Roman',serif"
_SANS = "'Source Sans 3','Helvetica Neue',Helvetica,Arial,sans-serif"
_BREAK = Markup("<br>")
_DARK = Markup("""
:root{color-scheme:light dark}
a{color:#1f3a5f}
@media (prefers-color-scheme:dark){
.ground{background:#16161d!important}
.card{background:#1f1f28!important;border-color:#30303b!important}
.ink{color:#faf6ee!important}
.quiet,.quiet a{color:#b9b5ab!important}
.line{border-color:#30303b!important}
.button{background:#9dbbe2!important;color:#16161d!important}
}
""")


def as_html(content: Content, settings: Settings) -> str:
    """The letter as HTML. It fetches no picture or script from anywhere."""
    hello = f"Hello {content.name}," if content.name else "Hello,"
    inner = [
        _heading(content.title),
        (_paragraph(one) for one in (hello, *content.opening)),
        bool(content.facts) and _facts_table(content.facts),
        (_paragraph(one) for one in content.closing),
        content.link and _button(*content.link),
    ]
    card = "padding:28px 24px;background:#fffdf8;border:1px solid #e4dccb;border-radius:14px"
    column = _table("max-width:560px")[
        el.tr[el.td(".card", style=card)[inner]],
        el.tr[el.td(style="padding:16px 24px")[_html_foot(content, settings)]],
    ]
    ground = _table("background:#faf6ee", ".ground")[
        el.tr[el.td(align="center", style="padding:24px 12px")[column]]
    ]
    letter = el.html(lang="en")[
        _head(content.title),
        el.body(".ground", style="margin:0;padding:0;background:#faf6ee")[ground],
    ]
    return f"{letter}\n"


def _head(name: str) -> el.Element:
    return el.head[
        el.meta(charset="utf-8"),
        el.meta(name="viewport", content="width=device-width, initial-scale=1"),
        el.meta(name="color-scheme", content="light dark"),
        el.meta(name="supported-color-schemes", content="light dark"),
        el.title[name],
        el.style[_DARK],
    ]


def _table(look: str, class_: str = "") -> el.Element:
    """A table for the layout, because mail programs know no other way."""
    plain = {"role": "presentation", "width": "100%", "cellpadding": "0", "cellspacing": "0"}
    return el.table(class_, plain, style=look)


def _heading(text: str) -> el.Element:
    look = f"margin:0 0 16px;font:500 24px/1.25 {_SERIF};color:#16161d;overflow-wrap:anywhere"
    return el.h1(".ink", style=look)[text]


def _paragraph(text: str) -> el.Element:
    look = f"margin:0 0 16px;font:16px/1.5 {_SANS};color:#16161d;overflow-wrap:anywhere"
    return el.p(".ink", style=look)[_lines(text)]


def _facts_table(facts: list[tuple[str, str]]) -> el.Element:
    rows = (_fact_row(name, value) for name, value in facts)
    return el.table(width="100%", cellpadding="0", cellspacing="0", style="margin:0 0 16px")[rows]


def _fact_row(name: str, value: str) -> el.Element:
    quiet = (
        "padding:9px 16px 8px 0;border-top:1px solid #e4dccb;white-space:nowrap;"
        f"font:14px/1.5 {_SANS};color:#5b5a63"
    )
    ink = (
        "padding:8px 0;border-top:1px solid #e4dccb;width:100%;"
        f"font:16px/1.5 {_SANS};color:#16161d;overflow-wrap:anywhere"
    )
    return el.tr[
        el.th(".quiet.line", scope="row", align="left", valign="top", style=quiet)[name],
        el.td(".ink.line", style=ink)[_value(value)],
    ]


def _value(text: str) -> el.Node:
    """The value of a fact. Only addresses of the site become links: others are people's words."""
    if text.startswith(routes.absolute(routes.HOME)) and not any(map(str.isspace, text)):
        return el.a(".ink", href=text)[text.partition("://")[2]]
    return _lines(text)


def _lines(text: str) -> el.Node:
    return _BREAK.join(text.splitlines())


def _button(label: str, address: str) -> el.Element:
    look = (
        "display:inline-block;padding:12px 20px;border-radius:8px;background:#1f3a5f;"
        f"font:600 16px/20px {_SANS};color:#ffffff;text-decoration:none"
    )
    return el.p(style="margin:24px 0 0")[el.a(".button", href=address, style=look)[label]]


def _html_foot(content: Content, settings: Settings) -> el.Node:
    look = f"margin:0 0 8px;font:13px/1.5 {_SANS};color:#5b5a63"
    lines: list[el.Node] = [f"{settings.org_name} · {settings.org_address}"]
    if content.reason:
        lines.append(content.reason)
    if content.unsubscribe:
        end = el.a(href=content.unsubscribe)["Unsubscribe"]
        choose = el.a(href=routes.absolute(routes.ACCOUNT))["Email settings"]
        lines.append([end, " · ", choose])
    return (el.p(".quiet", style=look)[line] for line in lines)
