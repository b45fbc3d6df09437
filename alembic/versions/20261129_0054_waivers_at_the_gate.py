"""links to sign on the device of the gate; photographs and refusals of waivers on paper."""

import sqlalchemy as sa

from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None

LINKS = "waiver_device_links"
PLACES = {"user_id": "users", "event_id": "events", "made_by": "users"}


def upgrade() -> None:
    op.create_table(
        LINKS,
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("made_by", sa.String(length=36), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token_digest", name=op.f("pk_waiver_device_links")),
        *(
            sa.ForeignKeyConstraint(
                [column],
                [f"{table}.id"],
                name=op.f(f"fk_waiver_device_links_{column}_{table}"),
                ondelete="CASCADE",
            )
            for column, table in PLACES.items()
        ),
    )
    for column in (*PLACES, "ends_at"):
        op.create_index(op.f(f"ix_waiver_device_links_{column}"), LINKS, [column], unique=False)
    op.add_column("waiver_signatures", sa.Column("photo", sa.String(255), nullable=True))
    op.add_column("waiver_signatures", sa.Column("refused_because", sa.String(255), nullable=True))
    sealed = sa.Column("is_sealed", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("uploads", sealed)


def downgrade() -> None:
    op.drop_column("uploads", "is_sealed")
    op.drop_column("waiver_signatures", "refused_because")
    op.drop_column("waiver_signatures", "photo")
    op.drop_table(LINKS)
