"""The dialogs for those who manage the gallery. Their script loads for nobody else."""

import reflex as rx

from rookiebattle.pages.media.parts.forms import edit_dialog, media_question, upload_dialog


@rx.memo
def media_dialogs() -> rx.Component:
    return rx.fragment(upload_dialog(), edit_dialog(), media_question())
