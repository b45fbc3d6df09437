"""origins of chapter requests."""

import sqlalchemy as sa

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    asked_from = sa.Column("asked_from", sa.String(length=64), nullable=False, server_default="")
    op.add_column("chapter_requests", asked_from)


def downgrade() -> None:
    op.drop_column("chapter_requests", "asked_from")
