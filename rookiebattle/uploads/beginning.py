"""How uploads begin: which types are taken, and how much one person may send in a day."""

from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import record
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import TooManyRequests, UnsupportedType
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import MAY, Role
from rookiebattle.uploads import policy, queries
from rookiebattle.uploads.kinds import TYPES
from rookiebattle.uploads.models import UploadState
from rookiebattle.uploads.schemas import MOST_BYTES
from rookiebattle.uploads.wording import TOO_MANY_TODAY, TOO_MUCH_TODAY, WRONG_TYPE

BEGUN, COMPLETED = "upload.begun", "upload.completed"
UPLOADS_PER_DAY, MB_PER_DAY = 1_000, 4_000
"""The limits of one administrator."""
OF_STRANGERS = 5
"""People with only the role `gate` at single events get a fifth of the limits: any member can post
an event and give that role away."""


@writes
def promise(
    session: Session,
    actor: Actor,
    *,
    file_name: str,
    mime_type: str,
    size: int,
    upload_id: str = "",
    most: int = policy.MOST_IN_PARTS,
) -> str:
    """Note a file that is about to be sent; returns the upload's id.

    A size of 0 is not known yet, and counts as the `most` bytes. An `upload_id` belongs to a form.
    Its claim may come twice at once; the first one notes it.
    Raises UnsupportedType, and TooManyRequests when it is too much for a day.
    """
    actor.require_reach(Permission.ALL_UPLOAD_CREATE)
    if mime_type not in TYPES:
        raise UnsupportedType(WRONG_TYPE)
    turns.take_turn(session, f"uploads:{actor.user_id}")
    if upload_id and queries.by_id(session, upload_id):
        return upload_id
    _refuse_too_much(session, actor, size or most)
    id_, now = upload_id or new_id(), clock.now()
    queries.add(
        session,
        id=id_,
        user_id=actor.user_id,
        state=UploadState.BEGUN,
        file_name=policy.kept_name(file_name, mime_type),
        mime_type=mime_type,
        size=size,
        is_public=False,
        place=policy.PRIVATE,
        copies=[],
        created_at=now,
        changed_at=now,
    )
    record(session, actor, BEGUN, id_, bytes=size)
    return id_


def _refuse_too_much(session: Session, actor: Actor, size: int) -> None:
    """The limits of a day. The audit log tells them, so deleted files count too.

    A file of unknown size counts as the largest of its way until it is complete.
    """
    part = OF_STRANGERS if is_stranger(actor) else 1
    most, megabytes = UPLOADS_PER_DAY // part, MB_PER_DAY // part
    since = clock.now() - audit.DAY
    acts = audit.acts_of(session, [actor.user_id], actions=(BEGUN, COMPLETED), since=since)
    day = int(audit.DAY.total_seconds())
    if sum(act.times for act in acts if act.action == BEGUN) >= most:
        raise TooManyRequests(day, TOO_MANY_TODAY.format(most=most))
    sent = sum(act.times * int(act.details.get("bytes") or 0) for act in acts)
    sent += queries.most_of_unknown_size(
        session, actor.user_id, whole=MOST_BYTES, in_parts=policy.MOST_IN_PARTS
    )
    if sent + size > megabytes * policy.MB:
        raise TooManyRequests(day, TOO_MUCH_TODAY.format(most=megabytes))


def is_stranger(actor: Actor) -> bool:
    """Whether somebody sends files by nothing but the role `gate` at single events."""
    if Permission.ALL_UPLOAD_CREATE in actor.permissions:
        return False
    by = [one for one in actor.grants if Permission.ALL_UPLOAD_CREATE in MAY[one.role]]
    return all(one.role is Role.GATE and one.event_id for one in by)
