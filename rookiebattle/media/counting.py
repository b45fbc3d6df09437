"""How many items each part of the gallery has, counted once per generation."""

from dataclasses import replace

from sqlalchemy.engine import URL
from sqlalchemy.orm import Session

from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import MEDIA
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.core.pagination import Window
from rookiebattle.media import queries
from rookiebattle.media.schemas import MediaFilter

MOST_TOTALS = 500
_totals = Expiring[tuple[URL, MediaFilter, bool], int](MOST_TOTALS)


def total(session: Session, wanted: MediaFilter, *, sees_private: bool) -> int:
    """The number of items that match, on all pages."""
    key = (session.get_bind().engine.url, replace(wanted, window=Window()), sees_private)
    if (known := _totals.find(key)) is not None:
        return known
    # The generation is read before the count, so a write in between makes it stale, never wrong.
    generation = freshness.generation(MEDIA)
    counted = queries.count_of(session, wanted, sees_private=sees_private)
    _totals.keep(key, counted, COPY_SECONDS, (MEDIA,), generation)
    return counted
