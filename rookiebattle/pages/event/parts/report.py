"""The form that reports an event. Its script loads for those who press the button."""

import reflex as rx

from rookiebattle.events.wording import REPORT
from rookiebattle.pages.event.state.report import ReportState
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import field, form, text_area
from rookiebattle.ui.records import RECORD
from rookiebattle.ui.typed import page_vars

State = page_vars(ReportState)
FORM = "report-form"


@rx.memo
def report_dialog() -> rx.Component:
    """One field: the club reads it, and the organizer does not."""
    foot = rx.fragment(
        button("Cancel", kind="outline", on_click=State.close),
        action_button(
            "Send Report",
            pending_label="Sending …",
            type="submit",
            custom_attrs={"form": FORM},
        ),
    )
    return dialog(_form(), title=REPORT, open=State.event_id != "", on_close=State.close, foot=foot)


def _form() -> rx.Component:
    reason = text_area("reason", max_length=1000, rows=5, data_autofocus="true")
    hint = "Administrators read this. The organizer doesn’t see it."
    return form(
        rx.el.input(type="hidden", name=RECORD, default_value=State.event_id),
        field("What’s wrong?", reason, error=State.errors.get("reason", ""), hint=hint),
        on_submit=State.send,
        id=FORM,
        no_validate=True,
    )
