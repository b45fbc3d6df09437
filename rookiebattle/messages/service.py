"""Verbs of messages: writing to the people of an event, in batches, and reading what was said."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import readers
from rookiebattle.accounts.naming import listed_name, name_kept
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Forbidden, TooManyRequests
from rookiebattle.core.jobs.jobs import Job
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.values.ids import canonical_id
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import CancelWrite, EventRead
from rookiebattle.events.schemas import Scope as Dates
from rookiebattle.messages import queries, wording
from rookiebattle.messages.models import Message
from rookiebattle.messages.schemas import MessageRead, MessageSent, MessageWrite, Unreachable
from rookiebattle.messages.wording import MOST_A_DAY
from rookiebattle.registrations.schemas import Audience
from rookiebattle.registrations.service import audiences, settling
from rookiebattle.registrations.service.roster import names_at_gate

SENT = "event.message"
DAY, TOLD_FOR = timedelta(days=1), timedelta(days=30)
AT_ONCE = 500
"""So many people's letters are promised in one transaction, the first of them in the request."""


@writes
def send(
    session: Session, actor: Actor, *, event_id: str, values: MessageWrite, is_dry: bool = False
) -> MessageSent:
    """Write to the people of an event: by email, and as a notice on its page.

    For the organizer, leads and administrators. A dry run only says who would be reached. Raises
    NotFound, Forbidden, Conflict when there is nobody or the event is long over, and
    TooManyRequests.
    """
    sent = reach(session, actor, event_id=event_id, to=values.to)
    if is_dry:
        return sent
    event_id = canonical_id(event_id)
    _refuse_many(session, actor, event_id)
    message = _noted(session, actor, event_id, values)
    _promise(session, message, _people(session, event_id, values.to, actor.user_id))
    return sent.model_copy(update={"id": message.id})


def reach(session: Session, actor: Actor, *, event_id: str, to: Audience) -> MessageSent:
    """The number of people whom a message would reach by email, and the others. Raises as
    `send`."""
    event = settling.visible(session, actor, event_id=event_id)
    if not may_work(actor, event, Permission.ALL_MESSAGE_CREATE):
        raise Forbidden(wording.ONLY_ORGANIZERS)
    if event.end_at < clock.now() - TOLD_FOR:
        raise Conflict(wording.OVER)
    people = _people(session, event.event_id, to, actor.user_id)
    if not people:
        raise Conflict(wording.NOBODY)
    reached = _reached(session, people)
    unreachable = _unreachable(session, actor, set(people) - reached.keys())
    return MessageSent(id=None, emails=len(reached), unreachable=unreachable)


def _people(session: Session, event_id: str, to: Audience, sender_id: str) -> list[str]:
    """The audience in order, without the sender, who knows already."""
    found = audiences.members_of(session, event_id, to)
    return [one for one in found if one != sender_id]


def _reached(
    session: Session, people: Collection[str], mailing: Mailing | None = Mailing.EVENTS
) -> Mapping[str, list[str]]:
    """Member id → who gets the letter to this member, of those whom an email reaches."""
    read = audiences.readers_for(session, people)
    every = {one for ids in read.values() for one in ids}
    get = {one.user_id for one in readers(session, every, mailing)}
    to = {one: [reader for reader in ids if reader in get] for one, ids in read.items()}
    return {one: ids for one, ids in to.items() if ids}


def _unreachable(session: Session, actor: Actor, user_ids: Collection[str]) -> list[Unreachable]:
    names = names_at_gate(session, actor, user_ids=user_ids)
    by_name = sorted(names.items(), key=lambda one: (one[1].casefold(), one[0]))
    have = _reached(session, user_ids, None)
    return [Unreachable(user_id=id_, name=name, has_address=id_ in have) for id_, name in by_name]


def _refuse_many(session: Session, actor: Actor, event_id: str) -> None:
    turns.take_turn(session, f"messages:{event_id}")
    if actor.is_admin:
        return
    if queries.sent_since(session, event_id, clock.now() - DAY) >= MOST_A_DAY:
        raise TooManyRequests(int(DAY.total_seconds()), wording.TOO_MANY)


def _noted(
    session: Session,
    actor: Actor,
    event_id: str,
    values: MessageWrite,
    *,
    with_cancellation: bool = False,
) -> Message:
    message = Message(
        event_id=event_id,
        sent_by=actor.user_id,
        sent_at=clock.now(),
        with_cancellation=with_cancellation,
        **values.model_dump(by_alias=False),
    )
    session.add(message)
    session.flush()
    record_change(
        session,
        actor,
        "message.sent",
        message.id,
        thing=events.get_event(session, actor, event_id=event_id).title,
        changes=differences({}, {"To": wording.AUDIENCES[values.to], "Subject": values.subject}),
        details={"event_id": event_id, "to": values.to},
    )
    on_commit(session, partial(live.announce, topic_of(event_id)))
    return message


def topic_of(event_id: str) -> str:
    """The topic under which open pages follow the messages of an event."""
    return f"{live.LIST}messages:{event_id}"


def _promise(session: Session, message: Message, people: Sequence[str]) -> None:
    """Promise the letters to the first of these people. The job `send_rest` goes on after them."""
    now = people[:AT_ONCE]
    to = {reader for ids in _reached(session, now).values() for reader in ids}
    promised = (
        Promised(one, message.id, f"{SENT}:{message.id}:{one}", sender=message.sent_by)
        for one in sorted(to)
    )
    outbox.promise_each(session, SENT, *promised)
    message.promised_until = now[-1] if len(people) > AT_ONCE else None


async def send_rest() -> str:
    """Promise what is left of messages to many; returns to how many people."""
    people = 0
    while number := await run(promise_next, VISITOR):
        people += number
    return f"{people} queued"


SENDING = Job("messages", timedelta(minutes=1), send_rest)


@writes
def promise_next(session: Session, _actor: Actor) -> int:
    """Promise the letters of the next people of one message; returns for how many, 0 at the end."""
    message = queries.unfinished(session)
    if message is None or message.promised_until is None:
        return 0
    everybody = _people(session, message.event_id, Audience(message.to), message.sent_by)
    people = [one for one in everybody if one > message.promised_until]
    if not people:
        message.promised_until = None
        return 0
    _promise(session, message, people)
    return min(len(people), AT_ONCE)


def list_messages(
    session: Session, actor: Actor, *, event_id: str, window: Window
) -> Page[MessageRead]:
    """The messages of an event, the newest first; for its organizer and leads, and for whoever has
    a seat or waits for one.

    A message to those who have not paid is read by those who still have not, and one with a
    cancellation while it holds. Raises NotFound and Forbidden.
    """
    event = settling.visible(session, actor, event_id=event_id)
    sends = may_work(actor, event, Permission.ALL_MESSAGE_CREATE)
    if not sends and not audiences.concerns(session, actor, event=event):
        raise Forbidden(wording.ONLY_PEOPLE)
    owes = sends or audiences.owes(session, actor.user_id, event.event_id)
    found = queries.of_event(
        session, event.event_id, event.canceled_at, also_unpaid=owes, window=window
    )
    name: Callable[[Any], str] = name_kept if actor.is_admin else listed_name
    return Page([_read(one, name(sender)) for one, sender in found.items], found.total)


def _read(message: Message, name: str) -> MessageRead:
    return MessageRead(
        id=message.id,
        to=Audience(message.to),
        subject=message.subject,
        text=message.text,
        sent_by=message.sent_by,
        name=name,
        sent_at=message.sent_at,
    )


def shown_messages(
    session: Session, actor: Actor, *, event_id: str, most: int
) -> Sequence[MessageRead]:
    """The newest messages for an event's page; none for somebody who may not read them."""
    if not actor.is_member or not queries.has_any(session, event_id):
        return ()
    try:
        window = Window(most)
        return list_messages(session, actor, event_id=event_id, window=window).items
    except Forbidden:
        return ()


@writes
def cancel_with_message(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    values: CancelWrite,
    scope: Dates,
    message: MessageWrite | None,
) -> EventRead:
    """Cancel an event, and say more about it than the reason: the letter of the cancellation and
    the page of each event that is canceled with it carry it. Raises as `canceling.cancel_event`."""
    canceled = canceling.cancel_event(session, actor, event_id=event_id, values=values, scope=scope)
    if message is None:
        return canceled
    first = events.editable(session, actor, event_id=event_id, lock=False)
    for one in events.reached_by(session, actor, event=first, scope=scope, lock=False):
        if one.canceled_at == canceled.canceled_at:
            _noted(session, actor, one.id, message, with_cancellation=True)
    return canceled


def explain_cancellation(
    session: Session, /, *, canceled: Mapping[str, datetime], words: list[str]
) -> None:
    """Add what was said when these events were canceled. Subscribed to `cancellation_told`."""
    said = {
        one.text: None
        for one in queries.of_canceled(session, list(canceled))
        if one.sent_at >= canceled[one.event_id]
    }
    words.extend(said)
