"""Attaching, showing and releasing stored files."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.errors import (
    Conflict,
    Forbidden,
    NotFound,
    TooLarge,
    TooManyRequests,
    Unauthorized,
)
from rookiebattle.core.roles import Grant, Role
from rookiebattle.uploads import beginning, policy, service
from rookiebattle.uploads.schemas import MOST_BYTES, Examined, UploadWrite
from tests.club import Club
from tests.uploads.stage import Uploads

MB = 1024 * 1024
UNKNOWN = "7b0c6a4e-2f0e-4b55-9d6f-0f3f2f9f8a11"
LAST = "9999999999"
"""The last second of an address."""


def begin(database: Database, actor: Actor, size: int = MB) -> str:
    values = UploadWrite(file_name="a.jpg", mime_type="image/jpeg", size=size)
    with database.unit_of_work(write=True) as session:
        return service.begin(session, actor, values=values).upload_url


def shown(database: Database, actor: Actor, id_: str, expires: str = "", signed: str = "") -> bool:
    with database.unit_of_work(write=False) as session:
        try:
            service.find_shown(session, actor, upload_id=id_, expires=expires, signature=signed)
        except NotFound:
            return False
    return True


def test_only_administrators_upload(database: Database, club: Club) -> None:
    assert begin(database, club.admin).startswith("http://localhost:8000/api/objects/content/")
    with pytest.raises(Forbidden):
        begin(database, club.member)
    with pytest.raises(Unauthorized):
        begin(database, VISITOR)


def test_a_file_is_attached_once_and_by_its_sender(uploads: Uploads, club: Club) -> None:
    path = uploads.claim()
    with uploads.database.unit_of_work(write=True) as session:
        with pytest.raises(NotFound):
            service.attach(session, club.organizer, object_path=path, is_public=True)
        with pytest.raises(NotFound):
            service.find_claimed(session, club.organizer, object_path=path)
        with pytest.raises(NotFound):
            service.attach(session, club.admin, object_path=f"{path}x", is_public=True)
        with pytest.raises(NotFound):
            service.attach(session, club.admin, object_path=f"/x{path}", is_public=True)
        stored = service.attach(session, club.admin, object_path=path, is_public=True)
        assert (stored.object_path, stored.renditions) == (path, ((320, f"{path}/320"),))
        with pytest.raises(Conflict):
            service.attach(session, club.admin, object_path=path, is_public=True)


def test_a_file_that_was_not_claimed_is_not_attached(uploads: Uploads, club: Club) -> None:
    path = f"/objects/{uploads.begin()}"
    with uploads.database.unit_of_work(write=True) as session, pytest.raises(NotFound):
        service.attach(session, club.admin, object_path=path, is_public=True)


def test_a_file_is_claimed_once_and_repeated_until_it_is_used(uploads: Uploads, club: Club) -> None:
    path = uploads.claim()
    url = f"http://localhost:8000/api/objects/content/incoming/{path.rpartition('/')[2]}"
    with uploads.database.unit_of_work(write=True) as session:
        with pytest.raises(Conflict, match="already uploaded"):
            service.find_awaited(session, club.admin, file_url=url)
        again = service.find_awaited(session, club.admin, file_url=url, is_repeated=True)
        assert getattr(again, "object_path", "") == path
        service.attach(session, club.admin, object_path=path, is_public=True)
        with pytest.raises(Conflict, match="already in use"):
            service.find_awaited(session, club.admin, file_url=url, is_repeated=True)


@pytest.mark.parametrize(
    "url",
    [
        "http://[",
        f"http://localhost:8000/api/objects/content/incoming/{UNKNOWN}",
        f"http://example.org/api/objects/content/incoming/{UNKNOWN}",
        "http://localhost:8000/api/objects/content/incoming/none",
    ],
)
def test_an_address_of_no_own_upload_is_not_examined(
    database: Database, club: Club, url: str
) -> None:
    with database.unit_of_work(write=False) as session, pytest.raises(NotFound):
        service.find_awaited(session, club.admin, file_url=url)


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(
    database: Database, club: Club
) -> None:
    with pytest.raises(TooLarge, match="50 MB"):
        begin(database, club.admin, 50 * MB + 1)


def test_an_address_takes_no_second_file_once_the_first_is_claimed(
    uploads: Uploads, club: Club
) -> None:
    claimed, begun = uploads.claim().rpartition("/")[2], uploads.begin()
    with uploads.database.unit_of_work(write=False) as session:
        service.check_awaited(session, club.admin, key=policy.incoming(begun))
        with pytest.raises(Conflict):
            service.check_awaited(session, club.admin, key=policy.incoming(claimed))


def test_who_sees_a_file(uploads: Uploads, club: Club) -> None:
    claimed = uploads.claim().rpartition("/")[2]
    public, private = uploads.attach().id, uploads.attach(is_public=False).id
    seen = {
        role: [shown(uploads.database, club.actor(role), id_) for id_ in (claimed, public, private)]
        for role in ("visitor", "member", "organizer", "admin")
    }
    assert seen == {
        "visitor": [False, True, False],
        "member": [False, True, True],
        "organizer": [False, True, True],
        "admin": [True, True, True],
    }
    assert not shown(uploads.database, club.admin, new_id())
    assert not shown(uploads.database, club.admin, "nothing")


def test_a_file_becomes_private_and_is_released(uploads: Uploads, club: Club) -> None:
    stored, database = uploads.attach(), uploads.database
    with database.unit_of_work(write=True) as session:
        for is_public in (False, False, True, False):
            changed = service.set_visibility(
                session, object_path=stored.object_path, is_public=is_public
            )
            assert changed.is_public == is_public
    assert not shown(database, VISITOR, stored.id)
    with database.unit_of_work(write=False) as session:
        paths = [stored.object_path, "/objects/nothing", "/art/sword.svg"]
        assert [*service.stored_files(session, object_paths=paths)] == [stored.object_path]
    signed = {"expires": LAST, "signed": policy.viewing_signature(stored.id, int(LAST))}
    assert shown(database, VISITOR, stored.id, **signed)
    uploads.release(stored)
    assert not shown(database, club.admin, stored.id)
    assert not shown(database, VISITOR, stored.id, **signed)
    with database.unit_of_work(write=True) as session, pytest.raises(NotFound):
        service.release(session, object_path=stored.object_path)


def test_a_day_has_its_limits(
    database: Database, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "UPLOADS_PER_DAY", 4)
    monkeypatch.setattr(beginning, "MB_PER_DAY", 100)
    monkeypatch.setattr(policy, "MOST_IN_PARTS", 50 * MB)
    begin(database, club.admin, 40 * MB)
    with database.unit_of_work(write=True) as session:
        # Its size is not known, so it counts as the largest.
        told = {"file_name": "a", "mime_type": "video/mp4"}
        beginning.promise(session, club.admin, size=0, most=50 * MB, **told)
        with pytest.raises(TooManyRequests, match="at most 100 MB"):
            beginning.promise(session, club.admin, size=0, most=50 * MB, **told)
    with pytest.raises(TooManyRequests, match="at most 100 MB"):
        begin(database, club.admin, 11 * MB)
    begin(database, club.admin, 1)
    begin(database, club.admin, 1)
    with pytest.raises(TooManyRequests, match="started 4 uploads"):
        begin(database, club.admin, 1)
    with clock.at(clock.now() + timedelta(hours=25)):
        begin(database, club.admin, 1)


@pytest.mark.parametrize(
    ("role", "event_id", "most"),
    [(Role.GATE, "e", 20), (Role.GATE, None, 100), (Role.MEDIA, "e", 100)],
)
def test_a_gate_that_any_member_may_have_posted_gets_little_room(
    role: Role,
    event_id: str | None,
    most: int,
    database: Database,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beginning, "MB_PER_DAY", 100)
    gate = replace(club.member, grants=(Grant(role, None, event_id),))
    for _ in range(most // 20):
        begin(database, gate, 20 * MB)
    with pytest.raises(TooManyRequests, match=f"at most {most} MB"):
        begin(database, gate, 1)


def test_a_file_that_was_not_known_counts_as_what_was_sent(
    database: Database, uploads: Uploads, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "MB_PER_DAY", 100)
    # A completed file is no second one.
    monkeypatch.setattr(beginning, "UPLOADS_PER_DAY", 4)
    with database.unit_of_work(write=True) as session:
        service.begin(session, club.admin, values=UploadWrite())
    id_ = uploads.begin(size=0, most=MOST_BYTES)
    with pytest.raises(TooManyRequests, match="at most 100 MB"):
        begin(database, club.admin, 1)
    examined = Examined("image/jpeg", 7, 640, 480, sent=20 * MB)
    with database.unit_of_work(write=True) as session:
        service.finish(session, club.admin, upload_id=id_, examined=examined)
    begin(database, club.admin, 30 * MB)
    with pytest.raises(TooManyRequests, match="at most 100 MB"):
        begin(database, club.admin, 1)


def test_a_file_of_a_form_is_noted_once(uploads: Uploads, club: Club) -> None:
    id_ = policy.id_for(club.admin.user_id)
    told: dict[str, Any] = {"upload_id": id_, "file_name": "a.jpg", "mime_type": "image/jpeg"}
    for size in (5, 7):
        with uploads.database.unit_of_work(write=True) as session:
            assert beginning.promise(session, club.admin, size=size, **told) == id_
    row = uploads.row(id_)
    assert row is not None
    assert row.size == 5
