"""An account in the words of the page Your account."""

from typing import Any

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.accounts.schemas import MailPreferences, OwnAccount
from rookiebattle.core.actor import VISITOR
from rookiebattle.pages.account.state import load_account, load_letters
from rookiebattle.pages.account.view import LettersView, account_view, letters_view
from rookiebattle.ui.views import Loaded

OWN = OwnAccount(
    game_name="Kitsune",
    email="maya@example.org",
    age_band=AgeBand.ADULT.value,
    hides_attendance=False,
    shows_profile=False,
    is_last_admin=False,
    sessions=1,
)


def own(**changed: Any) -> OwnAccount:
    return OWN.model_copy(update=changed)


@pytest.mark.parametrize(
    ("age_band", "words", "is_minor"),
    [("adult", "18 or older", False), ("minor", "13 to 17", True), ("", "", False)],
)
def test_the_age_is_told_in_words(age_band: str, words: str, is_minor: bool) -> None:
    shown = account_view(own(age_band=age_band))
    assert (shown.age, shown.is_minor) == (words, is_minor)


def test_the_switch_is_on_for_those_who_are_shown() -> None:
    assert account_view(OWN).shows_attendance
    assert not account_view(own(hides_attendance=True)).shows_attendance
    assert not account_view(OWN).shows_profile
    assert account_view(own(shows_profile=True)).shows_profile


def test_browsers_are_counted() -> None:
    assert account_view(OWN).browsers == "1 browser"
    assert account_view(own(sessions=3)).browsers == "3 browsers"


def test_each_kind_of_letter_has_its_switch() -> None:
    wanted = MailPreferences(mail_events=True, mail_reminders=False)
    assert letters_view(wanted) == LettersView(events=True, reminders=False)


@pytest.mark.anyio
async def test_a_visitor_has_neither_account_nor_letters() -> None:
    assert await load_account(VISITOR, {}) == Loaded()
    assert await load_letters(VISITOR, {}) == LettersView()
