"""A webhook proves by its signature who sent it, for which keys and when; nothing else is read."""

import time
from collections.abc import Callable

import pytest

from rookiebattle.core.errors import BadRequest
from rookiebattle.integrations.stripe.signatures import MOST_BYTES, TOLERANCE_SECONDS, proved_notice
from rookiebattle.settings import Settings
from tests.stripe_double.webhooks import body_of, signature

SECRET = "whsec_of_the_tests"
EVENT = {
    "id": "evt_1",
    "object": "event",
    "type": "payment_intent.succeeded",
    "created": 1_773_489_600,
    "livemode": False,
    "data": {"object": {"id": "pi_1", "object": "payment_intent"}},
}
BODY = body_of(EVENT)
Make = Callable[[float], tuple[bytes, str]]


def signed(body: bytes, at: float, secret: str = SECRET) -> tuple[bytes, str]:
    return body, signature(body, secret, at)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> float:
    """The second at which the webhook comes."""
    at = float(EVENT["created"])  # type: ignore[arg-type]  # a number among other values
    monkeypatch.setattr(time, "time", lambda: at)
    return at


def settings(mode: str = "test") -> Settings:
    return Settings(
        session_secret="x" * 32,
        stripe_secret_key=f"sk_{mode}_1",
        stripe_publishable_key=f"pk_{mode}_1",
        stripe_webhook_secret=SECRET,
    )


@pytest.mark.parametrize("seconds", [-TOLERANCE_SECONDS, 0, TOLERANCE_SECONDS])
def test_a_webhook_of_these_minutes_is_read(now: float, seconds: int) -> None:
    notice = proved_notice(*signed(BODY, now + seconds), settings())
    assert (notice.id, notice.type, notice.about) == ("evt_1", "payment_intent.succeeded", "pi_1")


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(lambda now: signed(BODY, now - TOLERANCE_SECONDS - 1), id="old"),
        pytest.param(lambda now: signed(BODY, now + TOLERANCE_SECONDS + 1), id="of the future"),
        pytest.param(lambda now: signed(BODY, now, "whsec_other"), id="of another secret"),
        pytest.param(lambda now: (BODY + b" ", signed(BODY, now)[1]), id="changed"),
        pytest.param(lambda _now: (BODY, ""), id="unsigned"),
        pytest.param(lambda _now: (BODY, "t=now,v1=junk"), id="junk"),
        pytest.param(lambda now: signed(b"\xff", now), id="no text"),
        pytest.param(lambda now: signed(body_of({**EVENT, "livemode": True}), now), id="real"),
        pytest.param(lambda now: signed(BODY + b" " * MOST_BYTES, now), id="too long"),
    ],
)
def test_another_webhook_is_refused(now: float, forged: Make) -> None:
    with pytest.raises(BadRequest, match="not signed by the payment service"):
        proved_notice(*forged(now), settings())


def test_a_site_that_takes_real_money_refuses_what_is_none(now: float) -> None:
    with pytest.raises(BadRequest, match="not signed by the payment service"):
        proved_notice(*signed(BODY, now), settings("live"))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        pytest.param(b"[]", "event", id="no event"),
        pytest.param(b"{", "it is no JSON", id="no JSON"),
        pytest.param(b'{"a":' * 3_000 + b"1" + b"}" * 3_000, "it is no JSON", id="deep"),
        pytest.param(body_of({**EVENT, "created": 1e20}), "created", id="no time"),
        pytest.param(body_of({**EVENT, "livemode": 0}), "livemode", id="no mode"),
        pytest.param(body_of({**EVENT, "id": "evt_\0"}), "id", id="no database keeps it"),
        pytest.param(body_of({**EVENT, "data": {"object": []}}), "data", id="a list"),
        pytest.param(
            body_of({**EVENT, "data": {"object": {"object": "charge", "payment_intent": 7}}}),
            "payment_intent",
            id="a number for an id",
        ),
    ],
)
def test_what_is_signed_and_cannot_be_read_is_refused_and_in_the_log(
    now: float, body: bytes, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(BadRequest) as refused:
        proved_notice(*signed(body, now), settings())
    assert str(refused.value) == f"This site cannot read this webhook: {why}."
    assert f"a webhook of Stripe cannot be read: {why}" in caplog.text


def test_of_an_object_that_the_site_does_not_follow_only_the_event_is_read(now: float) -> None:
    odd = {"object": ["?"], "id": 7, "parent": "Maya"}
    notice = proved_notice(*signed(body_of({**EVENT, "data": {"object": odd}}), now), settings())
    assert (notice.id, notice.about) == ("evt_1", "")
    assert "Maya" not in notice.body
