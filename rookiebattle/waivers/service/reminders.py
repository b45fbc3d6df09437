"""The job that asks to sign again, and what is forgotten about old signers."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs.jobs import Job
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.settings import get_settings
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import (
    ENDS_SOON,
    SIGNER_KEPT,
    Form,
    VersionState,
    WaiverSignature,
    WaiverVersion,
)
from rookiebattle.waivers.service.signatures import drop_photos
from rookiebattle.waivers.service.standing import COUNTS, form_now, told_about
from rookiebattle.waivers.signing import comes_of_age

ASKED = "waiver.asked"
AT_ONCE = 200
ASKED_AFTER = timedelta(days=30)
"""Somebody whose waiver ended longer ago has been asked, and has not come since."""
_signatures = SQLModel.metadata.tables[str(WaiverSignature.__tablename__)].c


async def ask_again() -> str:
    """Promise the letters that are due; returns how many people they are about."""
    asked = 0
    while found := await run(ask_some, VISITOR):
        asked += found
    return f"{asked} queued"


REMINDING = Job("waivers", timedelta(days=1), ask_again)


@writes
def ask_some(session: Session, _actor: Actor) -> int:
    """Ask for some of the people whose letter is due; returns for how many."""
    due = list(_due(session))[:AT_ONCE]
    for one, subject in due:
        one.letter_at = clock.now()
        promised = (
            Promised(id_, subject.id, dedupe_key=f"{ASKED}:{one.id}:{id_}:{clock.today()}")
            for id_ in told_about(session, subject)
        )
        outbox.promise_each(session, ASKED, *promised)
    return len(due)


def _due(session: Session) -> Iterator[tuple[WaiverSignature, User]]:
    """The last signatures of people who were not yet asked about what has happened since."""
    now, current = clock.now(), queries.in_force(session)
    for one, version, user in session.execute(_candidates(now)):
        reasons = [one.ends_at - ENDS_SOON, _day_of(one.ends_at)]
        if version.form == Form.MINOR and user.birth_date:
            reasons.append(comes_of_age(user.birth_date, get_settings().org_zone))
        if version.state == VersionState.REPLACED and one.ends_at > now:
            reasons.append(current[Form(version.form)].published_at or now)
        since = one.letter_at or one.signed_at
        if any(since < reason <= now for reason in reasons) and form_now(user) in current:
            yield one, user


def _candidates(now: datetime) -> sa.Select[WaiverSignature, WaiverVersion, User]:
    """The last signature of each person that counts, where there may be something to ask."""
    last = (
        sa.select(_signatures.user_id, sa.func.max(_signatures.signed_at).label("signed_at"))
        .where(COUNTS)
        .group_by(_signatures.user_id)
        .subquery()
    )
    is_last = (col(WaiverSignature.user_id) == last.c.user_id) & (
        col(WaiverSignature.signed_at) == last.c.signed_at
    )
    may_be_due = sa.or_(
        col(WaiverSignature.ends_at) <= now + ENDS_SOON,
        col(WaiverVersion.state) == VersionState.REPLACED,
        col(WaiverVersion.form) == Form.MINOR,
    )
    return (
        sa.select(WaiverSignature, WaiverVersion, User)
        .join_from(WaiverSignature, WaiverVersion)
        .join(User, col(User.id) == col(WaiverSignature.user_id))
        .join(last, is_last)
        .where(COUNTS, may_be_due, col(WaiverSignature.ends_at) > now - ASKED_AFTER)
        .where(col(User.erased_at).is_(None))
        .order_by(col(WaiverSignature.id))
    )


def _day_of(instant: datetime) -> datetime:
    """The first moment of the day of an instant, where the club is."""
    zone = get_settings().org_zone
    return datetime.combine(instant.astimezone(zone).date(), time(), zone)


def forget_signers(session: Session) -> None:
    """Erase how the signers of 7 years ago signed; that they did stays proved."""
    empty = dict.fromkeys(("stroke", "address", "browser", "photo"))
    is_old = col(WaiverSignature.signed_at) < clock.now() - SIGNER_KEPT
    has_some = sa.or_(*(_signatures[name].is_not(None) for name in empty))
    drop_photos(session, is_old)
    session.execute(sa.update(WaiverSignature).where(is_old, has_some).values(empty))
