"""The start page of visitors, from the hero down to the address."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.home.parts.invitation import about, invitation
from rookiebattle.pages.home.parts.park_days import park_days
from rookiebattle.progression.catalogue import PATHS, WarriorPath
from rookiebattle.progression.components import path_crest
from rookiebattle.progression.view import PathBadge
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.document import HERO_STYLES, LANDING_STYLES, own_sheet
from rookiebattle.ui.footer import FIND_A_CHAPTER, write_to_us
from rookiebattle.ui.marks import icon
from rookiebattle.ui.page import exists
from rookiebattle.ui.surfaces import section

SHOWN_LEVEL = 3


def landing() -> rx.Component:
    """The whole landing page. Everything but the park days is in the built page already."""
    sheets = own_sheet(HERO_STYLES), own_sheet(LANDING_STYLES)
    return rx.fragment(*sheets, invitation(), about(), disciplines(), park_days(), contact())


def disciplines() -> rx.Component:
    """The eight warrior paths, each with a link to its document on another site."""
    head = rx.el.div(
        rx.el.h2("Path of the Warrior Series", id="paths-title"),
        rx.el.p(
            "Eight disciplines, five levels each. Choose one to begin; most people end up with two."
        ),
        class_name="paths-head",
    )
    cells = rx.el.ul(*(_discipline(path) for path in PATHS), class_name="paths")
    return section(head, cells, id="paths", aria_labelledby="paths-title")


def _discipline(path: WarriorPath) -> rx.Component:
    crest = PathBadge(path.slug, path.name, SHOWN_LEVEL, SHOWN_LEVEL, "", path.name)
    document = rx.el.a(
        "Design document",
        rx.el.span(f" of the {path.name} (opens in a new tab)", class_name="sr-only"),
        icon("external", size="sm"),
        href=path.document,
        target="_blank",
        rel="noopener noreferrer",
        class_name="link",
    )
    return rx.el.li(
        rx.el.span(path_crest(crest, size="lg"), aria_hidden="true"),
        rx.el.h3(path.short_name),
        rx.el.p(path.description),
        document,
    )


def contact() -> rx.Component:
    """How to reach the club: a chapter's people first, then the address."""
    settings = get_settings()
    lines = (settings.org_region, *settings.org_address.split(", ", 1))
    chapters = link_button(FIND_A_CHAPTER, routes.CHAPTERS, size="lg")
    words = rx.el.div(
        rx.el.h2("Questions Before You Come?"),
        rx.el.p(
            "Every chapter has someone to answer them, and someone to show you around at every "
            "park day."
        ),
        *([chapters] if exists(routes.CHAPTERS) else []),
        class_name="contact-words",
    )
    address = rx.el.div(
        rx.el.p("Or write to us: ", write_to_us(class_name="link")),
        rx.el.address(*(rx.el.span(line) for line in lines), class_name="contact-address"),
        class_name="contact-words",
    )
    return section(rx.el.div(words, address, class_name="contact"), id="contact")
