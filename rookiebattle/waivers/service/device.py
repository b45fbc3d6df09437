"""Signing on the device of whoever runs the gate, for somebody who stands there.

An age is told only to the full name of an account, which a roster shows nobody.
"""

from datetime import timedelta
from secrets import token_urlsafe
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name, listed_name
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.words import words_of
from rookiebattle.events.models import Event
from rookiebattle.guardians import service as guardians
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import DEVICE_LINK_KEPT, DeviceLink, Form
from rookiebattle.waivers.schemas.signatures import DeviceSignature, SignatureRead, SignatureWrite
from rookiebattle.waivers.schemas.versions import WaiverRead
from rookiebattle.waivers.service.gate import gate_of
from rookiebattle.waivers.service.signatures import AtGate, Signer, sign_as
from rookiebattle.waivers.service.standing import NOTHING_TO_SIGN, form_now, has_seat, locked
from rookiebattle.waivers.service.versions import list_in_force
from rookiebattle.waivers.signing import is_name_of
from rookiebattle.waivers.wording import digest_of

LINKED = "waiver.device_linked"
NO_LINK = "This link was used, or it has ended. Please start again on the roster."
NO_SIGNER = (
    "No account with this name can sign here. Type the first and last name as the account has "
    "them; for a player under 18, those of a connected parent or guardian. Or sign on paper."
)
MANY_NAMES = "Too many names were tried. Please wait a few minutes, or sign on paper."
TRIES, PAUSE = 10, timedelta(minutes=10)
"""After ten tries for one person, a holder tries one name a minute: a right one tells the age."""
_tries = Limiter(TRIES, PAUSE.total_seconds(), name="names of signers")


@writes
def device_link(
    session: Session, actor: Actor, *, event_id: str, user_id: str, back: str = ""
) -> str:
    """Make the path of `/sign` on the actor's own device, for one person with a seat at the event.

    It works once, for 15 minutes, and for nobody but the actor. For the gate, the organizer and the
    leads of the event; `back` names the page to which it returns, which is the roster without a
    word. Raises NotFound, Forbidden, and Conflict while there is nothing to sign.
    """
    event = gate_of(session, actor, event_id=event_id)
    subject = locked(session, user_id)
    if subject is None or not has_seat(session, event.id, subject.id):
        raise NotFound(NO_MEMBER)
    if not queries.in_force(session):
        raise Conflict(NOTHING_TO_SIGN)
    token = token_urlsafe(24)
    former = sa.delete(DeviceLink).where(
        col(DeviceLink.user_id) == subject.id, col(DeviceLink.made_by) == actor.user_id
    )
    session.execute(former)
    session.add(
        DeviceLink(
            token_digest=digest_of(token),
            user_id=subject.id,
            event_id=event.id,
            made_by=actor.user_id,
            ends_at=clock.now() + DEVICE_LINK_KEPT,
        )
    )
    session.flush()
    audit.record(session, actor, LINKED, subject.id, event_id=event.id)
    return routes.sign_on_device(token, back=back)


class OnDevice(NamedTuple):
    """The person for whom somebody signs here, by the name that the roster shows."""

    user_id: str
    name: str
    event_id: str
    event: str


def on_device(session: Session, actor: Actor, *, token: str) -> OnDevice:
    """The person whom a link of the actor is about. Raises NotFound for no such link."""
    subject, event = _at_gate(session, actor, token)
    name = known_name(subject) if actor.is_admin else listed_name(subject)
    return OnDevice(subject.id, name, event.id, event.title)


class ToRead(NamedTuple):
    """The text that the named person signs, and whether they are asked for a birth date."""

    text: WaiverRead
    asks_birth_date: bool


def signer_named(session: Session, actor: Actor, *, token: str, typed_name: str) -> ToRead:
    """The text for whoever has typed their name.

    Raises NotFound, Invalid for other names, TooManyRequests, and Conflict while there is nothing
    to sign.
    """
    subject, _ = _at_gate(session, actor, token)
    _signer(session, actor, subject, typed_name)
    form = form_now(subject)
    text = next((one for one in list_in_force(session, actor) if one.form == form), None)
    if text is None:
        raise Conflict(NOTHING_TO_SIGN)
    return ToRead(text, form is Form.MINOR and subject.birth_date is None)


@writes
def sign_on_device(
    session: Session, actor: Actor, *, token: str, values: DeviceSignature, signer: Signer
) -> SignatureRead:
    """Sign as the person whose name is typed; the record and the letters name the device's holder.

    Raises NotFound for a link that was used or has ended, TooManyRequests, and otherwise as `sign`
    does.
    """
    subject, event = _at_gate(session, actor, token, lock=True)
    own = _signer(session, actor, subject, values.typed_name)
    session.execute(sa.delete(DeviceLink).filter_by(token_digest=digest_of(token)))
    return sign_as(
        session,
        Actor(user_id=own.id),
        form=form_now(subject),
        values=SignatureWrite(user_id=subject.id, **values.model_dump()),
        signer=signer,
        at=AtGate(event.id, actor.user_id),
    )


def _at_gate(
    session: Session, actor: Actor, token: str, *, lock: bool = False
) -> tuple[User, Event]:
    """The subject and the event of a link of the actor, who still runs the gate there."""
    actor.require(Permission.OWN_REGISTRATION_CHECK)
    wanted = sa.select(DeviceLink).where(
        col(DeviceLink.token_digest) == digest_of(token),
        col(DeviceLink.made_by) == actor.user_id,
        col(DeviceLink.ends_at) > clock.now(),
    )
    link = session.scalar(wanted)
    if link and lock:
        # The subject is locked before the link, as by `device_link`: they wait for no lock of each
        # other.
        locked(session, link.user_id)
        link = session.scalar(wanted.with_for_update())
    if link is None or not has_seat(session, link.event_id, link.user_id):
        raise NotFound(NO_LINK)
    gate_of(session, actor, event_id=link.event_id)
    return session.get_one(User, link.user_id), session.get_one(Event, link.event_id)


def _signer(session: Session, actor: Actor, subject: User, typed_name: str) -> User:
    """The account of whoever typed their name: the adult, or a guardian of the minor.

    On a device of others an account without a real name signs nothing: every name would do.
    """
    try:
        _tries.take(f"{actor.user_id}:{subject.id}")
    except TooManyRequests as many:
        raise TooManyRequests(many.retry_after, MANY_NAMES) from None
    able = [subject]
    if form_now(subject) is Form.MINOR:
        able = guardians.guardians_of(session, subject.id)
    for one in able:
        is_named = bool(words_of(one.first_name, one.last_name))
        if is_named and is_name_of(typed_name, one, subject):
            return one
    raise Invalid(NO_SIGNER, {"typedName": NO_SIGNER})


def forget_ended_links(session: Session) -> None:
    """Delete the links that nobody used in time. A tidier."""
    session.execute(sa.delete(DeviceLink).where(col(DeviceLink.ends_at) <= clock.now()))
