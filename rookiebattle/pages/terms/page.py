"""`/terms`: what members may expect of the site, and the site of them."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import notice_words
from rookiebattle.pages.terms.view import HELD, PLANS
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.document import READING_STYLES, own_sheet
from rookiebattle.ui.first_data import no_first_data
from rookiebattle.ui.footer import FORMS, RULES
from rookiebattle.ui.page import page
from rookiebattle.ui.policies import (
    IS_IT_ADVICE,
    NO_ADVICE,
    PRIVACY,
    TERMS,
    WHO_RUNS_IT,
    contact,
    elsewhere,
    own_text,
    policy_link,
)
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import answer, page_head
from rookiebattle.ui.typed import Child

FIELD = (
    (
        "These terms are about the site. On the field the club’s rules, its Code of Conduct and "
        "the waiver that you sign hold."
    ),
)
ACCOUNT = (
    (
        "You have to be at least 13, and to say truthfully whether you are an adult. An account is "
        "for one person: keep your login to yourself, and take no name that passes for someone "
        "else."
    ),
    "You can delete your account whenever you like, on the page Your Account.",
)
WRITING = (
    (
        "Write what is true and what you may pass on, and be kind: about an event, to an "
        "organizer, about yourself. Upload pictures only of people who agreed."
    ),
    "Administrators may change or remove what does not fit, and the log notes that they did.",
)
SEATS = (
    (
        "When you register, you have a seat. You can give it back yourself until "
        f"{notice_words()} before the start; after that, tell the organizer."
    ),
    (
        f"A seat that is paid by card is kept for you for {HELD} while you pay. If an event "
        "changes its time or place, or is canceled, we email you."
    ),
)
MONEY = (
    (
        "You see what something costs before you pay, and the price that you saw is what is "
        "charged. You get a receipt for each payment."
    ),
    (
        "When an event is canceled, its money goes back: to the card that paid, or by hand. If you "
        "cannot come yourself, ask the organizer, who may refund your seat."
    ),
    (
        f"The paid plans, {PLANS}, renew by themselves until you cancel them on the page "
        "Membership. You keep what you paid for until the end of its time. Gifts are gifts."
    ),
)
SITE = (
    (
        "The club looks after the site as well as it can, and does not promise that it always "
        "works. If something goes wrong, write to us."
    ),
)


@page(
    routes.TERMS,
    title=TERMS.title,
    description="What you may expect of this site, and what the club expects of you.",
    listed=True,
)
def terms() -> rx.Component:
    return page_frame(
        no_first_data(),
        own_sheet(READING_STYLES),
        page_head(TERMS.title, "What you may expect of this site, and what we expect of you."),
        elsewhere(TERMS),
        own_text(TERMS) or _ours(),
        current=routes.TERMS,
    )


def _ours() -> Child:
    rules = text_link(RULES, routes.resources_in("rules"), icon="arrow-right")
    waiver = text_link(FORMS, routes.resources_in("forms"), icon="arrow-right")
    return rx.el.div(
        answer("Are these the rules of the game?", FIELD, rules, waiver),
        answer("Who may have an account?", ACCOUNT),
        answer("What may I write?", WRITING),
        answer("What does a seat mean?", SEATS),
        answer("What about money?", MONEY),
        answer("Does the site always work?", SITE),
        answer(WHO_RUNS_IT, (), contact(), policy_link(PRIVACY)),
        answer(IS_IT_ADVICE, (NO_ADVICE,)),
        class_name="answers",
    )
