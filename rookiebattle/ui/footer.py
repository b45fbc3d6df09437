"""The footer of every page. A link is shown only when its page exists in this build."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.settings import get_settings
from rookiebattle.ui.marks import crest
from rookiebattle.ui.page import exists
from rookiebattle.ui.policies import POLICIES, policy_link

COPYRIGHT_YEAR = 2024
PAGE_END = "page-end"
"""The id of the footer; a browser paints most pages only once it has come so far."""
FIND_A_CHAPTER = "Find a Chapter"
FOR_PARENTS, BRINGING_A_TEEN = "For Parents", "Bringing a teen? Read this first"
QUICK_LINKS = (
    (FIND_A_CHAPTER, routes.CHAPTERS),
    ("Resources", routes.RESOURCES),
    ("Events", routes.EVENTS),
    ("Membership", routes.MEMBERSHIP),
)
RULES, FORMS = "Rules & Guidelines", "Forms & Waivers"
RESOURCE_LINKS = (
    (RULES, routes.resources_in("rules")),
    ("Training Materials", routes.resources_in("training")),
    (FORMS, routes.resources_in("forms")),
)


def site_footer() -> rx.Component:
    settings = get_settings()
    return rx.el.footer(
        rx.el.div(
            rx.el.div(
                _about(),
                _links("Quick Links", QUICK_LINKS),
                _links("Resources", RESOURCE_LINKS),
                _contact(),
                class_name="footer-grid",
            ),
            rx.el.div(
                rx.el.span(f"© {COPYRIGHT_YEAR} {settings.org_name}"),
                rx.el.nav(
                    *(policy_link(one, class_name="") for one in POLICIES if exists(one.path)),
                    aria_label="Privacy and Terms",
                ),
                rx.el.span("Play hard, play safe, help them up."),
                class_name="footer-end",
            ),
            class_name="column",
        ),
        custom_attrs={"id": PAGE_END},
        class_name="site-footer",
    )


def _about() -> rx.Component:
    parents = rx.el.a(FOR_PARENTS, href=routes.PARENTS)
    return rx.el.div(
        crest(),
        rx.el.p(
            "A foam-weapon martial community with Japanese roots and Florida light. "
            "Beginners are welcome at every park day."
        ),
        *([parents] if exists(routes.PARENTS) else []),
    )


def _links(title: str, links: Sequence[tuple[str, str]]) -> rx.Component:
    shown = [(label, href) for label, href in links if exists(href)]
    if not shown:
        return rx.fragment()
    items = (rx.el.li(rx.el.a(label, href=href)) for label, href in shown)
    return rx.el.nav(rx.el.h2(title), rx.el.ul(*items), aria_label=title)


def _contact() -> rx.Component:
    settings = get_settings()
    lines = (settings.org_region, *settings.org_address.split(", ", 1))
    rows = (rx.el.span(line, class_name="block") for line in lines)
    return rx.el.div(rx.el.h2("Contact"), rx.el.address(*rows), write_to_us())


def write_to_us(**props: Any) -> rx.Component:
    """The club's email address, for whoever wants to talk to somebody."""
    email = get_settings().org_contact_email
    return rx.el.a(email, href=f"mailto:{email}", **props)
