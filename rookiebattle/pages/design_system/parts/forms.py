"""Examples of fields, choices and files."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.design_system.state import ExamplesState
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.document import FILE_STYLES, own_sheet
from rookiebattle.ui.forms import (
    checkbox,
    choice,
    date_input,
    field,
    form,
    form_actions,
    form_row,
    number_input,
    segmented,
    select,
    switch,
    tabs,
    text_area,
    text_input,
    time_input,
)
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import call
from rookiebattle.uploads.components import upload_field
from rookiebattle.uploads.schemas import MOST_BYTES

TYPES = (("training", "Training"), ("tournament", "Tournament"), ("social", "Social"))
SHOWN = 4


def fields() -> rx.Component:
    return card(
        rx.el.h2("Fields", class_name="mb-4"),
        rx.el.div(
            form_row(
                field("First name", text_input("first", default_value="Maya")),
                field("Title", text_input("wrong", default_value=""), error="Title is required"),
            ),
            form_row(
                field("Chapter", select("chapter", TYPES), hint="Where you usually train"),
                field("Price", number_input("price", step="0.01", min="0", default_value="5.00")),
            ),
            form_row(
                field("Date", date_input("date", default_value="2026-03-14")),
                field("Start time", time_input("time", default_value="18:00")),
            ),
            field("Description", text_area("about", placeholder="What will happen?")),
            field("Closed", text_input("closed", disabled=True, default_value="Not yours")),
            class_name="form",
        ),
    )


def choices() -> rx.Component:
    return card(
        rx.el.h2("Choices", class_name="mb-4"),
        segmented(
            choice("Calendar", routes.DESIGN_SYSTEM, icon="calendar", current=True),
            choice("List", routes.asked(routes.DESIGN_SYSTEM, view="list"), icon="list"),
            label="View",
        ),
        rx.el.div(
            tabs(
                choice("Users", routes.DESIGN_SYSTEM, icon="users", current=True),
                choice("Events", routes.asked(routes.DESIGN_SYSTEM, tab="events"), icon="calendar"),
                label="Console",
            ),
            class_name="mt-6 mb-4",
        ),
        checkbox("public", "Public event", default_checked=True),
        switch("samurai", "Samurai", hint="One silver bead", default_checked=True),
        switch("board", "Board member", hint="One clear yellow bead"),
    )


def event_form() -> rx.Component:
    return form(
        field("Title", text_input("title"), error=ExamplesState.title_error),
        form_row(field("Type", select("kind", TYPES)), field("Date", date_input("day"))),
        form_actions(
            button("Cancel", kind="outline", on_click=call(ExamplesState.show, "")),
            action_button("Create Event", pending_label="Creating …", type="submit"),
        ),
        on_submit=ExamplesState.submit,
    )


def upload_examples() -> rx.Component:
    """One file after a press of the button, and several that are sent at once."""
    return card(
        own_sheet(FILE_STYLES),
        rx.el.h2("Files", class_name="mb-4"),
        upload_field(
            on_uploaded=ExamplesState.keep,
            label="Choose a picture",
            hint="JPEG, PNG, WebP, GIF or AVIF, 10 MB at most",
            id="one-file",
        ),
        upload_field(
            on_uploaded=ExamplesState.keep,
            label="Choose pictures and videos",
            hint="Several files are sent one after another, 50 MB each at most",
            most_bytes=MOST_BYTES,
            most_files=SHOWN,
            confirms=False,
            id="several-files",
            class_name="mt-6",
        ),
        rx.el.ul(rx.foreach(ExamplesState.uploaded, rx.el.li), id="uploaded"),
    )
