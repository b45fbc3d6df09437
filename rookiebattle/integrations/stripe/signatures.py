"""Checks that a webhook was sent by Stripe, for these keys, and just now; reads which object it is
about, and nothing else."""

import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rookiebattle.core.errors import BadRequest
from rookiebattle.integrations.stripe.cards import Notice
from rookiebattle.settings import Settings

MOST_BYTES = 128 * 1024
TOLERANCE_SECONDS = 300
LAST_SECOND = 2**32
"""Of the year 2106: no event happens later, and no database or time zone overflows before."""
UNPROVED = "This webhook is not signed by the payment service for this site."
UNREADABLE = "This site cannot read this webhook: {0}."
SUBJECTS: Mapping[str, Literal["payment", "invoice", "subscription"]] = {
    "payment_intent": "payment",
    "charge": "payment",
    "refund": "payment",
    "dispute": "payment",
    "invoice": "invoice",
    "subscription": "subscription",
}
"""The objects whose events the site follows, and what each of them is about."""
log = logging.getLogger(__name__)

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,255}$")]
"""An id or a type, which the databases can keep."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True)


class _Named(_Strict):
    id: Name


class _Details(_Strict):
    subscription: Name | _Named | None = None


class _Parent(_Strict):
    subscription_details: _Details | None = None


class _About(_Strict):
    """The fields of an object that say what an event is about; see `subject_of` of webhooks."""

    object: Name
    id: Name | None = None
    payment_intent: Name | _Named | None = None
    parent: _Parent | None = None


class _Data(_Strict):
    object: dict[str, Any]


class _Event(_Strict):
    object: Literal["event"]
    id: Name
    type: Name
    created: int = Field(ge=0, le=LAST_SECOND)
    livemode: bool
    data: _Data


def proved_notice(payload: bytes, signature: str, settings: Settings) -> Notice:
    """The event of a webhook. Raises BadRequest for everything that proves nothing, and for what
    Stripe signed and nobody can read; that is in the log, without a word of its content.

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
    except (stripe.SignatureVerificationError, ValueError) as unproved:
        raise BadRequest(UNPROVED) from unproved
    try:
        notice = notice_of(orjson.loads(payload))
    except ValueError as unreadable:
        why = wrong_fields(unreadable)
        log.warning("a webhook of Stripe cannot be read: %s", why)
        raise BadRequest(UNREADABLE.format(why)) from unreadable
    if notice.is_live != settings.takes_real_money:
        raise BadRequest(UNPROVED)
    return notice


def _refuse_future(signature: str) -> None:
    """The package accepts a time in the future, which would be valid for longer than it should."""
    stamps = [part[2:] for part in signature.split(",") if part.startswith("t=")]
    if any(int(stamp) > time.time() + TOLERANCE_SECONDS for stamp in stamps):
        raise ValueError("signed in the future")


def notice_of(told: object) -> Notice:
    """An event, from its JSON. Raises ValueError for anything else.

    Only the ids and words are kept by which the site asks for the object itself: no amount, no
    secret, and no word that a person wrote. Of an object that the site does not follow it is the
    kind alone.
    """
    event = _Event.model_validate(told)
    kind = event.data.object.get("object")
    is_followed = isinstance(kind, str) and kind in SUBJECTS
    about = _About.model_validate(event.data.object if is_followed else {"object": "other"})
    kept = {"type": event.type, "data": {"object": about.model_dump(exclude_none=True)}}
    return Notice(
        id=event.id,
        type=event.type,
        created=datetime.fromtimestamp(event.created, UTC),
        is_live=event.livemode,
        about=about.id or "",
        body=orjson.dumps(kept).decode(),
    )


def wrong_fields(unreadable: ValueError) -> str:
    """The fields that cannot be read, by name. Their values may be a person's."""
    if not isinstance(unreadable, ValidationError):
        return "it is no JSON"
    return ", ".join(sorted({str((*one["loc"], "event")[0]) for one in unreadable.errors()}))
