"""Turns a member's own record into the views of the page Your account. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookiebattle.accounts.models import AgeBand
from rookiebattle.accounts.schemas import MailPreferences
from rookiebattle.accounts.wording import AGES
from rookiebattle.core import clock
from rookiebattle.core.values.dates import date_words
from rookiebattle.events.policy import MOST_HANDED_OVER
from rookiebattle.events.wording import ORGANIZER_LEAVES, SURPLUS_REMOVED
from rookiebattle.guardians.models import INVITATION_KEPT, MOST_GUARDIANS
from rookiebattle.guardians.schemas import GuardianRead
from rookiebattle.pages.account.read import AccountShown, FamilyShown
from rookiebattle.registrations.view import BillLine, bill_lines

REMOVED = (
    "Your name, email, bio, picture and game name are removed at once and can’t be brought back."
)
SEATS_GIVEN_UP = (
    "You’ll give up your seats at upcoming events. Payments aren’t refunded automatically."
)
PLAN_ENDS = "A membership that renews ends, and your card isn’t charged again."
BOOKS_STAY = "The club’s books keep your payments, without your name."
PAST_STAYS = "Past events will list you as “Former member.”"
WORKS_UNTIL = "Invited. The link works until {}."
GOES_ALONG = "The account of {} is deleted, too: nobody else could look after it."
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
    ties = shown.ties
    effects = (
        (REMOVED, True),
        (SEATS_GIVEN_UP, ties.seats_ahead > 0),
        *((GOES_ALONG.format(name), True) for name in shown.goes_along),
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


@dataclass(frozen=True)
class RelativeView:
    """A guardian, or an adult of the reader’s household. `asks`: stay connected, or end?

    `is_guest`: the reader invited this adult.
    """

    id: str = ""
    name: str = ""
    about: str = ""
    asks: bool = False
    is_guest: bool = False


@dataclass(frozen=True)
class InvitedView:
    id: str = ""
    email: str = ""
    about: str = ""


@dataclass(frozen=True)
class FamilyView:
    """The section 'Guardians' of a minor, or 'Household' of an adult; `is_shown` for some only."""

    is_shown: bool = False
    is_minor: bool = False
    people: Sequence[RelativeView] = ()
    invited: Sequence[InvitedView] = ()
    may_invite: bool = False
    asks_birth: bool = False
    bills: Sequence[BillLine] = ()


def family_view(shown: FamilyShown) -> FamilyView:
    own = {one.user_id for one in shown.guardians}
    guests = [one for one in shown.household if one.user_id not in own]
    waiting = [
        InvitedView(one.id, one.email, WORKS_UNTIL.format(date_words(clock.day_of(ends))))
        for one in shown.invitations
        for ends in [one.sent_at + INVITATION_KEPT]
    ]
    may_invite = (
        len(shown.guardians) < MOST_GUARDIANS if shown.is_minor else shown.has_people and not guests
    )
    people = [
        *(_relative(one, is_minor=shown.is_minor) for one in shown.guardians),
        *(_relative(one, is_guest=True) for one in guests),
    ]
    return FamilyView(
        is_shown=shown.is_minor or shown.has_people or bool(people),
        is_minor=shown.is_minor,
        people=people,
        invited=waiting,
        may_invite=may_invite,
        asks_birth=shown.is_minor and not shown.knows_birth,
        bills=bill_lines(shown.bills),
    )


def _relative(one: GuardianRead, *, is_minor: bool = False, is_guest: bool = False) -> RelativeView:
    if one.kept_at:
        about = f"One household since {date_words(clock.day_of(one.kept_at))}"
    elif is_minor:
        about = f"Your guardian since {date_words(clock.day_of(one.since))}"
    else:
        about = "Your guardian until you turned 18"
    asks = not (one.kept_at or is_minor)
    return RelativeView(one.user_id, one.name, about, asks, is_guest)
