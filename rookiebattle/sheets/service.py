"""Verbs of live sheets: making, listing and revoking one's own, and reading one by its address."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import is_welcomed
from rookiebattle.accounts.wording import tier_label
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import AppError, Conflict, NotFound, TooManyRequests
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_decimal
from rookiebattle.core.values.spreadsheet import MOST_LINES, Cell, csv_of
from rookiebattle.members import administration
from rookiebattle.members.users import AdminUser, UserFilter
from rookiebattle.members.wording import full_name
from rookiebattle.payments import books
from rookiebattle.payments.schemas import BookedPayment, PaymentSearch
from rookiebattle.payments.wording import KINDS, STATUSES
from rookiebattle.progression.ranks import member_rank
from rookiebattle.registrations.schemas import RosterEntry, RosterSearch
from rookiebattle.registrations.service import roster
from rookiebattle.registrations.wording import payment_label
from rookiebattle.settings import get_settings
from rookiebattle.sheets.models import KEPT, ListName, Sheet
from rookiebattle.sheets.policy import NEEDED, head_of
from rookiebattle.sheets.schemas import SheetMade, SheetRead, SheetWrite
from rookiebattle.sheets.wording import MISSING, TOO_MANY, TOO_SOON

MOST_SHEETS = 50
PAUSE = timedelta(minutes=1)
sheets = SQLModel.metadata.tables[str(Sheet.__tablename__)]
Line = Callable[[str], Cell]


@writes
def make_sheet(session: Session, actor: Actor, *, values: SheetWrite) -> SheetMade:
    """Make a secret address of a list that the actor may read now.

    Raises Forbidden and NotFound as the list does, and Conflict for more than `MOST_SHEETS`.
    """
    actor.require(Permission.OWN_SHEET_CREATE)
    _lines(session, actor, values.which, values.event_id, Window(1))
    session.get(User, actor.user_id, with_for_update=True)
    own = sa.select(sa.func.count()).select_from(sheets).where(sheets.c.owner_id == actor.user_id)
    if (session.scalar(own) or 0) >= MOST_SHEETS:
        raise Conflict(TOO_MANY)
    token = token_urlsafe(24)
    made = Sheet(
        token_digest=_digest(token),
        owner_id=actor.user_id,
        list_name=values.which.value,
        event_id=values.event_id,
        columns=values.columns,
        name=values.name,
        created_at=clock.now(),
    )
    session.add(made)
    session.flush()
    audit.record(session, actor, "sheet.created", made.id, list=made.list_name)
    url = routes.absolute(routes.sheet(token))
    return SheetMade.model_construct(**dict(_read(made)), url=url)


def list_sheets(session: Session, actor: Actor) -> list[SheetRead]:
    """The actor's sheets, newest first."""
    actor.require(Permission.OWN_SHEET_READ)
    own = sa.select(Sheet).where(col(Sheet.owner_id) == actor.user_id)
    found = session.scalars(own.order_by(col(Sheet.created_at).desc(), col(Sheet.id)))
    return [_read(one) for one in found]


@writes
def revoke_sheet(session: Session, actor: Actor, *, sheet_id: str) -> None:
    """Let the address lead nowhere. Raises NotFound, also for somebody else's."""
    actor.require(Permission.OWN_SHEET_DELETE)
    found = session.get(Sheet, known_id(sheet_id, MISSING), with_for_update=True)
    if found is None or found.owner_id != actor.user_id:
        raise NotFound(MISSING)
    session.delete(found)
    audit.record(session, actor, "sheet.revoked", found.id, list=found.list_name)


@writes
def read_sheet(session: Session, _actor: Actor, *, token: str) -> bytes:
    """The list as a CSV file, with the right that its owner has now.

    Raises NotFound for every reason why there is none, TooManyRequests within a minute.
    """
    found = session.scalar(sa.select(Sheet).where(col(Sheet.token_digest) == _digest(token)))
    now = clock.now()
    if found is None or found.created_at + KEPT <= now:
        raise NotFound(MISSING)
    # One of several readings at the same moment marks the row; the others find the mark.
    was_read = sheets.c.read_at > now - PAUSE
    unread = sa.update(sheets).where(sheets.c.id == found.id, was_read.is_not(True))
    if not session.execute(unread.values(read_at=now)).rowcount:  # type: ignore[attr-defined]  # of a cursor
        raise TooManyRequests(int(PAUSE.total_seconds()), TOO_SOON)
    try:
        lines = _lines(
            session,
            _owner(session, found),
            ListName(found.list_name),
            found.event_id,
            Window(MOST_LINES),
        )
    except AppError:
        raise NotFound(MISSING) from None
    heads = [head_of(column) for column in found.columns]
    return csv_of(heads, ([line(column) for column in found.columns] for line in lines))


def forget_old(session: Session) -> None:
    """Delete the sheets that have ended. A tidier."""
    session.execute(sa.delete(sheets).where(sheets.c.created_at <= clock.now() - KEPT))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _read(one: Sheet) -> SheetRead:
    return SheetRead.model_construct(
        id=one.id,
        which=one.list_name,
        event_id=one.event_id,
        columns=one.columns,
        name=one.name,
        created_at=one.created_at,
        last_read_at=one.read_at,
        ends_at=one.created_at + KEPT,
    )


def _owner(session: Session, sheet: Sheet) -> Actor:
    """The owner as an actor; without any right once the account is erased."""
    user = session.get(User, sheet.owner_id)
    if user is None or user.erased_at is not None:
        return Actor()
    return Actor(
        user_id=user.id,
        is_admin=user.is_admin,
        is_welcomed=is_welcomed(user.age_band),
        grants=accounts.grants_of(session, user),
    )


def _lines(
    session: Session, actor: Actor, which: ListName, event_id: str | None, window: Window
) -> Sequence[Line]:
    """The lines of a list as the actor may read it, each a function from column to cell."""
    actor.require_reach(NEEDED[which])
    match which:
        case ListName.ROSTER:
            wanted = RosterSearch(window=window)
            people = roster.read_roster(session, actor, event_id=event_id or "", wanted=wanted)
            return [_seat(one) for one in people.entries.items]
        case ListName.MEMBERS:
            found = administration.list_users(session, actor, wanted=UserFilter(window=window))
            seen = roster.last_seen(session, actor)
            return [_member(one, seen.get(one.id)) for one in found.items]
        case ListName.PAYMENTS:
            paid = books.search_payments(session, actor, wanted=PaymentSearch(window=window))
            return [_payment(one) for one in paid.items]


def _of(cells: dict[str, Cell]) -> Line:
    return cells.__getitem__


def _seat(one: RosterEntry) -> Line:
    return _of(
        {
            "name": one.kept_name,
            "status": "Canceled" if one.is_cancelled else "Registered",
            "paid": payment_label(one.shown_status),
            "checkedIn": _time(one.checked_in_at),
            "registeredAt": _time(one.registration_date),
            "chapter": one.chapter,
        }
    )


def _member(one: AdminUser, seen: Any) -> Line:
    return _of(
        {
            "name": full_name(one.first_name, one.last_name) or one.game_name or "Member",
            "chapter": one.chapter.name if one.chapter else "",
            "plan": tier_label(one.membership_tier),
            "status": one.membership_status.title(),
            "rank": member_rank(one.member_rank).title,
            "lastSeen": _time(seen)[:10],
        }
    )


def _payment(one: BookedPayment) -> Line:
    return _of(
        {
            "date": _time(one.at)[:10],
            "kind": KINDS[one.kind],
            "amount": as_decimal(one.amount_cents),
            "status": STATUSES[one.status],
        }
    )


def _time(at: Any) -> str:
    """'2026-03-14 18:00' where the club is, which every spreadsheet reads; empty for none."""
    zone = get_settings().org_zone
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}" if at else ""
