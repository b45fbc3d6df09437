"""The layout of the design system."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.design_system.parts import design as parts
from rookiebattle.pages.design_system.parts import forms
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.document import (
    EVENT_STYLES,
    GALLERY_STYLES,
    HERO_STYLES,
    LANDING_STYLES,
    own_sheet,
)
from rookiebattle.ui.shell import not_found, page_frame
from rookiebattle.ui.surfaces import hero, page_head, section


def first_screen() -> rx.Component:
    return hero(
        rx.fragment("Fight with honor.", rx.el.br(), "Laugh when you fall."),
        "Full-contact foam-weapon combat, rooted in Japanese martial tradition and played in the "
        "parks of the Florida bay. Bring water; we bring the swords.",
        link_button("Try a Park Day Free", routes.DESIGN_SYSTEM, kind="primary", size="lg"),
        link_button("Support the Game – $20/yr", routes.DESIGN_SYSTEM, size="lg"),
    )


def design_system(*of_slices: rx.Component) -> rx.Component:
    """Every component of the design system, followed by the sections of slices."""
    return page_frame(
        own_sheet(EVENT_STYLES),
        own_sheet(GALLERY_STYLES),
        own_sheet(HERO_STYLES),
        own_sheet(LANDING_STYLES),
        rx.el.div(
            page_head("Design system", "Every component in every state, for both themes."),
            rx.el.div(
                parts.buttons(),
                parts.words(),
                parts.marks(),
                parts.surfaces(),
                parts.seats(),
                parts.disclosures(),
                forms.fields(),
                forms.choices(),
                parts.tables(),
                parts.dialogs(),
                parts.feedback(),
                *of_slices,
                class_name="grid gap-8",
            ),
            class_name="column main",
        ),
        first_screen(),
        section(not_found(), pattern=True),
        current=routes.DESIGN_SYSTEM,
        wide=True,
    )
