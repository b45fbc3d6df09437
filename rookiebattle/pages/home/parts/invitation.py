"""The upper part of the landing page: the invitation, the club, and facts for a first day."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.marks import icon
from rookiebattle.ui.page import exists
from rookiebattle.ui.surfaces import badge, hero, section

FACTS = (
    (
        "ticket",
        "Your first park day is free",
        "Borrow a sword, learn three rules, play the same day.",
    ),
    (
        "book",
        "Sign the waiver, guard your eyes",
        "Waivers are required, eye protection is mandatory: we lend the goggles. Minimum age 13.",
    ),
    (
        "users",
        "Led by trained Marshals",
        "Weapons, shields and armor must pass a safety check; our Code of Conduct applies.",
    ),
    (
        "check",
        "Garb when you are ready",
        "Encouraged for practice, required for formal events only.",
    ),
)


def invitation() -> rx.Component:
    """The hero with its picture and buttons."""
    text = (
        "Full-contact foam-weapon combat with Japanese roots, played in the parks of the "
        f"{get_settings().org_region}. Come as you are: the first sword is on us."
    )
    return hero(rx.fragment("Foam blades,", rx.el.br(), "real honor."), text, *_actions())


def about() -> rx.Component:
    """The club in two sentences, and what to know before the first park day."""
    settings = get_settings()
    words = rx.el.div(
        rx.el.p(badge("No paywall to play", tone="success")),
        rx.el.h2("A martial art you can start this weekend"),
        rx.el.p(
            "We are neighbors who meet in parks to spar with foam swords, shields and spears. "
            "You bring water and closed shoes; somebody patient will show you the rest."
        ),
        rx.el.div(
            _figure(f"Founded {settings.org_founded}", f"in the {settings.org_region}"),
            _figure(settings.org_members_text, "and room for one more"),
            class_name="promise-figures",
        ),
        class_name="promise-words",
    )
    facts = rx.el.ul(*(_fact(*fact) for fact in FACTS), class_name="promise-facts")
    return section(rx.el.div(words, facts, class_name="promise"), pattern=True, id="about")


def _actions() -> list[rx.Component]:
    actions = [link_button("Try a Park Day Free", routes.EVENTS, kind="primary", size="lg")]
    if exists(routes.MEMBERSHIP):
        actions.append(link_button("Support the Game – $20/yr", routes.MEMBERSHIP, size="lg"))
    return actions


def _figure(what: str, where: str) -> rx.Component:
    return rx.el.div(rx.el.strong(what), rx.el.span(where))


def _fact(symbol: str, title: str, text: str) -> rx.Component:
    return rx.el.li(icon(symbol, size="lg"), rx.el.div(rx.el.strong(title), rx.el.p(text)))
