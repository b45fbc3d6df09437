"""Reads the people for whom somebody signs, and the texts in force."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import display_name
from rookiebattle.core.actor import Actor
from rookiebattle.guardians.service import guardians_of
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.schemas.versions import WaiverRead
from rookiebattle.waivers.service.signatures import last_signatures
from rookiebattle.waivers.service.standing import form_now, has_seat, signed_for, standings
from rookiebattle.waivers.service.versions import list_in_force


@dataclass(frozen=True, slots=True)
class SignerShown:
    """Somebody who has to sign, or for whom the reader signs.

    `signature_id` is that of the last signature on a screen. `asks_birth_date`: a minor whose
    birth date nobody has said yet. `is_going` is false of somebody who stays at home while others
    go to the event that the reader came from.
    """

    user_id: str
    name: str
    standing: Standing
    signature_id: str = ""
    asks_birth_date: bool = False
    is_self: bool = True
    is_going: bool = True


@dataclass(frozen=True, slots=True)
class SignShown:
    """The page; `people` is empty for visitors, and `name` is the reader's real one."""

    texts: Sequence[WaiverRead]
    people: Sequence[SignerShown] = ()
    name: str = ""
    has_guardian: bool = False


def show_sign(session: Session, actor: Actor, *, event_id: str = "") -> SignShown:
    """The texts, and the reader with the minors of whom they are a guardian.

    `event_id` is that of the event that the reader came from.
    """
    texts = list_in_force(session, actor)
    if not actor.is_member or not actor.is_welcomed:
        return SignShown(texts)
    own = session.get_one(User, actor.user_id)
    people = [own, *signed_for(session, own)]
    ids = [one.id for one in people]
    stand, signed = standings(session, ids), last_signatures(session, ids)
    going = [one for one in ids if has_seat(session, event_id, one)] if event_id else []
    return SignShown(
        texts,
        [
            SignerShown(
                user_id=one.id,
                name=one.first_name or display_name(one),
                standing=stand[one.id],
                signature_id=signed.get(one.id, ""),
                asks_birth_date=form_now(one) is Form.MINOR and one.birth_date is None,
                is_self=one is own,
                is_going=not going or one.id in going,
            )
            for one in people
        ],
        " ".join(filter(None, (own.first_name, own.last_name))),
        own.has_family and bool(guardians_of(session, own.id)),
    )
