"""All sheets are sent as one file, so a class of one page's sheet must not be used by another."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rookiebattle.ui.document import CONSOLE_STYLES, EVENTS_STYLES, OWN_STYLES, STYLES
from tests.reflex_internals import SCRIPT_OF_PAGES

SHEETS = Path("assets/styles")
SHARED = {
    *("tokens", "base", "buttons", "surfaces", "forms", "dialogs", "tables", "feedback", "shell"),
    "progression",
}
BESIDE = {CONSOLE_STYLES, EVENTS_STYLES}
"""Two sheets of the same pages: the second adds to the lists of the first."""
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
    several = {name: found for name, found in homes.items() if len(found) > 1 and found != BESIDE}
    return {name: found for name, found in several.items() if not found & SHARED}


def test_no_two_pages_use_one_class_for_different_things() -> None:
    every = (*STYLES, *OWN_STYLES)
    sheets = {name: (SHEETS / f"{name}.css").read_text(encoding="utf-8") for name in every}
    assert not clashes(sheets)


def test_a_clash_is_found() -> None:
    sheets = {"landing": ".dark .paths > li { color: red }", "dashboard": "h1, .paths { gap: 1px }"}
    assert clashes(sheets) == {"paths": {"landing", "dashboard"}}


def test_every_sheet_is_listed() -> None:
    assert {file.stem for file in SHEETS.glob("*.css")} == {*STYLES, *OWN_STYLES}


def test_the_banner_of_a_new_version_is_still_called_what_our_styles_call_it() -> None:
    ours = (SHEETS / "feedback.css").read_text(encoding="utf-8")
    (name,) = set(re.findall(r"#(reflex[\w-]+)", ours))
    theirs = SCRIPT_OF_PAGES.read_text(encoding="utf-8")
    assert f'NEW_VERSION_BANNER_ID = "{name}"' in theirs
