"""The text of a waiver as it is read (its page needs the sheet `WAIVER_STYLES`), the way to it, the
field in which a signature may be drawn, and what the gate and leads do with waivers on paper."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.buttons import Kind, action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import form, radio_group, text_input
from rookiebattle.ui.records import record_field, save_button
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Child, Handler, Text, call, page_vars
from rookiebattle.waivers.schemas.signatures import LONGEST_STROKE, STROKE_HEIGHT, STROKE_WIDTH
from rookiebattle.waivers.state import PaperState
from rookiebattle.waivers.wording import FORMS, PHOTOGRAPH


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


State = page_vars(PaperState)
NOTING: Any = State.noting
SEEN: Any = State.seen
ON_DEVICE, ON_PAPER, LOOK = "Sign on This Device", "Note Paper Waiver", "Look at the Paper"
THEN = "A lead looks at the paper and verifies it. Until then the gate shows it in yellow."


class StrokeField(rx.Component):
    """Draws with a finger or a mouse. The form sends what was drawn as `stroke`."""

    library = script_beside(__file__, "stroke.jsx")
    tag = "StrokeField"

    width: rx.Var[int]
    height: rx.Var[int]
    longest: rx.Var[int]


def stroke_field() -> rx.Component:
    return StrokeField.create(width=STROKE_WIDTH, height=STROKE_HEIGHT, longest=LONGEST_STROKE)


def device_button(event_id: Text, user_id: Text) -> rx.Component:
    """Leads this device to the page where this person signs; it comes back to the roster."""
    return action_button(
        ON_DEVICE, kind="outline", on_click=call(State.hand_over, event_id, user_id)
    )


def paper_button(event_id: Text, user_id: Text, name: Text) -> rx.Component:
    """Opens the form of a paper; its page draws `paper_form`."""
    return button(ON_PAPER, kind="outline", on_click=call(State.ask, event_id, user_id, name))


def look_button(paper_id: Text, name: Any, *, kind: Kind = "outline") -> rx.Component:
    """Opens a paper that waits; its page draws `opened_paper`."""
    look = call(State.look_at, paper_id)
    return button(LOOK, kind=kind, on_click=look, aria_label=f"{LOOK}: {name}")


def paper_form(photograph: Child, then: Handler) -> rx.Component:
    """The dialog: which form was signed, and a photograph of it. `photograph` is the field for it,
    which tells `PaperState.take_photo`; `then` runs after it was noted."""
    sent = rx.cond(
        NOTING.photo != "", rx.el.p("Photograph: ", NOTING.photo_name, role="status"), photograph
    )
    which = radio_group(
        "form",
        "Which form was signed?",
        [(str(kind), words) for kind, words in FORMS.items()],
        hint="Its title stands at the top of the paper.",
        error=State.errors.get("form", ""),
    )
    return dialog(
        rx.el.form(sent, class_name="form"),
        form(which, on_submit=[State.note, then], id="paper-form", no_validate=True),
        rx.el.p(THEN, class_name="field-hint mt-4"),
        title=rx.Var.create("Paper Waiver of ") + NOTING.name,
        open=NOTING.user_id != "",
        on_close=State.close,
        foot=rx.fragment(
            button("Cancel", kind="outline", on_click=State.close),
            save_button(ON_PAPER, form="paper-form"),
        ),
    )


def opened_paper(then: Handler) -> rx.Component:
    """The dialog in which a lead verifies a paper or refuses it; `then` runs afterward."""
    picture = rx.el.a(
        rx.el.img(src=SEEN.photo, alt=PHOTOGRAPH, class_name="paper-photo"),
        href=SEEN.photo,
        target="_blank",
        rel="noopener",
    )
    none = rx.el.p("No photograph was taken: please look at the paper itself.")
    why = record_field(
        "Why it doesn’t count",
        text_input("because", max_length=255, auto_complete="off"),
        State.errors,
        "Only to refuse it. The person reads this in an email.",
    )
    verify = action_button(
        "Verify", pending_label="Verifying …", on_click=[State.verify, then], kind="primary"
    )
    refuse = action_button("Refuse", kind="danger", type="submit", custom_attrs={"form": "refusal"})
    return dialog(
        rx.el.p(rx.el.strong(SEEN.what)),
        rx.el.p(SEEN.taken),
        rx.cond(SEEN.photo != "", picture, none),
        rx.cond(
            SEEN.waits != "",
            rx.el.p(SEEN.waits),
            form(why, on_submit=[State.refuse, then], id="refusal", no_validate=True),
        ),
        title=rx.Var.create("Paper Waiver of ") + SEEN.name,
        open=SEEN.id != "",
        on_close=State.close,
        foot=rx.cond(
            SEEN.waits != "",
            button("Close", kind="outline", on_click=State.close),
            rx.fragment(refuse, verify),
        ),
    )
