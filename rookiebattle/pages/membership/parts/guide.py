"""How to take part, what membership brings, the questions people ask, and safety."""

from collections.abc import Sequence

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.membership.view.figures import (
    AGES,
    FREE_TO_PLAY,
    PAID_CARDS,
    UNREGISTERING,
    PlanCard,
)
from rookiebattle.registrations.wording import FIRST_IS_FREE
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.footer import RULES
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import card, details
from rookiebattle.ui.typed import Child

STEPS = (
    ("Come to a park day", f"{FIRST_IS_FREE} We lend you sword, shield and goggles."),
    ("Make an account", "Choose a game name and find the chapter near you."),
    ("Sign the waiver", "Once a year, before your first fight. A parent signs for minors."),
    (
        "Save your seat",
        "Register ahead: the seat is yours, and often costs less than at the gate.",
    ),
    ("Support the game", "If you can. Nobody is turned away for money."),
)
CANCELING = (
    "A plan that is paid by card: on this page, under Your Membership. You keep everything that "
    "you paid for until its end. A plan that was paid in person, or given to you, never renews."
)
CHANGING = (
    "A plan that is paid by card: yes, at any time. What is left of it counts toward the new one. "
    "A plan that was paid in person can be changed once it has ended."
)
QUESTIONS = (
    (
        "Do I have to pay to play?",
        FREE_TO_PLAY,
    ),
    (
        "How do I cancel?",
        CANCELING,
    ),
    (
        "Can I change my plan?",
        CHANGING,
    ),
    (
        "When is the member discount taken off?",
        "When you save your seat while your membership is active. You see it at the checkout.",
    ),
    (
        "What if I cannot come to an event that I paid for?",
        UNREGISTERING,
    ),
    (
        "Is my card safe?",
        "Your card goes to Stripe, our payment service. We never see or keep its number.",
    ),
    (
        "Do I get a receipt?",
        "By email, and in your payment history on this page. You can print each receipt.",
    ),
)
SAFETY = (
    AGES,
    "Everyone signs a waiver before the first fight.",
    "Eye protection is mandatory. We lend you goggles.",
    "Marshals check every weapon, shield and piece of armor.",
    "Everyone follows our Code of Conduct.",
)


def steps() -> rx.Component:
    """How to Participate, step by step."""
    items = (rx.el.li(rx.el.strong(title), rx.el.span(text)) for title, text in STEPS)
    return card(
        rx.el.h2("How to Participate"),
        rx.el.ol(*items, class_name="steps"),
        link_button("See the Events", routes.EVENTS, kind="row"),
        class_name="steps-card",
    )


def benefits() -> rx.Component:
    """Member Benefits: what each paid plan adds."""
    return card(
        rx.el.h2("Member Benefits"),
        rx.el.div(*(_adds(one) for one in PAID_CARDS), class_name="adds"),
    )


def _adds(plan: PlanCard) -> rx.Component:
    return rx.el.div(rx.el.h3(plan.adds), perks(plan.perks))


def perks(lines: Sequence[str]) -> rx.Component:
    """A list whose lines are ticked."""
    ticked = (rx.el.li(icon("check", size="sm"), rx.el.span(line)) for line in lines)
    return rx.el.ul(*ticked, class_name="perks")


def questions() -> rx.Component:
    return rx.el.section(
        rx.el.h2("FAQ"),
        rx.el.div(*(_question(*one) for one in QUESTIONS), class_name="questions"),
        class_name="faq",
    )


def _question(asked: str, answer: str) -> Child:
    return details(asked, rx.el.p(answer))


def safety() -> rx.Component:
    return card(
        rx.el.h2("Safety & Policies"),
        perks(SAFETY),
        text_link(RULES, routes.resources_in("rules")),
    )
