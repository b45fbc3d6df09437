"""The text of a waiver as it is read; its page needs the sheet `WAIVER_STYLES`."""

import reflex as rx

from rookiebattle.ui.typed import Text


def waiver_text(html: Text) -> rx.Component:
    """A text from `html_of_markdown`; its quotes are larger than everything else in it."""
    return rx.html(html, class_name="waiver-text")
