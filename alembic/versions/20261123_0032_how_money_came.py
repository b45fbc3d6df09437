"""payments that somebody received by hand: cash or check, its number, and the day it came."""

import sqlalchemy as sa

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Without a default: nobody noted how the payments came that were recorded before.
    op.add_column("payments", sa.Column("means", sa.String(length=10), nullable=True))
    op.add_column("payments", sa.Column("reference", sa.String(length=40), nullable=True))
    op.add_column("payments", sa.Column("received_on", sa.Date(), nullable=True))


def downgrade() -> None:
    op.drop_column("payments", "received_on")
    op.drop_column("payments", "reference")
    op.drop_column("payments", "means")
