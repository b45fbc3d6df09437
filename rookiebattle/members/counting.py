"""How many members pass a filter, counted once per generation for all filters together."""

from dataclasses import dataclass

from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import CHAPTERS, MEMBERS
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.members import finding
from rookiebattle.members.users import NO_CHAPTER, UserFilter

TOPICS = (MEMBERS, CHAPTERS)


@dataclass(frozen=True, slots=True)
class Kind:
    """The members who are alike in all that the list can be filtered by."""

    chapter_id: str | None
    status: str
    tier: str
    is_admin: bool
    is_welcomed: bool
    is_unanswered: bool
    number: int

    def passes(self, wanted: UserFilter) -> bool:
        chapter_id = None if wanted.chapter_id == NO_CHAPTER else wanted.chapter_id
        is_there = wanted.chapter_id is None or self.chapter_id == chapter_id
        return is_there and all(
            getattr(wanted, name) in (None, getattr(self, name))
            for name in ("status", "tier", "is_admin", "is_welcomed", "is_unanswered")
        )


# One set of counts; tests have a database each.
_counted = Expiring[URL, tuple[Kind, ...]](1)


def total(session: Session, wanted: UserFilter) -> int:
    """The number of members who pass the filters, without its text."""
    return sum(kind.number for kind in _kinds(session) if kind.passes(wanted))


def _kinds(session: Session) -> tuple[Kind, ...]:
    url = session.get_bind().engine.url
    if (known := _counted.find(url)) is not None:
        return known
    # The generation is read before the counts, so a write in between makes them stale, never wrong.
    generation = freshness.generation(*TOPICS)
    kinds = tuple(Kind(**row) for row in finding.counts(session))
    _counted.keep(url, kinds, COPY_SECONDS, TOPICS, generation)
    return kinds
