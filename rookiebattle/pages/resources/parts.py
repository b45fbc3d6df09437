"""A resource's card, and a block of its size while it is loading."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.progression.components import path_crest
from rookiebattle.resources.wording import NO_PATH
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.feedback import LoginLink, skeleton
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.typed import Text


def resource_card(resource: Any) -> rx.Component:
    """One resource: its title, its kind, and a link to it or to the login."""
    return rx.el.li(
        card(
            rx.el.div(
                path_icon(resource),
                badge(resource.category, tone="info"),
                rx.el.span(resource.marker, class_name="resource-marker"),
                class_name="resource-head",
            ),
            rx.el.h3(resource.title, title=resource.title),
            rx.cond(resource.description != "", rx.el.p(resource.description)),
            rx.cond(resource.href != "", _guide(resource), _sign_in(resource)),
            class_name="resource",
        ),
        key=resource.id,
    )


@dataclass(frozen=True)
class Crest:
    """A warrior path at its first level, in the shape that `path_crest` draws."""

    slug: Text
    alt: Text
    art: int = 1


def path_icon(resource: Any) -> rx.Component:
    """The crest of the warrior path that the title names, or else the neutral book."""
    book = rx.el.span(icon(NO_PATH, size="lg"), class_name="resource-icon")
    crest = path_crest(Crest(resource.icon, resource.path))
    return rx.cond(resource.path != "", crest, book)


def _guide(resource: Any) -> rx.Component:
    return link_button(
        rx.fragment("View Guide", icon("external", size="sm")),
        resource.href,
        target="_blank",
        rel="noopener noreferrer",
        aria_label="View Guide: " + resource.title + " (opens in a new tab)",
    )


def _sign_in(resource: Any) -> rx.Component:
    return LoginLink.create(
        "Sign in to view",
        rx.el.span(": ", resource.title, class_name="sr-only"),
        href=routes.LOGIN,
        class_name="btn btn-outline",
    )


def resource_skeletons(count: int) -> rx.Component:
    """One block of a card's size for each expected card."""
    ground = (
        rx.el.div(
            rx.el.div(skeleton("40px", "40px"), skeleton("112px", "30px"), class_name="flex gap-3"),
            skeleton("70%", "25px"),
            skeleton("100%", "25px"),
            skeleton("128px", "44px"),
            class_name="card resource",
            key=str(number),
        )
        for number in range(count)
    )
    return rx.el.div(
        *ground,
        rx.el.span("Loading …", class_name="sr-only"),
        class_name="resources",
        aria_busy="true",
    )
