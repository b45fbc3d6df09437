"""fingerprints of organizers who deleted their accounts."""

import sqlalchemy as sa

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "left_organizers",
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_left_organizers_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_left_organizers")),
    )
    op.create_index("ix_left_organizers_fingerprint", "left_organizers", ["fingerprint"])
    op.create_index("ix_left_organizers_left_at", "left_organizers", ["left_at"])


def downgrade() -> None:
    op.drop_table("left_organizers")
