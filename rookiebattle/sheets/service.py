"""Verbs of live sheets: making, listing and revoking one's own, and reading one by its address."""

from datetime import timedelta
from secrets import token_urlsafe
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import is_welcomed
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import AppError, Conflict, Invalid, NotFound, TooManyRequests
from rookiebattle.core.fingerprints import digest_of
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.spreadsheet import MOST_LINES, csv_of
from rookiebattle.members import administration
from rookiebattle.members.users import UserFilter
from rookiebattle.payments import books
from rookiebattle.payments.schemas import PaymentSearch
from rookiebattle.registrations.schemas import RosterSearch
from rookiebattle.registrations.service import roster
from rookiebattle.registrations.service.attendance import last_seen_of
from rookiebattle.sheets.models import KEPT, ListName, Sheet
from rookiebattle.sheets.policy import COLUMNS, head_of
from rookiebattle.sheets.schemas import SheetMade, SheetRead, SheetWrite

MOST_SHEETS = 50
PAUSE = timedelta(minutes=1)
MISSING = "This sheet does not exist."
TOO_MANY = f"You have {MOST_SHEETS} live sheets. Please revoke one first."
TOO_SOON = "This sheet was read less than a minute ago."
OF_EVENT = "A roster needs an event, and no other list has one."
sheets = SQLModel.metadata.tables[str(Sheet.__tablename__)]


@writes
def make_sheet(session: Session, actor: Actor, *, values: SheetWrite) -> SheetMade:
    """Make a secret address of a list that the actor may read now.

    Raises Invalid for another column, Forbidden and NotFound as the list does, and Conflict for
    more than `MOST_SHEETS`.
    """
    actor.require(Permission.OWN_SHEET_CREATE)
    known = COLUMNS[values.list_name]
    if not known.keys() >= {*values.columns}:
        raise Invalid(fields={"columns": f"Please choose from {', '.join(known)}."})
    if (values.list_name == ListName.ROSTER) != bool(values.event_id):
        raise Invalid(fields={"eventId": OF_EVENT})
    _rows(session, actor, values.list_name, values.event_id, Window(1))
    session.get(User, actor.user_id, with_for_update=True)
    if len(list_sheets(session, actor)) >= MOST_SHEETS:
        raise Conflict(TOO_MANY)
    token = token_urlsafe(24)
    made = Sheet(
        **values.model_dump(by_alias=False),
        token_digest=digest_of(token),
        owner_id=actor.user_id,
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
def read_sheet(session: Session, _actor: Actor, *, token: str, reads: bool = True) -> bytes:
    """The list as a CSV file, with the right that its owner has now. Without `reads` nothing, which
    counts as no reading.

    Raises NotFound for every reason why there is none, TooManyRequests within a minute.
    """
    # Of several readings at the same moment the others wait here, and find the mark of the first.
    asked = sa.select(Sheet).where(col(Sheet.token_digest) == digest_of(token))
    found, now = session.scalar(asked.with_for_update()), clock.now()
    if found is None or found.created_at + KEPT <= now:
        raise NotFound(MISSING)
    if not reads:
        return b""
    if found.read_at and found.read_at > now - PAUSE:
        raise TooManyRequests(int(PAUSE.total_seconds()), TOO_SOON)
    found.read_at = now
    owner, known = _owner(session, found), COLUMNS[found.list_name]
    try:
        rows = _rows(session, owner, found.list_name, found.event_id, Window(MOST_LINES))
    except AppError:
        raise NotFound(MISSING) from None
    lines = ([known[column](*row) for column in found.columns] for row in rows)
    return csv_of([head_of(column) for column in found.columns], lines)


def forget_old(session: Session) -> None:
    """Delete the sheets that have ended. A tidier."""
    session.execute(sa.delete(sheets).where(sheets.c.created_at <= clock.now() - KEPT))


def _read(one: Sheet) -> SheetRead:
    told = one.model_dump(exclude={"token_digest", "owner_id"})
    return SheetRead.model_construct(**told, ends_at=one.created_at + KEPT)


def _owner(session: Session, sheet: Sheet) -> Actor:
    """The owner as an actor; without any right once the account is erased."""
    user = session.get_one(User, sheet.owner_id)
    if user.erased_at is not None:
        return Actor()
    return Actor(
        user_id=user.id,
        is_admin=user.is_admin,
        is_welcomed=is_welcomed(user.age_band),
        grants=accounts.grants_of(session, user.id, user.age_band, holds_roles=user.holds_roles),
    )


def _rows(
    session: Session, actor: Actor, which: str, event_id: str | None, window: Window
) -> list[tuple[Any, ...]]:
    """The rows of a list as the actor may read it: what the list's `COLUMNS` take."""
    if which == ListName.ROSTER:
        seats = RosterSearch(window=window)
        found = roster.read_roster(session, actor, event_id=event_id or "", wanted=seats)
        return [(one,) for one in found.entries.items]
    if which == ListName.MEMBERS:
        people = administration.list_users(session, actor, wanted=UserFilter(window=window)).items
        seen = last_seen_of(session, actor, user_ids=[one.id for one in people])
        return [(one, seen.get(one.id)) for one in people]
    paid = books.search_payments(session, actor, wanted=PaymentSearch(window=window))
    return [(one,) for one in paid.items]
