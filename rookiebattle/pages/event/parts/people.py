"""The people of an event: the public 'who is going', and the organizer's list."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import NOBODY_REGISTERED
from rookiebattle.pages.event.parts.about import section
from rookiebattle.pages.event.parts.head import CARD, MORE, TAKES_PLACE, taken
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.registrations.wording import OWES_NOTHING, TO_ROSTER
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.feedback import LoginLink
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar_stack, badge, card, details
from rookiebattle.ui.tables import cell, row, table
from rookiebattle.ui.typed import Child, page_vars

WHO_GETS_MONEY = "See who gets a refund on the roster"
GOING = page_vars(EventState).shown.going
ATTENDEES = page_vars(EventState).shown.attendees


def who_is_going() -> Child:
    """The number of people for everybody; faces and names for members only.

    Nobody goes to a canceled event. The organizer has the list of attendees instead.
    """
    nobody = rx.el.p("No one’s signed up yet. Be the first!")
    faces = avatar_stack(GOING.initials, more=GOING.more, label="Going: " + GOING.sentence)
    some = rx.fragment(
        rx.cond(GOING.sentence != "", faces),
        rx.el.p(rx.el.strong(_count())),
        # The seats of an event with a limit say so themselves.
        rx.cond((MORE.held != "") & (CARD.maximum == 0), rx.el.p(MORE.held)),
        rx.cond(ShellState.signed_in, _names(), _invitation()),
    )
    going = section("Who’s Going", rx.cond(taken() > 0, some, nobody))
    # A seat is no proof that its member came.
    past = rx.cond(taken() > 0, section("Who Signed Up", some))
    return rx.cond(TAKES_PLACE & ~MORE.may_edit, rx.cond(CARD.is_over, past, going))


def attendee_list() -> Child:
    """The registrations with what is still owed, for the organizer and administrators."""
    rows = rx.foreach(ATTENDEES, _attendee)
    caption = "Everyone who is registered"
    people = rx.cond(
        MORE.charges,
        table(("Name", "Payment"), rows, caption=caption),
        table(("Name",), rx.foreach(ATTENDEES, _name_only), caption=caption),
    )
    empty = rx.el.p(NOBODY_REGISTERED)
    listed = rx.cond(ATTENDEES.length() > 0, card(people, flush=True), empty)
    gets_money = MORE.charges & (ATTENDEES.length() > 0)
    words = rx.cond(gets_money & ~TAKES_PLACE, WHO_GETS_MONEY, TO_ROSTER)
    gate = text_link(words, MORE.roster, class_name="no-print")
    count = rx.cond(TAKES_PLACE & (taken() > 0), rx.el.p(rx.el.strong(_count())))
    return rx.cond(MORE.may_edit, section("Attendees", count, listed, gate, id="attendees"))


def _count() -> rx.Var[str]:
    people: Any = rx.cond(CARD.is_over, f"{taken()} signed up", f"{taken()} going")
    return rx.cond(GOING.from_your_chapter != "", people + ", " + GOING.from_your_chapter, people)


def _names() -> Child:
    everybody = rx.el.ul(rx.foreach(GOING.names, rx.el.li), class_name="name-list")
    few = rx.el.p(GOING.sentence, class_name="text-soft")
    many = rx.fragment(few, details("See everyone", everybody, class_name="no-print"))
    return rx.cond(GOING.names.length() > 3, many, few)


def _invitation() -> rx.Component:
    return rx.el.p(
        LoginLink.create("Log in", href=routes.LOGIN, class_name="link"),
        " to see which of your chaptermates are going.",
        class_name="text-soft no-print",
    )


def _name_only(person: Any) -> rx.Component:
    return row(cell("Name", rx.el.strong(person.name), main=True), key=person.user_id)


def _attendee(person: Any) -> rx.Component:
    amount = rx.el.span(person.amount, class_name="amount")
    settled = rx.el.span(OWES_NOTHING, class_name="text-soft")
    told = rx.el.span(badge(person.status, tone=person.tone), amount)
    return row(
        cell("Name", rx.el.strong(person.name), main=True),
        cell("Payment", rx.cond(person.status != "", told, settled)),
        key=person.user_id,
    )
