"""Working off the requests to start a chapter: an administrator answers one, or makes a chapter."""

from sqlalchemy.orm import Session

from rookiebattle.chapters import queries
from rookiebattle.chapters.hooks import chapter_started
from rookiebattle.chapters.models import ChapterRequest
from rookiebattle.chapters.schemas import ChapterRead, ChapterWrite, RequestRead
from rookiebattle.chapters.service import create_chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id

MISSING = "This request does not exist."
ANSWERED = "This request was answered already."


def list_requests(
    session: Session, actor: Actor, *, is_answered: bool, window: Window
) -> Page[RequestRead]:
    """The requests that wait, oldest first, or those that were answered, newest answer first."""
    actor.require(Permission.ALL_REQUEST_READ)
    found = queries.requests_page(session, is_answered=is_answered, window=window)
    rows = [RequestRead.model_construct(**row) for row in found]
    return Page(rows, queries.count_requests(session, is_answered=is_answered))


def count_open(session: Session, actor: Actor) -> int:
    """How many requests wait for an answer; administrators only."""
    actor.require(Permission.ALL_REQUEST_READ)
    return queries.count_requests(session, is_answered=False)


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
