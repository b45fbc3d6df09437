"""`/privacy`: what the site stores about people, who sees it, and for how long."""

from collections.abc import Iterable

import reflex as rx

from rookiebattle import routes
from rookiebattle.pages.privacy.view import LOGGED_IN, Stored, about_members, about_the_club
from rookiebattle.ui.document import READING_STYLES, own_sheet
from rookiebattle.ui.first_data import no_first_data
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

WHO = ("This club runs the site and answers for what is stored. Write to it about anything here:",)
NEEDED = (
    (
        "To look around, nothing. For an account: an email address, which comes from the service "
        "with which you log in, a game name, and whether you are an adult or 13 to 17. We ask for "
        "no birthday, no postal address and no phone number."
    ),
    "A real name, a picture, a bio and a chapter are yours to give or to leave out.",
)
MINORS = (
    (
        "Children under 13 get no account. If someone says so at the welcome, the account is "
        "deleted at once and nothing about the child stays."
    ),
    (
        "Of a player of 13 to 17, other members see the game name and nothing else, whatever the "
        "player enters, and nobody finds the player under “Who’s Going.” The organizer of an event "
        "sees the game name of everyone with a seat, to check them in."
    ),
    "Parents may ask us what is stored about their child, and to delete it. Write to us.",
)
SERVICES = (
    (
        "The service with which you log in knows that you log in here. It tells us your email "
        "address, and your name and picture if it has them."
    ),
    (
        "Payments by card go to Stripe. The number of your card goes from your browser to Stripe "
        "and never reaches this site. Stripe’s script is loaded at the checkout alone."
    ),
    (
        "Emails go out through the club’s mail server, and pictures, videos and backups may lie at "
        "a provider of storage. The club chooses both, so ask us which ones."
    ),
    (
        "The gallery shows still pictures of YouTube’s videos, and your profile the picture of "
        "your login’s service. Your browser loads them there, so these services see its network "
        "address. Links to maps and calendars reach others only when you press them."
    ),
    "Nothing is sold, there is no advertising, and no service follows what you do.",
)
BROWSER = (
    (
        f"One cookie keeps you logged in, for {LOGGED_IN} at most. Two others are there for some "
        "minutes: when you log in, and when your login has ended. All are needed, and there is no "
        "other cookie of ours."
    ),
    (
        "The browser keeps what you were typing until you close the tab, whether you like the page "
        "light or dark, and the next events for which you have a seat, so that you find them "
        "without a network. Logging out takes the events away."
    ),
)
LOGS = (
    (
        "The log of the site names requests, without your name, email address or cookie. "
        "The web server before it may note network addresses for some time, to fend off attacks."
    ),
    (
        "Backups hold everything as it was on their day. What you delete stays in older backups "
        "until the club deletes these. Ask us how long that is."
    ),
)
RIGHTS = (
    (
        "On the page Your Account, “Download My Data” gives you a file with everything that is "
        "stored about you and that you may see. “Delete My Account” deletes it: your name, your "
        "email address and everything you wrote about yourself, at once. What stays is listed "
        "below, under a number that leads to nobody."
    ),
    (
        "There you also choose what members see of you, and which emails you get. Each of these "
        "emails has a link that ends them. Without an account, or if something is wrong, write to "
        "us."
    ),
)

FROM_THE_PROGRAM = (
    "The program makes this list of what it stores, so nothing is left out: each part, how long it "
    "stays, and who sees which of its fields. Administrators see what members and you see."
)


@page(
    routes.PRIVACY,
    title=PRIVACY.title,
    description="What this site stores about you, who sees it, for how long, and how to delete it.",
    listed=True,
)
def privacy() -> rx.Component:
    return page_frame(
        no_first_data(),
        own_sheet(READING_STYLES),
        page_head(PRIVACY.title, "What is stored about you, who sees it, and how to delete it."),
        elsewhere(PRIVACY),
        own_text(PRIVACY) or _ours(),
        rx.el.h2("Stored About Members", class_name="stored-head"),
        rx.el.p(FROM_THE_PROGRAM, class_name="stored-intro"),
        _list(about_members()),
        rx.el.h2("Stored About the Club", class_name="stored-head"),
        _list(about_the_club()),
        current=routes.PRIVACY,
    )


def _ours() -> Child:
    return rx.el.div(
        answer(WHO_RUNS_IT, WHO, contact()),
        answer("What do I have to tell you?", NEEDED),
        answer("What about children and teenagers?", MINORS),
        answer("How do I get my data, or delete it?", RIGHTS),
        answer("Who else gets to know something?", SERVICES),
        answer("What does my browser keep?", BROWSER),
        answer("What about logs and backups?", LOGS),
        answer(IS_IT_ADVICE, (NO_ADVICE,), policy_link(TERMS)),
        class_name="answers",
    )


def _list(found: Iterable[Stored]) -> rx.Component:
    return rx.el.div(*(_entry(one) for one in found), class_name="answers")


def _entry(one: Stored) -> rx.Component:
    return rx.el.section(
        rx.el.h3(one.title),
        rx.el.p(one.about),
        rx.el.p(rx.el.strong(one.kept)),
        *(rx.el.p(f"{words}: {columns}.", class_name="stored-seen") for words, columns in one.seen),
        class_name="answer",
    )
