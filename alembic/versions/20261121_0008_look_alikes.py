"""game names that look alike share one key, so the keys of 0006 are made again."""

import re
import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

LONGEST_KEY = 255
# The tables of rookiebattle/accounts/naming.py and rookiebattle/core/text.py, as they were when
# this migration was written.
INKLESS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffc"
    r"\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
LOOK_ALIKES = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458"
    "\u0475\u04af\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131",
    "abekmhopctyxsijvyhldqwabezhikmnoptyxi",
)


def upgrade() -> None:
    """Make every key again. Of members whose names now have the same key, the oldest gets it."""
    users = sa.table("users", *map(sa.column, ("id", "game_name", "game_name_key", "created_at")))
    named = sa.select(users.c.id, users.c.game_name, users.c.game_name_key)
    named = named.where(users.c.game_name.is_not(None)).order_by(users.c.created_at, users.c.id)
    taken: set[str] = set()
    changed: dict[str, str | None] = {}
    for id_, name, before in op.get_bind().execute(named).all():
        key = _key_of(name)
        after = None if key in taken else key
        taken.add(key)
        if after != before:
            changed[id_] = after
    # All changed keys are first set to NULL, because a key may pass from one member to another.
    for values in (dict.fromkeys(changed), changed):
        for id_, key in values.items():
            op.execute(sa.update(users).where(users.c.id == id_).values(game_name_key=key))


def _key_of(name: str) -> str:
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    inked = [one for one in small if unicodedata.category(one) not in ("Mn", "Cf")]
    folded = "".join(one for one in inked if not INKLESS.match(one)).translate(LOOK_ALIKES)
    return ("".join(one for one in folded if one.isalnum()) or folded or name)[:LONGEST_KEY]


def downgrade() -> None:
    """Change nothing: the new keys are unique by the old rule too."""
