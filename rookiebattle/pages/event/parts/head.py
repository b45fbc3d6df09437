"""The card at the head of an event's page. Its seats update by themselves."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.components.links import edit_event
from rookiebattle.pages.event.state import EventState
from rookiebattle.registrations.components.seats import event_badges, seats_text, taken_of
from rookiebattle.registrations.wording import NO_LIMIT
from rookiebattle.ui.buttons import button, icon_button, text_link
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.marks import icon, mark_label
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.surfaces import badge, card, fact, live, progress_bar
from rookiebattle.ui.typed import Child, page_vars

CARD = page_vars(EventState).card
MORE = page_vars(EventState).more


class ShareButton(rx.Component):
    """Opens the phone's own sheet for sharing; elsewhere it copies the page's address."""

    library = script_beside(__file__, "share.jsx")
    tag = "ShareButton"

    title: rx.Var[str]
    label: rx.Var[str]
    copied: rx.Var[str]


def back_and_share() -> rx.Component:
    """A link back to the calendar on the left; on the right Edit, where allowed, and Share."""
    edit = button("Edit", kind="ghost", icon="edit", on_click=edit_event(CARD.id))
    share = ShareButton.create(
        icon("share"),
        title=CARD.title,
        label="Share this event",
        copied="Link copied",
        class_name="btn btn-ghost btn-icon",
    )
    return rx.fragment(
        icon_button("chevron-left", "Back to the calendar", href=routes.EVENTS),
        rx.el.div(rx.cond(MORE.may_edit, edit), share),
    )


def head_card() -> rx.Component:
    """The event's title, time, place and seats."""
    return card(
        rx.el.div(
            date_tile(),
            rx.el.div(
                rx.el.div(
                    mark_label(CARD.event_type, CARD.type_label), _price(), class_name="event-kind"
                ),
                rx.el.h1(CARD.title, class_name=rx.cond(MORE.has_long_title, "is-long", "")),
                _badges(),
                class_name="event-title",
            ),
            class_name="event-head",
        ),
        fact("clock", rx.el.time(CARD.when, date_time=CARD.starts), MORE.note),
        _place(),
        _seats(),
        class_name="event-card",
    )


def date_tile() -> rx.Component:
    """The event's date, drawn like a page of a wall calendar."""
    return rx.el.div(
        rx.el.span(CARD.weekday),
        rx.el.strong(CARD.day),
        rx.el.span(CARD.month),
        class_name="date-tile",
        aria_hidden="true",
    )


def taken() -> Any:
    """The number of seats taken, updated live."""
    return taken_of(CARD)


def free_seats() -> Any:
    """The number of free seats. It has no meaning for an event without a limit."""
    return CARD.maximum - taken()


def free_words() -> rx.Var[str]:
    """'8 seats left', 'Full' or 'No seat limit'."""
    some = rx.cond(free_seats() == 1, "1 seat left", f"{free_seats()} seats left")
    return rx.cond(CARD.maximum > 0, rx.cond(free_seats() > 0, some, "Full"), NO_LIMIT)


def skeleton_card() -> rx.Component:
    """A block of the card's height while the event is loading."""
    return card(
        rx.el.div(
            skeleton("76px", "104px"),
            rx.el.div(skeleton("40%", "20px"), skeleton("80%", "44px"), class_name="event-title"),
            class_name="event-head",
        ),
        *(
            rx.el.div(skeleton("24px", "24px"), skeleton("70%", "48px"), class_name="fact")
            for _ in range(3)
        ),
        rx.el.span("Loading the event …", class_name="sr-only"),
        class_name="event-card",
        aria_busy="true",
    )


def _price() -> rx.Component:
    return badge(CARD.price, tone=rx.cond(CARD.is_free, "success", "outline"))


def _badges() -> rx.Component:
    over = rx.cond(CARD.is_over, badge("Over"))
    return rx.el.div(event_badges(CARD), over, class_name="event-badges")


def _place() -> rx.Component:
    unknown = fact("pin", "Place to be announced", "The organizer has not named a place yet.")
    way = text_link(
        "Get directions",
        MORE.directions,
        icon="external",
        target="_blank",
        rel="noopener noreferrer",
        class_name="no-print",
    )
    known = fact(
        "pin",
        rx.cond(CARD.place != "", CARD.place, CARD.address),
        rx.cond((CARD.place != "") & (CARD.address != ""), rx.el.p(CARD.address)),
        way,
    )
    return rx.cond(MORE.directions != "", known, unknown)


def _seats() -> rx.Component:
    limited = rx.fragment(
        rx.el.div(rx.el.strong(seats_text(CARD)), _rest(), class_name="seat-line"),
        progress_bar(taken(), CARD.maximum, label="Seats taken"),
    )
    going = rx.cond(taken() == 1, "1 person going", f"{taken()} people going")
    unlimited = rx.el.div(rx.el.strong(going), rx.el.span("No limit"), class_name="seat-line")
    return rx.el.div(
        icon("ticket", size="lg"),
        rx.el.div(rx.cond(CARD.maximum > 0, limited, unlimited)),
        class_name="fact",
    )


def _rest() -> Child:
    """'8 left, live', as long as the event takes registrations."""
    some = rx.cond(free_seats() > 0, live(f"{free_seats()} left, live"), rx.el.span("Full"))
    return rx.cond(MORE.closed == "", some)
