"""checkouts that came to nothing: a member's are counted in an index that has no others."""

import sqlalchemy as sa

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

INDEX = "ix_payments_user_id_looked_at"
IS_LOOKED_AT = sa.text("received_cents = 0 AND status IN ('pending', 'canceled')")


def upgrade() -> None:
    op.create_index(
        INDEX,
        "payments",
        ["user_id"],
        sqlite_where=IS_LOOKED_AT,
        postgresql_where=IS_LOOKED_AT,
    )


def downgrade() -> None:
    op.drop_index(INDEX, "payments")
