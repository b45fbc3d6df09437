"""`/_ui`: the layout of the design system."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.design_system import parts
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.document import (
    EVENT_STYLES,
    GALLERY_STYLES,
    HERO_STYLES,
    LANDING_STYLES,
    SHOT_STYLES,
    own_sheet,
)
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import not_found, page_frame
from rookiebattle.ui.surfaces import hero, page_head, section


@page(routes.DESIGN_SYSTEM, title="Design system", in_development=True)
def design_system() -> rx.Component:
    sheets = EVENT_STYLES, SHOT_STYLES, GALLERY_STYLES, HERO_STYLES, LANDING_STYLES
    examples = (
        *(parts.buttons(), parts.words(), parts.marks(), parts.surfaces(), parts.seats()),
        *(parts.disclosures(), parts.fields(), parts.choices(), parts.tables(), parts.dialogs()),
        *(parts.feedback(), parts.upload_examples()),
    )
    first_screen = hero(
        rx.fragment("Fight with honor.", rx.el.br(), "Laugh when you fall."),
        "Full-contact foam-weapon combat, rooted in Japanese martial tradition and played in the "
        "parks of the Florida bay. Bring water; we bring the swords.",
        link_button("Try a Park Day Free", routes.DESIGN_SYSTEM, kind="primary", size="lg"),
        link_button("Support the Game – $20/yr", routes.DESIGN_SYSTEM, size="lg"),
    )
    return page_frame(
        *map(own_sheet, sheets),
        rx.el.div(
            page_head("Design system", "Every component in every state, for both themes."),
            rx.el.div(*examples, class_name="grid gap-8"),
            class_name="column main",
        ),
        first_screen,
        section(not_found(), pattern=True),
        current=routes.DESIGN_SYSTEM,
        wide=True,
    )
