"""`/checkout`: the purchase and the card form. Only this page loads Stripe's script."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.checkout.parts import back, order_card, pay_card, waiting
from rookiebattle.pages.checkout.state import CheckoutState, load
from rookiebattle.ui.document import CHECKOUT_STYLES, own_sheet
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import ask_to_log_in, for_members, page_frame
from rookiebattle.ui.surfaces import page_head
from rookiebattle.ui.typed import page_vars

State = page_vars(CheckoutState)


@page(
    routes.CHECKOUT,
    title="Checkout",
    description="Pay for a membership, a seat, or give to the club.",
    first_data=[offer(CheckoutState, load)],
    on_load=CheckoutState.show,
)
def checkout() -> rx.Component:
    return page_frame(
        own_sheet(CHECKOUT_STYLES),
        first_data(settled=State.loaded),
        for_members(
            ask_to_log_in("Log in to pay. Then you come back to this page."),
            rx.fragment(
                page_head("Checkout"),
                rx.cond(
                    State.loaded,
                    rx.el.div(order_card(), pay_card(), back(), class_name="checkout"),
                    waiting(),
                ),
            ),
        ),
        at_work=True,
    )
