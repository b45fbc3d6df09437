"""A stored picture as pages draw it."""

from urllib.parse import parse_qs, urlsplit

import pytest

from rookiebattle.uploads import policy, view
from rookiebattle.uploads.schemas import StoredFile


def stored(*, is_public: bool = True, widths: tuple[int, ...] = (320, 640, 1280)) -> StoredFile:
    return StoredFile(
        id="9",
        object_path="/objects/9",
        file_name="park.jpg",
        mime_type="image/jpeg",
        size=1000,
        is_public=is_public,
        width=1600,
        height=1200,
        placeholder="data:image/webp;base64,AA",
        renditions=tuple((width, f"/objects/9/{width}") for width in widths),
    )


def test_a_public_picture_has_all_its_widths() -> None:
    drawn = view.picture(stored(), largest=640)
    assert drawn.src == "/objects/9/640"
    assert drawn.srcset == (
        "/objects/9/320 320w, /objects/9/640 640w, /objects/9/1280 1280w, /objects/9 1600w"
    )
    assert (drawn.width, drawn.height) == (1600, 1200)
    assert drawn.placeholder.startswith("data:")


def test_a_small_picture_and_a_video_have_no_copies() -> None:
    drawn = view.picture(stored(widths=()))
    assert (drawn.src, drawn.srcset) == ("/objects/9", "")


def test_the_address_of_a_private_file_expires_within_two_hours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_000_000.0)
    address = urlsplit(view.address_of(stored(is_public=False)))
    asked = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert (address.path, sorted(asked)) == ("/objects/9", ["expires", "signature"])
    assert 3600 <= int(asked["expires"]) - 1_000_000 <= 7200
    assert policy.is_signed("9", **asked)
    for wrong in (
        {"expires": "1000001"},
        {"expires": "x"},
        {"signature": "ü"},
        {"expires": "9" * 20},
    ):
        assert not policy.is_signed("9", **{**asked, **wrong})
    assert not policy.is_signed("8", **asked)
    # Every address on a page of this hour is the same, so browsers keep the picture.
    monkeypatch.setattr("time.time", lambda: 1_000_001.0)
    assert view.address_of(stored(is_public=False)).endswith(address.query)
    monkeypatch.setattr("time.time", lambda: 1_010_000.0)
    assert not policy.is_signed("9", **asked)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("park.jpeg", "park.jpg"),
        ("C:\\Photos\\park day.png", "park day.jpg"),
        ("../../etc/passwd", "passwd.jpg"),
        ("", "file.jpg"),
        ("....", "file.jpg"),
        (".htaccess", "htaccess.jpg"),
        ("a\r\nb: c.jpg", "a b c.jpg"),
        ("x" * 300, "x" * 251 + ".jpg"),
    ],
)
def test_a_name_loses_what_is_strange(name: str, kept: str) -> None:
    assert policy.kept_name(name, "image/jpeg") == kept


def test_an_id_shows_whose_it_is() -> None:
    ids = {policy.id_for("mira") for _ in range(3)}
    assert len(ids) == 3
    assert all(policy.is_id_for("mira", id_) for id_ in ids)
    assert not any(policy.is_id_for("kenji", id_) for id_ in ids)
