"""Members of two chapters and of none, and an administrator."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.notifications.schemas import NotificationSaved
from tests.world import World

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
Do = Callable[..., Any]
Tell = Callable[..., NotificationSaved]


@dataclass(frozen=True)
class Club:
    """Tess is in Tampa, Miles in Miami, and Nora in no chapter."""

    tess: Actor
    miles: Actor
    nora: Actor
    admin: Actor
    tampa: str
    miami: str

    def actor(self, role: str) -> Actor:
        return VISITOR if role == "visitor" else getattr(self, role)


def assemble(world: World) -> Club:
    tampa, miami = world.chapter("Tampa"), world.chapter("Miami")

    def reader(name: str, **columns: Any) -> Actor:
        low = name.lower()
        known = {"email": f"{low}@example.org", "issuer": "i", "subject": low}
        return world.person(first_name=name, **known, **columns)

    return Club(
        tess=reader("Tess", chapter_id=tampa),
        miles=reader("Miles", chapter_id=miami),
        nora=reader("Nora"),
        admin=world.person(first_name="Ada", is_admin=True),
        tampa=tampa,
        miami=miami,
    )
