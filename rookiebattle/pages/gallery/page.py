"""The gallery's page."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.gallery.parts import design as parts
from rookiebattle.pages.gallery.parts import forms
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.shell import not_found, page_frame
from rookiebattle.ui.surfaces import hero, page_head, section


def first_screen() -> rx.Component:
    """The landing page's hero."""
    return hero(
        rx.fragment("Fight with honor.", rx.el.br(), "Laugh when you fall."),
        "Full-contact foam-weapon combat, rooted in Japanese martial tradition and played in the "
        "parks of the Florida bay. Bring water; we bring the swords.",
        link_button("Try a Park Day Free", routes.GALLERY, kind="primary", size="lg"),
        link_button("Support the Game – $20/yr", routes.GALLERY, size="lg"),
    )


def gallery(*of_slices: rx.Component) -> rx.Component:
    """Everything the pages are built from, and the sections that slices bring."""
    return page_frame(
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
        current=routes.GALLERY,
        wide=True,
    )
