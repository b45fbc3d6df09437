"""`/goodbye` and `/too-young`: the pages that a browser sees after its account was erased."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.accounts.wording import TOO_YOUNG
from rookiebattle.core.doors.plain_page import TO_START
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.feedback import ForgetForm
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.surfaces import notice

GONE = (
    "Your name, your email and everything you wrote about yourself are gone, and you’ve given up "
    "your seats. You can come back anytime with a new account."
)


@page(routes.GOODBYE, title="Goodbye")
def goodbye() -> rx.Component:
    return _ended("Your account is deleted", GONE)


@page(routes.TOO_YOUNG, title="See you later")
def too_young() -> rx.Component:
    return _ended("See you in a while", TOO_YOUNG)


def _ended(title: str, text: str) -> rx.Component:
    start = link_button(TO_START, routes.HOME, kind="primary")
    return page_frame(ForgetForm.create(), notice("sun", title, text, start))
