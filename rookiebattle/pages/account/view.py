"""Turns a member's own record into the views of the page Your account. Pure."""

from dataclasses import dataclass

from rookiebattle.accounts.models import AgeBand
from rookiebattle.accounts.schemas import MailPreferences, OwnAccount
from rookiebattle.accounts.wording import AGES


@dataclass(frozen=True)
class AccountView:
    """The data kept about the member, in short."""

    game_name: str = ""
    email: str = ""
    age: str = ""
    is_minor: bool = False
    shows_attendance: bool = False
    shows_profile: bool = False
    is_last_admin: bool = False
    browsers: str = ""


@dataclass(frozen=True)
class LettersView:
    """The kinds of letters that are sent; none for a visitor."""

    events: bool = False
    reminders: bool = False
    notices: bool = False


def account_view(account: OwnAccount) -> AccountView:
    return AccountView(
        game_name=account.game_name,
        email=account.email,
        age=AGES.get(account.age_band, ""),
        is_minor=account.age_band == AgeBand.MINOR,
        shows_attendance=not account.hides_attendance,
        shows_profile=account.shows_profile,
        is_last_admin=account.is_last_admin,
        browsers="1 browser" if account.sessions == 1 else f"{account.sessions} browsers",
    )


def letters_view(wanted: MailPreferences) -> LettersView:
    return LettersView(wanted.mail_events, wanted.mail_reminders, wanted.mail_notices)
