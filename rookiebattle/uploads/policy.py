"""Rules of uploads: who may see a file, how long addresses are valid, what names are kept."""

import re
import time
from datetime import timedelta
from hmac import compare_digest
from secrets import token_bytes
from urllib.parse import quote
from uuid import UUID

from rookiebattle.core.actor import Actor
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.text import made_visible
from rookiebattle.integrations.storage.protocol import FileHeaders
from rookiebattle.uploads.kinds import ENDINGS
from rookiebattle.uploads.models import PRIVATE, PUBLIC, UploadState
from rookiebattle.uploads.schemas import LONGEST_NAME, StoredFile

__all__ = ["PRIVATE", "PUBLIC"]
MB = 1024 * 1024
MOST_IN_PARTS = 200 * MB
"""Bytes of the largest file that is sent in parts; nginx's `client_max_body_size` is above it."""
SENT_WITHIN = 3600
"""Seconds in which a file must be sent after its upload began."""
SHOWN_FOR = 3600
"""Seconds for which the address of a private file is valid."""
SEALED_SHOWN_FOR = 300
"""The same of a sealed one, whose reader may soon lose the role that opens it."""
UNUSED_FOR = timedelta(days=1)
"""How long a file is kept that nothing uses."""
FOR_A_DAY = "public, max-age=86400"
"""Not longer: a picture that becomes private stays where it was copied to."""
FOR_NOBODY = "private, no-store"
_NOT_IN_NAMES = re.compile(r"[\\/:*?\"<>|\x00-\x1f\x7f]+")


def may_see(
    actor: Actor, *, state: str, is_public: bool, owner_id: str, is_sealed: bool = False
) -> bool:
    """Public files of items are for everybody, private ones for members, others for the sender.

    Nobody sees a sealed one without its signed address.
    """
    if state == UploadState.ATTACHED:
        may_read = is_public or Permission.MEMBER_UPLOAD_READ in actor.permissions
        return may_read and not is_sealed
    return state == UploadState.CLAIMED and actor.is_member and actor.user_id == owner_id


def id_for(user_id: str) -> str:
    """A new id of an upload. Half of it shows whose it is, to this site alone."""
    chance = token_bytes(8)
    return str(UUID(bytes=chance + _mark_of(user_id, chance)))


def is_id_for(user_id: str, upload_id: str) -> bool:
    """Whether `id_for` made this id for this person."""
    content = UUID(upload_id).bytes
    return compare_digest(_mark_of(user_id, content[:8]), content[8:])


def _mark_of(user_id: str, chance: bytes) -> bytes:
    return fingerprint("upload", user_id, chance.hex())[:8]


def incoming(upload_id: str) -> str:
    """The key of a file as it was sent, until it is examined."""
    return f"incoming/{upload_id}"


def folder_of(place: str, upload_id: str) -> str:
    """With what the keys of a stored file and its copies begin."""
    return f"{place}/{upload_id}/"


def whole_key(place: str, upload_id: str) -> str:
    """The key of a stored file."""
    return f"{folder_of(place, upload_id)}file"


def copy_key(place: str, upload_id: str, width: int) -> str:
    """The key of a smaller copy of a stored picture."""
    return f"{folder_of(place, upload_id)}w{width}"


def labels(file_name: str, mime_type: str, place: str) -> FileHeaders:
    """The headers with which a file is served from this place."""
    kind = "inline" if mime_type.startswith(("image/", "video/")) else "attachment"
    name = quote(kept_name(file_name, mime_type), safe="")
    caching = FOR_A_DAY if place == PUBLIC else FOR_NOBODY
    return FileHeaders(mime_type, f"{kind}; filename*=UTF-8''{name}", caching)


def kept_name(file_name: str, mime_type: str) -> str:
    """A file's name without folders and forbidden characters, with the ending of its real type."""
    shown = made_visible(_NOT_IN_NAMES.sub(" ", file_name.replace("\\", "/").rpartition("/")[2]))
    stem = " ".join(shown.split()).rpartition(".")[0] or " ".join(shown.split()) or "file"
    ending = ENDINGS[mime_type]
    return f"{stem[: LONGEST_NAME - len(ending) - 1].strip('. ') or 'file'}.{ending}"


def shown_for(stored: StoredFile) -> int:
    """Seconds for which an address of the file is valid, at least; at most twice as many."""
    return SEALED_SHOWN_FOR if stored.is_sealed else SHOWN_FOR


def viewing_signature(upload_id: str, expires: int) -> str:
    """The signature with which anybody may see a private file until then."""
    return fingerprint("view", upload_id, str(expires)).hex()[:32]


def is_signed(upload_id: str, expires: str, signature: str) -> bool:
    """Whether the address of a private file is signed and still valid."""
    if not expires.isdecimal() or len(expires) > len("9999999999"):
        return False
    right = viewing_signature(upload_id, int(expires))
    same = compare_digest(right.encode(), signature.encode("utf-8", "replace"))
    return same and int(expires) >= time.time()
