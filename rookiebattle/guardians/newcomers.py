"""Accounts of people who walk in without one: the gate adds them, and a link makes them theirs."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import UNCLAIMED_KEPT, AgeBand, User
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.guardians.dependents import link_to
from rookiebattle.guardians.service import connect


class Newcomer(NamedTuple):
    """A person who was added. `url` leads to their account, or for a minor to the guardian’s,
    which is `owner_id`."""

    user_id: str
    owner_id: str
    url: str


def add_newcomer(
    session: Session, actor: Actor, *, name: str, guardian_name: str | None = None
) -> Newcomer:
    """Add an adult, or with a guardian’s name a minor and the guardian, who are connected.

    The caller has decided that the actor may. Raises Invalid for a name of the site itself.
    """
    # An adult says their age in the welcome, once the account is theirs.
    person = _added(session, actor, name, AgeBand.MINOR if guardian_name else None, "name")
    owner = person
    if guardian_name:
        owner = _added(session, actor, guardian_name, AgeBand.ADULT, "guardianName")
        connect(session, actor, guardian_id=owner.id, person=person)
    # A minor's account goes with the guardian's.
    owner.lapses_at = clock.now() + UNCLAIMED_KEPT
    link = link_to(session, actor, user_id=owner.id, guardian_id=owner.id)
    return Newcomer(person.id, owner.id, link.url)


def _added(session: Session, actor: Actor, name: str, age: AgeBand | None, field: str) -> User:
    accounts.refuse_reserved(name, field=field)
    first, _, last = name.partition(" ")
    user = User(first_name=first, last_name=last or None, age_band=age)
    session.add(user)
    # The gate knows people by their game name, at every age alike.
    accounts.rename(session, user, game_name=accounts.free_game_name(session, first))
    audit.record(session, actor, "account.added", user.id)
    return user
