"""webhooks keep which object they are about, and no text of a person."""

import json
from typing import Any

import sqlalchemy as sa

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

AT_ONCE = 500
KEPT = ("object", "id", "payment_intent")
WEBHOOKS = sa.table("webhook_events", sa.column("id"), sa.column("body"))


def upgrade() -> None:
    # The version before reads the same JSON, so it can handle what waits beside this one. Whole
    # webhooks that it stores after this lose their texts in the hourly tidying.
    connection, last = op.get_bind(), ""
    wanted = sa.select(WEBHOOKS.c.id, WEBHOOKS.c.body).order_by(WEBHOOKS.c.id).limit(AT_ONCE)
    write = (
        sa.update(WEBHOOKS)
        .where(WEBHOOKS.c.id == sa.bindparam("which"))
        .values(body=sa.bindparam("kept"))
    )
    while rows := connection.execute(wanted.where(WEBHOOKS.c.id > last)).all():
        kept = [{"which": id_, "kept": _kept(body)} for id_, body in rows]
        connection.execute(write, kept)
        last = rows[-1][0]


def downgrade() -> None:
    """The texts are gone, and nothing reads them."""


def _kept(body: str) -> str:
    try:
        told = _dict(json.loads(body))
    except ValueError:
        told = {}
    about = _dict(_dict(told.get("data")).get("object"))
    named: dict[str, Any] = {name: _id(about.get(name)) for name in KEPT}
    details = _dict(_dict(about.get("parent")).get("subscription_details"))
    if subscription := _id(details.get("subscription")):
        named["parent"] = {"subscription_details": {"subscription": subscription}}
    thing = {name: value for name, value in named.items() if value}
    return json.dumps({"type": _id(told.get("type")), "data": {"object": thing}})


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _id(value: Any) -> str:
    """The id in a field that holds an id or the whole object."""
    return value if isinstance(value, str) else str(_dict(value).get("id") or "")
