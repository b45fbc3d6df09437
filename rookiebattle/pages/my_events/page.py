"""`/my-events`: the events at which the member has or had a seat, and those they organize."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.components import copy_event, form_is_open
from rookiebattle.events.wording import NO_UPCOMING, notice_words
from rookiebattle.pages.my_events.parts import copy_form
from rookiebattle.pages.my_events.state import MyEventsState, load
from rookiebattle.pages.my_events.url import GOING, RUNNING
from rookiebattle.payments.wording import SEE_RECEIPT
from rookiebattle.registrations.components.agenda import RUN_TITLE, next_up, run_rows
from rookiebattle.registrations.components.agenda import RUNNING as RUNS
from rookiebattle.registrations.components.news import follow_own_seats
from rookiebattle.registrations.components.own import (
    my_date,
    my_event,
    my_series,
    unregister_all_button,
    unregistered_note,
)
from rookiebattle.registrations.wording import FIND_NEXT
from rookiebattle.roles.wording import AT_18
from rookiebattle.ui.buttons import action_button, button, link_button, text_link
from rookiebattle.ui.document import MINE_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.forms import field, form, select
from rookiebattle.ui.page import page
from rookiebattle.ui.paging import pager
from rookiebattle.ui.scripts import later
from rookiebattle.ui.shell import TO_DASHBOARD, access_denied, for_members, page_frame
from rookiebattle.ui.surfaces import Tone, badge, card, page_head
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(MyEventsState)
NEAR_IS_PAST = (
    f"Events that have started, or start within {notice_words()}, are here and in Next Up."
)
SHOWN = State.shown
DATES = SHOWN.dates
SERIES_TITLE = "series-title"


@page(
    routes.MY_EVENTS,
    title="My Events",
    description="Events you’re going to, and ones you’ve been to.",
    first_data=[offer(MyEventsState, load)],
    on_load=MyEventsState.show,
)
def my_events() -> rx.Component:
    return page_frame(
        own_sheet(MINE_STYLES),
        first_data(settled=State.loaded),
        for_members(access_denied("Please log in to view your events."), _mine()),
    )


def _mine() -> rx.Component:
    return rx.el.div(
        page_head(
            "My Events",
            "Events you’re going to and events you run.",
            link_button(TO_DASHBOARD, routes.HOME),
            link_button("Browse Events", routes.EVENTS),
        ),
        rx.cond(
            State.loaded,
            rx.fragment(
                _listed("Questions for You", SHOWN.asked, tone="warning"),
                _listed("On the Waiting List", SHOWN.waiting, tone="info"),
                _helping(),
                next_up(SHOWN.near),
                _tabs(),
                _shown(),
            ),
            skeleton_rows(3, height="132px"),
        ),
        follow_own_seats(on_news=State.follow),
        later(copy_form, when=form_is_open),
        class_name="my-page",
    )


def _listed(title: str, rows: Any, *, tone: Tone) -> Child:
    """Links to events, each with a word; nothing without one."""

    def row(one: Any) -> rx.Component:
        return rx.el.li(
            text_link(one.title, one.href), " ", badge(one.words, tone=tone), key=one.href
        )

    listed = card(rx.el.h2(title), rx.el.ul(rx.foreach(rows, row)), class_name="my-asked")
    return rx.cond(rows.length() > 0, listed)


def _helping() -> Child:
    listed = card(
        rx.el.h2("You Help At"), rx.el.ul(rx.foreach(SHOWN.helping, _help)), class_name="my-asked"
    )
    return rx.cond(SHOWN.helping.length() > 0, listed)


def _help(one: Any) -> rx.Component:
    waits = rx.fragment(rx.el.strong(one.title), ". ", AT_18)
    title = rx.cond(one.href != "", text_link(one.title, one.href), waits)
    return rx.el.li(title, rx.el.p(one.about, class_name="text-soft"), key=one.title + one.about)


def _tabs() -> Child:
    """Going, Running and Past, for members who run events."""
    links = rx.el.nav(
        rx.foreach(SHOWN.tabs, _tab), aria_label="Parts of My Events", class_name="my-tabs"
    )
    return rx.cond(SHOWN.tabs.length() > 0, links)


def _tab(tab: Any) -> rx.Component:
    is_shown = rx.cond(SHOWN.tab == tab.name, "page", "false")
    link: rx.Component = rx.el.a(tab.label, href=tab.href, aria_current=is_shown, key=tab.name)
    return link


def _shown() -> Child:
    """The chosen part. The first one has both lists of a member's seats, or one series."""
    going = rx.cond(
        DATES.title != "",
        rx.fragment(_series(), rx.cond(SHOWN.past.length() > 0, _past())),
        rx.fragment(_upcoming(), _past()),
    )
    past = rx.cond(SHOWN.tab == GOING, going, _past())
    return rx.cond(SHOWN.tab == RUNNING, _running(), past)


def _series() -> rx.Component:
    """The coming dates of one series: several at once by a form, or one after the other."""
    back = text_link("All my events", routes.MY_EVENTS)
    unregister_all = unregister_all_button(DATES, State.unregister_series, SERIES_TITLE)
    words = rx.el.div(
        rx.el.h2(DATES.title, id=SERIES_TITLE), rx.el.p(DATES.about, class_name="text-soft")
    )
    head = rx.el.div(words, back, class_name="card-head")
    acts = rx.el.div(
        rx.cond(DATES.until.length() > 0, _take_several()),
        rx.cond(
            DATES.seats != "",
            rx.el.div(
                rx.el.p("You have ", DATES.seats, "."), unregister_all, class_name="my-leave"
            ),
        ),
        class_name="my-series",
    )
    rows = rx.foreach(
        SHOWN.upcoming,
        lambda one: my_date(one, on_register=State.register, on_unregister=State.unregister),
    )
    listed = rx.fragment(rx.el.ul(rows, class_name="my-dates"), pager(SHOWN.upcoming_pager))
    return rx.el.section(
        head,
        card(acts, rx.cond(DATES.note != "", rx.el.p(DATES.note, class_name="text-soft"))),
        card(listed, class_name="my-card"),
        class_name="my-part",
    )


def _take_several() -> rx.Component:
    return form(
        field(
            DATES.label, select("until", DATES.until, default_value=DATES.chosen, key=DATES.chosen)
        ),
        rx.el.input(type="hidden", name="recordId", value=DATES.id, read_only=True),
        action_button(
            "Register", pending_label="Registering …", type="submit", aria_describedby=SERIES_TITLE
        ),
        on_submit=State.register_until,
        class_name="my-several",
    )


def _upcoming() -> rx.Component:
    browse = link_button("Browse Events", routes.EVENTS, kind="row")
    runs = link_button(RUN_TITLE, RUNS, kind="row")
    ways = rx.fragment(browse, rx.cond(SHOWN.tabs.length() > 0, runs))
    none = empty_state(NO_UPCOMING, FIND_NEXT, ways)
    return _part(
        "Upcoming Events",
        SHOWN.upcoming.length() > 0,
        rx.foreach(SHOWN.upcoming, _upcoming_event),
        none,
        SHOWN.upcoming_pager,
        unregistered_note(State.unregistered, on_register=State.register),
    )


def _running() -> rx.Component:
    """The events that the member organizes; nothing when there are none."""
    rows = rx.fragment(run_rows(SHOWN.running, _copy), pager(SHOWN.running_pager))
    back = text_link("All events you run", RUNS)
    of_series = rx.el.div(rx.el.h2(SHOWN.series), back, class_name="card-head")
    head = rx.cond(SHOWN.series != "", of_series, rx.el.h2(RUN_TITLE))
    ahead = rx.cond(
        SHOWN.running.length() > 0,
        rx.el.section(head, card(rows, class_name="my-card"), class_name="my-part"),
    )
    return rx.fragment(ahead, rx.cond(SHOWN.series == "", _ran()))


def _ran() -> Child:
    """The latest events that the member organized, with who came; nothing without any."""
    listed = rx.el.section(
        rx.el.h2("Events You Ran"),
        card(rx.el.ul(rx.foreach(SHOWN.ran, _ran_event)), class_name="my-asked"),
        class_name="my-part",
    )
    return rx.cond(SHOWN.ran.length() > 0, listed)


def _ran_event(one: Any) -> rx.Component:
    about = rx.el.span(one.day, " · ", one.came, class_name="text-soft")
    return rx.el.li(text_link(one.title, one.href), " ", about, key=one.id)


def _copy(run: Any) -> rx.Component:
    return button(
        "Copy",
        kind="ghost",
        on_click=copy_event(run.card.id),
        aria_label="Copy " + run.card.title,
        class_name="run-copy",
    )


def _past() -> rx.Component:
    none = empty_state("No past events", "Events you’ve attended will show up here.", symbol="past")
    return _part(
        "Past Events",
        SHOWN.past.length() > 0,
        rx.foreach(SHOWN.past, _past_event),
        none,
        SHOWN.past_pager,
        note=rx.cond(SHOWN.near.length() > 0, rx.el.p(NEAR_IS_PAST, class_name="text-soft mb-3")),
    )


def _upcoming_event(event: Any) -> Child:
    return rx.cond(
        event.dates != "",
        my_series(event, on_unregister=State.unregister_series),
        my_event(
            event,
            on_unregister=State.unregister,
            on_unregister_person=State.unregister_person,
            beside=_receipt(event),
        ),
    )


def _past_event(event: Any) -> Child:
    soon = rx.cond(event.badge != "", badge(event.badge, tone="warning"))
    series = my_series(event, on_unregister=State.unregister_series)
    beside = rx.fragment(soon, _receipt(event))
    return rx.cond(event.dates != "", series, my_event(event, beside=beside))


def _receipt(event: Any) -> Child:
    about = {"aria_describedby": "mine-" + event.id}
    return rx.cond(event.receipt != "", text_link(SEE_RECEIPT, event.receipt, **about))


def _part(
    title: str,
    has_some: rx.Var[bool],
    rows: Child,
    none: Child,
    shown: Any,
    above: Child = "",
    note: Child = "",
) -> rx.Component:
    some = rx.fragment(rx.el.ul(rows, class_name="my-events"), pager(shown))
    return rx.el.section(
        rx.el.h2(title),
        note,
        card(above, rx.cond(has_some, some, none), class_name="my-card"),
        class_name="my-part",
    )
