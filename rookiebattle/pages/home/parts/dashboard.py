"""The start page of a signed-in member."""

from collections.abc import Sequence

import reflex as rx

from rookiebattle import routes
from rookiebattle.gate.components import event_passes
from rookiebattle.gate.wording import YOUR_PASS
from rookiebattle.members.components.profile import profile_form
from rookiebattle.notifications.components import notice_strip
from rookiebattle.pages.home.parts.cards import membership, profile, quick_actions, recent_activity
from rookiebattle.pages.home.parts.first_day import first_day
from rookiebattle.pages.home.parts.people import (
    IS_NEW,
    add_person,
    people_dialogs,
    to_pay,
    your_people,
)
from rookiebattle.pages.home.state import NOTICES, DashboardState, PeopleState
from rookiebattle.registrations.components.agenda import events_you_run, next_up
from rookiebattle.registrations.components.news import follow_list, follow_own_seats
from rookiebattle.registrations.components.own import (
    my_registered_events,
    my_registered_events_loading,
    unregistered_note,
)
from rookiebattle.ui.buttons import button, text_link
from rookiebattle.ui.document import DASHBOARD_STYLES, MINE_STYLES, PASS_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.marks import picture
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(DashboardState)
SHOWN = State.shown
GREETING = "greeting"


def dashboard() -> rx.Component:
    waiting = rx.cond(State.failed, _failure(), _loading())
    return rx.fragment(*_sheets(), rx.cond(State.loaded, _loaded(), waiting))


def dashboard_before() -> rx.Component:
    """The same blocks, while the dashboard's own script is loading."""
    return rx.fragment(*_sheets(), _loading())


def _sheets() -> tuple[rx.Component, ...]:
    return tuple(map(own_sheet, (DASHBOARD_STYLES, MINE_STYLES, PASS_STYLES)))


def _loaded() -> rx.Component:
    events = my_registered_events(
        SHOWN.cards,
        has_any=SHOWN.has_any,
        has_more=SHOWN.has_more,
        is_new=SHOWN.is_new,
        on_unregister=State.unregister,
        again=unregistered_note(State.unregistered, on_register=State.register),
    )
    notices = notice_strip(
        SHOWN.notices, after=GREETING, older=SHOWN.has_older, on_older=State.show_older
    )
    return rx.el.div(
        _greeting(SHOWN.member.greeting, notices),
        _columns(
            [
                first_day(after=GREETING),
                _passes(),
                next_up(SHOWN.near),
                to_pay(),
                your_people(),
                events_you_run(SHOWN.run, has_more=SHOWN.runs_more),
                events,
                recent_activity(),
            ],
            [profile(), membership(), quick_actions(), add_person(~IS_NEW)],
        ),
        profile_form(refresh=State.show),
        people_dialogs(),
        follow_list(NOTICES, on_news=State.refresh),
        follow_own_seats(on_news=State.follow),
        follow_own_seats(on_news=PeopleState.follow),
        key="loaded",
    )


def _passes() -> Child:
    """The passes for events that are near; nothing on other days."""
    title_id = "your-pass"
    shown = card(
        rx.el.div(
            rx.el.h2(YOUR_PASS, id=title_id),
            text_link("All Passes", routes.PASSES),
            class_name="card-head",
        ),
        rx.foreach(SHOWN.passes, lambda one: event_passes(one, below=True)),
        role="region",
        aria_labelledby=title_id,
    )
    return rx.cond(SHOWN.passes.length() > 0, shown)


def _greeting(words: Child, *above: Child) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            *above,
            rx.el.h1(words, id=GREETING, tab_index=-1),
            rx.el.p("Ready to continue your martial journey?"),
            class_name="column",
        ),
        class_name="greeting pattern",
    )


def _first_greeting() -> rx.Component:
    """A greeting with the name that the shell knows, until the member's record is loaded."""
    name = rx.cond(ShellState.first_name != "", ShellState.first_name, "Warrior")
    welcome = rx.cond(ShellState.awaits_welcome, "Welcome, ", "Welcome back, ")
    return _greeting(rx.fragment(welcome, name, "!"))


def _columns(main: Sequence[Child], aside: Sequence[Child]) -> rx.Component:
    return rx.el.div(
        rx.el.div(*main, class_name="dashboard-part"),
        rx.el.div(*aside, class_name="dashboard-part"),
        class_name="column dashboard",
    )


def _loading() -> rx.Component:
    # The height of the notifications is not known yet, so a text below them would be moved. Only
    # blocks stand there until then.
    waiting = rx.el.div(
        rx.el.div(skeleton(height="48px"), class_name="greeting-notices"),
        skeleton(width="min(100%, 26rem)", height="var(--step-5)"),
        skeleton(width="min(80%, 20rem)", height="1.5rem"),
        class_name="column",
    )
    # The two `key`s keep React from reusing these blocks for the loaded cards in other places.
    return rx.el.div(
        rx.el.div(waiting, class_name="greeting greeting-waiting pattern", aria_busy="true"),
        _columns(
            [my_registered_events_loading(), _block("464px")],
            [_block("412px"), _block("288px"), _block("196px")],
        ),
        key="loading",
    )


def _block(height: str) -> rx.Component:
    return card(skeleton(height=height), aria_busy="true")


def _failure() -> rx.Component:
    words = rx.el.div(
        picture("warning"),
        rx.el.h2("Your dashboard couldn’t be loaded"),
        rx.el.p("Your events and your profile are safe. Please try again in a moment."),
        button("Try Again", kind="row", on_click=State.show),
        class_name="empty",
    )
    return rx.fragment(
        _first_greeting(),
        rx.el.div(card(words), class_name="column dashboard-failed"),
    )
