"""The one error tree. Each error carries an HTTP status and a sentence a member understands.

AppError
├── BadRequest 400
├── Unauthorized 401
├── Forbidden 403
│   └── NotWelcomed
├── NotFound 404
├── TooSlow 408
├── Conflict 409      (may have one sentence per field)
│   └── Overtaken
├── TooLarge 413
├── UnsupportedType 415
├── Invalid 422       (with one sentence per field)
├── TooManyRequests 429
├── HeadTooLong 431
└── Unavailable 503
"""

from collections.abc import Mapping
from typing import ClassVar


class AppError(Exception):
    """Base of every error that the product raises on purpose."""

    status: ClassVar[int] = 500
    default: ClassVar[str] = "Something went wrong. Please try again."

    def __init__(self, sentence: str = "") -> None:
        self.sentence = sentence or self.default
        super().__init__(self.sentence)


class BadRequest(AppError):
    status = 400
    default = "The request could not be read."


class Unauthorized(AppError):
    """The word Unauthorized is part of the contract: clients look for `401: …Unauthorized`."""

    status = 401
    default = "Unauthorized. Please log in to continue."


class Forbidden(AppError):
    status = 403
    default = "You don’t have permission to do that."


class NotWelcomed(Forbidden):
    """A new account may not write before its welcome. The web app leads to the welcome."""

    default = "Please finish signing up first: choose a game name and your age group."


class NotFound(AppError):
    status = 404
    default = "This page or record doesn’t exist."


class TooSlow(AppError):
    status = 408
    default = "Your request took too long to arrive. Please try again."


class Conflict(AppError):
    """Right input at a wrong time. `fields` may have a sentence for each field's wire name."""

    status = 409
    default = "This is no longer possible."

    def __init__(self, sentence: str = "", fields: Mapping[str, str] | None = None) -> None:
        self.fields = dict(fields or {})
        super().__init__(sentence)


class Overtaken(Conflict):
    """Somebody else changed the same fields meanwhile."""


class TooLarge(AppError):
    status = 413
    default = "That’s too large."


class UnsupportedType(AppError):
    status = 415
    default = "Please send application/json."


class Invalid(AppError):
    """Wrong input. `fields` maps a field's wire name to the sentence for that field."""

    status = 422
    default = "Something in the form isn’t right."

    def __init__(self, sentence: str = "", fields: Mapping[str, str] | None = None) -> None:
        self.fields = dict(fields or {})
        super().__init__(sentence or ". ".join(self.fields.values()))


class TooManyRequests(AppError):
    """`retry_after` is in whole seconds."""

    status = 429
    default = "Too many requests. Please wait a moment and try again."

    def __init__(self, retry_after: int, sentence: str = "") -> None:
        self.retry_after = retry_after
        super().__init__(sentence)


class HeadTooLong(AppError):
    status = 431
    default = (
        "Your browser sent too many headers or cookies. Please delete this site’s cookies and try "
        "again."
    )


class Unavailable(AppError):
    status = 503
    default = "The site can’t save or load right now. Please try again in a moment."
