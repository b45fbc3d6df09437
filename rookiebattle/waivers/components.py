"""The text of a waiver as it is read; its page needs the sheet `WAIVER_STYLES`."""

import reflex as rx

from rookiebattle.ui.typed import Text


def waiver_text(html: Text) -> rx.Component:
    """A text from `html_of_markdown`; its quotes are larger than everything else in it.

    It takes the focus, so that the keyboard scrolls it where it is longer than its place.
    """
    reached = {"tabIndex": 0, "role": "region", "aria-label": "Text of the waiver"}
    return rx.html(html, class_name="waiver-text", custom_attrs=reached)
