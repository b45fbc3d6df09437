"""How much one organizer may add: events and text in a day, and coming events. Removed ones count
too, as the audit log tells, and those of an erased account of the same person.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import turns
from rookiebattle.core.errors import Conflict, Invalid, TooManyRequests
from rookiebattle.events import policy, queries
from rookiebattle.events.models import LEFT_KEPT
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.series import Occurrence
from rookiebattle.events.when import is_current_or_future
from rookiebattle.events.writing import Columns
from rookiebattle.settings import get_settings

CREATED, UPDATED = "event.created", "event.updated"
CANCELED, REINSTATED = "event.canceled", "event.reinstated"
ACTS = CREATED, UPDATED, CANCELED, REINSTATED
"""Acts that count."""
HISTORY = "Only an administrator can add events that ended more than a year ago."
TOO_MANY = (
    "You can have at most {most:,} upcoming events, and these would make it more. Please delete "
    "some of them, or end the series earlier."
)
TOO_MANY_TODAY = (
    "You can add or change at most {most:,} events a day, and these would make it more. Please "
    "continue tomorrow."
)
TOO_MUCH_TEXT = (
    "You can write at most {most:,} characters about events a day, and this would make it more. "
    "Please shorten the text, or add it tomorrow."
)
TOO_LONG = (
    "Each of the {events} events in this series repeats its text. Please shorten it to {most:,} "
    "characters, or end the series earlier."
)


@dataclass(frozen=True, slots=True)
class Addition:
    """A use of the limits: new or changed events, text (characters), coming events."""

    events: int = 0
    text: int = 0
    coming: int = 0


def take_turn(session: Session, actor: Actor) -> None:
    """Let nobody add for the same organizer at the same time. The first lock of a verb."""
    if not actor.is_admin:
        turns.take_turn(session, f"organizer:{actor.user_id}")


def check_new(session: Session, actor: Actor, *, rows: Sequence[Columns], now: datetime) -> int:
    """Refuse new events that are too many; return how many characters they have."""
    length = sum(len(rows[0][name] or "") for name in queries.TEXTS)
    _refuse_long_series(length, len(rows))
    if not actor.is_admin and policy.is_history(rows[0]["end_at"], now):
        raise Invalid(HISTORY, {"startDate": HISTORY})
    coming = sum(is_current_or_future(row["end_at"], now) for row in rows)
    text = length * len(rows)
    _refuse(session, actor, Addition(events=len(rows), text=text, coming=coming), now)
    return text


def check_change(
    session: Session,
    actor: Actor,
    *,
    reached: Sequence[Occurrence],
    values: EventPatch,
    spans: Sequence[Columns],
    now: datetime,
) -> dict[str, int]:
    """Refuse a change that adds too much; return how many characters each event gains."""
    gained = _gained(session, reached, values)
    coming = 0
    for one, span in zip(reached, spans, strict=bool(spans)):
        becomes, is_history = span["end_at"], policy.is_history(span["end_at"], now)
        # An event that was over for so long before may still be corrected.
        if is_history and not actor.is_admin and not policy.is_history(one.end_at, now):
            raise Invalid(HISTORY, {"startDate": HISTORY})
        coming += is_current_or_future(becomes, now) - is_current_or_future(one.end_at, now)
    addition = Addition(events=len(reached), text=sum(gained.values()), coming=coming)
    _refuse(session, actor, addition, now)
    return gained


def check_canceled(session: Session, actor: Actor, *, events: int, now: datetime) -> None:
    """Refuse to take back so many cancellations, or to say anew why, if that is too much for a day.

    To cancel is never refused, because it may be urgent. It counts, and only an event that was
    taken back can be canceled again.
    """
    _refuse(session, actor, Addition(events=events), now)


def _gained(session: Session, reached: Sequence[Occurrence], values: EventPatch) -> dict[str, int]:
    sent = [name for name in queries.TEXTS if name in values.model_fields_set]
    if not sent:
        return {}
    length = sum(len(getattr(values, name) or "") for name in sent)
    _refuse_long_series(length, len(reached))
    before = queries.text_of(session, [one.id for one in reached], sent)
    return {id_: length - was for id_, was in before.items() if length > was}


def _refuse_long_series(length: int, events: int) -> None:
    if not policy.fits_in_series(length, events):
        most = policy.MOST_SERIES_TEXT // events
        sentence = TOO_LONG.format(events=events, most=most)
        raise Invalid(sentence, {"description": sentence})


def _refuse(session: Session, actor: Actor, adding: Addition, now: datetime) -> None:
    if actor.is_admin:
        return
    limits, left = get_settings(), _left(session, actor.user_id, now)
    if adding.coming > 0:
        _refuse_coming(session, actor, adding, left, now)
    done = _done(session, [actor.user_id, *left], now)
    for before, more, most, sentence in (
        (done.events, adding.events, limits.organizer_events_per_day, TOO_MANY_TODAY),
        (done.text, adding.text, limits.organizer_text_per_day, TOO_MUCH_TEXT),
    ):
        if more and before + more > most:
            raise TooManyRequests(int(audit.DAY.total_seconds()), sentence.format(most=most))


def _left(session: Session, user_id: str, now: datetime) -> list[str]:
    """The erased accounts of the identity that signs in to this one."""
    mark = accounts.mark_of(session, user_id=user_id)
    return queries.left_under(session, mark, now - LEFT_KEPT) if mark else []


def _refuse_coming(
    session: Session, actor: Actor, adding: Addition, left: Sequence[str], now: datetime
) -> None:
    coming = queries.coming_of(session, actor.user_id, now)
    coming += queries.left_behind(session, left, now) if left else 0
    if coming + adding.coming > policy.MOST_COMING:
        raise Conflict(TOO_MANY.format(most=policy.MOST_COMING))


def _done(session: Session, user_ids: Sequence[str], now: datetime) -> Addition:
    acts = _acts(session, user_ids, now)
    return Addition(
        events=sum(act.times * _events_of(act) for act in acts),
        text=sum(act.times * int(act.details.get("text") or 0) for act in acts),
    )


def _events_of(act: audit.PastAct) -> int:
    """The events of one line: all of a new series; a change has a line for each."""
    return int(act.details["occurrences"] or 0) if act.action == CREATED else 1


def _acts(session: Session, user_ids: Sequence[str], now: datetime) -> list[audit.PastAct]:
    return audit.acts_of(session, user_ids, actions=ACTS, since=now - audit.DAY)


def note_leaving(session: Session, user_id: str, *, leaves_events: bool, now: datetime) -> None:
    """Let what an organizer added go on counting after the account was erased.

    Somebody who leaves no coming events and added nothing in the last day leaves no fingerprint.
    """
    mark = accounts.mark_of(session, user_id=user_id)
    if mark and (leaves_events or _acts(session, [user_id], now)):
        queries.note_leaving(session, user_id, mark, now)


def forget_leaving(session: Session, _actor: Actor, /, *, user_id: str) -> None:
    """Delete the fingerprint of a child. Subscribed to `account_forgetting`."""
    queries.forget_leaving(session, user_id)


def forget_left_organizers(session: Session) -> None:
    """Delete the fingerprints that are too old; called every hour."""
    queries.forget_left(session, clock.now() - LEFT_KEPT)
