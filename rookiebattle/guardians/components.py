"""The button that ends a connection, for either of the two people."""

from typing import Any

import reflex as rx

from rookiebattle.ui.buttons import AskButton
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import Handler, Text, call


def end_connection(one: Any, on_end: Handler, *, warning: Text, described_by: Any) -> rx.Component:
    """'End Connection', which asks first. `described_by` is the id of the person's name."""
    return AskButton.create(
        label="End Connection",
        pending_label="Ending …",
        done=ShellState.answers,
        question="End the connection with " + one.name + "?",
        about="",
        warning=warning,
        kind="danger",
        on_click=call(on_end, one.id),
        class_name="btn btn-outline",
        aria_describedby=described_by,
    )
