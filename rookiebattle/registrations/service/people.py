"""The people for whom a member may take seats: oneself, and the minors whom one is guardian of."""

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import has_membership, is_supporter, is_welcomed
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import service as guardians
from rookiebattle.registrations.queries import people as queries
from rookiebattle.registrations.schemas import PersonSeat
from rookiebattle.registrations.wording import NOT_YOURS, first_name


def person(session: Session, actor: Actor, *, user_id: str) -> Actor:
    """The actor, or a minor of theirs with that person's own rights. Raises NotFound."""
    user_id = known_id(user_id, NOT_YOURS)
    if user_id == actor.user_id:
        return actor
    minors = guardians.minors_of(session, actor.user_id) if actor.is_member else []
    for one in minors:
        if one.id == user_id:
            return _as_actor(one)
    raise NotFound(NOT_YOURS)


def _as_actor(user: User) -> Actor:
    tier, status = user.membership_tier, user.membership_status
    return Actor(
        user_id=user.id,
        is_welcomed=is_welcomed(user.age_band),
        has_membership=has_membership(tier, status),
        is_supporter=is_supporter(tier, status),
        chapter_id=user.chapter_id,
        first_name=first_name(user),
    )


def people_at(session: Session, actor: Actor, *, event_id: str) -> list[PersonSeat]:
    """The minors whom the actor is guardian of, each with the seat at an event that the actor has
    just read."""
    if not actor.is_member:
        return []
    minors = guardians.minors_of(session, actor.user_id)
    if not minors:
        return []
    held = {one.user_id: one for one in queries.seats_of(session, actor.user_id, [event_id])}
    return [held.get(one.id) or PersonSeat(one.id, first_name(one)) for one in minors]
