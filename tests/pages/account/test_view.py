"""An account in the words of the page Your account."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.accounts.schemas import MailPreferences, OwnAccount
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import new_id
from rookiebattle.events.wording import ORGANIZER_LEAVES, SURPLUS_REMOVED
from rookiebattle.guardians.schemas import GuardianRead
from rookiebattle.pages.account.read import AccountShown, FamilyShown, show_account
from rookiebattle.pages.account.state import load_account, load_letters
from rookiebattle.pages.account.view import (
    BOOKS_STAY,
    LOGGED_OUT,
    PAST_STAYS,
    PLAN_ENDS,
    REMOVED,
    SEATS_GIVEN_UP,
    LettersView,
    account_view,
    family_view,
    letters_view,
)
from rookiebattle.registrations.service.agenda import Ties
from rookiebattle.ui.views import Loaded
from tests.clocks import NOW
from tests.world import World

DAY = timedelta(days=1)
OWN = OwnAccount(
    game_name="Kitsune",
    email="maya@example.org",
    age_band=AgeBand.ADULT.value,
    hides_attendance=False,
    shows_profile=False,
    is_last_admin=False,
    sessions=1,
)


NEWCOMER = AccountShown(OWN, Ties(1, 0, 0), is_renewed=False, has_paid=False)


def own(**changed: Any) -> AccountShown:
    return replace(NEWCOMER, account=OWN.model_copy(update=changed))


@pytest.mark.parametrize(
    ("age_band", "words", "is_minor"),
    [("adult", "18 or older", False), ("minor", "13 to 17", True), ("", "", False)],
)
def test_the_age_is_told_in_words(age_band: str, words: str, is_minor: bool) -> None:
    shown = account_view(own(age_band=age_band))
    assert (shown.age, shown.is_minor) == (words, is_minor)


def test_the_switch_is_on_for_those_who_are_shown() -> None:
    assert account_view(NEWCOMER).shows_attendance
    assert not account_view(own(hides_attendance=True)).shows_attendance
    assert not account_view(NEWCOMER).shows_profile
    assert account_view(own(shows_profile=True)).shows_profile


def test_browsers_are_counted() -> None:
    assert account_view(NEWCOMER).browsers == "1 browser"
    assert account_view(own(sessions=3)).browsers == "3 browsers"


def test_deleting_names_only_what_applies_to_the_member() -> None:
    assert account_view(NEWCOMER).consequences == [REMOVED, SEATS_GIVEN_UP, LOGGED_OUT]
    veteran = replace(NEWCOMER, ties=Ties(0, 9, 3), is_renewed=True, has_paid=True)
    assert account_view(veteran).consequences == [
        *(REMOVED, PLAN_ENDS, BOOKS_STAY, ORGANIZER_LEAVES, PAST_STAYS, LOGGED_OUT)
    ]
    busy = replace(NEWCOMER, ties=Ties(0, 0, 101))
    assert SURPLUS_REMOVED in account_view(busy).consequences
    full = replace(busy, ties=Ties(0, 0, 100))
    assert SURPLUS_REMOVED not in account_view(full).consequences


def test_a_minor_invites_until_there_are_four_and_says_when_they_were_born() -> None:
    one = GuardianRead(user_id=new_id(), name="Pat", since=NOW, kept_at=NOW)
    minor = FamilyShown(True, [one] * 3, [], [], has_people=False, knows_birth=False)
    view = family_view(minor)
    assert (view.may_invite, view.asks_birth) == (True, True)
    assert not family_view(replace(minor, guardians=[one] * 4)).may_invite
    view = family_view(replace(minor, is_minor=False))
    assert (view.is_shown, view.asks_birth) == (True, False)


def test_what_ties_a_member_is_counted(world: World) -> None:
    maya = world.person()
    for start in (NOW - DAY, NOW + DAY, NOW + 2 * DAY):
        world.seat(world.event(start_at=start, end_at=start + DAY / 12), maya)
        world.event(maya, start_at=start, end_at=start + DAY / 12)
    shown = world.do(show_account, maya)
    assert shown.ties == Ties(seats_ahead=2, seats_behind=1, runs=2)
    assert (shown.is_renewed, shown.has_paid) == (False, False)
    assert world.do(show_account, world.person()).ties == Ties(0, 0, 0)


def test_each_kind_of_letter_has_its_switch() -> None:
    wanted = MailPreferences(mail_events=True, mail_reminders=False, mail_notices=False)
    assert letters_view(wanted) == LettersView(events=True, reminders=False, notices=False)


@pytest.mark.anyio
async def test_a_visitor_has_neither_account_nor_letters() -> None:
    assert await load_account(VISITOR, {}) == Loaded()
    assert await load_letters(VISITOR, {}) == LettersView()
