"""How many letters one member gets in a day: six about one event (four until the day before it
starts, five until the hour before); thirty in all, and thirty more about what starts within a day.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.mail.outbox_table import SENT, WAITING, WITHDRAWN, letters
from rookiebattle.core.wakeup import LETTERS

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PER_EVENT, PER_MEMBER = 6, 30
# Each letter runs it, and building a select takes longer than running it.
_TO = sa.select(*(letters.c[name] for name in ("user_id", "kind", "about", "sent_at"))).where(
    letters.c.user_id.in_(sa.bindparam("members", expanding=True)),
    letters.c.kind.in_(sa.bindparam("kinds", expanding=True)),
    letters.c.state == SENT,
    letters.c.sent_at.between(sa.bindparam("after"), sa.bindparam("until")),
)
_NEWEST_TO = _TO.order_by(letters.c.sent_at.desc())
_limited: dict[str, Sequence[str]] = {}
_about_events: set[str] = set()


def limit(*kinds: str, about_events: bool = False) -> None:
    """Limit how many letters one member gets in a day; letters of these kinds count together.

    Letters `about_events` are also limited to PER_EVENT about one event.
    """
    _limited.update(dict.fromkeys(kinds, kinds))
    if about_events:
        _about_events.update(kinds)


def not_before(
    session: Session,
    claimed: Claimed,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> datetime | None:
    """When the member may get this letter, if that is not now.

    Of those about one event, the last two are kept for the day and for the hour before it starts:
    so nobody uses them up before the news that matters most. A letter that waits is looked at again
    when these begin. After that it waits for half of the time that was left until the event's end.
    """
    if claimed.kind not in _limited:
        return None
    now = clock.now()
    ahead = [starts_at - one for one in (DAY, HOUR) if starts_at and starts_at - one > now]
    lately = _lately([claimed.user_id], _limited[claimed.kind], now)
    got = session.connection().execute(_NEWEST_TO, lately).all()
    in_all = 2 * PER_MEMBER if starts_at and starts_at - DAY <= now else PER_MEMBER
    until = [one.sent_at + DAY for one in got[in_all - 1 : in_all]]
    about_it = [one for one in got if (one.kind, one.about) == (claimed.kind, claimed.about)]
    most = PER_EVENT - len(ahead)
    if claimed.kind in _about_events and len(about_it) >= most:
        until.append(about_it[most - 1].sent_at + DAY)
        if ends_at and not ahead:
            last = about_it[0].sent_at
            until[-1] = min(until[-1], last + max(ends_at - last, timedelta()) / 2)
    later = min([max(until), *ahead]) if until else now
    return later if later > now else None


def told_enough(session: Session, kind: str, about: str, user_ids: Collection[str]) -> set[str]:
    """The members whose next letter about this subject may wait until the hour before it starts."""
    wanted = _TO.where(letters.c.about == about)
    lately = _lately(user_ids, [kind], clock.now())
    got = Counter(one.user_id for one in session.execute(wanted, lately))
    return {user_id for user_id, count in got.items() if count >= PER_EVENT - 1}


def _lately(
    user_ids: Collection[str | None], kinds: Sequence[str], now: datetime
) -> dict[str, object]:
    """The parameters of `_TO` for the letters of these kinds to these members in the last day."""
    # A letter of the future was sent while the clock was ahead, and would count for days.
    between = {"after": now - DAY, "until": now + clock.TOLERANCE}
    return {"members": list(user_ids), "kinds": list(kinds), **between}


def promised_since(
    session: Session, kind: str, user_ids: Collection[str], since: datetime
) -> set[tuple[str, str]]:
    """The members and subjects of letters that were promised since then and not withdrawn."""
    wanted = sa.select(letters.c.user_id, letters.c.about).where(
        letters.c.user_id.in_(list(user_ids)),
        letters.c.kind == kind,
        letters.c.state != WITHDRAWN,
        letters.c.created_at > since,
    )
    return {(user_id, about) for user_id, about in session.execute(wanted)}


def promised_jointly_since(
    session: Session, kind: str, user_ids: Collection[str], since: datetime
) -> set[tuple[str, str]]:
    """The members and subjects of letters about several subjects that were promised since then.

    Such a letter is one row, and `outbox.suppress` reserved one for each further subject. Those of
    a member count while at least one letter of the kind to this member was not withdrawn.
    """
    wanted = sa.select(letters.c.user_id, letters.c.about, letters.c.state).where(
        letters.c.user_id.in_(list(user_ids)), letters.c.kind == kind, letters.c.created_at > since
    )
    found = session.execute(wanted).all()
    told = {one.user_id for one in found if one.state != WITHDRAWN}
    return {(one.user_id, one.about) for one in found if one.user_id in told}


def promise_again(
    session: Session, kind: str, *, user_id: str, about: str, pause: timedelta | None
) -> None:
    """Promise a letter of which there was one before, at the earliest a pause after that one.

    A letter that still waits is enough, and a withdrawn one is taken up again: so somebody who
    changes their mind without end gets one letter in each pause, and one row. Without a pause the
    letter tells something new: it is due at once, and one that is on its way is not enough.
    """
    former = _former(session, kind, user_id, about)
    last = former[0] if former else None
    is_on_its_way = last is not None and last.state == WAITING and last.claimed_until is not None
    if last and last.state == WAITING and pause is not None:
        return
    gone = [one.due_at + pause for one in former if pause and one.state != WITHDRAWN]
    due_at = max([clock.now(), *gone])
    if last is None or is_on_its_way or last.state not in (WAITING, WITHDRAWN):
        outbox.promise_each(session, kind, Promised(user_id, about, due_at=due_at))
    else:
        _take_up(session, last.id, due_at)


def _former(session: Session, kind: str, user_id: str, about: str) -> Sequence[sa.Row[Any]]:
    """The last two letters of the kind to this member about this subject, the newer one first."""
    names = ("id", "state", "due_at", "claimed_until")
    wanted = (
        sa.select(*(letters.c[name] for name in names))
        .where(letters.c.user_id == user_id, letters.c.kind == kind, letters.c.about == about)
        .order_by(letters.c.created_at.desc(), letters.c.due_at.desc())
        .limit(2)
        .with_for_update()
    )
    return session.execute(wanted).all()


def _take_up(session: Session, id_: str, due_at: datetime) -> None:
    fresh = {"state": WAITING, "attempts": 0, "created_at": clock.now(), "due_at": due_at}
    taken_up = sa.update(letters).where(letters.c.id == id_)
    session.execute(taken_up.values(turn_at=due_at, claimed_until=None, **fresh))
    on_commit(session, LETTERS.notify)


def take_back(session: Session, kind: str, *, user_id: str, about: str) -> None:
    """Withdraw a promised letter that no worker has claimed yet."""
    waiting = (
        (letters.c.user_id == user_id)
        & (letters.c.kind == kind)
        & (letters.c.about == about)
        & (letters.c.state == WAITING)
        & letters.c.claimed_until.is_(None)
    )
    session.execute(sa.update(letters).where(waiting).values(state=WITHDRAWN))
