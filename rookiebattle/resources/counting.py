"""How many resources each category has, counted once per generation."""

from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import RESOURCES
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.resources import queries

# One set of counts; tests have a database each.
_counted = Expiring[URL, dict[str, int]](1)


def total(session: Session, category: str | None) -> int:
    """The number of resources in a category, or in all."""
    counts = _counts(session)
    return counts.get(category, 0) if category else sum(counts.values())


def _counts(session: Session) -> dict[str, int]:
    url = session.get_bind().engine.url
    if (known := _counted.find(url)) is not None:
        return known
    # The generation is read before the counts, so a write in between makes them stale, never wrong.
    generation = freshness.generation(RESOURCES)
    counts = queries.counts(session)
    _counted.keep(url, counts, COPY_SECONDS, (RESOURCES,), generation)
    return counts
