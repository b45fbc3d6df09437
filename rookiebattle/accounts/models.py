"""Tables of accounts: users and sessions."""

from datetime import date, datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id
from rookiebattle.core.database.freshness import CHAPTERS, MEMBERS
from rookiebattle.core.values.words import LONGEST_WORD, by_bytes


class Tier(StrEnum):
    NONE = "none"
    BASIC = "basic"
    PREMIUM = "premium"
    MASTER = "master"


class MembershipStatus(StrEnum):
    INACTIVE = "inactive"
    ACTIVE = "active"
    EXPIRED = "expired"


class AgeBand(StrEnum):
    ADULT = "adult"
    MINOR = "minor"


# An account lapses after this time if its owner never finished the welcome.
UNFINISHED_KEPT = timedelta(days=30)
# An account that a gate made lapses after this time if nobody took it over, or came again.
UNCLAIMED_KEPT = timedelta(days=365)
# SQL text because an index uses it: with bound values no database would notice that a query asks
# for the indexed expression.
IS_NAMELESS = "(listed_key = '')"
IS_NEWCOMER = "age_band IS NULL AND erased_at IS NULL"
WarriorPaths = dict[str, dict[str, bool | int]]


class User(SQLModel, table=True):
    """A member. The identity is (issuer, subject); an unclaimed row has neither.

    `version` counts the changes that `revising` notes. `sort_name` orders lists for administrators,
    `listed_key` those that members see; it is empty for a member without a shown name.
    `shows_profile`: an adult chose that members see more than the game name.
    `game_name_key` is equal for two game names that look alike. `lapses_at` is when an unfinished
    account lapses, or one that nobody took over; NULL: never. `invited_at` is when the latest
    invitation to log in was queued.
    `birth_date` is asked for where a guardian or a waiver needs it.
    `holds_roles` is true from the first role on, and spares all others the question for `grants`.
    So does `has_family`, from the first guardian, minor or household on, for `guardianships`.
    `erased_at` is set when the account was erased: the row stays as a
    former member without a name. `login_email` is the verified address that the login had last,
    which `email` follows unless an administrator has entered another.
    """

    __tablename__ = "users"
    __table_args__ = (
        sa.UniqueConstraint("issuer", "subject"),
        sa.Index(*("ix_users_listed", "chapter_id"), *(sa.text(IS_NAMELESS), "listed_key", "id")),
        # The order of lists for administrators, in whole and behind each of their filters.
        sa.Index("ix_users_sort_name_id", "sort_name", "id"),
        *(
            sa.Index(f"ix_users_{name}_sort_name", name, "sort_name", "id")
            for name in ("chapter_id", "membership_tier", "membership_status", "is_admin")
        ),
        sa.Index("ix_users_created_at_id", "created_at", "id"),
        # Few accounts wait for their welcome. An index of all age bands would not be used to find
        # them, because nearly all rows have the same one.
        sa.Index(
            *("ix_users_newcomers", "sort_name", "id"),
            sqlite_where=sa.text(IS_NEWCOMER),
            postgresql_where=sa.text(IS_NEWCOMER),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    issuer: str | None = Field(default=None, max_length=255)
    subject: str | None = Field(default=None, max_length=255)
    email: str | None = Field(default=None, max_length=320, unique=True)
    login_email: str | None = Field(default=None, max_length=320)
    first_name: str | None = Field(default=None, max_length=255)
    last_name: str | None = Field(default=None, max_length=255)
    game_name: str | None = Field(default=None, max_length=255, index=True)
    game_name_key: str | None = Field(default=None, max_length=255, unique=True, index=True)
    bio: str | None = None
    profile_image_url: str | None = Field(default=None, max_length=2048)
    stripe_customer_id: str | None = Field(default=None, max_length=255)
    stripe_subscription_id: str | None = Field(default=None, max_length=255)
    membership_tier: str = Field(default=Tier.NONE, max_length=20)
    membership_status: str = Field(default=MembershipStatus.INACTIVE, max_length=20)
    bead_level: int = 0
    admin_rank: int = 0
    is_board_member: bool = False
    member_rank: int = 0
    is_samurai: bool = False
    award_beads: dict[str, int] = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(dict[str, int]), nullable=False)
    )
    warrior_paths: WarriorPaths = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(WarriorPaths), nullable=False)
    )
    chapter_id: str | None = Field(
        default=None, foreign_key="chapters.id", index=True, ondelete="SET NULL", max_length=36
    )
    is_admin: bool = False
    age_band: str | None = Field(default=None, max_length=10)
    birth_date: date | None = None
    holds_roles: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    has_family: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    said_minor: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    hides_attendance: bool = False
    shows_profile: bool = False
    mail_events: bool = True
    mail_reminders: bool = True
    mail_notices: bool = True
    lapses_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    invited_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    erased_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    sort_name: str = Field(
        default="", sa_column=sa.Column(by_bytes(), nullable=False, default="", server_default="")
    )
    listed_key: str = Field(
        default="", sa_column=sa.Column(by_bytes(), nullable=False, default="", server_default="")
    )
    version: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


privacy.label(
    User,
    about="Your Account: the email address of your login, your game name, whether you are an "
    "adult or 13 to 17, your chapter, plan, ranks and beads. Your birth date is there if a "
    "guardian or a waiver needed it, your real name, a picture and a bio if your login’s provider "
    "or you gave them. Members see the game name alone, until an adult chooses to show more; of a "
    "minor they never see more. A lead of your chapter also reads real name and email address.",
    kept=f"while the account exists, {UNFINISHED_KEPT.days} days after the last sign-in if the "
    "welcome was not finished, a year after the last event if a gate made it and nobody took it "
    "over",
    of="id",
    member="id game_name first_name last_name bio profile_image_url chapter_id membership_tier "
    "membership_status bead_level admin_rank is_board_member member_rank is_samurai award_beads "
    "warrior_paths is_admin",
    owner="email login_email age_band birth_date said_minor hides_attendance shows_profile "
    "mail_events mail_reminders mail_notices lapses_at created_at updated_at",
    admin="erased_at sort_name listed_key version invited_at holds_roles has_family",
    nobody="game_name_key issuer subject stripe_customer_id stripe_subscription_id",
    erased="issuer subject email login_email first_name last_name game_name game_name_key bio "
    "profile_image_url stripe_customer_id stripe_subscription_id membership_tier "
    "membership_status bead_level admin_rank is_board_member member_rank is_samurai award_beads "
    "warrior_paths chapter_id is_admin age_band birth_date holds_roles has_family said_minor "
    "hides_attendance shows_profile mail_events mail_reminders mail_notices lapses_at "
    "invited_at sort_name listed_key",
)
# A member's data is not public, but the number of a chapter's members is. The totals of lists for
# administrators are counted once per generation of both.
topics.declare(User, MEMBERS, chapter_id=CHAPTERS)


class UserWord(SQLModel, table=True):
    """A word of a member's names or address, folded; administrators search ranges of these."""

    __tablename__ = "user_words"
    __table_args__ = (sa.Index("ix_user_words_word_user_id", "word", "user_id"),)

    user_id: str = Field(
        foreign_key="users.id", ondelete="CASCADE", primary_key=True, max_length=36
    )
    word: str = Field(sa_column=sa.Column(by_bytes(LONGEST_WORD), primary_key=True))


privacy.label(
    UserWord,
    about="Words of Your Account: what administrators find you by.",
    kept="while the account exists",
    of="user_id",
    goes=True,
    owner="user_id word",
)


class UserRevision(SQLModel, table=True):
    """Which version of a member's row changed a field last, and who did. See `revising`."""

    __tablename__ = "user_revisions"

    user_id: str = Field(
        foreign_key="users.id", ondelete="CASCADE", primary_key=True, max_length=36
    )
    field: str = Field(primary_key=True, max_length=100)
    version: int
    actor_id: str = Field(max_length=36)


privacy.label(
    UserRevision,
    about="Changes of Your Account: which part was changed last, so that two people who edit at "
    "once overwrite nothing.",
    kept="while the account exists",
    of="user_id",
    goes=True,
    owner="user_id field version",
    admin="actor_id",
)


IS_HELD = "ended_at IS NULL"


class RoleGrant(SQLModel, table=True):
    """A role that somebody holds: at one event, in one chapter, or in the organization.

    It holds from `starts_at` until `ends_at`, or until it was taken away at `ended_at`.
    The two ids are empty instead of null where they name nothing, so that the index tells doubles.
    """

    __tablename__ = "role_grants"
    __table_args__ = (
        sa.Index(
            *("uq_role_grants_held", "user_id", "role", "chapter_id", "event_id"),
            unique=True,
            sqlite_where=sa.text(IS_HELD),
            postgresql_where=sa.text(IS_HELD),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", max_length=36)
    role: str = Field(max_length=20)
    chapter_id: str = Field(default="", index=True, max_length=36)
    event_id: str = Field(default="", index=True, max_length=36)
    given_by: str = Field(max_length=36)
    starts_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    RoleGrant,
    about="Your Roles: what you may do in the club or a chapter, or at an event, since when, and "
    "who gave it.",
    kept="while the account exists",
    of="user_id",
    goes=True,
    owner="id user_id role chapter_id event_id given_by starts_at ends_at ended_at",
)


class LoginSession(SQLModel, table=True):
    """A signed-in browser. `sid` is the SHA-256 of the id in its cookie, never the id itself."""

    __tablename__ = "sessions"

    sid: str = Field(primary_key=True, max_length=64)
    user_id: str = Field(foreign_key="users.id", index=True, ondelete="CASCADE", max_length=36)
    sess: dict[str, str] = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(dict[str, str]), nullable=False)
    )
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    expire: datetime = Field(sa_type=UtcDateTime, index=True)


privacy.label(
    LoginSession,
    about="Your Logins: each browser in which you are logged in.",
    kept="until logging out, 30 days at most",
    of="user_id",
    goes=True,
    owner="created_at expire",
    nobody="sid user_id sess",
)
