"""The upper part of the landing page: the invitation, the club, and facts for a first day."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.events.wording import FREE
from rookiebattle.pages.home.state import ParkDaysState
from rookiebattle.payments.wording import NO_PAYWALL
from rookiebattle.registrations.wording import FIRST_FREE
from rookiebattle.settings import COUNT, get_settings
from rookiebattle.ui.buttons import link_button, text_link
from rookiebattle.ui.footer import BRINGING_A_TEEN
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge, hero, section
from rookiebattle.ui.typed import Text, page_vars
from rookiebattle.waivers.components import everyone_signs

ParkDays = page_vars(ParkDaysState)

AGES_AND_WAIVERS = "Ages 13+"
FACTS = (
    (
        "ticket",
        FIRST_FREE,
        (
            f"Pick one marked “{FREE},” borrow a sword, learn three rules and play that day. "
            "Later ones are free, too, or cost $5–$10."
        ),
    ),
    (
        "book",
        AGES_AND_WAIVERS,
        everyone_signs(
            " (a parent signs for minors) and wears eye protection. We’ll lend you goggles."
        ),
    ),
    (
        "users",
        "Led by trained Marshals",
        "They check every weapon, shield and piece of armor. Everyone follows our Code of Conduct.",
    ),
    (
        "check",
        "Garb when you’re ready",
        "Encouraged for practice, required only for formal events.",
    ),
)


def invitation() -> rx.Component:
    text = (
        f"Foam-sword combat with Japanese roots, in the parks of the {get_settings().org_region}. "
        "Bring water; we bring the swords."
    )
    title = rx.fragment("Fight with honor.", rx.el.br(), "Laugh when you fall.")
    parents = text_link(BRINGING_A_TEEN, routes.PARENTS, icon="arrow-right")
    day = link_button("Try a Park Day Free", ParkDays.shown.tryable, kind="primary", size="lg")
    support = link_button("Support the Game – $20/yr", routes.MEMBERSHIP, size="lg")
    return hero(title, text, day, support, parents)


def about() -> rx.Component:
    settings = get_settings()
    words = rx.el.div(
        rx.el.p(badge(NO_PAYWALL, tone="success")),
        rx.el.h2("A Martial Art You Can Start This Weekend"),
        rx.el.p(
            "We are neighbors who meet in parks to spar with foam swords, shields and spears. "
            "Wear closed shoes; someone patient will show you the rest."
        ),
        rx.el.div(
            _figure(f"Founded {settings.org_founded}", f"in the {settings.org_region}"),
            _members(settings.org_members_text),
            class_name="promise-figures",
        ),
        class_name="promise-words",
    )
    lines = (
        rx.el.li(icon(symbol, size="lg"), rx.el.div(rx.el.strong(title), rx.el.p(text)))
        for symbol, title, text in FACTS
    )
    facts = rx.el.ul(*lines, class_name="promise-facts")
    return section(rx.el.div(words, facts, class_name="promise"), pattern=True, id="about")


def _members(text: str) -> rx.Component:
    """The club's own words, or the number of people who came in the last year."""
    is_counted = text == COUNT
    return _figure(ParkDays.shown.members if is_counted else text, "and room for one more")


def _figure(what: Text, where: str) -> rx.Component:
    return rx.el.div(rx.el.strong(what), rx.el.span(where))
