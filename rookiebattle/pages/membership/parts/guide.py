"""How to take part, what membership brings, the questions people ask, and safety."""

from collections.abc import Sequence

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.membership.view.figures import AGES, FREE_TO_PLAY, PAID_CARDS, UNREGISTERING
from rookiebattle.registrations.wording import FIRST_IS_FREE
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.footer import RULES
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import card, details
from rookiebattle.ui.typed import Child
from rookiebattle.waivers.components import everyone_signs

STEPS = (
    ("Come to a park day", f"{FIRST_IS_FREE} We’ll lend you a sword, a shield and goggles."),
    ("Make an account", "Choose a game name and find the chapter near you."),
    ("Sign the waiver", "Once a year, before your first fight. A parent signs for minors."),
    ("Save your seat", "Register early to hold your seat. It’s often cheaper than at the gate."),
    ("Support the game", "If you can. No one’s turned away for lack of funds."),
)
CANCELING = (
    "If you pay by card, on this page under Your Membership. You’ll keep your benefits until the "
    "time you paid for is up. A plan that you paid for in person, or were given, never renews."
)
CHANGING = (
    "If you pay by card, yes, anytime. Whatever’s left goes toward the new plan. You can change a "
    "plan that you paid for in person once it ends."
)
QUESTIONS = (
    ("Do I have to pay to play?", FREE_TO_PLAY),
    ("How do I cancel?", CANCELING),
    ("Can I change my plan?", CHANGING),
    (
        "When do I get the member discount?",
        "When you save your seat while your membership is active. You’ll see it at checkout.",
    ),
    ("What if I can’t make an event I paid for?", UNREGISTERING),
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
    everyone_signs(" before the first fight."),
    "Eye protection is mandatory. We lend you goggles.",
    "Marshals check every weapon, shield and piece of armor.",
    "Everyone follows our Code of Conduct.",
)


def steps() -> rx.Component:
    items = (rx.el.li(rx.el.strong(title), rx.el.span(text)) for title, text in STEPS)
    return card(
        rx.el.h2("How to Participate"),
        rx.el.ol(*items, class_name="steps"),
        link_button("See the Events", routes.EVENTS, kind="row"),
        class_name="steps-card",
    )


def benefits() -> rx.Component:
    adds = (rx.el.div(rx.el.h3(one.adds), perks(one.perks)) for one in PAID_CARDS)
    return card(rx.el.h2("Member Benefits"), rx.el.div(*adds, class_name="adds"))


def perks(lines: Sequence[Child]) -> rx.Component:
    ticked = (rx.el.li(icon("check", size="sm"), rx.el.span(line)) for line in lines)
    return rx.el.ul(*ticked, class_name="perks")


def questions() -> rx.Component:
    asked = (details(question, rx.el.p(answer)) for question, answer in QUESTIONS)
    return rx.el.section(
        rx.el.h2("FAQ"), rx.el.div(*asked, class_name="questions"), class_name="faq"
    )


def safety() -> rx.Component:
    return card(
        rx.el.h2("Safety & Policies"), perks(SAFETY), text_link(RULES, routes.resources_in("rules"))
    )
