"""Chapters: their zones, the choices of a form, adding one."""

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.chapters.models import Chapter
from rookiebattle.chapters.schemas import ChapterChoice, ChapterWrite
from rookiebattle.core import audit, freshness
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import writes
from rookiebattle.core.permissions import Permission
from rookiebattle.settings import get_settings

chapters = SQLModel.metadata.tables["chapters"].c


def zones(session: Session) -> dict[str, str]:
    """The IANA zone of every chapter by its id."""
    rows = session.execute(sa.select(chapters.id, chapters.time_zone))
    return {row.id: row.time_zone for row in rows}


def choices(session: Session, _actor: Actor) -> list[ChapterChoice]:
    """Every chapter by name, for a form's select."""
    columns = (chapters.id, chapters.name, chapters.city, chapters.state, chapters.time_zone)
    rows = session.execute(sa.select(*columns).order_by(chapters.name, chapters.id))
    return [ChapterChoice(*row) for row in rows]


@writes
def create_chapter(session: Session, actor: Actor, *, values: ChapterWrite) -> ChapterChoice:
    """Add a chapter; administrators only."""
    actor.require(Permission.ALL_CHAPTER_CREATE)
    columns = values.columns()
    columns["time_zone"] = values.time_zone or get_settings().org_time_zone
    chapter = Chapter(**columns)
    session.add(chapter)
    session.flush()
    audit.record(session, actor, "chapter.created", chapter.id, name=chapter.name)
    freshness.changed(session, freshness.CHAPTERS)
    return ChapterChoice(chapter.id, chapter.name, chapter.city, chapter.state, chapter.time_zone)
