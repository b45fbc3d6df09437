"""The words of the picture of a shared event, apart from the drawing, whose library is large."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureWords:
    """The words of a picture. `canceled` is empty for an event that takes place."""

    title: str
    weekday: str
    day: str
    month: str
    hours: str
    place: str
    club: str
    canceled: str = ""
