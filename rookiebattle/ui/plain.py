"""The design system as HTML text, for the text before scripts and for browsers without scripts.

Every part that is not `Html` is escaped, so markup that a member typed stays text.
"""

from html import escape

from rookiebattle import routes

# The sentences of the page for an unknown address, and its link.
NO_PAGE = (
    "404 Page Not Found",
    "This page does not exist, or it has moved. Check the address or start again.",
)
START = ("Go to the start page", routes.HOME)
EVENT_TYPES = ("training", "tournament", "workshop", "social", "daybattle")


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def join(*parts: str) -> Html:
    """The parts joined, each escaped unless it is `Html`."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def tag(name: str, *inside: str, **attributes: str) -> Html:
    """An element. `class_` becomes `class`, `aria_label` `aria-label`; empty ones are left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return Html(f"<{name}{written}>{join(*inside)}</{name}>")


def some(is_there: object, *parts: str) -> Html:
    """The parts if `is_there` is true, otherwise nothing."""
    return join(*parts) if is_there else Html()


def icon(name: str, size: str = "") -> Html:
    """A line icon, hidden from screen readers: the words beside it say the same."""
    return _drawn(name, f"icon icon-{size}" if size else "icon")


def crest() -> Html:
    """The club's round crest."""
    use = tag("use", href=f"{routes.ICONS}#crest")
    return tag("svg", use, class_="crest", viewBox="0 0 96 96", aria_hidden="true")


def mark_label(event_type: str, label: str) -> Html:
    """An event mark with the name of its type."""
    mark = f"mark-{event_type if event_type in EVENT_TYPES else 'unknown'}"
    return tag("span", _drawn(mark, f"mark {mark}"), label, class_="mark-label")


def badge(label: str, tone: str = "neutral") -> Html:
    """A short label on a tinted ground."""
    return tag("span", label, class_=f"badge badge-{tone}")


def link(label: str, href: str, symbol: str = "") -> Html:
    """A link in running text."""
    sign = some(symbol, icon(symbol, "sm"))
    return tag("a", label, sign, href=href, class_="link")


def button(label: str, href: str, kind: str = "outline", symbol: str = "") -> Html:
    """A link that looks like a button."""
    return tag("a", some(symbol, icon(symbol)), label, href=href, class_=f"btn btn-{kind}")


def way_back(label: str, href: str) -> Html:
    """The band behind a record's card, with the link back to its list."""
    back = tag(
        "a", icon("chevron-left"), href=href, aria_label=label, class_="btn btn-ghost btn-icon"
    )
    return tag("div", tag("div", back, class_="column"), class_="event-band no-print")


def fact(symbol: str, title: str, *below: str) -> Html:
    """One line of a record's card: an icon, the fact in bold, and a few words below it."""
    lines = (line if isinstance(line, Html) else tag("p", line) for line in below if line)
    return tag("div", icon(symbol, "lg"), tag("div", tag("strong", title), *lines), class_="fact")


def paragraphs(texts: list[str]) -> Html:
    """One paragraph for each text."""
    return join(*(tag("p", text) for text in texts))


def notice(symbol: str, title: str, text: str, action: Html) -> Html:
    """A page without content: it says why, and where to go next."""
    actions = tag("div", action, class_="flex flex-wrap gap-3 justify-center")
    said = tag("div", icon(symbol), tag("h1", title), tag("p", text), actions, class_="empty")
    return tag("div", said, class_="column main")


def without_scripts(*sentence: str) -> Html:
    """A sentence that is shown only when the browser runs no scripts."""
    return Html(f"<noscript>{tag('p', *sentence, class_='no-script')}</noscript>")


def _drawn(name: str, class_: str) -> Html:
    use = tag("use", href=f"{routes.ICONS}#{name}")
    return tag("svg", use, class_=class_, aria_hidden="true")
