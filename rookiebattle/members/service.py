"""Verbs of members."""

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.members.schemas import ChapterName, UserWithChapter


def current_user_with_chapter(session: Session, actor: Actor) -> UserWithChapter:
    """The actor's own record and chapter."""
    user = accounts.current_user(session, actor)
    chapter = session.get(Chapter, user.chapter_id) if user.chapter_id else None
    return UserWithChapter(
        **user.model_dump(by_alias=False),
        chapter=ChapterName(id=chapter.id, name=chapter.name) if chapter else None,
    )
