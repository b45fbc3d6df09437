"""The parts of a chapter's page: its card, its events, its description and its leaders."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import ANNOUNCED_HERE, NO_UPCOMING
from rookiebattle.media.components import strip, to_gallery
from rookiebattle.media.wording import IN_PICTURES
from rookiebattle.members.components.roster import view_members
from rookiebattle.notifications.components import chapter_notices
from rookiebattle.pages.chapter.state import ChapterState
from rookiebattle.registrations.components.seats import event_row
from rookiebattle.ui.buttons import Kind, action_button, link_button, text_link
from rookiebattle.ui.feedback import LoginLink, empty_state
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge, card, fact, live
from rookiebattle.ui.typed import Child, Handler, call, page_vars, suffixed
from rookiebattle.waivers.components import everyone_signs

SHOWN = page_vars(ChapterState).shown
CHAPTER, EVENTS, MEDIA, WAITING = SHOWN.chapter, SHOWN.events, SHOWN.media, SHOWN.waiting


def head_card() -> rx.Component:
    edit = link_button("Edit Chapter", SHOWN.edit, icon="edit", class_name="mt-4 no-print")
    mail = text_link(CHAPTER.contact_email, f"mailto:{CHAPTER.contact_email}")
    return card(
        rx.el.div(
            rx.el.div(
                rx.el.span(CHAPTER.place, class_name="text-soft"),
                badge(CHAPTER.status, tone=CHAPTER.tone, dot=True),
                class_name="event-kind",
            ),
            rx.el.h1(CHAPTER.name),
            rx.cond(CHAPTER.about_status != "", rx.el.p(CHAPTER.about_status)),
            class_name="event-title",
        ),
        chapter_notices(SHOWN.notices),
        _meets(),
        _place(),
        fact("users", CHAPTER.members, view_members(CHAPTER)),
        rx.cond(SHOWN.came != "", fact("check", SHOWN.came, "came to its events")),
        fact("mail", CHAPTER.contact_words, mail),
        fact("book", everyone_signs(""), "Before you play. A parent signs for minors."),
        rx.cond(SHOWN.edit != "", edit),
        class_name="event-card",
    )


def events() -> rx.Component:
    rows = rx.el.ul(
        rx.foreach(
            EVENTS,
            lambda event: event_row(
                event, call(ChapterState.register, event.id), prefix="next", with_month=True
            ),
        ),
        class_name="event-rows",
    )
    browse = link_button("Browse Events", routes.EVENTS)
    none = empty_state(NO_UPCOMING, ANNOUNCED_HERE, browse)
    more = text_link(CHAPTER.more_events, CHAPTER.all_events, icon="arrow-right")
    return card(
        rx.el.div(rx.el.h2("Upcoming Events"), live("Live seats"), class_name="upcoming-head"),
        rx.cond(EVENTS.length() > 0, rows, none),
        rx.cond(CHAPTER.more_events != "", rx.el.div(more, class_name="rows-more")),
        _subscribe(),
        flush=True,
        class_name="upcoming chapter-events",
    )


def waiting() -> Child:
    """The events that a lead may accept; nothing for everybody else."""
    listed = card(
        rx.el.h2("Waiting for You"),
        rx.el.p("Members would like to post these in the chapter’s name.", class_name="text-soft"),
        rx.el.ul(rx.foreach(WAITING, _waiting), class_name="leaders"),
        class_name="chapter-part",
    )
    return rx.cond(WAITING.length() > 0, listed)


def _waiting(one: Any) -> rx.Component:
    acts = rx.el.div(
        _act("Accept", one, call(ChapterState.accept, one.id), "primary"),
        _act("Decline", one, call(ChapterState.decline, one.id), "outline"),
        class_name="form-actions",
    )
    return rx.el.li(
        rx.el.strong(one.title),
        rx.el.span(one.when),
        rx.cond(one.where != "", rx.el.span(one.where)),
        rx.cond(one.description != "", rx.el.p(one.description)),
        rx.el.span(one.by, class_name="text-soft"),
        acts,
        key=one.id,
    )


def _act(label: str, one: Any, handler: Handler, kind: Kind) -> rx.Component:
    spoken: Any = suffixed(f"{label}: ", one.title)
    return action_button(
        label, pending_label="One moment …", kind=kind, on_click=handler, aria_label=spoken
    )


def about() -> Child:
    """The description, split into its paragraphs; nothing when there is none."""
    text = rx.foreach(CHAPTER.paragraphs, rx.el.p)
    told = card(rx.el.h2("About This Chapter"), text, class_name="chapter-part")
    return rx.cond(CHAPTER.paragraphs.length() > 0, told)


def pictures() -> Child:
    """The first pictures and videos of the chapter's events; nothing when there are none."""
    shown = card(rx.el.h2(IN_PICTURES), strip(MEDIA), to_gallery(), class_name="chapter-part")
    return rx.cond(MEDIA.length() > 0, shown)


def leaders() -> Child:
    """The leaders. Only members see how to reach them; visitors are asked to log in."""
    invitation = rx.el.p(
        LoginLink.create("Log in", href=routes.LOGIN, class_name="link"),
        " to see the leaders’ own phones and emails.",
        class_name="text-soft no-print",
    )
    people = card(
        rx.el.h2("Leaders"),
        rx.el.ul(rx.foreach(CHAPTER.leaders, _leader), class_name="leaders"),
        rx.cond(ShellState.signed_in, rx.fragment(), invitation),
        class_name="chapter-part",
    )
    return rx.cond(CHAPTER.leaders.length() > 0, people)


def _meets() -> rx.Component:
    times = rx.el.ul(rx.foreach(CHAPTER.times, rx.el.li), class_name="plain-lines")
    known = rx.cond(CHAPTER.meets != "", CHAPTER.meets, "Ask for the next practice")
    zone = rx.el.p(CHAPTER.zone)
    return fact("clock", known, rx.cond(CHAPTER.times.length() > 0, times), zone)


def _place() -> rx.Component:
    others = rx.el.ul(rx.foreach(CHAPTER.locations, rx.el.li), class_name="plain-lines")
    way = text_link(
        "Get directions",
        CHAPTER.directions,
        icon="external",
        target="_blank",
        rel="noopener noreferrer",
        class_name="no-print",
    )
    return fact(
        "pin",
        CHAPTER.location,
        rx.cond(CHAPTER.address != "", rx.el.p(CHAPTER.address)),
        rx.cond(CHAPTER.locations.length() > 0, others),
        rx.cond(CHAPTER.directions != "", way),
    )


def _subscribe() -> rx.Component:
    return rx.el.div(
        link_button("Subscribe to Calendar", CHAPTER.subscribe, icon="calendar", reload=True),
        text_link(
            "Download the calendar file",
            CHAPTER.calendar_file,
            icon="download",
            reload_document=True,
        ),
        class_name="chapter-feed no-print",
    )


def _leader(leader: Any) -> rx.Component:
    mail = text_link(leader.email, f"mailto:{leader.email}")
    phone = text_link(leader.phone, leader.call)
    return rx.el.li(
        rx.el.span(leader.title, class_name="text-soft"),
        rx.el.strong(leader.name),
        rx.cond(leader.email != "", mail),
        rx.cond(leader.call != "", phone),
        key=leader.key,
    )
