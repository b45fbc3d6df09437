"""How often one member gets letters of one kind, in all and from one sender."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.mail.outbox_table import SENT, WAITING, WITHDRAWN, letters
from rookiebattle.core.wakeup import LETTERS
from rookiebattle.settings import get_settings

DAY = timedelta(days=1)
FOR_URGENT = 5
"""One letter of so many in a sender's share is for urgent ones only."""
_limited: set[str] = set()


def limit(*kinds: str) -> None:
    """Limit how many letters of each of these kinds one member gets in a day.

    LETTERS_PER_SENDER that the same sender caused, and LETTERS_PER_MEMBER in all.
    """
    _limited.update(kinds)


def not_before(
    session: Session, claimed: Claimed, urgent_from: datetime | None = None
) -> datetime | None:
    """When the member may get this letter, if that is not now: later letters wait for their day.

    An urgent letter is held back by its sender's share only. Otherwise the letters of some senders
    could put off another sender's letter until its event is over. A fifth of the share is kept for
    urgent letters: otherwise news of far events would use it up before those of the next day.
    """
    if claimed.kind not in _limited:
        return None
    limits, now = get_settings(), clock.now()
    whole = _is_free_at(session, claimed, limits.letters_per_member)
    if whole and urgent_from:
        whole = min(whole, urgent_from)
    share = None
    if claimed.sender:
        is_theirs = letters.c.sender == claimed.sender
        is_urgent = urgent_from is not None and urgent_from <= now
        most = limits.letters_per_sender
        most -= 0 if is_urgent else most // FOR_URGENT
        share = _is_free_at(session, claimed, most, is_theirs)
    later = max((at for at in (whole, share) if at), default=now)
    return later if later > now else None


def _is_free_at(
    session: Session, claimed: Claimed, most: int, *which: sa.ColumnElement[bool]
) -> datetime | None:
    """When fewer than `most` of the letters of a day are of this kind; None if that is now."""
    sent = (
        sa.select(letters.c.sent_at)
        .where(letters.c.user_id == claimed.user_id, letters.c.kind == claimed.kind, *which)
        .where(letters.c.state == SENT, letters.c.sent_at > clock.now() - DAY)
        .order_by(letters.c.sent_at.desc())
        .offset(most - 1)
        .limit(1)
    )
    earliest: datetime | None = session.scalar(sent)
    return earliest + DAY if earliest else None


def beyond_share(
    session: Session, kind: str, sender: str, user_ids: Collection[str], until: datetime
) -> set[str]:
    """The members whom a waiting letter of this kind and sender may not reach until then.

    They got so many of the sender's letters in the last day that those due until then exceed it.
    """
    got = (letters.c.state == SENT) & (letters.c.sent_at > clock.now() - DAY)
    comes = (letters.c.state == WAITING) & (letters.c.due_at <= until)
    wanted = (
        sa.select(letters.c.user_id)
        .where(letters.c.user_id.in_(list(user_ids)), letters.c.kind == kind, got | comes)
        .where(letters.c.sender == sender)
        .group_by(letters.c.user_id)
        .having(sa.func.count() > get_settings().letters_per_sender)
    )
    return {str(user_id) for user_id in session.scalars(wanted)}


def caused_since(
    session: Session, kind: str, sender: str, since: datetime, *, to_user: str | None = None
) -> int:
    """How many letters of this kind this sender has caused since then, in all or to one member."""
    caused = sa.select(sa.func.count()).select_from(letters).where(letters.c.sender == sender)
    if to_user:
        caused = caused.where(letters.c.user_id == to_user)
    return session.execute(
        caused.where(letters.c.kind == kind, letters.c.created_at > since)
    ).scalar_one()


def promised_since(
    session: Session, kind: str, user_ids: Collection[str], since: datetime
) -> set[tuple[str, str]]:
    """The members and subjects of letters that were promised since then and not withdrawn."""
    wanted = sa.select(letters.c.user_id, letters.c.about).where(
        letters.c.user_id.in_(list(user_ids)),
        letters.c.kind == kind,
        letters.c.state != WITHDRAWN,
        letters.c.created_at > since,
    )
    return {(user_id, about) for user_id, about in session.execute(wanted)}


def promised_jointly_since(
    session: Session, kind: str, user_ids: Collection[str], since: datetime
) -> set[tuple[str, str]]:
    """The members and subjects of letters about several subjects that were promised since then.

    Such a letter is one row, and `outbox.suppress` reserved one for each further subject. Those of
    a member count while at least one letter of the kind to this member was not withdrawn.
    """
    wanted = sa.select(letters.c.user_id, letters.c.about, letters.c.state).where(
        letters.c.user_id.in_(list(user_ids)), letters.c.kind == kind, letters.c.created_at > since
    )
    found = session.execute(wanted).all()
    told = {one.user_id for one in found if one.state != WITHDRAWN}
    return {(one.user_id, one.about) for one in found if one.user_id in told}


def promise_again(
    session: Session, kind: str, *, user_id: str, about: str, pause: timedelta | None
) -> None:
    """Promise a letter of which there was one before, at the earliest a pause after that one.

    A letter that still waits is enough, and a withdrawn one is taken up again: so somebody who
    changes their mind without end gets one letter in each pause, and one row. Without a pause the
    letter tells something new: it is due at once, and one that is on its way is not enough.
    """
    former = _former(session, kind, user_id, about)
    last = former[0] if former else None
    is_on_its_way = last is not None and last.state == WAITING and last.claimed_until is not None
    if last and last.state == WAITING and pause is not None:
        return
    gone = [one.due_at + pause for one in former if pause and one.state != WITHDRAWN]
    due_at = max([clock.now(), *gone])
    if last is None or is_on_its_way or last.state not in (WAITING, WITHDRAWN):
        outbox.promise_each(session, kind, Promised(user_id, about, due_at=due_at))
    else:
        _take_up(session, last.id, due_at)


def _former(session: Session, kind: str, user_id: str, about: str) -> Sequence[sa.Row[Any]]:
    """The last two letters of the kind to this member about this subject, the newer one first."""
    names = ("id", "state", "due_at", "claimed_until")
    wanted = (
        sa.select(*(letters.c[name] for name in names))
        .where(letters.c.user_id == user_id, letters.c.kind == kind, letters.c.about == about)
        .order_by(letters.c.created_at.desc(), letters.c.due_at.desc())
        .limit(2)
        .with_for_update()
    )
    return session.execute(wanted).all()


def _take_up(session: Session, id_: str, due_at: datetime) -> None:
    fresh = {"state": WAITING, "attempts": 0, "created_at": clock.now(), "due_at": due_at}
    taken_up = sa.update(letters).where(letters.c.id == id_)
    session.execute(taken_up.values(turn_at=due_at, claimed_until=None, **fresh))
    on_commit(session, LETTERS.notify)


def take_back(session: Session, kind: str, *, user_id: str, about: str) -> None:
    """Withdraw a promised letter that no worker has claimed yet."""
    waiting = (
        (letters.c.user_id == user_id)
        & (letters.c.kind == kind)
        & (letters.c.about == about)
        & (letters.c.state == WAITING)
        & letters.c.claimed_until.is_(None)
    )
    session.execute(sa.update(letters).where(waiting).values(state=WITHDRAWN))
