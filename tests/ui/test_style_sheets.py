"""All sheets are sent as one file, so a class of one page's sheet must not be used by another."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rookiebattle import pages as product
from rookiebattle.routes import style_sheet
from rookiebattle.ui.document import (
    CALENDAR_DESKTOP_STYLES,
    CALENDAR_STYLES,
    CONSOLE_STYLES,
    EVENTS_STYLES,
    OWN_STYLES,
    STYLES,
)
from tests.reflex_internals import SCRIPT_OF_PAGES, declared_pages

assert product  # its import registers the pages

SHEETS = Path("assets/styles")
SHARED = {
    *("tokens", "base", "buttons", "surfaces", "forms", "dialogs", "tables", "feedback", "shell"),
    "progression",
}
BESIDE = ({CONSOLE_STYLES, EVENTS_STYLES}, {CALENDAR_STYLES, CALENDAR_DESKTOP_STYLES})
"""Two sheets of the same pages each: the second adds to the rules of the first."""
LAYERS = "@layer properties, theme, base, components, utilities;"
# A class is never written in a longer expression.
LONGEST = 2000
# Classes that only qualify another class.
STATES = {"dark", "light"}


def leading_classes(css: str) -> Iterator[str]:
    """The first class of each selector."""
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for selectors in re.findall(r"([^{}@;]+)\{", plain):
        for selector in selectors.split(","):
            names = re.findall(r"\.([A-Za-z][\w-]*)", selector)
            yield from [name for name in names if name not in STATES][:1]


def clashes(sheets: dict[str, str]) -> dict[str, set[str]]:
    """Classes with which rules begin in several pages' sheets and in no shared one."""
    homes = defaultdict[str, set[str]](set)
    for sheet, css in sheets.items():
        for name in leading_classes(css):
            homes[name].add(sheet)
    several = {
        name: found for name, found in homes.items() if len(found) > 1 and found not in BESIDE
    }
    return {name: found for name, found in several.items() if not found & SHARED}


def test_no_two_pages_use_one_class_for_different_things() -> None:
    every = (*STYLES, *OWN_STYLES)
    sheets = {name: (SHEETS / f"{name}.css").read_text(encoding="utf-8") for name in every}
    assert not clashes(sheets)


def test_a_clash_is_found() -> None:
    sheets = {"landing": ".dark .paths > li { color: red }", "dashboard": "h1, .paths { gap: 1px }"}
    assert clashes(sheets) == {"paths": {"landing", "dashboard"}}


def classes_of(drawn: str) -> set[str]:
    """Every class that a component's script may give to an element."""
    found = (_expression(drawn[match.end() :]) for match in re.finditer(r"className:", drawn))
    literals = (text for one in found for text in re.findall(r'(?<!\[)"([^"]*)"', one))
    return {name for text in literals for name in text.split()}


def _expression(script: str) -> str:
    """The value at the start of `script`, up to the comma or bracket behind it."""
    depth, plain = 0, re.sub(r'"[^"]*"', lambda text: "_" * len(text[0]), script[:LONGEST])
    for at, sign in enumerate(plain):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (sign == "," and not depth):
            return script[:at]
    return script[:LONGEST]


def unasked(pages: dict[str, str], sheets: dict[str, str]) -> set[str]:
    """A sentence for each page, by its script, that uses a sheet and does not ask for it."""
    homes, known = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for sheet, css in sheets.items():
        for name in leading_classes(css):
            homes[name].add(sheet)
        for name in re.findall(r"\.([A-Za-z][\w-]*)", css):
            known[name].add(sheet)
    asked = {page: {name for name in sheets if style_sheet(name) in pages[page]} for page in pages}
    return {
        f"{page} uses .{name} of {', '.join(sorted(homes[name]))}"
        for page, script in pages.items()
        for name in classes_of(script)
        if homes[name] and not known[name] & {*STYLES, *asked[page]}
    }


def test_every_page_asks_for_the_sheets_that_it_uses() -> None:
    every = (*STYLES, *OWN_STYLES)
    sheets = {name: (SHEETS / f"{name}.css").read_text(encoding="utf-8") for name in every}
    pages = {options["route"]: str(draw()) for draw, options in declared_pages()}
    assert len(pages) > 20
    assert unasked(pages, sheets) == set()


def test_a_page_that_does_not_ask_is_found() -> None:
    asks = 'jsx("link",{href:"/styles/landing.css"}),jsx("p",{className:"promise"})'
    pages = {"one": 'jsx("p",{className:(calm ? "promise" : ""),id:"first"})', "two": asks}
    sheets = {"landing": ".promise { gap: 1px }", "shell": ".page { gap: 1px }"}
    assert unasked(pages, sheets) == {"one uses .promise of landing"}


def loose_rows(css: str) -> list[str]:
    """The rows of tables that hold what is positioned in them, but not in Safari: there `relative`
    becomes `static`, and a button that covers its row covers the page. A transform holds it."""
    plain = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return [
        selector.strip()
        for selector, body in re.findall(r"([^{}@;]+)\{([^{}]*)\}", plain)
        if "position: relative" in body
        and "transform:" not in body
        and re.search(r"\btr(:\S+)?$", re.sub(r"\(.*?\)", "", selector).strip())
    ]


def test_every_row_of_a_table_holds_what_is_positioned_in_it() -> None:
    for file in SHEETS.glob("*.css"):
        assert loose_rows(file.read_text(encoding="utf-8")) == [], file.name


def test_a_row_that_holds_nothing_in_safari_is_found() -> None:
    rule = ".table tr:has(.row-open) { position: relative; }"
    assert loose_rows(rule) == [".table tr:has(.row-open)"]
    assert loose_rows(rule.replace("; }", "; transform: translate(0); }")) == []


def test_a_sheet_of_some_pages_names_the_layers_that_it_adds_to() -> None:
    """React puts it before the common sheet. Unnamed, its layer would lie below the reset."""
    for name in OWN_STYLES:
        css = (SHEETS / f"{name}.css").read_text(encoding="utf-8")
        assert LAYERS in css.split("{")[0] or "@layer" not in css, name


def test_every_sheet_is_listed() -> None:
    assert {file.stem for file in SHEETS.glob("*.css")} == {*STYLES, *OWN_STYLES}


def test_the_banner_of_a_new_version_is_still_called_what_our_styles_call_it() -> None:
    ours = (SHEETS / "feedback.css").read_text(encoding="utf-8")
    (name,) = set(re.findall(r"#(reflex[\w-]+)", ours))
    theirs = SCRIPT_OF_PAGES.read_text(encoding="utf-8")
    assert f'NEW_VERSION_BANNER_ID = "{name}"' in theirs


def test_a_day_of_another_month_keeps_the_colors_of_today() -> None:
    """On its last days, a month shows today among the days of the next one's grid."""
    selectors = re.findall(r"\S*data-tone\S* > \.numeral\S*", (SHEETS / "calendar.css").read_text())
    assert selectors
    assert all(":not(.today)" in one for one in selectors)
