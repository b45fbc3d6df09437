"""The event form as a dialog, with the question before an event is removed, for any page."""

import reflex as rx

from rookiebattle.core.money import currency_sign
from rookiebattle.events.state import EventFormState
from rookiebattle.events.view import ONCE
from rookiebattle.events.wording import FROM_SUNDAY, TYPE_LABELS
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.forms import (
    checkbox,
    date_input,
    field,
    form,
    form_row,
    number_input,
    select,
    switch,
    text_area,
    text_input,
    time_input,
)
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Handler, page_vars

FORM = "event-form"
PATTERNS = (
    (ONCE, "Does not repeat"),
    ("weekly", "Every week"),
    ("biweekly", "Every two weeks"),
    ("monthly", "Every month"),
    ("custom", "On certain weekdays"),
)
State = page_vars(EventFormState)
texts = State.draft.to(dict[str, str])
flags = State.draft.to(dict[str, bool])
errors = State.errors


def event_form(*, refresh: Handler) -> rx.Component:
    """The form and the question; `refresh` reads the page again after every attempt."""
    leaving = rx.el.span(hidden=True, on_unmount=State.close)
    return rx.fragment(_dialog(refresh), _question(refresh), leaving)


def _dialog(refresh: Handler) -> rx.Component:
    is_new = State.editing == ""
    foot = rx.fragment(
        rx.cond(
            is_new,
            rx.fragment(),
            button(
                "Delete Event", kind="danger", on_click=State.ask_to_remove, class_name="mr-auto"
            ),
        ),
        button("Cancel", kind="outline", on_click=State.close),
        action_button(
            rx.cond(is_new, "Create Event", "Save Changes"),
            pending_label="Saving …",
            done=ShellState.answers,
            type="submit",
            custom_attrs={"form": FORM},
        ),
    )
    return dialog(
        form(
            rx.el.input(type="hidden", name="eventId", default_value=State.editing),
            *_fields(is_new),
            on_submit=[State.save, refresh],
            id=FORM,
            no_validate=True,
        ),
        title=rx.cond(is_new, "Create Event", "Edit Event"),
        open=State.is_open,
        on_close=State.close,
        foot=foot,
    )


def _fields(is_new: rx.Var[bool]) -> list[rx.Component]:
    return [
        _field(
            "Title",
            text_input("title", default_value=texts["title"], custom_attrs={"data-autofocus": ""}),
        ),
        _field("Description", text_area("description", default_value=texts["description"])),
        form_row(
            _field("Event Date", date_input("eventDate", default_value=texts["eventDate"])),
            _field("Start Time", time_input("startTime", default_value=texts["startTime"])),
        ),
        form_row(_duration(), _kind()),
        _chapter(),
        form_row(
            _field("Location", text_input("location", default_value=texts["location"])),
            _field("Address", text_input("address", default_value=texts["address"])),
        ),
        form_row(_places(), _price()),
        switch(
            "isPublic",
            "Public event",
            hint="Visitors see it too; otherwise only members do.",
            default_checked=flags["isPublic"],
        ),
        switch(
            "requiresMembership",
            "Requires membership",
            hint="Only members with an active membership can register.",
            default_checked=flags["requiresMembership"],
        ),
        rx.cond(is_new, _repeats(), rx.cond(State.is_series, _scope("form-scope"))),
    ]


def _field(label: str, control: rx.Component, hint: rx.Var[str] | str = "") -> rx.Component:
    """A control with the error that the last attempt had for it."""
    name = str(control.id).removeprefix("field-")
    return field(label, control, error=errors.get(name, ""), hint=hint)


def _duration() -> rx.Component:
    control = number_input(
        "durationHours",
        step="0.5",
        min="0.5",
        default_value=texts["durationHours"],
        custom_attrs={"max": State.longest},
    )
    return _field("Duration (hours)", control)


def _kind() -> rx.Component:
    options = tuple(TYPE_LABELS.items())
    return _field("Event Type", select("eventType", options, default_value=texts["eventType"]))


def _chapter() -> rx.Component:
    control = select(
        "chapterId",
        State.chapters,
        default_value=texts["chapterId"],
        on_change=State.choose_chapter,
    )
    return _field("Chapter", control, State.zone)


def _places() -> rx.Component:
    control = number_input("maxParticipants", min="0", default_value=texts["maxParticipants"])
    return _field("Max Participants", control, "Leave empty for no limit.")


def _price() -> rx.Component:
    control = number_input("price", step="0.01", min="0", default_value=texts["price"])
    label = f"Price ({currency_sign().strip()})"
    return _field(label, control, "Leave empty or 0 for a free event.")


def _repeats() -> rx.Component:
    pattern = select("recurrence", PATTERNS, on_change=State.choose_repeats)
    more = rx.cond(State.repeats != ONCE, _series())
    return rx.fragment(_field("Repeats", pattern), more)


def _series() -> rx.Component:
    days = rx.el.fieldset(
        rx.el.legend("Weekdays", class_name="legend"),
        *(checkbox(f"weekday{number}", day) for number, day in enumerate(FROM_SUNDAY)),
        class_name="weekdays",
    )
    every = number_input("recurrenceInterval", min="1", max="52", default_value="1")
    until = date_input("recurrenceEndDate")
    return rx.fragment(
        rx.cond(State.repeats == "custom", days),
        form_row(
            _field("Interval", every, "2 means every second time."),
            _field("Last Day of the Series", until, "Included; at most two years away."),
        ),
    )


def _scope(name: str) -> rx.Component:
    """The choice between 'this one' and 'this and following', for an event of a series."""
    return rx.el.fieldset(
        rx.el.legend("This event is part of a series", class_name="legend"),
        _choice(name, "this", "Only this event"),
        _choice(name, "following", "This and following"),
    )


def _choice(name: str, value: str, label: rx.Var[str] | str) -> rx.Component:
    radio = rx.el.input(
        type="radio",
        name=name,
        value=value,
        default_checked=State.scope == value,
        on_change=State.choose_scope(value),
    )
    return rx.el.label(radio, rx.el.span(label), class_name="check flex")


def _question(refresh: Handler) -> rx.Component:
    answers = rx.el.fieldset(
        rx.el.legend("This event is part of a series", class_name="legend"),
        rx.foreach(
            State.scopes,
            lambda one: rx.fragment(_choice("delete-scope", one.value, one.label), key=one.value),
        ),
    )
    return confirm_dialog(
        rx.cond(State.is_series, answers),
        rx.el.p(State.question),
        title="Delete “" + texts["title"] + "”?",
        open=State.is_asking,
        on_close=State.keep,
        on_confirm=[State.remove, refresh],
        confirm_label="Delete Event",
        pending_label="Deleting …",
        done=ShellState.answers,
    )
