"""`make run PAYMENTS=demo`: where it is refused, and what it tells the site."""

import json
import os
import urllib.error
import urllib.request

import pytest

from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.payments_demo import READY, demonstration, wanted
from rookiebattle.manage.run import ready_lines
from rookiebattle.settings import get_settings

DAY = 24 * 60 * 60
NAMES = (
    *("STRIPE_API_BASE", "STRIPE_JS_URL", "STRIPE_PUBLISHABLE_KEY", "STRIPE_SECRET_KEY"),
    "STRIPE_WEBHOOK_SECRET",
)


@pytest.fixture
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demonstration's settings are taken back at the end of the test."""
    for name in NAMES:
        monkeypatch.setenv(name, "")


def test_it_is_asked_for_by_its_name() -> None:
    assert wanted(["--payments=demo"])
    assert not wanted([])
    with pytest.raises(CannotContinue, match="PAYMENTS=demo"):
        wanted(["--payments=live"])


def test_it_is_refused_for_an_address_that_others_can_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://club.example.org")
    get_settings.cache_clear()
    with (
        pytest.raises(CannotContinue, match="on this machine alone"),
        demonstration(get_settings()),
    ):
        pass


@pytest.mark.usefixtures("_clean")
def test_the_double_answers_and_goes_on_where_it_was_stopped() -> None:
    keys = []
    for _ in range(2):
        with demonstration(get_settings()) as settings:
            assert settings.takes_cards
            with urllib.request.urlopen(settings.stripe_js_url) as script:
                assert settings.stripe_api_base.encode() in script.read()
            request = urllib.request.Request(
                f"{settings.stripe_api_base}/v1/customers",
                b"email=maya@example.org",
                {
                    "Authorization": f"Bearer {settings.stripe_secret_key}",
                    "Stripe-Version": "2026-10-28.endive",
                },
            )
            urllib.request.urlopen(request).close()
            state = json.load(urllib.request.urlopen(f"{settings.stripe_api_base}/_double/state"))
            keys.append((settings.stripe_secret_key, state["customers"], state["now"]))
            urllib.request.urlopen(f"{settings.stripe_api_base}/_double/advance", b"days=3").close()
            api = settings.stripe_api_base
        with pytest.raises(OSError):  # noqa: PT011 - whatever the system calls a closed port
            urllib.request.urlopen(api)
    assert [count for _, count, _ in keys] == [1, 2]
    assert keys[1][2] >= keys[0][2] + 3 * DAY
    assert len({key for key, _, _ in keys}) == 1
    assert os.environ["STRIPE_SECRET_KEY"]


@pytest.mark.usefixtures("_clean")
def test_only_pages_of_the_site_read_the_double() -> None:
    with demonstration(get_settings()) as settings:
        state = f"{settings.stripe_api_base}/_double/state"
        mine = urllib.request.Request(state, headers={"Origin": settings.public_url})
        with urllib.request.urlopen(mine) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == settings.public_url
        for body in (None, b"days=3"):
            foreign = urllib.request.Request(
                state.replace("state", "advance"), body, {"Origin": "https://example.org"}
            )
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(foreign)


def test_it_is_announced() -> None:
    assert READY in ready_lines(get_settings(), [READY])
