"""members who have people, guardians or a household are known by one column of their own."""

import sqlalchemy as sa

from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "users", sa.Column("has_family", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    users = sa.table("users", sa.column("id"), sa.column("has_family", sa.Boolean()))
    ties = sa.table("guardianships", sa.column("minor_id"), sa.column("guardian_id"))
    connected = sa.union(sa.select(ties.c.minor_id), sa.select(ties.c.guardian_id))
    op.execute(users.update().where(users.c.id.in_(connected)).values(has_family=True))


def downgrade() -> None:
    op.drop_column("users", "has_family")
