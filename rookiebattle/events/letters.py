"""The letters about a chapter's name and about reports."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import composed, letter_to, reader
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import limits, outbox
from rookiebattle.core.mail.layout import TO_ORGANIZATION, Content, in_subject
from rookiebattle.core.mail.outbox import Letter, Promised
from rookiebattle.events import hosting, queries
from rookiebattle.events.models import EventReport
from rookiebattle.events.reads import read_of
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.wording import SEE_EVENT, counted, when
from rookiebattle.settings import get_settings

WAITING, JUDGED, REPORTED = "event.waiting", "event.judged", "event.reported"
AN_EVENT = "an event"
BETWEEN = timedelta(days=1)
"""A lead gets no second letter before this, however many events wait."""


def tell_leads(session: Session, actor: Actor, *, event_id: str, chapter_id: str) -> None:  # noqa: ARG001  # the hook’s
    """Promise each lead of the chapter a letter about all that waits."""
    for user_id in chapters.leaders_of(session, chapter_id):
        limits.promise_again(session, WAITING, user_id=user_id, about=chapter_id, pause=BETWEEN)


def waiting(session: Session, user_id: str, chapter_id: str) -> Letter | None:
    """The events that wait for a lead; None when none does anymore."""
    to = reader(session, user_id, Mailing.EVENTS)
    found = hosting.list_waiting(session, Actor(user_id=user_id), chapter_id=chapter_id)
    if not to or not found:
        return None
    chapter, waits = found[0].chapter_name or "", "waits" if len(found) == 1 else "wait"
    content = Content(
        title=f"{counted(len(found), 'event')} {waits} for {chapter}",
        opening=["Members of other chapters would like to post in your chapter’s name."],
        facts=[(one.title, _when(one)) for one in found],
        closing=["No one else can see them until you or an administrator accepts."],
        link=("Accept or Decline", routes.chapter_url(chapter_id)),
        reason="You’re getting this email because you lead this chapter.",
    )
    return letter_to(to, WAITING, content.title, content, mailing=Mailing.EVENTS)


def tell_organizer(session: Session, actor: Actor, *, event_ids: Sequence[str]) -> None:
    """Promise the organizer the news, unless it was the organizer who judged."""
    organizer_id = read_of(queries.any_one(session, event_ids[0])).organizer_id
    if organizer_id != actor.user_id:
        outbox.promise_each(session, JUDGED, Promised(organizer_id, event_ids[0]))


def judged(session: Session, user_id: str, event_id: str) -> Letter | None:
    """The news for an organizer: an event is public now, or was declined."""
    to, rows = (
        reader(session, user_id, Mailing.EVENTS),
        queries.some(session, Actor(user_id=user_id), [event_id]),
    )
    if not to or not rows:
        return None
    event = read_of(rows[0])
    chapter, is_on = event.chapter_name or "The chapter", event.waits_for is None
    now_public = "It’s on the calendar, and people can register."
    declined = (
        "Only you can see it. You can edit it and choose another chapter, or none: then it’s "
        "posted by a member."
    )
    content = Content(
        title=f"{chapter} {'accepted' if is_on else 'declined'} {event.title}",
        opening=[now_public if is_on else declined],
        facts=[("When", _when(event))],
        link=(SEE_EVENT, routes.event_url(event.id)),
    )
    named = in_subject(event.title, AN_EVENT)
    subject = f"{'Accepted' if is_on else 'Declined'}: {named}"
    return letter_to(to, JUDGED, subject, content, mailing=Mailing.EVENTS)


def tell_club(session: Session, _actor: Actor, *, report_id: str) -> None:
    """The report, to the club. It says nothing about the reporter."""
    report = session.get_one(EventReport, report_id)
    event = read_of(queries.any_one(session, report.event_id))
    content = Content(
        title="An event was reported",
        opening=[f"Someone says “{event.title}” shouldn’t be on the calendar."],
        facts=[("What they say", report.reason), ("When", _when(event))],
        closing=["Administrators can see all reports on the event page."],
        link=(SEE_EVENT, routes.event_url(event.id)),
        reason=TO_ORGANIZATION,
    )
    letter = composed(
        get_settings().org_contact_email,
        REPORTED,
        f"Reported: {in_subject(event.title, AN_EVENT)}",
        content,
        # The letter is withdrawn with the account of the reporter.
        user_id=report.user_id,
        dedupe_key=f"{REPORTED}:{report_id}",
    )
    outbox.put(session, letter)


def _when(event: EventRead) -> str:
    return when(event.start_date, event.end_date, event.time_zone, clock.now())
