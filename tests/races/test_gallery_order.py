"""Two administrators sort the gallery at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database, writes
from rookiebattle.media import service
from rookiebattle.media.models import Media
from rookiebattle.media.schemas import MediaFilter, MediaWrite
from tests.factories import VIDEO
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race


@writes
def add(session: Session, actor: Actor, *, title: str) -> str:
    values = MediaWrite.model_validate({"title": title, "file_url": VIDEO})
    return service.create_media(session, actor, values=values).id


def order_after_two_sort_at_once(database: Database, *, moves: bool = False) -> str:
    """C and D change places, while sorting A and B numbers all items anew. Returns the titles.

    With `moves`, A and B are sorted by moving one of them.
    """
    world = World(database)
    ada = world.person(is_admin=True)
    ids = {title: world.do(add, ada, title=title) for title in "DCBA"}
    with database.unit_of_work(write=True) as session:
        for positions, at in (("AB", 1), ("C", 2), ("D", 3)):
            its = sa.update(Media).where(sa.column("id").in_([ids[one] for one in positions]))
            session.execute(its.values(order_position=at, place=at))
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            service.sort_media(session, ada, media_ids=[ids["D"], ids["C"]])
            wanted = [ids["A"], ids["B"]]
            if moves:
                move, seen = service.move_media, wanted[::-1]
                other = pool.submit(
                    world.do, move, ada, media_id=ids["A"], seen=seen, wanted=wanted
                )
            else:
                other = pool.submit(world.do, service.sort_media, ada, media_ids=wanted)
            until_it_waits_or_is_done(database, other)
        other.result(PATIENCE)
    with database.unit_of_work(write=False) as session:
        page = service.list_media(session, VISITOR, wanted=MediaFilter())
        assert service.misplaced_media(session) == []
    return "".join(one.title for one in page.items)


@pytest.mark.parametrize("moves", [False, True], ids=["sorts", "moves"])
def test_each_of_two_orders_is_kept(each_database: Database, *, moves: bool) -> None:
    assert order_after_two_sort_at_once(each_database, moves=moves) == "ABDC"


@pytest.mark.parametrize("moves", [False, True], ids=["sorts", "moves"])
def test_without_taking_turns_an_order_is_lost(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, *, moves: bool
) -> None:
    monkeypatch.setattr(service, "take_turn", lambda _session, _key: None)
    assert order_after_two_sort_at_once(postgres_database, moves=moves) == "ABCD"
