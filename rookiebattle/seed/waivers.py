"""The signatures of the demo data: most hold, some end soon, and some people have none."""

from datetime import datetime, timedelta
from random import Random

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name
from rookiebattle.core import clock
from rookiebattle.seed.people import Cast
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import Form, WaiverSignature, WaiverVersion
from rookiebattle.waivers.service.standing import form_now

LASTS = timedelta(days=365)
ENDINGS = (*(300,) * 7, 12, -5)
"""The days until a signature ends, as often as they are dealt."""


def sign_waivers(session: Session, number: int, now: datetime, cast: Cast) -> None:
    """Let three of four adults have signed; some demo accounts have something to do."""
    version, rng = queries.in_force(session).get(Form.ADULT), Random(number)
    if version is None:
        return
    unsigned: list[User] = []
    demo = [cast.demo["demo-member"], cast.demo["demo-admin"]]
    for one in [*demo, *cast.everybody[len(cast.demo) :]]:
        is_signed = one in demo or rng.random() < 0.75
        if form_now(one) is Form.MINOR:
            continue
        if not is_signed:
            unsigned.append(one)
            continue
        ends_at = now + timedelta(days=300 if one in demo else rng.choice(ENDINGS))
        session.add(
            WaiverSignature(
                version_id=version.id,
                user_id=one.id,
                signed_by=one.id,
                subject_name=known_name(one),
                typed_name=known_name(one),
                signed_at=min(clock.now(), ends_at - LASTS),
                ends_at=ends_at,
            )
        )
    subject, taker, *_ = unsigned
    session.add(_paper(version, subject, taker, now))


def _paper(version: WaiverVersion, subject: User, taker: User, now: datetime) -> WaiverSignature:
    """A paper of yesterday that waits for a lead."""
    return WaiverSignature(
        version_id=version.id,
        user_id=subject.id,
        subject_name=known_name(subject),
        signed_at=now - timedelta(days=1),
        ends_at=now - timedelta(days=1) + LASTS,
        noted_by=taker.id,
    )
