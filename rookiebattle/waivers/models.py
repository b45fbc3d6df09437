"""Tables of waivers: versions, signatures, papers, and links to sign on the gate's device."""

from datetime import datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import UtcDateTime, new_id
from rookiebattle.core.database.freshness import WAIVERS

SIGNER_KEPT = timedelta(days=7 * 365)
"""The signer's stroke, address and browser are erased after this time."""
DEVICE_LINK_KEPT = timedelta(minutes=15)
ENDS_SOON = timedelta(days=30)
IS_IN_FORCE = "state = 'published'"


class Form(StrEnum):
    ADULT = "adult"
    MINOR = "minor"


class VersionState(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"
    REPLACED = "replaced"


class StandingState(StrEnum):
    """How somebody stands with a form. The order is that of what counts: the first that is true."""

    SIGNED = "signed"
    UNVERIFIED = "unverified"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    MISSING = "missing"


class WaiverVersion(SQLModel, table=True):
    """A text of a form. Once it is published the database refuses every change but `state`.

    `text` is Markdown. `number` counts the published versions of a form from 1; null for a draft.
    `sha256` (hex) is that of the text as UTF-8. `valid_months` is how long a signature holds.
    """

    __tablename__ = "waiver_versions"
    __table_args__ = (
        sa.UniqueConstraint("form", "number"),
        sa.Index(
            *("uq_waiver_versions_in_force", "form"),
            unique=True,
            sqlite_where=sa.text(IS_IN_FORCE),
            postgresql_where=sa.text(IS_IN_FORCE),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    form: str = Field(max_length=10)
    number: int | None = None
    state: str = Field(default=VersionState.DRAFT, max_length=10)
    text: str
    sha256: str = Field(max_length=64, index=True)
    valid_months: int = 12
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    published_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    WaiverVersion,
    about="Waivers: the texts that are signed, with their versions.",
    kept="for good: they say what was signed",
    public="form number text sha256 valid_months published_at",
    admin="id state created_at",
)
topics.declare(WaiverVersion, WAIVERS)


class WaiverSignature(SQLModel, table=True):
    """A version that the signer signed for the subject, who may be the same person.

    `subject_name` is how the subject was called then: the proof outlives the account.
    `stroke` is an SVG path that was drawn. `address` and `browser` are the signer's.
    `event_id` names the event at whose gate it was signed. `noted_by` is the holder of the device
    on which it was signed there, or who took a waiver on paper. On paper nobody's name was typed:
    `photo` is the path of its picture, `verified_by` who has seen it since, and one that was
    `refused_because` of something never counts.
    `letter_at` is the latest letter that asked to sign again.
    """

    __tablename__ = "waiver_signatures"
    __table_args__ = (sa.Index("ix_waiver_signatures_user_id_ends_at", "user_id", "ends_at"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    version_id: str = Field(foreign_key="waiver_versions.id", index=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", max_length=36)
    signed_by: str | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", index=True, max_length=36
    )
    subject_name: str | None = Field(default=None, max_length=255)
    typed_name: str | None = Field(default=None, max_length=255)
    stroke: str | None = None
    address: str | None = Field(default=None, max_length=45)
    browser: str | None = Field(default=None, max_length=255)
    signed_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)
    ends_at: datetime = Field(sa_type=UtcDateTime, index=True)
    event_id: str | None = Field(
        default=None, foreign_key="events.id", ondelete="SET NULL", index=True, max_length=36
    )
    noted_by: str | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", index=True, max_length=36
    )
    verified_by: str | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", index=True, max_length=36
    )
    verified_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    photo: str | None = Field(default=None, max_length=255)
    refused_because: str | None = Field(default=None, max_length=255)
    letter_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    WaiverSignature,
    about="Your Waivers: what you signed or what was signed for you, by whom and when, with the "
    "typed name, a stroke, a photograph of a paper, and the network address and browser of the "
    "signer.",
    kept="for good: the club’s proof; a signer’s stroke, address and browser, and a photograph, "
    "for 7 years",
    of="user_id signed_by",
    owner="id version_id user_id signed_by subject_name typed_name stroke signed_at ends_at "
    "event_id verified_at refused_because",
    admin="address browser noted_by verified_by letter_at photo",
)


class DeviceLink(SQLModel, table=True):
    """A link, once, by which somebody signs on the device of whoever made it at the gate.

    `token_digest` is the SHA-256 (hex) of the link's token. Signing deletes the row.
    """

    __tablename__ = "waiver_device_links"

    token_digest: str = Field(primary_key=True, max_length=64)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    event_id: str = Field(foreign_key="events.id", ondelete="CASCADE", index=True, max_length=36)
    made_by: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    ends_at: datetime = Field(sa_type=UtcDateTime, index=True)


privacy.label(
    DeviceLink,
    about="Signing at the Gate: at which event a device was handed to you to sign a waiver.",
    kept="15 minutes, and until the next hour",
    of="user_id",
    goes=True,
    owner="user_id event_id ends_at",
    admin="made_by",
    nobody="token_digest",
)
