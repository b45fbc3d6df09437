"""Letters to every participant: an event was changed or removed.

One letter per member, however many events of a series and however many changes it is about."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import Reader, letter_to, reader, readers
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock, letter_limits, open_letters, outbox
from rookiebattle.core.actor import Actor
from rookiebattle.core.letters import Content
from rookiebattle.core.open_letters import Pace, Subject
from rookiebattle.core.outbox import Letter, Promised
from rookiebattle.core.outbox_table import Attachment, Known
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead, Revision
from rookiebattle.events.when import NOTICE, is_current_or_future, is_upcoming
from rookiebattle.events.wording import hours
from rookiebattle.registrations import queries
from rookiebattle.registrations.letters.words import (
    REMINDER,
    as_known,
    calendar,
    changes,
    day,
    differ,
    facts,
    known_of,
    link,
    reminder_key,
    title_in_subject,
    where_words,
)
from rookiebattle.registrations.wording import MAY_UNREGISTER, SEE_EVENT
from rookiebattle.settings import get_settings

CHANGED, REMOVED = "event.changed", "event.removed"
SHORTEST_WAIT = timedelta(minutes=1)
AHEAD = timedelta(hours=1)
"""A letter comes this long before the event at least, or when half of the time left is over."""
REMINDS = timedelta(hours=1)
"""A letter about a new start that is due within this time also serves as the reminder."""
REPLACES = "The attached calendar file takes the place of the one you have."


def promise_letters_of_changes(
    session: Session, actor: Actor, *, revisions: Sequence[Revision]
) -> None:
    """Tell every participant what is different, but not the member who made the change.

    The letter waits for further changes and is composed when it is sent.
    """
    now = clock.now()
    told = {one.after.id: one for one in revisions if _is_news(one, now)}
    seats = {to.user_id: ids for to, ids in _audience(session, actor, told)}
    if not seats:
        return
    known = {id_: known_of(one.before, one.after) for id_, one in told.items()}
    news: dict[str, Known] = {
        user_id: {id_: known[id_] for id_ in ids} for user_id, ids in seats.items()
    }
    subject = Subject(CHANGED, _root(revisions[0].after), actor.user_id)
    pace = _pace([one.after for one in told.values()], now)
    due = open_letters.tell(session, subject, news, pace=pace)
    soon = now + REMINDS
    # The letter of a member beyond the limit may come after the event: the reminder must not fail.
    put_off = letter_limits.beyond_limit(session, CHANGED, seats, soon)
    spared = [
        needless
        for user_id, ids in seats.items()
        if due[user_id] <= soon and user_id not in put_off
        for needless in _spared_reminders(user_id, [told[id_] for id_ in ids], now)
    ]
    outbox.suppress(session, REMINDER, *spared)


def _is_news(one: Revision, now: datetime) -> bool:
    """Whether a change of an event that is not over, or was not, is worth a letter."""
    last = max(one.before.end_date, one.after.end_date)
    return differ(one.before, one.after) and is_current_or_future(last, now)


def _root(event: EventRead) -> str:
    """The id of the series, or of an event that is alone."""
    return event.parent_event_id or event.id


def _pace(changed: Sequence[EventRead], now: datetime) -> Pace:
    """How long letters wait for further changes: less, the sooner the first event starts.

    The latest time is before the next start, or before the end of an event that has started.
    """
    usual = timedelta(minutes=get_settings().letters_wait_minutes)
    starts_in = min(one.start_date for one in changed) - now
    ahead = [at for one in changed for at in (one.start_date, one.end_date) if at > now]
    latest = max(min(ahead) - AHEAD, now + (min(ahead) - now) / 2) if ahead else None
    return Pace(min(usual, max(SHORTEST_WAIT, starts_in / 10)), latest)


def changed(session: Session, user_id: str, known: Known) -> Letter | None:
    """What is different from what the member knew; None if all of it was taken back.

    Only of events that are not over and at which the member still has a seat.
    """
    now = clock.now()
    to = reader(session, user_id, Mailing.EVENTS)
    held = queries.seats_held(session, user_id, list(known)) if to else {}
    found = events.list_by_ids(session, Actor(user_id=user_id), event_ids=held)
    revisions = [Revision(as_known(one, known[one.id]), one) for one in found]
    own = [
        one
        for one in revisions
        if differ(one.before, one.after) and is_current_or_future(one.after.end_date, now)
    ]
    return _changed(to, own, now) if to and own else None


def promise_letters_of_removal(
    session: Session, actor: Actor, *, found: Sequence[EventRead]
) -> None:
    """Write to every participant that the events will not happen; past ones need no letter.

    The letter names the events as the member knew them: nobody was told of the last minutes.
    """
    now = clock.now()
    told = {one.id: one for one in found if is_current_or_future(one.end_date, now)}
    known = {
        user_id: earlier
        for root in {_root(one) for one in told.values()}
        for user_id, earlier in open_letters.still_known(session, CHANGED, root).items()
    }
    files = _Files()
    letters: list[Letter] = []
    for to, ids in _audience(session, actor, told):
        own = [told[id_] for id_ in ids]
        knew = known.get(to.user_id, {})
        letter = _removed(to, [as_known(one, knew.get(one.id, {})) for one in own], now)
        letters.append(replace(letter, attachments=[files.of(own)], sender=actor.user_id))
    # All at once: others wait for the locked events meanwhile.
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
    """Calendar files of removed events, each made once for all members who have the same seats."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], Attachment] = {}

    def of(self, found: Sequence[EventRead]) -> Attachment:
        ids = tuple(one.id for one in found)
        if ids not in self._made:
            self._made[ids] = calendar(found, canceled=True)
        return self._made[ids]


def _changed(to: Reader, own: list[Revision], now: datetime) -> Letter:
    """The subject has the title that the member knew: no change puts new words into it."""
    first, name = own[0].after, title_in_subject(own[0].before)
    if len(own) == 1:
        title = f"{first.title} has changed"
        opening = "An event that you have a seat at was changed. You keep your seat."
        news = changes(own[0].before, first, now)
        subject = f"Changed: {name}, {day(first.start_date, first, now)}"
    else:
        title = f"{first.title}: {len(own)} dates have changed"
        opening = "Events that you have a seat at were changed. You keep your seats."
        news = [_in_short(one, now) for one in own]
        subject = f"Changed: {name}, {len(own)} dates"
    content = Content(
        title=title,
        opening=[opening],
        facts=news,
        closing=[REPLACES, *([MAY_UNREGISTER] if is_upcoming(first.start_date, now) else [])],
        link=(SEE_EVENT, link(first)),
    )
    files = [calendar([one.after for one in own])]
    return letter_to(to, CHANGED, subject, content, mailing=Mailing.EVENTS, attachments=files)


def _in_short(one: Revision, now: datetime) -> tuple[str, str]:
    """One of several changed events: its new day, and what is different about it."""
    lines = [f"{name}: {value}" for name, value in changes(one.before, one.after, now)]
    return day(one.after.start_date, one.after, now), "\n".join(lines)


def _removed(to: Reader, own: list[EventRead], now: datetime) -> Letter:
    first, name = own[0], title_in_subject(own[0])
    if len(own) == 1:
        title = f"{first.title} is cancelled"
        opening = "An event that you have a seat at will not take place. We are sorry."
        news = facts(first, now)
        subject = f"Cancelled: {name}, {day(first.start_date, first, now)}"
    else:
        title = f"{first.title}: {len(own)} dates are cancelled"
        opening = "These events that you have a seat at will not take place. We are sorry."
        news = [(day(one.start_date, one, now), _at(one, now)) for one in own]
        subject = f"Cancelled: {name}, {len(own)} dates"
    content = Content(
        title=title,
        opening=[opening],
        facts=news,
        closing=["Your seat is released, and nothing is owed for it."],
        link=("Find another park day", routes.absolute(routes.EVENTS)),
    )
    return letter_to(to, REMOVED, subject, content, mailing=Mailing.EVENTS)


def _at(event: EventRead, now: datetime) -> str:
    """'Park day, 6:00 PM – 8:00 PM ET' and the place; the day is the name of the fact."""
    lasts = hours(event.start_date, event.end_date, event.time_zone, now)
    return "\n".join(line for line in (f"{event.title}, {lasts}", where_words(event)) if line)


def _spared_reminders(user_id: str, own: Sequence[Revision], now: datetime) -> Iterator[Promised]:
    """Reminders that are not needed: the event was moved into the notice period, and the letter
    about that is on its way."""
    for one in own:
        start = one.after.start_date
        if start != one.before.start_date and now < start <= now + NOTICE:
            key = reminder_key(user_id, one.after.id, start)
            yield Promised(user_id, one.after.id, key)
