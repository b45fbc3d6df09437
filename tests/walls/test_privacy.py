"""R18 and R22: no message to a person, and no line of the log, holds private data of others."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.registrations.models import Registration
from tests import factories
from tests.matrix.cast import UNWELCOMED, Cast
from tests.servers.application import Application
from tests.walls import walk
from tests.walls.planted import CONTACT, OWN_STEALTH, STEALTH, Aviary, planted

pytestmark = pytest.mark.anyio
READERS = ("visitor", UNWELCOMED, "member", "other", "organizer", "admin")
OWNERS = ("organizer", "admin")
SHOWN, MINOR, SHY = "Goesgladly", "Minordottir", "Shyworth"
LAST_NAME = "Familyname"


def _goer(name: str, band: AgeBand, hides: bool = False) -> User:
    return factories.person(
        game_name=name,
        first_name=name,
        last_name=LAST_NAME,
        age_band=band,
        hides_attendance=hides,
    )


@pytest.fixture
def aviary(cast: Cast) -> Iterator[Aviary]:
    with planted(cast) as planted_ones:
        yield planted_ones


@pytest.fixture
def crowd(aviary: Aviary) -> Iterator[Aviary]:
    """An adult, a minor and a member who hides attendance take seats at the taken event."""
    people = [
        _goer(SHOWN, AgeBand.ADULT),
        _goer(MINOR, AgeBand.MINOR),
        _goer(SHY, AgeBand.ADULT, hides=True),
    ]
    ids, database = [person.id for person in people], aviary.cast.database
    with database.unit_of_work(write=True) as session:
        session.add_all(people)
        session.flush()
        session.add_all(
            factories.registration(event_id=aviary.cast.taken_id, user_id=id_) for id_ in ids
        )
    yield aviary
    with database.unit_of_work(write=True) as session:
        session.execute(sa.delete(Registration).where(col(Registration.user_id).in_(ids)))
        session.execute(sa.delete(User).where(col(User.id).in_(ids)))


def test_the_walk_can_open_every_page_and_every_route() -> None:
    assert walk.unknown_parameters() == []
    assert {"/", "/chapters", "/chapters/[chapter_id]"} <= {*walk.page_routes()}
    assert "/api/chapters/{chapter_id}/members" in walk.read_routes()


@pytest.mark.parametrize("role", READERS)
async def test_nobody_is_sent_private_data_of_others(
    role: str, crowd: Aviary, site: Application
) -> None:
    cast, leaks, texts = crowd.cast, list[str](), list[str]()
    for parts in (walk.over_the_socket(site, cast, role), walk.over_http(site, cast, role)):
        async for path, text in parts:
            leaks += crowd.leaks(role, path, text)
            texts.append(text)
    assert leaks == []
    log = site.log()
    assert [secret for secret in crowd.secrets() if secret in log] == []
    text = " ".join(texts)
    # The organizer has to know who comes. Other people see only those who may be shown to them.
    hidden = [name for name in (MINOR, SHY) if name in text]
    assert hidden == ([MINOR, SHY] if role in OWNERS else [])
    # Real names of everybody are on the console.
    assert (LAST_NAME in text) == (role == "admin")
    is_member = role not in ("visitor", UNWELCOMED)
    shown = [SHOWN, crowd.text_of("adult first_name"), crowd.text_of("minor game_name")]
    assert [name in text for name in shown] == [is_member] * 3
    assert CONTACT in text
    assert (str(STEALTH) in text) == (role == "admin")
    assert (str(OWN_STEALTH) in text) == (role in ("admin", "member"))
