"""Files in parts after crashes: between any two steps, the next request goes on."""

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, TooLarge
from rookiebattle.core.roles import Grant, Role
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import Part, StorageDown
from rookiebattle.settings import get_settings
from rookiebattle.uploads import beginning, parts, policy, sweeping
from rookiebattle.uploads.models import UploadState
from rookiebattle.uploads.schemas import PartOfFile, PartsBegin, PartsBegun
from tests.club import Club
from tests.identities import bind_people
from tests.uploads.stage import Uploads

pytestmark = pytest.mark.anyio


@pytest.fixture
def local() -> LocalStorage:
    return LocalStorage(get_settings().data_dir / "uploads")


@pytest.fixture
def admin(club: Club) -> Actor:
    bind_people(club.admin)
    return club.admin


async def with_part(actor: Actor, local: LocalStorage, uploads: Uploads) -> tuple[PartsBegun, Part]:
    begun = await parts.begin(actor, values=PartsBegin(filename="a.mp4", type="video/mp4"))
    row = uploads.row(begun.upload_id)
    assert row is not None
    draft = local.draft("part", 7)
    draft.write(b"content")
    tag = local.keep_part(draft, row.parts_id, 1)
    return begun, Part(1, tag, 7)


async def complete(actor: Actor, begun: PartsBegun, part: Part) -> None:
    wanted = [PartOfFile(part_number=part.number, tag=part.tag)]
    await parts.complete(actor, upload_id=begun.upload_id, key=begun.key, parts=wanted)


@pytest.mark.parametrize("parts_are_gone", [True, False])
async def test_a_file_that_was_joined_before_a_crash_is_completed(
    parts_are_gone: bool, admin: Actor, local: LocalStorage, uploads: Uploads
) -> None:
    begun, part = await with_part(admin, local, uploads)
    row = uploads.row(begun.upload_id)
    assert row is not None
    if parts_are_gone:
        local.join_parts(begun.key, row.parts_id, [part])
    else:
        uploads.store(begun.key)
    await complete(admin, begun, part)
    after = uploads.row(begun.upload_id)
    assert after is not None
    assert (after.parts_id, after.size, [*local.open_parts()]) == (None, 7, [])
    with pytest.raises(Conflict):
        await complete(admin, begun, part)


async def test_an_upload_whose_beginning_crashed_is_not_found(
    admin: Actor, uploads: Uploads
) -> None:
    id_ = uploads.begin(size=0)
    with pytest.raises(NotFound):
        await parts.arrived(admin, upload_id=id_, key=policy.incoming(id_))


async def test_a_file_that_is_too_large_in_all_is_deleted(
    admin: Actor, local: LocalStorage, uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, part = await with_part(admin, local, uploads)
    monkeypatch.setattr(policy, "MOST_IN_PARTS", 0)
    with pytest.raises(TooLarge):
        await complete(admin, begun, part)
    assert uploads.state(begun.upload_id) == UploadState.RELEASED
    sweeping.delete_some()
    assert local.find(begun.key) is None
    with pytest.raises(NotFound):
        await parts.arrived(admin, upload_id=begun.upload_id, key=begun.key)


async def test_a_storage_that_is_down_uses_up_nothing_of_the_day(
    admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = PartsBegin(filename="a.mp4", type="video/mp4")
    monkeypatch.setattr(beginning, "MB_PER_DAY", 2 * policy.MOST_IN_PARTS // policy.MB)
    with monkeypatch.context() as patch:
        patch.setattr(LocalStorage, "begin_parts", down)
        for _ in range(3):
            with pytest.raises(StorageDown):
                await parts.begin(admin, values=values)
    await parts.begin(admin, values=values)


def down(*_arguments: object, **_more: object) -> str:
    raise StorageDown


async def test_a_gate_that_any_member_may_have_posted_sends_nothing_uncounted() -> None:
    gate = Actor(user_id="gate", grants=(Grant(Role.GATE, None, "e"),))
    with pytest.raises(Forbidden):
        await parts.offer_form(gate, mime_type="image/png")


async def test_a_form_is_for_one_person(admin: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    form = await parts.offer_form(admin, mime_type="image/png")
    assert policy.is_id_for(admin.user_id, form.fields["key"].rpartition("/")[2])
