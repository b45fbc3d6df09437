"""Reads of versions, and of how many people stand with them at once.

`waivers/policy.py` says how one person stands. A test compares both over a table of cases.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import AgeBand, User, UserWord
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.roles import Reach
from rookiebattle.core.values.words import LAST_CHARACTER
from rookiebattle.guardians.policy import latest_birth_of_adults
from rookiebattle.waivers.models import (
    ENDS_SOON,
    Form,
    StandingState,
    VersionState,
    WaiverSignature,
    WaiverVersion,
)
from rookiebattle.waivers.policy import ORDER
from rookiebattle.waivers.schemas.lacking import LackingSearch

users = SQLModel.metadata.tables[str(User.__tablename__)]
words = SQLModel.metadata.tables[str(UserWord.__tablename__)]
chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]
signatures = SQLModel.metadata.tables[str(WaiverSignature.__tablename__)]
versions = SQLModel.metadata.tables[str(WaiverVersion.__tablename__)]
ENDING = "ending"
SIGNED = StandingState.SIGNED.value
_NAMES = ("first_name", "last_name", "game_name", "email")
Condition = sa.ColumnElement[bool]
_IS_IN_FORCE = col(WaiverVersion.state) == VersionState.PUBLISHED
# Each letter about a seat runs the first of these statements, and each event's page the second.
# Building a select takes longer than running it.
_IN_FORCE = sa.select(WaiverVersion).where(_IS_IN_FORCE).order_by(col(WaiverVersion.form))
_NUMBERS = sa.select(col(WaiverVersion.form), col(WaiverVersion.number)).where(_IS_IN_FORCE)


def in_force(session: Session) -> dict[Form, WaiverVersion]:
    """The published version of each form that has one."""
    return {Form(one.form): one for one in session.scalars(_IN_FORCE)}


def numbers_in_force(session: Session) -> dict[Form, int | None]:
    """The number of the published version of each form that has one. Nobody waits for a text."""
    return {Form(form): number for form, number in session.connection().execute(_NUMBERS)}


def all_versions(session: Session, form: Form | None) -> Sequence[WaiverVersion]:
    """All versions, the newest first; drafts have no number and come before the others."""
    wanted = sa.select(WaiverVersion).order_by(
        col(WaiverVersion.form),
        sa.func.coalesce(col(WaiverVersion.number), sa.literal(10**9)).desc(),
        col(WaiverVersion.created_at).desc(),
    )
    return session.scalars(wanted if form is None else wanted.filter_by(form=form)).all()


def last_number(session: Session, form: str) -> int:
    newest = sa.select(sa.func.max(col(WaiverVersion.number))).filter_by(form=form)
    return session.scalar(newest) or 0


def people_signed(session: Session, version_id: str, now: datetime) -> int:
    """The number of people whose signature of a version holds now."""
    holds = (signatures.c.version_id == version_id) & (signatures.c.ends_at > now)
    counted = sa.select(sa.func.count(sa.distinct(signatures.c.user_id))).where(holds)
    return session.scalar(counted) or 0


def people(
    session: Session,
    wanted: LackingSearch,
    sought: Sequence[str],
    reach: Reach,
    now: datetime,
    today: date,
    *,
    tells_age: bool = True,
) -> Sequence[sa.Row[Any]]:
    """A page of those who have no waiver, or soon none, by name. Without `tells_age`, also those
    whose form is not in force, while the other one is: a gate asks them, too."""
    asked, forms = _asked(wanted, sought, reach), _forms(session, tells_age=tells_age)
    found = _standings(forms, asked, now, today).add_columns(
        users.c.chapter_id, chapters.c.name.label("chapter")
    )
    found = found.add_columns(*(users.c[name] for name in _NAMES))
    lack = found.selected_columns["lack"]
    found = found.where(lack == wanted.state if wanted.state else lack != SIGNED)
    in_order = found.order_by(users.c.sort_name, users.c.id)
    window = wanted.window
    return session.execute(in_order.limit(window.limit).offset(window.offset)).all()


def counts(
    session: Session,
    wanted: LackingSearch,
    sought: Sequence[str],
    reach: Reach,
    now: datetime,
    today: date,
    *,
    tells_age: bool = True,
) -> dict[str, int]:
    """How many people stand how, whatever state is wanted; of the same people."""
    asked, forms = _asked(wanted, sought, reach), _forms(session, tells_age=tells_age)
    each = _standings(forms, asked, now, today).subquery()
    number = sa.func.count().label("number")
    counted = sa.select(each.c.lack, number).group_by(each.c.lack)
    return {row.lack: row.number for row in session.execute(counted)}


def _forms(session: Session, *, tells_age: bool) -> Collection[Form]:
    current = in_force(session)
    return list(current if tells_age or not current else Form)


def _asked(wanted: LackingSearch, sought: Sequence[str], reach: Reach) -> list[Condition]:
    """The members of whom the list is, whatever they lack. Erased accounts are never in it."""
    found: list[Condition] = [users.c.erased_at.is_(None), reach.within(users.c.chapter_id)]
    if wanted.chapter_id is not None:
        found.append(users.c.chapter_id == wanted.chapter_id)
    for beginning in sought:
        word = (words.c.word >= beginning) & (words.c.word < beginning + LAST_CHARACTER)
        found.append(sa.exists().where(words.c.user_id == users.c.id, word))
    return found


def _standings(
    current: Collection[Form], asked: Sequence[Condition], now: datetime, today: date
) -> sa.Select[Any]:
    """How each of these people stands with their form; `lack` is also 'ending' or 'signed'.

    Nobody lacks a form of which no version is in force.
    """
    form = _form_on(today)
    own, its_version = signatures.alias("own"), versions.alias("its_version")
    rank = sa.case(
        {one.value: number for number, one in enumerate(ORDER)}, value=_state(own, its_version, now)
    )
    # SQLite 3.40 knows no column of `users` in an ORDER BY of a subquery in ON.
    best = (
        sa.select(own.c.id)
        .join(its_version, its_version.c.id == own.c.version_id)
        .where(own.c.user_id == users.c.id, its_version.c.form == form)
        .where(own.c.refused_because.is_(None))
        .order_by(rank, own.c.ends_at.desc(), own.c.id)
        .limit(1)
        .correlate(users)
        .scalar_subquery()
    )
    known = sa.case(
        (signatures.c.id.is_(None), StandingState.MISSING.value),
        else_=_state(signatures, versions, now),
    )
    ends_soon = signatures.c.ends_at <= now + ENDS_SOON
    signed = users.outerjoin(signatures, signatures.c.id == best)
    signed = signed.outerjoin(versions, versions.c.id == signatures.c.version_id)
    return (
        sa.select(
            users.c.id,
            form.label("form"),
            sa.case(((known == SIGNED) & ends_soon, ENDING), else_=known).label("lack"),
            versions.c.number.label("version"),
            *(signatures.c.signed_at, signatures.c.ends_at),
        )
        .select_from(signed.outerjoin(chapters, chapters.c.id == users.c.chapter_id))
        .where(form.in_([one.value for one in current]), *asked)
    )


def _form_on(today: date) -> sa.ColumnElement[str]:
    """`policy.form_of` as SQL: who was born after this day 18 years ago is a minor."""
    is_minor = sa.case(
        (users.c.birth_date.is_(None), sa.func.coalesce(users.c.age_band, "") == AgeBand.MINOR),
        else_=users.c.birth_date > latest_birth_of_adults(today),
    )
    return sa.case((is_minor, Form.MINOR.value), else_=Form.ADULT.value)


def _state(own: sa.FromClause, version: sa.FromClause, now: datetime) -> sa.ColumnElement[str]:
    """`policy.standing_of` as SQL, for one signature and its version."""
    # Nobody types a name on paper. Such a waiver counts once a lead has seen it.
    is_verified = own.c.typed_name.is_not(None) | own.c.verified_at.is_not(None)
    return sa.case(
        (version.c.state != VersionState.PUBLISHED, StandingState.OUTDATED.value),
        (own.c.ends_at <= now, StandingState.EXPIRED.value),
        (is_verified, StandingState.SIGNED.value),
        else_=StandingState.UNVERIFIED.value,
    )
