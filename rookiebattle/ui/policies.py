"""The privacy policy and the terms of use: the links to them, and the club's own text."""

from dataclasses import dataclass
from typing import Final

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.values.markdown import html_of_markdown
from rookiebattle.settings import WEB, get_settings
from rookiebattle.ui.typed import Child

WHO_RUNS_IT, IS_IT_ADVICE = "Who runs this site?", "Is this legal advice?"
NO_ADVICE = (
    "No. This text came with the site’s software and says what the software does. The club may "
    "replace it with its own."
)


@dataclass(frozen=True, slots=True)
class Policy:
    """A page with rules for both sides. `setting` holds the club's own address or file."""

    title: str
    path: str
    setting: str

    @property
    def address(self) -> str:
        """The address of the club's own text, where that is elsewhere on the web."""
        value = str(getattr(get_settings(), self.setting))
        return value if value.startswith(WEB) else ""


PRIVACY: Final = Policy("Privacy", routes.PRIVACY, "org_privacy")
TERMS: Final = Policy("Terms of Use", routes.TERMS, "org_terms")
POLICIES: Final = (PRIVACY, TERMS)


def policy_link(policy: Policy, *, class_name: str = "link") -> rx.Component:
    """A link to the club's own address, which opens beside the page, or to our page."""
    beside = {"target": "_blank", "rel": "noopener noreferrer"} if policy.address else {}
    href = policy.address or policy.path
    return rx.el.a(policy.title, href=href, class_name=class_name, **beside)


def own_text(policy: Policy) -> Child | None:
    """The club's own text in the place of ours; None without a file of theirs."""
    text = get_settings().own_texts.get(policy.setting)
    if text is None:
        return None
    return rx.html(html_of_markdown(text), class_name="own-text")


def elsewhere(policy: Policy) -> Child:
    """The line above a page of ours whose text the club has elsewhere."""
    if not policy.address:
        return rx.fragment()
    return rx.el.p(
        f"{get_settings().org_name} has a text of its own: ",
        policy_link(policy),
        ". This page says what the software of the site does.",
        class_name="lead",
    )


def contact() -> rx.Component:
    """The club that runs the site: its name, postal address and email address."""
    settings = get_settings()
    email = settings.org_contact_email
    lines = (settings.org_name, *filter(None, settings.org_address.split(", ", 1)))
    return rx.el.address(
        *(rx.el.span(line, class_name="block") for line in lines),
        rx.el.a(email, href=f"mailto:{email}", class_name="link"),
    )
