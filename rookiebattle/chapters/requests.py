"""Requests to start a chapter: a few per person and day, and a limit for all visitors together.
An administrator answers one, or makes a chapter of it.
"""

from datetime import timedelta
from math import ceil

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.chapters import queries
from rookiebattle.chapters.hooks import chapter_requested, chapter_started
from rookiebattle.chapters.models import ChapterRequest
from rookiebattle.chapters.schemas import (
    ChapterRead,
    ChapterRequestWrite,
    ChapterWrite,
    RequestList,
    RequestRead,
)
from rookiebattle.chapters.service import create_chapter
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, NotFound, NotWelcomed, TooManyRequests
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.limits import Limiter, address_key, site_key
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.core.values.ids import known_id

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
KEPT = timedelta(days=365)
MOST_A_DAY = 3
# An email address is quickly invented, so visitors are also counted by network address.
MOST_PER_ADDRESS = 5
# One visitor may own a whole IPv6 site of 65,536 networks. Without a limit for it, that visitor
# alone could use up everybody's messages.
MOST_PER_SITE = 2 * MOST_PER_ADDRESS
# A limit for all visitors together: each request is a letter to somebody, and a few ill-meaning
# visitors must not use up everybody's. Members are counted one by one.
MOST_AN_HOUR = 20 * MOST_PER_ADDRESS
ENOUGH = "We have your messages and will reply. Please write again tomorrow."
BUSY = "We’re getting a lot of messages right now. Please try again in an hour."
FROM_HERE = "We’ve had several messages from your connection. Please try again in {minutes}."
_addresses = Limiter(MOST_PER_ADDRESS, HOUR.total_seconds(), name="chapter requests")
_sites = Limiter(MOST_PER_SITE, HOUR.total_seconds(), name="chapter requests of sites")
MISSING = "This request doesn’t exist."
ANSWERED = "This request was already answered."


@writes
def ask_about_chapter(
    session: Session,
    actor: Actor,
    *,
    values: ChapterRequestWrite,
    address: str = "",
    is_suspicious: bool = False,
) -> str:
    """Store a request to start a chapter and return its id; the same text twice is one request.

    Visitors may ask; members only after the welcome. Raises NotWelcomed and TooManyRequests.
    `address` is the visitor's network address. It is never stored itself. Nobody gets a letter
    about a suspicious request of a visitor, and it is counted apart.
    """
    if actor.is_member and not actor.is_welcomed:
        raise NotWelcomed()
    is_suspicious = is_suspicious and not actor.is_member
    now = clock.now()
    email = folded_address(values.email)
    name = {"user_id": actor.user_id} if actor.is_member else {"email": email}
    # Visitors have a limit together, so they also take turns together.
    turns.take_turn(session, f"chapter-request:{actor.user_id or 'visitors'}")
    text = {"city": values.city, "message": values.message}
    if known := queries.same_request(
        session, now - DAY, **name, **text, is_suspicious=is_suspicious
    ):
        return known
    if address and not actor.is_member:
        _count(address)
    # Everybody may type any email address. So a visitor is counted by it together with the network
    # address: otherwise anybody could write in another person's name until that person is refused.
    origin = "" if actor.is_member else _origin(address, email)
    person = name if actor.is_member else {**name, "asked_from": origin}
    if queries.requests_since(session, now - DAY, **person) >= MOST_A_DAY:
        raise TooManyRequests(int(DAY.total_seconds()), ENOUGH)
    lately = queries.requests_since(session, now - HOUR, user_id=None, is_suspicious=is_suspicious)
    if not actor.is_member and lately >= MOST_AN_HOUR:
        raise TooManyRequests(int(HOUR.total_seconds()), BUSY)
    request = ChapterRequest(
        user_id=actor.user_id or None,
        name=values.name,
        email=email,
        city=values.city,
        message=values.message,
        asked_from=origin,
        created_at=now,
        is_suspicious=is_suspicious,
    )
    session.add(request)
    session.flush()
    audit.record(session, actor, "chapter.requested", request.id)
    if not request.is_suspicious:
        chapter_requested.fire(session, actor, request_id=request.id)
    return request.id


def _origin(address: str, email: str) -> str:
    """A hash that tells one visitor from another and that nobody can turn back into an address."""
    return fingerprint("chapter-request", address_key(address), email).hex()


def _count(address: str) -> None:
    try:
        _addresses.take(address_key(address))
        if site := site_key(address):
            _sites.take(site)
    except TooManyRequests as full:
        minutes = ceil(full.retry_after / 60)
        words = f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
        raise TooManyRequests(full.retry_after, FROM_HERE.format(minutes=words)) from None


def forget_old_requests(session: Session) -> None:
    """Delete requests that are a year old, and after a day where a request came from."""
    queries.forget_origins(session, before=clock.now() - DAY)
    queries.forget_requests(session, before=clock.now() - KEPT)


def forget_asking(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Delete an erased member's requests, also those sent with the same email before signing in."""
    user = session.get(User, user_id)
    queries.forget_requests(session, user_id=user_id)
    if user and user.email:
        queries.forget_requests(session, email=folded_address(user.email))


def list_requests(
    session: Session, actor: Actor, *, which: RequestList = RequestList.WAITING, window: Window
) -> Page[RequestRead]:
    """A part of the requests, oldest first; of those that were answered, newest answer first."""
    actor.require(Permission.ALL_REQUEST_READ)
    found = queries.requests_page(session, which, window)
    rows = [RequestRead.model_construct(**row) for row in found]
    return Page(rows, queries.count_requests(session, which))


def count_open(session: Session, actor: Actor, *, which: RequestList = RequestList.WAITING) -> int:
    """How many requests wait for an answer, or are suspicious; administrators only."""
    actor.require(Permission.ALL_REQUEST_READ)
    return queries.count_requests(session, which)


@writes
def answer_request(session: Session, actor: Actor, *, request_id: str, is_answered: bool) -> None:
    """Note that a request was answered, or that it waits again; administrators only."""
    actor.require(Permission.ALL_REQUEST_UPDATE)
    request = _locked(session, request_id)
    if (request.answered_at is not None) == is_answered:
        return
    request.answered_at = clock.now() if is_answered else None
    action = "request.answered" if is_answered else "request.reopened"
    record_change(session, actor, action, request.id, thing=request.city)


@writes
def clear_request(session: Session, actor: Actor, *, request_id: str) -> None:
    """Let a suspicious request wait with the others; its letter goes now. Administrators only."""
    actor.require(Permission.ALL_REQUEST_UPDATE)
    request = _locked(session, request_id)
    if not request.is_suspicious:
        return
    request.is_suspicious = False
    record_change(session, actor, "request.cleared", request.id, thing=request.city)
    chapter_requested.fire(session, actor, request_id=request.id)


def waiting_request(session: Session, actor: Actor, *, request_id: str) -> RequestRead:
    """A request that waits, for the form of its chapter; administrators only.

    Raises NotFound, and Conflict when the request was answered already.
    """
    actor.require(Permission.ALL_REQUEST_READ)
    request = session.get(ChapterRequest, known_id(request_id, MISSING))
    if request is None:
        raise NotFound(MISSING)
    _must_wait(request)
    shown = {name: getattr(request, name) for name in RequestRead.model_fields}
    return RequestRead.model_construct(**shown)


@writes
def start_chapter(
    session: Session, actor: Actor, *, request_id: str, values: ChapterWrite
) -> ChapterRead:
    """Make this chapter of a request, and tell the person who asked; administrators only.

    The person's name and address stay in the request: they did not agree to be published. Raises
    NotFound, and Conflict when the request was answered already.
    """
    actor.require(Permission.ALL_REQUEST_UPDATE)
    request = _locked(session, request_id)
    _must_wait(request)
    made = create_chapter(session, actor, values=values)
    request.answered_at, request.chapter_id = clock.now(), made.id
    session.flush()
    chapter_started.fire(session, actor, request_id=request.id)
    return made


def _locked(session: Session, request_id: str) -> ChapterRequest:
    wanted = known_id(request_id, MISSING)
    found = session.get(ChapterRequest, wanted, with_for_update=True)
    if found is None:
        raise NotFound(MISSING)
    return found


def _must_wait(request: ChapterRequest) -> None:
    if request.answered_at is not None:
        raise Conflict(ANSWERED)
