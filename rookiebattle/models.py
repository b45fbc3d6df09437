"""Imports every slice's tables once, in every process that opens a database.

SQLAlchemy resolves a foreign key only when the table that it names is known.
"""

from sqlmodel import SQLModel

from rookiebattle.accounts.models import LoginSession, RoleGrant, User, UserRevision, UserWord
from rookiebattle.chapters.models import Chapter, ChapterChannel, ChapterRequest
from rookiebattle.core.audit import AuditEntry, AuditPardon
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.jobs.jobs_table import JobState
from rookiebattle.core.kept_files import KeptFile
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events.models import ChapterPost, Event, EventOrigin, EventReport, LeftOrganizer
from rookiebattle.gate.models import LateCheckIn, Poster, WantsIn
from rookiebattle.gear.models import GearCheck, Incident
from rookiebattle.guardians.models import ClaimLink, GuardianInvitation, Guardianship
from rookiebattle.media.models import Media, MediaTag
from rookiebattle.messages.models import Message
from rookiebattle.notifications.models import Notification
from rookiebattle.payments.models import (
    AccountCode,
    CardBooking,
    IdempotencyKey,
    Payment,
    PaymentEntry,
    PaymentMark,
    PaymentOrder,
    PerkEntry,
    Subscription,
    VotingRules,
    WebhookEvent,
)
from rookiebattle.progression.models import ProgressEntry, ProgressNote
from rookiebattle.registrations.models import (
    Question,
    Registration,
    SeatWish,
    WaitingParty,
    WaitingPerson,
)
from rookiebattle.resources.models import Resource, ResourceWord
from rookiebattle.sheets.models import Sheet
from rookiebattle.uploads.models import Upload
from rookiebattle.waivers.models import DeviceLink, WaiverSignature, WaiverVersion

__all__ = [
    "AccountCode",
    "AuditEntry",
    "AuditPardon",
    "AuditWords",
    "CardBooking",
    "Chapter",
    "ChapterChannel",
    "ChapterPost",
    "ChapterRequest",
    "ClaimLink",
    "DeviceLink",
    "Event",
    "EventOrigin",
    "EventReport",
    "GearCheck",
    "GuardianInvitation",
    "Guardianship",
    "IdempotencyKey",
    "Incident",
    "JobState",
    "KeptFile",
    "LateCheckIn",
    "LeftOrganizer",
    "LoginSession",
    "Media",
    "MediaTag",
    "Message",
    "Notification",
    "OutboxLetter",
    "Payment",
    "PaymentEntry",
    "PaymentMark",
    "PaymentOrder",
    "PerkEntry",
    "Poster",
    "ProgressEntry",
    "ProgressNote",
    "Question",
    "Registration",
    "Resource",
    "ResourceWord",
    "RoleGrant",
    "SQLModel",
    "SeatWish",
    "Sheet",
    "Subscription",
    "Upload",
    "User",
    "UserRevision",
    "UserWord",
    "VotingRules",
    "WaitingParty",
    "WaitingPerson",
    "WaiverSignature",
    "WaiverVersion",
    "WantsIn",
    "WebhookEvent",
]

metadata = SQLModel.metadata
