"""Check-ins that a device kept without a network, replayed in their order."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event
from rookiebattle.events.wording import first_day
from rookiebattle.gate import passes, queries
from rookiebattle.gate.models import LATE_KEPT
from rookiebattle.gate.queries import Answer
from rookiebattle.gate.schemas import MOST_AT_ONCE, CheckInRead, CheckInsWrite, CheckInWrite
from rookiebattle.gate.service import people
from rookiebattle.gate.verdict import Verdict
from rookiebattle.gate.wording import (
    HELP_ENDED,
    HELPS_ONLY,
    NAMES_NOBODY,
    NOT_OF_THIS_EVENT,
    clock_was,
    in_one_line,
    look_again,
    since_words,
)
from rookiebattle.registrations.schemas import Arrival, Arrived
from rookiebattle.registrations.service import check_ins, roster, settling
from rookiebattle.roles import service as roles

MOST_KEPT = 5_000
"""Answers that are kept of one sender at one event; more would only fill the table."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A check-in with the member whom it names, and the instant that counts.

    `problem` says why it names nobody; `remark` why the instant is another one.
    """

    sent: CheckInWrite
    user_id: str | None
    at: datetime
    problem: str = ""
    remark: str = ""


def find_holders(
    session: Session, actor: Actor, *, event_id: str, values: CheckInsWrite
) -> dict[str, str]:
    """Pass → the id of its person, of the passes among these check-ins.

    A pass that is nobody's is compared with those of all members, which takes long. So this is read
    before `replay` locks the event. Raises as `replay`.
    """
    event = get_event(session, actor, event_id=event_id)
    try:
        settling.organized(
            session, actor, event_id=event.id, permission=Permission.ALL_REGISTRATION_CHECK
        )
    except Forbidden:
        _refuse_strangers(session, actor, event.id)
    tokens = {one.token for one in values.check_ins if one.token}
    return passes.find_each(session, tokens, event_id=event.id)


@writes
def replay(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    values: CheckInsWrite,
    holders: Mapping[str, str],
) -> list[CheckInRead]:
    """Take the check-ins of a device in one transaction; the answers have their order.

    `holders` are those that `find_holders` found. The same `client_id` gets the same answer again.
    What somebody sends whose role ended meanwhile is refused, and kept for the lead. Raises
    NotFound, and Forbidden for everybody else.
    """
    is_refused = False
    try:
        check_ins.open_queue(session, actor, event_id=event_id)
    except Forbidden:
        _refuse_strangers(session, actor, event_id)
        is_refused = True
    event = get_event(session, actor, event_id=event_id)
    # Of two check-ins with one id the first counts.
    sent = {one.client_id: one for one in reversed(values.check_ins)}
    known = queries.answers(session, event.id, sent)
    new = [one for one in values.check_ins if sent.get(one.client_id) is one]
    unknown = [one for one in new if one.client_id not in known]
    wanted = _wanted(session, event, unknown, holders)
    if is_refused:
        wanted = [replace(one, problem=HELP_ENDED) for one in wanted]
    answers = _answers(session, actor, event, wanted)
    queries.keep_answers(session, _kept(session, actor, event, answers))
    known |= {one.client_id: one for one in answers}
    return [_read(known[one.client_id]) for one in values.check_ins]


def _kept(
    session: Session, actor: Actor, event: EventRead, answers: Sequence[Answer]
) -> list[Answer]:
    """The answers to keep: of a sender who sends more and more, those alone that noted somebody."""
    if queries.count_sent(session, event.id, actor.user_id) < MOST_KEPT:
        return list(answers)
    return [one for one in answers if one.outcome == "checked_in"]


def _refuse_strangers(session: Session, actor: Actor, event_id: str) -> None:
    """Refuse whoever did not help at this gate lately, and who sends more and more."""
    event = get_event(session, actor, event_id=event_id)
    since = clock.now() - LATE_KEPT
    at, helps = Scope(event.chapter_id, event.id), Permission.ALL_REGISTRATION_CHECK
    if not roles.could_lately(session, actor, permission=helps, at=at, since=since):
        raise Forbidden(HELPS_ONLY)
    if queries.count_refused(session, event.id, actor.user_id) >= MOST_AT_ONCE:
        raise Forbidden(HELP_ENDED)


def _wanted(
    session: Session,
    event: EventRead,
    sent: Sequence[CheckInWrite],
    holders: Mapping[str, str],
) -> list[_Wanted]:
    named = {one.user_id for one in sent if one.user_id} | set(holders.values())
    members = roster.known_among(session, user_ids=named)
    return [_wanted_one(event, one, holders, members) for one in sent]


def _wanted_one(
    event: EventRead, sent: CheckInWrite, holders: Mapping[str, str], members: Collection[str]
) -> _Wanted:
    at, remark = _clamped(event, sent.at)
    if (sent.user_id is None) == (sent.token is None):
        return _Wanted(sent, None, at, NAMES_NOBODY)
    if sent.token is not None and sent.token not in holders:
        return _Wanted(sent, None, at, NOT_OF_THIS_EVENT)
    user_id = holders[sent.token] if sent.token else sent.user_id or ""
    return _Wanted(sent, user_id if user_id in members else None, at, "", remark)


def _clamped(event: EventRead, at: datetime) -> tuple[datetime, str]:
    """The instant, not before the event's first day and not after now, and why it was moved."""
    now, zone = clock.now(), ZoneInfo(event.time_zone)
    day = first_day(event.start_date, event.time_zone)
    begins = min(datetime.combine(day, time.min, zone).astimezone(UTC), now)
    if at < begins:
        return begins, clock_was(begins, event.time_zone, is_ahead=False)
    if at > now:
        remark = clock_was(now, event.time_zone, is_ahead=True) if clock.is_ahead(at, now) else ""
        return now, remark
    return at, ""


def _answers(
    session: Session, actor: Actor, event: EventRead, wanted: Sequence[_Wanted]
) -> list[Answer]:
    taken = [one for one in wanted if not one.problem]
    arrivals = [Arrival(one.user_id or "", one.at) for one in taken]
    arrived = check_ins.arrive(session, actor, event_id=event.id, arrivals=arrivals)
    came = {one.sent.client_id: each for one, each in zip(taken, arrived, strict=True)}
    new = {one.user_id for one, each in zip(arrivals, arrived, strict=True) if each.is_new}
    judged = people.verdicts_of(session, actor, event=event, user_ids=new) if new else {}
    return [
        _answer(
            actor,
            event,
            one,
            came.get(one.sent.client_id) or Arrived(None, refusal=one.problem),
            judged.get(one.user_id or ""),
        )
        for one in wanted
    ]


def _answer(
    actor: Actor, event: EventRead, one: _Wanted, came: Arrived, judged: Verdict | None
) -> Answer:
    if came.refusal:
        outcome, text = "refused", came.refusal
    elif came.is_new:
        outcome, text = "checked_in", in_one_line([one.remark, look_again(judged)])
    else:
        outcome, text = "already", since_words(came.at, event.time_zone)
    return Answer(
        event_id=event.id,
        client_id=one.sent.client_id,
        user_id=one.user_id,
        sent_by=actor.user_id,
        at=one.sent.at,
        received_at=clock.now(),
        outcome=outcome,
        checked_in_at=came.at,
        text=text,
    )


def _read(one: Answer) -> CheckInRead:
    return CheckInRead(
        client_id=one.client_id, outcome=one.outcome, checked_in_at=one.checked_in_at, text=one.text
    )


def forget_old(session: Session) -> None:
    """Delete the answers of thirty days ago. A tidier."""
    queries.forget_before(session, clock.now() - LATE_KEPT)
