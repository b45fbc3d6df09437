"""`/events/[event_id]`: one event, its seats and its people."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.components import edit_event, form_is_open, leave_form_behind
from rookiebattle.messages.wording import MESSAGES
from rookiebattle.notifications.components import chapter_notices
from rookiebattle.pages.event.parts.about import about, good_to_know, pictures, place
from rookiebattle.pages.event.parts.actions import (
    RUNS,
    bottom_bar,
    canceled_note,
    phone_note,
    phone_waiver,
    share_button,
    side_card,
)
from rookiebattle.pages.event.parts.canceling import cancel_button, reinstate_button
from rookiebattle.pages.event.parts.gate import at_the_gate
from rookiebattle.pages.event.parts.head import (
    CARD,
    MORE,
    TAKES_PLACE,
    cover,
    head_card,
    skeleton_card,
)
from rookiebattle.pages.event.parts.later import event_dialogs
from rookiebattle.pages.event.parts.moderation import (
    copy_button,
    report_button,
    reported,
    waiting_note,
)
from rookiebattle.pages.event.parts.party import WHO, your_people
from rookiebattle.pages.event.parts.people import attendee_list, who_is_going
from rookiebattle.pages.event.parts.report import report_dialog
from rookiebattle.pages.event.state.event import EventState, load
from rookiebattle.pages.event.state.report import ReportState
from rookiebattle.payments.components import LookAgain
from rookiebattle.registrations.components.asking import ask_dialog
from rookiebattle.registrations.components.news import (
    IN_A_WHILE,
    follow_clock,
    follow_list,
    follow_news,
    follow_own,
    follow_own_seats,
    follow_waiting,
)
from rookiebattle.registrations.state.live import LiveSeats
from rookiebattle.registrations.wording import CHECK_IN
from rookiebattle.ui.buttons import button, icon_button, link_button
from rookiebattle.ui.document import EVENT_STYLES, SHOT_STYLES, TICKET_STYLES, own_sheet
from rookiebattle.ui.feedback import LoginLink, on_undo
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page, record_title
from rookiebattle.ui.scripts import later
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import band, not_loaded, notice
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(EventState)
SHOWN = State.shown
NOT_FOUND = (
    "calendar",
    "Event not found",
    "It may have been deleted, or it’s for members only.",
)


@page(
    routes.EVENT,
    title="Event",
    first_data=[offer(EventState, load)],
    on_load=[leave_form_behind, EventState.show],
)
def event() -> rx.Component:
    return page_frame(
        own_sheet(EVENT_STYLES),
        own_sheet(SHOT_STYLES),
        own_sheet(TICKET_STYLES),
        record_title(SHOWN.card.title),
        first_data(settled=State.loaded | State.failed),
        rx.cond(SHOWN.missing, missing(), rx.cond(State.loaded, loaded(), _waiting())),
        LookAgain.create(waits=State.returned.state == "waiting", on_look=EventState.look_again),
        ask_dialog(),
        later(event_dialogs, when=SHOWN.more.may_edit | form_is_open),
        later(report_dialog, when=page_vars(ReportState).event_id != ""),
        on_undo(SHOWN.card.id, call(EventState.register, SHOWN.card.id)),
        follow_own([[SHOWN.card]], on_news=EventState.refresh),
        follow_own_seats(on_news=EventState.refresh),
        rx.cond(MORE.place != "", follow_waiting(on_news=EventState.refresh)),
        follow_news(
            page_vars(LiveSeats).stamps.get(SHOWN.card.id, ""),
            known=SHOWN.more.stamp,
            on_news=EventState.follow,
        ),
        follow_list(SHOWN.said, on_news=EventState.follow),
        follow_clock(SHOWN.more.turns_at, spread=IN_A_WHILE, on_news=EventState.follow),
        current=routes.EVENTS,
        wide=True,
    )


def loaded() -> rx.Component:
    """The whole page of one event. Its HTML is also the text before scripts."""
    article = rx.el.article(
        # At the gate the code is looked for first, so it comes before "This event has started".
        *(
            head_card(
                *(canceled_note(), waiting_note(), _gate(), phone_waiver()),
                chapter_notices(SHOWN.messages, MESSAGES),
                chapter_notices(SHOWN.notices),
            ),
            phone_note(),
            _party(),
            reported(),
        ),
        # Of a past event, the pictures are what is left.
        rx.cond(SHOWN.card.is_over, pictures()),
        *(about(), who_is_going(), attendee_list()),
        rx.cond(SHOWN.card.is_over, rx.fragment(), pictures()),
    )
    aside = rx.el.aside(
        *(side_card(), place()),
        rx.cond(SHOWN.card.is_over, rx.fragment(), good_to_know()),
        rx.el.div(
            rx.cond(ShellState.signed_in, copy_button()),
            report_button(),
            class_name="flex flex-wrap items-center",
        ),
        aria_label="Your seat, the place and the rules",
    )
    return rx.el.div(
        band(ways_off(), picture=cover(), data_kind=CARD.event_type),
        rx.el.div(
            rx.el.div(article, aside, class_name="event-grid"), bottom_bar(), class_name="column"
        ),
        class_name="event",
    )


def _gate() -> rx.Component:
    """The place of what the gate needs while the event runs; members have a form there."""
    is_on = (MORE.late != "") | (MORE.code != "")
    has_form = (MORE.late != "") & ShellState.signed_in
    names = rx.cond(has_form, "gate-part is-tall no-print", "gate-part no-print")
    return rx.el.div(later(at_the_gate, when=is_on), class_name=rx.cond(is_on, names, ""))


def _party() -> rx.Component:
    """The place of 'Who is coming?', for those who have people."""
    return rx.el.div(later(your_people, when=SHOWN.people.length() > 0), id=WHO)


def _waiting() -> Child:
    return rx.cond(State.failed, not_loaded("event", again=EventState.show), _loading())


def _loading() -> rx.Component:
    grid = rx.el.div(rx.el.article(skeleton_card()), class_name="event-grid")
    return rx.el.div(band(data_kind=""), rx.el.div(grid, class_name="column"), class_name="event")


def missing() -> rx.Component:
    """The page of an event that does not exist, or that this person may not see."""
    login = LoginLink.create("Log In to Check", href=routes.LOGIN, class_name="btn btn-outline")
    return rx.el.div(
        notice(
            *NOT_FOUND,
            link_button("Browse Events", routes.EVENTS, kind="primary"),
            rx.cond(ShellState.signed_in, rx.fragment(), login),
        ),
        class_name="column main",
    )


def ways_off() -> rx.Component:
    """A link back to the calendar; on the right, where allowed, the organizer's acts, and Share."""
    # After "Reinstate Event" the next press of a key must not register.
    edit = button(
        "Edit", kind="ghost", icon="edit", on_click=edit_event(CARD.id), data_next_focus="true"
    )
    again = reinstate_button(CARD, refresh=EventState.refresh)
    turn = rx.cond(TAKES_PLACE, cancel_button(CARD), again)
    # On a phone the bar leads to the gate, unless it asks the organizer to pay for an own seat.
    where = rx.cond(RUNS, "wide-only", "")
    to_gate = link_button(CHECK_IN, MORE.gate, kind="ghost", reload=True, class_name=where)
    gate = rx.cond(MORE.checks_in, to_gate)
    own = rx.fragment(edit, rx.cond(CARD.is_over, rx.fragment(), turn))
    return rx.fragment(
        icon_button("chevron-left", "Back to the calendar", href=routes.EVENTS),
        rx.el.div(gate, rx.cond(MORE.may_edit, own), share_button()),
    )
