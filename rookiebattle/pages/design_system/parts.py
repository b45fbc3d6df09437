"""Examples of buttons, surfaces, tables, dialogs, feedback, fields, choices and files."""

import re
from pathlib import Path

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.design_system.state import ExamplesState
from rookiebattle.ui.buttons import action_button, button, icon_button, link_button, text_link
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.document import FILE_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton_rows
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
from rookiebattle.ui.marks import EVENT_TYPES, crest, event_mark, icon, mark_label
from rookiebattle.ui.paging import Pager, pager
from rookiebattle.ui.surfaces import (
    TONES,
    avatar,
    avatar_stack,
    badge,
    card,
    date_leaf,
    details,
    live,
)
from rookiebattle.ui.tables import cell, row, table
from rookiebattle.ui.typed import Child, call
from rookiebattle.uploads.components import upload_field
from rookiebattle.uploads.schemas import MOST_BYTES

SPRITE = Path(__file__).resolve().parents[3] / "assets/art/icons.svg"
ROW = "flex flex-wrap items-center gap-3"


def _icons() -> list[str]:
    sprite = SPRITE.read_text(encoding="utf-8")
    return re.findall(r'<symbol id="(?!mark-|crest)([^"]+)"', sprite)


def example(title: str, *children: Child) -> rx.Component:
    return card(rx.el.h2(title, class_name="mb-4"), *children)


def buttons() -> rx.Component:
    return example(
        "Buttons",
        rx.el.div(
            button("Create Event", icon="plus"),
            button("Register", kind="row"),
            button("Unregister", kind="outline"),
            button("Delete Event", kind="danger", icon="trash"),
            button("Cancel", kind="ghost"),
            button("Registered ✓", kind="done", disabled=True),
            button("Event is full", kind="row", disabled=True),
            button("Register", size="lg"),
            link_button("Get directions", routes.DESIGN_SYSTEM, icon="external"),
            icon_button("chevron-left", "Previous month", kind="outline"),
            icon_button("edit", "Edit"),
            action_button("Save Changes", on_click=ExamplesState.work),
            text_link("View All My Events", routes.DESIGN_SYSTEM),
            class_name=ROW,
        ),
    )


def words() -> rx.Component:
    return example(
        "Words",
        rx.el.div(
            *(badge(tone.title(), tone=tone) for tone in TONES),
            badge("Active", tone="success", dot=True),
            live("Live seats"),
            class_name=ROW,
        ),
        rx.el.h1("Fight with honor. Laugh when you fall.", class_name="mt-6 text-step-5"),
        rx.el.p(
            "Full-contact foam-weapon combat, rooted in Japanese martial tradition and played "
            "in the parks of the Florida bay.",
            class_name="mt-2 text-soft",
        ),
        rx.el.h2("Welcome back, Tomás!", class_name="mt-4"),
        rx.el.h3("A title of very many letters " + "Donaudampfschiff" * 6, class_name="mt-4"),
    )


def marks() -> rx.Component:
    kinds = (*EVENT_TYPES, "unknown")
    return example(
        "Marks",
        rx.el.div(
            *(mark_label(kind, kind.title()) for kind in kinds),
            mark_label(ExamplesState.event_type, "from a var"),
            event_mark("social"),
            class_name=ROW,
        ),
        rx.el.div(*(icon(name) for name in _icons()), class_name=ROW + " mt-4 text-primary"),
        rx.el.div(
            *(crest(style={"width": size, "height": size}) for size in ("96px", "40px", "20px")),
            class_name=ROW + " mt-4",
        ),
    )


def surfaces() -> rx.Component:
    return example(
        "People",
        rx.el.div(
            *(avatar(letters, tone=n) for n, letters in enumerate(("AW", "TH", "PR", "JF", "DA"))),
            avatar("MO", size="lg", tone=1),
            avatar_stack(["AW", "TH", "PR", "JF", "DA"], more="+7", label="Amara and 11 others"),
            avatar_stack(ExamplesState.initials, label="Four members"),
            class_name=ROW,
        ),
    )


def seats() -> rx.Component:
    return example(
        "An event",
        rx.el.div(
            date_leaf("Sat", "14", "Mar"),
            rx.el.div(
                mark_label("training", "Training"),
                rx.el.h3("Saturday Park Day", class_name="font-sans font-semibold"),
                rx.el.p("Tomorrow, 10:00 AM – 1:00 PM ET", class_name="text-soft"),
            ),
            class_name="flex gap-5",
        ),
    )


def disclosures() -> rx.Component:
    return example(
        "Disclosure",
        details("View Event Details", rx.el.p("Two hours on holding a line together."), open=True),
        details("View Event Details", rx.el.p("We drill the step, the lock and the hold.")),
    )


def tables() -> rx.Component:
    people = (("Amara Whitfield", "Faction Lead", "Tampa Bay"), ("Jonah Feld", "Recruit", ""))
    rows = (
        row(
            cell("Player", rx.el.strong(name), main=True),
            cell("Rank", rank),
            cell("Chapter", chapter or "No chapter"),
            cell("", icon_button("edit", f"Edit {name}"), actions=True),
        )
        for name, rank, chapter in people
    )
    return card(
        table(("Player", "Rank", "Chapter", "Edit"), *rows, caption="Players"),
        pager(Pager("1 – 2 of 158 players", next=routes.DESIGN_SYSTEM, next_page=2)),
        flush=True,
    )


def dialogs() -> rx.Component:
    close = call(ExamplesState.show, "")
    return example(
        "Dialogs and toasts",
        rx.el.div(
            button("Edit an event", kind="outline", on_click=call(ExamplesState.show, "editing")),
            button("Delete an event", kind="danger", on_click=call(ExamplesState.show, "asking")),
            *(
                button(f"Toast: {tone}", kind="outline", on_click=call(ExamplesState.say, tone))
                for tone in ("success", "error", "info")
            ),
            class_name=ROW,
        ),
        confirm_dialog(
            rx.el.p("14 members are registered for Saturday Park Day. They will be told."),
            title="Delete this event?",
            open=ExamplesState.asking,
            on_close=close,
            on_confirm=ExamplesState.work,
            confirm_label="Delete Event",
        ),
        dialog(event_form(), title="Create New Event", open=ExamplesState.editing, on_close=close),
    )


def feedback() -> rx.Component:
    return rx.el.div(
        card(
            empty_state(
                "No upcoming events",
                "Nothing is planned for the next weeks.",
                link_button("See the calendar", routes.DESIGN_SYSTEM),
            )
        ),
        card(skeleton_rows(3)),
        class_name="grid gap-8 md:grid-cols-2",
    )


TYPES = (("training", "Training"), ("tournament", "Tournament"), ("social", "Social"))
SHOWN = 4


def fields() -> rx.Component:
    return example(
        "Fields",
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
    return example(
        "Choices",
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
