"""The requests to start a chapter: worked off one by one."""

from typing import Any

import reflex as rx

from rookiebattle.pages.admin.chapters.state.chapters import AdminChaptersState
from rookiebattle.pages.admin.chapters.state.requests import RequestsState
from rookiebattle.pages.admin.chapters.url import requests_href
from rookiebattle.ui.buttons import action_button, button, link_button, text_link
from rookiebattle.ui.paging import pager
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, Handler, call, page_vars

State = page_vars(RequestsState)
CREATE = "Create Chapter"


def requests_card() -> rx.Component:
    """The requests that wait, or those that were answered, with a link to the others."""
    waiting = text_link("Requests that wait", requests_href(is_answered=False))
    answered = text_link("Answered requests", requests_href(is_answered=True))
    head = rx.el.div(
        rx.el.h3(rx.cond(State.is_answered, "Answered Requests", "Requests to Start a Chapter")),
        rx.cond(State.is_answered, waiting, answered),
        class_name="list-head",
    )
    none = rx.el.p(
        rx.cond(State.is_answered, "No request was answered yet.", "No request is waiting."),
        class_name="requests-none",
    )
    rows = rx.el.ul(rx.foreach(State.rows, _request), class_name="requests")
    shown = rx.cond(State.rows.length() > 0, rows, none)
    return card(
        head, rx.cond(State.loaded, shown), pager(State.pager), flush=True, class_name="list-card"
    )


def _request(one: Any) -> rx.Component:
    words = rx.el.div(
        rx.el.strong(one.city),
        rx.el.span(one.name, " · ", one.since),
        rx.el.p(one.message),
        class_name="request-words",
    )
    acts = rx.cond(State.is_answered, _answered(one), _waiting(one))
    return rx.el.li(words, rx.el.div(acts, class_name="request-acts"), key=one.id)


def _waiting(one: Any) -> Child:
    start = call(page_vars(AdminChaptersState).start, one.id)
    return rx.fragment(
        button(CREATE, kind="row", on_click=start, aria_label=f"{CREATE}: {one.city}"),
        link_button("Write", one.write, icon="mail", reload=True),
        _act("Mark Answered", one, call(State.answer, one.id, True)),
    )


def _answered(one: Any) -> Child:
    seen = link_button("See Chapter", one.chapter)
    again = _act("Reopen", one, call(State.answer, one.id, False))
    return rx.fragment(rx.cond(one.chapter != "", seen, again))


def _act(label: str, one: Any, handler: Handler) -> rx.Component:
    spoken: Any = rx.Var.create(f"{label}: ") + one.city
    return action_button(
        label,
        pending_label="Saving …",
        done=ShellState.answers,
        kind="outline",
        on_click=handler,
        aria_label=spoken,
    )
