"""`/parents`: what parents ask before their teenager comes to a park day."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import BRING
from rookiebattle.payments.wording import NO_MEMBERSHIP_NEEDED
from rookiebattle.registrations.wording import FIRST_IS_FREE
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.document import READING_STYLES, own_sheet
from rookiebattle.ui.first_data import no_first_data
from rookiebattle.ui.footer import FIND_A_CHAPTER, FOR_PARENTS, FORMS, RULES, write_to_us
from rookiebattle.ui.page import page
from rookiebattle.ui.policies import PRIVACY, policy_link
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import answer, card, page_head
from rookiebattle.waivers.components import everyone_signs
from rookiebattle.waivers.wording import SIGN_NOW

AGES = (
    "Players must be at least 13, at every chapter and every event.",
    (
        "Younger brothers and sisters are welcome to come and watch with you, and to try a "
        "loaner sword off the field. Kids can’t have an account until they turn 13. If a younger "
        "child signs up, we delete the account."
    ),
)
SIGNING_UP = (
    (
        "Your teenager makes the account, with an email address and a game name, and says “13 to "
        "17.” We don’t ask for a real name, an address or a photo. Then register together for a "
        "park day near you."
    ),
    (
        "Two teenagers, or one without an email address? Log in yourself and add each of them "
        "under “Your People” on your dashboard. You register all of them in one step, and they "
        "can take over their accounts later."
    ),
    (
        "You sign the waiver for minors here, at home or on your phone, once your account is "
        "connected with theirs; on paper you sign it at the gate. Without it, a player under 18 "
        "can watch but not play."
    ),
)
WAIVER = (
    " before they play. For a player under 18, a parent or guardian signs the waiver for minors."
)
SAFETY = (
    (
        "Weapons are foam over a light core. Marshals check every weapon, shield and piece of "
        "armor before it comes onto the field, and anything that fails stays off it."
    ),
    "Eye protection is mandatory. We lend goggles, so you don’t have to buy anything first.",
    (
        "This is still a contact sport: bruises and turned ankles happen. Tell the Marshal "
        "about injuries, asthma or anything else that matters, and the Marshal stops play "
        "when someone is hurt."
    ),
)
PEOPLE = (
    (
        "Trained Marshals lead every event, and our Code of Conduct applies to everyone, on "
        "the field and off it."
    ),
    (
        "Each chapter’s page names its leaders. Ask them who will be there and how "
        "they are chosen. You can also ask an event’s organizer on its page."
    ),
)
WATCHING = (
    "Please do. Stay the whole time, and come along to every park day if you like. Bring a chair "
    "and some shade."
)
SHOWN = (
    (
        "Other members see a minor’s game name and nothing else: no real name, no photo, no "
        "bio. Minors are never listed under “Who’s Going.”"
    ),
    (
        "No one gets a member’s email address from us. Questions to organizers and their answers "
        "go through the club, and when an organizer is under 18, an adult of the club reads the "
        "questions, too."
    ),
)
COST = (
    f"{FIRST_IS_FREE} Many after it are free, too, and others cost $5–$10: each event page says "
    f"what it costs. {NO_MEMBERSHIP_NEEDED}"
)


@page(
    routes.PARENTS,
    title=FOR_PARENTS,
    description="Ages, waivers, safety, who is there, and what a first park day costs.",
    listed=True,
)
def parents() -> rx.Component:
    waiver = text_link(FORMS, routes.resources_in("forms"), icon="arrow-right")
    sign = text_link(SIGN_NOW, routes.SIGN, icon="arrow-right")
    rules = text_link(RULES, routes.resources_in("rules"), icon="arrow-right")
    leaders = text_link(FIND_A_CHAPTER, routes.CHAPTERS, icon="arrow-right")
    return page_frame(
        no_first_data(),
        own_sheet(READING_STYLES),
        page_head(FOR_PARENTS, "What to know before your teenager picks up a foam sword."),
        rx.el.div(
            answer("How old do players have to be?", AGES),
            answer("How do we sign up?", SIGNING_UP),
            answer("What do I have to sign?", (everyone_signs(WAIVER),), sign, waiver),
            answer("Is it safe?", SAFETY, rules),
            answer("Who is in charge?", PEOPLE, leaders),
            answer("Can I stay and watch?", (WATCHING,)),
            answer("What do others see of my child online?", SHOWN, policy_link(PRIVACY)),
            answer("What does it cost?", (COST,)),
            answer("What should we bring?", (BRING,)),
            class_name="answers",
        ),
        _next(),
        current=routes.PARENTS,
    )


def _next() -> rx.Component:
    """The next step, for whoever has read this far."""
    return card(
        rx.el.h2("Come and See a Park Day"),
        rx.el.p(
            "Pick one near you, come along, and ask us anything. Or write to us: ",
            write_to_us(class_name="link"),
        ),
        rx.el.div(
            link_button("Browse Events", routes.EVENTS, kind="primary"),
            link_button(FIND_A_CHAPTER, routes.CHAPTERS),
            class_name="flex flex-wrap gap-3",
        ),
        class_name="answers-end",
    )
