"""when the invitation to log in went to somebody whom an administrator has added.

Accounts from before count as invited when they were added: nobody has logged in to them since, so
the console offers to invite them.
"""

import sqlalchemy as sa

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_READ = ("issuer", "age_band", "erased_at", "email", "created_at", "invited_at")


def upgrade() -> None:
    op.add_column("users", sa.Column("invited_at", sa.DateTime(timezone=True), nullable=True))
    users = sa.table("users", *map(sa.column, _READ))
    waits = [users.c[name].is_(None) for name in ("issuer", "age_band", "erased_at")]
    op.execute(
        sa.update(users)
        .where(*waits, users.c.email.is_not(None))
        .values(invited_at=users.c.created_at)
    )


def downgrade() -> None:
    op.drop_column("users", "invited_at")
