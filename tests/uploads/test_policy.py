"""Rules of uploads: who may see a file, whose it is, its names, headers and signed addresses."""

from datetime import timedelta
from types import SimpleNamespace
from uuid import UUID

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.uploads import policy
from rookiebattle.uploads.models import UploadState

OWNER, MEMBER = Actor(user_id="o"), Actor(user_id="m")
UNFINISHED = Actor(user_id="o", is_welcomed=False)


@pytest.mark.parametrize(
    ("actor", "public", "private"), [(VISITOR, True, False), (MEMBER, True, True)]
)
def test_everybody_sees_public_files_of_items_and_members_all(
    actor: Actor, public: bool, private: bool
) -> None:
    for is_public, sees in ((True, public), (False, private)):
        found = policy.may_see(actor, state="attached", is_public=is_public, owner_id="o")
        assert found is sees


@pytest.mark.parametrize("is_public", [True, False])
def test_a_file_that_belongs_to_no_item_yet_is_for_its_sender(is_public: bool) -> None:
    def sees(actor: Actor, state: UploadState, owner_id: str = "o") -> bool:
        return policy.may_see(actor, state=state, is_public=is_public, owner_id=owner_id)

    assert sees(OWNER, UploadState.CLAIMED)
    assert sees(UNFINISHED, UploadState.CLAIMED)
    assert not sees(MEMBER, UploadState.CLAIMED)
    assert not sees(VISITOR, UploadState.CLAIMED, owner_id="")
    for state in (UploadState.BEGUN, UploadState.RELEASED, UploadState.DELETED):
        assert not sees(OWNER, state)


def test_an_id_shows_the_site_alone_whose_it_is() -> None:
    one, other = policy.id_for("o"), policy.id_for("o")
    assert one != other
    assert one == str(UUID(one))
    assert policy.is_id_for("o", one)
    assert not policy.is_id_for("m", one)
    assert not policy.is_id_for("o", str(UUID(int=1)))


def test_keys_of_stored_files_stand_in_the_folder_of_their_place() -> None:
    assert policy.incoming("9") == "incoming/9"
    assert policy.folder_of("public", "9") == "public/9/"
    assert policy.whole_key("public", "9") == "public/9/file"
    assert policy.copy_key("private", "9", 320) == "private/9/w320"


@pytest.mark.parametrize(
    ("mime_type", "shown"),
    [
        ("image/png", "inline; filename*=UTF-8''my%20%C3%A9.png"),
        ("video/mp4", "inline; filename*=UTF-8''my%20%C3%A9.mp4"),
    ],
)
def test_pictures_and_videos_are_shown_under_their_own_name(mime_type: str, shown: str) -> None:
    made = policy.labels("my é.exe", mime_type, "private")
    assert (made.mime_type, made.disposition) == (mime_type, shown)


def test_only_public_files_are_kept_by_caches_and_for_a_day() -> None:
    assert policy.labels("a", "image/png", "public").caching == "public, max-age=86400"
    assert policy.labels("a", "image/png", "private").caching == "private, no-store"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("park.jpeg", "park.jpg"),
        ("C:\\photos\\park.day.png", "park.day.jpg"),
        ("../../etc/park", "park.jpg"),
        ('a:b*c?d"e<f>g|h.png', "a b c d e f g h.jpg"),
        ("  two   words .png", "two words.jpg"),
        ("tab\there.png", "tab here.jpg"),
        ("...", "file.jpg"),
        ("", "file.jpg"),
        (".jpg", "jpg.jpg"),
        ("/", "file.jpg"),
    ],
)
def test_a_name_is_kept_without_folders_and_strange_signs(sent: str, kept: str) -> None:
    assert policy.kept_name(sent, "image/jpeg") == kept


def test_a_long_name_is_cut_before_its_ending() -> None:
    kept = policy.kept_name("n" * 300 + ".png", "image/webp")
    assert kept == "n" * 250 + ".webp"


def test_a_signed_address_is_valid_up_to_its_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "time", SimpleNamespace(time=lambda: 1000.0))
    for expires, is_valid in (("999", False), ("1000", True), ("1001", True)):
        signature = policy.viewing_signature("9", int(expires))
        assert len(signature) == 32
        assert policy.is_signed("9", expires, signature) is is_valid


def test_a_signature_is_for_one_file_and_one_time() -> None:
    last = "9999999999"
    right = policy.viewing_signature("9", int(last))
    assert policy.is_signed("9", last, right)
    assert not policy.is_signed("8", last, right)
    assert not policy.is_signed("9", "9999999998", right)
    assert not policy.is_signed("9", last, right[:-1])
    assert not policy.is_signed("9", last, "ä\ud800")


@pytest.mark.parametrize("expires", ["", "-1", "1e9", "soon", "10000000000"])
def test_an_address_with_no_sensible_time_is_not_signed(expires: str) -> None:
    signature = policy.viewing_signature("9", 10_000_000_000)
    assert not policy.is_signed("9", expires, signature)


def test_a_file_is_sent_and_shown_within_an_hour_and_kept_unused_for_a_day() -> None:
    assert (policy.SENT_WITHIN, policy.SHOWN_FOR) == (3600, 3600)
    assert timedelta(days=1) == policy.UNUSED_FOR
