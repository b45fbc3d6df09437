"""The event form, and the links of events."""

import reflex as rx

from rookiebattle.core.values.dates import FROM_SUNDAY
from rookiebattle.core.values.money import currency_sign
from rookiebattle.events.questions import FOLLOWING, THIS
from rookiebattle.events.state import EventFormState
from rookiebattle.events.view import ONCE
from rookiebattle.events.wording import MAY_WAIT, TYPE_LABELS, TYPE_PLURALS, notice_words
from rookiebattle.ui.buttons import button
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.forms import (
    checkbox,
    date_input,
    field,
    form_row,
    number_input,
    select,
    switch,
    text_area,
    text_input,
    time_input,
)
from rookiebattle.ui.live_form import drawn, live_form
from rookiebattle.ui.marks import event_mark, icon
from rookiebattle.ui.records import save_button
from rookiebattle.ui.typed import Child, Handler, Text, call, page_vars

FORM = "event-form"
REFUND_HINT = (
    f"For people who unregister at least {notice_words()} before the start. We refund cards; you "
    "return cash. It stays on while someone has a seat that costs something."
)
PATTERNS = (
    (ONCE, "Does not repeat"),
    ("weekly", "Every week"),
    ("biweekly", "Every two weeks"),
    ("monthly", "Every month"),
    ("custom", "Custom days"),
)
State = page_vars(EventFormState)
texts = State.draft.to(dict[str, str])
flags = State.draft.to(dict[str, bool])
errors, remarks = State.errors, State.remarks

create_event: Handler = EventFormState.create
leave_form_behind: Handler = EventFormState.leave
form_is_open: rx.Var[bool] = State.is_open


def event_form(*, refresh: Handler) -> rx.Component:
    """The form and the question; `refresh` reads the page again after every attempt."""
    return rx.fragment(_dialog(refresh), _question(refresh), _many(refresh))


def _dialog(refresh: Handler) -> rx.Component:
    is_new = State.editing == ""
    delete = button("Delete Event", kind="danger", on_click=State.ask_to_remove)
    foot = rx.fragment(
        rx.cond(is_new, rx.fragment(), rx.el.div(delete, class_name="mr-auto")),
        button("Cancel", kind="outline", on_click=State.close),
        save_button(rx.cond(is_new, "Create Event", "Save Changes"), form=FORM),
    )
    return dialog(
        live_form(
            rx.el.input(type="hidden", name="eventId", default_value=State.editing),
            drawn(*_fields(is_new), class_name="form"),
            values=texts,
            on_type=State.follow,
            on_send=[State.save, refresh],
            id=FORM,
        ),
        title=rx.cond(is_new, "Create Event", "Edit Event"),
        open=State.is_open,
        on_close=State.close,
        sheet=True,
        foot=foot,
    )


def _fields(is_new: rx.Var[bool]) -> list[rx.Component]:
    return [
        _field(
            "Title",
            text_input("title", default_value=texts["title"], custom_attrs={"data-autofocus": ""}),
        ),
        form_row(
            _field("Event Date", date_input("eventDate", default_value=texts["eventDate"])),
            form_row(
                _field("Start Time", time_input("startTime", default_value=texts["startTime"])),
                _duration(),
            ),
        ),
        rx.cond(State.is_canceled, _reason()),
        rx.cond(is_new, _repeats(), rx.cond(State.is_series, _scope("form-scope"))),
        _chapter(),
        form_row(
            _field("Location", text_input("location", default_value=texts["location"])),
            _field(
                "Address",
                text_input("address", default_value=texts["address"]),
                hint="With a street and number, it links to a map.",
            ),
        ),
        _more(),
    ]


def _more() -> rx.Component:
    return rx.el.details(
        rx.el.summary("More options", icon("chevron-down", size="sm")),
        rx.el.div(
            _kind(),
            _field("Description", text_area("description", default_value=texts["description"])),
            form_row(_places(), _price()),
            switch(
                "isRefundable",
                "Full refund",
                hint=REFUND_HINT,
                default_checked=flags["isRefundable"],
            ),
            switch(
                "isPublic",
                "Public event",
                hint="Anyone can see this event. Turn off to show it to members only.",
                default_checked=flags["isPublic"],
            ),
            switch(
                "requiresMembership",
                "Requires membership",
                hint="Only members with an active membership can register.",
                default_checked=flags["requiresMembership"],
            ),
            switch(
                "needsWaiver",
                "Waiver needed",
                hint="The event page asks everyone who plays to sign the waiver.",
                default_checked=flags["needsWaiver"],
            ),
            switch(
                "needsGearCheck",
                "Gear check",
                hint="The gate asks for checked weapons, shields and armor.",
                default_checked=flags["needsGearCheck"],
            ),
            class_name="form",
        ),
        open=State.shows_more,
        class_name="details more-options",
    )


def _field(label: str, control: rx.Component, hint: rx.Var[str] | str = "") -> rx.Component:
    """A control with what is remarked about it, and the error of the last attempt."""
    name = str(control.id).removeprefix("field-")
    return field(label, control, error=errors.get(name, ""), hint=hint or remarks.get(name, ""))


def _reason() -> rx.Component:
    """Why a canceled event does not take place: it can be said better, or at last."""
    control = text_input("cancelReason", default_value=texts["cancelReason"], max_length=255)
    return _field("Reason for Canceling", control, "Everyone will see it on the event page.")


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
    control = select("chapterId", State.chapters, default_value=texts["chapterId"])
    # The zone of the chapter, and how many came to its latest events.
    return _field("Chapter", control, f"{remarks.get('chapterId', '')} {MAY_WAIT}")


def _places() -> rx.Component:
    control = number_input("maxParticipants", min="0", default_value=texts["maxParticipants"])
    return _field("Max Participants", control)


def _price() -> rx.Component:
    control = number_input("price", step="0.01", min="0", default_value=texts["price"])
    label = f"Price ({currency_sign().strip()})"
    return _field(label, control, "Leave empty or 0 for a free event.")


def _repeats() -> rx.Component:
    chosen = select("recurrence", PATTERNS, default_value=texts["recurrence"])
    pattern = _field("Repeats", chosen)
    until = date_input("recurrenceEndDate", default_value=State.last_day, required=True)
    ends = _field("Ends on", until, "Up to two years out.")
    return rx.fragment(
        form_row(pattern, rx.cond(State.repeats != ONCE, ends)),
        rx.cond(State.repeats == "custom", _custom_days()),
    )


def _custom_days() -> rx.Component:
    days = rx.el.fieldset(
        rx.el.legend("Weekdays", class_name="legend"),
        *(
            checkbox(f"weekday{number}", day, default_checked=flags[f"weekday{number}"])
            for number, day in enumerate(FROM_SUNDAY)
        ),
        class_name="weekdays",
    )
    every = number_input(
        "recurrenceInterval", min="1", max="52", default_value=texts["recurrenceInterval"]
    )
    return rx.fragment(days, form_row(_field("Repeat every (weeks)", every)))


def _scope(name: str) -> rx.Component:
    """The choice between 'this one' and 'this and following', for an event of a series."""
    return rx.el.fieldset(
        rx.el.legend("This event is part of a series", class_name="legend"),
        _choice(name, "this", THIS),
        _choice(name, "following", FOLLOWING),
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
        rx.el.p(State.question, aria_live="polite"),
        title="Delete “" + texts["title"] + "”?",
        open=State.is_asking,
        on_close=State.keep,
        on_confirm=[State.remove, refresh],
        confirm_label="Delete Event",
        pending_label="Deleting …",
    )


def _many(refresh: Handler) -> rx.Component:
    """The question before a change that moves or hides several events."""
    return confirm_dialog(
        rx.el.p(State.consequences),
        title="Change the whole series from here on?",
        open=State.consequences != "",
        on_close=State.reconsider,
        on_confirm=[State.go_ahead, refresh],
        confirm_label="Save Changes",
        kind="primary",
        pending_label="Saving …",
    )


def edit_event(event_id: Text) -> Handler:
    return call(EventFormState.edit, event_id)


def copy_event(event_id: Text) -> Handler:
    return call(EventFormState.copy, event_id)


def delete_event(event_id: Text) -> Handler:
    """Ask whether an event is to be deleted; the question is part of the form."""
    return call(EventFormState.ask_about, event_id)


def legend_link(kind: str, href: Text, *, current: Child) -> rx.Component:
    """An entry of the legend: it filters the calendar by its type, or ends that filter."""
    link: rx.Component = rx.el.a(
        event_mark(kind),
        TYPE_PLURALS[kind],
        href=href,
        prevent_scroll_reset=True,
        aria_current=rx.cond(current, "true", "false"),
        class_name="legend-entry",
    )
    return link
