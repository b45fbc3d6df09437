"""The gallery's page."""

import reflex as rx

from rookiebattle.ui.gallery import forms, parts
from rookiebattle.ui.shell import not_found, page_frame
from rookiebattle.ui.surfaces import divider, page_head


def gallery() -> rx.Component:
    """Everything the pages are built from."""
    return page_frame(
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
            class_name="grid gap-8",
        ),
        divider(class_name="my-12"),
        not_found(),
        current="/_ui",
    )
