"""A form that is sent to the API, for acts that end a session: a socket cannot delete a cookie."""

from typing import Any

import reflex as rx

from rookiebattle.ui.buttons import Kind
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Child, Fires, Handler, joined


class ApiForm(rx.Component):
    """Sends its fields as JSON. Then it follows the answer's `location`, or shows its sentence."""

    library = script_beside(__file__, "api_form.jsx")
    tag = "ApiForm"

    method: rx.Var[str]
    path: rx.Var[str]
    fixed: rx.Var[dict[str, str | bool]]
    label: rx.Var[str]
    pending_label: rx.Var[str]
    button_class: rx.Var[str]
    cancel_label: rx.Var[str]
    on_cancel: Fires


def api_form(
    *children: Child,
    method: str,
    path: str,
    label: str,
    pending_label: str,
    kind: Kind = "danger",
    on_cancel: Handler = None,
    cancel_label: str = "Cancel",
    fixed: dict[str, str | bool] | None = None,
    **props: Any,
) -> rx.Component:
    """The fields, a Cancel button when `on_cancel` is given, and the button that sends the form."""
    if on_cancel is not None:
        props |= {"on_cancel": on_cancel, "cancel_label": cancel_label}
    return ApiForm.create(
        *children,
        method=method,
        path=path,
        fixed=fixed or {},
        label=label,
        pending_label=pending_label,
        button_class=f"btn btn-{kind}",
        class_name=joined("form", props.pop("class_name", "")),
        **props,
    )
