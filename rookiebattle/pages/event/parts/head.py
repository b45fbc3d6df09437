"""The card at the head of an event's page. Its seats update by themselves."""

from typing import Any

import reflex as rx

from rookiebattle.art.scene import BOX
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.components.asking import ask_button
from rookiebattle.registrations.components.seats import event_badges, seats_text, taken_of
from rookiebattle.registrations.wording import SEVERAL_DATES
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.marks import crest, icon, mark_label
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card, details, fact, live, progress_bar
from rookiebattle.ui.typed import Child, page_vars

CARD = page_vars(EventState).shown.card
MORE = page_vars(EventState).shown.more
ADD = "Add to calendar"
TAKES_PLACE = CARD.canceled == ""
IS_AHEAD = TAKES_PLACE & ~CARD.is_over
"""Whether somebody may still come: a past event reads like one."""


class ShareButton(rx.Component):
    """Opens the phone's own sheet for sharing; elsewhere it copies the page's address."""

    library = script_beside(__file__, "share.jsx")
    tag = "ShareButton"

    title: rx.Var[str]
    words: rx.Var[str]
    label: rx.Var[str]
    copied: rx.Var[str]

    def at_first(self) -> rx.Component:
        """The place that the button takes."""
        place = rx.el.button(*self.children, type="button", class_name=self.class_name)
        return rx.el.span(place, class_name="share")


def head_card(*notes: Child) -> rx.Component:
    """The event's title, time, place, host and seats; `notes` stand between title and facts."""
    return card(
        rx.el.div(
            date_tile(),
            rx.el.div(
                rx.el.div(
                    mark_label(CARD.event_type, CARD.type_label), _price(), class_name="event-kind"
                ),
                rx.el.h1(_title(), class_name=rx.cond(MORE.has_long_title, "is-long", "")),
                _badges(),
                class_name="event-title",
            ),
            class_name="event-head",
        ),
        *notes,
        _when(),
        _place(),
        _host(),
        _seats(),
        class_name="event-card",
    )


def cover() -> rx.Component:
    """The picture in the band: a photograph, or a drawing whose colors the type decides."""
    shown, scene = page_vars(EventState).shown.cover, page_vars(EventState).shown.scene
    photograph = rx.el.img(src=shown.src, src_set=shown.srcset, sizes="100vw", alt="")
    drawn = rx.el.svg(
        rx.el.svg.circle(cx=scene.sun_x, cy=scene.sun_y, r=34),
        *(rx.el.svg.path(d=d) for d in (scene.far, scene.stands, scene.near, scene.things)),
        view_box=BOX,
        preserve_aspect_ratio="xMidYMax meet",
        aria_hidden="true",
    )
    return rx.cond(shown.src != "", photograph, drawn)


def _title() -> rx.Component:
    return rx.cond(TAKES_PLACE, rx.fragment(CARD.title), rx.el.s(CARD.title))


def _when() -> rx.Component:
    note = rx.cond(MORE.note != "", rx.el.p(MORE.note))
    return fact("clock", rx.el.time(CARD.when, date_time=CARD.starts), note, _to_calendar())


def _to_calendar() -> Child:
    """Nobody needs a canceled or past event in a calendar; who has it there is told by letter."""
    return rx.cond(IS_AHEAD, add_to_calendar())


def add_to_calendar() -> rx.Component:
    """The calendars to which the event can be added; the file carries an alarm."""
    away = {"target": "_blank", "rel": "noopener noreferrer"}
    return details(
        ADD,
        rx.el.ul(
            rx.el.li(text_link("Google Calendar", MORE.google, **away)),
            rx.el.li(text_link("Apple Calendar", MORE.calendar_file, reload_document=True)),
            rx.el.li(text_link("Outlook", MORE.outlook, **away)),
            rx.el.li(text_link("Calendar file (.ics)", MORE.calendar_file, reload_document=True)),
            class_name="calendars",
        ),
        class_name="no-print",
    )


def date_tile() -> rx.Component:
    """The event's date, drawn like a page of a wall calendar; a seat stamps it with the crest."""
    is_new = page_vars(EventState).is_new
    stamp = rx.el.div(crest(), class_name=rx.cond(is_new, "stamp is-new", "stamp"))
    return rx.el.div(
        rx.el.span(CARD.weekday),
        rx.el.strong(CARD.day),
        rx.el.span(CARD.month),
        rx.cond(CARD.is_registered & (CARD.held == "") & TAKES_PLACE, stamp),
        class_name="date-tile",
        aria_hidden="true",
    )


def taken() -> Any:
    """The number of seats taken, updated live."""
    return taken_of(CARD)


def free_seats() -> Any:
    """The number of free seats. It has no meaning for an event without a limit."""
    return CARD.maximum - taken()


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


def _price() -> Child:
    return rx.cond(CARD.is_over, rx.fragment(), _price_badge())


def _price_badge() -> rx.Component:
    return badge(CARD.price, tone=rx.cond(CARD.is_free, "success", "outline"))


def _badges() -> rx.Component:
    over = rx.cond(CARD.is_over, badge("Over"))
    return rx.el.div(event_badges(CARD, on_its_page=True), over, class_name="event-badges")


def _place() -> rx.Component:
    unknown = fact("pin", "Place to be announced", "The organizer hasn’t named a place yet.")
    way = _to_map("Get directions", class_name="no-print")
    named, street = CARD.place != "", MORE.has_street & IS_AHEAD
    address = rx.cond(street, _to_map(CARD.address), rx.fragment(CARD.address))
    known = fact(
        "pin",
        rx.cond(named, CARD.place, address),
        rx.cond(named & (CARD.address != ""), rx.el.p(address)),
        # The address of a street is the way to the map itself.
        rx.cond(IS_AHEAD & ~MORE.has_street, way),
    )
    return rx.cond(MORE.directions != "", known, unknown)


def _to_map(label: Child, **props: Any) -> rx.Component:
    away = {"target": "_blank", "rel": "noopener noreferrer"}
    opens = rx.el.span(" (directions on a map)", class_name="sr-only")
    words = label if isinstance(label, str) else rx.fragment(label, opens)
    return text_link(words, MORE.directions, icon="external", **away, **props)


def _host() -> rx.Component:
    """The host with its page, the organizer's name for members, and a way to ask."""
    name = rx.cond(
        MORE.host_href != "",
        rx.el.a(MORE.host, href=MORE.host_href, class_name="link"),
        rx.fragment(MORE.host),
    )
    organizer = rx.cond(MORE.organizer != "", rx.el.p("Organized by ", MORE.organizer))
    often = rx.cond(MORE.often != "", rx.el.p(MORE.often, _several_dates()))
    ask = rx.cond(MORE.asks, ask_button(CARD))
    return fact("users", rx.el.span(MORE.hosted, name), organizer, often, ask)


def _several_dates() -> Child:
    """The way to more dates of the series, for members."""
    link = rx.fragment(" ", text_link(SEVERAL_DATES, MORE.series))
    return rx.cond(ShellState.signed_in & IS_AHEAD, link)


def _seats() -> Child:
    """The one statement of the seats; none without a limit, or when the event is canceled."""
    limited = rx.el.div(
        icon("ticket", size="lg"),
        rx.el.div(
            rx.el.div(rx.el.strong(seats_text(CARD)), _rest(), class_name="seat-line"),
            progress_bar(taken(), CARD.maximum, label="Seats taken"),
            rx.cond(MORE.held != "", rx.el.p(MORE.held)),
        ),
        class_name="fact",
    )
    return rx.cond((CARD.maximum > 0) & TAKES_PLACE, limited)


def _rest() -> Child:
    """'8 left' or 'Full', as long as the event takes registrations."""
    some = rx.cond(free_seats() > 0, live(f"{free_seats()} left"), rx.el.span("Full"))
    return rx.cond(MORE.closed == "", some)
