"""The uploads of the matrices, with their files in the folder of a test."""

import io
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from sqlalchemy.orm import Session

from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import FileHeaders, Limits
from rookiebattle.settings import get_settings
from rookiebattle.uploads import policy
from rookiebattle.uploads.models import Upload, UploadState

NAMESPACE = uuid.UUID("4d3a1a52-0c5e-4a0f-9a44-5b8f0a1f2f10")
PART = b"the only part"
PART_TAG = "0" * 32


def _picture() -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (40, 30), "#1f3a5f").save(packed, "JPEG")
    return packed.getvalue()


PICTURE = _picture()


def _id(name: str) -> str:
    """The same ids in every run, made as the cast's are."""
    return str(uuid.uuid5(NAMESPACE, name))


AWAITED = _id("awaited file")


@dataclass(frozen=True)
class Files:
    """The ids of uploads by their states, and the queries of two signed addresses."""

    shown: str = ""
    private: str = ""
    claimed: str = ""
    parted: str = ""
    signed: str = ""
    viewing: str = ""


def restage_files(session: Session, admin_id: str) -> Files:
    """Write one upload of each kind, and its files."""
    folder = get_settings().data_dir / "uploads"
    shutil.rmtree(folder, ignore_errors=True)
    local = LocalStorage(folder)
    names = ("shown", "private", "claimed", "parted")
    ids = {name: _id(f"{name} file") for name in names}
    states = {
        ids["shown"]: (UploadState.ATTACHED, True),
        ids["private"]: (UploadState.ATTACHED, False),
        ids["claimed"]: (UploadState.CLAIMED, False),
        ids["parted"]: (UploadState.BEGUN, False),
        _id("sent file"): (UploadState.BEGUN, False),
        AWAITED: (UploadState.BEGUN, False),
    }
    for id_, (state, is_public) in states.items():
        session.add(_row(id_, admin_id, state, is_public))
        if state in (UploadState.ATTACHED, UploadState.CLAIMED):
            for key in (policy.whole_key("private", id_), policy.copy_key("private", id_, 320)):
                _put(local, key, folder)
    _put(local, policy.incoming(_id("sent file")), folder)
    session.flush()
    parted = session.get_one(Upload, ids["parted"])
    parted.parts_id, parted.size = _with_part(local, ids["parted"]), 0
    address = local.put_address(policy.incoming(AWAITED), _limits())
    expires = 4_000_000_000
    viewing = f"expires={expires}&signature={policy.viewing_signature(ids['private'], expires)}"
    return Files(**ids, signed=address.partition("?")[2], viewing=viewing)


def _limits() -> Limits:
    return Limits("", len(PICTURE), 3600)


def _row(id_: str, admin_id: str, state: UploadState, is_public: bool) -> Upload:
    return Upload(
        id=id_,
        user_id=admin_id,
        state=state,
        is_public=is_public,
        file_name="park.jpg",
        mime_type="image/jpeg",
        size=len(PICTURE),
        copies=[320],
    )


def _put(local: LocalStorage, key: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True, parents=True)
    source = folder / "source"
    source.write_bytes(PICTURE)
    local.put(key, source, FileHeaders("image/jpeg", "inline", "no-store"))
    source.unlink()


def _with_part(local: LocalStorage, upload_id: str) -> str:
    key = policy.incoming(upload_id)
    parts_id = local.begin_parts(key, mime_type="image/jpeg")
    draft = local.draft("part", len(PART))
    draft.write(PART)
    draft.tag = PART_TAG
    local.keep_part(draft, parts_id, 1)
    return parts_id
