"""`/progress`: 'How I got here', the way of a member and what comes next."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.progress.state import ProgressState, load
from rookiebattle.progression.components import bead, bead_strands, path_crest, timeline
from rookiebattle.progression.wording import HOW_I_GOT_HERE, NO_BEADS
from rookiebattle.ui.buttons import action_button, link_button, text_link
from rookiebattle.ui.document import PROGRESS_STYLES, TIMELINE_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import TO_DASHBOARD, access_denied, for_members, page_frame
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, page_vars, suffixed

State = page_vars(ProgressState)


@page(
    routes.PROGRESS,
    title=HOW_I_GOT_HERE,
    description="Ranks, paths and beads, and what comes next.",
    first_data=[offer(ProgressState, load)],
    on_load=ProgressState.show,
)
def progress() -> rx.Component:
    denied = access_denied("Please log in to see how you got here.")
    return page_frame(
        own_sheet(PROGRESS_STYLES),
        own_sheet(TIMELINE_STYLES),
        first_data(settled=State.loaded),
        for_members(rx.el.div(denied, class_name="column main"), _mine()),
        wide=True,
    )


def _mine() -> rx.Component:
    shown = rx.fragment(
        rank(),
        paths(),
        rx.el.div(
            rx.el.div(attendance(), beads(), class_name="progress-side"),
            story(),
            class_name="progress-story",
        ),
    )
    blocks = (card(skeleton(height=height)) for height in ("220px", "420px", "640px"))
    waiting = rx.el.div(*blocks, aria_busy="true", class_name="progress-waiting")
    body = rx.el.div(rx.cond(State.loaded, shown, waiting), class_name="column progress")
    return rx.fragment(head(), body)


SHOWN = State.shown
HOW_PATHS_GROW = (
    "Each path has five levels. Its crest starts as a dotted outline and grows a ring or petals "
    "with every level, until it’s full. Your sensei tests you when you’re ready. "
)
HOW_BEADS_ARE_EARNED = (
    "Leaders award beads for what they see you do, so you never have to apply for one. The guides "
    "say what they look for. "
)
BEAD_GUIDES, HOW_RANKS_GROW = "Bead guides", "How beads are earned"


def head() -> rx.Component:
    words = rx.el.div(
        rx.el.h1(HOW_I_GOT_HERE),
        rx.el.p("Every bead, level and rank, how they’re earned, and what comes next."),
    )
    return rx.el.div(
        rx.el.div(words, link_button(TO_DASHBOARD, routes.HOME), class_name="column"),
        class_name="progress-head pattern",
    )


def rank() -> rx.Component:
    shown = SHOWN.rank
    now = rx.el.div(
        rx.el.h2(SHOWN.progress.titles),
        rx.cond(shown.since != "", rx.el.p(shown.since)),
        rx.cond(
            SHOWN.progress.has_beads,
            bead_strands(SHOWN.progress),
            rx.el.p(NO_BEADS, class_name="bead-none"),
        ),
        class_name="rank-now",
    )
    return card(
        now,
        rx.el.div(
            rx.el.ol(rx.foreach(SHOWN.rungs, _rung), class_name="rungs"), _next(shown), _how()
        ),
        role="region",
        aria_label="Rank",
        class_name="rank",
    )


def _rung(one: Any) -> rx.Component:
    current = rx.cond(one.state == "here", "step", "false")
    return rx.el.li(
        rx.el.strong(one.title),
        rx.el.span(one.beads),
        aria_current=current,
        class_name=suffixed("rung rung-", one.state),
        key=one.title,
    )


def _next(step: Any) -> rx.Component:
    """'Next: Level 3' and what it takes; at the top only that it is the top."""
    ahead = rx.fragment(rx.el.strong("Next: ", step.next), rx.el.span(step.missing))
    return rx.el.p(
        rx.cond(step.next != "", ahead, rx.el.span(step.missing)), class_name="next-step"
    )


def _how() -> Child:
    """The givers of the next rank's beads, and the guides that say what they look for."""
    guides = text_link(HOW_RANKS_GROW, routes.resources_in("bead-system"), icon="arrow-right")
    return rx.cond(SHOWN.how != "", rx.el.p(SHOWN.how, " ", guides, class_name="progress-how"))


def paths() -> rx.Component:
    return _section(
        "Warrior Paths",
        SHOWN.progress.active_words,
        rx.el.p(
            HOW_PATHS_GROW,
            text_link("Training materials", routes.resources_in("training"), icon="arrow-right"),
            class_name="progress-how",
        ),
        rx.el.ul(rx.foreach(SHOWN.paths, _path), class_name="ways"),
    )


def _path(one: Any) -> rx.Component:
    level = rx.el.p(
        rx.el.strong(one.step.title),
        rx.cond(one.step.since != "", rx.el.span(one.step.since)),
        class_name="way-level",
    )
    return rx.el.li(
        path_crest(one.badge, size="xl", silent=True),
        rx.el.h3(one.name),
        level,
        rx.el.ul(
            rx.foreach(one.ladder, lambda step: _grade(step, one.badge)),
            class_name="way-ladder",
            aria_hidden="true",
        ),
        _next(one.step),
        _guide(one),
        key=one.name,
        class_name=rx.cond(one.is_active, "way", "way way-off"),
    )


def _grade(step: Any, reached: Any) -> rx.Component:
    """The crest at one level; those ahead are pale."""
    ahead = rx.cond(step.level > reached.level, "way-ahead", "")
    crest = path_crest(step, size="sm", silent=True)
    return rx.el.li(crest, key=step.level.to(str), class_name=ahead)


def _guide(one: Any) -> rx.Component:
    words = rx.cond(one.is_active, "Path guide", "Start here")
    return text_link(
        words,
        one.guide,
        icon="external",
        target="_blank",
        rel="noopener noreferrer",
        aria_label=f"{words}: Path of the {one.name} (opens in a new tab)",
    )


def beads() -> rx.Component:
    return _section(
        "Award Beads",
        SHOWN.progress.award_words,
        rx.el.p(
            HOW_BEADS_ARE_EARNED,
            text_link(BEAD_GUIDES, routes.resources_in("bead-system"), icon="arrow-right"),
            class_name="progress-how",
        ),
        rx.el.ul(rx.foreach(SHOWN.beads, _bead), class_name="meanings"),
    )


def _bead(one: Any) -> rx.Component:
    words = rx.el.div(rx.el.strong(one.meaning), rx.el.span(one.about))
    count = rx.el.span(one.count, class_name="meaning-count")
    return rx.el.li(
        bead(one.slug, size="md"),
        words,
        rx.cond(one.count != "", count),
        key=one.slug,
        class_name=rx.cond(one.count != "", "meaning", "meaning meaning-none"),
    )


def attendance() -> rx.Component:
    months = rx.foreach(
        SHOWN.months, lambda one: rx.el.li(one.month, ": ", one.events, key=one.month)
    )
    nothing = empty_state(
        "No park day yet",
        "Each time you’re checked in at an event, it counts here.",
        link_button("Browse Events", routes.EVENTS, kind="row"),
    )
    some = rx.el.ul(months, class_name="plain-lines")
    return _section("Attendance", SHOWN.attended, rx.cond(SHOWN.attended != "", some, nothing))


def story() -> rx.Component:
    older = action_button(
        "Show Older", pending_label="Loading …", kind="outline", on_click=State.show_older
    )
    nothing = empty_state(
        "Your story begins here",
        "The beads, levels and ranks you earn show up here, with the day and the reason.",
        link_button("Browse Events", routes.EVENTS, kind="row"),
    )
    some = rx.fragment(timeline(SHOWN.days), rx.cond(SHOWN.has_older, older))
    return _section(
        "The Story So Far", SHOWN.entry_count, rx.cond(SHOWN.days.length() > 0, some, nothing)
    )


def _section(title: str, about: Child, *children: Child) -> rx.Component:
    return card(
        rx.el.div(rx.el.h2(title), rx.el.span(about), class_name="card-head"),
        *children,
        role="region",
        aria_label=title,
    )
