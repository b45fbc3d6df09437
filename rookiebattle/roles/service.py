"""Verbs of roles: giving and ending them, and reading who holds which."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import AgeBand, RoleGrant, User
from rookiebattle.accounts.naming import known_name, listed_name
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import MAY, ORGANIZATION, Grant, Role, Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events import service as events
from rookiebattle.members import administration
from rookiebattle.members.users import AdminUser, UserFilter
from rookiebattle.roles import policy, queries
from rookiebattle.roles.queries import Row, grants
from rookiebattle.roles.schemas import (
    About,
    GrantQuery,
    GrantRead,
    GrantWrite,
    Helping,
    NamedGrant,
    Person,
    PlaceChoice,
    RolesShown,
)
from rookiebattle.roles.wording import (
    ENDS_EARLY,
    HELD,
    NO_GRANT,
    NOT_TO_YOURSELF,
    NOT_YOURS,
    ONE_PLACE,
    ROLES,
    WHOLE_CLUB,
    since_words,
    told_place,
)
from rookiebattle.settings import get_settings

MOST_FOUND, MOST_SHOWN = Window(8), Window(100)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a role is: the organization, a chapter or an event, by its name."""

    at: Scope = ORGANIZATION
    name: str = ""
    is_organizer: bool = False

    def givable(self, actor: Actor) -> frozenset[Role]:
        return policy.givable(actor, self.at, is_organizer=self.is_organizer)

    def may_read(self, actor: Actor) -> bool:
        return policy.may_read(actor, self.at, is_organizer=self.is_organizer)


def list_grants(session: Session, actor: Actor, *, wanted: GrantQuery) -> Page[GrantRead]:
    """The roles that hold or will hold: one's own, or those of a member, a chapter or an event.

    Of others the actor reads what is in reach. Raises NotFound, and Forbidden where nothing is.
    """
    actor.require(Permission.OWN_ROLE_READ)
    of_place = wanted.chapter_id or wanted.event_id
    user_id = wanted.user_id or ("" if of_place else actor.user_id)
    if user_id != actor.user_id:
        _refuse_strangers(session, actor, wanted)
    conditions = [
        column == value
        for column, value in (
            (grants.c.user_id, user_id),
            (grants.c.chapter_id, wanted.chapter_id),
            (grants.c.event_id, wanted.event_id),
        )
        if value
    ]
    reach = actor.reach(Permission.ALL_ROLE_READ)
    is_known = queries.is_known_to(actor.user_id, reach)
    is_current = queries.is_current(clock.now())
    found = queries.listed(session, *conditions, is_known, is_current, window=wanted.window())
    return Page([_read(row) for row in found.items], found.total)


def _refuse_strangers(session: Session, actor: Actor, wanted: GrantQuery) -> None:
    """Refuse somebody who asks about others, and may read of nobody there."""
    places = [
        _place(session, actor, chapter_id=wanted.chapter_id),
        _place(session, actor, event_id=wanted.event_id),
    ]
    named = [one for one in places if one.at != ORGANIZATION]
    may_read = all(one.may_read(actor) for one in named)
    if not (may_read if named else actor.reach(Permission.ALL_ROLE_READ)):
        raise Forbidden()
    if wanted.user_id and session.get(User, wanted.user_id) is None:
        raise NotFound(NO_MEMBER)


def _place(
    session: Session, actor: Actor, *, chapter_id: str | None = None, event_id: str | None = None
) -> Place:
    """The place with this id, as far as the actor may see it. Raises NotFound."""
    if event_id:
        event = events.get_event(session, actor, event_id=event_id)
        is_own = event.organizer_id == actor.user_id
        return Place(Scope(event.chapter_id, event.id), event.title, is_organizer=is_own)
    if chapter_id:
        chapter = chapters.get_chapter(session, actor, chapter_id=chapter_id)
        return Place(Scope(chapter.id), chapter.name)
    return Place()


@writes
def give(session: Session, actor: Actor, *, values: GrantWrite) -> GrantRead:
    """Give a role; see `policy.givable`.

    Raises NotFound, Forbidden, Invalid, and Conflict for a role that is held already.
    """
    actor.require(Permission.OWN_ROLE_CREATE)
    if values.chapter_id and values.event_id:
        raise Invalid(ONE_PLACE, {"chapterId": ONE_PLACE})
    place = _place(session, actor, chapter_id=values.chapter_id, event_id=values.event_id)
    if values.role not in place.givable(actor):
        raise Forbidden(NOT_YOURS)
    if values.user_id == actor.user_id:
        raise Forbidden(NOT_TO_YOURSELF)
    grant = _grant(actor, values)
    if not queries.hold_place(session, place.at):
        raise NotFound()
    user = queries.hold(session, values.user_id)
    if user is None:
        raise NotFound(NO_MEMBER)
    queries.end_lapsed(session, user.id, clock.now())
    if queries.is_held(session, grant):
        raise Conflict(HELD)
    session.add(grant)
    user.holds_roles = True
    session.flush()
    accounts.renew_sessions(session, user_id=user.id)
    given = queries.one(session, grant.id)
    assert given
    _record(session, actor, "role.given", given)
    return _read(given)


def _grant(actor: Actor, values: GrantWrite) -> RoleGrant:
    """The row of a role to give. Raises Invalid for one that would have no time."""
    now = clock.now()
    starts_at = values.starts_at or now
    if values.ends_at and values.ends_at <= max(starts_at, now):
        raise Invalid(ENDS_EARLY, {"endsAt": ENDS_EARLY})
    return RoleGrant(
        user_id=values.user_id,
        role=values.role.value,
        chapter_id=values.chapter_id or "",
        event_id=values.event_id or "",
        given_by=actor.user_id,
        starts_at=starts_at,
        ends_at=values.ends_at,
    )


@writes
def end(session: Session, actor: Actor, *, grant_id: str) -> None:
    """Take a role away; whoever may give it, and its holder. It stays in the history.

    Ending it again changes nothing. Raises NotFound and Forbidden.
    """
    actor.require(Permission.OWN_ROLE_DELETE)
    row = queries.one(session, known_id(grant_id, NO_GRANT))
    if row is None:
        raise NotFound(NO_GRANT)
    if row.user_id != actor.user_id:
        _refuse_to_end(actor, row)
    _end(session, actor, row)


def _refuse_to_end(actor: Actor, row: Row) -> None:
    place = _place_of(actor, row)
    if Role(row.role) in place.givable(actor):
        return
    raise Forbidden(NOT_YOURS) if place.may_read(actor) else NotFound(NO_GRANT)


def _place_of(actor: Actor, row: Row) -> Place:
    """The place of a role, which may be gone by now."""
    chapter_id = row.chapter_id or row.event_chapter_id
    at = Scope(chapter_id, row.event_id or None)
    return Place(at, row.title or row.chapter_name or "", row.organizer_id == actor.user_id)


def _end(session: Session, actor: Actor, row: Row) -> None:
    user = queries.hold(session, row.user_id)
    if user is None or not queries.end(session, row.id, clock.now()):
        return
    user.holds_roles = queries.holds_any(session, user.id)
    session.flush()
    accounts.renew_sessions(session, user_id=user.id)
    _record(session, actor, "role.ended", row)


def end_at_event(session: Session, actor: Actor, *, event_id: str) -> None:
    """End the roles at an event that is about to be removed. Subscribed to `event_removing`."""
    for row in queries.open_at(session, event_id=event_id):
        _end(session, actor, row)


def end_in_chapter(session: Session, actor: Actor, *, chapter_id: str) -> None:
    """End the roles in a chapter that is about to be deleted. Subscribed to `chapter_removing`."""
    for row in queries.open_at(session, chapter_id=chapter_id):
        _end(session, actor, row)


def forget_giver(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Note no longer what a child gave to others. Subscribed to `account_forgetting`."""
    queries.forget_giver(session, user_id)


def _record(session: Session, actor: Actor, action: str, row: Row) -> None:
    words = {
        "Role": ROLES[Role(row.role)],
        "Where": told_place(row.title, row.chapter_name),
        "When": since_words(row.starts_at, row.ends_at, clock.now()),
    }
    before, after = ({}, words) if action == "role.given" else (words, {})
    record_change(
        session,
        actor,
        action,
        row.user_id,
        thing=known_name(row),
        changes=differences(before, after),
        member_id=row.user_id,
        details={"grant": row.id, "role": row.role},
    )


def _read(row: Row) -> GrantRead:
    columns = {name: getattr(row, name) for name in GrantRead.model_fields}
    columns |= {"role": Role(row.role)}
    columns |= {"chapter_id": row.chapter_id or None, "event_id": row.event_id or None}
    return GrantRead.model_construct(**columns)


def show_roles(session: Session, actor: Actor, *, about: About) -> RolesShown | None:
    """The roles that a page tells of; None where the actor may read of none. Raises NotFound."""
    if about.user_id:
        return _roles_of_member(session, actor, about.user_id)
    place = _place(session, actor, chapter_id=about.chapter_id, event_id=about.event_id)
    if place.at == ORGANIZATION or not place.may_read(actor):
        return None
    column = grants.c.event_id if about.event_id else grants.c.chapter_id
    of_place = column == (about.event_id or about.chapter_id)
    return RolesShown(_held(session, actor, of_place), place.givable(actor))


def _held(session: Session, actor: Actor, condition: sa.ColumnElement[bool]) -> list[NamedGrant]:
    """The current roles for which this is so and that the actor may read of."""
    is_known = queries.is_known_to(actor.user_id, actor.reach(Permission.ALL_ROLE_READ))
    is_current = queries.is_current(clock.now())
    found = queries.listed(session, condition, is_known, is_current, window=MOST_SHOWN)
    return [_named(actor, row) for row in found.items]


def _named(actor: Actor, row: Row) -> NamedGrant:
    is_givable = Role(row.role) in _place_of(actor, row).givable(actor)
    return NamedGrant(
        _read(row),
        _name(actor, row),
        told_place(row.title, row.chapter_name),
        may_end=is_givable or row.user_id == actor.user_id,
    )


def _name(actor: Actor, row: Row | User) -> str:
    """Administrators know everybody; others read the names that members see."""
    return known_name(row) if actor.is_admin else listed_name(row)


def _roles_of_member(session: Session, actor: Actor, user_id: str) -> RolesShown | None:
    if not actor.reach(Permission.ALL_ROLE_READ):
        return None
    user = session.get(User, known_id(user_id, NO_MEMBER))
    if user is None or user.erased_at:
        raise NotFound(NO_MEMBER)
    held = _held(session, actor, grants.c.user_id == user.id)
    places = _places(session, actor) if user.id != actor.user_id else []
    at = Scope(places[0].chapter_id or None) if places else None
    givable = policy.givable(actor, at, is_organizer=False) if at else frozenset[Role]()
    return RolesShown(
        held,
        givable,
        places,
        _name(actor, user),
        policy.suggested(user.admin_rank, givable),
        user.chapter_id or "",
        # Administrators know everybody's age.
        waits=actor.is_admin and user.age_band == AgeBand.MINOR,
    )


def _places(session: Session, actor: Actor) -> list[PlaceChoice]:
    """The chapters in which the actor may give roles, and first the organization."""
    reach = actor.reach(Permission.ALL_ROLE_CREATE)
    every = [PlaceChoice(one.id, one.name) for one in chapters.choices(session, actor)]
    if reach.is_everywhere:
        return [PlaceChoice("", WHOLE_CLUB), *every]
    return [one for one in every if one.chapter_id in reach.chapter_ids]


def find_people(session: Session, actor: Actor, *, about: About, text: str) -> list[Person]:
    """Members to whom the actor may give a role there: by name or email those whom the actor may
    list, and anybody by exactly the game name. Raises NotFound and Forbidden."""
    place = _place(session, actor, chapter_id=about.chapter_id, event_id=about.event_id)
    givable = place.givable(actor)
    if not givable:
        raise Forbidden(NOT_YOURS)
    if not text.strip():
        return []
    found: list[AdminUser | User] = []
    if actor.reach(Permission.ALL_ACCOUNT_READ):
        wanted = UserFilter(text=text, window=MOST_FOUND)
        found += administration.list_users(session, actor, wanted=wanted).items
    named = queries.by_game_name(session, text)
    if named and named.id not in {one.id for one in found}:
        found.append(named)
    return [_person(actor, one, givable) for one in found if one.id != actor.user_id]


def _person(actor: Actor, one: AdminUser | User, givable: frozenset[Role]) -> Person:
    if isinstance(one, AdminUser):
        chapter = one.chapter.name if one.chapter else ""
        about = " · ".join(filter(None, (one.game_name, one.email, chapter)))
        return Person(one.id, known_name(one), about, policy.suggested(one.admin_rank, givable))
    suggested = policy.suggested(one.admin_rank, givable)
    return Person(one.id, _name(actor, one), one.game_name or "", suggested)


def could_lately(
    session: Session, actor: Actor, *, permission: Permission, at: Scope, since: datetime
) -> bool:
    """Whether a role of the actor gave this permission there at some time since then."""
    held = queries.held_since(session, actor.user_id, since)
    grants = (Grant(Role(one.role), one.chapter_id or None, one.event_id or None) for one in held)
    return any(permission in MAY[one.role] and one.covers(at) for one in grants)


def helping(session: Session, actor: Actor) -> list[Helping]:
    """The events that are not over and at which the actor helps, the next one first."""
    return [
        Helping(
            row.event_id,
            row.title,
            row.start_at,
            row.end_at,
            row.time_zone or get_settings().org_time_zone,
            Role(row.role),
            waits=row.age_band != AgeBand.ADULT,
        )
        for row in queries.held_events(session, actor.user_id, clock.now())
    ]
