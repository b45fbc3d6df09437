"""Counts of all that waits for an administrator, and the letters that failed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.accounts import awaiting
from rookiebattle.chapters import requests
from rookiebattle.chapters.schemas import RequestList
from rookiebattle.console.wording import letter_words
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict
from rookiebattle.core.mail import failed
from rookiebattle.core.mail.failed import FailedLetter
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.events import hosting, reports
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventFilter, EventOrder, EventRead
from rookiebattle.events.wording import counted
from rookiebattle.members import administration
from rookiebattle.members.users import AdminUser, UserFilter
from rookiebattle.registrations.service import questions, settling

NOT_FAILED = "This email isn’t waiting for you anymore."
NONE_RESTORED = "These emails aren’t waiting for you anymore."
MOST_OF_EACH = 5


class Waiting(NamedTuple):
    """How many of each thing wait for an administrator; of some, also the event of the first.

    `seats` are unpaid, `returning` ones were paid for events that are canceled, or paid too much.
    `suspicious` are requests, `questions` suspicious ones about events. `events` wait for their
    chapter, `reported` ones have reports.
    """

    requests: int = 0
    accounts: int = 0
    letters: int = 0
    suspicious: int = 0
    seats: tuple[int, str] = (0, "")
    returning: tuple[int, str] = (0, "")
    questions: tuple[int, str] = (0, "")
    events: tuple[int, str] = (0, "")
    reported: tuple[int, str] = (0, "")


def count_waiting(session: Session, actor: Actor) -> Waiting:
    """How much waits for an administrator; nobody else may ask."""
    actor.require(Permission.ALL_LETTER_READ)
    return Waiting(
        requests=requests.count_open(session, actor),
        accounts=awaiting.count_unanswered(session, actor),
        letters=failed.count(session),
        suspicious=requests.count_open(session, actor, which=RequestList.SUSPICIOUS),
        seats=settling.count_unpaid(session, actor),
        returning=settling.count_returning(session, actor),
        questions=questions.count_suspicious(session, actor),
        events=hosting.count_waiting(session, actor),
        reported=reports.count_reported(session, actor),
    )


@dataclass(frozen=True, slots=True)
class FoundByName:
    members: Sequence[AdminUser]
    events: Sequence[EventRead]


def find_by_name(session: Session, actor: Actor, *, text: str) -> FoundByName:
    """The members and events that the lists of the console find; administrators only.

    Events that are over are looked for when no other has these words.
    """
    few = Window(MOST_OF_EACH)
    members = administration.list_users(session, actor, wanted=UserFilter(text=text, window=few))
    wanted = EventFilter(text=text, window=few)
    coming = events.list_all(session, actor, wanted=wanted, current_only=True).items
    if coming:
        return FoundByName(members.items, coming)
    wanted = replace(wanted, order=EventOrder.LATEST)
    over = events.list_all(session, actor, wanted=wanted, current_only=False).items
    return FoundByName(members.items, over)


def list_failed_letters(session: Session, actor: Actor, *, window: Window) -> Page[FailedLetter]:
    """The letters that could not be delivered, newest first; administrators only."""
    actor.require(Permission.ALL_LETTER_READ)
    return failed.failed(session, window)


@writes
def send_letter_again(session: Session, actor: Actor, *, letter_id: str) -> None:
    """Queue a letter that failed once more; administrators only. Raises Conflict."""
    _end(session, actor, letter_id, "letter.sent_again", failed.send_again)


@writes
def set_letter_aside(session: Session, actor: Actor, *, letter_id: str) -> None:
    """Give a letter that failed up for good; its text is deleted. Raises Conflict."""
    _end(session, actor, letter_id, "letter.set_aside", failed.set_aside)


def count_restored_letters(session: Session, actor: Actor) -> int:
    """How many letters failed because they waited in a backup; administrators only."""
    actor.require(Permission.ALL_LETTER_READ)
    return failed.count_restored(session)


@writes
def set_restored_letters_aside(session: Session, actor: Actor) -> None:
    """Give up all letters that waited in a backup that was restored. Raises Conflict."""
    actor.require(Permission.ALL_LETTER_UPDATE)
    ids = failed.set_restored_aside(session)
    if not ids:
        raise Conflict(NONE_RESTORED)
    words = counted(len(ids), "restored email")
    record_change(session, actor, "letter.set_aside", ids[0], thing=words)


def _end(
    session: Session,
    actor: Actor,
    letter_id: str,
    action: str,
    act: Callable[[Session, str], str | None],
) -> None:
    actor.require(Permission.ALL_LETTER_UPDATE)
    id_ = known_id(letter_id, NOT_FAILED)
    kind = act(session, id_)
    if kind is None:
        raise Conflict(NOT_FAILED)
    record_change(session, actor, action, id_, thing=letter_words(kind))
