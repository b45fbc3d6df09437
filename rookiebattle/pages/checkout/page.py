"""`/checkout`: the purchase and the card form. Only this page loads Stripe's script."""

from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.integrations.stripe.cards import FAILED
from rookiebattle.pages.checkout.state import CheckoutState, load
from rookiebattle.pages.checkout.view import Purchase
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.document import CHECKOUT_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.marks import icon
from rookiebattle.ui.page import page
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.shell import ask_to_log_in, for_members, page_frame
from rookiebattle.ui.surfaces import badge, card, page_head
from rookiebattle.ui.typed import Child, Fires, page_vars

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


SHOWN = State.shown
WORDS = {
    "starting": "The payment form is loading …",
    "notStarted": FAILED,
    "again": "Try Again",
    "due": "Due today",
    "pay": "Pay",
    "confirming": "Confirming …",
    "asks": "Your bank wants you to confirm this card. Enter it again, or use another one, and "
    "your bank will ask you. You won’t be charged before that.",
    "refused": "Your saved card was declined. Enter it again, or use another one.",
}
BY_PLAN = "Your plan pays for this seat. No card is needed."
TEST_CARDS = (
    ("4242 4242 4242 4242", "pays"),
    ("4000 0027 6000 3184", "asks you first (3-D Secure)"),
    ("4000 0000 0000 0002", "is declined"),
)


def _reason(reason: rx.Var[str]) -> tuple[rx.Var[str]]:
    """Why a payment failed, in the words of the payment service."""
    return (reason,)


if TYPE_CHECKING:
    Reports: TypeAlias = rx.EventHandler
else:
    Reports = rx.EventHandler[_reason]


class CardForm(rx.Component):
    """Stripe's card form. card_form.jsx says how it starts a payment and keeps its secret."""

    library = script_beside(__file__, "card_form.jsx")
    tag = "CardForm"
    lib_dependencies: list[str] = [  # noqa: RUF012 - a Reflex field
        "@stripe/stripe-js@10.2.1",
        "@stripe/react-stripe-js@7.0.1",
    ]

    purchase: rx.Var[Purchase]
    words: rx.Var[dict[str, str]]
    stripe_key: rx.Var[str]
    script: rx.Var[str]
    on_login: Fires
    on_failed: Reports


class Countdown(rx.Component):
    """The time that is left until a moment, counted down from `left` milliseconds."""

    library = script_beside(__file__, "countdown.jsx")
    tag = "Countdown"

    until: rx.Var[str]
    left: rx.Var[int]
    on_over: Fires


def order_card() -> rx.Component:
    return card(
        rx.el.h2("Order Summary"),
        rx.cond(SHOWN.is_example, badge("Example", tone="warning")),
        rx.el.ul(rx.foreach(SHOWN.lines, _line), class_name="order-lines"),
        rx.cond(SHOWN.choice != "", _choice()),
        rx.cond(SHOWN.total != "", _total()),
        rx.cond(SHOWN.note != "", rx.el.p(SHOWN.note, class_name="order-note")),
        rx.cond(SHOWN.hold_until != "", _hold()),
        class_name="order",
    )


def _line(one: Any) -> rx.Component:
    words = rx.el.span(rx.el.strong(one.name), rx.cond(one.about != "", rx.el.small(one.about)))
    return rx.el.li(words, rx.el.span(one.amount), key=one.name)


def _choice() -> rx.Component:
    # The content policy belongs to the document, so the other choice is another document.
    link = text_link(SHOWN.choice, SHOWN.choice_href, reload_document=True)
    return rx.el.p(link, class_name="order-choice")


def _total() -> rx.Component:
    amount = rx.el.span(rx.el.strong(SHOWN.total), rx.cond(SHOWN.per != "", rx.el.small(SHOWN.per)))
    return rx.el.p(rx.el.span("Total"), amount, class_name="order-total")


def _hold() -> rx.Component:
    return rx.el.p(
        icon("clock", size="sm"),
        rx.el.span(
            "We’re holding " + SHOWN.held + " for ",
            Countdown.create(
                until=SHOWN.hold_until,
                left=SHOWN.hold_left,
                on_over=State.show,
                class_name="order-left",
            ),
            ". After that, " + SHOWN.opens + " up to others.",
        ),
        class_name="order-hold",
    )


def pay_card() -> rx.Component:
    """The card form, or the reason why nothing can be paid here."""
    form = CardForm.create(
        purchase=SHOWN.purchase,
        words=WORDS,
        stripe_key=SHOWN.stripe_key,
        script=SHOWN.script,
        on_login=State.check_login,
        on_failed=State.report,
    )
    safe = rx.el.p(
        icon("lock", size="sm"),
        rx.el.span("Your card goes to Stripe, our payment service. We never see its number."),
        class_name="pay-safe",
    )
    may_pay = SHOWN.problem == ""
    return card(
        rx.el.h2(rx.cond(SHOWN.is_free, "Nothing to Pay", "Pay by Card")),
        rx.cond(may_pay & SHOWN.is_free, rx.el.p(BY_PLAN, class_name="pay-plan")),
        rx.cond(may_pay & SHOWN.is_demo & ~SHOWN.is_free, _demo()),
        rx.cond(SHOWN.problem != "", rx.el.p(SHOWN.problem, class_name="pay-off")),
        rx.cond(may_pay, rx.fragment(form, rx.cond(SHOWN.is_free, rx.fragment(), safe))),
        class_name="pay",
    )


def _demo() -> rx.Component:
    """The mark of a demonstration, with the cards that its double of Stripe knows."""
    cards = [rx.el.li(rx.el.code(number), f" {what}") for number, what in TEST_CARDS]
    return rx.el.div(
        rx.el.p(
            rx.el.strong("Demonstration."),
            " No money moves. Never type a real card. Any future date and any code will do.",
        ),
        rx.el.ul(*cards),
        role="note",
        class_name="pay-demo",
    )


def back() -> Child:
    label: Any = SHOWN.onward_label
    return rx.cond(
        SHOWN.onward != "", link_button(label, SHOWN.onward, reload=True, icon="arrow-left")
    )


def waiting() -> rx.Component:
    blocks = (card(skeleton(height=height)) for height in ("240px", "420px"))
    return rx.el.div(*blocks, aria_busy="true", class_name="checkout")
