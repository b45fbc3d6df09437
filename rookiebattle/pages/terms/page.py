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
    "These terms are about the site. On the field, the club’s rules, its Code of Conduct and the "
    "waiver you sign apply."
)
ACCOUNT = (
    (
        "You need to be at least 13, and to tell us truthfully whether you’re an adult. An account "
        "is for one person: keep your login to yourself, and don’t use a name that passes for "
        "someone else’s."
    ),
    "You can delete your account anytime, on the page Your Account.",
)
WRITING = (
    (
        "Write only what’s true and yours to share, and be kind: about an event, to an organizer, "
        "about yourself. Upload pictures only of people who agreed to it."
    ),
    "Administrators can change or remove anything that doesn’t fit, and the log shows it.",
)
SEATS = (
    (
        "When you register, you have a seat. You can unregister yourself until "
        f"{notice_words()} before the start; after that, tell the organizer."
    ),
    (
        f"While you pay by card, we hold your seat for {HELD}. If an event’s time or place "
        "changes, or it’s canceled, we’ll email you."
    ),
)
MONEY = (
    (
        "You’ll see what something costs before you pay, and we charge the price you saw. You get "
        "a receipt for each payment."
    ),
    (
        "If an event is canceled, you’re refunded: to your card, or in person. If you can’t make "
        "it yourself, you get a full refund where the event page promises one. If not, ask the "
        "organizer, who may refund your seat."
    ),
    (
        f"The paid plans, {PLANS}, renew automatically until you cancel them on the page "
        "Membership. You’ll keep your benefits until the time you paid for is up. Donations are "
        "gifts."
    ),
)
SITE = (
    "The club looks after the site as well as it can, but can’t promise that it always works. If "
    "something goes wrong, write to us."
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
        answer("Are these the rules of the game?", (FIELD,), rules, waiver),
        answer("Who can have an account?", ACCOUNT),
        answer("What can I write?", WRITING),
        answer("What does a seat mean?", SEATS),
        answer("What about money?", MONEY),
        answer("Does the site always work?", (SITE,)),
        answer(WHO_RUNS_IT, (), contact(), policy_link(PRIVACY)),
        answer(IS_IT_ADVICE, (NO_ADVICE,)),
        class_name="answers",
    )
