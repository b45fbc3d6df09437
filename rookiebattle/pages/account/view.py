"""Turns a member's own record into the views of the page Your account. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookiebattle.accounts.models import AgeBand
from rookiebattle.accounts.schemas import MailPreferences
from rookiebattle.accounts.wording import AGES
from rookiebattle.events.policy import MOST_HANDED_OVER
from rookiebattle.events.wording import ORGANIZER_LEAVES, SURPLUS_REMOVED
from rookiebattle.pages.account.read import AccountShown

REMOVED = (
    "Your name, email, bio, picture and game name are removed at once and can’t be brought back."
)
SEATS_GIVEN_UP = (
    "You’ll give up your seats at upcoming events. Payments aren’t refunded automatically."
)
PLAN_ENDS = "A membership that renews ends, and your card isn’t charged again."
BOOKS_STAY = "The club’s books keep your payments, without your name."
PAST_STAYS = "Past events will list you as “Former member.”"
LOGGED_OUT = "Every browser is logged out. You can come back anytime with a new account."


@dataclass(frozen=True)
class AccountView:
    """The data kept about the member, in short, and what deleting the account means for them."""

    game_name: str = ""
    email: str = ""
    age: str = ""
    is_minor: bool = False
    shows_attendance: bool = False
    shows_profile: bool = False
    is_last_admin: bool = False
    browsers: str = ""
    consequences: Sequence[str] = ()


@dataclass(frozen=True)
class LettersView:
    """The kinds of letters that are sent; none for a visitor."""

    events: bool = False
    reminders: bool = False
    notices: bool = False


def account_view(shown: AccountShown) -> AccountView:
    account = shown.account
    return AccountView(
        game_name=account.game_name,
        email=account.email,
        age=AGES.get(account.age_band, ""),
        is_minor=account.age_band == AgeBand.MINOR,
        shows_attendance=not account.hides_attendance,
        shows_profile=account.shows_profile,
        is_last_admin=account.is_last_admin,
        browsers="1 browser" if account.sessions == 1 else f"{account.sessions} browsers",
        consequences=consequences_of(shown),
    )


def consequences_of(shown: AccountShown) -> list[str]:
    """The effects of deleting the account that apply to this member."""
    ties = shown.ties
    effects = (
        (REMOVED, True),
        (SEATS_GIVEN_UP, ties.seats_ahead > 0),
        (PLAN_ENDS, shown.is_renewed),
        (BOOKS_STAY, shown.has_paid),
        (ORGANIZER_LEAVES, ties.runs > 0),
        (SURPLUS_REMOVED, ties.runs > MOST_HANDED_OVER),
        (PAST_STAYS, ties.seats_behind > 0),
        (LOGGED_OUT, True),
    )
    return [words for words, applies in effects if applies]


def letters_view(wanted: MailPreferences) -> LettersView:
    return LettersView(wanted.mail_events, wanted.mail_reminders, wanted.mail_notices)
