"""`/resources`: rules, guides and training materials by category, with a search."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.values.text import LONGEST_SEARCH
from rookiebattle.pages.resources.state import ResourcesState, load
from rookiebattle.pages.resources.view import NOTHING
from rookiebattle.progression.components import path_crest
from rookiebattle.resources.wording import SHELVES, Shelf
from rookiebattle.ui.buttons import button, link_button, text_link
from rookiebattle.ui.document import RESOURCE_STYLES, own_sheet
from rookiebattle.ui.feedback import LoginLink, empty_state, skeleton
from rookiebattle.ui.first_data import first_data, offer, text_place
from rookiebattle.ui.footer import FIND_A_CHAPTER
from rookiebattle.ui.forms import text_input
from rookiebattle.ui.marks import icon
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import badge, page_head
from rookiebattle.ui.typed import Text, page_vars

State = page_vars(ResourcesState)
SHOWN = State.shown
frame = SHOWN.frame
TITLE = "Resources"
SUBTITLE = "Rules, guides, and training materials"
DESCRIPTION = (
    "Rules, the bead system, drills, path guides, game lists, templates and waivers of our club."
)
# The search stays between these texts: a form needs scripts, so no text stands for it.
SHELVES_SHOWN, HEADING, COUNT, UNSEARCHED, LIST = "shelves", "heading", "count", "clear", "list"


@page(
    routes.RESOURCES,
    title=TITLE,
    description=DESCRIPTION,
    listed=True,
    first_data=[offer(ResourcesState, load)],
    on_load=State.show,
)
def resources() -> rx.Component:
    return page_frame(
        own_sheet(RESOURCE_STYLES),
        page_head(TITLE, SUBTITLE, _search()),
        _place(SHELVES_SHOWN),
        shelves(),
        rx.el.div(_place(HEADING), heading(), _place(COUNT), count(), class_name="resources-head"),
        _place(LIST),
        found(),
        first_data(settled=State.loaded),
        current=routes.RESOURCES,
    )


def _place(name: str) -> rx.Component:
    return text_place(name, settled=State.loaded)


def shelves() -> rx.Component:
    """The links to the categories, and a sentence about one that there is not."""
    links = (_shelf(shelf) for shelf in SHELVES)
    return rx.el.div(
        rx.el.nav(*links, class_name="shelves", aria_label="Categories"),
        rx.cond(frame.notice != "", rx.el.p(frame.notice, role="status", class_name="notice")),
    )


def _shelf(shelf: Shelf) -> rx.Component:
    link: rx.Component = rx.el.a(
        rx.el.span(shelf.label),
        rx.el.small(shelf.hint),
        href=SHOWN.links[shelf.value],
        aria_current=rx.cond(frame.category == shelf.value, "true", "false"),
        prevent_scroll_reset=True,
    )
    return link


def heading() -> rx.Component:
    return rx.el.div(rx.el.h2(frame.title), rx.el.p(frame.about))


def count() -> rx.Component:
    return rx.el.p(frame.count, role="status", class_name="resources-count")


def _search() -> rx.Component:
    typed = text_input(
        "q",
        type="search",
        key=frame.text,
        default_value=frame.text,
        max_length=LONGEST_SEARCH,
        placeholder="Title, topic or word",
        auto_complete="off",
    )
    return rx.el.form(
        rx.el.label("Search resources", html_for="field-q", class_name="legend"),
        rx.el.div(typed, button("Search", kind="row", icon="search", type="submit")),
        _place(UNSEARCHED),
        unsearched(),
        on_submit=State.search,
        role="search",
        class_name="resources-search",
    )


def unsearched() -> rx.Component:
    clear = text_link("Clear the search", frame.unsearched, prevent_scroll_reset=True)
    return rx.cond(frame.unsearched != "", clear)


def found() -> rx.Component:
    return rx.el.div(
        rx.cond(
            State.loaded,
            rx.cond(
                SHOWN.groups.length() > 0,
                rx.fragment(rx.foreach(SHOWN.groups, resource_group), pager(frame.pager)),
                _nothing(),
            ),
            resource_skeletons(),
        )
    )


def _nothing() -> rx.Component:
    """An empty list. With no filter to widen, the next step is to ask a chapter's people."""
    widen = link_button(frame.widened_label, frame.widened)
    step = rx.cond(frame.widened != "", widen, link_button(FIND_A_CHAPTER, routes.CHAPTERS))
    return empty_state(NOTHING, rx.fragment(frame.nothing), step, symbol="book")


FOUND = "Found resources"


def resource_group(group: Any) -> rx.Component:
    """The rows of one category under its name. A list without names keeps the order of headings."""
    named = group.title != ""
    return rx.el.section(
        rx.el.h3(rx.cond(named, group.title, FOUND), class_name=rx.cond(named, "", "sr-only")),
        rx.el.ul(rx.foreach(group.cards, resource_row), class_name="card card-flush resources"),
        key=group.key,
        class_name="resource-group",
    )


def resource_row(resource: Any) -> rx.Component:
    """One resource: its title, its kind, and a link to it or to the login. The row is the link."""
    # A browser counts the hidden lines of a paragraph that clips itself as painted, and again when
    # the web font arrives (P5 in docs/bench.md). So a frame clips it.
    about = rx.el.div(rx.el.p(resource.description), class_name="resource-about")
    words = rx.el.div(
        rx.el.h4(resource.title, title=resource.title),
        rx.cond(resource.description != "", about),
        class_name="resource-words",
    )
    kind = rx.el.span(
        badge(resource.category, tone="info"), _marker(resource), class_name="resource-kind"
    )
    return rx.el.li(
        path_icon(resource),
        words,
        kind,
        rx.cond(resource.href != "", _guide(resource), _log_in(resource)),
        key=resource.id,
        class_name="resource",
    )


def _marker(resource: Any) -> rx.Component:
    """The marker with its symbol drawn: as a character, each system shows another or none."""
    return rx.el.span(
        rx.el.span(resource.symbol, class_name="resource-symbol"),
        icon(resource.drawn, size="sm"),
        " ",
        resource.marker,
        class_name="resource-marker",
    )


@dataclass(frozen=True)
class Crest:
    """A warrior path at its first level, in the shape that `path_crest` draws."""

    slug: Text
    alt: Text
    art: int = 1


def path_icon(resource: Any) -> rx.Component:
    """The crest of the warrior path that the title names, or else the icon of the category."""
    kind = rx.el.span(icon(resource.icon, size="lg"), class_name="resource-icon")
    crest = path_crest(Crest(resource.icon, resource.path))
    return rx.cond(resource.path != "", crest, kind)


def _guide(resource: Any) -> rx.Component:
    link: rx.Component = rx.el.a(
        "View Guide",
        icon("external", size="sm"),
        href=resource.href,
        target="_blank",
        rel="noopener noreferrer",
        aria_label="View Guide: " + resource.title + " (opens in a new tab)",
        class_name="link resource-way",
    )
    return link


def _log_in(resource: Any) -> rx.Component:
    return LoginLink.create(
        "Log in to view",
        rx.el.span(" ", resource.title, class_name="sr-only"),
        href=routes.LOGIN,
        class_name="link resource-way",
    )


def resource_skeletons() -> rx.Component:
    ground = (
        rx.el.div(
            skeleton("40px", "40px"),
            rx.el.div(
                skeleton("60%", "23px"), skeleton("100%", "22px"), class_name="resource-words"
            ),
            key=str(number),
            class_name="resource",
        )
        for number in range(6)
    )
    return rx.el.div(
        *ground,
        rx.el.span("Loading …", class_name="sr-only"),
        class_name="card card-flush resources",
        aria_busy="true",
    )
