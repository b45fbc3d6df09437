"""Imports every slice's tables once, for Alembic and the tests."""

from sqlmodel import SQLModel

from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.audit import AuditEntry
from rookiebattle.events.models import Event
from rookiebattle.registrations.models import Registration
from rookiebattle.resources.models import Resource, ResourceWord

__all__ = [
    "AuditEntry",
    "Chapter",
    "Event",
    "LoginSession",
    "Registration",
    "Resource",
    "ResourceWord",
    "SQLModel",
    "User",
]

metadata = SQLModel.metadata
