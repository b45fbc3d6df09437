"""`/admin/resources`: the library as a list, with the form of a resource."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.resources.state import AdminResourcesState, load
from rookiebattle.pages.admin.resources.view import KINDS, SHAPE
from rookiebattle.resources.wording import HIDDEN, OPEN, SHELVES, VISIBILITY
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.feedback import empty_state, on_undo
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import form_row, select, text_area
from rookiebattle.ui.listing import choose_row, choosing_form, list_card, list_title, list_tools
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import draft_field, record_acts, record_dialogs, record_switch
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(AdminResourcesState)
SHOWN = State.shown
ADD, LIST = "Add Resource", "All Resources"
KEYWORDS = "Words that people search for, such as headshot, armor, grappling. They aren’t shown."
GONE = "It’ll be gone from the library. The document itself stays where it is."
_field = partial(draft_field, State)
CATEGORIES = [(one.value, one.label) for one in SHELVES[1:]]


@console_tab(routes.ADMIN_RESOURCES, "Resources", offer(AdminResourcesState, load))
def resources() -> tuple[Child, ...]:
    return (
        tab_head(
            "Resource Management",
            button(ADD, icon="plus", on_click=State.create),
            listed=list_title(LIST, SHOWN),
        ),
        list_tools(SHAPE, search="Search title, description or keywords"),
        choosing_form(
            list_card(
                LIST,
                SHOWN,
                resource_row,
                nothing=empty_state(
                    "No resources found",
                    "Rules, guides and forms you add will show up here.",
                    button(ADD, kind="row", icon="plus", on_click=State.create),
                    symbol="book",
                ),
                head=("Resource", "Category", VISIBILITY, "Actions"),
            ),
            on_submit=State.publish,
            done=State.done,
            acts=_acts(),
        ),
        on_undo(State.changed, State.undo),
        record_dialogs(*_fields(), state=State, noun="Resource", gone=GONE),
    )


def _acts() -> rx.Component:
    shown: Any = select("visibility", KINDS, id="field-shown")
    return rx.fragment(
        rx.el.label(VISIBILITY, html_for="field-shown"),
        shown,
        button("Apply", kind="row", type="submit"),
    )


def resource_row(one: Any) -> rx.Component:
    view = rx.el.a(
        "View Resource",
        icon("external", size="sm"),
        href=one.href,
        target="_blank",
        rel="noopener noreferrer",
        class_name="link",
    )
    return row(
        cell(
            "Resource",
            rx.el.div(
                choose_row(one.id, "Select " + one.title),
                rx.el.div(
                    rx.el.strong(one.title),
                    rx.el.div(
                        view,
                        rx.cond(one.description != "", rx.el.p(one.description)),
                        class_name="resource-below",
                    ),
                ),
                class_name="row-main",
            ),
            main=True,
        ),
        cell("Category", one.category),
        cell(
            VISIBILITY,
            rx.cond(one.is_public, badge(OPEN, tone="success"), badge(HIDDEN, tone="neutral")),
        ),
        record_acts(State, one.id, one.title),
        key=one.id,
    )


def _fields() -> list[rx.Component]:
    link = "Where the document is, such as https://docs.example.org/rules"
    return [
        _field("title", "Title", data_autofocus=""),
        _field("description", "Description", text_area),
        _field("keywords", "Keywords", text_area, rows=2, hint=KEYWORDS),
        form_row(
            _field("category", "Category", select, CATEGORIES),
            _field("externalUrl", "Link", type="url", hint=link),
        ),
        record_switch(
            "isPublic",
            OPEN,
            State.errors,
            "Anyone can open it. Turn off to keep it for members.",
            checked=State.draft["isPublic"],
        ),
    ]
