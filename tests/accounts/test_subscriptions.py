"""The signed address that ends letters: it cannot be forged, and does exactly what it says."""

import pytest

from rookiebattle.accounts.schemas import Mailing
from rookiebattle.accounts.subscriptions import meaning_of, token_of, unsubscribe_address
from rookiebattle.settings import get_settings

MIRA = "11111111-1111-4111-8111-111111111111"
KENJI = "22222222-2222-4222-8222-222222222222"


def test_an_address_of_ours_says_who_and_what() -> None:
    for mailing in Mailing:
        assert meaning_of(token_of(MIRA, mailing)) == (MIRA, mailing)
    url = unsubscribe_address(MIRA, Mailing.EVENTS)
    assert url == f"http://localhost:8000/api/mail/unsubscribe/{token_of(MIRA, Mailing.EVENTS)}"


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token.replace(MIRA, KENJI),
        lambda token: token.replace("events", "reminders"),
        lambda token: token.replace("events", "EVENTS"),
        lambda token: token.replace("events", "everything"),
        lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"),
        lambda token: token[:-1],
        lambda token: token + "A",
        lambda token: token.rpartition(".")[0],
        lambda token: token.rpartition(".")[0] + ".",
        lambda token: token.rpartition(".")[0] + ".é",
        lambda _token: "",
        lambda _token: "..",
        lambda _token: "events",
    ],
)
def test_a_forged_address_means_nothing(change: object) -> None:
    assert callable(change)
    assert meaning_of(change(token_of(MIRA, Mailing.EVENTS))) is None


def test_an_address_made_with_another_secret_means_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    old = token_of(MIRA, Mailing.EVENTS)
    monkeypatch.setenv("SESSION_SECRET", "another-secret-" * 4)
    get_settings.cache_clear()
    assert meaning_of(old) is None


def test_an_address_of_a_letter_outlives_a_new_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter was sent just before the secret was changed, and is in a mailbox for weeks."""
    old = token_of(MIRA, Mailing.EVENTS)
    monkeypatch.setenv("SESSION_SECRET_BEFORE", get_settings().session_secret)
    monkeypatch.setenv("SESSION_SECRET", "another-secret-" * 4)
    get_settings.cache_clear()
    assert meaning_of(old) == (MIRA, Mailing.EVENTS)
    new = token_of(MIRA, Mailing.EVENTS)
    assert (new != old, meaning_of(new)) == (True, (MIRA, Mailing.EVENTS))
    monkeypatch.delenv("SESSION_SECRET_BEFORE")
    get_settings.cache_clear()
    assert meaning_of(old) is None
