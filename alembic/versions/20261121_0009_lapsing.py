"""unfinished accounts lapse."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# UNFINISHED_KEPT of rookiebattle/accounts/models.py, as it was when this migration was written.
KEPT = timedelta(days=30)


def upgrade() -> None:
    """Let unfinished accounts lapse in 30 days.

    Only accounts that their owner's own sign-in made: the audit log says which these are.
    """
    # No batch: on SQLite a batch copies and drops `users`, which would delete the rows that refer
    # to it.
    op.add_column("users", sa.Column("lapses_at", sa.DateTime(timezone=True), nullable=True))
    users = sa.table(
        "users",
        *map(sa.column, ("id", "issuer", "age_band")),
        sa.column("is_admin", sa.Boolean),
        sa.column("lapses_at", sa.DateTime(timezone=True)),
    )
    log = sa.table("audit_log", *map(sa.column, ("action", "actor_id", "subject_id")))
    of_their_own = sa.exists().where(log.c.subject_id == users.c.id, log.c.actor_id == users.c.id)
    made = of_their_own.where(log.c.action == "account.created")
    claimed = of_their_own.where(log.c.action == "account.claimed")
    unfinished = (users.c.issuer.is_not(None), users.c.age_band.is_(None), ~users.c.is_admin)
    lapsing = sa.update(users).where(*unfinished, made, ~claimed)
    op.execute(lapsing.values(lapses_at=datetime.now(UTC) + KEPT))


def downgrade() -> None:
    op.drop_column("users", "lapses_at")
