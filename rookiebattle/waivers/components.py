"""The text of a waiver as it is read; its page needs the sheet `WAIVER_STYLES`.

And the way to it, and the field in which a signature may be drawn.
"""

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Text
from rookiebattle.waivers.signed import LONGEST_STROKE, STROKE_HEIGHT, STROKE_WIDTH


def waiver_text(html: Text) -> rx.Component:
    """A text from `html_of_markdown`; its quotes are larger than everything else in it.

    It takes the focus, so that the keyboard scrolls it where it is longer than its place.
    """
    reached = {"tabIndex": 0, "role": "region", "aria-label": "Text of the waiver"}
    return rx.html(html, class_name="waiver-text", custom_attrs=reached)


def everyone_signs(then: str) -> rx.Component:
    """'Everyone signs a waiver', as a link to where it is done, and how the sentence ends."""
    link = rx.el.a("Everyone signs a waiver", href=routes.SIGN, class_name="link")
    return rx.fragment(link, then)


class StrokeField(rx.Component):
    """Draws with a finger or a mouse. The form sends what was drawn as `stroke`."""

    library = script_beside(__file__, "stroke.jsx")
    tag = "StrokeField"

    width: rx.Var[int]
    height: rx.Var[int]
    longest: rx.Var[int]


def stroke_field() -> rx.Component:
    return StrokeField.create(width=STROKE_WIDTH, height=STROKE_HEIGHT, longest=LONGEST_STROKE)
