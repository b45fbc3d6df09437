"""`/admin/users/[user_id]`: one member with the timeline, for administrators."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.members.components.editor import leave_form_behind, user_form
from rookiebattle.pages.admin.member.parts import (
    award_dialog,
    birth_date,
    log_out_question,
    member_head,
    undo_button,
    undo_dialog,
)
from rookiebattle.pages.admin.member.state import AdminMemberState, load
from rookiebattle.progression.components import timeline
from rookiebattle.roles.components import roles, show_roles
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.document import MEMBER_STYLES, TIMELINE_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.page import record_title
from rookiebattle.ui.paging import pager
from rookiebattle.ui.surfaces import card, notice
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(AdminMemberState)
SHOWN = State.shown


@console_tab(
    routes.ADMIN_USER,
    "Member",
    offer(AdminMemberState, load),
    before=[leave_form_behind, show_roles],
    current=routes.ADMIN,
)
def member() -> tuple[Child, ...]:
    return (
        own_sheet(TIMELINE_STYLES),
        own_sheet(MEMBER_STYLES),
        record_title(SHOWN.head.name),
        rx.cond(
            SHOWN.missing,
            notice(
                "users",
                "Member not found",
                "The account may have been deleted.",
                link_button("All Players", routes.ADMIN, kind="primary"),
            ),
            rx.cond(State.loaded, _loaded(), _loading()),
        ),
        award_dialog(),
        undo_dialog(),
        user_form(refresh=State.show),
        log_out_question(),
    )


def _loaded() -> rx.Component:
    nothing = empty_state(
        "Nothing yet",
        "Changes to ranks, beads, paths and memberships show up here.",
        symbol="clock",
    )
    some = rx.fragment(timeline(SHOWN.days, acts=undo_button), pager(SHOWN.pager))
    return rx.fragment(
        member_head(),
        _attendance(),
        birth_date(),
        roles(
            about="What they may do here besides being a member.",
            nobody="No roles yet.",
            class_name="mb-6",
        ),
        card(
            rx.el.div(
                rx.el.h2("Timeline"),
                rx.el.span(SHOWN.entry_count, class_name="list-count"),
                class_name="card-head",
            ),
            rx.cond(
                SHOWN.days.length() > 0,
                some,
                rx.cond(SHOWN.pager.previous != "", pager(SHOWN.pager), nothing),
            ),
            class_name="member-timeline",
        ),
    )


def _attendance() -> Child:
    months = rx.el.ul(rx.foreach(SHOWN.months, _month), class_name="plain-lines")
    head = rx.el.div(
        rx.el.h2("Attendance"),
        rx.el.span(SHOWN.attended, class_name="list-count"),
        class_name="card-head",
    )
    return rx.cond(SHOWN.attended != "", card(head, months, class_name="mb-6"))


def _month(one: Any) -> rx.Component:
    return rx.el.li(one.month, ": ", one.events, key=one.month)


def _loading() -> rx.Component:
    blocks = (card(skeleton(height=height)) for height in ("180px", "520px"))
    return rx.el.div(*blocks, aria_busy="true", class_name="member-waiting")
