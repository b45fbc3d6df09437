"""Letters to participants and those who wait: an event was canceled, or is on again. A letter stays
open, so an organizer who takes it back at once alarms nobody."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import Options, Reader, letter_to, reader
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import open_letters
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Known
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead, Revision
from rookiebattle.events.when import is_current_or_future
from rookiebattle.events.wording import SEE_EVENT, canceled_because, hours, paragraphs
from rookiebattle.registrations.hooks import cancellation_told, seat_told_of
from rookiebattle.registrations.letters import words
from rookiebattle.registrations.policy import cents_owed
from rookiebattle.registrations.wording import SORRY, STILL_YOURS, due_words

CANCELED = "event.canceled"
WAS_ON = "was_on"
"""A reader's knowledge of an event: whether it was to take place."""
STILL_WAITING = "Every place on its waiting list is kept."
NOTHING_TO_DO = "You don’t need to unregister, and you don’t owe anything for it."


def promise_letters_of_cancellation(
    session: Session, actor: Actor, *, lineage: str, revisions: Sequence[Revision]
) -> None:
    """Tell every participant of events that are not over, and those who wait for a seat there, but
    not the member who did it."""
    now = clock.now()
    told = {one.after.id: one for one in revisions if is_current_or_future(one.after.end_date, now)}
    seats = words.audience(session, actor, told, urgent=told)
    if not seats:
        return
    news: dict[str, Known] = {
        user_id: {id_: {WAS_ON: told[id_].before.canceled_at is None} for id_ in ids}
        for user_id, ids in seats.items()
    }
    first = min(one.after.start_date for one in told.values())
    open_letters.tell(session, CANCELED, lineage, news, starts_at=first)


def canceled(session: Session, user_id: str, known: Known) -> Letter | None:
    """The events that are canceled now, or on again, otherwise than the member knew; or None."""
    now, to = clock.now(), reader(session, user_id, None)
    held = words.told_at(session, user_id, list(known)) if to else {}
    found = events.list_by_ids(session, Actor(user_id=user_id), event_ids=held)
    own = [
        one
        for one in found
        if known[one.id].get(WAS_ON) == (one.canceled_at is not None)
        and is_current_or_future(one.end_date, now)
    ]
    if not to or not own:
        return None
    money, said = _money(session, user_id, own, held), _said(session, own)
    if len(own) == 1:
        host = words.host_facts(session, user_id, own[0])
        return _one(to, own[0], host, money, said, held, now)
    return _several(to, own, money, said, held, now)


def _said(session: Session, own: Sequence[EventRead]) -> list[str]:
    """The paragraphs that were written to everybody when these events were canceled."""
    said: list[str] = []
    canceled = {one.id: one.canceled_at for one in own if one.canceled_at}
    if canceled:
        cancellation_told.fire(session, canceled=canceled, words=said)
    return [line for text in said for line in paragraphs(text)]


def _money(
    session: Session, user_id: str, own: Sequence[EventRead], held: Mapping[str, words.Told]
) -> dict[str, str]:
    """Event id → what its reader gets back, or has to pay for an event that is on again, and who of
    the reader's people had a seat there."""
    canceled = {one.id: one.canceled_at for one in own if one.canceled_at}
    back: dict[str, str] = {}
    for id_ in {user_id, *(one.user_id for told in held.values() for one in told.people)}:
        theirs: dict[str, str] = {}
        if canceled:
            seat_told_of.fire(session, user_id=id_, canceled=canceled, back=theirs)
        for event_id, sentence in theirs.items():
            back[event_id] = " ".join(filter(None, (back.get(event_id), sentence)))
    owed = {id_: _owed(told) for id_, told in held.items()}
    due = {id_: due_words(cents) for id_, cents in owed.items() if cents and id_ not in canceled}
    money = back | due
    for one in own:
        if held[one.id].names:
            seat = f"{held[one.id].are('have', 'has')} a seat there."
            money[one.id] = " ".join(filter(None, (seat, money.get(one.id))))
    return money


def _owed(told: words.Told) -> int:
    own = cents_owed(told.own.payment_status, told.own.amount_cents) if told.own else 0
    return own + sum(cents_owed(one.payment_status, one.amount_cents) for one in told.people)


def _one(
    to: Reader,
    event: EventRead,
    host: words.Facts,
    money: Mapping[str, str],
    said: Sequence[str],
    held: Mapping[str, words.Told],
    now: datetime,
) -> Letter:
    """The letter's own text names the event: some readers see no subject."""
    told = [money[event.id]] if event.id in money else []
    state, is_off = _state(event), event.canceled_at is not None
    when = words.day(event.start_date, event, now)
    reason = [("Reason", event.cancel_reason)] if event.cancel_reason else []
    content = Content(
        title=f"{event.title} is {state}",
        opening=[
            f"{event.title} on {when} {'has been canceled' if is_off else 'is on again'}.",
            *told,
            *said,
        ],
        facts=[*reason, *words.facts(event, now), *host],
        closing=_closing(held, [event]) or [STILL_WAITING if held[event.id].waits else STILL_YOURS],
        link=(SEE_EVENT, words.link(event)),
        reason=words.reason_of(held, [event]),
    )
    subject = f"{state.capitalize()}: {words.title_in_subject(event)}, {when}"
    return _letter(to, subject, content, held, [event])


def _several(
    to: Reader,
    own: Sequence[EventRead],
    money: Mapping[str, str],
    said: Sequence[str],
    held: Mapping[str, words.Told],
    now: datetime,
) -> Letter:
    first, states = own[0], {_state(one) for one in own}
    state = states.pop() if len(states) == 1 else "changed"
    waits = all(held[one.id].waits for one in own)
    which = "whose waiting lists you joined" if waits else "you’re registered for"
    content = Content(
        title=f"{first.title}: {len(own)} dates are {state}",
        opening=[f"These dates of {first.title} {which} are {state}.", *said],
        facts=[
            (words.day(one.start_date, one, now), _in_short(one, money.get(one.id, ""), now))
            for one in own
        ],
        closing=_closing(held, own),
        link=(SEE_EVENT, words.link(first)),
        reason=words.reason_of(held, own),
    )
    subject = f"{state.capitalize()}: {words.title_in_subject(first)}, {len(own)} dates"
    return _letter(to, subject, content, held, own)


def _closing(held: Mapping[str, words.Told], own: Sequence[EventRead]) -> list[str]:
    """The last words about events that are all canceled; nothing when one is on again."""
    if not all(one.canceled_at for one in own):
        return []
    waits = all(held[one.id].waits for one in own)
    return [SORRY, words.NOBODY_WAITS if waits else NOTHING_TO_DO]


def _letter(
    to: Reader,
    subject: str,
    content: Content,
    held: Mapping[str, words.Told],
    own: Sequence[EventRead],
) -> Letter:
    more: Options = {"attachments": words.files(held, own)}
    more |= {"starts_at": own[0].start_date, "ends_at": own[0].end_date}
    return letter_to(to, CANCELED, subject, content, **more)


def _state(event: EventRead) -> str:
    return "canceled" if event.canceled_at else "on again"


def _in_short(event: EventRead, money: str, now: datetime) -> str:
    lasts = hours(event.start_date, event.end_date, event.time_zone, now)
    state = canceled_because(event) or _state(event).capitalize()
    return "\n".join(filter(None, (f"{event.title}, {lasts}", state, money)))
