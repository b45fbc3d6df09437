"""Checks that a webhook was sent by Stripe, for these keys, and just now."""

import time
from datetime import UTC, datetime
from typing import Any

import orjson

from rookiebattle.core.errors import BadRequest
from rookiebattle.integrations.stripe.cards import Notice
from rookiebattle.settings import Settings

MOST_BYTES = 128 * 1024
TOLERANCE_SECONDS = 300
PEOPLE = frozenset(
    {
        *("billing_details", "email", "name", "phone", "address", "shipping", "receipt_email"),
        *("customer_email", "customer_name", "customer_phone", "customer_address"),
        *("customer_shipping", "customer_details"),
    }
)
WITHOUT = PEOPLE | {"client_secret"}
UNPROVED = "This webhook is not signed by the payment service for this site."


def proved_notice(payload: bytes, signature: str, settings: Settings) -> Notice:
    """The event of a webhook. Raises BadRequest for everything that proves nothing.

    The signature is over the bytes that came, so nothing is read before it was checked.
    """
    if len(payload) > MOST_BYTES:
        raise BadRequest(UNPROVED)
    import stripe

    try:
        stripe.WebhookSignature.verify_header(
            payload, signature, settings.stripe_webhook_secret, TOLERANCE_SECONDS
        )
        _refuse_future(signature)
        notice = notice_of(payload)
    except (stripe.SignatureVerificationError, ValueError, KeyError, TypeError) as unproved:
        raise BadRequest(UNPROVED) from unproved
    if notice.is_live != settings.takes_real_money:
        raise BadRequest(UNPROVED)
    return notice


def _refuse_future(signature: str) -> None:
    """The package accepts a time in the future, which would be valid for longer than it should."""
    stamps = [part[2:] for part in signature.split(",") if part.startswith("t=")]
    if any(int(stamp) > time.time() + TOLERANCE_SECONDS for stamp in stamps):
        raise ValueError("signed in the future")


def notice_of(payload: bytes) -> Notice:
    """The event in a webhook's body. Raises ValueError, KeyError or TypeError for anything else."""
    told = orjson.loads(payload)
    if told["object"] != "event" or not isinstance(told["livemode"], bool):
        raise ValueError("this is no event")
    about = told["data"]["object"]
    named = (told["id"], told["type"])
    if not all(isinstance(one, str) and 0 < len(one) <= 255 for one in named):
        raise ValueError("this event has no name")
    return Notice(
        id=told["id"],
        type=told["type"],
        created=datetime.fromtimestamp(told["created"], UTC),
        is_live=told["livemode"],
        about=str(about.get("id") or ""),
        body=as_kept(told),
    )


def as_kept(told: Any) -> str:
    """An event as it is kept: without the secrets with which browsers pay, and without people."""
    return orjson.dumps(_stripped(told), default=str).decode()


def _stripped(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: None if name in WITHOUT else _stripped(one) for name, one in value.items()}
    return [_stripped(one) for one in value] if isinstance(value, list) else value
