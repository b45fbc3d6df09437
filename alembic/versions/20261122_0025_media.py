"""the gallery's items, and the tags by which it is narrowed."""

import sqlalchemy as sa

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "media",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("title", sa.String(length=255), nullable=False),
        sa.Column("description", sa.String(), nullable=True),
        sa.Column("alt_text", sa.String(), nullable=True),
        sa.Column("media_type", sa.String(length=50), nullable=False),
        sa.Column("category", sa.String(length=100), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("file_url", sa.String(length=2048), nullable=False),
        sa.Column("thumbnail_url", sa.String(length=2048), nullable=True),
        sa.Column("file_name", sa.String(length=255), nullable=False),
        sa.Column("file_size", sa.Integer(), nullable=True),
        sa.Column("mime_type", sa.String(length=100), nullable=True),
        sa.Column("youtube_url", sa.String(length=2048), nullable=True),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("order_position", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("view_count", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=True),
        sa.Column("uploaded_by", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_media_event_id_events"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["uploaded_by"], ["users.id"], name=op.f("fk_media_uploaded_by_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_media")),
    )
    op.create_index("ix_media_place_id", "media", ["place", "id"])
    op.create_index("ix_media_media_type_place_id", "media", ["media_type", "place", "id"])
    op.create_index("ix_media_category_place_id", "media", ["category", "place", "id"])
    op.create_index("ix_media_event_id_place_id", "media", ["event_id", "place", "id"])
    op.create_index(op.f("ix_media_uploaded_by"), "media", ["uploaded_by"])
    tag = sa.String(length=50).with_variant(sa.String(length=50, collation="C"), "postgresql")
    op.create_table(
        "media_tags",
        sa.Column("media_id", sa.String(length=36), nullable=False),
        sa.Column("tag", tag, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["media_id"],
            ["media.id"],
            name=op.f("fk_media_tags_media_id_media"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("media_id", "tag", name=op.f("pk_media_tags")),
    )
    op.create_index("ix_media_tags_tag_place_media_id", "media_tags", ["tag", "place", "media_id"])


def downgrade() -> None:
    op.drop_table("media_tags")
    op.drop_table("media")
