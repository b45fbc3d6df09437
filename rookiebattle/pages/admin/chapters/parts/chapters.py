"""A row of the chapters' list, the form of a chapter, and the question before deleting one."""

from typing import Any

import reflex as rx

from rookiebattle.chapters.wording import STATUS
from rookiebattle.pages.admin.chapters.state.chapters import REQUEST, AdminChaptersState
from rookiebattle.pages.admin.chapters.view.chapters import LEADERS
from rookiebattle.ui.buttons import button, icon_button
from rookiebattle.ui.forms import form_row, select, text_area, text_input
from rookiebattle.ui.records import delete_question, record_field, tab_dialog
from rookiebattle.ui.surfaces import badge, details
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, call, page_vars, with_attrs

State = page_vars(AdminChaptersState)
draft = State.draft
STATUSES = [(one.value, words[0]) for one, words in STATUS.items()]


def chapter_row(one: Any) -> rx.Component:
    """One chapter: where it is, how to reach it, and what can be done with it."""
    return row(
        cell(
            "Chapter",
            rx.el.strong(rx.el.a(one.name, href=one.href)),
            rx.el.p(one.location),
            main=True,
        ),
        cell("City", rx.el.div(one.place, rx.el.p(one.members))),
        cell("Status", badge(one.status, tone=one.tone)),
        cell("Contact", rx.cond(one.email != "", rx.el.span(one.email), "None")),
        cell(
            "",
            icon_button("edit", "Edit " + one.name, on_click=call(State.edit, one.id)),
            icon_button("trash", "Delete " + one.name, on_click=call(State.ask, one.id)),
            actions=True,
        ),
        key=one.id,
    )


def chapter_form() -> rx.Component:
    """The dialog in which a chapter is added or changed."""
    folded = details("Meeting times and leaders", *_folded(), open=State.is_unfolded)
    adding = rx.cond(State.request != "", "Create Chapter", "Add Chapter")
    return tab_dialog(
        *(_asked(), *_plain(), folded),
        state=State,
        noun="Chapter",
        name="chapter-form",
        adding=adding,
    )


def _asked() -> Child:
    """What saving means when the form answers a request, and which request it answers."""
    hidden = rx.el.input(type="hidden", name=REQUEST, default_value=State.request)
    words = rx.el.p(
        State.asker, " asked for this chapter. When you save it, it’s public and we email them."
    )
    return rx.fragment(hidden, rx.cond(State.request != "", words))


def _plain() -> list[rx.Component]:
    return [
        form_row(
            _field("Name", with_attrs(_text("name"), data_autofocus="")),
            _field("Status", select("status", STATUSES, default_value=draft["status"])),
        ),
        _field("Location", _text("location"), "The park or hall, such as Al Lopez Park."),
        form_row(_field("City", _text("city")), _field("State", _text("state"))),
        _field("Description", text_area("description", default_value=draft["description"])),
        _field("Contact Email", _text("contactEmail", "email"), "Everyone sees this address."),
    ]


def _folded() -> list[rx.Component]:
    lines = "One on each line."
    return [
        rx.el.div(
            form_row(
                _field("Meeting Day", _text("meetingDay")),
                _field("Meeting Time", _text("meetingTime")),
            ),
            form_row(
                _field("Practice Times", _lines("practiceTimes"), lines),
                _field("Practice Places", _lines("practiceLocations"), lines),
            ),
            _leaders(),
            _field("Address", _text("address"), "For directions: street, city and zip code."),
            form_row(
                _field("Latitude", _text("latitude"), "Such as 27.9506; it puts a pin on the map."),
                _field("Longitude", _text("longitude"), "Such as -82.4572."),
            ),
            _field(
                "Time Zone", _text("timeZone"), "Such as America/Chicago. Its events happen in it."
            ),
            class_name="form",
        )
    ]


def _leaders() -> rx.Component:
    own_id, told = f"field-{LEADERS}", f"field-{LEADERS}-error"
    return rx.el.fieldset(
        rx.el.legend("Leaders", class_name="legend"),
        rx.el.p("Visitors see title and name; members also email and phone."),
        rx.el.span(State.errors.get(LEADERS, ""), id=told, class_name="field-error"),
        rx.foreach(State.leaders, _leader),
        button("Add a Leader", kind="outline", icon="plus", on_click=State.add_leader),
        id=own_id,
        # The keyboard is led here when the leaders are refused: Reflex finds no line of a list.
        custom_attrs={"aria-describedby": told, "tabIndex": -1},
        class_name="leader-lines",
    )


def _leader(one: Any) -> rx.Component:
    def line(name: str, label: str, value: Any) -> rx.Component:
        control = "leader-" + one.key + f"-{name}"
        return rx.el.div(
            rx.el.label(label, html_for="field-" + control),
            rx.el.input(
                type="text",
                name=control,
                id="field-" + control,
                default_value=value,
                aria_label=f"{label} of leader " + one.number,
                max_length=255,
                class_name="input",
            ),
            class_name="field",
        )

    return rx.el.div(
        line("title", "Title", one.title),
        line("name", "Name", one.name),
        line("email", "Email", one.email),
        line("phone", "Phone", one.phone),
        key=one.key,
        class_name="leader-line",
    )


def _text(name: str, kind: str = "text") -> rx.Component:
    return text_input(name, type=kind, default_value=draft[name], auto_complete="off")


def _lines(name: str) -> rx.Component:
    return text_area(name, rows=2, default_value=draft[name])


def _field(label: str, control: rx.Component, hint: str = "") -> rx.Component:
    return record_field(label, control, State.errors, hint)


def chapter_question() -> rx.Component:
    """The question before a chapter is deleted."""
    return delete_question(
        rx.el.p(
            State.losses,
            " Its events stay, without a chapter, and its notifications won’t reach anyone "
            "anymore. This can’t be undone.",
        ),
        doomed=State.doomed,
        on_close=State.keep,
        on_confirm=State.delete,
        confirm="Delete Chapter",
    )
