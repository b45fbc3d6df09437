"""jobs: when each runs next, which worker runs it, and how it ended the last time."""

import sqlalchemy as sa

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("due_at", AT, nullable=False),
        sa.Column("asked_at", AT, nullable=True),
        sa.Column("lease", sa.String(length=36), nullable=True),
        sa.Column("leased_until", AT, nullable=True),
        sa.Column("began_at", AT, nullable=True),
        sa.Column("ended_at", AT, nullable=True),
        sa.Column("result", sa.String(length=10), nullable=False),
        sa.Column("words", sa.String(length=255), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_jobs")),
    )


def downgrade() -> None:
    op.drop_table("jobs")
