"""A chapter of the list, its form, and the requests to start a chapter."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.chapters.schemas import RequestList
from rookiebattle.chapters.wording import STATUS
from rookiebattle.console.components import waiting_act
from rookiebattle.console.wording import SUSPICIOUS
from rookiebattle.pages.admin.chapters.state import REQUEST, AdminChaptersState, RequestsState
from rookiebattle.pages.admin.chapters.view import LEADER, LEADERS, WEBHOOK, requests_href
from rookiebattle.ui.buttons import action_button, button, link_button, text_link
from rookiebattle.ui.forms import form_row, select, text_area
from rookiebattle.ui.paging import pager
from rookiebattle.ui.records import draft_field, record_acts, record_dialogs
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card, details
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(AdminChaptersState)
_field = partial(draft_field, State)
_text = partial(draft_field, State, auto_complete="off")
STATUSES = [(one.value, words[0]) for one, words in STATUS.items()]
Requests = page_vars(RequestsState)
POSTED_THERE = (
    "Public events are posted there: new ones, changed times and places, cancellations, and the "
    "day before at 10 AM."
)
PASTE = "In Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL. It stays secret."
CREATE = "Create Chapter"


def chapter_row(one: Any) -> rx.Component:
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
        record_acts(State, one.id, one.name, may_delete=ShellState.is_admin),
        key=one.id,
    )


def chapter_dialogs() -> rx.Component:
    folded = details("Meeting times and leaders", *_folded(), open=State.is_unfolded)
    gone = (
        " Its events stay, without a chapter, and its notifications won’t reach anyone "
        "anymore. This can’t be undone."
    )
    return record_dialogs(
        *(_asked(), *_plain(), folded, _channel()),
        state=State,
        noun="Chapter",
        gone=rx.el.p(State.losses, gone),
        adding=rx.cond(State.request != "", "Create Chapter", "Add Chapter"),
    )


def _asked() -> Child:
    """The effect of saving when the form answers a request, and which request it answers."""
    hidden = rx.el.input(type="hidden", name=REQUEST, default_value=State.request)
    words = rx.el.p(
        State.asker, " asked for this chapter. Once you save it, it’s public and we’ll email them."
    )
    return rx.fragment(hidden, rx.cond(State.request != "", words))


def _plain() -> list[rx.Component]:
    return [
        form_row(
            _text("name", "Name", data_autofocus=""), _field("status", "Status", select, STATUSES)
        ),
        _text("location", "Location", hint="The park or hall, such as Al Lopez Park."),
        form_row(_text("city", "City"), _text("state", "State")),
        _field("description", "Description", text_area),
        _text("contactEmail", "Contact Email", type="email", hint="Everyone sees this address."),
    ]


def _folded() -> list[rx.Component]:
    lines = partial(text_area, rows=2)
    each = "One on each line."
    address = "For directions: street, city and zip code."
    latitude = "Such as 27.9506; it puts a pin on the map."
    zone = "Such as America/Chicago. Its events use it."
    return [
        rx.el.div(
            form_row(_text("meetingDay", "Meeting Day"), _text("meetingTime", "Meeting Time")),
            form_row(
                _field("practiceTimes", "Practice Times", lines, hint=each),
                _field("practiceLocations", "Practice Places", lines, hint=each),
            ),
            _leaders(),
            _text("address", "Address", hint=address),
            form_row(
                _text("latitude", "Latitude", hint=latitude),
                _text("longitude", "Longitude", hint="Such as -82.4572."),
            ),
            _text("timeZone", "Time Zone", hint=zone),
            class_name="form",
        )
    ]


def _channel() -> Child:
    """The Discord channel of a chapter that exists: what is typed replaces its secret address."""
    is_on, result = State.channel.is_on, State.channel.result
    act = partial(action_button, kind="outline")
    acts = rx.el.div(
        act("Send a Test", pending_label="Sending …", on_click=State.try_channel),
        act("Disconnect", pending_label="Disconnecting …", on_click=State.disconnect),
        class_name="request-acts",
    )
    fold = details(
        rx.cond(is_on, "Discord: connected", "Discord"),
        rx.el.div(
            rx.el.p(POSTED_THERE),
            rx.cond(result != "", rx.el.p(result, role="status")),
            rx.cond(is_on, acts),
            # The browser keeps no draft of a password.
            _field(
                WEBHOOK,
                rx.cond(is_on, "Replace the Webhook URL", "Webhook URL"),
                hint=PASTE,
                type="password",
                auto_complete="new-password",
            ),
            class_name="form",
        ),
        open=State.shows_channel,
    )
    return rx.cond(State.editing != "", fold)


def _leaders() -> rx.Component:
    own_id, told = f"field-{LEADERS}", f"field-{LEADERS}-error"
    return rx.el.fieldset(
        rx.el.legend("Leaders", class_name="legend"),
        rx.el.p("Visitors see the title and name; members also see email and phone."),
        rx.el.span(State.errors.get(LEADERS, ""), id=told, class_name="field-error"),
        rx.foreach(rx.Var.range(State.leaders), _leader),
        button("Add a Leader", kind="outline", icon="plus", on_click=State.add_leader),
        id=own_id,
        # The keyboard is led here when the leaders are refused: Reflex finds no line of a list.
        custom_attrs={"aria-describedby": told, "tabIndex": -1},
        class_name="leader-lines",
    )


def _leader(place: Any) -> rx.Component:
    def line(name: str) -> rx.Component:
        label, control = name.title(), rx.Var.create(f"leader-{place}-{name}")
        return rx.el.div(
            rx.el.label(label, html_for="field-" + control),
            rx.el.input(
                type="text",
                name=control,
                id="field-" + control,
                default_value=State.draft[control],
                aria_label=f"{label} of leader {place + 1}",
                max_length=255,
                class_name="input",
            ),
            class_name="field",
        )

    return rx.el.div(*map(line, LEADER), key=place, class_name="leader-line")


def requests_card() -> rx.Component:
    """The requests that wait, or those that were answered, with a link to the others."""
    waiting = text_link("Open requests", requests_href(RequestList.WAITING))
    answered = text_link("Answered requests", requests_href(RequestList.ANSWERED))
    head = rx.el.div(
        rx.el.h3(
            _by_list("Requests to Start a Chapter", "Answered Requests", "Suspicious Requests")
        ),
        rx.cond(Requests.shown.which == RequestList.WAITING.value, answered, waiting),
        class_name="list-head",
    )
    none = rx.el.p(
        _by_list("No open requests.", "No answered requests yet.", "No suspicious requests."),
        class_name="requests-none",
    )
    rows = rx.el.ul(rx.foreach(Requests.shown.rows, _request), class_name="requests")
    shown = rx.cond(Requests.shown.rows.length() > 0, rows, none)
    return card(
        head,
        rx.cond(Requests.loaded, shown),
        pager(Requests.shown.pager),
        flush=True,
        class_name="list-card",
    )


def _request(one: Any) -> rx.Component:
    words = rx.el.div(
        rx.el.strong(one.city),
        rx.el.span(one.name, " · ", one.since),
        rx.el.p(one.message),
        class_name="request-words",
    )
    seen = link_button("See Chapter", one.chapter)
    again = waiting_act("Reopen", one.city, call(Requests.answer, one.id, False))
    answered = rx.cond(one.chapter != "", seen, again)
    acts = _by_list(_waiting(one), rx.fragment(answered), _suspicious(one))
    return rx.el.li(words, rx.el.div(acts, class_name="request-acts"), key=one.id)


def _by_list(waiting: Child, answered: Child, suspicious: Child) -> Any:
    return rx.match(
        Requests.shown.which,
        (RequestList.ANSWERED.value, answered),
        (RequestList.SUSPICIOUS.value, suspicious),
        waiting,
    )


def _suspicious(one: Any) -> Child:
    return rx.fragment(
        badge(SUSPICIOUS, tone="warning"),
        waiting_act("Not Spam", one.city, call(Requests.clear, one.id)),
        waiting_act("Set Aside", one.city, call(Requests.answer, one.id, True)),
    )


def _waiting(one: Any) -> Child:
    start = call(page_vars(AdminChaptersState).start, one.id)
    return rx.fragment(
        button(CREATE, kind="row", on_click=start, aria_label=f"{CREATE}: {one.city}"),
        link_button("Write", one.write, icon="mail", reload=True),
        waiting_act("Mark Answered", one.city, call(Requests.answer, one.id, True)),
    )
