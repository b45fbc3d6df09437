"""The pages of a long list: the page in the address, and links to the pages beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx

from rookiebattle.core.pagination import Window
from rookiebattle.ui.buttons import button, link_button
from rookiebattle.ui.typed import Child, Flag, Handler, Text, either, present

LAST_PAGE = 10_000
FEWER_PAGES, TO_FIRST_PAGE = "There aren’t that many pages.", "Back to the first page"


@dataclass(frozen=True)
class Pager:
    """A summary such as '21 – 40 of 158' and the pages beside it; empty when one page is enough.

    A page beside has a number (0 means that there is none) and, where pages have addresses, its
    address.
    """

    words: str = ""
    previous: str = ""
    next: str = ""
    previous_page: int = 0
    next_page: int = 0


def page_number(text: str) -> int:
    """The page number in an address. Anything that is not a page number means the first page."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 1
    return min(max(number, 1), LAST_PAGE)


def window_of(page: int, size: int) -> Window:
    return Window(size, (page - 1) * size)


def last_page(size: int, total: int) -> int:
    """The number of the last page; an empty list has one page, too."""
    return max(-(-total // size), 1)


def pager_of(
    page: int, size: int, total: int, href: Callable[[int], str] | None = None, others: int = 0
) -> Pager:
    """The pager below one page of a list of `total` items; `href` gives a page's address.

    So many `others` stand before the items of the first page, and are counted with them.
    """
    if total <= size:
        return Pager()
    start, end = (page - 1) * size, min(page * size, total)
    told = f"{start + 1 + (others if start else 0):,} – {end + others:,} of {total + others:,}"
    before, after = min(page - 1, last_page(size, total)), page + 1 if end < total else 0
    return Pager(
        # A page after the last one is empty. It has no summary, and leads back to the last one.
        words=told if start < end else "",
        previous=href(before) if href and before else "",
        next=href(after) if href and after else "",
        previous_page=before,
        next_page=after,
    )


def pager(shown: Any) -> Child:
    """The summary and links to the pages beside; nothing when one page is enough."""
    steps = rx.el.nav(
        rx.el.span(shown.words, aria_live="polite"),
        rx.el.div(_link("Previous", shown.previous), _link("Next", shown.next)),
        class_name="pager",
        aria_label="Pages",
    )
    return either(_has_others(shown), steps)


def turning_pager(shown: Any, *, turn: Callable[[Any], Handler], label: str) -> Child:
    """A pager for a dialog, which has no address: buttons that load another page."""
    steps = rx.el.nav(
        rx.el.span(shown.words, aria_live="polite"),
        _button("Previous", shown.previous_page, turn),
        _button("Next", shown.next_page, turn),
        class_name="roster-pages",
        aria_label=label,
    )
    return either(_has_others(shown), steps)


def _has_others(shown: Any) -> Flag:
    return (shown.previous_page > 0) | (shown.next_page > 0)


def _link(label: str, href: Text) -> Child:
    off = rx.el.a(label, class_name="btn btn-outline", role="link", aria_disabled="true")
    return either(present(href), link_button(label, href), off)


def _button(label: str, page: Any, turn: Callable[[Any], Handler]) -> rx.Component:
    return button(label, kind="outline", on_click=turn(page), disabled=page == 0)
