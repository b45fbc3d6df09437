"""Tables of guardians: connections with minors, invitations by letter, and links to an account."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id

MOST_GUARDIANS = 4
INVITATION_KEPT = timedelta(days=14)
LINK_KEPT = timedelta(days=7)
IS_CONNECTED = "ended_at IS NULL"


class Guardianship(SQLModel, table=True):
    """A guardian's connection with a minor. It ended at `ended_at`, and the row stays.

    `kept_at` is when both chose, as adults, to stay connected: the minor of before who turned 18,
    or another adult whom the guardian invited. They are then one household, and nobody's guardian.
    """

    __tablename__ = "guardianships"
    __table_args__ = (
        sa.Index(
            *("uq_guardianships_connected", "minor_id", "guardian_id"),
            unique=True,
            sqlite_where=sa.text(IS_CONNECTED),
            postgresql_where=sa.text(IS_CONNECTED),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    minor_id: str = Field(foreign_key="users.id", ondelete="CASCADE", max_length=36)
    guardian_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    began_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    kept_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    Guardianship,
    about="Your People: which guardian is connected with which minor, since when and until when.",
    kept="while one of the two accounts exists",
    of="minor_id guardian_id",
    goes=True,
    owner="id minor_id guardian_id began_at ended_at kept_at",
)


class GuardianInvitation(SQLModel, table=True):
    """A minor's letter to a guardian, or a guardian's to another adult of the household.

    `token_digest` is the SHA-256 (hex) of the letter's token.
    """

    __tablename__ = "guardian_invitations"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    minor_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    email: str = Field(max_length=320)
    token_digest: str = Field(unique=True, max_length=64)
    sent_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)
    accepted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    withdrawn_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    GuardianInvitation,
    about="Invitations of Guardians: the address that a minor or a guardian wrote to, and when.",
    kept=f"{INVITATION_KEPT.days} days",
    of="minor_id",
    goes=True,
    owner="id minor_id email sent_at accepted_at withdrawn_at",
    nobody="token_digest",
)


class ClaimLink(SQLModel, table=True):
    """A guardian's link, once, by which a teenager takes over the account that was made for them.

    `token_digest` is the SHA-256 (hex) of the link's token.
    """

    __tablename__ = "claim_links"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    guardian_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    token_digest: str = Field(unique=True, max_length=64)
    expires_at: datetime = Field(sa_type=UtcDateTime, index=True)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    ClaimLink,
    about="Links to an Account: which guardian made one for whom, until when it works.",
    kept=f"{LINK_KEPT.days} days",
    of="user_id guardian_id",
    goes=True,
    owner="id user_id guardian_id expires_at used_at",
    nobody="token_digest",
)
