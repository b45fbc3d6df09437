"""the verified address that a login had last, so that a change of it is noticed.

Accounts that somebody logs in to follow their login from here on. Where an administrator has
entered an address, the first sign-in only notes the login's.
"""

import sqlalchemy as sa

from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("login_email", sa.String(length=320), nullable=True))
    users = sa.table("users", *map(sa.column, ("id", "issuer", "email", "login_email")))
    revisions = sa.table("user_revisions", *map(sa.column, ("user_id", "field")))
    was_entered = sa.exists().where(revisions.c.user_id == users.c.id, revisions.c.field == "email")
    op.execute(
        sa.update(users)
        .where(users.c.issuer.is_not(None), users.c.email.is_not(None), ~was_entered)
        .values(login_email=users.c.email)
    )


def downgrade() -> None:
    op.drop_column("users", "login_email")
