"""`/resources`: rules, guides and training materials by category, with a search."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.values.text import LONGEST_SEARCH
from rookiebattle.pages.resources.parts import resource_group, resource_skeletons
from rookiebattle.pages.resources.state import ResourcesState, load
from rookiebattle.pages.resources.view import NOTHING
from rookiebattle.resources.wording import SHELVES, Shelf
from rookiebattle.ui.buttons import button, link_button, text_link
from rookiebattle.ui.document import RESOURCE_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import first_data, offer, text_place
from rookiebattle.ui.footer import FIND_A_CHAPTER
from rookiebattle.ui.forms import text_input
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import page_head
from rookiebattle.ui.typed import page_vars

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
    return rx.el.div(rx.cond(State.loaded, _cards(), resource_skeletons()))


def _cards() -> rx.Component:
    return rx.cond(
        SHOWN.groups.length() > 0,
        rx.fragment(rx.foreach(SHOWN.groups, resource_group), pager(frame.pager)),
        _nothing(),
    )


def _nothing() -> rx.Component:
    """An empty list. With no filter to widen, the next step is to ask a chapter's people."""
    widen = link_button(frame.widened_label, frame.widened)
    step = rx.cond(frame.widened != "", widen, link_button(FIND_A_CHAPTER, routes.CHAPTERS))
    return empty_state(NOTHING, rx.fragment(frame.nothing), step, symbol="book")
