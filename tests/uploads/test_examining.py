"""Files of this machine that are stored for an item, such as those of the demo data."""

from pathlib import Path

import pytest

from rookiebattle.core.errors import UnsupportedType
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.uploads import examining
from tests.uploads.samples import picture
from tests.uploads.stage import Uploads


def test_a_file_of_the_machine_is_stored_for_an_item(uploads: Uploads, tmp_path: Path) -> None:
    file = tmp_path / "park.png"
    file.write_bytes(picture("PNG"))
    with uploads.database.unit_of_work(write=True) as session:
        stored = examining.adopt(
            session, uploads.actor, file=file, file_name="park.png", is_public=True
        )
    assert (stored.mime_type, stored.file_name, stored.is_public) == ("image/png", "park.png", True)
    assert [width for width, _ in stored.renditions] == [320, 640]
    assert len([*storage().below(f"private/{stored.id}/")]) == 3
    assert [*storage().below("incoming/")] == []


def test_a_file_of_another_kind_is_not_stored(uploads: Uploads, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("words")
    with uploads.database.unit_of_work(write=True) as session, pytest.raises(UnsupportedType):
        examining.adopt(session, uploads.actor, file=file, file_name="a.png", is_public=True)
