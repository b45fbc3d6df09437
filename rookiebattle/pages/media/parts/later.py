"""The dialogs for those who manage the gallery. Their script loads for nobody else."""

import reflex as rx

from rookiebattle.pages.media.parts.forms import edit_dialog, media_question, upload_dialog


@rx.memo
def media_dialogs() -> rx.Component:
    """The forms for new items and for one item, and the question before one is deleted."""
    return rx.fragment(upload_dialog(), edit_dialog(), media_question())
