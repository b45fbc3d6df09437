"""Reads the data of one member's page in the console, in one unit of work."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts.policy import sees_ages
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.events import service as events
from rookiebattle.guardians import birthdays
from rookiebattle.guardians.schemas import AgeRead
from rookiebattle.members import administration
from rookiebattle.members.users import AdminUser
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import AdminEntry, AwardChoices
from rookiebattle.registrations.schemas import EventToAward
from rookiebattle.registrations.service import attendance, awards


@dataclass(frozen=True, slots=True)
class MemberShown:
    """A member, a page of the timeline, the ids of its events that still have a page, and the
    starts of the events where the member was, newest first. `age` is for administrators
    alone."""

    member: AdminUser
    timeline: Page[AdminEntry]
    linked: frozenset[str]
    visits: list[datetime]
    age: AgeRead | None = None


@dataclass(frozen=True, slots=True)
class AwardShown:
    choices: AwardChoices
    events: list[EventToAward]


def show_member(session: Session, actor: Actor, *, user_id: str, window: Window) -> MemberShown:
    """The data of one member's page. Raises NotFound."""
    member = administration.get_user(session, actor, user_id=user_id)
    found = progression.member_timeline(session, actor, user_id=user_id, window=window)
    named = {one.event_id for one in found.items if one.event_id}
    there = events.list_by_ids(session, actor, event_ids=named) if named else []
    visits = attendance.visits_of(session, actor, user_id=user_id)
    sees_age = sees_ages(actor)
    age = birthdays.age_of(session, actor, user_id=user_id) if sees_age else None
    return MemberShown(member, found, frozenset(one.id for one in there), visits, age)


def show_award(session: Session, actor: Actor) -> AwardShown:
    """The form's choices when it opens: the latest events, until one is sought."""
    choices = progression.award_choices(session, actor)
    return AwardShown(choices, awards.find_events(session, actor, text=""))
