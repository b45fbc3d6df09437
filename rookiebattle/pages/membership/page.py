"""`/membership`: three plans, what they cost and bring, and the member's own payments."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.membership.parts.guide import benefits, questions, safety, steps
from rookiebattle.pages.membership.parts.money import (
    donation,
    dues,
    event_prices,
    npc_credits,
    payment_options,
)
from rookiebattle.pages.membership.parts.own import history, own_membership, returned
from rookiebattle.pages.membership.parts.plans import plans
from rookiebattle.pages.membership.state import MembershipState, load
from rookiebattle.pages.membership.text import texts
from rookiebattle.pages.membership.view.figures import DESCRIPTION
from rookiebattle.payments.wording import NO_MEMBERSHIP_NEEDED, NO_PAYWALL
from rookiebattle.ui.document import MEMBERSHIP_STYLES, own_sheet
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.typed import page_vars

State = page_vars(MembershipState)
TITLE = "Membership"


@page(
    routes.MEMBERSHIP,
    title=TITLE,
    description=DESCRIPTION,
    listed=True,
    first_data=[offer(MembershipState, load)],
    on_load=MembershipState.show,
    texts=texts,
)
def membership() -> rx.Component:
    return page_frame(
        own_sheet(MEMBERSHIP_STYLES),
        first_data(settled=State.loaded),
        _head(),
        rx.el.div(
            returned(),
            own_membership(),
            plans(),
            rx.el.div(steps(), dues(), class_name="halves"),
            rx.el.div(event_prices(), npc_credits(), class_name="halves"),
            benefits(),
            rx.el.div(payment_options(), donation(), class_name="halves"),
            history(),
            rx.el.div(questions(), safety(), class_name="faq-safety"),
            class_name="column membership-page",
        ),
        current=routes.MEMBERSHIP,
        wide=True,
    )


def _head() -> rx.Component:
    words = rx.el.div(
        rx.el.p(badge(NO_PAYWALL, tone="success")),
        rx.el.h1(TITLE),
        rx.el.p(f"{NO_MEMBERSHIP_NEEDED} Members help pay for parks, insurance and loaner swords."),
    )
    return rx.el.div(rx.el.div(words, class_name="column"), class_name="membership-head pattern")
