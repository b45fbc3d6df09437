"""`/account`: the data kept about a member, who sees it, and how to delete the account."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.accounts.policy import LAST_ADMIN
from rookiebattle.accounts.wording import LOG_OUT_EVERYWHERE
from rookiebattle.members.components.profile import (
    edit_profile_button,
    leave_profile_behind,
    profile_form,
)
from rookiebattle.pages.account.parts import family_section
from rookiebattle.pages.account.state import (
    AccountState,
    FamilyState,
    MailState,
    load_account,
    load_family,
    load_letters,
)
from rookiebattle.ui.buttons import button, link_button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.document import ACCOUNT_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton_rows
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.forms import api_form, field, switch, text_input
from rookiebattle.ui.page import page
from rookiebattle.ui.policies import PRIVACY, policy_link
from rookiebattle.ui.shell import TO_DASHBOARD, access_denied, for_members, page_frame
from rookiebattle.ui.surfaces import card, page_head
from rookiebattle.ui.typed import Child, call, page_vars

State = page_vars(AccountState)
SHOWN = State.shown
NO_ADDRESS = (
    "The service you log in with hasn’t confirmed an email address, so we can’t send you "
    "tickets, receipts or changes. Confirm your address there and log in again, or ask an "
    "administrator to enter it here."
)
NEWS = "News from the club and my chapter"
IMPORTANT = "What your dashboard shows, when it’s important enough for an email."
Mail = page_vars(MailState)
LETTERS = Mail.shown


@page(
    routes.ACCOUNT,
    title="Your Account",
    first_data=[
        offer(AccountState, load_account),
        offer(MailState, load_letters),
        offer(FamilyState, load_family),
    ],
    on_load=[leave_profile_behind, AccountState.show, MailState.show, FamilyState.show],
)
def account() -> rx.Component:
    return page_frame(
        own_sheet(ACCOUNT_STYLES),
        first_data(settled=State.loaded),
        for_members(access_denied("Please log in to see your account."), _mine()),
    )


def _mine() -> rx.Component:
    letters = rx.cond(SHOWN.email != "", letters_section(), rx.el.p(NO_ADDRESS))
    sections = rx.fragment(
        *(_facts(), family_section(), _section("Email Notifications", letters), _privacy()),
        *(_browsers(), _data(), _leaving()),
    )
    return rx.el.div(
        page_head(
            "Your Account", "Your data and who can see it.", link_button(TO_DASHBOARD, routes.HOME)
        ),
        rx.cond(State.loaded, sections, skeleton_rows(4, height="168px")),
        _question(),
        profile_form(refresh=State.show),
        class_name="narrow account",
    )


def _section(title: str, *children: Child) -> rx.Component:
    return card(rx.el.h2(title), *children)


def _facts() -> rx.Component:
    turned_18 = rx.el.small("Turned 18? Ask an administrator to update it.")
    return _section(
        "You",
        rx.el.dl(
            _fact("Game Name", rx.cond(SHOWN.game_name != "", SHOWN.game_name, "Not chosen yet")),
            _fact("Email", rx.cond(SHOWN.email != "", SHOWN.email, "None")),
            _fact(
                "Age",
                rx.cond(SHOWN.age != "", SHOWN.age, "Not set yet"),
                rx.cond(SHOWN.is_minor, turned_18),
            ),
            class_name="account-facts",
        ),
        edit_profile_button(),
    )


def _fact(label: str, *value: Child) -> rx.Component:
    return rx.el.div(rx.el.dt(label), rx.el.dd(*value))


def _privacy() -> rx.Component:
    profile = switch(
        "profile",
        "Show my real name, bio, plan and beads to members",
        hint="In your chapter’s list. Otherwise they see only your game name.",
        checked=SHOWN.shows_profile,
        on_change=State.set_profile,
    )
    seen = switch(
        "attendance",
        "Show my game name under “Who’s Going”",
        hint="On event pages, to other members only.",
        checked=SHOWN.shows_attendance,
        on_change=State.set_attendance,
    )
    hidden = rx.el.p(
        "Members under 18 are never listed under “Who’s Going.” In your chapter’s list others see "
        "only your game name."
    )
    return _section("Privacy", rx.cond(SHOWN.is_minor, hidden, rx.fragment(profile, seen)))


def _browsers() -> rx.Component:
    return _section(
        "Active Sessions",
        rx.el.p("You’re logged in on ", SHOWN.browsers, "."),
        api_form(
            method="POST",
            path=routes.LOGOUT_EVERYWHERE,
            label=LOG_OUT_EVERYWHERE,
            pending_label="Logging out …",
            kind="outline",
        ),
    )


def _data() -> rx.Component:
    return _section(
        "Your Data",
        rx.el.p(
            "A file (JSON) with everything we keep about you: your profile, your registrations, "
            "your events and your activity log. What it means, and how long we keep it: ",
            policy_link(PRIVACY),
            ".",
        ),
        link_button(
            "Download My Data", routes.OWN_DATA, icon="download", reload=True, download=True
        ),
    )


def _leaving() -> rx.Component:
    last = rx.el.p(LAST_ADMIN)
    ask = rx.fragment(
        rx.el.p("Deleting your account can’t be undone."),
        button("Delete My Account", kind="danger", on_click=State.ask_to_leave),
    )
    return _section("Delete Account", rx.cond(SHOWN.is_last_admin, last, ask))


def _question() -> rx.Component:
    hint = rx.cond(
        SHOWN.game_name != "", "Your game name is " + SHOWN.game_name, "In capital letters"
    )
    return dialog(
        rx.el.ul(
            rx.foreach(SHOWN.consequences, lambda text: rx.el.li(text, key=text)),
            class_name="plain-list",
        ),
        api_form(
            field(
                "Type your game name or the word DELETE",
                text_input(
                    "confirmation", auto_complete="off", custom_attrs={"data-autofocus": ""}
                ),
                hint=hint,
            ),
            method="DELETE",
            path=routes.OWN_ACCOUNT,
            label="Delete My Account",
            pending_label="Deleting …",
            on_cancel=State.stay,
            class_name="mt-6",
        ),
        title="Delete your account?",
        open=State.is_leaving,
        on_close=State.stay,
        alert=True,
    )


def letters_section() -> rx.Component:
    """A switch for each kind of letter that can be turned off, and a line about the others."""

    def kind(name: str, label: str, hint: str) -> rx.Component:
        choose, is_on = call(Mail.set_mailing, name), getattr(LETTERS, name)
        return switch(name, label, hint=hint, checked=is_on, on_change=choose)

    return rx.fragment(
        kind("events", "Emails about my events", "When you register, and when a seat opens."),
        kind("reminders", "Reminders", "The day before an event you’re going to."),
        kind("notices", NEWS, IMPORTANT),
        rx.el.p(
            "We’ll always email you about your account, and when an event of yours is canceled or "
            "moved."
        ),
    )
