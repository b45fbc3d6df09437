"""The cards of the dashboard."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.members.components.profile import edit_profile_button
from rookiebattle.pages.home.state import DashboardState
from rookiebattle.progression.catalogue import PATHS
from rookiebattle.progression.components import bead_display, entry_mark, path_badges
from rookiebattle.progression.view import path_badge
from rookiebattle.progression.wording import HOW_I_GOT_HERE, HOW_PATHS_WORK, SHOWN_PATHS
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.marks import icon
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, badge, card, panel
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(DashboardState)
SHOWN = State.shown
member = SHOWN.member
FREE_TO_PLAY = "You don’t need a plan to play. A plan supports the club."
UNTRODDEN = tuple(path_badge(path.key, 0) for path in PATHS)
BENEFITS = ("Access to training materials", "Event registration", "Community resources")


def recent_activity() -> rx.Component:
    latest = rx.el.ul(rx.foreach(SHOWN.activity, _progress), class_name="latest")
    find = text_link("Find a chapter", routes.CHAPTERS)
    see = text_link("See chapter", member.chapter_href)
    chapter = rx.cond(member.chapter_href != "", see, find)
    return card(
        rx.el.div(
            rx.el.h2("Recent Activity"),
            text_link(HOW_I_GOT_HERE, routes.PROGRESS),
            class_name="card-head",
        ),
        _paths(),
        rx.cond(SHOWN.activity.length() > 0, latest),
        rx.el.ul(
            _activity("users", "Chapter Activities", member.meets, chapter),
            _activity(
                "book",
                "New Resources Available",
                "Rules, bead guides and training materials for members.",
                text_link("Browse", routes.RESOURCES),
            ),
            class_name="activities",
        ),
    )


def profile() -> rx.Component:
    names = rx.el.div(
        rx.el.h2(member.name),
        rx.cond(member.game_name != "", rx.el.p(member.game_name)),
    )
    # A member without a plan is told that the plan is inactive, and not the person.
    whose = rx.cond(member.has_plan, rx.fragment(), rx.el.span("Plan: "))
    status = rx.fragment(whose, rx.el.span(member.status))
    badges = rx.el.div(
        badge(member.tier, tone="info"),
        badge(status, tone=member.tone, dot=True, class_name="capitalize"),
        rx.cond(member.chapter != "", badge(member.chapter, tone="outline")),
        rx.cond(member.is_admin, badge("Admin", tone="gold")),
        class_name="profile-badges",
    )
    actions = edit_profile_button(), link_button("Account", routes.ACCOUNT)
    return card(
        rx.el.div(
            avatar(member.initials, size="lg", tone=1, image=member.avatar_url),
            names,
            class_name="profile-who",
        ),
        rx.cond(member.email != "", rx.el.p(member.email, class_name="profile-email")),
        rx.cond(member.bio != "", rx.el.p(member.bio, class_name="profile-bio")),
        badges,
        rx.el.div(
            bead_display(member.progress, heading=_leading_on("Achievement Beads")),
            class_name="leads-on",
        ),
        rx.el.p(rx.el.strong("Next bead"), member.next_bead, class_name="next-bead"),
        rx.el.div(*actions, class_name="profile-actions"),
        role="region",
        aria_label="Profile",
        class_name="profile",
    )


def membership() -> rx.Component:
    button = link_button("Upgrade Membership", routes.MEMBERSHIP, kind="primary")
    upgrade = rx.cond(member.has_plan, rx.fragment(), button)
    return card(
        rx.el.div(
            rx.el.h2("Membership"),
            badge(member.status_upper, tone=member.tone, dot=True),
            class_name="card-head",
        ),
        rx.el.p(member.tier, class_name="plan"),
        rx.cond(member.has_plan, rx.fragment(), rx.el.p(FREE_TO_PLAY, class_name="text-soft")),
        rx.cond(
            member.perks != "",
            rx.el.p(text_link(member.perks, routes.MEMBERSHIP), class_name="plan-perks"),
        ),
        rx.el.ul(
            *(_benefit(text) for text in BENEFITS),
            rx.cond(member.has_plan, _benefit("Premium benefits active")),
            class_name="benefits",
        ),
        upgrade,
        class_name="membership",
    )


def quick_actions() -> rx.Component:
    return card(
        rx.el.h2("Quick Actions", class_name="card-title"),
        rx.el.ul(
            _action("calendar", "Browse Events", routes.EVENTS),
            _action("pin", "Find Chapters", routes.CHAPTERS),
            _action("book", "Training Resources", routes.RESOURCES),
            rx.cond(ShellState.is_admin, _action("lock", "Admin Panel", routes.ADMIN)),
            class_name="quick-actions",
        ),
    )


def _paths() -> rx.Component:
    progress = member.progress
    some = rx.fragment(
        rx.el.div(
            rx.el.h3(_leading_on("Warrior Paths")),
            rx.el.span(progress.active_words),
            class_name="warrior-head",
        ),
        path_badges(progress.paths, size="lg", most=SHOWN_PATHS),
        rx.cond(
            member.more_paths != "",
            rx.el.p(text_link(member.more_paths, routes.PROGRESS), class_name="mt-3 text-center"),
        ),
    )
    dotted = rx.el.div(
        path_badges(UNTRODDEN),
        rx.el.h3(_leading_on("No warrior paths unlocked yet")),
        class_name="leads-on",
    )
    none = rx.el.div(
        dotted,
        rx.el.p("Contact your sensei to begin your training"),
        rx.el.div(_sensei(), text_link(HOW_PATHS_WORK, routes.PROGRESS), class_name="warrior-ways"),
        class_name="warrior-none",
    )
    trodden = rx.el.div(some, class_name="leads-on")
    return panel(rx.cond(progress.active_paths > 0, trodden, none), class_name="warrior-paths")


def _leading_on(words: str) -> Child:
    """A heading whose link spans the crests or beads around it, up to the `leads-on` element.

    So the pictures lead on for pointers, and keyboard and screen reader meet one link.
    """
    return rx.el.a(words, href=routes.PROGRESS)


def _sensei() -> Child:
    """The leader of the member's chapter; its page has the address."""
    find = text_link("Find your chapter", routes.CHAPTERS)
    known = text_link(member.sensei, member.chapter_href)
    return rx.cond(member.sensei != "", known, find)


def _progress(one: Any) -> rx.Component:
    where = rx.cond(one.entry.event != "", " · " + one.entry.event, "")
    return rx.el.li(
        entry_mark(one.entry),
        rx.el.strong(one.entry.title),
        rx.el.span(one.day, where),
        key=one.entry.id,
    )


def _activity(symbol: str, title: str, text: Child, link: Child) -> rx.Component:
    words = rx.el.div(rx.el.h3(title), rx.el.p(text))
    mark = rx.el.span(icon(symbol), class_name="activity-mark")
    return rx.el.li(mark, words, link)


def _benefit(text: str) -> rx.Component:
    return rx.el.li(icon("check"), text)


def _action(symbol: str, label: str, path: str) -> rx.Component:
    return rx.el.li(rx.el.a(icon(symbol), label, icon("chevron-right", size="sm"), href=path))
