"""Imports every slice's tables once, in every process that opens a database.

SQLAlchemy resolves a foreign key only when the table that it names is known.
"""

from sqlmodel import SQLModel

from rookiebattle.accounts.models import LoginSession, User, UserRevision, UserWord
from rookiebattle.chapters.models import Chapter, ChapterRequest
from rookiebattle.core.audit import AuditEntry, AuditPardon
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.kept_files import KeptFile
from rookiebattle.core.outbox_table import OutboxLetter
from rookiebattle.events.models import Event, EventOrigin, LeftOrganizer
from rookiebattle.media.models import Media, MediaTag
from rookiebattle.notifications.models import Notification
from rookiebattle.progression.models import ProgressEntry, ProgressNote
from rookiebattle.registrations.models import Registration
from rookiebattle.resources.models import Resource, ResourceWord
from rookiebattle.uploads.models import Upload

__all__ = [
    "AuditEntry",
    "AuditPardon",
    "AuditWords",
    "Chapter",
    "ChapterRequest",
    "Event",
    "EventOrigin",
    "KeptFile",
    "LeftOrganizer",
    "LoginSession",
    "Media",
    "MediaTag",
    "Notification",
    "OutboxLetter",
    "ProgressEntry",
    "ProgressNote",
    "Registration",
    "Resource",
    "ResourceWord",
    "SQLModel",
    "Upload",
    "User",
    "UserRevision",
    "UserWord",
]

metadata = SQLModel.metadata
