"""Letters about removed events: one waits for each member and sender. Further removals of the
sender join it. It keeps the events as the member knew them, because their rows are gone then."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import Options, Reader, letter_to, reader
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import limits, open_letters
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Known
from rookiebattle.events.schemas import EventRead, Reach
from rookiebattle.events.when import is_current_or_future
from rookiebattle.events.wording import hours
from rookiebattle.registrations.letters import words
from rookiebattle.registrations.letters.cancellations import CANCELED, WAS_ON
from rookiebattle.registrations.queries import people as people_queries
from rookiebattle.registrations.queries import seats as registered
from rookiebattle.registrations.wording import SORRY, had_seats

REMOVED = "event.removed"
PEOPLE, YOU, WAITED = "people", "You", "waited"
"""A guardian's letter keeps, beside the columns of an event, the names of those with a seat. A
letter to somebody who waited keeps that."""
SEAT_RELEASED = "Your seat is released, and you don’t owe anything for it."
SEATS_RELEASED = "The seats are released, and nothing is owed for them."


def promise_letters_of_removal(
    session: Session, actor: Actor, *, lineage: str, found: Sequence[EventRead]
) -> None:
    """Tell participants and those who wait that the events will not happen; past ones need no
    letter.

    Of a canceled event they were told already, except those whose letter about it still waits:
    it would find no event anymore.
    The letter names the events as the member knew them: nobody was told of the last minutes.
    """
    now = clock.now()
    told = {one.id: one for one in found if is_current_or_future(one.end_date, now)}
    seats = _untold(session, lineage, told, words.audience(session, actor, told, urgent=told))
    if not seats:
        return
    plain = {id_: words.remembered(one) for id_, one in told.items()}
    known = open_letters.still_known(session, words.CHANGED, lineage)
    news: dict[str, Known] = {
        user_id: {id_: {**plain[id_], **known.get(user_id, {}).get(id_, {})} for id_ in ids}
        for user_id, ids in seats.items()
    }
    held = registered.holders(session, {id_ for ids in seats.values() for id_ in ids})
    for user_id, ids in _people_told(session, held, seats).items():
        for id_, names in ids.items():
            news[user_id][id_] = {**news[user_id][id_], PEOPLE: names}
    for user_id, waited in _waited(session, held, seats).items():
        for id_ in waited:
            news[user_id][id_] = {**news[user_id][id_], WAITED: True}
    first = min(one.start_date for one in told.values())
    # Far events that one person removes are one letter. A near one waits for none of them.
    about = lineage if first - limits.DAY <= now else actor.user_id
    open_letters.tell(session, REMOVED, about, news, starts_at=first)


def _people_told(
    session: Session, held: Mapping[str, set[str]], seats: Mapping[str, list[str]]
) -> dict[str, dict[str, list[str]]]:
    """For each guardian, the names of those who lose a seat at each event: the rows go with it."""
    guardians = set(chain.from_iterable(people_queries.guardian_ids(session, list(held)).values()))
    return {
        user_id: {
            id_: told.names or [YOU]
            for id_, told in words.seats_told(session, user_id, seats[user_id]).items()
        }
        for user_id in guardians & seats.keys()
    }


def _waited(
    session: Session, held: Mapping[str, set[str]], told: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """The events of each reader at which nobody of theirs has a seat: they waited for one."""
    seated = people_queries.with_guardians(session, held)
    return {
        user_id: [id_ for id_ in ids if id_ not in seated.get(user_id, ())]
        for user_id, ids in told.items()
    }


def _untold(
    session: Session, lineage: str, found: Mapping[str, EventRead], seats: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """The events of each member of which no letter has said yet that they will not happen."""
    waits = open_letters.still_known(session, CANCELED, lineage) if seats else {}
    untold = {
        user_id: [
            id_
            for id_ in ids
            if not found[id_].canceled_at or waits.get(user_id, {}).get(id_, {}).get(WAS_ON) is True
        ]
        for user_id, ids in seats.items()
    }
    return {user_id: ids for user_id, ids in untold.items() if ids}


def weigh_letters(
    session: Session,
    actor: Actor,
    *,
    lineage: str,
    found: Sequence[EventRead],
    is_kept: bool,
    reach: list[Reach],
) -> None:
    """Count the people whom the letters about canceling or removing these events would reach."""
    now = clock.now()
    told = {one.id: one for one in found if is_current_or_future(one.end_date, now)}
    seats = words.audience(session, actor, told, urgent=told)
    news = _unknowing if is_kept else _untold
    taking_place = [id_ for id_, one in told.items() if not one.canceled_at]
    by = news(session, lineage, told, seats)
    people = words.people_reached(session, actor, told, by, urgent=told)
    reach.append(Reach(people, words.missed(session, actor, taking_place)))


def _unknowing(
    session: Session, lineage: str, _found: object, seats: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """The members whom a cancellation is news for: a letter that still waits would have told
    others that an event is on again, and now tells them nothing."""
    waits = open_letters.still_known(session, CANCELED, lineage) if seats else {}
    return {
        user_id: ids
        for user_id, ids in seats.items()
        if any(waits.get(user_id, {}).get(id_, {}).get(WAS_ON, True) for id_ in ids)
    }


def removed(session: Session, user_id: str, known: Known) -> Letter | None:
    """The events that will not happen. The letter also comes when it has waited for too long."""
    to = reader(session, user_id, None)
    own = sorted(map(words.as_remembered, known.values()), key=lambda one: (one.start_date, one.id))
    if not to or not own:
        return None
    named = {name for one in known.values() for name in one.get(PEOPLE, ())} - {YOU}
    is_own = any(YOU in one.get(PEOPLE, ()) for one in known.values())
    told = [YOU, *sorted(named)] if is_own and named else sorted(named)
    waited = all(one.get(WAITED) for one in known.values())
    return _removed(to, own, told, clock.now(), waited=waited)


def _removed(
    to: Reader, own: list[EventRead], people: list[str], now: datetime, *, waited: bool
) -> Letter:
    """`people` are named to a guardian; nobody is to the one who had the only seat."""
    first, name = own[0], words.title_in_subject(own[0])
    if len(own) == 1:
        title = f"{first.title} is canceled"
        when = words.day(first.start_date, first, now)
        opening = f"{first.title} on {when} has been canceled. {SORRY}"
        if people:
            opening += f" {had_seats(people)}"
        news = words.facts(first, now)
        subject = f"Canceled: {name}, {when}"
    else:
        is_one_title = len({one.title for one in own}) == 1
        title = f"{first.title}: {len(own)} dates are canceled"
        which = "you waited for" if waited else "you were registered for"
        opening = f"These events {which} have been canceled. {SORRY}"
        if people:
            opening = f"These events have been canceled. {SORRY} {had_seats(people)}"
        news = [(words.day(one.start_date, one, now), _at(one, now)) for one in own]
        subject = f"Canceled: {name}, {len(own)} dates"
        if not is_one_title:
            title = f"{len(own)} events are canceled"
            subject = f"Canceled: {len(own)} events"
    released = SEATS_RELEASED if people else SEAT_RELEASED
    if waited:
        released = words.NOBODY_WAITS
    content = Content(
        title=title,
        opening=[opening],
        facts=news,
        closing=[released],
        link=("Find another park day", routes.absolute(routes.EVENTS)),
        reason=words.WAITED if waited else words.ALWAYS_TOLD,
    )
    files = [] if waited else [words.calendar(own, canceled=True)]
    more: Options = {"attachments": files}
    more |= {"starts_at": first.start_date, "ends_at": first.end_date}
    return letter_to(to, REMOVED, subject, content, **more)


def _at(event: EventRead, now: datetime) -> str:
    """'Park day, 6:00 PM – 8:00 PM ET' and the place; the day is the name of the fact."""
    lasts = hours(event.start_date, event.end_date, event.time_zone, now)
    return "\n".join(line for line in (f"{event.title}, {lasts}", words.where_words(event)) if line)
