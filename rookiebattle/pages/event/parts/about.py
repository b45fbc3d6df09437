"""The sections of an event's page below its card: the description and the good-to-know list."""

from typing import Any

import reflex as rx

from rookiebattle.media.components import strip, to_gallery
from rookiebattle.media.wording import IN_PICTURES
from rookiebattle.pages.event.parts.head import MORE
from rookiebattle.pages.event.state import EventState
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.marks import icon
from rookiebattle.ui.typed import Child, Text, page_vars

MEDIA = page_vars(EventState).media
RULES = (
    "Ages 13 and up, with a signed waiver",
    "Eye protection is mandatory",
    "Every weapon, shield and armor passes a safety check",
)


def section(title: Text, *children: Child, **props: Any) -> rx.Component:
    """A section of the page below the card."""
    return rx.el.section(rx.el.h2(title), *children, class_name="event-section", **props)


def about() -> Child:
    """The description, split into its paragraphs; nothing when there is none."""
    text = rx.foreach(MORE.paragraphs, rx.el.p)
    return rx.cond(MORE.paragraphs.length() > 0, section(MORE.about, text))


def pictures() -> Child:
    """The event's first pictures and videos; nothing when there are none."""
    shown = section(IN_PICTURES, strip(MEDIA), to_gallery())
    return rx.cond(MEDIA.length() > 0, shown)


def good_to_know() -> rx.Component:
    """The host, the rules, and the link that adds the event to one's own calendar."""
    return section(
        "Good to know",
        rx.cond(MORE.hosted != "", rx.el.p(MORE.hosted)),
        rx.el.ul(*(rx.el.li(icon("check"), rule) for rule in RULES), class_name="ticks"),
        link_button("Add to calendar", MORE.calendar_file, icon="calendar", reload=True),
    )
