"""Turns what a gate is into what its page begins with. Pure."""

from dataclasses import dataclass
from datetime import datetime

import segno

from rookiebattle.core.values.money import as_price
from rookiebattle.events.wording import when_near
from rookiebattle.pages.gate.read import GateShown
from rookiebattle.registrations.announcements import roster_topic, stamp_of


@dataclass(frozen=True)
class GateRights:
    """The acts beside checking in that are open to somebody. A free event has no `price`."""

    may_add: bool = False
    may_settle: bool = False
    may_check_gear: bool = False
    may_sign: bool = False
    price: str = ""


@dataclass(frozen=True)
class GateView:
    """A gate as its page begins: the device reads the people itself, and keeps all of it.

    `stamp` is the version of the event, `topic` that under which changes at the gate are told.
    """

    event_id: str = ""
    may_open: bool = False
    title: str = ""
    when: str = ""
    ends_at: str = ""
    time_zone: str = ""
    topic: str = ""
    stamp: str = ""
    rights: GateRights = GateRights()


@dataclass(frozen=True)
class Claim:
    """The link to a new account, and its QR code as the address of a picture."""

    url: str = ""
    picture: str = ""


def claim_of(url: str) -> Claim:
    """Dark on light in both themes, with its quiet zone."""
    code = segno.make(url, error="m")
    return Claim(url, code.svg_data_uri(border=4, dark="#16161d", light="#fff"))


def view_of(shown: GateShown, now: datetime) -> GateView:
    event = shown.event
    return GateView(
        event_id=event.id,
        may_open=True,
        title=event.title,
        when=when_near(event.start_date, event.end_date, event.time_zone, now),
        ends_at=event.end_date.isoformat(),
        time_zone=event.time_zone,
        topic=roster_topic(event.id),
        stamp=stamp_of(event.updated_at),
        rights=GateRights(
            may_add=shown.may_add,
            may_settle=shown.may_settle,
            may_check_gear=shown.may_check_gear,
            may_sign=shown.may_sign,
            price=as_price(event.price_cents) if event.price_cents else "",
        ),
    )
