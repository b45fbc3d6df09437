"""which notifications were emailed, who wants such emails, and what else finds a resource."""

import sqlalchemy as sa

from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("resources", sa.Column("keywords", sa.String(), nullable=True))
    op.add_column(
        "notifications", sa.Column("emailed_at", sa.DateTime(timezone=True), nullable=True)
    )
    # Older code adds accounts without this column.
    wants = sa.Column("mail_notices", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("users", wants)


def downgrade() -> None:
    op.drop_column("users", "mail_notices")
    op.drop_column("notifications", "emailed_at")
    op.drop_column("resources", "keywords")
