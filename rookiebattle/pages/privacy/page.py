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

WHO = ("This club runs the site and is responsible for its data. Write to it about anything here:",)
NEEDED = (
    (
        "To look around, nothing. For an account: an email address, which comes from the service "
        "you log in with, a game name, and whether you’re an adult or 13 to 17. We don’t ask for a "
        "birthday, a mailing address or a phone number."
    ),
    "A real name, a picture, a bio and a chapter are up to you.",
)
MINORS = (
    (
        "Children under 13 can’t have an account. If someone tells us so at the welcome, we delete "
        "the account at once and keep nothing about the child."
    ),
    (
        "Other members see only the game name of a player who is 13 to 17, whatever the player "
        "enters, and no one finds the player under “Who’s Going.” The organizer of an event sees "
        "the game name of everyone with a seat, to check them in."
    ),
    "Parents can ask us what we store about their child, and to delete it. Write to us.",
)
SERVICES = (
    (
        "The service you log in with knows that you log in here. It tells us your email address, "
        "and your name and picture if it has them."
    ),
    (
        "Card payments go to Stripe. Your card number goes from your browser to Stripe and never "
        "reaches this site. Stripe’s script is loaded only at checkout."
    ),
    (
        "Emails go out through the club’s mail server, and pictures, videos and backups may be "
        "kept by a storage provider. The club chooses both, so ask us which ones."
    ),
    (
        "The gallery shows still pictures of YouTube’s videos, and your profile the picture of "
        "your login’s service. Your browser loads them there, so these services see its network "
        "address. Links to maps and calendars reach others only when you press them."
    ),
    "We don’t sell anything about you, there’s no advertising, and no service tracks what you do.",
)
BROWSER = (
    (
        f"One cookie keeps you logged in, for {LOGGED_IN} at most. Two others last a few minutes: "
        "when you log in, and when your login has ended. All are needed, and we set no others."
    ),
    (
        "Your browser keeps what you were typing until you close the tab, whether you like the "
        "page light or dark, the city you chose last, and the next events you have a seat for or "
        "run, so you can find them offline. For an event you run, that includes who has a seat, "
        "once check-in is open. Logging out removes the events and seats."
    ),
)
LOGS = (
    (
        "The log of the site names requests, without your name, email address or cookie. "
        "The web server before it may note network addresses for some time, to fend off attacks."
    ),
    (
        "Backups keep everything as it was that day. Anything you delete stays in older backups "
        "until the club deletes them. Ask us how long that is."
    ),
)
RIGHTS = (
    (
        "On the page Your Account, “Download My Data” gives you a file with everything that is "
        "stored about you and that you may see. “Delete My Account” deletes it: your name, your "
        "email address and everything you wrote about yourself, at once. The list below says what "
        "stays, under a number that can’t be traced to you."
    ),
    (
        "You can also choose there what members see of you, and which emails you get. Each of "
        "these emails has an unsubscribe link. If you don’t have an account, or something is "
        "wrong, write to us."
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
        answer("Who else gets my data?", SERVICES),
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
