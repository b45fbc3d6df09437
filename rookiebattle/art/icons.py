"""The line icons and event marks, gathered in one sprite; 24 units, one stroke."""

from collections.abc import Iterable
from itertools import product

from rookiebattle.art.crest import THEMED, crest
from rookiebattle.art.svg import element, group, path, picture


def _dots(columns: Iterable[float], rows: Iterable[float]) -> str:
    """Dots as wide as the stroke and one unit more: a bare point looks pale, however dark it is."""
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in product(columns, rows))


LINES: dict[str, str] = {
    "calendar": "M4 8.5A2.5 2.5 0 0 1 6.5 6h11A2.5 2.5 0 0 1 20 8.5v9a2.5 2.5 0 0 1-2.5 2.5h-11"
    "A2.5 2.5 0 0 1 4 17.5zM4 10.5h16M8 3.5V7M16 3.5V7",
    "list": "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01",
    "clock": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
    "pin": "M12 21s-7-6.2-7-11.3A6.9 6.9 0 0 1 12 3a6.9 6.9 0 0 1 7 6.7C19 14.8 12 21 12 21z"
    "M12 7.5a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 0 0 0-4.6z",
    "ticket": "M3.5 7h17v3a2 2 0 0 0 0 4v3h-17v-3a2 2 0 0 0 0-4zM14 7v2M14 11v2M14 15v2",
    "users": "M9 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7zM2.5 20v-1.5A4.5 4.5 0 0 1 7 14h4"
    "a4.5 4.5 0 0 1 4.5 4.5V20M16 4.8a3.5 3.5 0 0 1 0 6.4M18.5 14.4a4.5 4.5 0 0 1 3 4.1V20",
    "book": "M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2zM12 6.5C14 5 17 4.5 20.5 4.5v14"
    "c-3.5 0-6.5.5-8.5 2z",
    "bead": "M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10zM12 11v2M2.5 12H7M17 12h4.5",
    "chevron-left": "M14.5 5.5L8 12l6.5 6.5",
    "chevron-right": "M9.5 5.5L16 12l-6.5 6.5",
    "chevron-down": "M5.5 9L12 15.5L18.5 9",
    "chevron-up": "M5.5 15L12 8.5L18.5 15",
    "arrow-right": "M4 12h16M14 6l6 6l-6 6",
    "arrow-left": "M20 12H4M10 6l-6 6l6 6",
    "plus": "M12 5v14M5 12h14",
    "minus": "M5 12h14",
    "close": "M6 6l12 12M18 6L6 18",
    "menu": "M3.5 6.5h17M3.5 12h17M3.5 17.5h17",
    "share": "M12 15V3.5M8 7.5l4-4l4 4M7 11H5v9.5h14V11h-2",
    "check": "M4.5 12.5l5 5L19.5 7",
    "edit": "M4 20l1-4.5L16.2 4.3a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5"
    "L8.5 19zM14 6.5l3.5 3.5",
    "trash": "M4 6.5h16M9 6.5v-3h6v3M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6",
    "external": "M10 5H5v14h14v-5M13.5 4.5h6v6M19 5l-8.5 8.5",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5L20.5 20.5",
    "sun": "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2"
    "M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
    "moon": "M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2z",
    "warning": "M12 4L21.5 20h-19zM12 10v4.5M12 17.2h.01",
    "info": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 11v5M12 8h.01",
    "alert": "M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM12 7.8v5M12 16h.01",
    "bell": "M4.5 17.5L6.5 15v-4.5a5.5 5.5 0 0 1 11 0V15l2 2.5zM10 20.5h4",
    "repeat": "M4 11V9.5A3.5 3.5 0 0 1 7.5 6H20M16.5 2.5L20 6l-3.5 3.5M20 13v1.5"
    "a3.5 3.5 0 0 1-3.5 3.5H4M7.5 21.5L4 18l3.5-3.5",
    "mail": "M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7",
    "lock": "M6 10.5h12v10H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5",
    "download": "M12 3.5V15M8 11.5l4 4l4-4M4.5 15v5.5h15V15",
    "settings": "M3.5 7.5h8M17.5 7.5h3M3.5 16.5h3M12.5 16.5h8M14.5 5a2.5 2.5 0 1 0 0 5"
    "a2.5 2.5 0 0 0 0-5zM9.5 14a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z",
    "play": "M8.5 5.5v13l10-6.5z",
    "grip": _dots((8.5, 14.5), (5.5, 11.5, 17.5)),
    "tack": "M8.5 3.5h7M10 3.5v6.8L7 14h10l-3-3.7V3.5M12 14v6.5",
    "image": "M3.5 5h17v14h-17zM3.5 16l5-5l4.5 4.5l2.5-2.5l5 4.5M15.5 9h.01",
    "upload": "M12 15.5V4M8 7.5l4-4l4 4M4.5 15v5.5h15V15",
    "sort": "M8 4v16M4.5 16.5L8 20l3.5-3.5M16 20V4M12.5 7.5L16 4l3.5 3.5",
}

MARKS: dict[str, str] = {
    "training": '<circle cx="6" cy="6" r="5"/>',
    "tournament": '<path d="M6 0L12 6L6 12L0 6z"/>',
    "workshop": '<path d="M1 1h10v10H1z"/>',
    "social": '<circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" '
    'stroke-width="2.2"/>',
    "daybattle": '<path d="M6 .8L12 11.4H0z"/>',
    "unknown": '<path d="M1 4.5h10v3H1z"/>',
}


def sprite() -> str:
    """All icons as symbols: `<use href="/art/icons.svg#calendar">`."""
    symbols = [_line(name, d) for name, d in LINES.items()]
    symbols += [_mark(name, shape) for name, shape in MARKS.items()]
    symbols.append(element("symbol", crest(THEMED), id="crest", viewBox="0 0 96 96"))
    body = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def chevron() -> str:
    """The arrow of a select, in a gray that suits both themes."""
    return picture(24, 24, _stroked(LINES["chevron-down"], "#7d776c"))


def _line(name: str, d: str) -> str:
    return element("symbol", _stroked(d, "currentColor"), id=name, viewBox="0 0 24 24")


def _stroked(d: str, ink: str) -> str:
    return group(
        path(d),
        fill="none",
        stroke=ink,
        stroke_width=1.75,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _mark(name: str, shape: str) -> str:
    drawn = group(shape, fill="currentColor")
    return element("symbol", drawn, id=f"mark-{name}", viewBox="0 0 12 12")
