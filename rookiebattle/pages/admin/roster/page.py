"""`/admin/events/[event_id]`: who comes, who is there, who has to pay; walk-ins and beads."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.serving.documents import Described, DynamicPage, head_alone
from rookiebattle.gear.wording import topic_of
from rookiebattle.pages.admin.roster.parts.gear import check_form, incident_choice, incidents
from rookiebattle.pages.admin.roster.parts.messages import message_button, message_form
from rookiebattle.pages.admin.roster.parts.paper import paper
from rookiebattle.pages.admin.roster.parts.people import (
    opened_row,
    over_question,
    papers,
    payment_form,
    people,
    refund_question,
)
from rookiebattle.pages.admin.roster.parts.questions import asked_questions
from rookiebattle.pages.admin.roster.parts.waiting import waiting_list
from rookiebattle.pages.admin.roster.parts.walk_in import WALK_IN, walk_in
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.state.gate import GateState, load
from rookiebattle.pages.admin.roster.state.gear import GearState
from rookiebattle.pages.admin.roster.state.messages import MessageState
from rookiebattle.pages.admin.roster.state.questions import AnswerState
from rookiebattle.pages.admin.roster.state.waiting import WaitingListState
from rookiebattle.pages.admin.roster.state.walk_in import WalkInState
from rookiebattle.pages.admin.roster.url import SHAPE, SHOWN
from rookiebattle.registrations.components.awards import AWARD, award_form
from rookiebattle.registrations.components.news import (
    SOON,
    follow_clock,
    follow_list,
    follow_news,
    follow_waiting,
)
from rookiebattle.registrations.state.live import LiveSeats
from rookiebattle.registrations.wording import GATE_CODE
from rookiebattle.roles.components import roles, show_roles
from rookiebattle.sheets.components import leave_sheets_behind, live_sheet, sheet_dialogs
from rookiebattle.ui.buttons import button, link_button, text_link
from rookiebattle.ui.console import TITLE, record_frame
from rookiebattle.ui.document import EVENTS_STYLES, FILE_STYLES, WAIVER_STYLES, own_sheet
from rookiebattle.ui.feedback import on_undo
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_tools
from rookiebattle.ui.page import page, pages, record_title
from rookiebattle.ui.shell import access_denied
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import notice, progress_bar
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(GateState)
PAGE = State.shown
NOT_THEIRS = "The roster is for this event’s organizer, its gate team, and its chapter’s leads."
EVENT, NUMBERS, RIGHTS = PAGE.event, PAGE.numbers, PAGE.rights
SETTLED, MARKED, UNMARKED = State.settled, State.marked, State.unmarked
AWARDING: Any = page_vars(AwardState)
LIVE: Any = page_vars(LiveSeats)
GEAR: Any = page_vars(GearState)


@page(
    routes.ADMIN_ROSTER,
    title=f"Roster · {TITLE}",
    first_data=[offer(GateState, load)],
    # The states outlive the page: what somebody left open stays behind.
    on_load=[
        *(WalkInState.leave, AwardState.leave, AnswerState.leave, leave_sheets_behind),
        WaitingListState.leave,
        *(MessageState.leave, GateState.show, show_roles, GearState.show),
    ],
)
def roster() -> rx.Component:
    back = link_button("See All Events", routes.ADMIN_EVENTS)
    missing = notice("calendar", "No such event", "It may have been deleted.", back)
    return record_frame(
        own_sheet(EVENTS_STYLES),
        own_sheet(WAIVER_STYLES),
        own_sheet(FILE_STYLES),
        record_title(EVENT.title),
        rx.cond(PAGE.is_paper, rx.fragment(_head(), paper()), _at_the_gate()),
        *_follow(),
        current=routes.ADMIN_EVENTS,
        may_open=PAGE.may_open,
        otherwise=rx.cond(PAGE.missing, missing, access_denied(NOT_THEIRS)),
        settled=State.loaded,
    )


def _head() -> rx.Component:
    back = rx.cond(
        ShellState.is_admin,
        text_link("All events", routes.ADMIN_EVENTS),
        text_link("Event page", EVENT.href),
    )
    gate = text_link("Open the gate", EVENT.gate, reload_document=True)
    when = rx.cond(PAGE.is_paper, EVENT.date, EVENT.when)
    place = rx.cond(EVENT.place != "", rx.el.span(EVENT.place))
    return rx.el.header(
        rx.el.p(back, rx.cond(RIGHTS.may_check, gate), class_name="no-print"),
        rx.el.h1(rx.el.a(EVENT.title, href=EVENT.href)),
        rx.el.p(rx.el.span(when), place),
        class_name="roster-head",
    )


def _at_the_gate() -> Child:
    bar = progress_bar(NUMBERS.there, NUMBERS.held, label="Checked in")
    return rx.fragment(
        rx.el.div(
            _head(), _words(), _acts(), rx.cond(NUMBERS.held > 0, bar), class_name="roster-top"
        ),
        list_tools(SHAPE, search="Find a name", usual={SHOWN: PAGE.usual}),
        people(),
        waiting_list(),
        asked_questions(),
        roles("Gate Team", about="They can check people in here.", class_name="mt-8 no-print"),
        incidents(),
        opened_row(),
        rx.cond(GEAR.shown.may_check, check_form()),
        rx.cond(RIGHTS.may_message, message_form()),
        refund_question(),
        over_question(),
        payment_form(),
        papers(),
        sheet_dialogs(),
        # The seat that was settled last is settled as it was before.
        on_undo(SETTLED.key, call(State.undo, SETTLED.event_id, SETTLED.user_id, SETTLED.before)),
        on_undo(MARKED.key, call(State.mark, MARKED.event_id, MARKED.user_id, False)),
        on_undo(UNMARKED.key, call(State.mark_again, UNMARKED.event_id, UNMARKED.user_id)),
        on_undo(AWARDING.given, call(AwardState.undo, AWARDING.given)),
        rx.cond(RIGHTS.may_add, walk_in()),
        rx.cond(RIGHTS.may_award, award_form(AWARDING, incident_choice(AWARDING.hint))),
    )


def _words() -> rx.Component:
    owing = rx.cond(NUMBERS.is_owing, "owing", "")
    return rx.el.div(
        rx.el.div(rx.el.h2(NUMBERS.there_words), role="status"),
        rx.el.span(NUMBERS.seats_words, class_name="gate-seats"),
        rx.cond(NUMBERS.money != "", rx.el.span(NUMBERS.money, class_name=owing)),
        rx.cond(NUMBERS.left != "", rx.el.span(NUMBERS.left, class_name="owing")),
        rx.cond(NUMBERS.over != "", rx.el.span(NUMBERS.over, class_name="owing")),
        rx.cond(RIGHTS.closed != "", rx.el.span(RIGHTS.closed)),
        class_name="gate-words",
    )


def _acts() -> rx.Component:
    """Walk-In is the page's one primary act. What is needed now and then is folded away.

    Organizers, who add nobody, have the gate code in its place.
    """
    add = button(WALK_IN, icon="plus", on_click=call(WalkInState.open, EVENT.id))
    award = button(AWARD, kind="outline", on_click=call(AwardState.open_for_all, EVENT.id))
    tells = RIGHTS.unseated != ""
    return rx.el.div(
        rx.cond(RIGHTS.may_add & RIGHTS.may_check, add),
        rx.cond(~RIGHTS.may_add & tells, _fold("gate-code", "No Seat?", _unseated())),
        _fold(
            "roster-acts",
            rx.fragment(
                rx.el.span("…", aria_hidden="true", class_name="more-dots"), rx.el.span("More")
            ),
            rx.cond(RIGHTS.may_add & tells, _unseated()),
            rx.cond(RIGHTS.may_message, message_button(EVENT.id)),
            rx.cond(RIGHTS.may_award & (NUMBERS.held > 0), award),
            link_button("Print Sign-In Sheet", PAGE.paper),
            rx.cond(
                RIGHTS.poster != "", link_button("Entrance Poster", RIGHTS.poster, reload=True)
            ),
            live_sheet("roster", EVENT.id),
        ),
        class_name="tab-acts no-print",
    )


def _fold(id_: str, label: Child, *children: Child) -> Child:
    """A button that shows the others. The browser hides them again at a press elsewhere."""
    opener = button(label, kind="outline", custom_attrs={"popoverTarget": id_})
    folded = rx.el.div(*children, id=id_, custom_attrs={"popover": "auto"}, class_name="fold")
    return rx.fragment(opener, folded)


def _unseated() -> rx.Component:
    code = rx.el.p(f"{GATE_CODE} ", rx.el.strong(RIGHTS.code), class_name="roster-code")
    return rx.el.div(rx.cond(RIGHTS.code != "", code), rx.el.p(RIGHTS.unseated))


def _follow() -> tuple[rx.Component, ...]:
    """The page loads again after a change of the event, of its seats, or at the gate, and when the
    clock changes what it shows, such as at the event's start."""
    known = (
        (LIVE.stamps.get(EVENT.id, ""), EVENT.stamp),
        (rx.cond(LIVE.seats.contains(EVENT.id), LIVE.seats[EVENT.id].to(str), ""), NUMBERS.seats),
    )
    gate = (LIVE.stamps.get(EVENT.topic, ""), NUMBERS.stamp)
    stamps = (
        follow_news(told, known=shown, on_news=State.follow) for told, shown in (*known, gate)
    )
    gear = follow_list(rx.Var.create(topic_of("")) + EVENT.id, on_news=GearState.show)
    listed = follow_waiting(on_news=State.follow)
    clock = follow_clock(EVENT.turns_at, spread=SOON, on_news=State.follow)
    return (*stamps, gear, listed, clock)


async def describe_roster(_actor: Actor, _event_id: str) -> Described:
    """The same head for everybody and every event."""
    return head_alone(pages()[routes.ADMIN_ROSTER].title)


ROSTER = DynamicPage(routes.ADMIN_EVENTS, describe_roster, is_same=True)
