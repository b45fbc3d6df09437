"""A resource's row, its group, and a block of its size while it is loading."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.progression.components import path_crest
from rookiebattle.ui.feedback import LoginLink, skeleton
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.typed import Text

FOUND = "Found resources"


def resource_group(group: Any) -> rx.Component:
    """The rows of one category under its name. A list without names keeps the order of headings."""
    named = group.title != ""
    return rx.el.section(
        rx.el.h3(rx.cond(named, group.title, FOUND), class_name=rx.cond(named, "", "sr-only")),
        rx.el.ul(rx.foreach(group.cards, resource_row), class_name="card card-flush resources"),
        key=group.key,
        class_name="resource-group",
    )


def resource_row(resource: Any) -> rx.Component:
    """One resource: its title, its kind, and a link to it or to the login. The row is the link."""
    # A browser counts the hidden lines of a paragraph that clips itself as painted, and again when
    # the web font arrives (P5 in docs/bench.md). So a frame clips it.
    about = rx.el.div(rx.el.p(resource.description), class_name="resource-about")
    words = rx.el.div(
        rx.el.h4(resource.title, title=resource.title),
        rx.cond(resource.description != "", about),
        class_name="resource-words",
    )
    kind = rx.el.span(
        badge(resource.category, tone="info"),
        rx.el.span(resource.marker, class_name="resource-marker"),
        class_name="resource-kind",
    )
    return rx.el.li(
        path_icon(resource),
        words,
        kind,
        rx.cond(resource.href != "", _guide(resource), _log_in(resource)),
        key=resource.id,
        class_name="resource",
    )


@dataclass(frozen=True)
class Crest:
    """A warrior path at its first level, in the shape that `path_crest` draws."""

    slug: Text
    alt: Text
    art: int = 1


def path_icon(resource: Any) -> rx.Component:
    """The crest of the warrior path that the title names, or else the icon of the category."""
    kind = rx.el.span(icon(resource.icon, size="lg"), class_name="resource-icon")
    crest = path_crest(Crest(resource.icon, resource.path))
    return rx.cond(resource.path != "", crest, kind)


def _guide(resource: Any) -> rx.Component:
    link: rx.Component = rx.el.a(
        "View Guide",
        icon("external", size="sm"),
        href=resource.href,
        target="_blank",
        rel="noopener noreferrer",
        aria_label="View Guide: " + resource.title + " (opens in a new tab)",
        class_name="link resource-way",
    )
    return link


def _log_in(resource: Any) -> rx.Component:
    return LoginLink.create(
        "Log in to view",
        rx.el.span(" ", resource.title, class_name="sr-only"),
        href=routes.LOGIN,
        class_name="link resource-way",
    )


def resource_skeletons() -> rx.Component:
    ground = (
        rx.el.div(
            skeleton("40px", "40px"),
            rx.el.div(
                skeleton("60%", "23px"), skeleton("100%", "22px"), class_name="resource-words"
            ),
            key=str(number),
            class_name="resource",
        )
        for number in range(6)
    )
    return rx.el.div(
        *ground,
        rx.el.span("Loading …", class_name="sr-only"),
        class_name="card card-flush resources",
        aria_busy="true",
    )
