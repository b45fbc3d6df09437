"""The start page of visitors, from the hero down to the address."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.home.parts.invitation import about, invitation
from rookiebattle.pages.home.parts.park_days import park_days
from rookiebattle.pages.home.state import ParkDaysState
from rookiebattle.progression.catalogue import PATHS, WarriorPath
from rookiebattle.progression.components import path_crest
from rookiebattle.progression.view import PathBadge
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.document import HERO_STYLES, LANDING_STYLES, own_sheet
from rookiebattle.ui.footer import FIND_A_CHAPTER, write_to_us
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import section
from rookiebattle.ui.typed import page_vars

SHOWN_LEVEL = 3
SIZES = "(min-width: 40rem) 280px, 50vw"
DRAWINGS = (
    ("official-duel.svg", "Two fighters with long foam swords on a pier at sunset."),
    ("official-clash.svg", "Two lines of fighters with shields and spears before a red sun."),
    ("official-park.svg", "Three people practice under palms while two rest on a blanket."),
    ("official-banners.svg", "Five fighters carry tall banners along the shore of the bay."),
)


def landing() -> rx.Component:
    """The whole landing page. Everything but the park days is in the built page already."""
    sheets = own_sheet(HERO_STYLES), own_sheet(LANDING_STYLES)
    first = *sheets, invitation(), about(), gallery()
    return rx.fragment(*first, disciplines(), park_days(), contact())


def gallery() -> rx.Component:
    """A look at the gallery: its first photographs, or the drawings that it always has."""
    photos = page_vars(ParkDaysState).shown.photos
    drawn = (
        rx.el.li(rx.el.img(src=routes.art(file), alt=alt, loading="lazy")) for file, alt in DRAWINGS
    )
    shots = rx.cond(
        photos.length() > 0,
        rx.el.ul(rx.foreach(photos, _photo), class_name="look-shots"),
        rx.el.ul(*drawn, class_name="look-shots"),
    )
    words = rx.el.div(
        rx.el.h2("See What a Saturday Looks Like", id="look-title"),
        text_link("All photos and videos", routes.MEDIA, icon="arrow-right"),
        class_name="look-head",
    )
    return section(words, shots, id="look", aria_labelledby="look-title")


def _photo(photo: Any) -> rx.Component:
    ground = rx.el.img(src=photo.ground, alt="", class_name="shot-ground")
    shot = rx.el.img(
        src=photo.src, src_set=photo.srcset, sizes=SIZES, alt=photo.alt, loading="lazy"
    )
    return rx.el.li(rx.cond(photo.ground != "", ground), shot, key=photo.id)


def disciplines() -> rx.Component:
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
    words = rx.el.div(
        rx.el.h2("Questions Before You Come?"),
        rx.el.p(
            "Every chapter has someone to answer them, and someone to show you around at every "
            "park day."
        ),
        link_button(FIND_A_CHAPTER, routes.CHAPTERS, size="lg"),
        class_name="contact-words",
    )
    address = rx.el.div(
        rx.el.p("Or write to us: ", write_to_us(class_name="link")),
        rx.el.address(*(rx.el.span(line) for line in lines), class_name="contact-address"),
        class_name="contact-words",
    )
    return section(rx.el.div(words, address, class_name="contact"), id="contact")
