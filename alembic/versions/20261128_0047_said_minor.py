"""what was said at the gate about the age of a new person."""

import sqlalchemy as sa

from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    said = sa.Column("said_minor", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("users", said)


def downgrade() -> None:
    op.drop_column("users", "said_minor")
