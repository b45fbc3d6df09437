"""The three plans, side by side."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.membership.parts.guide import perks
from rookiebattle.pages.membership.state import MembershipState
from rookiebattle.pages.membership.view.figures import PLAN_CARDS, PlanCard
from rookiebattle.ui.buttons import action_button, button, link_button
from rookiebattle.ui.first_data import server_text
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.typed import Child, Handler, call, page_vars

State = page_vars(MembershipState)
SHOWN = State.shown
NOTICE = "cards-off"


def notice() -> rx.Component:
    why = rx.el.p(SHOWN.cards_off, role="status", class_name="notice")
    return rx.fragment(rx.cond(SHOWN.cards_off != "", why))


def plans() -> rx.Component:
    """The plans as cards; the middle of the page's attention is the popular one."""
    return rx.el.section(
        rx.el.h2("Choose How You Play"),
        server_text(NOTICE, notice(), settled=State.loaded),
        rx.el.ul(*(_plan(one) for one in PLAN_CARDS), class_name="offers"),
        id="plans",
        class_name="offers-part",
    )


def _plan(plan: PlanCard) -> rx.Component:
    popular = [badge("POPULAR", tone="gold", class_name="offer-popular")] if plan.is_popular else []
    return rx.el.li(
        *popular,
        rx.el.h3(plan.name),
        rx.el.p(rx.el.strong(plan.price), rx.el.span(plan.per), class_name="offer-price"),
        perks(plan.perks),
        _button(plan),
        class_name="offer offer-popular-card" if plan.is_popular else "offer",
    )


def _button(plan: PlanCard) -> Child:
    """'Current Plan', the way to the checkout, or for visitors the way to the login."""
    shown: Any = SHOWN.plans[plan.key]
    current = button("Current Plan", kind="done", disabled=True)
    return rx.cond(shown.is_current, current, _choice(plan, shown))


def _choice(plan: PlanCard, shown: Any) -> Child:
    kind: Any = "primary" if plan.is_popular else "outline"
    if plan.is_free:
        included = button(shown.label, kind="outline", disabled=True)
        return rx.cond(shown.is_off, included, pressed(shown.label, State.join))
    ask = pressed(shown.label, call(State.subscribe, plan.key), kind)
    there = rx.cond(
        shown.switches,
        link_button(shown.label, shown.href, reload=True),
        link_button(shown.label, shown.href, kind=kind, reload=True),
    )
    off = button(shown.label, kind="outline", disabled=True)
    allowed = rx.cond(ShellState.signed_in, there, ask)
    in_person = link_button("Pay at a Chapter", routes.CHAPTERS, kind=kind)
    return rx.cond(shown.is_off, off, rx.cond(SHOWN.cards_off != "", in_person, allowed))


def pressed(label: Any, act: Handler, kind: Any = "outline") -> rx.Component:
    return action_button(label, pending_label="One moment …", kind=kind, on_click=act)
