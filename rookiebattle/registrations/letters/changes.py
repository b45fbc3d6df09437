"""Letters to every participant: an event was changed. Those who wait hear of a new time or place.

One letter per member, however many events of a series and however many changes it is about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import Options, Reader, letter_to, reader, readers
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import limits, open_letters, outbox
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter, Promised
from rookiebattle.core.mail.outbox_table import Known
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead, Reach, Revision
from rookiebattle.events.when import NOTICE, is_before_notice, is_current_or_future
from rookiebattle.events.wording import SEE_EVENT
from rookiebattle.registrations.letters import words
from rookiebattle.registrations.wording import MAY_UNREGISTER

WAITS_ON = (
    "You, or someone you look after, joined the waiting list of an event that has changed. Every "
    "place on the list is kept."
)
WAITS_ON_AT_EACH = (
    "You, or someone you look after, joined the waiting lists of events that have changed. Every "
    "place on them is kept."
)
MAY_LEAVE_LIST = "If this doesn’t work for you anymore, you can leave the list on the event page."
REPLACES = "The attached calendar file replaces the one you have."


def promise_letters_of_changes(
    session: Session,
    actor: Actor,
    *,
    lineage: str,
    revisions: Sequence[Revision],
    reach: list[Reach],
) -> None:
    """Tell every participant what is different, but not the member who made the change.

    A new time or place is told to everybody, also to those who wait for a seat, another change to
    those with a seat who want such letters. The letter waits for further changes and is composed
    when it is sent. `reach` gets a count of the people whom these letters reach as things are now.
    """
    now = clock.now()
    revised = {one.after.id: one for one in revisions if _is_news(one, now)}
    moved = {id_ for id_, one in revised.items() if words.is_moved(one.before, one.after)}
    seats = words.audience(session, actor, revised, urgent=moved)
    unreached = words.missed(session, actor, moved)
    if not seats:
        reach.append(Reach(missed=unreached))
        return
    known = {id_: words.known_of(one.before, one.after) for id_, one in revised.items()}
    news: dict[str, Known] = {
        user_id: {id_: known[id_] for id_ in ids} for user_id, ids in seats.items()
    }
    open_letters.tell(
        session, words.CHANGED, lineage, news, starts_at=_first_start(revised.values())
    )
    # A letter that waits for its limit may come in the last hour: the reminder must not fail.
    put_off = limits.told_enough(session, words.CHANGED, lineage, seats)
    spared = [
        needless
        for user_id, ids in seats.items()
        if user_id not in put_off
        for needless in _spared_reminders(user_id, [revised[id_] for id_ in ids], now)
    ]
    outbox.suppress(session, words.REMINDER, *spared)
    told = _who_get_one(session, lineage, seats, [one.after for one in revised.values()])
    by = {user_id: seats[user_id] for user_id in told}
    people = words.people_reached(session, actor, revised, by, urgent=moved)
    reach.append(Reach(people, unreached))


def _who_get_one(
    session: Session, lineage: str, seats: Mapping[str, list[str]], now: Sequence[EventRead]
) -> set[str]:
    """The members whose letter has something to tell of these events as they are now.

    A member who knew an event as it is again gets none. No letter tells of a canceled event.
    """
    waits = open_letters.still_known(session, words.CHANGED, lineage)
    want_all = {to.user_id for to in readers(session, seats, Mailing.EVENTS)}
    plain = {
        one.id: one.model_dump(mode="json", by_alias=False) for one in now if not one.canceled_at
    }
    return {
        user_id
        for user_id, ids in seats.items()
        if any(
            plain[id_][name] != value
            for id_ in ids
            if id_ in plain
            for name, value in waits.get(user_id, {}).get(id_, {}).items()
            # A letter that an earlier version began may know a field that is no more.
            if name in plain[id_] and (user_id in want_all or name in words.TIME_AND_PLACE)
        )
    }


def _is_news(one: Revision, now: datetime) -> bool:
    """Whether a change of an event that is not over, or was not, is worth a letter."""
    last = max(one.before.end_date, one.after.end_date)
    return words.differ(one.before, one.after) and is_current_or_future(last, now)


def changed(session: Session, user_id: str, known: Known) -> Letter | None:
    """The differences from what the member knew; None if all of them were taken back.

    Only of events that are not over and at which the member still has a seat, or waits for one.
    """
    now = clock.now()
    to = reader(session, user_id, None)
    held = words.told_at(session, user_id, list(known)) if to else {}
    found = events.list_by_ids(session, Actor(user_id=user_id), event_ids=held)
    revisions = [Revision(words.as_known(one, known[one.id]), one) for one in found]
    own = [
        one
        for one in revisions
        if (words.is_moved if held[one.after.id].waits else words.differ)(one.before, one.after)
        and is_current_or_future(one.after.end_date, now)
        and not one.after.canceled_at
    ]
    is_urgent = any(words.is_moved(one.before, one.after) for one in own)
    if not to or not own or not (is_urgent or to.wants(Mailing.EVENTS)):
        return None
    money = {one.after.id: _money(one, held[one.after.id]) for one in own}
    return _changed(to, own, money, held, now, is_urgent=is_urgent)


def _first_start(revisions: Iterable[Revision]) -> datetime:
    return min(min(one.before.start_date, one.after.start_date) for one in revisions)


def _money(one: Revision, told: words.Told) -> words.Facts:
    """The money for the reader's seats, at an event that became cheaper."""
    return told.payment if words.is_cheaper(one.before, one.after) else []


def _changed(
    to: Reader,
    own: list[Revision],
    money: Mapping[str, words.Facts],
    held: Mapping[str, words.Told],
    now: datetime,
    *,
    is_urgent: bool,
) -> Letter:
    """The subject has the title that the member knew: no change puts new words into it."""
    first, name = own[0].after, words.title_in_subject(own[0].before)
    found = [one.after for one in own]
    if len(own) == 1:
        title = f"{first.title} has changed"
        opening = "An event you’re registered for has changed. You keep your seat."
        if held[first.id].names:
            going, keep = held[first.id].are("are", "is"), held[first.id].are("keep", "keeps")
            opening = f"{going} registered for an event that has changed. {keep} the seat."
        if held[first.id].waits:
            opening = WAITS_ON
        news = [*words.changes(own[0].before, first, now), *money[first.id]]
        subject = f"Changed: {name}, {words.day(first.start_date, first, now)}"
    else:
        title = f"{first.title}: {len(own)} dates have changed"
        opening = "Events you’re registered for have changed. You keep your seats."
        if all(held[one.id].waits for one in found):
            opening = WAITS_ON_AT_EACH
        news = [_in_short(one, money[one.after.id], now) for one in own]
        subject = f"Changed: {name}, {len(own)} dates"
    content = Content(
        title=title,
        opening=[opening],
        facts=news,
        closing=_closing(held, found, now),
        link=(SEE_EVENT, words.link(first)),
        reason=words.reason_of(held, found) if is_urgent else "",
    )
    mailing = None if is_urgent else Mailing.EVENTS
    more: Options = {
        "attachments": words.files(held, found),
        "starts_at": _first_start(own),
        "ends_at": min(one.after.end_date for one in own),
    }
    return letter_to(to, words.CHANGED, subject, content, mailing=mailing, **more)


def _closing(
    held: Mapping[str, words.Told], found: Sequence[EventRead], now: datetime
) -> list[str]:
    if all(held[one.id].waits for one in found):
        return [MAY_LEAVE_LIST]
    return [REPLACES, *([MAY_UNREGISTER] if is_before_notice(found[0].start_date, now) else [])]


def _in_short(one: Revision, money: words.Facts, now: datetime) -> tuple[str, str]:
    """One of several changed events: its new day, and what is different about it."""
    told = [*words.changes(one.before, one.after, now), *money]
    lines = [f"{name}: {value}" for name, value in told]
    return words.day(one.after.start_date, one.after, now), "\n".join(lines)


def _spared_reminders(user_id: str, own: Sequence[Revision], now: datetime) -> Iterator[Promised]:
    """Reminders that are not needed: the event was moved into the notice period, and the letter
    about that is on its way."""
    for one in own:
        start = one.after.start_date
        if start != one.before.start_date and now < start <= now + NOTICE:
            key = words.reminder_key(user_id, one.after.id, start)
            yield Promised(user_id, one.after.id, key)
