"""R18: what the wire carries to each person holds nothing private of anybody else."""

import re
from collections.abc import Iterator

import httpx
import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.registrations.event_state import EventState
from rookiebattle.registrations.models import Registration
from rookiebattle.ui.state import ShellState
from tests.matrix.cast import SECRETS, Cast
from tests.servers.application import Application
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
ROLES = ("visitor", "member", "other", "organiser", "admin")
OWNERS = ("organiser", "admin")
SHOWN, MINOR, SHY = "Goesgladly", "Minordottir", "Shyworth"
LAST_NAME, INTENT = "Familyname", "pi_private_intent"
NEVER = (LAST_NAME, INTENT, *SECRETS)
PAGES = ("/", "/events", "/events?view=list", "/my-events", "/events/{taken}", "/events/{private}")
ROUTES = (
    "/api/events?limit=500&from=2000-01-01T00:00:00Z",
    "/api/events/{taken}",
    "/api/events/with-status",
    "/api/events/user",
    "/api/events/{taken}/registrations",
    "/api/admin/events",
    "/api/auth/user",
    "/api/auth/user-with-chapter",
    "/api/first-data/events",
    "/api/first-data/home",
    "/api/first-data/my-events",
    "/api/first-data/events/{taken}",
    "/cal/public.ics",
    "/cal/{taken}.ics",
    "/events/{taken}",
)
EMAIL = re.compile(r"[\w.+-]+@[\w.-]+\.[a-z]+")


def _goer(name: str, band: AgeBand, hides: bool = False) -> User:
    return User(
        game_name=name,
        first_name=name,
        last_name=LAST_NAME,
        email=f"{name.lower()}@example.org",
        age_band=band,
        hides_attendance=hides,
    )


@pytest.fixture
def crowd(cast: Cast) -> Iterator[Cast]:
    """One who may be seen, a minor and one who does not want to be seen join the taken event."""
    people = [
        _goer(SHOWN, AgeBand.ADULT),
        _goer(MINOR, AgeBand.MINOR),
        _goer(SHY, AgeBand.ADULT, hides=True),
    ]
    ids = [person.id for person in people]
    with cast.database.unit_of_work(write=True) as session:
        session.add_all(people)
        session.flush()
        session.add_all(
            Registration(event_id=cast.taken_id, user_id=id_, stripe_payment_intent_id=INTENT)
            for id_ in ids
        )
    yield cast
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.delete(Registration).where(col(Registration.user_id).in_(ids)))
        session.execute(sa.delete(User).where(col(User.id).in_(ids)))


def fill(path: str, cast: Cast) -> str:
    return path.replace("{taken}", cast.taken_id).replace("{private}", cast.private_id)


async def over_the_socket(site: Application, cast: Cast, role: str) -> str:
    """Every frame that the role's pages receive."""
    texts = []
    for path in PAGES:
        async with SocketClient(site.url, cookie=cast.cookies[role], path=fill(path, cast)) as tab:
            assert tab.of(ShellState.get_full_name())["signed_in"] is (role != "visitor")
            if path == "/events/{taken}":
                assert tab.of(EventState.get_full_name())["card"]["title"] == "Taken"
            texts.append(str(tab.frames))
    return " ".join(texts)


async def over_http(site: Application, cast: Cast, role: str) -> str:
    texts = []
    async with httpx.AsyncClient(base_url=site.url) as client:
        for path in ROUTES:
            answer = await client.get(fill(path, cast), headers={"cookie": cast.cookies[role]})
            assert answer.status_code in (200, 401, 403, 404), path
            texts.append(answer.text)
    return " ".join(texts)


@pytest.mark.parametrize("role", ROLES)
async def test_nobody_is_sent_what_is_private_of_others(
    role: str, crowd: Cast, site: Application
) -> None:
    text = await over_the_socket(site, crowd, role) + await over_http(site, crowd, role)
    assert set(EMAIL.findall(text)) <= {f"{role}@example.org"}
    assert [secret for secret in NEVER if secret in text] == []
    # Organisers have to know who stands before them; the others see whom they may.
    hidden = [name for name in (MINOR, SHY) if name in text]
    assert hidden == ([MINOR, SHY] if role in OWNERS else [])
    assert (SHOWN in text) == (role != "visitor")
