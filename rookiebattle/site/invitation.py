"""What a visitor sees first: the invitation, and what to know before the first park day."""

import reflex as rx

from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.marks import icon
from rookiebattle.ui.routes import exists
from rookiebattle.ui.surfaces import hero, section

FACTS = (
    (
        "ticket",
        "Your first park day is free",
        "Borrow a sword, learn three rules, play the same day. No paywall to play.",
    ),
    (
        "book",
        "Sign the waiver, guard your eyes",
        "Ages 13 and up. A waiver and eye protection are required; we lend the goggles.",
    ),
    (
        "users",
        "Led by trained Marshals",
        "Every weapon, shield and armor passes a safety check, and our Code of Conduct applies.",
    ),
)


def invitation() -> rx.Component:
    """The hero with its picture."""
    text = (
        "Full-contact foam-weapon combat with Japanese roots, played in the parks of the "
        f"{get_settings().org_region}. Come as you are: the first sword is on us."
    )
    return hero(rx.fragment("Foam blades,", rx.el.br(), "real honor."), text, *_actions())


def promise() -> rx.Component:
    """What to know before the first park day."""
    settings = get_settings()
    words = rx.el.div(
        rx.el.h2("Start this weekend"),
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
    return section(rx.el.div(words, facts, class_name="promise"), pattern=True)


def _actions() -> list[rx.Component]:
    actions = [link_button("Try a Park Day Free", "/events", kind="primary", size="lg")]
    if exists("/membership"):
        actions.append(link_button("Support the Game – $20/yr", "/membership", size="lg"))
    return actions


def _figure(what: str, where: str) -> rx.Component:
    return rx.el.div(rx.el.strong(what), rx.el.span(where))


def _fact(symbol: str, title: str, text: str) -> rx.Component:
    return rx.el.li(icon(symbol, size="lg"), rx.el.div(rx.el.strong(title), rx.el.p(text)))
