"""One function per table that makes a row with defaults. A test names only what it is about."""

from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import AgeBand, LoginSession, RoleGrant, User
from rookiebattle.accounts.policy import has_membership, is_supporter
from rookiebattle.chapters.models import Chapter, ChapterRequest
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.mail import outbox_table
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.values.words import sort_key, words_of
from rookiebattle.events.models import Event
from rookiebattle.guardians.models import Guardianship
from rookiebattle.media.models import Media, MediaTag
from rookiebattle.media.policy import place_of, tag_keys
from rookiebattle.notifications.models import Notification
from rookiebattle.payments.models import Payment, PaymentEntry, PaymentOrder
from rookiebattle.registrations.models import Question, Registration
from rookiebattle.resources.models import Resource, ResourceWord
from rookiebattle.waivers.models import Form, VersionState, WaiverSignature, WaiverVersion
from rookiebattle.waivers.wording import digest_of
from tests.clocks import NOW

# Tables that tests empty before writing anew: each table stands before those that it refers to.
TABLES = (
    *("role_grants", "waiver_device_links", "waiver_signatures", "outbox", "kept_files"),
    *("gear_checks", "incidents", "event_messages"),
    *("event_origins", "chapter_posts", "chapter_channels"),
    *("claim_links", "guardian_invitations", "guardianships"),
    *("media_tags", "media", "uploads"),
    *("late_check_ins", "wants_in", "posters"),
    *("event_questions", "event_reports", "seat_wishes", "waiting_people", "waiting_parties"),
    *("event_registrations", "sheets", "events"),
    *("notifications", "chapter_requests", "chapters"),
    *("resource_words", "resources"),
)
_VERSIONS = WaiverVersion.__table__  # type: ignore[attr-defined]  # SQLModel adds it
WITHOUT_WAIVERS = (
    sa.delete(_VERSIONS).where(_VERSIONS.c.state == VersionState.DRAFT),
    sa.update(_VERSIONS).values(state=VersionState.REPLACED),
)
"""The statements after which no waiver is in force. Published versions refuse to be deleted."""
DOCUMENT = "https://docs.example.org/guide"
VIDEO = "https://www.youtube.com/watch?v=rookieDemo1"


def person(**columns: Any) -> User:
    """An adult member."""
    return User(**{"age_band": AgeBand.ADULT, **columns})


def actor_of(user: User, **more: Any) -> Actor:
    """The actor of a saved row, as a door would make it."""
    plan = user.membership_tier, user.membership_status
    return Actor(
        user_id=user.id,
        session_key=user.id,
        is_admin=user.is_admin,
        is_welcomed=user.age_band is not None,
        has_membership=has_membership(*plan),
        is_supporter=is_supporter(*plan),
        chapter_id=user.chapter_id,
        # Tests connect people with rows of their own, after they have made the actors.
        has_family=True,
        **more,
    )


def note_family(session: Session, row: Any) -> None:
    """Let the two members of a connection that a test has written be known to have people."""
    if isinstance(row, Guardianship):
        for user_id in (row.minor_id, row.guardian_id):
            session.get_one(User, user_id).has_family = True


def login(*, user_id: str, session_id: str, **columns: Any) -> LoginSession:
    """A session that lasts until tomorrow."""
    now = clock.now()
    usual = {"created_at": now, "expire": now + timedelta(days=1)}
    return LoginSession(sid=sessions.key_of(session_id), user_id=user_id, **usual | columns)


def cookie_of(session_id: str) -> str:
    return f"{sessions.cookie_name()}={session_id}"


def grant(*, user_id: str, **columns: Any) -> RoleGrant:
    """A role at the gate, for good. A test of rights also lets the member hold roles."""
    return RoleGrant(user_id=user_id, **{"role": "gate", "given_by": user_id, **columns})


def chapter(name: str = "Tampa", **columns: Any) -> Chapter:
    """A chapter that is named after its city."""
    usual = {"city": name, "state": "FL", "location": "A park", "time_zone": "America/New_York"}
    return Chapter(name=name, **usual | columns)


def chapter_request(city: str = "Ocala, Florida", **columns: Any) -> ChapterRequest:
    """A visitor's request to start a chapter."""
    usual = {"name": "Amara", "email": "amara@example.org", "message": "Five of us."}
    return ChapterRequest(city=city, **usual | columns)


def question(*, event_id: str, **columns: Any) -> Question:
    """A visitor's question about an event."""
    usual = {"name": "Pat", "email": "pat@example.org", "question": "May a parent watch?"}
    return Question(event_id=event_id, **usual | columns)


def failed_letter(subject: str = "Hello", **columns: Any) -> OutboxLetter:
    """A letter that the mail server refused."""
    now, id_ = clock.now(), new_id()
    usual: dict[str, Any] = {
        "id": id_,
        "message_id": f"<{id_}@example.org>",
        "kind": "event.changed",
        "state": outbox_table.FAILED,
        "due_at": now,
        "created_at": now,
        "recipient": "maya@example.org",
        "body": "Words",
        "last_error": "550 unknown",
    }
    return OutboxLetter(subject=subject, **usual | columns)


def event(*, organizer_id: str, **columns: Any) -> Event:
    """A free public training of two hours, ten days after the tests' `NOW`."""
    start = columns.get("start_at", NOW + timedelta(days=10))
    usual = {
        "title": "Park day",
        "event_type": "training",
        "start_at": start,
        "end_at": start + timedelta(hours=2),
        "seat_ceiling": columns.get("max_participants"),
    }
    return Event(organizer_id=organizer_id, **usual | columns)


def registration(*, event_id: str, user_id: str, **columns: Any) -> Registration:
    """A seat at a free event."""
    usual = {"payment_status": "not_required"}
    return Registration(event_id=event_id, user_id=user_id, **usual | columns)


def payment(*, user_id: str, number: int = 1, cents: int = 25_00, **columns: Any) -> Payment:
    """A donation that was paid by card."""
    usual: dict[str, Any] = {
        "payment_type": "donation",
        "status": "completed",
        "amount_cents": cents,
        "received_cents": cents,
        "description": "Donation",
        "paid_at": clock.now(),
    }
    return Payment(user_id=user_id, number=number, **usual | columns)


def receipt_of(row: Payment) -> PaymentEntry:
    """The entry of what came for a saved payment, at the time of the payment."""
    return _entry(row, 1, "received", row.received_cents)


def entries_of(row: Payment) -> list[PaymentEntry]:
    """The entries of all that came and went for a saved payment, at the time of the payment."""
    moved = {
        "received": row.received_cents,
        "refunded": -row.refunded_cents,
        "dispute_lost": -row.disputed_cents,
    }
    told = [(what, cents) for what, cents in moved.items() if cents]
    return [_entry(row, number, what, cents) for number, (what, cents) in enumerate(told, 1)]


def _entry(row: Payment, number: int, what: str, cents: int) -> PaymentEntry:
    return PaymentEntry(payment_id=row.id, number=number, what=what, cents=cents, at=row.created_at)


def payment_order(*, payment_id: str | None, **columns: Any) -> PaymentOrder:
    """The refund of a payment, as it was ordered."""
    usual: dict[str, Any] = {"kind": "refund", "about": "pi_1", "dedupe_key": new_id()}
    return PaymentOrder(payment_id=payment_id, **usual | columns)


def resource(title: str = "Core Rules", *, created_by: str, **columns: Any) -> Resource:
    """A public training guide."""
    usual = {"category": "training", "external_url": DOCUMENT, "sort_title": sort_key(title)}
    return Resource(title=title, created_by=created_by, **usual | columns)


def words_to_find(row: Resource) -> list[ResourceWord]:
    """The words by which the search finds a saved resource."""
    found = words_of(row.title, row.description)
    return [ResourceWord(resource_id=row.id, word=word, category=row.category) for word in found]


def notification(*, created_by: str, **columns: Any) -> Notification:
    """A notification for everybody."""
    usual = {"title": "Hello", "message": "All of you."}
    return Notification(created_by=created_by, **usual | columns)


def media(title: str = "Shield wall", *, uploaded_by: str, **columns: Any) -> Media:
    """A public video at YouTube."""
    position, is_pinned = columns.get("order_position", 0), columns.get("is_pinned", False)
    usual: dict[str, Any] = {
        "media_type": "video",
        "mime_type": "video/youtube",
        "file_url": VIDEO,
        "youtube_url": VIDEO,
        "file_name": "YouTube Video: rookieDemo1",
        "place": place_of(position, is_pinned=is_pinned),
    }
    return Media(title=title, uploaded_by=uploaded_by, **usual | columns)


def tags_of(row: Media) -> list[MediaTag]:
    """The rows by which the tags of a saved item find it."""
    return [MediaTag(media_id=row.id, tag=key, place=row.place) for key in tag_keys(row.tags)]


def waiver_version(
    form: str = Form.ADULT, number: int | None = 1, text: str = "I play.", **columns: Any
) -> WaiverVersion:
    """A published version of a form, or without a number a draft."""
    state = VersionState.PUBLISHED if number else VersionState.DRAFT
    published_at = NOW - timedelta(days=400) if number else None
    usual: dict[str, Any] = {"state": state, "published_at": published_at}
    return WaiverVersion(
        form=form, number=number, text=text, sha256=digest_of(text), **usual | columns
    )


def waiver_signature(*, version_id: str, user_id: str, **columns: Any) -> WaiverSignature:
    """A signature by the member, which holds for a hundred days."""
    usual: dict[str, Any] = {"signed_by": user_id, "typed_name": "Maya"}
    usual |= {"signed_at": NOW - timedelta(days=265), "ends_at": NOW + timedelta(days=100)}
    return WaiverSignature(version_id=version_id, user_id=user_id, **usual | columns)
