"""Turns a stored file into what a page draws: addresses, sizes and the placeholder."""

import time
from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.uploads import policy
from rookiebattle.uploads.schemas import StoredFile


@dataclass(frozen=True)
class Picture:
    """The attributes of an `<img>`. Without copies `srcset` is empty; videos have no size."""

    src: str = ""
    srcset: str = ""
    width: int = 0
    height: int = 0
    placeholder: str = ""


def address_of(stored: StoredFile) -> str:
    """Where a page finds the file. The address of a private one expires after one to two hours, and
    of a sealed one after five to ten minutes."""
    return _address(stored, stored.object_path, policy.whole_key(stored.place, stored.id))


def picture(stored: StoredFile, *, largest: int = 1280) -> Picture:
    """A picture in all its widths; `src` is the largest copy that is at most `largest` wide."""
    copies = [
        (width, _address(stored, path, policy.copy_key(stored.place, stored.id, width)))
        for width, path in stored.renditions
    ]
    whole = address_of(stored)
    fitting = [address for width, address in copies if width <= largest]
    wide = [*copies, (stored.width, whole)] if copies else []
    return Picture(
        src=fitting[-1] if fitting else whole,
        srcset=", ".join(f"{address} {width}w" for width, address in wide),
        width=stored.width or 0,
        height=stored.height or 0,
        placeholder=stored.placeholder,
    )


def _address(stored: StoredFile, path: str, key: str) -> str:
    if stored.is_public:
        is_open = stored.place == policy.PUBLIC
        return (storage().public_address(key) if is_open else "") or path
    # Rounded, so that the same page has the same addresses for a while, and browsers keep them.
    seconds = policy.shown_for(stored)
    expires = (int(time.time()) // seconds + 2) * seconds
    signature = policy.viewing_signature(stored.id, expires)
    return routes.asked(path, expires=str(expires), signature=signature)
