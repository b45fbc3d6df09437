"""roles, guardians and waivers."""

import sqlalchemy as sa

from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

VERSIONS = "waiver_versions"
FIXED = "id, form, number, text, sha256, valid_months, published_at"
"""The columns of a version that are for ever as they were published."""
REFUSAL = "a published waiver does not change"


def upgrade() -> None:
    op.create_table(
        "waiver_versions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("form", sa.String(length=10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("valid_months", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiver_versions")),
        sa.UniqueConstraint("form", "number", name=op.f("uq_waiver_versions_form_number")),
    )
    op.create_index(op.f("ix_waiver_versions_sha256"), "waiver_versions", ["sha256"], unique=False)
    op.create_index(
        "uq_waiver_versions_in_force",
        "waiver_versions",
        ["form"],
        unique=True,
        sqlite_where=sa.text("state = 'published'"),
        postgresql_where=sa.text("state = 'published'"),
    )
    _refuse_changes()

    op.create_table(
        "claim_links",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("guardian_id", sa.String(length=36), nullable=False),
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["guardian_id"],
            ["users.id"],
            name=op.f("fk_claim_links_guardian_id_users"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_claim_links_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_links")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_claim_links_token_digest")),
    )
    op.create_index(op.f("ix_claim_links_expires_at"), "claim_links", ["expires_at"], unique=False)
    op.create_index(
        op.f("ix_claim_links_guardian_id"), "claim_links", ["guardian_id"], unique=False
    )
    op.create_index(op.f("ix_claim_links_user_id"), "claim_links", ["user_id"], unique=False)

    op.create_table(
        "guardian_invitations",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("minor_id", sa.String(length=36), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["minor_id"],
            ["users.id"],
            name=op.f("fk_guardian_invitations_minor_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guardian_invitations")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_guardian_invitations_token_digest")),
    )
    op.create_index(
        op.f("ix_guardian_invitations_minor_id"), "guardian_invitations", ["minor_id"], unique=False
    )
    op.create_index(
        op.f("ix_guardian_invitations_sent_at"), "guardian_invitations", ["sent_at"], unique=False
    )

    op.create_table(
        "guardianships",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("minor_id", sa.String(length=36), nullable=False),
        sa.Column("guardian_id", sa.String(length=36), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["guardian_id"],
            ["users.id"],
            name=op.f("fk_guardianships_guardian_id_users"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["minor_id"],
            ["users.id"],
            name=op.f("fk_guardianships_minor_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guardianships")),
    )
    op.create_index(
        op.f("ix_guardianships_guardian_id"), "guardianships", ["guardian_id"], unique=False
    )
    op.create_index(
        "uq_guardianships_connected",
        "guardianships",
        ["minor_id", "guardian_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )

    op.create_table(
        "role_grants",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("chapter_id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("given_by", sa.String(length=36), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_role_grants_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_role_grants")),
    )
    op.create_index(op.f("ix_role_grants_chapter_id"), "role_grants", ["chapter_id"], unique=False)
    op.create_index(op.f("ix_role_grants_event_id"), "role_grants", ["event_id"], unique=False)
    op.create_index(
        "uq_role_grants_held",
        "role_grants",
        ["user_id", "role", "chapter_id", "event_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )

    op.create_table(
        "waiver_signatures",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("version_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("signed_by", sa.String(length=36), nullable=True),
        sa.Column("subject_name", sa.String(length=255), nullable=True),
        sa.Column("typed_name", sa.String(length=255), nullable=True),
        sa.Column("stroke", sa.String(), nullable=True),
        sa.Column("address", sa.String(length=45), nullable=True),
        sa.Column("browser", sa.String(length=255), nullable=True),
        sa.Column("signed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=True),
        sa.Column("noted_by", sa.String(length=36), nullable=True),
        sa.Column("verified_by", sa.String(length=36), nullable=True),
        sa.Column("verified_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("letter_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_waiver_signatures_event_id_events"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["noted_by"],
            ["users.id"],
            name=op.f("fk_waiver_signatures_noted_by_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["signed_by"],
            ["users.id"],
            name=op.f("fk_waiver_signatures_signed_by_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_waiver_signatures_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["verified_by"],
            ["users.id"],
            name=op.f("fk_waiver_signatures_verified_by_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["waiver_versions.id"],
            name=op.f("fk_waiver_signatures_version_id_waiver_versions"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiver_signatures")),
    )
    op.create_index(
        op.f("ix_waiver_signatures_ends_at"), "waiver_signatures", ["ends_at"], unique=False
    )
    op.create_index(
        op.f("ix_waiver_signatures_event_id"), "waiver_signatures", ["event_id"], unique=False
    )
    op.create_index(
        op.f("ix_waiver_signatures_noted_by"), "waiver_signatures", ["noted_by"], unique=False
    )
    op.create_index(
        op.f("ix_waiver_signatures_signed_at"), "waiver_signatures", ["signed_at"], unique=False
    )
    op.create_index(
        op.f("ix_waiver_signatures_signed_by"), "waiver_signatures", ["signed_by"], unique=False
    )
    op.create_index(
        "ix_waiver_signatures_user_id_ends_at",
        "waiver_signatures",
        ["user_id", "ends_at"],
        unique=False,
    )
    op.create_index(
        op.f("ix_waiver_signatures_verified_by"), "waiver_signatures", ["verified_by"], unique=False
    )
    op.create_index(
        op.f("ix_waiver_signatures_version_id"), "waiver_signatures", ["version_id"], unique=False
    )

    op.add_column(
        "events", sa.Column("needs_waiver", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.add_column(
        "events",
        sa.Column("needs_gear_check", sa.Boolean(), server_default=sa.false(), nullable=False),
    )

    op.add_column("users", sa.Column("birth_date", sa.Date(), nullable=True))
    op.add_column(
        "users", sa.Column("holds_roles", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def _refuse_changes() -> None:
    """What people signed stays: of a published version only the state changes, to 'replaced'."""
    if op.get_bind().dialect.name == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        stays = "OLD.state <> 'draft'"
        # INSERT OR REPLACE would delete a row without asking the trigger for deletes.
        again = f"EXISTS (SELECT 1 FROM {VERSIONS} WHERE id = NEW.id AND state <> 'draft')"  # noqa: S608  # names from above
        for act, when in (
            ("insert BEFORE INSERT", again),
            (f"update BEFORE UPDATE OF {FIXED}", stays),
            ("state BEFORE UPDATE OF state", f"{stays} AND NEW.state <> 'replaced'"),
            ("delete BEFORE DELETE", stays),
        ):
            op.execute(f"CREATE TRIGGER {VERSIONS}_{act} ON {VERSIONS} WHEN {when} {refuse}")
        return
    old, new = (
        ", ".join(f"{row}.{column}" for column in FIXED.split(", ")) for row in ("OLD", "NEW")
    )
    op.execute(
        f"""
        CREATE FUNCTION {VERSIONS}_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF OLD.state = 'draft' THEN RETURN OLD; END IF;
            ELSIF TG_OP = 'UPDATE' THEN
                IF OLD.state = 'draft' THEN RETURN NEW; END IF;
                IF NEW.state = 'replaced' AND ({new}) IS NOT DISTINCT FROM ({old}) THEN
                    RETURN NEW;
                END IF;
            END IF;
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """
    )
    call = f"EXECUTE FUNCTION {VERSIONS}_stay()"
    changes = f"BEFORE UPDATE OR DELETE ON {VERSIONS} FOR EACH ROW"
    whole = f"BEFORE TRUNCATE ON {VERSIONS} FOR EACH STATEMENT"
    op.execute(f"CREATE TRIGGER {VERSIONS}_stay {changes} {call}")
    op.execute(f"CREATE TRIGGER {VERSIONS}_whole {whole} {call}")


def downgrade() -> None:
    op.drop_column("users", "holds_roles")
    op.drop_column("users", "birth_date")

    op.drop_column("events", "needs_gear_check")
    op.drop_column("events", "needs_waiver")

    op.drop_table("waiver_signatures")

    op.drop_table("role_grants")

    op.drop_table("guardianships")

    op.drop_table("guardian_invitations")

    op.drop_table("claim_links")

    op.drop_table("waiver_versions")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"DROP FUNCTION {VERSIONS}_stay()")
