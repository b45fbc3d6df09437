"""parties that wait for seats at a full event; wishes for a letter are such parties, too."""

from uuid import uuid4

import sqlalchemy as sa

from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    parties = op.create_table(
        "waiting_parties",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("asked_by", sa.String(length=36), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("wants_seats", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("offered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("offer_ends_at", sa.DateTime(timezone=True), nullable=True),
        _refers("waiting_parties", "event_id", "events"),
        _refers("waiting_parties", "asked_by", "users"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiting_parties")),
    )
    op.create_index("ix_waiting_parties_asked_by", "waiting_parties", ["asked_by"])
    op.create_index("ix_waiting_parties_event_id_place", "waiting_parties", ["event_id", "place"])
    people = op.create_table(
        "waiting_people",
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("party_id", sa.String(length=36), nullable=False),
        _refers("waiting_people", "event_id", "events"),
        _refers("waiting_people", "party_id", "waiting_parties"),
        _refers("waiting_people", "user_id", "users"),
        sa.PrimaryKeyConstraint("event_id", "user_id", name=op.f("pk_waiting_people")),
    )
    op.create_index("ix_waiting_people_party_id", "waiting_people", ["party_id"])
    op.create_index("ix_waiting_people_user_id", "waiting_people", ["user_id"])
    _keep_wishes(parties, people)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete="CASCADE")


def _keep_wishes(parties: sa.Table, people: sa.Table) -> None:
    """Let each wish be a party that wants a letter. The version before still reads its own rows."""
    wishes = sa.table(
        "seat_wishes",
        sa.column("event_id"),
        sa.column("user_id"),
        sa.column("created_at", sa.DateTime(timezone=True)),
    )
    order = wishes.c.event_id, wishes.c.created_at, wishes.c.user_id
    found = op.get_bind().execute(sa.select(wishes).order_by(*order)).all()
    for place, (event_id, user_id, created_at) in enumerate(found, 1):
        party = {"id": str(uuid4()), "event_id": event_id, "asked_by": user_id, "place": place}
        told = {"wants_seats": False, "created_at": created_at}
        op.get_bind().execute(sa.insert(parties), {**party, **told})
        person = {"event_id": event_id, "user_id": user_id, "party_id": party["id"]}
        op.get_bind().execute(sa.insert(people), person)


def downgrade() -> None:
    op.drop_table("waiting_people")
    op.drop_table("waiting_parties")
