"""Letters to every participant: an event was changed or removed.

One letter per member and change, however many events of a series the change reaches."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import Reader, letter_to, readers
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock, outbox
from rookiebattle.core.actor import Actor
from rookiebattle.core.letters import Content
from rookiebattle.core.outbox import Attachment, Letter, Needless
from rookiebattle.events.schemas import EventRead, Revision
from rookiebattle.events.when import NOTICE, is_current_or_future, is_upcoming
from rookiebattle.events.wording import hours
from rookiebattle.registrations import queries
from rookiebattle.registrations.letters.words import (
    REMINDER,
    calendar,
    changes,
    day,
    differ,
    facts,
    link,
    reminder_key,
    where_words,
)
from rookiebattle.registrations.wording import MAY_UNREGISTER, SEE_EVENT

CHANGED, REMOVED = "event.changed", "event.removed"
REPLACES = "The attached calendar file takes the place of the one you have."


def promise_letters_of_changes(
    session: Session, actor: Actor, *, revisions: Sequence[Revision]
) -> None:
    """Write to every participant what is different, but not to the member who made the change."""
    now = clock.now()
    told = {
        one.after.id: one
        for one in revisions
        if differ(one.before, one.after) and is_current_or_future(one.after.end_date, now)
    }
    files = _Files(canceled=False)
    letters: list[Letter] = []
    spared: list[Needless] = []
    for to, ids in _audience(session, actor, told):
        own = [told[id_] for id_ in ids]
        letters.append(_changed(to, own, files.of([one.after for one in own]), now))
        spared.extend(_spared_reminders(to.user_id, own, now))
    # All at once: others wait for the locked events meanwhile.
    outbox.put(session, *letters)
    outbox.forgo(session, REMINDER, *spared)


def promise_letters_of_removal(
    session: Session, actor: Actor, *, found: Sequence[EventRead]
) -> None:
    """Write to every participant that the events will not happen; past ones need no letter."""
    now = clock.now()
    told = {one.id: one for one in found if is_current_or_future(one.end_date, now)}
    files = _Files(canceled=True)
    letters: list[Letter] = []
    for to, ids in _audience(session, actor, told):
        own = [told[id_] for id_ in ids]
        letters.append(_removed(to, own, files.of(own), now))
    outbox.put(session, *letters)


def _audience(
    session: Session, actor: Actor, told: Collection[str]
) -> Iterator[tuple[Reader, list[str]]]:
    """Each member to write to, with the ids of that member's events, in order."""
    held = queries.holders(session, told) if told else {}
    held.pop(actor.user_id, None)
    for to in readers(session, held, Mailing.EVENTS) if held else ():
        yield to, [id_ for id_ in told if id_ in held[to.user_id]]


class _Files:
    """Calendar files, each made once for all members who have the same seats."""

    def __init__(self, *, canceled: bool) -> None:
        self._canceled = canceled
        self._made: dict[tuple[str, ...], Attachment] = {}

    def of(self, found: Sequence[EventRead]) -> Attachment:
        ids = tuple(one.id for one in found)
        if ids not in self._made:
            self._made[ids] = calendar(found, canceled=self._canceled)
        return self._made[ids]


def _changed(to: Reader, own: list[Revision], file: Attachment, now: datetime) -> Letter:
    first = own[0].after
    if len(own) == 1:
        title = f"{first.title} has changed"
        opening = "An event that you have a seat at was changed. You keep your seat."
        news = changes(own[0].before, first, now)
        subject = f"Changed: {first.title}, {day(first.start_date, first, now)}"
    else:
        title = f"{first.title}: {len(own)} dates have changed"
        opening = "Events that you have a seat at were changed. You keep your seats."
        news = [_in_short(one, now) for one in own]
        subject = f"Changed: {first.title}, {len(own)} dates"
    content = Content(
        title=title,
        opening=[opening],
        facts=news,
        closing=[REPLACES, *([MAY_UNREGISTER] if is_upcoming(first.start_date, now) else [])],
        link=(SEE_EVENT, link(first)),
    )
    return letter_to(to, CHANGED, subject, content, mailing=Mailing.EVENTS, attachments=[file])


def _in_short(one: Revision, now: datetime) -> tuple[str, str]:
    """One of several changed events: its new day, and what is different about it."""
    lines = [f"{name}: {value}" for name, value in changes(one.before, one.after, now)]
    return day(one.after.start_date, one.after, now), "\n".join(lines)


def _removed(to: Reader, own: list[EventRead], file: Attachment, now: datetime) -> Letter:
    first = own[0]
    if len(own) == 1:
        title = f"{first.title} is cancelled"
        opening = "An event that you have a seat at will not take place. We are sorry."
        news = facts(first, now)
        subject = f"Cancelled: {first.title}, {day(first.start_date, first, now)}"
    else:
        title = f"{first.title}: {len(own)} dates are cancelled"
        opening = "These events that you have a seat at will not take place. We are sorry."
        news = [(day(one.start_date, one, now), _at(one, now)) for one in own]
        subject = f"Cancelled: {first.title}, {len(own)} dates"
    content = Content(
        title=title,
        opening=[opening],
        facts=news,
        closing=["Your seat is released, and nothing is owed for it."],
        link=("Find another park day", routes.absolute(routes.EVENTS)),
    )
    return letter_to(to, REMOVED, subject, content, mailing=Mailing.EVENTS, attachments=[file])


def _at(event: EventRead, now: datetime) -> str:
    """'Park day, 6:00 PM – 8:00 PM ET' and the place; the day is the name of the fact."""
    lasts = hours(event.start_date, event.end_date, event.time_zone, now)
    return "\n".join(line for line in (f"{event.title}, {lasts}", where_words(event)) if line)


def _spared_reminders(user_id: str, own: Sequence[Revision], now: datetime) -> Iterator[Needless]:
    """Reminders that are not needed: the event was moved into the notice period, and the letter of
    that change has just been promised."""
    for one in own:
        start = one.after.start_date
        if start != one.before.start_date and now < start <= now + NOTICE:
            key = reminder_key(user_id, one.after.id, start)
            yield Needless(user_id, one.after.id, key)
