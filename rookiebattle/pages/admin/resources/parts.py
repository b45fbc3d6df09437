"""A row of the resources' list, the form of a resource, and the question before deleting one."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.pages.admin.resources.state import AdminResourcesState
from rookiebattle.resources.wording import HIDDEN, OPEN, SHELVES, VISIBILITY
from rookiebattle.ui.forms import form_row, select, text_area
from rookiebattle.ui.listing import choose_row
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import draft_field, record_acts, record_dialogs, record_switch
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import page_vars

State = page_vars(AdminResourcesState)
_field = partial(draft_field, State)
CATEGORIES = [(one.value, one.label) for one in SHELVES[1:]]


def resource_row(one: Any) -> rx.Component:
    """One resource: what it is, who sees it, and what can be done with it."""
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
                choose_row(one.id, "Choose " + one.title),
                rx.el.div(
                    rx.el.strong(one.title),
                    rx.cond(one.description != "", rx.el.p(one.description)),
                    rx.el.div(view),
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


def resource_dialogs() -> rx.Component:
    """The form of a resource, and the question before it is deleted."""
    gone = "It goes from the library. The document itself stays where it is."
    return record_dialogs(*_fields(), state=State, noun="Resource", gone=gone)


def _fields() -> list[rx.Component]:
    link = "Where the document is, such as https://docs.example.org/rules"
    return [
        _field("title", "Title", data_autofocus=""),
        _field("description", "Description", text_area),
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
