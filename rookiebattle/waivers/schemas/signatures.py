"""Signing on the wire: standing, signatures, and waivers on paper."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from pydantic import StringConstraints

from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.text import Line
from rookiebattle.waivers.models import Form, StandingState

LONGEST_STROKE = 20_000
STROKE_WIDTH, STROKE_HEIGHT = 600, 200
"""The field in which a stroke is drawn, in its own units."""

Path = Annotated[str, StringConstraints(min_length=1, max_length=255)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Stroke = Annotated[
    str,
    StringConstraints(
        max_length=LONGEST_STROKE, pattern=r"^(M\d{1,4} \d{1,4}(L\d{1,4} \d{1,4})*)+$"
    ),
]
"""Lines as an SVG path: `M12 80L14 82M…`, in whole units of the field."""


class DeviceSignature(Wire):
    """A signature on a device of others. `sha256` is that of the text that was read.

    `birthDate` is only asked for a minor whose guardians have not said it yet.
    """

    sha256: Sha256
    typed_name: Line
    stroke: Stroke | None = None
    birth_date: date | None = None


class SignatureWrite(DeviceSignature):
    """A signature for a subject."""

    user_id: Id


class SignatureRead(Wire):
    id: str
    form: Form
    version: int
    sha256: str
    user_id: str
    signed_by: str | None
    signed_at: InstantRead
    ends_at: InstantRead


class PaperWrite(Wire):
    """A waiver on paper that was seen at the gate of an event.

    `photo` is the `objectPath` of its picture, an upload of the actor.
    """

    user_id: Id
    form: Form
    event_id: Id
    photo: Path | None = None


class PaperRefusal(Wire):
    """The reason why a paper does not count, as the person reads it."""

    because: Line


@dataclass(frozen=True, slots=True)
class PaperWaiting:
    """A paper that waits for a lead. `photo` is an address that works for a while, or empty.

    `took_it`: the reader noted it, or it is their own, so somebody else has to verify it.
    """

    id: str
    user_id: str
    name: str
    form: Form
    version: int
    event: str
    noted_by: str
    noted_at: datetime
    photo: str
    took_it: bool


class PaperRead(Wire):
    id: str
    state: StandingState


class StandingQuery(Wire):
    user_id: Id | None = None
